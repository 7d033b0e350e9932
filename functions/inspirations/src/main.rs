//! The Lambda of the tools of style inspirations.

use inspirations::Parts;
use media::Bucket;
use rest::Api;
use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use sources::{Sources, SourcesConfig};
use store::Store;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, cors) = (environment.aws(), environment.names(), environment.cors());
    let (bucket, allow_hosts) = (environment.bucket(), environment.source_allow_hosts());
    let models = environment.models();
    let vendors = Vendors::read(&mut environment, &aws, &models);
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
        describer: describer::describer(&models, &vendors),
    };
    rest::lambda::serve(Api::new(inspirations::service(&parts), cors)).await
}
