//! Deletes the records that a smoke test has made, even if it failed.

use std::time::Duration;

use contract::{
    ToolSpec,
    tools::{
        CancelGeneration, DeleteImage, DeleteInspiration, DeletePerson, ListImages, ListInspirations, ListPersons,
    },
};
use http::StatusCode;
use serde_json::json;
use tokio::time::Instant;

use super::{problem::Problem, session::Session};

/// The time limit of the clean-up: it does not wait for a deployment that is down.
const LONGEST: Duration = Duration::from_secs(60);

/// Deletes remaining records and cancels pending generations; both are free. Returns the ids of records that could not
/// be deleted.
pub(super) async fn clean_up(session: &mut Session, all_went_well: bool) -> Vec<String> {
    let began = Instant::now();
    let generations = [session.records.thumbnail.clone(), session.records.variation.clone()];
    for generation in generations.into_iter().flatten().filter(|generation| !generation.ended) {
        // A thumbnail in work cannot be cancelled; it ends by itself.
        let body = json!({ "generationId": generation.id });
        drop(session.call::<CancelGeneration>(&body).await);
    }
    let images = Vec::from_iter(session.records.image.map(|id| id.to_string()));
    let inspirations = Vec::from_iter(session.records.inspiration.map(|id| id.to_string()));
    let persons = Vec::from_iter(session.records.person.map(|id| id.to_string()));
    let mut removal = Removal {
        session,
        began,
        all_went_well,
        left: Vec::new(),
    };
    removal
        .remove::<ListPersons, DeletePerson>("persons", "personId", persons)
        .await;
    removal
        .remove::<ListInspirations, DeleteInspiration>("inspirations", "inspirationId", inspirations)
        .await;
    removal
        .remove::<ListImages, DeleteImage>("images", "imageId", images)
        .await;
    removal.left
}

struct Removal<'a> {
    session: &'a mut Session,
    began: Instant,
    all_went_well: bool,
    left: Vec<String>,
}

impl Removal<'_> {
    /// Deletes records of one kind. If a step failed, this includes records whose creating call had no response; they
    /// are found by the mark, which is their name.
    async fn remove<L: ToolSpec, D: ToolSpec>(&mut self, list: &str, field: &str, known: Vec<String>) {
        let mut ids = known;
        if !self.all_went_well && self.has_time() {
            for id in self.marked::<L>(list, field).await.unwrap_or_default() {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        for id in ids {
            if !self.has_time() || !self.delete::<D>(field, &id).await {
                self.left.push(id);
            }
        }
    }

    fn has_time(&self) -> bool {
        self.began.elapsed() < LONGEST
    }

    async fn marked<L: ToolSpec>(&mut self, list: &str, field: &str) -> Result<Vec<String>, Problem> {
        let data = self.session.succeed::<L>(&json!({ "limit": 100 })).await?;
        let mark = self.session.mark.as_str();
        let records = data.list(&format!("/{list}"))?;
        let marked = records.iter().filter(|record| record.is("/name", mark).is_ok());
        marked
            .map(|record| record.text(&format!("/{field}")).map(str::to_owned))
            .collect()
    }

    /// Whether the record no longer exists.
    async fn delete<D: ToolSpec>(&mut self, field: &str, id: &str) -> bool {
        let answer = self.session.call::<D>(&json!({ field: id })).await;
        answer.is_ok_and(|answer| {
            answer.data::<D>().is_ok() || answer.refusal(StatusCode::NOT_FOUND, "NOT_FOUND").is_ok()
        })
    }
}
