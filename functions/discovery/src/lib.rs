//! `GET /api/v1/tools`, and every route that matches nothing else.

mod models;

use gateway::Service;
use runtime::{Cors, Models};
use store::Store;

/// Serves discovery. What no function serves ends here too, so that every answer is an envelope.
pub fn service(store: &Store, cors: Cors, models: &Models) -> Service {
    let models = models::listed(models);
    Service::new(store.clone(), cors).with_discovery(models).build()
}
