//! Document paths: `a.b[3].c`.

use std::fmt;

use crate::{
    expression::{Placeholders, parser::Parser},
    refusal::Refusal,
    value::{Item, Value},
};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Segment {
    Name(String),
    Index(usize),
}

/// A path to an attribute or to a part of an attribute. The first segment is a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Path(pub(super) Vec<Segment>);

/// The relation of two paths in one update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// The paths lead to different parts.
    Apart,
    /// Both paths are equal, or one leads to a part of the other.
    Overlapping,
    /// One path uses a value as a list and the other uses it as a map.
    Conflicting,
}

impl Path {
    /// The name of the attribute.
    pub(crate) fn attribute(&self) -> &str {
        match self.0.first() {
            Some(Segment::Name(name)) => name,
            _ => "",
        }
    }

    pub(crate) const fn is_attribute(&self) -> bool {
        self.0.len() == 1
    }

    /// The value at the path.
    pub(crate) fn find<'a>(&self, item: &'a Item) -> Option<&'a Value> {
        let mut segments = self.0.iter();
        let Some(Segment::Name(first)) = segments.next() else {
            return None;
        };
        segments.try_fold(item.get(first)?, |value, segment| match (value, segment) {
            (Value::M(map), Segment::Name(name)) => map.get(name),
            (Value::L(list), &Segment::Index(index)) => list.get(index),
            _ => None,
        })
    }

    fn parent<'a>(&self, item: &'a mut Item) -> Option<(Parent<'a>, &Segment)> {
        let (last, way) = self.0.split_last()?;
        let mut parent = Parent::Map(item);
        for segment in way {
            let value = match (parent, segment) {
                (Parent::Map(map), Segment::Name(name)) => map.get_mut(name),
                (Parent::List(list), &Segment::Index(index)) => list.get_mut(index),
                _ => None,
            };
            parent = match value? {
                Value::M(map) => Parent::Map(map),
                Value::L(list) => Parent::List(list),
                _ => return None,
            };
        }
        Some((parent, last))
    }

    /// Sets the value at the path. An index beyond the end of a list appends. Returns `false` if the parent does not
    /// exist or has the wrong type.
    pub(super) fn set(&self, item: &mut Item, value: Value) -> bool {
        match self.parent(item) {
            Some((Parent::Map(map), Segment::Name(name))) => {
                map.insert(name.clone(), value);
                true
            }
            Some((Parent::List(list), &Segment::Index(index))) => {
                match list.get_mut(index) {
                    Some(place) => *place = value,
                    None => list.push(value),
                }
                true
            }
            _ => false,
        }
    }

    /// Removes the value at the path, if there is one. Returns `false` if the parent does not exist or has the wrong
    /// type.
    pub(super) fn remove(&self, item: &mut Item) -> bool {
        match self.parent(item) {
            Some((Parent::Map(map), Segment::Name(name))) => {
                map.remove(name);
                true
            }
            Some((Parent::List(list), &Segment::Index(index))) => {
                if index < list.len() {
                    list.remove(index);
                }
                true
            }
            _ => false,
        }
    }

    pub(super) fn relation(&self, other: &Self) -> Relation {
        for pair in self.0.iter().zip(&other.0) {
            match pair {
                (Segment::Name(one), Segment::Name(other)) if one == other => {}
                (Segment::Index(one), Segment::Index(other)) if one == other => {}
                (Segment::Name(_), Segment::Name(_)) | (Segment::Index(_), Segment::Index(_)) => {
                    return Relation::Apart;
                }
                _ => return Relation::Conflicting,
            }
        }
        Relation::Overlapping
    }
}

enum Parent<'a> {
    Map(&'a mut Item),
    List(&'a mut Vec<Value>),
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Name(name) if position == 0 => write!(f, "{name}")?,
                Segment::Name(name) => write!(f, ".{name}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The attributes of a `ProjectionExpression`. Only whole attributes are supported.
pub(crate) fn project(text: &str, placeholders: &Placeholders) -> Result<Vec<String>, Refusal> {
    let mut parser = Parser::new("ProjectionExpression", text, placeholders)?;
    let mut attributes = Vec::new();
    loop {
        let path = parser.path()?;
        if !path.is_attribute() {
            return Err(Refusal::not_simulated("a projection of a part of an attribute"));
        }
        if attributes.iter().any(|attribute| attribute == path.attribute()) {
            return Err(parser.error("Two document paths overlap with each other;"));
        }
        attributes.push(path.attribute().to_owned());
        if !parser.takes(",") {
            parser.end()?;
            return Ok(attributes);
        }
    }
}
