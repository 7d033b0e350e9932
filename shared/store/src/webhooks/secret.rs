//! The secrets with which deliveries are signed.

use std::{fmt, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use contract::Timestamp;
use runtime::Entropy;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::dynamodb::codec;

/// How long a replaced secret still signs.
const ROTATION: Duration = Duration::from_secs(24 * 3600);

/// The prefix of a secret's text, according to Standard Webhooks.
const PREFIX: &str = "whsec_";

/// A secret: 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret([u8; 32]);

impl WebhookSecret {
    fn generate(entropy: &Entropy) -> Self {
        Self(entropy.bytes())
    }

    /// The bytes with which deliveries are signed.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The text that callers see: `whsec_` and the bytes in base64.
    pub fn expose(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(self.0))
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

impl Serialize for WebhookSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.expose())
    }
}

impl<'de> Deserialize<'de> for WebhookSecret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix(PREFIX).unwrap_or_default();
        let bytes = STANDARD.decode(digits).map_err(D::Error::custom)?;
        <[u8; 32]>::try_from(bytes)
            .map(Self)
            .map_err(|_| D::Error::custom("not 32 bytes"))
    }
}

/// The secret of a receiver, and the one that it has replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Secrets {
    /// The present secret.
    pub current: WebhookSecret,
    /// The secret before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<Replaced>,
}

/// A replaced secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Replaced {
    secret: WebhookSecret,
    /// Until when it still signs.
    #[serde(with = "codec::millis")]
    until: Timestamp,
}

impl Secrets {
    /// A new secret.
    pub fn generate(entropy: &Entropy) -> Self {
        Self {
            current: WebhookSecret::generate(entropy),
            previous: None,
        }
    }

    /// The secrets after a rotation at `now`. A secret that was replaced earlier signs no more, so at most two sign.
    #[must_use]
    pub fn rotated(self, entropy: &Entropy, now: Timestamp) -> Self {
        Self {
            current: WebhookSecret::generate(entropy),
            previous: Some(Replaced {
                secret: self.current,
                until: now.plus(ROTATION),
            }),
        }
    }

    /// The secrets that sign at `now`, the present one first.
    pub fn signing(&self, now: Timestamp) -> impl Iterator<Item = &WebhookSecret> {
        let previous = self.previous.as_ref().filter(|replaced| now < replaced.until);
        std::iter::once(&self.current).chain(previous.map(|replaced| &replaced.secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000);

    #[test]
    fn a_secret_is_written_as_standard_webhooks_says() {
        let secret = WebhookSecret([0; 32]);
        assert_eq!(secret.expose(), "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        let json = serde_json::to_string(&secret).unwrap();
        assert_eq!(serde_json::from_str::<WebhookSecret>(&json).unwrap(), secret);
        assert!(serde_json::from_str::<WebhookSecret>("\"whsec_AAAA\"").is_err());
        assert_eq!(format!("{secret:?}"), "WebhookSecret(…)");
    }

    #[test]
    fn a_replaced_secret_signs_for_a_day_and_never_a_third_one() {
        let entropy = Entropy::sequence(1);
        let first = Secrets::generate(&entropy);
        let second = first.clone().rotated(&entropy, NOW);
        let signing = |secrets: &Secrets, now| secrets.signing(now).cloned().collect::<Vec<_>>();
        assert_eq!(signing(&first, NOW), std::slice::from_ref(&first.current));
        let last_moment = NOW.plus(ROTATION) - Duration::from_millis(1);
        assert_eq!(
            signing(&second, last_moment),
            [second.current.clone(), first.current.clone()]
        );
        assert_eq!(
            signing(&second, NOW.plus(ROTATION)),
            std::slice::from_ref(&second.current)
        );
        let third = second.clone().rotated(&entropy, NOW);
        assert_eq!(signing(&third, NOW), [third.current.clone(), second.current]);
    }
}
