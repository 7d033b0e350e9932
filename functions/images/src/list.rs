//! An organization's images, as a list to be paged.

use contract::tools::ImageView;
use service::{Call, Failure, Listing, Part, Search, id_at};
use store::Image;

use crate::{Dependencies, view::view};

/// The images that a call asks for.
pub(crate) struct Images<'a> {
    pub(crate) dependencies: &'a Dependencies,
    pub(crate) call: &'a Call,
    /// The words that must occur in the name or the description.
    pub(crate) search: Option<Search>,
    /// How many are read at a time.
    pub(crate) part_size: u32,
}

impl Listing for Images<'_> {
    type Item = Image;
    type View = ImageView;

    async fn part(&self, position: Option<String>) -> Result<Part<Image>, Failure> {
        let before = id_at(position.as_deref())?;
        let organization = self.call.organization.id;
        let read = self
            .dependencies
            .store
            .images(organization, before, self.part_size)
            .await?;
        Ok(Part::new(read, |image| image.id.to_string()))
    }

    fn position(image: &Image) -> String {
        image.id.to_string()
    }

    fn wants(&self, image: &Image) -> bool {
        let texts = [image.name.as_str(), image.description.as_str()];
        self.search.as_ref().is_none_or(|search| search.matches(&texts))
    }

    async fn show(&self, image: &Image) -> Result<ImageView, Failure> {
        view(&self.dependencies.bucket, image).await
    }
}
