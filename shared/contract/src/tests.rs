//! Tests of the contract: the list of tools, their schemas, parsing of bodies, and envelopes.

mod inputs;
mod outputs;
mod schemas;

use std::collections::BTreeSet;

use insta::{assert_json_snapshot, with_settings};
use serde_json::{Value, json};

use crate::{
    Amount, ToolInfo,
    error::Issue,
    input::{Input, Issues},
    tools::{ALL, Costs, find},
};

fn snapshot(name: &str, value: &impl serde::Serialize) {
    let value = serde_json::to_value(value).unwrap();
    with_settings!({
        snapshot_path => "tests/snapshots",
        sort_maps => true,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        assert_json_snapshot!(name, value);
    });
}

fn check(tool: &ToolInfo, body: &Value) -> Vec<Issue> {
    let mut issues = Issues::default();
    (tool.check)(body.as_object().unwrap(), &mut issues);
    issues.into_vec()
}

fn parse<T: Input>(body: Value) -> Result<T, Vec<String>> {
    let mut issues = Issues::default();
    T::parse(body.as_object().unwrap(), &mut issues)
        .ok_or_else(|| issues.into_vec().into_iter().map(|issue| issue.path).collect())
}

#[test]
fn the_tools_match_their_snapshot() {
    let tools: Vec<Value> = ALL
        .iter()
        .map(|tool| {
            json!({
                "name": tool.name,
                "category": tool.category,
                "cost": tool.cost,
                "rateLimit": tool.rate_limit,
                "idempotent": tool.idempotent,
            })
        })
        .collect();
    snapshot("tools", &tools);
}

#[test]
fn tools_are_sorted_by_category_and_have_unique_names() {
    assert!(ALL.is_sorted_by_key(|tool| tool.category));
    assert_eq!(
        ALL.iter().map(|tool| tool.name).collect::<BTreeSet<_>>().len(),
        ALL.len()
    );
}

#[test]
fn a_tool_is_found_only_by_its_exact_name() {
    for tool in &ALL {
        assert_eq!(find(tool.name).map(|found| found.name), Some(tool.name));
    }
    assert!(find("generate").is_none());
}

#[test]
fn descriptions_name_only_tools_that_exist() {
    let verbs = [
        "generate_",
        "get_",
        "list_",
        "cancel_",
        "trigger_",
        "upload_",
        "search_",
        "delete_",
        "create_",
    ];
    for tool in &ALL {
        for word in tool
            .description
            .split(|character: char| !character.is_ascii_lowercase() && character != '_')
        {
            if verbs.iter().any(|verb| word.starts_with(verb)) {
                assert!(ALL.iter().any(|other| other.name == word), "{} names {word}", tool.name);
            }
        }
    }
}

#[test]
fn prices_shown_are_prices_charged() {
    let shown = serde_json::to_value(Costs::CURRENT).unwrap();
    for tool in ALL.iter().filter(|tool| tool.cost != Amount::ZERO) {
        assert_eq!(shown[tool.name], json!(tool.cost));
    }
    assert_eq!(
        shown,
        json!({
            "generate_thumbnail": 1, "generate_variation": 1,
            "create_inspiration": 0.1, "upload_image": 0.05, "enhance_prompt": 0.1
        })
    );
}
