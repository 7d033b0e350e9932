//! Expands a short prompt into a brief that image models follow well.

use crate::{ModelError, vocabulary::colours_for};
use std::{future::Future, pin::Pin};

/// The longest prompt accepted or returned, in Unicode code points.
pub const MAX_PROMPT_CHARS: usize = 4_000;

/// The future of an enhanced prompt. Boxed, so that enhancers can be kept behind one pointer type.
pub type Enhancing<'a> = Pin<Box<dyn Future<Output = Result<String, ModelError>> + Send + 'a>>;

/// Improves prompts: by the built-in rules, or with a vendor's text model.
pub trait Enhancer: Send + Sync {
    /// Rewrites the prompt. The generator prints `title` on the picture, word for word.
    ///
    /// # Errors
    ///
    /// Resolves to a [`ModelError`]; the caller may continue with the original prompt.
    fn enhance<'a>(&'a self, prompt: &'a str, title: Option<&'a str>) -> Enhancing<'a>;
}

/// The rule-based enhancer: [`enhance`] behind the trait. It never fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInEnhancer {}

impl BuiltInEnhancer {
    /// Makes an enhancer, which has no settings.
    pub const fn new() -> Self {
        Self {}
    }
}

impl Enhancer for BuiltInEnhancer {
    fn enhance<'a>(&'a self, prompt: &'a str, title: Option<&'a str>) -> Enhancing<'a> {
        Box::pin(async move { Ok(enhance(prompt, title)) })
    }
}

/// Rewrites a prompt for an image model by rules, without a model.
///
/// The user's text comes first, word for word, as the subject. The sentences after it give composition, words to print,
/// setting, light and colours. They invent no place, no time of day and no thing; only the colours depend on the topic
/// of the text. Equal input gives equal results. The result has at most [`MAX_PROMPT_CHARS`] code points: as many whole
/// sentences as fit are appended, and a prompt that is too long by itself is truncated.
pub fn enhance(prompt: &str, title: Option<&str>) -> String {
    let subject = prompt.trim();
    let title = title.map(str::trim).filter(|title| !title.is_empty());
    let colours = colours_for(&format!("{subject} {}", title.unwrap_or_default()));
    let opening = match subject.chars().last() {
        None => "Subject: what the reference pictures show.".to_owned(),
        Some(end) if end.is_alphanumeric() => format!("Subject: {subject}."),
        Some(_) => format!("Subject: {subject}"),
    };
    let sentences = [
        Some(words_to_print(title)),
        Some(
            "Composition: a video thumbnail with one clear idea; the subject large, a third to a half of the \
            picture, right of the middle and cut off from the background by light; calm empty space at the upper \
            left; nothing important in the lower right corner or near the edges."
                .to_owned(),
        ),
        Some(
            "Setting: the place and the time of day that the subject says; if it says none, a plain ground with depth, \
            far out of focus. Show no other person, animal or thing than it names."
                .to_owned(),
        ),
        Some(
            "Light: one key light from the upper left, as strong as the time of day allows, and a rim of light that \
            lifts the subject off the background."
                .to_owned(),
        ),
        Some(format!(
            "Colours: those that the subject names; if it names none, {colours}. Strong contrast that still reads at \
            the size of a stamp."
        )),
    ];
    let mut enhanced: String = opening.chars().take(MAX_PROMPT_CHARS).collect();
    let mut length = enhanced.chars().count();
    for sentence in sentences.into_iter().flatten() {
        let added = sentence.chars().count() + 1;
        if length + added > MAX_PROMPT_CHARS {
            break;
        }
        enhanced.push('\n');
        enhanced.push_str(&sentence);
        length += added;
    }
    enhanced
}

fn words_to_print(title: Option<&str>) -> String {
    match title {
        Some(title) => format!(
            "Words: print exactly \u{201c}{title}\u{201d} and no other text, in heavy condensed letters with a \
                thick dark outline, two or three lines, one word emphasised by colour."
        ),
        None => "Words: no text, letters, numbers, logos or watermarks beyond what the subject asks for.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_users_text_comes_first_word_for_word() {
        let enhanced = enhance("  A cat, that \"rules\" the city  ", None);
        assert!(
            enhanced.starts_with("Subject: A cat, that \"rules\" the city.\n"),
            "{enhanced}"
        );
    }

    #[test]
    fn every_aspect_of_a_picture_is_named_once() {
        let enhanced = enhance("How I built a rocket", Some("It flew!"));
        for aspect in ["Subject:", "Words:", "Composition:", "Setting:", "Light:", "Colours:"] {
            assert_eq!(enhanced.matches(aspect).count(), 1, "{aspect} in {enhanced}");
        }
        assert!(enhanced.contains("\u{201c}It flew!\u{201d}"));
    }

    #[test]
    fn without_a_title_the_prompt_forbids_text() {
        assert!(enhance("a dog", None).contains("no text"));
        assert_eq!(enhance("a dog", Some("  ")), enhance("a dog", None));
    }

    #[test]
    fn nothing_contradicts_the_prompt() {
        for prompt in [
            "a woman reading a book by the window at night",
            "my first marathon in the rain",
            "eine Katze in der Bibliothek",
            "夜に本を読む女性",
        ] {
            let enhanced = enhance(prompt, None);
            assert!(enhanced.contains(prompt), "{enhanced}");
            for invented in ["desk", "kitchen", "studio", "gym", "sun", "even", "daylight"] {
                assert!(!enhanced.contains(invented), "{invented} in {enhanced}");
            }
        }
    }

    #[test]
    fn an_empty_prompt_refers_to_the_reference_pictures() {
        assert!(enhance("", None).starts_with("Subject: what the reference pictures show."));
    }

    #[test]
    fn long_prompts_lose_only_whole_sentences() {
        let prompt = "ü".repeat(3_800);
        let enhanced = enhance(&prompt, Some("A title"));
        assert!(enhanced.contains(&prompt));
        assert!(enhanced.chars().count() <= MAX_PROMPT_CHARS);
        assert!(enhanced.lines().skip(1).all(|line| line.ends_with('.')));
        assert_eq!(enhance(&"字".repeat(4_000), None).chars().count(), MAX_PROMPT_CHARS);
    }

    #[tokio::test]
    async fn the_built_in_enhancer_answers_like_the_function() {
        let enhancer: &dyn Enhancer = &BuiltInEnhancer::new();
        assert_eq!(enhancer.enhance("a dog", None).await, Ok(enhance("a dog", None)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_input_stays_within_the_limit_and_gives_the_same_result_again(
            prompt in "\\PC{0,4000}",
            title in proptest::option::of("\\PC{0,100}"),
        ) {
            let enhanced = enhance(&prompt, title.as_deref());
            prop_assert!(enhanced.chars().count() <= MAX_PROMPT_CHARS);
            prop_assert_eq!(enhanced, enhance(&prompt, title.as_deref()));
        }
    }
}
