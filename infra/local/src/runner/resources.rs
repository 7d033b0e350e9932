//! The tables, the bucket and the queues of a runner.

use std::sync::Arc;

use media::Bucket;
use queue::{Queue, Redrive};
use runtime::{Aws, AwsConfig, Clock, Entropy, Ids, Names, Stack};
use store::Store;
use webhooks::QueueAnnouncer;

use crate::RunnerError;

/// The AWS resources of the functions, for callers that bypass the gateway.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Records and money.
    pub store: Store,
    /// Pictures.
    pub bucket: Bucket,
    /// The queue of thumbnails to make.
    pub queue: Queue,
    /// The queue of dead letters.
    pub dead_letters: Queue,
    /// The queue of events to deliver.
    pub events: Queue,
}

impl Resources {
    /// Creates the tables, the bucket and the queues at `aws` if they do not exist.
    pub async fn set_up(aws: &AwsConfig, stack: &Stack, clock: &Clock) -> Result<Self, RunnerError> {
        let clients = Aws::new(aws);
        let names = Names {
            table: stack.table(),
            ephemeral_table: stack.ephemeral_table(),
        };
        let ids = Ids::new(clock.clone(), Entropy::System);
        let store = Store::new(clients.dynamodb(), names, clock.clone(), ids);
        store.create_tables().await?;
        let bucket = Bucket::new(&clients, stack.bucket(), clock.clone());
        bucket.create().await?;
        let sqs = clients.sqs();
        let (url, dead) =
            queue::create_queues(&sqs, &stack.queue(), &stack.dead_letter_queue(), Redrive::STANDARD).await?;
        let (queue, dead_letters) = (Queue::new(sqs.clone(), url), Queue::new(sqs.clone(), dead));
        let (event_queue, event_dead_letters) = (stack.event_queue(), stack.event_dead_letter_queue());
        let (url, _) = queue::create_queues(&sqs, &event_queue, &event_dead_letters, Redrive::EVENTS).await?;
        let events = Queue::new(sqs, url);
        let announcer = Arc::new(QueueAnnouncer::new(events.clone()));
        Ok(Self {
            store: store.with_announcer(announcer),
            bucket,
            queue,
            dead_letters,
            events,
        })
    }
}
