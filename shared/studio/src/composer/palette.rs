//! The colours that a thumbnail is made of: curated sets, never computed ones.

use super::chance::Chance;
use colour::Rgb;

/// One dominant colour from dark to light, an accent far from it, and the neutrals that words are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    /// The darkest part of the background.
    pub(crate) deep: Rgb,
    /// The dominant colour.
    pub(crate) ground: Rgb,
    /// The background where the light falls.
    pub(crate) glow: Rgb,
    /// Emphasis: far from the ground in hue and lightness.
    pub(crate) accent: Rgb,
    /// Most letters.
    pub(crate) paper: Rgb,
    /// The letters' outline, and letters on a plate of the accent.
    pub(crate) ink: Rgb,
}

const fn palette(deep: u32, ground: u32, glow: u32, accent: u32, paper: u32, ink: u32) -> Palette {
    Palette {
        deep: Rgb::hex(deep),
        ground: Rgb::hex(ground),
        glow: Rgb::hex(glow),
        accent: Rgb::hex(accent),
        paper: Rgb::hex(paper),
        ink: Rgb::hex(ink),
    }
}

const ALL: [Palette; 14] = [
    // Midnight blue and yellow.
    palette(0x0a0f3c, 0x2333b8, 0x5d86ff, 0xffd633, 0xffffff, 0x070a28),
    // Violet and lime.
    palette(0x1b0642, 0x5b1fc4, 0xa76bff, 0xb9ff3d, 0xfffdf5, 0x14032f),
    // Lagoon and orange.
    palette(0x03262f, 0x067a83, 0x35dccb, 0xffa23a, 0xffffff, 0x02191f),
    // Forest and gold.
    palette(0x04231a, 0x0f6b45, 0x46cf86, 0xffd23c, 0xfffdf2, 0x031710),
    // Magenta dusk and mint.
    palette(0x35063f, 0xb31b7b, 0xff6fb0, 0x7dffd9, 0xffffff, 0x27032f),
    // Sunset and pale yellow.
    palette(0x3a0b3d, 0xc93a4e, 0xff9a4d, 0xffee6b, 0xfffaf0, 0x2a0629),
    // Graphite and electric green.
    palette(0x0b1016, 0x27333f, 0x66788a, 0x3dffa5, 0xffffff, 0x06090d),
    // Bright sky and yellow.
    palette(0x07408f, 0x1489f0, 0x8fdcff, 0xffe83a, 0xffffff, 0x05224f),
    // Tangerine and white-blue.
    palette(0x7c2102, 0xf0670f, 0xffbf55, 0xb9f3ff, 0xfffdf6, 0x3d0f02),
    // Sunny yellow and hot pink.
    palette(0xd97400, 0xffb300, 0xffe680, 0xff8ac0, 0xffffff, 0x33104a),
    // Plum and coral.
    palette(0x1d0b26, 0x5a2a6e, 0xb06fd0, 0xff8f70, 0xfff8f2, 0x14071b),
    // Steel blue and orange.
    palette(0x0b1d2e, 0x1f4e79, 0x6aa5d8, 0xffa62b, 0xffffff, 0x07131f),
    // Mint and deep navy, with a warm accent.
    palette(0x0a6a5c, 0x17b890, 0xa4f5d0, 0xffe45c, 0xffffff, 0x05302f),
    // Brick red and cream.
    palette(0x3b0a0a, 0xa52a22, 0xff7a5c, 0xffdf8e, 0xfffaf0, 0x2a0606),
];

impl Palette {
    /// One of the palettes on whose ground a subject of colour `hero` stands out, the clearest half being eligible.
    pub(crate) fn choose(chance: &mut Chance, hero: Option<Rgb>) -> Self {
        let mut eligible = ALL.to_vec();
        if let Some(hero) = hero {
            eligible.sort_by(|a, b| b.ground.distance(hero).total_cmp(&a.ground.distance(hero)));
            eligible.truncate(ALL.len() * 3 / 5);
        }
        chance.pick(&eligible).copied().unwrap_or(ALL[0])
    }
}

impl Palette {
    /// An even ground, and the neutral that reads on it.
    pub(crate) fn flat(&self) -> (Rgb, Rgb) {
        (self.deep.mix(self.ink, 0.25), self.paper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stands_out_from_its_outline_or_plate() {
        for (index, palette) in ALL.iter().enumerate() {
            let paper = palette.paper.contrast(palette.ink);
            let accent = palette.accent.contrast(palette.ink);
            assert!(paper >= 7.0, "palette {index}: paper on ink has {paper}");
            assert!(accent >= 4.5, "palette {index}: accent on ink has {accent}");
        }
    }

    #[test]
    fn every_palette_has_three_values_and_a_distant_accent() {
        for (index, palette) in ALL.iter().enumerate() {
            assert!(palette.deep.luminance() < palette.ground.luminance(), "palette {index}");
            assert!(palette.ground.luminance() < palette.glow.luminance(), "palette {index}");
            assert!(palette.accent.distance(palette.ground) > 180.0, "palette {index}");
        }
    }

    #[test]
    fn a_subject_does_not_drown_in_its_ground() {
        for hero in [
            Rgb::hex(0xff3344),
            Rgb::hex(0xffc93c),
            Rgb::hex(0x2f7df6),
            Rgb::hex(0x39b54a),
        ] {
            for seed in 0..40 {
                let chosen = Palette::choose(&mut Chance::new("", seed), Some(hero));
                assert!(chosen.ground.distance(hero) > 150.0, "{hero:?} on {:?}", chosen.ground);
            }
        }
    }
}
