//! Creates the tables, for endpoints without a deployed template.

use std::time::Duration;

use aws_sdk_dynamodb::{
    config::{Builder, Config, timeout::TimeoutConfig},
    error::ProvideErrorMetadata,
    types::{
        AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
        ScalarAttributeType, TimeToLiveSpecification,
    },
};

use crate::{Store, StoreError, keys};

/// The timeout of one attempt to create a table, and of all attempts. An endpoint that has just started, or that shares
/// the machine with a build, needs longer for it than for anything else.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(20);
const OPERATION_TIMEOUT: Duration = Duration::from_secs(60);

/// The settings of the calls that create tables.
fn patient() -> Builder {
    let timeouts = TimeoutConfig::builder()
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .operation_timeout(OPERATION_TIMEOUT);
    Config::builder().timeout_config(timeouts.build())
}

fn attribute(name: &str, kind: ScalarAttributeType) -> Result<AttributeDefinition, StoreError> {
    let attribute = AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(kind)
        .build();
    attribute.map_err(|error| StoreError::corrupt("schema", error))
}

fn part(name: &str, kind: KeyType) -> Result<KeySchemaElement, StoreError> {
    let part = KeySchemaElement::builder().attribute_name(name).key_type(kind).build();
    part.map_err(|error| StoreError::corrupt("schema", error))
}

fn index(name: &str, hash: &str, range: &str) -> Result<GlobalSecondaryIndex, StoreError> {
    let index = GlobalSecondaryIndex::builder()
        .index_name(name)
        .key_schema(part(hash, KeyType::Hash)?)
        .key_schema(part(range, KeyType::Range)?)
        .projection(Projection::builder().projection_type(ProjectionType::All).build())
        .build();
    index.map_err(|error| StoreError::corrupt("schema", error))
}

impl Store {
    /// Creates both tables, unless they exist. May be repeated.
    pub async fn create_tables(&self) -> Result<(), StoreError> {
        use ScalarAttributeType::{N, S};
        let main = self
            .client
            .create_table()
            .table_name(&self.names.table)
            .billing_mode(BillingMode::PayPerRequest)
            .key_schema(part(keys::PK, KeyType::Hash)?)
            .key_schema(part(keys::SK, KeyType::Range)?)
            .attribute_definitions(attribute(keys::PK, S)?)
            .attribute_definitions(attribute(keys::SK, S)?)
            .attribute_definitions(attribute(keys::DUE_SHARD, S)?)
            .attribute_definitions(attribute(keys::DUE_AT, N)?)
            .attribute_definitions(attribute(keys::PENDING_ORG, S)?)
            .attribute_definitions(attribute(keys::PENDING_ID, S)?)
            .global_secondary_indexes(index(keys::DUE_INDEX, keys::DUE_SHARD, keys::DUE_AT)?)
            .global_secondary_indexes(index(keys::PENDING_INDEX, keys::PENDING_ORG, keys::PENDING_ID)?)
            .customize()
            .config_override(patient())
            .send()
            .await;
        if let Err(error) = main
            && !error
                .as_service_error()
                .is_some_and(|error| error.is_resource_in_use_exception())
        {
            return Err(StoreError::aws("CreateTable", error));
        }
        let ephemeral = self
            .client
            .create_table()
            .table_name(&self.names.ephemeral_table)
            .billing_mode(BillingMode::PayPerRequest)
            .key_schema(part(keys::PK, KeyType::Hash)?)
            .attribute_definitions(attribute(keys::PK, S)?)
            .customize()
            .config_override(patient())
            .send()
            .await;
        if let Err(error) = ephemeral
            && !error
                .as_service_error()
                .is_some_and(|error| error.is_resource_in_use_exception())
        {
            return Err(StoreError::aws("CreateTable", error));
        }
        let ttl = TimeToLiveSpecification::builder()
            .enabled(true)
            .attribute_name(keys::TTL)
            .build();
        let ttl = ttl.map_err(|error| StoreError::corrupt("schema", error))?;
        let request = self
            .client
            .update_time_to_live()
            .table_name(&self.names.ephemeral_table);
        match request.time_to_live_specification(ttl).send().await {
            Ok(_) => Ok(()),
            // An earlier call has enabled it.
            Err(error) if error.code() == Some("ValidationException") => Ok(()),
            Err(error) => Err(StoreError::aws("UpdateTimeToLive", error)),
        }
    }
}
