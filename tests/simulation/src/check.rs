//! What is promised, checked once all is quiet.

mod answers;
mod books;
mod leftovers;
mod thumbnails;

use std::rc::Rc;

use crate::{tables::Tables, world::World};

/// Checks everything, and notes what is broken.
pub(crate) async fn everything(world: &Rc<World>) {
    leftovers::finish_deletions(world).await;
    let tables = Tables::of(world);
    books::check(world, &tables);
    thumbnails::check(world, &tables);
    answers::check(world, &tables);
    leftovers::check(world, &tables);
    leftovers::collect(world).await;
}
