//! Draws the contact sheet: 24 prompts, with references and without, in many layouts, side by side in one picture.
//!
//! `cargo run -p studio --example sheet -- FILE.jpg` writes it. The same build writes the same bytes.
#![allow(clippy::print_stdout, reason = "saying what was made is what the example is for")]

use clap::Parser;
use contract::{AspectRatio, ImageFormat};
use image::{RgbImage, codecs::jpeg::JpegEncoder, imageops};
use std::{error::Error, fs, io::BufWriter, path::PathBuf};
use studio::{Brief, Composer, Content, ImageModel, Reference, Role};

/// Pictures side by side.
const COLUMNS: u32 = 4;
/// Between two of them, in pixels.
const GAP: u32 = 10;
/// What shows on a page, be it light or dark.
const GROUND: image::Rgb<u8> = image::Rgb([128, 128, 134]);

/// Where to write the sheet, and how large.
#[derive(Parser)]
struct Arguments {
    /// The JPEG file to write.
    out: PathBuf,
    /// The width of each picture, in pixels.
    #[arg(long, default_value_t = 320)]
    width: u32,
    /// The pictures' shape.
    #[arg(long, default_value = "16:9")]
    aspect: String,
    /// Another number gives other pictures.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Where the references are.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/references"))]
    references: PathBuf,
}

const PERSON: (Role, &str) = (Role::Person, "astronaut.jpg");
const CUT_OUT: (Role, &str) = (Role::Person, "astronaut-cut-out.webp");
const CAT: (Role, &str) = (Role::Person, "cat.jpg");
const LOGO: (Role, &str) = (Role::Object, "logo.png");
const COFFEE: (Role, &str) = (Role::Object, "coffee.jpg");
const LAUNCH: (Role, &str) = (Role::Object, "launch.jpg");
const NEON: (Role, &str) = (Role::Style, "neon.jpg");

/// A prompt, a title, the references and the layout, where one is asked for.
type Cell = (
    &'static str,
    Option<&'static str>,
    &'static [(Role, &'static str)],
    Option<&'static str>,
);

const CELLS: [Cell; 24] = [
    ("How I built a rocket in my garage", None, &[], None),
    ("My first day in space", Some("I left Earth"), &[CUT_OUT], Some("quote")),
    ("10 money mistakes everyone makes", None, &[], Some("number")),
    ("Cat vs dog: who is smarter?", None, &[], Some("versus")),
    ("The best espresso at home, review", None, &[COFFEE], Some("product")),
    (
        "You won't believe this launch",
        Some("It EXPLODED"),
        &[PERSON, LAUNCH],
        Some("reaction"),
    ),
    ("How to train your puppy in 7 days", None, &[], Some("step")),
    ("Luxury watch unboxing", None, &[], Some("lean")),
    ("My living room before and after", None, &[], Some("change")),
    (
        "24 hours in a space suit",
        Some("24 HOURS in space"),
        &[CUT_OUT, LOGO],
        Some("split"),
    ),
    ("A quiet thought about books", None, &[], Some("minimal")),
    ("Minecraft: the final boss", None, &[], Some("behind")),
    (
        "An astronaut and her cat",
        Some("Meet my boss"),
        &[PERSON, CAT],
        Some("company"),
    ),
    ("Piano lesson for beginners", None, &[], Some("beside")),
    ("Rocket startup pitch", Some("We raised $5M"), &[LOGO], Some("banner")),
    ("Fast cars at night", None, &[NEON], Some("aside")),
    ("最強の節約術を10分で解説！", None, &[], Some("beside")),
    ("Идеальный бургер за 10 минут", None, &[], Some("lean")),
    ("5 space facts", Some("5 facts NASA hides"), &[PERSON, NEON], None),
    ("أفضل طريقة لتعلم البرمجة", None, &[], Some("split")),
    (
        "Haunted house at the end of the street 👻",
        Some("I spent 24 hours in a HAUNTED house"),
        &[],
        None,
    ),
    (
        "SpaceX launch explained",
        Some("Why it failed"),
        &[LAUNCH],
        Some("aside"),
    ),
    ("Christmas cookies with grandma", None, &[], Some("crown")),
    ("서울 맛집 완전정복", None, &[], Some("banner")),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let known = AspectRatio::ALL
        .into_iter()
        .find(|shape| shape.as_str() == arguments.aspect);
    let aspect_ratio = known.ok_or_else(|| format!("there is no shape {:?}", arguments.aspect))?;
    let size = aspect_ratio.size();
    let (width, height) = (arguments.width, arguments.width * size.height / size.width);
    let rows = u32::try_from(CELLS.len())?.div_ceil(COLUMNS);
    let length = |side: u32, count: u32| side * count + GAP * (count + 1);
    let mut sheet = RgbImage::from_pixel(length(width, COLUMNS), length(height, rows), GROUND);
    for (index, (prompt, title, references, layout)) in (0..).zip(CELLS) {
        let mut read = Vec::new();
        for (role, file) in references {
            read.push(Reference {
                role: *role,
                id: (*file).to_owned(),
                name: (*file).to_owned(),
                content: Content::File(fs::read(arguments.references.join(file))?.into()),
            });
        }
        let brief = Brief {
            prompt: prompt.to_owned(),
            title: title.map(str::to_owned),
            aspect_ratio,
            format: ImageFormat::Png,
            seed: arguments.seed.wrapping_add(index),
            references: read,
        };
        let composer = match layout {
            Some(name) => Composer::with_layout(name).ok_or_else(|| format!("there is no layout {name:?}"))?,
            None => Composer::new(),
        };
        let picture = composer
            .paint(&brief)
            .await
            .map_err(|error| format!("{prompt}: {error}"))?;
        let picture = image::load_from_memory(&picture.bytes)?.into_rgb8();
        let small = imageops::resize(&picture, width, height, imageops::FilterType::Lanczos3);
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        let at = |place: u32, side: u32| i64::from(GAP + place * (side + GAP));
        imageops::replace(&mut sheet, &small, at(column, width), at(row, height));
    }
    let mut file = BufWriter::new(fs::File::create(&arguments.out)?);
    JpegEncoder::new_with_quality(&mut file, 86).encode_image(&sheet)?;
    println!("{}", arguments.out.display());
    Ok(())
}
