//! `GET /api/v1/tools`, and every route that matches nothing else.

use gateway::Service;
use runtime::Cors;
use store::Store;

/// Serves discovery. What no function serves ends here too, so that every answer is an envelope.
pub fn service(store: &Store, cors: Cors) -> Service {
    Service::new(store.clone(), cors).with_discovery().build()
}
