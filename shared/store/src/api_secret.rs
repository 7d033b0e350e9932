//! The secret of an API key, and the hash under which the key is stored.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use runtime::{Entropy, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The secret of an API key: `tgs_` and 32 random bytes in base64url. It is shown once and never stored.
pub struct ApiSecret(String);

impl ApiSecret {
    /// A new secret.
    pub fn generate(entropy: &Entropy) -> Self {
        Self(format!("tgs_{}", URL_SAFE_NO_PAD.encode(entropy.bytes::<32>())))
    }

    /// The text of the secret.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiSecret(…)")
    }
}

/// SHA-256 of a secret, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyHash(String);

impl KeyHash {
    /// The hash under which the key of this secret is stored.
    pub fn of(secret: &str) -> Self {
        Self(hex(&Sha256::digest(secret)))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(…)")
    }
}
