//! Webhooks: the types of events, and the operations on webhooks and their deliveries, as callers see them.
//!
//! An operation has a specification like a tool, and a method and a path of its own. The core treats both alike.

mod events;
mod operations;
mod payloads;
mod views;

use crate::{ToolInfo, ToolTerms};

pub use self::{
    events::EventType,
    operations::{
        ChangeWebhook, ChangeWebhookInput, CreateWebhook, CreateWebhookInput, DeleteWebhook, DeleteWebhookOutput,
        GetOwnSecret, GetWebhook, GetWebhookSecret, ListDeliveries, ListDeliveriesInput, ListWebhooks, Nothing,
        ReplayDelivery, ReplayDeliveryInput, RotateOwnSecret, RotateWebhookSecret, TestWebhook, WebhookInput,
    },
    payloads::{LowBalanceDataView, ThumbnailDataView, WebhookTestDataView},
    views::{
        AttemptView, CreatedWebhookView, DeliveryListView, DeliveryStatus, DeliveryView, SecretView, WebhookListView,
        WebhookView,
    },
};

/// The most webhooks that an organization has.
pub const MOST_WEBHOOKS: u64 = 10;

/// An operation: a specification with its place in the HTTP API.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The specification without its texts.
    pub terms: ToolTerms,
    /// The HTTP method, in capitals.
    pub method: &'static str,
    /// The path. A segment in braces is the name of a parameter.
    pub path: &'static str,
    /// The parameters in the query.
    pub query: &'static [&'static str],
}

/// The path below which all operations are.
pub const WEBHOOKS_PATH: &str = "/api/v1/webhooks";

macro_rules! operations {
    ($($method:literal $path:literal $spec:ident $([$($query:literal),+])?,)+) => {
        /// Every operation. Of two paths that fit a request, the first counts.
        pub static OPERATIONS: [Operation; [$(stringify!($spec)),+].len()] = [$(Operation {
            terms: ToolTerms::of::<$spec>(),
            method: $method,
            path: concat!("/api/v1/webhooks", $path),
            query: &[$($($query),+)?],
        }),+];

        /// The texts and schemas of every operation, in the same order. They are linked only into programs that show them.
        pub static OPERATION_INFOS: [ToolInfo; OPERATIONS.len()] = [$(ToolInfo::of::<$spec>()),+];
    };
}

operations![
    "POST" "" CreateWebhook,
    "GET" "" ListWebhooks,
    "GET" "/secret" GetOwnSecret,
    "POST" "/rotate" RotateOwnSecret,
    "GET" "/{webhookId}" GetWebhook,
    "PATCH" "/{webhookId}" ChangeWebhook,
    "DELETE" "/{webhookId}" DeleteWebhook,
    "GET" "/{webhookId}/secret" GetWebhookSecret,
    "POST" "/{webhookId}/rotate" RotateWebhookSecret,
    "POST" "/{webhookId}/test" TestWebhook,
    "GET" "/{webhookId}/deliveries" ListDeliveries ["limit", "cursor", "status"],
    "POST" "/{webhookId}/deliveries/{deliveryId}/replay" ReplayDelivery,
];

/// The name of the parameter that a segment of [`Operation::path`] stands for.
fn parameter_name(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

impl Operation {
    /// The names of the parameters in the path.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(parameter_name)
    }

    /// The parameters in a path of this operation, with their names. `None` for a path of another form.
    pub fn parameters<'a>(&self, path: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
        let (mut pattern, mut given) = (self.path.split('/'), path.split('/'));
        let mut found = Vec::new();
        loop {
            match (pattern.next(), given.next()) {
                (None, None) => return Some(found),
                (Some(expected), Some(segment)) => match parameter_name(expected) {
                    Some(name) if !segment.is_empty() => found.push((name, segment)),
                    None if expected == segment => {}
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// The operation of this method and path, with the parameters of the path.
    pub fn find<'a>(method: &str, path: &'a str) -> Option<(&'static Self, Vec<(&'static str, &'a str)>)> {
        let of_method = OPERATIONS.iter().filter(|operation| operation.method == method);
        of_method
            .filter_map(|operation| Some((operation, operation.parameters(path)?)))
            .next()
    }

    /// The methods that a path takes; none for an unknown path.
    pub fn methods(path: &str) -> Vec<&'static str> {
        let fits = OPERATIONS
            .iter()
            .filter(|operation| operation.parameters(path).is_some());
        let mut methods: Vec<&'static str> = fits.map(|operation| operation.method).collect();
        methods.sort_unstable();
        methods.dedup();
        methods
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;
    use crate::{ToolSpec, input::Issues};

    fn name(method: &str, path: &str) -> Option<&'static str> {
        Operation::find(method, path).map(|(operation, _)| operation.terms.name)
    }

    #[test]
    fn a_method_and_a_path_name_an_operation() {
        for (method, path, found) in [
            ("POST", "/api/v1/webhooks", Some(CreateWebhook::NAME)),
            ("GET", "/api/v1/webhooks", Some(ListWebhooks::NAME)),
            ("GET", "/api/v1/webhooks/secret", Some(GetOwnSecret::NAME)),
            ("POST", "/api/v1/webhooks/rotate", Some(RotateOwnSecret::NAME)),
            ("GET", "/api/v1/webhooks/x", Some(GetWebhook::NAME)),
            ("DELETE", "/api/v1/webhooks/x", Some(DeleteWebhook::NAME)),
            ("GET", "/api/v1/webhooks/x/secret", Some(GetWebhookSecret::NAME)),
            (
                "POST",
                "/api/v1/webhooks/x/deliveries/y/replay",
                Some(ReplayDelivery::NAME),
            ),
            ("PUT", "/api/v1/webhooks", None),
            ("GET", "/api/v1/webhooks/", None),
            ("GET", "/api/v1/webhooks/x/y", None),
            ("POST", "/api/v1/webhooks/x/deliveries//replay", None),
        ] {
            assert_eq!(name(method, path), found, "{method} {path}");
        }
        let (_, parameters) = Operation::find("POST", "/api/v1/webhooks/x/deliveries/y/replay").unwrap();
        assert_eq!(parameters, [("webhookId", "x"), ("deliveryId", "y")]);
        assert_eq!(Operation::methods("/api/v1/webhooks/x"), ["DELETE", "GET", "PATCH"]);
        assert!(Operation::methods("/api/v1/webhooks/x/y").is_empty());
    }

    #[test]
    fn every_parameter_of_a_path_and_a_query_is_a_parameter_of_the_input() {
        for operation in &OPERATIONS {
            let schema = (operation.terms.input_schema)();
            let known = |name: &str| schema["properties"].get(name).is_some();
            for parameter in operation.path_parameters().chain(operation.query.iter().copied()) {
                assert!(known(parameter), "{} {parameter}", operation.terms.name);
            }
        }
    }

    #[test]
    fn every_example_is_a_valid_body() {
        let mut examples = 0;
        for (operation, info) in OPERATIONS.iter().zip(&OPERATION_INFOS) {
            for example in info.examples {
                let mut body: Map<String, Value> = serde_json::from_str(example).unwrap();
                body.extend(operation.path_parameters().map(|name| (name.to_owned(), "x".into())));
                let mut issues = Issues::default();
                (info.check)(&body, &mut issues);
                assert!(issues.is_empty(), "{}: {issues:?}", info.name);
                examples += 1;
            }
        }
        assert!(examples > 0);
    }
}
