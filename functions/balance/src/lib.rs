//! The two tools of the balance.

mod get_credit_history;
mod get_credits;

use gateway::Service;
use runtime::Cors;
use store::Store;

use self::{get_credit_history::CreditHistory, get_credits::Credits};

/// Serves the tools of this function.
pub fn service(store: &Store, cors: Cors) -> Service {
    Service::new(store.clone(), cors)
        .with_tool(Credits { store: store.clone() })
        .with_tool(CreditHistory { store: store.clone() })
        .build()
}
