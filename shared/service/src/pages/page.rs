//! Pages of a list.

use serde::Serialize;

/// The largest page, in bytes. A page with larger items has fewer of them. The response of a Lambda has at most 6 MB.
const MAX_PAGE_BYTES: usize = 4_000_000;

/// Collects the items of a page.
#[derive(Debug)]
pub(crate) struct PageBuilder<T> {
    items: Vec<T>,
    limit: usize,
    bytes: usize,
}

impl<T: Serialize> PageBuilder<T> {
    /// A page of at most `limit` items.
    pub(crate) fn new(limit: u32) -> Self {
        Self {
            items: Vec::new(),
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            bytes: 0,
        }
    }

    /// Adds an item, and says whether it had room: when not, the page ends before it.
    pub(crate) fn push(&mut self, item: T) -> bool {
        let bytes = serde_json::to_string(&item).map_or(0, |text| text.len() + 1);
        let fits = self.items.is_empty() || self.bytes + bytes <= MAX_PAGE_BYTES;
        if self.is_full() || !fits {
            return false;
        }
        self.bytes += bytes;
        self.items.push(item);
        true
    }

    /// Whether the page has as many items as it may.
    pub(crate) const fn is_full(&self) -> bool {
        self.items.len() >= self.limit
    }

    /// The items.
    pub(crate) fn into_items(self) -> Vec<T> {
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_at_its_limit_and_before_four_megabytes() {
        let mut page = PageBuilder::new(2);
        assert_eq!([page.push(1), page.push(2), page.push(3)], [true, true, false]);
        let mut page = PageBuilder::new(100);
        let text = "x".repeat(1_500_000);
        assert_eq!(
            [page.push(&text), page.push(&text), page.push(&text)],
            [true, true, false]
        );
        let mut page = PageBuilder::new(100);
        assert!(
            page.push("x".repeat(MAX_PAGE_BYTES * 2)),
            "an item alone is always shown"
        );
    }
}
