//! Changes requests before they are sent, to emulate a defect in the service's code.

use serde_json::Value as Json;

use crate::ProcessId;

/// A request that is about to be sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The process that sends the request.
    pub process: ProcessId,
    /// The operation, such as `TransactWriteItems`, `SendMessageBatch` or `PutObject`.
    pub operation: String,
    /// The parameters, named as in the operation's documentation. DynamoDB and SQS: the JSON body on the wire. S3: an
    /// object with `Bucket` and, if the operation has them, `Key`, `CopySource`, `Prefix`, `StartAfter`,
    /// `ContinuationToken`, `MaxKeys`, `ContentType`, `Tagging` and `Range`.
    pub body: Json,
}

/// What to do with a request.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Send the request with its current body.
    Execute,
    /// Do not send the request, and answer it with this JSON as a success. The service reads no member of an S3
    /// response to a write, so `Json::Null` suffices for S3.
    Pretend(Json),
}

/// A function that sees and may change each request.
pub(crate) type Rewrite = Box<dyn FnMut(&mut Request) -> Verdict + Send>;
