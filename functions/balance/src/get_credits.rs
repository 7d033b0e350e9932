//! `get_credits`

use contract::tools::{Costs, GetCredits, GetCreditsInput, GetCreditsOutput, Unit};
use gateway::{Call, Failure, Reply, Tool};
use store::{Balance, Store};

pub(crate) struct Credits {
    pub(crate) store: Store,
}

impl Tool for Credits {
    type Spec = GetCredits;
    type Read = Balance;

    async fn read(&self, call: &Call, _: &GetCreditsInput) -> Result<Balance, Failure> {
        Ok(self.store.balance(call.organization.id).await?)
    }

    async fn run(&self, call: &Call, _: GetCreditsInput, read: Balance) -> Result<Reply<GetCreditsOutput>, Failure> {
        Ok(Reply::Fresh(GetCreditsOutput {
            balance: read.balance,
            unit: Unit::Thumbnail,
            plan: call.organization.plan,
            costs: Costs::CURRENT,
        }))
    }
}
