//! Passes HTTP requests to the functions, as API Gateway does.

pub mod api_gateway;
