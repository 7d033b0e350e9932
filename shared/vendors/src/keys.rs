//! The API keys of vendors, read from their configured places and cached.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use aws_sdk_secretsmanager::{Client, error::SdkError, operation::get_secret_value::GetSecretValueError};
use aws_smithy_types::timeout::TimeoutConfig;
use runtime::{AwsConfig, AwsFailure, Environment, Lazy, Models, Secret, SecretRef, causes, sdk_config};
use tokio::time::Instant;

use crate::{Cause, ModelError};

/// How long a key is cached. A rotated key is known everywhere after this time.
const CACHE_LIFETIME: Duration = Duration::from_secs(300);
/// The timeout of one attempt to read a key.
const ATTEMPT: Duration = Duration::from_secs(2);
/// The timeout of all attempts to read a key.
const OPERATION: Duration = Duration::from_secs(5);

/// API keys in environment variables.
#[derive(Debug)]
pub(crate) struct EnvironmentKeys(HashMap<String, Secret>);

impl EnvironmentKeys {
    /// Reads the keys that `models` name. This happens at the start, so that a missing key is reported then.
    pub(crate) fn read(environment: &mut Environment, models: &Models) -> Self {
        let of_models = models.iter().filter_map(|model| model.secret.as_ref());
        let of_words = [models.vision(), models.text()].into_iter().flatten();
        let named = of_models.chain(of_words.filter_map(|words| words.secret.as_ref()));
        let mut values = HashMap::new();
        for secret in named {
            if let SecretRef::Environment(name) = secret
                && !values.contains_key(name)
            {
                let value = environment.required(name, "the key of a configured model");
                values.insert(name.clone(), Secret::new(&value));
            }
        }
        Self(values)
    }
}

/// The API keys of vendors.
pub(crate) struct Keys {
    environment: EnvironmentKeys,
    client: Lazy<Client>,
    remembered: Mutex<HashMap<SecretRef, (Secret, Instant)>>,
}

impl Keys {
    /// `aws` is the configuration for Secrets Manager. Reads nothing yet.
    pub(crate) fn new(environment: EnvironmentKeys, aws: &AwsConfig) -> Self {
        let aws = aws.clone();
        Self {
            environment,
            client: Lazy::new(move || {
                let timeouts = TimeoutConfig::builder()
                    .connect_timeout(Duration::from_secs(1))
                    .operation_attempt_timeout(ATTEMPT)
                    .operation_timeout(OPERATION)
                    .build();
                let config = aws_sdk_secretsmanager::config::Builder::from(&sdk_config(&aws)).timeout_config(timeouts);
                Client::from_conf(config.build())
            }),
            remembered: Mutex::default(),
        }
    }

    /// The key at this place.
    ///
    /// # Errors
    ///
    /// The key cannot be read. The error is transient or permanent.
    pub(crate) async fn get(&self, secret: &SecretRef) -> Result<Secret, ModelError> {
        let (id, field) = match secret {
            SecretRef::Environment(name) => {
                let value = self.environment.0.get(name).cloned();
                return value.ok_or(ModelError::permanent(Cause::NoSecret));
            }
            SecretRef::SecretsManager { id, field } => (id, field.as_deref()),
        };
        let remembered = self.lock().get(secret).cloned();
        if let Some((value, read_at)) = &remembered
            && read_at.elapsed() < CACHE_LIFETIME
        {
            return Ok(value.clone());
        }
        match self.fetch(id, field).await {
            Ok(value) => {
                self.lock().insert(secret.clone(), (value.clone(), Instant::now()));
                Ok(value)
            }
            // The cached key most likely still works. If it does not, the vendor refuses it.
            Err(error) => remembered
                .map(|(value, _)| value)
                .filter(|_| error.is_retryable())
                .ok_or(error),
        }
    }

    /// Removes the key from the cache if `failure` says that the vendor refused it, because the key may have been
    /// rotated. Returns `failure`.
    pub(crate) fn note(&self, secret: Option<&SecretRef>, failure: ModelError) -> ModelError {
        if let (
            ModelError::Permanent {
                cause: Cause::KeyRefused,
            },
            Some(secret),
        ) = (failure, secret)
        {
            self.lock().remove(secret);
        }
        failure
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SecretRef, (Secret, Instant)>> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn fetch(&self, id: &str, field: Option<&str>) -> Result<Secret, ModelError> {
        let read = self.client.get_secret_value().secret_id(id).send().await;
        let read = read.map_err(|error| {
            let failure = AwsFailure::new(&error);
            tracing::info!(error = %causes(&failure), "a vendor's API key cannot be read");
            judge(&error)
        })?;
        let text = read.secret_string().unwrap_or_default();
        let secret = match field {
            None => Secret::new(text),
            Some(field) => serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|object| Some(Secret::new(object.get(field)?.as_str()?)))
                .ok_or(ModelError::permanent(Cause::NoSecret))?,
        };
        if secret.expose().is_empty() {
            return Err(ModelError::permanent(Cause::NoSecret));
        }
        Ok(secret)
    }
}

fn judge(error: &SdkError<GetSecretValueError>) -> ModelError {
    match error {
        SdkError::ServiceError(failed) if failed.raw().status().is_client_error() => {
            match failed.err().meta().code().unwrap_or_default() {
                "ThrottlingException" | "RequestLimitExceeded" => ModelError::transient(Cause::NoSecret),
                _ => ModelError::permanent(Cause::NoSecret),
            }
        }
        SdkError::ConstructionFailure(_) => ModelError::permanent(Cause::NoSecret),
        _ => ModelError::transient(Cause::NoSecret),
    }
}
