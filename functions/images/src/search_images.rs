//! `search_images`

use contract::tools::{SearchImages, SearchImagesInput, SearchImagesOutput};
use service::{Call, Failure, Listing, Part, Reply, Search, Tool, page};
use store::Image;

use crate::{Dependencies, list::Images};

/// How many images a search reads at a time.
const SEARCH_PART: u32 = 250;

pub(crate) struct SearchByText(pub(crate) Dependencies);

impl SearchByText {
    fn listing<'a>(&'a self, call: &'a Call, input: &SearchImagesInput) -> Images<'a> {
        let search = input.query.as_ref().map(|query| Search::new(query.as_str()));
        Images {
            dependencies: &self.0,
            call,
            part_size: if search.is_some() {
                SEARCH_PART
            } else {
                input.limit.get()
            },
            search,
        }
    }
}

impl Tool for SearchByText {
    type Spec = SearchImages;
    type Read = Part<Image>;

    async fn read(&self, call: &Call, input: &SearchImagesInput) -> Result<Part<Image>, Failure> {
        self.listing(call, input).part(call.position.clone()).await
    }

    async fn run(
        &self,
        call: &Call,
        input: SearchImagesInput,
        read: Part<Image>,
    ) -> Result<Reply<SearchImagesOutput>, Failure> {
        let page = page(call, &self.listing(call, &input), input.limit.get(), read).await?;
        Ok(Reply::free(SearchImagesOutput {
            images: page.items,
            next_cursor: page.next.map(|position| call.seal(&position)),
        }))
    }
}
