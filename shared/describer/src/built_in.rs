//! The rule-based describer.

use crate::{
    Describer, Describing, Description, Purpose, Subject,
    description::LOGO,
    look::{Background, Kind, Look},
    sentence,
    title::name_of,
};
use contract::ImageFormat;
use lexicon::{Topic, topic_of};

/// The rule-based describer. It describes what it can measure in the preview and calls no model. It never fails and
/// gives the same description for the same picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInDescriber {}

impl BuiltInDescriber {
    /// Makes a describer, which has no settings.
    pub const fn new() -> Self {
        Self {}
    }

    /// The description that [`Describer::describe`] resolves to.
    pub(crate) fn by_rules(self, subject: Subject<'_>) -> Description {
        let look = Look::at(subject.preview);
        let title = subject.title.and_then(name_of);
        let category = category(look.as_ref(), title.as_deref(), subject);
        let description = match (&look, subject.purpose) {
            (Some(look), Purpose::Image) => sentence::of_image(look),
            (Some(look), Purpose::Style) => sentence::of_style(look),
            (None, _) => sentence::OF_TRANSPARENT.to_owned(),
        };
        Description {
            name: title.unwrap_or_else(|| sentence::name(look.as_ref())),
            description,
            category: category.to_owned(),
        }
    }
}

impl Describer for BuiltInDescriber {
    fn describe<'a>(&'a self, subject: Subject<'a>) -> Describing<'a> {
        Box::pin(async move { Ok(self.by_rules(subject)) })
    }
}

/// The category of a picture. For a style it is the topic of the title, or else the technique of the picture. For an
/// image it is its kind.
fn category(look: Option<&Look>, title: Option<&str>, subject: Subject<'_>) -> &'static str {
    let kind = match look {
        // Most JPEG files of unknown kind are photos.
        Some(Look {
            kind: Kind::Other,
            background: Background::Other,
            ..
        }) if subject.format == ImageFormat::Jpeg => Some(Kind::Photo),
        look => look.map(|look| look.kind),
    };
    match subject.purpose {
        Purpose::Image => match kind {
            Some(Kind::Logo) => LOGO,
            Some(Kind::Photo) => "photo",
            _ => "graphic",
        },
        Purpose::Style => match (title.and_then(topic_of), kind) {
            (Some(topic), _) => topic.category(),
            (None, Some(Kind::Photo)) => Topic::Photography.category(),
            (None, Some(Kind::Other)) => "illustration",
            (None, _) => "graphic",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        MAX_CATEGORY_CHARS, MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS,
        sketch::{CLEAR, Sketch},
    };
    use bytes::Bytes;
    use colour::Pixels;
    use proptest::prelude::*;

    fn describe(preview: &Pixels, title: Option<&str>, purpose: Purpose) -> Description {
        BuiltInDescriber::new().by_rules(Subject {
            bytes: &Bytes::new(),
            format: ImageFormat::Png,
            preview,
            title,
            purpose,
        })
    }

    fn logo() -> Pixels {
        let ring = Sketch::new(200, 200, CLEAR).circle((100, 60), 40, 0x1e50dc);
        ring.words("SHOE", (54, 130), 4, 0x1e50dc).pixels()
    }

    fn photo() -> Pixels {
        let lit = |_, y: u32| Some([(12 + y / 12) as u8, (18 + y / 10) as u8, (50 + y / 4) as u8, 255]);
        let night = Sketch::on(240, 135, 0).paint(lit);
        night.circle((180, 68), 24, 0xf08a20).noisy(5).pixels()
    }

    #[test]
    fn a_logo_is_described() {
        let found = describe(&logo(), None, Purpose::Image);
        assert_eq!(
            found.description,
            "A logo on a transparent background: blue, in the middle, possibly with lettering."
        );
        assert_eq!((found.name.as_str(), found.category.as_str()), ("Blue logo", "logo"));
        let found = describe(&logo(), None, Purpose::Style);
        assert_eq!(
            found.description,
            "Vivid and cool; blue; the subject in the middle. Few colours, possibly with lettering, a transparent \
                background."
        );
        assert_eq!(found.category, "graphic");
    }

    #[test]
    fn a_photo_is_described() {
        let found = describe(&photo(), None, Purpose::Image);
        assert_eq!(
            found.description,
            "A wide, dark photo: dark blue with orange accents, the subject on the right."
        );
        assert_eq!(
            (found.name.as_str(), found.category.as_str()),
            ("Dark blue photo", "photo")
        );
        let found = describe(&photo(), None, Purpose::Style);
        assert_eq!(
            found.description,
            "Dark and cool; dark blue with orange accents; the subject right of the middle, calm space on the left. Photographic."
        );
        assert_eq!(found.category, "photography");
    }

    #[test]
    fn one_colour_and_full_transparency_are_described() {
        let blue = Sketch::on(100, 60, 0x102a60).pixels();
        let found = describe(&blue, None, Purpose::Image);
        assert_eq!(found.description, "A wide picture of nothing but dark blue.");
        assert_eq!(
            (found.name.as_str(), found.category.as_str()),
            ("Dark blue area", "graphic")
        );
        assert_eq!(
            describe(&blue, None, Purpose::Style).description,
            "Nothing but dark blue."
        );
        let found = describe(&Sketch::new(9, 9, CLEAR).pixels(), None, Purpose::Style);
        assert_eq!(found.description, "An empty picture: all of it is transparent.");
        assert_eq!(
            (found.name.as_str(), found.category.as_str()),
            ("Empty picture", "graphic")
        );
    }

    #[test]
    fn a_title_gives_name_and_category_but_is_not_repeated() {
        let found = describe(&photo(), Some("epic_minecraft-build.png"), Purpose::Style);
        assert_eq!(
            (found.name.as_str(), found.category.as_str()),
            ("Epic minecraft build", "gaming")
        );
        assert!(!found.description.to_lowercase().contains("minecraft"));
        let found = describe(&photo(), Some("IMG_1234.jpg"), Purpose::Style);
        assert_eq!(
            (found.name.as_str(), found.category.as_str()),
            ("Dark blue photo", "photography")
        );
        assert_eq!(
            describe(&logo(), Some("Cooking with Anna"), Purpose::Image).category,
            "logo"
        );
    }

    #[test]
    fn the_words_of_a_title_select_the_category() {
        for (title, category) in [
            ("Minecraft gameplay #3", "gaming"),
            ("Easy pasta recipes", "cooking"),
            ("I built a GPU cluster", "technology"),
            ("Stocks I am investing in", "finance"),
            ("My morning routine VLOG", "vlog"),
            ("Summer makeup tutorial: lipstick", "beauty"),
            ("A round of golf", "sports"),
            ("Das beste Rezept zum Kochen", "cooking"),
            ("qwertz", "photography"),
        ] {
            assert_eq!(
                describe(&photo(), Some(title), Purpose::Style).category,
                category,
                "{title}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_picture_is_described_within_the_limits_and_repeatably(
            (width, rgba) in (1_usize..40, proptest::collection::vec(any::<[u8; 4]>(), 0..900)),
            title in proptest::option::of("\\PC{0,300}"),
            is_style: bool,
        ) {
            let height = rgba.len() / width;
            let rgba = rgba[..width * height].concat();
            let pixels = Pixels::new(width as u32, height as u32, rgba).unwrap();
            let purpose = if is_style { Purpose::Style } else { Purpose::Image };
            let found = describe(&pixels, title.as_deref(), purpose);
            for (text, most) in [
                (&found.name, MAX_NAME_CHARS),
                (&found.description, MAX_DESCRIPTION_CHARS),
                (&found.category, MAX_CATEGORY_CHARS),
            ] {
                prop_assert!((1..=most).contains(&text.chars().count()), "{}", text);
                prop_assert_eq!(text.trim(), text);
            }
            prop_assert!(found.description.ends_with('.'));
            prop_assert_eq!(&found.category.to_lowercase(), &found.category);
            prop_assert_eq!(&found, &describe(&pixels, title.as_deref(), purpose));
        }
    }
}
