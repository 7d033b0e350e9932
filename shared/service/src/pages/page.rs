//! Pages of a list.

use serde::Serialize;

use crate::PageRoom;

/// Collects the items of a page.
#[derive(Debug)]
pub(crate) struct PageBuilder<T> {
    items: Vec<T>,
    limit: usize,
    room: PageRoom,
    bytes: usize,
}

impl<T: Serialize> PageBuilder<T> {
    /// A page of at most `limit` items that fit in this room.
    pub(crate) fn new(limit: u32, room: PageRoom) -> Self {
        Self {
            items: Vec::new(),
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            room,
            bytes: 0,
        }
    }

    /// Adds an item if it fits, and returns whether it does. If it does not fit, the page ends before the item.
    pub(crate) fn push(&mut self, item: T) -> bool {
        let bytes = serde_json::to_string(&item).map_or(0, |text| (self.room.size_of)(&text));
        let fits = self.items.is_empty() || self.bytes + bytes <= self.room.bytes;
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
    fn a_page_ends_at_its_limit_and_when_its_room_is_full() {
        let mut page = PageBuilder::new(2, PageRoom::JSON);
        assert_eq!([page.push(1), page.push(2), page.push(3)], [true, true, false]);
        let mut page = PageBuilder::new(100, PageRoom::JSON);
        let text = "x".repeat(1_500_000);
        assert_eq!(
            [page.push(&text), page.push(&text), page.push(&text)],
            [true, true, false]
        );
        let room = PageRoom {
            bytes: 10,
            size_of: |item| 2 * item.len(),
        };
        let mut page = PageBuilder::new(100, room);
        assert_eq!([page.push(10), page.push(200), page.push(3000)], [true, true, false]);
        let mut page = PageBuilder::new(100, room);
        assert!(page.push("a long item"), "an item alone is always shown");
    }
}
