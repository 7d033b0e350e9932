//! Parses the body of a request: every field has a type that cannot have invalid values, and all errors are collected,
//! not only the first. The JSON Schema of an input is derived from the same types.

mod body_fields;
mod choice;
mod events;
mod id;
mod issues;
mod metadata;
mod number;
pub mod similar;
mod source;
mod text;

use serde_json::{Map, Value, json};

pub(crate) use self::issues::MOST_ISSUES;
pub use self::{
    body_fields::BodyFields,
    events::EventList,
    id::{GivenId, IdList},
    issues::{IssueKind, Issues},
    metadata::Metadata,
    number::Integer,
    source::{Source, SourceList},
    text::{Description, Prose, Raw, Replacement, Text, is_control, is_unseen},
};

/// The type of a parameter.
pub trait Field: Sized {
    /// Parses a value that is present and not null. Returns `None` after it added an issue.
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self>;

    /// The value of an absent parameter; `None` if the parameter is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether the value counts as absent.
    fn is_blank(value: &Value) -> bool {
        value.is_null()
    }

    /// JSON Schema of the accepted values, without null and without a description. Text that must not be blank has a
    /// `minLength`.
    fn schema() -> Value;
}

impl<T: Field> Field for Option<T> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        if T::is_blank(value) {
            Some(None)
        } else {
            T::parse(value, path, issues).map(Some)
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_blank(value: &Value) -> bool {
        T::is_blank(value)
    }

    fn schema() -> Value {
        let mut schema = T::schema();
        if T::is_blank(&json!(""))
            && let Value::Object(fields) = &mut schema
        {
            fields.remove("minLength");
        }
        schema
    }
}

impl Field for bool {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let flag = value.as_bool();
        if flag.is_none() {
            issues.add(path, "must be true or false");
        }
        flag
    }

    fn schema() -> Value {
        json!({ "type": "boolean" })
    }
}

/// The parameters of a tool, as [`input!`](crate::input!) declares them.
pub trait Input: Sized {
    /// The names of the parameters in Rust's spelling.
    const NAMES: &'static [&'static str];

    /// Parses the parameters. Returns `None` after it added issues.
    fn parse(body: &Map<String, Value>, issues: &mut Issues) -> Option<Self>;

    /// JSON Schema 2020-12 of the body: a closed object with a description for every property.
    fn schema() -> Value;
}

/// Parses the fields of a body by name. For [`input!`](crate::input!).
#[derive(Debug)]
pub struct Fields<'a> {
    body: &'a Map<String, Value>,
    issues: &'a mut Issues,
}

impl<'a> Fields<'a> {
    /// Starts with the unknown fields: a misspelt parameter of a paid call must not be charged.
    pub fn new(body: &'a Map<String, Value>, known: &[&str], issues: &'a mut Issues) -> Self {
        let wire_names: Vec<String> = known.iter().map(|name| camel_case(name)).collect();
        let unknown = body.keys().filter(|name| !wire_names.contains(name));
        // A parameter that the call already has, in the body or in the path, is not suggested.
        let absent: Vec<&String> = wire_names.iter().filter(|name| !body.contains_key(*name)).collect();
        for name in unknown.take(MOST_ISSUES) {
            let shown: String = name.chars().take(100).collect();
            let (message, meant) = unknown_parameter(name, &absent);
            issues.add_unknown(shown, message, meant);
        }
        Self { body, issues }
    }

    /// Parses one field; `default` is the value of an absent or blank field.
    pub fn read<T: Field>(&mut self, name: &str, default: Option<T>) -> Option<T> {
        let name = camel_case(name);
        match self.body.get(&name) {
            Some(value) if !(value.is_null() || default.is_some() && T::is_blank(value)) => {
                T::parse(value, &name, self.issues)
            }
            _ => {
                let value = default.or_else(T::absent);
                if value.is_none() {
                    self.issues.add(name, "is required");
                }
                value
            }
        }
    }
}

/// A parameter is suggested if at most this many letters must be changed to get its name.
const MOST_EDITS: usize = 2;

/// The message for a parameter that the call does not have, and the parameter that is probably meant. The message
/// suggests at most two parameters with similar names.
fn unknown_parameter(name: &str, absent: &[&String]) -> (String, Option<String>) {
    // In a short name, two edits make another word.
    let is_near = |(edits, other): &(usize, &String)| {
        *edits <= MOST_EDITS && edits * 2 <= other.len() || similar::is_part(name, other)
    };
    let edits = absent.iter().map(|other| (similar::edits(name, other), *other));
    let mut meant: Vec<(usize, &String)> = edits.filter(is_near).collect();
    // An id is seldom what a caller means who gives another name: `prompt` is rather `newPrompt` than `promptId`.
    let is_id = |other: &str| other.ends_with("Id") && !name.to_lowercase().ends_with("id");
    meant.sort_by_key(|(edits, other)| edits + MOST_EDITS * usize::from(is_id(other)));
    let message = match (absent, meant.as_slice()) {
        ([], _) => "is not a parameter of this call, and the call has no other; leave it out".to_owned(),
        (names, []) => format!(
            "is not a parameter of this call; leave it out, or use one of {}",
            names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")
        ),
        (_, [(_, meant)]) => format!("is not a parameter of this call; did you mean `{meant}`?"),
        (_, [(_, first), (_, second), ..]) => {
            format!("is not a parameter of this call; did you mean `{first}` or `{second}`?")
        }
    };
    (message, meant.first().map(|(_, name)| (*name).clone()))
}

/// One property of an input's schema. For [`input!`](crate::input!).
#[derive(Debug)]
pub struct Property {
    /// The name in Rust's spelling.
    pub name: &'static str,
    /// JSON Schema without a description.
    pub schema: Value,
    /// Whether the parameter is required.
    pub required: bool,
    /// The value of an absent parameter.
    pub default: Option<Value>,
    /// The lines of its doc comment.
    pub description: &'static [&'static str],
}

/// A closed object schema with these properties. `null` is accepted for every optional property.
pub fn object_schema(description: &[&str], properties: Vec<Property>) -> Value {
    let mut shown = Map::new();
    let mut required = Vec::new();
    for property in properties {
        let name = camel_case(property.name);
        let mut schema = property.schema;
        if let Value::Object(fields) = &mut schema {
            fields.insert("description".into(), sentence(property.description).into());
            if let Some(default) = property.default {
                fields.insert("default".into(), default);
            }
            if property.required {
                required.push(Value::from(name.clone()));
            } else {
                nullable(fields);
            }
        }
        shown.insert(name, schema);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "description": sentence(description),
        "properties": shown,
        "required": required,
        "additionalProperties": false,
    })
}

fn nullable(schema: &mut Map<String, Value>) {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind.clone(), "null"]);
    }
    if let Some(Value::Array(choices)) = schema.get_mut("enum") {
        choices.push(Value::Null);
    }
}

/// Joins the lines of a doc comment to one paragraph.
pub(crate) fn sentence(lines: &[&str]) -> String {
    lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Converts a Rust name to the spelling on the wire: `image_ids` to `imageIds`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    let mut upper = false;
    for character in name.chars() {
        match character {
            '_' => upper = true,
            letter if upper => {
                result.push(letter.to_ascii_uppercase());
                upper = false;
            }
            letter => result.push(letter),
        }
    }
    result
}

/// Declares the parameters of a tool: a struct, its parser, and its JSON Schema.
///
/// `name: Type` uses the type's value for an absent parameter ([`Option`] and lists have one); `name: Type = value` has
/// a default. Doc comments become descriptions. An optional `check = function` checks several fields together:
/// `fn(&BodyFields<'_>, &mut Issues)`.
#[macro_export]
macro_rules! input {
    (
        $(#[doc = $doc:literal])+
        $visibility:vis struct $name:ident {
            $( $(#[doc = $field_doc:literal])+ pub $field:ident: $type:ty $(= $default:expr)?, )*
        }
        $(check = $check:path;)?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug)]
        $visibility struct $name { $( $(#[doc = $field_doc])+ pub $field: $type, )* }

        impl $crate::input::Input for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn parse(
                body: &::serde_json::Map<String, ::serde_json::Value>,
                issues: &mut $crate::input::Issues,
            ) -> Option<Self> {
                $( $check(&$crate::input::BodyFields::new(body), issues); )?
                #[allow(unused_mut, unused_variables, reason = "a tool may have no parameters")]
                let mut fields = $crate::input::Fields::new(body, Self::NAMES, issues);
                $( let $field = fields.read::<$type>(stringify!($field), $crate::input!(@default $($default)?)); )*
                issues.is_empty().then_some(())?;
                Some(Self { $( $field: $field?, )* })
            }

            fn schema() -> ::serde_json::Value {
                $crate::input::object_schema(&[$($doc),+], vec![$(
                    $crate::input::Property {
                        name: stringify!($field),
                        schema: <$type as $crate::input::Field>::schema(),
                        required: $crate::input!(@default $($default)?)
                            .or_else(<$type as $crate::input::Field>::absent)
                            .is_none(),
                        default: $crate::input!(@default_json $type $(, $default)?),
                        description: &[$($field_doc),+],
                    },
                )*])
            }
        }
    };
    (@default) => { None };
    (@default $default:expr) => { Some($default) };
    (@default_json $type:ty) => { None };
    (@default_json $type:ty, $default:expr) => {{
        let default: $type = $default;
        Some(::serde_json::json!(default))
    }};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AspectRatio, GenerationId, ImageFormat, ImageId};

    input! {
        /// An example.
        struct Example {
            /// A required name.
            pub name: Text<5>,
            /// An optional one.
            pub nick_name: Option<Text<5>>,
            /// How many.
            pub count: Integer<1, 10> = Integer::new(1),
            /// Which.
            pub image_ids: IdList<ImageId, 2>,
            /// How wide.
            pub aspect_ratio: Option<AspectRatio>,
            /// How encoded.
            pub format: ImageFormat = ImageFormat::Png,
            /// Of what.
            pub generation_id: Option<GivenId<GenerationId>>,
        }
    }

    fn read(body: Value) -> Result<Example, Vec<(String, String)>> {
        let mut issues = Issues::default();
        let example = Example::parse(body.as_object().unwrap(), &mut issues);
        example.ok_or_else(|| {
            issues
                .into_vec()
                .into_iter()
                .map(|issue| (issue.path, issue.message))
                .collect()
        })
    }

    fn paths(body: Value) -> Vec<String> {
        read(body).unwrap_err().into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn absent_and_null_and_blank_mean_the_default() {
        for body in [
            json!({ "name": " ab " }),
            json!({ "name": "ab", "nickName": null, "count": null, "imageIds": null, "aspectRatio": null }),
            json!({ "name": "ab", "nickName": "&nbsp;" }),
            json!({ "name": "ab", "nickName": "  ", "imageIds": [], "aspectRatio": " ", "format": "", "generationId": "" }),
        ] {
            let example = read(body).unwrap();
            assert_eq!(example.name.as_str(), "ab");
            assert!(example.nick_name.is_none());
            assert_eq!(example.count.get(), 1);
            assert!(example.image_ids.is_empty());
            assert!(example.aspect_ratio.is_none());
            assert_eq!(example.format, ImageFormat::Png);
            assert!(example.generation_id.is_none());
        }
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        assert_eq!(read(json!({ "name": "a", "count": 2.0 })).unwrap().count.get(), 2);
        for count in [
            json!(0),
            json!(11),
            json!(2.5),
            json!("2"),
            json!(true),
            json!(-1),
            json!(1e300),
        ] {
            assert_eq!(paths(json!({ "name": "a", "count": count })), ["count"]);
        }
    }

    #[test]
    fn all_issues_are_reported_together() {
        let wrong = json!({
            "nickName": "ääääää", "count": "1", "imageIds": ["x", 1, "x", "y"], "aspectRatio": "2:1", "other": 1
        });
        assert_eq!(
            paths(wrong),
            [
                "other",
                "name",
                "nickName",
                "count",
                "imageIds",
                "imageIds[1]",
                "imageIds[2]",
                "aspectRatio"
            ]
        );
    }

    #[test]
    fn lengths_are_code_points_after_trimming() {
        assert!(read(json!({ "name": "  äääää  " })).is_ok());
        assert_eq!(paths(json!({ "name": "   " })), ["name"]);
    }

    #[test]
    fn issues_are_bounded() {
        let body: Map<String, Value> = (0..1000).map(|index| (format!("x{index}"), Value::Null)).collect();
        assert_eq!(read(Value::Object(body)).unwrap_err().len(), MOST_ISSUES);
    }

    #[test]
    fn the_schema_is_closed_and_described() {
        let schema = Example::schema();
        assert_eq!(schema["additionalProperties"], json!(false));
        assert_eq!(schema["required"], json!(["name"]));
        assert_eq!(schema["properties"]["count"]["default"], json!(1));
        assert_eq!(schema["properties"]["imageIds"]["type"], json!(["array", "null"]));
        assert_eq!(
            schema["properties"]["aspectRatio"]["enum"],
            json!(["16:9", "9:16", "1:1", "4:3", null])
        );
    }
}
