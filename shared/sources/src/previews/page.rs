//! Finds the preview that a page names.

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use image::ImageFormat;
use url::Url;

use crate::{
    error::SourceError,
    limits::MAX_PREVIEW_PICTURES,
    previews::{preview::Preview, title},
    source,
};

/// The properties that name a page's preview picture, best first: those of <https://ogp.me>, then that of X.
const PICTURE_PROPERTIES: [&str; 4] = ["og:image:secure_url", "og:image:url", "og:image", "twitter:image"];

/// The preview that the page at `url` names.
pub(crate) fn preview(url: &Url, page: &[u8]) -> Result<Preview, SourceError> {
    use ImageFormat::{Gif, Jpeg, Png, WebP};
    if matches!(image::guess_format(page), Ok(Png | Jpeg | WebP | Gif)) {
        return Err(SourceError::PictureNotPage);
    }
    let metadata = Metadata::parse(page);
    let base = metadata.base.as_deref().and_then(|base| source::join(url, base).ok());
    let base = base.as_ref().unwrap_or(url);
    let mut pictures: Vec<Url> = Vec::new();
    for picture in metadata.pictures.iter().flatten() {
        if let Ok(url) = source::join(base, picture)
            && !pictures.contains(&url)
            && pictures.len() < MAX_PREVIEW_PICTURES
        {
            pictures.push(url);
        }
    }
    if pictures.is_empty() {
        return Err(SourceError::NotAPage);
    }
    let titles = [metadata.og_title, metadata.title];
    let title = titles.into_iter().flatten().find_map(|text| title::clean(&text));
    Ok(Preview { pictures, title })
}

/// The metadata of a page that its preview depends on. If another property than a picture's occurs twice, the first
/// value is kept.
#[derive(Debug, Default)]
struct Metadata {
    /// The values of each property, in the order of the page.
    pictures: [Vec<String>; PICTURE_PROPERTIES.len()],
    og_title: Option<String>,
    title: Option<String>,
    base: Option<String>,
}

impl Metadata {
    fn parse(page: &[u8]) -> Self {
        let mut metadata = Self::default();
        let mut emitter = DefaultEmitter::default();
        // Scripts, styles and titles contain text, not tags.
        emitter.naively_switch_states(true);
        let mut title: Option<Vec<u8>> = None;
        for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
            match token {
                Token::StartTag(tag) => match tag.name.as_slice() {
                    b"meta" => metadata.meta(&tag),
                    b"base" if metadata.base.is_none() => metadata.base = attribute(&tag, b"href"),
                    b"title" if metadata.title.is_none() => title = Some(Vec::new()),
                    _ => {}
                },
                Token::String(text) => {
                    if let Some(title) = &mut title {
                        title.extend_from_slice(&text.value);
                    }
                }
                Token::EndTag(tag) if tag.name.as_slice() == b"title" => {
                    metadata.title = metadata
                        .title
                        .or(title.take().and_then(|title| String::from_utf8(title).ok()));
                }
                _ => {}
            }
        }
        metadata
    }

    fn meta(&mut self, tag: &StartTag<()>) {
        let Some(name) = attribute(tag, b"property").or_else(|| attribute(tag, b"name")) else {
            return;
        };
        let name = name.to_ascii_lowercase();
        let property = PICTURE_PROPERTIES.iter().position(|property| *property == name);
        if let Some(urls) = property.and_then(|index| self.pictures.get_mut(index)) {
            if urls.len() < MAX_PREVIEW_PICTURES {
                urls.extend(attribute(tag, b"content"));
            }
        } else if name == "og:title" && self.og_title.is_none() {
            self.og_title = attribute(tag, b"content");
        }
    }
}

/// An attribute's value, trimmed. `None` if the value is blank or not UTF-8.
fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value: &HtmlString = tag.attributes.get(name)?;
    let value = std::str::from_utf8(value).ok()?.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(page: &str) -> Result<(String, Option<String>), SourceError> {
        let url = Url::parse("https://a.example/videos/1?x=y").unwrap();
        let preview = preview(&url, page.as_bytes())?;
        Ok((preview.pictures[0].clone().into(), preview.title))
    }

    fn pictures(page: &str) -> Vec<String> {
        let url = Url::parse("https://a.example/videos/1?x=y").unwrap();
        let preview = preview(&url, page.as_bytes()).unwrap();
        preview.pictures.into_iter().map(String::from).collect()
    }

    fn picture(page: &str) -> String {
        parsed(page).unwrap().0
    }

    fn title(page: &str) -> Option<String> {
        parsed(&format!("{page}<meta name=og:image content=/p>")).unwrap().1
    }

    #[test]
    fn the_best_picture_is_chosen_in_any_order_of_tags() {
        let page = r#"<meta name="twitter:image" content="/4"><meta property="og:image" content="/3">
            <META content='/2' PROPERTY="OG:Image:URL"><meta property=" og:image:secure_url " content=" /1 ">
            <meta property="og:image" content="/5">"#;
        assert_eq!(picture(page), "https://a.example/1");
        assert_eq!(picture(&page.replace("secure_url", "x")), "https://a.example/2");
        assert_eq!(
            picture(&page.replace(":secure_url", ":x").replace(":URL", ":x")),
            "https://a.example/3"
        );
        assert_eq!(
            picture(&page.replace("og:", "x:").replace("OG:", "x:")),
            "https://a.example/4"
        );
    }

    #[test]
    fn further_pictures_follow_by_property_and_in_the_order_of_the_page() {
        let page = r#"<meta property="og:image" content="/2"><meta name="twitter:image" content="/4">
            <meta property="og:image" content="/3"><meta property="og:image:secure_url" content="/1">
            <meta property="og:image" content="/1"><meta property="og:image" content="">"#;
        let urls = ["1", "2", "3", "4"].map(|name| format!("https://a.example/{name}"));
        assert_eq!(pictures(page), urls);
        let many = "<meta property=og:image content=/a><meta property=og:image content=/b>".repeat(3);
        assert_eq!(pictures(&many).len(), 2);
        let many: String = (0..100)
            .map(|n| format!("<meta property=og:image content=/{n}>"))
            .collect();
        assert_eq!(pictures(&many).len(), MAX_PREVIEW_PICTURES);
    }

    #[test]
    fn a_pictures_url_is_relative_to_the_page_or_its_base() {
        let with = |base: &str| {
            picture(&format!(
                "<base {base}><meta property=og:image content=p.png?a=1&amp;b=2>"
            ))
        };
        assert_eq!(with(""), "https://a.example/videos/p.png?a=1&b=2");
        assert_eq!(with("href=/x/"), "https://a.example/x/p.png?a=1&b=2");
        assert_eq!(
            with("href=//b.example/y/><base href=/z/"),
            "https://b.example/y/p.png?a=1&b=2"
        );
        assert_eq!(with("href=javascript:1"), "https://a.example/videos/p.png?a=1&b=2");
    }

    #[test]
    fn urls_that_cannot_be_fetched_are_skipped() {
        let page = r#"<meta property="og:image:url" content="data:image/png,x"><meta property="og:image:secure_url"
            content=""><meta property="og:image" content="https://u:p@b.example/"><meta name="twitter:image" content="/p">"#;
        assert_eq!(picture(page), "https://a.example/p");
    }

    #[test]
    fn text_that_only_looks_like_a_tag_is_ignored() {
        for page in [
            "",
            "<p>nothing</p>",
            "<!-- <meta property=og:image content=/p> -->",
            "<script>'<meta property=og:image content=/p>'</script>",
            "<style><meta property=og:image content=/p></style>",
            "<title><meta property=og:image content=/p></title>",
            "<textarea><meta property=og:image content=/p></textarea>",
            "<meta property=og:image>",
            "<meta property=og:imagery content=/p>",
            "<meta property=og:image content=/p",
        ] {
            assert_eq!(parsed(page), Err(SourceError::NotAPage), "{page}");
        }
    }

    #[test]
    fn the_title_is_that_of_open_graph_or_that_of_the_page() {
        assert_eq!(
            title("<title>\n Cats &amp;\n dogs </title>").as_deref(),
            Some("Cats & dogs")
        );
        assert_eq!(
            title("<title>a</title><svg><title>b</title></svg>").as_deref(),
            Some("a")
        );
        assert_eq!(
            title("<title>a</title><meta property='og:title' content='b &#8211; c'>").as_deref(),
            Some("b – c")
        );
        assert_eq!(
            title("<title>a</title><meta property=og:title content=' '>").as_deref(),
            Some("a")
        );
        assert_eq!(title("<title></title>"), None);
        assert_eq!(title(""), None);
    }

    #[test]
    fn a_picture_is_not_a_page() {
        for start in [
            "\u{ff}\u{d8}\u{ff}\u{e0}",
            "\u{89}PNG\r\n\u{1a}\n",
            "GIF89a",
            "RIFF\0\0\0\0WEBPVP8 ",
        ] {
            let bytes: Vec<u8> = start.chars().map(|character| character as u8).collect();
            let url = Url::parse("https://a.example/").unwrap();
            assert_eq!(preview(&url, &bytes), Err(SourceError::PictureNotPage), "{start}");
        }
    }
}
