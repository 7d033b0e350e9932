//! The mark that somebody listens for the events of an organization.
//!
//! The balance's item has the mark, because every charge reads and writes this item. A charge copies the mark to the
//! progress of the generation that it creates. So the write that ends a thumbnail knows from the progress whether it
//! must write an event, without another read. The marks are conditions of these writes. When a mark changes at the same
//! time, the write is refused and repeated.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::dynamodb::expression::Expression;

/// The attribute of a balance's item, and of a generation's progress, that exists if somebody listens.
const HAS_LISTENER: &str = "hasListener";

/// Requires that the mark is set, or that it is not set.
pub(crate) fn require_listener(change: &mut Expression, has_listener: bool) {
    if has_listener {
        change.require_present(HAS_LISTENER);
    } else {
        change.require_absent(HAS_LISTENER);
    }
}

/// Sets the mark.
pub(crate) fn mark_listener(change: &mut Expression) {
    change.set(&[HAS_LISTENER], AttributeValue::Bool(true));
}

/// Removes the mark.
pub(crate) fn unmark_listener(change: &mut Expression) {
    change.remove(&[HAS_LISTENER]);
}
