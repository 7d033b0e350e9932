use crate::{
    Category, Effect, ImageId, ToolSpec,
    input::{BodyFields, IdList, Issues, SourceList, Text},
    tools::PersonView,
};

/// Stores a reference person.
#[derive(Clone, Copy, Debug)]
pub struct CreatePerson;

impl ToolSpec for CreatePerson {
    const NAME: &'static str = "create_person";
    const TITLE: &'static str = "Create a person";
    const CATEGORY: Category = Category::Persons;
    const EFFECT: Effect = Effect::Creates;
    const REACHES_OUT: bool = true;
    const DESCRIPTION: &'static str = "Stores a reference person with up to five photos, so that thumbnails show the \
        same face each time. Use it for people who appear in thumbnails. For things, use upload_image. Photos come \
        from URLs or from uploaded images; without photos, models know the person by name alone. Free, photos \
        included. Pass the `personId` in `personIds` to generate_thumbnail or generate_variation next. A repeat with \
        the same idempotency key creates nothing again.";
    const EXAMPLES: &'static [&'static str] = &[
        r#"{ "name": "Alex", "imageUrls": ["https://example.com/front.jpg", "https://example.com/side.jpg"] }"#,
        r#"{ "name": "Kim", "imageIds": ["img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"] }"#,
    ];
    type Input = CreatePersonInput;
    type Output = PersonView;
}

crate::input! {
    /// Who the person is. Photos come from `imageUrls` or from `imageIds`, not both.
    pub struct CreatePersonInput {
        /// The person's name.
        pub name: Text<100>,
        /// Photos of the person: `http(s)` URLs, at most 10 MB each, `data:` URLs, at most 4 MB decoded in all, or the
        /// `upload:` sources of uploads. PNG, JPEG, WebP or GIF; of an animation, the first frame is used.
        pub image_urls: SourceList<5>,
        /// Uploaded images that show the person, by id. They are copied: deleting one later changes nothing.
        pub image_ids: IdList<ImageId, 5>,
    }
    check = one_kind_of_photos;
}

fn one_kind_of_photos(fields: &BodyFields<'_>, issues: &mut Issues) {
    if fields.has("imageUrls") && fields.has("imageIds") {
        issues.add(
            "imageIds",
            "must not be given together with `imageUrls`; leave one of them out",
        );
    }
}
