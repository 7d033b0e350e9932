//! Writes the records that the tools for images, inspirations and persons read, without calling a tool.

use std::time::Duration;

use bytes::Bytes;
use contract::{
    ImageFormat, ImageId, InspirationId, OrganizationId, PersonId, Plan, Size, Visibility,
    tools::{CreateInspiration, UploadImage},
};
use local::Resources;
use store::{Deadline, Image, Inspiration, Person, Price, StoreError, StoredPicture};

use crate::failure::Failure;

const TIME: Duration = Duration::from_secs(20);

/// A PNG of one pixel. Decoding it takes almost no time, so the service itself is measured.
pub(crate) const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// An image, an inspiration and a person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Records {
    pub(crate) image: ImageId,
    pub(crate) inspiration: InspirationId,
    pub(crate) person: PersonId,
}

/// Creates an image, an inspiration and a person.
pub(crate) async fn make(resources: &Resources, organization: OrganizationId) -> Result<Records, Failure> {
    let store = &resources.store;
    let deadline = || Deadline::after(TIME);
    let picture = |object_key: String| {
        let size = Size {
            width: 1280,
            height: 720,
        };
        StoredPicture::new(object_key, ImageFormat::Png, size, 100_000)
    };
    let created_at = store.clock().now();
    let image = Image {
        id: ImageId::from_uuid(store.ids().uuid()),
        organization,
        name: "A logo".to_owned(),
        description: "A logo on a transparent background: blue and white, in the middle.".to_owned(),
        is_logo: true,
        picture: picture(media::keys::image(
            organization,
            ImageId::from_uuid(store.ids().uuid()),
            ImageFormat::Png,
        )),
        preflight: None,
        created_at,
    };
    let object = &image.picture.object_key;
    resources
        .bucket
        .put(object, Bytes::from_static(b"picture"), "image/png")
        .await?;
    store
        .create_image::<StoreError>(
            &image,
            Price::of::<UploadImage>(Plan::Enterprise.quotas()),
            store.balance(organization).await?,
            |_| Ok(None),
            deadline(),
        )
        .await?;
    let id = InspirationId::from_uuid(store.ids().uuid());
    let inspiration = Inspiration {
        id,
        organization: Some(organization),
        name: "Neon".to_owned(),
        description: "Dark and contrasty; deep blue with orange accents.".to_owned(),
        category: "gaming".to_owned(),
        palette: ["#0a1030", "#2030b0", "#ffa030", "#ffffff", "#101010"].map(str::to_owned),
        source_url: None,
        visibility: Visibility::Private,
        picture: picture(media::keys::inspiration(organization, id, ImageFormat::Png)),
        recipe: None,
        created_at,
    };
    store
        .create_inspiration::<StoreError>(
            organization,
            &inspiration,
            Price::of::<CreateInspiration>(Plan::Enterprise.quotas()),
            store.balance(organization).await?,
            |_| Ok(None),
            deadline(),
        )
        .await?;
    let person = Person {
        id: PersonId::from_uuid(store.ids().uuid()),
        organization,
        name: "Alex".to_owned(),
        photos: Vec::new(),
        created_at,
    };
    store
        .create_person(&person, Plan::Enterprise.quotas(), &[], None, deadline())
        .await?;
    Ok(Records {
        image: image.id,
        inspiration: id,
        person: person.id,
    })
}
