//! Words that the composer sets on plates of vendors' models, and plates that are kept for other words.

use std::time::Duration;

use bytes::Bytes;
use http::Method;
use image::RgbImage;
use serde_json::{Value, json};
use store::{FinishedPicture, State};
use tests::{
    Organization,
    upstream::{Act, Seen, gemini, painter},
};

use crate::{
    support::{self, Begun, begin, download},
    world::{USUAL, UpstreamWorld, model, one_of_each, with},
};

/// A title in each script that the composer prints, and in languages that share one.
const TITLES: [&str; 23] = [
    "I quit my job",
    "Ich habe gekündigt",
    "J'ai quitté mon travail",
    "Dejé mi trabajo",
    "Larguei meu emprego",
    "Ho lasciato il lavoro",
    "Rzuciłem pracę",
    "İşimi bıraktım",
    "Tôi đã nghỉ việc",
    "Saya berhenti kerja",
    "Я уволился",
    "Я звільнився",
    "Παράτησα τη δουλειά μου",
    "עזבתי את העבודה",
    "تركت وظيفتي",
    "شغلم را رها کردم",
    "मैंने नौकरी छोड़ दी",
    "আমি চাকরি ছেড়ে দিয়েছি",
    "ฉันลาออกจากงาน",
    "회사를 그만뒀다",
    "会社を辞めました",
    "我辞职了",
    "நான் வேலையை விட்டேன்",
];

/// The text of the latest request to OpenAI's model.
fn text_of(seen: &Seen) -> String {
    match seen.json()["prompt"].as_str() {
        Some(text) => text.to_owned(),
        None => {
            let form = seen.form().unwrap();
            form.iter().find(|field| field.name == "prompt").unwrap().text()
        }
    }
}

/// The record of the first thumbnail of a generation, which is completed.
async fn stored(world: &UpstreamWorld, begun: &Begun) -> FinishedPicture {
    let progress = begun.progress(&world.service).await;
    match &progress.thumbnails[0].state {
        State::Completed(picture) => (**picture).clone(),
        other => panic!("not completed: {other:?}"),
    }
}

/// The stored plate of a picture.
async fn plate_of(world: &UpstreamWorld, picture: &FinishedPicture) -> Bytes {
    let key = picture.plate_key.as_deref().expect("the picture has a plate");
    let file = world.service.resources().bucket.get(key).await.unwrap();
    file.expect("the plate is stored")
}

/// Starts a variation with this body, and returns it with the status at its end.
async fn varied(world: &UpstreamWorld, organization: &Organization, body: Value) -> (Begun, Value) {
    let started = support::call(&organization.client, "generate_variation", body).await;
    let begun = Begun::of(organization, &started);
    let status = begun.end(&world.service).await;
    assert_eq!(status["status"], "completed", "{status}");
    (begun, status)
}

fn pixels(file: &[u8]) -> RgbImage {
    image::load_from_memory(file).unwrap().into_rgb8()
}

/// Whether a check of a thumbnail's preflight is passed.
fn passes(thumbnail: &Value, id: &str) -> bool {
    let checks = thumbnail["preflight"]["checks"].as_array().unwrap().iter();
    checks
        .filter(|check| check["id"] == id)
        .any(|check| check["ok"] == true)
}

#[tokio::test]
async fn the_composer_sets_the_title_on_a_plate() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "openai", "title": "I quit my job" })).await;
    let status = begun.end(&world.service).await;
    let thumbnail = &status["thumbnails"][0];
    let made = &thumbnail["reproducibility"];
    assert_eq!(
        (
            &status["lettering"],
            &made["lettering"],
            &made["model"],
            &status["notes"]
        ),
        (&json!("composer"), &json!("composer"), &json!("openai"), &json!([])),
        "{status}"
    );
    assert!(
        passes(thumbnail, "word_contrast") && passes(thumbnail, "duration_badge"),
        "{thumbnail}"
    );
    // The model is not told the title, and leaves a place for it.
    let text = text_of(&world.openai.seen()[0]);
    assert!(
        text.contains("WORDS: None.") && text.contains("PLACE FOR THE TITLE: "),
        "{text}"
    );
    assert!(!text.contains("quit"), "{text}");
    // The picture is the model's, except for the words.
    let (file, picture) = (download(thumbnail).await, stored(&world, &begun).await);
    let plate = plate_of(&world, &picture).await;
    assert_eq!((painter(&file), painter(&plate)), ("openai", "openai"));
    let (file, plate) = (pixels(&file), pixels(&plate));
    let differing = file.pixels().zip(plate.pixels()).filter(|(one, other)| one != other);
    let share = differing.count() as f32 / (file.width() * file.height()) as f32;
    assert!(
        (0.02..0.8).contains(&share),
        "{share} of the pixels differ from the plate"
    );
    // Without its words, the picture is the plate.
    let body = json!({ "thumbnailId": thumbnail["thumbnailId"], "title": "" });
    let (_, bare) = varied(&world, &organization, body).await;
    assert_eq!(pixels(&download(&bare["thumbnails"][0]).await), plate);
    assert_eq!(world.openai.seen().len(), 1);
    // The plate is deleted with the picture.
    let keys: Vec<String> = picture.object_keys().map(str::to_owned).collect();
    assert_eq!(keys.len(), 3);
    let client = &organization.client;
    let path = format!("/api/v1/generations/{}", begun.id);
    client.operate(client.request(Method::DELETE, &path, "")).await.data();
    for key in keys {
        assert_eq!(world.service.resources().bucket.get(&key).await.unwrap(), None, "{key}");
    }
    world.end().await;
}

/// The model cannot change pictures, which a kept plate does not need.
#[tokio::test]
async fn one_plate_carries_a_title_in_every_language() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let begun = begin(
        &organization,
        json!({ "model": "bedrock", "prompt": "A lighthouse in a storm, no text" }),
    )
    .await;
    let first = begun.end(&world.service).await;
    let id = &first["thumbnails"][0]["thumbnailId"];
    let plate = plate_of(&world, &stored(&world, &begun).await).await;
    let plate = pixels(&plate);
    assert_eq!(
        pixels(&download(&first["thumbnails"][0]).await),
        plate,
        "a blank title gives the plate itself"
    );
    for (number, title) in TITLES.into_iter().enumerate() {
        // The tool may be called ten times a minute.
        if number % 9 == 0 {
            world.service.clock().advance(Duration::from_secs(60));
        }
        let (_, status) = varied(&world, &organization, json!({ "thumbnailId": id, "title": title })).await;
        let thumbnail = &status["thumbnails"][0];
        assert_eq!(
            (&status["title"], &status["model"], &status["notes"]),
            (&json!(title), &json!("bedrock"), &json!([])),
            "{status}"
        );
        assert_eq!(thumbnail["reproducibility"]["model"], "bedrock", "{title}");
        assert!(
            passes(thumbnail, "word_contrast") && passes(thumbnail, "duration_badge"),
            "{title}: {thumbnail}"
        );
        let mut picture = pixels(&download(thumbnail).await);
        assert_ne!(picture, plate, "{title}");
        for place in thumbnail["changedBoxes"].as_array().unwrap() {
            let [x, y, width, height] =
                ["x", "y", "width", "height"].map(|name| u32::try_from(place[name].as_u64().unwrap()).unwrap());
            for (x, y) in (x..x + width).flat_map(|x| (y..y + height).map(move |y| (x, y))) {
                picture.put_pixel(x, y, *plate.get_pixel(x, y));
            }
        }
        assert_eq!(picture, plate, "{title}: the plate changed outside its words");
    }
    assert_eq!(world.bedrock.seen().len(), 1, "one plate was bought");
    assert_eq!(
        begun.balance(&world.service).await,
        i64::from(crate::world::THUMBNAILS - 24) * 100
    );
    world.end().await;
}

#[tokio::test]
async fn a_kept_plate_lasts_as_long_as_each_of_its_pictures() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "openai", "title": "First" })).await;
    let first = begun.end(&world.service).await;
    let plate = plate_of(&world, &stored(&world, &begun).await).await;
    let id = &first["thumbnails"][0]["thumbnailId"];
    let body =
        json!({ "thumbnailId": id, "newPrompt": "title: Second; make the title yellow", "count": 2, "format": "jpeg" });
    let (second, status) = varied(&world, &organization, body).await;
    assert_eq!(
        (&status["title"], &status["lettering"]),
        (&json!("Second"), &json!("composer"))
    );
    let parts: Vec<&str> = status["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["part"].as_str().unwrap())
        .collect();
    assert_eq!(parts, ["title", "title"]);
    // The first picture is gone, and its plate with it; the second has its own.
    let client = &organization.client;
    let path = format!("/api/v1/generations/{}", begun.id);
    client.operate(client.request(Method::DELETE, &path, "")).await.data();
    assert_eq!(plate_of(&world, &stored(&world, &second).await).await, plate);
    let id = &status["thumbnails"][1]["thumbnailId"];
    let (_, third) = varied(&world, &organization, json!({ "thumbnailId": id, "title": "Third" })).await;
    assert_eq!(third["thumbnails"][0]["reproducibility"]["model"], "openai");
    // With the plate gone, the variation fails and is refunded.
    client
        .operate(client.request(Method::DELETE, &format!("/api/v1/generations/{}", second.id), ""))
        .await
        .data();
    let body = json!({ "promptId": third["promptId"], "title": "Fourth" });
    let started = support::call(client, "generate_variation", body).await;
    let lost = Begun::of(&organization, &started);
    let status = lost.end(&world.service).await;
    assert_eq!(
        status["thumbnails"][0]["error"]["code"], "REFERENCE_MISSING",
        "{status}"
    );
    assert_eq!(status["refunded"], 1);
    assert_eq!(world.openai.seen().len(), 1);
    world.end().await;
}

#[tokio::test]
async fn other_changes_go_to_the_model_with_the_plate() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "openai", "title": "Storm" })).await;
    let first = begun.end(&world.service).await;
    let plate = plate_of(&world, &stored(&world, &begun).await).await;
    let id = &first["thumbnails"][0]["thumbnailId"];
    let body =
        json!({ "thumbnailId": id, "newPrompt": "title: NEVER AGAIN; put a whale in the water", "model": "gemini" });
    let (again, status) = varied(&world, &organization, body).await;
    assert_eq!(
        (&status["title"], &status["notes"]),
        (&json!("NEVER AGAIN"), &json!([])),
        "{status}"
    );
    let changes = status["changes"].as_array().unwrap();
    assert_eq!((changes.len(), &changes[0]["part"]), (1, &json!("title")), "{status}");
    let request = world.gemini.seen().pop().unwrap();
    let [gemini::Part::Text(text), gemini::Part::Picture { bytes, .. }] = &request.parts()[..] else {
        panic!("text and one picture");
    };
    assert_eq!(bytes, &plate);
    assert!(
        text.contains("a whale in the water") && text.contains("WORDS: None."),
        "{text}"
    );
    assert!(!text.contains("NEVER AGAIN"), "{text}");
    let (file, new) = (download(&status["thumbnails"][0]).await, stored(&world, &again).await);
    assert_eq!(
        (painter(&file), painter(&plate_of(&world, &new).await)),
        ("gemini", "gemini")
    );
    // The words stay if only the picture changes.
    let id = &status["thumbnails"][0]["thumbnailId"];
    let body = json!({ "thumbnailId": id, "newPrompt": "put a whale in the water", "model": "gemini" });
    let (_, status) = varied(&world, &organization, body).await;
    assert_eq!(
        (&status["title"], &status["lettering"]),
        (&json!("NEVER AGAIN"), &json!("composer"))
    );
    world.end().await;
}

#[tokio::test]
async fn without_a_model_that_edits_only_the_words_of_a_plate_can_be_changed() {
    let [.., (_, bedrock)] = USUAL;
    let world = UpstreamWorld::start(
        json!([model("bedrock", "bedrock", bedrock), { "id": "composer", "provider": "composer" }]),
    )
    .await;
    let organization = world.organization().await;
    let first = begin(&organization, json!({ "title": "Storm" }))
        .await
        .end(&world.service)
        .await;
    let id = &first["thumbnails"][0]["thumbnailId"];
    for body in [
        json!({ "newPrompt": "title: Calm; put it on the moon" }),
        json!({ "title": "Calm", "aspectRatio": "9:16" }),
    ] {
        let answer = organization
            .client
            .call("generate_variation", with(body, json!({ "thumbnailId": id })))
            .await;
        assert_eq!(answer.issues(), ["thumbnailId"]);
        assert!(
            answer.body["error"]
                .as_str()
                .unwrap()
                .contains("only the title and the logo"),
            "{}",
            answer.body
        );
    }
    let (_, status) = varied(
        &world,
        &organization,
        json!({ "thumbnailId": id, "newPrompt": "title: Calm" }),
    )
    .await;
    assert_eq!(status["title"], "Calm");
    assert_eq!(world.bedrock.seen().len(), 1);
    world.end().await;
}

#[tokio::test]
async fn a_model_letters_where_the_caller_or_the_configuration_says_so() {
    let mut models = one_of_each();
    models[1] = with(models[1].take(), json!({ "lettering": "model" }));
    let world = UpstreamWorld::start(models).await;
    let organization = world.organization().await;
    let lettered_by = async |tool: &str, body: Value| {
        let started = support::call(&organization.client, tool, body).await;
        let begun = Begun::of(&organization, &started);
        let status = begun.end(&world.service).await;
        let made = &status["thumbnails"][0]["reproducibility"]["lettering"];
        assert_eq!(*made, status["lettering"], "{status}");
        let has_plate = stored(&world, &begun).await.plate_key.is_some();
        let lettering = made.as_str().unwrap().to_owned();
        assert_eq!(
            has_plate,
            lettering == "composer" && status["model"] != "composer",
            "{status}"
        );
        (status["promptId"].clone(), lettering, status["notes"].clone())
    };
    let new = json!({ "prompt": "A lighthouse in a storm", "title": "Storm" });
    let of = |more: Value| with(new.clone(), more);
    let generate = "generate_thumbnail";
    // By the configuration, and by the caller.
    let (by_model, lettering, _) = lettered_by(generate, of(json!({ "model": "openai" }))).await;
    assert_eq!(lettering, "model");
    assert!(text_of(&world.openai.seen()[0]).contains("Print exactly \"Storm\""));
    let (_, lettering, _) = lettered_by(generate, of(json!({ "model": "openai", "lettering": "composer" }))).await;
    assert_eq!(lettering, "composer");
    let (chosen, lettering, _) = lettered_by(generate, of(json!({ "model": "gemini", "lettering": "model" }))).await;
    assert_eq!(lettering, "model");
    // Only a choice of the caller is inherited.
    let vary = "generate_variation";
    let (_, lettering, _) = lettered_by(vary, json!({ "promptId": by_model, "model": "gemini" })).await;
    assert_eq!(lettering, "composer");
    let (inherited, lettering, _) = lettered_by(vary, json!({ "promptId": chosen, "model": "gemini" })).await;
    assert_eq!(lettering, "model");
    // The composer cannot leave the words to a model: an inherited choice is dropped, a given one refused.
    let (_, lettering, _) = lettered_by(vary, json!({ "promptId": inherited, "model": "composer" })).await;
    assert_eq!(lettering, "composer");
    for (tool, body) in [
        (generate, of(json!({ "model": "composer", "lettering": "model" }))),
        (
            vary,
            json!({ "promptId": inherited, "model": "composer", "lettering": "model" }),
        ),
    ] {
        let answer = organization.client.call(tool, body).await;
        assert_eq!(answer.issues(), ["lettering"], "{}", answer.body);
    }
    // A title that the composer cannot print is painted, unless the caller decides otherwise.
    let strange = json!({ "title": "Storm ᏣᎳᎩ", "model": "gemini" });
    let (_, lettering, notes) = lettered_by(generate, of(strange.clone())).await;
    assert_eq!(lettering, "model");
    assert!(
        notes[0].as_str().unwrap().contains("So gemini paints the words."),
        "{notes}"
    );
    let (_, lettering, notes) = lettered_by(generate, of(with(strange, json!({ "lettering": "composer" })))).await;
    assert_eq!(lettering, "composer");
    assert!(notes[0].as_str().unwrap().contains("leaves them out"), "{notes}");
    world.end().await;
}

#[tokio::test]
async fn a_plate_with_painted_words_is_painted_once_again() {
    let mut vision = model("gemini", "", "gemini-3.8-flash");
    vision.as_object_mut().unwrap().remove("id");
    let once = json!({ "retryMisspelt": false });
    let models = json!({
        "models": [model("openai", "openai", USUAL[1].1), with(model("openai", "once", USUAL[1].1), once)],
        "vision": vision,
    });
    let world = UpstreamWorld::whole(models).await;
    let answer = |has_words: bool| {
        let good = json!({ "ok": true, "reason": "Clear." });
        let answer = json!({ "subject_clarity": good, "text_meaning": good, "faces": null, "spelling": null, "other_words": has_words });
        Act::Say(answer.to_string())
    };
    let organization = world.organization().await;
    let made = async |model: &str| {
        let begun = begin(&organization, json!({ "model": model, "title": "Storm" })).await;
        begun.end(&world.service).await["notes"].clone()
    };
    let told = |notes: &Value| {
        notes
            .as_array()
            .unwrap()
            .iter()
            .any(|note| note.as_str().unwrap().contains("painted words"))
    };
    world.gemini.next([answer(true), answer(false)]);
    let notes = made("openai").await;
    assert_eq!((world.openai.seen().len(), told(&notes)), (2, false), "{notes}");
    // Both plates leave the same place for the title.
    let places: Vec<String> = world
        .openai
        .seen()
        .iter()
        .map(text_of)
        .map(|text| text.split("PLACE FOR THE TITLE").nth(1).unwrap().to_owned())
        .collect();
    assert_eq!(places[0], places[1]);
    world.gemini.always(answer(true));
    let notes = made("openai").await;
    assert_eq!((world.openai.seen().len(), told(&notes)), (4, true), "{notes}");
    let notes = made("once").await;
    assert_eq!((world.openai.seen().len(), told(&notes)), (5, true), "{notes}");
    world.end().await;
}
