//! The Lambda of the generation's tools.

use std::sync::Arc;

use generation::Parts;
use media::Bucket;
use queue::Queue;
use rest::Api;
use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use store::Store;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, cors) = (environment.aws(), environment.names(), environment.cors());
    let (bucket, queue_url, models) = (environment.bucket(), environment.queue_url(), environment.models());
    let thumbnail_retention = environment.thumbnail_retention();
    let vendors = Vendors::read(&mut environment, &aws, &models);
    environment.finish()?;
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::System);
    let aws = Aws::new(&aws);
    let parts = Parts {
        store: Store::new(aws.dynamodb(), names, clock.clone(), ids),
        bucket: Bucket::new(&aws, bucket, clock).with_thumbnail_retention(thumbnail_retention),
        queue: Queue::new(aws.sqs(), queue_url),
        enhancer: describer::enhancer(&models, &vendors),
        models: Arc::new(models),
    };
    rest::lambda::serve(Api::new(generation::service(&parts), cors)).await
}
