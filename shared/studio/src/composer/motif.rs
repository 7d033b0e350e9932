//! Motifs: the subjects that the composer can draw. The crate `lexicon` chooses them.

mod appliances;
pub(crate) mod chosen;
pub(crate) mod large_emoji;
mod machines;
mod objects;
mod places;
mod rim;
pub(crate) mod sketch;

use colour::{Oklch, Rgb};
use large_emoji::LargeEmoji;
use lexicon::Picture;
use sketch::Sketch;
use std::borrow::Cow;
use tiny_skia::Path;

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
    /// The outlines of everything that is seen of it, in its square.
    pub(crate) fn outlines(&self) -> Vec<&Path> {
        match self {
            Self::Sketch(sketch) => {
                let bodies = sketch.parts().iter().filter(|part| part.is_body);
                bodies.filter_map(|part| part.shape.as_ref()).collect()
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

const fn motif(draw: fn(&mut Sketch), hero: u32, tilt: f32, name: &'static str) -> Motif {
    Motif {
        name: Cow::Borrowed(name),
        hero: Rgb::hex(hero),
        tilt,
        look: Look::Drawn(draw),
    }
}

/// The drawings of subjects that no emoji shows.
const ALL: [Motif; 46] = [
    motif(machines::drone, 0xf1f4fb, -5.0, "drone"),
    motif(machines::submarine, 0xffc93c, -4.0, "submarine"),
    motif(machines::washing_machine, 0xf3f6fc, 0.0, "washing_machine"),
    motif(machines::oven, 0xff9a3c, 0.0, "oven"),
    motif(places::lighthouse, 0xe23b4e, 0.0, "lighthouse"),
    motif(places::windmill, 0xe9dcc6, 0.0, "windmill"),
    motif(places::pyramids, 0xf0be63, 0.0, "pyramids"),
    motif(appliances::fridge, 0xdfe8f5, 0.0, "fridge"),
    motif(appliances::vacuum_cleaner, 0xe23b4e, 0.0, "vacuum_cleaner"),
    motif(appliances::clothes_iron, 0x2f9bff, -4.0, "clothes_iron"),
    motif(appliances::sewing_machine, 0x8f63d2, 0.0, "sewing_machine"),
    motif(appliances::electric_fan, 0x5ecbff, 0.0, "electric_fan"),
    motif(appliances::air_conditioner, 0xf3f6fc, 0.0, "air_conditioner"),
    motif(appliances::dishwasher, 0xd4dcea, 0.0, "dishwasher"),
    motif(appliances::coffee_machine, 0xd2392b, 0.0, "coffee_machine"),
    motif(appliances::blender, 0xff5f8f, 0.0, "blender"),
    motif(appliances::toaster, 0xc6d0e2, 0.0, "toaster"),
    motif(appliances::three_d_printer, 0xff9a3c, 0.0, "three_d_printer"),
    motif(appliances::faucet, 0xc2cce0, 0.0, "faucet"),
    motif(objects::power_drill, 0xffb021, -6.0, "power_drill"),
    motif(objects::chainsaw, 0xff7a1a, -8.0, "chainsaw"),
    motif(objects::paint_roller, 0x2fb8ff, -6.0, "paint_roller"),
    motif(objects::lawn_mower, 0x35b04a, 0.0, "lawn_mower"),
    motif(objects::watering_can, 0x35a8ff, -4.0, "watering_can"),
    motif(objects::greenhouse, 0xbfeaff, 0.0, "greenhouse"),
    motif(objects::mop, 0xe6edf7, 0.0, "mop"),
    motif(objects::carpet, 0xa8262e, -4.0, "carpet"),
    motif(objects::curtain, 0xd2476a, 0.0, "curtain"),
    motif(objects::wardrobe, 0xb97a3e, 0.0, "wardrobe"),
    motif(objects::table, 0xd39a5c, 0.0, "table"),
    motif(objects::stroller, 0x2fc0cf, 0.0, "stroller"),
    motif(objects::helmet, 0xe2303f, -4.0, "helmet"),
    motif(objects::dumbbell, 0x2b3350, -16.0, "dumbbell"),
    motif(objects::skipping_rope, 0x2f9bff, 0.0, "skipping_rope"),
    motif(objects::tofu, 0xfff6e2, 0.0, "tofu"),
    motif(objects::comic_book, 0xffd23f, -5.0, "comic_book"),
    motif(objects::calculator, 0x39425c, -4.0, "calculator"),
    motif(objects::spine, 0xfff3d9, 0.0, "spine"),
    motif(appliances::rice_cooker, 0xf3f6fc, 0.0, "rice_cooker"),
    motif(machines::caravan, 0xf8f1de, 0.0, "caravan"),
    motif(machines::excavator, 0xffc22e, 0.0, "excavator"),
    motif(machines::tank, 0x6f8749, 0.0, "tank"),
    motif(machines::robot_vacuum, 0xe8eef8, 0.0, "robot_vacuum"),
    motif(places::mars, 0xd2562e, 0.0, "mars"),
    motif(places::venus, 0xf2c96b, 0.0, "venus"),
    motif(places::starfish, 0xff7a4d, -6.0, "starfish"),
];

impl Motif {
    /// What a concept's picture looks like. `None` if nothing shows the concept, or if the font lacks the emoji.
    pub(crate) fn of(picture: &Picture) -> Option<Self> {
        match picture {
            Picture::Emoji(emoji) => Self::of_emoji(emoji),
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
    fn the_picture_of_every_concept_is_in_the_font_or_is_a_flag() {
        for picture in lexicon::pictures() {
            let is_flag = matches!(&picture, Picture::Emoji(emoji) if emoji.starts_with(|c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}' | '🏴')));
            let is_drawn = Motif::of(&picture).is_some();
            assert!(is_drawn || is_flag || picture == Picture::Nothing, "{picture:?}");
        }
    }
}
