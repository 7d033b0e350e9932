//! Random ids for requests, messages and events.

/// A new random id.
pub(crate) fn random_id() -> Result<uuid::Uuid, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(uuid::Builder::from_random_bytes(bytes).into_uuid())
}
