//! Candidates for line breaks. Only typesetting shows which is best.

use super::word::{Gap, SPACE, SetWord};

/// The largest number of pieces of a broken word, and of lines in searched line breaks.
pub(super) const MAX_LINES: usize = 7;
/// The largest number of words for which all 2ⁿ⁻¹ line breaks are tried.
pub(super) const MAX_EXHAUSTIVE: usize = 8;

/// Candidates for line breaks, each as the number of words per line.
pub(super) fn candidates(words: &[SetWord]) -> Vec<Vec<usize>> {
    let count = words.len();
    if count == 0 {
        return Vec::new();
    }
    if words
        .iter()
        .any(|word| matches!(word.gap, Gap::Nothing(_) | Gap::Same(_)))
    {
        return joined_candidates(words);
    }
    if count <= MAX_EXHAUSTIVE {
        return (0..1_u32 << (count - 1)).map(|mask| breaks_of(mask, count)).collect();
    }
    let widths: Vec<f32> = words.iter().map(|word| word.lettering.advance + SPACE).collect();
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let total: f32 = widths.iter().sum();
    (1..=MAX_LINES * 4)
        .map(|step| {
            // Greedy filling with growing limits finds all well-balanced line breaks.
            let limit = widest.max(total / MAX_LINES as f32 * (0.9 + step as f32 * 0.12));
            filled(&widths, limit)
        })
        .collect()
}

/// Candidates for words without spaces: all line breaks between phrases, if there are few phrases; and for each number
/// of lines the most even line breaks, at three weights of unbroken phrases.
fn joined_candidates(words: &[SetWord]) -> Vec<Vec<usize>> {
    let mut phrases: Vec<usize> = Vec::new();
    for word in words {
        match phrases.last_mut() {
            Some(pieces) if matches!(word.gap, Gap::Same(_)) => *pieces += 1,
            _ => phrases.push(1),
        }
    }
    let mut found = Vec::new();
    if phrases.len() <= MAX_EXHAUSTIVE {
        found.extend((0..1_u32 << (phrases.len() - 1)).map(|mask| {
            let mut pieces = phrases.iter();
            let lines = breaks_of(mask, phrases.len()).into_iter();
            lines
                .map(|count| pieces.by_ref().take(count).sum())
                .collect::<Vec<usize>>()
        }));
    }
    for lines in 1..=MAX_LINES.min(words.len()) {
        for regard in [0.0, 0.6, 3.0] {
            found.extend(even(words, lines, regard));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The most even line breaks into this many lines. `regard` is the weight of unbroken phrases against evenness.
fn even(words: &[SetWord], lines: usize, regard: f32) -> Option<Vec<usize>> {
    let widths: Vec<f32> = words
        .iter()
        .map(|word| word.lettering.advance + word.gap.width())
        .collect();
    let share = widths.iter().sum::<f32>() / lines as f32;
    // Dynamic programming: for each number of lines and words the least cost, and the number of words on the last line.
    let mut rows = vec![vec![(f32::MAX, 0); words.len() + 1]];
    *rows.first_mut()?.first_mut()? = (0.0, 0);
    for _ in 0..lines {
        let before = rows.last()?;
        let mut row = vec![(f32::MAX, 0); words.len() + 1];
        for (end, slot) in row.iter_mut().enumerate() {
            let mut width = 0.0;
            for start in (0..end).rev() {
                width += widths.get(start).copied().unwrap_or(0.0);
                let price = words.get(end).map_or(1.0, |next| next.gap.price());
                let uneven = width / share - 1.0;
                let cost = before.get(start)?.0 + uneven * uneven - regard * price.ln();
                if cost < slot.0 {
                    *slot = (cost, end - start);
                }
            }
        }
        rows.push(row);
    }
    let mut counts = Vec::new();
    let mut end = words.len();
    for row in rows.iter().skip(1).rev() {
        let (_, count) = *row.get(end)?;
        counts.push(count);
        end -= count;
    }
    counts.reverse();
    (end == 0 && !counts.contains(&0)).then_some(counts)
}

fn breaks_of(mask: u32, count: usize) -> Vec<usize> {
    let mut lines = vec![1];
    for gap in 0..count - 1 {
        match lines.last_mut() {
            Some(line) if mask >> gap & 1 == 0 => *line += 1,
            _ => lines.push(1),
        }
    }
    lines
}

fn filled(widths: &[f32], limit: f32) -> Vec<usize> {
    let (mut lines, mut count, mut used) = (Vec::new(), 0, 0.0);
    for width in widths {
        if count > 0 && used + width > limit {
            lines.push(count);
            (count, used) = (0, 0.0);
        }
        count += 1;
        used += width;
    }
    lines.push(count);
    lines
}
