//! Embeds each file of `web` twice: uncompressed and compressed. Each file also gets an entity tag. A hash of all files
//! is part of every path but that of the page, so browsers may cache the files for ever. Modules import each other by
//! relative paths. The page names all modules of its first view, so that the browser requests all of them at once.
//!
//! Also bundles the MCP App from the same modules into one document, and embeds it.

#[path = "build/bundle.rs"]
mod bundle;
#[path = "build/modules.rs"]
mod modules;

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    hash::{DefaultHasher, Hasher},
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

/// The page. It names the other files below `{base}`.
const PAGE: &str = "index.html";
const BASE: &str = "{base}";
/// Where the page names the modules of the first view.
const PRELOAD: &str = "{preload}";
/// The modules with which the first view begins.
const FIRST: [&str; 2] = ["main.js", "make/view.js"];

/// The folder of the files that only the MCP App uses.
const APP_FOLDER: &str = "mcp-app/";
const APP_PAGE: &str = "mcp-app/index.html";
const APP_ENTRY: &str = "mcp-app/main.js";
const APP_STYLES: [&str; 2] = ["console.css", "mcp-app/app.css"];
const LICENCES: &str = "vendor/LICENSES.txt";

fn content_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    // Types are for the compiler. They are not embedded.
    if name.ends_with(".d.ts") {
        return None;
    }
    match ending {
        "css" => Some("text/css; charset=utf-8"),
        "html" => Some("text/html; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "txt" => Some("text/plain; charset=utf-8"),
        _ => None,
    }
}

/// The paths of all files below `directory`, relative to it, in alphabetical order.
fn names(directory: &Path, prefix: &str, found: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut entries: Vec<_> = fs::read_dir(directory)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            names(&entry.path(), &format!("{name}/"), found)?;
        } else if content_type(&name).is_some() {
            println!("cargo::rerun-if-changed={}", entry.path().display());
            found.push(name);
        }
    }
    Ok(())
}

/// All modules of the first view.
fn first_modules(files: &[(String, Vec<u8>)]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut found: Vec<String> = FIRST.map(str::to_owned).to_vec();
    let mut at = 0;
    while let Some(name) = found.get(at).cloned() {
        let (_, content) = files
            .iter()
            .find(|(file, _)| *file == name)
            .ok_or(format!("{name} is imported and does not exist"))?;
        for import in modules::split_imports(&name, std::str::from_utf8(content)?).0 {
            if !found.contains(&import.path) {
                found.push(import.path);
            }
        }
        at += 1;
    }
    Ok(found)
}

fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    format!("{:016x}", hasher.finish())
}

fn gzip(content: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

/// Bundles the MCP App, and writes it to `out`, compressed.
fn write_app(files: &[(String, Vec<u8>)], out: &Path) -> Result<(), Box<dyn Error>> {
    let mut texts = bundle::Files::new();
    for (name, content) in files {
        texts.insert(name.clone(), String::from_utf8(content.clone())?);
    }
    let document = bundle::document(&texts, APP_PAGE, APP_ENTRY, &APP_STYLES, LICENCES)?;
    fs::write(out.join("mcp-app.html.gz"), gzip(document.as_bytes())?)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    let web = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?).join("web");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut found = Vec::new();
    names(&web, "", &mut found)?;
    let mut files = Vec::new();
    for name in found {
        let content = fs::read(web.join(&name))?;
        files.push((name, content));
    }
    write_app(&files, &out)?;
    files.retain(|(name, _)| !name.starts_with(APP_FOLDER));
    let parts: Vec<&[u8]> = files
        .iter()
        .flat_map(|(name, content)| [name.as_bytes(), content])
        .collect();
    let revision = hash(&parts);
    let preload: Vec<String> = first_modules(&files)?
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{BASE}/{name}\">"))
        .collect();
    let preload = preload.join("\n");
    let mut table = String::from("&[\n");
    for (index, (name, content)) in files.iter().enumerate() {
        let is_page = name == PAGE;
        let content = if is_page {
            let text = String::from_utf8(content.clone())?;
            let text = text.replace(PRELOAD, &preload);
            text.replace(BASE, &format!("/console/{revision}")).into_bytes()
        } else {
            content.clone()
        };
        fs::write(out.join(format!("{index}.gz")), gzip(&content)?)?;
        fs::write(out.join(index.to_string()), &content)?;
        let path = if is_page {
            String::from("/console")
        } else {
            format!("/console/{revision}/{name}")
        };
        let content_type = content_type(name).unwrap_or_default();
        let tag = hash(&[&content]);
        writeln!(
            table,
            "    Asset {{ path: {path:?}, content_type: {content_type:?}, entity_tag: {tag:?}, is_immutable: {}, \
             plain: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{index}\")), \
             gzip: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{index}.gz\")) }},",
            !is_page
        )?;
    }
    table.push(']');
    fs::write(out.join("assets.rs"), table)?;
    Ok(())
}
