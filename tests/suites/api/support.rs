//! Common code of the API suites.

use std::{collections::HashMap, sync::OnceLock, time::Duration};

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use bytes::Bytes;
use contract::{
    Amount, GenerationId, ImageFormat, ImageId, InspirationId, OrganizationId, PersonId, Plan, Size, Visibility,
};
use http::{Method, Request, Response};
use runtime::Aws;
use serde_json::{Value, json};
use store::{Generation, Image, Inspiration, Person, StoreError, StoredPicture, keys};
use tests::{
    Client, Organization, Service, draft,
    service::{Setup, aws_config, deadline, on_own_threads},
    web,
};

/// An item of a table.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// A service for one test, at the beginning of a minute of its clock.
pub(crate) async fn start(setup: Setup) -> Service {
    let service = Service::start(setup).await;
    next_minute(&service);
    service
}

/// Two gateways that fetch only from our web server, without a generation loop.
pub(crate) fn idle_setup() -> Setup {
    Setup {
        generation_loop: false,
        sources: web().sources(),
        ..Setup::default()
    }
}

/// [`idle_setup`] for one test.
pub(crate) async fn start_idle() -> Service {
    start(idle_setup()).await
}

/// Moves the clock to the beginning of the next minute.
pub(crate) fn next_minute(service: &Service) {
    let now = service.clock().now();
    let next = now.minute().plus(Duration::from_secs(60));
    service.clock().advance(next.since(now) + Duration::from_millis(5));
}

/// A service without a generation loop, shared by all tests of pending thumbnails and by tests that need no loop. Its
/// clock must not be moved.
pub(crate) fn idle() -> &'static Service {
    static IDLE: OnceLock<Service> = OnceLock::new();
    IDLE.get_or_init(|| on_own_threads(async || Service::start(idle_setup()).await))
}

/// Calls generate_thumbnail and returns its output.
pub(crate) async fn generate(client: &Client, body: Value) -> Value {
    client.call("generate_thumbnail", body).await.data().clone()
}

/// Calls get_generation_status.
pub(crate) async fn status(client: &Client, generation_id: &Value) -> Value {
    let body = json!({ "generationId": generation_id });
    client.call("get_generation_status", body).await.data().clone()
}

/// Writes a generation of one thumbnail directly, with the changes of `change`.
pub(crate) async fn insert_generation(
    service: &Service,
    organization: OrganizationId,
    change: impl FnOnce(&mut Generation),
) -> GenerationId {
    let store = service.store();
    let mut new = draft::draft(store, organization, 1, 1);
    let id = new.generation.id;
    change(&mut new.generation);
    let balance = store.balance(organization).await.unwrap();
    let charged = store
        .create_generation::<StoreError>(&new, balance, |_| Ok(None), deadline())
        .await;
    charged.unwrap();
    id
}

/// Copies the records of a generation under this many later ids: many more than calls could make in the time of a test.
/// Nothing is charged for them.
pub(crate) async fn copy_generation(
    service: &Service,
    organization: OrganizationId,
    original: GenerationId,
    count: usize,
) {
    let (client, table) = (dynamodb(service), service.stack().table());
    let mut items = Vec::new();
    for key in [
        keys::generation_facts(organization, original),
        keys::generation_progress(organization, original),
    ] {
        let read = client
            .get_item()
            .table_name(&table)
            .set_key(Some(key.attributes()))
            .send()
            .await
            .unwrap();
        items.push(read.item.unwrap());
    }
    let mut copies = Vec::new();
    for _ in 0..count {
        let id = GenerationId::from_uuid(service.store().ids().uuid()).to_string();
        for item in &items {
            let mut item = item.clone();
            for value in item.values_mut() {
                if let AttributeValue::S(text) = value {
                    *text = text.replace(&original.to_string(), &id);
                }
            }
            copies.push(item);
        }
    }
    write(service, copies).await;
}

/// Writes items directly.
pub(crate) async fn write(service: &Service, items: Vec<Item>) {
    let (client, table) = (dynamodb(service), service.stack().table());
    for batch in items.chunks(25) {
        let put = |item: &Item| {
            let put = PutRequest::builder().set_item(Some(item.clone())).build().unwrap();
            WriteRequest::builder().put_request(put).build()
        };
        let written = client
            .batch_write_item()
            .request_items(&table, batch.iter().map(put).collect())
            .send()
            .await
            .unwrap();
        assert!(written.unprocessed_items.unwrap_or_default().is_empty());
    }
}

/// A DynamoDB client for calls that the service itself does not make.
pub(crate) fn dynamodb(service: &Service) -> runtime::Lazy<aws_sdk_dynamodb::Client> {
    Aws::new(&aws_config(service.aws_url())).dynamodb()
}

/// Deletes an item.
pub(crate) async fn delete(service: &Service, key: keys::Key) {
    let table = service.stack().table();
    dynamodb(service)
        .delete_item()
        .table_name(table)
        .set_key(Some(key.attributes()))
        .send()
        .await
        .unwrap();
}

fn stored(object: &str) -> StoredPicture {
    let size = Size { width: 64, height: 64 };
    StoredPicture::new(object.to_owned(), ImageFormat::Png, size, 1000)
}

/// The item of a new image, with the changes of `change`.
pub(crate) fn image_item(
    service: &Service,
    organization: OrganizationId,
    change: impl FnOnce(&mut Image),
) -> (ImageId, Item) {
    let id = ImageId::from_uuid(service.store().ids().uuid());
    let mut image = Image {
        id,
        organization,
        name: "A logo".to_owned(),
        description: "A square.".to_owned(),
        is_logo: false,
        picture: stored("nothing"),
        preflight: None,
        created_at: service.clock().now(),
    };
    change(&mut image);
    let mut item: Item = serde_dynamo::to_item(&image).unwrap();
    item.extend(keys::image(organization, id).attributes());
    (id, item)
}

/// The items of a new inspiration, with the changes of `change`: one for each place that has it.
pub(crate) fn inspiration_items(
    service: &Service,
    organization: Option<OrganizationId>,
    change: impl FnOnce(&mut Inspiration),
) -> (InspirationId, Vec<Item>) {
    let id = InspirationId::from_uuid(service.store().ids().uuid());
    let mut inspiration = Inspiration {
        id,
        organization,
        name: "A style".to_owned(),
        description: "Flat and bright.".to_owned(),
        category: "art".to_owned(),
        palette: ["#c81e1e", "#143cdc", "#000000", "#ffffff", "#808080"].map(str::to_owned),
        source_url: None,
        visibility: Visibility::Private,
        picture: stored("nothing"),
        recipe: None,
        created_at: service.clock().now(),
    };
    change(&mut inspiration);
    let own = organization.map(|organization| keys::inspiration(organization, id));
    let public = (inspiration.visibility == Visibility::Public).then(|| keys::public_inspiration(id));
    let item = |key: keys::Key| {
        let mut item: Item = serde_dynamo::to_item(&inspiration).unwrap();
        item.extend(key.attributes());
        item
    };
    (id, own.into_iter().chain(public).map(item).collect())
}

/// The item of a new person, with the changes of `change`.
pub(crate) fn person_item(
    service: &Service,
    organization: OrganizationId,
    change: impl FnOnce(&mut Person),
) -> (PersonId, Item) {
    let id = PersonId::from_uuid(service.store().ids().uuid());
    let mut person = Person {
        id,
        organization,
        name: "Alex".to_owned(),
        photos: Vec::new(),
        created_at: service.clock().now(),
    };
    change(&mut person);
    let mut item: Item = serde_dynamo::to_item(&person).unwrap();
    item.extend(keys::person(organization, id).attributes());
    (id, item)
}

/// Writes records of an organization directly, and counts them.
async fn write_counted(service: &Service, organization: OrganizationId, items: Vec<Item>) {
    write(service, items).await;
    service.store().recount(organization, deadline()).await.unwrap();
}

/// Writes an image of an organization whose picture is the object with this key.
pub(crate) async fn put_image(service: &Service, organization: OrganizationId, object: &str) -> ImageId {
    let (id, item) = image_item(service, organization, |image| image.picture = stored(object));
    write_counted(service, organization, vec![item]).await;
    id
}

/// Writes an inspiration of an organization.
pub(crate) async fn put_inspiration(service: &Service, organization: OrganizationId, object: &str) -> InspirationId {
    let (id, items) = inspiration_items(service, Some(organization), |style| style.picture = stored(object));
    write_counted(service, organization, items).await;
    id
}

/// Writes an inspiration of the public library without an owner.
pub(crate) async fn put_public_inspiration(service: &Service, object: &str) -> InspirationId {
    let (id, items) = inspiration_items(service, None, |style| {
        style.picture = stored(object);
        style.visibility = Visibility::Public;
    });
    write(service, items).await;
    id
}

/// Writes a person without photos.
pub(crate) async fn put_person(service: &Service, organization: OrganizationId) -> PersonId {
    let (id, item) = person_item(service, organization, |_| {});
    write_counted(service, organization, vec![item]).await;
    id
}

/// Stores a small picture under a new key, and returns the key.
pub(crate) async fn put_picture(service: &Service) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_fn(64, 64, |x, y| image::Rgb([(x * 4) as u8, (y * 4) as u8, 90]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let key = format!("test/{}.png", service.store().ids().uuid());
    service
        .resources()
        .bucket
        .put(&key, Bytes::from(bytes.into_inner()), "image/png")
        .await
        .unwrap();
    key
}

/// Gets a URL as a browser would.
pub(crate) async fn download(url: &str) -> Response<Bytes> {
    tests::http::send(
        Request::builder()
            .method(Method::GET)
            .uri(url)
            .body(Bytes::new())
            .unwrap(),
    )
    .await
}

/// The keys of an organization's objects in the bucket.
pub(crate) async fn objects(service: &Service, organization: OrganizationId) -> Vec<String> {
    let prefix = media::keys::organization(organization);
    let page = service.resources().bucket.list(&prefix, None).await.unwrap();
    assert!(!page.more);
    page.objects.into_iter().map(|object| object.key).collect()
}

/// An organization with a hundred thumbnails.
pub(crate) async fn rich(service: &Service) -> Organization {
    service.organization(Plan::Enterprise, 100).await
}

/// Gives an organization hundredths of a thumbnail.
pub(crate) async fn grant(service: &Service, organization: &Organization, hundredths: i64) {
    let amount = Amount::from_hundredths(hundredths);
    service.grant(organization.id, amount, "Test").await;
}

/// Calls a tool and returns its output.
pub(crate) async fn call(client: &Client, tool: &str, body: Value) -> Value {
    client.call(tool, body).await.data().clone()
}

/// An amount in a response.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Whether two amounts are equal to the hundredth.
#[track_caller]
pub(crate) fn same_amount(actual: f64, expected: f64) {
    assert!((actual - expected).abs() < 0.001, "{actual} is not {expected}");
}

/// Sends a body, which need not be JSON.
pub(crate) async fn post(organization: &Organization, tool: &str, body: impl Into<Bytes>) -> tests::Answer {
    let request = organization
        .client
        .request(Method::POST, &format!("/api/v1/tools/{tool}"), body);
    organization.client.send_to(tool, request).await
}
