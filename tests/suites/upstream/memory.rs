//! The memory of thumbnails with the most and the largest references: the loop runs as a process whose address space is
//! limited to the memory of the deployed function. A sample has one vendor and the composer; if tests are exhaustive,
//! all vendors and sizes run.

use std::{
    fs::{self, File},
    io::Cursor,
    process::{Child, Command, Stdio},
    time::Duration,
};

use bytes::Bytes;
use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use sampling::{all_or, is_exhaustive};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    template::{resources, template},
    upstream::{Seen, gemini::Part},
};
use tokio::time::Instant;

use crate::{
    support::{begin, call, data_url, download, size_of},
    world::{KEYS, UpstreamWorld, model, with},
};

/// The longest side of a stored picture, in pixels.
const SIDE: u32 = 2048;
/// The largest number of pictures of a thumbnail: eight images, four inspirations, five photos of each of three
/// persons.
const PICTURES: usize = 27;
/// The largest total size of the pictures in one request, in bytes.
const MOST_SENT: usize = 12_000_000;
/// The longest side of a picture in a request, in pixels.
const LONGEST_SENT: u32 = 1536;
/// The largest resident memory of the loop, in megabytes. The function has three times as much.
const MOST_MEMORY: u64 = 600;
/// The time limit for two thumbnails in a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The memory of the deployed function, in MiB.
fn function_memory() -> u64 {
    let functions = resources(&template(), "AWS::Serverless::Function");
    let memory = functions["GenerationLoopFunction"]["MemorySize"].as_u64();
    memory.expect("the template says how much memory the loop has")
}

/// Pictures of noise, which no encoder compresses; every other picture has transparency.
struct Noise(Vec<u8>);

impl Noise {
    fn new() -> Self {
        let mut state = 1_u64;
        let words = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()
        });
        Self(words.take((SIDE * SIDE / 2) as usize).flatten().collect())
    }

    /// A different picture for each number.
    fn png(&mut self, number: usize) -> Bytes {
        self.0.rotate_left(4093 * (number + 1));
        let pixels = |channels: usize| self.0[..(SIDE * SIDE) as usize * channels].to_vec();
        let picture: DynamicImage = if number.is_multiple_of(2) {
            RgbImage::from_raw(SIDE, SIDE, pixels(3)).unwrap().into()
        } else {
            RgbaImage::from_raw(SIDE, SIDE, pixels(4)).unwrap().into()
        };
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner().into()
    }
}

/// The most references that a generation may have, 27 pictures: their ids, as the body of a generation names them.
async fn references(world: &UpstreamWorld, organization: &tests::Organization, files: &[Bytes]) -> Value {
    let client = &organization.client;
    let (mut images, mut styles, mut persons) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..8 {
        let body = json!({ "imageUrl": data_url(number), "name": format!("Thing {number}") });
        images.push(call(client, "upload_image", body).await["imageId"].clone());
    }
    for number in 8..12 {
        let body = json!({ "imageUrl": data_url(number), "name": format!("Style {number}") });
        styles.push(call(client, "create_inspiration", body).await["inspirationId"].clone());
    }
    for number in 0..3_u8 {
        let photos: Vec<String> = (0..5).map(|photo| data_url(100 + 10 * number + photo)).collect();
        let body = json!({ "name": format!("Person {number}"), "imageUrls": photos });
        persons.push(call(client, "create_person", body).await["personId"].clone());
    }
    // The service may store files of this size. Replacing the stored files is quicker than uploading such pictures.
    let bucket = &world.service.resources().bucket;
    let page = bucket
        .list(&media::keys::organization(organization.id), None)
        .await
        .unwrap();
    assert_eq!(page.objects.len(), PICTURES);
    for (object, file) in page.objects.iter().zip(files) {
        bucket.put(&object.key, file.clone(), "image/png").await.unwrap();
    }
    json!({ "imageIds": images, "inspirationIds": styles, "personIds": persons })
}

/// A process that makes the thumbnails of a service, with a limited address space. It is killed when the test ends.
struct Loop {
    child: Child,
    home: TempDir,
}

impl Drop for Loop {
    fn drop(&mut self) {
        // Killing a process that has ended fails, which does not matter.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Loop {
    fn start(world: &UpstreamWorld, models: &Value, mebibytes: u64) -> Self {
        let home = tempfile::tempdir().unwrap();
        let file = |name: &str| File::create(home.path().join(name)).unwrap();
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -v {}; exec \"$0\" \"$@\"", mebibytes * 1024)])
            .args([env!("CARGO_BIN_EXE_runner"), "--port", "0", "--no-demo"])
            .args(["--aws-endpoint", world.service.aws_url(), "--data-dir"])
            .arg(home.path().join("data"))
            .env("TMPDIR", home.path())
            .env("MODELS", models.to_string())
            // Each further arena of the allocator reserves address space without using it, which the memory limit of a
            // function does not count.
            .env("MALLOC_ARENA_MAX", "2")
            .env("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", world.bedrock.url())
            .envs(KEYS)
            .current_dir(home.path())
            .stdin(Stdio::null())
            .stdout(file("stdout"))
            .stderr(file("stderr"));
        for variable in ["DEFAULT_MODEL", "CORS_ALLOW_ORIGINS", "AWS_REGION", "AWS_ACCESS_KEY_ID"] {
            command.env_remove(variable);
        }
        Self {
            child: command.spawn().unwrap(),
            home,
        }
    }

    /// The peaks of its resident memory and of its address space so far, in megabytes.
    fn peak(&self) -> (u64, u64) {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let megabytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
            kibibytes.unwrap_or_default() * 1024 / 1_000_000
        };
        (megabytes("VmHWM:"), megabytes("VmPeak:"))
    }

    /// The process's log.
    fn said(&self) -> String {
        fs::read_to_string(self.home.path().join("stderr")).unwrap_or_default()
    }

    /// Panics with the process's log if the process has ended.
    fn goes_on(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            panic!("the loop ended ({status}): {}", self.said());
        }
    }
}

fn is_ended(thumbnail: &store::Thumbnail) -> bool {
    thumbnail.status().is_ended()
}

/// Makes two thumbnails with all references concurrently, and returns the peak of the memory.
async fn peak_of(world: &UpstreamWorld, files: &[Bytes], models: &Value, id: &str, body: Value) -> u64 {
    let organization = world.organization().await;
    let references = references(world, &organization, files).await;
    let mut working = Loop::start(world, models, function_memory());
    let body = with(with(body, references), json!({ "model": id, "count": 2 }));
    let begun = begin(&organization, body).await;
    let began = Instant::now();
    // Written directly, because the tool has a rate limit.
    while !begun.progress(&world.service).await.thumbnails.iter().all(is_ended) {
        working.goes_on();
        assert!(began.elapsed() < PATIENCE, "{id} takes too long: {}", working.said());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let status = begun.status().await;
    assert_eq!(status["status"], "completed", "{id}: {status}");
    let (size, most_bytes) = match status["resolution"].as_str() {
        Some("2160p") => ((3840, 2160), 20_000_000),
        _ => ((1280, 720), 2_000_000),
    };
    for thumbnail in status["thumbnails"].as_array().unwrap() {
        let file = download(thumbnail).await;
        assert_eq!(size_of(&file), size, "{id}");
        assert!(file.len() <= most_bytes, "{id}: {} bytes", file.len());
    }
    let (resident, address_space) = working.peak();
    let took = began.elapsed().as_secs_f32();
    println!("{id}: {resident} MB resident, {address_space} MB of address space, {took:.1} s");
    resident
}

/// The pictures that a vendor received.
fn pictures(seen: &Seen) -> Vec<Bytes> {
    if let Some(fields) = seen.form() {
        let files = fields.into_iter().filter(|field| field.file_name.is_some());
        return files.map(|file| file.bytes).collect();
    }
    if let Some(image) = seen.json()["image"].as_str() {
        use base64::{Engine, prelude::BASE64_STANDARD};
        return vec![BASE64_STANDARD.decode(image).unwrap().into()];
    }
    let picture = |part| match part {
        Part::Picture { bytes, .. } => Some(bytes),
        Part::Text(_) => None,
    };
    seen.parts().into_iter().filter_map(picture).collect()
}

/// Checks that the requests have this many pictures, within the limits, and a `Content-Length`.
fn assert_bounded(id: &str, requests: &[Seen], count: usize) {
    assert_eq!(requests.len(), 2, "{id}: each thumbnail takes one request");
    for request in requests {
        let sent = pictures(request);
        let total: usize = sent.iter().map(Bytes::len).sum();
        println!(
            "{id}: {count} pictures, {total} bytes, a body of {} bytes",
            request.body.len()
        );
        assert_eq!(sent.len(), count, "{id}");
        assert!(total <= MOST_SENT, "{id}: {total} bytes");
        let length = request.body.len().to_string();
        assert_eq!(request.header("content-length"), Some(length.as_str()), "{id}");
        for picture in sent {
            let picture = image::load_from_memory(&picture).unwrap();
            assert!(picture.width().max(picture.height()) <= LONGEST_SENT, "{id}");
        }
    }
}

/// One after the other, so that each loop is measured separately.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thumbnails_with_all_references_fit_into_the_memory_of_the_function() {
    let onto = json!({ "mode": "image-to-image", "strength": 0.7, "aspect_ratio": null });
    let mut models = json!([
        { "id": "composer", "provider": "composer" },
        model("gemini", "gemini", "gemini-nano-banana-2.1"),
        model("openai", "openai", "gpt-image-2"),
        with(
            model("bedrock", "bedrock", "stability.sd3-5-large-v1:0"),
            json!({ "capabilities": { "references": 1 }, "referenceOptions": onto }),
        ),
        // An operator's own server with OpenAI's API. Its responses are those of OpenAI.
        {
            "id": "own", "provider": "openai", "upstreamModel": "gpt-image-2", "baseUrl": "{openai}/v1",
            "capabilities": { "references": 16 }, "secret": "env:OPENAI_API_KEY",
        },
    ]);
    for model in models.as_array_mut().unwrap() {
        // A timeout that a busy machine does not exceed.
        model["timeoutSeconds"] = json!(180);
    }
    let world = UpstreamWorld::idle(models.clone()).await;
    if world.service.stack().bucket() != runtime::Stack::local().bucket() {
        // On a shared endpoint, the loop's process would not find the tables of this service.
        return;
    }
    let document = models
        .to_string()
        .replace("{gemini}", &world.gemini.url())
        .replace("{openai}", &world.openai.url());
    let models: Value = serde_json::from_str(&document).unwrap();
    let mut noise = Noise::new();
    let files: Vec<Bytes> = (0..PICTURES).map(|number| noise.png(number)).collect();
    type Requests = fn(&UpstreamWorld) -> Vec<Seen>;
    let (gemini, openai, bedrock): (Requests, Requests, Requests) = (
        |world| world.gemini.seen(),
        |world| world.openai.seen(),
        |world| world.bedrock.seen(),
    );
    let vendors = [
        ("gemini", 14, gemini),
        ("openai", 16, openai),
        ("bedrock", 1, bedrock),
        ("own", 16, openai),
    ];
    for (id, count, seen) in vendors.into_iter().take(all_or(4, 1)) {
        let before = seen(&world).len();
        let resident = peak_of(&world, &files, &models, id, json!({})).await;
        assert_bounded(id, &seen(&world)[before..], count);
        assert!(resident < MOST_MEMORY, "{id}: {resident} MB");
    }
    if is_exhaustive() {
        let resident = peak_of(&world, &files, &models, "composer", json!({ "title": "Storm" })).await;
        assert!(resident < MOST_MEMORY, "composer: {resident} MB");
    }
    for id in ["composer", "gemini", "openai", "bedrock"]
        .into_iter()
        .take(all_or(4, 1))
    {
        let body = json!({ "title": "Storm", "resolution": "2160p" });
        let resident = peak_of(&world, &files, &models, id, body).await;
        assert!(resident < MOST_MEMORY, "{id} at 2160p: {resident} MB");
    }
    world.end().await;
}
