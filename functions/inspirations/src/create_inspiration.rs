//! `create_inspiration`

use bytes::Bytes;
use contract::{
    ApiError, ImageFormat, InspirationId, Quota, Resources, ThumbnailId, ToolSpec, Visibility,
    error::{Resource, ValidationReason},
    input::{BodyFields, Issues, Source},
    tools::{CreateInspiration, CreateInspirationInput, CreateInspirationOutput},
};
use describer::{Description, Purpose, Subject};
use media::keys;
use service::{Bill, Call, Failure, NamedIds, Reply, Tool};
use sources::{PreparedPicture, SourceParameter, SourcePicture};
use store::{CreationInputs, Deadline, FoundThumbnail, Image, Inspiration, KeptAnswer, Price, StoredPicture};
use uploads::{Fetched, Fetcher};

use crate::{Dependencies, view::view};

pub(crate) struct Create(pub(crate) Dependencies);

/// What can be read before the request is admitted.
pub(crate) struct Read {
    inputs: CreationInputs,
    /// The thumbnail that the call names, if it exists.
    thumbnail: Option<Box<FoundThumbnail>>,
}

impl Tool for Create {
    type Spec = CreateInspiration;
    type Read = Read;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        if let Some(video) = SourceParameter::from_fields(fields, "videoUrl") {
            sources::check_video_form(&video, issues);
        }
        let picture = SourceParameter::from_fields(fields, "imageUrl");
        sources::check_form(picture.as_slice(), issues);
    }

    async fn quote(&self, call: &Call, input: CreateInspirationInput) -> Result<Bill, Failure> {
        let read = self.read(call, &input).await?;
        let used = check(call, &input, &read)?;
        let copied = read.inputs.images.iter().map(|image| image.picture.size_bytes).sum();
        call.within_quotas(&used, &Resources::default().with(Quota::Bytes, copied))?;
        uploads::check(&self.0.store, call, &pictures(&input)).await?;
        Ok(Bill::of_one::<CreateInspiration>("Inspiration"))
    }

    async fn read(&self, call: &Call, input: &CreateInspirationInput) -> Result<Read, Failure> {
        let (store, organization) = (&self.0.store, call.organization.id);
        let key = call.claim().map(|claim| &claim.key);
        let image: Vec<_> = input.image_id.iter().filter_map(|given| given.id()).collect();
        let find = async {
            match thumbnail_id(input) {
                Some(id) => store.thumbnail(organization, id).await,
                None => Ok(None),
            }
        };
        let (inputs, thumbnail) = tokio::try_join!(store.creation_inputs(organization, key, &image), find)?;
        Ok(Read {
            inputs,
            thumbnail: thumbnail.map(Box::new),
        })
    }

    async fn replay(
        &self,
        call: &Call,
        kept: Option<KeptAnswer>,
    ) -> Result<Option<Reply<CreateInspirationOutput>>, Failure> {
        call.replay_with_urls(kept, &self.0.bucket).await
    }

    async fn run(
        &self,
        call: &Call,
        input: CreateInspirationInput,
        read: Read,
    ) -> Result<Reply<CreateInspirationOutput>, Failure> {
        let Dependencies { store, bucket, .. } = &self.0;
        if let Some(reply) = self.replay(call, read.inputs.answer.clone()).await? {
            return Ok(reply);
        }
        let used = check(call, &input, &read)?;
        let Read { inputs, thumbnail } = read;
        let CreationInputs { balance, images, .. } = inputs;
        Call::afford(CreateInspiration::COST, balance.balance)?;
        let recipe = thumbnail.as_ref().and_then(|found| found.picture()?.recipe.clone());
        let mut uploads = Vec::new();
        let origin = match (images.into_iter().next(), thumbnail) {
            (Some(image), _) => Origin::Image(image),
            (None, Some(thumbnail)) => Origin::Source(Box::new(self.picture_of(call, &thumbnail).await?)),
            (None, None) => {
                let fetched = self.fetch(call, &input).await?;
                uploads = fetched.uploads;
                let picture = fetched.pictures.into_iter().next();
                Origin::Source(Box::new(picture.ok_or_else(Failure::contradiction)?))
            }
        };
        let named: Vec<_> = input.image_url.iter().map(|url| parameter("imageUrl", url)).collect();
        call.within_quotas(&used, &Resources::default().with(Quota::Bytes, origin.bytes()))?;
        let organization = call.organization.id;
        // The time of the id decides the place in lists, so it is taken before the slow steps.
        let (id, created_at) = (InspirationId::from_uuid(store.ids().uuid()), store.clock().now());
        let objects = [match input.visibility {
            Visibility::Private => keys::inspiration(organization, id, origin.format()),
            Visibility::Public => keys::public_inspiration(id, origin.format()),
        }];
        let [key] = &objects;
        let storing = async { call.in_time(self.store_and_describe(call, key, origin)).await.flatten() };
        let recording = async |described: Described| {
            let Described {
                picture,
                description,
                source_url,
            } = described;
            let category = input
                .category
                .map_or(description.category, |category| category.into_string());
            let inspiration = Inspiration {
                id,
                organization: Some(organization),
                name: input.name.map_or(description.name, |name| name.into_string()),
                description: input
                    .description
                    .map_or(description.description, |text| text.into_string()),
                category: category.to_lowercase(),
                palette: colour::palette(&picture.preview).map(|colour| colour.to_string()),
                source_url,
                visibility: input.visibility,
                picture: StoredPicture::new(key.clone(), picture.format, picture.size, picture.bytes.len()),
                recipe,
                created_at,
            };
            let shown = view(bucket, call, &inspiration).await?;
            let output = |balance| CreateInspirationOutput {
                inspiration: shown.clone(),
                cost: CreateInspiration::COST,
                balance,
            };
            let answer = |balance| call.answer(&output(balance), &objects);
            let price = Price::of::<CreateInspiration>(call.organization.limits()).using(&uploads);
            let deadline = Deadline::at(call.commit_deadline());
            let created = store
                .create_inspiration(organization, &inspiration, price, balance, answer, deadline)
                .await;
            let created = created.map(|balance| Reply::charged(output(balance), CreateInspiration::COST));
            uploads::recorded(self, call, &named, CreateInspiration::COST, created).await
        };
        let reply = bucket.store_and_record(&objects, storing, recording).await?;
        uploads::discard(bucket, call, &uploads).await;
        Ok(reply)
    }
}

/// The id of the thumbnail that the call names.
fn thumbnail_id(input: &CreateInspirationInput) -> Option<ThumbnailId> {
    input.thumbnail_id.as_ref().and_then(|given| given.id())
}

/// Fails if the image or the thumbnail that the call names does not exist, if the thumbnail is not completed, or if the
/// quota allows no further inspiration. Returns what the organization uses.
fn check(call: &Call, input: &CreateInspirationInput, read: &Read) -> Result<Resources, ApiError> {
    let Read { inputs, thumbnail } = read;
    let is_thumbnail =
        |id: &str| thumbnail.is_some() && thumbnail_id(input).is_some_and(|given| given.to_string() == id);
    let is_image = |id: &str| inputs.images.iter().any(|image| image.id.to_string() == id);
    NamedIds::default()
        .one("thumbnailId", Resource::Thumbnail, input.thumbnail_id.as_ref())
        .one("imageId", Resource::Image, input.image_id.as_ref())
        .require(|id| is_image(id) || is_thumbnail(id))?;
    if let Some(found) = thumbnail.as_ref().filter(|found| found.picture().is_none()) {
        return Err(ApiError::unfinished_thumbnail("thumbnailId", found.status()));
    }
    let used = inputs.balance.usage.resources();
    call.within_quotas(&used, &Resources::default().with(Quota::Inspirations, 1))?;
    Ok(used)
}

/// Where the picture comes from.
enum Origin {
    /// A URL.
    Source(Box<SourcePicture>),
    /// An uploaded image, which is copied.
    Image(Image),
}

impl Origin {
    /// The size of the picture's file.
    fn bytes(&self) -> u64 {
        match self {
            Self::Source(source) => source.picture.bytes.len() as u64,
            Self::Image(image) => image.picture.size_bytes,
        }
    }

    fn format(&self) -> ImageFormat {
        match self {
            Self::Source(source) => source.picture.format,
            Self::Image(image) => image.picture.format,
        }
    }
}

/// A stored picture with its description.
struct Described {
    picture: PreparedPicture,
    description: Description,
    source_url: Option<String>,
}

impl Create {
    async fn fetch(&self, call: &Call, input: &CreateInspirationInput) -> Result<Fetched, Failure> {
        let Dependencies {
            sources, store, bucket, ..
        } = &self.0;
        if let Some(url) = &input.video_url {
            let video = parameter("videoUrl", url);
            let fetched = call.in_time(sources.fetch_video_preview(&video)).await?;
            return Ok(Fetched {
                pictures: vec![fetched.map_err(ApiError::bad_sources)?],
                uploads: Vec::new(),
            });
        }
        let fetcher = Fetcher { sources, store, bucket };
        fetcher.fetch(call, &pictures(input)).await
    }

    /// The picture of a completed thumbnail, processed like a fetched picture, because it may be larger than stored
    /// pictures.
    async fn picture_of(&self, call: &Call, thumbnail: &FoundThumbnail) -> Result<SourcePicture, Failure> {
        let Dependencies { bucket, sources, .. } = &self.0;
        let key = &thumbnail.picture().ok_or_else(Failure::contradiction)?.object_key;
        let file = call.in_time(bucket.get(key)).await?.map_err(Failure::internal)?;
        let file = file.ok_or_else(|| {
            let message = "names a thumbnail whose picture has expired and was deleted; name another thumbnail, \
                           or generate it again";
            ApiError::invalid(ValidationReason::Reference, "thumbnailId", message)
        })?;
        let picture = call.in_time(sources.take(file)).await?.map_err(Failure::internal)?;
        Ok(SourcePicture {
            picture,
            title: thumbnail.generation.title.clone(),
            url: None,
        })
    }

    /// Stores the picture, and has its style described meanwhile.
    async fn store_and_describe(&self, call: &Call, key: &str, origin: Origin) -> Result<Described, Failure> {
        let bucket = &self.0.bucket;
        match origin {
            Origin::Source(source) => {
                let SourcePicture { picture, title, url } = *source;
                let putting = bucket.put(key, picture.bytes.clone(), picture.format.content_type());
                let describing = self.describe(call, &picture, title.as_deref());
                let (stored, description) = tokio::join!(putting, describing);
                stored.map_err(Failure::internal)?;
                Ok(Described {
                    picture,
                    description,
                    source_url: url,
                })
            }
            Origin::Image(image) => {
                let describing = async {
                    let picture = decode(&self.0, &image).await?;
                    let description = self.describe(call, &picture, Some(&image.name)).await;
                    Ok::<_, Failure>((picture, description))
                };
                let (copied, described) = tokio::join!(bucket.copy(&image.picture.object_key, key), describing);
                if !copied.map_err(Failure::internal)? {
                    return Err(gone(&image));
                }
                let (picture, description) = described?;
                Ok(Described {
                    picture,
                    description,
                    source_url: None,
                })
            }
        }
    }

    async fn describe(&self, call: &Call, picture: &PreparedPicture, title: Option<&str>) -> Description {
        let subject = Subject {
            bytes: &picture.bytes,
            format: picture.format,
            preview: &picture.preview,
            title,
            purpose: Purpose::Style,
        };
        describer::describe(self.0.describer.as_ref(), subject, call.model_deadline()).await
    }
}

/// The picture that the call names, if it names one by a source.
fn pictures(input: &CreateInspirationInput) -> Vec<SourceParameter<'_>> {
    let url = input.image_url.iter();
    url.map(|url| parameter("imageUrl", url)).collect()
}

fn parameter<'a>(path: &str, url: &'a Source) -> SourceParameter<'a> {
    SourceParameter {
        path: path.to_owned(),
        source: url.as_str(),
    }
}

/// The error for an image that was deleted while it was copied.
fn gone(image: &Image) -> Failure {
    ApiError::not_found(Resource::Image, &image.id.to_string()).into()
}

async fn decode(
    Dependencies { bucket, sources, .. }: &Dependencies,
    image: &Image,
) -> Result<PreparedPicture, Failure> {
    let bytes: Option<Bytes> = bucket.get(&image.picture.object_key).await.map_err(Failure::internal)?;
    let bytes = bytes.ok_or_else(|| gone(image))?;
    sources.stored(bytes).await.map_err(Failure::internal)
}
