//! The expected balance, computed from the costs in the responses.

use std::fmt;

use contract::Amount;
use serde::Serialize;

use super::{
    answer::Data,
    problem::{Problem, require},
};

/// The expected charges and refunds of a smoke test.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct ExpectedBalance {
    before: Amount,
    charged: Amount,
    refunded: Amount,
    /// The balance that the deployment reported at the end.
    after: Option<Amount>,
    #[serde(skip)]
    entries: u32,
}

impl ExpectedBalance {
    /// Starts with this balance.
    pub(super) fn starting_at(before: Amount) -> Self {
        Self {
            before,
            ..Self::default()
        }
    }

    /// The expected current balance.
    pub(super) fn expected(&self) -> Amount {
        self.before - self.charged + self.refunded
    }

    /// The expected change of the balance.
    pub(super) fn change(&self) -> Amount {
        self.refunded - self.charged
    }

    /// The expected number of new ledger entries.
    pub(super) const fn entries(&self) -> u32 {
        self.entries
    }

    /// Records a charge of this cost. The balance in the response must be the expected balance.
    pub(super) fn charge(&mut self, answer: &Data, cost: Amount) -> Result<(), Problem> {
        let told = answer.amount("/cost")?;
        self.charged = self.charged + told;
        self.entries += 1;
        require(told == cost, || format!("it cost {told} but its price is {cost}"))?;
        self.check(answer)
    }

    /// Records the refund of a thumbnail.
    pub(super) fn refund(&mut self, amount: Amount) {
        if amount.is_positive() {
            self.refunded = self.refunded + amount;
            self.entries += 1;
        }
    }

    /// Checks the balance in a response.
    pub(super) fn check(&self, answer: &Data) -> Result<(), Problem> {
        let (balance, expected) = (answer.amount("/balance")?, self.expected());
        require(balance == expected, || {
            format!("the balance is {balance} instead of {expected}; check that nobody else uses this organization")
        })
    }

    /// Records the final balance of a response and checks it.
    pub(super) fn close(&mut self, answer: &Data) -> Result<(), Problem> {
        self.after = Some(answer.amount("/balance")?);
        self.check(answer)
    }
}

impl fmt::Display for ExpectedBalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            before,
            charged,
            refunded,
            after,
            ..
        } = self;
        write!(f, "{before} before, {charged} charged, {refunded} refunded")?;
        after.map_or(Ok(()), |after| write!(f, ", {after} after"))
    }
}
