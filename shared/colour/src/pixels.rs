//! Decoded pictures.

/// A picture as rows of pixels from the top: red, green, blue and alpha of 8 bits, sRGB, not premultiplied.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Pixels {
    /// Wraps the bytes of a picture. Returns `None` unless there are exactly `width × height × 4` bytes.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Self> {
        let bytes = (u64::from(width) * u64::from(height)).saturating_mul(4);
        (u64::try_from(rgba.len()) == Ok(bytes)).then_some(Self { width, height, rgba })
    }

    /// The width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The channels of all pixels, row by row.
    pub fn as_bytes(&self) -> &[u8] {
        &self.rgba
    }

    /// The pixels, row by row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [u8; 4]> + '_ {
        self.rgba.as_chunks::<4>().0.iter().copied()
    }

    /// The pixels as rows from the top, each from left to right.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[[u8; 4]]> + '_ {
        // `chunks` panics on 0. A picture of width 0 has no pixels, so that any chunk length gives no rows.
        let width = usize::try_from(self.width).unwrap_or(usize::MAX).max(1);
        self.rgba.as_chunks::<4>().0.chunks(width)
    }
}

impl std::fmt::Debug for Pixels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pixels({}×{})", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_width_of_the_picture() {
        let pixels = Pixels::new(2, 2, (0..16).collect()).unwrap();
        let rows: Vec<_> = pixels.rows().collect();
        assert_eq!(rows, [[[0, 1, 2, 3], [4, 5, 6, 7]], [[8, 9, 10, 11], [12, 13, 14, 15]]]);
        assert_eq!(pixels.iter().last(), Some([12, 13, 14, 15]));
    }

    #[test]
    fn byte_counts_that_do_not_match_the_size_are_refused() {
        assert_eq!(Pixels::new(2, 2, vec![0; 15]), None);
        assert_eq!(Pixels::new(u32::MAX, u32::MAX, vec![]), None);
        assert_eq!(Pixels::new(0, 7, vec![]).map(|pixels| pixels.rows().len()), Some(0));
    }
}
