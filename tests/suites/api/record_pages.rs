//! Pagination of the lists of images, inspirations and persons.

use contract::{ImageFormat, OrganizationId, Size, Visibility};
use serde_json::{Value, json};
use store::StoredPicture;
use tests::{Client, Service};

use crate::{
    pages::List,
    support::{Item, idle, image_item, inspiration_items, person_item, rich, start_idle, write},
};

pub(crate) const IMAGES: List = List {
    tool: "list_images",
    items: "images",
    id: "imageId",
};
const FOUND_IMAGES: List = List {
    tool: "search_images",
    ..IMAGES
};
const INSPIRATIONS: List = List {
    tool: "list_inspirations",
    items: "inspirations",
    id: "inspirationId",
};
pub(crate) const PERSONS: List = List {
    tool: "list_persons",
    items: "persons",
    id: "personId",
};

/// The largest size of a page, and of the envelope around it, in bytes.
const LARGEST_PAGE_BYTES: usize = 4_010_000;

fn photo(organization: OrganizationId, name: &str) -> StoredPicture {
    let size = Size { width: 64, height: 64 };
    StoredPicture::new(
        format!("{organization}/persons/{name}.png"),
        ImageFormat::Png,
        size,
        1000,
    )
}

/// Writes this many records of a list's kind with these texts, and returns their ids, newest first.
pub(crate) async fn insert(
    service: &Service,
    organization: OrganizationId,
    list: List,
    count: usize,
    text: &str,
) -> Vec<String> {
    let mut ids = Vec::new();
    let mut items: Vec<Item> = Vec::new();
    for _ in 0..count {
        let name: String = text.chars().take(100).collect();
        match list.id {
            "imageId" => {
                let (id, item) = image_item(service, organization, |image| {
                    image.name = name;
                    image.description = text.to_owned();
                });
                ids.push(id.to_string());
                items.push(item);
            }
            "inspirationId" => {
                let (id, all) = inspiration_items(service, Some(organization), |style| {
                    style.name = name;
                    style.description = text.to_owned();
                });
                ids.push(id.to_string());
                items.extend(all);
            }
            _ => {
                let (id, item) = person_item(service, organization, |person| {
                    person.name = name;
                    person.photos = (1..=5).map(|index| photo(organization, &index.to_string())).collect();
                });
                ids.push(id.to_string());
                items.push(item);
            }
        }
    }
    write(service, items).await;
    // Records of the same millisecond have no defined order.
    ids.sort();
    ids.reverse();
    ids
}

#[tokio::test]
async fn a_thousand_records_are_listed_in_one_call() {
    // Images with characters of four bytes, and texts of the largest length. A page of persons with such names and five
    // photos each would be too large: every URL has the name.
    for (list, text) in [(IMAGES, "💡".repeat(500)), (PERSONS, "Alex Example".to_owned())] {
        let organization = rich(idle()).await;
        let client = &organization.client;
        let expected = insert(idle(), organization.id, list, 1000, &text).await;
        let began = tokio::time::Instant::now();
        let answer = client.call(list.tool, json!({})).await;
        let took = began.elapsed();
        let shown = answer.data()[list.items].as_array().unwrap();
        assert_eq!(list.ids(shown), expected);
        assert_eq!(answer.data()["nextCursor"], Value::Null);
        assert!(answer.bytes.len() < LARGEST_PAGE_BYTES, "{}", answer.bytes.len());
        assert!(took.as_secs() < 15, "{} took {took:?}", list.tool);
        for limit in [1000, 999, 300] {
            assert_eq!(list.all_ids(client, limit, json!({})).await, expected, "{limit}");
        }
        // One more record does not fit.
        insert(idle(), organization.id, list, 1, "x").await;
        let answer = client.call(list.tool, json!({})).await;
        assert_eq!(answer.data()[list.items].as_array().unwrap().len(), 1000);
        let rest = client
            .call(list.tool, json!({ "cursor": answer.data()["nextCursor"] }))
            .await;
        assert_eq!(list.ids(rest.data()[list.items].as_array().unwrap()), expected[999..]);
        assert_eq!(rest.data()["nextCursor"], Value::Null);
    }
}

#[tokio::test]
async fn a_list_ends_early_before_it_is_too_large() {
    // Each of these characters takes six bytes in JSON.
    let text = "\u{1}".repeat(500);
    for list in [IMAGES, PERSONS] {
        let organization = rich(idle()).await;
        let client = &organization.client;
        let mut expected = insert(idle(), organization.id, list, 1000, &text).await;
        if list.id == PERSONS.id {
            // Only the keys of the photos make a person larger.
            let mut items = Vec::new();
            for _ in 0..100 {
                let (id, item) = person_item(idle(), organization.id, |person| {
                    person.photos = (0..5).map(|_| photo(organization.id, &"a".repeat(900))).collect();
                });
                expected.push(id.to_string());
                items.push(item);
            }
            write(idle(), items).await;
            expected.sort();
            expected.reverse();
        }
        let answer = client.call(list.tool, json!({})).await;
        let shown = answer.data()[list.items].as_array().unwrap().len();
        assert!((500..1000).contains(&shown), "{} shows {shown}", list.tool);
        assert!(
            (3_900_000..LARGEST_PAGE_BYTES).contains(&answer.bytes.len()),
            "{}",
            answer.bytes.len()
        );
        assert!(answer.data()["nextCursor"].is_string());
        assert_eq!(list.all_ids(client, 1000, json!({})).await, expected);
    }
    // A hundred inspirations of the largest size are far below the limit.
    let organization = rich(idle()).await;
    let expected = insert(idle(), organization.id, INSPIRATIONS, 100, &text).await;
    let (items, next) = INSPIRATIONS
        .page(&organization.client, 100, &json!({}), &Value::Null)
        .await;
    assert_eq!((INSPIRATIONS.ids(&items), next), (expected, Value::Null));
}

#[tokio::test]
async fn the_limit_parameter_is_respected() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    for (list, most, usual) in [
        (IMAGES, 1000, 150),
        (PERSONS, 1000, 150),
        (FOUND_IMAGES, 100, 20),
        (INSPIRATIONS, 100, 20),
    ] {
        if list.tool != FOUND_IMAGES.tool {
            insert(idle(), organization.id, list, 150, "A text").await;
        }
        for limit in [json!(0), json!(most + 1), json!(-1), json!(1.5), json!("5")] {
            let answer = client.call(list.tool, json!({ "limit": limit })).await;
            assert_eq!(answer.issues(), ["limit"], "{} {limit}", list.tool);
        }
        for (body, expected) in [
            (json!({}), usual),
            (json!({ "limit": null }), usual),
            (json!({ "limit": 1 }), 1),
            (json!({ "limit": 2.0 }), 2),
            (json!({ "limit": most }), most.min(150)),
        ] {
            let answer = client.call(list.tool, body.clone()).await;
            let shown = answer.data()[list.items].as_array().unwrap().len();
            assert_eq!(shown, expected, "{} {body}", list.tool);
            assert_eq!(
                answer.data()["nextCursor"].is_null(),
                expected == 150,
                "{} {body}",
                list.tool
            );
        }
    }
}

#[tokio::test]
async fn pages_show_every_item_once_while_items_are_added() {
    for list in [IMAGES, FOUND_IMAGES, INSPIRATIONS, PERSONS] {
        let organization = rich(idle()).await;
        let client = &organization.client;
        let expected = insert(idle(), organization.id, list, 60, "A lighthouse").await;
        // Six and ten divide sixty: the last page is full, but has no cursor.
        for limit in [1, 6, 7, 10, 59, 60, 61] {
            assert_eq!(
                list.all_ids(client, limit, json!({})).await,
                expected,
                "{} by {limit}",
                list.tool
            );
        }
        let (mut seen, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let (items, next) = list.page(client, 7, &json!({}), &cursor).await;
            seen.extend(list.ids(&items));
            if next.is_null() {
                break;
            }
            insert(idle(), organization.id, list, 3, "Another").await;
            cursor = next;
        }
        assert_eq!(seen, expected, "{}", list.tool);
    }
}

#[tokio::test]
async fn pages_continue_after_a_deleted_item() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let expected = insert(idle(), organization.id, PERSONS, 6, "Kim").await;
    let (items, cursor) = PERSONS.page(client, 2, &json!({}), &Value::Null).await;
    assert_eq!(PERSONS.ids(&items), expected[..2]);
    for id in &expected[1..3] {
        client.call("delete_person", json!({ "personId": id })).await.data();
    }
    let (items, next) = PERSONS.page(client, 2, &json!({}), &cursor).await;
    assert_eq!(PERSONS.ids(&items), expected[3..5]);
    let (items, next) = PERSONS.page(client, 2, &json!({}), &next).await;
    assert_eq!((PERSONS.ids(&items), next), (expected[5..].to_vec(), Value::Null));
}

#[tokio::test]
async fn a_search_matches_all_words_of_name_and_description_in_any_case() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let mut made = Vec::new();
    for (name, description) in [
        ("Our LOGO", "A red fox in a circle."),
        ("Phone", "A black phone on a red table."),
        ("Äpfel", "Three green apples; the logo of a shop behind them."),
    ] {
        let (id, item) = image_item(idle(), organization.id, |image| {
            image.name = name.to_owned();
            image.description = description.to_owned();
        });
        write(idle(), vec![item]).await;
        made.push(id.to_string());
    }
    for (query, expected) in [
        ("logo", vec![2, 0]),
        ("  LoGo\n", vec![2, 0]),
        ("red", vec![1, 0]),
        ("RED logo", vec![0]),
        ("logo red fox our", vec![0]),
        ("äpfel", vec![2]),
        ("pho tab", vec![1]),
        ("red green", vec![]),
        (".*", vec![]),
        ("%", vec![]),
        ("", vec![2, 1, 0]),
    ] {
        let expected: Vec<&String> = expected.into_iter().map(|index: usize| &made[index]).collect();
        for limit in [1, 100] {
            let found = FOUND_IMAGES.all_ids(client, limit, json!({ "query": query })).await;
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{query:?}");
        }
    }
    let all = FOUND_IMAGES.all_ids(client, 2, json!({ "query": null })).await;
    assert_eq!(all.len(), 3);
    assert!(
        client
            .call("search_images", json!({ "query": "ä".repeat(200) }))
            .await
            .status
            == 200
    );
    let answer = client.call("search_images", json!({ "query": "ä".repeat(201) })).await;
    assert_eq!(answer.issues(), ["query"]);
}

/// One request searches at most this many records, so a page may be short before the last one.
#[tokio::test]
async fn a_search_with_few_matches_among_many_items_ends() {
    let service = start_idle().await;
    let organization = rich(&service).await;
    let client = &organization.client;
    let other = rich(&service).await;
    let needles = insert(&service, organization.id, IMAGES, 2, "A needle").await;
    let styles: Vec<_> = (0..2)
        .map(|_| {
            inspiration_items(&service, Some(organization.id), |style| {
                style.name = "A needle".to_owned();
                style.category = "sewing".to_owned();
                style.visibility = Visibility::Public;
            })
        })
        .collect();
    let mut public: Vec<String> = styles.iter().map(|(id, _)| id.to_string()).collect();
    public.sort();
    public.reverse();
    write(&service, styles.into_iter().flat_map(|(_, items)| items).collect()).await;
    insert(&service, organization.id, IMAGES, 1100, "Hay").await;
    let hay = (0..1100).flat_map(|_| {
        let public = |style: &mut store::Inspiration| style.visibility = Visibility::Public;
        inspiration_items(&service, Some(organization.id), public).1
    });
    write(&service, hay.collect()).await;

    let (items, next) = FOUND_IMAGES
        .page(client, 20, &json!({ "query": "needle" }), &Value::Null)
        .await;
    assert!(items.is_empty() && next.is_string());
    let walk = async |client: &Client, list: List, filter: Value, expected: &[String]| {
        for limit in [1, 100] {
            assert_eq!(list.all_ids(client, limit, filter.clone()).await, expected, "{filter}");
        }
    };
    walk(client, FOUND_IMAGES, json!({ "query": "needle" }), &needles).await;
    walk(client, FOUND_IMAGES, json!({ "query": "thread" }), &[]).await;
    walk(client, INSPIRATIONS, json!({ "search": "needle" }), &public).await;
    walk(client, INSPIRATIONS, json!({ "category": "Sewing" }), &public).await;
    let all = json!({ "category": "Sewing", "search": "needle", "filter": "all" });
    walk(&other.client, INSPIRATIONS, all, &public).await;
    walk(&other.client, INSPIRATIONS, json!({ "category": "sewing" }), &[]).await;
    service.stop().await;
}

#[tokio::test]
async fn a_cursor_is_valid_only_for_its_list() {
    let service = start_idle().await;
    let (one, two) = (rich(&service).await, rich(&service).await);
    for organization in [&one, &two] {
        for list in [IMAGES, INSPIRATIONS, PERSONS] {
            insert(&service, organization.id, list, 4, "A red fox").await;
        }
    }
    let public =
        (0..4).flat_map(|_| inspiration_items(&service, None, |style| style.visibility = Visibility::Public).1);
    write(&service, public.collect()).await;
    let lists = [
        (IMAGES, json!({})),
        (FOUND_IMAGES, json!({})),
        (FOUND_IMAGES, json!({ "query": "fox" })),
        (FOUND_IMAGES, json!({ "query": "red fox" })),
        (INSPIRATIONS, json!({})),
        (INSPIRATIONS, json!({ "filter": "all" })),
        (INSPIRATIONS, json!({ "category": "art" })),
        (INSPIRATIONS, json!({ "category": "art", "filter": "all" })),
        (INSPIRATIONS, json!({ "search": "fox" })),
        (PERSONS, json!({})),
    ];
    let mut cursors = Vec::new();
    for (list, filter) in &lists {
        let (items, cursor) = list.page(&one.client, 1, filter, &Value::Null).await;
        assert!(items.len() == 1 && cursor.is_string(), "{} {filter}", list.tool);
        cursors.push(cursor);
    }
    for (index, (list, filter)) in lists.iter().enumerate() {
        for (other, cursor) in cursors.iter().enumerate() {
            let mut body = filter.clone();
            body["cursor"] = cursor.clone();
            let answer = one.client.call(list.tool, body.clone()).await;
            if index == other {
                assert_eq!(answer.status, 200);
            } else {
                assert_eq!(answer.issues(), ["cursor"], "{} {body}", list.tool);
            }
            let answer = two.client.call(list.tool, body.clone()).await;
            assert_eq!(answer.issues(), ["cursor"], "{} {body}", list.tool);
        }
    }
    // It may be used twice, and values that mean the same as an absent filter are the same filter.
    let same = json!({ "filter": "mine", "search": " ", "category": null });
    for _ in 0..2 {
        let (items, _) = INSPIRATIONS.page(&one.client, 100, &same, &cursors[4]).await;
        assert_eq!(items.len(), 3);
    }
    service.stop().await;
}
