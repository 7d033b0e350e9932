//! The tools of persons.

use serde_json::{Value, json};

use crate::{
    instance::Action,
    scenario::{COPY, Entry, LIMIT, Scenario, Stage, is_limit},
    world::{SOURCE, picture},
};

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::CreatePersonFromUploads,
        calls: &[
            &["BatchGetItem", LIMIT],
            &["BatchGetItem", "GetObject", "GetObject"],
            &["PutObject", "PutObject"],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
        elsewhere: Some((is_limit, Scenario::CreatePerson)),
    },
    Entry {
        scenario: Scenario::CreatePerson,
        calls: &[&[LIMIT], &["TransactWriteItems"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::CreatePersonOnce,
        calls: &[&["BatchGetItem", LIMIT], &["TransactWriteItems"]],
        elsewhere: Some((is_limit, Scenario::CreatePerson)),
    },
    Entry {
        scenario: Scenario::CreatePersonWithPhotos,
        calls: &[
            &["BatchGetItem", LIMIT],
            &["PutObject", "PutObject"],
            &["TransactWriteItems"],
        ],
        elsewhere: Some((is_limit, Scenario::CreatePerson)),
    },
    Entry {
        scenario: Scenario::CreatePersonFromImages,
        calls: &[&["BatchGetItem", LIMIT], &[COPY, COPY], &["TransactWriteItems"]],
        elsewhere: Some((is_limit, Scenario::CreatePerson)),
    },
    Entry {
        scenario: Scenario::CreatePersonFromLost,
        calls: &[
            &["BatchGetItem", LIMIT],
            &[COPY, COPY],
            &["DeleteObject", "DeleteObject"],
        ],
        elsewhere: Some((
            |operation, _| operation != "DeleteObject",
            Scenario::CreatePersonFromImages,
        )),
    },
    Entry {
        scenario: Scenario::ListPersons,
        calls: &[&["Query", LIMIT]],
        elsewhere: Some((is_limit, Scenario::ListImages)),
    },
    Entry {
        scenario: Scenario::GetPerson,
        calls: &[&["GetItem", LIMIT]],
        elsewhere: Some((is_limit, Scenario::ListImages)),
    },
    Entry {
        scenario: Scenario::DeletePerson,
        calls: &[
            &["GetItem", LIMIT],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
        elsewhere: Some((is_limit, Scenario::DeleteImage)),
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::CreatePersonFromUploads => {
            let client = &stage.organization.client;
            let sources = [client.uploaded(&picture()).await, client.uploaded(&picture()).await];
            stage.once("create_person", json!({ "name": "Alex", "imageUrls": sources }))
        }
        Scenario::CreatePerson => stage.tool("create_person", json!({ "name": "Alex" })),
        Scenario::CreatePersonOnce => stage.once("create_person", json!({ "name": "Alex" })),
        Scenario::CreatePersonWithPhotos => stage.tool("create_person", photographed()),
        Scenario::CreatePersonFromImages => {
            let images = [
                stage.world.image(stage.key()).await,
                stage.world.image(stage.key()).await,
            ];
            stage.tool("create_person", json!({ "name": "Alex", "imageIds": images }))
        }
        Scenario::CreatePersonFromLost => {
            let images = [
                stage.world.image(stage.key()).await,
                stage.world.lost_image(stage.organization).await,
            ];
            stage.tool("create_person", json!({ "name": "Alex", "imageIds": images }))
        }
        Scenario::ListPersons | Scenario::GetPerson | Scenario::DeletePerson => {
            let made = stage.world.call(stage.key(), "create_person", photographed()).await;
            let named = json!({ "personId": made["personId"] });
            match stage.scenario {
                Scenario::ListPersons => stage.tool("list_persons", json!({})),
                Scenario::GetPerson => stage.tool("get_person", named),
                _ => stage.tool("delete_person", named),
            }
        }
        _ => return None,
    })
}

fn photographed() -> Value {
    json!({ "name": "Alex", "imageUrls": [*SOURCE, *SOURCE] })
}
