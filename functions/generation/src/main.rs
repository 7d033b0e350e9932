//! The Lambda of the generation's tools.

use std::sync::Arc;

use describer::BuiltInEnhancer;
use generation::Parts;
use media::Bucket;
use queue::Queue;
use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, cors) = (environment.aws(), environment.names(), environment.cors());
    let (bucket, queue_url, models) = (environment.bucket(), environment.queue_url(), environment.models());
    environment.finish()?;
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::System);
    let aws = Aws::new(&aws);
    let parts = Parts {
        store: Store::new(aws.dynamodb().clone(), names, clock.clone(), ids),
        bucket: Bucket::new(aws.s3().clone(), bucket, clock),
        queue: Queue::new(aws.sqs().clone(), queue_url),
        models: Arc::new(models),
        enhancer: Arc::new(BuiltInEnhancer::new()),
    };
    gateway::lambda::serve(generation::service(&parts, cors)).await
}
