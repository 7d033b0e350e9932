//! The request bodies of `InvokeModel`: Stability's format, or a configured template.

use runtime::{ModelConfig, Options, PictureSize};
use serde_json::{Value, json};

use crate::{
    PictureRequest,
    request::shape::nearest,
    wire::{body::Marks, json::merge},
};

/// The largest seed that Stability's models accept.
const MAX_SEED: u32 = u32::MAX - 1;
/// The JSON pointer to the picture in the responses of Stability's models.
const PICTURE: &str = "/images/0";

/// Makes the bodies of requests.
pub(super) struct Body {
    template: Option<Value>,
    options: Options,
    reference_options: Options,
    picture: String,
    sizes: Vec<PictureSize>,
    seed: bool,
}

pub(super) fn seed(seed: u32) -> u32 {
    seed.min(MAX_SEED)
}

impl Body {
    pub(super) fn new(model: &ModelConfig) -> Self {
        Self {
            template: model.body.clone(),
            options: model.options.clone(),
            reference_options: model.reference_options.clone(),
            picture: model.picture.clone().unwrap_or_else(|| PICTURE.to_owned()),
            sizes: model.capabilities.sizes.clone(),
            seed: model.capabilities.seed,
        }
    }

    /// For a model that generates no pictures.
    pub(super) fn none() -> Self {
        Self {
            template: None,
            options: Options::new(),
            reference_options: Options::new(),
            picture: String::new(),
            sizes: Vec::new(),
            seed: false,
        }
    }

    /// The JSON pointer to the picture in a response.
    pub(super) fn picture(&self) -> &str {
        &self.picture
    }

    pub(super) const fn has_seed(&self) -> bool {
        self.seed
    }

    /// The body of a request. These models accept at most one picture.
    pub(super) fn of(&self, request: PictureRequest<'_>, marks: &mut Marks) -> Value {
        let image = request.references.first().map(|reference| marks.add(reference));
        let size = nearest(&self.sizes, request.size);
        let mut body = match &self.template {
            Some(template) => fill(template, &|name| match name {
                "{prompt}" => Some(json!(request.text)),
                "{seed}" => Some(json!(seed(request.seed))),
                "{aspectRatio}" => Some(json!(size.to_string())),
                "{width}" => Some(json!(pixels(size, request).0)),
                "{height}" => Some(json!(pixels(size, request).1)),
                "{image}" => image.as_ref().map_or(Some(Value::Null), |image| Some(json!(image))),
                _ => None,
            }),
            None => self.stability(request, size, image.as_deref()),
        };
        merge(&mut body, &self.options);
        if image.is_some() {
            merge(&mut body, &self.reference_options);
        }
        body
    }

    fn stability(&self, request: PictureRequest<'_>, size: PictureSize, image: Option<&str>) -> Value {
        let mut body = json!({ "prompt": request.text, "output_format": "png" });
        if let Some(body) = body.as_object_mut() {
            if matches!(size, PictureSize::Ratio(..)) {
                body.insert("aspect_ratio".to_owned(), json!(size.to_string()));
            }
            if self.seed {
                body.insert("seed".to_owned(), json!(seed(request.seed)));
            }
            if let Some(image) = image {
                body.insert("image".to_owned(), json!(image));
            }
        }
        body
    }
}

fn pixels(size: PictureSize, request: PictureRequest<'_>) -> (u32, u32) {
    match size {
        PictureSize::Pixels(size) => (size.width, size.height),
        PictureSize::Any | PictureSize::Ratio(..) => (request.size.width, request.size.height),
    }
}

/// The template with its placeholders replaced. A string that is a placeholder becomes the placeholder's value. Fields
/// whose placeholder has no value are left out.
fn fill(template: &Value, known: &impl Fn(&str) -> Option<Value>) -> Value {
    match template {
        Value::String(text) => known(text).unwrap_or_else(|| template.clone()),
        Value::Array(items) => {
            let filled = items.iter().map(|item| fill(item, known));
            Value::Array(filled.filter(|item| !item.is_null()).collect())
        }
        Value::Object(fields) => {
            let filled = fields.iter().map(|(name, value)| (name.clone(), fill(value, known)));
            Value::Object(filled.filter(|(_, value)| !value.is_null()).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Attachment;
    use bytes::Bytes;
    use contract::{ImageFormat, Resolution, Size};

    fn body(model: Value, references: &[Attachment]) -> Value {
        let list = json!([model]).to_string();
        let mut environment = runtime::Environment::of(move |name| (name == "MODELS").then(|| list.clone()));
        let models = environment.models();
        environment.finish().unwrap();
        let request = PictureRequest {
            text: "A lighthouse",
            references,
            size: Size {
                width: 1280,
                height: 720,
            },
            resolution: Resolution::P720,
            seed: u32::MAX,
        };
        let mut marks = Marks::new();
        let body = Body::new(models.iter().next().unwrap()).of(request, &mut marks);
        serde_json::from_slice(&marks.body(&body).unwrap().into_vec()).unwrap()
    }

    fn picture() -> Attachment {
        Attachment {
            format: ImageFormat::Png,
            bytes: Bytes::from_static(b"picture"),
        }
    }

    #[test]
    fn stabilitys_format_is_the_usual_one() {
        let model = json!({ "id": "core", "provider": "bedrock", "upstreamModel": "stability.stable-image-core-v1:1" });
        let plain = json!({
            "prompt": "A lighthouse", "output_format": "png", "aspect_ratio": "16:9", "seed": 4_294_967_294_u32,
        });
        assert_eq!(body(model, &[]), plain);
    }

    #[test]
    fn options_for_references_apply_with_one_only() {
        let model = json!({
            "id": "sd", "provider": "bedrock", "upstreamModel": "stability.sd3-5-large-v1:0",
            "options": { "negative_prompt": "blur" },
            "referenceOptions": { "mode": "image-to-image", "strength": 0.7, "aspect_ratio": null },
        });
        let without = body(model.clone(), &[]);
        assert_eq!(
            (&without["negative_prompt"], without.get("mode")),
            (&json!("blur"), None)
        );
        let with = body(model, &[picture()]);
        assert_eq!(
            (&with["mode"], &with["image"]),
            (&json!("image-to-image"), &json!("cGljdHVyZQ=="))
        );
        assert_eq!(with.get("aspect_ratio"), None);
    }

    #[test]
    fn another_format_is_a_template() {
        let model = json!({
            "id": "other", "provider": "bedrock", "upstreamModel": "some.model",
            "capabilities": { "sizes": ["1344x768"] },
            "body": { "input": { "text": "{prompt}", "images": ["{image}"] }, "w": "{width}", "h": "{height}", "s": "{seed}", "k": "{x}" },
            "picture": "/result/0",
        });
        let expected = json!({
            "input": { "text": "A lighthouse", "images": [] }, "w": 1344, "h": 768, "s": 4_294_967_294_u32, "k": "{x}",
        });
        assert_eq!(body(model, &[]), expected);
    }
}
