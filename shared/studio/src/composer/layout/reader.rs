//! Reads a layout file: an SVG with one board for each picture shape.
//!
//! An element whose class names a slot is a slot. All other elements are painted in document order, in the palette
//! colour that their class names. Elements before the subject's slot are painted behind the subject.

use super::{
    look::{Letters, Lift, Look, Pattern},
    template::{Board, KindName, Piece, Room, Slot, Template, Tone},
};
use crate::composer::{
    raster::canvas::{self, Shape},
    text::typesetting::{Align, Anchor},
};
use contract::AspectRatio;
use kurbo::{BezPath, PathEl};
use roxmltree::{Document, Node};
use std::{ops::RangeInclusive, str::FromStr};
use tiny_skia::{PathBuilder, Rect};

/// The error of a layout file that does not follow the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("layout {layout}: {fault}")]
pub struct InvalidLayout {
    layout: String,
    fault: String,
}

/// The attributes that the root element may have.
const KNOWN: [&str; 11] = [
    "data-calm",
    "data-cast",
    "data-emphasis",
    "data-family",
    "data-for",
    "data-letters",
    "data-lift",
    "data-needs",
    "data-patterns",
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
    let mut boards: [Option<Board>; AspectRatio::ALL.len()] = Default::default();
    for node in root.children().filter(|node| node.has_tag_name("svg") || is_svg(*node)) {
        let shape = node.attribute("data-shape").ok_or("a board lacks data-shape")?;
        let place = AspectRatio::ALL.iter().position(|known| known.as_str() == shape);
        let known = place.and_then(|place| Some((AspectRatio::ALL.get(place)?, boards.get_mut(place)?)));
        let (aspect_ratio, board) = known.ok_or_else(|| format!("there is no shape {shape:?}"))?;
        let size = (number(node, "width")?, number(node, "height")?);
        let asked = aspect_ratio.size();
        if size != (asked.width as f32, asked.height as f32) {
            return Err(format!("board {shape} is not {}×{}", asked.width, asked.height));
        }
        *board = Some(read_board(node).map_err(|fault| format!("board {shape}: {fault}"))?);
    }
    let mut missing = AspectRatio::ALL
        .iter()
        .zip(&boards)
        .filter(|(_, board)| board.is_none());
    if let Some((shape, _)) = missing.next() {
        return Err(format!("there is no board for {}", shape.as_str()));
    }
    Ok(Template {
        name: name.to_owned(),
        kinds: words::<KindName>(root, "data-for")?,
        words: range(root.attribute("data-words").unwrap_or("1-8"))?,
        casts: words(root, "data-cast")?,
        needs: optional(root, "data-needs")?,
        look: look(root)?,
        boards: boards.map(Option::unwrap_or_default),
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
        lifts: if lifts.is_empty() { Lift::ALL.to_vec() } else { lifts },
        is_calmed: yes_or_no(root, "data-calm")?,
        sparkles: yes_or_no(root, "data-sparkle")?,
        is_flat: letters == Letters::Bare,
        family: optional(root, "data-family")?,
        letters,
        emphasis: optional(root, "data-emphasis")?,
    })
}

fn read_board(node: Node<'_, '_>) -> Result<Board, String> {
    let mut board = Board::default();
    for child in node.children().filter(Node::is_element) {
        let class = child
            .attribute("class")
            .ok_or_else(|| format!("<{}> lacks class", child.tag_name().name()))?;
        match class {
            "headline" => board.headline = Some(slot(child)?),
            "kicker" => board.kicker = Some(slot(child)?),
            "numeral" => board.numeral = Some(slot(child)?),
            "first" => board.first = Some(slot(child)?),
            "joint" => board.joint = Some(slot(child)?),
            "second" => board.second = Some(slot(child)?),
            "subject" => board.subjects.push(room(child)?),
            "group" => board.group = Some(room(child)?),
            "object" => board.object = Some(room(child)?),
            tones => {
                let piece = piece(child, tones)?;
                if board.subjects.is_empty() && board.group.is_none() {
                    board.under.push(piece);
                } else {
                    board.over.push(piece);
                }
            }
        }
    }
    if board.subjects.is_empty() && board.group.is_none() {
        return Err("there is no room for a subject".to_owned());
    }
    Ok(board)
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

fn room(node: Node<'_, '_>) -> Result<Room, String> {
    let is_faded = match node.attribute("data-look") {
        None => false,
        Some("faded") => true,
        Some(other) => return Err(format!("data-look=\"{other}\" means nothing")),
    };
    Ok(Room {
        area: area(node)?,
        tilt: optional(node, "data-tilt")?.unwrap_or(0.0),
        is_faded,
    })
}

fn piece(node: Node<'_, '_>, class: &str) -> Result<Piece, String> {
    let (tone, is_line) = match class.split_once(' ') {
        Some((tone, "line")) => (tone, true),
        _ => (class, false),
    };
    let shape = shape(node)?;
    if shape.is_none() {
        return Err(format!("a <{}> has no surface", node.tag_name().name()));
    }
    Ok(Piece {
        shape,
        tone: parsed::<Tone>("class", tone)?,
        to: optional(node, "data-to")?,
        shade: optional(node, "data-shade")?.unwrap_or(0.0),
        opacity: optional(node, "opacity")?.unwrap_or(1.0),
        line: if is_line {
            Some(number(node, "stroke-width")?)
        } else {
            None
        },
        shadow: optional(node, "data-shadow")?,
        soft: optional(node, "data-soft")?,
    })
}

fn shape(node: Node<'_, '_>) -> Result<Shape, String> {
    match node.tag_name().name() {
        "rect" => {
            let area = area(node)?;
            let radius = optional(node, "rx")?.unwrap_or(0.0);
            Ok(canvas::rounded(
                area.left(),
                area.top(),
                area.width(),
                area.height(),
                radius,
            ))
        }
        "circle" => Ok(canvas::circle(
            number(node, "cx")?,
            number(node, "cy")?,
            number(node, "r")?,
        )),
        "ellipse" => {
            let (x, y) = (number(node, "cx")?, number(node, "cy")?);
            let (across, down) = (number(node, "rx")?, number(node, "ry")?);
            let bounds = Rect::from_xywh(x - across, y - down, 2.0 * across, 2.0 * down);
            Ok(bounds.and_then(PathBuilder::from_oval))
        }
        "polygon" => {
            let points = node.attribute("points").unwrap_or_default();
            let numbers: Vec<f32> = points
                .split([' ', ','])
                .filter(|number| !number.is_empty())
                .map(|number| parsed("points", number))
                .collect::<Result<_, _>>()?;
            let (pairs, _) = numbers.as_chunks::<2>();
            Ok(canvas::polygon(pairs.iter().map(|[x, y]| (*x, *y))))
        }
        "path" => path(node.attribute("d").unwrap_or_default()),
        other => Err(format!("<{other}> cannot be painted")),
    }
}

fn path(d: &str) -> Result<Shape, String> {
    let curves = BezPath::from_svg(d).map_err(|error| format!("d: {error}"))?;
    let mut path = PathBuilder::new();
    for element in &curves {
        let to = |point: kurbo::Point| (point.x as f32, point.y as f32);
        match element {
            PathEl::MoveTo(point) => path.move_to(to(point).0, to(point).1),
            PathEl::LineTo(point) => path.line_to(to(point).0, to(point).1),
            PathEl::QuadTo(by, point) => path.quad_to(to(by).0, to(by).1, to(point).0, to(point).1),
            PathEl::CurveTo(a, b, point) => {
                path.cubic_to(to(a).0, to(a).1, to(b).0, to(b).1, to(point).0, to(point).1);
            }
            PathEl::ClosePath => path.close(),
        }
    }
    Ok(path.finish())
}

fn area(node: Node<'_, '_>) -> Result<Rect, String> {
    let (x, y) = (number(node, "x")?, number(node, "y")?);
    Rect::from_xywh(x, y, number(node, "width")?, number(node, "height")?)
        .ok_or_else(|| format!("a <{}> has no surface", node.tag_name().name()))
}

fn number(node: Node<'_, '_>, name: &str) -> Result<f32, String> {
    optional(node, name)?.ok_or_else(|| format!("a <{}> lacks {name}", node.tag_name().name()))
}

fn optional<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<Option<T>, String> {
    node.attribute(name).map(|text| parsed(name, text)).transpose()
}

fn words<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<Vec<T>, String> {
    let text = node.attribute(name).unwrap_or_default();
    text.split_whitespace().map(|word| parsed(name, word)).collect()
}

fn yes_or_no(node: Node<'_, '_>, name: &str) -> Result<bool, String> {
    match node.attribute(name) {
        None | Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(other) => Err(format!("{name} is yes or no, not {other:?}")),
    }
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text
        .split_once('-')
        .ok_or_else(|| format!("data-words is a range, not {text:?}"))?;
    Ok(parsed("data-words", from)?..=parsed("data-words", to)?)
}

fn parsed<T: FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name}: {text:?} means nothing"))
}
