//! The Lambda of the tools of reference images.

use std::sync::Arc;

use images::Dependencies;
use media::Bucket;
use queue::Queue;
use rest::Api;
use runtime::Startup;
use sources::{Sources, SourcesConfig};
use store::Store;
use vendors::Vendors;
use webhooks::QueueAnnouncer;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, bucket) = (startup.environment.cors(), startup.environment.bucket());
    let sources = SourcesConfig::allowing(startup.environment.source_allow_hosts());
    let (event_queue_url, models) = (startup.environment.event_queue_url(), startup.environment.models());
    let has_event_bus = startup.environment.event_bus_queue_url().is_some();
    let vendors = Vendors::read(&mut startup.environment, &startup.aws, &models);
    let basics = startup.finish()?;
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock.clone(), basics.ids);
    let announcer = QueueAnnouncer::new(Queue::new(basics.aws.sqs(), event_queue_url));
    let dependencies = Dependencies {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock),
        sources: Sources::new(sources),
        describer: describer::describer(&models, &vendors),
        store: store
            .with_announcer(Arc::new(announcer))
            .with_listener_everywhere(has_event_bus),
    };
    rest::lambda::serve(Api::new(images::service(&dependencies), cors)).await
}
