//! The ids that a call names: which of them exist.

use contract::{
    ApiError, Id,
    error::{Missing, Resource},
    input::GivenId,
};

/// The ids of one parameter.
#[derive(Debug)]
struct Named<'a> {
    resource: Resource,
    ids: Vec<NamedId<'a>>,
}

/// An id as it was given.
#[derive(Debug)]
struct NamedId<'a> {
    path: String,
    id: &'a str,
    /// Whether it has the form of its parameter's ids. One of another kind may exist: another parameter names it.
    of_kind: bool,
}

impl<'a> NamedId<'a> {
    fn new<K: Id>(path: String, given: &'a GivenId<K>) -> Self {
        Self {
            path,
            id: given.as_str(),
            of_kind: given.id().is_some(),
        }
    }
}

/// Collects the ids of a call, in the order in which a missing one is told.
#[derive(Debug, Default)]
pub struct NamedIds<'a>(Vec<Named<'a>>);

impl<'a> NamedIds<'a> {
    /// One id, under the name of its parameter.
    pub fn one<K: Id>(mut self, path: &str, resource: Resource, id: Option<&'a GivenId<K>>) -> Self {
        let ids = id.map(|id| NamedId::new(path.to_owned(), id)).into_iter().collect();
        self.0.push(Named { resource, ids });
        self
    }

    /// A list of ids.
    pub fn list<K: Id>(mut self, path: &str, resource: Resource, ids: &'a [GivenId<K>]) -> Self {
        let ids = ids
            .iter()
            .enumerate()
            .map(|(index, id)| NamedId::new(format!("{path}[{index}]"), id))
            .collect();
        self.0.push(Named { resource, ids });
        self
    }

    /// All of the ids must be of their parameter's kind and among those that exist.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, which names all that is missing when the call gave two or more ids.
    pub fn require(&self, exists: impl Fn(&str) -> bool) -> Result<(), ApiError> {
        let given: usize = self.0.iter().map(|named| named.ids.len()).sum();
        let mut first = None;
        let mut missing = Vec::new();
        for named in &self.0 {
            for NamedId { path, id, .. } in named.ids.iter().filter(|one| !one.of_kind || !exists(one.id)) {
                first.get_or_insert((named.resource, *id));
                missing.push(Missing::new(path, id));
            }
        }
        let Some((resource, id)) = first else {
            return Ok(());
        };
        if given < 2 {
            missing.clear();
        }
        Err(ApiError::not_found(resource, id).with_missing(missing))
    }
}
