//! The vendors' answers about models that are not switched off.

use contract::Timestamp;

/// A vendor's answer about a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// The vendor offers the model.
    Offered {
        /// When the vendor switches the model off, if it has announced that.
        ends: Option<Timestamp>,
    },
    /// The vendor still offers the model and will switch it off, but has not announced a date.
    Legacy,
    /// The server does not list its models.
    Unlisted,
}

/// Reads a day such as `2026-12-01`, or a moment in RFC 3339. `None` for any other text.
pub(crate) fn moment(text: &str) -> Option<Timestamp> {
    Timestamp::of_day(text).or_else(|| Timestamp::of_rfc_3339(text))
}
