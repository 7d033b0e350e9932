//! Compiles the lexicon's text files into tables, so that nothing has to be parsed at run time.
//!
//! `concepts.rs` is the list of concepts. `words.rs` lists the tables of each language, which are in files of their own.

#[path = "src/words/spelling.rs"]
mod spelling;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A row of a table: the hash of a word, then the index of its concept and its marks.
type Row = ([u8; 4], [u8; 3]);

fn main() -> Outcome<()> {
    let source = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no package")?).join("../studio/lexicon");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no directory to write to")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/words/spelling.rs");
    println!("cargo::rerun-if-changed={}", source.display());
    let concepts = Concepts::read(&source.join("concepts.txt"))?;
    fs::write(out.join("concepts.rs"), concepts.code()?)?;
    let mut code = String::from("&[");
    let (words, names) = (languages(&source)?, languages(&source.join("names"))?);
    let all: BTreeSet<&String> = words.keys().chain(names.keys()).collect();
    for language in all {
        let tables = |files: &BTreeMap<String, String>| {
            let file = files.get(language).map(String::as_str).unwrap_or_default();
            Tables::read(language, file, &concepts).map_err(|error| format!("{language}: {error}"))
        };
        let (tables, names) = (tables(&words)?, tables(&names)?);
        write!(code, "({language:?}, Index {{")?;
        for (name, rows) in [
            ("words", tables.words),
            ("unaccented", tables.unaccented),
            ("stems", tables.stems),
            ("names", names.words),
        ] {
            let file = format!("{language}.{name}");
            fs::write(out.join(&file), bytes(rows))?;
            write!(
                code,
                "{name}: Table::new(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))),"
            )?;
        }
        code.push_str("}),");
    }
    code.push(']');
    fs::write(out.join("words.rs"), code)?;
    Ok(())
}

/// The files of the languages, in the order of their codes.
fn languages(source: &Path) -> Outcome<BTreeMap<String, String>> {
    let mut languages = BTreeMap::new();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if let Some(code) = name.strip_suffix(".txt").filter(|code| *code != "concepts") {
            languages.insert(code.to_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(languages)
}

/// The concepts of `concepts.txt`.
struct Concepts {
    lines: Vec<[String; 4]>,
    by_id: HashMap<String, u16>,
    niches: Vec<String>,
}

impl Concepts {
    fn read(path: &Path) -> Outcome<Self> {
        let mut concepts = Self {
            lines: Vec::new(),
            by_id: HashMap::new(),
            niches: Vec::new(),
        };
        let mut niches = BTreeSet::new();
        for line in fs::read_to_string(path)?.lines() {
            let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
            let fields = <[String; 4]>::try_from(fields)
                .map_err(|_| format!("concepts.txt: four fields with tabs between them are missing: {line:?}"))?;
            let [id, _, niche, _] = &fields;
            niches.insert(niche.clone());
            if concepts
                .by_id
                .insert(id.clone(), concepts.lines.len().try_into()?)
                .is_some()
            {
                return Err(format!("concepts.txt: {id:?} is listed twice").into());
            }
            concepts.lines.push(fields);
        }
        concepts.niches = niches.into_iter().collect();
        Ok(concepts)
    }

    /// The list as Rust code. A class becomes a variant of `Class`, so the compiler finds unknown classes.
    fn code(&self) -> Outcome<String> {
        let mut code = String::from("pub(crate) static CONCEPTS: &[Concept] = &[");
        for [id, picture, niche, class] in &self.lines {
            let mut letters = class.chars();
            let first = letters.next().ok_or("concepts.txt: a class is missing")?;
            let class = format!("{}{}", first.to_ascii_uppercase(), letters.as_str());
            write!(
                code,
                "Concept {{ id: {id:?}, picture: {picture:?}, niche: {niche:?}, class: Class::{class} }},"
            )?;
        }
        write!(code, "];\npub(crate) static NICHES: &[&str] = &{:?};", self.niches)?;
        Ok(code)
    }
}

/// The tables of a language.
#[derive(Default)]
struct Tables {
    /// The words as they are listed.
    words: BTreeSet<Row>,
    /// Words with accents, without their accents.
    unaccented: BTreeSet<Row>,
    /// The stems of the words, in languages whose nouns have many endings.
    stems: BTreeSet<Row>,
}

impl Tables {
    fn read(language: &str, file: &str, concepts: &Concepts) -> Outcome<Self> {
        let mut tables = Self::default();
        for line in file.lines() {
            let (id, words) = line
                .split_once(':')
                .ok_or_else(|| format!("a colon is missing: {line:?}"))?;
            let concept = *concepts
                .by_id
                .get(id.trim())
                .ok_or_else(|| format!("{id:?} is not in concepts.txt"))?;
            for marked in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                let (word, is_often_verb, niche) =
                    unmarked(marked, concepts).map_err(|mark| format!("{id}: {mark}"))?;
                let value = value(concept, is_often_verb, niche)?;
                let key = spelling::key(word);
                tables.words.insert((spelling::hash(&key), value));
                let bare = spelling::without_accents(&key);
                if bare != key {
                    tables.unaccented.insert((spelling::hash(&bare), value));
                }
                if let Some(stems) = spelling::stems(&key, language) {
                    tables.stems.insert((spelling::hash(&stems), value));
                }
            }
        }
        Ok(tables)
    }
}

/// The word without its marks; whether it is often a verb; and the number of its niche, from 1 on, or 0.
fn unmarked<'a>(marked: &'a str, concepts: &Concepts) -> Result<(&'a str, bool, u8), String> {
    let (mut word, mut is_often_verb, mut niche) = (marked, false, 0);
    while let Some((rest, mark)) = word.rsplit_once(' ') {
        if mark == "!verb" {
            is_often_verb = true;
        } else if let Some(name) = mark.strip_prefix('~') {
            let at = concepts.niches.iter().position(|known| known == name);
            niche = at
                .and_then(|at| u8::try_from(at + 1).ok())
                .ok_or_else(|| format!("{name:?} is no niche"))?;
        } else if mark.starts_with('!') {
            return Err(format!("{mark:?} is no mark"));
        } else {
            break;
        }
        word = rest.trim_end();
    }
    Ok((word, is_often_verb, niche))
}

/// The concept's index in two bytes, the first bit of which says whether the word is often a verb; then the niche.
fn value(concept: u16, is_often_verb: bool, niche: u8) -> Outcome<[u8; 3]> {
    if concept >= 1 << 15 {
        return Err("there are too many concepts for 15 bits".into());
    }
    let [high, low] = (concept | u16::from(is_often_verb) << 15).to_be_bytes();
    Ok([high, low, niche])
}

/// All hashes in ascending order, then their values in the same order.
fn bytes(rows: BTreeSet<Row>) -> Vec<u8> {
    let hashes = rows.iter().flat_map(|(hash, _)| *hash);
    let values = rows.iter().flat_map(|(_, value)| *value);
    hashes.chain(values).collect()
}
