//! Logos stand whole and small in the corners, and changes move them alone.

use super::*;
use crate::{
    brief::{Original, Shown},
    composer::design::logos::PlacedLogo,
};
use image::{Rgba, RgbaImage};
use tiny_skia::Rect;

const TITLES: [Option<&str>; 4] = [
    None,
    Some("Wow"),
    Some("This changes all"),
    Some("10 things that nobody ever told you about rockets and why they fail"),
];

/// A ring on a transparent ground.
fn logo(width: u32, height: u32) -> ReferencePicture {
    let is_inside = |x: u32, y: u32| {
        let (x, y) = (x as f32 / width as f32 - 0.5, y as f32 / height as f32 - 0.5);
        (0.3..0.49).contains(&x.hypot(y))
    };
    let picture = RgbaImage::from_fn(width, height, |x, y| {
        Rgba([20, 60, 220, if is_inside(x, y) { 255 } else { 0 }])
    });
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, image::ImageFormat::Png).unwrap();
    ReferencePicture::new(Role::Logo, "img_1", "Ring", Bytes::from(file.into_inner()))
}

fn person() -> ReferencePicture {
    ReferencePicture::new(
        Role::Person,
        "per_1",
        "Eileen",
        Bytes::from_static(include_bytes!("../../../examples/references/astronaut.jpg")),
    )
}

fn with(
    prompt: &str,
    title: Option<&str>,
    seed: u32,
    aspect_ratio: AspectRatio,
    references: &[ReferencePicture],
) -> Brief {
    Brief {
        title: title.map(str::to_owned),
        aspect_ratio,
        references: references.to_vec(),
        ..brief(prompt, seed)
    }
}

fn places(logos: &[PlacedLogo]) -> Vec<Rect> {
    logos.iter().map(|logo| logo.photo.place).collect()
}

/// The corner in which a rectangle is: whether it is at the right, and whether it is at the bottom.
fn corner(area: Rect, size: Size) -> (bool, bool) {
    let (x, y) = (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
    (x > size.width as f32 / 2.0, y > size.height as f32 / 2.0)
}

/// Checks that a logo is whole, small, at two edges, and covers neither words nor faces.
fn check(design: &Design, area: Rect, aspect: f32, name: &str) {
    let size = design.layout.shape().size();
    let (width, height) = (size.width as f32, size.height as f32);
    let short = width.min(height);
    assert!(
        area.width() <= width * 0.2 && area.height() <= short * 0.2,
        "{name}: {area:?}"
    );
    assert!(
        (area.width() / area.height() - aspect).abs() < 0.05 * aspect,
        "{name}: {area:?}"
    );
    let (is_right, is_bottom) = corner(area, size);
    let across = if is_right { width - area.right() } else { area.left() };
    let down = if is_bottom { height - area.bottom() } else { area.top() };
    assert!((0.03 * short..0.08 * short).contains(&across), "{name}: {area:?}");
    let is_above_badge = is_right && is_bottom;
    let most = if is_above_badge { 0.2 * height } else { 0.08 * short };
    assert!((0.03 * short..most).contains(&down), "{name}: {area:?}");
    let words = design.headline.iter().flat_map(|headline| headline.words());
    let faces = design
        .photos
        .iter()
        .flat_map(|photos| photos.shown())
        .filter_map(|photo| photo.head());
    for other in words.chain(faces) {
        assert!(area.intersect(&other).is_none(), "{name}: {area:?} covers {other:?}");
    }
}

#[test]
fn logos_stand_whole_in_corners_of_their_own() {
    for aspect_ratio in AspectRatio::ALL {
        for (title, seed) in TITLES
            .iter()
            .zip(0..)
            .flat_map(|(title, at)| (at..at + 3).map(move |seed| (*title, seed)))
        {
            for (references, count) in [
                (vec![logo(90, 90)], 1),
                (vec![logo(300, 60)], 1),
                (vec![logo(40, 120), logo(200, 80)], 2),
                (vec![person(), logo(90, 90)], 1),
            ] {
                let design = design(&with("a rocket over the sea", title, seed, aspect_ratio, &references));
                let name = format!(
                    "{aspect_ratio:?}, {title:?}, seed {seed}, {} references",
                    references.len()
                );
                assert_eq!(design.logos.len() + design.left_out.len(), count, "{name}");
                // Twelve words beside a person may leave no corner.
                let is_full = title == TITLES[3] && design.photos.is_some();
                assert!(
                    is_full || design.left_out.is_empty(),
                    "{name}: {}",
                    design.layout.name()
                );
                let mut corners: Vec<(bool, bool)> = Vec::new();
                for (placed, area) in design.logos.iter().zip(places(&design.logos)) {
                    check(&design, area, placed.photo.photo.aspect(), &name);
                    corners.push(corner(area, design.layout.shape().size()));
                }
                assert!(!corners.contains(&(true, true)), "{name}");
                corners.dedup();
                assert_eq!(corners.len(), design.logos.len(), "{name}");
                let has_subject = !design.drawings.is_empty() || design.photos.is_some();
                assert!(has_subject, "{name}: the logo replaces the subject");
            }
        }
    }
}

#[test]
fn a_prompt_places_the_logo() {
    for (order, expected) in [
        ("logo in the top left corner", (false, false)),
        ("watermark top right", (true, false)),
        ("our logo at the bottom left", (false, true)),
        ("logo in the bottom right corner", (true, true)),
    ] {
        for aspect_ratio in AspectRatio::ALL {
            for title in TITLES {
                let prompt = format!("a rocket over the sea, {order}");
                let design = design(&with(&prompt, title, 1, aspect_ratio, &[logo(90, 90)]));
                let [area] = places(&design.logos)[..] else {
                    panic!("{order}, {title:?}: {:?}", design.logos)
                };
                let name = format!("{aspect_ratio:?}, {title:?}: {order}");
                check(&design, area, 1.0, &name);
                assert_eq!(corner(area, design.layout.shape().size()), expected, "{name}");
                let printed = &design.story.words.words;
                assert!(
                    !printed.iter().any(|word| word.text.to_lowercase().contains("logo")),
                    "{name}: {printed:?}"
                );
            }
        }
    }
}

#[test]
fn a_picture_about_a_logo_shows_it_as_its_subject() {
    let shown = |prompt: &str, title: Option<&str>| {
        let design = design(&with(prompt, title, 1, AspectRatio::Wide, &[logo(90, 90)]));
        design.logos.is_empty() && design.photos.is_some_and(|photos| !photos.has_no_objects())
    };
    assert!(shown("our new logo", None));
    assert!(shown("logo reveal for a bakery", None));
    assert!(shown("a rocket", Some("Our new logo")));
    assert!(shown("something about nothing", None));
    assert!(shown("logo reveal for a bakery, with our logo", None));
    assert!(shown("something about nothing, a huge logo in the middle", None));
    assert!(!shown("a rocket over the sea", None));
    assert!(!shown("something about nothing, logo top left", None));
    assert!(!shown(
        "something about nothing, logo as a watermark in the corner",
        None
    ));
}

#[test]
fn changes_move_and_remove_the_logo_alone() {
    for aspect_ratio in AspectRatio::ALL {
        for title in TITLES {
            let before = with("a rocket over the sea", title, 2, aspect_ratio, &[logo(90, 90)]);
            let first = design(&before);
            for (change, expected) in [
                ("move the logo to the top right corner", Some((true, false))),
                ("logo: bottom left corner", Some((false, true))),
                ("put the logo at the bottom right", Some((true, true))),
                ("without the logo", None),
            ] {
                let changed = Brief {
                    original: Some(Original {
                        prompt: before.prompt.clone(),
                        own_prompt: None,
                        title: before.title.clone(),
                        seed: before.seed,
                        changes: vec![change.to_owned()],
                        shown: Some(Shown {
                            title: before.title.clone(),
                            changes: 0,
                            has_same_file: false,
                        }),
                    }),
                    ..before.clone()
                };
                let name = format!("{aspect_ratio:?}, {title:?}: {change}");
                let after = design(&changed);
                let size = after.layout.shape().size();
                let found = places(&after.logos).first().map(|area| corner(*area, size));
                let is_refused = !after.unchanged.is_empty();
                assert!(found == expected || is_refused, "{name}: {found:?}");
                let around: Vec<Rect> = places(&first.logos).into_iter().chain(places(&after.logos)).collect();
                let shade = size.width.min(size.height) as f32 * 0.1;
                for changed in drawn(&changed).origin.changed.unwrap() {
                    let [left, top] = [changed.x, changed.y].map(|at| at as f32);
                    let area = Rect::from_xywh(left, top, changed.width as f32, changed.height as f32).unwrap();
                    let holds =
                        |logo: &Rect| logo.outset(shade, shade).and_then(|outer| outer.intersect(&area)) == Some(area);
                    assert!(around.iter().any(holds), "{name}: {changed:?}, logos at {around:?}");
                }
            }
        }
    }
}

#[test]
fn a_logo_without_a_free_corner_is_left_out() {
    let references = [logo(90, 90), logo(80, 80), logo(70, 70), logo(60, 60)];
    let design = design(&with("a rocket over the sea", None, 1, AspectRatio::Wide, &references));
    assert_eq!(design.logos.len() + design.left_out.len(), 3);
}
