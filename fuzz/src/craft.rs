//! Building blocks of hostile files.

use crate::chance::Chance;

/// Writes bits from the lowest up, as in GIF and lossless WebP.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    bytes: Vec<u8>,
    /// The bits that are not in `bytes` yet, and their number.
    open: u64,
    count: u32,
}

impl Bits {
    /// Writes the lowest `count` bits of `value`, at most 32.
    pub fn put(&mut self, value: u32, count: u32) {
        let mask = (1_u64 << count) - 1;
        self.open |= (u64::from(value) & mask) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.open.to_le_bytes()[0]);
            self.open >>= 8;
            self.count -= 8;
        }
    }

    /// How many whole bytes have been written.
    #[must_use]
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// All bytes; the last one is padded with zeros.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.open.to_le_bytes()[0]);
        }
        self.bytes
    }
}

/// A side of a picture: mostly small, sometimes up to `most`.
pub fn side(chance: &mut Chance, most: usize) -> u32 {
    let side = if chance.once_in(8) {
        chance.small(most)
    } else {
        chance.small(200)
    };
    u32::try_from(side).unwrap_or(u32::MAX).max(1)
}

/// A chunk of a RIFF file: name, length, data, padding.
pub fn riff_chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend_from_slice(name);
    file.extend_from_slice(&u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes());
    file.extend_from_slice(data);
    if !data.len().is_multiple_of(2) {
        file.push(0);
    }
}

/// A WebP with these chunks.
#[must_use]
pub fn webp(chunks: &[u8]) -> Vec<u8> {
    let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
    file.extend_from_slice(chunks);
    mend_riff(&mut file);
    file
}

/// Corrects the length in a RIFF file's header.
pub fn mend_riff(file: &mut [u8]) {
    let length = u32::try_from(file.len().saturating_sub(8)).unwrap_or(u32::MAX);
    if let Some(place) = file.get_mut(4..8) {
        place.copy_from_slice(&length.to_le_bytes());
    }
}

/// Random bytes.
pub fn noise(chance: &mut Chance, length: usize) -> Vec<u8> {
    (0..length).map(|_| chance.bits().to_le_bytes()[0]).collect()
}
