//! `POST /api/v1/uploads`

use contract::operations::{CreateUpload, CreateUploadInput, CreateUploadOutput, FormFields, UploadSource};
use media::PostForm;
use service::{Call, Failure, Reply, Tool};

use crate::Dependencies;

pub(crate) struct Create(pub(crate) Dependencies);

impl Tool for Create {
    type Spec = CreateUpload;
    type Read = ();

    async fn read(&self, _: &Call, _: &CreateUploadInput) -> Result<(), Failure> {
        Ok(())
    }

    async fn run(&self, call: &Call, input: CreateUploadInput, (): ()) -> Result<Reply<CreateUploadOutput>, Failure> {
        let size_bytes = input.size_bytes.map(|size| u64::from(size.get()));
        let organization = call.organization.id;
        let upload = self.0.store.create_upload(organization, size_bytes).await?;
        let form = self.0.bucket.sign_upload(organization, upload.id, size_bytes).await;
        let PostForm {
            url,
            fields,
            expires_at,
        } = form.map_err(Failure::internal)?;
        Ok(Reply::free(CreateUploadOutput {
            source: UploadSource(upload.id),
            url,
            fields: FormFields(fields),
            expires_at,
        }))
    }
}
