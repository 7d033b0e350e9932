//! New pictures without references and with few words pass all checks of the preflight.

use super::*;
use crate::inspector::measured;
use contract::CheckId;
use sampling::all_or;

const TEXTS: [(&str, &str); 14] = [
    ("A rocket launch over the sea at dawn", "We have liftoff"),
    ("dark horror story in the woods at night", "Do not look"),
    ("shocking truth about sharks", "They lied"),
    ("calm minimalist desk setup", "Less is more"),
    ("black and white chess documentary", "Checkmate"),
    ("cheerful birthday cake for kids", "So much fun"),
    ("a black cat on a roof", "Why cats win"),
    ("spooky abandoned hospital", "Who is there?"),
    ("cozy winter cabin", "Snowed in"),
    ("space mystery of a dark planet", "It moved"),
    ("10 money mistakes everyone makes", "10 mistakes"),
    ("cat vs dog", "Who is smarter?"),
    ("Nachts allein im Wald", "Bleib stehen!"),
    ("恐怖 ゲーム 実況", "絶対に見るな"),
];

#[test]
fn new_pictures_pass_their_own_checks() {
    let mut failed = Vec::new();
    for (prompt, title) in TEXTS {
        for aspect_ratio in AspectRatio::ALL {
            for seed in 1..=3 {
                let brief = Brief {
                    title: Some(title.to_owned()),
                    aspect_ratio,
                    format: ImageFormat::Jpeg,
                    ..brief(prompt, seed)
                };
                let picture = drawn(&brief);
                let pixels = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
                let measured = measured(&pixels, picture.bytes.len(), picture.words.as_deref()).unwrap();
                let wrong = measured.checks.into_iter().filter(|check| !check.ok);
                failed.extend(wrong.map(|check| (prompt, aspect_ratio, seed, check.id, check.value)));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// One of this many prompts is drawn unless tests are exhaustive.
const STEP: u32 = 12;

#[test]
fn pictures_of_the_prompts_pass_their_own_checks() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/work");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let is_labelled = |brief: &Brief, prompt: &str| {
        let words = design(brief).story.words.words;
        let words: Vec<String> = words.into_iter().map(|word| word.text).collect();
        prompt.contains(&format!(": {}", words.join(" ")))
    };
    let blocks = texts.iter().flat_map(|text| text.split("\n\n"));
    // A given title may have any number of words.
    let prompts: Vec<&str> = blocks
        .filter(|block| !block.contains("title: "))
        .filter_map(|block| block.lines().find_map(|line| line.strip_prefix("prompt: ")))
        .collect();
    assert!(prompts.len() > 900, "{}", prompts.len());
    let mut failed = Vec::new();
    for prompt in prompts.iter().step_by(all_or(1, STEP) as usize) {
        let brief = Brief {
            format: ImageFormat::Jpeg,
            ..brief(&prompt.replace("\\n", "\n"), 1)
        };
        let picture = drawn(&brief);
        let pixels = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
        let measured = measured(&pixels, picture.bytes.len(), picture.words.as_deref()).unwrap();
        // So may a title inside the prompt: "title: …".
        let is_given = |id: CheckId| id == CheckId::WordCount && is_labelled(&brief, prompt);
        let wrong = measured
            .checks
            .into_iter()
            .filter(|check| !check.ok && !is_given(check.id));
        failed.extend(wrong.map(|check| (*prompt, check.id, check.value)));
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
