//! Decides where small stars and dots surround the subject.

use crate::composer::{chance::Chance, layout::Layout};
use tiny_skia::Rect;

/// The number of places around the subject. A place on the words or across the border stays empty.
const PLACES: u8 = 7;

/// A small star or dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sparkle {
    pub(crate) centre: (f32, f32),
    pub(crate) radius: f32,
    /// Whether it has the accent colour; otherwise it has the colour of the letters.
    pub(crate) is_accent: bool,
    /// Whether it is a dot; otherwise it is a star.
    pub(crate) is_dot: bool,
}

/// The sparkles with those that a caller adds: of any layout, by chance that no other choice depends on.
pub(super) fn added(layout: &Layout, words: Option<Rect>, own: Vec<Sparkle>, text: &str, seed: u32) -> Vec<Sparkle> {
    if own.is_empty() {
        return placed(layout, words, &mut Chance::new(text, seed));
    }
    own
}

/// The sparkles around the subject; none if the layout wants none. `words` is the bounding box of the words.
pub(super) fn around(layout: &Layout, words: Option<Rect>, chance: &mut Chance) -> Vec<Sparkle> {
    if !layout.look().sparkles {
        return Vec::new();
    }
    placed(layout, words, chance)
}

fn placed(layout: &Layout, words: Option<Rect>, chance: &mut Chance) -> Vec<Sparkle> {
    let size = layout.shape().size();
    let (width, height) = (size.width as f32, size.height as f32);
    let (x, y) = layout.focus;
    let turn = chance.between(0.0, std::f32::consts::TAU);
    let mut sparkles = Vec::new();
    for place in 0..PLACES {
        let angle = turn + f32::from(place) * 0.9 + chance.between(-0.2, 0.2);
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
        if !is_off && !is_on_words {
            sparkles.push(Sparkle {
                centre: (at_x, at_y),
                radius,
                is_accent: place % 2 == 0,
                is_dot: place % 3 == 0,
            });
        }
    }
    sparkles
}
