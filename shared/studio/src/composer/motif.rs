//! Motifs: the subjects that the composer can draw. The crate `lexicon` chooses them.

mod appliances;
mod buildings;
pub(crate) mod chosen;
pub(crate) mod large_emoji;
mod machines;
mod nature;
mod places;
pub(crate) mod sketch;
mod things;

use colour::{Oklch, Rgb};
use large_emoji::LargeEmoji;
use lexicon::Picture;
use sketch::Sketch;
use std::borrow::Cow;

/// A subject that the composer can draw.
#[derive(Clone, Debug)]
pub(crate) struct Motif {
    /// The name of the drawing, or the emoji.
    pub(crate) name: Cow<'static, str>,
    /// The motif's main colour. The palette keeps the background different from it.
    pub(crate) hero: Rgb,
    /// The tilt with which it is drawn, in degrees clockwise.
    pub(crate) tilt: f32,
    look: Look,
}

/// What a motif looks like.
#[derive(Clone, Debug)]
enum Look {
    Drawn(fn(&mut Sketch)),
    Emoji(LargeEmoji),
}

/// A motif, ready to be painted in a square from 0 to 100 units.
#[derive(Clone, Debug)]
pub(crate) enum Figure {
    Sketch(Sketch),
    Emoji(LargeEmoji),
}

impl Figure {
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

const fn motif(draw: fn(&mut Sketch), hero: u32, tilt: f32, name: &'static str) -> Motif {
    Motif {
        name: Cow::Borrowed(name),
        hero: Rgb::hex(hero),
        tilt,
        look: Look::Drawn(draw),
    }
}

/// Emoji that the composer's own drawings show better.
const DRAWN_BETTER: [(&str, &str); 0] = [];

const ALL: [Motif; 48] = [
    motif(machines::rocket, 0xe8e4f0, 32.0, "rocket"),
    motif(machines::laptop, 0x3a4a70, -4.0, "laptop"),
    motif(machines::phone, 0x6a5bff, 10.0, "phone"),
    motif(machines::controller, 0x6c4dff, -10.0, "controller"),
    motif(machines::camera, 0x3a4470, -7.0, "camera"),
    motif(machines::robot, 0xe9eefb, 5.0, "robot"),
    motif(machines::gears, 0xd9b070, 0.0, "gear"),
    motif(machines::car, 0xff3f55, -3.0, "car"),
    motif(machines::headphones, 0xff4f81, 4.0, "headphones"),
    motif(machines::microphone, 0xff4f6d, 14.0, "microphone"),
    motif(places::mountain, 0x6070b8, 0.0, "mountain"),
    motif(places::globe, 0x2f8dff, -8.0, "globe"),
    motif(places::planet, 0xff6f9c, 0.0, "planet"),
    motif(places::island, 0xffc93c, 0.0, "island"),
    motif(places::house, 0xf0e0c8, 0.0, "house"),
    motif(places::city, 0x6b78dc, 0.0, "city"),
    motif(nature::cat, 0xff9f43, 4.0, "cat"),
    motif(nature::paw, 0xb9703a, 14.0, "paw"),
    motif(nature::plant, 0x37c76b, 0.0, "plant"),
    motif(nature::fire, 0xff5a1f, 0.0, "fire"),
    motif(nature::lightning, 0xffd52e, 6.0, "lightning"),
    motif(nature::heart, 0xff3b5c, -6.0, "heart"),
    motif(nature::burger, 0xe09a3e, -5.0, "burger"),
    motif(nature::coffee, 0xf4f6ff, -4.0, "coffee"),
    motif(nature::ghost, 0xf3f0ff, -6.0, "ghost"),
    motif(things::money, 0x35c46a, 0.0, "money"),
    motif(things::trophy, 0xffc52e, 6.0, "trophy"),
    motif(things::bulb, 0xffd83d, 8.0, "bulb"),
    motif(things::clock, 0xff5a5f, -6.0, "clock"),
    motif(things::target, 0xff3b4e, 0.0, "target"),
    motif(things::book, 0xe8ecf8, -4.0, "book"),
    motif(things::cap, 0x3d4fa5, -6.0, "graduation"),
    motif(things::dumbbell, 0xc03a48, -28.0, "dumbbell"),
    motif(things::padlock, 0xffc22e, 6.0, "lock"),
    motif(things::gift, 0xff4f7b, -7.0, "gift"),
    motif(things::flask, 0x4fd99a, 8.0, "flask"),
    motif(things::brush, 0xf3dcb8, -6.0, "palette"),
    motif(things::clapper, 0x2c3450, -7.0, "movie"),
    motif(things::ball, 0xff8a2b, 0.0, "basketball"),
    motif(things::bag, 0xff5b93, -6.0, "bag"),
    motif(things::gem, 0x35c8ff, 0.0, "gem"),
    motif(buildings::lighthouse, 0xe23b4e, 0.0, "lighthouse"),
    motif(buildings::windmill, 0xe9dcc6, 0.0, "windmill"),
    motif(buildings::pyramids, 0xf0be63, 0.0, "pyramids"),
    motif(appliances::drone, 0xf1f4fb, -5.0, "drone"),
    motif(appliances::submarine, 0xffc93c, -4.0, "submarine"),
    motif(appliances::washing_machine, 0xf3f6fc, 0.0, "washing_machine"),
    motif(appliances::oven, 0xff9a3c, 0.0, "oven"),
];

impl Motif {
    /// What a concept's picture looks like. `None` if nothing shows the concept, or if the font lacks the emoji.
    pub(crate) fn of(picture: &Picture) -> Option<Self> {
        match picture {
            Picture::Emoji(emoji) => {
                let drawn = DRAWN_BETTER.iter().find(|(other, _)| other == emoji);
                drawn.map_or_else(|| Self::of_emoji(emoji), |(_, name)| Self::of_name(name))
            }
            Picture::Motif(name) => Self::of_name(name),
            Picture::Nothing => None,
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        ALL.into_iter().find(|motif| motif.name == name)
    }

    fn of_emoji(emoji: &str) -> Option<Self> {
        let large = LargeEmoji::of(emoji)?;
        Some(Self {
            name: Cow::Owned(emoji.to_owned()),
            hero: large.main_colour(),
            tilt: large_emoji::tilt(emoji),
            look: Look::Emoji(large),
        })
    }

    /// The motif in a square from 0 to 100 units.
    pub(crate) fn figure(&self) -> Figure {
        match &self.look {
            Look::Drawn(draw) => {
                let mut sketch = Sketch::default();
                draw(&mut sketch);
                Figure::Sketch(sketch)
            }
            Look::Emoji(large) => Figure::Emoji(large.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_motif_draws_its_parts_in_or_near_its_square() {
        for motif in &ALL {
            let Figure::Sketch(sketch) = motif.figure() else {
                panic!("{} is no drawing", motif.name);
            };
            assert!(sketch.parts().iter().any(|part| part.is_body));
            for part in sketch.parts() {
                let bounds = part.shape.as_ref().expect("every path parses").bounds();
                let near = -20.0..=120.0;
                assert!(
                    near.contains(&bounds.left()) && near.contains(&bounds.right()),
                    "{:?}: {bounds:?}",
                    motif.name
                );
                assert!(
                    near.contains(&bounds.top()) && near.contains(&bounds.bottom()),
                    "{:?}: {bounds:?}",
                    motif.name
                );
            }
        }
    }

    #[test]
    fn every_emoji_that_is_drawn_better_has_a_drawing() {
        for (emoji, name) in DRAWN_BETTER {
            assert!(Motif::of_name(name).is_some(), "{emoji}: {name}");
        }
    }

    #[test]
    fn the_picture_of_every_concept_is_in_the_font_or_is_a_flag() {
        for picture in lexicon::pictures() {
            let is_flag = matches!(&picture, Picture::Emoji(emoji) if emoji.starts_with(|c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}' | '🏴')));
            let is_drawn = Motif::of(&picture).is_some();
            assert!(is_drawn || is_flag || picture == Picture::Nothing, "{picture:?}");
        }
    }
}
