//! Reference images.

use contract::{Amount, CheckResult, ImageId, OrganizationId, Resources, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Balance, ChargeError, Deadline, IdempotencyKey, KeptAnswer, Price, RecordPage, Store, StoreError, StoredPicture,
    dynamodb::{codec, expression},
    keys,
    money::charge::Purchase,
    records::record::Record,
};

/// A reference image: a logo, an object, a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The id.
    pub id: ImageId,
    /// The organization that owns the image.
    pub organization: OrganizationId,
    /// The name.
    pub name: String,
    /// A description of the content.
    pub description: String,
    /// Whether it is a logo. Absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_logo: bool,
    /// The picture.
    pub picture: StoredPicture,
    /// The measurements of a picture with the shape of a thumbnail; absent for other shapes and in records of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preflight: Option<Vec<CheckResult>>,
    /// When it was uploaded.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

impl Record for Image {
    type Id = ImageId;
    const KIND: &'static str = "image";
    const PREFIX: &'static str = keys::IMAGE_PREFIX;
}

impl Image {
    /// What the record adds to the resources that its organization uses.
    pub fn resources(&self) -> Resources {
        Resources {
            images: 1,
            bytes: self.picture.size_bytes,
            ..Resources::default()
        }
    }
}

impl Store {
    /// Charges for an image and stores its record, with the ledger entry and the answer to keep, all or nothing.
    ///
    /// `answer` builds the answer to keep from the balance after the charge. Returns that balance.
    pub async fn create_image<E: From<StoreError>>(
        &self,
        image: &Image,
        price: Price<'_>,
        before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, KeptAnswer)>, E>,
        deadline: Deadline,
    ) -> Result<Amount, ChargeError<E>> {
        let key = keys::image(image.organization, image.id);
        let mut items = self.use_uploads(image.organization, price.uploads)?;
        items.push(expression::create(
            &self.names.table,
            codec::write(Image::KIND, &key, image)?,
        )?);
        let purchase = Purchase {
            organization: image.organization,
            entry: price.entry(format!("Image {}", image.id)),
            growth: price.growth(image.resources()),
            items: &|_| Ok(items.clone()),
        };
        self.charge(&purchase, before, answer, deadline)
            .await?
            .paid(Image::KIND, price.uploads)
    }

    /// An image, read with strong consistency.
    pub async fn image(&self, organization: OrganizationId, id: ImageId) -> Result<Option<Image>, StoreError> {
        self.record(&keys::image(organization, id)).await
    }

    /// At most `limit` images older than `before`, newest first.
    pub async fn images(
        &self,
        organization: OrganizationId,
        before: Option<ImageId>,
        limit: u32,
    ) -> Result<RecordPage<Image>, StoreError> {
        let partition = keys::organization_partition(organization);
        self.newest_records(&partition, before, limit).await
    }

    /// Deletes an image. `false` when it did not exist any more.
    pub async fn delete_image(&self, image: &Image, deadline: Deadline) -> Result<bool, StoreError> {
        let key = keys::image(image.organization, image.id);
        let (organization, less) = (image.organization, image.resources());
        self.delete_record(&[key], organization, &less, deadline).await
    }
}
