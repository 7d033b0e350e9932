//! The Lambda of the tools of reference persons.

use media::Bucket;
use persons::Parts;
use rest::Api;
use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use sources::{Sources, SourcesConfig};
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, cors) = (environment.aws(), environment.names(), environment.cors());
    let (bucket, allow_hosts) = (environment.bucket(), environment.source_allow_hosts());
    environment.finish()?;
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::System);
    let aws = Aws::new(&aws);
    let parts = Parts {
        store: Store::new(aws.dynamodb(), names, clock.clone(), ids),
        bucket: Bucket::new(&aws, bucket, clock),
        sources: Sources::new(SourcesConfig {
            allow_hosts,
            ..SourcesConfig::default()
        }),
    };
    rest::lambda::serve(Api::new(persons::service(&parts), cors)).await
}
