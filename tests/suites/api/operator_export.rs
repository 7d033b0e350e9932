//! `tgctl org export`: all records and pictures of an organization as files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use contract::Plan;
use http::Method;
use serde_json::{Value, json};
use store::keys;
use tests::{Organization, Service, service::Setup};

use crate::{
    clean_up::items,
    generation::finish,
    operator::{Operator, UNKNOWN_ORGANIZATION},
    pictures::data,
    support::{call, download, start},
};

/// An organization with a record of each kind. Returns its generation.
async fn furnished(service: &Service) -> (Organization, Value) {
    let organization = service.organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let webhook = json!({ "url": "https://a.example/hook" });
    client.webhooks(Method::POST, "", webhook).await;
    client.webhooks(Method::GET, "/secret", Value::Null).await;
    let gone = finish(client, json!({ "prompt": "A heron" })).await;
    let path = format!("/api/v1/generations/{}", gone["generationId"].as_str().unwrap());
    client.operate(client.request(Method::DELETE, &path, "")).await;
    let made = finish(
        client,
        json!({ "prompt": "A kite", "title": "Fly: high/er", "count": 2 }),
    )
    .await;
    let image = call(client, "upload_image", json!({ "imageUrl": data(), "name": "Logo" })).await;
    let person = json!({ "name": "Łucja", "imageIds": [image["imageId"]] });
    call(client, "create_person", person).await;
    let public = json!({ "imageId": image["imageId"], "visibility": "public", "name": "Style" });
    call(client, "create_inspiration", public).await;
    (organization, made)
}

async fn export(service: &Service, organization: &Organization, to: &Path) -> Value {
    let (id, to) = (organization.id.to_string(), to.to_str().unwrap());
    Operator(service).json(&["org", "export", &id, "--to", to]).await
}

/// The contents of all files, by their paths below the directory.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(
                files(&path)
                    .into_iter()
                    .map(|(file, bytes)| (format!("{name}/{file}"), bytes)),
            );
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

fn list(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Vec<Value> {
    serde_json::from_slice(&files[&format!("{name}.json")]).unwrap()
}

#[tokio::test]
async fn an_export_has_all_records_and_pictures_and_no_secret() {
    let service = start(Setup::default()).await;
    let (organization, made) = furnished(&service).await;
    let home = tempfile::tempdir().unwrap();
    let to = home.path().join("new/export");
    let told = export(&service, &organization, &to).await;
    let files = files(&to);
    assert_eq!(told, serde_json::from_slice::<Value>(&files["export.json"]).unwrap());
    assert_eq!((&told["complete"], &told["missing"]), (&json!(true), &json!([])));

    // Two thumbnails with previews, an image, a photo and an inspiration.
    let pictures: Vec<&String> = files.keys().filter(|name| name.contains('/')).collect();
    assert_eq!((pictures.len(), &told["pictures"]), (7, &json!(7)), "{pictures:?}");
    for start in [
        "generations/Fly high er thm_",
        "images/Logo img_",
        "persons/Łucja per_",
        "inspirations/Style ins_",
    ] {
        assert!(
            pictures.iter().any(|name| name.starts_with(start)),
            "{start}: {pictures:?}"
        );
    }
    let thumbnail = &made["thumbnails"][1];
    let id = thumbnail["thumbnailId"].as_str().unwrap();
    let saved = pictures
        .iter()
        .find(|name| name.contains(id) && !name.contains("preview"))
        .unwrap();
    let served = download(thumbnail["url"].as_str().unwrap()).await;
    assert_eq!(files[*saved], served.body().to_vec());

    let facts = &list(&files, "generations")[0];
    assert_eq!(
        (&facts["prompt"], &facts["id"]),
        (&json!("A kite"), &made["generationId"])
    );
    assert_eq!(list(&files, "persons")[0]["name"], "Łucja");
    assert_eq!(list(&files, "webhooks")[0]["url"], "https://a.example/hook");
    assert_eq!(list(&files, "keys").len(), 1);
    assert_eq!(list(&files, "deleted-generations").len(), 1);

    // Each item of the organization is exported, except for its keys, which are listed, and its secret.
    let partition = keys::organization_partition(organization.id);
    let of_organization = |item: &&crate::support::Item| item[keys::PK].as_s() == Ok(&partition);
    let all = items(&service, service.stack().table()).await;
    let sort_keys = all
        .iter()
        .filter(of_organization)
        .map(|item| item[keys::SK].as_s().unwrap());
    let exported = sort_keys
        .filter(|key| !key.starts_with("KEY#") && *key != "WEBHOOKSECRET")
        .count();
    let counts = told["records"].as_object().unwrap();
    let count = |name: &str| counts[name].as_u64().unwrap() as usize;
    let counted: usize = counts
        .keys()
        .filter(|name| *name != "keys")
        .map(|name| count(name))
        .sum();
    assert_eq!(counted, exported, "{counts:?}");

    let mut secrets = BTreeSet::new();
    for item in &all {
        for name in ["hash", "cursorKey"] {
            secrets.extend(item.get(name).and_then(|value| value.as_s().ok()).cloned());
        }
    }
    let shown = organization.client.webhooks(Method::GET, "/secret", Value::Null).await;
    secrets.extend([
        organization.key.clone(),
        shown.data()["secret"].as_str().unwrap().to_owned(),
    ]);
    assert!(secrets.len() >= 4, "{}", secrets.len());
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".json")) {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("whsec_") && !text.contains("cursorKey"), "{name}");
        assert!(
            secrets.iter().all(|secret| !text.contains(secret.as_str())),
            "{name} has a secret"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn an_export_is_private_to_the_operator() {
    use std::os::unix::fs::PermissionsExt;
    let service = start(Setup::default()).await;
    let (organization, _) = furnished(&service).await;
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
    export(&service, &organization, home.path()).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(home.path()), 0o700);
    assert_eq!(mode(&home.path().join("images")), 0o700);
    assert_eq!(mode(&home.path().join("ledger.json")), 0o600);
}

#[tokio::test]
async fn an_export_replaces_an_earlier_one_of_the_same_organization_and_nothing_else() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let (organization, made) = furnished(&service).await;
    let home = tempfile::tempdir().unwrap();
    let to = home.path().to_str().unwrap();
    export(&service, &organization, home.path()).await;
    let first = files(home.path());
    // An interrupted export is repeated.
    let mark = json!({ "organizationId": organization.id, "complete": false });
    fs::write(home.path().join("export.json"), mark.to_string()).unwrap();
    let path = format!("/api/v1/generations/{}", made["generationId"].as_str().unwrap());
    let client = &organization.client;
    client.operate(client.request(Method::DELETE, &path, "")).await;
    fs::write(home.path().join("notes.txt"), "mine").unwrap();
    export(&service, &organization, home.path()).await;
    let second = files(home.path());
    assert_eq!(second["notes.txt"], b"mine");
    let lost: Vec<&String> = first.keys().filter(|name| !second.contains_key(*name)).collect();
    assert_eq!(lost.len(), 4, "{lost:?}");
    assert!(lost.iter().all(|name| name.starts_with("generations/")));

    let other = service.organization(Plan::Pro, 1).await;
    let id = other.id.to_string();
    let refused = operator.failure(&["org", "export", &id, "--to", to]).await;
    assert!(refused.contains("not empty"), "{refused}");
    assert_eq!(files(home.path()), second);
    let unrelated = tempfile::tempdir().unwrap();
    fs::write(unrelated.path().join("a"), "b").unwrap();
    let id = organization.id.to_string();
    let refused = operator
        .failure(&["org", "export", &id, "--to", unrelated.path().to_str().unwrap()])
        .await;
    assert!(refused.contains("not empty"), "{refused}");
    let refused = operator
        .failure(&["org", "export", UNKNOWN_ORGANIZATION, "--to", to])
        .await;
    assert!(refused.contains(UNKNOWN_ORGANIZATION), "{refused}");
}
