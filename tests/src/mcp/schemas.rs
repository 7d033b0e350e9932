//! The protocol's own schemas.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use jsonschema::Validator;
use serde_json::{Value, json};

/// A revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Revision {
    /// 2025-03-26
    V2025_03_26,
    /// 2025-06-18
    V2025_06_18,
    /// 2025-11-25
    V2025_11_25,
    /// 2026-07-28, in which every request stands alone.
    V2026_07_28,
}

type Validators = HashMap<(Revision, &'static str), Arc<Validator>>;

static VALIDATORS: LazyLock<Mutex<Validators>> = LazyLock::new(Mutex::default);

impl Revision {
    /// Every revision that the service supports.
    pub const ALL: [Self; 4] = [
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The revision's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    const fn schema(self) -> &'static str {
        match self {
            Self::V2025_03_26 => include_str!("../../mcp-schemas/2025-03-26.json"),
            Self::V2025_06_18 => include_str!("../../mcp-schemas/2025-06-18.json"),
            Self::V2025_11_25 => include_str!("../../mcp-schemas/2025-11-25.json"),
            Self::V2026_07_28 => include_str!("../../mcp-schemas/2026-07-28.json"),
        }
    }

    /// Validates a value with a definition of the revision's schema.
    ///
    /// # Panics
    ///
    /// When the value violates the definition, or when there is no such definition.
    pub fn validate(self, definition: &'static str, value: &Value) {
        let validator = self.validator(definition);
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(
            errors.is_empty(),
            "no {definition} of {}: {errors:?}\n{value}",
            self.as_str()
        );
    }

    fn validator(self, definition: &'static str) -> Arc<Validator> {
        let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
        let validator = validators.entry((self, definition)).or_insert_with(|| {
            let mut schema: Value = serde_json::from_str(self.schema()).expect("a JSON Schema");
            let place = if schema["$defs"].is_object() {
                "$defs"
            } else {
                "definitions"
            };
            assert!(schema[place][definition].is_object(), "{definition}");
            schema["allOf"] = json!([{ "$ref": format!("#/{place}/{definition}") }]);
            Arc::new(jsonschema::validator_for(&schema).expect("a JSON Schema"))
        });
        Arc::clone(validator)
    }
}
