//! The rules by which Gemini accepts requests.

use base64::{Engine, engine::general_purpose::STANDARD};
use http::Method;
use image::ImageFormat;
use serde_json::{Value, json};

use super::super::{Failure, Order, Seen, Wants};

/// Limit for one request.
const MAX_PICTURES: usize = 14;

/// The MIME types that a picture may have.
const MIME_TYPES: [&str; 5] = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

/// The aspect ratios that all image models accept, and the sizes of the pictures at `1K`: first for the models since 3,
/// then for the 2.5 models. The 2.5 models have no other sizes. `2K` and `4K` are exactly two and four times `1K`.
const SIZES: [(&str, Size, Size); 10] = [
    ("1:1", (1024, 1024), (1024, 1024)),
    ("2:3", (848, 1264), (832, 1248)),
    ("3:2", (1264, 848), (1248, 832)),
    ("3:4", (896, 1200), (864, 1184)),
    ("4:3", (1200, 896), (1184, 864)),
    ("4:5", (928, 1152), (896, 1152)),
    ("5:4", (1152, 928), (1152, 896)),
    ("9:16", (768, 1376), (768, 1344)),
    ("16:9", (1376, 768), (1344, 768)),
    ("21:9", (1584, 672), (1536, 672)),
];

const REQUEST: [&str; 8] = [
    "contents",
    "tools",
    "toolConfig",
    "safetySettings",
    "systemInstruction",
    "generationConfig",
    "cachedContent",
    "serviceTier",
];

const GENERATION_CONFIG: [&str; 19] = [
    "stopSequences",
    "responseMimeType",
    "responseSchema",
    "responseJsonSchema",
    "responseModalities",
    "candidateCount",
    "maxOutputTokens",
    "temperature",
    "topP",
    "topK",
    "seed",
    "presencePenalty",
    "frequencyPenalty",
    "responseLogprobs",
    "logprobs",
    "speechConfig",
    "thinkingConfig",
    "imageConfig",
    "mediaResolution",
];

/// Width and height.
type Size = (u32, u32);

type Checked<T = ()> = Result<T, Failure>;

pub(super) fn read(seen: &Seen) -> Checked<Order> {
    let target = seen.target().strip_prefix("/v1beta/models/");
    let is_lookup = seen.method == Method::GET;
    let model = target.and_then(|target| match is_lookup {
        true => Some(target).filter(|target| !target.contains(':')),
        false => target.strip_suffix(":generateContent"),
    });
    let Some(model) = model.filter(|model| !model.is_empty() && !model.contains('/')) else {
        return Err(Failure::of(404).message("Requested entity was not found."));
    };
    if !is_lookup && seen.method != Method::POST {
        return Err(Failure::of(404).message("Requested entity was not found."));
    }
    if seen.header("x-goog-api-key").is_none_or(str::is_empty) {
        return Err(Failure::of(403).message(
            "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or \
             other form of API consumer identity to call this API.",
        ));
    }
    if is_lookup {
        return Ok(Order {
            model: model.to_owned(),
            wants: Wants::Catalog,
        });
    }
    if seen.content_type() != "application/json" {
        return Err(invalid("the content type is not application/json"));
    }
    let body = seen.json();
    known(&body, "", &REQUEST)?;
    contents(&body["contents"])?;
    if !body["systemInstruction"].is_null() {
        parts(&body["systemInstruction"], "system_instruction")?;
    }
    let config = &body["generationConfig"];
    if !config.is_null() {
        known(config, "generation_config", &GENERATION_CONFIG)?;
    }
    let pictures = modalities(&config["responseModalities"])?.contains(&"IMAGE");
    let size = size(model, &config["imageConfig"])?;
    let format = ImageFormat::Png;
    Ok(Order {
        model: model.to_owned(),
        wants: match pictures {
            true => Wants::Pictures { size, format, count: 1 },
            false => Wants::Words,
        },
    })
}

fn contents(contents: &Value) -> Checked {
    let Some(contents) = contents.as_array().filter(|contents| !contents.is_empty()) else {
        return Err(invalid(
            "* GenerateContentRequest.contents: contents is not specified\n",
        ));
    };
    let mut pictures = 0;
    for (at, content) in contents.iter().enumerate() {
        let role = content["role"].as_str().unwrap_or("user");
        if !["user", "model"].contains(&role) {
            return Err(invalid("Please use a valid role: user, model."));
        }
        pictures += parts(content, &format!("contents[{at}]"))?;
    }
    if pictures > MAX_PICTURES {
        return Err(invalid(format!(
            "{pictures} images, of which {MAX_PICTURES} are allowed"
        )));
    }
    Ok(())
}

/// Checks the parts of a content and returns the number of pictures.
fn parts(content: &Value, at: &str) -> Checked<usize> {
    known(content, at, &["role", "parts"])?;
    let Some(parts) = content["parts"].as_array().filter(|parts| !parts.is_empty()) else {
        return Err(invalid(format!(
            "* GenerateContentRequest.{at}.parts: contents.parts must not be empty.\n"
        )));
    };
    let mut pictures = 0;
    for (number, part) in parts.iter().enumerate() {
        let at = format!("{at}.parts[{number}]");
        known(
            part,
            &at,
            &["text", "inlineData", "thought", "thoughtSignature", "mediaResolution"],
        )?;
        match (part["text"].as_str(), &part["inlineData"]) {
            (Some(_), Value::Null) => {}
            (None, data @ Value::Object(_)) => {
                pictures += 1;
                picture(data, &at)?;
            }
            _ => {
                return Err(invalid(format!(
                    "* {at}.data: required oneof field 'data' must have one initialized field"
                )));
            }
        }
    }
    Ok(pictures)
}

fn picture(data: &Value, at: &str) -> Checked {
    known(data, &format!("{at}.inline_data"), &["mimeType", "data"])?;
    let mime_type = data["mimeType"].as_str().unwrap_or_default();
    if !MIME_TYPES.contains(&mime_type) {
        return Err(invalid(format!("Unsupported MIME type: {mime_type}")));
    }
    let bytes = data["data"].as_str().and_then(|data| STANDARD.decode(data).ok());
    let Some(bytes) = bytes else {
        return Err(invalid(format!(
            "Invalid value at '{at}.inline_data.data' (TYPE_BYTES), Base64 decoding failed"
        )));
    };
    let format = image::guess_format(&bytes).map(|format| format.to_mime_type());
    let is_other = format.is_ok_and(|found| MIME_TYPES.contains(&found) && found != mime_type);
    if bytes.is_empty() || is_other {
        return Err(invalid(
            "Unable to process input image. Please retry or report in \
                            https://developers.generativeai.google/guide/troubleshooting",
        ));
    }
    Ok(())
}

fn modalities(modalities: &Value) -> Checked<Vec<&str>> {
    let mut read = Vec::new();
    for (at, modality) in modalities.as_array().into_iter().flatten().enumerate() {
        let Some(name @ ("TEXT" | "IMAGE" | "AUDIO")) = modality.as_str() else {
            return Err(invalid(format!(
                "Invalid value at 'generation_config.response_modalities[{at}]', {modality}"
            )));
        };
        read.push(name);
    }
    Ok(read)
}

fn size(model: &str, config: &Value) -> Checked<Size> {
    if !config.is_null() {
        known(config, "generation_config.image_config", &["aspectRatio", "imageSize"])?;
    }
    let is_old = model.starts_with("gemini-2.5");
    let ratio = config["aspectRatio"].as_str().unwrap_or("1:1");
    let Some((_, new, old)) = SIZES.iter().find(|(name, ..)| *name == ratio) else {
        return Err(invalid(format!(
            "aspect_ratio must be one of the supported ratios, not {ratio}"
        )));
    };
    let (width, height) = if is_old { *old } else { *new };
    match config["imageSize"].as_str() {
        None | Some("1K") => Ok((width, height)),
        Some("512") if !is_old => Ok((width / 2, height / 2)),
        Some("2K") if !is_old => Ok((width * 2, height * 2)),
        Some("4K") if !is_old => Ok((width * 4, height * 4)),
        Some(other) => Err(invalid(format!("image_size {other} is not supported by {model}"))),
    }
}

/// Refuses unknown fields, as the protocol buffer parser behind the API does.
fn known(object: &Value, at: &str, fields: &[&str]) -> Checked {
    let Some(object) = object.as_object() else {
        return Err(invalid(format!(
            "Invalid JSON payload received. '{at}' is not an object."
        )));
    };
    let Some(name) = object.keys().find(|name| !fields.contains(&name.as_str())) else {
        return Ok(());
    };
    let at_field = if at.is_empty() {
        String::new()
    } else {
        format!(" at '{at}'")
    };
    let description = format!("Invalid JSON payload received. Unknown name \"{name}\"{at_field}: Cannot find field.");
    let details = json!([{
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        "fieldViolations": [{ "field": at, "description": description }],
    }]);
    Err(invalid(description).with("details", details))
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::of(400).message(message)
}
