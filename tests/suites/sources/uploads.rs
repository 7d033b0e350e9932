//! Hostile files and addresses that come as uploads: they are refused like those that are fetched.

use futures_util::{StreamExt, stream};
use serde_json::json;
use tests::upload::post_file;

use crate::{
    addresses::given,
    files,
    hostile::{Case, End},
    process::Running,
    support::{Tenant, world},
};

/// The largest peak memory of the process, in megabytes. The embedded S3 is in the process and holds posted files, too.
const MOST_MEMORY: u64 = 500;
/// How many files are used concurrently.
const AT_ONCE: usize = 8;

/// Uploads the file of a case and uses it. Returns what is wrong with the outcome.
async fn check(refused: &Tenant, accepted: &Tenant, case: &Case) -> Option<String> {
    let file = case.file();
    let tenant = match case.end {
        End::Refused(_) => refused,
        End::Taken(..) => accepted,
    };
    let upload = tenant.client.create_upload(json!({})).await;
    let posted = post_file(&upload, &file).await.status();
    let source = upload["source"].as_str().unwrap_or_default();
    let wrong = match case.end {
        // The bucket itself refuses empty files and those that are too large.
        End::Refused(_) if posted != 204 => {
            let expected = posted == 400 && (file.is_empty() || file.len() > 10_000_000);
            (!expected).then(|| format!("posting it gets {posted}"))
        }
        End::Refused(part) => refused.wrong("upload_image", "imageUrl", source, part).await,
        End::Taken(width, height) => {
            let answer = accepted
                .client
                .call("upload_image", json!({ "imageUrl": source }))
                .await;
            let data = &answer.body["data"];
            let same = (&data["width"], &data["height"]) == (&json!(width), &json!(height));
            (!same).then(|| answer.body.to_string())
        }
    };
    wrong.map(|wrong| format!("{}: {wrong}", case.name))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_files_that_are_uploaded_are_refused_with_the_right_message_and_little_memory() {
    let running = Running::start("127.0.0.1:9").await;
    let (refused, accepted) = (running.tenant().await, running.tenant().await);
    let cases = files::cases();
    let checks = stream::iter(&cases).map(|case| check(&refused, &accepted, case));
    let wrong: Vec<String> = checks
        .buffer_unordered(AT_ONCE)
        .filter_map(async |wrong| wrong)
        .collect()
        .await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    if let Some(peak) = running.peak() {
        assert!(peak < MOST_MEMORY, "{peak} MB");
    }
    let taken = cases.iter().filter(|case| matches!(case.end, End::Taken(..))).count();
    accepted.has_images(taken).await;
    refused.is_untouched().await;
    let said = running.said();
    // The embedded S3 logs the files that it refuses because of their size.
    let is_of_s3 = |line: &str| line.contains("EntityTooSmall") || line.contains("EntityTooLarge");
    let mut errors = said.lines().filter(|line| line.contains("ERROR") && !is_of_s3(line));
    assert!(errors.next().is_none() && !said.contains("panic"), "{said}");
}

#[tokio::test]
async fn no_upload_is_fetched_from_an_address() {
    let world = world();
    let tenant = world.tenant().await;
    for (source, _) in given(world.canary.port()) {
        let source = format!("upload:{source}");
        let wrong = tenant
            .wrong("upload_image", "imageUrl", &source, "not the `source` of an upload")
            .await;
        assert_eq!(wrong, None);
    }
    world.canary_is_silent().await;
    tenant.is_untouched().await;
}
