//! `get_credits`

use contract::{
    Resources,
    tools::{Costs, GetCredits, GetCreditsInput, GetCreditsOutput, Unit},
};
use service::{Call, Failure, Reply, Tool};
use store::{Balance, Store};

pub(crate) struct Credits {
    pub(crate) store: Store,
}

impl Tool for Credits {
    type Spec = GetCredits;
    type Read = (Balance, Resources);

    async fn read(&self, call: &Call, _: &GetCreditsInput) -> Result<(Balance, Resources), Failure> {
        Ok(self.store.usage(call.organization.id).await?)
    }

    async fn run(
        &self,
        call: &Call,
        _: GetCreditsInput,
        (balance, usage): (Balance, Resources),
    ) -> Result<Reply<GetCreditsOutput>, Failure> {
        Ok(Reply::free(GetCreditsOutput {
            organization_name: call.organization.name.clone(),
            balance: balance.balance,
            unit: Unit::Thumbnail,
            plan: call.organization.plan,
            costs: Costs::CURRENT,
            usage,
            limits: call.organization.limits(),
        }))
    }
}
