//! Embeds the layouts: every SVG file in `layouts` becomes an entry of the generated list.

use std::{env, error::Error, fmt::Write, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=layouts");
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no package")?).join("layouts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "svg"));
    // A seed selects layouts by their position, so the order must be the same on every machine.
    files.sort();
    let mut list = String::from("&[");
    for file in files {
        let name = file
            .file_stem()
            .and_then(|name| name.to_str())
            .ok_or("a layout's name is not Unicode")?;
        write!(list, "({name:?}, {:?}),", fs::read_to_string(&file)?)?;
    }
    list.push(']');
    let directory = PathBuf::from(env::var_os("OUT_DIR").ok_or("no directory to write to")?);
    fs::write(directory.join("layouts.rs"), list)?;
    Ok(())
}
