//! `create_inspiration`

use bytes::Bytes;
use contract::{
    ApiError, ImageFormat, InspirationId, Quota, Resources, ToolSpec, Visibility,
    error::Resource,
    input::Source,
    tools::{CreateInspiration, CreateInspirationInput, CreateInspirationOutput},
};
use describer::{Purpose, Subject};
use gateway::{Call, Failure, NamedIds, Reply, Tool};
use media::keys;
use sources::{Picture, SourceParameter, SourcePicture};
use store::{CreationInputs, Deadline, Image, Inspiration, Price, StoredPicture};

use crate::{Parts, view::view};

pub(crate) struct Create(pub(crate) Parts);

impl Tool for Create {
    type Spec = CreateInspiration;
    type Read = CreationInputs;

    async fn read(&self, call: &Call, input: &CreateInspirationInput) -> Result<CreationInputs, Failure> {
        let key = call.claim().map(|claim| &claim.key);
        let image: Vec<_> = input.image_id.iter().filter_map(|given| given.id()).collect();
        Ok(self.0.store.creation_inputs(call.organization.id, key, &image).await?)
    }

    async fn run(
        &self,
        call: &Call,
        input: CreateInspirationInput,
        read: CreationInputs,
    ) -> Result<Reply<CreateInspirationOutput>, Failure> {
        let Parts { store, bucket, .. } = &self.0;
        if let Some(answer) = call.repeated(read.answer)? {
            let body = bucket.renew(answer.body, &answer.objects).await;
            return Ok(Reply::Replay(body.map_err(Failure::internal)?));
        }
        NamedIds::default()
            .one("imageId", Resource::Image, input.image_id.as_ref())
            .require(|id| read.images.iter().any(|image| image.id.to_string() == id))?;
        let used = read.balance.usage.resources();
        call.within_quotas(&used, &Resources::default().with(Quota::Inspirations, 1))?;
        Call::afford(CreateInspiration::COST, read.balance.balance)?;
        let origin = match read.images.into_iter().next() {
            Some(image) => Origin::Image(image),
            None => Origin::Source(Box::new(self.take(call, &input).await?)),
        };
        call.within_quotas(&used, &Resources::default().with(Quota::Bytes, origin.bytes()))?;
        let inspiration = self.keep(call, input, origin).await?;
        let object = [inspiration.picture.object_key.clone()];
        let shown = view(bucket, call, &inspiration).await;
        if shown.is_err() {
            // No record names it.
            bucket.discard(&object).await;
        }
        let shown = shown?;
        let output = |balance| CreateInspirationOutput {
            inspiration: shown.clone(),
            cost: CreateInspiration::COST,
            balance,
        };
        let answer = |balance| call.answer(&output(balance), &object);
        let price = Price::of::<CreateInspiration>(call.organization.limits());
        let deadline = Deadline::at(call.commit_deadline());
        let charged = store.create_inspiration(
            call.organization.id,
            &inspiration,
            price,
            read.balance,
            answer,
            deadline,
        );
        // A failure may be one of the answer alone, and the bytes stay.
        match charged.await? {
            Ok(balance) => Ok(Reply::Fresh(output(balance))),
            Err(failure) => {
                bucket.discard(&object).await;
                call.not_charged(failure, CreateInspiration::COST)
            }
        }
    }
}

/// Where the picture comes from.
enum Origin {
    /// From outside.
    Source(Box<SourcePicture>),
    /// From an uploaded image, which is copied.
    Image(Image),
}

impl Origin {
    /// The size of the picture's file.
    fn bytes(&self) -> u64 {
        match self {
            Self::Source(taken) => taken.picture.bytes.len() as u64,
            Self::Image(image) => image.picture.size_bytes,
        }
    }

    fn format(&self) -> ImageFormat {
        match self {
            Self::Source(taken) => taken.picture.format,
            Self::Image(image) => image.picture.format,
        }
    }
}

impl Create {
    async fn take(&self, call: &Call, input: &CreateInspirationInput) -> Result<SourcePicture, Failure> {
        let sources = &self.0.sources;
        if let Some(url) = &input.video_url {
            let taken = call
                .in_time(sources.fetch_video_preview(&wanted("videoUrl", url)))
                .await?;
            return Ok(taken.map_err(ApiError::bad_sources)?);
        }
        let url = input.image_url.as_ref().ok_or_else(Failure::contradiction)?;
        let taken = call.in_time(sources.fetch(&[wanted("imageUrl", url)])).await?;
        let taken = taken.map_err(ApiError::bad_sources)?;
        taken.into_iter().next().ok_or_else(Failure::contradiction)
    }

    /// Stores the picture, and has its style put into words meanwhile.
    async fn keep(&self, call: &Call, input: CreateInspirationInput, origin: Origin) -> Result<Inspiration, Failure> {
        let Parts { store, bucket, .. } = &self.0;
        let organization = call.organization.id;
        // By which lists are sorted: the time of the id, not of the end of what follows.
        let (id, created_at) = (InspirationId::from_uuid(store.ids().uuid()), store.clock().now());
        let format = origin.format();
        let key = match input.visibility {
            Visibility::Private => keys::inspiration(organization, id, format),
            Visibility::Public => keys::public_inspiration(id, format),
        };
        let storing = async {
            match origin {
                Origin::Source(taken) => {
                    let SourcePicture { picture, title, url } = *taken;
                    let putting = bucket.put(&key, picture.bytes.clone(), format.content_type());
                    let (stored, said) = tokio::join!(putting, self.describe(call, &picture, title.as_deref()));
                    stored.map_err(Failure::internal)?;
                    Ok::<_, Failure>((picture, said, url))
                }
                Origin::Image(image) => {
                    let looking = async {
                        let picture = look(&self.0, &image).await?;
                        let said = self.describe(call, &picture, Some(&image.name)).await;
                        Ok::<_, Failure>((picture, said))
                    };
                    let (copied, looked) = tokio::join!(bucket.copy(&image.picture.object_key, &key), looking);
                    if !copied.map_err(Failure::internal)? {
                        return Err(gone(&image));
                    }
                    let (picture, said) = looked?;
                    Ok((picture, said, None))
                }
            }
        };
        let stored = call.in_time(storing).await.flatten();
        if stored.is_err() {
            // It may be there, and only the answer was lost.
            bucket.discard(std::slice::from_ref(&key)).await;
        }
        let (picture, said, source_url) = stored?;
        let text = |given: Option<String>, made: String| given.unwrap_or(made);
        Ok(Inspiration {
            id,
            organization: Some(organization),
            name: text(input.name.map(|name| name.into_string()), said.name),
            description: text(input.description.map(|text| text.into_string()), said.description),
            category: text(input.category.map(|category| category.into_string()), said.category).to_lowercase(),
            palette: colour::palette(&picture.preview).map(|colour| colour.to_string()),
            source_url,
            visibility: input.visibility,
            picture: StoredPicture::new(key, picture.format, picture.size, picture.bytes.len()),
            created_at,
        })
    }

    async fn describe(&self, call: &Call, picture: &Picture, title: Option<&str>) -> describer::Description {
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

fn wanted<'a>(path: &str, source: &'a Source) -> SourceParameter<'a> {
    SourceParameter {
        path: path.to_owned(),
        source: source.as_str(),
    }
}

/// An image that was deleted while it was copied.
fn gone(image: &Image) -> Failure {
    ApiError::not_found(Resource::Image, &image.id.to_string()).into()
}

async fn look(Parts { bucket, sources, .. }: &Parts, image: &Image) -> Result<Picture, Failure> {
    let bytes: Option<Bytes> = bucket.get(&image.picture.object_key).await.map_err(Failure::internal)?;
    let bytes = bytes.ok_or_else(|| gone(image))?;
    sources.stored(bytes).await.map_err(Failure::internal)
}
