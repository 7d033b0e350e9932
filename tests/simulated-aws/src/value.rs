//! What items are made of.

use std::collections::{BTreeMap, BTreeSet};

/// An item: its attributes by name.
pub type Item = BTreeMap<String, Value>;

/// A decimal number of at most 38 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub(crate) coefficient: i128,
    pub(crate) exponent: i16,
}

/// An attribute's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text.
    S(String),
    /// A number.
    N(Number),
    /// Bytes.
    B(Vec<u8>),
    /// True or false.
    Bool(bool),
    /// Nothing.
    Null,
    /// Values by name.
    M(BTreeMap<String, Value>),
    /// Values in a row.
    L(Vec<Value>),
    /// Different texts.
    Ss(BTreeSet<String>),
    /// Different numbers.
    Ns(BTreeSet<Number>),
    /// Different pieces of bytes.
    Bs(BTreeSet<Vec<u8>>),
}
