//! The Lambda of the Model Context Protocol, with the tools of all categories.

use std::sync::Arc;

use mcp::Dependencies;
use mcp_adapter::McpApi;
use media::Bucket;
use queue::Queue;
use runtime::Startup;
use sources::{Endpoints, Sources, SourcesConfig};
use store::Store;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, bucket) = (startup.environment.cors(), startup.environment.bucket());
    let (queue_url, models) = (startup.environment.queue_url(), startup.environment.models());
    let sources = SourcesConfig::of(startup.environment.sources());
    let events = startup.environment.event_queues();
    let retention = startup.environment.thumbnail_retention();
    let vendors = Vendors::read(&mut startup.environment, &startup.aws, &models);
    let basics = startup.finish()?;
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock.clone(), basics.ids);
    let dependencies = Dependencies {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock).with_thumbnail_retention(retention),
        queue: Queue::new(basics.aws.sqs(), queue_url),
        endpoints: Endpoints::new(sources.clone()),
        sources: Sources::new(sources),
        describer: describer::describer(&models, &vendors),
        enhancer: describer::enhancer(&models, &vendors),
        models: Arc::new(models),
        store: webhooks::announcing(store, &basics.aws, events),
    };
    rest::lambda::serve(McpApi::new(mcp::service(&dependencies), dependencies.bucket, cors)).await
}
