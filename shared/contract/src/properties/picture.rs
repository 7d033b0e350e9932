//! Properties of a finished picture: its aspect ratio, its size in pixels, its file format.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// How many pixels a thumbnail has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Resolution {
    /// 1280×720 for 16:9.
    #[default]
    #[serde(rename = "720p")]
    P720,
    /// 1920×1080 for 16:9.
    #[serde(rename = "1080p")]
    P1080,
    /// 3840×2160 for 16:9.
    #[serde(rename = "2160p")]
    P2160,
}

impl Resolution {
    /// Every resolution, the default first.
    pub const ALL: [Self; 3] = [Self::P720, Self::P1080, Self::P2160];

    /// The name on the wire, such as `720p`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::P720 => "720p",
            Self::P1080 => "1080p",
            Self::P2160 => "2160p",
        }
    }

    /// How many half pixels a pixel of `720p` is wide and high.
    pub const fn half_pixels(self) -> u32 {
        match self {
            Self::P720 => 2,
            Self::P1080 => 3,
            Self::P2160 => 6,
        }
    }

    /// The largest file in bytes, if the caller names no other limit.
    pub const fn default_max_bytes(self) -> u32 {
        match self {
            Self::P720 | Self::P1080 => 2_000_000,
            Self::P2160 => 20_000_000,
        }
    }
}

/// The shape of a thumbnail. Each has exactly one size at each resolution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AspectRatio {
    /// 1280×720, a video's thumbnail.
    #[default]
    #[serde(rename = "16:9")]
    Wide,
    /// 720×1280, a short's cover.
    #[serde(rename = "9:16")]
    Tall,
    /// 1080×1080.
    #[serde(rename = "1:1")]
    Square,
    /// 1440×1080.
    #[serde(rename = "4:3")]
    Classic,
}

impl AspectRatio {
    /// Every aspect ratio, the default first.
    pub const ALL: [Self; 4] = [Self::Wide, Self::Tall, Self::Square, Self::Classic];

    /// The name on the wire, such as `16:9`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wide => "16:9",
            Self::Tall => "9:16",
            Self::Square => "1:1",
            Self::Classic => "4:3",
        }
    }

    /// The size of a thumbnail with this aspect ratio at this resolution.
    pub const fn size_at(self, resolution: Resolution) -> Size {
        let Size { width, height } = self.size();
        let half_pixels = resolution.half_pixels();
        Size {
            width: width * half_pixels / 2,
            height: height * half_pixels / 2,
        }
    }

    /// The size of a thumbnail with this aspect ratio at the default resolution, `720p`.
    pub const fn size(self) -> Size {
        let (width, height) = match self {
            Self::Wide => (1280, 720),
            Self::Tall => (720, 1280),
            Self::Square => (1080, 1080),
            Self::Classic => (1440, 1080),
        };
        Size { width, height }
    }
}

/// Who puts the words on a thumbnail that a vendor's model paints: the built-in composer, on a picture without words,
/// or the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the names say it, and six schemas would repeat each description"
)]
pub enum Lettering {
    Composer,
    Model,
}

impl Lettering {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Composer, Self::Model];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Composer => "composer",
            Self::Model => "model",
        }
    }
}

/// The media type of a picture's file, such as `image/png`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentType(ImageFormat);

impl From<ImageFormat> for ContentType {
    fn from(format: ImageFormat) -> Self {
        Self(format)
    }
}

impl Serialize for ContentType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.content_type())
    }
}

impl<'de> Deserialize<'de> for ContentType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        let format = ImageFormat::ALL
            .into_iter()
            .find(|format| format.content_type() == text);
        format
            .map(Self)
            .ok_or_else(|| de::Error::custom("not the media type of a picture"))
    }
}

impl JsonSchema for ContentType {
    fn schema_name() -> Cow<'static, str> {
        "ContentType".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// The file format of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImageFormat {
    /// `image/png`
    #[default]
    Png,
    /// `image/jpeg`
    Jpeg,
    /// `image/webp`
    Webp,
}

impl ImageFormat {
    /// Every format, the default first.
    pub const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::Webp];

    /// The name on the wire, such as `png`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Webp => "webp",
        }
    }

    /// The media type, such as `image/png`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }

    /// The usual file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_resolution_has_the_same_shape_and_whole_pixels() {
        for aspect_ratio in AspectRatio::ALL {
            let Size { width, height } = aspect_ratio.size();
            for resolution in Resolution::ALL {
                let size = aspect_ratio.size_at(resolution);
                let half_pixels = resolution.half_pixels();
                let twice = (size.width * 2, size.height * 2);
                assert_eq!(twice, (width * half_pixels, height * half_pixels));
            }
        }
        let largest = AspectRatio::Wide.size_at(Resolution::P2160);
        assert_eq!((largest.width, largest.height), (3840, 2160));
    }
}
