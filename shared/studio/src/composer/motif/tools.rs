//! Motifs that no emoji shows: tools of the workshop, the garden and the desk.

use super::sketch::Sketch;

pub(super) fn power_drill(s: &mut Sketch) {
    s.slab([0.0, 29.0, 24.0, 6.0, 2.0], 0xb9c4dc);
    s.slab([18.0, 22.0, 16.0, 20.0, 4.0], 0x2b3350);
    s.body(
        "M32 14 L76 14 C88 14 93 22 93 31 C93 40 88 48 78 48 L74 48 L80 80 L56 80 L50 48 L32 48 Z",
        0xffb021,
    );
    s.shade("M32 40 L90.5 40 C88 45 84 48 78 48 L32 48 Z", 0.2);
    s.slab([46.0, 77.0, 46.0, 18.0, 5.0], 0x2b3350);
    s.body("M42 48 L52 48 L55 62 C47 62 43 57 42 48 Z", 0xe23b4e);
    s.line("M66 22 L66 34 M73 22 L73 34 M80 22 L80 34", 2.6, 0x6b4a10);
    s.gleam("M38 20 L58 20", 3.0, 0.8);
}

pub(super) fn chainsaw(s: &mut Sketch) {
    s.wire("M60 40 C58 16 88 16 90 40", 7.0, 0x2b3350);
    s.slab([0.0, 44.0, 60.0, 18.0, 9.0], 0xc6d0e2);
    for x in [6.0, 18.0, 30.0, 42.0] {
        s.body(&format!("M{} 45 L{} 39 L{} 45 Z", x, x + 7.0, x + 8.0), 0x39425c);
        s.body(&format!("M{} 61 L{} 67 L{} 61 Z", x, x + 7.0, x + 8.0), 0x39425c);
    }
    s.line("M8 53 L46 53", 2.4, 0x8ea0bf);
    s.body("M50 36 L86 36 C96 36 99 44 98 54 L94 76 L56 76 L50 64 Z", 0xff7a1a);
    s.shade("M54 68 L95.5 68 L94 76 L56 76 Z", 0.22);
    s.dot(76.0, 54.0, 9.0, 0x2b3350);
    s.dot(76.0, 54.0, 4.0, 0xf3f6fc);
}

pub(super) fn paint_roller(s: &mut Sketch) {
    s.wire("M72 20 L90 20 L90 46 L50 46 L50 60", 6.0, 0x8ea0bf);
    s.slab([43.0, 58.0, 14.0, 40.0, 6.0], 0xe23b4e);
    s.slab([6.0, 6.0, 70.0, 27.0, 7.0], 0x2fb8ff);
    s.shade("M6 24 L76 24 L76 26 C76 30 73 33 69 33 L13 33 C9 33 6 30 6 26 Z", 0.18);
    s.body("M12 32 L20 32 L20 44 C20 49 12 49 12 44 Z", 0x2fb8ff);
    s.gleam("M14 13 L62 13", 3.4, 0.7);
}

pub(super) fn lawn_mower(s: &mut Sketch) {
    s.wire("M96 8 L86 10 L60 58", 6.0, 0x39425c);
    s.slab([24.0, 32.0, 32.0, 22.0, 5.0], 0x2b3350);
    s.slab([30.0, 27.0, 14.0, 8.0, 2.0], 0xe23b4e);
    s.body("M4 76 C6 56 16 50 34 50 L66 50 C78 50 82 60 83 76 Z", 0x35b04a);
    s.shade("M4.5 70 L82.5 70 L83 76 L4 76 Z", 0.24);
    s.disc(18.0, 78.0, 13.0, 0x20263a);
    s.dot(18.0, 78.0, 6.0, 0xd4dcea);
    s.disc(70.0, 78.0, 13.0, 0x20263a);
    s.dot(70.0, 78.0, 6.0, 0xd4dcea);
    s.gleam("M14 60 C20 55 30 54 44 54", 2.8, 0.6);
}

pub(super) fn watering_can(s: &mut Sketch) {
    s.wire("M40 42 C42 16 76 16 78 42", 6.0, 0x1f7fd1);
    s.wire("M82 48 C104 48 102 86 84 86", 7.0, 0x1f7fd1);
    s.body("M36 74 L14 42 L5 46 L1 34 L17 26 L21 34 L38 54 Z", 0x2f9bff);
    s.body("M34 40 L84 40 L88 94 L30 94 Z", 0x35a8ff);
    s.shade("M31 82 L87 82 L88 94 L30 94 Z", 0.2);
    s.line("M33.5 52 L85 52", 2.4, 0x1f7fd1);
    s.gleam("M42 58 L40 80", 3.4, 0.7);
}

pub(super) fn wheelbarrow(s: &mut Sketch) {
    s.wire("M2 38 L40 62 L70 82", 5.0, 0x8a5a32);
    s.wire("M36 62 L30 92 M52 70 L46 92", 4.6, 0x39425c);
    s.disc(78.0, 80.0, 16.0, 0x20263a);
    s.dot(78.0, 80.0, 8.0, 0xd4dcea);
    s.dot(78.0, 80.0, 3.0, 0x39425c);
    s.body("M34 38 C38 22 48 30 54 20 C64 10 74 26 86 38 Z", 0x7a4a28);
    s.mark("M60 24 C58 12 66 8 68 4 C72 12 70 18 66 25 Z", 0x35b04a);
    s.mark("M60 26 C50 18 46 12 46 8 C54 10 62 16 64 24 Z", 0x2f9a42);
    s.body("M22 36 L98 36 L84 68 L46 68 Z", 0x35a85a);
    s.shade("M40 58 L88.5 58 L84 68 L46 68 Z", 0.22);
    s.wire("M20 36 L99 36", 5.0, 0x2b8a48);
    s.slab([-2.0, 34.0, 14.0, 8.0, 4.0], 0xe23b4e);
    s.gleam("M32 44 L60 44", 3.0, 0.6);
}

pub(super) fn mop(s: &mut Sketch) {
    s.wire("M82 3 L50 56", 6.0, 0xc98a4a);
    s.body(
        "M30 52 L62 56 L84 90 L70 94 L58 92 L46 96 L32 93 L20 96 L6 90 Z",
        0xe6edf7,
    );
    s.line(
        "M34 60 L18 92 M42 60 L34 92 M50 60 L46 93 M56 60 L60 91 M60 60 L72 92",
        2.4,
        0xa9b7d0,
    );
    s.slab([28.0, 48.0, 36.0, 12.0, 5.0], 0x2f9bff);
}

pub(super) fn multimeter(s: &mut Sketch) {
    s.wire("M36 88 C30 104 8 98 8 76 L8 40", 4.0, 0xe2303f);
    s.wire("M64 88 C70 104 92 98 92 76 L92 40", 4.0, 0x20263a);
    s.slab([4.0, 18.0, 8.0, 26.0, 3.0], 0xe2303f);
    s.slab([88.0, 18.0, 8.0, 26.0, 3.0], 0x20263a);
    s.wire("M8 18 L8 6 M92 18 L92 6", 2.4, 0xd4dcea);
    s.slab([22.0, 4.0, 56.0, 92.0, 8.0], 0xffc22e);
    s.tile([28.0, 10.0, 44.0, 24.0, 3.0], 0xcfe8c8);
    s.line(
        "M36 16 L36 29 M44 16 L52 16 L52 22 L44 22 L44 28 L52 28 M58 16 L66 16 L66 28 L58 28 L58 16",
        2.6,
        0x20331c,
    );
    s.dot(50.0, 58.0, 18.0, 0x2b3350);
    s.dot(50.0, 58.0, 11.0, 0x56618a);
    s.line("M50 58 L58 46", 4.0, 0xffffff);
    for turn in [0.0_f32, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0] {
        s.dot(
            50.0 + 21.6 * turn.to_radians().cos(),
            58.0 + 21.6 * turn.to_radians().sin(),
            1.5,
            0x2b3350,
        );
    }
    s.dot(36.0, 87.0, 4.0, 0x8f1f2a);
    s.dot(50.0, 87.0, 4.0, 0x20263a);
    s.dot(64.0, 87.0, 4.0, 0x20263a);
    s.gleam("M26 14 L26 78", 2.4, 0.6);
}

pub(super) fn ring_light(s: &mut Sketch) {
    s.wire("M50 74 L50 88 M50 86 L28 98 M50 86 L72 98", 5.0, 0x39425c);
    s.disc(50.0, 40.0, 40.0, 0x39425c);
    s.dot(50.0, 40.0, 37.0, 0xfff3c8);
    s.dot(50.0, 40.0, 33.0, 0xffffff);
    s.dot(50.0, 40.0, 27.0, 0xfff3c8);
    s.dot(50.0, 40.0, 24.0, 0x39425c);
    s.dot(50.0, 40.0, 22.0, 0x9fd6f2);
    s.tile([41.0, 22.0, 18.0, 36.0, 3.0], 0x20263a);
    s.tile([43.0, 26.0, 14.0, 27.0, 1.0], 0x8f63d2);
    s.dot(50.0, 36.0, 3.6, 0xffe2c2);
    s.mark("M44 50 C44 42 56 42 56 50 L56 53 L44 53 Z", 0xffb021);
}

pub(super) fn typewriter(s: &mut Sketch) {
    s.slab([24.0, 0.0, 52.0, 38.0, 2.0], 0xfffaf0);
    s.line("M31 9 L69 9 M31 17 L69 17 M31 25 L58 25", 2.4, 0x8ea0bf);
    s.slab([6.0, 32.0, 88.0, 13.0, 6.0], 0x2b3350);
    s.slab([0.0, 34.0, 9.0, 9.0, 3.0], 0x8ea0bf);
    s.slab([91.0, 34.0, 9.0, 9.0, 3.0], 0x8ea0bf);
    s.body(
        "M12 46 L88 46 L97 90 C98 94 96 97 92 97 L8 97 C4 97 2 94 3 90 Z",
        0x2fa39a,
    );
    s.shade("M4 86 L96 86 L97 90 C98 94 96 97 92 97 L8 97 C4 97 2 94 3 90 Z", 0.22);
    s.mark("M26 48 L74 48 L70 57 L30 57 Z", 0x20263a);
    for (y, from, count) in [(64.0, 20.0, 7_u8), (73.0, 16.0, 8), (82.0, 20.0, 7)] {
        for key in 0..count {
            s.dot(f32::from(key).mul_add(10.0, from), y, 3.6, 0x1d2436);
            s.dot(f32::from(key).mul_add(10.0, from), y - 0.6, 2.6, 0xf3f6fc);
        }
    }
    s.tile([32.0, 89.0, 36.0, 4.6, 2.0], 0xf3f6fc);
    s.gleam("M17 52 L14 66", 3.0, 0.6);
}

pub(super) fn drawing_compass(s: &mut Sketch) {
    s.wire("M50 22 L24 84", 8.0, 0x8ea0bf);
    s.wire("M50 22 L76 84", 8.0, 0x8ea0bf);
    s.line("M50 22 L24 84 M50 22 L76 84", 4.0, 0xd4dcea);
    s.body("M21 80 L28 83 L20 98 Z", 0x39425c);
    s.body("M70 74 L80 71 L85 88 L80 98 L75 90 Z", 0xffb021);
    s.mark("M77.4 92 L83.4 90 L80 98 Z", 0x20263a);
    s.wire("M34 62 C44 68 56 68 66 62", 4.0, 0xe23b4e);
    s.dot(50.0, 66.4, 4.4, 0xb52433);
    s.slab([45.0, -2.0, 10.0, 20.0, 3.0], 0x2b3350);
    s.line("M47 4 L53 4 M47 8 L53 8 M47 12 L53 12", 1.4, 0x8ea0bf);
    s.disc(50.0, 24.0, 11.0, 0xe23b4e);
    s.dot(50.0, 24.0, 4.6, 0xf3f6fc);
    s.gleam("M43 19 C45 16 48 15 51 15", 2.4, 0.8);
}

pub(super) fn calculator(s: &mut Sketch) {
    s.slab([20.0, 3.0, 60.0, 94.0, 8.0], 0x39425c);
    s.tile([27.0, 11.0, 46.0, 18.0, 3.0], 0xc8e6c0);
    s.line("M58 16 L58 24 M66 16 L66 24 M50 16 L50 24", 3.0, 0x22365c);
    for (row, y) in [36.0, 51.0, 66.0, 81.0].into_iter().enumerate() {
        for (column, x) in [27.0, 43.5, 60.0].into_iter().enumerate() {
            let colour = match (row, column) {
                (3, 2) => 0xff9a3c,
                (_, 2) => 0x5ecbff,
                _ => 0xf3f6fc,
            };
            s.tile([x, y, 13.0, 11.0, 2.5], colour);
        }
    }
}
