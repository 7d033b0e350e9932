//! Authenticates callers: finds the API key that a caller presents, and the organization of the key.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use contract::{ApiError, OrganizationId, Timestamp, error::UnauthorizedReason};
use store::{KeyHash, KeyRecord, Organization, Store};

use crate::{Credentials, Failure, access::unknown_keys::UnknownKeys};

/// How long a key and its organization are cached. The time counts from the start of the read.
const REMEMBERED: Duration = Duration::from_secs(20);
/// The most callers that are cached.
const MOST_CALLERS: usize = 10_000;
/// How many characters of an API key follow `tgs_`.
const SECRET_LENGTH: usize = 43;

/// An authenticated caller.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) key: KeyRecord,
    pub(crate) organization: Organization,
}

/// Caches callers. A revoked key stops working, and a changed plan takes effect, when the caller is read again.
#[derive(Debug, Default)]
pub(crate) struct Callers {
    known: Mutex<HashMap<KeyHash, (Timestamp, Caller)>>,
    unknown: UnknownKeys,
}

/// The API key among the credentials.
fn api_key(credentials: Credentials<'_>) -> Result<&str, UnauthorizedReason> {
    let token = match credentials {
        Credentials::Missing => return Err(UnauthorizedReason::Missing),
        Credentials::Malformed => return Err(UnauthorizedReason::Malformed),
        Credentials::Bearer(token) => token,
    };
    let secret = token.strip_prefix("tgs_").ok_or(UnauthorizedReason::Malformed)?;
    let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if secret.len() == SECRET_LENGTH && secret.bytes().all(is_base64url) {
        Ok(token)
    } else {
        Err(UnauthorizedReason::Malformed)
    }
}

/// Whether a cached read may still be used. A read time in the future means that the clock was set back; such a read is
/// not used.
fn is_fresh(read_at: Timestamp, now: Timestamp) -> bool {
    read_at <= now && now.since(read_at) < REMEMBERED
}

impl Callers {
    /// The caller with these credentials. The key's expiry is checked on every call, also for a cached key.
    pub(crate) async fn caller(&self, store: &Store, credentials: Credentials<'_>) -> Result<Caller, Failure> {
        let hash = KeyHash::of(api_key(credentials).map_err(ApiError::Unauthorized)?);
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

    /// Reads a key and its organization. Both are read concurrently if the cache knows the key's organization.
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

    /// Caches a caller whose read began at `now`.
    pub(crate) fn remember(&self, hash: KeyHash, caller: Caller, now: Timestamp) {
        let mut callers = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if callers.len() >= MOST_CALLERS {
            callers.retain(|_, (read_at, _)| is_fresh(*read_at, now));
        }
        if callers.len() < MOST_CALLERS {
            callers.insert(hash, (now, caller));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cached_caller_is_fresh_for_twenty_seconds() {
        let at = Timestamp::from_millis;
        assert!(is_fresh(at(1_000), at(1_000)));
        assert!(is_fresh(at(1_000), at(20_999)));
        assert!(!is_fresh(at(1_000), at(21_000)));
        assert!(!is_fresh(at(1_000), at(999)));
    }

    #[test]
    fn an_api_key_has_a_prefix_and_43_characters() {
        let key = format!("tgs_{}", &"aZ09-_".repeat(8)[..43]);
        assert_eq!(api_key(Credentials::Bearer(&key)), Ok(key.as_str()));
        assert_eq!(api_key(Credentials::Missing), Err(UnauthorizedReason::Missing));
        let wrong = [
            format!("{key}x"),
            key[..46].to_owned(),
            format!("{}+", &key[..46]),
            key[4..].to_owned(),
            String::new(),
        ];
        let wrong = wrong.iter().map(|token| Credentials::Bearer(token));
        for credentials in wrong.chain([Credentials::Malformed]) {
            assert_eq!(api_key(credentials), Err(UnauthorizedReason::Malformed));
        }
    }
}
