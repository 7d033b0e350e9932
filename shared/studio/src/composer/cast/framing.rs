//! How photos are framed in pictures with consecutive seeds, so that these differ where they show the same photo.

/// The framing of the photos of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Framing {
    /// The size of a photo that stands in its slot, or of a drawing without words, as a share of the slot.
    pub(crate) size: f32,
    /// The factor by which a photo that reaches the picture's edges is enlarged.
    pub(super) zoom: f32,
    /// How far the middle of such a photo is moved to the right, as a share of the width of its area.
    pub(super) lean: f32,
}

/// The framings, in the order of the seeds. Neighbours, also the last and the first, differ visibly.
const FRAMINGS: [Framing; 4] = [
    Framing::WHOLE,
    Framing {
        size: 0.88,
        zoom: 1.30,
        lean: -0.13,
    },
    Framing {
        size: 0.94,
        zoom: 1.15,
        lean: 0.13,
    },
    Framing {
        size: 0.84,
        zoom: 1.75,
        lean: 0.06,
    },
];
/// The largest face, from the chin to the brows, in an enlarged photo, as a share of the width and height of its area.
pub(super) const LARGEST_FACE: f32 = 0.60;
/// The distance of a face from the edge of its area, as a share of the area's width.
const EDGE: f32 = 0.04;
/// The share of the enlargement that a part of the picture gets: words may be near the head there.
const IN_PART: f32 = 0.4;

/// By how much the framing becomes smaller from round to round of seeds, and after how many rounds it is large again.
const FINER: f32 = 0.01;
const ROUNDS: usize = 4;

impl Framing {
    /// A photo as large as its slot, and as much of it as can be.
    pub(crate) const WHOLE: Self = Self {
        size: 1.0,
        zoom: 1.0,
        lean: 0.0,
    };

    /// The framing in a picture with this seed.
    pub(crate) fn of(seed: u32) -> Self {
        let (round, place) = (seed as usize / FRAMINGS.len(), seed as usize % FRAMINGS.len());
        let framing = FRAMINGS.get(place).copied().unwrap_or(Self::WHOLE);
        // Pictures of a series may differ in nothing else.
        let size = framing.size - FINER * (round % ROUNDS) as f32;
        Self { size, ..framing }
    }

    /// The enlargement of a photo whose face has this share of its area's width and height: the face stays whole.
    pub(super) fn zoom_of(self, (across, down): (f32, f32)) -> f32 {
        let most = (LARGEST_FACE / across).min(LARGEST_FACE / down).max(1.0);
        self.zoom.min(most)
    }

    /// How far a photo is moved whose face has this share of its area's width: the face stays in the area.
    pub(super) fn lean_of(self, across: f32) -> f32 {
        let most = ((1.0 - across) / 2.0 - EDGE).max(0.0);
        self.lean.clamp(-most, most)
    }

    /// The framing of photos that share a picture.
    pub(super) fn in_part(self) -> Self {
        Self {
            zoom: 1.0 + (self.zoom - 1.0) * IN_PART,
            ..self
        }
    }
}
