//! `list_images`

use contract::tools::{ListImages, ListImagesInput, ListImagesOutput};
use service::{Call, Failure, Listing, Part, Reply, Tool, page};
use store::Image;

use crate::{Dependencies, list::Images};

pub(crate) struct List(pub(crate) Dependencies);

impl List {
    fn listing<'a>(&'a self, call: &'a Call, input: &ListImagesInput) -> Images<'a> {
        Images {
            dependencies: &self.0,
            call,
            search: None,
            part_size: input.limit.get(),
        }
    }
}

impl Tool for List {
    type Spec = ListImages;
    type Read = Part<Image>;

    async fn read(&self, call: &Call, input: &ListImagesInput) -> Result<Part<Image>, Failure> {
        self.listing(call, input).part(call.position.clone()).await
    }

    async fn run(
        &self,
        call: &Call,
        input: ListImagesInput,
        read: Part<Image>,
    ) -> Result<Reply<ListImagesOutput>, Failure> {
        let page = page(call, &self.listing(call, &input), input.limit.get(), read).await?;
        Ok(Reply::free(ListImagesOutput {
            images: page.items,
            next_cursor: page.next.map(|position| call.seal(&position)),
        }))
    }
}
