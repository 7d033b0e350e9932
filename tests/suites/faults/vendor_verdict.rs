//! What must hold after a vendor's call failed, for pictures, words and money.

use contract::{Amount, FailureCode, TransactionType, costs};
use serde_json::{Value, json};
use store::State;
use tests::{Fault, Organization, upstream::Act};

use crate::{
    faults::ALWAYS,
    holdings::Holdings,
    instance::{Action, Reply},
    upstreams::{Upstreams, Vendor, WITH_FALLBACK},
    vendor_calls::{Asking, Callee, Case},
    world::FaultWorld,
};

/// The description that models return.
const DESCRIPTION: &str = "A blue gradient without lettering.";
/// The prompt that models return.
const PROMPT: &str = "A huge lighthouse at dusk, lit from the left";

impl Upstreams {
    /// Lets text models return texts that the built-in rules would not.
    pub(crate) fn tell(&self, asking: Asking) {
        let words = match asking {
            Asking::Picture(_) => return,
            Asking::Description => {
                json!({ "name": "Gradient", "description": DESCRIPTION, "category": "background" }).to_string()
            }
            Asking::Prompt => PROMPT.to_owned(),
        };
        self.gemini.always(Act::Say(words.clone()));
        self.bedrock.always(Act::Say(words));
    }
}

/// The expected end of a thumbnail, and the expected number of requests to each vendor.
struct End {
    /// The model that makes the thumbnail; `None` if it is refunded.
    made_by: Option<&'static str>,
    attempts: u32,
    gemini: usize,
    bedrock: usize,
}

impl End {
    fn of(case: &Case, model: &'static str) -> Self {
        // A fault that a call survives: a delay, or a failure that the caller retries.
        let heals = !case.killed
            && match case.callee {
                Callee::Secrets => case.times == 1,
                Callee::Of(_) => matches!(case.fault, Fault::Delay(_)),
            };
        let (made_by, attempts) = match case.times {
            ALWAYS if model == WITH_FALLBACK => (Some(Vendor::Bedrock.model()), 4),
            ALWAYS => (None, 3),
            _ => (Some(model), if heals { 1 } else { 2 }),
        };
        // If the vendor was reached, it got as many requests as were tried.
        let reached = matches!(
            (case.callee, case.fault),
            (
                Callee::Of(_),
                Fault::CommitThenCut | Fault::HangAfter | Fault::Late(_) | Fault::Held
            )
        );
        let asked = match (case.times, reached) {
            (ALWAYS, true) => 3,
            (ALWAYS, false) => 0,
            (_, true) => 2,
            (_, false) => 1,
        };
        let by_fallback = usize::from(model == WITH_FALLBACK);
        let (gemini, bedrock) = match case.vendor() {
            Vendor::Gemini => (asked, by_fallback),
            Vendor::Bedrock => (0, asked),
        };
        Self {
            made_by,
            attempts,
            gemini,
            bedrock,
        }
    }
}

/// A thumbnail is made and paid, or given up and refunded, and no vendor gets unnecessary requests.
pub(crate) async fn check_picture(world: &FaultWorld, case: &Case, organization: &Organization, upstreams: &Upstreams) {
    let Asking::Picture(model) = case.asking else {
        return;
    };
    let end = End::of(case, model);
    let (_, progress) = world.generations(organization.id).await.remove(0);
    let thumbnail = &progress.thumbnails[0];
    let refunds = world.ledger(organization.id).await;
    let refunds = refunds.iter().filter(|entry| entry.kind == TransactionType::Refund);
    match (&thumbnail.state, end.made_by) {
        (State::Completed(picture), Some(expected)) => {
            let made_by = picture.provenance.as_ref().map(|provenance| provenance.model.as_str());
            assert_eq!((made_by, refunds.count()), (Some(expected), 0));
        }
        (State::Failed(cause), None) => assert_eq!((cause.code, refunds.count()), (FailureCode::ModelFailed, 1)),
        (state, expected) => panic!("{state:?} instead of made by {expected:?}"),
    }
    assert_eq!(thumbnail.attempt, end.attempts);
    let asked = (upstreams.gemini.seen().len(), upstreams.bedrock.seen().len());
    assert_eq!(asked, (end.gemini, end.bedrock), "requests to Gemini and to Bedrock");
}

/// A call succeeds even if its text model fails. Its caller, who may have no response, repeats it: one record is made
/// and paid once, and rewriting is paid only if it succeeded.
pub(crate) async fn check_words(
    world: &FaultWorld,
    case: &Case,
    organization: &Organization,
    action: &Action,
    reply: Option<Reply>,
) {
    let heals = matches!(case.fault, Fault::Delay(_)) || (case.callee == Callee::Secrets && case.times == 1);
    let repeated = data(world.sound.act(action.clone()).await);
    if let Some(reply) = reply {
        let data = data(reply);
        assert_eq!(has_words(case.asking, &data), heals, "{data}");
        assert_eq!(data, repeated, "the repetition has another response");
    } else {
        assert!(has_words(case.asking, &repeated), "{repeated}");
    }
    check_charges(world, case, organization, &[&repeated]).await;
    let Action::Tool { tool, body, key, .. } = action else {
        return;
    };
    let next = world.call(key, tool, body.clone()).await;
    assert_eq!(has_words(case.asking, &next), case.times == 1, "{next}");
    check_charges(world, case, organization, &[&next, &repeated]).await;
}

fn data(reply: Reply) -> Value {
    match reply {
        Reply::Http(200, mut answer) => answer["data"].take(),
        reply => panic!("the call fails: {reply:?}"),
    }
}

/// Whether the words come from a model. Otherwise the rules describe a picture, and a prompt is unchanged.
fn has_words(asking: Asking, data: &Value) -> bool {
    if asking == Asking::Prompt {
        assert!(
            data["enhancedPrompt"].is_null() || data["enhancedPrompt"] == PROMPT,
            "{data}"
        );
        return data["enhancedPrompt"].is_string();
    }
    assert!(!data["description"].as_str().unwrap().is_empty(), "{data}");
    data["description"] == DESCRIPTION
}

/// Checks that these records were charged, newest first, and nothing else.
async fn check_charges(world: &FaultWorld, case: &Case, organization: &Organization, made: &[&Value]) {
    let ledger = world.ledger(organization.id).await;
    let charges = ledger.iter().filter(|entry| entry.kind == TransactionType::Charge);
    let charges: Vec<Amount> = charges.map(|entry| Amount::ZERO - entry.amount).collect();
    let cost = |data: &&Value| match (case.asking, has_words(case.asking, data)) {
        (Asking::Prompt, true) => costs::GENERATE_THUMBNAIL + costs::ENHANCE_PROMPT,
        (Asking::Prompt, false) => costs::GENERATE_THUMBNAIL,
        _ => costs::UPLOAD_IMAGE,
    };
    assert_eq!(charges, made.iter().map(cost).collect::<Vec<_>>(), "{ledger:?}");
    let holdings = Holdings::of(world, organization.id).await;
    if case.asking == Asking::Prompt {
        let generations = world.generations(organization.id).await;
        let prompts = generations
            .iter()
            .map(|(generation, _)| json!(generation.enhanced_prompt));
        let prompted = made.iter().map(|data| data["enhancedPrompt"].clone());
        assert!(prompts.eq(prompted), "{generations:?}");
        return;
    }
    assert_eq!(holdings.records.len(), made.len());
    assert!(holdings.is_paid_since(&Holdings::default()), "{holdings:?}");
    assert!(holdings.missing().is_empty(), "{holdings:?}");
    // The killed process may have stored a picture already.
    let orphans = holdings.orphans();
    assert!(orphans.len() <= usize::from(case.killed), "{orphans:?}");
}
