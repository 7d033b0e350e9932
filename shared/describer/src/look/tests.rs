use super::*;
use crate::sketch::{CLEAR, Sketch, opaque, scrambled};
use colour::Rgb;

fn look(sketch: Sketch) -> Look {
    Look::at(&sketch.pixels()).expect("something to see")
}

/// Stands in for a photo of a wall that is lit from above.
fn photo(width: u32, height: u32) -> Sketch {
    Sketch::on(width, height, 0).paint(move |x, y| {
        let (right, down) = (x * 30 / width, y * 60 / height);
        Some([
            (90 + right - down) as u8,
            (100 + right - down) as u8,
            (140 - down) as u8,
            255,
        ])
    })
}

#[test]
fn few_colours_on_transparency_are_a_logo() {
    let found = look(
        Sketch::new(120, 120, CLEAR)
            .circle((60, 60), 45, 0x1e50dc)
            .circle((60, 60), 20, 0xffffff),
    );
    assert_eq!(found.kind, Kind::Logo);
    assert_eq!(found.background, Background::Transparent);
    assert_eq!(found.colours.main, ["blue", "white"]);
    assert_eq!(found.place, Some(Place::At(Across::Middle, Down::Middle)));
    assert_eq!(found.shape, Some(Shape::Square));
    assert!(!found.has_lettering);
    assert_eq!((found.tone.light, found.tone.contrast), (None, None));
}

#[test]
fn a_faint_watermark_is_a_logo() {
    let words = Sketch::new(256, 80, CLEAR).words("THE LAST SHOE", (20, 30), 3, 0xfafafa);
    let faint = words
        .pixels()
        .iter()
        .flat_map(|[red, green, blue, alpha]| [red, green, blue, alpha / 4])
        .collect();
    let found = Look::at(&colour::Pixels::new(256, 80, faint).unwrap()).expect("something to see");
    assert_eq!((found.kind, found.has_lettering), (Kind::Logo, true));
    assert_eq!(found.background, Background::Transparent);
}

#[test]
fn a_plain_background_is_found_with_its_colour() {
    let found = look(Sketch::on(160, 90, 0xffffff).circle((120, 45), 20, 0xd01010));
    assert_eq!(found.kind, Kind::Logo);
    assert_eq!(found.background, Background::Plain(Rgb::WHITE));
    assert_eq!(found.colours.main, ["red"]);
    assert_eq!(found.place, Some(Place::At(Across::Right, Down::Middle)));
    assert_eq!(found.calm, Some(Side::Left));
}

#[test]
fn frames_gradients_and_noise_are_not_plain_backgrounds() {
    let framed = photo(120, 120).noisy(12).paint(|x, y| {
        let is_frame = x.min(y) < 6 || x.max(y) >= 114;
        is_frame.then(|| opaque(0xffffff))
    });
    assert_eq!(look(framed).background, Background::Other);
    let run = Sketch::on(160, 90, 0).paint(|x, _| Some([0, 40, (60 + x) as u8, 255]));
    assert_eq!(look(run).background, Background::Other);
    let night = Sketch::on(160, 90, 0x101012).noisy(6).circle((80, 45), 15, 0xf0e0c0);
    assert_eq!(look(night).background, Background::Other);
}

#[test]
fn a_picture_that_touches_its_border_is_not_a_logo() {
    let flag = Sketch::on(150, 100, 0xffffff)
        .rectangle((0, 0), (50, 100), 0x0a7a3c)
        .rectangle((110, 0), (40, 100), 0xd02030);
    let found = look(flag);
    assert_eq!(found.kind, Kind::Graphic);
    assert_eq!(found.background, Background::Other);
    assert_eq!(found.colours.main, ["white", "green", "red"]);
    assert_eq!(found.place, None);
}

#[test]
fn noise_makes_a_gradient_a_photo() {
    assert_eq!(look(photo(160, 90).noisy(14)).kind, Kind::Photo);
    // Without noise, the same picture could be a photo or a drawing.
    assert_eq!(look(photo(160, 90)).kind, Kind::Other);
}

#[test]
fn the_subject_of_a_photo_is_what_stands_out() {
    for (centre, place, calm) in [
        ((190, 70), Place::At(Across::Right, Down::Middle), Some(Side::Left)),
        ((50, 70), Place::At(Across::Left, Down::Middle), Some(Side::Right)),
        ((120, 70), Place::At(Across::Middle, Down::Middle), Some(Side::Both)),
        ((195, 30), Place::At(Across::Right, Down::Top), Some(Side::Left)),
    ] {
        let found = look(photo(240, 140).circle(centre, 24, 0xf0a030).noisy(4));
        assert_eq!((found.place, found.calm), (Some(place), calm), "{centre:?}");
        let busy = look(photo(240, 140).circle(centre, 24, 0xf0a030).noisy(30));
        assert_eq!((busy.place, busy.calm), (Some(place), None), "{centre:?}");
    }
}

#[test]
fn a_subject_in_several_places_has_no_position() {
    let two = photo(240, 140)
        .circle((40, 70), 22, 0xf0a030)
        .circle((200, 70), 22, 0xf0a030);
    assert_eq!(look(two.noisy(8)).place, None);
    assert_eq!(look(photo(240, 140).noisy(14)).place, None);
    let apart = Sketch::new(120, 120, CLEAR)
        .circle((15, 60), 12, 0x1e50dc)
        .circle((105, 60), 12, 0x1e50dc);
    assert_eq!(look(apart).place, None);
}

#[test]
fn a_subject_that_reaches_all_borders_fills_the_picture() {
    let found = look(Sketch::new(100, 100, CLEAR).circle((50, 50), 49, 0x202020));
    assert_eq!(found.place, Some(Place::Everywhere));
}

#[test]
fn letters_are_detected_and_similar_patterns_are_not() {
    let letters = |sketch: Sketch| look(sketch).has_lettering;
    let words = |sketch: Sketch, colour| sketch.words("THE LAST SHOE", (20, 30), 3, colour);
    assert!(letters(words(Sketch::on(256, 80, 0xffffff), 0x101010)));
    assert!(letters(words(Sketch::on(256, 80, 0x182040), 0xf0f0f0)));
    assert!(letters(words(Sketch::new(256, 80, CLEAR), 0x101010)));
    assert!(letters(words(Sketch::new(256, 80, CLEAR), 0xfafafa)));
    assert!(letters(words(photo(256, 144), 0xffffff).noisy(5)));

    let white = || Sketch::on(256, 80, 0xffffff);
    let stripes = |x: u32, y: u32| ((30..50).contains(&y) && (x / 4).is_multiple_of(3)).then(|| opaque(0));
    assert!(!letters(white().paint(stripes)), "even stripes");
    let code = |x: u32, y: u32| ((30..50).contains(&y) && scrambled(x / 3).is_multiple_of(2)).then(|| opaque(0));
    assert!(!letters(white().paint(code)), "a bar code");
    let board = |x: u32, y: u32| (x / 8 + y / 8).is_multiple_of(2).then(|| opaque(0));
    assert!(!letters(white().paint(board)), "a chessboard");
    let snow = |x: u32, y: u32| scrambled(x + 1_000 * y).is_multiple_of(2).then(|| opaque(0));
    assert!(!letters(white().paint(snow)), "noise");
    assert!(!letters(photo(256, 144).noisy(60)), "a rough photo");
}

#[test]
fn lines_of_text_are_a_page() {
    let page = (0..5).fold(Sketch::on(200, 160, 0xffffff), |page, line| {
        page.words("THE LAST SHOE", (15, 12 + line * 30), 2, 0x101010)
    });
    let found = look(page);
    assert_eq!(found.kind, Kind::Page);
    assert_eq!(found.place, None);
}

#[test]
fn light_and_contrast_are_measured() {
    let tone = |sketch: Sketch| look(sketch).tone;
    let dark = tone(
        photo(160, 90)
            .paint(|_, y| Some([20, 24, (30 + y / 9) as u8, 255]))
            .noisy(8),
    );
    assert_eq!((dark.light, dark.contrast), (Some(Light::Dark), Some(Contrast::Low)));
    let bright = tone(
        photo(160, 90)
            .paint(|_, y| Some([250, 245, (240 - y / 9) as u8, 255]))
            .noisy(4),
    );
    assert_eq!(
        (bright.light, bright.contrast),
        (Some(Light::Bright), Some(Contrast::Low))
    );
    let both = tone(
        Sketch::on(160, 90, 0x050505)
            .rectangle((80, 0), (80, 90), 0xfafafa)
            .noisy(4),
    );
    assert_eq!((both.light, both.contrast), (None, Some(Contrast::High)));
    let plain = tone(photo(160, 90).noisy(60));
    assert_eq!((plain.light, plain.contrast), (None, None));
}

#[test]
fn a_tint_needs_nearly_all_colours_on_one_side() {
    let two = |left, right| look(Sketch::on(100, 60, left).rectangle((50, 0), (50, 60), right)).tone;
    assert_eq!(two(0xe08030, 0xc04020).tint, Some(Tint::Warm));
    assert_eq!(two(0x2050c0, 0x30a0b0).tint, Some(Tint::Cool));
    assert_eq!(two(0xe08030, 0x2050c0).tint, None);
    assert_eq!(two(0x808080, 0x303030).tint, None);
    assert!(two(0xff2020, 0x2020ff).is_vivid);
    assert!(two(0x92806c, 0x6c7f90).is_muted);
}

#[test]
fn one_colour_is_blank_and_transparency_has_no_look() {
    let found = look(Sketch::on(100, 60, 0x102a60));
    assert_eq!(found.kind, Kind::Blank);
    assert_eq!(Look::at(&Sketch::new(10, 10, CLEAR).pixels()), None);
    assert_eq!(Look::at(&Sketch::new(0, 7, CLEAR).pixels()), None);
}
