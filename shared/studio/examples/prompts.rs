//! Draws the prompts of a file in `prompts/` on contact sheets, and prints what was chosen for each.
//!
//! `cargo run -p studio --example prompts -- OUT shared/studio/prompts/work/en.txt` writes `OUT-1.png` and so on. With
//! `--read` nothing is drawn, and the chosen subject and headline are printed beside the wanted subject and headline.
#![allow(clippy::print_stdout, reason = "saying what was made is what the example is for")]

use clap::{Parser, builder::PossibleValuesParser};
use contract::AspectRatio;
use image::{RgbImage, imageops};
use std::{error::Error, fs, path::PathBuf};
use studio::{Brief, Composer, ImageModel};

/// Pictures side by side, and rows of a sheet.
const COLUMNS: u32 = 4;
const ROWS: u32 = 6;
/// The gap between two pictures, in pixels.
const GAP: u32 = 8;

/// Which prompts to draw, and where to write the sheets.
#[derive(Parser)]
struct Arguments {
    /// The beginning of the sheets' names.
    out: String,
    /// Files of prompts.
    files: Vec<PathBuf>,
    /// The width of each picture, in pixels.
    #[arg(long, default_value_t = 400)]
    width: u32,
    /// Draws only every n-th prompt.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// The shape of the pictures.
    #[arg(long, default_value = "16:9", value_parser = PossibleValuesParser::new(AspectRatio::ALL.map(AspectRatio::as_str)))]
    aspect: String,
    /// Another number gives other pictures.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Draws nothing, and prints the subjects and the headline beside the wanted ones.
    #[arg(long)]
    read: bool,
}

/// The lines of an explanation about the language, the headline and the subjects of a prompt.
const READ: [&str; 4] = ["language", "headline", "subject", "shown"];

/// The value of a field in a block of a file of prompts.
fn field<'a>(block: &'a str, name: &str) -> Option<&'a str> {
    block
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut texts = Vec::new();
    for file in &arguments.files {
        texts.push(fs::read_to_string(file)?);
    }
    let blocks = texts.iter().flat_map(|text| text.split("\n\n"));
    let blocks: Vec<&str> = blocks.step_by(arguments.every.max(1)).collect();
    let aspect_ratio = AspectRatio::ALL
        .into_iter()
        .find(|shape| shape.as_str() == arguments.aspect)
        .ok_or("there is no such shape")?;
    let size = aspect_ratio.size();
    let (width, height) = (arguments.width, arguments.width * size.height / size.width);
    let length = |side: u32, count: u32| side * count + GAP * (count + 1);
    let composer = Composer::new();
    for (number, page) in (1..).zip(blocks.chunks(usize::try_from(COLUMNS * ROWS)?)) {
        let rows = u32::try_from(page.len())?.div_ceil(COLUMNS);
        let mut sheet = RgbImage::from_pixel(length(width, COLUMNS), length(height, rows), image::Rgb([128; 3]));
        for (index, block) in (0..).zip(page) {
            let Some(prompt) = field(block, "prompt") else { continue };
            let brief = Brief {
                prompt: prompt.replace("\\n", "\n"),
                title: field(block, "title").map(str::to_owned),
                aspect_ratio,
                seed: arguments.seed.wrapping_add(index),
                ..Brief::default()
            };
            println!("--- sheet {number}, picture {}: {prompt}", index + 1);
            println!("wanted: {}", field(block, "subject").unwrap_or_default());
            let explanation = composer.explain(&brief).map(|explanation| explanation.to_string());
            let explanation = explanation.unwrap_or_default();
            if arguments.read {
                println!("wanted: {}", field(block, "headline").unwrap_or_default());
                let is_read = |line: &&str| READ.iter().any(|name| line.trim_start().starts_with(name));
                explanation.lines().filter(is_read).for_each(|line| println!("{line}"));
                continue;
            }
            println!("{explanation}");
            let picture = composer.paint(&brief).await?;
            let picture = image::load_from_memory(&picture.bytes)?.into_rgb8();
            let small = imageops::resize(&picture, width, height, imageops::FilterType::Lanczos3);
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let at = |place: u32, side: u32| i64::from(GAP + place * (side + GAP));
            imageops::replace(&mut sheet, &small, at(column, width), at(row, height));
        }
        if arguments.read {
            continue;
        }
        let file = format!("{}-{number}.png", arguments.out);
        sheet.save(&file)?;
        println!("{file}");
    }
    Ok(())
}
