//! The specification of a tool, without its behaviour.

pub(crate) mod category;
pub(crate) mod replay;

use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, transform::RecursiveTransform};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    Amount, Category,
    input::{Input, Issues, sentence},
};

/// What a call does to the records of its organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only reads.
    Reads,
    /// It charges or creates, each time it is called.
    Creates,
    /// It deletes or ends something. Repeating the call changes nothing more.
    Removes,
    /// It changes something else. Repeating the call changes nothing more.
    Sets,
    /// It does something each time it is called, and takes no idempotency key.
    Acts,
}

/// The specification of a tool. Its behaviour is in another crate.
pub trait ToolSpec {
    /// The name in the path and in the descriptor.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// The category, and the scope that a key needs.
    const CATEGORY: Category;
    /// The price of one unit of work; zero if the tool is free.
    const COST: Amount = Amount::ZERO;
    /// A limit for this tool in requests per minute and organization, in addition to the plan's.
    const RATE_LIMIT: Option<u32> = None;
    /// What a call does.
    const EFFECT: Effect;
    /// Whether a call reaches beyond the service: it fetches a source, or asks a model.
    const REACHES_OUT: bool = false;
    /// A description, for people and for agents that select tools.
    const DESCRIPTION: &'static str;
    /// Examples of bodies, as JSON.
    const EXAMPLES: &'static [&'static str];
    /// The parameters.
    type Input: Input + Send + Sync + 'static;
    /// The `data` of its success.
    type Output: Serialize + JsonSchema + Send + Sync + 'static;
}

/// The data needed to call a tool. Separate from descriptions, which are linked only into programs that show them.
#[derive(Clone, Copy, Debug)]
pub struct ToolTerms {
    /// See [`ToolSpec::NAME`].
    pub name: &'static str,
    /// See [`ToolSpec::CATEGORY`].
    pub category: Category,
    /// See [`ToolSpec::COST`].
    pub cost: Amount,
    /// See [`ToolSpec::RATE_LIMIT`].
    pub rate_limit: Option<u32>,
    /// Whether the tool charges or creates, and therefore accepts `Idempotency-Key`.
    pub idempotent: bool,
    /// The names of the parameters in Rust's spelling.
    pub parameters: &'static [&'static str],
    /// Generates the JSON Schema of [`ToolSpec::Input`].
    pub input_schema: fn() -> Value,
}

impl ToolTerms {
    /// The terms of `T`.
    pub const fn of<T: ToolSpec>() -> Self {
        Self {
            name: T::NAME,
            category: T::CATEGORY,
            cost: T::COST,
            rate_limit: T::RATE_LIMIT,
            idempotent: matches!(T::EFFECT, Effect::Creates),
            parameters: T::Input::NAMES,
            input_schema: input_schema::<T>,
        }
    }

    /// Whether the tool has pages.
    pub fn takes_cursor(&self) -> bool {
        self.parameters.contains(&"cursor")
    }
}

/// A tool's specification as data, so that all tools can be in one list.
#[derive(Clone, Copy, Debug)]
pub struct ToolInfo {
    terms: ToolTerms,
    /// See [`ToolSpec::TITLE`].
    pub title: &'static str,
    /// See [`ToolSpec::DESCRIPTION`].
    pub description: &'static str,
    /// See [`ToolSpec::EFFECT`].
    pub effect: Effect,
    /// See [`ToolSpec::REACHES_OUT`].
    pub reaches_out: bool,
    /// See [`ToolSpec::EXAMPLES`].
    pub examples: &'static [&'static str],
    /// Checks parameters as [`ToolSpec::Input`] does, before the tool itself runs.
    pub check: fn(&Map<String, Value>, &mut Issues),
    /// Generates the JSON Schema of [`ToolSpec::Output`].
    pub output_schema: fn() -> Value,
    /// Adds the JSON Schema of [`ToolSpec::Output`] to the definitions of a document, and returns a reference to it.
    pub output_reference: fn(&mut SchemaGenerator) -> Schema,
}

impl ToolInfo {
    /// The data of `T`.
    pub const fn of<T: ToolSpec>() -> Self {
        Self {
            terms: ToolTerms::of::<T>(),
            title: T::TITLE,
            description: T::DESCRIPTION,
            effect: T::EFFECT,
            reaches_out: T::REACHES_OUT,
            examples: T::EXAMPLES,
            check: check::<T>,
            output_schema: output_schema::<T>,
            output_reference: SchemaGenerator::subschema_for::<T::Output>,
        }
    }
}

impl Deref for ToolInfo {
    type Target = ToolTerms;

    fn deref(&self) -> &ToolTerms {
        &self.terms
    }
}

fn check<T: ToolSpec>(body: &Map<String, Value>, issues: &mut Issues) {
    T::Input::parse(body, issues);
}

/// JSON Schema 2020-12 of a tool's body, with its examples.
fn input_schema<T: ToolSpec>() -> Value {
    let mut schema = T::Input::schema();
    let examples: Vec<Value> = T::EXAMPLES
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .collect();
    if let Value::Object(fields) = &mut schema {
        fields.insert("examples".into(), examples.into());
    }
    schema
}

fn output_schema<T: ToolSpec>() -> Value {
    schema_of::<T::Output>()
}

/// JSON Schema 2020-12 of a part of a response: without references, closed, with a description for every property.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| {
            settings.inline_subschemas = true;
        })
        .with_transform(RecursiveTransform(tidy));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.to_value()
}

/// The settings for schemas of a document with definitions, which are below `definitions`.
pub fn document_schemas(definitions: &'static str) -> SchemaSettings {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| {
            settings.definitions_path = definitions.into();
            settings.meta_schema = None;
        })
        .with_transform(RecursiveTransform(tidy))
}

/// Joins the lines of a description, and removes formats such as `uint32`, which are specific to Rust: strict
/// validators refuse unknown formats.
fn tidy(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = sentence(&description.lines().collect::<Vec<_>>());
    }
    if schema.get("format").is_some_and(|format| format != "date-time") {
        schema.remove("format");
    }
}
