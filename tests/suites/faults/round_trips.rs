//! How many calls of AWS each tool makes, and how many of them wait for one another: measured, held to what is allowed,
//! and compared with the table in ARCHITECTURE.md. `UPDATE_DOCS=1` writes that table.

use std::{fmt::Write, fs, path::Path, sync::Arc, time::Duration};

use tests::Proxy;

use crate::{
    instance::{Action, Instance, Said},
    models::Models,
    preparation::Prepared,
    scenario::What,
    world::{World, run},
};

/// Long enough to tell what waits from what does not, on a busy machine too.
const EACH: Duration = Duration::from_millis(200);

/// What is measured, what it is called, and how many of its calls may wait for one another.
const ROWS: &[(What, &str, usize)] = &[
    (What::Discovery, "discovery", 1),
    (What::Generate, "`generate_thumbnail`", 3),
    (
        What::GenerateAtTheLimit,
        "`generate_thumbnail` that counts what waits",
        4,
    ),
    (What::Status, "`get_generation_status`", 1),
    (What::Vary, "`generate_variation` with `promptId`", 3),
    (What::VaryLatest, "`generate_variation` without `promptId`", 4),
    (What::List, "`list_generations`", 1),
    (What::Cancel, "`cancel_generation`", 2),
    (What::Trigger, "`trigger_generation`", 3),
    (What::TriggerOldest, "`trigger_generation` without `generationId`", 3),
    (What::UploadImage, "`upload_image`", 3),
    (What::ListImages, "`list_images`", 1),
    (What::GetImage, "`get_image`", 1),
    (What::SearchImages, "`search_images`", 1),
    (What::DeleteImage, "`delete_image`", 3),
    (What::CreateInspiration, "`create_inspiration`", 3),
    (
        What::CreateInspirationFromImage,
        "`create_inspiration` with `imageId`",
        3,
    ),
    (What::ListInspirations, "`list_inspirations`", 1),
    (What::GetInspiration, "`get_inspiration`", 1),
    (What::DeleteInspiration, "`delete_inspiration`", 3),
    (What::CreatePerson, "`create_person` without photos", 2),
    (What::CreatePersonWithPhotos, "`create_person` with two photos", 3),
    (What::CreatePersonFromImages, "`create_person` with two `imageIds`", 3),
    (What::ListPersons, "`list_persons`", 1),
    (What::GetPerson, "`get_person`", 1),
    (What::DeletePerson, "`delete_person` of a person with two photos", 3),
    (What::Credits, "`get_credits`", 1),
    (What::CreditsWhileWaiting, "`get_credits` while thumbnails wait", 2),
    (What::History, "`get_credit_history`", 1),
    (What::Attempt, "the loop's attempt", 3),
    (What::AttemptWithReferences, "the loop's attempt with two references", 4),
    (What::Permanent, "the loop's attempt that fails for good", 3),
    (What::FailOver, "the loop's attempt that goes to a fallback", 3),
    // The shards are asked side by side, and the dead letters after them.
    (What::SweepResend, "the sweep that sends one generation again", 4),
];

const BEGIN: &str = "<!-- round-trips: begin -->";
const END: &str = "<!-- round-trips: end -->";

/// The calls and the waits of one row.
async fn measure(world: &Arc<World>, what: What) -> (usize, usize) {
    let Prepared {
        organization,
        action,
        turn,
        warm,
    } = Box::pin(what.prepare(world)).await;
    let proxy = Proxy::start(world.service.aws_url()).await;
    let instance = Instance::new(&world.service, &proxy.url(), Models::then([turn]));
    if warm {
        instance.warm(&action, &organization.key).await;
    }
    proxy.forget();
    proxy.delay_all(EACH);
    let said = instance.act(action.clone()).await;
    proxy.heal();
    match (&action, &said) {
        (Action::Event(_), Said::Event(Ok(_))) | (_, Said::Http(200, _)) => {}
        _ => panic!("{what:?} fails: {said:?}"),
    }
    let measured = (proxy.calls().len(), proxy.waits());
    world.settle(organization.id).await;
    measured
}

#[test]
fn the_documented_round_trips_are_the_real_ones() {
    run(async {
        let world = Arc::new(World::start().await);
        let mut table = "| tool | calls | of them waiting for one another |\n|---|---|---|\n".to_owned();
        for &(what, name, most) in ROWS {
            let (calls, waits) = measure(&world, what).await;
            assert!(
                waits <= most,
                "{name}: {waits} calls wait for one another, and no more than {most} may"
            );
            writeln!(table, "| {name} | {calls} | {waits} |").expect("text");
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md");
        let page = fs::read_to_string(&path).expect("the page");
        let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
        let (documented, after) = rest.split_once(END).expect("where the table ends");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, format!("{before}{BEGIN}\n\n{table}\n{END}{after}")).expect("the page is written");
            return;
        }
        assert_eq!(
            documented.trim(),
            table.trim(),
            "ARCHITECTURE.md tells something else; UPDATE_DOCS=1 writes it"
        );
    });
}
