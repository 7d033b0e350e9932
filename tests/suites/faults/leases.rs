//! A lease lasts as long as whoever holds it may need: the slowest model of the chain, and for storing the picture.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use describer::{BuiltInDescriber, BuiltInEnhancer};
use serde_json::json;
use store::State;
use studio::{ImageModel, ModelError, Studio};

use crate::{
    instance::{Action, Instance},
    lost_answers::state,
    models::{COMPOSER, Makers, Models, Never, Turn, configured},
    world::{World, run},
};

#[test]
fn a_lease_of_a_fallback_lasts_as_long_as_the_slowest_model_of_the_generation() {
    run(async {
        let world = Arc::new(World::start().await);
        let organization = world.organization().await;
        let list = json!([
            { "id": COMPOSER, "provider": "composer", "timeoutSeconds": 10, "fallbacks": ["quick", "slow"] },
            { "id": "quick", "provider": "composer", "timeoutSeconds": 10 },
            { "id": "slow", "provider": "composer", "timeoutSeconds": 180 },
        ]);
        let left = Arc::new(Mutex::new(None));
        let (asked, owner, noted) = (Arc::clone(&world), organization.clone(), Arc::clone(&left));
        let runtime = tokio::runtime::Handle::current();
        let look = async move {
            let now = asked.service.clock().now();
            if let (State::Leased { until, .. }, _) = state(&asked, &owner).await {
                *noted.lock().unwrap() = Some(until.since(now));
            }
        };
        let look = Turn::Meanwhile(Box::pin(async move { runtime.spawn(look).await.expect("a look") }));
        let painters: [(&str, Arc<dyn ImageModel>); 3] = [
            (COMPOSER, Arc::new(Never(ModelError::Gone))),
            ("quick", Models::then([look])),
            ("slow", Models::then([])),
        ];
        let painters: Vec<_> = painters.map(|(id, painter)| (id.to_owned(), painter)).into();
        let makers = Makers {
            configured: Arc::new(configured(&list)),
            studio: Arc::new(Studio::new(painters)),
            describer: Arc::new(BuiltInDescriber::new()),
            enhancer: Arc::new(BuiltInEnhancer::new()),
        };
        let instance = Instance::made_of(world.service.resources(), makers);
        let generation = world.begin(&organization.key, 1, &[]).await;
        let letter = world.take(generation).await.remove(0);
        instance.act(Action::Event(letter.event())).await;
        world.delete(&letter).await;
        let letter = world.take(generation).await.remove(0);
        instance.act(Action::Event(letter.event())).await;
        world.delete(&letter).await;
        let left = left.lock().unwrap().expect("the fallback paints under a lease");
        assert!(left > Duration::from_secs(200), "the lease ends in {left:?}");
        world.settle(organization.id).await;
    });
}
