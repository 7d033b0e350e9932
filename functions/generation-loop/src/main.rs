//! The Lambda of the generation loop.

use std::sync::Arc;

use generation_loop::{GenerationLoop, Parts};
use lambda_runtime::{Error, LambdaEvent, service_fn};
use media::Bucket;
use queue::Queue;
use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use serde_json::Value;
use store::Store;
use studio::Studio;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, bucket) = (environment.aws(), environment.names(), environment.bucket());
    let (queue_url, models) = (environment.queue_url(), environment.models());
    let dead_letters = environment.dead_letter_queue_url();
    let vendors = Vendors::read(&mut environment, &aws, &models);
    environment.finish()?;
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::System);
    let aws = Aws::new(&aws);
    let sqs = aws.sqs();
    let parts = Parts {
        store: Store::new(aws.dynamodb(), names, clock.clone(), ids),
        bucket: Bucket::new(&aws, bucket, clock),
        queue: Queue::new(sqs.clone(), queue_url),
        dead_letters: Queue::new(sqs, dead_letters),
        studio: Arc::new(Studio::configured(&models, &vendors)),
        models: Arc::new(models),
    };
    let generation_loop = GenerationLoop::new(parts);
    let handle = async |event: LambdaEvent<Value>| Ok::<_, Error>(generation_loop.handle(event.payload).await?);
    lambda_runtime::run(service_fn(handle)).await
}
