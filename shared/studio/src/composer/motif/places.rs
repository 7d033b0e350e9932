//! Motifs that no emoji shows: buildings and planets.

use super::sketch::Sketch;

pub(super) fn lighthouse(s: &mut Sketch) {
    s.body("M4 98 C10 86 24 82 36 84 L64 84 C78 82 90 86 96 98 Z", 0x6b7a99);
    s.body("M36 34 L64 34 L70 88 L30 88 Z", 0xf6f3ee);
    s.mark("M34.800 45 L65.200 45 L66.5 57 L33.5 57 Z", 0xe23b4e);
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
    s.line("M55.5 43 L70 43", 1.4, 0xb98434);
    s.line("M47 59 L75.5 59", 1.4, 0xb98434);
    s.line("M39 75 L81 75", 1.4, 0xb98434);
    s.body("M0 92 C20 84 40 88 56 91 C72 94 88 88 100 90 L100 99 L0 99 Z", 0xe3ac55);
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

pub(super) fn yurt(s: &mut Sketch) {
    s.body("M8 52 L92 52 L88 94 L12 94 Z", 0xf6ead2);
    s.body("M2 54 C14 34 36 22 44 18 L56 18 C64 22 86 34 98 54 Z", 0xfffaf0);
    s.shade("M56 18 C64 22 86 34 98 54 L74 54 C72 40 62 24 56 18 Z", 0.12);
    s.slab([42.0, 12.0, 16.0, 8.0, 3.0], 0xc23a3a);
    s.line("M46 20 L24 52 M50 20 L50 52 M54 20 L76 52", 2.0, 0xd8c6a2);
    s.mark("M5 52 L95 52 L94 62 L6 62 Z", 0xc23a3a);
    s.line(
        "M8 60 L16 54 L24 60 L32 54 L40 60 L48 54 L56 60 L64 54 L72 60 L80 54 L92 60",
        2.0,
        0xf2c14e,
    );
    s.line("M10.5 80 L89.5 80", 2.6, 0xb48a52);
    s.tile([38.0, 60.0, 24.0, 34.0, 1.5], 0xd2572e);
    s.tile([41.0, 63.0, 18.0, 31.0, 1.0], 0xf08a3c);
    s.line("M50 63 L50 94", 2.0, 0xb5451f);
    s.dot(47.0, 78.0, 1.6, 0xf2c14e);
    s.dot(53.0, 78.0, 1.6, 0xf2c14e);
    s.gleam("M18 45 C26 36 32 31 39 27", 2.6, 0.8);
}

pub(super) fn skyline(s: &mut Sketch) {
    s.slab([4.0, 46.0, 20.0, 50.0, 1.0], 0x5b7fd6);
    s.slab([26.0, 22.0, 20.0, 74.0, 1.0], 0x3d5bb5);
    s.body("M48 96 L48 20 L58 4 L68 20 L68 96 Z", 0x7fa2f2);
    s.slab([70.0, 34.0, 26.0, 62.0, 1.0], 0x4a6bcb);
    s.shade("M58 4 L68 20 L68 96 L58 96 Z", 0.18);
    s.shade("M84 34 L96 34 L96 96 L84 96 Z", 0.18);
    s.shade("M36 22 L46 22 L46 96 L36 96 Z", 0.18);
    for (x, top) in [
        (7.5, 52),
        (15.0, 52),
        (29.5, 28),
        (38.0, 28),
        (51.5, 26),
        (60.5, 26),
        (74.0, 40),
        (81.5, 40),
        (89.0, 40),
    ] {
        for y in (top..86).step_by(12) {
            s.tile([x, y as f32, 4.4, 6.4, 0.8], 0xffe08a);
        }
    }
    s.line("M2 96 L98 96", 3.0, 0x2b3350);
}

pub(super) fn suspension_bridge(s: &mut Sketch) {
    s.body("M0 84 C16 78 32 90 50 84 C68 78 84 90 100 84 L100 98 L0 98 Z", 0x4aa8ea);
    s.slab([0.0, 62.0, 100.0, 8.0, 1.0], 0xd2452f);
    s.slab([20.0, 14.0, 9.0, 76.0, 1.5], 0xe8563a);
    s.slab([71.0, 14.0, 9.0, 76.0, 1.5], 0xe8563a);
    s.tile([20.0, 30.0, 9.0, 4.0, 0.0], 0xb93a27);
    s.tile([71.0, 30.0, 9.0, 4.0, 0.0], 0xb93a27);
    s.wire(
        "M0 52 C8 42 16 28 24 16 C34 66 66 66 76 16 C84 28 92 42 100 52",
        3.0,
        0xe8563a,
    );
    s.line(
        "M8 44 L8 62 M15 32 L15 62 M36 41 L36 62 M43 49 L43 62 M50 52 L50 62 M57 49 L57 62 M64 41 L64 62 M85 32 L85 62 M92 44 L92 62",
        1.4,
        0xe8563a,
    );
    s.line("M6 91 C14 88 22 94 30 91 M60 92 C68 89 76 95 84 92", 2.0, 0xbfe3ff);
}

pub(super) fn waterfall(s: &mut Sketch) {
    s.body("M2 96 L6 40 L20 22 L38 14 L40 96 Z", 0x6b7f5a);
    s.body("M98 96 L95 34 L82 18 L62 14 L60 96 Z", 0x5e7150);
    s.mark("M6 40 L20 22 L38 14 L38 24 L22 33 L8 50 Z", 0x57b04a);
    s.mark("M95 34 L82 18 L62 14 L62 24 L80 29 L94 44 Z", 0x4aa242);
    s.body("M36 16 C42 12 58 12 64 16 L66 88 L34 88 Z", 0x7fd0f7);
    s.line("M42 18 L41 84 M50 16 L50 86 M58 18 L59 84", 2.6, 0xe6f7ff);
    s.body("M0 90 C14 78 30 84 50 82 C70 84 86 78 100 90 L100 99 L0 99 Z", 0x3fa9e8);
    s.dot(34.0, 84.0, 6.0, 0xf4fbff);
    s.dot(44.0, 87.0, 7.0, 0xffffff);
    s.dot(56.0, 87.0, 7.0, 0xffffff);
    s.dot(66.0, 84.0, 6.0, 0xf4fbff);
}

pub(super) fn mesa(s: &mut Sketch) {
    s.disc(78.0, 22.0, 13.0, 0xffd24a);
    s.body("M4 90 L10 44 L14 34 L44 34 L48 44 L56 90 Z", 0xd9663a);
    s.body("M52 92 L56 60 L60 52 L84 52 L88 60 L96 92 Z", 0xe67d4a);
    s.shade("M34 34 L44 34 L48 44 L56 90 L40 90 Z", 0.2);
    s.shade("M76 52 L84 52 L88 60 L96 92 L82 92 Z", 0.2);
    s.line("M9 52 L50 52 M7 66 L53 66 M55 70 L90 70 M54 81 L93 81", 2.4, 0xf4b183);
    s.body("M0 90 C24 82 44 88 60 91 C76 94 90 88 100 91 L100 99 L0 99 Z", 0xeaa35a);
}

pub(super) fn sunrise(s: &mut Sketch) {
    for (x, y) in [(50, 2), (22, 10), (78, 10), (4, 30), (96, 30)] {
        s.wire(&format!("M50 62 L{x} {y}"), 4.6, 0xffc23d);
    }
    s.disc(50.0, 62.0, 27.0, 0xffd84f);
    s.dot(50.0, 62.0, 20.0, 0xffe98f);
    s.body("M0 68 C18 58 34 72 54 64 C74 56 88 66 100 62 L100 98 L0 98 Z", 0xf0704f);
    s.mark("M0 80 C22 70 40 84 60 76 C78 70 90 78 100 75 L100 98 L0 98 Z", 0xc94f63);
    s.mark("M0 91 C26 84 46 94 66 88 C82 84 92 90 100 88 L100 98 L0 98 Z", 0x8a3f6d);
}

pub(super) fn road(s: &mut Sketch) {
    s.body("M0 98 L14 44 L86 44 L100 98 Z", 0x5fae4f);
    s.body("M8 98 L43 30 L57 30 L92 98 Z", 0x4a5163);
    s.mark("M14 98 L44.5 30 L46.5 30 L20 98 Z", 0xf6f7fb);
    s.mark("M86 98 L55.5 30 L53.5 30 L80 98 Z", 0xf6f7fb);
    for (top, height, half) in [(33.0, 6.0, 0.8), (45.0, 9.0, 1.5), (60.0, 13.0, 2.3), (80.0, 16.0, 3.2)] {
        s.tile([50.0 - half, top, half * 2.0, height, 0.6], 0xffd633);
    }
    s.body("M10 46 L28 18 L40 32 L58 8 L90 46 Z", 0x7d8fb5);
    s.mark("M58 8 L66 18 L60 22 L55 17 L51 20 L50 18 Z", 0xf6f9ff);
    s.mark("M28 18 L33 24 L28 27 L24 24 Z", 0xf6f9ff);
    s.mark("M43 46 L45.5 38 L54.5 38 L57 46 Z", 0x4a5163);
}

pub(super) fn fireworks(s: &mut Sketch) {
    for (x, y, reach, colour) in [
        (36.0_f32, 36.0_f32, 34.0_f32, 0xff4f7b),
        (72.0, 62.0, 26.0, 0xffc93d),
        (26.0, 80.0, 17.0, 0x4fc3ff),
    ] {
        for ray in 0..12_u8 {
            let (down, across) = (f32::from(ray) * std::f32::consts::PI / 6.0).sin_cos();
            let (from, to) = (reach * 0.28, reach * if ray % 2 == 0 { 1.0 } else { 0.74 });
            let end = (x + across * to, y + down * to);
            s.wire(
                &format!("M{} {} L{} {}", x + across * from, y + down * from, end.0, end.1),
                2.8,
                colour,
            );
            s.disc(end.0, end.1, 2.6, colour);
        }
        s.disc(x, y, reach * 0.12, 0xfff3c4);
    }
}

pub(super) fn mars(s: &mut Sketch) {
    s.disc(50.0, 50.0, 46.0, 0xd2562e);
    s.mark(
        "M14 34 C30 26 44 40 62 32 C74 27 82 32 88 36 C80 42 66 42 56 46 C40 52 24 44 14 34 Z",
        0xa83e1e,
    );
    s.mark(
        "M8 62 C24 56 34 68 52 64 C66 61 80 66 92 60 C84 76 60 80 44 78 C26 78 14 72 8 62 Z",
        0xa83e1e,
    );
    s.mark("M34 7 C44 3 56 3 66 7 C58 13 42 13 34 7 Z", 0xfff0e4);
    s.dot(68.0, 22.0, 5.0, 0xb9492a);
    s.dot(26.0, 54.0, 4.0, 0x93351a);
    s.dot(70.0, 54.0, 6.0, 0xb9492a);
    s.shade(
        "M50 96 C75 96 96 75 96 50 C96 32 86 17 72 10 C82 24 84 44 78 60 C70 80 52 90 34 93 C39 95 44 96 50 96 Z",
        0.28,
    );
}

pub(super) fn venus(s: &mut Sketch) {
    s.disc(50.0, 50.0, 46.0, 0xf2c96b);
    s.mark(
        "M6 40 C24 30 44 46 62 36 C76 29 88 34 94 38 C84 48 66 44 52 50 C36 56 18 50 6 40 Z",
        0xe0a43c,
    );
    s.mark(
        "M8 68 C26 60 40 72 58 66 C72 62 84 64 91 70 C80 82 60 78 46 78 C30 80 16 76 8 68 Z",
        0xe0a43c,
    );
    s.mark(
        "M22 18 C36 12 56 22 78 16 C70 24 54 26 44 25 C34 24 26 22 22 18 Z",
        0xfbe6ad,
    );
    s.shade(
        "M50 96 C75 96 96 75 96 50 C96 32 86 17 72 10 C82 24 84 44 78 60 C70 80 52 90 34 93 C39 95 44 96 50 96 Z",
        0.24,
    );
}
