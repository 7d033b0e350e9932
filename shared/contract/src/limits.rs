//! Plans and quotas: what an organization may do and have.

pub(crate) mod plan;
pub(crate) mod quota;
