//! Makes one thumbnail with the built-in composer, writes it to a file and prints the checks that it fails; with
//! `--bench`, takes the time of many.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "saying what was made is what the example is for"
)]

use clap::{Parser, builder::PossibleValuesParser};
use contract::{AspectRatio, ImageFormat, Resolution};
use lexicon::Changes;
use sources::PreparedPicture;
use std::{error::Error, fs, num::NonZeroU32, path::PathBuf};
use studio::{
    Brief, Composer, Content, Decoder, ImageModel, Inspector, Original, PaintedPicture, ReferencePicture, Role,
};
use tokio::time::Instant;

/// What to make, and of what.
#[derive(Parser)]
struct Arguments {
    /// The file to write; its extension selects the format.
    out: PathBuf,
    /// What to draw.
    #[arg(long, default_value = "")]
    prompt: String,
    /// Words to print.
    #[arg(long)]
    title: Option<String>,
    /// Another number gives another picture.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Words that change the picture, as a caller says them: "make the title yellow". May be given several times.
    #[arg(long, value_name = "WORDS")]
    change: Vec<String>,
    /// The layout's name or file; by default the prompt selects the layout.
    #[arg(long)]
    layout: Option<String>,
    /// The picture's shape.
    #[arg(long, default_value = "16:9", value_parser = PossibleValuesParser::new(AspectRatio::ALL.map(AspectRatio::as_str)))]
    aspect: String,
    /// How many pixels the picture has.
    #[arg(long, default_value = "720p", value_parser = PossibleValuesParser::new(Resolution::ALL.map(Resolution::as_str)))]
    resolution: String,
    /// The largest file in bytes; by default the service's limit for the resolution.
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<usize>,
    /// A thing to show.
    #[arg(long, value_name = "FILE")]
    image: Vec<PathBuf>,
    /// A logo to show.
    #[arg(long, value_name = "FILE")]
    logo: Vec<PathBuf>,
    /// A photo of a person to show; each photo shows another person.
    #[arg(long, value_name = "FILE")]
    person: Vec<PathBuf>,
    /// A picture whose look to take.
    #[arg(long, value_name = "FILE")]
    inspiration: Vec<PathBuf>,
    /// A picture without words to set them on.
    #[arg(long, value_name = "FILE")]
    plate: Option<PathBuf>,
    /// Prints what was read and chosen: language, niche, subjects with their scores, headline, layout, palette.
    #[arg(long)]
    explain: bool,
    /// Draws so many pictures, each with the next seed, and prints the milliseconds of each; the last one is written.
    #[arg(long, value_name = "N")]
    bench: Option<NonZeroU32>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let ending = arguments.out.extension().and_then(|ending| ending.to_str());
    let format = ImageFormat::ALL
        .into_iter()
        .find(|format| Some(format.extension()) == ending);
    let aspect_ratio = AspectRatio::ALL
        .into_iter()
        .find(|shape| shape.as_str() == arguments.aspect);
    let resolution = Resolution::ALL
        .into_iter()
        .find(|resolution| resolution.as_str() == arguments.resolution)
        .unwrap_or_default();
    let mut references = Vec::new();
    for (role, paths) in [
        (Role::Object, &arguments.image),
        (Role::Logo, &arguments.logo),
        (Role::Person, &arguments.person),
        (Role::Style, &arguments.inspiration),
    ] {
        for path in paths {
            let file = fs::read(path)?;
            let file = match role {
                // As the service stores it.
                Role::Person | Role::Object | Role::Logo => PreparedPicture::take(&file)?.with_matte().bytes,
                _ => file.into(),
            };
            let name = path.display().to_string();
            references.push(ReferencePicture::new(role, &name, &name, Content::File(file)));
        }
    }
    if let Some(plate) = &arguments.plate {
        let file = Content::File(fs::read(plate)?.into());
        references.push(ReferencePicture::new(Role::Plate, "", "", file));
    }
    let original = (!arguments.change.is_empty()).then(|| Original {
        prompt: arguments.prompt.clone(),
        own_prompt: None,
        title: arguments.title.clone(),
        seed: arguments.seed,
        changes: arguments.change.clone(),
        shown: None,
    });
    let titles = arguments.change.iter().rev().map(|change| Changes::of(change));
    let title = titles.filter_map(|changes| changes.title().map(str::to_owned)).next();
    let brief = Brief {
        original,
        prompt: arguments.prompt,
        title: title.or(arguments.title),
        aspect_ratio: aspect_ratio.unwrap_or_default(),
        resolution,
        format: format.ok_or("the file has to end in .png, .jpg or .webp")?,
        max_bytes: arguments
            .max_bytes
            .unwrap_or(usize::try_from(resolution.default_max_bytes())?),
        seed: arguments.seed,
        references,
        ..Brief::default()
    };
    let composer = match &arguments.layout {
        None => Composer::new(),
        Some(file) if file.ends_with(".svg") => Composer::with_layout_file(file, &fs::read_to_string(file)?)?,
        Some(name) => Composer::with_layout(name).ok_or_else(|| format!("there is no layout {name:?}"))?,
    };
    if let Some(count) = arguments.bench {
        fs::write(&arguments.out, bench(&composer, brief, count).await?.bytes)?;
        if let Some(peak) = peak_memory() {
            eprintln!("peak memory: {peak}");
        }
        return Ok(());
    }
    if arguments.explain {
        let explanation = composer.explain(&brief).ok_or("no layout can hold the headline")?;
        print!("{explanation}");
    }
    let start = Instant::now();
    let picture = composer.paint(&brief).await?;
    fs::write(&arguments.out, &picture.bytes)?;
    for change in &picture.origin.unchanged {
        println!("not changed: {change}");
    }
    let inspected = Decoder::default().inspect(&picture, &brief).await?;
    for check in inspected.measured.into_iter().flat_map(|measured| measured.checks) {
        if !check.ok {
            println!("check {}: {}", check.id.as_str(), check.message());
        }
    }
    println!(
        "{} ({} ms, {} kB)",
        arguments.out.display(),
        start.elapsed().as_millis(),
        picture.bytes.len() / 1000
    );
    Ok(())
}

/// Draws so many pictures and prints the time of each, from the brief to the encoded file. Returns the last.
async fn bench(composer: &Composer, brief: Brief, count: NonZeroU32) -> Result<PaintedPicture, Box<dyn Error>> {
    let mut last = None;
    for index in 0..count.get() {
        let brief = Brief {
            seed: brief.seed.wrapping_add(index),
            ..brief.clone()
        };
        let start = Instant::now();
        let picture = composer.paint(&brief).await?;
        println!("{:.3}", start.elapsed().as_secs_f64() * 1000.0);
        last = Some(picture);
    }
    last.ok_or_else(|| "nothing was drawn".into())
}

/// The peak memory of this process, if the system reports it.
fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().to_owned())
}
