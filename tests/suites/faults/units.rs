//! Measures the capacity units of DynamoDB that each operation consumes, by table and index, at the endpoint, and
//! compares them with the table in docs/scale.md. `UPDATE_DOCS=1` writes the table.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path, sync::Arc, time::Duration};

use contract::{GenerationId, InspirationId, LibraryFilter};
use runtime::Stack;
use serde_json::{Value, json};
use tests::{Call, Organization, Proxy, service::deadline};

use crate::{
    instance::{Action, Instance, Reply, tick},
    models::{ModelAction, ScriptedModels},
    world::{FaultWorld, SOURCE, run},
};

const BEGIN: &str = "<!-- units: begin -->";
const END: &str = "<!-- units: end -->";

/// A prompt of 200 characters.
const PROMPT: &str = "A lighthouse in a storm at night, seen from below, with a huge wave that breaks on the rocks, warm \
                      light from the lamp against a cold blue sky, and much room on the left side for words in white";
/// The default number of items on a page.
const PAGE: usize = 20;
/// How many inspirations one call searches at most.
const LOOKED_THROUGH: usize = 1_000;

/// A table or one of its indexes, which consumes units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Records,
    Due,
    Pending,
    Ephemeral,
}

impl Place {
    const ALL: [Self; 4] = [Self::Records, Self::Due, Self::Pending, Self::Ephemeral];

    fn of(table: &str, index: Option<&str>) -> Self {
        match index {
            Some(store::keys::DUE_INDEX) => Self::Due,
            Some(store::keys::PENDING_INDEX) => Self::Pending,
            Some(other) => panic!("{other} is an unknown index"),
            None if table == Stack::local().table() => Self::Records,
            None => Self::Ephemeral,
        }
    }
}

/// Read units and write units.
#[derive(Clone, Copy, Debug, Default)]
struct Units {
    read: f64,
    written: f64,
}

/// The units of these calls, by table and index.
fn units(calls: &[Call]) -> BTreeMap<Place, Units> {
    let mut units: BTreeMap<Place, Units> = BTreeMap::new();
    for call in calls {
        for consumed in &call.consumed {
            let place = units
                .entry(Place::of(&consumed.table, consumed.index.as_deref()))
                .or_default();
            match call.operation.as_str() {
                "GetItem" | "BatchGetItem" | "Query" => place.read += consumed.units,
                "PutItem" | "UpdateItem" | "DeleteItem" | "TransactWriteItems" => place.written += consumed.units,
                other => panic!("{other} is neither a known read nor a known write"),
            }
        }
    }
    units
}

/// Measures operations one after another and writes the rows of the table.
struct Measurement {
    world: Arc<FaultWorld>,
    proxy: Proxy,
    instance: Instance,
    organization: Organization,
    rows: String,
}

impl Measurement {
    async fn start(turns: impl IntoIterator<Item = ModelAction>) -> Self {
        let world = Arc::new(FaultWorld::start().await);
        let proxy = Proxy::start(world.service.aws_url()).await;
        proxy.meter();
        let instance = Instance::new(&world.service, &proxy.url(), ScriptedModels::then(turns));
        let organization = world.service.organization(contract::Plan::Enterprise, 1_000).await;
        Self {
            world,
            proxy,
            instance,
            organization,
            rows: String::new(),
        }
    }

    fn tool(&self, tool: &'static str, body: Value) -> Action {
        Action::Tool {
            tool,
            body,
            once: None,
            key: self.organization.key.clone(),
        }
    }

    /// The output of an action.
    async fn act(&self, action: Action) -> Value {
        match self.instance.act(action.clone()).await {
            Reply::Http(200, mut answer) => answer["data"].take(),
            Reply::Event(Ok(answer)) => answer,
            reply => panic!("{action:?} fails: {reply:?}"),
        }
    }

    /// Adds a row for the consumption since the last [`Proxy::forget`].
    fn row(&mut self, name: &str) {
        let units = units(&self.proxy.calls());
        let mut total = Units::default();
        write!(self.rows, "| {name} |").expect("text");
        for place in Place::ALL {
            let units = units.get(&place).copied().unwrap_or_default();
            total.read += units.read;
            total.written += units.written;
            let (read, written) = (formatted(units.read), formatted(units.written));
            write!(self.rows, " {read} / {written} |").expect("text");
        }
        writeln!(self.rows, " {} / {} |", formatted(total.read), formatted(total.written)).expect("text");
    }

    /// Adds a row for an action.
    async fn measure(&mut self, name: &str, action: Action) -> Value {
        self.proxy.forget();
        let answer = self.act(action).await;
        self.row(name);
        answer
    }

    /// Adds a row for a tool, called with a key that is in the cache.
    async fn measure_tool(&mut self, name: &str, tool: &'static str, body: Value) -> Value {
        let action = self.tool(tool, body);
        self.instance.warm(&action, &self.organization.key).await;
        self.measure(name, action).await
    }

    /// Lets the loop make all thumbnails of a generation, one message at a time.
    async fn make(&self, generation: GenerationId) {
        for letter in self.world.take(generation).await {
            self.act(Action::Event(letter.event())).await;
            self.world.delete(&letter).await;
        }
    }

    /// Adds rows for the call that creates a generation, for making its thumbnails, and for its status.
    async fn generation(&mut self, count: u32) {
        let all = if count == 1 { "the thumbnail" } else { "all of them" };
        let plural = if count == 1 { "" } else { "s" };
        let body = json!({ "prompt": PROMPT, "count": count, "seed": 4_000_000_000_u32 });
        let name = format!("`generate_thumbnail`, {count} thumbnail{plural}");
        let made = self.measure_tool(&name, "generate_thumbnail", body).await;
        let id = made["generationId"].as_str().unwrap().parse().unwrap();
        self.proxy.forget();
        self.make(id).await;
        self.row(&format!("the loop makes {all}"));
        let name = format!("`get_generation_status`, {count} thumbnail{plural}");
        let body = json!({ "generationId": id });
        self.measure_tool(&name, "get_generation_status", body).await;
    }

    async fn generations(&mut self) {
        self.generation(1).await;
        self.generation(10).await;
        for _ in 0..PAGE {
            // The tool accepts ten calls a minute.
            self.world.service.clock().advance(Duration::from_secs(10));
            let body = json!({ "prompt": PROMPT, "seed": 4_000_000_000_u32 });
            let made = self.act(self.tool("generate_thumbnail", body)).await;
            self.make(made["generationId"].as_str().unwrap().parse().unwrap()).await;
        }
        self.measure_tool("`list_generations`, 20 of 1 thumbnail", "list_generations", json!({}))
            .await;
        let once = Action::Tool {
            tool: "generate_thumbnail",
            body: json!({ "prompt": PROMPT, "seed": 4_000_000_000_u32 }),
            once: Some("once"),
            key: self.organization.key.clone(),
        };
        self.world.service.clock().advance(Duration::from_secs(60));
        self.instance.warm(&once, &self.organization.key).await;
        let made = self
            .measure("`generate_thumbnail`, 1, with an idempotency key", once)
            .await;
        let body = json!({ "generationId": made["generationId"] });
        self.measure_tool("`cancel_generation`, 1 thumbnail", "cancel_generation", body)
            .await;
    }

    /// The sweep of one open generation with this many thumbnails.
    async fn sweeps(&mut self) {
        self.measure("the sweep that finds nothing", Action::Event(tick()))
            .await;
        for count in [1, 10] {
            let body = json!({ "prompt": PROMPT, "count": count, "seed": 4_000_000_000_u32 });
            let made = self.act(self.tool("generate_thumbnail", body)).await;
            let id: GenerationId = made["generationId"].as_str().unwrap().parse().unwrap();
            // Nobody receives the messages before the next sweep.
            self.world.service.clock().advance(Duration::from_secs(60));
            self.act(Action::Event(tick())).await;
            self.world.service.clock().advance(Duration::from_secs(60));
            let plural = if count == 1 { "" } else { "s" };
            let name = format!("the sweep that looks at a waiting generation, {count} thumbnail{plural}");
            self.measure(&name, Action::Event(tick())).await;
            let cancel = self.tool("cancel_generation", json!({ "generationId": id }));
            self.act(cancel).await;
        }
    }

    async fn records(&mut self) {
        let image = json!({ "imageUrl": *SOURCE });
        self.measure_tool("`upload_image`", "upload_image", image.clone()).await;
        let private = image.clone();
        self.measure_tool("`create_inspiration`, private", "create_inspiration", private)
            .await;
        let public = json!({ "imageUrl": *SOURCE, "visibility": "public" });
        let made = self
            .measure_tool("`create_inspiration`, public", "create_inspiration", public)
            .await;
        let person = json!({ "name": "Alex", "imageUrls": [*SOURCE, *SOURCE] });
        self.measure_tool("`create_person`, two photos", "create_person", person.clone())
            .await;
        for _ in 0..PAGE {
            self.act(self.tool("upload_image", image.clone())).await;
            self.act(self.tool("create_person", person.clone())).await;
        }
        self.fill_library(made["inspirationId"].as_str().unwrap().parse().unwrap())
            .await;
        let (id, limit) = (
            json!({ "inspirationId": made["inspirationId"] }),
            json!({ "limit": PAGE }),
        );
        self.measure_tool("`list_images`, 20", "list_images", limit.clone())
            .await;
        self.measure_tool("`list_persons`, 20 of two photos", "list_persons", limit)
            .await;
        let all = json!({ "filter": "all" });
        self.measure_tool("`list_inspirations`, 20 of the library", "list_inspirations", all)
            .await;
        let search = json!({ "filter": "all", "search": "nothing has this word" });
        let name = "`list_inspirations`, a search of the library that finds nothing among 1,000";
        self.measure_tool(name, "list_inspirations", search).await;
        self.measure_tool("`get_inspiration` of the library", "get_inspiration", id)
            .await;
        self.measure_tool("`get_credit_history`, 20", "get_credit_history", json!({}))
            .await;
        self.measure_tool("`get_credits`", "get_credits", json!({})).await;
        let cold = Instance::new(&self.world.service, &self.proxy.url(), Arc::default());
        let instance = std::mem::replace(&mut self.instance, cold);
        let credits = self.tool("get_credits", json!({}));
        self.measure("`get_credits` with a key that the function does not remember", credits)
            .await;
        self.instance = instance;
    }

    /// Fills the library with copies of a public inspiration.
    async fn fill_library(&self, id: InspirationId) {
        let store = self.world.store();
        let found = store
            .inspirations(self.organization.id, LibraryFilter::All, None, 1)
            .await;
        let original = found.expect("the library").records.remove(0);
        assert_eq!(original.id, id, "the newest inspiration is the wrong one");
        for _ in 0..LOOKED_THROUGH {
            let mut copy = original.clone();
            copy.id = InspirationId::from_uuid(store.ids().uuid());
            store.add_to_library(&copy, deadline()).await.expect("a copy");
        }
    }
}

/// Formats units for the table: whole numbers without a decimal point.
fn formatted(units: f64) -> String {
    format!("{units}")
}

/// Whether two tables say the same. DynamoDB counts a kilobyte that has begun, and a record's durations have more
/// digits on a busy machine, so a sum above 20 may differ by a twentieth.
fn agree(documented: &str, measured: &str) -> bool {
    let same = |(one, other): (&str, &str)| match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) if one.min(other) > 20.0 => (one - other).abs() <= one.max(other) / 20.0,
        _ => one == other,
    };
    let [documented, measured]: [Vec<&str>; 2] = [documented, measured].map(|table| table.split_whitespace().collect());
    documented.len() == measured.len() && documented.into_iter().zip(measured).all(same)
}

#[test]
fn only_sums_may_differ_a_little() {
    assert!(agree("| a | 10 / 62 |", "| a | 10 / 61 |"));
    for (documented, measured) in [
        ("| a | 10 / 62 |", "| a | 10 / 58 |"),
        ("| a | 10 / 62 |", "| a | 11 / 62 |"),
        ("| a | 10 / 62 |", "| b | 10 / 62 |"),
        ("| a |", "| a | 1"),
        ("| a | 1", "| a |"),
    ] {
        assert!(!agree(documented, measured), "{documented} {measured}");
    }
}

#[test]
fn the_documented_capacity_units_are_the_measured_ones() {
    run(async {
        let mut measurement = Box::pin(Measurement::start([])).await;
        Box::pin(measurement.generations()).await;
        Box::pin(measurement.sweeps()).await;
        Box::pin(measurement.records()).await;
        let head = "| operation | records | `due` | `pending` | ephemeral | together |\n|---|---|---|---|---|---|\n";
        let table = format!("{head}{}", measurement.rows);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/scale.md");
        let page = fs::read_to_string(&path).expect("the page");
        let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
        let (documented, after) = rest.split_once(END).expect("where the table ends");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, format!("{before}{BEGIN}\n\n{table}\n{END}{after}")).expect("the page is written");
            return;
        }
        assert!(
            agree(documented, &table),
            "docs/scale.md has another table; UPDATE_DOCS=1 writes it:\n{table}"
        );
    });
}
