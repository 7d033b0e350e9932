//! Random network and service faults of a single request.

use std::time::Duration;

use crate::{
    Conditions,
    random::Random,
    refusal::Refusal,
    wire::{Call, Service},
};

/// The fate of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Normal,
    /// The request never reaches the service.
    LostRequest,
    /// The request is executed, but its response is lost.
    LostAnswer,
    /// The request is executed twice, the second time after this gap. The client receives the second response if the
    /// flag is set, and otherwise the first response.
    Duplicate(Duration, bool),
    /// The request is executed after this time, when its client no longer waits for the response.
    Late(Duration),
    /// The service answers with this 5xx status. The flag says whether the request is executed nevertheless.
    ServerError(u16, bool),
    /// The service throttles the request.
    Throttled,
}

impl Fate {
    pub(crate) fn draw(random: &mut Random, conditions: &Conditions) -> Self {
        if random.chance(conditions.lost_request) {
            Self::LostRequest
        } else if random.chance(conditions.lost_answer) {
            Self::LostAnswer
        } else if random.chance(conditions.duplicate) {
            Self::Duplicate(random.up_to(conditions.slow_by), random.chance(0.5))
        } else if random.chance(conditions.late) {
            Self::Late(random.up_to(conditions.late_by))
        } else if random.chance(conditions.server_error) {
            let status = if random.chance(0.5) { 500 } else { 503 };
            Self::ServerError(status, random.chance(0.5))
        } else if random.chance(conditions.throttled) {
            Self::Throttled
        } else {
            Self::Normal
        }
    }
}

/// The latencies of a request and its response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Travel {
    pub(crate) there: Duration,
    pub(crate) back: Duration,
}

impl Travel {
    pub(crate) fn draw(random: &mut Random, conditions: &Conditions, call: &Call) -> Self {
        let total = if call.operation == "TransactWriteItems" {
            conditions
                .transaction
                .saturating_sub(conditions.transaction_hold * 5 / 4)
        } else {
            let (least, most) = conditions.call;
            least + random.up_to(most.saturating_sub(least))
        };
        let there = random.up_to(total);
        let mut travel = Self {
            there,
            back: total.saturating_sub(there),
        };
        if random.chance(conditions.slow) {
            let more = random.up_to(conditions.slow_by);
            if random.chance(0.5) {
                travel.there += more;
            } else {
                travel.back += more;
            }
        }
        travel
    }
}

pub(crate) fn server_error(service: Service, status: u16) -> Refusal {
    let code = match (service, status) {
        (Service::DynamoDb, 500) => "InternalServerError",
        (Service::S3, 500) => "InternalError",
        (Service::Sqs, 500) => "InternalFailure",
        _ => "ServiceUnavailable",
    };
    Refusal::new(status, code, "The service failed for the moment.")
}

pub(crate) fn throttled(service: Service) -> Refusal {
    match service {
        Service::DynamoDb => Refusal::new(
            400,
            "ThrottlingException",
            "Throughput exceeds the current capacity of your table or index.",
        ),
        Service::Sqs => Refusal::new(403, "com.amazonaws.sqs#RequestThrottled", "Rate exceeded"),
        Service::S3 => Refusal::new(503, "SlowDown", "Please reduce your request rate."),
    }
}
