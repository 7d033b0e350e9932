//! Photos with a matte are cut out.

use super::*;
use image::imageops;
use sources::PreparedPicture;

/// A photo as the service stores it.
fn stored(photo: &[u8]) -> Bytes {
    PreparedPicture::take(photo).unwrap().with_matte().bytes
}

#[test]
fn a_person_with_a_matte_is_cut_out() {
    let (plain, matted) = (astronaut(), stored(&astronaut()));
    let of = |file: &Bytes| Photo::of_person(file).unwrap();
    assert_eq!(of(&plain).kind(), PhotoKind::Scene);
    let photo = of(&matted);
    assert_eq!(photo.kind(), PhotoKind::CutOut);
    // The photo is cut to the person, and the face with it.
    let face = photo.face().unwrap();
    let (width, height) = (photo.width(), photo.height());
    assert!(width <= 512.0 && height < 505.0, "{width} {height}");
    let middle = (face.left + face.width / 2.0, face.top + face.height / 2.0);
    let pixel = photo
        .pixels()
        .get_pixel((middle.0 * width) as u32, (middle.1 * height) as u32);
    assert!(pixel.0[0] > pixel.0[2] && pixel.0[3] == 255, "{pixel:?}");
    let expected = of(&plain).face().unwrap();
    assert!(
        (face.height * height - expected.height * 512.0).abs() < 25.0,
        "{face:?}"
    );
}

#[test]
fn a_portrait_among_images_is_cut_out() {
    let kind = |photo: &RgbaImage| Photo::of_object(&stored(&file(photo))).unwrap().kind();
    let photo = image::load_from_memory(&astronaut()).unwrap().into_rgba8();
    // The whole photo may show what she does.
    assert_eq!(kind(&photo), PhotoKind::Scene);
    assert_eq!(
        kind(&imageops::crop_imm(&photo, 60, 0, 360, 360).to_image()),
        PhotoKind::CutOut
    );
}

#[test]
fn the_kind_of_a_photo_depends_on_what_surrounds_its_subject() {
    let kind = |bytes: &Bytes| Photo::of_object(bytes).unwrap().kind();
    assert_eq!(kind(&scene(40, 40)), PhotoKind::Scene);
    assert_eq!(kind(&logo(80, 80)), PhotoKind::Logo);
    let boxed = RgbaImage::from_fn(80, 60, |x, y| {
        let is_box = (20..50).contains(&x) && (10..40).contains(&y);
        Rgba(if is_box {
            [200, 30, 30, 255]
        } else {
            [250, 250, 250, 255]
        })
    });
    let even = Photo::of_object(&stored(&file(&boxed))).unwrap();
    assert_eq!(even.kind(), PhotoKind::Logo);
    assert_eq!(even.pixels().dimensions(), (30, 30));
    let many = RgbaImage::from_fn(80, 80, |x, y| {
        let alpha = if x.abs_diff(40) + y.abs_diff(40) < 38 { 255 } else { 0 };
        Rgba([(x * 3) as u8, (y * 3) as u8, ((x * y) % 256) as u8, alpha])
    });
    assert_eq!(kind(&file(&many)), PhotoKind::CutOut);
}
