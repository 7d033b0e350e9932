//! `get_image`

use contract::{
    ApiError,
    error::Resource,
    tools::{GetImage, GetImageInput, ImageView},
};
use service::{Call, Failure, Reply, Tool};
use store::Image;

use crate::{Dependencies, view::view};

pub(crate) struct Get(pub(crate) Dependencies);

impl Tool for Get {
    type Spec = GetImage;
    type Read = Image;

    async fn read(&self, call: &Call, input: &GetImageInput) -> Result<Image, Failure> {
        let id = input.image_id.resolve(Resource::Image)?;
        let found = self.0.store.image(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| ApiError::not_found(Resource::Image, input.image_id.as_str()))?)
    }

    async fn run(&self, _: &Call, _: GetImageInput, image: Image) -> Result<Reply<ImageView>, Failure> {
        Ok(Reply::free(view(&self.0.bucket, &image).await?))
    }
}
