//! Motifs that no emoji shows: music, sport and play.

use super::sketch::Sketch;

pub(super) fn bagpipes(s: &mut Sketch) {
    s.wire("M44 44 L30 4", 5.0, 0x6b3a1e);
    s.wire("M54 40 L50 2", 5.0, 0x6b3a1e);
    s.wire("M64 42 L72 6", 5.0, 0x6b3a1e);
    for (x, y) in [(30.0, 4.0), (50.0, 2.0), (72.0, 6.0)] {
        s.disc(x, y + 1.0, 4.4, 0xf3e6c8);
    }
    s.line("M38.6 27 L35.4 18 M52.4 26 L51.4 17 M67.4 27 L69.4 18", 7.0, 0xf3e6c8);
    s.wire("M74 52 C86 46 90 36 94 26", 4.6, 0x6b3a1e);
    s.body(
        "M22 52 C28 36 52 34 70 42 C86 50 84 72 66 80 C46 90 26 84 22 72 C20 66 20 58 22 52 Z",
        0xc62f3f,
    );
    s.line("M34 40 L40 85 M48 37 L54 85 M62 39 L68 79", 3.0, 0x1f5a3a);
    s.line("M22 56 L82 60 M24 72 L78 72", 3.0, 0x1f5a3a);
    s.line("M29 44 L47 85 M55 37 L74 75", 1.2, 0xf2c14e);
    s.shade(
        "M24 74 C40 82 62 80 79 66 C74 76 70 79 66 80 C46 90 28 84 24 74 Z",
        0.24,
    );
    s.gleam("M30 50 C36 43 46 41 54 41", 3.0, 0.6);
    s.wire("M26 74 L12 98", 5.4, 0x6b3a1e);
    s.line("M20.5 83 L19 86 M17.6 88 L16 91", 2.0, 0xf3e6c8);
    s.disc(12.0, 98.0, 4.6, 0xf3e6c8);
}

pub(super) fn harmonica(s: &mut Sketch) {
    s.slab([2.0, 34.0, 96.0, 34.0, 6.0], 0xc6d0e2);
    s.slab([8.0, 44.0, 84.0, 14.0, 2.0], 0xc23a3a);
    for hole in 0_u8..10 {
        s.tile([f32::from(hole).mul_add(8.2, 10.6), 47.0, 5.4, 8.0, 1.0], 0x20140c);
    }
    s.line("M8 39 L92 39", 2.0, 0x8ea0bf);
    s.line("M8 63 L92 63", 2.0, 0x8ea0bf);
    s.shade("M2 60 L98 60 L98 62 C98 66 95 68 92 68 L8 68 C5 68 2 66 2 62 Z", 0.2);
    s.dot(6.0, 51.0, 2.0, 0x8ea0bf);
    s.dot(94.0, 51.0, 2.0, 0x8ea0bf);
    s.wire("M28 26 L28 10 L42 6 L42 22", 3.4, 0xffd23f);
    s.disc(25.0, 26.0, 4.6, 0xffd23f);
    s.disc(39.0, 22.0, 4.6, 0xffd23f);
    s.wire("M70 24 L70 8 C76 10 78 13 78 17", 3.4, 0xffd23f);
    s.disc(67.0, 24.0, 4.6, 0xffd23f);
    s.gleam("M10 37 L46 37", 2.4, 0.9);
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

pub(super) fn kettlebell(s: &mut Sketch) {
    s.wire("M30 44 C22 6 78 6 70 44", 11.0, 0x2b3350);
    s.line("M31 40 C25 10 75 10 69 40", 3.0, 0x56618a);
    s.disc(50.0, 64.0, 33.0, 0x2f6fe0);
    s.mark("M24 84 C36 98 64 98 76 84 L76 95 L24 95 Z", 0x2b3350);
    s.slab([28.0, 89.0, 44.0, 7.0, 3.0], 0x2b3350);
    s.dot(50.0, 64.0, 17.0, 0xf3f6fc);
    s.dot(50.0, 64.0, 13.0, 0xe23b4e);
    s.dot(50.0, 64.0, 6.0, 0xf3f6fc);
    s.gleam("M25 56 C28 46 34 40 41 37", 4.0, 0.7);
}

pub(super) fn skipping_rope(s: &mut Sketch) {
    s.wire("M22 34 C4 110 96 110 78 34", 5.0, 0x2f9bff);
    s.slab([16.0, 6.0, 12.0, 34.0, 5.0], 0xe23b4e);
    s.slab([72.0, 6.0, 12.0, 34.0, 5.0], 0xe23b4e);
    s.line("M17 16 L27 16 M17 22 L27 22 M73 16 L83 16 M73 22 L83 22", 2.2, 0xf3f6fc);
}

pub(super) fn puppet(s: &mut Sketch) {
    s.slab([12.0, 2.0, 76.0, 7.0, 3.0], 0x8a5a32);
    s.slab([46.0, -6.0, 8.0, 22.0, 3.0], 0x7a4c28);
    s.wire("M18 8 L22 52 M82 8 L78 52 M42 8 L44 24 M58 8 L56 24", 1.8, 0xf3f6fc);
    s.wire("M44 58 L26 54 M56 58 L74 54", 6.0, 0xe2303f);
    s.wire("M44 76 L38 92 M56 76 L62 92", 6.4, 0xe2b074);
    s.slab([29.0, 90.0, 14.0, 8.0, 3.0], 0x5a3a22);
    s.slab([57.0, 90.0, 14.0, 8.0, 3.0], 0x5a3a22);
    s.disc(23.0, 53.0, 4.6, 0xf0c896);
    s.disc(77.0, 53.0, 4.6, 0xf0c896);
    s.body("M40 52 L60 52 L64 78 L36 78 Z", 0xe2303f);
    s.mark("M36.6 70 L63.4 70 L64.4 78 L35.6 78 Z", 0x2f6fe0);
    s.dot(50.0, 60.0, 1.8, 0xffd23f);
    s.dot(50.0, 66.0, 1.8, 0xffd23f);
    s.disc(50.0, 38.0, 16.0, 0xf0c896);
    s.body("M32 32 C36 22 64 22 68 32 L60 33 L50 14 L40 33 Z", 0xffc93c);
    s.mark("M34 32 L66 32 L65 36 L35 36 Z", 0xe23b4e);
    s.wire("M52 42 L68 44", 4.6, 0xe2a878);
    s.dot(44.0, 39.0, 2.4, 0x20263a);
    s.dot(55.0, 38.0, 2.4, 0x20263a);
    s.line("M42 47 C46 50 50 50 54 48", 2.0, 0xa8452a);
    s.line("M44 52 L50 55 L56 52", 3.0, 0xffffff);
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

pub(super) fn pinball(s: &mut Sketch) {
    s.wire("M22 66 L16 98 M78 66 L84 98", 6.0, 0x8ea0bf);
    s.slab([18.0, 0.0, 64.0, 26.0, 4.0], 0x8f2fd2);
    s.tile([23.0, 4.0, 54.0, 17.0, 2.0], 0xffd23f);
    s.mark(
        "M50 5 L52.5 10 L58 10.6 L54 14.4 L55.2 20 L50 17 L44.8 20 L46 14.4 L42 10.6 L47.5 10 Z",
        0xe23b4e,
    );
    s.dot(31.0, 12.0, 3.4, 0x2f9bff);
    s.dot(69.0, 12.0, 3.4, 0x2f9bff);
    s.body("M22 26 L78 26 L90 80 L10 80 Z", 0x2b1d66);
    s.body("M9 78 L91 78 L92 90 L8 90 Z", 0xe23b4e);
    s.mark("M26 30 L74 30 L83 75 L17 75 Z", 0x12a0c8);
    for (x, y, colour) in [(40.0, 40.0, 0xff5f8f), (60.0, 42.0, 0xffc93c), (50.0, 53.0, 0x35d08a)] {
        s.dot(x, y, 6.4, 0xf3f6fc);
        s.dot(x, y, 4.4, colour);
    }
    s.line("M30 62 L44 70", 4.6, 0xffb021);
    s.line("M70 62 L56 70", 4.6, 0xffb021);
    s.dot(68.0, 55.0, 3.8, 0xe6ecf6);
    s.gleam("M27 34 L21 62", 2.4, 0.5);
}

pub(super) fn gnome(s: &mut Sketch) {
    s.body("M24 60 C20 74 20 84 22 92 L78 92 C80 84 80 74 76 60 Z", 0x2f6fe0);
    s.slab([22.0, 88.0, 22.0, 9.0, 4.0], 0x5a3a22);
    s.slab([56.0, 88.0, 22.0, 9.0, 4.0], 0x5a3a22);
    s.wire("M26 64 C16 70 14 76 18 82", 9.0, 0x2f6fe0);
    s.wire("M74 64 C84 70 86 76 82 82", 9.0, 0x2f6fe0);
    s.disc(19.0, 84.0, 5.0, 0xf7c9a0);
    s.disc(81.0, 84.0, 5.0, 0xf7c9a0);
    s.line("M22 80 L78 80", 5.0, 0x3a2a1c);
    s.disc(50.0, 48.0, 20.0, 0xf7c9a0);
    s.body(
        "M29 46 C26 66 36 84 50 88 C64 84 74 66 71 46 C66 56 58 58 50 56 C42 58 34 56 29 46 Z",
        0xffffff,
    );
    s.line("M40 62 C41 70 43 76 47 81 M60 62 C59 70 57 76 53 81", 2.0, 0xcfd8e8);
    s.body(
        "M26 44 C30 22 44 8 58 0 C58 16 70 26 74 44 C60 36 40 36 26 44 Z",
        0xe2303f,
    );
    s.shade("M58 0 C58 16 70 26 74 44 C68 40 62 38.6 57 38 C60 26 56 14 58 0 Z", 0.2);
    s.disc(50.0, 51.0, 6.0, 0xf2a27a);
    s.dot(42.0, 45.0, 2.4, 0x20263a);
    s.dot(58.0, 45.0, 2.4, 0x20263a);
    s.gleam("M38 28 C42 20 46 16 51 12", 3.0, 0.6);
}

pub(super) fn scarecrow(s: &mut Sketch) {
    s.slab([46.0, 50.0, 8.0, 50.0, 2.0], 0x8a5a32);
    s.slab([2.0, 48.0, 96.0, 6.0, 2.0], 0x8a5a32);
    s.body(
        "M8 42 L40 42 L60 42 L92 42 L92 60 L66 58 L70 86 L30 86 L34 58 L8 60 Z",
        0x2f6fe0,
    );
    s.line("M40 44 L40 84 M60 44 L60 84 M32 70 L68 70 M10 51 L90 51", 2.0, 0xe2487a);
    s.body("M8 44 L-2 40 L0 50 L-3 56 L8 58 Z", 0xf2c14e);
    s.body("M92 44 L102 40 L100 50 L103 56 L92 58 Z", 0xf2c14e);
    s.body(
        "M30 84 L28 95 L36 89 L42 96 L50 89 L58 96 L64 89 L72 95 L70 84 Z",
        0xf2c14e,
    );
    s.tile([44.0, 60.0, 12.0, 12.0, 1.5], 0xe23b4e);
    s.disc(50.0, 30.0, 15.0, 0xe8c48a);
    s.body("M34 42 L66 42 L60 49 L50 45 L40 49 Z", 0xc62f3f);
    s.slab([24.0, 15.0, 52.0, 7.0, 3.0], 0xb97a3e);
    s.body("M34 17 L40 -4 C46 -8 58 -6 60 -2 L66 17 Z", 0xc98a4a);
    s.line("M36 12 L64 12", 4.0, 0x8a2f16);
    s.line("M42 26 L46 30 M46 26 L42 30 M54 26 L58 30 M58 26 L54 30", 2.2, 0x3a2414);
    s.mark("M50 30 L53 35 L47 35 Z", 0xff8a2a);
    s.line(
        "M42 38 L58 38 M45 36.4 L45 39.6 M50 36.4 L50 39.6 M55 36.4 L55 39.6",
        1.8,
        0x3a2414,
    );
}
