//! Steps of images.

use contract::{
    ImageId,
    tools::{DeleteImage, GetImage, ListImages, SearchImages, UploadImage},
};
use serde_json::{Value, json};

use super::pictures::{self, TINY, TINY_SIZE};
use crate::commands::smoke::{
    answer::Data,
    problem::{Problem, require},
    session::Session,
};

fn image(session: &Session) -> Result<ImageId, Problem> {
    session.records.image.ok_or(Problem::Skipped("upload_image"))
}

/// The body with the image's id.
fn named(session: &Session) -> Result<Value, Problem> {
    Ok(json!({ "imageId": image(session)? }))
}

/// Compares a record with the upload.
fn check(session: &Session, record: &Data) -> Result<(), Problem> {
    record.is("/imageId", image(session)?.to_string())?;
    record.is("/name", session.mark.as_str())?;
    record.is("/contentType", "image/png")?;
    record.is("/width", TINY_SIZE.0)?;
    record.is("/height", TINY_SIZE.1)
}

/// Checks that a list contains the image.
fn find(session: &Session, listed: &Data) -> Result<(), Problem> {
    let id = image(session)?.to_string();
    let records = listed.list("/images")?;
    let found = records.iter().find(|record| record.is("/imageId", id.as_str()).is_ok());
    check(session, found.ok_or_else(|| Problem::wrong("the image is not listed"))?)
}

pub(super) async fn upload(session: &mut Session) -> Result<String, Problem> {
    let price = session.prices()?.upload_image;
    let body = json!({ "imageUrl": TINY, "name": session.mark });
    let data = session.succeed::<UploadImage>(&body).await?;
    session.records.image = Some(data.parsed("/imageId")?);
    session.expected_balance.charge(&data, price)?;
    check(session, &data)?;
    let description = data.text("/description")?;
    require(!description.is_empty(), || "the image has no description".to_owned())?;
    pictures::download(session, &data).await
}

pub(super) async fn list(session: &mut Session) -> Result<String, Problem> {
    image(session)?;
    let data = session.succeed::<ListImages>(&json!({ "limit": 100 })).await?;
    find(session, &data).map(|()| String::new())
}

pub(super) async fn get(session: &mut Session) -> Result<String, Problem> {
    let data = session.succeed::<GetImage>(&named(session)?).await?;
    check(session, &data)?;
    pictures::download(session, &data).await
}

pub(super) async fn search(session: &mut Session) -> Result<String, Problem> {
    image(session)?;
    let data = session
        .succeed::<SearchImages>(&json!({ "query": session.mark }))
        .await?;
    find(session, &data)?;
    let found = data.list("/images")?.len();
    require(found == 1, || {
        format!("{found} images were found by a name that only one has")
    })?;
    Ok(String::new())
}

pub(super) async fn delete(session: &mut Session) -> Result<String, Problem> {
    let body = named(session)?;
    let data = session.succeed::<DeleteImage>(&body).await?;
    session.records.image = None;
    data.is("/deleted", true)?;
    session.expect_not_found::<GetImage>(&body).await?;
    Ok(String::new())
}
