//! The tools of reference persons.

pub(crate) mod create_person;
pub(crate) mod delete_person;
pub(crate) mod get_person;
pub(crate) mod list_persons;
