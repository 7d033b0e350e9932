//! Places combining marks where a font has the mark and does not say where it stands at this letter, as with the stress
//! on a Russian я.

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use tiny_skia::Rect;

/// The space between a letter and a mark above or below it, in letter heights.
const GAP: f32 = 0.08;

/// Whether letters of any script may have the character as a mark.
pub(super) const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

/// How far to move a mark so that it stands at the letter, given the bounding boxes of both. A mark that connects two
/// letters is not moved.
pub(super) fn shift(c: char, mark: Rect, letter: Rect) -> (f32, f32) {
    let middle = |rect: Rect| (rect.left() + rect.right()) / 2.0;
    let height = |rect: Rect| (rect.top() + rect.bottom()) / 2.0;
    // The classes of the Unicode Standard, section 4.3: above, below, attached below, and across the letter.
    let down = match CanonicalCombiningClassMapBorrowed::new().get_u8(c) {
        230 => letter.top() - GAP - mark.bottom(),
        220 => letter.bottom() + GAP - mark.top(),
        202 => letter.bottom() - mark.top(),
        1 => height(letter) - height(mark),
        _ => return (0.0, 0.0),
    };
    (middle(letter) - middle(mark), down)
}
