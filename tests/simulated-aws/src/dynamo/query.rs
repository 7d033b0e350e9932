//! `Query` and `Scan`.

use std::{ops::Bound, sync::Arc};

use crate::{
    body::Body,
    dynamo::{
        Answer, Dynamo, Moment,
        key::{Key, KeySchema, Scalar},
        single::{projected, read_projection},
        throttled,
    },
    expression::{Condition, KeyCondition, Placeholders, RangeTest},
    params::Params,
    refusal::Refusal,
    value::{Item, Value, item_size, read_item},
};

/// A page of a query or a scan ends with the item that reaches this size, in bytes.
const PAGE_BYTES: u64 = 1024 * 1024;

impl RangeTest {
    /// Whether a sort key within the bounds of the test passes the test.
    fn holds_within(&self, range: Option<&Scalar>, low: &Key, high: &Key) -> bool {
        match (self, range) {
            (_, None) => false,
            (Self::Less(_), range) => range != high.range.as_ref(),
            (Self::Greater(_), range) => range != low.range.as_ref(),
            (Self::BeginsWith(Value::S(start)), Some(Scalar::S(text))) => text.starts_with(start.as_str()),
            (Self::BeginsWith(Value::B(start)), Some(Scalar::B(bytes))) => bytes.starts_with(start),
            (Self::BeginsWith(_), _) => false,
            _ => true,
        }
    }

    /// The lower and the upper bound of the sort keys that may pass the test.
    fn bounds(test: Option<&Self>) -> (Option<Scalar>, Scalar) {
        match test {
            None => (None, Scalar::Last),
            Some(Self::Equal(value)) => (Scalar::of(value), Scalar::of(value).unwrap_or(Scalar::Last)),
            Some(Self::Less(value) | Self::LessOrEqual(value)) => (None, Scalar::of(value).unwrap_or(Scalar::Last)),
            Some(Self::Greater(value) | Self::GreaterOrEqual(value)) => (Scalar::of(value), Scalar::Last),
            Some(Self::Between(low, high)) => (Scalar::of(low), Scalar::of(high).unwrap_or(Scalar::Last)),
            Some(Self::BeginsWith(start)) => {
                let start = Scalar::of(start);
                let end = start.as_ref().map_or(Scalar::Last, Scalar::behind_prefix);
                (start, end)
            }
        }
    }

    fn values(&self) -> impl Iterator<Item = &Value> {
        let (one, other) = match self {
            Self::Equal(one)
            | Self::Less(one)
            | Self::LessOrEqual(one)
            | Self::Greater(one)
            | Self::GreaterOrEqual(one)
            | Self::BeginsWith(one) => (one, None),
            Self::Between(one, other) => (one, Some(other)),
        };
        std::iter::once(one).chain(other)
    }
}

/// Checks the types of a key condition's values, and returns the partition key.
fn check(condition: &KeyCondition, schema: &KeySchema) -> Result<Scalar, Refusal> {
    let hash = schema.hash.checked(&condition.hash)?;
    if let (Some(test), Some(range)) = (&condition.range, &schema.range) {
        for value in test.values() {
            range.checked(value)?;
        }
    }
    Ok(hash)
}

/// The items that have been read of a page so far.
struct Page {
    limit: u64,
    bytes: u64,
    read: u64,
    items: Vec<Arc<Item>>,
    last: Option<Arc<Item>>,
    is_full: bool,
}

impl Page {
    const fn new(limit: Option<u64>) -> Self {
        Self {
            limit: match limit {
                Some(limit) => limit,
                None => u64::MAX,
            },
            bytes: 0,
            read: 0,
            items: Vec::new(),
            last: None,
            is_full: false,
        }
    }

    fn add(&mut self, item: &Arc<Item>, filter: Option<&Condition>) {
        self.bytes += item_size(item);
        self.read += 1;
        if filter.is_none_or(|filter| filter.holds(item)) {
            self.items.push(Arc::clone(item));
        }
        self.last = Some(Arc::clone(item));
        self.is_full = self.read >= self.limit || self.bytes >= PAGE_BYTES;
    }
}

impl Dynamo {
    pub(super) fn query(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let name = params.needed_text("TableName")?;
        let index_name = params.text("IndexName")?;
        let consistent = params.flag("ConsistentRead")?.unwrap_or(false);
        let forward = params.flag("ScanIndexForward")?.unwrap_or(true);
        let limit = params.number("Limit")?;
        if limit == Some(0) {
            return Err(Refusal::validation("Limit must be greater than or equal to 1"));
        }
        let start = params.take("ExclusiveStartKey").map(read_item).transpose()?;
        let placeholders = Placeholders::read(
            params.take("ExpressionAttributeNames"),
            params.take("ExpressionAttributeValues"),
        )?;
        let text = params.needed_text("KeyConditionExpression")?;
        let filter = read_filter(&mut params, &placeholders)?;
        let projection = read_projection(&mut params, &placeholders)?;
        params.choice("Select", &["ALL_ATTRIBUTES"])?;
        let (tables, mut context) = self.parts(moment);
        let table = tables.get_mut(&name)?;
        let index = match &index_name {
            None => None,
            Some(index_name) => {
                if consistent {
                    return Err(Refusal::validation(
                        "Consistent reads are not supported on global secondary indexes",
                    ));
                }
                let position = table.indexes.iter().position(|index| index.name == *index_name);
                Some(position.ok_or_else(|| {
                    Refusal::validation(&format!("The table does not have the specified index: {index_name}"))
                })?)
            }
        };
        let schema = match index.and_then(|index| table.indexes.get(index)) {
            None => table.key.clone(),
            Some(index) => index.key.clone(),
        };
        let range_name = schema.range.as_ref().map(|range| range.name.as_str());
        let condition = KeyCondition::parse(&text, &placeholders, &schema.hash.name, range_name)?;
        placeholders.finish()?;
        params.finish()?;
        let hash = check(&condition, &schema)?;
        let mut start_key = None;
        if let Some(start) = &start {
            let place = schema
                .key_in_index(start)
                .filter(|place| place.hash == hash)
                .ok_or_else(|| Refusal::validation("The provided starting key is outside query boundaries"))?;
            let primary = table
                .key
                .key_in_index(start)
                .ok_or_else(|| Refusal::validation("The provided starting key is invalid"))?;
            start_key = Some((place, primary));
        }

        let (low, high) = RangeTest::bounds(condition.range.as_ref());
        let bound = |range| Key {
            hash: hash.clone(),
            range,
        };
        let (low, high) = (bound(low), bound(Some(high)));
        if low > high {
            return Ok(Body::new()
                .with("Items", &[(); 0])
                .with("Count", &0)
                .with("ScannedCount", &0)
                .finish());
        }
        let (first, last) = (low.clone(), high.clone());
        let matches = |key: &Key| {
            let test = condition.range.as_ref();
            test.is_none_or(|test| test.holds_within(key.range.as_ref(), &first, &last))
        };
        let mut page = Page::new(limit);
        match index.and_then(|index| table.indexes.get_mut(index)) {
            None => {
                if !table.can_read(&context, &hash) {
                    return Err(throttled(context.random));
                }
                let start = start_key.map(|(_, primary)| primary);
                let range = bounds(low, high, start, forward);
                if let Some(range) = range {
                    let mut rows = table.rows.range(range);
                    while !page.is_full
                        && let Some((key, row)) = if forward { rows.next() } else { rows.next_back() }
                    {
                        if matches(key)
                            && let Some(item) = row.seen(&mut context, consistent)
                        {
                            page.add(item, filter.as_ref());
                        }
                    }
                }
                table.bill_read(&context, &hash, "Query", page.bytes, consistent);
            }
            Some(index) => {
                index.catch_up(context.now);
                if !index.capacity.can_read(&hash, context.now, context.rates()) {
                    return Err(throttled(context.random));
                }
                let range = bounds((low, Key::FIRST), (high, Key::LAST), start_key, forward);
                if let Some(range) = range {
                    let mut entries = index.entries.range(range);
                    while !page.is_full
                        && let Some(((key, _), item)) = if forward { entries.next() } else { entries.next_back() }
                    {
                        if matches(key) {
                            page.add(item, filter.as_ref());
                        }
                    }
                }
                let amount = super::capacity::Amount::read(page.bytes, false);
                index
                    .capacity
                    .consume(&hash, "Query", amount, context.now, context.rates());
            }
        }
        let last = page.last.filter(|_| page.is_full).map(|last| {
            let mut key = table.key.attributes_of(&last);
            key.extend(schema.attributes_of(&last));
            key
        });
        Ok(answer(&page.items, page.read, projection.as_deref(), last))
    }

    pub(super) fn scan(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let name = params.needed_text("TableName")?;
        let consistent = params.flag("ConsistentRead")?.unwrap_or(false);
        let limit = params.number("Limit")?;
        let start = params.take("ExclusiveStartKey").map(read_item).transpose()?;
        let placeholders = Placeholders::read(
            params.take("ExpressionAttributeNames"),
            params.take("ExpressionAttributeValues"),
        )?;
        let filter = read_filter(&mut params, &placeholders)?;
        let projection = read_projection(&mut params, &placeholders)?;
        placeholders.finish()?;
        params.finish()?;
        let (tables, mut context) = self.parts(moment);
        let table = tables.get_mut(&name)?;
        let start = start.map(|start| table.key.read(&start)).transpose()?;
        let mut page = Page::new(limit);
        if let Some(range) = bounds(Key::FIRST, Key::LAST, start, true) {
            for row in table.rows.range(range).map(|(_, row)| row) {
                if let Some(item) = row.seen(&mut context, consistent) {
                    page.add(item, filter.as_ref());
                }
                if page.is_full {
                    break;
                }
            }
        }
        table.bill_read(&context, &Scalar::S("".into()), "Scan", page.bytes, consistent);
        let last = page
            .last
            .filter(|_| page.is_full)
            .map(|last| table.key.attributes_of(&last));
        Ok(answer(&page.items, page.read, projection.as_deref(), last))
    }
}

fn read_filter(params: &mut Params, placeholders: &Placeholders) -> Result<Option<Condition>, Refusal> {
    let filter = params.text("FilterExpression")?;
    filter
        .map(|text| Condition::parse_as("FilterExpression", &text, placeholders))
        .transpose()
}

/// The range from `low` to `high`, both included. With `start`, only the part after `start` in the direction of
/// reading. `None` if nothing is left.
fn bounds<K: Ord>(low: K, high: K, start: Option<K>, forward: bool) -> Option<(Bound<K>, Bound<K>)> {
    match start {
        None => Some((Bound::Included(low), Bound::Included(high))),
        Some(start) if forward => {
            if start < low {
                return Some((Bound::Included(low), Bound::Included(high)));
            }
            (start < high).then_some((Bound::Excluded(start), Bound::Included(high)))
        }
        Some(start) => {
            if start > high {
                return Some((Bound::Included(low), Bound::Included(high)));
            }
            (start > low).then_some((Bound::Included(low), Bound::Excluded(start)))
        }
    }
}

fn answer(items: &[Arc<Item>], read: u64, projection: Option<&[String]>, last: Option<Item>) -> Vec<u8> {
    let body = Body::new().with("Count", &items.len()).with("ScannedCount", &read);
    let body = match projection {
        None => body.with("Items", &items.iter().map(|item| &**item).collect::<Vec<_>>()),
        Some(_) => {
            let items = items.iter().map(|item| projected(item, projection));
            body.with("Items", &items.collect::<Vec<_>>())
        }
    };
    match last {
        Some(last) => body.with("LastEvaluatedKey", &last),
        None => body,
    }
    .finish()
}
