//! Cuts persons and things out of photos and shows the results on a contact sheet.
//!
//! `cargo run --release -p cutout --example cut -- SHEET.png PHOTO…`

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a tool for developers"
)]

use colour::Pixels;
use image::{Rgb, RgbImage, imageops};
use std::time::Instant;

/// The width and height of a photo on the sheet.
const CELL: u32 = 360;
const ACROSS: u32 = 3;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().unwrap();
    let files: Vec<String> = arguments.collect();
    let rows = (files.len() as u32).div_ceil(ACROSS);
    let mut sheet = RgbImage::from_pixel(ACROSS * CELL * 2, rows * CELL, Rgb([70, 70, 70]));
    for (at, file) in (0..).zip(&files) {
        let Ok(photo) = image::open(file) else {
            println!("{file}: unreadable");
            continue;
        };
        let copy = |longest: u32| {
            let copy = photo.thumbnail(longest, longest).into_rgba8();
            Pixels::new(copy.width(), copy.height(), copy.into_raw()).unwrap()
        };
        let (small, large) = (copy(256), copy(768));
        let start = Instant::now();
        let matte = cutout::matte(&small, || Some(large.clone()));
        let what = match &matte {
            Some(matte) if matte.face().is_some() => "persons",
            Some(_) => "a thing",
            None => "not cut out",
        };
        println!("{file}: {what}, {:.1?}", start.elapsed());
        let plain = photo.thumbnail(CELL - 4, CELL - 4).into_rgb8();
        let (x, y) = (i64::from(at % ACROSS * 2 * CELL), i64::from(at / ACROSS * CELL));
        imageops::replace(&mut sheet, &plain, x, y);
        let Some(matte) = matte else { continue };
        let cut = RgbImage::from_fn(large.width(), large.height(), |x, y| {
            let at = (y * large.width() + x) as usize;
            let opacity = f32::from(matte.alpha()[at]) / 255.0;
            let ground = [40.0, 160.0, 90.0];
            let pixel = &large.as_bytes()[at * 4..];
            Rgb(std::array::from_fn(|c| {
                (f32::from(pixel[c]) * opacity + ground[c] * (1.0 - opacity)) as u8
            }))
        });
        imageops::replace(
            &mut sheet,
            &imageops::thumbnail(&cut, plain.width(), plain.height()),
            x + i64::from(CELL),
            y,
        );
    }
    sheet.save(target).unwrap();
}
