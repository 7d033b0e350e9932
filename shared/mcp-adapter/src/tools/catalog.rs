//! The list of tools.

use contract::{Category, RateLimits, tools::TERMS};

/// The descriptor of each tool, in the order of [`TERMS`], up to the number of calls a minute.
static CATALOG: &[&str] = &include!(concat!(env!("OUT_DIR"), "/catalog.rs"));

/// The JSON array of the tools of these categories, for a caller with these limits.
pub(crate) fn tools(scopes: &[Category], limits: &RateLimits) -> String {
    let mut list = String::from("[");
    let permitted = TERMS
        .iter()
        .zip(CATALOG)
        .filter(|(tool, _)| scopes.contains(&tool.category));
    for (tool, descriptor) in permitted {
        if list.len() > 1 {
            list.push(',');
        }
        list.push_str(descriptor);
        list.push_str(&limits.of_tool(tool).to_string());
        list.push_str("}}");
    }
    list.push(']');
    list
}

#[cfg(test)]
mod tests {
    use contract::{Effect, Plan, tools::ALL};
    use descriptions::simple;
    use serde_json::{Value, json};

    use super::*;

    fn list(scopes: &[Category]) -> Vec<Value> {
        serde_json::from_str(&tools(scopes, &Plan::Pro.into())).unwrap()
    }

    #[test]
    fn all_scopes_give_all_tools_in_order() {
        let listed = list(&Category::ALL);
        assert!(
            listed
                .iter()
                .map(|tool| &tool["name"])
                .eq(ALL.iter().map(|tool| tool.name))
        );
        let app = json!({ "resourceUri": env!("APP_URI") });
        assert_eq!(
            listed[0]["_meta"],
            json!({ "ui": app, "creditCost": 1, "rateLimit": 10 })
        );
        assert_eq!(listed[3]["_meta"], json!({ "creditCost": 0, "rateLimit": 60 }));
        assert_eq!(listed[6]["outputSchema"], simple::output(&(ALL[6].output_schema)()));
        assert_eq!(listed[6]["inputSchema"], simple::input(&(ALL[6].input_schema)()));
    }

    #[test]
    fn the_list_is_short_and_has_what_simple_clients_read() {
        /// A model reads the list in each conversation.
        const MAX_BYTES: usize = 60_000;

        let list = tools(&Category::ALL, &Plan::Enterprise.into());
        assert!(list.len() <= MAX_BYTES, "{} bytes", list.len());
        for absent in [
            r#""type":["#,
            "null]",
            "patternProperties",
            "propertyNames",
            "$ref",
            "$schema",
        ] {
            assert!(!list.contains(absent), "{absent}");
        }
    }

    #[test]
    fn a_key_is_shown_the_tools_that_it_may_call() {
        let listed = list(&[Category::Balance]);
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0]["name"], "get_credits");
        assert!(list(&[]).is_empty());
    }

    #[test]
    fn annotations_say_what_each_tool_does() {
        let having = |hint: &str| -> Vec<String> {
            let listed = list(&Category::ALL);
            let having = listed.iter().filter(|tool| tool["annotations"][hint] == true);
            having.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
        };
        let removing = [
            "cancel_generation",
            "delete_image",
            "delete_inspiration",
            "delete_person",
        ];
        assert_eq!(having("destructiveHint"), removing);
        let reading: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        let reading: Vec<&str> = reading
            .into_iter()
            .filter(|name| ["get_", "list_", "search_"].iter().any(|verb| name.starts_with(verb)))
            .collect();
        assert_eq!(having("readOnlyHint"), reading);
        let repeatable = ALL.iter().filter(|tool| tool.effect != Effect::Creates);
        assert!(repeatable.map(|tool| tool.name).eq(having("idempotentHint")));
        assert!(having("idempotentHint").contains(&"trigger_generation".to_owned()));
        let open = [
            "generate_thumbnail",
            "generate_variation",
            "upload_image",
            "create_inspiration",
            "create_person",
        ];
        assert_eq!(having("openWorldHint"), open);
    }
}
