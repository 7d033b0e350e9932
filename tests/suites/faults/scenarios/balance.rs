//! The tools of the balance, and discovery.

use serde_json::json;

use crate::{
    instance::Action,
    scenario::{Entry, LIMIT, Scenario, Stage},
};

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::Credits,
        calls: &[&["GetItem", LIMIT]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::ColdCredits,
        calls: &[&["GetItem"], &["GetItem"], &["GetItem", LIMIT, "UpdateItem"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::CreditsWhileWaiting,
        calls: &[&["GetItem", LIMIT], &["Query"]],
        elsewhere: Some((|operation, _| operation != "Query", Scenario::Credits)),
    },
    Entry {
        scenario: Scenario::History,
        calls: &[&["Query", LIMIT]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::Discovery,
        calls: &[&[LIMIT]],
        elsewhere: None,
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::Credits | Scenario::ColdCredits => stage.tool("get_credits", json!({})),
        Scenario::CreditsWhileWaiting => {
            stage.world.begin(stage.key(), 2, &[]).await;
            stage.tool("get_credits", json!({}))
        }
        Scenario::History => stage.tool("get_credit_history", json!({})),
        Scenario::Discovery => Action::Discovery {
            key: stage.key().to_owned(),
        },
        _ => return None,
    })
}
