//! Generations with references: images, inspirations and persons that the tools made.

use serde_json::{Value, json};
use tests::{Client, Organization, Service, service::Setup, shared};

use crate::{
    generation::{check_arithmetic, finish},
    pictures::{data, picture_of},
    support::{call, download, generate, idle, number, put_person, rich, same_amount, status},
};

/// The three kinds: the parameter with their ids, the tool that deletes them, and that tool's parameter.
const KINDS: [(&str, &str, &str); 3] = [
    ("imageIds", "delete_image", "imageId"),
    ("inspirationIds", "delete_inspiration", "inspirationId"),
    ("personIds", "delete_person", "personId"),
];

/// Creates one of each, and returns the body of a generation that names them.
async fn one_of_each(client: &Client) -> Value {
    let image = call(client, "upload_image", json!({ "imageUrl": data(), "name": "Logo" })).await;
    let style = json!({ "imageUrl": data(), "description": "Flat and bright" });
    let style = call(client, "create_inspiration", style).await;
    let person = call(
        client,
        "create_person",
        json!({ "name": "Kim", "imageUrls": [data(), data()] }),
    )
    .await;
    json!({
        "imageIds": [image["imageId"]],
        "inspirationIds": [style["inspirationId"]],
        "personIds": [person["personId"]],
    })
}

async fn delete(client: &Client, names: &Value, (list, tool, parameter): (&str, &str, &str)) {
    call(client, tool, json!({ parameter: names[list][0] })).await;
}

fn with_prompt(names: &Value, prompt: &str) -> Value {
    let mut body = names.clone();
    body["prompt"] = prompt.into();
    body
}

#[tokio::test]
async fn generations_can_use_uploaded_references() {
    let organization = rich(shared()).await;
    let client = &organization.client;
    let names = one_of_each(client).await;
    for body in [names.clone(), with_prompt(&names, "Kim with the logo")] {
        let view = finish(client, body).await;
        assert_eq!(view["status"], "completed", "{view}");
        for (list, ..) in KINDS {
            assert_eq!(view[list], names[list]);
        }
    }
    // A person without photos is valid, too.
    let person = call(client, "create_person", json!({ "name": "Robin" })).await["personId"].clone();
    let view = finish(client, json!({ "personIds": [person] })).await;
    assert_eq!(view["status"], "completed", "{view}");
    // Everybody may use a public inspiration.
    let body = json!({ "imageUrl": data(), "visibility": "public" });
    let public = call(client, "create_inspiration", body).await["inspirationId"].clone();
    let stranger = rich(shared()).await;
    let view = finish(&stranger.client, json!({ "inspirationIds": [public] })).await;
    assert_eq!(
        (&view["status"], &view["inspirationIds"]),
        (&json!("completed"), &json!([public]))
    );
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn an_id_of_another_kind_is_missing_even_if_the_call_also_names_it_correctly() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let person = json!(put_person(idle(), organization.id).await);
    let prompt = generate(client, json!({ "prompt": "A kite" })).await["promptId"].clone();
    let before = client.balance().await;
    for (tool, body, wrong, resource, path) in [
        (
            "generate_thumbnail",
            json!({ "imageIds": [person], "personIds": [person] }),
            &person,
            "image",
            "imageIds[0]",
        ),
        (
            "generate_variation",
            json!({ "promptId": prompt, "imageIds": [prompt] }),
            &prompt,
            "image",
            "imageIds[0]",
        ),
        (
            "generate_variation",
            json!({ "promptId": prompt, "inspirationIds": [person], "personIds": [person] }),
            &person,
            "inspiration",
            "inspirationIds[0]",
        ),
    ] {
        let answer = client.call(tool, body).await;
        let expected = json!({ "resource": resource, "id": wrong, "missing": [{ "path": path, "id": wrong }] });
        assert_eq!(answer.failure("NOT_FOUND"), &expected);
    }
    same_amount(client.balance().await, before);
}

#[tokio::test]
async fn the_message_says_which_of_several_ids_is_of_another_kind() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let generation = generate(client, json!({ "prompt": "A kite" })).await["generationId"].clone();
    let body = json!({ "imageIds": [format!("img_{}", "0".repeat(32))], "personIds": [generation] });
    let answer = client.call("generate_thumbnail", body).await;
    let missing = &answer.failure("NOT_FOUND")["missing"];
    assert_eq!(missing.as_array().unwrap().len(), 2);
    let message = answer.body["error"].as_str().unwrap();
    let advice = "In `personIds[0]`, an id that begins with `gen_` is that of a generation; give the id of a person, which begins with `per_`.";
    assert!(message.ends_with(advice), "{message}");
}

#[tokio::test]
async fn a_finished_picture_outlives_its_references() {
    let organization = rich(shared()).await;
    let client = &organization.client;
    let names = one_of_each(client).await;
    let before = finish(client, with_prompt(&names, "A kite")).await;
    for kind in KINDS {
        delete(client, &names, kind).await;
    }
    let after = status(client, &before["generationId"]).await;
    for name in [
        "status",
        "imageIds",
        "inspirationIds",
        "personIds",
        "updatedAt",
        "refunded",
    ] {
        assert_eq!(after[name], before[name]);
    }
    picture_of(&after["thumbnails"][0]).await;
    assert_eq!(
        download(before["thumbnails"][0]["url"].as_str().unwrap())
            .await
            .status(),
        200
    );
}

#[tokio::test]
async fn a_variation_omits_references_that_a_tool_deleted() {
    let organization = rich(idle()).await;
    let client = &organization.client;
    let names = one_of_each(client).await;
    let started = generate(client, with_prompt(&names, "A kite")).await;
    let vary = async || call(client, "generate_variation", json!({ "promptId": started["promptId"] })).await;
    let varied = vary().await;
    assert_eq!(varied["omittedReferences"], json!([]));
    let mut omitted = Vec::new();
    for kind in KINDS {
        delete(client, &names, kind).await;
        omitted.push(names[kind.0][0].clone());
        let varied = vary().await;
        assert_eq!(varied["omittedReferences"], json!(omitted));
        let view = status(client, &varied["generationId"]).await;
        for (list, ..) in KINDS {
            let left = if omitted.contains(&names[list][0]) {
                json!([])
            } else {
                names[list].clone()
            };
            assert_eq!(view[list], left);
        }
    }
    // Without the prompt nothing would be left.
    let bare = one_of_each(client).await;
    let started = generate(client, bare.clone()).await;
    for kind in KINDS {
        delete(client, &bare, kind).await;
    }
    let answer = client
        .call("generate_variation", json!({ "promptId": started["promptId"] }))
        .await;
    assert_eq!(answer.issues(), ["newPrompt"]);
    idle().audit(organization.id).await;
}

/// Each kind of reference is deleted while a generation that needs it waits; the loop that starts later misses it.
#[tokio::test]
async fn a_generation_fails_and_is_refunded_if_its_reference_was_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let setup = |generation_loop| Setup {
        gateways: 1,
        generation_loop,
        data_dir: Some(dir.path().to_owned()),
        ..Setup::default()
    };
    // The clocks of both services are not advanced, so the time of the second service continues that of the first.
    let service = Service::start(setup(false)).await;
    let organization: Organization = rich(&service).await;
    let client = &organization.client;
    let mut waiting = Vec::new();
    for kind in KINDS {
        let names = one_of_each(client).await;
        let begun = generate(client, with_prompt(&names, "A kite")).await;
        waiting.push((begun["generationId"].clone(), names[kind.0][0].clone()));
        delete(client, &names, kind).await;
    }
    let body = json!({ "imageUrl": data(), "visibility": "public" });
    let public = call(client, "create_inspiration", body).await["inspirationId"].clone();
    let begun = generate(client, json!({ "inspirationIds": [public], "count": 2 })).await;
    waiting.push((begun["generationId"].clone(), public.clone()));
    call(client, "delete_inspiration", json!({ "inspirationId": public })).await;
    let untouched = generate(client, one_of_each(client).await).await["generationId"].clone();
    let before = client.balance().await;
    service.stop().await;

    let service = Service::start(setup(true)).await;
    let client = &service.client().with_key(Some(&organization.key));
    for (id, deleted) in &waiting {
        let view = client.wait(id).await;
        check_arithmetic(&view);
        assert_eq!(view["status"], "failed");
        for thumbnail in view["thumbnails"].as_array().unwrap() {
            assert_eq!(thumbnail["error"]["code"], "REFERENCE_MISSING");
            let message = thumbnail["error"]["message"].as_str().unwrap();
            assert!(message.contains(deleted.as_str().unwrap()), "{message}");
        }
        same_amount(number(&view["refunded"]), number(&view["count"]));
    }
    assert_eq!(client.wait(&untouched).await["status"], "completed");
    same_amount(client.balance().await, before + 5.0);
    service.audit(organization.id).await;
    service.stop().await;
}
