//! The tools of inspirations.

use serde_json::{Value, json};

use crate::{
    instance::Action,
    scenario::{CHARGE, COPY, Entry, LIMIT, Scenario, Stage, UPLOADED, is_limit},
    world::{SOURCE, picture},
};

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::CreateInspirationFromUpload,
        calls: UPLOADED,
        elsewhere: Some((is_limit, Scenario::UploadImage)),
    },
    Entry {
        scenario: Scenario::CreateInspiration,
        calls: &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
        elsewhere: Some((is_limit, Scenario::UploadImage)),
    },
    Entry {
        scenario: Scenario::CreateInspirationPublic,
        calls: &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
        elsewhere: Some((is_limit, Scenario::UploadImage)),
    },
    Entry {
        scenario: Scenario::CreateInspirationFromImage,
        calls: &[&["BatchGetItem", LIMIT], &["GetObject", COPY], &[CHARGE]],
        elsewhere: Some((is_limit, Scenario::UploadImage)),
    },
    Entry {
        scenario: Scenario::CreateInspirationFromThumbnail,
        calls: &[
            &["BatchGetItem", "Query", LIMIT],
            &["GetObject"],
            &["PutObject"],
            &[CHARGE],
        ],
        elsewhere: Some((is_limit, Scenario::UploadImage)),
    },
    Entry {
        scenario: Scenario::CreateInspirationFromLost,
        calls: &[&["BatchGetItem", LIMIT], &["GetObject", COPY], &["DeleteObject"]],
        elsewhere: Some((
            |operation, _| operation != "DeleteObject",
            Scenario::CreateInspirationFromImage,
        )),
    },
    Entry {
        scenario: Scenario::ListInspirations,
        calls: &[&["Query", LIMIT]],
        elsewhere: Some((is_limit, Scenario::ListImages)),
    },
    Entry {
        scenario: Scenario::GetInspiration,
        calls: &[&["BatchGetItem", LIMIT]],
        elsewhere: Some((is_limit, Scenario::ListImages)),
    },
    Entry {
        scenario: Scenario::DeleteInspiration,
        calls: &[&["BatchGetItem", LIMIT], &["TransactWriteItems"], &["DeleteObject"]],
        elsewhere: Some((is_limit, Scenario::DeleteImage)),
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::CreateInspirationFromUpload => {
            let source = stage.organization.client.uploaded(&picture()).await;
            stage.once("create_inspiration", json!({ "imageUrl": source }))
        }
        Scenario::CreateInspiration => stage.tool("create_inspiration", json!({ "imageUrl": *SOURCE })),
        Scenario::CreateInspirationPublic => stage.tool("create_inspiration", public()),
        Scenario::CreateInspirationFromImage => {
            let image = stage.world.image(stage.key()).await;
            stage.tool("create_inspiration", json!({ "imageId": image }))
        }
        Scenario::CreateInspirationFromThumbnail => {
            let body = json!({ "thumbnailId": stage.thumbnail().await });
            stage.tool("create_inspiration", body)
        }
        Scenario::CreateInspirationFromLost => {
            let image = stage.world.lost_image(stage.organization).await;
            stage.tool("create_inspiration", json!({ "imageId": image }))
        }
        Scenario::ListInspirations | Scenario::GetInspiration | Scenario::DeleteInspiration => {
            let made = stage.world.call(stage.key(), "create_inspiration", public()).await;
            let named = json!({ "inspirationId": made["inspirationId"] });
            match stage.scenario {
                Scenario::ListInspirations => stage.tool("list_inspirations", json!({ "filter": "all" })),
                Scenario::GetInspiration => stage.tool("get_inspiration", named),
                _ => stage.tool("delete_inspiration", named),
            }
        }
        _ => return None,
    })
}

fn public() -> Value {
    json!({ "imageUrl": *SOURCE, "visibility": "public" })
}
