//! Motifs: the subjects that the composer can draw. The crate `lexicon` chooses them.

mod appliances;
pub(crate) mod chosen;
mod creatures;
mod food;
mod furniture;
pub(crate) mod large_emoji;
mod leisure;
mod machines;
mod places;
mod rim;
pub(crate) mod sketch;
mod tools;

use colour::{Oklch, Rgb};
use large_emoji::LargeEmoji;
use lexicon::Depiction;
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

/// The look of a motif.
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
static ALL: [Motif; 86] = [
    motif(appliances::fridge, 0xdfe8f5, 0.0, "fridge"),
    motif(appliances::vacuum_cleaner, 0xe23b4e, 0.0, "vacuum_cleaner"),
    motif(appliances::robot_vacuum, 0xe8eef8, 0.0, "robot_vacuum"),
    motif(appliances::clothes_iron, 0x2f9bff, -4.0, "clothes_iron"),
    motif(appliances::sewing_machine, 0x8f63d2, 0.0, "sewing_machine"),
    motif(appliances::electric_fan, 0x5ecbff, 0.0, "electric_fan"),
    motif(appliances::air_conditioner, 0xf3f6fc, 0.0, "air_conditioner"),
    motif(appliances::air_purifier, 0xf3f6fc, 0.0, "air_purifier"),
    motif(appliances::dishwasher, 0xd4dcea, 0.0, "dishwasher"),
    motif(appliances::washing_machine, 0xf3f6fc, 0.0, "washing_machine"),
    motif(appliances::oven, 0xff9a3c, 0.0, "oven"),
    motif(appliances::coffee_machine, 0xd2392b, 0.0, "coffee_machine"),
    motif(appliances::blender, 0xff5f8f, 0.0, "blender"),
    motif(appliances::toaster, 0xc6d0e2, 0.0, "toaster"),
    motif(appliances::rice_cooker, 0xf3f6fc, 0.0, "rice_cooker"),
    motif(appliances::three_d_printer, 0xff9a3c, 0.0, "three_d_printer"),
    motif(creatures::family, 0x3f7fe0, 0.0, "family"),
    motif(creatures::axolotl, 0xffb3ca, 0.0, "axolotl"),
    motif(creatures::ferret, 0xf3e3c8, 0.0, "ferret"),
    motif(creatures::firefly, 0xffd400, 0.0, "firefly"),
    motif(creatures::starfish, 0xff7a4d, -6.0, "starfish"),
    motif(creatures::henna_hand, 0xe2a878, -4.0, "henna_hand"),
    motif(creatures::kidney, 0xb0413e, 0.0, "kidney"),
    motif(creatures::spine, 0xfff3d9, 0.0, "spine"),
    motif(food::tofu, 0xfff6e2, 0.0, "tofu"),
    motif(food::popsicle, 0xff5f8f, -8.0, "popsicle"),
    motif(food::tteokbokki, 0xd8321f, 0.0, "tteokbokki"),
    motif(food::preserving_jar, 0xc62847, 0.0, "jar"),
    motif(food::asparagus, 0x6cbf4a, 0.0, "asparagus"),
    motif(food::plum, 0x6a3fa0, 0.0, "plum"),
    motif(furniture::carpet, 0xa8262e, -4.0, "carpet"),
    motif(furniture::curtain, 0xd2476a, 0.0, "curtain"),
    motif(furniture::wardrobe, 0xb97a3e, 0.0, "wardrobe"),
    motif(furniture::table, 0xd39a5c, 0.0, "table"),
    motif(furniture::shelf, 0xb97a3e, 0.0, "shelf"),
    motif(furniture::hammock, 0xff9a3c, 0.0, "hammock"),
    motif(furniture::faucet, 0xc2cce0, 0.0, "faucet"),
    motif(furniture::boiler, 0xf3f6fc, 0.0, "boiler"),
    motif(furniture::wood_stove, 0x39425c, 0.0, "wood_stove"),
    motif(leisure::bagpipes, 0xc62f3f, 0.0, "bagpipes"),
    motif(leisure::harmonica, 0xc6d0e2, -6.0, "harmonica"),
    motif(leisure::helmet, 0xe2303f, -4.0, "helmet"),
    motif(leisure::dumbbell, 0x2b3350, -16.0, "dumbbell"),
    motif(leisure::kettlebell, 0x2f6fe0, -4.0, "kettlebell"),
    motif(leisure::skipping_rope, 0x2f9bff, 0.0, "skipping_rope"),
    motif(leisure::puppet, 0xe2303f, 0.0, "puppet"),
    motif(leisure::comic_book, 0xffd23f, -5.0, "comic_book"),
    motif(leisure::pinball, 0x8f2fd2, 0.0, "pinball"),
    motif(leisure::gnome, 0xe2303f, 0.0, "gnome"),
    motif(leisure::scarecrow, 0x2f6fe0, 0.0, "scarecrow"),
    motif(machines::drone, 0xf1f4fb, -5.0, "drone"),
    motif(machines::submarine, 0xffc93c, -4.0, "submarine"),
    motif(machines::caravan, 0xf8f1de, 0.0, "caravan"),
    motif(machines::excavator, 0xffc22e, 0.0, "excavator"),
    motif(machines::tank, 0x6f8749, 0.0, "tank"),
    motif(machines::stroller, 0x2fc0cf, 0.0, "stroller"),
    motif(machines::vending_machine, 0xe2303f, 0.0, "vending_machine"),
    motif(machines::brake_disc, 0xe2303f, 0.0, "brake_disc"),
    motif(machines::steering_wheel, 0x20263a, -6.0, "steering_wheel"),
    motif(machines::guillotine, 0x8a5a32, 0.0, "guillotine"),
    motif(places::skyline, 0x5b7fd6, 0.0, "skyline"),
    motif(places::suspension_bridge, 0xe8563a, 0.0, "suspension_bridge"),
    motif(places::waterfall, 0x7fd0f7, 0.0, "waterfall"),
    motif(places::mesa, 0xd9663a, 0.0, "mesa"),
    motif(places::sunrise, 0xffd84f, 0.0, "sunrise"),
    motif(places::road, 0x4a5163, 0.0, "road"),
    motif(places::fireworks, 0xff4f7b, 0.0, "fireworks"),
    motif(places::lighthouse, 0xe23b4e, 0.0, "lighthouse"),
    motif(places::windmill, 0xe9dcc6, 0.0, "windmill"),
    motif(places::pyramids, 0xf0be63, 0.0, "pyramids"),
    motif(places::greenhouse, 0xbfeaff, 0.0, "greenhouse"),
    motif(places::yurt, 0xfffaf0, 0.0, "yurt"),
    motif(places::mars, 0xd2562e, 0.0, "mars"),
    motif(places::venus, 0xf2c96b, 0.0, "venus"),
    motif(tools::power_drill, 0xffb021, -6.0, "power_drill"),
    motif(tools::chainsaw, 0xff7a1a, -8.0, "chainsaw"),
    motif(tools::paint_roller, 0x2fb8ff, -6.0, "paint_roller"),
    motif(tools::lawn_mower, 0x35b04a, 0.0, "lawn_mower"),
    motif(tools::watering_can, 0x35a8ff, -4.0, "watering_can"),
    motif(tools::wheelbarrow, 0x35a85a, 0.0, "wheelbarrow"),
    motif(tools::mop, 0xe6edf7, 0.0, "mop"),
    motif(tools::multimeter, 0xffc22e, 0.0, "multimeter"),
    motif(tools::ring_light, 0xfff3c8, 0.0, "ring_light"),
    motif(tools::typewriter, 0x2fa39a, 0.0, "typewriter"),
    motif(tools::drawing_compass, 0xe23b4e, 0.0, "drawing_compass"),
    motif(tools::calculator, 0x39425c, -4.0, "calculator"),
];

impl Motif {
    /// What a concept's picture looks like. `None` if nothing shows the concept, or if the font lacks the emoji.
    pub(crate) fn of(picture: &Depiction) -> Option<Self> {
        match picture {
            Depiction::Emoji(emoji) => Self::of_emoji(emoji),
            Depiction::Motif(name) => Self::of_name(name),
            Depiction::Nothing => None,
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        ALL.iter().find(|motif| motif.name == name).cloned()
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
            let is_flag = matches!(&picture, Depiction::Emoji(emoji) if emoji.starts_with(|c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}' | '🏴')));
            let is_drawn = Motif::of(&picture).is_some();
            assert!(is_drawn || is_flag || picture == Depiction::Nothing, "{picture:?}");
        }
    }
}
