//! Motifs: machines that no emoji shows.

use super::sketch::Sketch;
use crate::composer::raster::canvas::circle;

pub(super) fn drone(s: &mut Sketch) {
    s.wire("M50 50 L16 34", 6.0, 0x39425c);
    s.wire("M50 50 L84 34", 6.0, 0x39425c);
    s.wire("M50 54 L20 72", 6.0, 0x2b3350);
    s.wire("M50 54 L80 72", 6.0, 0x2b3350);
    for (x, y) in [(16.0, 30.0), (84.0, 30.0), (20.0, 68.0), (80.0, 68.0)] {
        s.slab([x - 3.0, y - 2.0, 6.0, 10.0, 2.0], 0x20263a);
        s.slab([x - 17.0, y - 4.5, 34.0, 4.0, 2.0], 0xb9c4dc);
    }
    s.body("M32 44 C34 34 66 34 68 44 L70 58 C68 66 32 66 30 58 Z", 0xf1f4fb);
    s.shade("M30 56 C40 62 60 62 70 56 L70 58 C68 66 32 66 30 58 Z", 0.2);
    s.slab([41.0, 60.0, 18.0, 17.0, 6.0], 0x2b3350);
    s.shape(circle(50.0, 68.5, 6.4), 0x10162b, false);
    s.dot(50.0, 68.5, 4.2, 0x45c8ff);
    s.dot(48.3, 66.8, 1.4, 0xffffff);
    s.dot(38.0, 48.0, 2.2, 0xff4f5e);
    s.dot(62.0, 48.0, 2.2, 0x3ddc84);
}

pub(super) fn submarine(s: &mut Sketch) {
    s.wire("M56 30 L56 14 L68 14", 4.0, 0x39425c);
    s.body("M40 46 L44 28 L68 28 L72 46 Z", 0xf2b632);
    s.body("M2 42 L14 54 L14 66 L2 78 Z", 0xd9952a);
    s.body(
        "M8 60 C8 46 26 40 50 40 L76 40 C92 40 99 50 99 60 C99 70 92 80 76 80 L50 80 C26 80 8 74 8 60 Z",
        0xffc93c,
    );
    s.shade(
        "M8 62 C20 72 90 72 99 62 C98 71 91 80 76 80 L50 80 C26 80 8 74 8 62 Z",
        0.16,
    );
    for x in [38.0, 58.0, 78.0] {
        s.dot(x, 58.0, 7.6, 0x39425c);
        s.dot(x, 58.0, 5.6, 0x7fd6ff);
        s.gleam(
            &format!("M{} 57 C{} 55 {} 54 {} 54", x - 3.0, x - 3.0, x - 1.5, x),
            1.4,
            0.9,
        );
    }
}

pub(super) fn washing_machine(s: &mut Sketch) {
    s.slab([12.0, 3.0, 76.0, 94.0, 6.0], 0xf3f6fc);
    s.tile([12.0, 3.0, 76.0, 18.0, 6.0], 0xd4dcea);
    s.tile([18.0, 8.0, 24.0, 8.0, 2.0], 0xaab6cc);
    s.dot(70.0, 12.0, 5.0, 0x5b6a88);
    s.dot(56.0, 12.0, 2.4, 0x3ddc84);
    s.dot(50.0, 58.0, 30.0, 0x8ea0bf);
    s.dot(50.0, 58.0, 25.0, 0x1f2b49);
    s.mark(
        "M26 62 C34 52 42 70 52 60 C60 52 68 66 74 58 C76 76 62 83 50 83 C38 83 26 76 26 62 Z",
        0x4fb8ff,
    );
    s.gleam("M33 48 C36 42 41 38 47 37", 3.0, 0.8);
    s.dot(42.0, 70.0, 3.0, 0xdff3ff);
    s.dot(58.0, 72.0, 2.2, 0xdff3ff);
}

pub(super) fn oven(s: &mut Sketch) {
    s.slab([8.0, 8.0, 84.0, 86.0, 6.0], 0x3a4256);
    s.tile([8.0, 8.0, 84.0, 20.0, 6.0], 0xcfd6e6);
    for x in [22.0, 38.0, 62.0, 78.0] {
        s.dot(x, 18.0, 4.4, 0x3a4256);
    }
    s.tile([18.0, 34.0, 64.0, 6.0, 3.0], 0xcfd6e6);
    s.tile([18.0, 45.0, 64.0, 40.0, 4.0], 0x1b1210);
    s.tile([21.0, 48.0, 58.0, 34.0, 3.0], 0xff9a3c);
    s.line("M21 72 L79 72", 2.0, 0x5a2a10);
    s.mark("M34 71 C32 58 44 56 50 60 C56 56 68 58 66 71 Z", 0xb9702e);
    s.shine("M21 48 L50 48 L32 82 L21 82 Z", 0.16);
}

pub(super) fn caravan(s: &mut Sketch) {
    s.wire("M92 76 L99 76", 5.0, 0x39425c);
    s.body(
        "M4 34 C4 22 12 16 24 16 L66 16 C84 16 94 34 95 54 L95 76 L4 76 Z",
        0xf8f1de,
    );
    s.mark("M4 54 L95 54 L95 76 L4 76 Z", 0x2fb0a8);
    s.tile([14.0, 28.0, 24.0, 18.0, 3.0], 0x6fc8f2);
    s.mark("M66 26 C76 28 82 36 85 46 L66 46 Z", 0x6fc8f2);
    s.tile([44.0, 28.0, 16.0, 44.0, 2.0], 0xfffaf0);
    s.dot(57.0, 52.0, 1.8, 0x39425c);
    s.disc(34.0, 78.0, 12.0, 0x20263a);
    s.dot(34.0, 78.0, 5.5, 0xd4dcea);
    s.gleam("M16 22 C30 20 50 20 62 21", 2.8, 0.8);
}

pub(super) fn excavator(s: &mut Sketch) {
    s.wire("M48 48 L30 16 L10 46", 8.0, 0xf2a81d);
    s.body("M2 44 L20 44 L22 58 C14 66 4 62 0 54 Z", 0x39425c);
    s.slab([32.0, 74.0, 64.0, 20.0, 10.0], 0x20263a);
    for x in [43.0, 56.0, 70.0, 84.0] {
        s.dot(x, 84.0, 5.0, 0x8ea0bf);
    }
    s.body("M40 46 L72 46 L72 40 L96 40 L98 72 L40 72 Z", 0xffc22e);
    s.shade("M40 64 L97.5 64 L98 72 L40 72 Z", 0.2);
    s.body("M44 22 L66 22 L72 46 L72 60 L44 60 Z", 0xffc22e);
    s.tile([48.0, 27.0, 16.0, 22.0, 2.0], 0x7fd6ff);
    s.line("M78 48 L92 48 M78 54 L92 54", 2.4, 0x8a5f08);
}

pub(super) fn tank(s: &mut Sketch) {
    s.wire("M40 34 L3 28", 6.0, 0x46562f);
    s.body("M34 42 C36 26 44 22 56 22 L72 22 C80 22 84 32 85 42 Z", 0x5f7440);
    s.body("M6 56 L18 42 L88 42 L97 56 L92 66 L10 66 Z", 0x6f8749);
    s.slab([4.0, 58.0, 92.0, 26.0, 13.0], 0x2a3320);
    for x in [18.0, 34.0, 50.0, 66.0, 82.0] {
        s.dot(x, 71.0, 7.0, 0x7d8f5e);
        s.dot(x, 71.0, 2.6, 0x2a3320);
    }
    s.slab([56.0, 16.0, 14.0, 7.0, 2.0], 0x46562f);
    s.gleam("M42 32 C46 27 52 26 60 26", 2.4, 0.5);
}

pub(super) fn robot_vacuum(s: &mut Sketch) {
    s.body(
        "M4 56 C4 38 26 30 50 30 C74 30 96 38 96 56 L96 66 C96 80 74 86 50 86 C26 86 4 80 4 66 Z",
        0x2b3350,
    );
    s.mark(
        "M4 56 C4 38 26 30 50 30 C74 30 96 38 96 56 C96 70 74 76 50 76 C26 76 4 70 4 56 Z",
        0xe8eef8,
    );
    s.mark(
        "M34 50 C34 44 42 42 50 42 C58 42 66 44 66 50 C66 56 58 58 50 58 C42 58 34 56 34 50 Z",
        0x39425c,
    );
    s.dot(50.0, 66.0, 3.6, 0x3ddc84);
    s.wire("M10 80 L0 90 M14 84 L10 95", 2.6, 0x8ea0bf);
    s.gleam("M16 48 C22 40 32 37 42 36", 2.8, 0.8);
}
