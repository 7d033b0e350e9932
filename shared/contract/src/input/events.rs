//! Lists of event types.

use serde_json::{Value, json};

use super::{Field, Issues, MOST_ISSUES};
use crate::webhooks::EventType;

/// The types of events that a webhook gets. An empty list means all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventList(Vec<EventType>);

impl EventList {
    /// The types in the given order.
    pub fn into_vec(self) -> Vec<EventType> {
        self.0
    }
}

impl Field for EventList {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(items) = value.as_array() else {
            issues.add(path, "must be an array of event types");
            return None;
        };
        let mut types = Vec::new();
        let mut all_good = true;
        for (index, item) in items.iter().take(MOST_ISSUES).enumerate() {
            let path = format!("{path}[{index}]");
            let known = EventType::ALL.into_iter().find(|known| item == known.as_str());
            match known {
                Some(known) if types.contains(&known) => {
                    issues.add(path, "is in the list twice; name it once");
                    all_good = false;
                }
                Some(known) => types.push(known),
                None => {
                    let names = EventType::ALL.map(|known| format!("`{}`", known.as_str())).join(", ");
                    issues.add(path, format!("must be one of {names}"));
                    all_good = false;
                }
            }
        }
        all_good.then_some(Self(types))
    }

    fn schema() -> Value {
        json!({
            "type": "array",
            "items": { "type": "string", "enum": EventType::ALL.map(EventType::as_str) },
            "uniqueItems": true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> Result<Vec<EventType>, Vec<String>> {
        let mut issues = Issues::default();
        let list = EventList::parse(&value, "events", &mut issues);
        list.map(EventList::into_vec)
            .ok_or_else(|| issues.into_vec().into_iter().map(|issue| issue.path).collect())
    }

    #[test]
    fn a_list_names_known_types_once() {
        assert_eq!(read(json!([])), Ok(Vec::new()));
        assert_eq!(
            read(json!(["generation.ended", "balance.low"])),
            Ok(vec![EventType::GenerationEnded, EventType::BalanceLow])
        );
        assert_eq!(
            read(json!(["generation.ended", "webhook.test", 1, "generation.ended"])),
            Err(vec![
                "events[1]".to_owned(),
                "events[2]".to_owned(),
                "events[3]".to_owned()
            ])
        );
        assert_eq!(read(json!("generation.ended")), Err(vec!["events".to_owned()]));
    }
}
