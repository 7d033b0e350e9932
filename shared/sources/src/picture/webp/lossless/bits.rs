//! Reads the bits and the Huffman codes of a lossless stream.

/// The order of the lengths of the code for lengths.
const LENGTH_ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The longest code word, in bits.
const LONGEST: usize = 15;

/// The number of bits that index the library's table. Longer code words continue in a tree.
const TABLE_BITS: usize = 10;

/// Reads bits, beginning with the lowest bit of each byte.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of bits that have been read.
    at: usize,
}

impl<'a> Bits<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next bits, at most 16; `None` if the stream has fewer.
    pub(super) fn read(&mut self, count: usize) -> Option<u32> {
        let bits = self.peek() & ((1 << count) - 1);
        self.skip(count)?;
        Some(bits)
    }

    /// At least the next 17 bits; zeros after the end.
    fn peek(&self) -> u32 {
        let mut window = [0; 4];
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        for (to, from) in window.iter_mut().zip(rest) {
            *to = *from;
        }
        u32::from_le_bytes(window) >> (self.at % 8)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.at += count;
        (self.at.div_ceil(8) <= self.bytes.len()).then_some(())
    }

    /// The next symbol in this code.
    pub(super) fn symbol(&mut self, code: &Code) -> Option<u16> {
        match code {
            Code::One(symbol) => Some(*symbol),
            Code::Table { words, mask } => {
                let word = words.get((self.peek() & mask) as usize)?;
                self.skip(usize::from(word & 0xf))?;
                Some(word >> 4)
            }
        }
    }

    /// The length or the distance of a copy, which is encoded as a symbol and further bits.
    pub(super) fn copied(&mut self, symbol: u16) -> Option<u32> {
        if symbol < 4 {
            return Some(u32::from(symbol) + 1);
        }
        let more = usize::from((symbol - 2) >> 1);
        let bits = self.read(more)?;
        Some(((2 + (u32::from(symbol) & 1)) << more) + bits + 1)
    }

    /// The next code for this number of symbols, as the lengths of its words.
    pub(super) fn lengths(&mut self, symbols: u16) -> Option<Lengths> {
        if self.read(1)? == 1 {
            let has_two = self.read(1)? == 1;
            let wide = self.read(1)?;
            let first = self.read(if wide == 1 { 8 } else { 1 })?;
            let first = u16::try_from(first).ok().filter(|first| *first < symbols)?;
            if !has_two {
                return Some(Lengths::One(first));
            }
            let second = u16::try_from(self.read(8)?).ok().filter(|second| *second < symbols)?;
            return Some(Lengths::Two(first, second));
        }
        let mut own = vec![0; LENGTH_ORDER.len()];
        let count = 4 + self.read(4)? as usize;
        for place in LENGTH_ORDER.get(..count)? {
            *own.get_mut(*place)? = u8::try_from(self.read(3)?).ok()?;
        }
        self.many(&Lengths::Many(own).code()?, symbols).map(Lengths::Many)
    }

    /// The lengths of a code's words, which are themselves Huffman-coded.
    fn many(&mut self, code: &Code, symbols: u16) -> Option<Vec<u8>> {
        let symbols = usize::from(symbols);
        let mut written = symbols;
        if self.read(1)? == 1 {
            let bits = 2 + 2 * self.read(3)? as usize;
            written = 2 + self.read(bits)? as usize;
        }
        let mut lengths = Vec::with_capacity(symbols);
        let mut last = 8;
        while lengths.len() < symbols && written > 0 {
            written -= 1;
            let (count, length) = match self.symbol(code)? {
                16 => (3 + self.read(2)?, last),
                17 => (3 + self.read(3)?, 0),
                18 => (11 + self.read(7)?, 0),
                length => (1, u8::try_from(length).ok()?),
            };
            if length != 0 {
                last = length;
            }
            lengths.resize(lengths.len() + count as usize, length);
        }
        (lengths.len() <= symbols).then(|| {
            lengths.resize(symbols, 0);
            lengths
        })
    }
}

/// A Huffman code, as the lengths of its words.
pub(super) enum Lengths {
    /// A single symbol, which takes no bits.
    One(u16),
    /// Two symbols of one bit each.
    Two(u16, u16),
    /// The length of each symbol's word in bits; 0 for an unused symbol.
    Many(Vec<u8>),
}

impl Lengths {
    /// The size of the library's tables for this code, in bytes: four for each entry of the table, and two nodes of 16
    /// bytes for each longer word.
    pub(super) fn table_bytes(&self) -> usize {
        let Self::Many(lengths) = self else { return 64 };
        let longest = lengths.iter().copied().max().unwrap_or_default();
        let long = lengths
            .iter()
            .filter(|length| usize::from(**length) > TABLE_BITS)
            .count();
        (4 << usize::from(longest).min(TABLE_BITS)) + long * 2 * 16
    }

    /// The code for reading; `None` if the words are not a complete code.
    pub(super) fn code(&self) -> Option<Code> {
        let lengths = match self {
            Self::One(symbol) => return Some(Code::One(*symbol)),
            Self::Two(first, second) => {
                return Some(Code::Table {
                    words: vec![first << 4 | 1, second << 4 | 1],
                    mask: 1,
                });
            }
            Self::Many(lengths) => lengths,
        };
        let mut counts = [0_usize; LONGEST + 1];
        for length in lengths {
            *counts.get_mut(usize::from(*length))? += 1;
        }
        let [_, used @ ..] = &counts;
        if used.iter().sum::<usize>() <= 1 {
            let symbol = lengths.iter().position(|length| *length != 0)?;
            return u16::try_from(symbol).ok().map(Code::One);
        }
        let longest = counts.iter().rposition(|count| *count != 0)?;
        let mut next = [0_usize; LONGEST + 1];
        let mut word = 0;
        for (count, next) in counts.iter().zip(&mut next).skip(1).take(longest) {
            *next = word;
            word = (word + count) << 1;
        }
        if word != 2 << longest {
            return None;
        }
        let mut words = vec![0; 1 << longest];
        for (symbol, length) in lengths.iter().enumerate().filter(|(_, length)| **length != 0) {
            let next = next.get_mut(usize::from(*length))?;
            // Words begin with their highest bit, but bits are read from the lowest up.
            let reversed = u16::try_from(*next).ok()?.reverse_bits() >> (16 - length);
            *next += 1;
            let entry = u16::try_from(symbol).ok()? << 4 | u16::from(*length);
            for place in (usize::from(reversed)..words.len()).step_by(1 << length) {
                *words.get_mut(place)? = entry;
            }
        }
        Some(Code::Table {
            words,
            mask: (1 << longest) - 1,
        })
    }
}

/// A Huffman code for reading.
pub(super) enum Code {
    One(u16),
    /// For each sequence of bits: 16 times the symbol, plus the length, of the word at its beginning.
    Table {
        words: Vec<u16>,
        mask: u32,
    },
}
