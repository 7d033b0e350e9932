//! Motifs that no emoji shows: appliances of a household.

use super::sketch::Sketch;

pub(super) fn fridge(s: &mut Sketch) {
    s.slab([28.0, 92.0, 8.0, 6.0, 2.0], 0x39425c);
    s.slab([64.0, 92.0, 8.0, 6.0, 2.0], 0x39425c);
    s.slab([22.0, 2.0, 56.0, 92.0, 7.0], 0xdfe8f5);
    s.shade("M66 2 L71 2 C75 2 78 5 78 9 L78 87 C78 91 75 94 71 94 L66 94 Z", 0.12);
    s.line("M22 36 L78 36", 2.4, 0x7d8ba8);
    s.tile([29.0, 16.0, 4.0, 14.0, 2.0], 0x5b6a88);
    s.tile([29.0, 42.0, 4.0, 24.0, 2.0], 0x5b6a88);
    s.tile([48.0, 48.0, 16.0, 12.0, 1.5], 0xffd166);
    s.dot(56.0, 48.0, 2.2, 0xe23b4e);
}

pub(super) fn vacuum_cleaner(s: &mut Sketch) {
    s.wire("M42 12 C66 -2 84 20 80 48", 6.0, 0x39425c);
    s.wire("M20 86 L40 14 L48 10", 6.0, 0xb9c4dc);
    s.slab([2.0, 84.0, 38.0, 11.0, 4.0], 0x2b3350);
    s.body("M50 88 C46 60 58 44 76 44 C94 44 99 62 97 88 Z", 0xe23b4e);
    s.shade("M50 78 L97.5 78 L97 88 L50 88 Z", 0.22);
    s.shine("M60 58 C65 50 74 48 80 49 C72 52 66 58 64 68 Z", 0.35);
    s.disc(64.0, 86.0, 10.0, 0x20263a);
    s.dot(64.0, 86.0, 4.0, 0xb9c4dc);
    s.disc(91.0, 89.0, 6.0, 0x20263a);
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

pub(super) fn clothes_iron(s: &mut Sketch) {
    s.wire("M38 46 C40 20 54 18 66 18 L80 18 C92 18 92 32 89 46", 9.0, 0x2b3350);
    s.body(
        "M4 78 C14 54 34 42 60 42 L86 42 C90 42 92 44 92.5 48 L96 78 Z",
        0x2f9bff,
    );
    s.shade("M7 70 L95 70 L96 78 L4 78 Z", 0.2);
    s.slab([1.0, 77.0, 97.0, 9.0, 4.0], 0xd4dcea);
    s.dot(66.0, 58.0, 8.0, 0xf3f6fc);
    s.line("M66 58 L70 53", 2.4, 0xe23b4e);
    s.gleam("M18 66 C26 57 34 53 44 51", 3.0, 0.7);
}

pub(super) fn sewing_machine(s: &mut Sketch) {
    s.slab([46.0, 2.0, 10.0, 14.0, 2.0], 0xe23b4e);
    s.line("M46 6 L56 6 M46 10 L56 10", 1.4, 0xffb3ba);
    s.slab([4.0, 78.0, 92.0, 16.0, 4.0], 0x5b3a86);
    s.disc(92.0, 32.0, 8.0, 0x39425c);
    s.body(
        "M12 22 C12 16 16 12 22 12 L80 12 C88 12 90 18 90 24 L90 80 L64 80 L64 44 L34 44 L34 58 L12 58 Z",
        0x8f63d2,
    );
    s.shade("M64 44 L90 44 L90 80 L64 80 Z", 0.14);
    s.wire("M23 57 L23 77", 3.4, 0xd4dcea);
    s.tile([15.0, 73.0, 18.0, 4.0, 1.5], 0xd4dcea);
    s.dot(77.0, 56.0, 6.0, 0xf3f6fc);
    s.dot(77.0, 56.0, 2.4, 0x5b3a86);
    s.mark("M40 24 C48 18 56 30 72 22 C62 36 50 26 40 24 Z", 0xffd166);
    s.gleam("M18 20 L36 17", 2.6, 0.7);
}

pub(super) fn electric_fan(s: &mut Sketch) {
    s.slab([46.0, 64.0, 8.0, 26.0, 2.0], 0x8ea0bf);
    s.slab([26.0, 87.0, 48.0, 9.0, 4.0], 0x39425c);
    s.disc(50.0, 37.0, 35.0, 0xd4dcea);
    s.dot(50.0, 37.0, 31.0, 0x22365c);
    s.mark("M50 37 C40 26 40 12 52 9 C62 12 60 26 50 37 Z", 0x5ecbff);
    s.mark("M50 37 C64 33 77 40 74 52 C66 60 55 50 50 37 Z", 0x5ecbff);
    s.mark("M50 37 C47 51 35 60 26 52 C23 41 36 35 50 37 Z", 0x5ecbff);
    s.dot(50.0, 37.0, 7.0, 0xf3f6fc);
    s.dot(50.0, 37.0, 3.0, 0xe23b4e);
    s.gleam("M24 24 C30 14 38 10 46 9", 2.6, 0.8);
}

pub(super) fn air_conditioner(s: &mut Sketch) {
    s.wire("M24 62 C16 72 32 78 24 92", 5.0, 0x5ecbff);
    s.wire("M50 62 C42 72 58 78 50 92", 5.0, 0x5ecbff);
    s.wire("M76 62 C68 72 84 78 76 92", 5.0, 0x5ecbff);
    s.slab([2.0, 14.0, 96.0, 44.0, 8.0], 0xf3f6fc);
    s.shade("M2 44 L98 44 L98 50 C98 55 95 58 90 58 L10 58 C5 58 2 55 2 50 Z", 0.14);
    s.tile([10.0, 46.0, 80.0, 7.0, 3.0], 0x39425c);
    s.line("M12 26 L88 26 M12 34 L88 34", 1.8, 0xc2cce0);
    s.tile([70.0, 36.0, 16.0, 6.0, 2.0], 0x22365c);
    s.dot(74.0, 39.0, 1.6, 0x3ddc84);
}

pub(super) fn air_purifier(s: &mut Sketch) {
    s.body(
        "M24 22 C24 16 28 14 34 14 L66 14 C72 14 76 16 76 22 L78 90 C78 95 75 97 70 97 L30 97 C25 97 22 95 22 90 Z",
        0xf3f6fc,
    );
    s.shade("M66 14 C72 14 76 16 76 22 L78 90 C78 95 75 97 70 97 L66 97 Z", 0.12);
    s.mark("M30 17 L70 17 L69 25 L31 25 Z", 0x39425c);
    s.dot(50.0, 40.0, 9.0, 0x2b3350);
    s.dot(50.0, 40.0, 6.4, 0x35d08a);
    for row in 0_u8..6 {
        for column in 0_u8..7 {
            let (x, y) = (f32::from(column).mul_add(6.4, 31.0), f32::from(row).mul_add(6.4, 58.0));
            s.dot(x, y, 1.7, 0xa9b7d0);
        }
    }
    s.wire("M32 8 C38 2 42 10 48 4 M54 8 C60 2 64 10 70 4", 3.6, 0x7fd6ff);
    s.gleam("M29 30 L28 54", 3.0, 0.9);
}

pub(super) fn dishwasher(s: &mut Sketch) {
    s.slab([12.0, 3.0, 76.0, 72.0, 5.0], 0xd4dcea);
    s.tile([12.0, 3.0, 76.0, 13.0, 5.0], 0x8ea0bf);
    s.dot(22.0, 9.5, 2.6, 0x3ddc84);
    s.tile([64.0, 7.0, 16.0, 5.0, 2.0], 0x22365c);
    s.tile([18.0, 20.0, 64.0, 52.0, 3.0], 0x22365c);
    for x in [28.0, 40.0, 52.0, 64.0] {
        s.tile([x, 26.0, 6.0, 22.0, 3.0], 0xf3f6fc);
    }
    s.line("M20 50 L80 50", 2.4, 0x8ea0bf);
    s.mark("M26 54 L38 54 L36 66 L28 66 Z", 0x5ecbff);
    s.mark("M44 54 L56 54 L54 66 L46 66 Z", 0xffd166);
    s.mark("M62 54 L74 54 L72 66 L64 66 Z", 0xff7a6b);
    s.body("M12 74 L88 74 L97 94 L3 94 Z", 0xb9c4dc);
    s.tile([36.0, 85.0, 28.0, 4.0, 2.0], 0x5b6a88);
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

pub(super) fn coffee_machine(s: &mut Sketch) {
    s.slab([52.0, 20.0, 36.0, 62.0, 3.0], 0x39425c);
    s.slab([10.0, 80.0, 82.0, 15.0, 5.0], 0x2b3350);
    s.slab([10.0, 5.0, 80.0, 27.0, 7.0], 0xd2392b);
    s.shade(
        "M10 24 L90 24 L90 27 C90 30 87 32 83 32 L17 32 C13 32 10 30 10 27 Z",
        0.22,
    );
    s.dot(24.0, 17.0, 4.0, 0xf3f6fc);
    s.dot(37.0, 17.0, 4.0, 0xffd166);
    s.slab([24.0, 32.0, 16.0, 8.0, 2.0], 0xb9c4dc);
    s.wire("M32 40 L32 56", 3.0, 0x6b3a1e);
    s.body("M16 54 L48 54 L45 78 L19 78 Z", 0xf3f6fc);
    s.mark("M17 55 L47 55 L46.5 60 L17.5 60 Z", 0x6b3a1e);
    s.gleam("M60 10 L80 10", 3.0, 0.6);
}

pub(super) fn blender(s: &mut Sketch) {
    s.slab([34.0, 1.0, 32.0, 8.0, 3.0], 0x2b3350);
    s.wire("M68 18 C86 18 84 46 65 46", 6.0, 0xb9d8f0);
    s.body("M26 8 L74 8 L66 60 L34 60 Z", 0xd6ecff);
    s.mark(
        "M28.5 24 C38 19 46 30 56 24 C62 20 68 23 71.5 24 L66 60 L34 60 Z",
        0xff5f8f,
    );
    s.dot(42.0, 40.0, 3.0, 0xff9fbd);
    s.dot(55.0, 48.0, 2.4, 0xff9fbd);
    s.body("M30 60 L70 60 L78 95 L22 95 Z", 0x2b3350);
    s.dot(50.0, 78.0, 8.0, 0xb9c4dc);
    s.line("M50 78 L54 72", 2.4, 0x2b3350);
    s.gleam("M34 14 L38 50", 2.6, 0.8);
}

pub(super) fn toaster(s: &mut Sketch) {
    s.body("M24 44 L24 16 C18 8 30 4 38 8 C48 2 56 10 50 16 L50 44 Z", 0xd9954a);
    s.mark("M28 44 L28 16 C26 11 32 9 38 12 C44 8 48 12 46 16 L46 44 Z", 0xf6cf8d);
    s.body("M54 44 L54 16 C48 8 60 4 68 8 C78 2 86 10 80 16 L80 44 Z", 0xd9954a);
    s.mark("M58 44 L58 16 C56 11 62 9 68 12 C74 8 78 12 76 16 L76 44 Z", 0xf6cf8d);
    s.slab([6.0, 36.0, 88.0, 54.0, 12.0], 0xc6d0e2);
    s.shade("M6 72 L94 72 L94 78 C94 85 89 90 82 90 L18 90 C11 90 6 85 6 78 Z", 0.18);
    s.slab([92.0, 48.0, 7.0, 10.0, 2.0], 0x2b3350);
    s.dot(20.0, 62.0, 6.0, 0x2b3350);
    s.gleam("M16 46 C30 41 50 41 70 42", 3.0, 0.8);
}

pub(super) fn rice_cooker(s: &mut Sketch) {
    s.wire("M40 12 C34 4 46 2 40 -8", 3.4, 0xd4dcea);
    s.wire("M58 12 C52 4 64 2 58 -8", 3.4, 0xd4dcea);
    s.slab([18.0, 90.0, 14.0, 7.0, 3.0], 0x39425c);
    s.slab([68.0, 90.0, 14.0, 7.0, 3.0], 0x39425c);
    s.body(
        "M8 44 L92 44 L88 84 C87 90 83 93 78 93 L22 93 C17 93 13 90 12 84 Z",
        0xf3f6fc,
    );
    s.body("M6 42 C8 24 28 14 50 14 C72 14 92 24 94 42 L94 47 L6 47 Z", 0xe23b4e);
    s.slab([42.0, 9.0, 16.0, 8.0, 3.0], 0x39425c);
    s.tile([34.0, 60.0, 32.0, 22.0, 4.0], 0x39425c);
    s.dot(43.0, 71.0, 4.0, 0xff9a3c);
    s.dot(57.0, 71.0, 4.0, 0x3ddc84);
    s.gleam("M20 34 C26 26 36 22 46 21", 3.0, 0.7);
}

pub(super) fn three_d_printer(s: &mut Sketch) {
    s.wire("M14 84 L14 8 L86 8 L86 84", 8.0, 0x2b3350);
    s.wire("M14 30 L86 30", 5.0, 0xb9c4dc);
    s.slab([4.0, 82.0, 92.0, 13.0, 4.0], 0x39425c);
    s.slab([20.0, 74.0, 60.0, 6.0, 2.0], 0xd4dcea);
    s.slab([40.0, 22.0, 20.0, 17.0, 3.0], 0xff9a3c);
    s.body("M45 39 L55 39 L51 47 L49 47 Z", 0xd4dcea);
    s.body("M34 75 L34 58 L50 48 L66 58 L66 75 Z", 0x3ddc84);
    s.line("M34 63 L66 63 M34 69 L66 69", 1.4, 0x23a35f);
    s.dot(84.0, 88.0, 2.6, 0x5ecbff);
}
