//! The names of parts and values.

use serde::{Deserialize, Serialize};

/// Declares closed lists of names.
macro_rules! names {
    ($($(#[$doc:meta])* $type:ident { $($(#[$item_doc:meta])* $item:ident $name:literal,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
            pub enum $type {
                $($(#[$item_doc])* #[serde(rename = $name)] $item,)*
            }

            impl $type {
                /// The name in the files and on the wire.
                #[must_use]
                pub const fn name(self) -> &'static str {
                    match self {
                        $(Self::$item => $name,)*
                    }
                }

                pub(super) fn named(name: &str) -> Option<Self> {
                    match name {
                        $($name => Some(Self::$item),)*
                        _ => None,
                    }
                }
            }
        )*
    };
}

names! {
    /// Larger or smaller.
    Extent {
        /// Larger.
        Larger "larger",
        /// Smaller.
        Smaller "smaller",
    }

    /// Where a part stands.
    Place {
        /// At the left.
        Left "left",
        /// At the right.
        Right "right",
        /// At the top.
        Top "top",
        /// At the bottom.
        Bottom "bottom",
        /// In the middle.
        Middle "middle",
        /// In the upper left corner.
        TopLeft "top-left",
        /// In the upper right corner.
        TopRight "top-right",
        /// In the lower left corner.
        BottomLeft "bottom-left",
        /// In the lower right corner.
        BottomRight "bottom-right",
        /// On the other side.
        Other "other",
    }

    /// A typeface.
    Typeface {
        /// Heavy and narrow.
        Display "display",
        /// Built from circles and lines.
        Geometric "geometric",
        /// With round ends.
        Round "round",
        /// With serifs.
        Serif "serif",
        /// Like a comic's.
        Comic "comic",
    }

    /// Capitals or not.
    Case {
        /// All letters are capitals.
        Upper "upper",
        /// As the title is written.
        Normal "normal",
    }

    /// An ornament.
    Ornament {
        /// An arrow.
        Arrow "arrow",
        /// Quotation marks.
        Quotes "quotes",
        /// Sparks.
        Sparks "sparks",
        /// A frame.
        Frame "frame",
    }
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The words.
    Title,
    /// What is behind the subject and the words.
    Background,
    /// The thing that is shown.
    Subject,
    /// An ornament.
    Ornament(Ornament),
    /// A logo.
    Logo,
    /// A person.
    Person,
    /// An image of the caller's.
    Image,
    /// The arrangement of all parts.
    Layout,
}

impl Part {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Background => "background",
            Self::Subject => "subject",
            Self::Ornament(_) => "ornament",
            Self::Logo => "logo",
            Self::Person => "person",
            Self::Image => "image",
            Self::Layout => "layout",
        }
    }

    /// Whether the composer sets the part on a plate, a picture that a model has painted without words.
    #[must_use]
    pub const fn is_set_on_plates(self) -> bool {
        matches!(self, Self::Title | Self::Logo)
    }

    /// The part for which a list of a file has words.
    pub(super) fn of_list(list: &str) -> Option<Self> {
        let parts = [
            Self::Title,
            Self::Background,
            Self::Subject,
            Self::Logo,
            Self::Person,
            Self::Image,
            Self::Layout,
        ];
        let named = parts.into_iter().find(|part| part.name() == list);
        named.or_else(|| Ornament::named(list).map(Self::Ornament))
    }
}

/// The names of the composer's layouts.
pub const LAYOUTS: [&str; 27] = [
    "alone",
    "aside",
    "banner",
    "behind",
    "below",
    "beside",
    "change",
    "company",
    "crown",
    "face",
    "gathering",
    "giant",
    "halves",
    "lean",
    "ledger",
    "manuscript",
    "minimal",
    "number",
    "overlap",
    "poster",
    "product",
    "quote",
    "reaction",
    "split",
    "stack",
    "step",
    "versus",
];

/// The scenes of the composer that have a name in the files of the languages.
pub const SCENES: [&str; 29] = [
    "arcade",
    "beach",
    "castle",
    "cinema",
    "classroom",
    "clinic",
    "desert",
    "forest",
    "garden",
    "gym",
    "jungle",
    "kitchen",
    "lab",
    "library",
    "market",
    "meadow",
    "night",
    "office",
    "peaks",
    "road",
    "room",
    "sea",
    "sky",
    "skyline",
    "snow",
    "space",
    "stadium",
    "stage",
    "water",
];
