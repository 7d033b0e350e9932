//! Motifs that no emoji shows: vehicles and machines.

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

pub(super) fn vending_machine(s: &mut Sketch) {
    s.slab([14.0, 0.0, 72.0, 94.0, 5.0], 0xe2303f);
    s.slab([20.0, 92.0, 12.0, 7.0, 2.0], 0x39425c);
    s.slab([68.0, 92.0, 12.0, 7.0, 2.0], 0x39425c);
    s.tile([20.0, 7.0, 44.0, 62.0, 3.0], 0xdff3ff);
    let colours = [0x2f9bff, 0xff9a3c, 0x35b04a, 0xffc93c, 0x8f63d2, 0xff5f8f];
    for (row, y) in [10.0_f32, 30.0, 50.0].into_iter().enumerate() {
        for (column, x) in [24.0_f32, 34.5, 45.0, 55.5].into_iter().enumerate() {
            let colour = colours
                .get((row * 4 + column * 3 + row) % 6)
                .copied()
                .unwrap_or(0x2f9bff);
            s.tile([x, y + 2.0, 6.5, 13.0, 2.0], colour);
            s.tile([x + 1.5, y, 3.5, 3.0, 1.0], 0x8ea0bf);
        }
        s.line(&format!("M21 {} L63 {}", y + 16.5, y + 16.5), 1.8, 0xa9c3da);
    }
    s.tile([69.0, 12.0, 12.0, 12.0, 1.5], 0x2b3350);
    for y in [30.0, 36.0, 42.0] {
        s.dot(72.0, y, 1.8, 0xf3f6fc);
        s.dot(78.0, y, 1.8, 0xf3f6fc);
    }
    s.tile([71.5, 50.0, 7.0, 2.6, 1.0], 0x20263a);
    s.tile([24.0, 75.0, 36.0, 13.0, 2.0], 0x20263a);
    s.shade("M78 0 L81 0 C84 0 86 2 86 5 L86 89 C86 92 84 94 81 94 L78 94 Z", 0.18);
    s.gleam("M25 14 L25 62", 3.0, 0.6);
}

pub(super) fn brake_disc(s: &mut Sketch) {
    s.disc(46.0, 52.0, 44.0, 0x8793ab);
    s.dot(46.0, 52.0, 40.0, 0xc6d0e2);
    for step in 0_u8..20 {
        let turn = f32::from(step) * 18.0_f32.to_radians();
        let radius = if step % 2 == 0 { 34.0 } else { 28.0 };
        s.dot(46.0 + radius * turn.cos(), 52.0 + radius * turn.sin(), 2.0, 0x56607a);
    }
    s.dot(46.0, 52.0, 21.0, 0x7d8aa4);
    s.dot(46.0, 52.0, 18.0, 0xe6ecf6);
    s.dot(46.0, 52.0, 7.0, 0x39425c);
    for step in 0_u8..5 {
        let turn = f32::from(step).mul_add(72.0, -90.0).to_radians();
        s.dot(46.0 + 12.5 * turn.cos(), 52.0 + 12.5 * turn.sin(), 2.4, 0x39425c);
    }
    s.body("M62 4 C86 12 100 34 98 58 C98 64 94 66 89 65 L78 63 C74 62 73 60 73 56 C73 44 66 32 56 26 C52 24 51 21 53 17 L57 7 C58 4 60 3 62 4 Z", 0xe2303f);
    s.shade("M98 58 C98 64 94 66 89 65 L78 63 C74 62 73 60 73 56 L75 52 Z", 0.24);
    s.line("M66 20 C76 27 82 38 84 50", 4.0, 0xffffff);
    s.gleam("M14 40 C18 28 26 20 36 17", 3.6, 0.7);
}

pub(super) fn steering_wheel(s: &mut Sketch) {
    s.shape(ring(50.0, 50.0, 46.0, 35.0), 0x20263a, true);
    s.body("M16 42 L84 42 C86 48 86 52 84 58 C72 58 66 62 62 72 L58 86 L42 86 L38 72 C34 62 28 58 16 58 C14 52 14 48 16 42 Z", 0x39425c);
    s.disc(50.0, 54.0, 14.0, 0x2b3350);
    s.dot(50.0, 54.0, 9.0, 0xe23b4e);
    s.dot(50.0, 54.0, 4.0, 0xffffff);
    s.line("M45 8.4 C48 8 52 8 55 8.4", 8.0, 0xe23b4e);
    s.dot(27.0, 50.0, 2.6, 0xffc93c);
    s.dot(73.0, 50.0, 2.6, 0x2fc0cf);
    s.gleam("M14 34 C20 20 30 12 42 9.6", 3.0, 0.6);
}

pub(super) fn guillotine(s: &mut Sketch) {
    s.slab([10.0, 88.0, 80.0, 10.0, 2.0], 0x6b4424);
    s.slab([22.0, 4.0, 9.0, 86.0, 2.0], 0x8a5a32);
    s.slab([69.0, 4.0, 9.0, 86.0, 2.0], 0x8a5a32);
    s.slab([16.0, 0.0, 68.0, 10.0, 2.0], 0x7a4c28);
    s.wire("M14 90 L24 66 M86 90 L76 66", 5.0, 0x6b4424);
    s.wire("M50 10 L50 20", 3.0, 0xd9c29a);
    s.slab([31.0, 18.0, 38.0, 9.0, 1.0], 0x39425c);
    s.body("M31 27 L69 27 L69 38 L31 52 Z", 0xd4dcea);
    s.mark("M31 46 L69 32 L69 38 L31 52 Z", 0xffffff);
    s.slab([29.0, 66.0, 42.0, 11.0, 1.0], 0x9a683a);
    s.slab([29.0, 77.0, 42.0, 11.0, 1.0], 0x8a5a32);
    s.dot(50.0, 77.0, 7.0, 0x20140c);
    s.line("M26 14 L26 62 M73 14 L73 62", 1.6, 0x5f3c1e);
}

/// A ring. The background is visible through its hole.
fn ring(x: f32, y: f32, outer: f32, inner: f32) -> crate::composer::raster::canvas::Shape {
    let mut builder = tiny_skia::PathBuilder::new();
    builder.push_circle(x, y, outer);
    // The inner circle runs the other way round, so that the winding of its points is zero.
    let kappa = inner * 0.552_285;
    builder.move_to(x + inner, y);
    builder.cubic_to(x + inner, y - kappa, x + kappa, y - inner, x, y - inner);
    builder.cubic_to(x - kappa, y - inner, x - inner, y - kappa, x - inner, y);
    builder.cubic_to(x - inner, y + kappa, x - kappa, y + inner, x, y + inner);
    builder.cubic_to(x + kappa, y + inner, x + inner, y + kappa, x + inner, y);
    builder.close();
    builder.finish()
}
