//! Puts the measured properties of a picture into English sentences.

use crate::look::{Across, Background, Colours, Contrast, Down, Kind, Light, Look, Place, Shape, Side, Tint, Tone};

/// The description of a picture in which no pixel is visible.
pub(crate) const OF_TRANSPARENT: &str = "An empty picture: all of it is transparent.";

/// A name for a picture without a title, such as `Blue logo`.
pub(crate) fn name(look: Option<&Look>) -> String {
    let Some(look) = look else {
        return "Empty picture".to_owned();
    };
    let noun = match look.kind {
        Kind::Page => "page of text",
        Kind::Blank => "area",
        kind => noun(kind),
    };
    let words = match colour_of_all(look) {
        Some(colour) => format!("{colour} {noun}"),
        None => noun.to_owned(),
    };
    capitalized(&words)
}

/// A description of what the picture shows.
pub(crate) fn of_image(look: &Look) -> String {
    let shape = look.shape.map(|shape| match shape {
        Shape::Wide => "wide",
        Shape::Tall => "tall",
        Shape::Square => "square",
    });
    if look.kind == Kind::Blank {
        let colour = colour_of_all(look).unwrap_or("one colour");
        let adjectives = shape.map(|shape| format!("{shape} ")).unwrap_or_default();
        return format!("A {adjectives}picture of nothing but {colour}.");
    }
    let is_flat = matches!(look.kind, Kind::Logo | Kind::Graphic | Kind::Page);
    let light = look.tone.light.filter(|_| !is_flat).map(|light| match light {
        Light::Dark => "dark",
        Light::Bright => "bright",
    });
    let adjectives: Vec<&str> = [shape.filter(|_| look.kind != Kind::Logo), light]
        .into_iter()
        .flatten()
        .collect();
    let noun = match look.kind {
        Kind::Photo if look.colours.are_grey => "black-and-white photo",
        kind => noun(kind),
    };
    let what = match adjectives.join(", ") {
        adjectives if adjectives.is_empty() => format!("A {noun}"),
        adjectives => format!("A {adjectives} {noun}"),
    };
    let contrast = look.tone.contrast.filter(|_| !is_flat).map(|contrast| match contrast {
        Contrast::High => " with high contrast",
        Contrast::Low => " with little contrast",
    });
    let background = background(look.background).map(|background| format!(" on {background}"));
    let place = look.place.map(|place| {
        let subject = if is_flat { "" } else { "the subject " };
        format!("{subject}{}", where_it_is(place))
    });
    let lettering = lettering(look).map(str::to_owned);
    let facts: Vec<String> = [colours(&look.colours), place, lettering]
        .into_iter()
        .flatten()
        .collect();
    let facts = match facts.join(", ") {
        facts if facts.is_empty() => facts,
        facts => format!(": {facts}"),
    };
    format!(
        "{what}{}{}{facts}.",
        contrast.unwrap_or_default(),
        background.unwrap_or_default()
    )
}

/// A description of the picture's style, in words that other pictures can follow.
pub(crate) fn of_style(look: &Look) -> String {
    if look.kind == Kind::Blank {
        return format!("Nothing but {}.", colour_of_all(look).unwrap_or("one colour"));
    }
    let place = look.place.map(|place| match place {
        Place::At(Across::Left, Down::Middle) => "left of the middle",
        Place::At(Across::Right, Down::Middle) => "right of the middle",
        place => where_it_is(place),
    });
    let calm = look.calm.map(|side| match side {
        Side::Left => "calm space on the left",
        Side::Right => "calm space on the right",
        Side::Top => "calm space at the top",
        Side::Bottom => "calm space at the bottom",
        Side::Both => "calm space on both sides",
    });
    let subject: Vec<String> = place
        .map(|place| format!("the subject {place}"))
        .into_iter()
        .chain(calm.map(str::to_owned))
        .collect();
    let facts = [
        enumerated(&tone(look)),
        colours(&look.colours),
        (!subject.is_empty()).then(|| subject.join(", ")),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let made = match look.kind {
        Kind::Photo => Some("photographic"),
        Kind::Logo => Some("few colours"),
        Kind::Graphic => Some("flat areas of few colours"),
        Kind::Page => Some("lines of text"),
        Kind::Blank | Kind::Other => None,
    };
    let made = [made, lettering(look)].into_iter().flatten().map(str::to_owned);
    let made: Vec<String> = made.chain(background(look.background)).collect();
    let sentences = [facts.join("; "), made.join(", ")];
    let sentences = sentences.iter().filter(|facts| !facts.is_empty());
    let sentences: Vec<String> = sentences.map(|facts| format!("{}.", capitalized(facts))).collect();
    sentences.join(" ")
}

/// Adjectives for the whole picture.
fn tone(look: &Look) -> Vec<&'static str> {
    let Tone {
        light,
        contrast,
        is_vivid,
        is_muted,
        tint,
    } = look.tone;
    let light = light.map(|light| match light {
        Light::Dark => "dark",
        Light::Bright => "bright",
    });
    let contrast = contrast.map(|contrast| match contrast {
        Contrast::High => "contrasty",
        Contrast::Low => "low in contrast",
    });
    let strength = match (look.colours.are_grey, is_vivid, is_muted) {
        (true, ..) => Some("colourless"),
        (_, true, _) => Some("vivid"),
        (.., true) => Some("muted"),
        _ => None,
    };
    let tint = tint.map(|tint| match tint {
        Tint::Warm => "warm",
        Tint::Cool => "cool",
    });
    [light, contrast, strength, tint].into_iter().flatten().collect()
}

const fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Logo => "logo",
        Kind::Graphic => "graphic",
        Kind::Page => "page or screen of text",
        Kind::Photo => "photo",
        Kind::Blank | Kind::Other => "picture",
    }
}

fn background(background: Background) -> Option<String> {
    match background {
        Background::Transparent => Some("a transparent background".to_owned()),
        Background::Plain(colour) => Some(format!("a plain {} background", colour::name(colour))),
        Background::Other => None,
    }
}

/// The colours as a phrase, such as `dark blue and white with orange accents`.
fn colours(colours: &Colours) -> Option<String> {
    let main = enumerated(&colours.main)?;
    Some(match enumerated(&colours.accents) {
        Some(accents) => format!("{main} with {accents} accents"),
        None => main,
    })
}

/// The colour that names the picture: the subject's, or the background's if there is no subject.
fn colour_of_all(look: &Look) -> Option<&'static str> {
    look.colours.naming().or(match look.background {
        Background::Plain(colour) => Some(colour::name(colour)),
        Background::Transparent | Background::Other => None,
    })
}

const fn where_it_is(place: Place) -> &'static str {
    match place {
        Place::Everywhere => "filling the picture",
        Place::At(Across::Left, Down::Top) => "at the upper left",
        Place::At(Across::Left, Down::Middle) => "on the left",
        Place::At(Across::Left, Down::Bottom) => "at the lower left",
        Place::At(Across::Middle, Down::Top) => "in the upper part",
        Place::At(Across::Middle, Down::Middle) => "in the middle",
        Place::At(Across::Middle, Down::Bottom) => "in the lower part",
        Place::At(Across::Right, Down::Top) => "at the upper right",
        Place::At(Across::Right, Down::Middle) => "on the right",
        Place::At(Across::Right, Down::Bottom) => "at the lower right",
    }
}

/// A remark about lettering. A page has none, because its noun already says that it is text.
fn lettering(look: &Look) -> Option<&'static str> {
    (look.has_lettering && look.kind != Kind::Page).then_some("possibly with lettering")
}

/// Joins words as `a`, `a and b` or `a, b and c`.
fn enumerated(words: &[&str]) -> Option<String> {
    match words {
        [] => None,
        [word] => Some((*word).to_owned()),
        [first @ .., last] => Some(format!("{} and {last}", first.join(", "))),
    }
}

fn capitalized(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next();
    first
        .map(|c| c.to_ascii_uppercase())
        .into_iter()
        .chain(characters)
        .collect()
}
