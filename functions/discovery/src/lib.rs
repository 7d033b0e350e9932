//! `GET /api/v1/tools`, and every route that no other function serves.

mod models;

use rest::Api;
use runtime::{Cors, Models};
use service::Service;
use store::Store;

/// The API of discovery. Requests to unknown routes come here too, so that each of them gets an envelope.
pub fn api(store: &Store, cors: Cors, models: &Models) -> Api {
    Api::with_discovery(Service::new(store.clone()).build(), cors, models::listed(models))
}
