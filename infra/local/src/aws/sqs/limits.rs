//! The limits of SQS.

/// The largest message, and the largest sum of a batch's messages: 1 MiB,
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html>.
pub(super) const MAX_MESSAGE_BYTES: usize = 1_048_576;
