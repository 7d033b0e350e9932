//! The Lambda of the resources of webhooks.

use media::Bucket;
use queue::Queue;
use rest::Api;
use runtime::Startup;
use sources::{Endpoints, SourcesConfig};
use store::Store;
use webhook_resources::Dependencies;
use webhooks::{Deliverer, Sender};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, bucket) = (startup.environment.cors(), startup.environment.bucket());
    let queue_url = startup.environment.event_queue_url();
    let retention = startup.environment.thumbnail_retention();
    let endpoints = Endpoints::new(SourcesConfig::of(startup.environment.sources()));
    let basics = startup.finish()?;
    let dependencies = Dependencies {
        deliverer: Deliverer {
            bucket: Bucket::new(&basics.aws, bucket, basics.clock.clone()).with_thumbnail_retention(retention),
            queue: Queue::new(basics.aws.sqs(), queue_url),
            bus: None,
            sender: Sender::new(endpoints.clone(), basics.clock.clone()),
            store: Store::new(basics.aws.dynamodb(), basics.names, basics.clock, basics.ids),
        },
        endpoints,
    };
    rest::lambda::serve(Api::new(webhook_resources::service(&dependencies), cors)).await
}
