//! The rules by which OpenAI accepts requests.

use http::Method;
use image::ImageFormat;
use serde_json::{Map, Value};

use super::{
    super::{Failure, Field, Order, Seen, Wants},
    chat,
};

const MAX_PROMPT: usize = 32_000;
const MAX_PICTURES: usize = 16;
const MAX_PICTURE_BYTES: usize = 50 << 20;

const GENERATION: [&str; 10] = [
    "model",
    "prompt",
    "n",
    "size",
    "quality",
    "output_format",
    "output_compression",
    "background",
    "moderation",
    "user",
];

/// Fields of an edit in addition to the fields of a generation and to the pictures.
const EDIT: [&str; 1] = ["input_fidelity"];

pub(super) type Checked<T = ()> = Result<T, Failure>;

pub(super) fn read(seen: &Seen) -> Checked<Order> {
    let target = seen.target();
    let form = match target {
        "/v1/images/edits" => true,
        "/v1/images/generations" | "/v1/chat/completions" | "/v1/models" => false,
        _ => return Err(Failure::of(404).message(format!("Invalid URL ({} {target})", seen.method))),
    };
    let is_list = target == "/v1/models";
    if is_list && seen.method != Method::GET || !is_list && seen.method != Method::POST {
        return Err(Failure::of(405)
            .code("method_not_supported")
            .message("The method is not accepted."));
    }
    if !seen.has_bearer() {
        return Err(Failure::of(401).message(
            "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer \
             auth (i.e. Authorization: Bearer YOUR_KEY).",
        ));
    }
    if is_list {
        return Ok(Order {
            model: String::new(),
            wants: Wants::Catalog,
        });
    }
    let wanted = if form {
        "multipart/form-data"
    } else {
        "application/json"
    };
    if seen.content_type() != wanted {
        return Err(Failure::of(400).code("unsupported_content_type").message(format!(
            "Unsupported content type: '{}'. This API method only accepts '{wanted}' requests.",
            seen.content_type()
        )));
    }
    if form {
        let Some(fields) = seen.form() else {
            return Err(Failure::of(400).message("Could not parse multipart form"));
        };
        return edit(&fields);
    }
    let Value::Object(body) = seen.json() else {
        return Err(Failure::of(400).message("We could not parse the JSON body of your request."));
    };
    match target {
        "/v1/chat/completions" => chat::read(&body),
        _ => generation(&body, &GENERATION),
    }
}

fn edit(fields: &[Field]) -> Checked<Order> {
    let is_picture = |field: &&Field| ["image", "image[]"].contains(&field.name.as_str());
    let pictures: Vec<_> = fields.iter().filter(is_picture).collect();
    if pictures.is_empty() {
        return Err(missing("image"));
    }
    if pictures.len() > MAX_PICTURES {
        let message = format!("Invalid 'image': array too long. Expected at most {MAX_PICTURES} images.");
        return Err(refused("image", "array_above_max_length", message));
    }
    if pictures.len() > 1 && pictures.iter().any(|field| field.name == "image") {
        let message = "Duplicate parameter: 'image'. You provided multiple values for this parameter, whereas only one \
                       is allowed. If you are trying to provide a list of values, use the array syntax instead e.g. \
                       'image[]=<value>'.";
        return Err(refused("image", "duplicate_parameter", message));
    }
    let mask = fields.iter().filter(|field| field.name == "mask");
    for (at, field) in pictures.into_iter().chain(mask).enumerate() {
        picture(at, field)?;
    }
    let files = ["image", "image[]", "mask"];
    let mut body = Map::new();
    for field in fields.iter().filter(|field| !files.contains(&field.name.as_str())) {
        let text = field.text();
        let is_number = ["n", "output_compression"].contains(&field.name.as_str());
        let number = text.parse::<u64>().ok().filter(|_| is_number);
        body.insert(field.name.clone(), number.map_or(Value::String(text), Value::from));
    }
    generation(&body, &[&GENERATION[..], &EDIT].concat())
}

fn picture(at: usize, field: &Field) -> Checked {
    let mime_type = field.content_type.as_deref().unwrap_or("application/octet-stream");
    if field.file_name.is_none() {
        return Err(refused(
            "image",
            "invalid_type",
            format!("Invalid type for 'image[{at}]': expected a file."),
        ));
    }
    if !["image/png", "image/jpeg", "image/webp"].contains(&mime_type) {
        let message = format!(
            "Invalid file 'image[{at}]': unsupported mimetype ('{mime_type}'). Supported file formats are \
             'image/jpeg', 'image/png', and 'image/webp'."
        );
        return Err(refused("image", "unsupported_file_mimetype", message));
    }
    let is_such = image::guess_format(&field.bytes).is_ok_and(|format| format.to_mime_type() == mime_type);
    if !is_such || field.bytes.len() >= MAX_PICTURE_BYTES {
        let message = format!(
            "Invalid image file or mode for image {}, please check your image file.",
            at + 1
        );
        return Err(refused("image", "invalid_image_file", message));
    }
    Ok(())
}

fn generation(body: &Map<String, Value>, fields: &[&str]) -> Checked<Order> {
    known(body, fields)?;
    let model = text(body, "model")?.ok_or_else(|| missing("model"))?;
    let prompt = text(body, "prompt")?.ok_or_else(|| missing("prompt"))?;
    let length = prompt.chars().count();
    if length > MAX_PROMPT {
        let message = format!(
            "Invalid 'prompt': string too long. Expected a string with maximum length {MAX_PROMPT}, but got a string \
             with length {length} instead."
        );
        return Err(refused("prompt", "string_above_max_length", message));
    }
    let count = number(body, "n", 1, 10)?.unwrap_or(1);
    choice(body, "quality", &["low", "medium", "high", "auto"])?;
    choice(body, "moderation", &["low", "auto"])?;
    let background = choice(body, "background", &["opaque", "transparent", "auto"])?;
    if background == Some("transparent") && model.starts_with("gpt-image-2") {
        let message = "Transparent background is not supported for this model.";
        return Err(refused("background", "invalid_value", message));
    }
    if body.contains_key("input_fidelity") && model.starts_with("gpt-image-2") {
        let message = format!("The model '{model}' does not support the 'input_fidelity' parameter.");
        return Err(refused("input_fidelity", "invalid_input_fidelity_model", message));
    }
    let format = match choice(body, "output_format", &["png", "jpeg", "webp"])? {
        Some("jpeg") => ImageFormat::Jpeg,
        Some("webp") => ImageFormat::WebP,
        _ => ImageFormat::Png,
    };
    let compression = number(body, "output_compression", 0, 100)?;
    if format == ImageFormat::Png && compression.is_some_and(|compression| compression < 100) {
        let message = "Compression less than 100 is not supported for PNG output format.";
        return Err(refused("output_compression", "invalid_png_output_compression", message));
    }
    let wants = Wants::Pictures {
        size: size(model, text(body, "size")?.unwrap_or("auto"))?,
        format,
        count: usize::try_from(count).unwrap_or(1),
    };
    Ok(Order {
        model: model.to_owned(),
        wants,
    })
}

fn size(model: &str, size: &str) -> Checked<(u32, u32)> {
    let wrong = |why: &str| refused("size", "invalid_value", format!("Invalid size '{size}'. {why}"));
    if size == "auto" {
        return Ok((1536, 1024));
    }
    let parsed = size
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let Some((width, height)) = parsed.filter(|(width, height): &(u32, u32)| *width > 0 && *height > 0) else {
        return Err(wrong("Expected WIDTHxHEIGHT, for example '1824x1024'."));
    };
    if model.starts_with("gpt-image-1") && !["1024x1024", "1536x1024", "1024x1536"].contains(&size) {
        let message = format!(
            "Invalid value: '{size}'. Supported values are: '1024x1024', '1024x1536', '1536x1024', and 'auto'."
        );
        return Err(refused("size", "invalid_value", message));
    }
    if model.starts_with("gpt-image-2") {
        let (short, long) = (width.min(height), width.max(height));
        if width % 16 != 0 || height % 16 != 0 {
            return Err(wrong("Width and height must both be divisible by 16."));
        }
        if long > 3840 || long > 3 * short {
            return Err(wrong(
                "The longest edge must be at most 3840 pixels and at most three times the other.",
            ));
        }
        if !(655_360..=8_294_400).contains(&(width * height)) {
            return Err(wrong("The total must be between 655360 and 8294400 pixels."));
        }
    }
    Ok((width, height))
}

pub(super) fn known(body: &Map<String, Value>, fields: &[&str]) -> Checked {
    match body.keys().find(|name| !fields.contains(&name.as_str())) {
        Some(name) => Err(refused(
            name,
            "unknown_parameter",
            format!("Unknown parameter: '{name}'."),
        )),
        None => Ok(()),
    }
}

/// A text field that may be missing but not empty.
pub(super) fn text<'a>(body: &'a Map<String, Value>, name: &str) -> Checked<Option<&'a str>> {
    match body.get(name) {
        None => Ok(None),
        Some(Value::String(text)) if !text.is_empty() => Ok(Some(text)),
        Some(other) => {
            let message = format!("Invalid type for '{name}': expected a string, but got {other} instead.");
            Err(refused(name, "invalid_type", message))
        }
    }
}

fn choice<'a>(body: &'a Map<String, Value>, name: &str, choices: &[&str]) -> Checked<Option<&'a str>> {
    let chosen = text(body, name)?;
    match chosen.filter(|chosen| !choices.contains(chosen)) {
        Some(other) => {
            let message = format!(
                "Invalid value: '{other}'. Supported values are: '{}'.",
                choices.join("', '")
            );
            Err(refused(name, "invalid_value", message))
        }
        None => Ok(chosen),
    }
}

fn number(body: &Map<String, Value>, name: &str, least: u64, most: u64) -> Checked<Option<u64>> {
    let Some(value) = body.get(name) else {
        return Ok(None);
    };
    match value.as_u64() {
        Some(number) if number > most => {
            let message = format!(
                "Invalid '{name}': integer above maximum value. Expected a value <= {most}, but got {number} instead."
            );
            Err(refused(name, "integer_above_max_value", message))
        }
        Some(number) if number >= least => Ok(Some(number)),
        _ => {
            let message = format!("Invalid '{name}': expected an integer >= {least}, but got {value} instead.");
            Err(refused(name, "integer_below_min_value", message))
        }
    }
}

pub(super) fn missing(name: &str) -> Failure {
    refused(
        name,
        "missing_required_parameter",
        format!("Missing required parameter: '{name}'."),
    )
}

pub(super) fn refused(name: &str, code: &str, message: impl Into<String>) -> Failure {
    Failure::of(400).code(code).message(message).with("param", name)
}

pub(super) fn no_model(model: &str) -> Failure {
    Failure::of(404).code("model_not_found").message(format!(
        "The model `{model}` does not exist or you do not have access to it."
    ))
}
