//! The English names of colours.

use crate::{Oklch, Rgb};

/// Names by lightness, ascending. A name holds for lightnesses below the number beside it.
type Bands = &'static [(f32, &'static str)];

/// A sector of the hue circle.
struct Family {
    /// The hue at which the sector ends, in degrees. It begins where the previous sector ends.
    until: f32,
    vivid: Bands,
    /// The names below a chroma of [`MUTED`].
    muted: Bands,
}

/// The chroma below which a colour looks washed out and has another name: an orange becomes a beige.
const MUTED: f32 = 0.085;

/// The chroma below which a colour looks grey.
const GREY: f32 = 0.028;

/// The same limit for a colour near white, where a tint is visible at a lower chroma.
const TINTLESS: f32 = 0.02;

/// The lightness from which [`TINTLESS`] holds instead of [`GREY`].
const LIGHT: f32 = 0.93;

const GREYS: Bands = &[
    (0.25, "black"),
    (0.5, "dark grey"),
    (0.76, "grey"),
    (0.952, "light grey"),
    (2.0, "white"),
];

const PINKS: Family = Family {
    until: 14.0,
    vivid: &[
        (0.36, "dark red"),
        (0.52, "dark pink"),
        (0.82, "pink"),
        (2.0, "light pink"),
    ],
    muted: &[(0.35, "dark red"), (0.55, "mauve"), (0.8, "pink"), (2.0, "light pink")],
};

/// The sectors by ascending hue. A hue after the last sector belongs to [`PINKS`] again.
const FAMILIES: [Family; 14] = [
    PINKS,
    Family {
        until: 34.0,
        vivid: &[
            (0.25, "dark brown"),
            (0.45, "dark red"),
            (0.66, "red"),
            (0.82, "coral"),
            (2.0, "light pink"),
        ],
        muted: &[
            (0.35, "dark brown"),
            (0.62, "brown"),
            (0.8, "pink"),
            (2.0, "light pink"),
        ],
    },
    Family {
        until: 41.0,
        vivid: &[
            (0.25, "dark brown"),
            (0.42, "dark red"),
            (0.54, "red"),
            (0.82, "orange"),
            (2.0, "peach"),
        ],
        muted: &[
            (0.35, "dark brown"),
            (0.62, "brown"),
            (0.8, "pink"),
            (2.0, "light pink"),
        ],
    },
    Family {
        until: 58.0,
        vivid: &[
            (0.35, "dark brown"),
            (0.6, "brown"),
            (0.64, "dark orange"),
            (0.84, "orange"),
            (2.0, "peach"),
        ],
        muted: &[
            (0.35, "dark brown"),
            (0.6, "brown"),
            (0.75, "light brown"),
            (2.0, "beige"),
        ],
    },
    Family {
        until: 76.0,
        vivid: &[(0.35, "dark brown"), (0.62, "brown"), (0.84, "orange"), (2.0, "peach")],
        muted: &[
            (0.35, "dark brown"),
            (0.6, "brown"),
            (0.75, "light brown"),
            (2.0, "beige"),
        ],
    },
    Family {
        until: 93.0,
        vivid: &[(0.35, "dark brown"), (0.6, "brown"), (0.86, "gold"), (2.0, "yellow")],
        muted: &[
            (0.35, "dark brown"),
            (0.6, "brown"),
            (0.75, "light brown"),
            (2.0, "beige"),
        ],
    },
    Family {
        until: 117.0,
        vivid: &[(0.42, "dark olive"), (0.76, "olive"), (2.0, "yellow")],
        muted: &[(0.42, "dark olive"), (0.7, "olive"), (2.0, "beige")],
    },
    Family {
        until: 136.0,
        vivid: &[
            (0.42, "dark green"),
            (0.72, "green"),
            (0.94, "lime green"),
            (2.0, "light green"),
        ],
        muted: &[(0.4, "dark green"), (0.75, "grey green"), (2.0, "light green")],
    },
    Family {
        until: 164.0,
        vivid: &[(0.44, "dark green"), (0.867, "green"), (2.0, "light green")],
        muted: &[(0.4, "dark green"), (0.72, "grey green"), (2.0, "light green")],
    },
    Family {
        until: 190.0,
        vivid: &[(0.4, "dark teal"), (0.68, "teal"), (2.0, "turquoise")],
        muted: &[(0.4, "dark teal"), (0.66, "teal"), (2.0, "light turquoise")],
    },
    Family {
        until: 214.0,
        vivid: &[(0.4, "dark teal"), (0.68, "teal"), (2.0, "cyan")],
        muted: &[(0.4, "dark teal"), (0.66, "teal"), (2.0, "light blue")],
    },
    Family {
        until: 282.0,
        vivid: &[(0.4, "dark blue"), (0.72, "blue"), (2.0, "light blue")],
        muted: &[(0.4, "dark blue"), (0.68, "blue grey"), (2.0, "light blue")],
    },
    Family {
        until: 322.0,
        vivid: &[
            (0.33, "dark purple"),
            (0.65, "purple"),
            (0.8, "light purple"),
            (2.0, "lavender"),
        ],
        muted: &[(0.33, "dark purple"), (0.72, "mauve"), (2.0, "lavender")],
    },
    Family {
        until: 341.0,
        vivid: &[
            (0.33, "dark purple"),
            (0.54, "purple"),
            (0.74, "magenta"),
            (2.0, "pink"),
        ],
        muted: &[(0.33, "dark purple"), (0.72, "mauve"), (2.0, "lavender")],
    },
];

/// The everyday name of a colour: "dark blue", "light grey", "beige".
pub fn name(colour: Rgb) -> &'static str {
    let looks = colour.oklch();
    by_lightness(bands(looks), looks.lightness)
}

/// Whether the colour looks grey; black and white count as grey.
fn is_grey(looks: Oklch) -> bool {
    looks.chroma < GREY && (looks.lightness < LIGHT || looks.chroma < TINTLESS) || is_nearly_black(looks)
}

/// Whether the colour looks black: a tint of a dark colour is visible only at a high chroma.
fn is_nearly_black(looks: Oklch) -> bool {
    looks.lightness < 0.13 || looks.lightness < 0.21 && looks.chroma < 0.035
}

fn bands(looks: Oklch) -> Bands {
    if is_grey(looks) {
        return GREYS;
    }
    let family = FAMILIES.iter().find(|family| looks.hue < family.until);
    let family = family.unwrap_or(&PINKS);
    // Dark colours have little chroma, so a lower limit parts muted from vivid.
    let muted = if looks.lightness < 0.35 { GREY * 1.5 } else { MUTED };
    if looks.chroma < muted {
        family.muted
    } else {
        family.vivid
    }
}

fn by_lightness(bands: Bands, lightness: f32) -> &'static str {
    let band = bands.iter().find(|(until, _)| lightness < *until).or(bands.last());
    band.map_or("grey", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_their_everyday_names() {
        let mut wrong = Vec::new();
        for (hex, expected) in [
            (0xffffff, "white"),
            (0xf5f5f5, "white"),
            (0xd0d0d0, "light grey"),
            (0x808080, "grey"),
            (0x404040, "dark grey"),
            (0x000000, "black"),
            (0x111116, "black"),
            (0x0a0a14, "black"),
            (0xff0000, "red"),
            (0xdc143c, "red"),
            (0xe53935, "red"),
            (0x8b0000, "dark red"),
            (0xffa500, "orange"),
            (0xff6d00, "orange"),
            (0xf57c00, "orange"),
            (0xff4500, "orange"),
            (0xff7f50, "orange"),
            (0xfa8072, "coral"),
            (0xa62f12, "red"),
            (0xffff00, "yellow"),
            (0xffeb3b, "yellow"),
            (0xffd700, "yellow"),
            (0xdaa520, "gold"),
            (0x008000, "green"),
            (0x2e7d32, "green"),
            (0x4caf50, "green"),
            (0x00ff00, "green"),
            (0x90ee90, "light green"),
            (0x004d1a, "dark green"),
            (0xadff2f, "lime green"),
            (0x808000, "olive"),
            (0x008080, "teal"),
            (0x004d4d, "dark teal"),
            (0x40e0d0, "turquoise"),
            (0x00ffff, "cyan"),
            (0x0000ff, "blue"),
            (0x2563eb, "blue"),
            (0x1e88e5, "blue"),
            (0x000080, "dark blue"),
            (0x0d2149, "dark blue"),
            (0x0a162b, "dark blue"),
            (0x2c3e50, "dark blue"),
            (0x87ceeb, "light blue"),
            (0x00bfff, "light blue"),
            (0x708090, "blue grey"),
            (0x800080, "purple"),
            (0x7c3aed, "purple"),
            (0x2a0845, "dark purple"),
            (0xe6e6fa, "lavender"),
            (0xff00ff, "magenta"),
            (0xff69b4, "pink"),
            (0xff1493, "pink"),
            (0xffc0cb, "light pink"),
            (0x8b4513, "brown"),
            (0x6b4423, "brown"),
            (0x3b2314, "dark brown"),
            (0xf5f5dc, "beige"),
            (0xd2b48c, "beige"),
            (0xffdab9, "beige"),
        ] {
            let colour = Rgb::hex(hex);
            if name(colour) != expected {
                wrong.push(format!(
                    "{colour} {expected}, not {}: {:?}",
                    name(colour),
                    colour.oklch()
                ));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn families_and_bands_are_sorted_and_complete() {
        assert!(FAMILIES.is_sorted_by(|a, b| a.until < b.until));
        for bands in FAMILIES
            .iter()
            .flat_map(|family| [family.vivid, family.muted])
            .chain([GREYS])
        {
            assert!(bands.is_sorted_by(|a, b| a.0 < b.0));
            assert!(bands.last().is_some_and(|(until, _)| *until > 1.1));
        }
    }
}
