//! `models`: whether the configured models can be used, and for how long.

use clap::{Args, Subcommand};
use contract::ImageFormat;
use futures_util::future::join_all;
use runtime::{Clock, Environment, ModelConfig, Models, Provider, causes};
use serde::Serialize;
use studio::{Brief, Cause, ModelCheck, ModelError, Studio};
use tokio::time::Instant;
use vendors::Vendors;

use crate::{
    Failure, Report,
    report::{NOTHING, table},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Ask the vendors of all models whether they still offer the models, whether the keys work, and when the models
    /// end
    ///
    /// The exit code is 1 if a model is gone, refuses its key, ends within 30 days, or cannot be asked.
    Check(Arguments),
}

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Also make one small picture with each model, which the vendors charge
    #[arg(long)]
    paint: bool,
}

/// The result for one model in the output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    id: String,
    provider: Provider,
    upstream_model: Option<String>,
    state: &'static str,
    ends_on: Option<String>,
    message: String,
    /// Only with `--paint`, and not for models for words.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Painted>,
    #[serde(skip)]
    is_fine: bool,
}

/// The picture that a model made, or the reason why it made none.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Painted {
    ok: bool,
    seconds: f64,
    width: Option<u32>,
    height: Option<u32>,
    bytes: Option<usize>,
    message: Option<String>,
}

#[derive(Debug, Serialize)]
struct CheckResult {
    ok: bool,
    models: Vec<View>,
}

impl Command {
    /// Runs the command. `environment` has the configuration of the models.
    pub(crate) async fn run(self, mut environment: Environment, clock: &Clock) -> Result<Report, Failure> {
        let Self::Check(Arguments { paint }) = self;
        let models = environment.models();
        let aws = environment.own_aws();
        let vendors = Vendors::read(&mut environment, &aws, &models);
        environment.finish()?;
        let studio = Studio::configured(&models, &vendors);
        let checks = studio.check(clock.now()).await;
        let pictures = if paint {
            paint_all(&models, &studio).await
        } else {
            Vec::new()
        };
        let mut pictures = pictures.into_iter();
        // The models for words come after the image models, and have no picture.
        let views: Vec<View> = checks.into_iter().map(|check| view(check, pictures.next())).collect();
        report(views, paint)
    }
}

fn view(check: ModelCheck, picture: Option<Painted>) -> View {
    use studio::Health::{Fine, Legacy, Unlisted};
    View {
        is_fine: matches!(check.health, Fine | Legacy | Unlisted) && picture.as_ref().is_none_or(|picture| picture.ok),
        state: check.health.as_str(),
        ends_on: check.ends_on(),
        message: check.message(),
        id: check.id,
        provider: check.provider,
        upstream_model: check.upstream_model,
        picture,
    }
}

/// Paints one picture with each image model, all of them concurrently.
async fn paint_all(models: &Models, studio: &Studio) -> Vec<Painted> {
    join_all(models.iter().map(|model| paint(model, studio))).await
}

async fn paint(model: &ModelConfig, studio: &Studio) -> Painted {
    let brief = Brief {
        prompt: "A red lighthouse on a cliff under a clear sky".to_owned(),
        format: ImageFormat::Jpeg,
        ..Brief::default()
    };
    let begun = Instant::now();
    let painting = async {
        match studio.get(&model.id) {
            Some(painter) => painter.paint(&brief).await,
            None => Err(ModelError::Gone),
        }
    };
    let painted = tokio::time::timeout(model.timeout(), painting).await;
    let painted = painted.unwrap_or(Err(ModelError::transient(Cause::TimedOut)));
    let seconds = (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0;
    match painted {
        Ok(picture) => Painted {
            ok: true,
            seconds,
            width: Some(picture.size.width),
            height: Some(picture.size.height),
            bytes: Some(picture.bytes.len()),
            message: None,
        },
        Err(error) => Painted {
            ok: false,
            seconds,
            width: None,
            height: None,
            bytes: None,
            message: Some(causes(&error).to_string()),
        },
    }
}

fn report(models: Vec<View>, paint: bool) -> Result<Report, Failure> {
    let header = ["MODEL", "PROVIDER", "UPSTREAM", "STATE", "ENDS", "PICTURE", "MESSAGE"].map(str::to_owned);
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_owned());
    let rows = models.iter().map(|model| {
        [
            model.id.clone(),
            model.provider.as_str().to_owned(),
            or_nothing(model.upstream_model.clone()),
            model.state.to_owned(),
            or_nothing(model.ends_on.clone()),
            or_nothing(model.picture.as_ref().map(picture)),
            model.message.clone(),
        ]
    });
    let text = table(std::iter::once(header).chain(rows));
    let wrong = models.iter().filter(|model| !model.is_fine).count();
    let result = CheckResult { ok: wrong == 0, models };
    let report = Report::new(&result, text)?;
    let painted = if paint { " or made no picture" } else { "" };
    Ok(match wrong {
        0 => report,
        _ => report.failing(format!("models that need attention{painted}: {wrong}")),
    })
}

/// The picture in one cell.
fn picture(painted: &Painted) -> String {
    let seconds = painted.seconds;
    match (painted.width, painted.height, painted.bytes, &painted.message) {
        (Some(width), Some(height), Some(bytes), _) => format!("{width}x{height}, {bytes} bytes, {seconds} s"),
        (.., message) => format!("none after {seconds} s: {}", message.as_deref().unwrap_or(NOTHING)),
    }
}
