//! Cursors of lists.

use std::time::Duration;

use contract::tools;
use serde_json::Map;
use service::Seal;
use store::CursorKey;

use super::target::Target;
use crate::{chance::Chance, craft::noise, measure::Cost};

pub(super) const TARGET: Target = Target {
    name: "cursor",
    run: open,
    budget: |_| MOST,
    craft: |chance| Some(craft(chance)),
    words: &[b"=", b"-", b"_", b"+", b"/", b"\0", b"AAAA", b"\xff"],
    mend: |_| {},
};

/// The budget of any cursor.
const MOST: Cost = Cost {
    // A debug build takes about eight times as long as a deployed function.
    cpu: Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 50 }),
    memory: 32_000_000,
};

/// The key of all lists in this target. The corpus has cursors that were sealed with it.
const KEY: CursorKey = CursorKey::new([1; 32]);

/// Opens a cursor in every list. A cursor that opens must have been made with the same seal.
fn open(bytes: &[u8]) {
    let Ok(cursor) = std::str::from_utf8(bytes) else {
        return;
    };
    for tool in tools::TERMS.iter().filter(|tool| tool.takes_cursor()) {
        let filters = Map::new();
        let seal = Seal::new(&KEY, tool, &filters);
        if let Some(position) = seal.open(cursor) {
            assert!(seal.close(&position) == cursor, "a forged cursor was accepted");
        }
    }
}

/// A cursor of a random list, or text that looks like a cursor.
fn craft(chance: &mut Chance) -> Vec<u8> {
    let length = chance.small(10_000);
    if chance.once_in(2) {
        const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let letter = |byte: u8| {
            ALPHABET
                .get(usize::from(byte) % ALPHABET.len())
                .copied()
                .unwrap_or(b'A')
        };
        return noise(chance, length).into_iter().map(letter).collect();
    }
    let lists: Vec<_> = tools::TERMS.iter().filter(|tool| tool.takes_cursor()).collect();
    let position = String::from_utf8_lossy(&noise(chance, length)).into_owned();
    let sealed = chance
        .one_of(&lists)
        .map(|tool| Seal::new(&KEY, tool, &Map::new()).close(&position));
    sealed.unwrap_or_default().into_bytes()
}
