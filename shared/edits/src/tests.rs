use super::*;

fn read(text: &str) -> Changes {
    Changes::read([text])
}

#[test]
fn a_title_follows_its_label() {
    for (text, expected) in [
        ("title: NEVER AGAIN", "NEVER AGAIN"),
        ("Title = Never again!", "Never again!"),
        ("new headline: “Day 1: the start”", "Day 1: the start"),
        ("the text: 100 %", "100 %"),
        ("Titel: Nie wieder", "Nie wieder"),
        ("neuer Titel: 'Nie wieder'", "Nie wieder"),
        ("Titre : « Plus jamais »", "Plus jamais"),
        ("título: Nunca más", "Nunca más"),
        ("titolo: Mai più", "Mai più"),
        ("başlık: Bir daha asla", "Bir daha asla"),
        ("tytuł: Nigdy więcej", "Nigdy więcej"),
        ("заголовок: Никогда больше", "Никогда больше"),
        ("タイトル：もう二度と", "もう二度と"),
        ("标题：再也不会", "再也不会"),
        ("제목: 다시는", "다시는"),
    ] {
        let expected = Changes {
            title: Some(expected.to_owned()),
            ..Changes::default()
        };
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_title_follows_an_order_to_change_it() {
    for (text, expected) in [
        ("change the title to NEVER AGAIN", "NEVER AGAIN"),
        ("Set the headline to \"Never again\"", "Never again"),
        ("please make the text say Never again.", "Never again."),
        ("replace the words with 24 HOURS", "24 HOURS"),
        ("change the title to Welcome to Rome", "Welcome to Rome"),
    ] {
        assert_eq!(read(text).title.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn a_title_that_is_too_long_to_print_is_not_understood() {
    assert!(read(&format!("title: {}", "a".repeat(100))).title.is_some());
    assert!(read(&format!("title: {}", "a".repeat(101))).title.is_none());
}

#[test]
fn colours_are_named_alone_or_with_what_they_colour() {
    let (blue, yellow) = (Rgb::hex(0x2563eb), Rgb::hex(0xfacc15));
    for (text, expected) in [
        ("make it blue", &[blue][..]),
        ("blue background", &[blue]),
        ("colours: blue and yellow", &[blue, yellow]),
        ("change the background to blue", &[blue]),
        ("use blue with yellow", &[blue, yellow]),
        ("Farbe: Blau", &[blue]),
        ("fond bleu", &[blue]),
        ("fondo azul", &[blue]),
        ("background = #123456", &[Rgb::hex(0x123456)]),
    ] {
        let expected = Changes {
            colours: expected.to_vec(),
            ..Changes::default()
        };
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_dark_colour_is_darker_and_a_light_colour_lighter() {
    let lightness = |text: &str| {
        let [colour] = *read(text).colours else {
            panic!("{text}")
        };
        colour.oklch().lightness
    };
    for (dark, usual, light) in [
        ("dark blue", "blue", "light blue"),
        ("bleu foncé", "bleu", "bleu clair"),
        ("verde oscuro", "verde", "verde claro"),
    ] {
        assert!(lightness(dark) + 0.1 < lightness(usual), "{dark}");
        assert!(lightness(usual) + 0.1 < lightness(light), "{light}");
    }
    let [first, second] = *read("dark red and light grey").colours else {
        panic!()
    };
    assert!(first.oklch().lightness < 0.5 && second.oklch().lightness > 0.7);
}

#[test]
fn a_layout_is_named_or_any_other() {
    for (text, expected) in [
        ("layout: split", Layout::Named("split")),
        ("use the Banner layout", Layout::Named("banner")),
        ("change the layout to versus", Layout::Named("versus")),
        ("another layout", Layout::Another(1)),
        ("please try a different layout", Layout::Another(1)),
        ("change the layout", Layout::Another(1)),
        ("anderes Layout", Layout::Another(1)),
        ("layout: another", Layout::Another(1)),
    ] {
        let expected = Changes {
            layout: Some(expected),
            ..Changes::default()
        };
        assert_eq!(read(text), expected, "{text}");
    }
    let twice = Changes::read(["another layout", "title: One", "another layout"]);
    assert_eq!(twice.layout, Some(Layout::Another(2)));
}

#[test]
fn a_subject_and_an_emphasis_follow_a_label_or_a_verb() {
    for (text, subject) in [
        ("subject: a dog", "a dog"),
        ("show a dog instead of the cat", "a dog"),
        ("replace the cat with a dog", "a dog"),
        ("change the subject to a dog", "a dog"),
        ("Motiv: ein Hund", "ein Hund"),
    ] {
        let expected = Changes {
            subject: Some(subject.to_owned()),
            ..Changes::default()
        };
        assert_eq!(read(text), expected, "{text}");
    }
    for text in [
        "emphasis: NEVER",
        "highlight NEVER",
        "emphasise “NEVER”",
        "betone NEVER",
    ] {
        assert_eq!(read(text).emphasis.as_deref(), Some("NEVER"), "{text}");
    }
}

#[test]
fn what_names_no_change_is_not_understood() {
    for text in [
        "make the title yellow",
        "bigger text",
        "without the arrow",
        "subtitle: none",
        "a film title: that is too little",
        "title:",
        "change the title to",
        "put it on a beach",
        "make it dark",
        "red, green and blue",
        "layout: upside down",
        "colours: warmer",
        "a split screen",
    ] {
        let expected = Changes {
            unknown: vec![text.to_owned()],
            ..Changes::default()
        };
        assert_eq!(read(text), expected);
    }
}

#[test]
fn each_line_and_each_part_between_semicolons_is_a_phrase() {
    let changes = Changes::read(["make it blue; title: One\n\ntitle: Two\nno arrow", "colour: red"]);
    let expected = Changes {
        title: Some("Two".to_owned()),
        colours: vec![Rgb::hex(0xdc2626)],
        unknown: vec!["no arrow".to_owned()],
        ..Changes::default()
    };
    assert_eq!(changes, expected);
}
