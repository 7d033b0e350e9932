//! Measures how many AWS calls each tool makes and how many of them are sequential, compares the latter with a limit,
//! and the results with the table in docs/round-trips.md. `UPDATE_DOCS=1` writes the table.

use std::{fmt::Write, fs, path::Path, sync::Arc, time::Duration};

use futures_util::future::join_all;
use tests::Proxy;

use crate::{
    instance::{Action, Instance, Protocol, Reply},
    models::ScriptedModels,
    scenario::{Prepared, Scenario},
    world::{FaultWorld, run},
};

/// The delay of each call, long enough to recognize sequential calls even on a busy machine.
const EACH: Duration = Duration::from_millis(200);

/// The measured scenario, its name in the table, and how many of its calls may be sequential.
const ROWS: &[(Scenario, &str, usize)] = &[
    (Scenario::Discovery, "discovery", 1),
    (Scenario::Generate, "`generate_thumbnail`", 3),
    (
        Scenario::GenerateAtTheLimit,
        "`generate_thumbnail` that counts what waits",
        4,
    ),
    (Scenario::Status, "`get_generation_status`", 1),
    (Scenario::Vary, "`generate_variation` with `promptId`", 3),
    (Scenario::VaryLatest, "`generate_variation` without `promptId`", 4),
    (Scenario::VaryThumbnail, "`generate_variation` with `thumbnailId`", 3),
    (
        Scenario::GenerateWithThumbnail,
        "`generate_thumbnail` with a thumbnail in `imageIds`",
        3,
    ),
    (Scenario::List, "`list_generations`", 1),
    (Scenario::Cancel, "`cancel_generation`", 2),
    (Scenario::Trigger, "`trigger_generation`", 3),
    (
        Scenario::TriggerOldest,
        "`trigger_generation` without `generationId`",
        3,
    ),
    (
        Scenario::DeleteGeneration,
        "`DELETE /api/v1/generations/{generationId}` of one thumbnail",
        3,
    ),
    (Scenario::UploadImage, "`upload_image`", 3),
    (Scenario::CreateUpload, "`POST /api/v1/uploads`", 2),
    (Scenario::UploadImageFromUpload, "`upload_image` from an upload", 5),
    (Scenario::ListImages, "`list_images`", 1),
    (Scenario::GetImage, "`get_image`", 1),
    (Scenario::SearchImages, "`search_images`", 1),
    (Scenario::DeleteImage, "`delete_image`", 3),
    (Scenario::CreateInspiration, "`create_inspiration`", 3),
    (
        Scenario::CreateInspirationFromImage,
        "`create_inspiration` with `imageId`",
        3,
    ),
    (
        Scenario::CreateInspirationFromThumbnail,
        "`create_inspiration` with `thumbnailId`",
        4,
    ),
    (
        Scenario::CreateInspirationFromUpload,
        "`create_inspiration` from an upload",
        5,
    ),
    (Scenario::ListInspirations, "`list_inspirations`", 1),
    (Scenario::GetInspiration, "`get_inspiration`", 1),
    (Scenario::DeleteInspiration, "`delete_inspiration`", 3),
    (Scenario::CreatePerson, "`create_person` without photos", 2),
    (Scenario::CreatePersonWithPhotos, "`create_person` with two photos", 3),
    (
        Scenario::CreatePersonFromImages,
        "`create_person` with two `imageIds`",
        3,
    ),
    (Scenario::CreatePersonFromUploads, "`create_person` from two uploads", 5),
    (Scenario::ListPersons, "`list_persons`", 1),
    (Scenario::GetPerson, "`get_person`", 1),
    (Scenario::DeletePerson, "`delete_person` of a person with two photos", 3),
    (Scenario::Credits, "`get_credits`", 1),
    (Scenario::CreditsWhileWaiting, "`get_credits` while thumbnails wait", 2),
    (Scenario::History, "`get_credit_history`", 1),
    (Scenario::Attempt, "the loop's attempt", 3),
    (
        Scenario::AttemptWithReferences,
        "the loop's attempt with two references",
        4,
    ),
    (Scenario::AttemptWithPlate, "the loop's attempt that letters a plate", 3),
    (Scenario::AttemptOnKeptPlate, "the loop's attempt on a kept plate", 4),
    (Scenario::Permanent, "the loop's attempt that fails for good", 3),
    (Scenario::FailOver, "the loop's attempt that goes to a fallback", 3),
    // The shards are queried concurrently, and the dead letters after them.
    (Scenario::SweepResend, "the sweep that sends one generation again", 4),
];

const BEGIN: &str = "<!-- round-trips: begin -->";
const END: &str = "<!-- round-trips: end -->";

/// The number of calls and of sequential calls of one row.
async fn measure(world: &Arc<FaultWorld>, what: Scenario, protocol: Protocol) -> (usize, usize) {
    let Prepared {
        organization,
        action,
        turn,
        warm,
    } = Box::pin(what.prepare(world)).await;
    let proxy = Proxy::start(world.service.aws_url()).await;
    let instance = Instance::patient(&world.service, &proxy.url(), ScriptedModels::then([turn])).over(protocol);
    if warm {
        instance.warm(&action, &organization.key).await;
    }
    proxy.forget();
    proxy.delay_all(EACH);
    let reply = instance.act(action.clone()).await;
    proxy.heal();
    match (&action, &reply) {
        (Action::Event(_), Reply::Event(Ok(_))) | (_, Reply::Http(200, _)) => {}
        _ => panic!("{what:?} fails: {reply:?}"),
    }
    let measured = (proxy.calls().len(), proxy.waits());
    world.settle(organization.id).await;
    measured
}

/// How many services the rows are measured on concurrently. A row mostly waits for its delayed calls.
const CONCURRENCY: usize = 4;

/// The results of [`measure`] for these rows, in their order.
async fn measure_all(rows: &[(Scenario, Protocol)]) -> Vec<(usize, usize)> {
    let parts = rows.chunks(rows.len().div_ceil(CONCURRENCY)).map(|part| {
        Box::pin(async move {
            let world = Arc::new(FaultWorld::start().await);
            let mut measured = Vec::new();
            for &(what, protocol) in part {
                measured.push(measure(&world, what, protocol).await);
            }
            measured
        })
    });
    join_all(parts).await.into_iter().flatten().collect()
}

#[test]
fn the_documented_round_trips_are_the_measured_ones() {
    run(async {
        let rows: Vec<(Scenario, Protocol)> = ROWS.iter().map(|&(what, ..)| (what, Protocol::Http)).collect();
        let measured = measure_all(&rows).await;
        let mut table = "| tool | calls | of them waiting for one another |\n|---|---|---|\n".to_owned();
        for (&(_, name, most), (calls, waits)) in ROWS.iter().zip(measured) {
            assert!(
                waits <= most,
                "{name}: {waits} calls are sequential, but at most {most} may be"
            );
            writeln!(table, "| {name} | {calls} | {waits} |").expect("text");
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/round-trips.md");
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
            "docs/round-trips.md has another table; UPDATE_DOCS=1 writes it"
        );
    });
}

#[test]
fn a_tool_waits_for_aws_as_often_over_mcp_as_over_http() {
    run(async {
        let tools = ROWS
            .iter()
            .map(|(what, ..)| *what)
            .filter(|what| what.is_tool() && !what.is_operation() && *what != Scenario::Discovery);
        let rows: Vec<(Scenario, Protocol)> = tools
            .flat_map(|what| [(what, Protocol::Http), (what, Protocol::Mcp)])
            .collect();
        let measured = measure_all(&rows).await;
        for (row, both) in rows.chunks(2).zip(measured.chunks(2)) {
            assert_eq!(both[1], both[0], "{:?}", row[0].0);
        }
    });
}
