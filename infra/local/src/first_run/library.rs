//! The public library of a first run: inspirations of several categories, drawn by the composer, without an owner.

use std::time::Duration;

use contract::{ImageFormat, InspirationId, OrganizationId, Timestamp, Visibility};
use describer::{BuiltInDescriber, Purpose, Subject};
use futures_util::future::try_join_all;
use lexicon::Topic;
use media::keys;
use sources::PreparedPicture;
use store::{Deadline, Inspiration, StoredPicture};
use studio::{Brief, Composer, ImageModel};
use uuid::{Builder, Uuid};

use crate::{Resources, RunnerError};

/// The time limit for adding one inspiration to the library.
const TIME: Duration = Duration::from_secs(20);

/// 2026-01-01T00:00:00Z in milliseconds, the creation time of the first inspiration. Each further one is a minute
/// younger.
const BEGINNING: i64 = 1_767_225_600_000;

/// The content of an inspiration to draw.
struct Sketch {
    name: &'static str,
    topic: Topic,
    prompt: &'static str,
    title: Option<&'static str>,
    seed: u32,
}

const fn sketch(
    name: &'static str,
    topic: Topic,
    prompt: &'static str,
    title: Option<&'static str>,
    seed: u32,
) -> Sketch {
    Sketch {
        name,
        topic,
        prompt,
        title,
        seed,
    }
}

const LIBRARY: [Sketch; 14] = [
    sketch(
        "Neon arcade",
        Topic::Gaming,
        "Epic gaming moments of the year",
        Some("Final boss"),
        3,
    ),
    sketch(
        "Midnight rocket",
        Topic::Space,
        "A rocket launch into space",
        Some("We have liftoff"),
        5,
    ),
    sketch(
        "Street food",
        Topic::Food,
        "The best burger recipe",
        Some("5 minute burger"),
        8,
    ),
    sketch(
        "Clean code",
        Topic::Code,
        "Learn Rust programming on a laptop",
        Some("Rust in 100 days"),
        11,
    ),
    sketch(
        "Summit",
        Topic::Travel,
        "Climbing a mountain alone in winter",
        Some("To the top"),
        2,
    ),
    sketch(
        "Money talk",
        Topic::Money,
        "10 money mistakes everyone makes",
        Some("Stop doing this"),
        7,
    ),
    sketch(
        "Morning workout",
        Topic::Fitness,
        "Fast workout at home",
        Some("10 minutes a day"),
        4,
    ),
    sketch(
        "Studio session",
        Topic::Music,
        "Making a song in one night",
        Some("One night, one song"),
        9,
    ),
    sketch(
        "Street cat",
        Topic::Pets,
        "A cat that rules the city",
        Some("King of the street"),
        6,
    ),
    sketch(
        "Coffee break",
        Topic::Lifestyle,
        "Morning coffee routine",
        Some("Slow mornings"),
        12,
    ),
    sketch(
        "Robots at work",
        Topic::Education,
        "AI robots will change your job",
        Some("Are you next?"),
        1,
    ),
    sketch(
        "Haunted night",
        Topic::Horror,
        "Haunted house: I spent the night",
        Some("24 hours"),
        13,
    ),
    sketch(
        "Championship",
        Topic::Sport,
        "Win the championship with a trophy",
        Some("We won it all"),
        10,
    ),
    sketch(
        "Camera roll",
        Topic::Photography,
        "5 photography tips for travel",
        Some("Shoot like this"),
        14,
    ),
];

impl Sketch {
    fn id(&self, created_at: Timestamp) -> InspirationId {
        let millis = u64::try_from(created_at.millis()).unwrap_or_default();
        InspirationId::from_uuid(self.uuid(millis))
    }

    /// Always the same, so that a library that was created only in part is completed without duplicates.
    fn uuid(&self, millis: u64) -> Uuid {
        let mut random = [0; 10];
        for (byte, letter) in random.iter_mut().zip(self.topic.category().bytes()) {
            *byte = letter;
        }
        Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }

    async fn draw(&self) -> Result<PreparedPicture, RunnerError> {
        let brief = Brief {
            prompt: self.prompt.to_owned(),
            title: self.title.map(str::to_owned),
            format: ImageFormat::Jpeg,
            seed: self.seed,
            ..Brief::default()
        };
        let drawn = Composer::new().paint(&brief).await.map_err(|_| RunnerError::Library)?;
        let looking = tokio::task::spawn_blocking(move || PreparedPicture::stored(drawn.bytes)).await;
        looking
            .map_err(|_| RunnerError::Library)?
            .map_err(|_| RunnerError::Library)
    }

    async fn add(&self, resources: &Resources, created_at: Timestamp) -> Result<(), RunnerError> {
        let (id, picture) = (self.id(created_at), self.draw().await?);
        let subject = Subject {
            bytes: &picture.bytes,
            format: picture.format,
            preview: &picture.preview,
            title: None,
            purpose: Purpose::Style,
        };
        let said = describer::describe(&BuiltInDescriber::new(), subject, tokio::time::Instant::now() + TIME).await;
        let key = keys::public_inspiration(id, picture.format);
        let content_type = picture.format.content_type();
        resources.bucket.put(&key, picture.bytes.clone(), content_type).await?;
        let inspiration = Inspiration {
            id,
            organization: None,
            name: self.name.to_owned(),
            description: said.description,
            category: self.topic.category().to_owned(),
            palette: colour::palette(&picture.preview).map(|colour| colour.to_string()),
            source_url: None,
            visibility: Visibility::Public,
            picture: StoredPicture::new(key, picture.format, picture.size, picture.bytes.len()),
            recipe: None,
            created_at,
        };
        let deadline = Deadline::after(TIME);
        Ok(resources.store.add_to_library(&inspiration, deadline).await?)
    }
}

/// Draws the inspirations that the library lacks.
pub(crate) async fn prepare(resources: &Resources, reader: OrganizationId) -> Result<(), RunnerError> {
    let missing = async |index: i64, sketch: &'static Sketch| {
        let created_at = Timestamp::from_millis(BEGINNING + index * 60_000);
        let there = resources.store.inspiration(reader, sketch.id(created_at)).await?;
        if there.is_none() {
            sketch.add(resources, created_at).await?;
        }
        Ok::<_, RunnerError>(())
    };
    try_join_all((0..).zip(&LIBRARY).map(|(index, sketch)| missing(index, sketch))).await?;
    Ok(())
}
