//! Filling a page of a list that is read part by part.

use serde::Serialize;
use store::RecordPage;

use crate::{Call, Failure, pages::page::PageBuilder};

/// How many items one request looks through at the most; a search goes on where it ended.
const MOST_READ: usize = 1000;

/// A part of a list as the tables give it.
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// The items.
    pub items: Vec<T>,
    /// The position from which the list goes on.
    pub next: Option<String>,
}

impl<T> Part<T> {
    /// A part of records, whose next part begins behind the last of them.
    pub fn new(read: RecordPage<T>, position: impl Fn(&T) -> String) -> Self {
        Self {
            next: read.records.last().filter(|_| read.more).map(position),
            items: read.records,
        }
    }
}

/// A page as callers see it.
#[derive(Clone, Debug)]
pub struct Page<V> {
    /// What is shown.
    pub items: Vec<V>,
    /// The position of the next page.
    pub next: Option<String>,
}

/// A list under the filters of one call.
pub trait Listing: Sync {
    /// What is listed.
    type Item: Send + Sync;
    /// How it is shown.
    type View: Serialize + Send;

    /// The part behind a position, or the first.
    fn part(&self, position: Option<String>) -> impl Future<Output = Result<Part<Self::Item>, Failure>> + Send;

    /// Where an item stands: what follows it begins there.
    fn position(item: &Self::Item) -> String;

    /// Whether the filters let an item through.
    fn wants(&self, _: &Self::Item) -> bool {
        true
    }

    /// Shows an item.
    fn show(&self, item: &Self::Item) -> impl Future<Output = Result<Self::View, Failure>> + Send;
}

/// Fills a page of at most `limit` items, from the part that was read first and what follows it.
pub async fn page<L: Listing>(
    call: &Call,
    listing: &L,
    limit: u32,
    first: Part<L::Item>,
) -> Result<Page<L::View>, Failure> {
    let mut page = PageBuilder::new(limit, call.room);
    let mut looked_at = 0;
    let mut position = None;
    let mut part = first;
    let next = 'pages: loop {
        for item in &part.items {
            looked_at += 1;
            if listing.wants(item) && !page.push(listing.show(item).await?) {
                break 'pages position;
            }
            position = Some(L::position(item));
        }
        match part.next {
            Some(_) if page.is_full() => break position,
            Some(next) if looked_at >= MOST_READ => break Some(next),
            Some(next) => part = listing.part(Some(next)).await?,
            None => break None,
        }
    };
    Ok(Page {
        items: page.into_items(),
        next,
    })
}
