//! The picture on a page among others: whether its rim stands out, and whether it has calm areas.

use colour::Rgb;
use contract::{CheckId, CheckResult, Measure};

use crate::scene::Scene;

/// The background of YouTube's light theme.
const LIGHT_PAGE: Rgb = Rgb(255, 255, 255);
/// The background of YouTube's dark theme.
const DARK_PAGE: Rgb = Rgb(15, 15, 15);
/// A rim with a smaller contrast ratio to the page looks like the page.
const SEEN: f32 = 1.25;
/// The largest share of the rim that may look like the page.
const MOST_OF_RIM: f64 = 0.5;

/// The smallest difference of neighbouring pixels, in OKLab, that is an edge.
const EDGE: f32 = 0.08;
/// The largest share of edges.
const MOST_EDGES: f64 = 0.40;

pub(super) fn light_theme(scene: &Scene) -> Option<CheckResult> {
    Some(against(scene, CheckId::LightTheme, LIGHT_PAGE))
}

pub(super) fn dark_theme(scene: &Scene) -> Option<CheckResult> {
    Some(against(scene, CheckId::DarkTheme, DARK_PAGE))
}

/// Measures the share of the picture's outermost pixels that look like the page.
fn against(scene: &Scene, id: CheckId, page: Rgb) -> CheckResult {
    let feed = &scene.feed;
    let (right, bottom) = (feed.width - 1, feed.height - 1);
    let across = (0..feed.width).flat_map(|x| [(x, 0), (x, bottom)]);
    let down = (0..feed.height).flat_map(|y| [(0, y), (right, y)]);
    let (mut alike, mut all) = (0_u32, 0_u32);
    for (x, y) in across.chain(down) {
        all += 1;
        alike += u32::from(feed.at(x, y).contrast(page) < SEEN);
    }
    let share = f64::from(alike) / f64::from(all.max(1));
    CheckResult::at_most(id, Measure::rounded(share), Measure::rounded(MOST_OF_RIM))
}

/// Measures the share of pixels that differ from the pixel beside or below them.
pub(super) fn clutter(scene: &Scene) -> Option<CheckResult> {
    let feed = &scene.feed;
    let colours: Vec<_> = feed.pixels().iter().copied().map(Rgb::oklab).collect();
    let rows: Vec<_> = colours.chunks(feed.width).collect();
    let mut edges = 0_u32;
    for (y, row) in rows.iter().enumerate() {
        let below = rows.get(y + 1).copied().unwrap_or(row);
        let beside = row.iter().skip(1).chain(row.last());
        for ((pixel, beside), below) in row.iter().zip(beside).zip(below) {
            edges += u32::from(pixel.distance(*beside).max(pixel.distance(*below)) >= EDGE);
        }
    }
    let share = f64::from(edges) / colours.len().max(1) as f64;
    let (value, limit) = (Measure::rounded(share), Measure::rounded(MOST_EDGES));
    Some(CheckResult::at_most(CheckId::Clutter, value, limit))
}
