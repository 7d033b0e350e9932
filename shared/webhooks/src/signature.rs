//! The signature of a delivery,
//! <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme>.

use base64::{Engine, engine::general_purpose::STANDARD};
use contract::EventId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::WebhookSecret;

/// The header `webhook-signature`: one `v1` signature for each secret, separated by spaces. `timestamp` is that of the
/// attempt, in Unix seconds. `body` is exactly what is sent.
pub fn sign<'a>(
    secrets: impl IntoIterator<Item = &'a WebhookSecret>,
    id: EventId,
    timestamp: i64,
    body: &[u8],
) -> String {
    let signatures = secrets
        .into_iter()
        .filter_map(|secret| signature(secret.as_bytes(), &id.to_string(), timestamp, body));
    signatures.collect::<Vec<_>>().join(" ")
}

/// Never `None`: HMAC accepts keys of any length.
fn signature(key: &[u8], id: &str, timestamp: i64, body: &[u8]) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(body);
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_the_specifications_example() {
        // The test of the specification's Python library.
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = br#"{"test": 2432232314}"#;
        assert_eq!(
            signature(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body).unwrap(),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }
}
