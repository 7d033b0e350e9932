//! Key condition expressions.

use crate::{
    expression::{
        Condition, Path, Placeholders,
        condition::{Comparison, Operand},
    },
    refusal::Refusal,
    value::Value,
};

/// The test of a sort key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RangeTest {
    Equal(Value),
    Less(Value),
    LessOrEqual(Value),
    Greater(Value),
    GreaterOrEqual(Value),
    Between(Value, Value),
    BeginsWith(Value),
}

/// The items that a query selects within a partition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyCondition {
    pub(crate) hash: Value,
    pub(crate) range: Option<RangeTest>,
}

fn unsupported() -> Refusal {
    Refusal::validation("Query key condition not supported")
}

fn name(path: Path) -> Result<String, Refusal> {
    if path.is_attribute() {
        Ok(path.attribute().to_owned())
    } else {
        Err(Refusal::validation(
            "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes",
        ))
    }
}

fn test(condition: Condition) -> Result<(String, RangeTest), Refusal> {
    match condition {
        Condition::Compare(Operand::Path(path), comparison, Operand::Value(value)) => {
            let test = match comparison {
                Comparison::Equal => RangeTest::Equal,
                Comparison::Less => RangeTest::Less,
                Comparison::LessOrEqual => RangeTest::LessOrEqual,
                Comparison::Greater => RangeTest::Greater,
                Comparison::GreaterOrEqual => RangeTest::GreaterOrEqual,
                Comparison::Unequal => return Err(unsupported()),
            };
            Ok((name(path)?, test(value)))
        }
        Condition::Between(Operand::Path(path), Operand::Value(low), Operand::Value(high)) => {
            Ok((name(path)?, RangeTest::Between(low, high)))
        }
        Condition::BeginsWith(Operand::Path(path), Operand::Value(start)) => {
            Ok((name(path)?, RangeTest::BeginsWith(start)))
        }
        _ => Err(unsupported()),
    }
}

impl KeyCondition {
    /// Parses an expression. `hash` and `range` are the names of the key attributes.
    pub(crate) fn parse(
        text: &str,
        placeholders: &Placeholders,
        hash: &str,
        range: Option<&str>,
    ) -> Result<Self, Refusal> {
        let condition = Condition::parse_as("KeyConditionExpression", text, placeholders)?;
        let (one, other) = match condition {
            Condition::And(one, other) => (test(*one)?, Some(test(*other)?)),
            condition => (test(condition)?, None),
        };
        let (of_hash, of_range) = if one.0 == hash {
            (one, other)
        } else {
            (other.ok_or_else(|| missed(hash))?, Some(one))
        };
        let (name, RangeTest::Equal(value)) = of_hash else {
            return Err(unsupported());
        };
        if name != hash {
            return Err(missed(hash));
        }
        let of_range = match of_range {
            None => None,
            Some((name, test)) if Some(&*name) == range => Some(test),
            Some(_) => return Err(missed(range.unwrap_or(hash))),
        };
        Ok(Self {
            hash: value,
            range: of_range,
        })
    }
}

fn missed(element: &str) -> Refusal {
    Refusal::validation(&format!("Query condition missed key schema element: {element}"))
}
