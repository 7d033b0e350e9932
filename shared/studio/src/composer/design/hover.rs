//! Finds the motifs that stand on no ground: heads without a body, things that fly or swim, and signs.

use crate::composer::motif::Motif;

/// The first characters of the emoji that show a head.
const HEADS: [(char, char); 15] = [
    ('\u{1f414}', '\u{1f414}'),
    ('\u{1f417}', '\u{1f417}'),
    ('\u{1f42d}', '\u{1f432}'),
    ('\u{1f434}', '\u{1f43e}'),
    ('\u{1f466}', '\u{1f469}'),
    ('\u{1f471}', '\u{1f480}'),
    ('\u{1f600}', '\u{1f644}'),
    ('\u{1f648}', '\u{1f64a}'),
    ('\u{1f910}', '\u{1f917}'),
    ('\u{1f920}', '\u{1f92f}'),
    ('\u{1f970}', '\u{1f97a}'),
    ('\u{1f981}', '\u{1f981}'),
    ('\u{1f984}', '\u{1f984}'),
    ('\u{1f98a}', '\u{1f98a}'),
    ('\u{1f9d0}', '\u{1f9d6}'),
];

/// The first characters of the emoji that show things that fly or swim.
const FLIERS: [(char, char); 25] = [
    ('\u{2600}', '\u{2604}'),
    ('\u{26c5}', '\u{26c8}'),
    ('\u{2708}', '\u{2708}'),
    ('\u{2744}', '\u{2744}'),
    ('\u{2b50}', '\u{2b50}'),
    ('\u{1f300}', '\u{1f32c}'),
    ('\u{1f386}', '\u{1f388}'),
    ('\u{1f40b}', '\u{1f40b}'),
    ('\u{1f419}', '\u{1f419}'),
    ('\u{1f41d}', '\u{1f41d}'),
    ('\u{1f41f}', '\u{1f421}'),
    ('\u{1f42c}', '\u{1f42c}'),
    ('\u{1f433}', '\u{1f433}'),
    ('\u{1f54a}', '\u{1f54a}'),
    ('\u{1f680}', '\u{1f681}'),
    ('\u{1f6e9}', '\u{1f6f0}'),
    ('\u{1f6f8}', '\u{1f6f8}'),
    ('\u{1f985}', '\u{1f985}'),
    ('\u{1f987}', '\u{1f988}'),
    ('\u{1f98b}', '\u{1f98b}'),
    ('\u{1f991}', '\u{1f991}'),
    ('\u{1fa81}', '\u{1fa82}'),
    ('\u{1fa90}', '\u{1fa90}'),
    ('\u{1fabc}', '\u{1fabd}'),
    ('\u{1fab6}', '\u{1fab6}'),
];

/// The first characters of the emoji that are signs.
const SIGNS: [(char, char); 12] = [
    ('\u{2640}', '\u{2653}'),
    ('\u{267b}', '\u{267f}'),
    ('\u{269b}', '\u{269b}'),
    ('\u{26a0}', '\u{26a1}'),
    ('\u{2705}', '\u{2705}'),
    ('\u{2714}', '\u{2728}'),
    ('\u{274c}', '\u{2764}'),
    ('\u{1f1e6}', '\u{1f1ff}'),
    ('\u{1f3b5}', '\u{1f3b6}'),
    ('\u{1f493}', '\u{1f4af}'),
    ('\u{1f500}', '\u{1f53d}'),
    ('\u{1f9e0}', '\u{1f9e0}'),
];

/// The names of the drawings of things that fly.
const FLYING_DRAWINGS: [&str; 1] = ["fireworks"];

/// Whether the motif shows a head without a body.
pub(super) fn is_head(motif: &Motif) -> bool {
    // A head that is joined to another emoji is a person at work, whose shoulders are seen.
    !motif.name.contains('\u{200d}') && is_in(motif, &HEADS)
}

/// Whether the motif stands on no ground.
pub(super) fn hovers(motif: &Motif) -> bool {
    let is_flying = is_in(motif, &FLIERS) || FLYING_DRAWINGS.contains(&&*motif.name);
    is_head(motif) || is_flying || is_in(motif, &SIGNS)
}

fn is_in(motif: &Motif, ranges: &[(char, char)]) -> bool {
    // The name of a drawing begins with a letter, which is in none of the ranges.
    let first = motif.name.chars().next().unwrap_or_default();
    ranges.iter().any(|(from, to)| (*from..=*to).contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lexicon::Depiction;

    fn motif(emoji: &str) -> Motif {
        Motif::of(&Depiction::Emoji(emoji.to_owned())).unwrap()
    }

    #[test]
    fn heads_fliers_and_signs_hover() {
        for emoji in ["🐶", "🦁", "😱", "🦈", "✈️", "🪐", "❤️", "🇯🇵", "🐙"] {
            assert!(hovers(&motif(emoji)), "{emoji}");
        }
        for emoji in ["🚗", "🎸", "🦒", "🏠", "🍔", "👨‍🍳", "🐘", "🗿"] {
            assert!(!hovers(&motif(emoji)), "{emoji}");
        }
        assert!(is_head(&motif("🐱")) && !is_head(&motif("🐬")));
    }
}
