//! Draws the pictures of the project's README: 24 prompts, with references and without. Nothing is picked: each prompt
//! is drawn once, with the first seed.
//!
//! `cargo run -p studio --example sheet -- docs/thumbnails` writes a JPEG file for each, and prints the table for the
//! README. The same build writes the same bytes.
#![allow(clippy::print_stdout, reason = "saying what was made is what the example is for")]

use clap::Parser;
use image::{codecs::jpeg::JpegEncoder, imageops};
use sources::PreparedPicture;
use std::{error::Error, fs, io::BufWriter, path::PathBuf};
use studio::{Brief, Composer, Content, ImageModel, ReferencePicture, Role};

/// Pictures side by side in the table.
const COLUMNS: usize = 4;

/// Where to write the pictures, and how large.
#[derive(Parser)]
struct Arguments {
    /// The folder to write, which must exist.
    out: PathBuf,
    /// The width of each picture, in pixels.
    #[arg(long, default_value_t = 320)]
    width: u32,
    /// Another number gives other pictures.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Where the references are.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/references"))]
    references: PathBuf,
}

const PERSON: (Role, &str) = (Role::Person, "astronaut.jpg");
const CAT: (Role, &str) = (Role::Person, "cat.jpg");
const LOGO: (Role, &str) = (Role::Logo, "logo.png");
const COFFEE: (Role, &str) = (Role::Object, "coffee.jpg");
const LAUNCH: (Role, &str) = (Role::Object, "launch.jpg");
const NEON: (Role, &str) = (Role::Style, "neon.jpg");

/// A prompt, a title and the references.
type Cell = (&'static str, Option<&'static str>, &'static [(Role, &'static str)]);

const CELLS: [Cell; 24] = [
    ("How I built a rocket in my garage", None, &[]),
    ("My first day in space", Some("I left Earth"), &[PERSON]),
    ("10 money mistakes everyone makes", None, &[]),
    ("Cat vs dog: who is smarter?", None, &[]),
    ("The best espresso at home, review", None, &[COFFEE]),
    ("You won't believe this launch", Some("It EXPLODED"), &[PERSON, LAUNCH]),
    ("How to train your puppy in 7 days", None, &[]),
    ("Luxury watch unboxing", None, &[]),
    ("My living room before and after", None, &[]),
    ("24 hours in a space suit", Some("24 HOURS in space"), &[PERSON, LOGO]),
    ("A quiet thought about books", None, &[]),
    ("Minecraft: the final boss", None, &[]),
    ("An astronaut and her cat", Some("Meet my boss"), &[PERSON, CAT]),
    ("Piano lesson for beginners", None, &[]),
    ("Rocket startup pitch", Some("We raised $5M"), &[LOGO]),
    ("Fast cars at night", None, &[NEON]),
    ("最強の節約術を10分で解説！", None, &[]),
    ("Идеальный бургер за 10 минут", None, &[]),
    ("5 space facts", Some("5 facts NASA hides"), &[PERSON, NEON]),
    ("أفضل طريقة لتعلم البرمجة", None, &[]),
    (
        "Haunted house at the end of the street 👻",
        Some("I spent 24 hours in a HAUNTED house"),
        &[],
    ),
    ("SpaceX launch explained", Some("Why it failed"), &[LAUNCH]),
    ("Christmas cookies with grandma", None, &[]),
    ("서울 맛집 완전정복", None, &[]),
];

/// The caption of a picture: its prompt, its title and the kinds of its references.
fn caption((prompt, title, references): Cell) -> String {
    let title = title.map(|title| format!(", titled “{title}”")).unwrap_or_default();
    let with = match references {
        [] => String::new(),
        references => {
            let kinds = references.iter().map(|(role, _)| match role {
                Role::Person => "a person",
                Role::Object => "an image",
                Role::Logo => "a logo",
                Role::Style => "an inspiration",
                Role::Original => "the picture to change",
                Role::Plate => "the plate",
            });
            format!(", with {}", kinds.collect::<Vec<_>>().join(" and "))
        }
    };
    format!("{prompt}{title}{with}")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let composer = Composer::new();
    for (number, (prompt, title, references)) in (1..).zip(CELLS) {
        let mut read = Vec::new();
        for (role, file) in references {
            let content = fs::read(arguments.references.join(file))?;
            let content = match role {
                // As the service stores it.
                Role::Person | Role::Object | Role::Logo => PreparedPicture::take(&content)?.with_matte().bytes,
                _ => content.into(),
            };
            read.push(ReferencePicture::new(*role, *file, *file, Content::File(content)));
        }
        let brief = Brief {
            prompt: prompt.to_owned(),
            title: title.map(str::to_owned),
            seed: arguments.seed,
            references: read,
            ..Brief::default()
        };
        let picture = composer.paint(&brief).await;
        let picture = picture.map_err(|error| format!("{prompt}: {error}"))?;
        let picture = image::load_from_memory(&picture.bytes)?.into_rgb8();
        let (width, height) = (arguments.width, arguments.width * picture.height() / picture.width());
        let small = imageops::resize(&picture, width, height, imageops::FilterType::Lanczos3);
        let mut file = BufWriter::new(fs::File::create(arguments.out.join(format!("{number:02}.jpg")))?);
        JpegEncoder::new_with_quality(&mut file, 86).encode_image(&small)?;
    }
    for (row, cells) in CELLS.chunks(COLUMNS).enumerate() {
        let images = (1..).zip(cells).map(|(column, (prompt, ..))| {
            let number = row * COLUMNS + column;
            format!("![{prompt}]({}/{number:02}.jpg)", arguments.out.display())
        });
        println!("| {} |", images.collect::<Vec<_>>().join(" | "));
        if row == 0 {
            println!("|{}", " --- |".repeat(COLUMNS));
        }
        let captions = cells.iter().map(|cell| caption(*cell)).collect::<Vec<_>>();
        println!("| {} |", captions.join(" | "));
    }
    Ok(())
}
