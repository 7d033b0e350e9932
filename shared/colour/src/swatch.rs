//! The few colours that a person would name for a picture.

use crate::{
    Oklab, Pixels, Rgb,
    histogram::{Bin, histogram},
};

/// The largest number of swatches of a picture.
pub const MAX_SWATCHES: usize = 8;

/// The number of initial k-means centres. Similar groups and negligible groups are merged later.
const SEEDS: usize = 12;

/// The number of k-means rounds. More rounds hardly move the groups.
const ROUNDS: usize = 6;

/// The difference ([`Oklab::difference`]) below which two colours count as shades of one colour.
const SAME: f32 = 0.07;

/// The smallest share of a colour that is kept.
const LEAST: f32 = 0.012;

/// The smallest share of an accent. A logo's red dot is small, but people remember it.
const LEAST_ACCENT: f32 = 0.001_5;

/// The chroma from which a colour can be an accent.
const VIVID: f32 = 0.13;

/// The smallest difference between an accent and every larger colour.
const STANDS_OUT: f32 = 0.25;

/// A colour with a share below this that lies between two larger colours counts as their antialiased edge.
const EDGE: f32 = 0.06;

/// A dominant colour of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swatch {
    /// The mean colour of the group, in which frequent colours weigh most.
    pub colour: Rgb,
    /// The share of the visible pixels, above 0 to 1. The shares of a picture add up to 1.
    pub share: f32,
}

/// The dominant colours of a picture, the largest share first: at most [`MAX_SWATCHES`], none if no pixel is visible.
///
/// Shades of one colour form one swatch. A vivid accent is kept even if it is small. Equal pictures give equal
/// swatches. The method is k-means in OKLab over a histogram, seeded with the farthest points.
pub fn swatches(pixels: &Pixels) -> Vec<Swatch> {
    let bins = histogram(pixels);
    let mut groups = without_shades(groups(&bins));
    while let Some((from, into)) = negligible(&groups) {
        merge(&mut groups, from, into);
    }
    groups.sort_by(|a, b| b.share.total_cmp(&a.share));
    let swatch = |group: &Group| Swatch {
        colour: group.colour().to_rgb(),
        share: group.share,
    };
    groups.iter().map(swatch).collect()
}

/// A weighted sum of similar colours.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    share: f32,
    weight: f32,
    lightness: f32,
    a: f32,
    b: f32,
}

impl Group {
    fn of(bin: &Bin) -> Self {
        // With a squared weight, a flat area outweighs the many rare colours of its antialiased edge.
        let weight = bin.share * bin.share;
        Self {
            share: bin.share,
            weight,
            lightness: bin.colour.lightness * weight,
            a: bin.colour.a * weight,
            b: bin.colour.b * weight,
        }
    }

    fn add(&mut self, other: Self) {
        self.share += other.share;
        self.weight += other.weight;
        self.lightness += other.lightness;
        self.a += other.a;
        self.b += other.b;
    }

    fn colour(&self) -> Oklab {
        // The weight of one pixel of a huge picture can underflow to 0.
        let weight = self.weight.max(f32::MIN_POSITIVE);
        Oklab {
            lightness: self.lightness / weight,
            a: self.a / weight,
            b: self.b / weight,
        }
    }
}

/// Groups the bins by k-means.
fn groups(bins: &[Bin]) -> Vec<Group> {
    let mut centres = seeds(bins);
    let mut groups = Vec::new();
    for _ in 0..ROUNDS {
        groups = vec![Group::default(); centres.len()];
        for bin in bins {
            let distance = |centre: &Oklab| centre.difference_squared(bin.colour);
            let nearest = centres
                .iter()
                .zip(&mut groups)
                .map(|(centre, group)| (distance(centre), group))
                .min_by(|(a, _), (b, _)| a.total_cmp(b));
            if let Some((_, group)) = nearest {
                group.add(Group::of(bin));
            }
        }
        groups.retain(|group| group.share > 0.0);
        let moved: Vec<Oklab> = groups.iter().map(Group::colour).collect();
        if moved == centres {
            break;
        }
        centres = moved;
    }
    groups
}

/// The initial centres: the most frequent colour, then the colours farthest from those already chosen, where frequent
/// colours count as farther.
fn seeds(bins: &[Bin]) -> Vec<Oklab> {
    let most = bins.iter().max_by(|a, b| a.share.total_cmp(&b.share));
    let mut seeds: Vec<Oklab> = most.map(|bin| bin.colour).into_iter().collect();
    let mut gaps = vec![f32::MAX; bins.len()];
    while let Some(latest) = seeds.last().copied() {
        for (gap, bin) in gaps.iter_mut().zip(bins) {
            *gap = gap.min(bin.colour.difference_squared(latest));
        }
        let farthest = bins
            .iter()
            .zip(&gaps)
            .filter(|(_, gap)| **gap >= SAME * SAME)
            .max_by(|(a, gap), (b, other)| (a.share.sqrt() * **gap).total_cmp(&(b.share.sqrt() * **other)));
        match farthest {
            Some((bin, _)) if seeds.len() < SEEDS => seeds.push(bin.colour),
            _ => break,
        }
    }
    seeds
}

/// Merges every group into the most similar larger group, if they look alike. Groups are compared with the colour that
/// the larger group had before any merge; otherwise a smooth gradient would collapse into one colour step by step.
fn without_shades(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by(|a, b| b.share.total_cmp(&a.share));
    let mut kept: Vec<(Oklab, Group)> = Vec::new();
    for group in groups {
        let colour = group.colour();
        let alike = kept
            .iter_mut()
            .map(|(own, kept)| (own.difference(colour), kept))
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .filter(|(difference, _)| *difference < SAME);
        match alike {
            Some((_, kept)) => kept.add(group),
            None => kept.push((colour, group)),
        }
    }
    kept.into_iter().map(|(_, group)| group).collect()
}

fn merge(groups: &mut Vec<Group>, from: usize, into: usize) {
    let taken = groups.remove(from);
    let into = if into > from { into - 1 } else { into };
    if let Some(group) = groups.get_mut(into) {
        group.add(taken);
    }
}

/// The indexes of the smallest negligible group and of the group that looks most like it, into which it is merged.
fn negligible(groups: &[Group]) -> Option<(usize, usize)> {
    let mut by_share: Vec<(usize, &Group)> = groups.iter().enumerate().collect();
    by_share.sort_by(|a, b| a.1.share.total_cmp(&b.1.share));
    let too_many = groups.len() > MAX_SWATCHES;
    let found = by_share.iter().find(|(_, group)| !counts(group, groups));
    let accents_last = |(_, group): &&(usize, &Group)| !is_accent(group, groups);
    let found = found.or_else(|| {
        let candidates = by_share.iter().find(accents_last).or(by_share.first());
        candidates.filter(|_| too_many)
    });
    let (from, group) = found?;
    let others = groups.iter().enumerate().filter(|(place, _)| place != from);
    let nearest = others.min_by(|(_, a), (_, b)| {
        let distance = |other: &Group| other.colour().difference_squared(group.colour());
        distance(a).total_cmp(&distance(b))
    });
    nearest.map(|(into, _)| (*from, into))
}

fn counts(group: &Group, groups: &[Group]) -> bool {
    (group.share >= LEAST || is_accent(group, groups)) && !is_edge(group, groups)
}

fn is_accent(group: &Group, groups: &[Group]) -> bool {
    let colour = group.colour();
    let larger = groups.iter().filter(|other| other.share > group.share);
    group.share >= LEAST_ACCENT
        && colour.chroma() >= VIVID
        && larger
            .map(Group::colour)
            .all(|other| other.difference(colour) >= STANDS_OUT)
}

/// Whether the colour is a blend of two larger colours, as antialiasing makes along their common edge.
fn is_edge(group: &Group, groups: &[Group]) -> bool {
    if group.share >= EDGE {
        return false;
    }
    let colour = group.colour();
    let larger: Vec<Rgb> = groups
        .iter()
        .filter(|other| other.share > group.share * 2.0)
        .map(|other| other.colour().to_rgb())
        .collect();
    let blends = larger.iter().enumerate().flat_map(|(place, a)| {
        let others = larger.iter().skip(place + 1);
        others.flat_map(|b| (1..8_u8).map(|eighth| a.mix(*b, f32::from(eighth) / 8.0)))
    });
    blends.into_iter().any(|blend| blend.oklab().difference(colour) < SAME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn draw(size: u32, colour: impl Fn(u32, u32) -> [u8; 4]) -> Pixels {
        let rgba = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        Pixels::new(size, size, rgba.flat_map(|(x, y)| colour(x, y)).collect()).unwrap()
    }

    fn colours(pixels: &Pixels) -> Vec<Rgb> {
        swatches(pixels).iter().map(|swatch| swatch.colour).collect()
    }

    #[test]
    fn flat_areas_keep_their_exact_colour() {
        let pixels = draw(90, |x, _| match x {
            0..50 => [0x12, 0x34, 0x56, 255],
            50..80 => [0xfa, 0xb3, 0x01, 255],
            _ => [255, 255, 255, 255],
        });
        assert_eq!(colours(&pixels), [Rgb::hex(0x123456), Rgb::hex(0xfab301), Rgb::WHITE]);
    }

    #[test]
    fn a_small_vivid_accent_survives_and_a_small_grey_one_does_not() {
        let dot = |inner: [u8; 4]| {
            draw(100, move |x, y| {
                let near = x.abs_diff(50).pow(2) + y.abs_diff(50).pow(2) < 16;
                if near { inner } else { [255, 255, 255, 255] }
            })
        };
        assert_eq!(colours(&dot([230, 20, 20, 255])), [Rgb::WHITE, Rgb(230, 20, 20)]);
        assert_eq!(colours(&dot([200, 200, 200, 255])), [Rgb::WHITE]);
    }

    #[test]
    fn antialiased_edges_are_no_swatches() {
        let (blue, white) = (Rgb::hex(0x1040c0), Rgb::WHITE);
        let pixels = draw(100, |x, _| {
            let Rgb(red, green, b) = blue.mix(white, (x as f32 - 48.0) / 4.0);
            [red, green, b, 255]
        });
        let found = swatches(&pixels);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().any(|swatch| swatch.colour.distance(blue) < 20.0));
    }

    #[test]
    fn a_picture_without_visible_pixels_has_no_swatches() {
        assert_eq!(swatches(&draw(10, |_, _| [255, 0, 0, 0])), []);
        assert_eq!(swatches(&Pixels::new(0, 0, vec![]).unwrap()), []);
    }

    proptest! {
        #[test]
        fn shares_add_up_to_one_and_are_sorted(
            rgba in proptest::collection::vec(any::<[u8; 4]>(), 1..300),
        ) {
            let count = u32::try_from(rgba.len()).unwrap();
            let pixels = Pixels::new(count, 1, rgba.concat()).unwrap();
            let found = swatches(&pixels);
            prop_assert!(found.len() <= MAX_SWATCHES);
            prop_assert!(found.is_sorted_by(|a, b| a.share >= b.share));
            let sum: f32 = found.iter().map(|swatch| swatch.share).sum();
            let visible = rgba.iter().any(|[.., alpha]| *alpha >= 128);
            prop_assert!((sum - f32::from(u8::from(visible))).abs() < 1e-3, "{}", sum);
            prop_assert_eq!(found, swatches(&pixels));
        }
    }
}
