//! `GET /api/v1/tools`, the console, and every route that no other function serves.

mod models;
mod pages;

use rest::Api;
use runtime::{Cors, Models};
use service::Service;
use store::Store;

pub use self::pages::pictures_origin;

/// The API of discovery. Requests to unknown routes come here too, so that each of them gets an envelope. `pictures` is
/// the origin of presigned URLs.
pub fn api(store: &Store, cors: Cors, models: &Models, pictures: &str) -> Api {
    let console = Box::new(pages::Console::new(pictures));
    Api::with_discovery(
        Service::new(store.clone()).build(),
        cors,
        models::listed(models),
        console,
    )
}
