//! The Lambda of the generation's tools.

use std::sync::Arc;

use generation::Dependencies;
use media::Bucket;
use queue::Queue;
use rest::Api;
use runtime::Startup;
use sources::{Endpoints, SourcesConfig};
use store::Store;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, bucket) = (startup.environment.cors(), startup.environment.bucket());
    let (queue_url, models) = (startup.environment.queue_url(), startup.environment.models());
    let retention = startup.environment.thumbnail_retention();
    let event_queues = startup.environment.event_queues();
    let endpoints = SourcesConfig::of(startup.environment.sources());
    let vendors = Vendors::read(&mut startup.environment, &startup.aws, &models);
    let basics = startup.finish()?;
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock.clone(), basics.ids);
    let dependencies = Dependencies {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock).with_thumbnail_retention(retention),
        queue: Queue::new(basics.aws.sqs(), queue_url),
        enhancer: describer::enhancer(&models, &vendors),
        models: Arc::new(models),
        endpoints: Endpoints::new(endpoints),
        store: webhooks::announcing(store, &basics.aws, event_queues),
    };
    rest::lambda::serve(Api::new(generation::service(&dependencies), cors)).await
}
