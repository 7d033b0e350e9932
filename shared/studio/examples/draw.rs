//! Draws a sheet of sample thumbnails into a folder (`thumbnails` or the first argument) and prints the files' paths.
#![allow(clippy::print_stdout, reason = "printing the paths is what the example is for")]

use contract::{AspectRatio, ImageFormat};
use std::{path::PathBuf, time::Instant};
use studio::{Brief, Composer, ImageModel};

const PROMPTS: [(&str, Option<&str>, AspectRatio); 16] = [
    ("How I built a rocket in my garage", None, AspectRatio::Wide),
    (
        "Climbing a mountain alone in winter",
        Some("I almost died"),
        AspectRatio::Wide,
    ),
    ("10 money mistakes everyone makes", None, AspectRatio::Wide),
    (
        "Learn Rust programming in 100 days",
        Some("Rust in 100 Days"),
        AspectRatio::Wide,
    ),
    ("The best burger recipe", None, AspectRatio::Wide),
    ("Epic gaming moments of the year", None, AspectRatio::Wide),
    (
        "A cat that rules the city",
        Some("King of the street"),
        AspectRatio::Wide,
    ),
    ("AI robots will change your job", None, AspectRatio::Wide),
    ("5 photography tips for travel", None, AspectRatio::Wide),
    (
        "Haunted house: I spent the night",
        Some("I spent 24 hours in a haunted house and this is what happened next"),
        AspectRatio::Wide,
    ),
    ("Привет, мир! Новый год", Some("Новый год в Москве"), AspectRatio::Wide),
    ("A quiet thought", None, AspectRatio::Wide),
    ("Fast workout at home", None, AspectRatio::Tall),
    ("Morning coffee routine", None, AspectRatio::Tall),
    ("Win the championship", Some("We WON it all"), AspectRatio::Square),
    ("Space travel explained", None, AspectRatio::Classic),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "thumbnails".to_owned()));
    let seed: u32 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    std::fs::create_dir_all(&folder)?;
    for (index, (prompt, title, aspect_ratio)) in (0..).zip(PROMPTS) {
        let brief = Brief {
            prompt: prompt.to_owned(),
            title: title.map(str::to_owned),
            aspect_ratio,
            format: ImageFormat::Png,
            seed: seed.wrapping_add(index),
            references: Vec::new(),
        };
        let start = Instant::now();
        let picture = Composer::new().paint(&brief).await?;
        let path = folder.join(format!("{index:02}.png"));
        std::fs::write(&path, &picture.bytes)?;
        println!(
            "{} ({} ms, {} kB)",
            path.display(),
            start.elapsed().as_millis(),
            picture.bytes.len() / 1000
        );
    }
    Ok(())
}
