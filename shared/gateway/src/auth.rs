//! Who calls: the key of the Authorization header, and the organization that it belongs to.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use contract::{ApiError, OrganizationId, Timestamp, error::UnauthorizedReason};
use http::{HeaderMap, header::AUTHORIZATION};
use store::{KeyHash, KeyRecord, Organization, Store};

use crate::{Failure, unknown_keys::UnknownKeys};

/// How long a key and an organization are remembered, from the moment at which their reading began.
const REMEMBERED: Duration = Duration::from_secs(20);
/// How many are remembered at the most.
const MOST: usize = 10_000;
/// Characters of a secret behind `tgs_`.
const SECRET: usize = 43;

/// Who calls.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) key: KeyRecord,
    pub(crate) organization: Organization,
}

/// Remembers callers for a while. A revoked key stops, and a changed plan is in force, when they are read again.
#[derive(Debug, Default)]
pub(crate) struct Callers {
    known: Mutex<HashMap<KeyHash, (Timestamp, Caller)>>,
    unknown: UnknownKeys,
}

/// The secret in the Authorization header.
fn secret(headers: &HeaderMap) -> Result<&str, UnauthorizedReason> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = values.next().ok_or(UnauthorizedReason::Missing)?;
    if values.next().is_some() {
        return Err(UnauthorizedReason::Malformed);
    }
    let text = value.to_str().map_err(|_| UnauthorizedReason::Malformed)?.trim();
    let (scheme, secret) = text.split_once(' ').ok_or(UnauthorizedReason::Malformed)?;
    let secret = secret.trim_start();
    let characters = secret.strip_prefix("tgs_").ok_or(UnauthorizedReason::Malformed)?;
    let base64url = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if scheme.eq_ignore_ascii_case("bearer") && characters.len() == SECRET && characters.bytes().all(base64url) {
        Ok(secret)
    } else {
        Err(UnauthorizedReason::Malformed)
    }
}

/// Whether a reading may still be used. A reading that lies in the future may not: the clock was set back.
fn is_fresh(read_at: Timestamp, now: Timestamp) -> bool {
    read_at <= now && now.since(read_at) < REMEMBERED
}

impl Callers {
    /// The caller of a request. The key's expiry is judged on every use.
    pub(crate) async fn caller(&self, store: &Store, headers: &HeaderMap) -> Result<Caller, Failure> {
        let hash = KeyHash::of(secret(headers).map_err(ApiError::Unauthorized)?);
        let now = store.clock().now();
        let caller = match self.remembered(&hash) {
            Some((read_at, caller)) if is_fresh(read_at, now) => caller,
            _ if self.unknown.contains(&hash, now) => {
                return Err(ApiError::Unauthorized(UnauthorizedReason::Invalid).into());
            }
            stale => {
                let organization = stale.map(|(_, caller)| caller.organization.id);
                self.read(store, hash, organization, now).await?
            }
        };
        if caller.key.revoked_at.is_some() {
            return Err(ApiError::Unauthorized(UnauthorizedReason::Revoked).into());
        }
        if caller.key.expires_at.is_some_and(|expires_at| expires_at <= now) {
            return Err(ApiError::Unauthorized(UnauthorizedReason::Expired).into());
        }
        Ok(caller)
    }

    fn remembered(&self, hash: &KeyHash) -> Option<(Timestamp, Caller)> {
        let callers = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        callers.get(hash).cloned()
    }

    /// Reads a key and its organization; side by side where it is known from before which one that is.
    async fn read(
        &self,
        store: &Store,
        hash: KeyHash,
        organization: Option<OrganizationId>,
        now: Timestamp,
    ) -> Result<Caller, Failure> {
        let invalid = || ApiError::Unauthorized(UnauthorizedReason::Invalid);
        let known = async {
            match organization {
                Some(id) => store.organization(id).await,
                None => Ok(None),
            }
        };
        let (key, known) = futures_util::future::try_join(store.key(&hash), known).await?;
        let Some(key) = key else {
            self.unknown.insert(hash, now);
            return Err(invalid().into());
        };
        let organization = match known.filter(|known| known.id == key.organization) {
            Some(organization) => organization,
            None => store.organization(key.organization).await?.ok_or_else(invalid)?,
        };
        let caller = Caller { key, organization };
        self.remember(hash, caller.clone(), now);
        Ok(caller)
    }

    /// Remembers a caller whose reading began at `now`.
    pub(crate) fn remember(&self, hash: KeyHash, caller: Caller, now: Timestamp) {
        let mut callers = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if callers.len() >= MOST {
            callers.retain(|_, (read_at, _)| is_fresh(*read_at, now));
        }
        if callers.len() < MOST {
            callers.insert(hash, (now, caller));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        values
            .iter()
            .map(|value| (AUTHORIZATION, value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn what_was_read_is_fresh_for_twenty_seconds() {
        let at = Timestamp::from_millis;
        assert!(is_fresh(at(1_000), at(1_000)));
        assert!(is_fresh(at(1_000), at(20_999)));
        assert!(!is_fresh(at(1_000), at(21_000)));
        assert!(!is_fresh(at(1_000), at(999)));
    }

    #[test]
    fn a_key_is_bearer_and_43_characters() {
        let key = format!("tgs_{}", "aZ09-_".repeat(8)[..43].to_owned());
        for scheme in ["Bearer", "bearer", "BEARER"] {
            assert_eq!(secret(&headers(&[&format!("{scheme} {key}")])), Ok(key.as_str()));
        }
        assert_eq!(secret(&headers(&[])), Err(UnauthorizedReason::Missing));
        for value in [
            key.clone(),
            format!("Basic {key}"),
            format!("Bearer {key}x"),
            format!("Bearer {}", &key[..46]),
            format!("Bearer {}+", &key[..46]),
            "Bearer".to_owned(),
            "Bearer ".to_owned(),
        ] {
            assert_eq!(
                secret(&headers(&[&value])),
                Err(UnauthorizedReason::Malformed),
                "{value}"
            );
        }
        let twice = format!("Bearer {key}");
        assert_eq!(secret(&headers(&[&twice, &twice])), Err(UnauthorizedReason::Malformed));
    }
}
