//! The tools of images, and uploads.

use std::sync::Arc;

use contract::{ToolSpec, operations::CreateUpload};
use serde_json::json;

use crate::{
    instance::Action,
    models::ModelAction,
    scenario::{CHARGE, Entry, LIMIT, Scenario, Stage, UPLOADED, is_limit},
    world::{FaultWorld, SOURCE, picture},
};

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::UploadImage,
        calls: &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::UploadImageOnce,
        calls: &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::UploadImageBeaten,
        calls: &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE], &["DeleteObject"]],
        elsewhere: Some((
            |operation, _| !matches!(operation, "TransactWriteItems" | "DeleteObject"),
            Scenario::UploadImageOnce,
        )),
    },
    Entry {
        scenario: Scenario::CreateUpload,
        calls: &[&[LIMIT], &["UpdateItem"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::UploadImageFromUpload,
        calls: UPLOADED,
        elsewhere: Some((is_limit, Scenario::UploadImage)),
    },
    Entry {
        scenario: Scenario::ListImages,
        calls: &[&["Query", LIMIT]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::SearchImages,
        calls: &[&["Query", LIMIT]],
        elsewhere: Some((is_limit, Scenario::ListImages)),
    },
    Entry {
        scenario: Scenario::GetImage,
        calls: &[&["GetItem", LIMIT]],
        elsewhere: Some((is_limit, Scenario::ListImages)),
    },
    Entry {
        scenario: Scenario::DeleteImage,
        calls: &[&["GetItem", LIMIT], &["TransactWriteItems"], &["DeleteObject"]],
        elsewhere: None,
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>, turn: &mut ModelAction) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::UploadImage => stage.tool("upload_image", json!({ "imageUrl": *SOURCE })),
        Scenario::UploadImageOnce => stage.once("upload_image", json!({ "imageUrl": *SOURCE })),
        Scenario::UploadImageBeaten => {
            let action = stage.once("upload_image", json!({ "imageUrl": *SOURCE }));
            *turn = commit_first(stage.world, action.clone());
            action
        }
        Scenario::CreateUpload => Action::Operation {
            name: CreateUpload::NAME,
            path: "/api/v1/uploads".to_owned(),
            body: json!({ "sizeBytes": 5 }),
            key: stage.key().to_owned(),
        },
        Scenario::UploadImageFromUpload => {
            let source = stage.organization.client.uploaded(&picture()).await;
            stage.once("upload_image", json!({ "imageUrl": source }))
        }
        Scenario::ListImages | Scenario::SearchImages | Scenario::GetImage | Scenario::DeleteImage => {
            let image = stage.world.image(stage.key()).await;
            match stage.scenario {
                Scenario::ListImages => stage.tool("list_images", json!({})),
                Scenario::SearchImages => stage.tool("search_images", json!({ "query": "image" })),
                Scenario::GetImage => stage.tool("get_image", json!({ "imageId": image })),
                _ => stage.tool("delete_image", json!({ "imageId": image })),
            }
        }
        _ => return None,
    })
}

/// While the picture is described, another call with the same idempotency key commits first.
fn commit_first(world: &Arc<FaultWorld>, action: Action) -> ModelAction {
    let (world, runtime) = (Arc::clone(world), tokio::runtime::Handle::current());
    ModelAction::Meanwhile(Box::pin(async move {
        let first = runtime.spawn(async move { world.sound.act(action).await });
        first.await.expect("the other ends");
    }))
}
