//! The Lambda of the tools of style inspirations.

use inspirations::Dependencies;
use media::Bucket;
use rest::Api;
use runtime::Startup;
use sources::{Sources, SourcesConfig};
use store::Store;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, bucket) = (startup.environment.cors(), startup.environment.bucket());
    let sources = SourcesConfig::of(startup.environment.sources());
    let (event_queues, models) = (startup.environment.event_queues(), startup.environment.models());
    let vendors = Vendors::read(&mut startup.environment, &startup.aws, &models);
    let basics = startup.finish()?;
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock.clone(), basics.ids);
    let dependencies = Dependencies {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock),
        sources: Sources::new(sources),
        describer: describer::describer(&models, &vendors),
        store: webhooks::announcing(store, &basics.aws, event_queues),
    };
    rest::lambda::serve(Api::new(inspirations::service(&dependencies), cors)).await
}
