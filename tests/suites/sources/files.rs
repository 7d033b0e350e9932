//! Files that are not pictures, are too large or incomplete, or contain more than one file. The server behaves
//! correctly.

use crate::{
    crafted,
    hostile::{Case, accepted, refused},
    origin::Reply,
    support::fixture,
};

const PIXELS: &str = "at most 40 megapixels are allowed";
const DAMAGED: &str = "damaged or cut off";

const SVG: &[u8] = br#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="http://169.254.169.254/"/></svg>"#;
const ENTITIES: &[u8] = br#"<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "&x;&x;">]><svg>&a;</svg>"#;
const HTML: &[u8] = b"<!DOCTYPE html><html><body><script>alert(document.domain)</script></body></html>";
const PDF: &[u8] =
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>";

fn png(bytes: impl AsRef<[u8]>) -> Reply {
    Reply::ok("image/png", bytes)
}

fn half(name: &str) -> Reply {
    let bytes = fixture(name);
    Reply::ok("application/octet-stream", &bytes[..bytes.len() / 2])
}

/// Data after the picture `name`, which are not kept.
fn followed(name: &str, by: &[u8]) -> Reply {
    png([fixture(name).as_slice(), by].concat())
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = sizes();
    cases.extend(no_pictures());
    cases.extend(parts());
    cases.extend(bombs());
    cases
}

fn sizes() -> Vec<Case> {
    vec![
        refused(
            "a PNG of 50,000 by 50,000",
            PIXELS,
            png(crafted::png_that_lies(50_000, 50_000, false)),
        ),
        refused(
            "a PNG of 4 billion by 4 billion",
            "",
            png(crafted::png_that_lies(u32::MAX, u32::MAX, false)),
        ),
        refused(
            "a PNG of a single long row",
            "no side may have more than",
            png(crafted::png_that_lies(40_000_000, 1, false)),
        ),
        refused(
            "a PNG whose header says 8000 by 5000",
            DAMAGED,
            png(crafted::png_that_lies(8000, 5000, false)),
        ),
        refused(
            "an interlaced PNG whose header says 8000 by 5000",
            DAMAGED,
            png(crafted::png_that_lies(8000, 5000, true)),
        ),
        refused(
            "a JPEG whose header says 8000 by 5000",
            DAMAGED,
            png(crafted::jpeg_that_lies("subsampled.jpg", 8000, 5000)),
        ),
        refused(
            "a progressive JPEG whose header says 8000 by 5000",
            DAMAGED,
            png(crafted::jpeg_that_lies("turned-1.jpg", 8000, 5000)),
        ),
        refused(
            "a JPEG of 65,535 by 65,535",
            PIXELS,
            png(crafted::jpeg_that_lies("subsampled.jpg", 65_535, 65_535)),
        ),
        refused(
            "a JPEG of no height",
            "at least 1×1 is needed",
            png(crafted::jpeg_that_lies("subsampled.jpg", 9, 0)),
        ),
        refused(
            "a lossy WebP whose header says 8000 by 5000",
            DAMAGED,
            png(crafted::lossy_webp_that_lies(8000, 5000)),
        ),
        refused(
            "a lossy WebP of 16,383 by 16,383",
            PIXELS,
            png(crafted::lossy_webp_that_lies(16_383, 16_383)),
        ),
        refused(
            "a lossless WebP whose header says 8000 by 5000",
            DAMAGED,
            png(crafted::lossless_webp_that_lies(8000, 5000)),
        ),
        refused(
            "a lossless WebP of 16,383 by 16,383",
            PIXELS,
            png(crafted::webp_of_one_colour(16_383, 16_383)),
        ),
        refused(
            "a WebP with a canvas of 2^24 by 2^24",
            PIXELS,
            png(crafted::webp_with_canvas(1 << 24, 1 << 24)),
        ),
        refused(
            "a GIF with a screen of 65,535 by 65,535",
            PIXELS,
            png(crafted::gif_with_screen(65_535, 65_535)),
        ),
        refused(
            "a GIF that says 8000 by 5000",
            DAMAGED,
            png(crafted::gif_that_lies(8000, 5000)),
        ),
        refused(
            "a GIF of no width",
            "at least 1×1 is needed",
            png(crafted::gif_with_screen(0, 9)),
        ),
    ]
}

/// Small files that are really as large as their headers say, up to the last of 40 million pixels.
pub(crate) fn of_40_megapixels() -> Vec<Case> {
    let case = |name, file| accepted(name, (2048, 1280), png(file));
    vec![
        case("a PNG of 40 megapixels", crafted::png_of_40_megapixels(false)),
        case(
            "an interlaced PNG of 40 megapixels",
            crafted::png_of_40_megapixels(true),
        ),
        case("a JPEG of 40 megapixels", crafted::jpeg_of_40_megapixels(false)),
        case(
            "a progressive JPEG of 40 megapixels",
            crafted::jpeg_of_40_megapixels(true),
        ),
        case("a WebP of 40 megapixels", crafted::webp_of_one_colour(8000, 5000)),
        case(
            "a WebP with a canvas of 40 megapixels",
            crafted::webp_with_canvas(8000, 5000),
        ),
        case(
            "a GIF with a screen of 40 megapixels",
            crafted::gif_with_screen(8000, 5000),
        ),
    ]
}

fn no_pictures() -> Vec<Case> {
    vec![
        refused("nothing", "is an empty file", png("")),
        refused("SVG", "looks like SVG", Reply::ok("image/svg+xml", SVG)),
        refused("SVG with entities", "looks like SVG", png(ENTITIES)),
        refused("HTML", "looks like HTML", Reply::ok("text/html", HTML)),
        refused("HTML that is called a PNG", "looks like HTML", png(HTML)),
        refused("PDF", "looks like a PDF", Reply::ok("application/pdf", PDF)),
        refused("PDF that is called a PNG", "looks like a PDF", png(PDF)),
        refused("an archive", "looks like a ZIP", png(crafted::zip())),
        refused(
            "a file inside gzip",
            "looks like a gzip",
            png(crafted::gzip_of_zeros(1)),
        ),
        refused(
            "noise",
            "is not a PNG, JPEG, WebP or GIF picture",
            png([0x80, 0, 1, 2].repeat(1000)),
        ),
        // A polyglot: a script, and as a picture's header a size of 12,605 by 24,891 pixels.
        refused(
            "a script that begins like a GIF",
            PIXELS,
            png("GIF89a=1;alert(document.domain)//"),
        ),
        refused(
            "a signature of PNG and nothing else",
            DAMAGED,
            png(b"\x89PNG\r\n\x1a\n"),
        ),
        refused(
            "a signature of JPEG and HTML",
            DAMAGED,
            png([b"\xff\xd8\xff\xe0", HTML].concat()),
        ),
        refused("a signature of GIF and nothing else", DAMAGED, png("GIF89a")),
        refused(
            "a signature of WebP and nothing else",
            DAMAGED,
            png(b"RIFF\x04\0\0\0WEBP"),
        ),
    ]
}

fn parts() -> Vec<Case> {
    vec![
        refused("half a PNG", DAMAGED, half("transparent.png")),
        refused("half an interlaced PNG", DAMAGED, half("interlaced.png")),
        refused("half a JPEG", DAMAGED, half("subsampled.jpg")),
        refused("half a progressive JPEG", DAMAGED, half("turned-1.jpg")),
        refused("half a lossy WebP", DAMAGED, half("lossy.webp")),
        refused("half a lossless WebP", DAMAGED, half("lossless.webp")),
        refused("half an animated WebP", DAMAGED, half("animated.webp")),
        refused("half a GIF", DAMAGED, half("plain.gif")),
        accepted(
            "a PNG and an archive",
            (48, 32),
            followed("transparent.png", &crafted::zip()),
        ),
        accepted("a PNG and a page", (48, 32), followed("transparent.png", HTML)),
        accepted(
            "a JPEG and an archive",
            (48, 32),
            followed("subsampled.jpg", &crafted::zip()),
        ),
        accepted("a WebP and a page", (48, 32), followed("lossy.webp", HTML)),
        accepted(
            "a GIF and a script",
            (48, 32),
            followed("plain.gif", b"=1;alert(document.domain)//"),
        ),
    ]
}

fn bombs() -> Vec<Case> {
    vec![
        // The first frame is used, the others are not read.
        accepted("a GIF of 10,000 frames", (48, 32), png(crafted::gif_of_10_000_frames())),
        accepted(
            "a PNG whose profile decompresses to 3 GB",
            (48, 32),
            png(crafted::png_with_profile(3000)),
        ),
        accepted(
            "a PNG whose text decompresses to 3 GB",
            (48, 32),
            png(crafted::png_with_text(3000)),
        ),
        accepted(
            "a PNG of 100,000 chunks",
            (48, 32),
            png(crafted::png_with_many_chunks()),
        ),
        accepted(
            "a PNG of one pixel whose data decompress to 3 GB",
            (1, 1),
            png(crafted::png_with_too_much_data(3000)),
        ),
    ]
}
