//! The output of the local runner: its addresses and a command that makes a thumbnail.

use std::{fs, time::Duration};

use bytes::Bytes;
use http::{Method, Request};
use serde_json::json;
use tests::client::receive;
use tokio::time::Instant;

use crate::runner::start;

/// The first `curl` command in the output, split into words like in a shell.
fn curl_in(greeting: &str) -> Vec<String> {
    let command = &greeting[greeting.find("curl ").expect("a curl is printed")..];
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' => quoted = !quoted,
            '\\' if !quoted && characters.peek() == Some(&'\n') => drop(characters.next()),
            '\n' if !quoted => break,
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            other => word.push(other),
        }
    }
    words.push(word);
    words
}

#[tokio::test]
async fn the_printed_urls_key_and_command_work() {
    let home = tempfile::tempdir().unwrap();
    let running = start(&home, &[]).await;
    let mut names: Vec<&String> = running.ready.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(names, ["apiKey", "awsEndpointUrl", "baseUrl", "organizationId", "pid"]);
    for (name, begins) in [
        ("apiKey", "tgs_"),
        ("awsEndpointUrl", "http://127.0.0.1:"),
        ("baseUrl", "http://127.0.0.1:"),
        ("organizationId", "org_"),
    ] {
        assert!(running.text(name).starts_with(begins), "{name}");
    }
    let environment = fs::read_to_string(running.directory.join("lambda.env")).unwrap();
    let variables: Vec<(&str, &str)> = environment.lines().map(|line| line.split_once('=').unwrap()).collect();
    let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
    for name in [
        "AWS_REGION",
        "AWS_ENDPOINT_URL",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_NAME",
        "EPHEMERAL_TABLE_NAME",
        "BUCKET_NAME",
        "QUEUE_URL",
        "DEAD_LETTER_QUEUE_URL",
    ] {
        assert!(names.contains(&name), "{name} is missing");
    }
    // No host is exempted from the address checks by default.
    let is_set = |(name, value): &(&str, &str)| value.is_empty() == (*name == "SOURCE_ALLOW_HOSTS");
    assert!(variables.iter().all(is_set), "{names:?}");
    // The file contains every variable that a function reads.
    let owned: Vec<(String, String)> = variables
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect();
    let find = move |name: &str| {
        owned
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    };
    let mut read = runtime::Environment::of(find);
    let aws = read.aws();
    assert_eq!(aws.endpoint_url, Some(running.text("awsEndpointUrl")));
    drop((
        read.names(),
        read.bucket(),
        read.queue_url(),
        read.dead_letter_queue_url(),
        read.models(),
        read.cors(),
    ));
    read.finish().unwrap();

    let greeting = fs::read_to_string(home.path().join("stdout")).unwrap();
    for shown in ["baseUrl", "apiKey"] {
        assert!(
            greeting.contains(&running.text(shown)),
            "{shown} is not shown: {greeting}"
        );
    }
    let words = curl_in(&greeting);
    let after = |flag: &str| {
        words
            .iter()
            .skip_while(|word| *word != flag)
            .nth(1)
            .expect("the flag is there")
            .clone()
    };
    let url = words.iter().find(|word| word.starts_with("http://")).unwrap();
    let (name, value) = after("-H")
        .split_once(": ")
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .unwrap();
    // With `-d` and without a content type, curl sends the type of a form.
    let request = Request::builder().method(Method::POST).uri(url).header(name, value);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let began = Instant::now();
    let answer = receive(request.body(Bytes::from(after("-d"))).unwrap()).await;
    let ended = running.client().wait(&answer.data()["generationId"]).await;
    let took = began.elapsed();
    println!("the first thumbnail was there after {took:?}");
    assert_eq!(ended["status"], "completed");
    // The control: a thumbnail of a service that has already made one. On a busy machine it takes longer too.
    let client = running.client();
    let began = Instant::now();
    let again = client
        .call("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
        .await;
    client.wait(&again.data()["generationId"]).await;
    let usual = began.elapsed();
    assert!(
        took < Duration::from_secs(2) + 20 * usual,
        "it took {took:?}, and the second one took {usual:?}"
    );
    let picture = Request::get(ended["thumbnails"][0]["url"].as_str().unwrap())
        .body(Bytes::new())
        .unwrap();
    let picture = tests::http::send(picture).await;
    assert_eq!(picture.status(), 200);
    assert!(picture.body().starts_with(b"\x89PNG"));
    running.audit().await;
    running.stop("TERM").await;
}
