//! The ids that a call names: which of them exist.

use contract::{
    ApiError, Id, ParameterId, PictureId, ThumbnailId,
    error::{Missing, Resource},
    input::GivenId,
};

/// An id in the words of the request.
#[derive(Debug)]
struct NamedId<'a> {
    path: String,
    id: &'a str,
    resource: Resource,
    /// Whether it has the form of its parameter's ids. An id of another kind may exist, because another parameter names
    /// it.
    of_kind: bool,
}

impl<'a> NamedId<'a> {
    fn new<K: ParameterId>(path: String, resource: Resource, given: &'a GivenId<K>) -> Self {
        Self {
            path,
            resource,
            id: given.as_str(),
            of_kind: given.id().is_some(),
        }
    }
}

/// Collects the ids of a call, in the order in which missing ids are reported.
#[derive(Debug, Default)]
pub struct NamedIds<'a>(Vec<NamedId<'a>>);

impl<'a> NamedIds<'a> {
    /// One id, under the name of its parameter.
    pub fn one<K: ParameterId>(mut self, path: &str, resource: Resource, id: Option<&'a GivenId<K>>) -> Self {
        self.0.extend(id.map(|id| NamedId::new(path.to_owned(), resource, id)));
        self
    }

    /// A list of ids.
    pub fn list<K: ParameterId>(self, path: &str, resource: Resource, ids: &'a [GivenId<K>]) -> Self {
        self.list_of(path, ids, |_| resource)
    }

    /// A list of ids of images and of thumbnails.
    pub fn pictures(self, path: &str, ids: &'a [GivenId<PictureId>]) -> Self {
        self.list_of(path, ids, |given| {
            // A misspelt id of a thumbnail is reported as a thumbnail's id, too.
            let is_thumbnail = given.as_str().starts_with(ThumbnailId::PREFIX);
            if is_thumbnail {
                Resource::Thumbnail
            } else {
                Resource::Image
            }
        })
    }

    fn list_of<K: ParameterId>(
        mut self,
        path: &str,
        ids: &'a [GivenId<K>],
        resource: impl Fn(&GivenId<K>) -> Resource,
    ) -> Self {
        let ids = ids.iter().enumerate();
        self.0
            .extend(ids.map(|(index, id)| NamedId::new(format!("{path}[{index}]"), resource(id), id)));
        self
    }

    /// All of the ids must be of their parameter's kind and among those that exist.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, which names all missing ids if the call gave two or more ids.
    pub fn require(&self, exists: impl Fn(&str) -> bool) -> Result<(), ApiError> {
        let given = self.0.len();
        let mut first = None;
        let mut missing = Vec::new();
        for named in self.0.iter().filter(|named| !named.of_kind || !exists(named.id)) {
            first.get_or_insert((named.resource, named.id));
            missing.push(Missing::new(&named.path, named.id, named.resource));
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
