//! Checks the invariants after all work has ended.

mod answers;
mod arrivals;
mod events;
mod ledger;
mod leftovers;
mod thumbnails;

use std::rc::Rc;

pub(crate) use leftovers::finish_deletions;

use crate::{tables::Tables, world::World};

/// Checks all invariants and records the broken ones.
pub(crate) async fn everything(world: &Rc<World>) {
    finish_deletions(world).await;
    let tables = Tables::of(world);
    ledger::check(world, &tables);
    thumbnails::check(world, &tables);
    answers::check(world, &tables);
    leftovers::check(world, &tables);
    events::check(world, &tables);
    leftovers::collect(world).await;
}
