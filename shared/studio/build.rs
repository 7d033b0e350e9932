//! Embeds the layouts, the motifs and the scenes: every SVG file in their folders becomes an entry of a generated list.

use std::{env, error::Error, fmt::Write, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    for folder in ["layouts", "motifs", "scenes"] {
        println!("cargo::rerun-if-changed={folder}");
        embed(folder)?;
    }
    Ok(())
}

/// Writes the names and the contents of a folder's SVG files as the literal of a slice.
fn embed(folder: &str) -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no package")?).join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "svg"));
    // A seed selects files by their position, so the order must be the same on every machine.
    files.sort();
    let mut list = String::from("&[");
    for file in files {
        let name = file
            .file_stem()
            .and_then(|name| name.to_str())
            .ok_or("a file's name is not Unicode")?;
        write!(list, "({name:?}, {:?}),", fs::read_to_string(&file)?)?;
    }
    list.push(']');
    let directory = PathBuf::from(env::var_os("OUT_DIR").ok_or("no directory to write to")?);
    fs::write(directory.join(folder).with_extension("rs"), list)?;
    Ok(())
}
