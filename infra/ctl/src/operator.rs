//! The identity of the operator, for the log of acts.

use runtime::{Aws, AwsFailure, sdk_config};

use crate::Failure;

/// The source of the operator's identity.
#[derive(Debug)]
pub(crate) enum Identity {
    /// AWS knows the caller.
    Aws(Box<Aws>),
    /// A local endpoint accepts any credentials: the user of the machine, from the environment.
    Local(Option<String>),
}

impl Identity {
    /// The operator's name: the ARN of an AWS identity, or `local:` and a user.
    pub(crate) async fn name(&self) -> Result<String, Failure> {
        let aws = match self {
            Self::Local(user) => return Ok(format!("local:{}", user.as_deref().unwrap_or("unknown"))),
            Self::Aws(aws) => aws,
        };
        let sts = aws_sdk_sts::Client::new(&sdk_config(aws.config()));
        let caller = sts.get_caller_identity().send().await;
        let caller = caller.map_err(|error| Failure::UnknownOperator(AwsFailure::new(&error).into()))?;
        caller
            .arn
            .ok_or_else(|| Failure::UnknownOperator("the response names no caller".into()))
    }
}
