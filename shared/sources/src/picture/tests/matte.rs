//! Mattes in the files of stored pictures.

use super::*;
use codecs::Matte;

/// The folder with the sample photos. The astronaut is the only person in them.
const REFERENCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../studio/examples/references");

/// A photo of a person as JPEG, PNG, lossless WebP and lossy WebP. The service keeps the compressed pixels of the last.
fn photos() -> [Vec<u8>; 4] {
    let read = |path: &str| std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let jpeg = std::fs::read(Path::new(REFERENCES).join("astronaut.jpg")).unwrap();
    let lossy = read("../../fuzz/corpus/person/lossy.webp");
    let photo = image::load_from_memory(&jpeg).unwrap();
    let [png, webp] = [image::ImageFormat::Png, image::ImageFormat::WebP].map(|format| {
        let mut file = std::io::Cursor::new(Vec::new());
        photo.write_to(&mut file, format).unwrap();
        file.into_inner()
    });
    [jpeg, png, webp, lossy]
}

#[test]
fn a_person_gets_a_matte_and_the_pixels_stay() {
    for photo in photos() {
        let plain = PreparedPicture::take(&photo).unwrap();
        assert_eq!(Matte::of(&plain.bytes), None);
        let matted = plain.clone().with_matte();
        let matte = Matte::of(&matted.bytes).unwrap();
        assert_eq!(matte.size(), (512, 512));
        let opaque = matte.alpha().iter().filter(|alpha| **alpha == 255).count();
        assert!((100_000..180_000).contains(&opaque), "{opaque}");
        assert!(shown(&matted) == shown(&plain), "{:?}", plain.format);
        let added = matted.bytes.len() - plain.bytes.len();
        assert!(added < 25_000, "{added} bytes of {:?}", plain.format);
        assert_eq!((matted.size, matted.format), (plain.size, plain.format));
        // The service can open its own files, and keeps no matte of anybody else.
        let again = PreparedPicture::stored(matted.bytes.clone()).unwrap();
        assert_eq!((again.size, again.format), (plain.size, plain.format));
        assert_eq!(Matte::of(&PreparedPicture::take(&matted.bytes).unwrap().bytes), None);
    }
}

#[test]
fn a_matte_has_at_most_768_pixels_a_side() {
    let [photo, ..] = photos();
    let large = image::load_from_memory(&photo)
        .unwrap()
        .resize(1_024, 1_024, image::imageops::FilterType::Nearest);
    let mut file = std::io::Cursor::new(Vec::new());
    large.write_to(&mut file, image::ImageFormat::Jpeg).unwrap();
    let picture = PreparedPicture::take(file.get_ref()).unwrap().with_matte();
    let matte = Matte::of(&picture.bytes).unwrap();
    assert_eq!(matte.size(), (768, 768));
    let [_, _, width, _] = matte.face().unwrap();
    assert!((0.12..0.25).contains(&width), "{width}");
}

#[test]
fn a_scene_stays_as_it_is() {
    for name in ["cat", "coffee", "launch"] {
        let file = std::fs::read(Path::new(REFERENCES).join(name).with_extension("jpg")).unwrap();
        let picture = PreparedPicture::take(&file).unwrap();
        assert!(picture.clone().with_matte().bytes == picture.bytes, "{name}");
    }
}

#[test]
fn a_thing_gets_a_matte_without_a_face() {
    let product = image::RgbImage::from_fn(300, 200, |x, y| {
        let is_inside = x.abs_diff(150) < 80 && y.abs_diff(100) < 60;
        image::Rgb(if is_inside { [180, 40, 60] } else { [240, 240, 238] })
    });
    for format in [
        image::ImageFormat::Png,
        image::ImageFormat::Jpeg,
        image::ImageFormat::WebP,
    ] {
        let mut file = std::io::Cursor::new(Vec::new());
        product.write_to(&mut file, format).unwrap();
        let picture = PreparedPicture::take(file.get_ref()).unwrap().with_matte();
        let matte = Matte::of(&picture.bytes).unwrap();
        assert_eq!((matte.size(), matte.face()), ((300, 200), None), "{format:?}");
        let at = |x: usize, y: usize| matte.alpha()[y * 300 + x];
        assert_eq!([at(10, 10), at(150, 100), at(150, 190)], [0, 255, 0], "{format:?}");
    }
}

#[test]
fn a_person_in_a_rotated_photo_is_cut_out_upright() {
    let [photo, ..] = photos();
    let lying = image::load_from_memory(&photo).unwrap().rotate270();
    let mut jpeg = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 92);
    // Orientation 6: the picture is shown upright when it is turned by 90° clockwise.
    let exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    image::ImageEncoder::set_exif_metadata(&mut encoder, exif.to_vec()).unwrap();
    encoder.encode_image(&lying).unwrap();
    let [upright, turned] = [photo, jpeg].map(|file| {
        let picture = PreparedPicture::take(&file).unwrap().with_matte();
        Matte::of(&picture.bytes).unwrap().face().unwrap()
    });
    for (one, other) in upright.into_iter().zip(turned) {
        assert!((one - other).abs() < 0.03, "{upright:?} {turned:?}");
    }
}

#[test]
fn no_damaged_matte_is_read() {
    let [photo, ..] = photos();
    let file = PreparedPicture::take(&photo).unwrap().with_matte().bytes;
    let matte = Matte::of(&file).unwrap();
    let name = file.windows(6).position(|bytes| bytes == b"matte\0").unwrap();
    let mut generator = SplitMix64::seed_from_u64(7);
    for _ in 0..200 {
        let mut damaged = file.to_vec();
        for _ in 0..=generator.next_u64() % 4 {
            let at = name + 14 + (generator.next_u64() % 6_000) as usize;
            damaged[at] ^= 1 << (generator.next_u64() % 8);
        }
        // A checksum protects the pixels.
        let found = Matte::of(&damaged.into());
        assert!(found.is_none_or(|found| found.size() == matte.size()));
    }
    assert_eq!(Matte::of(&file.slice(..name + 500)), None);
}
