//! Paints the large quiet patterns of a background.

use super::backdrop::Stage;
use crate::composer::{
    design::background::{Block, PatternDetails, Spot, Wave},
    palette::Palette,
    raster::{
        alpha::Alpha,
        canvas::{self, circle, linear, polygon, radial, solid},
    },
};
use tiny_skia::{PathBuilder, Transform};

/// Paints a pattern over the whole background.
pub(super) fn paint(stage: &mut Stage<'_>, pattern: &PatternDetails) {
    match pattern {
        PatternDetails::Rays { count, turn } => stage.rays(*count, *turn),
        PatternDetails::Halftone { lean } => stage.halftone(*lean),
        PatternDetails::Bokeh(spots) => stage.bokeh(spots),
        PatternDetails::Slabs { lean, start } => stage.slabs(*lean, *start),
        PatternDetails::Rings { step } => stage.rings(*step),
        PatternDetails::Floor { horizon } => stage.floor(*horizon),
        PatternDetails::Waves(waves) => stage.waves(waves),
        PatternDetails::Blocks(blocks) => stage.blocks(blocks),
        PatternDetails::Plain => {}
    }
}

impl Stage<'_> {
    /// Paints a sunburst behind the subject.
    fn rays(&mut self, count: usize, turn: f32) {
        let (x, y) = self.layout.focus;
        let reach = self.reach();
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
        // At half size the edges come out slightly soft, as those of light are.
        self.canvas
            .lay_soft(2, 0.0, |layer, scale| layer.fill(&path.finish(), light, scale));
    }

    /// Paints dots that grow toward one corner, and a large disc of light over them.
    fn halftone(&mut self, lean: f32) {
        let pitch = self.width.min(self.height) / 24.0;
        let from_left = self.layout.focus.0 > self.width / 2.0;
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

    /// Paints lights that are out of focus.
    fn bokeh(&mut self, spots: &[Spot]) {
        let Palette { glow, accent, .. } = *self.palette;
        let unit = self.width.min(self.height);
        self.canvas.lay_soft(4, unit * 0.012, |layer, scale| {
            for (index, spot) in spots.iter().enumerate() {
                let colour = if index % 4 == 0 { accent } else { glow.lighter(0.25) };
                let light = solid(colour, spot.opacity);
                let shape = circle(spot.centre.0, spot.centre.1, spot.radius);
                layer.fill(&shape, light.clone(), scale);
                layer.stroke(&shape, spot.radius * 0.10, light, scale);
            }
        });
    }

    /// Paints broad diagonal bands, each of which casts a shadow on the next.
    fn slabs(&mut self, lean: f32, start: f32) {
        let Palette { deep, ground, glow, .. } = *self.palette;
        let (width, height) = (self.width, self.height);
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

    /// Paints concentric rings around the subject, like ripples.
    fn rings(&mut self, step: f32) {
        let (x, y) = self.layout.focus;
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

    /// Paints a lit grid in perspective, up to the horizon.
    fn floor(&mut self, horizon: f32) {
        let (width, height) = (self.width, self.height);
        let Palette { deep, glow, ground, .. } = *self.palette;
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

    /// Paints layered hills or waves along the bottom.
    fn waves(&mut self, waves: &[Wave]) {
        let (width, height) = (self.width, self.height);
        let Palette { deep, ground, glow, .. } = *self.palette;
        for (i, wave) in (0_u8..).zip(waves) {
            let Wave { length, phase, swing } = *wave;
            let share = f32::from(i) / 3.0;
            let base = height * (0.50 + 0.13 * f32::from(i));
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

    /// Paints large overlapping rounded squares, rotated.
    fn blocks(&mut self, blocks: &[Block]) {
        let Palette { deep, glow, .. } = *self.palette;
        for (i, block) in blocks.iter().enumerate() {
            let Block {
                centre: (x, y),
                side,
                tilt,
            } = *block;
            let turn = Transform::from_rotate_at(tilt, x, y);
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
}
