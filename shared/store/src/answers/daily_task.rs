//! Tasks that are done once a day, whichever process does them.

use std::time::Duration;

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{number, text},
        expression::Expression,
        update::Update,
    },
    keys,
};

/// How long it is known who did a task: longer than the day, plus the clock skew between functions.
const KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

impl Store {
    /// Claims today's task of this name. Returns true to exactly one caller a day in UTC. The task of a process that
    /// crashes after its claim is not done that day.
    pub async fn claim_daily_task(&self, task: &str) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let holder = self.ids.uuid().simple().to_string();
        let mut change = Expression::new();
        // A repetition after a lost answer finds its own claim.
        let (pk, name) = (change.name(keys::PK), change.name("holder"));
        let own = change.value(text(&holder));
        change.require(format!("attribute_not_exists({pk}) OR {name} = {own}"));
        change.set(&["holder"], text(&holder));
        change.set(&[keys::TTL], number(now.plus(KEPT).seconds()));
        let claimed = self.update(&keys::daily_task(task, now), &change).await?;
        Ok(matches!(claimed, Update::Written(_)))
    }
}
