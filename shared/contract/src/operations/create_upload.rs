use std::{borrow::Cow, collections::BTreeMap, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::{Category, Effect, Id, InvalidId, Timestamp, ToolSpec, UploadId, input::Integer};

/// The largest file that can be uploaded, in bytes.
pub const MAX_UPLOAD_BYTES: u64 = 10_000_000;

/// Prepares the upload of a file.
#[derive(Clone, Copy, Debug)]
pub struct CreateUpload;

impl ToolSpec for CreateUpload {
    const NAME: &'static str = "create_upload";
    const TITLE: &'static str = "Upload a file";
    const CATEGORY: Category = Category::Images;
    const EFFECT: Effect = Effect::Acts;
    const DESCRIPTION: &'static str = "Prepares the upload of a picture of at most 10 MB, such as one that only your \
        computer has. Post a form (`multipart/form-data`) to `url` before `expiresAt`: all `fields`, and then the file as \
        the last field, which is called `file`. Then pass `source` to any parameter for a picture, such as `imageUrl` of \
        upload_image. The first successful call uses up the upload; an unused upload is gone within a day. Free.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "sizeBytes": 48213 }"#];
    type Input = CreateUploadInput;
    type Output = CreateUploadOutput;
}

crate::input! {
    /// The file to upload.
    pub struct CreateUploadInput {
        /// The exact size of the file in bytes. A file of another size is then refused.
        pub size_bytes: Option<Integer<1, 10_000_000>>,
    }
}

/// An upload that a file can be posted to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct CreateUploadOutput {
    /// What to pass to a parameter for a picture after the file has been posted.
    pub source: UploadSource,
    /// Where the form is posted.
    pub url: String,
    /// The fields of the form before the file, with their values.
    pub fields: FormFields,
    /// When `url` stops accepting the form, 15 minutes after the call.
    pub expires_at: Timestamp,
}

/// An upload as the source of a picture, written as `upload:` and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadSource(pub UploadId);

const SCHEME: &str = "upload:";

impl UploadSource {
    /// The text behind the scheme, which may be in any case.
    fn id(text: &str) -> Option<&str> {
        let (scheme, id) = text.split_at_checked(SCHEME.len())?;
        scheme.eq_ignore_ascii_case(SCHEME).then_some(id)
    }

    /// Whether a text begins like such a source.
    pub fn begins(text: &str) -> bool {
        Self::id(text).is_some()
    }
}

impl fmt::Display for UploadSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.0)
    }
}

impl FromStr for UploadSource {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Self::id(text).ok_or(InvalidId)?.parse().map(Self)
    }
}

impl Serialize for UploadSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for UploadSource {
    fn schema_name() -> Cow<'static, str> {
        "UploadSource".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": format!("^{SCHEME}{}_[0-9a-f]{{32}}$", UploadId::PREFIX) })
    }
}

/// The fields of a form, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FormFields(pub BTreeMap<String, String>);

impl JsonSchema for FormFields {
    fn schema_name() -> Cow<'static, str> {
        "FormFields".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": "^[a-z0-9-]+$" },
            "additionalProperties": { "type": "string" },
        })
    }
}
