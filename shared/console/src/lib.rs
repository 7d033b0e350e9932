//! The console: web pages on which people make thumbnails, look at them and compare them. The pages are the files of
//! `web`, and the build embeds them. They use the same API as every client. The MCP App is bundled from the same files.
//! This crate does not depend on HTTP.

/// A file of the console.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The path of its URL.
    pub path: &'static str,
    /// The value of `Content-Type`.
    pub content_type: &'static str,
    /// Changes with the content: 16 hexadecimal digits.
    pub entity_tag: &'static str,
    /// Whether another version of the file has another path.
    pub is_immutable: bool,
    /// The content.
    pub plain: &'static [u8],
    /// The content, compressed by gzip.
    pub gzip: &'static [u8],
}

/// The path of the page.
pub const PAGE: &str = "/console";

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The MCP App, which MCP hosts show in a frame: one HTML document in UTF-8, compressed by gzip. The document loads no
/// other files, and gets its data from its host.
pub static MCP_APP: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/mcp-app.html.gz"));

/// All files.
pub fn assets() -> &'static [Asset] {
    ASSETS
}

/// The file at this path of a URL.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// The Content-Security-Policy of the page. The page loads code and styles only from the service, and pictures also
/// from `pictures`, the origin of presigned URLs.
pub fn content_security_policy(pictures: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: {pictures}; \
         connect-src 'self' {pictures}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    )
}

#[cfg(test)]
mod tests;
