//! The rules by which Bedrock accepts requests.

use base64::{Engine, engine::general_purpose::STANDARD};
use http::Method;
use image::ImageFormat;
use serde_json::Value;

use super::super::{Failure, Order, Seen, Wants};

const MAX_PROMPT: usize = 10_000;
const MAX_SEED: u64 = 4_294_967_294;

/// Limit for one message of Converse.
const MAX_PICTURES: usize = 20;

/// Limit for each of these pictures.
const MAX_PICTURE_BYTES: usize = 3_750_000;

/// The aspect ratios that all Stability models accept, and the sizes of their pictures.
const SIZES: [(&str, (u32, u32)); 9] = [
    ("16:9", (1344, 768)),
    ("1:1", (1024, 1024)),
    ("21:9", (1536, 640)),
    ("2:3", (832, 1216)),
    ("3:2", (1216, 832)),
    ("4:5", (896, 1088)),
    ("5:4", (1088, 896)),
    ("9:16", (768, 1344)),
    ("9:21", (640, 1536)),
];

const CONVERSE: [&str; 10] = [
    "additionalModelRequestFields",
    "additionalModelResponseFieldPaths",
    "guardrailConfig",
    "inferenceConfig",
    "messages",
    "performanceConfig",
    "promptVariables",
    "requestMetadata",
    "serviceTier",
    "system",
];

type Checked<T = ()> = Result<T, Failure>;

/// The inputs of a Stability model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Text.
    Text,
    /// Text, and optionally a picture.
    TextOrPicture,
    /// Text and a picture with the wanted style.
    Style,
}

impl Family {
    fn of(model: &str) -> Option<Self> {
        let name = model.rsplit('/').next().unwrap_or_default();
        let (_, name) = name.split_once("stability.")?;
        [
            ("stable-image-core-", Self::Text),
            ("stable-image-ultra-", Self::TextOrPicture),
            ("sd3", Self::TextOrPicture),
            ("stable-image-style-guide-", Self::Style),
        ]
        .into_iter()
        .find_map(|(start, family)| name.starts_with(start).then_some(family))
    }

    fn fields(self) -> Vec<&'static str> {
        let own: &[_] = match self {
            Self::Text => &["mode"],
            Self::TextOrPicture => &["mode", "image", "strength"],
            Self::Style => &["image", "fidelity", "style_preset"],
        };
        [
            &["prompt", "negative_prompt", "aspect_ratio", "seed", "output_format"],
            own,
        ]
        .concat()
    }
}

pub(super) fn read(seen: &Seen) -> Checked<Order> {
    if seen.method == Method::GET {
        return lookup(seen);
    }
    let operation = seen.target().rsplit('/').next().unwrap_or_default();
    let model = seen.model_id().filter(|model| !model.is_empty());
    let (Some(model), "invoke" | "converse", &Method::POST) = (model, operation, &seen.method) else {
        return Err(Failure::of(404)
            .code("UnknownOperationException")
            .message("no such operation"));
    };
    if seen.target().split('/').count() != 4 {
        return Err(Failure::of(404)
            .code("UnknownOperationException")
            .message("the model's id is not encoded"));
    }
    authenticated(seen)?;
    if seen.content_type() != "application/json" {
        return Err(invalid(
            "The provided Content Type is invalid or not supported for this model",
        ));
    }
    let body = seen.json();
    if !body.is_object() {
        return Err(malformed("#: expected type: JSONObject"));
    }
    let wants = match operation {
        "invoke" => picture(&model, &body)?,
        _ => words(&body)?,
    };
    Ok(Order { model, wants })
}

fn authenticated(seen: &Seen) -> Checked {
    if seen.is_signed_for("bedrock") || seen.has_bearer() {
        return Ok(());
    }
    Err(Failure::of(403)
        .code("MissingAuthenticationTokenException")
        .message("Missing Authentication Token"))
}

/// A request to the catalog. It has foundation models, but not the inference profiles of several regions.
fn lookup(seen: &Seen) -> Checked<Order> {
    let path = seen.target().strip_prefix("/foundation-models/");
    if path.is_none_or(|model| model.is_empty() || model.contains(['/', ':'])) {
        return Err(Failure::of(404)
            .code("UnknownOperationException")
            .message("no such operation, or the model's id is not encoded"));
    }
    authenticated(seen)?;
    let model = seen.model_id().unwrap_or_default();
    if model.starts_with("us.") {
        return Err(invalid("The provided model identifier is invalid."));
    }
    Ok(Order {
        model,
        wants: Wants::Catalog,
    })
}

fn picture(model: &str, body: &Value) -> Checked<Wants> {
    let Some(family) = Family::of(model) else {
        return Err(invalid("The provided model identifier is invalid."));
    };
    known(body, &family.fields())?;
    if !body["prompt"].is_string() {
        return Err(malformed("#: required key [prompt] not found"));
    }
    for name in ["prompt", "negative_prompt"] {
        let length = body[name].as_str().unwrap_or_default().chars().count();
        if length > MAX_PROMPT {
            return Err(malformed(&format!(
                "#/{name}: expected maxLength: {MAX_PROMPT}, actual: {length}"
            )));
        }
    }
    if !body["seed"].is_null() && body["seed"].as_u64().is_none_or(|seed| seed > MAX_SEED) {
        return Err(malformed(&format!(
            "#/seed: {} is not less or equal to {MAX_SEED}",
            body["seed"]
        )));
    }
    let from_picture = match body["mode"].as_str() {
        None | Some("text-to-image") => family == Family::Style,
        Some("image-to-image") if family == Family::TextOrPicture => true,
        Some(other) => return Err(malformed(&format!("#/mode: {other} is not a valid enum value"))),
    };
    let given = given(body, from_picture)?;
    if family == Family::TextOrPicture {
        check_mode(body, from_picture)?;
    }
    fraction(body, "strength")?;
    fraction(body, "fidelity")?;
    let ratio = body["aspect_ratio"].as_str().unwrap_or("1:1");
    let Some((_, size)) = SIZES.into_iter().find(|(name, _)| *name == ratio) else {
        return Err(malformed(&format!("#/aspect_ratio: {ratio} is not a valid enum value")));
    };
    Ok(Wants::Pictures {
        size: match given {
            Some(given) if family == Family::TextOrPicture => given,
            _ => size,
        },
        format: match body["output_format"].as_str() {
            None | Some("png") => ImageFormat::Png,
            Some("jpeg") => ImageFormat::Jpeg,
            Some("webp") if family == Family::Style => ImageFormat::WebP,
            Some(other) => {
                return Err(malformed(&format!(
                    "#/output_format: {other} is not a valid enum value"
                )));
            }
        },
        count: 1,
    })
}

/// The size of the input picture, which must be present if and only if `is_wanted` is set.
fn given(body: &Value, is_wanted: bool) -> Checked<Option<(u32, u32)>> {
    if !is_wanted {
        return match body["image"].is_null() {
            true => Ok(None),
            false => Err(malformed("#: extraneous key [image] is not permitted")),
        };
    }
    let Some(image) = body["image"].as_str() else {
        return Err(malformed("#: required key [image] not found"));
    };
    let bytes = STANDARD.decode(image).map_err(|_| malformed("#/image: not base64"))?;
    let decoded = image::load_from_memory(&bytes).map_err(|_| invalid("Unable to decode the image."))?;
    let (width, height) = (decoded.width(), decoded.height());
    if width < 64 || height < 64 || width * height > 9_437_184 {
        return Err(invalid(
            "The image must have at least 64 pixels a side and at most 9437184 in all.",
        ));
    }
    Ok(Some((width, height)))
}

fn check_mode(body: &Value, from_picture: bool) -> Checked {
    match (from_picture, body["strength"].is_null(), body["aspect_ratio"].is_null()) {
        (true, true, _) => Err(malformed("#: required key [strength] not found")),
        (false, false, _) => Err(malformed("#: extraneous key [strength] is not permitted")),
        (true, _, false) => Err(malformed("#: extraneous key [aspect_ratio] is not permitted")),
        _ => Ok(()),
    }
}

fn fraction(body: &Value, name: &str) -> Checked {
    match &body[name] {
        Value::Null => Ok(()),
        value if value.as_f64().is_some_and(|value| (0.0..=1.0).contains(&value)) => Ok(()),
        value => Err(malformed(&format!("#/{name}: {value} is not between 0 and 1"))),
    }
}

fn words(body: &Value) -> Checked<Wants> {
    known(body, &CONVERSE)?;
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if messages.first().is_none_or(|first| first["role"] != "user") {
        return Err(invalid(
            "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
        ));
    }
    for message in messages {
        known(message, &["role", "content"])?;
        let content = message["content"].as_array().map(Vec::as_slice).unwrap_or_default();
        if content.is_empty() {
            return Err(invalid("The content field in the Message object is empty."));
        }
        let pictures = content.iter().filter(|block| !block["image"].is_null()).count();
        if pictures > MAX_PICTURES || (pictures > 0 && message["role"] != "user") {
            return Err(invalid(
                "too many images, or images in another's message than the user's",
            ));
        }
        content.iter().try_for_each(block)?;
    }
    let system = body["system"].as_array().into_iter().flatten();
    if system.into_iter().any(|block| !block["text"].is_string()) {
        return Err(invalid("The text field in the SystemContentBlock object is missing."));
    }
    let config = &body["inferenceConfig"];
    if !config.is_null() {
        known(config, &["maxTokens", "temperature", "topP", "stopSequences"])?;
    }
    Ok(Wants::Words)
}

fn block(block: &Value) -> Checked {
    known(block, &["text", "image"])?;
    let image = &block["image"];
    if image.is_null() {
        return match block["text"].as_str() {
            Some(text) if !text.trim().is_empty() => Ok(()),
            _ => Err(invalid("The text field in the ContentBlock object is blank.")),
        };
    }
    let bytes = image["source"]["bytes"]
        .as_str()
        .and_then(|bytes| STANDARD.decode(bytes).ok());
    let bytes = bytes.filter(|bytes| bytes.len() <= MAX_PICTURE_BYTES);
    let found = bytes.and_then(|bytes| image::guess_format(&bytes).ok());
    let said = image["format"].as_str().unwrap_or_default();
    let is_such = found.is_some_and(|found| found.to_mime_type().trim_start_matches("image/") == said);
    match is_such && ["png", "jpeg", "gif", "webp"].contains(&said) {
        true => Ok(()),
        false => Err(invalid(
            "The model returned the following errors: Could not process image",
        )),
    }
}

fn known(object: &Value, fields: &[&str]) -> Checked {
    let names = object.as_object().into_iter().flat_map(|object| object.keys());
    match names.into_iter().find(|name| !fields.contains(&name.as_str())) {
        Some(name) => Err(malformed(&format!("#: extraneous key [{name}] is not permitted"))),
        None => Ok(()),
    }
}

fn malformed(why: &str) -> Failure {
    invalid(format!(
        "Malformed input request: {why}, please reformat your input and try again."
    ))
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::of(400).message(message)
}
