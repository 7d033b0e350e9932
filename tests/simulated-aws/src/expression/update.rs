//! Update expressions.

use crate::{
    expression::{
        Path, Placeholders,
        parser::{Parser, Token},
        path::Relation,
    },
    refusal::Refusal,
    value::{Item, Value},
};

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Path(Path),
    Value(Value),
    IfNotExists(Path, Box<Self>),
    ListAppend(Box<Self>, Box<Self>),
}

#[derive(Clone, Debug, PartialEq)]
enum Assigned {
    Plain(Operand),
    Sum(Operand, Operand),
    Difference(Operand, Operand),
}

/// A parsed update of an item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Update {
    set: Vec<(Path, Assigned)>,
    remove: Vec<Path>,
    add: Vec<(Path, Value)>,
    delete: Vec<(Path, Value)>,
}

fn invalid_path() -> Refusal {
    Refusal::validation("The document path provided in the update expression is invalid for update")
}

fn wrong_type(function: &str, value: &Value) -> Refusal {
    Refusal::validation(&format!(
        "An operand in the update expression has an incorrect data type: {function} of {}",
        value.kind()
    ))
}

fn missing() -> Refusal {
    Refusal::validation("The provided expression refers to an attribute that does not exist in the item")
}

impl Operand {
    fn parse(parser: &mut Parser<'_>) -> Result<Self, Refusal> {
        match parser.function() {
            Some("if_not_exists") => {
                parser.open_call();
                let path = parser.path()?;
                parser.expect(",")?;
                let otherwise = Self::parse(parser)?;
                parser.expect(")")?;
                Ok(Self::IfNotExists(path, Box::new(otherwise)))
            }
            Some("list_append") => {
                parser.open_call();
                let one = Self::parse(parser)?;
                parser.expect(",")?;
                let other = Self::parse(parser)?;
                parser.expect(")")?;
                Ok(Self::ListAppend(Box::new(one), Box::new(other)))
            }
            Some(name) => Err(parser.unknown_function(name)),
            None if matches!(parser.peek(), Some(Token::Value(_))) => Ok(Self::Value(parser.value()?)),
            None => Ok(Self::Path(parser.path()?)),
        }
    }

    fn value(&self, item: &Item) -> Result<Value, Refusal> {
        match self {
            Self::Path(path) => path.find(item).cloned().ok_or_else(missing),
            Self::Value(value) => Ok(value.clone()),
            Self::IfNotExists(path, otherwise) => match path.find(item) {
                Some(value) => Ok(value.clone()),
                None => otherwise.value(item),
            },
            Self::ListAppend(one, other) => match (one.value(item)?, other.value(item)?) {
                (Value::L(mut one), Value::L(other)) => {
                    one.extend(other);
                    Ok(Value::L(one))
                }
                (Value::L(_), wrong) | (wrong, _) => Err(wrong_type("list_append", &wrong)),
            },
        }
    }
}

fn sum(one: Value, other: Value, negated: bool) -> Result<Value, Refusal> {
    match (one, other) {
        (Value::N(one), Value::N(other)) => {
            let other = if negated { other.negated() } else { other };
            let sum = one.plus(other).ok_or_else(|| {
                Refusal::validation("Number overflow. Attempting to store a number with more digits than supported")
            })?;
            Ok(Value::N(sum))
        }
        (Value::N(_), wrong) | (wrong, _) => Err(wrong_type(if negated { "-" } else { "+" }, &wrong)),
    }
}

impl Assigned {
    fn parse(parser: &mut Parser<'_>) -> Result<Self, Refusal> {
        let one = Operand::parse(parser)?;
        if parser.takes("+") {
            Ok(Self::Sum(one, Operand::parse(parser)?))
        } else if parser.takes("-") {
            Ok(Self::Difference(one, Operand::parse(parser)?))
        } else {
            Ok(Self::Plain(one))
        }
    }

    fn value(&self, item: &Item) -> Result<Value, Refusal> {
        match self {
            Self::Plain(operand) => operand.value(item),
            Self::Sum(one, other) => sum(one.value(item)?, other.value(item)?, false),
            Self::Difference(one, other) => sum(one.value(item)?, other.value(item)?, true),
        }
    }
}

/// The result of `ADD` on an existing or missing value.
fn added(there: Option<&Value>, more: &Value) -> Result<Value, Refusal> {
    match (there.cloned(), more) {
        (None, more) => Ok(more.clone()),
        (Some(Value::Ss(set)), Value::Ss(more)) => Ok(Value::Ss(&set | more)),
        (Some(Value::Ns(set)), Value::Ns(more)) => Ok(Value::Ns(&set | more)),
        (Some(Value::Bs(set)), Value::Bs(more)) => Ok(Value::Bs(&set | more)),
        (Some(there), more) => sum(there, more.clone(), false),
    }
}

/// The result of `DELETE` on an existing set; `None` if the set becomes empty.
fn without(there: &Value, less: &Value) -> Result<Option<Value>, Refusal> {
    Ok(match (there, less) {
        (Value::Ss(set), Value::Ss(less)) => Some(set - less).filter(|set| !set.is_empty()).map(Value::Ss),
        (Value::Ns(set), Value::Ns(less)) => Some(set - less).filter(|set| !set.is_empty()).map(Value::Ns),
        (Value::Bs(set), Value::Bs(less)) => Some(set - less).filter(|set| !set.is_empty()).map(Value::Bs),
        _ => return Err(wrong_type("DELETE", there)),
    })
}

impl Update {
    pub(crate) fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, Refusal> {
        let mut parser = Parser::new("UpdateExpression", text, placeholders)?;
        let mut update = Self::default();
        let mut seen = Vec::new();
        while parser.peek().is_some() {
            let clause = ["SET", "REMOVE", "ADD", "DELETE"]
                .into_iter()
                .find(|clause| parser.takes_keyword(clause))
                .ok_or_else(|| parser.syntax())?;
            if seen.contains(&clause) {
                return Err(parser.error(&format!(
                    "The \"{clause}\" section can only be used once in an update expression;"
                )));
            }
            seen.push(clause);
            loop {
                update.parse_action(&mut parser, clause)?;
                if !parser.takes(",") {
                    break;
                }
            }
        }
        update.check_paths(&parser)?;
        Ok(update)
    }

    fn parse_action(&mut self, parser: &mut Parser<'_>, clause: &str) -> Result<(), Refusal> {
        let path = parser.path()?;
        match clause {
            "SET" => {
                parser.expect("=")?;
                self.set.push((path, Assigned::parse(parser)?));
            }
            "REMOVE" => self.remove.push(path),
            clause => {
                let value = parser.value()?;
                let is_set = matches!(value, Value::Ss(_) | Value::Ns(_) | Value::Bs(_));
                if !(is_set || clause == "ADD" && matches!(value, Value::N(_))) {
                    return Err(parser.error(&format!(
                        "Incorrect operand type for operator or function; operator: {clause}, operand type: {}",
                        value.kind()
                    )));
                }
                let actions = if clause == "ADD" {
                    &mut self.add
                } else {
                    &mut self.delete
                };
                actions.push((path, value));
            }
        }
        Ok(())
    }

    /// The paths that the update writes.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        let set = self.set.iter().map(|(path, _)| path);
        let others = self.add.iter().chain(&self.delete).map(|(path, _)| path);
        set.chain(&self.remove).chain(others)
    }

    fn check_paths(&self, parser: &Parser<'_>) -> Result<(), Refusal> {
        let mut paths: Vec<&Path> = Vec::new();
        for path in self.paths() {
            for other in &paths {
                match path.relation(other) {
                    Relation::Apart => {}
                    Relation::Overlapping => {
                        return Err(parser.error(&format!(
                            "Two document paths overlap with each other; must remove or rewrite one of these paths; \
                             path one: {other}, path two: {path}"
                        )));
                    }
                    Relation::Conflicting => {
                        return Err(parser.error(&format!(
                            "Two document paths conflict with each other; must remove or rewrite one of these paths; \
                             path one: {other}, path two: {path}"
                        )));
                    }
                }
            }
            paths.push(path);
        }
        Ok(())
    }

    /// The item after the update. All operands are read before the first write.
    pub(crate) fn apply(&self, old: &Item) -> Result<Item, Refusal> {
        let mut set = Vec::with_capacity(self.set.len());
        for (path, assigned) in &self.set {
            set.push((path, assigned.value(old)?));
        }
        for (path, more) in &self.add {
            set.push((path, added(path.find(old), more)?));
        }
        let mut remove: Vec<&Path> = self.remove.iter().collect();
        for (path, less) in &self.delete {
            match path.find(old).map(|there| without(there, less)).transpose()? {
                Some(Some(left)) => set.push((path, left)),
                // Removing a missing value has no effect. Only its parent must exist.
                None | Some(None) => remove.push(path),
            }
        }
        // Values beyond the end of a list are appended in the order of their indexes. Elements are removed from the end
        // of a list first, so that the indexes of earlier elements stay valid.
        set.sort_by_key(|(path, _)| *path);
        remove.sort_unstable();
        let mut item = old.clone();
        for (path, value) in set {
            if !path.set(&mut item, value) {
                return Err(invalid_path());
            }
        }
        for path in remove.into_iter().rev() {
            if !path.remove(&mut item) {
                return Err(invalid_path());
            }
        }
        Ok(item)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::value::read_item;

    fn parse(text: &str) -> Result<Update, Refusal> {
        let values = json!({
            ":one": { "N": "1" }, ":list": { "L": [{ "S": "x" }] }, ":set": { "SS": ["a"] }, ":text": { "S": "t" },
        });
        let placeholders = Placeholders::read(Some(json!({ "#c": "count" })), Some(values)).unwrap();
        Update::parse(text, &placeholders)
    }

    fn applied(text: &str, item: Json) -> Result<Item, Refusal> {
        parse(text).unwrap().apply(&read_item(item).unwrap())
    }

    #[test]
    fn updates_change_only_the_named_attributes() {
        let item = json!({
            "n": { "N": "5" }, "m": { "M": { "a": { "N": "1" }, "b": { "N": "2" } } },
            "l": { "L": [{ "S": "0" }, { "S": "1" }, { "S": "2" }] }, "many": { "SS": ["a", "b"] },
        });
        for (text, changes) in [
            (
                "SET n = n + :one, p = n",
                json!({ "n": { "N": "6" }, "p": { "N": "5" } }),
            ),
            ("SET n = n - :one REMOVE p", json!({ "n": { "N": "4" } })),
            ("SET q = if_not_exists(q, :one) + :one", json!({ "q": { "N": "2" } })),
            (
                "SET m.a = m.b",
                json!({ "m": { "M": { "a": { "N": "2" }, "b": { "N": "2" } } } }),
            ),
            ("REMOVE m.a", json!({ "m": { "M": { "b": { "N": "2" } } } })),
            (
                "SET l[1] = :text REMOVE l[0], l[2]",
                json!({ "l": { "L": [{ "S": "t" }] } }),
            ),
            (
                "SET l[9] = :text, l[8] = :one",
                json!({ "l": { "L": [{ "S": "0" }, { "S": "1" }, { "S": "2" }, { "N": "1" }, { "S": "t" }] } }),
            ),
            (
                "SET l = list_append(:list, l)",
                json!({ "l": { "L": [{ "S": "x" }, { "S": "0" }, { "S": "1" }, { "S": "2" }] } }),
            ),
            (
                "ADD n :one, #c :one",
                json!({ "n": { "N": "6" }, "count": { "N": "1" } }),
            ),
            ("DELETE many :set", json!({ "many": { "SS": ["b"] } })),
            ("add many :set remove nope", json!({})),
        ] {
            let mut expected = item.clone();
            let (Json::Object(expected_members), Json::Object(changes)) = (&mut expected, changes) else {
                unreachable!()
            };
            expected_members.extend(changes);
            assert_eq!(applied(text, item.clone()), Ok(read_item(expected).unwrap()), "{text}");
        }
    }

    #[test]
    fn updates_that_dynamodb_refuses_are_refused() {
        for (text, message) in [
            ("n = :one", "Syntax error"),
            ("SET n :one", "Syntax error"),
            ("SET n = :one SET p = :one", "can only be used once"),
            ("SET n = :one REMOVE n", "overlap"),
            ("SET m.a = :one, m = :one", "overlap"),
            ("SET m.a = :one, m[0] = :one", "conflict"),
            ("SET count = :one", "reserved keyword"),
            ("ADD n :text", "operand type: S"),
            ("DELETE n :one", "operand type: N"),
            ("SET n = n * :one", "Syntax error"),
            ("SET n = n + :one + :one", "Syntax error"),
        ] {
            let refusal = parse(text).unwrap_err();
            assert!(refusal.message.contains(message), "{text}: {}", refusal.message);
        }
        for (text, message) in [
            ("SET n = nope + :one", "does not exist"),
            ("SET m.a = :one", "invalid for update"),
            ("REMOVE m.a", "invalid for update"),
            ("SET s = s + :one", "incorrect data type"),
            ("SET s = list_append(s, :list)", "incorrect data type"),
        ] {
            let refusal = applied(text, json!({ "s": { "S": "" } })).unwrap_err();
            assert!(refusal.message.contains(message), "{text}: {}", refusal.message);
        }
    }
}
