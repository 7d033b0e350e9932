//! Requirements of every operation of `contract::operations`.

use contract::{
    Category, Plan,
    operations::{OPERATIONS, Operation},
};
use http::{Method, Request, StatusCode};
use serde_json::json;
use tests::{Answer, Client, client::receive};

use crate::support::idle;

/// The path of an operation, with ids that do not exist.
fn path(operation: &Operation) -> String {
    let id = |name: &str| match name {
        "webhookId" => "whk_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
        "deliveryId" => "dlv_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
        "generationId" => "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
        name => panic!("{name}: say which id does not exist"),
    };
    let named = operation.path_parameters();
    named.fold(operation.path.to_owned(), |path, name| {
        path.replace(&format!("{{{name}}}"), id(name))
    })
}

async fn send(client: &Client, operation: &Operation) -> Answer {
    let method: Method = operation.method.parse().unwrap();
    client.operate(client.request(method, &path(operation), "")).await
}

#[tokio::test]
async fn each_operation_requires_a_key() {
    for operation in &OPERATIONS {
        let answer = send(&idle().client(), operation).await;
        assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "missing" }));
    }
}

#[tokio::test]
async fn each_operation_requires_only_the_scope_of_its_category_and_counts_toward_the_limit() {
    for operation in &OPERATIONS {
        let organization = idle().organization(Plan::Pro, 1).await;
        let category = operation.terms.category;
        let others: Vec<Category> = Category::ALL.into_iter().filter(|other| *other != category).collect();
        let (_, without) = idle().key(organization.id, &others, None).await;
        let (_, alone) = idle().key(organization.id, &[category], None).await;
        let refused = send(&organization.client.with_key(Some(without.expose())), operation).await;
        assert_eq!(
            refused.failure("FORBIDDEN"),
            &json!({ "requiredScope": category.as_str() })
        );
        let answer = send(&organization.client.with_key(Some(alone.expose())), operation).await;
        assert_ne!(answer.status, StatusCode::FORBIDDEN, "{}", answer.body);
        assert_eq!(answer.header("x-ratelimit-remaining"), "58", "{}", operation.terms.name);
    }
}

#[tokio::test]
async fn each_operation_answers_an_unknown_id_with_404() {
    for operation in OPERATIONS.iter().filter(|each| each.path_parameters().count() > 0) {
        let organization = idle().organization(Plan::Pro, 1).await;
        let answer = send(&organization.client, operation).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", operation.terms.name);
    }
}

#[tokio::test]
async fn a_path_of_operations_says_which_methods_it_takes_and_asks_for_the_key_first() {
    let organization = idle().organization(Plan::Pro, 1).await;
    for operation in &OPERATIONS {
        let path = path(operation);
        let with_key = organization.client.request(Method::PUT, &path, "");
        let refused = receive(with_key).await;
        assert_eq!(
            refused.failure("NOT_FOUND"),
            &json!({ "resource": "route", "id": path })
        );
        assert_eq!(refused.header("allow"), Operation::methods(&path).join(", "));
        let unknown = receive(idle().client().request(Method::PUT, &path, "")).await;
        assert_eq!(unknown.status, StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn a_page_may_send_the_method_of_each_operation() {
    for operation in &OPERATIONS {
        let asked = Request::builder()
            .method(Method::OPTIONS)
            .uri(format!("{}{}", idle().base_urls()[0], path(operation)))
            .header("origin", "https://app.example")
            .header("access-control-request-method", operation.method);
        let answer = receive(asked.body(bytes::Bytes::new()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
        let methods: Vec<&str> = answer.header("access-control-allow-methods").split(", ").collect();
        assert!(methods.contains(&operation.method), "{methods:?}");
    }
}
