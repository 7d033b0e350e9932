//! Circles of imports. Files of a crate form a circle if each of them imports a name from another one, directly or
//! through other files. Such files can only be understood together.

use std::collections::{BTreeMap, BTreeSet};

use crate::structure::files;

/// The largest circle that is allowed, in files.
const MOST_FILES: usize = 2;

/// The path of a module from the root of its crate, as in `["generations", "lease"]`. The root itself is empty.
type ModulePath = Vec<String>;

/// A name that a file imports.
#[derive(Debug)]
struct Import {
    /// The path of the imported name from the root of the crate.
    path: Vec<String>,
    /// The name under which the file uses it.
    name: String,
    /// Whether the file exports the name under its own path.
    is_exported: bool,
}

/// The modules of one crate, each with its imports from the same crate.
#[derive(Debug, Default)]
struct Crate(BTreeMap<ModulePath, Vec<Import>>);

/// The names that a tree of imports such as `a::{b, c::{self, d as e}}` contains: path and name.
fn names(tree: &str) -> Vec<(Vec<String>, String)> {
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path: Vec<String> = path.split("::").map(|part| part.trim().to_owned()).collect();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = match alias.trim() {
            "" => path.last().cloned().unwrap_or_default(),
            alias => alias.to_owned(),
        };
        return vec![(path, name)];
    };
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let mut depth = 0;
    let is_separator = |character: char| {
        depth += match character {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        character == ',' && depth == 0
    };
    let parts: Vec<&str> = inner.split(is_separator).map(str::trim).collect();
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts
        .flat_map(|part| names(&format!("{}{part}", head.trim())))
        .collect()
}

/// An imported path without its last name, and that name.
type PathAndName = (Vec<String>, String);

/// The imports of a file, apart from those of its tests: whether they are exported, and their names.
fn imports(text: &str) -> Vec<(bool, Vec<PathAndName>)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some(start) = rest.find("use ") {
        let line = rest[..start].rsplit('\n').next().unwrap_or_default().trim();
        rest = &rest[start + "use ".len()..];
        let is_exported = line == "pub" || (line.starts_with("pub(") && line.ends_with(')'));
        if line.is_empty() || is_exported {
            let tree = rest.split(';').next().unwrap_or_default();
            found.push((is_exported, names(tree)));
        }
    }
    found
}

impl Crate {
    /// Reads the modules of these files: the path of each module, and its text.
    fn read(texts: &[(ModulePath, String)]) -> Self {
        let known: BTreeSet<&ModulePath> = texts.iter().map(|(module, _)| module).collect();
        let absolute = |module: &ModulePath, path: &[String]| -> Option<Vec<String>> {
            let (head, rest) = path.split_first()?;
            match head.as_str() {
                "crate" => Some(rest.to_vec()),
                "self" => Some([module.as_slice(), rest].concat()),
                "super" => {
                    let levels = path.iter().take_while(|part| *part == "super").count();
                    let base = module.get(..module.len().checked_sub(levels)?)?;
                    Some([base, path.get(levels..)?].concat())
                }
                _ => {
                    let child = [module.as_slice(), std::slice::from_ref(head)].concat();
                    known.contains(&child).then(|| [module.as_slice(), path].concat())
                }
            }
        };
        let modules = texts.iter().map(|(module, text)| {
            let imports = imports(text).into_iter().flat_map(|(is_exported, names)| {
                names.into_iter().filter_map(move |(path, name)| {
                    Some(Import {
                        path: absolute(module, &path)?,
                        name,
                        is_exported,
                    })
                })
            });
            (module.clone(), imports.collect())
        });
        Self(modules.collect())
    }

    /// The module that defines the name at this path. Follows exports to the definition.
    fn definition(&self, path: &[String]) -> ModulePath {
        let length = (0..=path.len())
            .rev()
            .find(|&length| self.0.contains_key(&path[..length]));
        let module = path[..length.unwrap_or(0)].to_vec();
        let name = path.get(module.len());
        let export = self
            .0
            .get(&module)
            .into_iter()
            .flatten()
            .find(|import| import.is_exported && Some(&import.name) == name && import.path != path);
        export.map_or(module, |export| self.definition(&export.path))
    }

    /// The circles of more than [`MOST_FILES`] files. The root of the crate is left out: it exports from every module.
    fn circles(&self) -> BTreeSet<BTreeSet<ModulePath>> {
        let imported = |module: &ModulePath| -> BTreeSet<ModulePath> {
            let imports = self.0[module].iter().filter(|import| !import.is_exported);
            let modules = imports.map(|import| self.definition(&import.path));
            modules.filter(|other| !other.is_empty() && other != module).collect()
        };
        let modules = self.0.keys().filter(|module| !module.is_empty());
        let graph: BTreeMap<ModulePath, BTreeSet<ModulePath>> =
            modules.map(|module| (module.clone(), imported(module))).collect();
        let reached = |module: &ModulePath| {
            let mut reached = BTreeSet::new();
            let mut next = vec![module];
            while let Some(module) = next.pop() {
                next.extend(graph[module].iter().filter(|other| reached.insert((*other).clone())));
            }
            reached
        };
        let all: BTreeMap<&ModulePath, BTreeSet<ModulePath>> =
            graph.keys().map(|module| (module, reached(module))).collect();
        let circle = |module: &&ModulePath| -> BTreeSet<ModulePath> {
            let others = all[*module].iter().filter(|other| all[other].contains(*module));
            others.cloned().collect()
        };
        all.keys()
            .map(circle)
            .filter(|circle| circle.len() > MOST_FILES)
            .collect()
    }
}

/// The crates of the source tree, by the directory of their root file.
fn crates() -> BTreeMap<String, Crate> {
    let files = files(&["fuzz", "shared", "functions", "infra"], &[".rs"]);
    let roots: BTreeSet<String> = files
        .iter()
        .filter_map(|(path, _)| path.strip_suffix("/lib.rs").or_else(|| path.strip_suffix("/main.rs")))
        .map(str::to_owned)
        .collect();
    let mut texts: BTreeMap<String, Vec<(ModulePath, String)>> = BTreeMap::new();
    for (path, text) in files {
        let own = roots.iter().filter(|root| path.starts_with(&format!("{root}/")));
        let Some(root) = own.max_by_key(|root| root.len()) else {
            continue;
        };
        let module = path[root.len() + 1..].trim_end_matches(".rs");
        let module: ModulePath = match module {
            "lib" | "main" => Vec::new(),
            module => module.split('/').map(str::to_owned).collect(),
        };
        if !module.iter().any(|part| part == "tests") {
            texts.entry(root.clone()).or_default().push((module, text));
        }
    }
    texts
        .into_iter()
        .map(|(root, texts)| (root, Crate::read(&texts)))
        .collect()
}

#[test]
fn imports_form_no_circle_of_more_than_two_files() {
    let crates = crates();
    assert!(crates.len() >= 20, "{:?}", crates.keys());
    let mut found = Vec::new();
    for (root, modules) in &crates {
        for circle in modules.circles() {
            let files: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            found.push(format!("{root}: {}", files.join(", ")));
        }
    }
    assert!(
        found.is_empty(),
        "move the names that these files share to a file of their own: {found:#?}"
    );
}

#[test]
fn a_circle_through_exports_and_nested_imports_is_found() {
    let module = |path: &str, text: &str| {
        let path = path.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
        (path.collect::<ModulePath>(), text.to_owned())
    };
    let root = module(
        "",
        "mod lease;\npub use self::{lease::Lease, step::deep::{self, Step as Stride}};",
    );
    let lease = module(
        "lease",
        "use crate::{\n    Stride,\n    step::other::{self, Other},\n};",
    );
    let step = module("step::deep", "use super::other::Other;");
    let third = |text| module("step::other", text);
    let circles = |modules: &[_]| Crate::read(modules).circles();
    let closed = circles(&[
        root.clone(),
        lease.clone(),
        step.clone(),
        third("use crate::Lease; // a comment"),
    ]);
    assert_eq!(closed.len(), 1, "{closed:?}");
    assert_eq!(closed.first().unwrap().len(), 3, "{closed:?}");
    for open in [
        "",
        "// use crate::Lease;",
        "#[cfg(test)]\nmod tests {\n    use crate::Lease;\n}",
    ] {
        let open = circles(&[root.clone(), lease.clone(), step.clone(), third(open)]);
        assert!(open.is_empty(), "{open:?}");
    }
}
