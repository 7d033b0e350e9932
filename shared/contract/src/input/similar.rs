//! Compares names as a caller may have misspelt them.

/// A name with fewer letters is not looked for in other names: it is often a part of them by chance.
const LEAST_PART: usize = 4;
/// How much of a name is compared, in code points.
const COMPARED: usize = 100;

/// The number of edits between two names (Levenshtein distance). Case, `_` and `-` do not count.
#[must_use]
pub fn edits(one: &str, other: &str) -> usize {
    strsim::levenshtein(&normalized(one), &normalized(other))
}

/// Whether a name is the beginning or the end of another, as `prompt` is of `newPrompt`. Never for a short name. Case,
/// `_` and `-` do not count.
#[must_use]
pub fn is_part(name: &str, other: &str) -> bool {
    let (name, other) = (normalized(name), normalized(other));
    name.len() >= LEAST_PART && (other.starts_with(&name) || other.ends_with(&name))
}

fn normalized(name: &str) -> String {
    let letters = name
        .chars()
        .take(COMPARED)
        .filter(|letter| !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_counts_but_style_does_not() {
        assert_eq!(edits("image_ids", "imageIds"), 0);
        assert_eq!(edits("promt", "prompt"), 1);
        assert_eq!(edits("coutn", "count"), 2);
        assert!(is_part("prompt", "newPrompt") && is_part("image", "imageIds") && !is_part("id", "imageIds"));
    }
}
