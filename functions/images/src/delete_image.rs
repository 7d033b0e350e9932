//! `delete_image`

use contract::{
    ApiError,
    error::Resource,
    tools::{DeleteImage, DeleteImageInput, DeleteImageOutput, True},
};
use service::{Call, Failure, Reply, Tool};
use store::{Deadline, Image};

use crate::Dependencies;

pub(crate) struct Delete(pub(crate) Dependencies);

fn unknown(input: &DeleteImageInput) -> ApiError {
    ApiError::not_found(Resource::Image, input.image_id.as_str())
}

impl Tool for Delete {
    type Spec = DeleteImage;
    type Read = Image;

    async fn read(&self, call: &Call, input: &DeleteImageInput) -> Result<Image, Failure> {
        let id = input.image_id.resolve(Resource::Image)?;
        let found = self.0.store.image(call.organization.id, id).await?;
        Ok(found.ok_or_else(|| unknown(input))?)
    }

    async fn run(
        &self,
        call: &Call,
        input: DeleteImageInput,
        image: Image,
    ) -> Result<Reply<DeleteImageOutput>, Failure> {
        let deadline = Deadline::at(call.commit_deadline());
        if !self.0.store.delete_image(&image, deadline).await? {
            return Err(unknown(&input).into());
        }
        self.0
            .bucket
            .discard_by(&[image.picture.object_key], call.answer_deadline())
            .await;
        Ok(Reply::free(DeleteImageOutput {
            image_id: image.id,
            deleted: True,
        }))
    }
}
