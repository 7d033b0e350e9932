//! The calls, the operator commands and the accidents of which a plan consists.

use std::fmt;

use contract::webhooks::{EventType, WEBHOOKS_PATH};
use http::Method;
use serde_json::{Value as Json, json};

use crate::{
    painter::{Script, THOROUGH},
    receiver::Answers,
};

/// The number of the plan step that creates the record to which an operation refers.
pub(crate) type Maker = usize;

/// A tool with its parameters. The ids of records are known only after the steps that create them have run, so an
/// operation refers to the steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Generate {
        count: u8,
        script: Script,
        thorough: bool,
        enhance: bool,
        images: Vec<Maker>,
        inspirations: Vec<Maker>,
        persons: Vec<Maker>,
        /// How the receiver at the `webhookUrl` answers; `None` for a call without a `webhookUrl`.
        webhook: Option<Answers>,
    },
    Vary {
        of: Option<Maker>,
        count: u8,
        script: Script,
    },
    /// Sets other words on the first completed thumbnail of a generation. If it has a plate, the plate is kept.
    Letter {
        of: Maker,
        script: Script,
    },
    Upload,
    Inspire {
        public: bool,
        image: Option<Maker>,
    },
    MakePerson {
        photos: u8,
        image: Option<Maker>,
    },
    Cancel(Maker),
    Trigger(Option<Maker>),
    Status {
        of: Maker,
        wait: u8,
    },
    DeleteImage(Maker),
    DeleteInspiration(Maker),
    DeletePerson(Maker),
    /// Creates a webhook for these events, or for all events if there are none.
    Listen {
        events: Vec<EventType>,
        answers: Answers,
    },
    /// Enables or disables a webhook.
    SwitchWebhook {
        of: Maker,
        enabled: bool,
    },
    DeleteWebhook(Maker),
    TestWebhook(Maker),
    Credits,
    History,
    ListGenerations,
    ListImages,
    ListInspirations,
    ListPersons,
}

/// A PNG of two by two pixels, as a `data:` URL.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4IQcEJxggFAAcfgQRs56ClAAAAABJRU5ErkJggg==";

/// The UUID of an id that is well-formed and that no record has.
const NOBODY: &str = "0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

/// What stands before the title in the words of [`Operation::Letter`].
pub(crate) const NEW_TITLE: &str = "title: \"";

impl Operation {
    /// The name of the tool.
    pub(crate) const fn tool(&self) -> &'static str {
        match self {
            Self::Generate { .. } => "generate_thumbnail",
            Self::Vary { .. } | Self::Letter { .. } => "generate_variation",
            Self::Upload => "upload_image",
            Self::Inspire { .. } => "create_inspiration",
            Self::MakePerson { .. } => "create_person",
            Self::Cancel(_) => "cancel_generation",
            Self::Trigger(_) => "trigger_generation",
            Self::Status { .. } => "get_generation_status",
            Self::DeleteImage(_) => "delete_image",
            Self::DeleteInspiration(_) => "delete_inspiration",
            Self::DeletePerson(_) => "delete_person",
            Self::Listen { .. } => "create_webhook",
            Self::SwitchWebhook { .. } => "update_webhook",
            Self::DeleteWebhook(_) => "delete_webhook",
            Self::TestWebhook(_) => "test_webhook",
            Self::Credits => "get_credits",
            Self::History => "get_credit_history",
            Self::ListGenerations => "list_generations",
            Self::ListImages => "list_images",
            Self::ListInspirations => "list_inspirations",
            Self::ListPersons => "list_persons",
        }
    }

    /// Whether the tool creates a record, so that an idempotency key has an effect.
    pub(crate) const fn creates(&self) -> bool {
        matches!(
            self,
            Self::Generate { .. }
                | Self::Vary { .. }
                | Self::Letter { .. }
                | Self::Upload
                | Self::Inspire { .. }
                | Self::MakePerson { .. }
                | Self::Listen { .. }
        )
    }

    /// The method and the path of an operation that is no tool. `body` is that of [`Operation::body`].
    pub(crate) fn route(&self, body: &Json) -> Option<(Method, String)> {
        let id = body.get("webhookId").and_then(Json::as_str).unwrap_or_default();
        match self {
            Self::Listen { .. } => Some((Method::POST, WEBHOOKS_PATH.to_owned())),
            Self::SwitchWebhook { .. } => Some((Method::PATCH, format!("{WEBHOOKS_PATH}/{id}"))),
            Self::DeleteWebhook(_) => Some((Method::DELETE, format!("{WEBHOOKS_PATH}/{id}"))),
            Self::TestWebhook(_) => Some((Method::POST, format!("{WEBHOOKS_PATH}/{id}/test"))),
            _ => None,
        }
    }

    /// The tool's parameters. `tag` becomes a part of the created record, so that checks can find the record. `made`
    /// returns the id that the response to a step contained.
    pub(crate) fn body(&self, tag: &str, made: impl Fn(Maker, &str) -> Option<String>) -> Json {
        let id = |maker: Maker, field: &str, prefix: &str| {
            made(maker, field).unwrap_or_else(|| format!("{prefix}_{NOBODY}"))
        };
        let ids = |makers: &[Maker], field: &str, prefix: &str| {
            let mut ids: Vec<String> = makers.iter().map(|&maker| id(maker, field, prefix)).collect();
            ids.sort();
            ids.dedup();
            ids
        };
        match self {
            Self::Generate {
                count,
                script,
                thorough,
                enhance,
                images,
                inspirations,
                persons,
                webhook,
            } => json!({
                "prompt": format!("{tag} {script}"),
                "count": count,
                "model": thorough.then_some(THOROUGH),
                "enhancePrompt": enhance,
                "imageIds": ids(images, "imageId", "img"),
                "inspirationIds": ids(inspirations, "inspirationId", "ins"),
                "personIds": ids(persons, "personId", "per"),
                "webhookUrl": webhook.as_ref().map(|answers| answers.url(tag)),
            }),
            Self::Vary { of, count, script } => json!({
                "promptId": of.map(|of| id(of, "promptId", "prm")),
                "newPrompt": format!("{tag} {script}"),
                "count": count,
            }),
            Self::Letter { of, script } => json!({
                "thumbnailId": id(*of, "thumbnailId", "thm"),
                "newPrompt": format!("{NEW_TITLE}{tag} {script}\""),
            }),
            Self::Upload => json!({ "imageUrl": PICTURE, "name": tag }),
            Self::Inspire { public, image } => {
                let visibility = if *public { "public" } else { "private" };
                match image {
                    Some(maker) => json!({
                        "imageId": id(*maker, "imageId", "img"), "name": tag, "visibility": visibility,
                    }),
                    None => json!({ "imageUrl": PICTURE, "name": tag, "visibility": visibility }),
                }
            }
            Self::MakePerson { photos, image } => match image {
                Some(maker) => json!({ "name": tag, "imageIds": [id(*maker, "imageId", "img")] }),
                None => json!({ "name": tag, "imageUrls": vec![PICTURE; usize::from(*photos)] }),
            },
            Self::Cancel(maker) => json!({ "generationId": id(*maker, "generationId", "gen") }),
            Self::Trigger(maker) => {
                json!({ "generationId": maker.map(|maker| id(maker, "generationId", "gen")) })
            }
            Self::Status { of, wait } => json!({ "generationId": id(*of, "generationId", "gen"), "waitSeconds": wait }),
            Self::DeleteImage(maker) => json!({ "imageId": id(*maker, "imageId", "img") }),
            Self::DeleteInspiration(maker) => json!({ "inspirationId": id(*maker, "inspirationId", "ins") }),
            Self::DeletePerson(maker) => json!({ "personId": id(*maker, "personId", "per") }),
            Self::Listen { events, answers } => {
                json!({ "url": answers.url(tag), "events": events, "description": tag })
            }
            Self::SwitchWebhook { of, enabled } => {
                json!({ "webhookId": id(*of, "webhookId", "whk"), "enabled": enabled })
            }
            Self::DeleteWebhook(of) | Self::TestWebhook(of) => json!({ "webhookId": id(*of, "webhookId", "whk") }),
            Self::Credits => json!({}),
            Self::History | Self::ListGenerations | Self::ListImages | Self::ListPersons => json!({ "limit": 100 }),
            Self::ListInspirations => json!({ "limit": 100, "filter": "mine" }),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A command of the operator's tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Grants `hundredths` of a thumbnail to an organization, or takes them back if the number is negative. The
    /// operator retries the command if it fails.
    Adjust {
        organization: usize,
        hundredths: i32,
    },
    Audit,
    CollectGarbage,
    DeleteOrganization(usize),
    /// Revokes the API key of an organization's callers.
    RevokeKey(usize),
    Redrive,
    SetPlan(usize),
}

/// A fault of the machines or of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accident {
    /// Kills the gateway processes that are serving a call.
    KillGateways,
    /// Kills the processes of the generation loop that are handling an event.
    KillLoops,
    /// Kills the processes of the delivery of events that are handling an event.
    KillDeliveries,
    /// A deployment: idle processes are replaced, and gateway processes finish their current calls before they are
    /// replaced.
    Restart,
    /// The generation loop is throttled for so many seconds: it receives neither batches nor scheduled events.
    ThrottleLoop(u32),
    /// Puts a message into the queue that the generation loop cannot parse.
    UnreadableMessage,
    /// Writes so many generations in a state that this version does not know, as a newer version that was rolled back
    /// would have left them.
    UnknownStates(u8),
}
