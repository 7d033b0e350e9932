//! Reads the names of colours.

use colour::{Oklch, Rgb};

use crate::words;

/// The most colours of a phrase: one of the background and one of the emphasis.
const MOST: usize = 2;

/// How much lighter a "light" colour is, and how much darker a "dark" one, in OKLCH.
const STEP: f32 = 0.18;

/// The colours, and their names in English, German, French, Spanish, Italian and Portuguese.
const COLOURS: &[(u32, &[&str])] = &[
    (0xdc2626, &["red", "rot", "rote", "rouge", "rojo", "rosso", "vermelho"]),
    (0xf97316, &["orange", "naranja", "arancione", "laranja"]),
    (
        0xfacc15,
        &["yellow", "gelb", "gelbe", "jaune", "amarillo", "giallo", "amarelo"],
    ),
    (0x16a34a, &["green", "grün", "grüne", "vert", "verte", "verde"]),
    (
        0x14b8a6,
        &["turquoise", "teal", "cyan", "türkis", "turquesa", "turchese"],
    ),
    (0x2563eb, &["blue", "blau", "blaue", "bleu", "bleue", "azul", "blu"]),
    (
        0x7c3aed,
        &[
            "purple", "violet", "lila", "violett", "violeta", "viola", "morado", "roxo",
        ],
    ),
    (0xec4899, &["pink", "rosa", "rose"]),
    (
        0x8b5a2b,
        &["brown", "braun", "braune", "marron", "marrón", "marrone", "marrom"],
    ),
    (
        0x101018,
        &[
            "black", "schwarz", "schwarze", "noir", "noire", "negro", "nero", "preto",
        ],
    ),
    (
        0xf5f5f5,
        &[
            "white", "weiß", "weiss", "weiße", "blanc", "blanche", "blanco", "bianco", "branco",
        ],
    ),
    (
        0x808088,
        &["grey", "gray", "grau", "graue", "gris", "grise", "grigio", "cinza"],
    ),
    (
        0xd4a017,
        &[
            "gold", "golden", "goldene", "doré", "dorado", "oro", "dourado", "dorato",
        ],
    ),
];

/// The words before a colour that make it darker or lighter.
const BEFORE: &[(&str, f32)] = &[
    ("dark", -STEP),
    ("deep", -STEP),
    ("dunkles", -STEP),
    ("light", STEP),
    ("bright", STEP),
    ("pale", STEP),
    ("helles", STEP),
];
/// The same words in languages that have them after the colour.
const AFTER: &[(&str, f32)] = &[
    ("foncé", -STEP),
    ("oscuro", -STEP),
    ("scuro", -STEP),
    ("escuro", -STEP),
    ("clair", STEP),
    ("claro", STEP),
    ("chiaro", STEP),
];

/// The words around the names of colours that add nothing.
const FILLERS: &[&str] = &[
    "make",
    "it",
    "in",
    "the",
    "a",
    "an",
    "to",
    "use",
    "with",
    "and",
    "more",
    "please",
    "change",
    "set",
    "turn",
    "paint",
    "colour",
    "colours",
    "color",
    "colors",
    "background",
    "palette",
    "instead",
    "und",
    "mach",
    "mache",
    "es",
    "bitte",
    "hintergrund",
    "farbe",
    "farben",
    "et",
    "en",
    "fond",
    "couleur",
    "couleurs",
    "y",
    "con",
    "fondo",
    "colores",
    "e",
    "com",
    "fundo",
    "cores",
    "sfondo",
    "colori",
    "of",
];

/// The colours that a phrase names, at most two. `None` if it names none, or if it has other words.
pub(crate) fn read(phrase: &str) -> Option<Vec<Rgb>> {
    let mut colours: Vec<Rgb> = Vec::new();
    // The change of lightness by the word before the next colour.
    let mut step = None;
    for word in words(phrase) {
        let listed = |list: &[(&str, f32)]| list.iter().find(|(name, _)| *name == word).map(|(_, step)| *step);
        if let Some(colour) = named(&word) {
            colours.push(lighter(colour, step.take().unwrap_or_default()));
        } else if let Some(change) = listed(BEFORE) {
            step = Some(change);
        } else if let Some((change, last)) = listed(AFTER).zip(colours.last_mut()) {
            *last = lighter(*last, change);
        } else if !FILLERS.contains(&word.as_str()) {
            return None;
        }
    }
    let is_complete = step.is_none() && (1..=MOST).contains(&colours.len());
    is_complete.then_some(colours)
}

fn named(word: &str) -> Option<Rgb> {
    let listed = || COLOURS.iter().find(|(_, names)| names.contains(&word));
    word.parse().ok().or_else(|| Some(Rgb::hex(listed()?.0)))
}

fn lighter(colour: Rgb, step: f32) -> Rgb {
    if step.abs() < f32::EPSILON {
        return colour;
    }
    let Oklch { lightness, chroma, hue } = colour.oklch();
    let lightness = (lightness + step).clamp(0.05, 0.97);
    Oklch { lightness, chroma, hue }.to_rgb()
}
