//! Changes inputs as a hostile or a broken sender would.

use crate::chance::Chance;

/// The largest size of an input, in bytes.
pub const LONGEST: usize = 256 * 1024;

/// Numbers that parsers often handle incorrectly: the limits of each width, and their neighbours.
const EDGES: [u64; 14] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x3fff,
    0x7fff,
    0xffff,
    0x00ff_ffff,
    0x7fff_ffff,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];

/// Changes `input` in one to eight places. `others` are inputs to take parts from; `words` are tokens of the format.
pub fn mutate(chance: &mut Chance, input: &mut Vec<u8>, others: &[Vec<u8>], words: &[&[u8]]) {
    for _ in 0..=chance.small(8) {
        change(chance, input, others, words);
        input.truncate(LONGEST);
    }
}

fn change(chance: &mut Chance, input: &mut Vec<u8>, others: &[Vec<u8>], words: &[&[u8]]) {
    let at = chance.below(input.len() + 1);
    match chance.below(11) {
        0 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << chance.below(8);
            }
        }
        1 => {
            if let Some(byte) = input.get_mut(at) {
                *byte = byte_of(chance.bits());
            }
        }
        2 | 3 => overwrite(input, at, &number(chance)),
        4 => insert(input, at, &number(chance)),
        5 => {
            if let Some(word) = chance.one_of(words) {
                if chance.once_in(2) {
                    insert(input, at, word);
                } else {
                    overwrite(input, at, word);
                }
            }
        }
        6 => {
            let end = at + chance.small(input.len() - at);
            input.drain(at..end);
        }
        7 => {
            let part = part(chance, input);
            insert(input, at, &part);
        }
        8 => {
            // Repeats a part many times: counts, nesting, chunks.
            let part = part(chance, input);
            let times = chance.small(LONGEST / part.len().max(1));
            insert(input, at, &part.repeat(times));
        }
        9 => {
            let other = chance.one_of(others).cloned().unwrap_or_default();
            let part = part(chance, &other);
            if chance.once_in(2) {
                insert(input, at, &part);
            } else {
                overwrite(input, at, &part);
            }
        }
        _ => {
            if chance.once_in(4) {
                input.truncate(at);
            } else {
                let byte = byte_of(chance.bits());
                let end = at + chance.small(input.len() - at);
                if let Some(part) = input.get_mut(at..end) {
                    part.fill(byte);
                }
            }
        }
    }
}

/// A number of one to eight bytes, little-endian or big-endian.
fn number(chance: &mut Chance) -> Vec<u8> {
    let edge = chance.one_of(&EDGES).copied().unwrap_or_default();
    let number = match chance.below(3) {
        0 => edge,
        1 => edge.wrapping_add(chance.bits() % 9).wrapping_sub(4),
        _ => chance.bits(),
    };
    let width = 1 << chance.below(4);
    let mut bytes = number.to_le_bytes().to_vec();
    bytes.truncate(width);
    if chance.once_in(2) {
        bytes.reverse();
    }
    bytes
}

const fn byte_of(bits: u64) -> u8 {
    bits.to_le_bytes()[0]
}

fn part(chance: &mut Chance, of: &[u8]) -> Vec<u8> {
    let start = chance.below(of.len());
    let end = start + chance.small(of.len() - start);
    of.get(start..end).unwrap_or_default().to_vec()
}

fn insert(input: &mut Vec<u8>, at: usize, part: &[u8]) {
    input.splice(at..at, part.iter().copied());
}

fn overwrite(input: &mut [u8], at: usize, part: &[u8]) {
    for (to, from) in input.iter_mut().skip(at).zip(part) {
        *to = *from;
    }
}
