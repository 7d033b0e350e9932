//! Tasks that are done at most once, whichever process does them.

use std::time::Duration;

use contract::GenerationId;

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{number, text},
        expression::Expression,
        update::Update,
    },
    keys::{self, Key},
};

/// How long a claim is kept: longer than the day in which the task may be done, plus the clock skew between functions.
const KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

impl Store {
    /// Claims today's task of this name. Returns true to exactly one caller a day in UTC. The task of a process that
    /// crashes after its claim is not done that day.
    pub async fn claim_daily_task(&self, task: &str) -> Result<bool, StoreError> {
        self.claim(&keys::daily_task(task, self.clock.now())).await
    }

    /// Claims the only second painting of a thumbnail. Returns true to exactly one caller, over all attempts. A
    /// thumbnail is open for a day at most.
    pub async fn claim_second_painting(&self, generation: GenerationId, index: usize) -> Result<bool, StoreError> {
        self.claim(&keys::second_painting(generation, index)).await
    }

    async fn claim(&self, key: &Key) -> Result<bool, StoreError> {
        let holder = self.ids.uuid().simple().to_string();
        let mut change = Expression::new();
        // A repetition after a lost answer finds its own claim.
        let (pk, name) = (change.name(keys::PK), change.name("holder"));
        let own = change.value(text(&holder));
        change.require(format!("attribute_not_exists({pk}) OR {name} = {own}"));
        change.set(&["holder"], text(&holder));
        change.set(&[keys::TTL], number(self.clock.now().plus(KEPT).seconds()));
        let claimed = self.update(key, &change).await?;
        Ok(matches!(claimed, Update::Written(_)))
    }
}
