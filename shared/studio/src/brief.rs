//! The order to a model, and the picture that it returns.

use crate::composer::{cast::cache::Decoded, recipe::Recipe};
use bytes::Bytes;
use contract::{AspectRatio, ImageFormat, Lettering, PixelBox, Resolution, Size};
use preflight::PrintedWord;

/// One picture to paint. It contains everything that a model may use, so the same brief can be given to any model.
#[derive(Clone, Debug)]
pub struct Brief {
    /// The description of the picture. Empty if the references alone describe it.
    pub prompt: String,
    /// The caller's own prompt, if `prompt` is a rewritten one. The composer takes the headline and the subject from
    /// it: a rewritten prompt has other words, and often another language.
    pub own_prompt: Option<String>,
    /// The exact words to print on the picture. Without a title the model decides whether to print words, and which.
    /// With a blank title it prints none.
    pub title: Option<String>,
    /// The picture's shape, which together with the resolution determines its size in pixels.
    pub aspect_ratio: AspectRatio,
    /// The picture's resolution.
    pub resolution: Resolution,
    /// The file format of the result.
    pub format: ImageFormat,
    /// The largest file of the result, in bytes.
    pub max_bytes: usize,
    /// A model that can repeat itself makes the same picture of the same brief with the same seed.
    pub seed: u32,
    /// How the composer drew the picture that is to be changed; `None` for a new picture, or if another model made the
    /// picture. If a picture is changed, the prompt says what to change.
    pub original: Option<Original>,
    /// Pictures that the result should show or resemble, the most important first.
    pub references: Vec<ReferencePicture>,
    /// Who puts the words on a picture that a vendor's model paints. With [`Lettering::Composer`] the model paints a
    /// plate: a picture without words.
    pub lettering: Lettering,
    /// The part of a plate where the words will stand; `None` if it will have no words.
    pub calm: Option<Calm>,
}

/// A part of a plate that a model leaves calm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calm {
    /// The left half.
    Left,
    /// The right half.
    Right,
    /// The upper third.
    Top,
    /// The lower third.
    Bottom,
}

impl Default for Brief {
    /// A brief without words and references, in the shape, resolution and format that callers get if they name none.
    fn default() -> Self {
        let resolution = Resolution::default();
        Self {
            prompt: String::new(),
            own_prompt: None,
            title: None,
            aspect_ratio: AspectRatio::default(),
            resolution,
            format: ImageFormat::default(),
            max_bytes: usize::try_from(resolution.default_max_bytes()).unwrap_or(usize::MAX),
            seed: 1,
            original: None,
            references: Vec::new(),
            lettering: Lettering::Model,
            calm: None,
        }
    }
}

impl Brief {
    /// The words that must be printed. `None` without a title, and if the title is blank.
    pub fn ordered_words(&self) -> Option<&str> {
        self.title.as_deref().filter(|title| !title.trim().is_empty())
    }

    /// The file of the plate on which the composer sets the words.
    pub(crate) fn plate(&self) -> Option<&Bytes> {
        let plates = self.references.iter().filter(|reference| reference.role == Role::Plate);
        plates.into_iter().find_map(|plate| match &plate.content {
            Content::File(file) => Some(file),
            Content::Absent | Content::Decoded(_) => None,
        })
    }

    /// The recipe that the picture follows: that of the first reference that has one.
    pub(crate) fn recipe(&self) -> Option<&Recipe> {
        self.references.iter().find_map(|reference| reference.recipe.as_ref())
    }

    /// The picture's size in pixels.
    pub const fn size(&self) -> Size {
        self.aspect_ratio.size_at(self.resolution)
    }
}

/// What the composer needs to draw a picture again with changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// The prompt of the picture.
    pub prompt: String,
    /// As [`Brief::own_prompt`].
    pub own_prompt: Option<String>,
    /// The title of the picture.
    pub title: Option<String>,
    /// The seed of the picture.
    pub seed: u32,
    /// The texts that say what to change, the oldest first.
    pub changes: Vec<String>,
    /// The picture that is shown now, if the new one can be compared with it.
    pub shown: Option<Shown>,
}

/// The picture that a change is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The title that it prints.
    pub title: Option<String>,
    /// How many of the texts have changed it already.
    pub changes: usize,
    /// Whether the new picture has to differ from it.
    pub has_same_file: bool,
}

/// A picture that a model uses for its work.
#[derive(Clone, Debug)]
pub struct ReferencePicture {
    /// What the picture is for.
    pub role: Role,
    /// The id of the record: all pictures of one person have the same id.
    pub id: String,
    /// The name that the owner gave it.
    pub name: String,
    /// The part of the picture that is in memory.
    pub content: Content,
    /// The recipe of an inspiration that has one.
    pub recipe: Option<Recipe>,
}

impl ReferencePicture {
    /// A picture without a recipe.
    pub fn new(role: Role, id: impl Into<String>, name: impl Into<String>, content: impl Into<Content>) -> Self {
        Self {
            role,
            id: id.into(),
            name: name.into(),
            content: content.into(),
            recipe: None,
        }
    }
}

/// The part of a reference's picture that is in memory. [`ImageModel::prepare`](crate::ImageModel::prepare) turns a
/// file into what its model needs, which takes less memory than the file.
#[derive(Clone, Debug)]
pub enum Content {
    /// Nothing: the file has not been read, cannot be decoded, or is not used by the model.
    Absent,
    /// An encoded file.
    File(Bytes),
    /// The part of a file that the composer needs.
    Decoded(Decoded),
}

impl From<Bytes> for Content {
    fn from(file: Bytes) -> Self {
        Self::File(file)
    }
}

/// What a reference is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The picture that is changed.
    Original,
    /// A picture without words that a model has painted, in the size of the result. The composer sets the words and
    /// the logos on it, and draws nothing else.
    Plate,
    /// A person who must be recognizable in the result.
    Person,
    /// A product or another thing that must appear in the result.
    Object,
    /// A logo. It stands small in a corner, unless the picture is about it.
    Logo,
    /// A picture whose look the result should have, but not its content.
    Style,
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PaintedPicture {
    /// The encoded file.
    pub bytes: Bytes,
    /// The file format of `bytes`.
    pub format: ImageFormat,
    /// The size in pixels.
    pub size: Size,
    /// The words that are printed on the picture, if the model knows where they are.
    pub words: Option<Vec<PrintedWord>>,
    /// The text of these words, in their order.
    pub text: Option<String>,
    /// The plate on which the composer has set the words: a PNG in the size of the picture.
    pub plate: Option<Bytes>,
    /// The facts with which the picture can be made again.
    pub origin: Origin,
}

impl PaintedPicture {
    /// A picture with this file. Its words, its plate and its origin are unknown.
    pub fn new(bytes: Bytes, format: ImageFormat, size: Size) -> Self {
        Self {
            bytes,
            format,
            size,
            words: None,
            text: None,
            plate: None,
            origin: Origin::default(),
        }
    }
}

/// The facts with which a picture can be made again, as far as its model reports them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The vendor's name of the model; `None` for the built-in model.
    pub upstream_model: Option<String>,
    /// The vendor's id of the request.
    pub request_id: Option<String>,
    /// The seed that was used; `None` if the model takes no seed.
    pub seed: Option<u32>,
    /// The indexes in [`Brief::references`] of the pictures that the model received, in their order.
    pub references: Vec<usize>,
    /// Whether the prompt was cut because it is longer than the model accepts.
    pub prompt_was_cut: bool,
    /// Whether the picture was enlarged because the model made a smaller one.
    pub was_enlarged: bool,
    /// The requested changes that the model cannot make, as the caller named them.
    pub unchanged: Vec<String>,
    /// The names of the logos that the picture has no room for.
    pub left_out: Vec<String>,
    /// How the composer draws other pictures like this one; `None` if another model made it.
    pub recipe: Option<Recipe>,
    /// The layout of the recipe that the picture follows, if another layout had to be used.
    pub other_layout: Option<String>,
    /// The places where the picture differs from the one before the change; `None` if the model does not report them.
    pub changed: Option<Vec<PixelBox>>,
    /// The C2PA manifest store of the vendor's file.
    pub manifest: Option<Bytes>,
}
