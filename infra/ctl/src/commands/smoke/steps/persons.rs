//! Steps of persons.

use contract::{
    PersonId,
    tools::{CreatePerson, DeletePerson, GetPerson, ListPersons},
};
use serde_json::{Value, json};

use super::pictures::{self, TINY};
use crate::commands::smoke::{
    answer::Data,
    problem::{Problem, require},
    session::Session,
};

fn person(session: &Session) -> Result<PersonId, Problem> {
    session.records.person.ok_or(Problem::Skipped("create_person"))
}

/// The body with the person's id.
fn named(session: &Session) -> Result<Value, Problem> {
    Ok(json!({ "personId": person(session)? }))
}

/// Compares a record with the request.
fn check(session: &Session, record: &Data) -> Result<(), Problem> {
    record.is("/personId", person(session)?.to_string())?;
    record.is("/name", session.mark.as_str())?;
    let photos = record.list("/photos")?.len();
    require(photos == 1, || format!("the person has {photos} photos"))
}

pub(super) async fn create(session: &mut Session) -> Result<String, Problem> {
    // If the upload failed, that step has reported it.
    let source = session.upload.take().unwrap_or_else(|| TINY.to_owned());
    let body = json!({ "name": session.mark, "imageUrls": [source] });
    let data = session.succeed::<CreatePerson>(&body).await?;
    session.records.person = Some(data.parsed("/personId")?);
    check(session, &data)?;
    pictures::download(session, &data.at("/photos/0")?).await
}

pub(super) async fn list(session: &mut Session) -> Result<String, Problem> {
    let id = person(session)?.to_string();
    let data = session.succeed::<ListPersons>(&json!({ "limit": 100 })).await?;
    let records = data.list("/persons")?;
    let found = records
        .iter()
        .find(|record| record.is("/personId", id.as_str()).is_ok());
    check(
        session,
        found.ok_or_else(|| Problem::wrong("the person is not listed"))?,
    )?;
    Ok(String::new())
}

pub(super) async fn get(session: &mut Session) -> Result<String, Problem> {
    let data = session.succeed::<GetPerson>(&named(session)?).await?;
    check(session, &data)?;
    pictures::download(session, &data.at("/photos/0")?).await
}

pub(super) async fn delete(session: &mut Session) -> Result<String, Problem> {
    let body = named(session)?;
    let data = session.succeed::<DeletePerson>(&body).await?;
    session.records.person = None;
    data.is("/deleted", true)?;
    session.expect_not_found::<GetPerson>(&body).await?;
    Ok(String::new())
}
