//! `create_person`

use contract::{
    Amount, ApiError, PersonId, Quota, Resources,
    error::Resource,
    tools::{CreatePerson, CreatePersonInput, PersonView},
};
use futures_util::future::join_all;
use gateway::{Call, Failure, NamedIds, Reply, Tool};
use media::keys;
use sources::{Picture, SourceParameter, SourcePicture};
use store::{Answer, Deadline, Image, Person, StoredPicture};

use crate::{Parts, view::view};

pub(crate) struct Create(pub(crate) Parts);

/// What is known before the request is admitted.
#[derive(Default)]
pub(crate) struct Read {
    answer: Option<Answer>,
    images: Vec<Image>,
    used: Resources,
}

impl Tool for Create {
    type Spec = CreatePerson;
    type Read = Read;

    async fn read(&self, call: &Call, input: &CreatePersonInput) -> Result<Read, Failure> {
        let key = call.claim().map(|claim| &claim.key);
        let images = input.image_ids.ids();
        // A person without photos costs nothing to make, and its transaction sees whether a quota allows it.
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

    async fn run(&self, call: &Call, input: CreatePersonInput, read: Read) -> Result<Reply<PersonView>, Failure> {
        let Parts { store, bucket, .. } = &self.0;
        if let Some(answer) = call.repeated(read.answer)? {
            let body = bucket.renew(answer.body, &answer.objects).await;
            return Ok(Reply::Replay(body.map_err(Failure::internal)?));
        }
        named(&input).require(|id| is_among(&read.images, id))?;
        call.within_quotas(&read.used, &Resources::default().with(Quota::Persons, 1))?;
        // By which lists are sorted: the time of the id, not of the end of what follows.
        let (id, created_at) = (PersonId::from_uuid(store.ids().uuid()), store.clock().now());
        let photos = if read.images.is_empty() {
            let pictures = self.take(call, &input).await?;
            let bytes = pictures.iter().map(|picture| picture.bytes.len() as u64).sum();
            call.within_quotas(&read.used, &Resources::default().with(Quota::Bytes, bytes))?;
            self.keep(call, id, pictures).await?
        } else {
            let bytes = read.images.iter().map(|image| image.picture.size_bytes).sum();
            call.within_quotas(&read.used, &Resources::default().with(Quota::Bytes, bytes))?;
            self.copy(call, id, &input, &read.images).await?
        };
        let person = Person {
            id,
            organization: call.organization.id,
            name: input.name.into_string(),
            photos,
            created_at,
        };
        let objects: Vec<String> = person.photos.iter().map(|photo| photo.object_key.clone()).collect();
        let shown = view(bucket, &person).await;
        if shown.is_err() {
            // No record names them.
            bucket.discard(&objects).await;
        }
        let shown = shown?;
        let answer = call.answer(&shown, &objects)?;
        let deadline = Deadline::at(call.commit_deadline());
        let limits = call.organization.limits();
        // A failure may be one of the answer alone, and the photos stay.
        match store.create_person(&person, limits, answer, deadline).await? {
            Ok(()) => Ok(Reply::Fresh(shown)),
            Err(failure) => {
                bucket.discard(&objects).await;
                call.not_charged(failure, Amount::ZERO)
            }
        }
    }
}

impl Create {
    async fn take(&self, call: &Call, input: &CreatePersonInput) -> Result<Vec<Picture>, Failure> {
        let sources = input.image_urls.as_slice().iter().enumerate();
        let wanted: Vec<SourceParameter<'_>> = sources
            .map(|(index, source)| SourceParameter {
                path: format!("imageUrls[{index}]"),
                source: source.as_str(),
            })
            .collect();
        let taken = call.in_time(self.0.sources.fetch(&wanted)).await?;
        let taken: Vec<SourcePicture> = taken.map_err(ApiError::bad_sources)?;
        Ok(taken.into_iter().map(|taken| taken.picture).collect())
    }

    /// Stores photos side by side.
    async fn keep(&self, call: &Call, id: PersonId, pictures: Vec<Picture>) -> Result<Vec<StoredPicture>, Failure> {
        let numbered = pictures.iter().enumerate();
        let photo = |(index, picture): (usize, &Picture)| {
            let key = keys::photo(call.organization.id, id, index, picture.format);
            StoredPicture::new(key, picture.format, picture.size, picture.bytes.len())
        };
        let photos: Vec<StoredPicture> = numbered.map(photo).collect();
        let puts = photos.iter().zip(pictures).map(async |(photo, picture)| {
            let content_type = photo.format.content_type();
            let stored = self.0.bucket.put(&photo.object_key, picture.bytes, content_type).await;
            stored.map_err(Failure::internal)
        });
        let storing = async { join_all(puts).await.into_iter().collect() };
        self.all(call, &photos, storing).await?;
        Ok(photos)
    }

    /// Copies images side by side: the person keeps photos of their own.
    async fn copy(
        &self,
        call: &Call,
        id: PersonId,
        input: &CreatePersonInput,
        images: &[Image],
    ) -> Result<Vec<StoredPicture>, Failure> {
        let numbered = images.iter().enumerate();
        let photo = |(index, image): (usize, &Image)| StoredPicture {
            object_key: keys::photo(call.organization.id, id, index, image.picture.format),
            ..image.picture.clone()
        };
        let photos: Vec<StoredPicture> = numbered.map(photo).collect();
        let copies = photos.iter().zip(images).map(async |(photo, image)| {
            let copied = self.0.bucket.copy(&image.picture.object_key, &photo.object_key).await;
            copied.map(|copied| copied.then_some(image)).map_err(Failure::internal)
        });
        let copying = async {
            let copied: Result<Vec<_>, Failure> = join_all(copies).await.into_iter().collect();
            let copied = copied?;
            // The others were deleted since they were read.
            Ok(named(input).require(|id| is_among(copied.iter().copied().flatten(), id))?)
        };
        self.all(call, &photos, copying).await?;
        Ok(photos)
    }

    /// Waits until all photos are stored. When one is not, none stays.
    async fn all(
        &self,
        call: &Call,
        photos: &[StoredPicture],
        storing: impl Future<Output = Result<(), Failure>>,
    ) -> Result<(), Failure> {
        let stored = call.in_time(storing).await.flatten();
        if stored.is_err() {
            // One that failed may be there too, and only the answer was lost.
            let keys: Vec<String> = photos.iter().map(|photo| photo.object_key.clone()).collect();
            self.0.bucket.discard(&keys).await;
        }
        stored
    }
}

/// The images that the call names.
fn named(input: &CreatePersonInput) -> NamedIds<'_> {
    NamedIds::default().list("imageIds", Resource::Image, input.image_ids.as_slice())
}

fn is_among<'a>(images: impl IntoIterator<Item = &'a Image>, id: &str) -> bool {
    images.into_iter().any(|image| image.id.to_string() == id)
}
