//! Blends rows of premultiplied pixels, in flat loops that the compiler vectorizes.

/// The number of channels in a block. A block is small enough to stay in the processor's L1 cache.
const BLOCK: usize = 256;

/// Copies opaque pixels. Their channels are integers up to 255.
pub(super) fn replace(target: &mut [[u8; 4]], source: &[u16]) {
    for (target, source) in target.as_flattened_mut().iter_mut().zip(source) {
        *target = *source as u8;
    }
}

/// Blends source over target, both premultiplied (Porter-Duff source-over). The channels of the source are integers up
/// to 255.
pub(super) fn over(target: &mut [[u8; 4]], source: &[u16]) {
    let mut clear = [0_u16; BLOCK];
    let blocks = target.as_flattened_mut().chunks_mut(BLOCK);
    for (target, source) in blocks.zip(source.chunks(BLOCK)) {
        let (pixels, _) = source.as_chunks::<4>();
        let (clears, _) = clear.as_chunks_mut::<4>();
        for (clear, [.., alpha]) in clears.iter_mut().zip(pixels) {
            *clear = [255 - (*alpha).min(255); 4];
        }
        for ((target, source), clear) in target.iter_mut().zip(source).zip(&clear) {
            *target = (source + share(u16::from(*target), *clear)).min(255) as u8;
        }
    }
}

/// `channel × part ÷ 255`, rounded.
const fn share(channel: u16, part: u16) -> u16 {
    let product = channel * part + 128;
    (product + (product >> 8)) >> 8
}
