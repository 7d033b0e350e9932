//! Filling a page of a list that is read part by part.

use std::{error::Error, str::FromStr};

use serde::Serialize;
use store::RecordPage;

use crate::{Call, Failure, pages::page::PageBuilder};

/// How many items one request reads at most. The next page of a search continues behind the last of them.
const MOST_READ: usize = 1000;

/// A part of a list: the records that one request to the tables returned.
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// The items.
    pub items: Vec<T>,
    /// The position at which the next part begins; `None` at the end of the list.
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

/// The id after which a part of a list begins; `None` for the first part.
///
/// # Errors
///
/// The position is no id. Callers cannot change a sealed cursor, so this is a defect of the service.
pub fn id_at<K>(position: Option<&str>) -> Result<Option<K>, Failure>
where
    K: FromStr<Err: Error + Send + Sync + 'static>,
{
    position.map(str::parse).transpose().map_err(Failure::internal)
}

/// A page as callers see it.
#[derive(Clone, Debug)]
pub struct Page<V> {
    /// The items as callers see them.
    pub items: Vec<V>,
    /// The position of the next page.
    pub next: Option<String>,
}

/// A list under the filters of one call.
pub trait Listing: Sync {
    /// A record of the list.
    type Item: Send + Sync;
    /// A record as callers see it.
    type View: Serialize + Send;

    /// The part behind a position, or the first part.
    fn part(&self, position: Option<String>) -> impl Future<Output = Result<Part<Self::Item>, Failure>> + Send;

    /// The position of an item. The next part begins behind this item.
    fn position(item: &Self::Item) -> String;

    /// Whether an item passes the filters.
    fn wants(&self, _: &Self::Item) -> bool {
        true
    }

    /// Shows an item.
    fn show(&self, item: &Self::Item) -> impl Future<Output = Result<Self::View, Failure>> + Send;
}

/// Fills a page of at most `limit` items, from the part `first`, which is already read, and the parts after it.
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
