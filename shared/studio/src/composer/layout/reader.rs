//! Reads a layout file: an SVG with one variant for each picture shape.
//!
//! An element whose class names a slot is a slot. All other elements are painted in document order, in the palette
//! colour that their class names. Elements before the subject's slot are painted behind the subject.

use super::{
    look::{Letters, Lift, Look, Pattern},
    piece::piece,
    template::{KindName, Slot, SubjectSlot, Template, Variant},
};
use crate::composer::{
    element::{area, flag, optional, parsed, required, words},
    text::typesetting::{Align, Anchor},
};
use contract::AspectRatio;
use roxmltree::{Document, Node};
use std::ops::RangeInclusive;

/// The error of a layout file that does not follow the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("layout {layout}: {fault}")]
pub struct InvalidLayout {
    layout: String,
    fault: String,
}

/// The attributes that the root element may have.
const KNOWN: [&str; 14] = [
    "data-bleed",
    "data-calm",
    "data-cast",
    "data-emphasis",
    "data-family",
    "data-for",
    "data-front",
    "data-letters",
    "data-lift",
    "data-needs",
    "data-patterns",
    "data-scene",
    "data-sparkle",
    "data-words",
];

/// Parses a layout file.
pub(super) fn read(name: &str, svg: &str) -> Result<Template, InvalidLayout> {
    template(name, svg).map_err(|fault| InvalidLayout {
        layout: name.to_owned(),
        fault,
    })
}

fn template(name: &str, svg: &str) -> Result<Template, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let mut attributes = root.attributes().map(|attribute| attribute.name());
    if let Some(name) = attributes.find(|name| name.starts_with("data-") && !KNOWN.contains(name)) {
        return Err(format!("there is no attribute {name}"));
    }
    let mut variants: [Option<Variant>; AspectRatio::ALL.len()] = Default::default();
    for node in root.children().filter(|node| node.has_tag_name("svg") || is_svg(*node)) {
        let shape = node.attribute("data-shape").ok_or("a variant lacks data-shape")?;
        let place = AspectRatio::ALL.iter().position(|known| known.as_str() == shape);
        let known = place.and_then(|place| Some((AspectRatio::ALL.get(place)?, variants.get_mut(place)?)));
        let (aspect_ratio, variant) = known.ok_or_else(|| format!("there is no shape {shape:?}"))?;
        let size: (f32, f32) = (required(node, "width")?, required(node, "height")?);
        let asked = aspect_ratio.size();
        if size != (asked.width as f32, asked.height as f32) {
            return Err(format!("variant {shape} is not {}×{}", asked.width, asked.height));
        }
        *variant = Some(read_variant(node).map_err(|fault| format!("variant {shape}: {fault}"))?);
    }
    let mut missing = AspectRatio::ALL
        .iter()
        .zip(&variants)
        .filter(|(_, variant)| variant.is_none());
    if let Some((shape, _)) = missing.next() {
        return Err(format!("there is no variant for {}", shape.as_str()));
    }
    Ok(Template {
        name: name.to_owned(),
        kinds: words::<KindName>(root, "data-for")?,
        words: range(root.attribute("data-words").unwrap_or("1-8"))?,
        casts: words(root, "data-cast")?,
        needs: optional(root, "data-needs")?,
        look: look(root)?,
        variants: variants.map(Option::unwrap_or_default),
    })
}

fn is_svg(node: Node<'_, '_>) -> bool {
    node.is_element() && node.tag_name().name() == "svg"
}

fn look(root: Node<'_, '_>) -> Result<Look, String> {
    let or_all = |listed: Vec<Pattern>| {
        if listed.is_empty() {
            Pattern::ALL.to_vec()
        } else {
            listed
        }
    };
    let lifts = words::<Lift>(root, "data-lift")?;
    let letters = optional(root, "data-letters")?.unwrap_or(Letters::Outlined);
    Ok(Look {
        patterns: or_all(words(root, "data-patterns")?),
        has_scene: flag(root, "data-scene", true)?,
        lifts: if lifts.is_empty() { Lift::ALL.to_vec() } else { lifts },
        is_calmed: flag(root, "data-calm", true)?,
        sparkles: flag(root, "data-sparkle", true)?,
        takes_bleeding_photo: flag(root, "data-bleed", true)?,
        subject_in_front: match root.attribute("data-front") {
            None | Some("words") => false,
            Some("subject") => true,
            Some(other) => return Err(format!("data-front is words or subject, not {other:?}")),
        },
        is_flat: letters == Letters::Bare,
        family: optional(root, "data-family")?,
        letters,
        emphasis: optional(root, "data-emphasis")?,
    })
}

fn read_variant(node: Node<'_, '_>) -> Result<Variant, String> {
    let mut variant = Variant::default();
    for child in node.children().filter(Node::is_element) {
        let class = child
            .attribute("class")
            .ok_or_else(|| format!("<{}> lacks class", child.tag_name().name()))?;
        match class {
            "headline" => variant.headline = Some(slot(child)?),
            "kicker" => variant.kicker = Some(slot(child)?),
            "numeral" => variant.numeral = Some(slot(child)?),
            "first" => variant.first = Some(slot(child)?),
            "joint" => variant.joint = Some(slot(child)?),
            "second" => variant.second = Some(slot(child)?),
            "subject" => variant.subjects.push(subject_slot(child)?),
            "group" => variant.group = Some(subject_slot(child)?),
            "object" => variant.object = Some(subject_slot(child)?),
            tones => {
                let side = tones.strip_suffix(" side");
                let piece = piece(child, side.unwrap_or(tones))?;
                if side.is_some() {
                    variant.sides.extend(piece.shape.clone());
                }
                if variant.subjects.is_empty() && variant.group.is_none() {
                    variant.under.push(piece);
                } else {
                    variant.over.push(piece);
                }
            }
        }
    }
    if variant.subjects.is_empty() && variant.group.is_none() {
        return Err("there is no slot for a subject".to_owned());
    }
    Ok(variant)
}

fn slot(node: Node<'_, '_>) -> Result<Slot, String> {
    Ok(Slot {
        area: area(node)?,
        align: optional(node, "data-align")?.unwrap_or(Align::Start),
        anchor: optional(node, "data-anchor")?.unwrap_or(Anchor::Middle),
        tilt: optional(node, "data-tilt")?.unwrap_or(0.0),
        slant: optional(node, "data-slant")?.unwrap_or(0.0),
    })
}

fn subject_slot(node: Node<'_, '_>) -> Result<SubjectSlot, String> {
    let is_faded = match node.attribute("data-look") {
        None => false,
        Some("faded") => true,
        Some(other) => return Err(format!("data-look=\"{other}\" means nothing")),
    };
    Ok(SubjectSlot {
        area: area(node)?,
        tilt: optional(node, "data-tilt")?.unwrap_or(0.0),
        stands: flag(node, "data-stands", false)?,
        is_faded,
    })
}

/// A range such as `1-8`.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text
        .split_once('-')
        .ok_or_else(|| format!("data-words is a range, not {text:?}"))?;
    Ok(parsed("data-words", from)?..=parsed("data-words", to)?)
}
