//! `setup`: creates the resources of a deployment, for endpoints without the template.

use aws_sdk_s3::{
    error::ProvideErrorMetadata,
    types::{CorsConfiguration, CorsRule},
};
use queue::Redrive;
use runtime::{AwsFailure, Cors};
use serde_json::{Map, Value};

use crate::{Connection, Failure, Report};

/// Creates tables, bucket and queues that do not exist, and prints the environment variables that name them.
pub(crate) async fn run(connection: &Connection) -> Result<Report, Failure> {
    connection.store.create_tables().await?;
    connection.pictures()?.create().await?;
    allow_origins(connection).await?;
    let (queue_url, dead_letter_queue_url) = queue::create_queues(
        &connection.aws.sqs(),
        &connection.queue_name(),
        &connection.dead_letter_queue_name(),
        Redrive::STANDARD,
    )
    .await?;
    let (event_queue_url, _) = queue::create_queues(
        &connection.aws.sqs(),
        &connection.event_queue_name(),
        &connection.event_dead_letter_queue_name(),
        Redrive::EVENTS,
    )
    .await?;
    let mut variables = vec![("AWS_REGION", connection.region().to_owned())];
    variables.extend(connection.endpoint().map(|url| ("AWS_ENDPOINT_URL", url.to_owned())));
    variables.extend([
        ("TABLE_NAME", connection.tables.table.clone()),
        ("EPHEMERAL_TABLE_NAME", connection.tables.ephemeral_table.clone()),
        ("BUCKET_NAME", connection.bucket()?.to_owned()),
        ("QUEUE_URL", queue_url),
        ("DEAD_LETTER_QUEUE_URL", dead_letter_queue_url),
        ("EVENT_QUEUE_URL", event_queue_url),
    ]);
    let text = variables
        .iter()
        .map(|(name, value)| format!("{name}={value}\n"))
        .collect();
    let object: Map<String, Value> = variables
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    Report::new(&object, text)
}

/// Allows pages of the allowed origins to read pictures and to post the forms of uploads. An endpoint without this
/// setting answers them by itself.
async fn allow_origins(connection: &Connection) -> Result<(), Failure> {
    let origins = match &connection.cors {
        Cors::Any => vec!["*".to_owned()],
        Cors::Only(origins) => origins.clone(),
    };
    if origins.is_empty() {
        return Ok(());
    }
    let rule = CorsRule::builder()
        .set_allowed_origins(Some(origins))
        .allowed_methods("GET")
        .allowed_methods("POST")
        .allowed_headers("*")
        .max_age_seconds(3600)
        .build();
    let rules = rule.and_then(|rule| CorsConfiguration::builder().cors_rules(rule).build());
    let rules = rules.map_err(|error| Failure::Cors(error.into()))?;
    let request = connection.aws.s3().put_bucket_cors().bucket(connection.bucket()?);
    match request.cors_configuration(rules).send().await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == Some("NotImplemented") => Ok(()),
        Err(error) => Err(Failure::Cors(AwsFailure::new(&error).into())),
    }
}
