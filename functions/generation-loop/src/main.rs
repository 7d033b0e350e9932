//! The Lambda of the generation loop.

use std::sync::Arc;

use generation_loop::{Dependencies, GenerationLoop};
use lambda_runtime::{Error, LambdaEvent, service_fn};
use media::Bucket;
use queue::Queue;
use runtime::Startup;
use serde_json::Value;
use store::Store;
use studio::Studio;
use vendors::Vendors;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let mut startup = Startup::lambda();
    let (bucket, queue_url) = (startup.environment.bucket(), startup.environment.queue_url());
    let dead_letters = startup.environment.dead_letter_queue_url();
    let event_queues = startup.environment.event_queues();
    let models = startup.environment.models();
    let vendors = Vendors::read(&mut startup.environment, &startup.aws, &models);
    let basics = startup.finish()?;
    let sqs = basics.aws.sqs();
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock.clone(), basics.ids);
    let generation_loop = GenerationLoop::new(Dependencies {
        bucket: Bucket::new(&basics.aws, bucket, basics.clock),
        queue: Queue::new(sqs.clone(), queue_url),
        dead_letters: Queue::new(sqs, dead_letters),
        studio: Arc::new(Studio::configured(&models, &vendors)),
        models: Arc::new(models),
        store: webhooks::announcing(store, &basics.aws, event_queues),
    });
    let handle = async |event: LambdaEvent<Value>| Ok::<_, Error>(generation_loop.handle(event.payload).await?);
    lambda_runtime::run(service_fn(handle)).await
}
