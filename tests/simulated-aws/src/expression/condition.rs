//! Condition and filter expressions.

use std::cmp::Ordering;

use crate::{
    expression::{
        Path, Placeholders,
        parser::{Parser, Token},
    },
    refusal::Refusal,
    value::{Item, Number, Value},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Path(Path),
    Value(Value),
    Size(Path),
}

/// A parsed condition on an item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    Not(Box<Self>),
    Compare(Operand, Comparison, Operand),
    Between(Operand, Operand, Operand),
    In(Operand, Vec<Operand>),
    Exists(Path),
    Absent(Path),
    HasType(Path, String),
    BeginsWith(Operand, Operand),
    Contains(Operand, Operand),
}

/// Compares two values of the same ordered type. `None` for other types.
fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::S(one), Value::S(other)) => Some(one.cmp(other)),
        (Value::N(one), Value::N(other)) => Some(one.cmp(other)),
        (Value::B(one), Value::B(other)) => Some(one.cmp(other)),
        _ => None,
    }
}

impl Comparison {
    fn of(symbol: &str) -> Option<Self> {
        Some(match symbol {
            "=" => Self::Equal,
            "<>" => Self::Unequal,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            _ => return None,
        })
    }

    fn holds(self, one: Option<&Value>, other: Option<&Value>) -> bool {
        if self == Self::Unequal {
            // `<>` is the only comparison that holds if an attribute is missing.
            return one.is_none() || other.is_none() || one != other;
        }
        let (Some(one), Some(other)) = (one, other) else {
            return false;
        };
        match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => order(one, other).is_some_and(Ordering::is_lt),
            Self::LessOrEqual => order(one, other).is_some_and(Ordering::is_le),
            Self::Greater => order(one, other).is_some_and(Ordering::is_gt),
            Self::GreaterOrEqual => order(one, other).is_some_and(Ordering::is_ge),
        }
    }
}

fn length(value: &Value) -> Option<i64> {
    let length = match value {
        Value::S(text) => text.len(),
        Value::B(bytes) => bytes.len(),
        Value::M(map) => map.len(),
        Value::L(list) => list.len(),
        Value::Ss(set) => set.len(),
        Value::Ns(set) => set.len(),
        Value::Bs(set) => set.len(),
        Value::N(_) | Value::Bool(_) | Value::Null => return None,
    };
    i64::try_from(length).ok()
}

enum Found<'a> {
    There(&'a Value),
    Made(Value),
    Absent,
}

impl Found<'_> {
    const fn value(&self) -> Option<&Value> {
        match self {
            Self::There(value) => Some(value),
            Self::Made(value) => Some(value),
            Self::Absent => None,
        }
    }
}

impl Operand {
    fn find<'a>(&'a self, item: &'a Item) -> Found<'a> {
        match self {
            Self::Path(path) => path.find(item).map_or(Found::Absent, Found::There),
            Self::Value(value) => Found::There(value),
            Self::Size(path) => path
                .find(item)
                .and_then(length)
                .map_or(Found::Absent, |length| Found::Made(Value::N(Number::from(length)))),
        }
    }
}

fn begins_with(text: &Value, start: &Value) -> bool {
    match (text, start) {
        (Value::S(text), Value::S(start)) => text.starts_with(start),
        (Value::B(text), Value::B(start)) => text.starts_with(start),
        _ => false,
    }
}

fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::S(whole), Value::S(part)) => whole.contains(part),
        (Value::Ss(set), Value::S(part)) => set.contains(part),
        (Value::Ns(set), Value::N(part)) => set.contains(part),
        (Value::Bs(set), Value::B(part)) => set.contains(part),
        (Value::L(list), part) => list.contains(part),
        _ => false,
    }
}

impl Condition {
    pub(crate) fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, Refusal> {
        Self::parse_as("ConditionExpression", text, placeholders)
    }

    pub(crate) fn parse_as(kind: &'static str, text: &str, placeholders: &Placeholders) -> Result<Self, Refusal> {
        let mut parser = Parser::new(kind, text, placeholders)?;
        let (condition, _) = either(&mut parser)?;
        parser.end()?;
        Ok(condition)
    }

    /// Whether the condition holds for an item. A missing item is an item without attributes.
    pub(crate) fn holds(&self, item: &Item) -> bool {
        match self {
            Self::And(one, other) => one.holds(item) && other.holds(item),
            Self::Or(one, other) => one.holds(item) || other.holds(item),
            Self::Not(inner) => !inner.holds(item),
            Self::Compare(one, comparison, other) => comparison.holds(one.find(item).value(), other.find(item).value()),
            Self::Between(operand, low, high) => {
                let (operand, low, high) = (operand.find(item), low.find(item), high.find(item));
                Comparison::GreaterOrEqual.holds(operand.value(), low.value())
                    && Comparison::LessOrEqual.holds(operand.value(), high.value())
            }
            Self::In(operand, list) => {
                let operand = operand.find(item);
                list.iter()
                    .any(|each| Comparison::Equal.holds(operand.value(), each.find(item).value()))
            }
            Self::Exists(path) => path.find(item).is_some(),
            Self::Absent(path) => path.find(item).is_none(),
            Self::HasType(path, kind) => path.find(item).is_some_and(|value| value.kind() == kind),
            Self::BeginsWith(text, start) => {
                let (text, start) = (text.find(item), start.find(item));
                text.value()
                    .zip(start.value())
                    .is_some_and(|(text, start)| begins_with(text, start))
            }
            Self::Contains(whole, part) => {
                let (whole, part) = (whole.find(item), part.find(item));
                whole
                    .value()
                    .zip(part.value())
                    .is_some_and(|(whole, part)| contains(whole, part))
            }
        }
    }
}

/// Parses conditions joined by OR. The flag says whether the whole condition is enclosed in parentheses.
fn either(parser: &mut Parser<'_>) -> Result<(Condition, bool), Refusal> {
    let (mut condition, mut enclosed) = both(parser)?;
    while parser.takes_keyword("OR") {
        condition = Condition::Or(Box::new(condition), Box::new(both(parser)?.0));
        enclosed = false;
    }
    Ok((condition, enclosed))
}

fn both(parser: &mut Parser<'_>) -> Result<(Condition, bool), Refusal> {
    let (mut condition, mut enclosed) = negation(parser)?;
    while parser.takes_keyword("AND") {
        condition = Condition::And(Box::new(condition), Box::new(negation(parser)?.0));
        enclosed = false;
    }
    Ok((condition, enclosed))
}

fn negation(parser: &mut Parser<'_>) -> Result<(Condition, bool), Refusal> {
    if parser.takes_keyword("NOT") {
        return Ok((Condition::Not(Box::new(negation(parser)?.0)), false));
    }
    if parser.takes("(") {
        let (condition, enclosed) = either(parser)?;
        parser.expect(")")?;
        if enclosed {
            return Err(parser.error("The expression has redundant parentheses;"));
        }
        return Ok((condition, true));
    }
    Ok((simple(parser)?, false))
}

fn simple(parser: &mut Parser<'_>) -> Result<Condition, Refusal> {
    match parser.function() {
        None | Some("size") => comparison(parser),
        Some(name) => {
            parser.open_call();
            let condition = call(parser, name)?;
            parser.expect(")")?;
            Ok(condition)
        }
    }
}

fn call(parser: &mut Parser<'_>, name: &str) -> Result<Condition, Refusal> {
    match name {
        "attribute_exists" => Ok(Condition::Exists(parser.path()?)),
        "attribute_not_exists" => Ok(Condition::Absent(parser.path()?)),
        "attribute_type" => {
            let path = parser.path()?;
            parser.expect(",")?;
            match parser.value()? {
                Value::S(kind) if ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"].contains(&&*kind) => {
                    Ok(Condition::HasType(path, kind))
                }
                _ => Err(parser.error("Invalid attribute type name found;")),
            }
        }
        "begins_with" | "contains" => {
            let one = operand(parser)?;
            parser.expect(",")?;
            let other = operand(parser)?;
            distinct(parser, name, &one, &other)?;
            if name == "contains" {
                return Ok(Condition::Contains(one, other));
            }
            for each in [&one, &other] {
                if let Operand::Value(value) = each
                    && !matches!(value, Value::S(_) | Value::B(_))
                {
                    return Err(wrong_type(parser, "operator or function: begins_with", value));
                }
            }
            Ok(Condition::BeginsWith(one, other))
        }
        _ => Err(parser.unknown_function(name)),
    }
}

fn wrong_type(parser: &Parser<'_>, what: &str, value: &Value) -> Refusal {
    parser.error(&format!(
        "Incorrect operand type for operator or function; {what}, operand type: {}",
        value.kind()
    ))
}

fn distinct(parser: &Parser<'_>, operator: &str, one: &Operand, other: &Operand) -> Result<(), Refusal> {
    if matches!(one, Operand::Path(_)) && one == other {
        return Err(parser.error(&format!(
            "The first operand must be distinct from the remaining operands for this operator or function; operator: \
             {operator}"
        )));
    }
    Ok(())
}

fn operand(parser: &mut Parser<'_>) -> Result<Operand, Refusal> {
    match parser.function() {
        Some("size") => {
            parser.open_call();
            let path = parser.path()?;
            parser.expect(")")?;
            Ok(Operand::Size(path))
        }
        Some(name) => Err(parser.unknown_function(name)),
        None if matches!(parser.peek(), Some(Token::Value(_))) => Ok(Operand::Value(parser.value()?)),
        None => Ok(Operand::Path(parser.path()?)),
    }
}

fn has_order(parser: &Parser<'_>, operator: &str, operand: &Operand) -> Result<(), Refusal> {
    match operand {
        Operand::Value(Value::S(_) | Value::N(_) | Value::B(_)) | Operand::Path(_) | Operand::Size(_) => Ok(()),
        Operand::Value(value) => Err(wrong_type(parser, &format!("operator: {operator}"), value)),
    }
}

fn comparison(parser: &mut Parser<'_>) -> Result<Condition, Refusal> {
    let one = operand(parser)?;
    if parser.takes_keyword("BETWEEN") {
        let low = operand(parser)?;
        if !parser.takes_keyword("AND") {
            return Err(parser.syntax());
        }
        let high = operand(parser)?;
        for each in [&one, &low, &high] {
            has_order(parser, "BETWEEN", each)?;
        }
        if let (Operand::Value(low), Operand::Value(high)) = (&low, &high)
            && !order(low, high).is_some_and(Ordering::is_le)
        {
            return Err(parser.error(
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound, and both of \
                 one type;",
            ));
        }
        return Ok(Condition::Between(one, low, high));
    }
    if parser.takes_keyword("IN") {
        parser.expect("(")?;
        let mut list = vec![operand(parser)?];
        while parser.takes(",") {
            list.push(operand(parser)?);
        }
        parser.expect(")")?;
        return Ok(Condition::In(one, list));
    }
    let Some((symbol, comparison)) = (match parser.peek() {
        Some(Token::Symbol(symbol)) => Comparison::of(symbol).map(|comparison| (symbol, comparison)),
        _ => None,
    }) else {
        return Err(parser.syntax());
    };
    parser.next();
    let other = operand(parser)?;
    distinct(parser, symbol, &one, &other)?;
    if !matches!(comparison, Comparison::Equal | Comparison::Unequal) {
        has_order(parser, symbol, &one)?;
        has_order(parser, symbol, &other)?;
    }
    Ok(Condition::Compare(one, comparison, other))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::value::read_item;

    fn parse(text: &str) -> Result<Condition, Refusal> {
        let names = json!({ "#n": "name.with dots", "#s": "state", "#k": "kind" });
        let values = json!({
            ":one": { "N": "1" }, ":two": { "N": "2.0" }, ":text": { "S": "ab" }, ":a": { "S": "a" },
            ":yes": { "BOOL": true }, ":list": { "L": [{ "N": "1" }] },
        });
        let placeholders = Placeholders::read(Some(names), Some(values)).unwrap();
        Condition::parse(text, &placeholders)
    }

    fn item() -> Item {
        read_item(json!({
            "one": { "N": "1.00" }, "words": { "S": "abc" }, "name.with dots": { "S": "a" },
            "things": { "L": [{ "M": { "state": { "M": { "kind": { "S": "a" } } }, "attempt": { "N": "2" } } }] },
            "tags": { "SS": ["a", "ab"] }, "nothing": { "NULL": true },
        }))
        .unwrap()
    }

    #[test]
    fn conditions_hold_as_documented_by_dynamodb() {
        for (text, expected) in [
            ("one = :one", true),
            ("one <> :one", false),
            ("one < :two AND one <= :one AND :two > one", true),
            ("one = :text", false),
            ("one < :text", false),
            ("nope = :one", false),
            ("nope <> :one", true),
            ("NOT nope = :one", true),
            ("nope < :one OR one = :one AND nope = :one", false),
            ("(nope < :one OR one = :one) AND #n = :a", true),
            ("things[0].#s.#k = :a AND things[0].attempt = :two", true),
            ("things[1].#s.#k = :a", false),
            (
                "attribute_exists(things[0].attempt) and attribute_not_exists(things[0].nope)",
                true,
            ),
            ("attribute_not_exists(one)", false),
            ("begins_with(#n, :a) AND begins_with(words, :text)", true),
            ("contains(words, :text) AND contains(tags, :a)", true),
            ("contains(tags, :one)", false),
            ("one BETWEEN :one AND :two", true),
            ("one IN (:two, :a, :one)", true),
            ("size(words) > :two AND size(things) = :one", true),
            ("size(one) = :one", false),
            ("attribute_exists(nothing)", true),
        ] {
            assert_eq!(parse(text).unwrap().holds(&item()), expected, "{text}");
        }
    }

    #[test]
    fn conditions_that_dynamodb_refuses_are_refused() {
        for (text, message) in [
            ("", "can not be empty"),
            ("one =", "Syntax error"),
            ("one = :one AND", "Syntax error"),
            ("one == :one", "Syntax error"),
            ("one = :one :two", "Syntax error"),
            ("one ? :one", "Syntax error"),
            ("state = :one", "reserved keyword: state"),
            ("#x = :one", "not defined; attribute name: #x"),
            ("one = :x", "not defined; attribute value: :x"),
            ("((one = :one))", "redundant parentheses"),
            ("one = one", "distinct"),
            ("one < :yes", "operand type: BOOL"),
            ("one BETWEEN :two AND :one", "upper bound"),
            ("begins_with(words, :one)", "operand type: N"),
            ("attribute_existing(one)", "Invalid function name"),
            ("attribute_exists(:one)", "Syntax error"),
            ("things[x] = :one", "Syntax error"),
        ] {
            let refusal = parse(text).unwrap_err();
            assert_eq!(refusal.code, "ValidationException");
            assert!(refusal.message.contains(message), "{text}: {}", refusal.message);
        }
    }

    #[test]
    fn a_placeholder_that_no_expression_uses_is_refused() {
        let read = |values| Placeholders::read(None, Some(values)).unwrap();
        let placeholders = read(json!({ ":one": { "N": "1" }, ":two": { "N": "2" } }));
        Condition::parse("a = :one", &placeholders).unwrap();
        assert!(placeholders.finish().unwrap_err().message.contains("{:two}"));
        Condition::parse("a = :two", &placeholders).unwrap();
        assert_eq!(placeholders.finish(), Ok(()));
        assert!(Placeholders::read(Some(json!({})), None).is_err());
        assert!(Placeholders::read(None, Some(json!({ "one": { "N": "1" } }))).is_err());
    }
}
