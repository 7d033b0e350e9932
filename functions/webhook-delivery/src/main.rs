//! The Lambda that delivers events.

use lambda_runtime::{Error, LambdaEvent, service_fn};
use media::Bucket;
use queue::Queue;
use runtime::Startup;
use serde_json::Value;
use sources::{Endpoints, SourcesConfig};
use store::Store;
use webhook_delivery::WebhookDelivery;
use webhooks::{Deliverer, Sender};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let mut startup = Startup::lambda();
    let (bucket, queue_url) = (startup.environment.bucket(), startup.environment.event_queue_url());
    let bus_queue_url = startup.environment.event_bus_queue_url();
    let retention = startup.environment.thumbnail_retention();
    let endpoints = SourcesConfig::of(startup.environment.sources());
    let basics = startup.finish()?;
    let delivery = WebhookDelivery::new(Deliverer {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock.clone()).with_thumbnail_retention(retention),
        queue: Queue::new(basics.aws.sqs(), queue_url),
        bus: bus_queue_url.map(|url| Queue::new(basics.aws.sqs(), url)),
        sender: Sender::new(Endpoints::new(endpoints), basics.clock.clone()),
        store: Store::new(basics.aws.dynamodb(), basics.names, basics.clock, basics.ids),
    });
    let handle = async |event: LambdaEvent<Value>| Ok::<_, Error>(delivery.handle(event.payload).await?);
    lambda_runtime::run(service_fn(handle)).await
}
