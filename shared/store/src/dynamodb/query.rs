//! Queries of one partition of the main table, or of one partition of an index.

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{self, Item, number},
        expression::Expression,
    },
    keys,
};

/// A query. A query of the table reads with strong consistency; a query of an index cannot.
#[derive(Debug)]
pub(crate) struct Query {
    index: Option<&'static str>,
    expression: Expression,
    key_condition: String,
    filter: Option<String>,
    is_newest_first: bool,
    limit: Option<u32>,
    start: Option<Item>,
}

/// The items that one call has read.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) items: Vec<Item>,
    /// The place at which the next page starts; `None` after the last page. A page with fewer items than the limit is
    /// not necessarily the last page.
    pub(crate) next: Option<Item>,
}

impl Query {
    fn new(index: Option<&'static str>, partition_key: &str, partition: String) -> Self {
        let mut expression = Expression::new();
        let (name, value) = (expression.name(partition_key), expression.value(codec::text(partition)));
        Self {
            index,
            expression,
            key_condition: format!("{name} = {value}"),
            filter: None,
            is_newest_first: false,
            limit: None,
            start: None,
        }
    }

    /// All items of a partition of the main table, in the order of their sort keys.
    pub(crate) fn partition(partition: impl Into<String>) -> Self {
        Self::new(None, keys::PK, partition.into())
    }

    /// All items of a partition of an index, in the order of the index's sort keys.
    pub(crate) fn index(index: &'static str, partition_key: &str, partition: impl Into<String>) -> Self {
        Self::new(Some(index), partition_key, partition.into())
    }

    /// Only items whose sort keys begin with `prefix`. An empty prefix means all items.
    pub(crate) fn with_prefix(mut self, prefix: &str) -> Self {
        if !prefix.is_empty() {
            let (sk, prefix) = (
                self.expression.name(keys::SK),
                self.expression.value(codec::text(prefix)),
            );
            self.key_condition += &format!(" AND begins_with({sk}, {prefix})");
        }
        self
    }

    /// Only items whose sort keys are from `first` to `last`, both included.
    pub(crate) fn between(mut self, first: &str, last: &str) -> Self {
        let sk = self.expression.name(keys::SK);
        let [first, last] = [first, last].map(|text| self.expression.value(codec::text(text)));
        self.key_condition += &format!(" AND {sk} BETWEEN {first} AND {last}");
        self
    }

    /// Only items whose sort key in the index, a number named `sort_key`, is at most `last`.
    pub(crate) fn up_to(mut self, sort_key: &str, last: i64) -> Self {
        let (name, last) = (self.expression.name(sort_key), self.expression.value(number(last)));
        self.key_condition += &format!(" AND {name} <= {last}");
        self
    }

    /// Only items that have this attribute. The limit counts the other items too.
    pub(crate) fn having(mut self, attribute: &str) -> Self {
        let name = self.expression.name(attribute);
        self.filter = Some(format!("attribute_exists({name})"));
        self
    }

    /// The items with the highest sort keys first.
    pub(crate) const fn newest_first(mut self) -> Self {
        self.is_newest_first = true;
        self
    }

    /// At most this many items in a page.
    pub(crate) const fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The page that starts at the `next` of the page before.
    pub(crate) fn starting_at(mut self, start: Option<Item>) -> Self {
        self.start = start;
        self
    }
}

impl Store {
    /// Reads one page.
    pub(crate) async fn query(&self, query: &Query) -> Result<Page, StoreError> {
        let limit = query.limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX));
        let output = self
            .client
            .query()
            .table_name(&self.names.table)
            .set_index_name(query.index.map(str::to_owned))
            .key_condition_expression(&query.key_condition)
            .set_filter_expression(query.filter.clone())
            .set_expression_attribute_names(query.expression.names())
            .set_expression_attribute_values(query.expression.values())
            .set_exclusive_start_key(query.start.clone())
            .set_scan_index_forward(query.is_newest_first.then_some(false))
            .set_consistent_read(query.index.is_none().then_some(true))
            .set_limit(limit)
            .send()
            .await
            .map_err(|error| StoreError::aws("Query", error))?;
        Ok(Page {
            items: output.items.unwrap_or_default(),
            next: output.last_evaluated_key,
        })
    }

    /// Reads all items of a query, page by page, and hands each item to `take`.
    pub(crate) async fn each_item(
        &self,
        mut query: Query,
        mut take: impl FnMut(Item) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        loop {
            let page = self.query(&query).await?;
            page.items.into_iter().try_for_each(&mut take)?;
            query.start = page.next;
            if query.start.is_none() {
                return Ok(());
            }
        }
    }

    /// All items of a query. Only for ranges that are known to be small, and for operators.
    pub(crate) async fn all_items(&self, query: Query) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        self.each_item(query, |item| {
            items.push(item);
            Ok(())
        })
        .await?;
        Ok(items)
    }
}
