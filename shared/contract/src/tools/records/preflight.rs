use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CheckId, CheckResult, Measure, PixelBox};

/// Checks of a picture in the places where it is shown: measured facts, not a prediction of clicks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Preflight {
    /// Whether the picture passes all checks.
    pub ok: bool,
    /// The checks.
    pub checks: Vec<PreflightCheck>,
}

/// A check of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct PreflightCheck {
    /// The check.
    pub id: CheckId,
    /// Whether the picture passes.
    pub ok: bool,
    /// The measured value; null if the check measures no number.
    pub value: Option<Measure>,
    /// The bound that `value` is compared with; null when there is none.
    pub limit: Option<Measure>,
    /// The result in one sentence, for people.
    pub message: String,
    /// The parts of the picture that the result is about, in pixels of the picture.
    pub boxes: Vec<PixelBox>,
}

impl Preflight {
    /// The preflight of these results.
    pub fn of(results: impl IntoIterator<Item = CheckResult>) -> Self {
        let checks: Vec<PreflightCheck> = results.into_iter().map(PreflightCheck::from).collect();
        Self {
            ok: checks.iter().all(|check| check.ok),
            checks,
        }
    }
}

impl From<CheckResult> for PreflightCheck {
    fn from(result: CheckResult) -> Self {
        let message = result.message().to_owned();
        let CheckResult {
            id,
            ok,
            value,
            limit,
            boxes,
            ..
        } = result;
        Self {
            id,
            ok,
            value,
            limit,
            message,
            boxes,
        }
    }
}
