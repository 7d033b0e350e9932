//! Pages of videos, and sources in requests: text that names URLs to fetch.

use std::time::Duration;

use sources::fuzzing;

use super::target::Target;
use crate::measure::Cost;

pub(super) const PAGE: Target = Target {
    name: "page",
    run: |bytes| {
        let _names_a_picture = fuzzing::page(bytes);
    },
    budget,
    craft: |_| None,
    words: &[
        b"<meta property=og:image content=",
        b"<meta name=\"twitter:image\" content=\"",
        b"<base href=",
        b"<title>",
        b"</title>",
        b"<script>",
        b"<!--",
        b"<![CDATA[",
        b"&#x1f600;",
        b"&notit;",
        b" a=b",
        b"<svg><textarea>",
        b"http://",
    ],
    mend: |_| {},
};

pub(super) const SOURCE: Target = Target {
    name: "source",
    run: |bytes| {
        let _is_a_source = fuzzing::source(&String::from_utf8_lossy(bytes));
    },
    budget,
    craft: |_| None,
    words: &[
        b"https://",
        b"data:image/png;base64,",
        b"data:,",
        b"%00",
        b"xn--",
        b"[::1]",
        b"@",
        b"\\",
        b"0x7f.1",
        b"youtu.be/",
        b"www.youtube.com/watch?v=",
        b"player.vimeo.com/video/",
        "\u{202e}".as_bytes(),
        "\u{ff0e}".as_bytes(),
    ],
    mend: |_| {},
};

/// The budget of text, which is read once and not decompressed. The parser of pages is not optimized in a debug build.
fn budget(bytes: &[u8]) -> Cost {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    Cost {
        cpu: Duration::from_millis(50) + Duration::from_micros(2) * length,
        memory: 32_000_000,
    }
}
