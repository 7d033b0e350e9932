//! `upload_image`

use contract::{
    ApiError, CheckResult, ImageId, Quota, Resources, ToolSpec,
    input::{BodyFields, Issues},
    tools::{UploadImage, UploadImageInput, UploadImageOutput},
};
use describer::{Description, Purpose, Subject};
use futures_util::future::join3;
use media::keys;
use preflight::Shown;
use service::{Bill, Call, Failure, Reply, Tool};
use sources::{PreparedPicture, SourceParameter, SourcePicture};
use store::{Balance, CreationInputs, Deadline, Image, KeptAnswer, Price, StoredPicture};
use uploads::{Fetched, Fetcher};

use crate::{Dependencies, view::view};

/// The name of an image without a name and without a file name.
const NAMELESS: &str = "Image";

/// A stored picture, its description and its measurements.
type Stored = (SourcePicture, Description, Option<Vec<CheckResult>>);

pub(crate) struct Upload(pub(crate) Dependencies);

impl Tool for Upload {
    type Spec = UploadImage;
    type Read = CreationInputs;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        let source = SourceParameter::from_fields(fields, "imageUrl");
        sources::check_form(source.as_slice(), issues);
    }

    async fn quote(&self, call: &Call, input: UploadImageInput) -> Result<Bill, Failure> {
        let read = self.read(call, &input).await?;
        within_quota(call, &read.balance)?;
        uploads::check(&self.0.store, call, &[parameter(&input)]).await?;
        Ok(Bill::of_one::<UploadImage>("Uploaded image"))
    }

    async fn read(&self, call: &Call, _: &UploadImageInput) -> Result<CreationInputs, Failure> {
        let key = call.claim().map(|claim| &claim.key);
        Ok(self.0.store.creation_inputs(call.organization.id, key, &[]).await?)
    }

    async fn replay(&self, call: &Call, kept: Option<KeptAnswer>) -> Result<Option<Reply<UploadImageOutput>>, Failure> {
        call.replay_with_urls(kept, &self.0.bucket).await
    }

    async fn run(
        &self,
        call: &Call,
        input: UploadImageInput,
        read: CreationInputs,
    ) -> Result<Reply<UploadImageOutput>, Failure> {
        let Dependencies {
            store, bucket, sources, ..
        } = &self.0;
        let CreationInputs { balance, answer, .. } = read;
        if let Some(reply) = self.replay(call, answer).await? {
            return Ok(reply);
        }
        let used = within_quota(call, &balance)?;
        Call::afford(UploadImage::COST, balance.balance)?;
        let parameters = [parameter(&input)];
        let fetcher = Fetcher { sources, store, bucket };
        let Fetched { pictures, uploads } = fetcher.fetch(call, &parameters).await?;
        let mut source = pictures.into_iter().next().ok_or_else(Failure::contradiction)?;
        source.picture = call.in_time(sources.with_matte(source.picture)).await?;
        let bytes = source.picture.bytes.len() as u64;
        call.within_quotas(&used, &Resources::default().with(Quota::Bytes, bytes))?;
        // The time of the id decides the place in lists, so it is taken before the slow steps.
        let (id, created_at) = (ImageId::from_uuid(store.ids().uuid()), store.clock().now());
        let objects = [keys::image(call.organization.id, id, source.picture.format)];
        let [key] = &objects;
        let storing = self.store_and_describe(call, key, source);
        let recording = async |(source, description, preflight): Stored| {
            let SourcePicture { picture, title, .. } = source;
            let name = input.name.as_ref().map(|name| name.as_str().to_owned()).or(title);
            let name = name.unwrap_or_else(|| NAMELESS.to_owned());
            let image = Image {
                id,
                organization: call.organization.id,
                is_logo: description.is_logo(&name),
                name,
                description: description.description,
                picture: StoredPicture::new(key.clone(), picture.format, picture.size, picture.bytes.len()),
                preflight,
                created_at,
            };
            let shown = view(bucket, &image).await?;
            let output = |balance| UploadImageOutput {
                image: shown.clone(),
                cost: UploadImage::COST,
                balance,
            };
            let answer = |balance| call.answer(&output(balance), &objects);
            let price = Price::of::<UploadImage>(call.organization.limits()).using(&uploads);
            let deadline = Deadline::at(call.commit_deadline());
            let created = store.create_image(&image, price, balance, answer, deadline).await;
            let created = created.map(|balance| Reply::charged(output(balance), UploadImage::COST));
            uploads::recorded(self, call, &parameters, UploadImage::COST, created).await
        };
        let reply = bucket.store_and_record(&objects, storing, recording).await?;
        uploads::discard(bucket, call, &uploads).await;
        Ok(reply)
    }
}

fn parameter(input: &UploadImageInput) -> SourceParameter<'_> {
    SourceParameter {
        path: "imageUrl".to_owned(),
        source: input.image_url.as_str(),
    }
}

/// Fails if the quota allows no further image. Returns what the organization uses.
fn within_quota(call: &Call, balance: &Balance) -> Result<Resources, ApiError> {
    let used = balance.usage.resources();
    call.within_quotas(&used, &Resources::default().with(Quota::Images, 1))?;
    Ok(used)
}

impl Upload {
    /// Stores the picture, and has it described and measured meanwhile.
    async fn store_and_describe(&self, call: &Call, key: &str, source: SourcePicture) -> Result<Stored, Failure> {
        let picture = &source.picture;
        let subject = Subject {
            bytes: &picture.bytes,
            format: picture.format,
            preview: &picture.preview,
            title: source.title.as_deref(),
            purpose: Purpose::Image,
        };
        let describing = describer::describe(self.0.describer.as_ref(), subject, call.model_deadline());
        let putting = self
            .0
            .bucket
            .put(key, picture.bytes.clone(), picture.format.content_type());
        let measuring = measure(picture.clone());
        let (stored, description, preflight) = call.in_time(join3(putting, describing, measuring)).await?;
        stored.map_err(Failure::internal)?;
        Ok((source, description, preflight))
    }
}

/// Measures a picture with the shape of a thumbnail. `None` for other shapes, and if the picture cannot be decoded
/// again.
async fn measure(picture: PreparedPicture) -> Option<Vec<CheckResult>> {
    if !preflight::is_wide(picture.size) {
        return None;
    }
    let measuring = tokio::task::spawn_blocking(move || {
        let copy = picture.smaller(preflight::LONGEST_SIDE).ok()?;
        preflight::measure(&Shown {
            copy: &copy,
            size: picture.size,
            file_bytes: picture.bytes.len() as u64,
            words: None,
        })
    });
    Some(measuring.await.ok()??.checks)
}
