//! The drawing of a motif: a list of parts in a square of 100 units, painted from back to front. Light comes from the
//! upper left.

use crate::composer::element::{allow, optional, outline, required};
use colour::Rgb;
use roxmltree::Node;
use std::ops::RangeInclusive;
use tiny_skia::Path;

/// The coordinates that are in or near the square.
const NEAR: RangeInclusive<f32> = -20.0..=120.0;

/// One shape of a motif.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) shape: Path,
    pub(crate) colour: Rgb,
    pub(crate) opacity: f32,
    /// The line width, if the shape is drawn as a line instead of filled.
    pub(crate) line: Option<f32>,
    /// Whether the part belongs to the silhouette, which has the shadow and the contour and is shaded from light to
    /// dark.
    pub(crate) is_body: bool,
}

/// The drawing of a motif.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    parts: Vec<Part>,
}

impl Sketch {
    /// Reads the elements of a motif's file.
    pub(super) fn read(root: Node<'_, '_>) -> Result<Self, String> {
        let elements = root.descendants().filter(Node::is_element).skip(1);
        let parts: Vec<Part> = elements.map(part).collect::<Result<_, _>>()?;
        if parts.iter().any(|part| part.is_body) {
            Ok(Self { parts })
        } else {
            Err("no part belongs to the silhouette".to_owned())
        }
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The same drawing with every colour replaced.
    pub(crate) fn recoloured(mut self, colour: impl Fn(Rgb) -> Rgb) -> Self {
        for part in &mut self.parts {
            part.colour = colour(part.colour);
        }
        self
    }
}

fn part(node: Node<'_, '_>) -> Result<Part, String> {
    let of_shape: &[&str] = match node.tag_name().name() {
        "path" => &["d"],
        "circle" => &["cx", "cy", "r"],
        "rect" => &["x", "y", "width", "height", "rx"],
        other => return Err(format!("a motif has no <{other}>")),
    };
    let is_line = node.attribute("fill") == Some("none");
    let is_body = match node.attribute("class") {
        None => false,
        Some("body") => true,
        Some(other) => return Err(format!("there is no class {other:?}")),
    };
    let (paint, opacity) = if is_line {
        ("stroke", "stroke-opacity")
    } else {
        ("fill", "fill-opacity")
    };
    let of_paint: &[&str] = match (is_line, is_body) {
        (true, _) => &[paint, opacity, "stroke-width", "stroke-linecap", "stroke-linejoin"],
        (false, false) => &[opacity],
        // The light on a surface of the silhouette is opaque.
        (false, true) => &[],
    };
    allow(node, &[&["class", "fill"], of_shape, of_paint].concat())?;
    let is_round = |name| node.attribute(name) == Some("round");
    if is_line && !(is_round("stroke-linecap") && is_round("stroke-linejoin")) {
        return Err("the caps and joins of a line are round".to_owned());
    }
    let line: Option<f32> = is_line.then(|| required(node, "stroke-width")).transpose()?;
    if line.is_some_and(|width| width <= 0.0) {
        return Err("a line has no width".to_owned());
    }
    let opacity = optional(node, opacity)?.unwrap_or(1.0);
    if !(0.0..=1.0).contains(&opacity) {
        return Err(format!("an opacity is from 0 to 1, not {opacity}"));
    }
    let shape = outline(node)?;
    let bounds = shape.bounds();
    let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
    if !edges.iter().all(|edge| NEAR.contains(edge)) {
        return Err(format!("a part is far outside of the square: {bounds:?}"));
    }
    Ok(Part {
        shape,
        colour: required(node, paint)?,
        opacity,
        line,
        is_body,
    })
}
