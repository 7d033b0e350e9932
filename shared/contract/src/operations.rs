//! The operations: what callers do over HTTP besides calling tools and asking for quotes.
//!
//! An operation has a specification like a tool, and a method and a path of its own. The core treats both alike. This
//! list is the only one: routes, the OpenAPI document and tests derive from it.

mod create_upload;
mod delete_generation;

use crate::{
    ToolInfo, ToolTerms,
    webhooks::{
        ChangeWebhook, CreateWebhook, DeleteWebhook, GetOwnSecret, GetWebhook, GetWebhookSecret, ListDeliveries,
        ListWebhooks, ReplayDelivery, RotateOwnSecret, RotateWebhookSecret, TestWebhook,
    },
};

pub use self::{
    create_upload::{CreateUpload, CreateUploadInput, CreateUploadOutput, FormFields, MAX_UPLOAD_BYTES, UploadSource},
    delete_generation::{DeleteGeneration, DeleteGenerationInput, DeleteGenerationOutput},
};

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

macro_rules! operations {
    ($($method:literal $path:literal $spec:ident $([$($query:literal),+])?,)+) => {
        /// Every operation.
        pub static OPERATIONS: [Operation; [$(stringify!($spec)),+].len()] = [$(Operation {
            terms: ToolTerms::of::<$spec>(),
            method: $method,
            path: $path,
            query: &[$($($query),+)?],
        }),+];

        /// The texts and schemas of every operation, in the same order. They are linked only into programs that show
        /// them.
        pub static OPERATION_INFOS: [ToolInfo; OPERATIONS.len()] = [$(ToolInfo::of::<$spec>()),+];
    };
}

operations![
    "POST" "/api/v1/webhooks" CreateWebhook,
    "GET" "/api/v1/webhooks" ListWebhooks,
    "GET" "/api/v1/webhooks/secret" GetOwnSecret,
    "POST" "/api/v1/webhooks/rotate" RotateOwnSecret,
    "GET" "/api/v1/webhooks/{webhookId}" GetWebhook,
    "PATCH" "/api/v1/webhooks/{webhookId}" ChangeWebhook,
    "DELETE" "/api/v1/webhooks/{webhookId}" DeleteWebhook,
    "GET" "/api/v1/webhooks/{webhookId}/secret" GetWebhookSecret,
    "POST" "/api/v1/webhooks/{webhookId}/rotate" RotateWebhookSecret,
    "POST" "/api/v1/webhooks/{webhookId}/test" TestWebhook,
    "GET" "/api/v1/webhooks/{webhookId}/deliveries" ListDeliveries ["limit", "cursor", "status"],
    "POST" "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay" ReplayDelivery,
    "DELETE" "/api/v1/generations/{generationId}" DeleteGeneration,
    "POST" "/api/v1/uploads" CreateUpload,
];

/// The name of the parameter that a segment of [`Operation::path`] stands for.
fn parameter_name(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

impl Operation {
    /// The path of the collection to which the operation belongs, such as `/api/v1/webhooks`.
    pub fn collection(&self) -> &'static str {
        let end = self.path.match_indices('/').nth(3).map(|(at, _)| at);
        end.and_then(|end| self.path.get(..end)).unwrap_or(self.path)
    }

    /// Whether a path is that of a collection or is below it. No tool, quote or text has such a path.
    pub fn is_in_collection(path: &str) -> bool {
        OPERATIONS.iter().any(|operation| {
            let rest = path.strip_prefix(operation.collection());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

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

    /// The operations of a path, with the parameters of the path. A word in a path is no parameter if another operation
    /// has this word: `/api/v1/webhooks/secret` is no webhook.
    fn at(path: &str) -> Vec<(&'static Self, Vec<(&'static str, &str)>)> {
        let fitting = OPERATIONS.iter();
        let fitting = fitting.filter_map(|operation| Some((operation, operation.parameters(path)?)));
        let mut fitting: Vec<_> = fitting.collect();
        let fewest = fitting.iter().map(|(_, parameters)| parameters.len()).min();
        fitting.retain(|(_, parameters)| Some(parameters.len()) == fewest);
        fitting
    }

    /// The operation of this method and path, with the parameters of the path.
    pub fn find<'a>(method: &str, path: &'a str) -> Option<(&'static Self, Vec<(&'static str, &'a str)>)> {
        let mut at = Self::at(path).into_iter();
        at.find(|(operation, _)| operation.method == method)
    }

    /// The methods that a path takes; none for an unknown path.
    pub fn methods(path: &str) -> Vec<&'static str> {
        let mut methods: Vec<&'static str> = Self::at(path).iter().map(|(operation, _)| operation.method).collect();
        methods.sort_unstable();
        methods.dedup();
        methods
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value};

    use super::*;
    use crate::{ToolSpec, input::Issues, webhooks::WEBHOOKS_PATH};

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
            ("PATCH", "/api/v1/webhooks/secret", None),
            ("GET", "/api/v1/webhooks/rotate", None),
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
            ("DELETE", "/api/v1/generations/x", Some(DeleteGeneration::NAME)),
            ("GET", "/api/v1/generations/x", None),
            ("DELETE", "/api/v1/generations", None),
            ("POST", "/api/v1/uploads", Some(CreateUpload::NAME)),
            ("GET", "/api/v1/uploads", None),
        ] {
            assert_eq!(name(method, path), found, "{method} {path}");
        }
        let (_, parameters) = Operation::find("POST", "/api/v1/webhooks/x/deliveries/y/replay").unwrap();
        assert_eq!(parameters, [("webhookId", "x"), ("deliveryId", "y")]);
        assert_eq!(Operation::methods("/api/v1/webhooks/x"), ["DELETE", "GET", "PATCH"]);
        assert!(Operation::methods("/api/v1/webhooks/x/y").is_empty());
    }

    #[test]
    fn a_collection_has_its_own_path_and_all_paths_below_it() {
        for (path, is_in_collection) in [
            ("/api/v1/webhooks", true),
            ("/api/v1/webhooks/", true),
            ("/api/v1/webhooks/a/b/c", true),
            ("/api/v1/generations", true),
            ("/api/v1/generations/x", true),
            ("/api/v1/generationsx", false),
            ("/api/v1/tools", false),
            ("/api/v1", false),
        ] {
            assert_eq!(Operation::is_in_collection(path), is_in_collection, "{path}");
        }
        let collections: BTreeSet<&str> = OPERATIONS.iter().map(Operation::collection).collect();
        assert_eq!(
            collections,
            BTreeSet::from(["/api/v1/generations", "/api/v1/uploads", WEBHOOKS_PATH])
        );
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
