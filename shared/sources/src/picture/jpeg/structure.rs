//! Reads the markers of a JPEG, ITU-T T.81 annex B.

use crate::picture::{decoded::checked, error::PictureError};
use contract::Size;
use std::ops::RangeInclusive;

pub(super) const DAMAGED: PictureError = PictureError::Damaged("JPEG");
pub(super) const UNSUPPORTED: PictureError = PictureError::Unsupported("JPEG");

/// The most scans. Cameras and editors write about ten scans, and each scan costs a pass over the whole picture.
pub(super) const MAX_SCANS: usize = 32;

/// The most bytes of Huffman tables. The decoder builds every table that it reads. The largest table has 273 bytes, so
/// this allows seven of them in each scan.
const MAX_TABLE_BYTES: usize = 64 * 1024;

/// The number of coefficients of a block.
const COEFFICIENTS: usize = 64;

/// How the pixels of a JPEG are stored. The data after the end marker are not read: phones store a second picture
/// there.
pub(super) struct Structure {
    pub(super) size: Size,
    pub(super) is_progressive: bool,
    /// The components of the frame, in its order.
    pub(super) components: Vec<Component>,
    /// The components of each scan, by their places in the frame.
    pub(super) scans: Vec<Vec<usize>>,
    /// Whether the file has Huffman tables of its own.
    pub(super) has_tables: bool,
    /// Whether the file has an end marker.
    pub(super) has_end: bool,
    is_jfif: bool,
    /// The colour transform in Adobe's segment.
    adobe: Option<u8>,
    /// The restart interval: how many MCUs there are from one restart marker to the next; 0 without restart markers.
    interval: u64,
    /// How many restart markers the current scan must have; `None` outside of a scan.
    expected: Option<RangeInclusive<u64>>,
    /// How many restart markers the current scan has had so far.
    restarts: u64,
}

/// A component of a frame: a channel of the picture.
pub(super) struct Component {
    id: u8,
    /// The sampling factors, horizontal and vertical.
    pub(super) sampling: (u8, u8),
    /// The number of bits that each coefficient still lacks.
    missing_bits: [u8; COEFFICIENTS],
}

/// The colours that the components stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    Gray,
    Rgb,
    YCbCr,
    Cmyk,
    Ycck,
}

impl Structure {
    /// Reads the markers up to the end of the picture. The decoders accept a missing end, do not tell unsupported files
    /// from damaged ones, and notice too many scans only after decoding them.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PictureError> {
        let mut structure = Self {
            size: Size { width: 0, height: 0 },
            is_progressive: false,
            components: Vec::new(),
            scans: Vec::new(),
            has_tables: false,
            has_end: false,
            is_jfif: false,
            adobe: None,
            interval: 0,
            expected: None,
            restarts: 0,
        };
        let mut table_bytes = 0;
        let mut rest = bytes;
        while let Some((marker, after)) = next_marker(rest) {
            rest = match marker {
                0xd9 => {
                    structure.has_end = true;
                    structure.end_scan()?;
                    break;
                }
                0xd0..=0xd7 => {
                    structure.restart(marker - 0xd0)?;
                    after
                }
                // Markers without a length: an escaped byte in the pixel data, or the beginning of the file.
                0x00 | 0x01 | 0xd8 => after,
                // Lossless, hierarchical and arithmetic frames.
                0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return Err(UNSUPPORTED),
                _ => {
                    let (segment, after) = segment(after).ok_or(DAMAGED)?;
                    match marker {
                        0xc0..=0xc2 => structure.frame(segment, marker == 0xc2)?,
                        0xc4 => {
                            structure.has_tables = true;
                            table_bytes += segment.len();
                        }
                        0xda => structure.scan(segment)?,
                        0xdd => structure.interval = interval(segment).ok_or(DAMAGED)?,
                        0xe0 => structure.is_jfif |= segment.starts_with(b"JFIF\0"),
                        0xee if segment.starts_with(b"Adobe") => structure.adobe = segment.get(11).copied(),
                        _ => {}
                    }
                    if structure.scans.len() > MAX_SCANS || table_bytes > MAX_TABLE_BYTES {
                        return Err(DAMAGED);
                    }
                    after
                }
            };
        }
        if structure.scans.is_empty() {
            return Err(DAMAGED);
        }
        Ok(structure)
    }

    /// Reads a frame's header: the bits of a channel, the height, the width, and the components.
    fn frame(&mut self, segment: &[u8], is_progressive: bool) -> Result<(), PictureError> {
        let ([bits, h0, h1, w0, w1, count], components) = segment.split_first_chunk().ok_or(DAMAGED)?;
        if *bits != 8 || !matches!(count, 1 | 3 | 4) {
            return Err(UNSUPPORTED);
        }
        self.size = checked(
            u16::from_be_bytes([*w0, *w1]).into(),
            u16::from_be_bytes([*h0, *h1]).into(),
        )?;
        let components = components
            .as_chunks::<3>()
            .0
            .get(..usize::from(*count))
            .ok_or(DAMAGED)?;
        let is_second = !self.components.is_empty();
        self.components = components.iter().map(Component::of).collect();
        let is_valid = |(h, v): (u8, u8)| (1..=4).contains(&h) && (1..=4).contains(&v);
        if is_second || !self.components.iter().all(|component| is_valid(component.sampling)) {
            return Err(DAMAGED);
        }
        self.is_progressive = is_progressive;
        Ok(())
    }

    /// Reads a scan's header: its components, the first and the last coefficient, and the bits of the coefficients.
    fn scan(&mut self, segment: &[u8]) -> Result<(), PictureError> {
        self.end_scan()?;
        let (count, rest) = segment.split_first().ok_or(DAMAGED)?;
        let (components, rest) = rest.split_at_checked(usize::from(*count) * 2).ok_or(DAMAGED)?;
        let [first, last, bits] = *rest.first_chunk().ok_or(DAMAGED)?;
        let coefficients = if self.is_progressive {
            usize::from(first)..=usize::from(last)
        } else {
            0..=COEFFICIENTS - 1
        };
        let missing = if self.is_progressive { bits & 0x0f } else { 0 };
        let mut places = Vec::new();
        for [id, _] in components.as_chunks::<2>().0 {
            let place = self.components.iter().position(|component| component.id == *id);
            let place = place.ok_or(DAMAGED)?;
            let component = self.components.get_mut(place).ok_or(DAMAGED)?;
            component
                .missing_bits
                .get_mut(coefficients.clone())
                .ok_or(DAMAGED)?
                .fill(missing);
            places.push(place);
        }
        self.expected = Some(self.restarts_of(&places));
        self.scans.push(places);
        Ok(())
    }

    /// Counts a restart marker. Their numbers go from 0 to 7 and begin again.
    fn restart(&mut self, number: u8) -> Result<(), PictureError> {
        if u64::from(number) != self.restarts % 8 {
            return Err(DAMAGED);
        }
        self.restarts += 1;
        Ok(())
    }

    /// Checks how many restart markers the scan had. If one is lost, decoders draw what follows in the wrong place.
    fn end_scan(&mut self) -> Result<(), PictureError> {
        let restarts = std::mem::take(&mut self.restarts);
        match self.expected.take() {
            Some(expected) if !expected.contains(&restarts) => Err(DAMAGED),
            _ => Ok(()),
        }
    }

    /// How many restart markers a scan must have. Some encoders write one more at the end.
    fn restarts_of(&self, scan: &[usize]) -> RangeInclusive<u64> {
        if self.interval == 0 {
            return 0..=0;
        }
        let needed = self.units(scan).div_ceil(self.interval).saturating_sub(1);
        needed..=needed + 1
    }

    /// The number of MCUs of a scan. In a scan of one component, an MCU is one block, T.81 section A.2.
    fn units(&self, scan: &[usize]) -> u64 {
        let sampling = |of: fn((u8, u8)) -> u8| {
            let factors = self.components.iter().map(|component| of(component.sampling));
            u64::from(factors.max().unwrap_or(1))
        };
        let (across, down) = (sampling(|(across, _)| across), sampling(|(_, down)| down));
        let (width, height) = (u64::from(self.size.width), u64::from(self.size.height));
        match scan {
            [one] => self.components.get(*one).map_or(0, |component| {
                let (own_across, own_down) = component.sampling;
                let blocks = |side: u64, own: u8, most: u64| (side * u64::from(own)).div_ceil(most).div_ceil(8);
                blocks(width, own_across, across) * blocks(height, own_down, down)
            }),
            _ => width.div_ceil(8 * across) * height.div_ceil(8 * down),
        }
    }

    /// Whether the scans contain every bit of every coefficient.
    pub(super) fn is_complete(&self) -> bool {
        self.components
            .iter()
            .all(|component| component.missing_bits.iter().all(|missing| *missing == 0))
    }

    /// The colours of the components, by the rules of libjpeg: JFIF knows only Y′CbCr, Adobe's segment names the
    /// transform, and some writers of RGB give the components the letters as ids.
    pub(super) fn colours(&self) -> Colours {
        let ids: Vec<u8> = self.components.iter().map(|component| component.id).collect();
        match (self.components.len(), self.adobe) {
            (1, _) => Colours::Gray,
            (4, Some(2)) => Colours::Ycck,
            (4, _) => Colours::Cmyk,
            (_, _) if self.is_jfif => Colours::YCbCr,
            (_, Some(0)) => Colours::Rgb,
            (_, None) if ids == *b"RGB" => Colours::Rgb,
            _ => Colours::YCbCr,
        }
    }
}

impl Component {
    fn of([id, sampling, _]: &[u8; 3]) -> Self {
        Self {
            id: *id,
            sampling: (sampling >> 4, sampling & 0x0f),
            missing_bits: [u8::MAX; COEFFICIENTS],
        }
    }
}

/// The next marker, and the bytes after it. Bytes before the marker are pixel data; a marker may follow fill bytes.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let start = bytes.iter().position(|byte| *byte == 0xff)?;
    let rest = bytes.get(start..)?;
    let marker = rest.iter().position(|byte| *byte != 0xff)?;
    Some((*rest.get(marker)?, rest.get(marker + 1..)?))
}

/// The restart interval in a DRI segment, in MCUs.
fn interval(segment: &[u8]) -> Option<u64> {
    segment.first_chunk().map(|units| u16::from_be_bytes(*units).into())
}

/// A marker's segment without its length, and the bytes after the segment.
fn segment(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::from(u16::from_be_bytes(*length)).saturating_sub(2))
}
