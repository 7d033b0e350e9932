//! What the balance should be, from what the answers say that they cost.

use std::fmt;

use contract::Amount;
use serde::Serialize;

use super::{
    answer::Data,
    problem::{Problem, require},
};

/// The money of one walk.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Books {
    before: Amount,
    charged: Amount,
    refunded: Amount,
    /// What the deployment said at the end.
    after: Option<Amount>,
    #[serde(skip)]
    entries: u32,
}

impl Books {
    /// Books that begin with this balance.
    pub(super) fn opened(before: Amount) -> Self {
        Self {
            before,
            ..Self::default()
        }
    }

    /// What the balance should be now.
    pub(super) fn expected(&self) -> Amount {
        self.before - self.charged + self.refunded
    }

    /// By how much the balance should have moved.
    pub(super) fn moved(&self) -> Amount {
        self.refunded - self.charged
    }

    /// How many entries there should be in the ledger since.
    pub(super) const fn entries(&self) -> u32 {
        self.entries
    }

    /// Enters a charge of this cost. The answer's balance must be that after it.
    pub(super) fn charge(&mut self, answer: &Data, cost: Amount) -> Result<(), Problem> {
        let told = answer.amount("/cost")?;
        self.charged = self.charged + told;
        self.entries += 1;
        require(told == cost, || format!("it cost {told} and its price is {cost}"))?;
        self.check(answer)
    }

    /// Enters the refund of a thumbnail.
    pub(super) fn refund(&mut self, amount: Amount) {
        if amount.is_positive() {
            self.refunded = self.refunded + amount;
            self.entries += 1;
        }
    }

    /// Whether the balance in an answer is what it should be.
    pub(super) fn check(&self, answer: &Data) -> Result<(), Problem> {
        let (balance, expected) = (answer.amount("/balance")?, self.expected());
        require(balance == expected, || {
            format!("the balance is {balance} where {expected} was due; does somebody else use this organization?")
        })
    }

    /// Closes the books with the balance in an answer, which must be what it should be.
    pub(super) fn close(&mut self, answer: &Data) -> Result<(), Problem> {
        self.after = Some(answer.amount("/balance")?);
        self.check(answer)
    }
}

impl fmt::Display for Books {
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
