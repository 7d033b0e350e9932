//! What a page says about its preview.

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use image::ImageFormat;
use url::Url;

use crate::{error::SourceError, source, title};

/// The properties that name a page's picture, the best first: <https://ogp.me>, and what X reads.
const PICTURES: [&str; 4] = ["og:image:secure_url", "og:image:url", "og:image", "twitter:image"];

/// A page's preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    /// Where its picture is.
    pub(crate) picture: Url,
    pub(crate) title: Option<String>,
}

impl Preview {
    /// The preview that the page at `url` names.
    pub(crate) fn of(url: &Url, page: &[u8]) -> Result<Self, SourceError> {
        use ImageFormat::{Gif, Jpeg, Png, WebP};
        if matches!(image::guess_format(page), Ok(Png | Jpeg | WebP | Gif)) {
            return Err(SourceError::PictureNotPage);
        }
        let said = Said::read(page);
        let base = said.base.as_deref().and_then(|base| source::join(url, base).ok());
        let base = base.as_ref().unwrap_or(url);
        let mut pictures = said.pictures.iter().flatten();
        let picture = pictures
            .find_map(|picture| source::join(base, picture).ok())
            .ok_or(SourceError::NotAPage)?;
        let titles = [said.og_title, said.title];
        let title = titles.into_iter().flatten().find_map(|text| title::clean(&text));
        Ok(Self { picture, title })
    }
}

/// What of a page matters here. Of what is said twice the first counts.
#[derive(Debug, Default)]
struct Said {
    pictures: [Option<String>; PICTURES.len()],
    og_title: Option<String>,
    title: Option<String>,
    base: Option<String>,
}

impl Said {
    fn read(page: &[u8]) -> Self {
        let mut said = Self::default();
        let mut emitter = DefaultEmitter::default();
        // Scripts, styles and titles hold text, not tags.
        emitter.naively_switch_states(true);
        let mut title: Option<Vec<u8>> = None;
        for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
            match token {
                Token::StartTag(tag) => match tag.name.as_slice() {
                    b"meta" => said.meta(&tag),
                    b"base" if said.base.is_none() => said.base = attribute(&tag, b"href"),
                    b"title" if said.title.is_none() => title = Some(Vec::new()),
                    _ => {}
                },
                Token::String(text) => {
                    if let Some(title) = &mut title {
                        title.extend_from_slice(&text.value);
                    }
                }
                Token::EndTag(tag) if tag.name.as_slice() == b"title" => {
                    said.title = said
                        .title
                        .or(title.take().and_then(|title| String::from_utf8(title).ok()));
                }
                _ => {}
            }
        }
        said
    }

    fn meta(&mut self, tag: &StartTag<()>) {
        let Some(name) = attribute(tag, b"property").or_else(|| attribute(tag, b"name")) else {
            return;
        };
        let name = name.to_ascii_lowercase();
        let place = match PICTURES.iter().position(|picture| *picture == name) {
            Some(index) => self.pictures.get_mut(index),
            None if name == "og:title" => Some(&mut self.og_title),
            None => None,
        };
        if let Some(place) = place
            && place.is_none()
        {
            *place = attribute(tag, b"content");
        }
    }
}

/// An attribute's value, trimmed; `None` when it is blank. What is not UTF-8 is left out rather than guessed.
fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value: &HtmlString = tag.attributes.get(name)?;
    let value = std::str::from_utf8(value).ok()?.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(page: &str) -> Result<(String, Option<String>), SourceError> {
        let url = Url::parse("https://a.example/videos/1?x=y").unwrap();
        let preview = Preview::of(&url, page.as_bytes())?;
        Ok((preview.picture.into(), preview.title))
    }

    fn picture(page: &str) -> String {
        of(page).unwrap().0
    }

    fn title(page: &str) -> Option<String> {
        of(&format!("{page}<meta name=og:image content=/p>")).unwrap().1
    }

    #[test]
    fn the_best_picture_counts_wherever_it_stands() {
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
    fn a_picture_is_found_relative_to_the_page_or_its_base() {
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
    fn what_cannot_be_fetched_is_passed_over() {
        let page = r#"<meta property="og:image:url" content="data:image/png,x"><meta property="og:image:secure_url"
            content=""><meta property="og:image" content="https://u:p@b.example/"><meta name="twitter:image" content="/p">"#;
        assert_eq!(picture(page), "https://a.example/p");
    }

    #[test]
    fn what_only_looks_like_a_tag_says_nothing() {
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
            assert_eq!(of(page), Err(SourceError::NotAPage), "{page}");
        }
    }

    #[test]
    fn a_title_is_open_graphs_or_the_pages() {
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
            assert_eq!(Preview::of(&url, &bytes), Err(SourceError::PictureNotPage), "{start}");
        }
    }
}
