//! Takes away what a walk has made, however it ended.

use std::time::{Duration, Instant};

use contract::{
    ToolSpec,
    tools::{
        CancelGeneration, DeleteImage, DeleteInspiration, DeletePerson, ListImages, ListInspirations, ListPersons,
    },
};
use http::StatusCode;
use serde_json::json;

use super::{problem::Problem, session::Session};

/// For so long it is tried: a deployment that is down is not waited for.
const LONGEST: Duration = Duration::from_secs(60);

/// Deletes what is still there and cancels what is still pending; both are free. Returns the ids of what stays.
pub(super) async fn clean_up(session: &mut Session, all_went_well: bool) -> Vec<String> {
    let began = Instant::now();
    let generations = [session.made.thumbnail.clone(), session.made.variation.clone()];
    for generation in generations.into_iter().flatten().filter(|generation| !generation.ended) {
        // What is being made cannot be stopped and ends by itself.
        let body = json!({ "generationId": generation.id });
        drop(session.call::<CancelGeneration>(&body).await);
    }
    let images = Vec::from_iter(session.made.image.map(|id| id.to_string()));
    let inspirations = Vec::from_iter(session.made.inspiration.map(|id| id.to_string()));
    let persons = Vec::from_iter(session.made.person.map(|id| id.to_string()));
    let mut walk = Removal {
        session,
        began,
        all_went_well,
        left: Vec::new(),
    };
    walk.remove::<ListPersons, DeletePerson>("persons", "personId", persons)
        .await;
    walk.remove::<ListInspirations, DeleteInspiration>("inspirations", "inspirationId", inspirations)
        .await;
    walk.remove::<ListImages, DeleteImage>("images", "imageId", images)
        .await;
    walk.left
}

struct Removal<'a> {
    session: &'a mut Session,
    began: Instant,
    all_went_well: bool,
    left: Vec<String>,
}

impl Removal<'_> {
    /// Deletes records of one kind: those that are known, and where something failed also those that were made by a
    /// call whose answer was lost, which have the mark for their name.
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
        let data = self.session.done::<L>(&json!({ "limit": 100 })).await?;
        let mark = self.session.mark.as_str();
        let records = data.list(&format!("/{list}"))?;
        let marked = records.iter().filter(|record| record.is("/name", mark).is_ok());
        marked
            .map(|record| record.text(&format!("/{field}")).map(str::to_owned))
            .collect()
    }

    /// Whether it is gone.
    async fn delete<D: ToolSpec>(&mut self, field: &str, id: &str) -> bool {
        let answer = self.session.call::<D>(&json!({ field: id })).await;
        answer.is_ok_and(|answer| {
            answer.data::<D>().is_ok() || answer.refusal(StatusCode::NOT_FOUND, "NOT_FOUND").is_ok()
        })
    }
}
