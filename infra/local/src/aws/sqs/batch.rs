//! Calls with up to ten messages. Each message succeeds or fails independently.

use serde_json::{Map, Value, json};

use super::{
    error::SqsError,
    limits::MAX_MESSAGE_BYTES,
    store::Store,
    wire::{Batch, Outgoing, Receipt},
};

/// Checks that all bodies of a batch together are not larger than one message may be.
pub(super) fn check_size(batch: &Batch<Outgoing>) -> Result<(), SqsError> {
    let bytes = batch.entries.iter().map(|entry| entry.content.message_body.len()).sum();
    if bytes > MAX_MESSAGE_BYTES {
        return Err(SqsError::BatchRequestTooLong(bytes));
    }
    Ok(())
}

pub(super) fn send(store: &Store, queue: &str, batch: &Batch<Outgoing>, now: i64) -> Result<Value, SqsError> {
    each(store, queue, batch, |store, message| {
        let sent = store.send(queue, message, now)?;
        Ok(Map::from_iter([
            ("MessageId".to_owned(), sent.id.into()),
            ("MD5OfMessageBody".to_owned(), sent.md5.into()),
        ]))
    })
}

pub(super) fn delete(store: &Store, queue: &str, batch: &Batch<Receipt>) -> Result<Value, SqsError> {
    each(store, queue, batch, |store, receipt| {
        store.delete(queue, &receipt.receipt_handle).map(|()| Map::new())
    })
}

pub(super) fn change_visibilities(
    store: &Store,
    queue: &str,
    batch: &Batch<Receipt>,
    now: i64,
) -> Result<Value, SqsError> {
    each(store, queue, batch, |store, receipt| {
        change_visibility(store, queue, receipt, now).map(|()| Map::new())
    })
}

pub(super) fn change_visibility(store: &Store, queue: &str, receipt: &Receipt, now: i64) -> Result<(), SqsError> {
    let missing = || SqsError::InvalidParameterValue("The parameter VisibilityTimeout is missing.".to_owned());
    let seconds = receipt.visibility_timeout.ok_or_else(missing)?;
    store.change_visibility(queue, &receipt.receipt_handle, seconds, now)
}

/// Applies `work` to every entry, all in one transaction, and separates successes from failures.
fn each<T>(
    store: &Store,
    queue: &str,
    batch: &Batch<T>,
    work: impl Fn(&Store, &T) -> Result<Map<String, Value>, SqsError>,
) -> Result<Value, SqsError> {
    batch.check()?;
    store.settings(queue)?;
    let transaction = store.connection.unchecked_transaction()?;
    let (mut successful, mut failed) = (Vec::new(), Vec::new());
    for entry in &batch.entries {
        match work(store, &entry.content) {
            Ok(mut result) => {
                result.insert("Id".to_owned(), entry.id.clone().into());
                successful.push(Value::Object(result));
            }
            Err(error @ (SqsError::Storage(_) | SqsError::Internal(_))) => return Err(error),
            Err(error) => failed.push(json!({
                "Id": entry.id,
                "SenderFault": true,
                "Code": error.codes().1,
                "Message": error.to_string(),
            })),
        }
    }
    transaction.commit()?;
    Ok(json!({ "Successful": successful, "Failed": failed }))
}
