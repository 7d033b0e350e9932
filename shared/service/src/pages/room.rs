//! How large a page of a list may become.

/// The room that an adapter's message has for the items of a page. A page that has no more room ends early.
#[derive(Clone, Copy, Debug)]
pub struct PageRoom {
    /// How many bytes all items may take.
    pub bytes: usize,
    /// How many bytes an item takes in the message, given its JSON.
    pub size_of: fn(&str) -> usize,
}

impl PageRoom {
    /// The room in a message that contains the items as JSON: 4 MB. The response of a Lambda has at most 6 MB.
    pub const JSON: Self = Self {
        bytes: 4_000_000,
        size_of: |item| item.len() + 1,
    };
}
