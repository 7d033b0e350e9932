//! `get_credit_history`

use contract::tools::{GetCreditHistory, GetCreditHistoryInput, GetCreditHistoryOutput, TransactionView};
use service::{Call, Failure, Reply, Tool};
use store::{LedgerEntry, LedgerPage, Store};

pub(crate) struct CreditHistory {
    pub(crate) store: Store,
}

impl Tool for CreditHistory {
    type Spec = GetCreditHistory;
    type Read = LedgerPage;

    async fn read(&self, call: &Call, input: &GetCreditHistoryInput) -> Result<LedgerPage, Failure> {
        let before = call
            .position
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(Failure::internal)?;
        Ok(self
            .store
            .ledger(call.organization.id, before, input.limit.get())
            .await?)
    }

    async fn run(
        &self,
        call: &Call,
        _: GetCreditHistoryInput,
        read: LedgerPage,
    ) -> Result<Reply<GetCreditHistoryOutput>, Failure> {
        let last = read.entries.last().filter(|_| read.more);
        Ok(Reply::free(GetCreditHistoryOutput {
            next_cursor: last.map(|entry| call.seal(&entry.sequence.to_string())),
            transactions: read.entries.into_iter().map(view).collect(),
        }))
    }
}

fn view(entry: LedgerEntry) -> TransactionView {
    TransactionView {
        transaction_id: entry.id,
        kind: entry.kind,
        amount: entry.amount,
        balance_after: entry.balance_after,
        tool: entry.tool,
        generation_id: entry.generation,
        description: entry.description,
        created_at: entry.created_at,
    }
}
