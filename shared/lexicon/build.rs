//! Embeds the files of the languages, and compiles the words for concepts into tables, so that they need not be parsed
//! at run time.
//!
//! `concepts.rs` is the list of concepts. `words.rs` lists the tables of each language, which are in files of their
//! own. `languages.rs` has the codes of the languages and the texts of their other files.

#[path = "src/words/spelling.rs"]
mod spelling;

use std::{
    collections::{BTreeSet, HashMap},
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
    let source = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no package")?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no directory to write to")?);
    for path in ["build.rs", "src/words/spelling.rs", "concepts.txt", "languages"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let folders = source.join("languages");
    let order = fs::read_to_string(folders.join("order.txt"))?;
    let codes: Vec<&str> = order.lines().filter(|line| !line.starts_with('#')).collect();
    fs::write(out.join("languages.rs"), languages(&folders, &codes)?)?;
    let concepts = Concepts::read(&source.join("concepts.txt"))?;
    fs::write(out.join("concepts.rs"), concepts.code()?)?;
    let mut code = String::from("&[");
    for language in codes {
        let folder = folders.join(language);
        let endings = stem_endings(&text(&folder.join("grammar.txt"))?);
        let tables = |file: &str| -> Outcome<Tables> {
            let file = text(&folder.join(file))?;
            Tables::read(&file, &endings, &concepts).map_err(|error| format!("{language}: {error}").into())
        };
        let (tables, names) = (tables("concepts.txt")?, tables("emoji.txt")?);
        write!(code, "({language:?}, Index {{")?;
        for (name, rows) in [
            ("words", tables.words),
            ("unaccented", tables.unaccented),
            ("stems", tables.stems),
            ("names", names.words),
        ] {
            let file = format!("{language}.{name}");
            fs::write(out.join(&file), bytes(&rows))?;
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

/// The codes of the languages, and the texts of their files, as Rust code. Only the grammar has to exist.
fn languages(folders: &Path, codes: &[&str]) -> Outcome<String> {
    let count = codes.len();
    let mut code = format!("pub(super) static CODES: [&str; {count}] = {codes:?};");
    for (list, file) in [
        ("GRAMMARS", "grammar.txt"),
        ("HEADLINES", "headlines.txt"),
        ("TOPICS", "topics.txt"),
        ("COLOURS", "colours.txt"),
        ("CHANGES", "changes.txt"),
    ] {
        write!(code, "pub(super) static {list}: [&str; {count}] = [")?;
        for language in codes {
            let path = folders.join(language).join(file);
            match path.exists() {
                true => write!(code, "include_str!({path:?}),")?,
                false if list == "GRAMMARS" => return Err(format!("{} is missing", path.display()).into()),
                false => code.push_str("\"\","),
            }
        }
        code.push_str("];");
    }
    Ok(code)
}

/// The text of a file; empty if there is no file.
fn text(path: &Path) -> Outcome<String> {
    Ok(if path.exists() {
        fs::read_to_string(path)?
    } else {
        String::new()
    })
}

/// The endings of a language whose words are compared by their stems.
fn stem_endings(grammar: &str) -> String {
    let endings = grammar.lines().find_map(|line| line.strip_prefix("stem_endings: "));
    endings.unwrap_or_default().to_owned()
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
    fn read(file: &str, stem_endings: &str, concepts: &Concepts) -> Outcome<Self> {
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
                if let Some(stems) = spelling::stems(&key, stem_endings) {
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

/// The columns of a table, one after the other: the rows' first bytes, then their second bytes, and so on. A ZIP packs
/// a column better than rows.
fn bytes(rows: &BTreeSet<Row>) -> Vec<u8> {
    let column = |at: usize| {
        rows.iter()
            .filter_map(move |(hash, value)| hash.iter().chain(value).nth(at))
    };
    (0..7).flat_map(column).copied().collect()
}
