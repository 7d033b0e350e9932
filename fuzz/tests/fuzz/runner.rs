//! Starts the runner as a separate process.

use std::{
    fs,
    io::Read,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use tokio::time::Instant;

/// How much longer than planned a run may take on a busy machine before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// The smallest memory of the functions that decode pictures, in megabytes, from the template.
pub(crate) fn deployed_memory() -> u64 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../template.yaml");
    let template: yaml_serde::Value = yaml_serde::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let sizes = ["ImagesFunction", "InspirationsFunction", "PersonsFunction"].map(|name| {
        template["Resources"][name]["Properties"]["MemorySize"]
            .as_u64()
            .unwrap()
    });
    sizes.into_iter().min().unwrap()
}

/// Starts the runner with these arguments, and returns its output. Fails if the runner fails or takes much longer than
/// `planned`.
#[track_caller]
pub(crate) fn run(arguments: &[&str], planned: Duration) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fuzz"))
        .args(["--memory", &deployed_memory().to_string()])
        .args(arguments)
        // Freed memory is returned to the system at once, so that the memory of one input is not counted for another.
        .envs([("MALLOC_MMAP_THRESHOLD_", "65536"), ("MALLOC_TRIM_THRESHOLD_", "65536")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if began.elapsed() > planned + PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let (mut said, mut failure) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut failure).unwrap();
    let status = status.map_or_else(|| "the runner does not end".to_owned(), |status| status.to_string());
    assert!(status.ends_with(": 0"), "{arguments:?}: {status}\n{said}{failure}");
    said
}
