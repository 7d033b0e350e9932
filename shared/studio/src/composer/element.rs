//! Reads what the SVG files of motifs, layouts and scenes have in common: shapes, numbers, names.

use crate::composer::raster::canvas::{self, Shape};
use kurbo::{BezPath, PathEl};
use roxmltree::Node;
use std::str::FromStr;
use tiny_skia::{Path, PathBuilder, Rect};

/// The outline of a rectangle, a circle, an ellipse, a polygon or a path.
pub(super) fn outline(node: Node<'_, '_>) -> Result<Path, String> {
    shape(node)?.ok_or_else(|| format!("a <{}> has no surface", node.tag_name().name()))
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
            required(node, "cx")?,
            required(node, "cy")?,
            required(node, "r")?,
        )),
        "ellipse" => {
            let (x, y): (f32, f32) = (required(node, "cx")?, required(node, "cy")?);
            let (across, down): (f32, f32) = (required(node, "rx")?, required(node, "ry")?);
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

/// The rectangle of an element.
pub(super) fn area(node: Node<'_, '_>) -> Result<Rect, String> {
    let (x, y): (f32, f32) = (required(node, "x")?, required(node, "y")?);
    Rect::from_xywh(x, y, required(node, "width")?, required(node, "height")?)
        .ok_or_else(|| format!("a <{}> has no surface", node.tag_name().name()))
}

/// The value of an attribute that the element must have.
pub(super) fn required<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<T, String> {
    optional(node, name)?.ok_or_else(|| format!("a <{}> lacks {name}", node.tag_name().name()))
}

/// The value of an attribute; `None` if the element does not have it.
pub(super) fn optional<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<Option<T>, String> {
    node.attribute(name).map(|text| parsed(name, text)).transpose()
}

/// An attribute that is `yes` or `no`; `default` if the element does not have it.
pub(super) fn flag(node: Node<'_, '_>, name: &str, default: bool) -> Result<bool, String> {
    match node.attribute(name) {
        None => Ok(default),
        Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(other) => Err(format!("{name} is yes or no, not {other:?}")),
    }
}

/// The names in an attribute, separated by spaces.
pub(super) fn words<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<Vec<T>, String> {
    let text = node.attribute(name).unwrap_or_default();
    text.split_whitespace().map(|word| parsed(name, word)).collect()
}

/// The value of a text. The error says that the attribute `name` has no such value.
pub(super) fn parsed<T: FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name}: {text:?} means nothing"))
}

/// Reports an attribute that the element may not have.
pub(super) fn allow(node: Node<'_, '_>, known: &[&str]) -> Result<(), String> {
    let mut names = node.attributes().map(|attribute| attribute.name());
    match names.find(|name| !known.contains(name)) {
        Some(name) => Err(format!("a <{}> has no attribute {name}", node.tag_name().name())),
        None => Ok(()),
    }
}
