//! `create_person`

use contract::{
    Amount, ApiError, OrganizationId, PersonId, Quota, Resources,
    error::Resource,
    input::{BodyFields, Issues},
    tools::{CreatePerson, CreatePersonInput, PersonView},
};
use futures_util::future::join_all;
use media::{MediaError, keys};
use service::{Bill, Call, Failure, NamedIds, Reply, Tool};
use sources::{PreparedPicture, SourceParameter};
use store::{Deadline, Image, KeptAnswer, Person, StoredPicture};
use uploads::Fetcher;

use crate::{Dependencies, view::view};

pub(crate) struct Create(pub(crate) Dependencies);

/// The result of reading.
#[derive(Default)]
pub(crate) struct Read {
    answer: Option<KeptAnswer>,
    images: Vec<Image>,
    used: Resources,
}

impl Tool for Create {
    type Spec = CreatePerson;
    type Read = Read;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        sources::check_form(&SourceParameter::list(fields, "imageUrls"), issues);
    }

    async fn quote(&self, call: &Call, input: CreatePersonInput) -> Result<Bill, Failure> {
        let (organization, images) = (call.organization.id, input.image_ids.ids());
        let read = self.0.store.creation_inputs(organization, None, &images).await?;
        let used = read.balance.usage.resources();
        check(call, &input, &read.images, &used)?;
        let copied = read.images.iter().map(|image| image.picture.size_bytes).sum();
        call.within_quotas(&used, &Resources::default().with(Quota::Bytes, copied))?;
        uploads::check(&self.0.store, call, &parameters(&input)).await?;
        Ok(Bill::FREE)
    }

    async fn read(&self, call: &Call, input: &CreatePersonInput) -> Result<Read, Failure> {
        let key = call.claim().map(|claim| &claim.key);
        let images = input.image_ids.ids();
        // A person without photos costs nothing, and its transaction checks the quota.
        if key.is_none() && images.is_empty() && input.image_urls.is_empty() {
            return Ok(Read::default());
        }
        let inputs = self.0.store.creation_inputs(call.organization.id, key, &images).await?;
        Ok(Read {
            answer: inputs.answer,
            images: inputs.images,
            used: inputs.balance.usage.resources(),
        })
    }

    async fn replay(&self, call: &Call, kept: Option<KeptAnswer>) -> Result<Option<Reply<PersonView>>, Failure> {
        call.replay_with_urls(kept, &self.0.bucket).await
    }

    async fn run(&self, call: &Call, input: CreatePersonInput, read: Read) -> Result<Reply<PersonView>, Failure> {
        let Dependencies { store, bucket, .. } = &self.0;
        if let Some(reply) = self.replay(call, read.answer).await? {
            return Ok(reply);
        }
        check(call, &input, &read.images, &read.used)?;
        // The time of the id decides the place in lists, so it is taken before the slow steps.
        let (id, created_at) = (PersonId::from_uuid(store.ids().uuid()), store.clock().now());
        let (named, mut uploads) = (parameters(&input), Vec::new());
        let pictures = if read.images.is_empty() {
            let sources = &self.0.sources;
            let fetched = Fetcher { sources, store, bucket }.fetch(call, &named).await?;
            uploads = fetched.uploads;
            let pictures = fetched.pictures.into_iter();
            let mattes = pictures.map(|source| sources.with_matte(source.picture));
            Pictures::Fetched(call.in_time(join_all(mattes)).await?)
        } else {
            Pictures::Uploaded(read.images)
        };
        let photos = pictures.photos(call.organization.id, id);
        let bytes = photos.iter().map(|photo| photo.size_bytes).sum();
        call.within_quotas(&read.used, &Resources::default().with(Quota::Bytes, bytes))?;
        let person = Person {
            id,
            organization: call.organization.id,
            name: input.name.as_str().to_owned(),
            photos,
            created_at,
        };
        let objects: Vec<String> = person.photos.iter().map(|photo| photo.object_key.clone()).collect();
        let storing = call.in_time(self.store_photos(&input, &pictures, &person.photos));
        let recording = async |()| {
            let shown = view(bucket, &person).await?;
            let answer = call.answer(&shown, &objects)?;
            let deadline = Deadline::at(call.commit_deadline());
            let limits = call.organization.limits();
            let created = store.create_person(&person, limits, &uploads, answer, deadline).await;
            let created = created.map(|()| Reply::free(shown));
            uploads::recorded(self, call, &named, Amount::ZERO, created).await
        };
        let storing = async { storing.await.flatten() };
        let reply = bucket.store_and_record(&objects, storing, recording).await?;
        uploads::discard(bucket, call, &uploads).await;
        Ok(reply)
    }
}

/// Fails if an image that the call names does not exist, or if the quota allows no further person.
fn check(call: &Call, input: &CreatePersonInput, images: &[Image], used: &Resources) -> Result<(), ApiError> {
    named(input).require(|id| is_among(images, id))?;
    call.within_quotas(used, &Resources::default().with(Quota::Persons, 1))
}

/// The pictures that become photos of the person.
enum Pictures {
    /// From URLs.
    Fetched(Vec<PreparedPicture>),
    /// Uploaded images. They are copied, so that the person keeps its photos when an image is deleted.
    Uploaded(Vec<Image>),
}

impl Pictures {
    /// The photos, under the keys that they will have.
    fn photos(&self, organization: OrganizationId, person: PersonId) -> Vec<StoredPicture> {
        let key = |index, format| keys::photo(organization, person, index, format);
        match self {
            Self::Fetched(pictures) => {
                let photo = |(index, picture): (usize, &PreparedPicture)| {
                    let key = key(index, picture.format);
                    StoredPicture::new(key, picture.format, picture.size, picture.bytes.len())
                };
                pictures.iter().enumerate().map(photo).collect()
            }
            Self::Uploaded(images) => {
                let photo = |(index, image): (usize, &Image)| StoredPicture {
                    object_key: key(index, image.picture.format),
                    ..image.picture.clone()
                };
                images.iter().enumerate().map(photo).collect()
            }
        }
    }
}

impl Create {
    /// Stores all photos concurrently.
    async fn store_photos(
        &self,
        input: &CreatePersonInput,
        pictures: &Pictures,
        photos: &[StoredPicture],
    ) -> Result<(), Failure> {
        let bucket = &self.0.bucket;
        match pictures {
            Pictures::Fetched(pictures) => {
                let puts = photos.iter().zip(pictures).map(|(photo, picture)| {
                    bucket.put(&photo.object_key, picture.bytes.clone(), photo.format.content_type())
                });
                let stored: Result<(), _> = join_all(puts).await.into_iter().collect();
                stored.map_err(Failure::internal)
            }
            Pictures::Uploaded(images) => {
                let copies = photos.iter().zip(images).map(async |(photo, image)| {
                    let copied = bucket.copy(&image.picture.object_key, &photo.object_key).await?;
                    Ok::<_, MediaError>(copied.then_some(image))
                });
                let copied: Result<Vec<_>, _> = join_all(copies).await.into_iter().collect();
                let copied = copied.map_err(Failure::internal)?;
                // The missing images were deleted after they were read.
                Ok(named(input).require(|id| is_among(copied.iter().copied().flatten(), id))?)
            }
        }
    }
}

/// The photos that the call names by sources.
fn parameters(input: &CreatePersonInput) -> Vec<SourceParameter<'_>> {
    let sources = input.image_urls.as_slice().iter().enumerate();
    sources
        .map(|(index, source)| SourceParameter {
            path: format!("imageUrls[{index}]"),
            source: source.as_str(),
        })
        .collect()
}

/// The images that the call names.
fn named(input: &CreatePersonInput) -> NamedIds<'_> {
    NamedIds::default().list("imageIds", Resource::Image, input.image_ids.as_slice())
}

fn is_among<'a>(images: impl IntoIterator<Item = &'a Image>, id: &str) -> bool {
    images.into_iter().any(|image| image.id.to_string() == id)
}
