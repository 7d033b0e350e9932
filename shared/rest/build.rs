//! Writes the texts of discovery: the list of tools, the OpenAPI document and `llms.txt`. The build makes them, because
//! making them takes longer than the rest of a function's first call.

use std::{
    env,
    error::Error,
    fs,
    hash::{DefaultHasher, Hasher},
    path::PathBuf,
};

use descriptions::catalog::Catalog;

/// The entity tag of a text.
fn entity_tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    format!("\"{:016x}\"", hasher.finish())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let write = |name: &str, text: &str| fs::write(directory.join(name), text);
    let Catalog {
        tools,
        openai,
        anthropic,
        gemini,
        errors,
    } = Catalog::new()?;
    write("tools.rs", &format!("{tools:?}"))?;
    write("openai.json", &openai)?;
    write("anthropic.json", &anthropic)?;
    write("gemini.json", &gemini)?;
    write("errors.json", &errors)?;
    for (name, text) in [
        ("openapi.json", serde_json::to_string(&descriptions::document())?),
        ("llms.txt", descriptions::llms_txt()),
    ] {
        write(name, &text)?;
        write(&format!("{name}.etag"), &entity_tag(&text))?;
    }
    Ok(())
}
