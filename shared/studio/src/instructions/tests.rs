use super::*;
use bytes::Bytes;
use contract::Resolution;
use proptest::prelude::*;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

fn reference(role: Role, id: &str, name: &str) -> ReferencePicture {
    ReferencePicture::new(
        role,
        id,
        name,
        Bytes::from([PNG, id.as_bytes(), name.as_bytes()].concat()),
    )
}

fn brief(prompt: &str, references: Vec<ReferencePicture>) -> Brief {
    Brief {
        prompt: prompt.to_owned(),
        references,
        ..Brief::default()
    }
}

fn capabilities(references: ReferenceLimits, max_prompt_chars: u32) -> Capabilities {
    Capabilities {
        sizes: Vec::new(),
        resolutions: vec![Resolution::P720],
        references,
        edits: true,
        seed: false,
        max_prompt_chars,
    }
}

fn told(brief: &Brief) -> Instructions {
    Instructions::of(brief, &capabilities(ReferenceLimits::any(14), 32_000))
}

/// As the loop hands them over: images, inspirations, persons.
fn everything() -> Vec<ReferencePicture> {
    vec![
        reference(Role::Logo, "img_1", "Acme logo"),
        reference(Role::Style, "ins_1", "Neon"),
        reference(Role::Style, "ins_2", "Noir"),
        reference(Role::Person, "per_1", "Alex"),
        reference(Role::Person, "per_1", "Alex"),
        reference(Role::Person, "per_2", "Sam"),
    ]
}

#[test]
fn persons_come_first_then_things_then_styles_and_the_words_number_them() {
    let told = told(&brief("A race at night", everything()));
    assert_eq!(told.used, [3, 4, 5, 0, 1, 2]);
    let sent: Vec<&Bytes> = told.attachments.iter().map(|attachment| &attachment.bytes).collect();
    assert!(sent[0].ends_with(b"per_1Alex") && sent[2].ends_with(b"per_2Sam") && sent[3].ends_with(b"img_1Acme logo"));
    for words in [
        "SHAPE: 16:9 (1280 by 720 pixels)",
        "PERSONS: Images 1 and 2 show \"Alex\". Image 3 shows \"Sam\". All of these persons appear",
        "Keep each of these faces exactly",
        "LOGOS: Image 4 is \"Acme logo\". Reproduce each exactly",
        "STYLE: Images 5 and 6 set mood and composition only",
        "PICTURE: A race at night",
        "otherwise no text at all",
    ] {
        assert!(told.text.contains(words), "{words}\n\n{}", told.text);
    }
    let at = |words: &str| told.text.find(words).unwrap();
    assert!(at("PERSONS") < at("LOGOS") && at("LOGOS") < at("STYLE") && at("STYLE") < at("PICTURE"));
}

#[test]
fn a_single_person_is_the_main_subject() {
    let told = told(&brief("A kitchen", vec![reference(Role::Person, "per_1", "Alex")]));
    assert!(
        told.text
            .contains("PERSONS: Image 1 shows \"Alex\". This person is the main subject")
    );
    assert!(told.text.contains("whether or not the description below mentions them"));
    assert!(!told.text.contains("STYLE:") && !told.text.contains("OBJECTS"));
}

#[test]
fn a_title_is_printed_exactly() {
    let mut titled = brief("A kitchen", Vec::new());
    titled.title = Some("I Tried \"It\"".to_owned());
    let told = told(&titled);
    assert!(
        told.text
            .contains("WORDS: Print exactly \"I Tried  It\" and no other text"),
        "{}",
        told.text
    );
}

#[test]
fn without_a_prompt_the_references_say_what_to_paint() {
    let logo = told(&brief("", vec![reference(Role::Object, "img_1", "Logo")]));
    assert!(logo.text.contains("PICTURE: what the images above show"));
    let style = told(&brief(" ", vec![reference(Role::Style, "ins_1", "Neon")]));
    assert!(style.text.contains("PICTURE: a striking scene in the style"));
}

#[test]
fn a_change_is_told_in_english_apart_from_the_words() {
    let change = |words: &str, title: Option<&str>| {
        let references = vec![reference(Role::Original, "thm_1", "")];
        let brief = Brief {
            title: title.map(str::to_owned),
            ..brief(words, references)
        };
        told(&brief).text
    };
    let german = change("Mach den Hintergrund blau und nimm den Pfeil weg", Some("Sturm"));
    assert!(
        german.contains("CHANGE: Make the background blue (#2563eb). Remove the arrow."),
        "{german}"
    );
    assert!(german.contains("Print exactly \"Sturm\""), "{german}");
    let title = change("Titel: Sturm", Some("Sturm"));
    assert!(title.contains("CHANGE: only the words"), "{title}");
    let unknown = change("put it on the moon", None);
    assert!(unknown.contains("CHANGE: put it on the moon"), "{unknown}");
    let both = change("make the title yellow; put it on the moon", None);
    let expected = "Make the title yellow (#facc15). Also, in the caller's words: “put it on the moon”.";
    assert!(both.contains(expected), "{both}");
}

#[test]
fn a_plate_has_no_words_and_a_calm_part() {
    let plate = |words: &str, calm: Option<Calm>, references: Vec<ReferencePicture>| {
        let plate = Brief {
            title: Some("Storm".to_owned()),
            lettering: Lettering::Composer,
            calm,
            ..brief(words, references)
        };
        told(&plate).text
    };
    for (calm, part, rest) in [
        (
            Calm::Left,
            "The left half stays calm",
            "large in the right half, and looks to the left",
        ),
        (
            Calm::Right,
            "The right half stays calm",
            "large in the left half, and looks to the right",
        ),
        (Calm::Top, "The upper third stays calm", "large in the lower two thirds"),
        (
            Calm::Bottom,
            "The lower third stays calm",
            "large in the upper two thirds",
        ),
    ] {
        let text = plate("a neon sign saying OPEN", Some(calm), Vec::new());
        for words in ["WORDS: None.", "a neon sign saying OPEN", part, rest] {
            assert!(text.contains(words), "{words}\n\n{text}");
        }
        assert!(!text.contains("Storm"), "{text}");
    }
    let changed = |words: &str| plate(words, None, vec![reference(Role::Original, "thm_1", "")]);
    let text = changed("title: Storm; put a whale in the water");
    assert!(
        text.contains("CHANGE: Also, in the caller's words: “put a whale in the water”."),
        "{text}"
    );
    assert!(
        !text.contains("Storm") && !text.contains("PLACE FOR THE TITLE"),
        "{text}"
    );
    assert!(changed("make the title yellow").contains("CHANGE: only the shape and the size."));
}

#[test]
fn a_blank_title_orders_a_picture_without_words() {
    let told = told(&Brief {
        title: Some(" ".to_owned()),
        ..brief("a neon sign saying OPEN", Vec::new())
    });
    assert!(told.text.contains("WORDS: None."), "{}", told.text);
    assert!(!told.text.contains("Print exactly"));
}

#[test]
fn one_photo_of_each_person_comes_before_further_photos() {
    let limited = |limits| Instructions::of(&brief("x", everything()), &capabilities(limits, 32_000)).used;
    assert_eq!(limited(ReferenceLimits::any(0)), [] as [usize; 0]);
    assert_eq!(limited(ReferenceLimits::any(1)), [3]);
    assert_eq!(limited(ReferenceLimits::any(2)), [3, 5]);
    assert_eq!(limited(ReferenceLimits::any(3)), [3, 5, 0]);
    assert_eq!(limited(ReferenceLimits::any(4)), [3, 5, 0, 1]);
    assert_eq!(limited(ReferenceLimits::any(5)), [3, 4, 5, 0, 1]);
    let only_styles = ReferenceLimits {
        total: 4,
        person: 0,
        object: 0,
        style: 1,
    };
    assert_eq!(limited(only_styles), [1]);
}

#[test]
fn a_file_that_is_not_a_picture_is_not_sent() {
    let mut broken = everything();
    broken[0].content = Bytes::from_static(b"gone wrong").into();
    assert_eq!(told(&brief("x", broken)).used, [3, 4, 5, 1, 2]);
}

#[test]
fn a_model_with_little_room_gets_the_prompt_before_the_advice() {
    let prompt = "a lighthouse in a storm ".repeat(20);
    let with = |most| {
        Instructions::of(
            &brief(&prompt, Vec::new()),
            &capabilities(ReferenceLimits::any(0), most),
        )
    };
    let roomy = with(2_000);
    assert!(roomy.text.contains("CRAFT") && !roomy.prompt_was_cut);
    let tight = with(1_000);
    assert!(!tight.text.contains("CRAFT") && tight.text.contains(prompt.trim()) && !tight.prompt_was_cut);
    let tighter = with(700);
    assert!(tighter.text.contains("WORDS") && tighter.prompt_was_cut);
    let tiny = with(200);
    assert!(tiny.text.starts_with("a lighthouse") && tiny.prompt_was_cut);
}

proptest! {
    #[test]
    fn a_model_never_gets_more_than_it_takes(
        prompt in "\\PC{0,600}",
        title in proptest::option::of("\\PC{1,100}"),
        roles in proptest::collection::vec((0_usize..3, 0_usize..3), 0..20),
        total in 0_u32..10, person in 0_u32..6, object in 0_u32..6, style in 0_u32..6,
        most in 200_u32..3_000,
    ) {
        let roles: Vec<ReferencePicture> = roles
            .into_iter()
            .map(|(role, id)| {
                let (role, kind) = [(Role::Person, "per"), (Role::Object, "img"), (Role::Style, "ins")][role];
                reference(role, &format!("{kind}_{id}"), "Some name")
            })
            .collect();
        let mut asked = brief(&prompt, roles);
        asked.title = title;
        let limits = ReferenceLimits { total, person, object, style };
        let told = Instructions::of(&asked, &capabilities(limits, most));
        prop_assert!(told.text.chars().count() <= most as usize);
        prop_assert!(told.attachments.len() <= total as usize);
        prop_assert_eq!(told.used.len(), told.attachments.len());
        let count = |role| told.used.iter().filter(|&&at| asked.references[at].role == role).count();
        prop_assert!(count(Role::Person) <= person as usize && count(Role::Object) <= object as usize);
        prop_assert!(count(Role::Style) <= style as usize);
        let mut distinct = told.used.clone();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(distinct.len(), told.used.len());
    }
}

#[test]
fn the_references_chosen_before_reading_are_those_sent() {
    for limits in (0..8).map(ReferenceLimits::any) {
        let mut references = everything();
        let chosen = choose(&references, limits);
        for (at, reference) in references.iter_mut().enumerate() {
            if !chosen.contains(&at) {
                reference.content = Content::Absent;
            }
        }
        let told = Instructions::of(&brief("x", references), &capabilities(limits, 32_000));
        assert_eq!(told.used, chosen);
    }
}
