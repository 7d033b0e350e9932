//! `upload_image`

use contract::{
    ApiError, ImageId, Quota, Resources, ToolSpec,
    tools::{UploadImage, UploadImageInput, UploadImageOutput},
};
use describer::{Purpose, Subject};
use gateway::{Call, Failure, Reply, Tool};
use media::keys;
use sources::{SourceParameter, SourcePicture};
use store::{CreationInputs, Deadline, Image, Price, StoredPicture};

use crate::{Parts, view::view};

/// What an image is called that has neither a name nor a file name.
const NAMELESS: &str = "Image";

pub(crate) struct Upload(pub(crate) Parts);

impl Tool for Upload {
    type Spec = UploadImage;
    type Read = CreationInputs;

    async fn read(&self, call: &Call, _: &UploadImageInput) -> Result<CreationInputs, Failure> {
        let key = call.claim().map(|claim| &claim.key);
        Ok(self.0.store.creation_inputs(call.organization.id, key, &[]).await?)
    }

    async fn run(
        &self,
        call: &Call,
        input: UploadImageInput,
        read: CreationInputs,
    ) -> Result<Reply<UploadImageOutput>, Failure> {
        let Parts {
            store, bucket, sources, ..
        } = &self.0;
        if let Some(answer) = call.repeated(read.answer)? {
            let body = bucket.renew(answer.body, &answer.objects).await;
            return Ok(Reply::Replay(body.map_err(Failure::internal)?));
        }
        let used = read.balance.usage.resources();
        call.within_quotas(&used, &Resources::default().with(Quota::Images, 1))?;
        Call::afford(UploadImage::COST, read.balance.balance)?;
        let wanted = [SourceParameter {
            path: "imageUrl".to_owned(),
            source: input.image_url.as_str(),
        }];
        let taken = call
            .in_time(sources.fetch(&wanted))
            .await?
            .map_err(ApiError::bad_sources)?;
        let taken = taken.into_iter().next().ok_or_else(Failure::contradiction)?;
        let bytes = taken.picture.bytes.len() as u64;
        call.within_quotas(&used, &Resources::default().with(Quota::Bytes, bytes))?;
        let image = self.keep(call, &input, taken).await?;
        let object = [image.picture.object_key.clone()];
        let shown = view(bucket, &image).await;
        if shown.is_err() {
            // No record names it.
            bucket.discard(&object).await;
        }
        let shown = shown?;
        let output = |balance| UploadImageOutput {
            image: shown.clone(),
            cost: UploadImage::COST,
            balance,
        };
        let answer = |balance| call.answer(&output(balance), &object);
        let price = Price::of::<UploadImage>(call.organization.limits());
        let deadline = Deadline::at(call.commit_deadline());
        // A failure may be one of the answer alone, and the bytes stay.
        match store
            .create_image(&image, price, read.balance, answer, deadline)
            .await?
        {
            Ok(balance) => Ok(Reply::Fresh(output(balance))),
            Err(failure) => {
                bucket.discard(&object).await;
                call.not_charged(failure, UploadImage::COST)
            }
        }
    }
}

impl Upload {
    /// Stores the picture, and has it described meanwhile.
    async fn keep(&self, call: &Call, input: &UploadImageInput, taken: SourcePicture) -> Result<Image, Failure> {
        let Parts { store, bucket, .. } = &self.0;
        let SourcePicture { picture, title, .. } = taken;
        let organization = call.organization.id;
        // By which lists are sorted: the time of the id, not of the end of what follows.
        let (id, created_at) = (ImageId::from_uuid(store.ids().uuid()), store.clock().now());
        let key = keys::image(organization, id, picture.format);
        let subject = Subject {
            bytes: &picture.bytes,
            format: picture.format,
            preview: &picture.preview,
            title: title.as_deref(),
            purpose: Purpose::Image,
        };
        let describing = describer::describe(self.0.describer.as_ref(), subject, call.model_deadline());
        let putting = bucket.put(&key, picture.bytes.clone(), picture.format.content_type());
        let storing = async {
            let (stored, description) = tokio::join!(putting, describing);
            stored.map_err(Failure::internal)?;
            Ok::<_, Failure>(description)
        };
        let stored = call.in_time(storing).await.flatten();
        if stored.is_err() {
            // It may be there, and only the answer was lost.
            bucket.discard(std::slice::from_ref(&key)).await;
        }
        let description = stored?;
        let name = input.name.as_ref().map(|name| name.as_str().to_owned()).or(title);
        Ok(Image {
            id,
            organization,
            name: name.unwrap_or_else(|| NAMELESS.to_owned()),
            description: description.description,
            picture: StoredPicture::new(key, picture.format, picture.size, picture.bytes.len()),
            created_at,
        })
    }
}
