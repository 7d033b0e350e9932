//! Gives photos their rectangles in the slots of a layout.

use super::{
    grid::{Grid, halves},
    placed_photo::{PlacedPhoto, ground_of},
};
use crate::composer::{
    cast::{
        bleed::Opening,
        crop::Crop,
        framing::Framing,
        photo::{Photo, PhotoKind},
    },
    layout::template::SubjectSlot,
    text::typesetting::Align,
};
use tiny_skia::{Path, Rect};

/// The largest enlargement of a person's photo: a blurred photo looks worse than a small one.
pub(super) const ENLARGED_PERSON: f32 = 3.0;
/// The largest enlargement of the photo of an object.
const ENLARGED_OBJECT: f32 = 2.0;
/// The largest enlargement of an object without background, which has sharp edges.
const ENLARGED_STICKER: f32 = 4.0;
/// The smallest height of a standing cut-out person, as a share of the picture's height. It overrides
/// [`ENLARGED_PERSON`], because a smaller person is not recognizable.
const LEAST_STANDING: f32 = 0.36;
/// The visible height of a standing cut-out, in head heights. More of the body would make the face tiny.
pub(super) const HEADS: f32 = 2.6;
/// The smallest visible aspect ratio (width by height) of a cut-out whose head was not found. The foot is hidden.
const NARROWEST_CUT_OUT: f32 = 0.62;
/// The size of a single object without background, as a share of its slot. Its rim needs the rest.
const STICKER: f32 = 0.94;
/// The largest aspect ratio of the cells of several objects, width by height.
const WIDEST_CELL: f32 = 1.8;

/// How a slot is divided between photos with and without a background.
#[derive(Clone, Copy, Debug)]
pub(super) enum Split {
    /// Along the longer side, photos with a background at the left or at the top.
    Along,
    /// The same in the other order if they are beside each other, or with the other share if one is above the other.
    Turned,
    /// Along the shorter side.
    Across,
}

impl Split {
    /// All ways, in the order in which they are tried.
    pub(super) const ALL: [Self; 3] = [Self::Along, Self::Turned, Self::Across];
}

/// How a photo with a background is shown on one of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Filling {
    /// It fills the side.
    Side,
    /// It fills the side, and a face is as large as if the photo only filled its slot.
    Slot,
    /// It has a frame in its slot.
    Frame,
}

impl Filling {
    /// All ways, in the order in which they are tried.
    pub(super) const ALL: [Self; 3] = [Self::Side, Self::Slot, Self::Frame];
}

/// Arranges photos in slots. All lengths are in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arranger {
    pub(super) border: f32,
    pub(super) gap: f32,
    /// The width of the line between panels.
    pub(super) line: f32,
    /// The width and height of the picture.
    pub(super) frame: (f32, f32),
    /// The y coordinate on which cut-outs stand: the lower edge of the picture or of a side of it.
    pub(super) bottom: f32,
    pub(super) framing: Framing,
    /// How a slot is divided between photos with and without a background.
    pub(super) split: Split,
}

impl Arranger {
    pub(super) const fn grid(&self) -> Grid {
        Grid {
            gap: self.gap,
            most: (f32::MAX, f32::MAX),
            align: Align::Centre,
        }
    }

    /// Fills the whole picture with the photo of a place.
    pub(super) fn behind(&self, photo: Photo) -> Option<PlacedPhoto> {
        Opening::whole(Rect::from_xywh(0.0, 0.0, self.frame.0, self.frame.1)?).place(photo, None, self.framing)
    }

    /// Lets the scenes among photos reach the edges of the picture. Photos without background stand in the rest of the
    /// slot, arranged by `others`. `None` if there is no scene or one is too small.
    pub(super) fn mixed(
        &self,
        photos: &[Photo],
        area: Rect,
        words: Option<Rect>,
        others: impl Fn(&Self, Vec<Photo>, Rect) -> Vec<PlacedPhoto>,
    ) -> Option<Vec<PlacedPhoto>> {
        let (scenes, stickers): (Vec<Photo>, Vec<Photo>) = photos
            .iter()
            .cloned()
            .partition(|photo| photo.kind() == PhotoKind::Scene);
        let share = scenes.len() as f32 / photos.len().max(1) as f32;
        let (first, second) = if stickers.is_empty() {
            (area, None)
        } else {
            let (first, second) = self.split(area, share);
            (first, Some(second))
        };
        let obstacles: Vec<Rect> = words.into_iter().chain(second).collect();
        let mut placed = self.bleeding(&scenes, first, &obstacles)?;
        if let Some(second) = second {
            placed.extend(others(self, stickers, second));
        }
        Some(placed)
    }

    /// Divides a slot into the parts of the photos with and without a background. `share` is the first's.
    fn split(&self, area: Rect, share: f32) -> (Rect, Rect) {
        let is_wide = area.width() > area.height();
        match self.split {
            Split::Turned => {
                let (one, other) = halves(area, 1.0 - share, self.line, is_wide);
                if is_wide { (other, one) } else { (one, other) }
            }
            Split::Along => halves(area, share, self.line, is_wide),
            Split::Across => halves(area, share, self.line, !is_wide),
        }
    }

    /// Lets photos reach the edges of the picture around their slot: one photo, or panels in which faces are equally
    /// high. `None` if there is no photo or one is too small.
    fn bleeding(&self, photos: &[Photo], area: Rect, obstacles: &[Rect]) -> Option<Vec<PlacedPhoto>> {
        if photos.is_empty() {
            return None;
        }
        let frame = Rect::from_xywh(0.0, 0.0, self.frame.0, self.frame.1)?;
        let opening = Opening::around(area, obstacles, frame);
        if let [photo] = photos {
            let face_height = common_height([(&opening, photo)]);
            return Some(vec![opening.place(photo.clone(), face_height, self.framing)?]);
        }
        let openings: Vec<Opening> = self
            .panels(opening.area, photos.len())
            .into_iter()
            .map(Opening::whole)
            .collect();
        let face_height = common_height(openings.iter().zip(photos));
        let panels = openings.iter().zip(photos).map(|(opening, photo)| {
            let panel = opening.place(photo.clone(), face_height, self.framing.in_part())?;
            Some(PlacedPhoto {
                plate: panel.place.outset(self.line / 2.0, self.line / 2.0)?,
                ..panel
            })
        });
        panels.collect()
    }

    /// Divides a rectangle into panels, beside or above each other, whichever are less narrow.
    fn panels(&self, area: Rect, count: usize) -> Vec<Rect> {
        let grid = Grid {
            gap: self.line,
            ..self.grid()
        };
        if count > 3 {
            return grid.for_shapes(area, &vec![1.0; count]);
        }
        let (beside, above) = (grid.rows(area, count, 1), grid.rows(area, count, count));
        let narrow = |panels: &[Rect]| panels.first().map_or(0.0, |panel| panel.width().min(panel.height()));
        if narrow(&beside) >= narrow(&above) {
            beside
        } else {
            above
        }
    }

    /// Arranges one photo per slot: persons first, then objects. Persons are shown in the way `first`, or in a later
    /// one if their heads would be under words.
    pub(super) fn opposed(
        &self,
        persons: Vec<Photo>,
        objects: Vec<Photo>,
        subject_slots: &[SubjectSlot],
        sides: &[Path],
        words: &[Rect],
        first: Filling,
    ) -> (Vec<PlacedPhoto>, Vec<PlacedPhoto>) {
        let sides = sides.iter().map(Some).chain(std::iter::repeat(None));
        let mut subject_slots = subject_slots.iter().zip(sides);
        let mut placed = |photos: Vec<Photo>, is_person: bool| -> Vec<PlacedPhoto> {
            let photos = photos.into_iter().zip(subject_slots.by_ref());
            let placed = photos.flat_map(|(photo, (subject_slot, side))| {
                // If no face was found, nobody knows whether words would cover it.
                let is_clear = |filled: &PlacedPhoto| {
                    let is_free = |head: Rect| words.iter().all(|words| words.intersect(&head).is_none());
                    !is_person || filled.head().is_some_and(is_free)
                };
                let filled = side.and_then(|side| {
                    let ways = Filling::ALL.into_iter().filter(|way| !is_person || *way >= first);
                    let mut filled = ways.filter_map(|way| self.side(photo.clone(), side, subject_slot.area, way));
                    filled.find(is_clear)
                });
                let mut placed = match filled {
                    Some(filled) => vec![filled],
                    None if is_person => self.on_side(photo, side, subject_slot, words),
                    None => self.leading(vec![photo], subject_slot.area, subject_slot.tilt),
                };
                for placed in &mut placed {
                    placed.is_faded = subject_slot.is_faded;
                }
                placed
            });
            placed.collect()
        };
        let persons = placed(persons, true);
        let objects = placed(objects, false);
        (persons, objects)
    }

    /// Places a person in the slot of one side. A cut-out stands on the lower edge of this side; the edge cuts off its
    /// legs. If the side is as wide as the picture, the person may fill all the space beside the words.
    fn on_side(&self, person: Photo, side: Option<&Path>, slot: &SubjectSlot, words: &[Rect]) -> Vec<PlacedPhoto> {
        let Some(side) = side.filter(|_| person.kind() == PhotoKind::CutOut) else {
            return self.row(vec![person], vec![slot.area], slot.tilt);
        };
        let (bounds, area) = (side.bounds(), slot.area);
        let (is_wide, is_above) = (bounds.width() >= self.frame.0, bounds.bottom() < self.bottom);
        let frame = Rect::from_xywh(0.0, 0.0, self.frame.0, self.frame.1).filter(|_| is_wide);
        let around = frame.map(|frame| Opening::around(area, words, frame).area);
        let whole = around.and_then(|around| Rect::from_ltrb(around.left(), area.top(), around.right(), area.bottom()));
        let arranger = Self {
            bottom: ground_of(side, self.bottom),
            ..*self
        };
        let placed = arranger.row(vec![person], vec![whole.unwrap_or(area)], slot.tilt);
        let clipped = placed.into_iter().map(|placed| PlacedPhoto {
            clip: (is_wide || is_above).then(|| side.clone()),
            ..placed
        });
        clipped.collect()
    }

    /// Fills a side of the picture with a scene. `None` if the scene gets a frame instead.
    fn side(&self, photo: Photo, side: &Path, slot: Rect, filling: Filling) -> Option<PlacedPhoto> {
        if photo.kind() != PhotoKind::Scene {
            return None;
        }
        let frame = Rect::from_xywh(0.0, 0.0, self.frame.0, self.frame.1)?;
        let opening = Opening::whole(side.bounds().intersect(&frame)?);
        let (face_height, framing) = match filling {
            Filling::Side => (common_height([(&opening, &photo)]), self.framing.in_part()),
            Filling::Slot => {
                let heights = Opening::whole(slot).face_heights(&photo);
                (heights.map(|(wanted, _)| wanted), Framing::WHOLE)
            }
            Filling::Frame => return None,
        };
        Some(PlacedPhoto {
            clip: Some(side.clone()),
            ..opening.place(photo, face_height, framing)?
        })
    }

    /// Arranges persons side by side. In a tall picture three persons get two rows; beside each other they would be
    /// slits.
    pub(super) fn persons(&self, photos: Vec<Photo>, area: Rect, turn: f32, is_tall: bool) -> Vec<PlacedPhoto> {
        if !is_tall || photos.len() < 3 {
            let areas = self.grid().rows(area, photos.len(), 1);
            return self.row(photos, areas, turn);
        }
        let (standing, mut framed): (Vec<Photo>, Vec<Photo>) =
            photos.into_iter().partition(|photo| photo.kind() == PhotoKind::CutOut);
        if framed.is_empty() {
            // The shoulders of a group may overlap.
            let areas = self.grid().rows(area, standing.len(), 1).into_iter();
            let areas = areas.map(|area| area.outset(area.width() * 0.3, 0.0).unwrap_or(area));
            return self.row(standing, areas.collect(), turn);
        }
        let below = if standing.is_empty() {
            framed.split_off(1)
        } else {
            standing
        };
        let (upper, lower) = halves(area, 0.52, self.gap, false);
        let upper = self.grid().rows(upper, framed.len(), 1);
        let lower = self.grid().rows(lower, below.len(), 1);
        let mut placed = self.row(framed, upper, turn);
        placed.extend(self.row(below, lower, -turn));
        placed
    }

    fn row(&self, photos: Vec<Photo>, areas: Vec<Rect>, turn: f32) -> Vec<PlacedPhoto> {
        let turns = [turn, -turn, turn * 0.6];
        let is_alone = photos.len() == 1;
        let all = areas.iter().copied().reduce(|all, one| all.join(&one).unwrap_or(all));
        let placed = photos.into_iter().zip(areas).zip(turns);
        let placed = placed
            .filter_map(|((photo, area), turn)| {
                if photo.kind() == PhotoKind::CutOut {
                    // Neighbours may hide each other's shoulders.
                    let before = if is_alone { 0.0 } else { area.width() * 0.25 };
                    let wider = area.outset(before, 0.0).zip(all);
                    let wider = wider.and_then(|(wider, all)| wider.intersect(&all));
                    self.standing(photo, wider.unwrap_or(area))
                } else {
                    let crop = Crop::of_person(&photo, (area.width(), area.height()), ENLARGED_PERSON);
                    self.framed(photo, crop, area, turn, ENLARGED_PERSON)
                }
            })
            .collect();
        self.with_equal_heads(placed)
    }

    /// Shrinks standing persons so that the heads that were found are equally high.
    fn with_equal_heads(&self, placed: Vec<PlacedPhoto>) -> Vec<PlacedPhoto> {
        let smallest = placed.iter().filter_map(PlacedPhoto::head_height).reduce(f32::min);
        let shrunk = placed.into_iter().filter_map(|standing| {
            let Some(share) = smallest
                .zip(standing.head_height())
                .map(|(smallest, own)| smallest / own)
            else {
                return Some(standing);
            };
            let (width, height) = (standing.place.width() * share, standing.place.height() * share);
            let left = standing.place.left() + (standing.place.width() - width) / 2.0;
            let top = self.bottom - (self.bottom - standing.place.top()) * share;
            let place = Rect::from_xywh(left, top, width, height)?;
            Some(PlacedPhoto {
                place,
                plate: place,
                ..standing
            })
        });
        shrunk.collect()
    }

    /// Stands a cut-out on the lower edge, without a frame.
    fn standing(&self, photo: Photo, area: Rect) -> Option<PlacedPhoto> {
        let (width, height) = (photo.width(), photo.height());
        let shown = height.min(match photo.head() {
            Some(head) => (head.top + HEADS * head.height) * height,
            None => width / NARROWEST_CUT_OUT,
        });
        let scale = (area.width() / width)
            .min((self.bottom - area.top()) / shown)
            .min(ENLARGED_PERSON.max(LEAST_STANDING * self.frame.1 / shown));
        let middle = area.left() + area.width() / 2.0;
        let (left, top) = (middle - width * scale / 2.0, self.bottom - shown * scale);
        let place = Rect::from_xywh(left, top, width * scale, height * scale)?;
        Some(PlacedPhoto::whole(photo, place))
    }

    /// Scales a photo to the largest size that fits the slot with its frame and rotation.
    fn framed(&self, photo: Photo, crop: Crop, area: Rect, tilt: f32, enlarged: f32) -> Option<PlacedPhoto> {
        let aspect = crop.aspect();
        let (sin, cos) = tilt.to_radians().abs().sin_cos();
        let frame = 2.0 * self.border * (sin + cos);
        let height = ((area.width() - frame) / (aspect * cos + sin))
            .min((area.height() - frame) / (aspect * sin + cos))
            .min(crop.height as f32 * enlarged)
            .max(1.0);
        let place = centred(area, height * aspect, height)?;
        let plate = place.outset(self.border, self.border)?;
        Some(PlacedPhoto {
            photo,
            crop,
            place,
            plate,
            tilt,
            fade: None,
            clip: None,
            is_faded: false,
        })
    }

    /// Arranges objects as the subject. Of an odd number from three on, the first is larger.
    pub(super) fn leading(&self, mut photos: Vec<Photo>, area: Rect, turn: f32) -> Vec<PlacedPhoto> {
        if photos.len() > 2 && photos.len() % 2 == 1 {
            let rest = photos.split_off(1);
            let (first, second) = halves(area, 0.52, self.gap, area.width() > area.height());
            let mut placed = self.objects(photos, first, self.grid(), turn);
            placed.extend(self.objects(rest, second, self.grid(), -turn));
            return placed;
        }
        self.objects(photos, area, self.grid(), turn)
    }

    pub(super) fn objects(&self, photos: Vec<Photo>, area: Rect, grid: Grid, turn: f32) -> Vec<PlacedPhoto> {
        let shapes: Vec<f32> = photos.iter().map(Photo::aspect).collect();
        let widest = shapes.iter().copied().fold(1.0, f32::max);
        let count = photos.len();
        let mut areas = grid.for_shapes(area, &shapes);
        if let (true, Some(first)) = (count > 1, areas.first()) {
            // Shrink the cells to the size that the photos need, so that they stand close together.
            let scenes = photos.iter().filter(|photo| photo.kind() == PhotoKind::Scene);
            let narrowest = scenes.map(Photo::aspect).fold(1.0, f32::min);
            let (width, height) = (first.width(), first.height());
            let most = (
                width.min(height * widest.min(WIDEST_CELL)),
                height.min(width / narrowest.max(1.0 / WIDEST_CELL)),
            );
            areas = Grid { most, ..grid }.for_shapes(area, &shapes);
        }
        let turns = [turn, -turn].into_iter().cycle();
        let placed = photos.into_iter().zip(areas).zip(turns);
        placed
            .filter_map(|((photo, area), turn)| {
                if photo.kind() == PhotoKind::Scene {
                    let crop = Crop::whole(&photo);
                    self.framed(photo, crop, area, turn, ENLARGED_OBJECT)
                } else {
                    let align = if count == 1 { grid.align } else { Align::Centre };
                    self.sticker(photo, area, align)
                }
            })
            .collect()
    }

    /// Places an object without background.
    fn sticker(&self, photo: Photo, area: Rect, align: Align) -> Option<PlacedPhoto> {
        let (width, height) = (photo.width(), photo.height());
        let fit = (area.width() / width).min(area.height() / height) * STICKER;
        let scale = fit.min(ENLARGED_STICKER);
        let place = centred(area, width * scale, height * scale)?;
        let place = match align {
            Align::Start => Rect::from_xywh(area.left(), place.top(), place.width(), place.height())?,
            Align::Centre => place,
        };
        Some(PlacedPhoto::whole(photo, place))
    }
}

/// The height that the faces of all photos have in their openings. `None` if no face was found.
fn common_height<'a>(photos: impl IntoIterator<Item = (&'a Opening, &'a Photo)>) -> Option<f32> {
    let heights = photos
        .into_iter()
        .filter_map(|(opening, photo)| opening.face_heights(photo));
    let both = heights.reduce(|(wanted, least), (other, more)| (wanted.min(other), least.max(more)));
    both.map(|(wanted, least)| wanted.max(least))
}

fn centred(area: Rect, width: f32, height: f32) -> Option<Rect> {
    let (x, y) = (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
    Rect::from_xywh(x - width / 2.0, y - height / 2.0, width, height)
}
