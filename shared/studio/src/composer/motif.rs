//! Motifs: the subjects that the composer can draw. The crate `lexicon` chooses them.

pub(crate) mod chosen;
pub(crate) mod large_emoji;
mod rim;
pub(crate) mod sketch;

use super::element::{allow, optional, required};
use colour::{Oklch, Rgb};
use large_emoji::LargeEmoji;
use lexicon::Depiction;
use roxmltree::Document;
use sketch::Sketch;
use std::borrow::Cow;
use tiny_skia::Path;

/// The files of the drawings of subjects that no emoji shows: name without extension, and content.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/motifs.rs"));

/// A subject that the composer can draw.
#[derive(Clone, Debug)]
pub(crate) struct Motif {
    /// The name of the drawing, or the emoji.
    pub(crate) name: Cow<'static, str>,
    /// The motif's main colour. The palette keeps the background different from it.
    pub(crate) hero: Rgb,
    /// The tilt with which it is drawn, in degrees clockwise.
    pub(crate) tilt: f32,
    figure: Figure,
}

/// The look of a motif in a square from 0 to 100 units.
#[derive(Clone, Debug)]
pub(crate) enum Figure {
    Sketch(Sketch),
    Emoji(LargeEmoji),
}

impl Figure {
    /// The outlines of everything that is seen of it, in its square.
    pub(crate) fn outlines(&self) -> Vec<&Path> {
        match self {
            Self::Sketch(sketch) => {
                let bodies = sketch.parts().iter().filter(|part| part.is_body);
                bodies.map(|part| &part.shape).collect()
            }
            Self::Emoji(large) => vec![large.shape()],
        }
    }

    /// The same figure with the chroma and the lightness of every colour multiplied by these factors.
    pub(crate) fn recoloured(self, chroma: f32, lightness: f32) -> Self {
        if chroma == 1.0 && lightness == 1.0 {
            return self;
        }
        let recoloured = |colour: Rgb| {
            let looks = colour.oklch();
            Oklch {
                chroma: looks.chroma * chroma,
                lightness: looks.lightness * lightness,
                ..looks
            }
            .to_rgb()
        };
        match self {
            Self::Sketch(sketch) => Self::Sketch(sketch.recoloured(recoloured)),
            Self::Emoji(large) => Self::Emoji(large.recoloured(chroma, lightness)),
        }
    }
}

impl Motif {
    /// What a concept's picture looks like. `None` if nothing shows the concept, or if the font lacks the emoji.
    pub(crate) fn of(picture: &Depiction) -> Option<Self> {
        match picture {
            Depiction::Emoji(emoji) => Self::of_emoji(emoji),
            Depiction::Motif(name) => Self::of_name(name),
            Depiction::Nothing => None,
        }
    }

    /// The drawing of this name. Only its own file is parsed. A file with errors counts as missing, but a test parses
    /// them all.
    fn of_name(name: &str) -> Option<Self> {
        let (name, svg) = FILES.iter().find(|(known, _)| *known == name)?;
        Self::read(name, svg).ok()
    }

    fn read(name: &'static str, svg: &str) -> Result<Self, String> {
        let document = Document::parse(svg).map_err(|error| error.to_string())?;
        let root = document.root_element();
        if !root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) || root.attribute("viewBox") != Some("0 0 100 100")
        {
            return Err("the root is not an <svg> of 100 by 100 units".to_owned());
        }
        allow(root, &["viewBox", "data-hero", "data-tilt"])?;
        Ok(Self {
            name: Cow::Borrowed(name),
            hero: required(root, "data-hero")?,
            tilt: optional(root, "data-tilt")?.unwrap_or(0.0),
            figure: Figure::Sketch(Sketch::read(root)?),
        })
    }

    fn of_emoji(emoji: &str) -> Option<Self> {
        let large = LargeEmoji::of(emoji)?;
        Some(Self {
            name: Cow::Owned(emoji.to_owned()),
            hero: large.main_colour(),
            tilt: large_emoji::tilt(emoji),
            figure: Figure::Emoji(large),
        })
    }

    /// The motif in a square from 0 to 100 units.
    pub(crate) const fn figure(&self) -> &Figure {
        &self.figure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_valid_and_its_concept_shows_it() {
        let pictures: Vec<Depiction> = lexicon::pictures().collect();
        let mut faults = Vec::new();
        for (name, svg) in FILES {
            if let Err(fault) = Motif::read(name, svg) {
                faults.push(format!("{name}: {fault}"));
            }
            if !pictures.contains(&Depiction::Motif(name)) {
                faults.push(format!("{name}: no concept has the picture @{name}"));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn faults_of_a_file_are_reported() {
        const ROOT: &str = "xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100' data-hero='#dfe8f5'";
        const BODY: &str = "<rect class='body' x='10' y='20' width='80' height='60' rx='8' fill='#dfe8f5'/>";
        let fault = |root: &str, parts: &str| {
            let motif = Motif::read("test", &format!("<svg {root}>{parts}</svg>"));
            motif.map_or_else(|fault| fault, |_| "none".to_owned())
        };
        assert_eq!(fault(ROOT, BODY), "none");
        let round = "stroke-linecap='round' stroke-linejoin='round'";
        let line = |rest: &str| format!("<path fill='none' stroke='#ffffff' d='M5 5 L9 9' {rest}/>");
        assert_eq!(
            fault(ROOT, &(line(&format!("stroke-width='2' {round}")) + BODY)),
            "none"
        );
        for (root, expected) in [
            (
                ROOT.replace("100'", "64'"),
                "the root is not an <svg> of 100 by 100 units",
            ),
            (
                ROOT.replace("data-hero", "data-herb"),
                "a <svg> has no attribute data-herb",
            ),
            (ROOT.replace("data-hero='#dfe8f5'", ""), "a <svg> lacks data-hero"),
            (ROOT.replace("#dfe8f5", "pink"), "data-hero: \"pink\" means nothing"),
            (
                ROOT.to_owned() + " data-tilt='left'",
                "data-tilt: \"left\" means nothing",
            ),
        ] {
            assert_eq!(fault(&root, BODY), expected);
        }
        for (part, expected) in [
            ("<ellipse/>".to_owned(), "a motif has no <ellipse>"),
            (BODY.replace("rx", "ry"), "a <rect> has no attribute ry"),
            (BODY.replace("#dfe8f5", "red"), "fill: \"red\" means nothing"),
            (BODY.replace("body", "head"), "there is no class \"head\""),
            (BODY.replace("class='body'", ""), "no part belongs to the silhouette"),
            (
                BODY.replace("rx='8'", "fill-opacity='0.5'"),
                "a <rect> has no attribute fill-opacity",
            ),
            (BODY.replace("80", "380"), "a part is far outside of the square"),
            (line(round), "a <path> lacks stroke-width"),
            (line("stroke-width='2'"), "the caps and joins of a line are round"),
            (line(&format!("stroke-width='0' {round}")), "a line has no width"),
            ("<path d='M5 five' fill='#ffffff'/>".to_owned(), "d: "),
            ("<path d='' fill='#ffffff'/>".to_owned(), "a <path> has no surface"),
            ("<circle cx='5' cy='5' r='2'/>".to_owned(), "a <circle> lacks fill"),
            (
                "<circle cx='5' cy='5' r='2' fill='#ffffff' fill-opacity='2'/>".to_owned(),
                "an opacity is from 0 to 1, not 2",
            ),
        ] {
            let found = fault(ROOT, &part);
            assert!(found.starts_with(expected), "{part}: {found}");
        }
    }

    #[test]
    fn the_picture_of_every_concept_is_in_the_font_or_is_a_flag() {
        for picture in lexicon::pictures() {
            let is_flag = matches!(&picture, Depiction::Emoji(emoji) if emoji.starts_with(|c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}' | '🏴')));
            let is_drawn = Motif::of(&picture).is_some();
            assert!(is_drawn || is_flag || picture == Depiction::Nothing, "{picture:?}");
        }
    }
}
