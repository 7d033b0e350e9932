//! The cost of a key that does not exist.

use contract::{Category, Plan};
use tests::Proxy;
use tokio::time::Instant;

use crate::{
    instance::Instance,
    models::ScriptedModels,
    world::{FaultWorld, run},
};

#[test]
fn a_key_that_does_not_exist_is_read_once_a_second_and_a_new_one_works_at_once() {
    run(async {
        let world = FaultWorld::start().await;
        let organization = world.service.organization(Plan::Enterprise, 1).await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), ScriptedModels::then([]));
        let unknown = format!("tgs_{}", "A".repeat(43));
        proxy.forget();
        let began = Instant::now();
        for _ in 0..50 {
            assert_eq!(instance.post("get_credits", &unknown, Vec::new()).await, 401);
        }
        let (reads, seconds) = (proxy.calls().len(), began.elapsed().as_secs_f64());
        assert!(reads as f64 <= seconds + 1.0, "{reads} reads in {seconds} s");
        for _ in 0..3 {
            let (_, new) = world.service.key(organization.id, &Category::ALL, None).await;
            assert_eq!(instance.post("get_credits", new.expose(), Vec::new()).await, 200);
        }
    });
}
