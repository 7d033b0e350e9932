//! Lays rows of premultiplied pixels over others, in flat loops that the compiler turns into vector code.

/// Channels that are worked on at a time, so that what is computed of them stays in the processor's nearest memory.
const BLOCK: usize = 256;

/// Replaces pixels by opaque ones. Their channels are whole numbers up to 255.
pub(super) fn replace(target: &mut [[u8; 4]], source: &[u16]) {
    for (target, source) in target.as_flattened_mut().iter_mut().zip(source) {
        *target = *source as u8;
    }
}

/// Premultiplied source-over. The source's channels are whole numbers up to 255.
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

/// A channel times a share in parts of 255, rounded.
const fn share(channel: u16, part: u16) -> u16 {
    let product = channel * part + 128;
    (product + (product >> 8)) >> 8
}
