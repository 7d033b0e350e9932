//! The rules by which the vendor accepts requests.

use base64::{Engine, engine::general_purpose::STANDARD};
use http::Method;
use image::ImageFormat;
use serde_json::{Map, Value};

use super::super::{Failure, Order, Seen, Wants};

/// The path of the account's credits.
pub(super) const CREDITS: &str = "/v1/credits";
/// The path of the OpenAPI document.
const DESCRIPTION: &str = "/openapi.json";

const MAX_PIXELS: u64 = 4_194_304;
const MAX_PICTURE_BYTES: usize = 20_000_000;

/// The fields of every model, besides the references.
const FIELDS: [&str; 7] = [
    "prompt",
    "seed",
    "output_format",
    "safety_tolerance",
    "prompt_upsampling",
    "webhook_url",
    "webhook_secret",
];

type Checked<T = ()> = Result<T, Failure>;

pub(super) fn read(seen: &Seen) -> Checked<Order> {
    let target = seen.target();
    let is_lookup = [CREDITS, DESCRIPTION].contains(&target);
    let model = target.strip_prefix("/v1/").unwrap_or_default();
    let is_kontext = model.starts_with("flux-kontext-");
    if !is_lookup && !is_kontext && !model.starts_with("flux-2-") {
        return Err(Failure::of(404).message("Not Found"));
    }
    if seen.method != if is_lookup { Method::GET } else { Method::POST } {
        return Err(Failure::of(405).message("Method Not Allowed"));
    }
    if target != DESCRIPTION && seen.header("x-key").is_none_or(str::is_empty) {
        return Err(Failure::of(403).message("Not authenticated"));
    }
    if is_lookup {
        return Ok(Order {
            model: target.to_owned(),
            wants: Wants::Catalog,
        });
    }
    let Value::Object(body) = seen.json() else {
        return Err(invalid("body", "JSON decode error"));
    };
    if seen.content_type() != "application/json" {
        return Err(invalid("body", "Input should be a valid dictionary"));
    }
    if body.get("prompt").and_then(Value::as_str).is_none() {
        return Err(invalid("prompt", "Field required"));
    }
    if body.get("seed").is_some_and(|seed| !seed.is_u64()) {
        return Err(invalid("seed", "Input should be a valid integer"));
    }
    let format = match body.get("output_format").map(Value::as_str) {
        None | Some(Some("jpeg")) => ImageFormat::Jpeg,
        Some(Some("png")) => ImageFormat::Png,
        Some(_) => return Err(invalid("output_format", "Input should be 'jpeg' or 'png'")),
    };
    let (size_fields, references): (&[&str], usize) = if is_kontext {
        (&["aspect_ratio"], 4)
    } else {
        (&["width", "height"], 8)
    };
    for (name, value) in &body {
        match reference(name) {
            Some(number) if number <= references => picture(name, value)?,
            None if FIELDS.contains(&name.as_str()) || size_fields.contains(&name.as_str()) => {}
            _ => return Err(invalid(name, "Extra inputs are not permitted")),
        }
    }
    let size = if is_kontext { shape(&body)? } else { sides(&body)? };
    Ok(Order {
        model: model.to_owned(),
        wants: Wants::Pictures { size, format, count: 1 },
    })
}

/// The number of a reference by the name of its field, counted from 1.
fn reference(name: &str) -> Option<usize> {
    match name.strip_prefix("input_image")? {
        "" => Some(1),
        rest => rest.strip_prefix('_')?.parse().ok().filter(|number| *number > 1),
    }
}

fn picture(name: &str, value: &Value) -> Checked {
    let bytes = value.as_str().and_then(|data| STANDARD.decode(data).ok());
    let Some(bytes) = bytes.filter(|bytes| bytes.len() <= MAX_PICTURE_BYTES) else {
        return Err(invalid(name, "Invalid base64 image, or larger than 20 MB"));
    };
    match image::guess_format(&bytes) {
        Ok(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) => Ok(()),
        _ => Err(invalid(name, "Unsupported image format")),
    }
}

fn sides(body: &Map<String, Value>) -> Checked<(u32, u32)> {
    let side = |name: &str| match body.get(name) {
        None => Ok(1024),
        Some(value) => {
            let side = value.as_u64().filter(|side| *side >= 64 && side % 16 == 0);
            side.ok_or_else(|| invalid(name, "Input should be a multiple of 16 and at least 64"))
        }
    };
    let (width, height) = (side("width")?, side("height")?);
    if width * height > MAX_PIXELS {
        return Err(invalid("width", "The image should have at most 4 megapixels"));
    }
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    size.ok_or_else(|| invalid("width", "Input should be smaller"))
}

/// The size of an aspect ratio between 3:7 and 7:3: about one megapixel.
fn shape(body: &Map<String, Value>) -> Checked<(u32, u32)> {
    let text = body.get("aspect_ratio").map_or(Some("1:1"), Value::as_str);
    let sides = text.and_then(|text| text.split_once(':'));
    let sides = sides.and_then(|(width, height)| Some((width.parse::<f64>().ok()?, height.parse::<f64>().ok()?)));
    let ratio = sides.map(|(width, height)| width / height);
    let ratio = ratio.filter(|ratio| (3.0 / 7.0..=7.0 / 3.0).contains(ratio));
    let ratio = ratio.ok_or_else(|| invalid("aspect_ratio", "Input should be between 3:7 and 7:3"))?;
    let side = |factor: f64| (1024.0 * factor.sqrt() / 16.0).round() as u32 * 16;
    Ok((side(ratio), side(1.0 / ratio)))
}

fn invalid(field: &str, message: &str) -> Failure {
    Failure::of(422).message(format!("{field}: {message}"))
}
