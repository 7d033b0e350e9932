//! Objects of a new record: they are stored before the record that names them, and deleted if there will be no record.

use crate::Bucket;

/// How the transaction that makes the record ended.
#[derive(Debug)]
pub enum Recording<T> {
    /// The record is written.
    Written(T),
    /// No record is written.
    Refused(T),
}

/// Why there may be no record.
#[derive(Debug)]
pub enum Unrecorded<E> {
    /// No record is written.
    NotWritten(E),
    /// It is unknown whether the record is written. Only the answer of the transaction may be lost.
    Unknown(E),
}

impl<E> From<E> for Unrecorded<E> {
    fn from(error: E) -> Self {
        Self::NotWritten(error)
    }
}

impl Bucket {
    /// Stores the objects `keys` by `store`, and then makes the record that names them by `record`. If `store` fails,
    /// or if it is certain that no record is written, the objects are deleted again.
    ///
    /// # Errors
    ///
    /// The error of `store` or of `record`.
    pub async fn store_and_record<S, T, E, R>(
        &self,
        keys: &[String],
        store: impl Future<Output = Result<S, E>>,
        record: impl FnOnce(S) -> R,
    ) -> Result<T, E>
    where
        R: Future<Output = Result<Recording<T>, Unrecorded<E>>>,
    {
        // Boxed, because both are large and never alive at the same time.
        let recorded = match Box::pin(store).await {
            Ok(stored) => Box::pin(record(stored)).await,
            // The object may be stored: only the answer may be lost.
            Err(error) => Err(Unrecorded::NotWritten(error)),
        };
        match recorded {
            Ok(Recording::Written(value)) => Ok(value),
            Err(Unrecorded::Unknown(error)) => Err(error),
            Ok(Recording::Refused(value)) => {
                self.discard(keys).await;
                Ok(value)
            }
            Err(Unrecorded::NotWritten(error)) => {
                self.discard(keys).await;
                Err(error)
            }
        }
    }
}
