//! The state before each scenario.

use std::{sync::Arc, time::Duration};

use contract::{
    GenerationId, Quota, ToolSpec,
    operations::{CreateUpload, DeleteGeneration},
};
use queue::Message;
use serde_json::{Value, json};
use store::{FinishedPicture, LeaseOutcome};
use tests::{Organization, service::deadline};

use crate::{
    instance::{Action, tick},
    models::{COMPOSER, DEAD, ModelAction, TIRED},
    scenario::Scenario,
    world::{FaultWorld, SOURCE, picture},
};

/// The prepared action and everything that it needs.
pub(crate) struct Prepared {
    pub(crate) organization: Organization,
    pub(crate) action: Action,
    pub(crate) turn: ModelAction,
    /// Whether the instance has the key in its cache.
    pub(crate) warm: bool,
}

impl Scenario {
    pub(crate) async fn prepare(self, world: &Arc<FaultWorld>) -> Prepared {
        let organization = world.organization().await;
        let (id, key) = (organization.id, organization.key.clone());
        let tool = |tool, body| Action::Tool {
            tool,
            body,
            once: None,
            key: key.clone(),
        };
        let once = |tool, body| Action::Tool {
            tool,
            body,
            once: Some("once"),
            key: key.clone(),
        };
        let named = |generation: GenerationId| json!({ "generationId": generation });
        let mut turn = ModelAction::Picture;
        let action = match self {
            Self::GenerateOnce => once("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 2 })),
            Self::Generate => {
                let images = [world.image(&key).await, world.image(&key).await];
                tool(
                    "generate_thumbnail",
                    json!({ "imageIds": images, "prompt": "A lighthouse" }),
                )
            }
            Self::GenerateAtTheLimit => {
                let quota = [(Quota::Waiting, Some(1))];
                let changed = world.store().set_quotas(id, &quota, deadline()).await.expect("a quota");
                assert!(changed.is_some());
                let generation = world.begin(&key, 1, &[]).await;
                let ended = self.first(world, generation).await;
                world.sound.act(ended).await;
                tool("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
            }
            Self::Vary => {
                let source = world.begin(&key, 1, &[]).await;
                tool(
                    "generate_variation",
                    json!({ "promptId": source.to_string().replace("gen_", "prm_") }),
                )
            }
            Self::VaryLatest => {
                let image = world.image(&key).await;
                world.begin(&key, 1, &[image]).await;
                tool("generate_variation", json!({ "newPrompt": "A lighthouse at night" }))
            }
            Self::DeleteGeneration => {
                let generation = self.completed(world, &key).await;
                Action::Operation {
                    name: DeleteGeneration::NAME,
                    path: format!("/api/v1/generations/{generation}"),
                    body: Value::Null,
                    key: key.clone(),
                }
            }
            Self::VaryThumbnail | Self::GenerateWithThumbnail | Self::CreateInspirationFromThumbnail => {
                let generation = self.completed(world, &key).await;
                let shown = world.call(&key, "get_generation_status", named(generation)).await;
                let thumbnail = &shown["thumbnails"][0]["thumbnailId"];
                match self {
                    Self::VaryThumbnail => tool(
                        "generate_variation",
                        json!({ "thumbnailId": thumbnail, "newPrompt": "title: Land" }),
                    ),
                    Self::GenerateWithThumbnail => tool("generate_thumbnail", json!({ "imageIds": [thumbnail] })),
                    _ => tool("create_inspiration", json!({ "thumbnailId": thumbnail })),
                }
            }
            Self::Status => tool("get_generation_status", named(world.begin(&key, 2, &[]).await)),
            Self::List => {
                world.begin(&key, 2, &[]).await;
                tool("list_generations", json!({}))
            }
            Self::Cancel => tool("cancel_generation", named(world.begin(&key, 2, &[]).await)),
            Self::Trigger => tool("trigger_generation", named(world.begin(&key, 2, &[]).await)),
            Self::TriggerOldest => {
                world.begin(&key, 2, &[]).await;
                tool("trigger_generation", json!({}))
            }
            Self::Credits | Self::ColdCredits => tool("get_credits", json!({})),
            Self::CreditsWhileWaiting => {
                world.begin(&key, 2, &[]).await;
                tool("get_credits", json!({}))
            }
            Self::History => tool("get_credit_history", json!({})),
            Self::Discovery => Action::Discovery { key: key.clone() },
            Self::UploadImage => tool("upload_image", json!({ "imageUrl": *SOURCE })),
            Self::UploadImageOnce => once("upload_image", json!({ "imageUrl": *SOURCE })),
            Self::CreateUpload => Action::Operation {
                name: CreateUpload::NAME,
                path: "/api/v1/uploads".to_owned(),
                body: json!({ "sizeBytes": 5 }),
                key: key.clone(),
            },
            Self::UploadImageFromUpload => {
                let source = organization.client.uploaded(&picture()).await;
                once("upload_image", json!({ "imageUrl": source }))
            }
            Self::CreateInspirationFromUpload => {
                let source = organization.client.uploaded(&picture()).await;
                once("create_inspiration", json!({ "imageUrl": source }))
            }
            Self::CreatePersonFromUploads => {
                let client = &organization.client;
                let sources = [client.uploaded(&picture()).await, client.uploaded(&picture()).await];
                once("create_person", json!({ "name": "Alex", "imageUrls": sources }))
            }
            Self::UploadImageBeaten => {
                let action = once("upload_image", json!({ "imageUrl": *SOURCE }));
                turn = commit_first(world, action.clone());
                action
            }
            Self::ListImages | Self::SearchImages | Self::GetImage | Self::DeleteImage => {
                let image = world.image(&key).await;
                match self {
                    Self::ListImages => tool("list_images", json!({})),
                    Self::SearchImages => tool("search_images", json!({ "query": "image" })),
                    Self::GetImage => tool("get_image", json!({ "imageId": image })),
                    _ => tool("delete_image", json!({ "imageId": image })),
                }
            }
            Self::CreateInspiration => tool("create_inspiration", json!({ "imageUrl": *SOURCE })),
            Self::CreateInspirationPublic => tool("create_inspiration", public()),
            Self::CreateInspirationFromImage => {
                let image = world.image(&key).await;
                tool("create_inspiration", json!({ "imageId": image }))
            }
            Self::CreateInspirationFromLost => {
                let image = world.lost_image(&organization).await;
                tool("create_inspiration", json!({ "imageId": image }))
            }
            Self::ListInspirations | Self::GetInspiration | Self::DeleteInspiration => {
                let made = world.call(&key, "create_inspiration", public()).await;
                let named = json!({ "inspirationId": made["inspirationId"] });
                match self {
                    Self::ListInspirations => tool("list_inspirations", json!({ "filter": "all" })),
                    Self::GetInspiration => tool("get_inspiration", named),
                    _ => tool("delete_inspiration", named),
                }
            }
            Self::CreatePerson => tool("create_person", json!({ "name": "Alex" })),
            Self::CreatePersonOnce => once("create_person", json!({ "name": "Alex" })),
            Self::CreatePersonWithPhotos => tool("create_person", photographed()),
            Self::CreatePersonFromImages => {
                let images = [world.image(&key).await, world.image(&key).await];
                tool("create_person", json!({ "name": "Alex", "imageIds": images }))
            }
            Self::CreatePersonFromLost => {
                let images = [world.image(&key).await, world.lost_image(&organization).await];
                tool("create_person", json!({ "name": "Alex", "imageIds": images }))
            }
            Self::ListPersons | Self::GetPerson | Self::DeletePerson => {
                let made = world.call(&key, "create_person", photographed()).await;
                let named = json!({ "personId": made["personId"] });
                match self {
                    Self::ListPersons => tool("list_persons", json!({})),
                    Self::GetPerson => tool("get_person", named),
                    _ => tool("delete_person", named),
                }
            }
            Self::AttemptWithReferences => {
                let images = [world.image(&key).await, world.image(&key).await];
                let generation = world.begin(&key, 2, &images).await;
                self.first(world, generation).await
            }
            Self::ReferenceMissing => {
                let image = world.lost_image(&organization).await;
                let generation = world.begin(&key, 2, &[image]).await;
                self.first(world, generation).await
            }
            Self::Attempt
            | Self::Transient
            | Self::Permanent
            | Self::Panic
            | Self::TakeOver
            | Self::Overtaken
            | Self::LateDuplicate
            | Self::Spent => {
                let generation = world.begin(&key, 2, &[]).await;
                let action = self.first(world, generation).await;
                match self {
                    Self::Transient => turn = ModelAction::Transient,
                    Self::Permanent => turn = ModelAction::Permanent,
                    Self::Panic => turn = ModelAction::Panic,
                    Self::TakeOver => world.abandon(id, generation, 1).await,
                    Self::Spent => world.abandon(id, generation, 3).await,
                    Self::Overtaken => turn = overtake(world, id, generation),
                    Self::LateDuplicate => {
                        world.sound.act(action.clone()).await;
                    }
                    _ => {}
                }
                action
            }
            Self::FailOver | Self::FailOverAfterAttempts | Self::AttemptOfFallback => {
                let (model, count) = match self {
                    Self::FailOverAfterAttempts => (TIRED, 1),
                    _ => (DEAD, 2),
                };
                let generation = world.begin_with(&key, model, count).await;
                let letter = world.take(generation).await.remove(0);
                match self {
                    Self::FailOverAfterAttempts => world.abandon(id, generation, 2).await,
                    Self::AttemptOfFallback => {
                        world.sound.act(Action::Event(letter.event())).await;
                        world.delete(&letter).await;
                        return Prepared {
                            action: self.first(world, generation).await,
                            organization,
                            turn,
                            warm: false,
                        };
                    }
                    _ => {}
                }
                Action::Event(letter.event())
            }
            Self::SweepResend | Self::SweepLapsed | Self::SweepSpent => {
                let generation = world.begin(&key, 1, &[]).await;
                for letter in world.take(generation).await {
                    world.delete(&letter).await;
                }
                match self {
                    Self::SweepLapsed => world.abandon(id, generation, 1).await,
                    Self::SweepSpent => world.abandon(id, generation, 3).await,
                    _ => {}
                }
                world.service.clock().advance(Duration::from_secs(60));
                Action::Event(tick())
            }
            Self::DeadLetterUnreadable => {
                let dead_letters = &world.service.resources().dead_letters;
                dead_letters.send_body("unreadable").await.expect("a dead letter");
                Action::Event(tick())
            }
            Self::DeadLetter
            | Self::DeadLetterOfTheEnded
            | Self::DeadLetterWithAttemptsLeft
            | Self::DeadLetterOfTheReplaced => {
                let model = match self {
                    Self::DeadLetterOfTheReplaced => DEAD,
                    _ => COMPOSER,
                };
                let generation = world.begin_with(&key, model, 1).await;
                let letter = world.take(generation).await.remove(0);
                match self {
                    // The generation is not due yet, so the sweep does not find it.
                    Self::DeadLetter => world.use_up_attempts(id, generation).await,
                    Self::DeadLetterWithAttemptsLeft => {}
                    _ => {
                        world.sound.act(Action::Event(letter.event())).await;
                    }
                }
                world.delete(&letter).await;
                let message = Message::parse(&letter.body).expect("a message");
                world
                    .service
                    .resources()
                    .dead_letters
                    .send(&[message])
                    .await
                    .expect("a dead letter");
                Action::Event(tick())
            }
        };
        Prepared {
            organization,
            action,
            turn,
            warm: self.is_tool() && self != Self::ColdCredits,
        }
    }

    /// A generation with one completed thumbnail.
    pub(crate) async fn completed(self, world: &FaultWorld, key: &str) -> GenerationId {
        let generation = world.begin(key, 1, &[]).await;
        let drawn = self.first(world, generation).await;
        world.sound.act(drawn).await;
        generation
    }

    /// The message for the first thumbnail, as the queue delivers it.
    async fn first(self, world: &FaultWorld, generation: GenerationId) -> Action {
        Action::Event(world.take(generation).await.remove(0).event())
    }
}

/// While the model draws, its lease expires, and another process leases the thumbnail and completes it.
fn overtake(world: &Arc<FaultWorld>, organization: contract::OrganizationId, generation: GenerationId) -> ModelAction {
    let (world, runtime) = (Arc::clone(world), tokio::runtime::Handle::current());
    ModelAction::Meanwhile(Box::pin(async move {
        let meanwhile = async move {
            world.service.clock().advance(Duration::from_secs(120));
            let until = world.store().clock().now().plus(Duration::from_secs(30));
            let leased = world
                .store()
                .lease(organization, generation, 0, until)
                .await
                .expect("a lease");
            let LeaseOutcome::Leased(lease) = leased else {
                return;
            };
            let id = lease.generation.thumbnails[0];
            let object_key = media::keys::thumbnail(organization, id, lease.attempt, lease.generation.format);
            world
                .service
                .resources()
                .bucket
                .put(&object_key, "a picture".into(), "image/png")
                .await
                .expect("bytes");
            let picture = FinishedPicture::new(object_key, 9, world.store().clock().now());
            world.store().complete(&lease, picture).await.expect("an end");
        };
        runtime.spawn(meanwhile).await.expect("the other ends");
    }))
}

/// While the picture is described, another call with the same idempotency key commits first.
fn commit_first(world: &Arc<FaultWorld>, action: Action) -> ModelAction {
    let (world, runtime) = (Arc::clone(world), tokio::runtime::Handle::current());
    ModelAction::Meanwhile(Box::pin(async move {
        let first = runtime.spawn(async move { world.sound.act(action).await });
        first.await.expect("the other ends");
    }))
}

fn public() -> Value {
    json!({ "imageUrl": *SOURCE, "visibility": "public" })
}

fn photographed() -> Value {
    json!({ "name": "Alex", "imageUrls": [*SOURCE, *SOURCE] })
}
