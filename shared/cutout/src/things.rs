//! Things on a plain ground, as in photos of products. The ground tells what belongs to the thing.

use codecs::Matte;
use colour::{Pixels, Rgb};

/// Colours closer than this, by [`Rgb::distance`], count as the same ground, because JPEG adds noise to even grounds.
const SAME_GROUND: f32 = 40.0;
/// The least share of the photo's border that changes slowly.
const EVEN: f32 = 0.93;
/// How far apart the pixels of the border are that are compared.
const APART: usize = 24;
/// The distance up to which the colours along the border are averaged.
const AROUND: usize = 6;
/// Added to the distance from an edge, as a share of the photo, so that at an edge the others count a little, too.
const NEAREST: f32 = 0.02;
/// The distance from the ground's colour up to which soft shadows belong to it.
const SHADOW: f32 = 90.0;
/// The largest distance of two neighbouring pixels of the ground: its soft shadows are removed, edges are not.
const STEP: f32 = 14.0;
/// As [`SAME_GROUND`] and [`STEP`], for what surely is ground.
const SURELY_SAME: f32 = 20.0;
const SURE_STEP: f32 = 4.0;
/// The ground is removed twice: boldly, with its shadows, and carefully, which leaves more. If the bold removal leaves
/// less than this share of what the careful one leaves, it has probably removed a part of the thing.
const LEAST_KEPT: f32 = 0.92;
/// The smallest hole in a thing, as a share of the photo.
const LEAST_HOLE: f32 = 4e-4;
/// The share of the photo that a thing covers. If less is left, there is no thing, or it has the colour of the ground.
/// If more is left, there is no ground.
const COVERED: std::ops::RangeInclusive<f32> = 0.02..=0.8;
/// The distance from the edge, in pixels, up to which a thing must stand off the ground.
const DEEP: isize = 3;
/// The distance from the ground's colour from which a colour stands off.
const DISTINCT: f32 = 55.0;
/// The largest share of the edge at which a thing does not stand off the ground. There, parts of the thing may be
/// missing.
const MAX_WEAK: f32 = 0.12;
/// The opacity of a pixel, by how many of its four neighbours are ground.
const SOFTENED: [u8; 5] = [255, 170, 110, 60, 0];

/// A thing on a plain ground.
pub(crate) struct Thing {
    ground: Ground,
}

impl Thing {
    /// Finds out whether the photo's border is a plain ground. A copy of 256 pixels is enough. `None` if it has several
    /// colours.
    pub(crate) fn find(photo: &Pixels) -> Option<Self> {
        Ground::of(photo).map(|ground| Self { ground })
    }

    /// How opaque each pixel is. `photo` is a copy of the same photo; the matte gets its size. `None` if there is no
    /// thing, or if it is hard to tell from the ground.
    pub(crate) fn matte(&self, photo: &Pixels) -> Option<Matte> {
        let backdrop = Backdrop::of(photo, &self.ground);
        let (cut, surely_cut) = (
            backdrop.removed(SAME_GROUND, STEP),
            backdrop.removed(SURELY_SAME, SURE_STEP),
        );
        let count = |removed: &Removed| removed.is_ground.iter().filter(|is_ground| !**is_ground).count() as f32;
        let left = count(&cut);
        let is_clear = COVERED.contains(&(left / cut.is_ground.len() as f32))
            && left >= count(&surely_cut) * LEAST_KEPT
            && cut.weak_share(&backdrop.distances) <= MAX_WEAK;
        is_clear.then_some(())?;
        // The colours are averaged, so the cut is one pixel too large.
        let cut = cut.without(|place| backdrop.is_ground(place));
        let cut = if is_drawn(photo) {
            cut
        } else {
            backdrop.without_holes(cut)
        };
        Matte::new(photo.width(), photo.height(), cut.alpha(), None)
    }
}

/// The colour of the ground at each place, as the border shows it. Light falls off, so the border's colours differ.
struct Ground {
    /// The colours along the upper, the lower, the left and the right edge.
    edges: [Vec<[f32; 3]>; 4],
}

impl Ground {
    /// The ground along the border of a photo; `None` if its colour changes suddenly.
    fn of(photo: &Pixels) -> Option<Self> {
        let colours: Vec<Rgb> = photo
            .iter()
            .map(|[red, green, blue, _]| Rgb(red, green, blue))
            .collect();
        let width = photo.width() as usize;
        let rows = || colours.chunks(width.max(1));
        let columns = rows().filter_map(|row| row.first().copied().zip(row.last().copied()));
        let (left, right): (Vec<Rgb>, Vec<Rgb>) = columns.unzip();
        let (top, bottom) = (rows().next()?, rows().next_back()?);
        let around = top
            .iter()
            .chain(&right)
            .chain(bottom.iter().rev())
            .chain(left.iter().rev());
        let further = around.clone().cycle().skip(APART);
        let slow = around
            .zip(further)
            .filter(|(one, other)| one.distance(**other) < SAME_GROUND)
            .count();
        let is_even = slow as f32 >= 2.0 * (width + left.len()) as f32 * EVEN;
        is_even.then(|| Self {
            edges: [averaged(top), averaged(bottom), averaged(&left), averaged(&right)],
        })
    }

    /// The colour at a place, in shares of the width and the height. Near edges count more.
    fn at(&self, (x, y): (f32, f32)) -> Rgb {
        let mut sum = [0.0; 3];
        let mut total = 0.0;
        let far = [(y, x), (1.0 - y, x), (x, y), (1.0 - x, y)];
        for ((distance, along), edge) in far.into_iter().zip(&self.edges) {
            let weight = 1.0 / (distance + NEAREST);
            let place = (along * edge.len() as f32) as usize;
            for (sum, channel) in sum.iter_mut().zip(edge.get(place).into_iter().flatten()) {
                *sum += channel * weight;
            }
            total += weight;
        }
        let [red, green, blue] = sum.map(|channel| (channel / total).round() as u8);
        Rgb(red, green, blue)
    }
}

/// The colours along an edge, each the mean of those around it.
fn averaged(edge: &[Rgb]) -> Vec<[f32; 3]> {
    let mean = |at: usize| {
        let near = edge
            .get(at.saturating_sub(AROUND)..edge.len().min(at + AROUND + 1))
            .unwrap_or_default();
        let mut sums = [0.0; 3];
        for Rgb(red, green, blue) in near {
            for (sum, channel) in sums.iter_mut().zip([red, green, blue]) {
                *sum += f32::from(*channel);
            }
        }
        sums.map(|sum| sum / near.len().max(1) as f32)
    };
    (0..edge.len()).map(mean).collect()
}

/// The middle of a pixel, as a share of the length.
fn middle(place: usize, length: usize) -> f32 {
    (place as f32 + 0.5) / length as f32
}

/// The pixels of a photo compared with its ground.
struct Backdrop<'a> {
    photo: &'a Pixels,
    ground: &'a Ground,
    /// The colours, each the mean of a pixel and its neighbours, because photos have noise.
    colours: Vec<Rgb>,
    /// How far each of these colours is from the ground's.
    distances: Vec<f32>,
}

impl<'a> Backdrop<'a> {
    fn of(photo: &'a Pixels, ground: &'a Ground) -> Self {
        let mut backdrop = Self {
            photo,
            ground,
            colours: smoothed(photo),
            distances: Vec::new(),
        };
        let distances = backdrop.colours.iter().enumerate();
        backdrop.distances = distances
            .map(|(place, colour)| backdrop.distance(place, *colour))
            .collect();
        backdrop
    }

    /// How far a colour at a place is from that of the ground.
    fn distance(&self, place: usize, colour: Rgb) -> f32 {
        let (width, height) = (self.photo.width() as usize, self.photo.height() as usize);
        let place = (middle(place % width, width), middle(place / width, height));
        colour.distance(self.ground.at(place))
    }

    /// Whether the pixel itself has the colour of the ground.
    fn is_ground(&self, place: usize) -> bool {
        let colour = self.photo.as_bytes().as_chunks().0.get(place);
        colour.is_some_and(|[red, green, blue, _]| self.distance(place, Rgb(*red, *green, *blue)) < SAME_GROUND)
    }

    /// Removes the ground that is connected with the border: pixels whose distance is less than `same`, and shadows in
    /// which neighbours differ by less than `step`. What the thing encloses belongs to it.
    fn removed(&self, same: f32, step: f32) -> Removed {
        let is_same = |place: usize| self.distances.get(place).is_some_and(|distance| *distance < same);
        let is_shadow = |place: usize, beside: usize| {
            let colours = self.colours.get(place).zip(self.colours.get(beside));
            self.distances.get(beside).is_some_and(|distance| *distance < SHADOW)
                && colours.is_some_and(|(one, other)| one.distance(*other) < step)
        };
        let mut removed = Removed {
            width: self.photo.width() as usize,
            is_ground: vec![false; self.distances.len()],
        };
        let border = (0..self.distances.len()).filter(|place| removed.beside(*place).contains(&None));
        let mut open: Vec<usize> = border.filter(|place| is_same(*place)).collect();
        open.iter().for_each(|place| removed.remove(*place));
        while let Some(place) = open.pop() {
            for beside in removed.beside(place).into_iter().flatten() {
                if !removed.is_ground(beside) && (is_same(beside) || is_shadow(place, beside)) {
                    removed.remove(beside);
                    open.push(beside);
                }
            }
        }
        removed
    }

    /// Also removes what the thing encloses, if it surely is ground, such as the hole of a handle.
    fn without_holes(&self, mut removed: Removed) -> Removed {
        let is_hole = |place: usize| {
            self.distances
                .get(place)
                .is_some_and(|distance| *distance < SURELY_SAME)
        };
        let least = removed.is_ground.len() as f32 * LEAST_HOLE;
        let mut is_open: Vec<bool> = (0..removed.is_ground.len())
            .map(|place| is_hole(place) && !removed.is_ground(place))
            .collect();
        for start in 0..is_open.len() {
            let mut hole = Vec::new();
            let mut next = vec![start];
            while let Some(place) = next.pop() {
                if let Some(open @ true) = is_open.get_mut(place) {
                    *open = false;
                    hole.push(place);
                    next.extend(removed.beside(place).into_iter().flatten());
                }
            }
            if hole.len() as f32 >= least {
                hole.into_iter().for_each(|place| removed.remove(place));
            }
        }
        removed
    }
}

/// Whether many neighbouring pixels have exactly the same colour, as in drawings, in which white is a colour too.
fn is_drawn(photo: &Pixels) -> bool {
    let pixels = photo.as_bytes().as_chunks::<4>().0;
    let same = pixels
        .iter()
        .zip(pixels.iter().skip(1))
        .filter(|(one, next)| one == next);
    same.count() * 2 > pixels.len()
}

/// The mean of each pixel and its neighbours.
fn smoothed(photo: &Pixels) -> Vec<Rgb> {
    let width = photo.width().max(1) as usize;
    let pixels: Vec<[u16; 3]> = photo
        .iter()
        .map(|[red, green, blue, _]| [red, green, blue].map(u16::from))
        .collect();
    let sums = |one: &[u16; 3], two: &[u16; 3], three: &[u16; 3]| {
        let mut sum = *one;
        for (sum, (two, three)) in sum.iter_mut().zip(two.iter().zip(three)) {
            *sum += two + three;
        }
        sum
    };
    let mut across = pixels.clone();
    for (sums_of_row, row) in across.chunks_mut(width).zip(pixels.chunks(width)) {
        let (left, right) = (row.first().into_iter().chain(row), row.iter().skip(1).chain(row.last()));
        for ((sum, own), (left, right)) in sums_of_row.iter_mut().zip(row).zip(left.zip(right)) {
            *sum = sums(left, own, right);
        }
    }
    let above = across.iter().take(width).chain(&across);
    let below = across
        .iter()
        .skip(width)
        .chain(across.iter().skip(across.len().saturating_sub(width)));
    let means = across.iter().zip(above.zip(below)).map(|(own, (above, below))| {
        let [red, green, blue] = sums(above, own, below).map(|sum| (sum / 9) as u8);
        Rgb(red, green, blue)
    });
    means.collect()
}

/// Which pixels of a photo are ground.
struct Removed {
    width: usize,
    is_ground: Vec<bool>,
}

impl Removed {
    fn remove(&mut self, place: usize) {
        if let Some(is_ground) = self.is_ground.get_mut(place) {
            *is_ground = true;
        }
    }

    /// Removes the pixels at the edge that are ground, too.
    fn without(mut self, is_ground: impl Fn(usize) -> bool) -> Self {
        let is_edge = |place: &usize| {
            let beside = self.beside(*place).into_iter().flatten();
            !self.is_ground(*place) && beside.into_iter().any(|beside| self.is_ground(beside))
        };
        let edge: Vec<usize> = (0..self.is_ground.len()).filter(is_edge).collect();
        for place in edge.into_iter().filter(|place| is_ground(*place)) {
            self.remove(place);
        }
        self
    }

    fn is_ground(&self, place: usize) -> bool {
        self.is_ground.get(place).copied().unwrap_or(true)
    }

    /// The pixels to the left, to the right, above and below; `None` outside the photo.
    fn beside(&self, place: usize) -> [Option<usize>; 4] {
        let x = place % self.width;
        [
            (x > 0).then(|| place - 1),
            (x + 1 < self.width).then_some(place + 1),
            place.checked_sub(self.width),
            Some(place + self.width).filter(|below| *below < self.is_ground.len()),
        ]
    }

    /// The share of the thing's edge that does not stand off the ground within a few pixels.
    fn weak_share(&self, distances: &[f32]) -> f32 {
        let (mut weak, mut all) = (0_u32, 0_u32);
        let down = self.width.cast_signed();
        for place in (0..self.is_ground.len()).filter(|place| !self.is_ground(*place)) {
            for (outside, inwards) in self.beside(place).into_iter().zip([1, -1, down, -down]) {
                if !outside.is_some_and(|outside| self.is_ground(outside)) {
                    continue;
                }
                let mut deeper = (0..=DEEP).filter_map(|depth| place.checked_add_signed(depth * inwards));
                let is_weak = |place: usize| distances.get(place).is_none_or(|distance| *distance < DISTINCT);
                all += 1;
                weak += u32::from(deeper.all(is_weak));
            }
        }
        weak as f32 / all.max(1) as f32
    }

    fn alpha(&self) -> Vec<u8> {
        let opacity = |place: usize| {
            if self.is_ground(place) {
                return 0;
            }
            let beside = self.beside(place).into_iter().flatten();
            let removed = beside.filter(|beside| self.is_ground(*beside)).count();
            SOFTENED.get(removed).copied().unwrap_or_default()
        };
        (0..self.is_ground.len()).map(opacity).collect()
    }
}
