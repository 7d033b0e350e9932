//! The public library: who can see and delete its inspirations.

use std::slice;

use serde_json::{Value, json};
use tests::{Organization, Service};

use crate::{
    inspirations::{create, ids},
    pictures::{assert_drawn, data, picture_of},
    support::{call, download, rich, start_idle},
};

/// Two organizations of a separate service, and the private and the public inspiration of the first.
async fn neighbours(service: &Service) -> (Organization, Organization, Value, Value) {
    let (owner, other) = (rich(service).await, rich(service).await);
    let private = create(&owner.client, json!({ "imageUrl": data(), "name": "Mine" })).await;
    let body = json!({ "imageUrl": data(), "name": "Everybody's", "category": "Art", "visibility": "public" });
    let public = create(&owner.client, body).await;
    assert_eq!(
        (&private["visibility"], &public["visibility"]),
        (&json!("private"), &json!("public"))
    );
    (
        owner,
        other,
        private["inspirationId"].clone(),
        public["inspirationId"].clone(),
    )
}

#[tokio::test]
async fn a_public_inspiration_is_seen_by_everybody_and_a_private_one_by_its_owner() {
    let service = start_idle().await;
    let (owner, other, private, public) = neighbours(&service).await;
    let (mine, all) = (json!({ "filter": "mine" }), json!({ "filter": "all" }));
    assert_eq!(ids(&owner.client, json!({})).await, [public.clone(), private.clone()]);
    assert_eq!(
        ids(&owner.client, mine.clone()).await,
        [public.clone(), private.clone()]
    );
    assert!(ids(&other.client, mine).await.is_empty());
    for client in [&owner.client, &other.client] {
        assert_eq!(ids(client, all.clone()).await, slice::from_ref(&public));
    }
    for (client, owned) in [(&owner.client, true), (&other.client, false)] {
        let listed = call(client, "list_inspirations", all.clone()).await["inspirations"][0].clone();
        let shown = call(client, "get_inspiration", json!({ "inspirationId": public })).await;
        for view in [listed, shown] {
            assert_eq!((&view["owned"], &view["name"]), (&json!(owned), &json!("Everybody's")));
            // A public URL does not contain the owner's id.
            assert!(!view["url"].as_str().unwrap().contains(&owner.id.to_string()));
            assert_drawn(&picture_of(&view).await);
        }
        let body = json!({ "prompt": "A kite", "inspirationIds": [public] });
        assert_eq!(call(client, "generate_thumbnail", body).await["count"], 1);
    }
    let shown = call(&owner.client, "get_inspiration", json!({ "inspirationId": private })).await;
    assert_eq!(shown["owned"], true);
    for tool in ["get_inspiration", "delete_inspiration"] {
        let answer = other.client.call(tool, json!({ "inspirationId": private })).await;
        assert_eq!(
            answer.failure("NOT_FOUND"),
            &json!({ "resource": "inspiration", "id": private })
        );
    }
    let body = json!({ "prompt": "A kite", "inspirationIds": [private] });
    other.client.call("generate_thumbnail", body).await.failure("NOT_FOUND");
    service.stop().await;
}

#[tokio::test]
async fn only_the_owner_may_delete_a_public_inspiration() {
    let service = start_idle().await;
    let (owner, other, private, public) = neighbours(&service).await;
    let body = json!({ "inspirationId": public });
    let answer = other.client.call("delete_inspiration", body.clone()).await;
    assert_eq!(answer.status, 403);
    assert_eq!(
        answer.failure("FORBIDDEN"),
        &json!({ "resource": "inspiration", "id": public })
    );
    let view = call(&other.client, "get_inspiration", body.clone()).await;
    let deleted = call(&owner.client, "delete_inspiration", body.clone()).await;
    assert_eq!(deleted, json!({ "inspirationId": public, "deleted": true }));
    for client in [&owner.client, &other.client] {
        assert!(ids(client, json!({ "filter": "all" })).await.is_empty());
        for tool in ["get_inspiration", "delete_inspiration"] {
            let answer = client.call(tool, body.clone()).await;
            assert_eq!(
                answer.failure("NOT_FOUND"),
                &json!({ "resource": "inspiration", "id": public })
            );
        }
    }
    assert_eq!(download(view["url"].as_str().unwrap()).await.status(), 404);
    assert_eq!(ids(&owner.client, json!({})).await, slice::from_ref(&private));
    let body = json!({ "inspirationId": private });
    let view = call(&owner.client, "get_inspiration", body.clone()).await;
    call(&owner.client, "delete_inspiration", body).await;
    assert_eq!(download(view["url"].as_str().unwrap()).await.status(), 404);
    assert!(ids(&owner.client, json!({})).await.is_empty());
    assert!(
        service
            .resources()
            .bucket
            .list("", None)
            .await
            .unwrap()
            .objects
            .is_empty()
    );
    service.stop().await;
}

#[tokio::test]
async fn a_list_is_filtered_by_category_and_words() {
    let service = start_idle().await;
    let organization = rich(&service).await;
    let client = &organization.client;
    let mut made = Vec::new();
    for (name, description, category) in [
        ("Neon arcade", "Glowing edges on black", "Gaming"),
        ("Quiet kitchen", "Warm light, soft neon signs", "cooking"),
        ("Arcade at night", "Glowing, BLURRED", "gaming videos"),
        ("Straßenfest", "Bunt", "GAMING"),
    ] {
        let body = json!({
            "imageUrl": data(), "name": name, "description": description, "category": category, "visibility": "public",
        });
        made.push(create(client, body).await["inspirationId"].clone());
    }
    let other = rich(&service).await;
    for (narrowed, expected) in [
        (json!({ "category": "gaming" }), vec![3, 0]),
        (json!({ "category": " GaMiNg " }), vec![3, 0]),
        (json!({ "category": "gam" }), vec![]),
        (json!({ "category": "gaming videos" }), vec![2]),
        (json!({ "category": "" }), vec![3, 2, 1, 0]),
        (json!({ "search": "arcade" }), vec![2, 0]),
        (json!({ "search": "NEON  glowing" }), vec![0]),
        (json!({ "search": "glowing arcade" }), vec![2, 0]),
        (json!({ "search": "blurred" }), vec![2]),
        (json!({ "search": "straß" }), vec![3]),
        // The category is not searched as text.
        (json!({ "search": "gaming" }), vec![]),
        (json!({ "search": "neon", "category": "cooking" }), vec![1]),
        (json!({ "search": "arcade", "category": "cooking" }), vec![]),
    ] {
        let expected: Vec<Value> = expected.into_iter().map(|index: usize| made[index].clone()).collect();
        assert_eq!(ids(client, narrowed.clone()).await, expected, "{narrowed}");
        let mut all = narrowed.clone();
        all["filter"] = "all".into();
        assert_eq!(ids(&other.client, all).await, expected, "{narrowed}");
        assert!(ids(&other.client, narrowed).await.is_empty());
    }
    service.stop().await;
}
