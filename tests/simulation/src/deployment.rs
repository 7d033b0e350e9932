//! The tables, the bucket and the queues that all processes share.

use media::Bucket;
use queue::{QueueError, Redrive};
use runtime::{Aws, AwsConfig, Clock, Names, Stack};
use store::Store;

/// The names of the resources of one simulated deployment.
#[derive(Clone, Debug)]
pub(crate) struct Deployment {
    stack: Stack,
    pub(crate) queue_url: String,
    pub(crate) dead_letter_queue_url: String,
    pub(crate) event_queue_url: String,
}

impl Deployment {
    /// Creates the tables, the bucket and the queues.
    ///
    /// # Errors
    ///
    /// The first failure to create a resource.
    pub(crate) async fn make(config: &AwsConfig, clock: &Clock) -> Result<Self, String> {
        let stack = Stack::local();
        let aws = Aws::new(config);
        let ids = runtime::Ids::new(clock.clone(), runtime::Entropy::sequence(0));
        let names = Names {
            table: stack.table(),
            ephemeral_table: stack.ephemeral_table(),
        };
        let store = Store::new(aws.dynamodb(), names, clock.clone(), ids);
        store.create_tables().await.map_err(|error| error.to_string())?;
        let bucket = Bucket::new(&aws, stack.bucket(), clock.clone());
        bucket.create().await.map_err(|error| error.to_string())?;
        let queues: Result<_, QueueError> = queue::create_queues(
            &aws.sqs(),
            &stack.queue(),
            &stack.dead_letter_queue(),
            Redrive::STANDARD,
        )
        .await;
        let (queue_url, dead_letter_queue_url) = queues.map_err(|error| error.to_string())?;
        let (events, dead) = (stack.event_queue(), stack.event_dead_letter_queue());
        let queues = queue::create_queues(&aws.sqs(), &events, &dead, Redrive::EVENTS).await;
        let (event_queue_url, _) = queues.map_err(|error| error.to_string())?;
        Ok(Self {
            stack,
            queue_url,
            dead_letter_queue_url,
            event_queue_url,
        })
    }

    pub(crate) fn names(&self) -> Names {
        Names {
            table: self.stack.table(),
            ephemeral_table: self.stack.ephemeral_table(),
        }
    }

    pub(crate) fn table(&self) -> String {
        self.stack.table()
    }

    pub(crate) fn bucket(&self) -> String {
        self.stack.bucket()
    }

    pub(crate) fn queue(&self) -> String {
        self.stack.queue()
    }

    pub(crate) fn event_queue(&self) -> String {
        self.stack.event_queue()
    }

    pub(crate) fn dead_letter_queue(&self) -> String {
        self.stack.dead_letter_queue()
    }
}
