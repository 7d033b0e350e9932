//! Writes a brief as the text of a request to a vendor's model, and chooses the references that the request contains.
//! The text numbers the references in their order.

use crate::{
    attach::format,
    brief::{Brief, Calm, Content, ReferencePicture, Role},
};
use contract::Lettering;
use lexicon::{Change, Changes};
use runtime::{Capabilities, ReferenceLimits};
use std::collections::BTreeMap;
use vendors::Attachment;

/// The content of a request to a model.
#[derive(Debug)]
pub(crate) struct Instructions {
    /// The text.
    pub(crate) text: String,
    /// The pictures that the text numbers, persons first.
    pub(crate) attachments: Vec<Attachment>,
    /// The indexes of these pictures in the brief's references.
    pub(crate) used: Vec<usize>,
    /// Whether the prompt was cut because it is longer than the model accepts.
    pub(crate) prompt_was_cut: bool,
}

const TASK: &str = "Make one finished picture: the thumbnail of a video, which has to be understood in half a second \
    among others and at the size of a stamp (168 by 94 pixels).";

const CRAFT: &str = "CRAFT: One clear idea, at most three elements. The subject is large, a third to a half of the \
    picture, set off from a quieter background by light or colour; a face has its eyes on the upper third. Strong \
    contrast, one dominant colour and one accent. Nothing important within 5% of the edges or in the lower right corner \
    (the last fifth of the width and sixth of the height), where players put the duration. No border, no watermark, no \
    play button, no interface.";

impl Instructions {
    /// Writes the brief for a model with these abilities.
    pub(crate) fn of(brief: &Brief, capabilities: &Capabilities) -> Self {
        let chosen = attached(&brief.references, capabilities.references);
        let numbered = |role: Role| {
            let of_role = chosen
                .iter()
                .enumerate()
                .filter(move |(_, chosen)| chosen.reference.role == role);
            of_role.map(|(at, chosen)| (at + 1, chosen.reference))
        };
        let before = [
            Some(TASK.to_owned()),
            Some(shape(brief)),
            original(numbered(Role::Original)),
            people(numbered(Role::Person)),
            things(numbered(Role::Object)),
            logos(numbered(Role::Logo)),
            style(numbered(Role::Style)),
        ];
        let before: Vec<String> = before.into_iter().flatten().collect();
        let is_change = chosen.iter().any(|chosen| chosen.reference.role == Role::Original);
        let words = match &brief.title {
            _ if brief.lettering == Lettering::Composer => plate(brief.calm),
            None if is_change => "WORDS: Those of the picture above, unless the change names others.".to_owned(),
            title => words(title.as_deref()),
        };
        let whole = |prompt: &str, craft: bool| {
            let mut sections = before.clone();
            sections.push(picture(prompt, brief.lettering, &chosen));
            sections.push(words.clone());
            sections.extend(craft.then(|| CRAFT.to_owned()));
            sections.join("\n\n")
        };
        let most = usize::try_from(capabilities.max_prompt_chars).unwrap_or(usize::MAX);
        let (text, prompt_was_cut) = within(most, &brief.prompt, whole);
        Self {
            text,
            prompt_was_cut,
            used: chosen.iter().map(|chosen| chosen.at).collect(),
            attachments: chosen.iter().map(|chosen| chosen.attachment.clone()).collect(),
        }
    }
}

/// The text in at most `most` code points, and whether the prompt was cut. The general advice is left out first, then
/// the prompt's end is cut. If the model accepts hardly any text, only the prompt is left.
fn within(most: usize, prompt: &str, whole: impl Fn(&str, bool) -> String) -> (String, bool) {
    let length = |text: &str| text.chars().count();
    for craft in [true, false] {
        let text = whole(prompt, craft);
        if length(&text) <= most {
            return (text, false);
        }
    }
    let room = most.saturating_sub(length(&whole("", false)));
    // If less than a sentence of the prompt would be left, the text around the prompt is worth more.
    if room < 100 {
        return (cut(prompt, most), length(prompt) > most);
    }
    (whole(&cut(prompt, room), false), true)
}

/// The first words of a text.
fn cut(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let (head, _) = text.split_at(end);
    let word = head.rfind(char::is_whitespace).filter(|&at| at > head.len() / 2);
    head.get(..word.unwrap_or(head.len()))
        .unwrap_or(head)
        .trim_end()
        .to_owned()
}

/// A reference that is sent to the model.
struct Chosen<'a> {
    at: usize,
    reference: &'a ReferencePicture,
    attachment: Attachment,
}

/// The references that are sent to the model, in the order in which the text numbers them. [`choose`] chooses them
/// among those whose file is in memory and is a picture.
fn attached(references: &[ReferencePicture], limits: ReferenceLimits) -> Vec<Chosen<'_>> {
    let attachment = |reference: &ReferencePicture| match &reference.content {
        Content::File(bytes) => Some(Attachment {
            format: format(bytes)?,
            bytes: bytes.clone(),
        }),
        Content::Absent | Content::Decoded(_) => None,
    };
    let usable = references.iter().enumerate().filter_map(|(at, reference)| {
        let attachment = attachment(reference)?;
        Some((
            at,
            Chosen {
                at,
                reference,
                attachment,
            },
        ))
    });
    let mut usable: BTreeMap<usize, Chosen<'_>> = usable.collect();
    let chosen = order(usable.values().map(|usable| (usable.at, usable.reference)), limits);
    chosen.into_iter().filter_map(|at| usable.remove(&at)).collect()
}

/// The indexes of the references that are sent to a model: the picture to change first, then persons, objects and
/// styles.
///
/// If there are more than the model accepts, the most important are chosen first: the picture to change; one photo of
/// each person, all objects, one style; then further photos of the persons, then further styles.
pub(crate) fn choose(references: &[ReferencePicture], limits: ReferenceLimits) -> Vec<usize> {
    order(references.iter().enumerate(), limits)
}

fn order<'a>(references: impl Iterator<Item = (usize, &'a ReferencePicture)>, limits: ReferenceLimits) -> Vec<usize> {
    let references: Vec<(usize, &ReferencePicture)> = references.collect();
    let mut seen: BTreeMap<(u8, &str), u32> = BTreeMap::new();
    let mut ranked: Vec<(u8, usize, &ReferencePicture)> = Vec::new();
    for &(at, reference) in &references {
        let of_kind = match reference.role {
            Role::Person => (0, reference.id.as_str()),
            Role::Object | Role::Logo => (1, ""),
            Role::Style => (2, ""),
            Role::Original | Role::Plate => (3, ""),
        };
        let nth = seen.entry(of_kind).or_default();
        let rank = match (reference.role, *nth) {
            (Role::Original | Role::Plate, _) => 0,
            (Role::Person, 0) => 1,
            (Role::Object | Role::Logo, _) => 2,
            (Role::Style, 0) => 3,
            (Role::Person, _) => 4,
            (Role::Style, _) => 5,
        };
        *nth += 1;
        ranked.push((rank, at, reference));
    }
    ranked.sort_by_key(|(rank, ..)| *rank);
    let (mut total, mut of_role) = (0, [0; 4]);
    let mut chosen: Vec<(usize, &ReferencePicture)> = Vec::new();
    for (_, at, reference) in ranked {
        let (limit, count) = match (reference.role, &mut of_role) {
            (Role::Person, [count, ..]) => (limits.person, count),
            (Role::Object | Role::Logo, [_, count, ..]) => (limits.object, count),
            (Role::Style, [_, _, count, _]) => (limits.style, count),
            (Role::Original | Role::Plate, [.., count]) => (limits.total, count),
        };
        if total < limits.total && *count < limit {
            total += 1;
            *count += 1;
            chosen.push((at, reference));
        }
    }
    // All photos of a person follow the person's first photo.
    let first = |one: &ReferencePicture| references.iter().position(|(_, other)| other.id == one.id);
    chosen.sort_by_key(|(at, reference)| {
        let role = match reference.role {
            Role::Original | Role::Plate => 0,
            Role::Person => 1,
            Role::Object | Role::Logo => 2,
            Role::Style => 3,
        };
        (role, first(reference), *at)
    });
    chosen.into_iter().map(|(at, _)| at).collect()
}

fn shape(brief: &Brief) -> String {
    let size = brief.size();
    let shape = brief.aspect_ratio.as_str();
    format!(
        "SHAPE: {shape} ({} by {} pixels), filled to the edges.",
        size.width, size.height
    )
}

/// "Image 1", "Images 1 and 2", "Images 1, 2 and 3".
fn images(numbers: &[usize]) -> String {
    match numbers {
        [one] => format!("Image {one}"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(usize::to_string).collect();
            format!("Images {} and {last}", first.join(", "))
        }
        [] => String::new(),
    }
}

/// The name in quotation marks. Its own quotation marks are removed, because an owner may write any text.
fn quoted(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c == '"' || c.is_control() { ' ' } else { c })
        .collect();
    format!("\"{}\"", plain.trim())
}

fn people<'a>(photos: impl Iterator<Item = (usize, &'a ReferencePicture)>) -> Option<String> {
    let mut persons: Vec<(&str, &str, Vec<usize>)> = Vec::new();
    for (number, photo) in photos {
        match persons.last_mut() {
            Some((id, _, numbers)) if *id == photo.id => numbers.push(number),
            _ => persons.push((&photo.id, &photo.name, vec![number])),
        }
    }
    let lines = persons.iter().map(|(_, name, numbers)| {
        let verb = if numbers.len() == 1 { "shows" } else { "show" };
        format!("{} {verb} {}.", images(numbers), quoted(name))
    });
    let lines: Vec<String> = lines.collect();
    let (subject, appears) = match lines.len() {
        0 => return None,
        1 => ("this face", "This person is the main subject of the thumbnail"),
        _ => (
            "each of these faces",
            "All of these persons appear in the thumbnail, the first as its main subject",
        ),
    };
    Some(format!(
        "PERSONS: {} {appears}, whether or not the description below mentions them; whatever person the description \
         or a style implies has this identity. Keep {subject} exactly: the form of the face, eyes, nose, mouth, skin, \
         hair and apparent age, so that friends would recognise them. Pose, expression, clothes and light follow the \
         description.",
        lines.join(" ")
    ))
}

fn things<'a>(pictures: impl Iterator<Item = (usize, &'a ReferencePicture)>) -> Option<String> {
    let names = named(pictures)?;
    Some(format!("OBJECTS: {names} {EXACTLY}"))
}

fn logos<'a>(pictures: impl Iterator<Item = (usize, &'a ReferencePicture)>) -> Option<String> {
    let names = named(pictures)?;
    Some(format!(
        "LOGOS: {names} {EXACTLY} Unless the description is about the logo or places it, it stands in an upper corner or in \
         the lower left one, at most a fifth of the picture's width, and is not the subject."
    ))
}

const EXACTLY: &str = "Reproduce each exactly: its shape, proportions, colours and lettering, whole and readable, not \
    redrawn, not translated, not decorated.";

/// The numbers and names of pictures; `None` without pictures.
fn named<'a>(pictures: impl Iterator<Item = (usize, &'a ReferencePicture)>) -> Option<String> {
    let lines: Vec<String> = pictures
        .map(|(number, picture)| format!("Image {number} is {}.", quoted(&picture.name)))
        .collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

fn style<'a>(pictures: impl Iterator<Item = (usize, &'a ReferencePicture)>) -> Option<String> {
    let numbers: Vec<usize> = pictures.map(|(number, _)| number).collect();
    let verb = match numbers.len() {
        0 => return None,
        1 => "sets",
        _ => "set",
    };
    Some(format!(
        "STYLE: {} {verb} mood and composition only: palette, light, contrast, texture, where things stand. Nothing \
         shown there appears here: not its faces, which are not faces to reproduce, not its figures, words, logos or \
         watermarks.",
        images(&numbers)
    ))
}

fn original<'a>(mut pictures: impl Iterator<Item = (usize, &'a ReferencePicture)>) -> Option<String> {
    let (number, _) = pictures.next()?;
    Some(format!(
        "ORIGINAL: Image {number} is the picture to change. Make only the change described below. Everything else stays as \
         it is: its subjects, faces, composition, background, colours and light."
    ))
}

fn picture(prompt: &str, lettering: Lettering, chosen: &[Chosen<'_>]) -> String {
    if chosen.iter().any(|one| one.reference.role == Role::Original) {
        return format!("CHANGE: {}", change(prompt, lettering));
    }
    if !prompt.trim().is_empty() {
        return format!("PICTURE: {}", prompt.trim());
    }
    let shown = chosen.iter().any(|one| one.reference.role != Role::Style);
    let wish = if shown {
        "what the images above show, as the thumbnail of a video about it."
    } else {
        "a striking scene in the style of the images above."
    };
    format!("PICTURE: {wish}")
}

/// The words about a change as English orders. Parts that are not understood follow as the caller wrote them. A new
/// title is left out, because the title has a section of its own. So is everything about title and logo if the
/// composer sets them.
fn change(words: &str, lettering: Lettering) -> String {
    if !Changes::of(words).is_any() {
        return words.trim().to_owned();
    }
    let (mut orders, mut own_words): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for part in Changes::parts(words) {
        let changes = Changes::of(part);
        if changes.is_any() {
            own_words.extend(changes.unknown);
        } else {
            own_words.push(part.to_owned());
        }
        let is_for_model = |change: &&Change| lettering == Lettering::Model || !change.part.is_set_on_plates();
        orders.extend(changes.made.iter().filter(is_for_model).filter_map(Change::in_english));
    }
    let own_words = own_words
        .iter()
        .map(|words| format!("Also, in the caller's words: “{words}”."));
    let sentences: Vec<String> = orders.into_iter().chain(own_words).collect();
    if sentences.is_empty() {
        return match lettering {
            Lettering::Model => "only the words, as the next section says.".to_owned(),
            Lettering::Composer => "only the shape and the size.".to_owned(),
        };
    }
    sentences.join(" ")
}

/// The section about words for a plate.
fn plate(calm: Option<Calm>) -> String {
    let mut section =
        "WORDS: None. A title is set on the finished picture later, so paint no title, headline, caption or \
        other added text, even where the description asks for one, and no panel, banner or bubble for it. Letters that \
        the description puts on things (a sign, a shirt), or that the images above show, stay."
            .to_owned();
    if let Some(calm) = calm {
        let (part, rest, looks) = match calm {
            Calm::Left => ("left half", "right half", "to the left"),
            Calm::Right => ("right half", "left half", "to the right"),
            Calm::Top => ("upper third", "lower two thirds", "into the picture"),
            Calm::Bottom => ("lower third", "upper two thirds", "into the picture"),
        };
        section.push_str(&format!(
            "\n\nPLACE FOR THE TITLE: The {part} stays calm: background without detail, in one tone, a little dark, \
             without faces and things. The main subject stands whole and large in the {rest}, and looks {looks}."
        ));
    }
    section
}

fn words(title: Option<&str>) -> String {
    match title {
        Some(title) if title.trim().is_empty() => {
            "WORDS: None. The picture has no title and no other added text; letters that the description puts on things, \
                or that the images above show, stay."
                .to_owned()
        }
        Some(title) => format!(
            "WORDS: Print exactly {} and no other text, spelled like this, in heavy letters at least a seventh of the \
             picture's height, on the calmest part, in two or three lines at most.",
            quoted(title)
        ),
        None => {
            "WORDS: Only those that the description asks for, at most five, in heavy letters at least a seventh of \
                 the picture's height; otherwise no text at all."
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests;
