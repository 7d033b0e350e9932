//! Small files and bodies that become large when they are read.

/// A bit writer in the order of GIF and lossless WebP: the lowest bit of a byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    free: u32,
}

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        for at in 0..count {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            let bit = ((value >> at) & 1) as u8;
            let last = self.bytes.len() - 1;
            self.bytes[last] |= bit << (8 - self.free);
            self.free -= 1;
        }
    }
}

/// A GIF of one pixel with this many kilobytes of further pixel data. Each code of the data stands for 4090 pixels.
pub(crate) fn gif_that_goes_on(kilobytes: usize) -> Vec<u8> {
    let mut codes = Bits::default();
    for code in [4, 0] {
        codes.put(code, 3);
    }
    // Each code stands for one pixel more than the code before it.
    for code in 6..4096_u32 {
        codes.put(code, (u32::BITS - code.leading_zeros()).max(3));
    }
    while codes.bytes.len() < kilobytes * 1000 {
        codes.put(4095, 12);
    }
    let mut gif = b"GIF89a\x01\0\x01\0\x81\0\0".to_vec();
    gif.extend([0; 12]);
    gif.extend(b",\0\0\0\0\x01\0\x01\0\0\x02");
    for block in codes.bytes.chunks(255) {
        gif.push(block.len() as u8);
        gif.extend(block);
    }
    gif.extend(b"\0;");
    gif
}

/// A lossless WebP of one pixel with 65,536 groups of Huffman codes, of which the pixel needs one.
pub(crate) fn webp_of_many_groups() -> Vec<u8> {
    let mut bits = Bits::default();
    // One pixel, no alpha, version 0; no transform, no colour cache; groups for blocks of four pixels.
    for (value, count) in [
        (0x2f, 8),
        (0, 14),
        (0, 14),
        (0, 1),
        (0, 3),
        (0, 1),
        (0, 1),
        (1, 1),
        (0, 3),
    ] {
        bits.put(value, count);
    }
    // The picture that maps blocks to groups: without a colour cache, green and red are 255, so that the only pixel
    // selects group 65,535.
    bits.put(0, 1);
    for _ in ["green", "red"] {
        for (value, count) in [(1, 1), (0, 1), (1, 1), (255, 8)] {
            bits.put(value, count);
        }
    }
    for _ in ["blue", "alpha", "distance"] {
        for (value, count) in [(1, 1), (0, 1), (0, 1), (0, 1)] {
            bits.put(value, count);
        }
    }
    // Each of the five codes of a group has the symbols 0 and 1.
    for _ in 0..65_536 * 5 {
        for (value, count) in [(1, 1), (1, 1), (1, 1), (0, 8), (1, 8)] {
            bits.put(value, count);
        }
    }
    bits.put(0, 4);
    let mut data = bits.bytes;
    let length = data.len() as u32;
    if length % 2 == 1 {
        data.push(0);
    }
    let whole = data.len() as u32 + 12;
    [
        b"RIFF",
        &whole.to_le_bytes()[..],
        b"WEBPVP8L",
        &length.to_le_bytes(),
        &data,
    ]
    .concat()
}

/// A body of about this many kilobytes: a list of nested objects, with a field that looks like a cursor.
pub(crate) fn nested_json(kilobytes: usize) -> String {
    let nested = r#"{"":{"":{"":{}}}}"#;
    let count = kilobytes * 1000 / (nested.len() + 1);
    format!(r#"{{"cursor":"x","more":[{}]}}"#, vec![nested; count].join(","))
}
