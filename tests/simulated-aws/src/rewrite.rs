//! Changing requests on their way, to emulate a program that has a defect.

use serde_json::Value as Json;

use crate::ProcessId;

/// A request that is about to be sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The process that sends it.
    pub process: ProcessId,
    /// The operation, such as `TransactWriteItems`, `SendMessageBatch` or `PutObject`.
    pub operation: String,
    /// The parameters as the operation's documentation names them. DynamoDB and SQS: the JSON body as it is sent. S3:
    /// an object with `Bucket` and, where the operation has them, `Key`, `CopySource`, `Prefix`, `StartAfter`,
    /// `ContinuationToken`, `MaxKeys`, `ContentType`, `Tagging` and `Range`.
    pub body: Json,
}

/// What becomes of a request.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It goes its way with the body that it has now.
    Execute,
    /// It never reaches the service, and the sender gets this JSON as a successful answer. S3's answers have no
    /// parameters that our code reads, so `Json::Null` will do there.
    Pretend(Json),
}

/// What sees and changes each request.
pub(crate) type Rewrite = Box<dyn FnMut(&mut Request) -> Verdict + Send>;
