//! Black-box tests of the API and of the operator's commands, one module for each area.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails at the first unexpected value"
)]

mod adapters;
mod bodies;
mod cases;
mod chaining;
mod changes;
mod clean_up;
mod console;
mod cors;
mod deletion;
mod descriptions;
mod envelope;
mod examples;
mod generation;
mod generation_under_way;
mod idempotency;
mod images;
mod inspirations;
mod library;
mod limits;
mod local_endpoint;
mod logos;
mod mcp;
mod metadata;
mod operations;
mod operator;
mod operator_answers;
mod operator_audit;
mod operator_export;
mod operator_grants;
mod operator_keys;
mod operator_library;
mod operator_log;
mod operator_usage;
mod pages;
mod persons;
mod pictures;
mod preflights;
mod previews;
mod properties;
mod quotas;
mod quoted_charges;
mod quotes;
mod reasons;
mod record_pages;
mod references;
mod resolutions;
mod retention;
mod series;
mod smoke;
mod support;
mod suspension;
mod tools;
mod uploads;
mod variations;
mod waiting;
mod webhook_events;
mod webhooks;
