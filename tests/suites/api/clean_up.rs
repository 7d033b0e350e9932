//! `tgctl gc` and `tgctl org delete`: deleting objects that no record names, and organizations with all their records.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use contract::{Amount, OrganizationId, Plan};
use serde_json::{Value, json};
use store::keys::{self, Key};
use tests::{Client, Organization, Service, service::Setup};

use crate::{
    operator::{Operator, UNKNOWN_ORGANIZATION},
    pictures::data,
    support::{Item, call, dynamodb, generate, objects, start},
};

const DAY: Duration = Duration::from_secs(24 * 3600);
const MINUTE: Duration = Duration::from_secs(60);

async fn upload(client: &Client) -> Value {
    call(client, "upload_image", json!({ "imageUrl": data() })).await["imageId"].clone()
}

/// Creates one record of each kind that names objects: five objects in all. Returns the id of the public inspiration.
async fn create_one_of_each(organization: &Organization) -> Value {
    let client = &organization.client;
    let started = generate(client, json!({ "prompt": "A kite" })).await;
    let image = upload(client).await;
    call(client, "create_person", json!({ "name": "Alex", "imageIds": [image] })).await;
    call(client, "create_inspiration", json!({ "imageId": image })).await;
    let public = json!({ "imageId": image, "visibility": "public" });
    let public = call(client, "create_inspiration", public).await["inspirationId"].clone();
    assert_eq!(client.wait(&started["generationId"]).await["status"], "completed");
    public
}

/// The keys of all objects.
pub(crate) async fn all_objects(service: &Service) -> BTreeSet<String> {
    let page = service.resources().bucket.list("", None).await.unwrap();
    assert!(!page.more);
    page.objects.into_iter().map(|object| object.key).collect()
}

async fn put(service: &Service, key: &str) {
    let bytes = Bytes::from_static(b"unused");
    service.resources().bucket.put(key, bytes, "image/png").await.unwrap();
}

async fn delete_object(service: &Service, key: &str) {
    service.resources().bucket.delete(key).await.unwrap();
}

async fn delete_item(service: &Service, key: &Key) {
    let client = dynamodb(service);
    let deletion = client.delete_item().table_name(service.stack().table());
    deletion.set_key(Some(key.attributes())).send().await.unwrap();
}

/// All items of a table.
pub(crate) async fn items(service: &Service, table: String) -> Vec<Item> {
    let client = dynamodb(service);
    let everything = aws_sdk_dynamodb::Client::scan(&client)
        .table_name(table)
        .consistent_read(true);
    let output = everything.send().await.unwrap();
    assert!(output.last_evaluated_key.is_none());
    output.items.unwrap_or_default()
}

/// The items that name an organization, by their keys; of the ephemeral table also the items that name no organization.
/// The operators' log outlives the organization and is left out.
async fn traces(service: &Service, organization: OrganizationId) -> BTreeMap<String, Item> {
    let mut all = items(service, service.stack().table()).await;
    let expiring = items(service, service.stack().ephemeral_table()).await;
    all.extend(expiring.into_iter().filter(|item| !item.contains_key(keys::TTL)));
    let name = organization.to_string();
    let log = AttributeValue::S(keys::OPERATOR_ACTIONS.to_owned());
    let all = all.into_iter().filter(|item| item.get(keys::PK) != Some(&log));
    let naming = all.filter(|item| format!("{item:?}").contains(&name));
    let key = |item: &Item| format!("{:?} {:?}", item.get(keys::PK), item.get(keys::SK));
    naming.map(|item| (key(&item), item)).collect()
}

#[tokio::test]
async fn objects_that_records_name_are_never_deleted() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    create_one_of_each(&organization).await;
    let before = all_objects(&service).await;
    assert_eq!(before.len(), 6, "{before:?}");
    let nothing = json!({ "orphans": 0, "missing": 0, "deleted": 0, "orphanKeys": [], "missingKeys": [] });
    assert_eq!(operator.json(&["gc"]).await, nothing);
    service.clock().advance(2 * DAY);
    assert_eq!(operator.json(&["gc"]).await, nothing);
    assert_eq!(all_objects(&service).await, before);
}

#[tokio::test]
async fn an_orphan_is_deleted_when_it_is_older_than_a_day() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    create_one_of_each(&organization).await;
    let before = all_objects(&service).await;
    let strays = [
        "library/ins_0193e5a0b1c27d3e8f4a5b6c7d8e9f00.png".to_owned(),
        "notes.txt".to_owned(),
        format!("{UNKNOWN_ORGANIZATION}/thumbnails/thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00-1.png"),
        format!(
            "{}/thumbnails/thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00-1-preview.jpg",
            organization.id
        ),
        format!("{}/images/img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00.png", organization.id),
    ];
    for key in &strays {
        put(&service, key).await;
    }
    let mut listed = strays.to_vec();
    listed.sort();
    let with_strays = all_objects(&service).await;
    let told = |deleted: usize| {
        let orphans = strays.len();
        json!({ "orphans": orphans, "missing": 0, "deleted": deleted, "orphanKeys": listed, "missingKeys": [] })
    };
    assert_eq!(operator.json(&["gc"]).await, told(0));
    service.clock().advance(DAY - 5 * MINUTE);
    assert_eq!(operator.json(&["gc"]).await, told(0));
    assert_eq!(all_objects(&service).await, with_strays);
    service.clock().advance(6 * MINUTE);
    assert_eq!(operator.json(&["gc", "--dry-run"]).await, told(0));
    let text = operator.run(&["gc", "--dry-run"]).await;
    assert_eq!((text.exit_code, text.stderr.as_str()), (0, ""));
    assert!(text.stdout.contains("notes.txt") && text.stdout.contains("to be deleted: 5"));
    assert_eq!(all_objects(&service).await, with_strays);
    assert_eq!(operator.json(&["gc"]).await, told(5));
    assert_eq!(all_objects(&service).await, before);
    assert_eq!(operator.json(&["gc"]).await["orphans"], 0);
}

#[tokio::test]
async fn concurrent_collections_delete_nothing_else() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    for number in 0..20 {
        put(&service, &format!("{UNKNOWN_ORGANIZATION}/images/{number}.png")).await;
    }
    service.clock().advance(DAY + MINUTE);
    let both = [operator.json(&["gc"]), operator.json(&["gc"])];
    futures_util::future::join_all(both).await;
    assert_eq!(all_objects(&service).await, BTreeSet::new());
}

#[tokio::test]
async fn a_collection_during_traffic_reports_nothing_missing() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Enterprise, 50).await;
    let client = &organization.client;
    let traffic = async {
        for _ in 0..8 {
            generate(client, json!({ "prompt": "A kite" })).await;
            let image = upload(client).await;
            call(client, "delete_image", json!({ "imageId": image })).await;
        }
    };
    let collections = async {
        for _ in 0..8 {
            let told = operator.json(&["gc"]).await;
            assert_eq!((&told["missing"], &told["deleted"]), (&json!(0), &json!(0)), "{told}");
        }
    };
    futures_util::future::join(traffic, collections).await;
}

#[tokio::test]
async fn missing_objects_are_reported() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let (furnished, poor) = (
        service.organization(Plan::Pro, 5).await,
        service.organization(Plan::Pro, 5).await,
    );
    let public = create_one_of_each(&furnished).await;
    upload(&poor.client).await;
    // The only object of one organization, the thumbnail of another with its preview, and a public inspiration, which
    // two records name.
    let thumbnails = format!("{}/thumbnails/", furnished.id);
    let lost = |key: &String| {
        key.starts_with(&poor.id.to_string()) || key.starts_with(&thumbnails) || key.contains(public.as_str().unwrap())
    };
    let lost: Vec<String> = all_objects(&service).await.into_iter().filter(lost).collect();
    assert_eq!(lost.len(), 4, "{lost:?}");
    for key in &lost {
        delete_object(&service, key).await;
    }
    for arguments in [&["gc"][..], &["gc", "--dry-run"]] {
        let told = operator.json(arguments).await;
        assert_eq!((&told["missing"], &told["missingKeys"]), (&json!(4), &json!(lost)));
        assert_eq!((&told["orphans"], &told["deleted"]), (&json!(0), &json!(0)));
        // A missing object is reported, but is not a failure.
        let text = operator.run(arguments).await;
        assert_eq!((text.exit_code, text.stderr.as_str()), (0, ""));
        assert!(lost.iter().all(|key| text.stdout.contains(key)), "{}", text.stdout);
    }
}

#[tokio::test]
async fn a_deleted_reference_is_not_reported_as_missing() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    let client = &organization.client;
    let image = upload(client).await;
    let started = generate(client, json!({ "prompt": "A kite", "imageIds": [image] })).await;
    client.wait(&started["generationId"]).await;
    call(client, "delete_image", json!({ "imageId": image })).await;
    let told = operator.json(&["gc"]).await;
    assert_eq!((&told["missing"], &told["orphans"]), (&json!(0), &json!(0)), "{told}");
}

#[tokio::test]
async fn a_deleted_organization_leaves_nothing_behind() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let (leaving, staying) = (
        service.organization(Plan::Pro, 5).await,
        service.organization(Plan::Pro, 5).await,
    );
    let (gone, kept) = (create_one_of_each(&leaving).await, create_one_of_each(&staying).await);
    service.key(leaving.id, &contract::Category::ALL, None).await;
    let body = json!({ "prompt": "A boat" });
    let once = leaving.client.call_once("generate_thumbnail", "once", body).await;
    leaving.client.wait(&once.data()["generationId"]).await;
    service.grant(leaving.id, Amount::thumbnails(1), "Test").await;
    let others = (traces(&service, staying.id).await, objects(&service, staying.id).await);
    assert_eq!(others.1.len(), 5);
    let org = leaving.id.to_string();
    let deleted = operator.json(&["org", "delete", &org, "--yes"]).await;
    assert_eq!(deleted["organizationId"], org.as_str());
    // Six objects, and the second thumbnail with its preview.
    assert_eq!((&deleted["objects"], &deleted["keys"]), (&json!(8), &json!(2)));
    // The organization and its balance; its opening balance, a grant with a separate item, and five charges; two items
    // of each generation; an image, two inspirations, a person.
    assert_eq!(deleted["records"], 2 + 8 + 4 + 4);

    assert_eq!(traces(&service, leaving.id).await, BTreeMap::new());
    assert_eq!(objects(&service, leaving.id).await, Vec::<String>::new());
    let library: Vec<String> = all_objects(&service)
        .await
        .into_iter()
        .filter(|key| key.starts_with("library/"))
        .collect();
    assert!(
        matches!(&library[..], [key] if key.contains(kept.as_str().unwrap())),
        "{library:?}"
    );
    service.clock().advance(Duration::from_secs(20));
    for _ in 0..2 {
        let answer = leaving.client.call("get_credits", json!({})).await;
        assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "invalid" }));
    }
    let all = call(&staying.client, "list_inspirations", json!({ "filter": "all" })).await;
    let ids: Vec<&Value> = all["inspirations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| &each["inspirationId"])
        .collect();
    assert_eq!(ids, [&kept]);
    let body = json!({ "inspirationId": gone });
    staying.client.call("get_inspiration", body).await.failure("NOT_FOUND");

    for arguments in [&["org", "show", &org][..], &["org", "delete", &org, "--yes"]] {
        let line = operator.failure(arguments).await;
        assert!(line.contains(&format!("there is no organization {org}")), "{line}");
    }
    let listed = operator.json(&["org", "list"]).await;
    assert_eq!(listed["organizations"].as_array().unwrap().len(), 1);
    let audited = operator.json(&["audit"]).await;
    assert_eq!((&audited["ok"], &audited["organizations"]), (&json!(true), &json!(1)));
    let told = operator.json(&["gc"]).await;
    assert_eq!((&told["missing"], &told["orphans"]), (&json!(0), &json!(0)), "{told}");
    // Other organizations are not affected.
    let after = (traces(&service, staying.id).await, objects(&service, staying.id).await);
    assert_eq!(after, others);
}

#[tokio::test]
async fn an_interrupted_deletion_is_completed_by_the_next() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    create_one_of_each(&organization).await;
    for key in [keys::organization(organization.id), keys::balance(organization.id)] {
        delete_item(&service, &key).await;
    }
    let org = organization.id.to_string();
    // Meanwhile the organization is unknown, and no audit finds differences.
    operator.failure(&["org", "show", &org]).await;
    assert_eq!(operator.json(&["org", "list"]).await, json!({ "organizations": [] }));
    let audited = operator.json(&["audit"]).await;
    assert_eq!((&audited["ok"], &audited["organizations"]), (&json!(true), &json!(0)));
    let told = operator.json(&["gc"]).await;
    assert_eq!((&told["orphans"], &told["missing"]), (&json!(0), &json!(0)), "{told}");

    let deleted = operator.json(&["org", "delete", &org, "--yes"]).await;
    assert_eq!((&deleted["objects"], &deleted["keys"]), (&json!(6), &json!(1)));
    assert_eq!(traces(&service, organization.id).await, BTreeMap::new());
    assert_eq!(all_objects(&service).await, BTreeSet::new());

    // At the end, only the entry in the list of organizations is left.
    let last = service.organization(Plan::Free, 0).await;
    operator.json(&["org", "delete", &last.id.to_string(), "--yes"]).await;
    operator
        .failure(&["org", "delete", &last.id.to_string(), "--yes"])
        .await;
}

#[tokio::test]
async fn an_organization_may_be_deleted_while_its_thumbnails_are_made() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 50).await;
    for _ in 0..4 {
        generate(&organization.client, json!({ "prompt": "A kite", "count": 10 })).await;
    }
    operator
        .json(&["org", "delete", &organization.id.to_string(), "--yes"])
        .await;
    assert_eq!(traces(&service, organization.id).await, BTreeMap::new());
    // The loop finds that the thumbnail no longer exists, and deletes its picture.
    let mut left = all_objects(&service).await;
    for _ in 0..200 {
        if left.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        left = all_objects(&service).await;
    }
    assert_eq!(left, BTreeSet::new());
    assert_eq!(operator.json(&["gc"]).await["missing"], 0);
    assert_eq!(traces(&service, organization.id).await, BTreeMap::new());
}

#[tokio::test]
async fn a_cached_key_creates_nothing_for_a_deleted_organization() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 5).await;
    call(&organization.client, "get_credits", json!({})).await;
    let org = organization.id.to_string();
    Operator(&service).json(&["org", "delete", &org, "--yes"]).await;
    let picture = data();
    for (tool, body) in [
        ("get_credits", json!({})),
        ("generate_thumbnail", json!({ "prompt": "A boat" })),
        ("upload_image", json!({ "imageUrl": picture })),
        ("create_inspiration", json!({ "imageUrl": picture })),
        ("create_person", json!({ "name": "Alex" })),
        ("create_person", json!({ "name": "Alex", "imageUrls": [picture] })),
    ] {
        let answer = organization.client.call(tool, body).await;
        assert_eq!(
            answer.failure("UNAUTHORIZED"),
            &json!({ "reason": "invalid" }),
            "{tool}"
        );
    }
    assert_eq!(all_objects(&service).await, BTreeSet::new());
    assert_eq!(traces(&service, organization.id).await, BTreeMap::new());
}
