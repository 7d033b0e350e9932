//! Motifs: machines and devices.

use super::sketch::Sketch;
use crate::composer::raster::canvas::{circle, polygon};

pub(super) fn rocket(s: &mut Sketch) {
    s.body("M37 76 C31 88 44 94 50 108 C56 94 69 88 63 76 Z", 0xff7a1a);
    s.mark("M43 78 C40 86 47 90 50 99 C53 90 60 86 57 78 Z", 0xffe45c);
    s.mirrored(|s| s.body("M34 50 C20 57 14 70 16 86 L38 76 Z", 0xe23b4e));
    s.body(
        "M50 0 C66 12 73 32 69 57 C68 66 65 73 62 79 L38 79 C35 73 32 66 31 57 C27 32 34 12 50 0 Z",
        0xf4f6ff,
    );
    s.mark(
        "M50 0 C57 5.500 63 12.500 66.500 22 C60 26 40 26 33.500 22 C37 12.500 43 5.500 50 0 Z",
        0xe23b4e,
    );
    s.shade(
        "M50 0 C66 12 73 32 69 57 C68 66 65 73 62 79 L53 79 C62 58 62 26 50 0 Z",
        0.16,
    );
    s.dot(49.0, 41.0, 11.5, 0x2b3a67);
    s.dot(49.0, 41.0, 8.4, 0x45c8ff);
    s.gleam("M44 40 C44.500 37.500 46 36 48.500 35.500", 2.0, 0.9);
    s.mark("M46.500 58 L53.500 58 L54.500 84 L50 89 L45.500 84 Z", 0xc22a40);
}

pub(super) fn laptop(s: &mut Sketch) {
    s.slab([11.0, 14.0, 78.0, 58.0, 5.0], 0x3a4256);
    s.tile([15.0, 18.0, 70.0, 50.0, 2.5], 0x10162b);
    s.tile([15.0, 18.0, 70.0, 8.0, 2.5], 0x232c4a);
    s.dot(19.5, 22.0, 1.6, 0xff5f57);
    s.dot(24.5, 22.0, 1.6, 0xffbd2e);
    s.dot(29.5, 22.0, 1.6, 0x28c840);
    s.line("M37 36 L27 46.500 L37 57", 5.0, 0x4be3ff);
    s.line("M63 36 L73 46.500 L63 57", 5.0, 0x4be3ff);
    s.line("M54.500 33 L45.500 60", 5.0, 0xffd84d);
    s.shine("M15 18 L44 18 L22 68 L15 68 Z", 0.07);
    s.body(
        "M3 72 L97 72 L100 79 C100.500 83 98 86 94 86 L6 86 C2 86 -0.500 83 0 79 Z",
        0xcfd6e6,
    );
    s.shade("M0 80 L100 80 C100 84 98 86 94 86 L6 86 C2 86 0 84 0 80 Z", 0.18);
    s.mark(
        "M39 72 L61 72 C61 75 59.500 76.500 57 76.500 L43 76.500 C40.500 76.500 39 75 39 72 Z",
        0x8c97b2,
    );
}

pub(super) fn phone(s: &mut Sketch) {
    s.slab([25.0, 1.0, 50.0, 98.0, 9.0], 0x20263a);
    s.tile([28.5, 5.0, 43.0, 90.0, 6.0], 0x5d5bff);
    s.shape(
        polygon([(28.5, 40.0), (71.5, 18.0), (71.5, 89.0), (28.5, 89.0)]),
        0x8a5bff,
        false,
    );
    s.tile([40.0, 7.0, 20.0, 5.0, 2.5], 0x20263a);
    for (row, colours) in [[0xffd84d, 0xff6b81], [0x4be3ff, 0x5dffb0]].into_iter().enumerate() {
        for (column, colour) in colours.into_iter().enumerate() {
            s.tile(
                [34.0 + column as f32 * 18.0, 46.0 + row as f32 * 18.0, 13.5, 13.5, 4.0],
                colour,
            );
        }
    }
    s.tile([40.0, 88.0, 20.0, 2.5, 1.2], 0xffffff);
    s.slab([50.0, 16.0, 44.0, 26.0, 12.0], 0xff4d6d);
    s.body("M62 40 L58 52 L74 41 Z", 0xf03e5f);
    s.mark(
        "M72 37 C64 32 61 28 62 24.500 C63.500 21 69 21 72 25.500 C75 21 80.500 21 82 24.500 C83 28 80 32 72 37 Z",
        0xffffff,
    );
}

pub(super) fn controller(s: &mut Sketch) {
    s.body("M28 26 C36 24 38 28 50 28 C62 28 64 24 72 26 C90 28 98 52 101 72 C103 88 90 92 81 81 L71 68 L29 68 L19 81 C10 92 -3 88 -1 72 C2 52 10 28 28 26 Z", 0x6c4dff);
    s.shade("M-1 72 C-0.500 66 0.500 60 2 56 C14 70 22 62 32 60 L68 60 C78 62 86 70 98 56 C99.500 60 100.500 66 101 72 C103 88 90 92 81 81 L71 68 L29 68 L19 81 C10 92 -3 88 -1 72 Z", 0.2);
    s.tile([17.0, 42.0, 21.0, 7.0, 2.0], 0x1b1440);
    s.tile([24.0, 35.0, 7.0, 21.0, 2.0], 0x1b1440);
    for (x, y, colour) in [
        (72.0, 37.0, 0xffd84d),
        (80.5, 45.5, 0xff5a7a),
        (72.0, 54.0, 0x4be3a0),
        (63.5, 45.5, 0x4bc8ff),
    ] {
        s.dot(x, y, 4.6, colour);
    }
    for x in [39.0, 61.0] {
        s.dot(x, 61.0, 7.2, 0x1b1440);
        s.dot(x, 60.2, 5.0, 0x4a3fa0);
    }
    s.tile([44.5, 38.0, 11.0, 4.5, 2.2], 0xd9d2ff);
    s.gleam("M14 45 C18 36 22 32 29 31", 2.4, 0.45);
}

pub(super) fn camera(s: &mut Sketch) {
    s.body("M30 28 L38 14 L64 14 L71 28 Z", 0x414a63);
    s.slab([12.0, 20.0, 14.0, 12.0, 3.0], 0xff5a5f);
    s.slab([2.0, 26.0, 96.0, 62.0, 10.0], 0x2c3450);
    s.tile([2.0, 42.0, 96.0, 30.0, 0.0], 0x48527a);
    s.disc(50.0, 57.0, 28.0, 0xe8ecf7);
    s.dot(50.0, 57.0, 23.0, 0x141a33);
    s.dot(50.0, 57.0, 17.5, 0x2f6bff);
    s.dot(50.0, 57.0, 11.0, 0x0c1a55);
    s.dot(54.5, 61.5, 3.6, 0x57d5ff);
    s.gleam("M37 53 C39 47 43.500 43.500 49 43", 3.4, 0.85);
    s.tile([78.0, 31.0, 14.0, 8.0, 2.5], 0xfff3b0);
}

pub(super) fn robot(s: &mut Sketch) {
    s.wire("M50 24 L50 8", 5.0, 0x9aa7c7);
    s.disc(50.0, 6.0, 7.5, 0xff5a7a);
    s.mirrored(|s| s.slab([1.0, 44.0, 16.0, 26.0, 7.0], 0x7e8cb4));
    s.slab([11.0, 22.0, 78.0, 68.0, 18.0], 0xe9eefb);
    s.shade(
        "M11 72 C40 80 70 74 89 56 L89 72 C89 82 81 90 71 90 L29 90 C19 90 11 82 11 72 Z",
        0.12,
    );
    s.tile([19.0, 34.0, 62.0, 36.0, 14.0], 0x151a36);
    s.mirrored(|s| {
        s.dot(36.0, 51.0, 9.0, 0x38e8ff);
        s.dot(36.0, 51.0, 4.2, 0xf2ffff);
    });
    s.line("M42 63 C46 66 54 66 58 63", 2.8, 0x38e8ff);
    s.mirrored(|s| s.tile([34.0, 77.0, 8.0, 6.0, 2.0], 0x9aa7c7));
    s.tile([46.0, 77.0, 8.0, 6.0, 2.0], 0x9aa7c7);
}

pub(super) fn gears(s: &mut Sketch) {
    let gear = |x: f32, y: f32, radius: f32, teeth: usize, turn: f32| {
        polygon((0..teeth * 4).map(|i| {
            // Each tooth has four corners: two at its foot, two at its tip.
            let angle =
                turn + std::f32::consts::TAU * (i as f32 + if i % 4 < 2 { 0.12 } else { -0.12 }) / (teeth * 4) as f32;
            let r = if i % 4 == 1 || i % 4 == 2 {
                radius
            } else {
                radius * 0.78
            };
            (x + r * angle.cos(), y + r * angle.sin())
        }))
    };
    s.shape(gear(70.0, 29.0, 30.0, 9, 0.25), 0xffb02e, true);
    s.dot(70.0, 29.0, 15.0, 0xd9820a);
    s.dot(70.0, 29.0, 9.0, 0x3a2408);
    s.shape(gear(36.0, 62.0, 39.0, 11, 0.0), 0xc9d3e8, true);
    s.shape(circle(36.0, 62.0, 22.0), 0x8e9cbd, false);
    s.dot(36.0, 62.0, 13.0, 0x1c2440);
    s.gleam("M14 52 C17 43 24 37 32 36", 2.6, 0.7);
}

pub(super) fn car(s: &mut Sketch) {
    s.body("M2 66 C2 55 9 51 21 49 L35 32 C39 28 45 26 53 26 L64 26 C73 26 80 30 86 42 L93 48 C99 51 101 58 101 66 L101 70 C101 73 99 75 96 75 L7 75 C4 75 2 73 2 70 Z", 0xff3f55);
    s.shade(
        "M2 62 L101 62 L101 70 C101 73 99 75 96 75 L7 75 C4 75 2 73 2 70 Z",
        0.22,
    );
    s.mark("M30 48 L40 36 C43 33 47 32 52 32 L53 48 Z", 0x9fe8ff);
    s.mark("M58 48 L57 32 L64 32 C71 32 76 36 80 48 Z", 0x7fd4f5);
    s.shine("M34 46 L44 34 L49 33 L40 46 Z", 0.55);
    s.mark("M93 52 L100 57 L98 61 L91 58 Z", 0xfff2a8);
    s.mark("M2.500 58 L9 56 L9 61 L2.200 62 Z", 0xffb02e);
    for x in [25.0, 78.0] {
        s.disc(x, 75.0, 13.0, 0x1d2233);
        s.dot(x, 75.0, 7.5, 0xd5dcec);
        s.dot(x, 75.0, 3.0, 0x59637f);
    }
    s.gleam("M24 52 L86 52", 1.6, 0.5);
}

pub(super) fn headphones(s: &mut Sketch) {
    s.wire("M13 60 C10 -4 90 -4 87 60", 10.0, 0x3d4570);
    s.line("M15 50 C17 4 83 4 85 50", 3.0, 0x6a76b8);
    s.mirrored(|s| {
        s.slab([3.0, 52.0, 17.0, 36.0, 8.0], 0xff4f81);
        s.slab([15.0, 48.0, 13.0, 44.0, 6.0], 0x272d4f);
    });
    s.body("M44 40 L72 33 L72 66 C72 74 60 76 58 68.500 C57 63 62 60 66.500 60.500 L66.500 46 L49.500 50.500 L49.500 73 C49.500 82 37 83.500 35.500 75.500 C34.500 70 39.500 66.500 44 67 Z", 0xffd84d);
}

pub(super) fn microphone(s: &mut Sketch) {
    s.wire("M22 42 C22 78 78 78 78 42", 6.0, 0xc9d3e8);
    s.wire("M50 70 L50 90", 6.0, 0xc9d3e8);
    s.slab([28.0, 86.0, 44.0, 10.0, 5.0], 0xaab6d3);
    s.slab([32.0, 2.0, 36.0, 60.0, 18.0], 0xff4f6d);
    s.tile([32.0, 36.0, 36.0, 5.0, 0.0], 0x2a2f4d);
    for row in 0..3 {
        s.gleam(&format!("M38 {y} L62 {y}", y = 14 + row * 8), 2.6, 0.5);
    }
    s.shade(
        "M56 3 C64 6 68 12 68 20 L68 44 C68 53 62 61 52 62 C60 50 60 18 56 3 Z",
        0.16,
    );
}
