//! Motifs: objects that stand for an idea, such as winning, learning, earning or safety.

use super::sketch::Sketch;
use crate::composer::raster::canvas::star;

pub(super) fn money(s: &mut Sketch) {
    s.slab([4.0, 66.0, 19.0, 30.0, 3.0], 0x1fae63);
    s.slab([29.0, 50.0, 19.0, 46.0, 3.0], 0x29c46f);
    s.slab([54.0, 34.0, 19.0, 62.0, 3.0], 0x38d97f);
    s.wire("M6 50 L32 30 L48 38 L78 10", 7.5, 0xffe14d);
    s.body("M62 4 L92 -4 L86 27 Z", 0xffe14d);
    s.disc(78.0, 73.0, 26.0, 0xffc226);
    s.dot(78.0, 73.0, 20.0, 0xe89a10);
    s.dot(78.0, 73.0, 18.0, 0xffce45);
    s.line(
        "M86 66 C84 60 71 60 71 67 C71 75 86 71 86 79.500 C86 87 72 87 70 80",
        4.4,
        0xa86300,
    );
    s.line("M78 57 L78 89", 3.6, 0xa86300);
    s.gleam("M57 66 C59 58 64 53 71 51", 2.6, 0.8);
}

pub(super) fn trophy(s: &mut Sketch) {
    s.mirrored(|s| s.wire("M26 16 C2 10 4 48 32 48", 6.5, 0xf2a81d));
    s.slab([43.0, 58.0, 14.0, 22.0, 2.0], 0xe09412);
    s.body("M20 4 L80 4 C82 40 72 62 50 64 C28 62 18 40 20 4 Z", 0xffc52e);
    s.shade("M62 4 L80 4 C82 40 72 62 50 64 C64 52 66 28 62 4 Z", 0.16);
    s.shape(star(49.0, 30.0, 5, 6.6, 15.0, 0.0), 0xfff6d0, false);
    s.slab([30.0, 76.0, 40.0, 9.0, 3.0], 0xf2a81d);
    s.slab([22.0, 83.0, 56.0, 15.0, 3.0], 0x5a3a1c);
    s.tile([37.0, 87.0, 26.0, 7.0, 1.5], 0xffd76a);
    s.gleam("M27 12 C27 26 29 36 34 45", 3.4, 0.75);
}

pub(super) fn bulb(s: &mut Sketch) {
    s.body(
        "M50 0 C24 0 11 19 11 37 C11 55 27 60 31 75 L69 75 C73 60 89 55 89 37 C89 19 76 0 50 0 Z",
        0xffd83d,
    );
    s.shade(
        "M68 5 C82 11 89 24 89 37 C89 55 73 60 69 75 L56 75 C62 56 80 40 68 5 Z",
        0.12,
    );
    s.line("M42 74 L39 48 L46 54 L50 46 L54 54 L61 48 L58 74", 3.0, 0xd98a00);
    s.gleam("M22 36 C22 24 29 15 39 12", 5.0, 0.85);
    s.slab([32.0, 75.0, 36.0, 8.0, 3.0], 0xc9d3e8);
    s.slab([34.0, 83.0, 32.0, 8.0, 3.0], 0x9daac8);
    s.slab([40.0, 91.0, 20.0, 8.0, 3.5], 0x59637f);
}

pub(super) fn clock(s: &mut Sketch) {
    s.mirrored(|s| {
        s.wire("M26 84 L16 97", 6.5, 0x8a94b3);
        s.body("M6 32 C-2 14 16 -2 33 8 Z", 0xff5a5f);
    });
    s.disc(50.0, 53.0, 42.0, 0xff5a5f);
    s.dot(50.0, 53.0, 33.0, 0xfdfdff);
    s.shade(
        "M71 28 C90 46 84 80 56 85 C44 87 34 83 27 77 C58 82 78 62 71 28 Z",
        0.08,
    );
    s.line("M50 27 L50 31 M50 75 L50 79 M24 53 L28 53 M72 53 L76 53", 3.6, 0x2a2f4d);
    s.line("M50 53 L50 35", 4.6, 0x2a2f4d);
    s.line("M50 53 L64 60", 4.6, 0x2a2f4d);
    s.dot(50.0, 53.0, 4.2, 0xff5a5f);
}

pub(super) fn target(s: &mut Sketch) {
    s.disc(46.0, 54.0, 45.0, 0xfafbff);
    s.dot(46.0, 54.0, 38.0, 0xff3b4e);
    s.dot(46.0, 54.0, 28.5, 0xfafbff);
    s.dot(46.0, 54.0, 19.0, 0xff3b4e);
    s.dot(46.0, 54.0, 9.0, 0xfafbff);
    s.shade(
        "M74 19 C98 42 96 84 60 97 C40 102 22 94 12 84 C58 98 92 62 74 19 Z",
        0.12,
    );
    s.wire("M46 54 L88 12", 5.0, 0x2a2f4d);
    s.body("M80 20 L82 4 L96 -8 L98 3 L108 6 L96 18 Z", 0x35c8ff);
}

pub(super) fn book(s: &mut Sketch) {
    s.body(
        "M50 24 C38 12 18 10 -2 14 L-2 84 C18 80 38 82 50 94 C62 82 82 80 102 84 L102 14 C82 10 62 12 50 24 Z",
        0x3f6bff,
    );
    s.body(
        "M50 20 C40 8 22 6 5 9 L5 76 C22 73 40 76 50 88 C60 76 78 73 95 76 L95 9 C78 6 60 8 50 20 Z",
        0xfffdf4,
    );
    s.shade(
        "M50 20 C46 15 41 12 36 10 L36 77 C42 79 46 83 50 88 C54 83 58 79 64 77 L64 10 C59 12 54 15 50 20 Z",
        0.10,
    );
    s.line("M50 20 L50 88", 1.8, 0xc9c3ae);
    for row in 0..4 {
        let y = 24 + row * 12;
        s.line(
            &format!("M14 {y} C22 {a} 32 {b} 40 {c}", a = y - 1, b = y, c = y + 4),
            2.8,
            0xb9bfd6,
        );
        s.line(
            &format!("M86 {y} C78 {a} 68 {b} 60 {c}", a = y - 1, b = y, c = y + 4),
            2.8,
            0xb9bfd6,
        );
    }
    s.body("M72 4 L84 5 L84 42 L78 36 L72 41 Z", 0xff4f5e);
}

pub(super) fn cap(s: &mut Sketch) {
    s.body("M22 46 L22 74 C34 88 66 88 78 74 L78 46 Z", 0x29356e);
    s.shade("M60 52 L78 46 L78 74 C73 80 66 83 58 84 Z", 0.25);
    s.body("M50 10 L106 38 L50 66 L-6 38 Z", 0x3d4fa5);
    s.shine("M50 10 L-6 38 L4 38 L50 15 L96 38 L106 38 Z", 0.3);
    s.wire("M50 38 L92 45 L92 72", 3.4, 0xffcf3d);
    s.body("M92 70 C98 74 98 88 97 96 L87 96 C86 88 86 74 92 70 Z", 0xffcf3d);
    s.dot(50.0, 38.0, 4.0, 0xffcf3d);
}

pub(super) fn dumbbell(s: &mut Sketch) {
    s.slab([20.0, 44.0, 60.0, 12.0, 4.0], 0xc9d3e8);
    s.mirrored(|s| {
        s.slab([-6.0, 38.0, 12.0, 24.0, 5.0], 0x4b5575);
        s.slab([2.0, 24.0, 15.0, 52.0, 6.0], 0xff4f4f);
        s.slab([14.0, 15.0, 18.0, 70.0, 7.0], 0x2c3450);
    });
    s.gleam("M19 24 L19 44 M73 24 L73 44", 3.0, 0.45);
    s.line(
        "M38 46 L38 54 M44 46 L44 54 M50 46 L50 54 M56 46 L56 54 M62 46 L62 54",
        1.8,
        0x8e9cbd,
    );
}

pub(super) fn padlock(s: &mut Sketch) {
    s.wire("M28 48 L28 30 C28 0 72 0 72 30 L72 48", 11.0, 0xc9d3e8);
    s.slab([12.0, 42.0, 76.0, 56.0, 11.0], 0xffc22e);
    s.shade(
        "M68 42 L77 42 C83 42 88 47 88 53 L88 87 C88 93 83 98 77 98 L50 98 C66 86 70 62 68 42 Z",
        0.14,
    );
    s.dot(50.0, 65.0, 8.5, 0x3a2a08);
    s.mark("M46 68 L54 68 L57 85 L43 85 Z", 0x3a2a08);
    s.gleam("M19 62 L19 54 C19 51 21 49 24 49", 3.0, 0.8);
}

pub(super) fn gift(s: &mut Sketch) {
    s.body(
        "M50 28 C20 30 14 4 30 2 C42 1 48 16 50 28 C52 16 58 1 70 2 C86 4 80 30 50 28 Z",
        0xffd23c,
    );
    s.mark(
        "M44 24 C30 22 26 10 32 9 C38 9 42 17 44 24 Z M56 24 C70 22 74 10 68 9 C62 9 58 17 56 24 Z",
        0xc88a00,
    );
    s.slab([10.0, 46.0, 80.0, 52.0, 4.0], 0xe8345f);
    s.slab([4.0, 26.0, 92.0, 24.0, 4.0], 0xff4f7b);
    s.tile([41.0, 26.0, 18.0, 72.0, 0.0], 0xffd23c);
    s.shade("M10 50 L90 50 L90 56 L10 56 Z", 0.2);
    s.shade("M70 56 L90 56 L90 94 C90 96 88 98 86 98 L64 98 Z", 0.10);
}

pub(super) fn flask(s: &mut Sketch) {
    s.body(
        "M36 6 L64 6 L64 38 L94 86 C98 93 94 99 86 99 L14 99 C6 99 2 93 6 86 L36 38 Z",
        0xe4f4ff,
    );
    s.mark(
        "M26 62 C38 56 48 68 60 62 C66 59 70 59 74 61 L90 87 C92 91 90 94 86 94 L14 94 C10 94 8 91 10 87 Z",
        0x36d98a,
    );
    s.shade("M74 61 L90 87 C92 91 90 94 86 94 L54 94 C72 88 78 76 74 61 Z", 0.14);
    s.slab([30.0, 0.0, 40.0, 10.0, 4.0], 0xb5d3ea);
    s.dot(36.0, 80.0, 6.0, 0xb9ffdb);
    s.dot(55.0, 73.0, 4.0, 0xb9ffdb);
    s.dot(62.0, 85.0, 4.6, 0xb9ffdb);
    s.disc(82.0, 22.0, 6.0, 0x36d98a);
    s.disc(90.0, 4.0, 4.0, 0x36d98a);
    s.gleam("M42 16 L42 40 L32 56", 2.8, 0.9);
}

pub(super) fn brush(s: &mut Sketch) {
    s.body(
        "M48 10 C80 6 104 28 98 56 C94 72 78 66 70 72 C62 80 74 92 56 96 C26 100 -2 80 0 52 C2 28 22 12 48 10 Z",
        0xf3dcb8,
    );
    s.shade("M98 56 C94 72 78 66 70 72 C62 80 74 92 56 96 C46 97 36 95 28 91 C60 94 58 70 72 62 C84 58 92 60 99 46 C99 50 99 53 98 56 Z", 0.14);
    for (x, y, r, colour) in [
        (26.0, 40.0, 9.0, 0xff4f5e),
        (47.0, 27.0, 8.5, 0xffc22e),
        (69.0, 32.0, 8.0, 0x35c46a),
        (22.0, 63.0, 8.5, 0x3f8bff),
        (41.0, 79.0, 8.0, 0x9b5bff),
    ] {
        s.dot(x, y, r, colour);
        s.dot(x - 2.4, y - 2.8, r * 0.26, 0xffffff);
    }
    s.wire("M60 62 L92 12", 6.5, 0x7a4a25);
    s.body("M50 82 C46 70 52 62 60 58 L66 63 C66 72 60 80 50 82 Z", 0xff4f5e);
    s.line("M60 62 L65 54", 8.0, 0xc9d3e8);
}

pub(super) fn clapper(s: &mut Sketch) {
    s.body("M2 30 L92 4 L97 21 L7 47 Z", 0xf4f6ff);
    s.mark("M14 26.500 L29 22 L36 38.500 L21 43 Z M43 18 L58 13.800 L65 30 L50 34.500 Z M72 9.800 L87 5.500 L93 22 L79 26 Z", 0x20263a);
    s.slab([4.0, 44.0, 92.0, 52.0, 5.0], 0x2c3450);
    s.tile([4.0, 44.0, 92.0, 15.0, 3.0], 0xf4f6ff);
    s.mark(
        "M14 44 L28 44 L20 59 L6 59 Z M42 44 L56 44 L48 59 L34 59 Z M70 44 L84 44 L76 59 L62 59 Z",
        0x20263a,
    );
    s.mark("M42 67 L62 78 L42 89 Z", 0xffd23c);
}

pub(super) fn ball(s: &mut Sketch) {
    s.disc(50.0, 50.0, 46.0, 0xff8a2b);
    s.shade(
        "M78 14 C104 36 102 78 66 93 C44 100 26 92 16 82 C62 94 94 62 78 14 Z",
        0.18,
    );
    s.line("M50 4 C50 34 50 66 50 96 M4 50 C34 50 66 50 96 50", 3.4, 0x4a1e06);
    s.line("M18 18 C38 36 38 64 18 82 M82 18 C62 36 62 64 82 82", 3.4, 0x4a1e06);
    s.gleam("M12 38 C16 26 24 17 34 12", 4.0, 0.6);
}

pub(super) fn bag(s: &mut Sketch) {
    s.wire("M32 36 C32 -4 68 -4 68 36", 6.0, 0x8a2b58);
    s.body(
        "M12 28 L88 28 L96 92 C96 96 94 99 90 99 L10 99 C6 99 4 96 4 92 Z",
        0xff5b93,
    );
    s.shade(
        "M66 28 L88 28 L96 92 C96 96 94 99 90 99 L60 99 C72 80 72 50 66 28 Z",
        0.14,
    );
    s.line("M32 38 C32 64 68 64 68 38", 4.6, 0xffffff);
    s.dot(32.0, 38.0, 3.6, 0xffffff);
    s.dot(68.0, 38.0, 3.6, 0xffffff);
}

pub(super) fn gem(s: &mut Sketch) {
    s.body("M24 8 L76 8 L102 38 L50 98 L-2 38 Z", 0x35c8ff);
    s.mark("M24 8 L50 8 L30 38 L-2 38 Z", 0x8fe8ff);
    s.mark("M50 8 L76 8 L70 38 L30 38 Z", 0xc8f6ff);
    s.mark("M76 8 L102 38 L70 38 Z", 0x59d4ff);
    s.mark("M-2 38 L30 38 L50 98 Z", 0x2aa5e8);
    s.mark("M30 38 L70 38 L50 98 Z", 0x4fc3f7);
    s.mark("M70 38 L102 38 L50 98 Z", 0x1b86c9);
    s.shine("M28 12 L44 12 L30 32 L12 32 Z", 0.5);
}
