//! The parameters of a request.

use serde_json::{Map, Value as Json};

use crate::refusal::Refusal;

/// The members of a JSON body. Reading a member removes it, so the members that are left at the end are not simulated.
#[derive(Debug)]
pub(crate) struct Params(Map<String, Json>);

impl Params {
    pub(crate) fn new(body: Json) -> Result<Self, Refusal> {
        match body {
            Json::Object(members) => Ok(Self(members)),
            _ => Err(Refusal::serialization("the parameters are not an object")),
        }
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Json> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    pub(crate) fn needed(&mut self, name: &str) -> Result<Json, Refusal> {
        self.take(name)
            .ok_or_else(|| Refusal::validation(&format!("the parameter {name} is missing")))
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Json::String(text)) => Ok(Some(text)),
            Some(_) => Err(Refusal::serialization(&format!("{name} is no string"))),
        }
    }

    pub(crate) fn needed_text(&mut self, name: &str) -> Result<String, Refusal> {
        self.text(name)?
            .ok_or_else(|| Refusal::validation(&format!("the parameter {name} is missing")))
    }

    pub(crate) fn number(&mut self, name: &str) -> Result<Option<u64>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(Refusal::serialization(&format!("{name} is no whole number"))),
            },
        }
    }

    pub(crate) fn flag(&mut self, name: &str) -> Result<Option<bool>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Json::Bool(on)) => Ok(Some(on)),
            Some(_) => Err(Refusal::serialization(&format!("{name} is neither true nor false"))),
        }
    }

    pub(crate) fn list(&mut self, name: &str) -> Result<Option<Vec<Json>>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Json::Array(list)) => Ok(Some(list)),
            Some(_) => Err(Refusal::serialization(&format!("{name} is no list"))),
        }
    }

    /// One of a few words. If the parameter is missing, the first word.
    pub(crate) fn choice(&mut self, name: &str, words: &[&'static str]) -> Result<&'static str, Refusal> {
        let Some(text) = self.text(name)? else {
            return Ok(words.first().copied().unwrap_or_default());
        };
        let known = words.iter().find(|&&word| word == text);
        known
            .copied()
            .ok_or_else(|| Refusal::not_simulated(&format!("{name} {text}")))
    }

    /// Refuses the request if parameters are left. Call this after all parameters that the simulation supports have
    /// been read.
    pub(crate) fn finish(self) -> Result<(), Refusal> {
        match self.0.into_iter().find(|(_, value)| !value.is_null()) {
            None => Ok(()),
            Some((name, _)) => Err(Refusal::not_simulated(&format!("the parameter {name}"))),
        }
    }

    pub(crate) fn into_members(self) -> Map<String, Json> {
        self.0
    }
}
