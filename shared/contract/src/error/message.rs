//! The error messages for callers.

use super::{ApiError, BrowserRefusal, Issue, LimitScope, Missing, Resource, UnauthorizedReason};
use crate::{
    Amount, DeliveryId, GenerationId, Id, ImageId, InspirationId, PersonId, PromptId, ThumbnailId, WebhookId,
    input::MOST_ISSUES,
};

impl ApiError {
    /// The error message for the caller. It names the problem and, if the caller can solve it, the solution.
    pub fn message(&self) -> String {
        match self {
            Self::Unauthorized(reason) => match reason {
                UnauthorizedReason::Missing => "No API key: send the header `Authorization: Bearer <API_KEY>`.",
                UnauthorizedReason::Malformed => {
                    "The Authorization header must be `Bearer` and a whole API key: `tgs_` and 43 more characters."
                }
                UnauthorizedReason::Invalid => {
                    "This API key is not known. It may be mistyped, or belong to another deployment."
                }
                UnauthorizedReason::Revoked => "This API key was revoked. Use another key.",
                UnauthorizedReason::Expired => "This API key has expired. Use another key.",
            }
            .to_owned(),
            Self::MissingScope(category) => format!(
                "This API key lacks the scope `{}`. Use a key that has it, or ask the operator for one.",
                category.as_str()
            ),
            Self::Suspended { message } => format!("The operator has suspended this organization: {message}"),
            Self::BrowserRefused(BrowserRefusal::Origin) => {
                "Web pages of this origin may not call the service. Ask the operator to allow the origin.".to_owned()
            }
            Self::BrowserRefused(BrowserRefusal::Host) => {
                "Call this service as 127.0.0.1 or localhost: it refuses other names in the Host header.".to_owned()
            }
            Self::NotOwner { resource, .. } => {
                format!(
                    "This {} belongs to another organization, and only that organization can delete it.",
                    resource.noun()
                )
            }
            Self::NotFound {
                resource,
                did_you_mean: Some(name),
                ..
            } => {
                format!("There is no such {}. Did you mean `{name}`?", resource.noun())
            }
            Self::NotFound { missing, .. } if missing.len() > 1 => several_missing(missing),
            Self::NotFound {
                resource: Resource::Route,
                id,
                ..
            } if matches!(id.as_str(), "/mcp" | "/mcp/") => "MCP clients send POST requests to this path. The service sends no stream of messages, so \
                 that there is nothing to GET, and keeps no sessions, so that there is nothing to DELETE."
                .to_owned(),
            Self::NotFound {
                resource: Resource::Route,
                id,
                ..
            } if id.len() > 1 && id.ends_with('/') || id.contains("//") => {
                "No path of this service ends with a slash or has two slashes in a row. Leave the superfluous slash out, \
                 for example at the end of your client's base URL. GET /openapi.json describes all calls."
                    .to_owned()
            }
            Self::NotFound {
                resource: Resource::Route,
                ..
            } => "There is nothing at this path with this method. Tools are called with POST /api/v1/tools/NAME; \
                 GET /openapi.json describes all calls."
                .to_owned(),
            Self::NotFound { resource, id, .. } => match resource.mistaken(id) {
                Some(mistake) => format!("There is no such {}: {mistake}", resource.noun()),
                None => resource.unknown(id),
            },
            Self::Validation { issues, .. } => invalid_request(issues),
            Self::InsufficientCredits { required, available } => {
                let noun = if *required == Amount::from_hundredths(100) {
                    "thumbnail"
                } else {
                    "thumbnails"
                };
                format!(
                    "This call costs {required} {noun} and the balance is {available}. Ask the operator for more thumbnails."
                )
            }
            Self::RateLimited {
                scope,
                limit,
                retry_after_seconds,
                ..
            } => {
                let whose = match scope {
                    LimitScope::Plan => "the organization's plan".to_owned(),
                    LimitScope::Tool(tool) => format!("the tool `{tool}`"),
                };
                format!(
                    "The limit of {whose}, {limit} requests a minute, is reached. Try again in {retry_after_seconds} s."
                )
            }
            Self::Internal(request) => format!(
                "The service failed. Repeat the call with the same Idempotency-Key. If it fails again, tell the operator \
                 the request id {request}."
            ),
        }
    }
}

impl Resource {
    /// The kinds of things that have ids, with the prefix of their ids.
    const WITH_IDS: [(Self, &'static str); 8] = [
        (Self::Generation, GenerationId::PREFIX),
        (Self::Prompt, PromptId::PREFIX),
        (Self::Thumbnail, ThumbnailId::PREFIX),
        (Self::Image, ImageId::PREFIX),
        (Self::Inspiration, InspirationId::PREFIX),
        (Self::Person, PersonId::PREFIX),
        (Self::Webhook, WebhookId::PREFIX),
        (Self::Delivery, DeliveryId::PREFIX),
    ];

    /// The message for a name or an id that does not exist for the caller.
    fn unknown(self, id: &str) -> String {
        let noun = self.noun();
        match self {
            Self::Tool => format!("There is no tool `{id}`. GET /api/v1/tools lists all tools."),
            _ => format!(
                "There is no {noun} with the id `{id}`. It is mistyped, was deleted, or belongs to another organization."
            ),
        }
    }

    /// What to tell a caller who gave a blank id, or an id with a wrong prefix, such as a generation's `gen_…` instead
    /// of a prompt's `prm_…`. `None` if the prefix is right, or if no id of the service has it.
    fn mistaken(self, id: &str) -> Option<String> {
        let begins = |prefix: &str| id.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('_'));
        let (_, prefix) = Self::WITH_IDS.into_iter().find(|(resource, _)| *resource == self)?;
        let wanted = format!("give the id of {}, which begins with `{prefix}_`.", self.with_article());
        if id.trim().is_empty() {
            return Some(format!("the id is blank; {wanted}"));
        }
        let (other, its_prefix) = Self::WITH_IDS.into_iter().find(|(_, prefix)| begins(prefix))?;
        (other != self).then(|| {
            format!(
                "an id that begins with `{its_prefix}_` is that of {}; {wanted}",
                other.with_article()
            )
        })
    }

    /// The noun with its article: "an image".
    fn with_article(self) -> String {
        let article = match self {
            Self::Image | Self::Inspiration => "an",
            _ => "a",
        };
        format!("{article} {}", self.noun())
    }
}

/// The message for a call that names several ids that do not exist. If one of them has a wrong prefix, the message also
/// says which prefix belongs there.
fn several_missing(missing: &[Missing]) -> String {
    let mistake = missing.iter().find_map(|missing| {
        let mistake = missing.resource.mistaken(&missing.id)?;
        Some(format!(" In `{}`, {mistake}", missing.path))
    });
    format!(
        "{} of the ids in this call do not exist; `details.missing` lists them with their paths. Correct them or leave \
         them out.{}",
        missing.len(),
        mistake.unwrap_or_default()
    )
}

/// How many issues a message names.
const NAMED: usize = 3;

/// The message of a request with these issues. It names the first of them.
fn invalid_request(issues: &[Issue]) -> String {
    let named = issues.iter().take(NAMED).map(|issue| match issue.path.as_str() {
        "" => issue.message.clone(),
        path => format!("`{path}` {}", issue.message),
    });
    let named = named.collect::<Vec<_>>().join("; ");
    match issues.len().saturating_sub(NAMED) {
        0 => format!("The request is not valid: {named}."),
        _ if issues.len() >= MOST_ISSUES => {
            format!("The request is not valid: {named}; and so on, see details.issues.")
        }
        more => format!("The request is not valid: {named}; and {more} more, see details.issues."),
    }
}
