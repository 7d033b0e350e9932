//! The Lambda of the tools of reference persons.

use media::Bucket;
use persons::Dependencies;
use rest::Api;
use runtime::Startup;
use sources::{Sources, SourcesConfig};
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, bucket) = (startup.environment.cors(), startup.environment.bucket());
    let sources = SourcesConfig::of(startup.environment.sources());
    let basics = startup.finish()?;
    let dependencies = Dependencies {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock.clone()),
        sources: Sources::new(sources),
        store: Store::new(basics.aws.dynamodb(), basics.names, basics.clock, basics.ids),
    };
    rest::lambda::serve(Api::new(persons::service(&dependencies), cors)).await
}
