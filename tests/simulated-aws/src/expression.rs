//! DynamoDB's expressions: conditions, key conditions, updates and projections.

mod condition;
mod key_condition;
mod parser;
mod path;
mod placeholders;
mod update;

pub(crate) use self::{
    condition::Condition,
    key_condition::{KeyCondition, RangeTest},
    path::{Path, project},
    placeholders::Placeholders,
    update::Update,
};
