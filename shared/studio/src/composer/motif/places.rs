//! Motifs: places that no emoji shows.

use super::sketch::Sketch;

pub(super) fn lighthouse(s: &mut Sketch) {
    s.body("M4 98 C10 86 24 82 36 84 L64 84 C78 82 90 86 96 98 Z", 0x6b7a99);
    s.body("M36 34 L64 34 L70 88 L30 88 Z", 0xf6f3ee);
    s.mark("M34.800 45 L65.200 45 L66.500 57 L33.500 57 Z", 0xe23b4e);
    s.mark("M32.200 69 L67.800 69 L69.200 81 L30.800 81 Z", 0xe23b4e);
    s.shade("M54 34 L64 34 L70 88 L58 88 Z", 0.16);
    s.slab([30.0, 29.0, 40.0, 6.0, 2.0], 0x2b3350);
    s.slab([38.0, 13.0, 24.0, 17.0, 2.0], 0xffe27a);
    s.tile([48.0, 13.0, 4.0, 17.0, 0.0], 0xd9a520);
    s.body("M34 14 L50 0 L66 14 Z", 0xe23b4e);
    s.body("M66 15 L98 6 L98 34 L66 27 Z", 0xffe894);
    s.tile([45.5, 60.0, 9.0, 7.0, 3.0], 0x2b3350);
}

pub(super) fn windmill(s: &mut Sketch) {
    s.body("M36 46 L64 46 L72 99 L28 99 Z", 0xe9dcc6);
    s.shade("M54 46 L64 46 L72 99 L59 99 Z", 0.16);
    s.body("M33 47 C36 33 64 33 67 47 Z", 0x8a4b2f);
    s.tile([44.0, 80.0, 12.0, 19.0, 6.0], 0x6b3b24);
    s.tile([45.5, 60.0, 9.0, 9.0, 2.0], 0x45708f);
    for (x, y) in [(12.0, 4.0), (88.0, 4.0), (12.0, 80.0), (88.0, 80.0)] {
        s.wire(&format!("M50 42 L{x} {y}"), 3.2, 0x6b3b24);
    }
    s.body("M47 36 L18 6 L9 15 L38 45 Z", 0xf7f4ee);
    s.body("M53 36 L82 6 L91 15 L62 45 Z", 0xf7f4ee);
    s.body("M47 48 L18 78 L9 69 L38 39 Z", 0xf7f4ee);
    s.body("M53 48 L82 78 L91 69 L62 39 Z", 0xf7f4ee);
    s.disc(50.0, 42.0, 5.5, 0x8a4b2f);
}

pub(super) fn pyramids(s: &mut Sketch) {
    s.disc(82.0, 20.0, 13.0, 0xffd24a);
    s.body("M2 88 L32 40 L62 88 Z", 0xd9a24c);
    s.shade("M32 40 L62 88 L42 88 Z", 0.28);
    s.body("M30 92 L64 26 L98 92 Z", 0xf0be63);
    s.shade("M64 26 L98 92 L72 92 Z", 0.28);
    s.line("M55.500 43 L70 43", 1.4, 0xb98434);
    s.line("M47 59 L75.500 59", 1.4, 0xb98434);
    s.line("M39 75 L81 75", 1.4, 0xb98434);
    s.body("M0 92 C20 84 40 88 56 91 C72 94 88 88 100 90 L100 99 L0 99 Z", 0xe3ac55);
}
