//! Selects the word list that a text uses most.

/// The item whose words the text uses most; `None` if it uses none. If several items tie, the first wins.
///
/// The words of an item are in lower case, singular, separated by spaces. A plural `s` in the text is ignored.
pub(crate) fn most_used<'a, T>(items: &'a [T], text: &str, words_of: impl Fn(&T) -> &'static str) -> Option<&'a T> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let is_form_of = |word: &str, known: &str| word == known || word.strip_suffix('s') == Some(known);
    let is_known = |item: &T, word: &str| words_of(item).split(' ').any(|known| is_form_of(word, known));
    let hits = |item: &T| words.iter().filter(|word| is_known(item, word)).count();
    let most = items.iter().rev().max_by_key(|item| hits(item));
    most.filter(|item| hits(item) > 0)
}
