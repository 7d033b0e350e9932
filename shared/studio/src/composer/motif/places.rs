//! Motifs: landscapes, buildings and space.

use super::sketch::Sketch;
use crate::composer::raster::canvas::polygon;

pub(super) fn mountain(s: &mut Sketch) {
    s.disc(73.0, 25.0, 17.0, 0xffd24a);
    s.body("M34 90 L70 32 L106 90 Z", 0x7a8bd0);
    s.mark(
        "M70 32 L81.500 50.500 L75 47 L70 54 L64.500 47.500 L58.500 50.500 Z",
        0xf3f6ff,
    );
    s.shade("M70 32 L106 90 L78 90 L70 60 Z", 0.14);
    s.body("M-6 90 L38 12 L82 90 Z", 0x45569c);
    s.shade("M38 12 L82 90 L46 90 L40 58 Z", 0.25);
    s.mark(
        "M38 12 L54.500 41 L47.500 37 L41 47 L34.500 38 L27.500 45 L21.500 41.500 Z",
        0xffffff,
    );
    s.shade("M38 12 L54.500 41 L47.500 37 L41 47 L39 34 Z", 0.10);
    s.wire("M38 14 L38 -9", 2.4, 0xe9edf8);
    s.body("M38 -10 L57 -4.500 L38 1 Z", 0xff4f5e);
}

pub(super) fn globe(s: &mut Sketch) {
    s.disc(50.0, 50.0, 44.0, 0x2f8dff);
    s.mark("M22 18 C30 12 42 9 48 12 C54 18 46 22 42 28 C44 34 38 36 34 42 C28 44 30 52 24 50 C16 46 9 42 11 34 C13 28 16 22 22 18 Z", 0x4fd07a);
    s.mark(
        "M33 53 C42 50 50 56 52 63 C48 70 46 78 39 86 C34 82 34 74 30 68 C26 62 27 56 33 53 Z",
        0x4fd07a,
    );
    s.mark("M62 20 C70 16 80 22 86 32 C92 40 93 52 89 62 C84 60 82 54 78 50 C74 52 70 48 66 44 C60 42 58 36 62 32 C58 28 58 22 62 20 Z", 0x4fd07a);
    s.mark(
        "M70 68 C76 65 80 68 79 73 C76 78 70 78 68 74 C67 72 68 69 70 68 Z",
        0x4fd07a,
    );
    s.shade("M66 9 C92 20 104 54 84 78 C70 96 44 99 28 88 C60 92 92 56 66 9 Z", 0.2);
    s.gleam("M14 40 C17 27 24 19 33 14", 3.0, 0.6);
}

pub(super) fn planet(s: &mut Sketch) {
    s.wire("M14 66 C-16 88 26 92 66 66 C104 40 108 10 74 30", 7.0, 0xffd84d);
    s.disc(47.0, 52.0, 33.0, 0xff6f9c);
    s.mark(
        "M17 40 C34 46 58 38 73 31 C76 35 78 39 79 43 C58 54 34 58 14.500 52 C14.500 48 15.500 44 17 40 Z",
        0xffa2bf,
    );
    s.mark(
        "M22 74 C42 76 64 66 79.500 58 C78 66 73 74 66 79 C52 88 33 86 22 74 Z",
        0xe04a80,
    );
    s.shade("M62 22 C82 34 86 62 66 79 C52 90 36 86 26 78 C60 80 76 54 62 22 Z", 0.2);
    s.line("M14 66 C-2 79 8 84 30 80 C58 74 84 56 94 40", 7.0, 0xffd84d);
    s.disc(88.0, 86.0, 7.0, 0x7fe7ff);
    s.disc(12.0, 14.0, 4.5, 0xfff3b0);
}

pub(super) fn island(s: &mut Sketch) {
    s.disc(66.0, 40.0, 28.0, 0xffc93c);
    s.wire("M46 80 C46 60 42 46 34 32", 6.5, 0x9a5b2e);
    for path in [
        "M34 33 C22 18 6 20 -2 32 C12 26 24 30 34 33 Z",
        "M34 33 C30 14 14 4 2 10 C16 12 26 22 34 33 Z",
        "M34 33 C36 12 52 2 64 8 C52 12 42 20 34 33 Z",
        "M34 33 C48 20 64 24 70 38 C58 30 46 32 34 33 Z",
        "M34 33 C20 34 10 46 10 58 C18 46 26 40 34 33 Z",
    ] {
        s.body(path, 0x27ae60);
    }
    s.dot(36.0, 36.0, 3.6, 0x7a4420);
    s.dot(31.0, 37.5, 3.4, 0x8a4f26);
    s.body("M14 86 C24 72 70 70 88 86 Z", 0xffe3a3);
    s.body(
        "M-4 84 C8 78 16 88 28 84 C40 79 48 88 60 84 C72 79 82 88 104 82 L98 98 L2 98 Z",
        0x20b7e8,
    );
    s.gleam("M10 91 C18 88 24 93 32 91", 2.0, 0.7);
    s.gleam("M56 92 C64 89 72 94 80 91", 2.0, 0.7);
}

pub(super) fn house(s: &mut Sketch) {
    s.slab([68.0, 12.0, 12.0, 26.0, 1.5], 0xb5533c);
    s.slab([13.0, 42.0, 74.0, 54.0, 3.0], 0xfff1da);
    s.shade("M60 44 L87 44 L87 96 L60 96 Z", 0.10);
    s.body("M50 4 L104 50 L97 57 L50 18 L3 57 L-4 50 Z", 0xe2493f);
    s.body("M50 14 L90 48 L10 48 Z", 0xe2493f);
    s.slab([41.0, 60.0, 19.0, 36.0, 2.0], 0x2f6f8f);
    s.dot(55.5, 79.0, 1.8, 0xffd84d);
    for x in [19.0, 66.0] {
        s.tile([x, 58.0, 16.0, 16.0, 1.5], 0x6fd0f5);
        s.line(
            &format!("M{c} 58 L{c} 74 M{x} 66 L{r} 66", c = x + 8.0, r = x + 16.0),
            1.8,
            0xffffff,
        );
    }
    s.dot(50.0, 35.0, 6.0, 0xfff1da);
}

pub(super) fn city(s: &mut Sketch) {
    for ([x, y, width, height, radius], colour, lit) in [
        ([2.0, 42.0, 26.0, 54.0, 1.5], 0x5b6bd6, 0xffe27a),
        ([70.0, 34.0, 28.0, 62.0, 1.5], 0x4c59b8, 0xffe27a),
        ([26.0, 10.0, 30.0, 86.0, 1.5], 0x7c8cf0, 0xfff0b0),
        ([52.0, 52.0, 24.0, 44.0, 1.5], 0x8f7bf2, 0xffe27a),
    ] {
        s.slab([x, y, width, height, radius], colour);
        let columns = (width / 8.0) as usize;
        let rows = (height / 10.0) as usize;
        for row in 0..rows {
            for column in (0..columns).filter(|column| (row * 5 + column * 3) % 4 != 1) {
                s.tile(
                    [
                        x + 4.0 + column as f32 * 8.0,
                        y + 5.0 + row as f32 * 10.0,
                        4.4,
                        5.6,
                        0.6,
                    ],
                    lit,
                );
            }
        }
    }
    s.wire("M41 10 L41 -6", 2.4, 0xc9d3ff);
    s.shape(
        polygon([(-4.0, 96.0), (104.0, 96.0), (104.0, 101.0), (-4.0, 101.0)]),
        0x2a2f63,
        true,
    );
}
