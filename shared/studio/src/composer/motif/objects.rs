//! Motifs: tools, furniture and other objects that no emoji shows.

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

pub(super) fn greenhouse(s: &mut Sketch) {
    s.body("M8 94 L8 46 L50 12 L92 46 L92 94 Z", 0xbfeaff);
    s.mark("M14 92 C12 74 22 66 26 78 C28 64 38 66 38 92 Z", 0x35b04a);
    s.mark("M60 92 C60 72 70 66 74 78 C76 66 88 70 86 92 Z", 0x2f9a42);
    s.dot(20.0, 80.0, 3.0, 0xff5544);
    s.dot(32.0, 76.0, 3.0, 0xff5544);
    s.dot(70.0, 82.0, 3.0, 0xffb021);
    s.tile([42.0, 60.0, 16.0, 34.0, 1.5], 0x8fd2f2);
    s.line("M8 46 L92 46 M29 29 L29 94 M71 29 L71 94 M50 12 L50 46", 3.0, 0xffffff);
    s.wire("M8 94 L8 46 L50 12 L92 46 L92 94 Z", 5.0, 0xf3f6fc);
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

pub(super) fn carpet(s: &mut Sketch) {
    for y in [22.0, 32.0, 42.0, 52.0, 62.0, 72.0] {
        s.wire(&format!("M1 {y} L99 {y}"), 3.0, 0xf2dcae);
    }
    s.slab([8.0, 16.0, 84.0, 62.0, 2.0], 0xa8262e);
    s.tile([14.0, 22.0, 72.0, 50.0, 1.5], 0x22365c);
    s.tile([18.0, 26.0, 64.0, 42.0, 1.5], 0xc23a3a);
    s.mark("M50 28 L72 47 L50 66 L28 47 Z", 0xf2c14e);
    s.mark("M50 35 L64 47 L50 59 L36 47 Z", 0x22365c);
    s.mark("M50 41 L57 47 L50 53 L43 47 Z", 0xf2dcae);
    for (x, y) in [(24.0, 32.0), (76.0, 32.0), (24.0, 62.0), (76.0, 62.0)] {
        s.dot(x, y, 3.0, 0xf2c14e);
    }
}

pub(super) fn curtain(s: &mut Sketch) {
    s.slab([18.0, 14.0, 64.0, 72.0, 2.0], 0xbfeaff);
    s.line("M50 14 L50 86 M18 50 L82 50", 3.0, 0xf3f6fc);
    s.body("M6 10 L42 10 C42 40 30 56 18 60 L22 92 L6 92 Z", 0xd2476a);
    s.body("M94 10 L58 10 C58 40 70 56 82 60 L78 92 L94 92 Z", 0xd2476a);
    s.line("M16 12 L14 58 M27 12 L19 56 M84 12 L86 58 M73 12 L81 56", 2.4, 0xa02c50);
    s.line("M8 60 L20 60 M92 60 L80 60", 3.4, 0xf2c14e);
    s.slab([1.0, 5.0, 98.0, 7.0, 3.0], 0x8a5a2c);
}

pub(super) fn wardrobe(s: &mut Sketch) {
    s.slab([18.0, 90.0, 9.0, 8.0, 2.0], 0x5a3616);
    s.slab([73.0, 90.0, 9.0, 8.0, 2.0], 0x5a3616);
    s.slab([14.0, 4.0, 72.0, 88.0, 4.0], 0xb97a3e);
    s.tile([14.0, 4.0, 72.0, 8.0, 4.0], 0x8a5a2c);
    s.tile([20.0, 17.0, 27.0, 50.0, 2.0], 0xd39a5c);
    s.tile([53.0, 17.0, 27.0, 50.0, 2.0], 0xd39a5c);
    s.tile([20.0, 73.0, 60.0, 13.0, 2.0], 0xd39a5c);
    s.dot(44.0, 44.0, 2.4, 0x5a3616);
    s.dot(56.0, 44.0, 2.4, 0x5a3616);
    s.dot(50.0, 79.5, 2.4, 0x5a3616);
}

pub(super) fn table(s: &mut Sketch) {
    s.slab([12.0, 40.0, 9.0, 52.0, 2.0], 0x8a5a2c);
    s.slab([79.0, 40.0, 9.0, 52.0, 2.0], 0x8a5a2c);
    s.slab([14.0, 38.0, 72.0, 12.0, 2.0], 0xa9692f);
    s.slab([2.0, 28.0, 96.0, 12.0, 4.0], 0xd39a5c);
    s.line("M10 34 L48 34 M56 33 L88 33", 1.6, 0xa9692f);
}

pub(super) fn stroller(s: &mut Sketch) {
    s.wire("M78 46 L92 20 L99 20", 5.0, 0x39425c);
    s.wire("M30 66 L68 86 M68 66 L30 86", 4.6, 0x8ea0bf);
    s.body("M12 44 C12 22 28 8 48 8 L48 46 Z", 0x1f8f9c);
    s.body("M12 44 L80 44 C80 64 68 74 52 74 L40 74 C24 74 12 64 12 44 Z", 0x2fc0cf);
    s.shade(
        "M18 62 C26 70 66 70 75 62 C70 70 62 74 52 74 L40 74 C30 74 22 70 18 62 Z",
        0.2,
    );
    s.line("M48 44 L30 16 M48 44 L16 30", 2.0, 0x16707a);
    for x in [28.0, 70.0] {
        s.disc(x, 87.0, 11.0, 0x20263a);
        s.dot(x, 87.0, 5.0, 0xd4dcea);
    }
}

pub(super) fn helmet(s: &mut Sketch) {
    s.body(
        "M7 60 C4 28 26 8 54 8 C82 8 96 28 96 54 L94 80 C93 88 88 92 80 92 L36 92 C24 92 14 86 11 76 Z",
        0xe2303f,
    );
    s.shade("M30 92 C60 88 86 76 95 60 L94 80 C93 88 88 92 80 92 Z", 0.2);
    s.mark(
        "M6 46 C20 40 40 38 56 39 C63 40 66 45 65 52 C64 62 58 68 48 69 L9 70 Z",
        0x16203a,
    );
    s.shine("M12 48 C20 45 30 43 40 43 L30 62 L12 64 Z", 0.3);
    s.mark("M60 10 C74 14 84 22 89 34 L78 32 C72 22 66 16 60 10 Z", 0xffffff);
    s.gleam("M26 24 C34 16 42 14 50 13", 3.4, 0.8);
}

pub(super) fn dumbbell(s: &mut Sketch) {
    s.slab([20.0, 45.0, 60.0, 10.0, 3.0], 0xc6d0e2);
    for x in [2.0, 86.0] {
        s.slab([x, 34.0, 12.0, 32.0, 4.0], 0x39425c);
    }
    for x in [13.0, 71.0] {
        s.slab([x, 22.0, 16.0, 56.0, 5.0], 0x2b3350);
        s.shine(
            &format!("M{} 26 L{} 26 L{} 74 L{} 74 Z", x + 3.0, x + 6.0, x + 6.0, x + 3.0),
            0.4,
        );
    }
    s.line("M40 46 L40 54 M46 46 L46 54 M52 46 L52 54 M58 46 L58 54", 2.0, 0x8ea0bf);
}

pub(super) fn skipping_rope(s: &mut Sketch) {
    s.wire("M22 34 C4 110 96 110 78 34", 5.0, 0x2f9bff);
    s.slab([16.0, 6.0, 12.0, 34.0, 5.0], 0xe23b4e);
    s.slab([72.0, 6.0, 12.0, 34.0, 5.0], 0xe23b4e);
    s.line("M17 16 L27 16 M17 22 L27 22 M73 16 L83 16 M73 22 L83 22", 2.2, 0xf3f6fc);
}

pub(super) fn tofu(s: &mut Sketch) {
    s.body("M6 40 L42 22 L94 34 L94 68 L58 88 L6 74 Z", 0xfff6e2);
    s.mark("M6 40 L58 52 L58 88 L6 74 Z", 0xf6e6c2);
    s.mark("M58 52 L94 34 L94 68 L58 88 Z", 0xe8d2a4);
    for (x, y) in [(18.0, 54.0), (34.0, 66.0), (46.0, 58.0), (72.0, 60.0), (84.0, 54.0)] {
        s.dot(x, y, 1.8, 0xd6bd88);
    }
    s.body("M40 30 C46 18 58 24 54 34 C48 40 42 38 40 30 Z", 0x4fae4a);
}

pub(super) fn comic_book(s: &mut Sketch) {
    s.slab([16.0, 2.0, 68.0, 95.0, 4.0], 0xf8f4e6);
    s.tile([22.0, 9.0, 56.0, 26.0, 1.5], 0xffd23f);
    s.tile([22.0, 40.0, 25.0, 24.0, 1.5], 0x2f9bff);
    s.tile([52.0, 40.0, 26.0, 24.0, 1.5], 0xe23b4e);
    s.tile([22.0, 69.0, 56.0, 21.0, 1.5], 0x3ddc84);
    s.mark(
        "M50 8 L55 16 L66 13 L62 21 L72 27 L60 27 L58 35 L50 29 L41 35 L40 27 L28 27 L38 21 L34 13 L45 16 Z",
        0xe23b4e,
    );
    s.dot(34.0, 52.0, 7.0, 0xffd9b0);
    s.mark("M28 90 C28 76 44 76 44 90 Z", 0x16203a);
    s.mark(
        "M54 74 L72 74 C75 74 75 82 72 82 L62 82 L56 87 L57 82 L54 82 C51 82 51 74 54 74 Z",
        0xffffff,
    );
    s.line("M57 46 L73 58 M73 46 L57 58", 3.4, 0xffffff);
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

pub(super) fn spine(s: &mut Sketch) {
    let bones = [
        (52.0, 8.0),
        (49.0, 21.0),
        (46.0, 34.0),
        (46.0, 47.0),
        (49.0, 60.0),
        (53.0, 73.0),
        (52.0, 87.0),
    ];
    s.wire("M52 6 C48 20 44 34 46 48 C48 62 56 74 51 94", 7.0, 0xd9c8a0);
    for (at, (x, y)) in bones.into_iter().enumerate() {
        let colour = if at == 4 || at == 5 { 0xff5a4d } else { 0xfff3d9 };
        s.slab([x - 22.0, y - 2.5, 44.0, 5.0, 2.5], colour);
        s.slab([x - 11.0, y - 5.0, 22.0, 10.0, 4.0], colour);
    }
    s.line("M82 52 L92 46 M84 64 L96 64 M82 76 L92 82", 4.0, 0xff5a4d);
}
