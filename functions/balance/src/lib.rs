//! The two tools of the balance.

mod get_credit_history;
mod get_credits;

use service::Service;
use store::Store;

use self::{get_credit_history::CreditHistory, get_credits::Credits};

/// The tools of this function.
pub fn service(store: &Store) -> Service {
    Service::new(store.clone())
        .with_tool(Credits { store: store.clone() })
        .with_tool(CreditHistory { store: store.clone() })
        .build()
}
