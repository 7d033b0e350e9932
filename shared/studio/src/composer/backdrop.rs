//! The background: light with a direction, large quiet shapes, darker where words stand and toward the edges.

use super::{
    canvas::{self, Canvas, circle, linear, polygon, radial, solid, star},
    chance::Chance,
    colour::Rgb,
    layout::Layout,
    palette::Palette,
};
use tiny_skia::{PathBuilder, Rect, Transform};

/// How dark the corners get, as a share of their light.
const VIGNETTE: f32 = 0.20;

#[derive(Clone, Copy)]
enum Pattern {
    Rays,
    Halftone,
    Bokeh,
    Slabs,
    Rings,
    Floor,
    Waves,
    Blocks,
}

const PATTERNS: [Pattern; 8] = [
    Pattern::Rays,
    Pattern::Halftone,
    Pattern::Bokeh,
    Pattern::Slabs,
    Pattern::Rings,
    Pattern::Floor,
    Pattern::Waves,
    Pattern::Blocks,
];

/// Paints everything behind the subject and the words.
pub(crate) fn paint(canvas: &mut Canvas, palette: &Palette, layout: &Layout, words: Option<Rect>, chance: &mut Chance) {
    let mut scene = Scene {
        width: canvas.width(),
        height: canvas.height(),
        palette,
        layout,
        canvas,
        chance,
    };
    scene.light();
    match scene.chance.pick(&PATTERNS).copied().unwrap_or(Pattern::Rays) {
        Pattern::Rays => scene.rays(),
        Pattern::Halftone => scene.halftone(),
        Pattern::Bokeh => scene.bokeh(),
        Pattern::Slabs => scene.slabs(),
        Pattern::Rings => scene.rings(),
        Pattern::Floor => scene.floor(),
        Pattern::Waves => scene.waves(),
        Pattern::Blocks => scene.blocks(),
    }
    if layout.is_split {
        scene.panel();
    }
    if let Some(words) = words {
        scene.calm(words);
    }
    scene.stage();
    finish(canvas);
}

struct Scene<'a> {
    canvas: &'a mut Canvas,
    width: f32,
    height: f32,
    palette: &'a Palette,
    layout: &'a Layout,
    chance: &'a mut Chance,
}

impl Scene<'_> {
    fn reach(&self) -> f32 {
        self.width.hypot(self.height)
    }

    /// A gradient across the picture and a glow where the subject will stand.
    fn light(&mut self) {
        let Palette { deep, ground, glow, .. } = *self.palette;
        let (x, y) = self.layout.focus;
        let away = (self.width - x, self.height - y);
        let radius = self.reach() * self.chance.between(0.40, 0.50);
        let across = [deep.alpha(1.0), deep.mix(ground, 0.6).alpha(1.0), ground.alpha(1.0)];
        self.canvas.lay_soft(4, 0.0, |layer, scale| {
            layer.flood(linear(away, (x, y), &across), scale);
            layer.flood(
                radial((x, y), radius, &[glow.alpha(0.95), glow.alpha(0.38), glow.alpha(0.0)]),
                scale,
            );
        });
    }

    /// A sunburst behind the subject.
    fn rays(&mut self) {
        let (x, y) = self.layout.focus;
        let (count, turn, reach) = (12 + self.chance.below(7), self.chance.between(0.0, 0.5), self.reach());
        let step = std::f32::consts::TAU / count as f32;
        let mut path = PathBuilder::new();
        for i in 0..count {
            let angle = turn + step * i as f32;
            path.move_to(x, y);
            path.line_to(x + reach * angle.cos(), y + reach * angle.sin());
            path.line_to(
                x + reach * (angle + step / 2.0).cos(),
                y + reach * (angle + step / 2.0).sin(),
            );
            path.close();
        }
        let glow = self.palette.glow;
        let light = radial(
            (x, y),
            reach * 0.75,
            &[glow.alpha(0.55), glow.alpha(0.30), glow.alpha(0.08)],
        );
        // Half size: the edges come out a little soft, as light does.
        self.canvas
            .lay_soft(2, 0.0, |layer, scale| layer.fill(&path.finish(), light, scale));
    }

    /// Dots that grow toward one corner, over a large disc of light.
    fn halftone(&mut self) {
        let pitch = self.width.min(self.height) / 24.0;
        let from_left = self.layout.focus.0 > self.width / 2.0;
        let lean = self.chance.between(0.25, 0.65);
        let mut path = PathBuilder::new();
        let (columns, rows) = ((self.width / pitch) as usize + 2, (self.height / pitch) as usize + 2);
        for row in 0..rows {
            for column in 0..columns {
                let shift = if row % 2 == 0 { 0.0 } else { pitch / 2.0 };
                let (x, y) = (column as f32 * pitch + shift, row as f32 * pitch);
                let across = if from_left {
                    x / self.width
                } else {
                    1.0 - x / self.width
                };
                let strength = across * lean + y / self.height * (1.0 - lean);
                let radius = pitch * 0.62 * (strength - 0.42);
                if radius > 0.8 {
                    path.push_circle(x, y, radius);
                }
            }
        }
        let deep = self.palette.deep;
        self.canvas
            .fill(&path.finish(), solid(deep, 0.42), Transform::identity());
        let (x, y) = self.layout.focus;
        let glow = self.palette.glow;
        self.canvas.fill(
            &circle(x, y, self.layout.size * 0.56),
            solid(glow.lighter(0.25), 0.30),
            Transform::identity(),
        );
    }

    /// Lights out of focus.
    fn bokeh(&mut self) {
        let Palette { glow, accent, .. } = *self.palette;
        let unit = self.width.min(self.height);
        let spots: Vec<_> = (0..26)
            .map(|i| {
                let at = (
                    self.chance.between(0.0, self.width),
                    self.chance.between(0.0, self.height),
                );
                let colour = if i % 4 == 0 { accent } else { glow.lighter(0.25) };
                (
                    at,
                    unit * self.chance.between(0.02, 0.11),
                    colour,
                    self.chance.between(0.10, 0.32),
                )
            })
            .collect();
        self.canvas.lay_soft(4, unit * 0.012, |layer, scale| {
            for ((x, y), radius, colour, opacity) in &spots {
                layer.fill(&circle(*x, *y, *radius), solid(*colour, *opacity), scale);
                layer.stroke(&circle(*x, *y, *radius), radius * 0.10, solid(*colour, *opacity), scale);
            }
        });
    }

    /// Broad diagonal bands, each throwing a shadow on the next.
    fn slabs(&mut self) {
        let Palette { deep, ground, glow, .. } = *self.palette;
        let (width, height) = (self.width, self.height);
        let lean = height * self.chance.between(0.35, 0.6);
        let start = width * self.chance.between(-0.05, 0.05);
        let tones = [
            deep.mix(ground, 0.35),
            deep.mix(ground, 0.75),
            ground,
            ground.mix(glow, 0.40),
            ground.mix(glow, 0.75),
        ];
        let flip = self.layout.focus.0 < width * 0.4;
        let step = (width + lean) / tones.len() as f32;
        for (i, tone) in tones.iter().enumerate() {
            let left = start - lean * 0.3 + step * i as f32;
            let mirror = |x: f32| if flip { width - x } else { x };
            let band = polygon([
                (mirror(left + lean), 0.0),
                (mirror(width * 2.0), 0.0),
                (mirror(width * 2.0), height),
                (mirror(left), height),
            ]);
            self.canvas.lay_soft(8, height * 0.035, |layer, scale| {
                layer.fill(&band, solid(deep.darker(0.3), 0.55), scale)
            });
            let shine = linear(
                (mirror(left), height),
                (mirror(left + step * 2.0), 0.0),
                &[tone.alpha(1.0), tone.lighter(0.10).alpha(1.0)],
            );
            self.canvas.fill(&band, shine, Transform::identity());
        }
        let (x, y) = self.layout.focus;
        let radius = self.layout.size * 0.8;
        self.canvas.lay_soft(4, 0.0, |layer, scale| {
            layer.flood(
                radial((x, y), radius, &[glow.lighter(0.3).alpha(0.6), glow.alpha(0.0)]),
                scale,
            );
        });
    }

    /// Rings around the subject, like ripples.
    fn rings(&mut self) {
        let (x, y) = self.layout.focus;
        let step = self.layout.size * self.chance.between(0.17, 0.22);
        let light = self.palette.glow.lighter(0.25);
        for i in 0..5_u8 {
            let radius = self.layout.size * 0.52 + step * 2.0 * f32::from(i);
            let opacity = 0.30 - 0.045 * f32::from(i);
            self.canvas.stroke(
                &circle(x, y, radius),
                step,
                solid(light, opacity),
                Transform::identity(),
            );
        }
    }

    /// A lit grid that runs to the horizon.
    fn floor(&mut self) {
        let (width, height) = (self.width, self.height);
        let Palette { deep, glow, ground, .. } = *self.palette;
        let horizon = height * self.chance.between(0.60, 0.70);
        let ground_shape = canvas::rectangle(0.0, horizon, width, height - horizon);
        let floor = linear(
            (0.0, horizon),
            (0.0, height),
            &[ground.mix(deep, 0.55).alpha(1.0), deep.darker(0.25).alpha(1.0)],
        );
        self.canvas.fill(&ground_shape, floor, Transform::identity());
        let mut lines = PathBuilder::new();
        let vanish = self.layout.focus.0;
        for i in -14..=14 {
            lines.move_to(vanish + i as f32 * width * 0.025, horizon);
            lines.line_to(vanish + i as f32 * width * 0.16, height);
        }
        for i in 0..9 {
            let y = horizon + (height - horizon) * (i as f32 / 8.5).powi(2);
            lines.move_to(0.0, y);
            lines.line_to(width, y);
        }
        let fade = linear(
            (0.0, horizon),
            (0.0, height),
            &[glow.lighter(0.3).alpha(0.65), glow.alpha(0.30)],
        );
        self.canvas
            .stroke(&lines.finish(), height * 0.0035, fade, Transform::identity());
        let haze = height * 0.10;
        self.canvas.fill(
            &canvas::rectangle(0.0, horizon - haze, width, haze * 2.0),
            linear(
                (0.0, horizon - haze),
                (0.0, horizon + haze),
                &[glow.alpha(0.0), glow.lighter(0.35).alpha(0.55), glow.alpha(0.0)],
            ),
            Transform::identity(),
        );
    }

    /// Layered hills or waves along the bottom.
    fn waves(&mut self) {
        let (width, height) = (self.width, self.height);
        let Palette { deep, ground, glow, .. } = *self.palette;
        for i in 0..4_u8 {
            let share = f32::from(i) / 3.0;
            let base = height * (0.50 + 0.13 * f32::from(i));
            let (length, phase) = (width * self.chance.between(0.45, 0.8), self.chance.between(0.0, 6.0));
            let swing = height * self.chance.between(0.04, 0.08);
            let crest = (0..=48).map(|step| {
                let x = width * step as f32 / 48.0;
                (x, base + swing * (phase + x / length * std::f32::consts::TAU).sin())
            });
            let hill = polygon(crest.chain([(width, height), (0.0, height)]));
            let tone = ground.mix(glow, 0.45 * (1.0 - share)).mix(deep, 0.75 * share);
            let down = linear(
                (0.0, base - swing),
                (0.0, height),
                &[tone.lighter(0.08).alpha(0.92), tone.mix(deep, 0.5).alpha(0.92)],
            );
            self.canvas.fill(&hill, down, Transform::identity());
        }
    }

    /// Large overlapping rounded blocks, turned, some out of focus.
    fn blocks(&mut self) {
        let Palette { deep, glow, .. } = *self.palette;
        let unit = self.width.min(self.height);
        for i in 0..7 {
            let (x, y) = (
                self.chance.between(-0.1, 1.0) * self.width,
                self.chance.between(-0.1, 1.0) * self.height,
            );
            let side = unit * self.chance.between(0.22, 0.55);
            let turn = Transform::from_rotate_at(self.chance.between(18.0, 38.0), x, y);
            let block = canvas::rounded(x - side / 2.0, y - side / 2.0, side, side, side * 0.16);
            let tone = if i % 3 == 0 { deep } else { glow };
            let light = linear(
                (x, y - side / 2.0),
                (x, y + side / 2.0),
                &[tone.alpha(0.34), tone.alpha(0.05)],
            );
            self.canvas.fill(&block, light, turn);
        }
    }

    /// A slanted panel under the words.
    fn panel(&mut self) {
        let (width, height) = (self.width, self.height);
        let Palette { deep, ink, accent, .. } = *self.palette;
        let area = self.layout.frame.area;
        let is_beside = area.width() < width * 0.6;
        let (edge, lean) = if is_beside {
            (area.right() + width * 0.05, width * 0.045)
        } else {
            (area.bottom() + height * 0.035, height * 0.03)
        };
        let shape = |shift: f32| {
            if is_beside {
                polygon([
                    (-1.0, -1.0),
                    (edge + lean + shift, -1.0),
                    (edge - lean + shift, height + 1.0),
                    (-1.0, height + 1.0),
                ])
            } else {
                polygon([
                    (-1.0, -1.0),
                    (width + 1.0, -1.0),
                    (width + 1.0, edge - lean + shift),
                    (-1.0, edge + lean + shift),
                ])
            }
        };
        let stripe = width.min(height) * 0.020;
        self.canvas.lay_soft(8, width * 0.02, |layer, scale| {
            layer.fill(&shape(stripe * 2.0), solid(ink, 0.7), scale)
        });
        self.canvas
            .fill(&shape(stripe), solid(accent, 1.0), Transform::identity());
        self.canvas.fill(
            &shape(0.0),
            linear(
                (0.0, 0.0),
                (0.0, height),
                &[deep.alpha(1.0), deep.mix(ink, 0.7).alpha(1.0)],
            ),
            Transform::identity(),
        );
    }

    /// Darkens the ground under the words, softly.
    fn calm(&mut self, words: Rect) {
        let reach = words.height().min(words.width()) * 0.30;
        let shape = canvas::rounded(words.left(), words.top(), words.width(), words.height(), reach * 0.4);
        let deep = self.palette.deep.mix(self.palette.ink, 0.5);
        self.canvas
            .lay_soft(16, reach, |layer, scale| layer.fill(&shape, solid(deep, 0.62), scale));
    }

    /// What lifts the subject off the ground: a disc, a burst, a ring or just light.
    fn stage(&mut self) {
        let (x, y) = self.layout.focus;
        let size = self.layout.size;
        let Palette { glow, accent, deep, .. } = *self.palette;
        let halo = [
            glow.lighter(0.55).alpha(0.75),
            glow.lighter(0.2).alpha(0.30),
            glow.alpha(0.0),
        ];
        self.canvas.lay_soft(4, 0.0, |layer, scale| {
            layer.fill(&circle(x, y, size * 0.66), radial((x, y), size * 0.66, &halo), scale);
        });
        let identity = Transform::identity();
        match self.chance.below(5) {
            0 => {
                let disc = linear(
                    (x - size * 0.3, y - size * 0.4),
                    (x + size * 0.3, y + size * 0.4),
                    &[accent.lighter(0.15).alpha(1.0), accent.mix(deep, 0.22).alpha(1.0)],
                );
                self.canvas.fill(&circle(x, y, size * 0.44), disc, identity);
            }
            1 => {
                let burst = star(x, y, 18, size * 0.42, size * 0.50, self.chance.between(0.0, 0.3));
                self.canvas.fill(
                    &burst,
                    solid(deep, 0.55),
                    Transform::from_translate(size * 0.012, size * 0.02),
                );
                self.canvas.fill(&burst, solid(accent, 1.0), identity);
            }
            2 => {
                self.canvas
                    .stroke(&circle(x, y, size * 0.49), size * 0.030, solid(accent, 0.95), identity);
                self.canvas
                    .fill(&circle(x, y, size * 0.45), solid(glow.lighter(0.3), 0.30), identity);
            }
            3 => {
                self.canvas
                    .fill(&circle(x, y, size * 0.52), solid(deep, 0.30), identity);
                self.canvas
                    .fill(&circle(x, y, size * 0.44), solid(glow.lighter(0.35), 0.55), identity);
            }
            _ => {}
        }
    }
}

/// Darkens the corners and roughens the light a little: grain hides the steps of long gradients. The grain is coarse
/// and has three levels only, because fine noise is what makes a lossless file large.
fn finish(canvas: &mut Canvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let row_length = canvas.pixmap().width() as usize;
    let mut grain = Chance::new("grain", 0);
    let mut noise = vec![0_i16; row_length / 2 + 1];
    let (pixels, _) = canvas.pixmap_mut().data_mut().as_chunks_mut::<4>();
    for (y, row) in pixels.chunks_mut(row_length.max(1)).enumerate() {
        if y % 2 == 0 {
            noise.fill_with(|| match grain.bits() % 4 {
                0 => -3,
                1 => 3,
                _ => 0,
            });
        }
        let down = (y as f32 / height - 0.5) * 2.0;
        for (x, [red, green, blue, _]) in row.iter_mut().enumerate() {
            let across = (x as f32 / width - 0.5) * 2.0;
            let distance = (across * across + down * down) / 2.0;
            let light = 1.0 - VIGNETTE * distance * distance;
            let speck = noise.get(x / 2).copied().unwrap_or(0);
            for channel in [red, green, blue] {
                *channel = ((f32::from(*channel) * light) as i16 + speck).clamp(0, 255) as u8;
            }
        }
    }
}

/// Small shapes that carry the subject's energy outward: between the subject and the edge, never on the words.
pub(crate) fn sparkle(
    canvas: &mut Canvas,
    palette: &Palette,
    layout: &Layout,
    words: Option<Rect>,
    chance: &mut Chance,
) {
    // A panel is wider than the words on it.
    let panel = layout.frame.area.outset(canvas.width() * 0.10, canvas.height() * 0.10);
    let words = if layout.is_split { panel } else { words };
    let (x, y) = layout.focus;
    let (width, height) = (canvas.width(), canvas.height());
    let turn = chance.between(0.0, std::f32::consts::TAU);
    for i in 0..7 {
        let angle = turn + i as f32 * 0.9 + chance.between(-0.2, 0.2);
        let distance = layout.size * chance.between(0.54, 0.66);
        let (at_x, at_y) = (x + distance * angle.cos(), y + distance * angle.sin());
        let radius = layout.size * chance.between(0.018, 0.045);
        let clear = radius * 1.6;
        let is_off = at_x < clear || at_y < clear || at_x > width - clear || at_y > height - clear;
        let is_on_words = words.is_some_and(|words| {
            at_x > words.left() - clear
                && at_x < words.right() + clear
                && at_y > words.top() - clear
                && at_y < words.bottom() + clear
        });
        if is_off || is_on_words {
            continue;
        }
        let colour: Rgb = if i % 2 == 0 { palette.accent } else { palette.paper };
        let shape = if i % 3 == 0 {
            circle(at_x, at_y, radius * 0.55)
        } else {
            star(at_x, at_y, 4, radius * 0.36, radius * 1.3, 0.0)
        };
        canvas.fill(
            &shape,
            solid(palette.ink, 0.35),
            Transform::from_translate(radius * 0.14, radius * 0.22),
        );
        canvas.fill(&shape, solid(colour, 1.0), Transform::identity());
    }
}
