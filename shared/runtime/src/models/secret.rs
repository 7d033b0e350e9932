//! References to the API keys of vendors. The keys themselves are never part of the configuration.

use std::{fmt, str::FromStr};

/// The place of a secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SecretRef {
    /// An environment variable: `env:NAME`.
    Environment(String),
    /// AWS Secrets Manager: `secretsmanager:ID`, or `secretsmanager:ID#FIELD` for a field of a JSON object. `ID` is a
    /// name or an ARN.
    SecretsManager {
        /// The name or the ARN.
        id: String,
        /// The field, if the secret is a JSON object.
        field: Option<String>,
    },
}

impl FromStr for SecretRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A wrong reference may be the key itself, so the message does not repeat it.
        let wrong = || "`secret` is neither env:NAME nor secretsmanager:ID or secretsmanager:ID#FIELD".to_owned();
        let (kind, rest) = text.split_once(':').ok_or_else(wrong)?;
        let named = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic());
        match kind {
            "env" if named(rest) => Ok(Self::Environment(rest.to_owned())),
            "secretsmanager" if named(rest) => match rest.split_once('#') {
                None => Ok(Self::SecretsManager {
                    id: rest.to_owned(),
                    field: None,
                }),
                Some((id, field)) if named(id) && named(field) => Ok(Self::SecretsManager {
                    id: id.to_owned(),
                    field: Some(field.to_owned()),
                }),
                Some(_) => Err(wrong()),
            },
            _ => Err(wrong()),
        }
    }
}

/// A secret, which is never printed or logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret without the white space around it, which files and consoles add.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The secret's text, for the request that contains it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
