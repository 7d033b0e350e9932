//! What the areas share.

use std::{sync::OnceLock, time::Duration};

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use bytes::Bytes;
use contract::{
    Amount, AspectRatio, GenerationId, ImageFormat, ImageId, InspirationId, OrganizationId, PersonId, ThumbnailId,
};
use http::{Method, Request, Response};
use runtime::{Aws, AwsConfig, Stack};
use serde_json::{Value, json};
use store::{Generation, NewGeneration, StoreError, keys};
use tests::{
    Client, Organization, Service,
    service::{Setup, deadline},
};

/// A service of the test's own, at the beginning of a minute of its clock.
pub(crate) async fn start(setup: Setup) -> Service {
    let service = Service::start(setup).await;
    next_minute(&service);
    service
}

/// Two gateways of the test's own, and nobody who makes thumbnails.
pub(crate) async fn start_idle() -> Service {
    start(Setup {
        generation_loop: false,
        ..Setup::default()
    })
    .await
}

/// Moves the clock to the beginning of the next minute.
pub(crate) fn next_minute(service: &Service) {
    let now = service.clock().now();
    let next = now.minute().plus(Duration::from_secs(60));
    service.clock().advance(next.since(now) + Duration::from_millis(5));
}

/// One service without a generation loop, for all tests of what is pending. Its clock stays as it is.
pub(crate) fn idle() -> &'static Service {
    static IDLE: OnceLock<Service> = OnceLock::new();
    IDLE.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                send.send(
                    Service::start(Setup {
                        generation_loop: false,
                        ..Setup::default()
                    })
                    .await,
                )
                .unwrap();
                std::future::pending::<()>().await;
            });
        });
        receive.recv().unwrap()
    })
}

/// Calls generate_thumbnail and returns what it answered.
pub(crate) async fn generate(client: &Client, body: Value) -> Value {
    client.call("generate_thumbnail", body).await.data().clone()
}

/// Calls get_generation_status.
pub(crate) async fn status(client: &Client, generation_id: &Value) -> Value {
    let body = json!({ "generationId": generation_id });
    client.call("get_generation_status", body).await.data().clone()
}

/// Makes a generation of one thumbnail without a call, as of now, with what `change` makes of it.
pub(crate) async fn insert_generation(
    service: &Service,
    organization: OrganizationId,
    change: impl FnOnce(&mut Generation),
) -> GenerationId {
    let store = service.store();
    let id = GenerationId::from_uuid(store.ids().uuid());
    let mut generation = Generation {
        id,
        organization,
        tool: "generate_thumbnail".to_owned(),
        prompt: Some("A lighthouse".to_owned()),
        enhanced_prompt: None,
        title: None,
        model: "composer".to_owned(),
        seed: 1,
        aspect_ratio: AspectRatio::Wide,
        format: ImageFormat::Png,
        references: Vec::new(),
        thumbnails: vec![ThumbnailId::from_uuid(store.ids().uuid())],
        unit_cost: Amount::thumbnails(1),
        cost: Amount::thumbnails(1),
        created_at: service.clock().now(),
    };
    change(&mut generation);
    let balance = store.balance(organization).await.unwrap();
    let new = NewGeneration {
        generation,
        inherited: Vec::new(),
    };
    let charged = store
        .create_generation::<StoreError>(&new, balance, |_| Ok(None), deadline())
        .await;
    charged.unwrap().unwrap();
    id
}

/// Copies the records of a generation under so many new ids, later than its own: many more than calls could make in
/// the time of a test. Nothing is charged for them.
pub(crate) async fn copy_generation(
    service: &Service,
    organization: OrganizationId,
    original: GenerationId,
    count: usize,
) {
    let (client, table) = (dynamodb(service), Stack::local().table());
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
    let mut puts = Vec::new();
    for _ in 0..count {
        let id = GenerationId::from_uuid(service.store().ids().uuid()).to_string();
        for item in &items {
            let mut item = item.clone();
            for value in item.values_mut() {
                if let AttributeValue::S(text) = value {
                    *text = text.replace(&original.to_string(), &id);
                }
            }
            let put = PutRequest::builder().set_item(Some(item)).build().unwrap();
            puts.push(WriteRequest::builder().put_request(put).build());
        }
    }
    for batch in puts.chunks(25) {
        let written = client
            .batch_write_item()
            .request_items(&table, batch.to_vec())
            .send()
            .await
            .unwrap();
        assert!(written.unprocessed_items.unwrap_or_default().is_empty());
    }
}

/// A DynamoDB client for what the service itself has no call for.
pub(crate) fn dynamodb(service: &Service) -> aws_sdk_dynamodb::Client {
    Aws::new(&AwsConfig::local(service.aws_url())).dynamodb().clone()
}

async fn put(service: &Service, key: keys::Key, name: &str, objects: &[&str]) {
    let objects = objects.iter().map(|key| AttributeValue::S((*key).to_owned())).collect();
    let mut item = key.attributes();
    item.insert("name".to_owned(), AttributeValue::S(name.to_owned()));
    item.insert("objects".to_owned(), AttributeValue::L(objects));
    let table = Stack::local().table();
    dynamodb(service)
        .put_item()
        .table_name(table)
        .set_item(Some(item))
        .send()
        .await
        .unwrap();
}

/// Deletes an item.
pub(crate) async fn delete(service: &Service, key: keys::Key) {
    let table = Stack::local().table();
    dynamodb(service)
        .delete_item()
        .table_name(table)
        .set_key(Some(key.attributes()))
        .send()
        .await
        .unwrap();
}

/// An image of an organization whose picture is the object of this key.
pub(crate) async fn put_image(service: &Service, organization: OrganizationId, object: &str) -> ImageId {
    let id = ImageId::from_uuid(service.store().ids().uuid());
    put(service, keys::image(organization, id), "A logo", &[object]).await;
    id
}

/// An inspiration of an organization.
pub(crate) async fn put_inspiration(service: &Service, organization: OrganizationId, object: &str) -> InspirationId {
    let id = InspirationId::from_uuid(service.store().ids().uuid());
    put(service, keys::inspiration(organization, id), "A style", &[object]).await;
    id
}

/// An inspiration of the public library.
pub(crate) async fn put_public_inspiration(service: &Service, object: &str) -> InspirationId {
    let id = InspirationId::from_uuid(service.store().ids().uuid());
    put(service, keys::public_inspiration(id), "A public style", &[object]).await;
    id
}

/// A person without photos.
pub(crate) async fn put_person(service: &Service, organization: OrganizationId) -> PersonId {
    let id = PersonId::from_uuid(service.store().ids().uuid());
    put(service, keys::person(organization, id), "Alex", &[]).await;
    id
}

/// Stores a small picture under a new key, which it returns.
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

/// An amount of an answer.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Whether two amounts are the same to the hundredth.
#[track_caller]
pub(crate) fn same_amount(actual: f64, expected: f64) {
    assert!((actual - expected).abs() < 0.001, "{actual} is not {expected}");
}

/// A body as it is sent, which need not be JSON.
pub(crate) async fn post(organization: &Organization, tool: &str, body: impl Into<Bytes>) -> tests::Answer {
    let request = organization
        .client
        .request(Method::POST, &format!("/api/v1/tools/{tool}"), body);
    organization.client.send_to(tool, request).await
}
