//! `llms.txt`: instructions for language models that use the service, in Markdown. <https://llmstxt.org> describes the
//! format.

use contract::{Category, tools::ALL};

use crate::discovery::{thumbnails, tool_path};

/// The text of `GET /llms.txt`.
pub fn llms_txt() -> String {
    let mut text = HEAD.to_owned();
    for category in Category::OF_TOOLS {
        text.push_str(&format!("\n## Tools: {}\n\n", category.as_str()));
        for tool in ALL.iter().filter(|tool| tool.category == category) {
            let cost = if tool.cost.is_positive() {
                format!("{} each", thumbnails(tool.cost))
            } else {
                "free".to_owned()
            };
            let path = tool_path(tool.name);
            let sentence = first_sentence(tool.description);
            text.push_str(&format!("- [{}]({path}): {sentence} ({cost})\n", tool.name));
        }
    }
    text.push_str(TAIL);
    text
}

/// The first sentence of a description, without its full stop.
fn first_sentence(description: &str) -> &str {
    description
        .split_once(". ")
        .map_or(description, |(first, _)| first)
        .trim_end_matches('.')
}

const HEAD: &str = "\
# AI thumbnails

> An HTTP API that makes thumbnails for videos: from a prompt, a title, reference images, style inspirations and persons.

Every tool is `POST /api/v1/tools/NAME` with a JSON object as its body. Send `Authorization: Bearer KEY` with an API key \
that begins with `tgs_`; the operator of the service gives you one. A success is `{ \"success\": true, \"data\": … }`, a \
failure `{ \"success\": false, \"error\": …, \"code\": …, \"details\": … }` with everything that is wrong.

To make a thumbnail, call generate_thumbnail with a `prompt`. It returns a `generationId` at once. Then call \
get_generation_status with this id and `waitSeconds: 20` until `status` is neither `pending` nor `processing`. Completed \
thumbnails have a `url` that works without a key for an hour.

For a series, call create_inspiration once with the `thumbnailId` of a thumbnail that the built-in model drew, and give \
each episode this inspiration alone in `inspirationIds`: all look alike but for words, subject, scene and pictures.

Costs are in thumbnails of the organization's balance. `POST /api/v1/quotes/NAME` with the same body tells what a call \
would cost and changes nothing. Failed calls cost nothing, and failed thumbnails are refunded. Send an \
`Idempotency-Key` with calls that charge or create, so that they can be repeated.
";

const TAIL: &str = "
## More

- MCP: `POST /mcp` has the tools for agents, with the same key
- [OpenAPI document](/openapi.json): every route with its parameters, responses and errors
- Uploads: `POST /api/v1/uploads` returns a form to post a local picture with, and a `source` that every parameter for a \
picture accepts once
- Deletion: `DELETE /api/v1/generations/{generationId}` deletes a generation that has ended, with its pictures
- Webhooks: `POST /api/v1/webhooks` with a `url`, and the service posts signed events to it, so that \
nobody need poll
- [List of tools](/api/v1/tools): JSON Schemas of all tools, models and errors; needs a key. `?for=openai`, `anthropic` \
or `gemini` gives the tools in that vendor's format
- [Health](/health): whether the service responds
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_the_service_is_named() {
        let text = llms_txt();
        for path in [
            "/mcp",
            "/openapi.json",
            "/api/v1/tools",
            "/api/v1/quotes",
            "/api/v1/uploads",
            "/api/v1/webhooks",
            "/health",
        ] {
            assert!(text.contains(path), "{path}");
        }
    }

    #[test]
    fn every_tool_has_one_line() {
        let text = llms_txt();
        assert!(text.starts_with("# "));
        for tool in &ALL {
            let start = format!("- [{}](/api/v1/tools/{}): ", tool.name, tool.name);
            let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(&start)).collect();
            assert_eq!(lines.len(), 1, "{}", tool.name);
            assert!(lines[0].len() > start.len() + 20, "{}", lines[0]);
        }
    }
}
