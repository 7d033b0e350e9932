//! Steps of inspirations.

use contract::{
    InspirationId,
    tools::{CreateInspiration, DeleteInspiration, GetInspiration, ListInspirations},
};
use serde_json::{Value, json};

use super::pictures;
use crate::commands::smoke::{
    answer::Data,
    problem::{Problem, require},
    session::Session,
};

fn inspiration(session: &Session) -> Result<InspirationId, Problem> {
    session
        .records
        .inspiration
        .ok_or(Problem::Skipped("create_inspiration"))
}

/// The body with the inspiration's id.
fn named(session: &Session) -> Result<Value, Problem> {
    Ok(json!({ "inspirationId": inspiration(session)? }))
}

/// Compares a record with the request.
fn check(session: &Session, record: &Data) -> Result<(), Problem> {
    record.is("/inspirationId", inspiration(session)?.to_string())?;
    record.is("/name", session.mark.as_str())?;
    record.is("/category", "smoke")?;
    record.is("/visibility", "private")?;
    record.is("/owned", true)?;
    let colours = record.list("/palette")?.len();
    require(colours == 5, || format!("the palette has {colours} colours"))
}

pub(super) async fn create(session: &mut Session) -> Result<String, Problem> {
    let price = session.prices()?.create_inspiration;
    let image = session.records.image.ok_or(Problem::Skipped("upload_image"))?;
    let body = json!({ "imageId": image, "name": session.mark, "category": "Smoke" });
    let data = session.succeed::<CreateInspiration>(&body).await?;
    session.records.inspiration = Some(data.parsed("/inspirationId")?);
    session.expected_balance.charge(&data, price)?;
    check(session, &data)?;
    pictures::download(session, &data).await
}

pub(super) async fn list(session: &mut Session) -> Result<String, Problem> {
    let id = inspiration(session)?.to_string();
    let body = json!({ "filter": "mine", "limit": 100 });
    let data = session.succeed::<ListInspirations>(&body).await?;
    let records = data.list("/inspirations")?;
    let found = records
        .iter()
        .find(|record| record.is("/inspirationId", id.as_str()).is_ok());
    check(
        session,
        found.ok_or_else(|| Problem::wrong("the inspiration is not listed"))?,
    )?;
    Ok(String::new())
}

pub(super) async fn get(session: &mut Session) -> Result<String, Problem> {
    let data = session.succeed::<GetInspiration>(&named(session)?).await?;
    check(session, &data)?;
    pictures::download(session, &data).await
}

pub(super) async fn delete(session: &mut Session) -> Result<String, Problem> {
    let body = named(session)?;
    let data = session.succeed::<DeleteInspiration>(&body).await?;
    session.records.inspiration = None;
    data.is("/deleted", true)?;
    session.expect_not_found::<GetInspiration>(&body).await?;
    Ok(String::new())
}
