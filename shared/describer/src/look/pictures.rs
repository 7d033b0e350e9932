//! Tests how well the describer tells logos from other pictures. The folder `pictures` has both. Somebody who had not
//! seen the rules drew the pictures of `held`, after the rules were finished.

use super::{Kind, Look};
use colour::Pixels;
use std::{fs, path::Path};

/// The least share of pictures whose kind is right: of those with which the rules were made, and of the others.
const LEAST: [(&str, f64); 2] = [("work", 0.95), ("held", 0.9)];

/// The kind of a picture; `None` if it has no visible pixel.
fn kind(file: &Path) -> Option<Kind> {
    let bytes = fs::read(file).unwrap();
    let decoded = codecs::decode(&bytes, None, image::Limits::default()).unwrap();
    let picture = decoded.picture.into_rgba8();
    let pixels = Pixels::new(picture.width(), picture.height(), picture.into_raw());
    Some(Look::at(&pixels.unwrap())?.kind)
}

#[test]
fn logos_are_told_from_other_pictures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
    for (part, least) in LEAST {
        let (mut right, mut all, mut wrong) = (0, 0, Vec::new());
        for (folder, is_logo) in [("logo", true), ("other", false)] {
            let mut files: Vec<_> = fs::read_dir(root.join(part).join(folder))
                .unwrap()
                .map(|file| file.unwrap().path())
                .collect();
            files.sort();
            for file in files {
                let kind = kind(&file);
                all += 1;
                if (kind == Some(Kind::Logo)) == is_logo {
                    right += 1;
                } else if part == "work" {
                    wrong.push(format!("{}: {kind:?}", file.file_stem().unwrap().display()));
                }
            }
        }
        let share = f64::from(right) / f64::from(all);
        println!("{part}: {right} of {all} {wrong:#?}");
        assert!(
            all >= 40 && share >= least,
            "{part}: {right} of {all}; wrong: {wrong:#?}"
        );
    }
}
