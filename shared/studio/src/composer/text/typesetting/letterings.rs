//! The words that a picture has typeset so far. Many layouts are tried, and each word is typeset once.

use crate::composer::{
    headline::Headline,
    text::typeface::{self, Faces, Lettering, family::Family},
    writing::Writing,
};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// The texts that were typeset, each with its words.
#[derive(Default)]
pub(crate) struct Letterings(RefCell<Vec<Rc<SetText>>>);

/// A text in the letters of a family.
pub(super) struct SetText {
    text: String,
    family: Family,
    writing: Writing,
    faces: Faces,
    is_right_to_left: bool,
    /// Whether words are read in another order than they have on a line.
    is_reordered: bool,
    words: RefCell<HashMap<String, Option<Rc<Lettering>>>>,
}

impl Letterings {
    /// The text of a headline in the letters of a family.
    pub(super) fn of(&self, headline: &Headline, family: Family) -> Rc<SetText> {
        let words: Vec<&str> = headline.words.iter().map(|word| word.text.as_str()).collect();
        let (text, writing) = (words.join(" "), headline.writing);
        let mut all = self.0.borrow_mut();
        let is_same = |set: &&Rc<SetText>| set.text == text && set.family == family && set.writing == writing;
        if let Some(set) = all.iter().find(is_same) {
            return Rc::clone(set);
        }
        let is_right_to_left = typeface::is_right_to_left(&text);
        let set = Rc::new(SetText {
            family,
            writing,
            faces: Faces::of(&text, family),
            is_right_to_left,
            is_reordered: is_right_to_left || typeface::has_right_to_left(&text),
            words: RefCell::default(),
            text,
        });
        all.push(Rc::clone(&set));
        set
    }
}

impl SetText {
    /// Whether most of the text is read from right to left.
    pub(super) const fn is_right_to_left(&self) -> bool {
        self.is_right_to_left
    }

    /// A word of the text in type. `None` if no character of it can be drawn.
    pub(super) fn letter(&self, word: &str) -> Option<Rc<Lettering>> {
        let mut words = self.words.borrow_mut();
        if let Some(known) = words.get(word) {
            return known.clone();
        }
        let lettering = typeface::letter(word, self.is_right_to_left, self.writing, &self.faces).map(Rc::new);
        words.insert(word.to_owned(), lettering.clone());
        lettering
    }

    /// The indexes of the words of a line in visual order, from left to right.
    pub(super) fn visual_order(&self, words: &[&str]) -> Vec<usize> {
        match self.is_reordered {
            true => typeface::visual_order(words, self.is_right_to_left),
            false => (0..words.len()).collect(),
        }
    }
}
