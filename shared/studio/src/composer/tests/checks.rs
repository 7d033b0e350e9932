//! New pictures without references and with few words pass all checks of the preflight.

use super::*;
use crate::inspector::measured;

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
