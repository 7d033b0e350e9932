//! Plans, quotas and rate limits: what an organization may do and have.

pub(crate) mod plan;
pub(crate) mod quota;
pub(crate) mod rate;
