//! The tools of generation, and the deletion of a generation.

use contract::{Quota, ToolSpec, operations::DeleteGeneration};
use serde_json::{Value, json};
use tests::service::deadline;

use crate::{
    instance::Action,
    scenario::{CHARGE, Entry, LIMIT, SEND, Scenario, Stage, is_limit, is_limit_or_send},
};

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::Generate,
        calls: &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::GenerateOnce,
        calls: &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::GenerateAtTheLimit,
        calls: &[&["BatchGetItem", LIMIT], &["Query"], &[CHARGE], &[SEND]],
        elsewhere: Some((is_limit_or_send, Scenario::Generate)),
    },
    Entry {
        scenario: Scenario::Vary,
        calls: &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::VaryLatest,
        calls: &[&["Query", LIMIT], &["BatchGetItem"], &[CHARGE], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::VaryThumbnail,
        calls: &[&["BatchGetItem", "Query", LIMIT], &[CHARGE], &[SEND]],
        elsewhere: Some((is_limit_or_send, Scenario::Vary)),
    },
    Entry {
        scenario: Scenario::GenerateWithThumbnail,
        calls: &[&["BatchGetItem", "Query", LIMIT], &[CHARGE], &[SEND]],
        elsewhere: Some((is_limit_or_send, Scenario::Vary)),
    },
    Entry {
        scenario: Scenario::Status,
        calls: &[&["Query", LIMIT]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::List,
        calls: &[&["Query", LIMIT]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::Cancel,
        calls: &[&["BatchGetItem", LIMIT], &["TransactWriteItems"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::Trigger,
        calls: &[&["GetItem", LIMIT], &["UpdateItem"], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::TriggerOldest,
        calls: &[&["Query", LIMIT], &["UpdateItem"], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::DeleteGeneration,
        calls: &[
            &["Query", LIMIT],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
        elsewhere: Some((is_limit, Scenario::DeleteImage)),
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::Generate => {
            let images = [
                stage.world.image(stage.key()).await,
                stage.world.image(stage.key()).await,
            ];
            stage.tool(
                "generate_thumbnail",
                json!({ "imageIds": images, "prompt": "A lighthouse" }),
            )
        }

        Scenario::GenerateOnce => stage.once("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 2 })),
        Scenario::GenerateAtTheLimit => {
            let quota = [(Quota::Waiting, Some(1))];
            let changed = stage
                .world
                .store()
                .set_quotas(stage.organization.id, &quota, deadline())
                .await
                .expect("a quota");
            assert!(changed.is_some());
            let generation = stage.world.begin(stage.key(), 1, &[]).await;
            let ended = stage.first(generation).await;
            stage.world.sound.act(ended).await;
            stage.tool("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
        }
        Scenario::Vary => {
            let source = stage.world.begin(stage.key(), 1, &[]).await;
            stage.tool(
                "generate_variation",
                json!({ "promptId": source.to_string().replace("gen_", "prm_") }),
            )
        }
        Scenario::VaryLatest => {
            let image = stage.world.image(stage.key()).await;
            stage.world.begin(stage.key(), 1, &[image]).await;
            stage.tool("generate_variation", json!({ "newPrompt": "A lighthouse at night" }))
        }
        Scenario::VaryThumbnail => {
            let body = json!({ "thumbnailId": stage.thumbnail().await, "newPrompt": "title: Land" });
            stage.tool("generate_variation", body)
        }
        Scenario::GenerateWithThumbnail => {
            let body = json!({ "imageIds": [stage.thumbnail().await] });
            stage.tool("generate_thumbnail", body)
        }
        Scenario::Status => stage.tool(
            "get_generation_status",
            json!({ "generationId": stage.world.begin(stage.key(), 2, &[]).await }),
        ),
        Scenario::List => {
            stage.world.begin(stage.key(), 2, &[]).await;
            stage.tool("list_generations", json!({}))
        }
        Scenario::Cancel => stage.tool(
            "cancel_generation",
            json!({ "generationId": stage.world.begin(stage.key(), 2, &[]).await }),
        ),
        Scenario::Trigger => stage.tool(
            "trigger_generation",
            json!({ "generationId": stage.world.begin(stage.key(), 2, &[]).await }),
        ),
        Scenario::TriggerOldest => {
            stage.world.begin(stage.key(), 2, &[]).await;
            stage.tool("trigger_generation", json!({}))
        }
        Scenario::DeleteGeneration => {
            let generation = stage.completed().await;
            Action::Operation {
                name: DeleteGeneration::NAME,
                path: format!("/api/v1/generations/{generation}"),
                body: Value::Null,
                key: stage.key().to_owned(),
            }
        }
        _ => return None,
    })
}
