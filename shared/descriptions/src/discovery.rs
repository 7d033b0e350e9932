//! The response of `GET /api/v1/tools`, and that of `GET /health`.

use capabilities::Capabilities;
use contract::{Amount, Category, Lettering, ToolInfo, error::Code, tools::True};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// The tools, the models and the errors of the service.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Discovery<'a> {
    /// True: the request succeeded.
    pub success: True,
    /// The tools, in the format that `for` names.
    pub tools: Vec<ListedTool>,
    /// The number of tools.
    pub total_count: u32,
    /// The models that draw thumbnails.
    pub models: Vec<ListedModel<'a>>,
    /// The errors that a call may get.
    pub errors: Vec<ListedError>,
}

/// A tool; with `for`, a tool or all tools in a vendor's format.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedTool {
    /// The service's own format.
    Own(ToolDescriptor),
    /// The format of a vendor.
    Vendor(VendorTool),
}

// The schema does not have the properties of the vendors' formats. Generators of clients would join them with those of
// `ToolDescriptor`, and `inputSchema` and Anthropic's `input_schema` have the same name in most languages.
/// A tool in the format of the vendor that `for` names. Gemini's format has all tools in one element.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VendorTool {
    /// The tool's name, if this is one tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// The vendor's fields.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

/// A tool.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ToolDescriptor {
    /// The tool's name.
    pub name: &'static str,
    /// What the tool does, when to use it, and what it costs.
    pub description: &'static str,
    /// The category, which is also the scope that a key needs.
    pub category: Category,
    /// The path of the tool.
    pub endpoint: String,
    /// The method with which the tool is called.
    pub method: &'static str,
    /// Cost and limits.
    pub meta: ToolMeta,
    /// Whether the scopes of your key permit the tool.
    pub callable: bool,
    /// JSON Schema of the body.
    pub input_schema: Map<String, Value>,
    /// JSON Schema of the `data` of a success. Absent with `fields=slim`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Map<String, Value>>,
}

/// Cost and limits of a tool.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ToolMeta {
    /// The thumbnails that one unit costs; 0 if the tool is free.
    pub credit_cost: Amount,
    /// The requests a minute that your organization has for this tool: the tool's own limit, else your plan's.
    pub rate_limit: u32,
    /// Whether the tool accepts the header `Idempotency-Key`.
    pub idempotent: bool,
}

/// A tool as the Responses API of OpenAI takes it.
#[derive(Clone, Debug, Serialize)]
pub struct OpenAiTool {
    /// Always `function`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The tool's name.
    pub name: &'static str,
    /// What the tool does.
    pub description: &'static str,
    /// JSON Schema of the arguments.
    pub parameters: Map<String, Value>,
    /// Always false: strict mode would require every argument.
    pub strict: bool,
}

/// A tool as the Messages API of Anthropic takes it.
#[derive(Clone, Debug, Serialize)]
pub struct AnthropicTool {
    /// The tool's name.
    pub name: &'static str,
    /// What the tool does.
    pub description: &'static str,
    /// JSON Schema of the arguments.
    pub input_schema: Map<String, Value>,
}

/// All tools as the API of Gemini takes them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GeminiTools {
    /// The tools.
    pub function_declarations: Vec<GeminiFunction>,
}

/// A tool as the API of Gemini takes it.
#[derive(Clone, Debug, Serialize)]
pub struct GeminiFunction {
    /// The tool's name.
    pub name: &'static str,
    /// What the tool does.
    pub description: &'static str,
    /// The arguments, in Gemini's subset of OpenAPI 3.0. Absent if the tool has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Map<String, Value>>,
}

/// A model that draws thumbnails.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ListedModel<'a> {
    /// The id, which the generate tools take as `model`.
    pub id: &'a str,
    /// Whether the model is used if a call names none.
    pub default: bool,
    /// What the model can do.
    pub capabilities: &'a Capabilities,
    /// Who puts the words on its pictures, if a call does not choose.
    pub lettering: Lettering,
    /// The day from which the fallbacks replace the model, such as `2027-03-01`; null if no day is known.
    pub end_of_life: Option<&'a str>,
    /// The models that are tried if this model fails.
    pub fallbacks: &'a [String],
}

/// An error that a call may get.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ListedError {
    /// The `code` of the response.
    pub code: Code,
    /// The HTTP status of the response.
    pub status: u16,
    /// What the error means, and what to do.
    pub meaning: &'static str,
}

impl ListedError {
    /// Every error.
    pub fn all() -> Vec<Self> {
        let listed = |code: Code| Self {
            code,
            status: code.http_status(),
            meaning: code.meaning(),
        };
        Code::ALL.into_iter().map(listed).collect()
    }
}

/// The state of the service.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Health {
    /// Always `ok`: a service that responds is up.
    pub status: HealthStatus,
}

/// Whether the service works.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HealthStatus {
    /// The service responds.
    Ok,
}

impl ToolDescriptor {
    /// The descriptor of a tool, for a key that may call it. `rate_limit` is the caller's.
    pub(crate) fn new(tool: &ToolInfo, rate_limit: u32) -> Self {
        Self {
            name: tool.name,
            description: tool.description,
            category: tool.category,
            endpoint: tool_path(tool.name),
            method: "POST",
            meta: ToolMeta {
                credit_cost: tool.cost,
                rate_limit,
                idempotent: tool.idempotent,
            },
            callable: true,
            input_schema: object((tool.input_schema)()),
            output_schema: None,
        }
    }
}

/// An amount with its unit, such as `0.05 thumbnails`.
pub(crate) fn thumbnails(amount: Amount) -> String {
    let unit = if amount == Amount::thumbnails(1) {
        "thumbnail"
    } else {
        "thumbnails"
    };
    format!("{amount} {unit}")
}

/// The path of a tool.
pub(crate) fn tool_path(name: &str) -> String {
    format!("/api/v1/tools/{name}")
}

/// The fields of an object. A schema of a tool is always an object.
pub(crate) fn object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
