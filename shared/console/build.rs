//! Embeds the files of `web`: each as it is and compressed, with its entity tag. The paths of all files except the page
//! contain a hash of all files, so browsers may keep them for ever, and modules import each other by relative paths. The
//! page names all modules of its first view, so that the browser asks for all of them at once.

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

/// The modules that a module imports when it is loaded, by their names.
fn imports(name: &str, source: &str) -> Vec<String> {
    let statements = source
        .lines()
        .filter(|line| line.starts_with("import ") || line.starts_with("} from "));
    let quoted = statements.filter_map(|line| line.split('\'').nth(1));
    quoted
        .map(|path| {
            let mut folders: Vec<&str> = name.split('/').collect();
            folders.pop();
            for step in path.split('/') {
                match step {
                    "." => {}
                    ".." => drop(folders.pop()),
                    step => folders.push(step),
                }
            }
            folders.join("/")
        })
        .collect()
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
        for import in imports(&name, std::str::from_utf8(content)?) {
            if !found.contains(&import) {
                found.push(import);
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

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let web = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?).join("web");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut found = Vec::new();
    names(&web, "", &mut found)?;
    let mut files = Vec::new();
    for name in found {
        let content = fs::read(web.join(&name))?;
        files.push((name, content));
    }
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
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&content)?;
        fs::write(out.join(format!("{index}.gz")), encoder.finish()?)?;
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
