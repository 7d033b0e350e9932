//! Reads the shapes that layouts and scenes have in common, in colours of the palette.

use super::template::{Piece, Tone};
use crate::composer::element::{optional, outline, parsed, required};
use roxmltree::Node;

/// A shape in a colour of the palette. `class` is the name of the colour, with ` line` behind it for an outline.
pub(super) fn piece(node: Node<'_, '_>, class: &str) -> Result<Piece, String> {
    let (tone, is_line) = match class.split_once(' ') {
        Some((tone, "line")) => (tone, true),
        _ => (class, false),
    };
    Ok(Piece {
        shape: Some(outline(node)?),
        tone: parsed::<Tone>("class", tone)?,
        to: optional(node, "data-to")?,
        shade: optional(node, "data-shade")?.unwrap_or(0.0),
        opacity: optional(node, "opacity")?.unwrap_or(1.0),
        line: is_line.then(|| required(node, "stroke-width")).transpose()?,
        shadow: optional(node, "data-shadow")?,
        soft: optional(node, "data-soft")?,
    })
}
