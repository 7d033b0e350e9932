//! `cargo run --release -p bench` measures the latency of each tool, as a multiple of the latency of a handler that
//! does nothing. The handler runs behind the same server, in the same process and in the same run. Then everything is
//! measured again with a hundred times as many records. A run is bounded: 200 calls of each tool and 20 thumbnails,
//! about two minutes.

mod caller;
mod failure;
mod nothing;
mod records;
mod report;
mod scene;

use std::{sync::Arc, time::Duration};

use contract::tools;
use local::api_gateway::ApiGateway;

use self::{caller::Caller, failure::Failure, nothing::Nothing, report::Report, scene::Scene};

/// The number of calls of each tool.
const CALLS: usize = 200;
/// The number of concurrent calls.
const AT_ONCE: usize = 2;
/// The number of generations of each organization in the first measurement.
const RECORDS: usize = 3;
/// The number of thumbnails that are measured from the call to the finished picture.
const PICTURES: usize = 20;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let empty = ApiGateway::start(0, Arc::new(Nothing)).await?;
    let caller = Caller::new();
    let scene = Scene::start().await?;
    let mut report = Report::new()?;
    for factor in [1, 100] {
        scene.fill(RECORDS * factor).await?;
        report.title(&format!(
            "{} generations, images, inspirations and persons in each of {} organizations",
            RECORDS * factor,
            scene.organizations()
        ))?;
        let nothing = caller.measure(CALLS, AT_ONCE, |_| nothing::request(&empty)).await?;
        report.line("a handler that does nothing", &nothing, &nothing)?;
        let discovery = caller.measure(CALLS, AT_ONCE, |index| scene.discovery(index)).await?;
        report.line("discovery", &discovery, &nothing)?;
        for tool in &tools::ALL {
            scene.next_minute();
            scene.prepare(tool.name, CALLS).await?;
            let measured = caller
                .measure(CALLS, AT_ONCE, |index| scene.request(tool.name, index))
                .await?;
            report.line(tool.name, &measured, &nothing)?;
        }
    }
    report.title("from generate_thumbnail to the finished picture, one at a time")?;
    let nothing = caller.measure(CALLS, AT_ONCE, |_| nothing::request(&empty)).await?;
    let pictures = scene.pictures(&caller, PICTURES).await?;
    report.line("generate to completed", &pictures, &nothing)?;
    scene.stop().await;
    empty.shutdown().await;
    tokio::time::sleep(Duration::from_millis(10)).await;
    Ok(())
}
