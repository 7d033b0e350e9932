//! Who uses the tool, for the log of what operators did.

use runtime::{Aws, AwsFailure};

use crate::Failure;

/// Where the operator's identity comes from.
#[derive(Debug)]
pub(crate) enum Identity {
    /// AWS knows its caller.
    Aws(Aws),
    /// An endpoint of a developer's takes any credentials: the user of the machine, as its environment names it.
    Local(Option<String>),
}

impl Identity {
    /// The operator's name: the ARN of an identity of AWS, or `local:` and a user.
    pub(crate) async fn name(&self) -> Result<String, Failure> {
        let aws = match self {
            Self::Local(user) => return Ok(format!("local:{}", user.as_deref().unwrap_or("unknown"))),
            Self::Aws(aws) => aws,
        };
        let caller = aws.sts().get_caller_identity().send().await;
        let caller = caller.map_err(|error| Failure::UnknownOperator(AwsFailure::new(&error).into()))?;
        caller
            .arn
            .ok_or_else(|| Failure::UnknownOperator("the response names no caller".into()))
    }
}
