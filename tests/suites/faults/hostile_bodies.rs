//! Request bodies that are built to exhaust memory or CPU time. The real functions handle them in a process with the
//! memory of the smallest deployed function. `docs/hostile-bodies.md` has the measurements.

mod generator;
mod measure;

use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use contract::Plan;
use serde_json::{Value, json};
use tests::service::aws_config;

use self::{
    generator::Generator,
    measure::{Cost, Meter},
};
use crate::{
    instance::Instance,
    models::{Makers, ScriptedModels},
    world::{FaultWorld, STACK, run},
};

/// The memory of the functions that mainly wait for DynamoDB, in bytes: the smallest `MemorySize` in the template.
const FUNCTION_MEMORY: u64 = 256 << 20;
/// How many bodies the generator makes.
const BODIES: u64 = 1_000;
/// The CPU time that a call with a hostile body may take beyond a call with a small invalid body. These tests are not
/// optimized; a deployed function is about eight times as fast.
const MOST_CPU: Duration = Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 50 });
/// The CPU time of that call with a small invalid body, on the machine that `MOST_CPU` was chosen on. If the call takes
/// longer, the machine is slower at the moment, and a hostile body may take longer in proportion.
const USUAL_CPU: Duration = Duration::from_micros(if cfg!(debug_assertions) { 3_000 } else { 600 });
/// How often a body that costs too much is sent: other programs may slow down one call, but not all.
const TRIES: usize = 5;
/// The memory that a call may take beyond the body itself, in bytes.
const MOST_MEMORY: u64 = 32_000_000;
/// The seed of the bodies, so that an expensive body can be generated again.
const SEED: u64 = 20_261_122;

/// The environment variables of the separate process: the AWS endpoint, and the key to send.
const ENDPOINT: &str = "HOSTILE_BODIES_ENDPOINT";
const KEY: &str = "HOSTILE_BODIES_KEY";
/// The prefix of an output line with the costs of one kind of body.
const MARK: &str = "cost of bodies: ";

#[test]
fn hostile_bodies_stay_within_the_budget_of_a_function() {
    run(async {
        let world = FaultWorld::start().await;
        let organization = world.service.organization(Plan::Enterprise, 1_000).await;
        let limit = FUNCTION_MEMORY / 1024;
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -v {limit} && exec \"$@\""), "sh"])
            .arg(std::env::current_exe().unwrap())
            .args(["hostile_bodies::in_a_separate_process", "--exact", "--ignored"])
            .args(["--nocapture", "--test-threads=1"])
            .env(ENDPOINT, world.service.aws_url())
            .env(KEY, &organization.key)
            // Freed memory is returned to the system at once, so that each peak belongs to one body.
            .env("MALLOC_ARENA_MAX", "1")
            .env("MALLOC_MMAP_THRESHOLD_", "131072")
            .env("MALLOC_TRIM_THRESHOLD_", "131072")
            .env("RUST_MIN_STACK", STACK.to_string())
            .stdin(Stdio::null());
        let output = tokio::task::spawn_blocking(move || command.output()).await;
        let output = output.unwrap().unwrap();
        let reply = String::from_utf8_lossy(&output.stdout);
        let rows: Vec<Value> = reply
            .lines()
            .filter_map(|line| Some(serde_json::from_str(line.split_once(MARK)?.1).unwrap()))
            .collect();
        println!("{reply}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {reply}\n{complaint}", output.status);
        let sent: u64 = rows.iter().map(|row| row["bodies"].as_u64().unwrap()).sum();
        assert!(sent >= BODIES, "only {sent} bodies were sent");
    });
}

/// The largest costs of the bodies of one kind.
#[derive(Default)]
struct Row {
    bodies: u64,
    refused: u64,
    largest_body: usize,
    most: Cost,
}

#[test]
#[ignore = "the test above starts it in a separate process"]
fn in_a_separate_process() {
    let (Ok(endpoint), Ok(key)) = (std::env::var(ENDPOINT), std::env::var(KEY)) else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(async {
        let clock = runtime::Clock::system();
        let resources = local::Resources::set_up(&aws_config(endpoint), &runtime::Stack::local(), &clock)
            .await
            .unwrap();
        let instance = Instance::made_of(&resources, Makers::scripted(Arc::new(ScriptedModels::default())));
        let meter = Meter::new();
        // The cost of an ordinary refusal: the DynamoDB calls, which do not depend on the body.
        let usual = async || {
            let mut costs = Vec::new();
            for _ in 0..20 {
                let (_, cost) = meter
                    .measure(instance.post("list_generations", &key, b"[]".to_vec()))
                    .await;
                costs.push(cost.cpu);
            }
            costs.sort();
            costs[costs.len() / 2]
        };
        let mut usual_cpu = usual().await;
        println!("an ordinary refusal takes {usual_cpu:?}");
        let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
        let mut failures = Vec::new();
        for (number, body) in Generator::new(SEED).take(BODIES as usize).enumerate() {
            // A tool may have a limit of ten calls a minute.
            if number % 5 == 0 {
                clock.advance(Duration::from_secs(60));
            }
            let length = body.bytes.len();
            let mut tries = 0;
            let (status, cost, is_cheap) = loop {
                let (status, mut cost) = meter.measure(instance.post(body.tool, &key, body.bytes.clone())).await;
                cost.cpu = cost.cpu.saturating_sub(usual_cpu);
                let slowness = usual_cpu.div_duration_f64(USUAL_CPU).max(1.0);
                let is_quick = cost.cpu <= MOST_CPU.mul_f64(slowness);
                let is_small = cost.memory <= MOST_MEMORY;
                tries += 1;
                // Only processor time depends on other programs.
                if is_quick || !is_small || tries == TRIES {
                    break (status, cost, is_quick && is_small);
                }
                clock.advance(Duration::from_secs(60));
                usual_cpu = usual().await;
            };
            let row = rows.entry(body.kind).or_default();
            row.bodies += 1;
            row.refused += u64::from(status == 400);
            row.largest_body = row.largest_body.max(length);
            row.most = row.most.max(cost);
            let (kind, tool) = (body.kind, body.tool);
            if !matches!(status, 200 | 400 | 404) || !is_cheap {
                failures.push(format!(
                    "body {number}, {kind} of {length} bytes for {tool}: {status}, {cost:?}"
                ));
            }
        }
        for (kind, row) in rows {
            let line = json!({
                "kind": kind,
                "bodies": row.bodies,
                "refused": row.refused,
                "largestBodyBytes": row.largest_body,
                "mostCpuMs": row.most.cpu.as_secs_f64() * 1_000.0,
                "mostMemoryBytes": row.most.memory,
            });
            println!("{MARK}{line}");
        }
        assert!(failures.is_empty(), "{failures:#?}");
    });
}
