//! Imports between the files of a crate. Files form a circle if each of them imports a name from another one, directly
//! or through other files: such files can only be understood together. A path in code, such as
//! `crate::keys::balance(id)`, is an import too.

use std::collections::{BTreeMap, BTreeSet};

use syn::{
    Attribute, Expr, Item, ItemMod, ItemUse, Macro, Path, Token, UseTree, Visibility,
    punctuated::Punctuated,
    visit::{self, Visit},
};

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

/// Collects what a file imports, apart from its tests.
#[derive(Debug, Default)]
struct Imports(Vec<(Vec<String>, String, bool)>);

impl Imports {
    fn of(text: &str) -> Self {
        let mut imports = Self::default();
        imports.visit_file(&syn::parse_file(text).expect("Rust"));
        imports
    }

    /// Adds the names that a tree such as `a::{b, c::{self, d as e}}` contains.
    fn add(&mut self, tree: &UseTree, before: &[String], is_exported: bool) {
        let below = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.add(&path.tree, &below(path.ident.to_string()), is_exported),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(tree, before, is_exported)),
            UseTree::Name(name) if name.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                self.0.push((before.to_vec(), name, is_exported));
            }
            UseTree::Name(name) => self
                .0
                .push((below(name.ident.to_string()), name.ident.to_string(), is_exported)),
            UseTree::Rename(renamed) => {
                let path = if renamed.ident == "self" {
                    before.to_vec()
                } else {
                    below(renamed.ident.to_string())
                };
                self.0.push((path, renamed.rename.to_string(), is_exported));
            }
            UseTree::Glob(_) => self.0.push((before.to_vec(), String::new(), is_exported)),
        }
    }
}

/// Whether the item is compiled for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    let mut conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.any(|attribute| {
        attribute
            .parse_args::<Path>()
            .is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes: &[Attribute] = match item {
            Item::Fn(item) => &item.attrs,
            Item::Mod(ItemMod { attrs, .. }) => attrs,
            Item::Use(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add(&item.tree, &[], !matches!(item.vis, Visibility::Inherited));
    }

    /// `pub(in crate::a)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let [_, .., last] = segments.as_slice() {
            let name = last.clone();
            self.0.push((segments, name, false));
        }
        visit::visit_path(self, path);
    }

    /// The arguments of most macros are expressions.
    fn visit_macro(&mut self, macro_: &'ast Macro) {
        let arguments = macro_.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for argument in arguments.into_iter().flatten() {
            Imports::visit_expr(self, &argument);
        }
    }
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
            let imports = Imports::of(text).0.into_iter().filter_map(|(path, name, is_exported)| {
                Some(Import {
                    path: absolute(module, &path)?,
                    name,
                    is_exported,
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

    /// The modules from which each module imports. The root of the crate is left out: it exports from every module.
    fn graph(&self) -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
        let imported = |module: &ModulePath| -> BTreeSet<ModulePath> {
            let imports = self.0[module].iter().filter(|import| !import.is_exported);
            let modules = imports.map(|import| self.definition(&import.path));
            modules.filter(|other| !other.is_empty() && other != module).collect()
        };
        let modules = self.0.keys().filter(|module| !module.is_empty());
        modules.map(|module| (module.clone(), imported(module))).collect()
    }

    /// The circles of more than [`MOST_FILES`] files.
    fn circles(&self) -> BTreeSet<BTreeSet<ModulePath>> {
        let graph = self.graph();
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

/// The folders and files in the root of a crate, in the order of the table in its documentation, from top to bottom.
/// Empty if it has no table.
fn order(root: &str) -> Vec<String> {
    let file = files(&[root], &["/lib.rs"]).into_iter().next();
    let text = file.map(|(_, text)| text).unwrap_or_default();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect()
}

/// The imports from a folder that is not below the importing file's folder in the table of the crate.
fn wrong_directions(modules: &Crate, order: &[String]) -> Vec<String> {
    let place = |module: &ModulePath| {
        let folder = module.first().unwrap();
        let place = order.iter().position(|known| known == folder);
        place.unwrap_or_else(|| panic!("`{folder}` is not in the table"))
    };
    let mut wrong = Vec::new();
    for (module, imported) in modules.graph() {
        let up = imported.iter().filter(|other| place(other) < place(&module));
        wrong.extend(up.map(|other| format!("{} imports from {}", module.join("::"), other.join("::"))));
    }
    wrong
}

#[test]
fn folders_of_the_store_import_from_folders_below_them() {
    let crates = crates();
    let (root, modules) = crates.iter().find(|(root, _)| *root == "shared/store/src").unwrap();
    let order = order(root);
    assert!(order.len() >= 10, "{order:?}");
    let wrong = wrong_directions(modules, &order);
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The opposite order is wrong.
    let reversed: Vec<String> = order.into_iter().rev().collect();
    assert!(!wrong_directions(modules, &reversed).is_empty());
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
    let in_code = [
        "fn f() { crate::Lease::new(); }",
        "const A: crate::lease::Lease = crate::lease::A;",
        "fn f() { println!(\"{}\", crate::lease::now()); }",
    ];
    for code in in_code {
        let closed = circles(&[root.clone(), lease.clone(), step.clone(), third(code)]);
        assert_eq!(closed.len(), 1, "{code}");
    }
    let calls_child = [
        module("step", "mod deep;\nmod other;\nfn f() { deep::g(); }"),
        module("step::deep", "use super::other::Other;"),
        module("step::other", "use crate::step::Step;"),
    ];
    assert_eq!(circles(&calls_child).len(), 1);
    for open in [
        "",
        "// use crate::Lease;",
        "#[cfg(test)]\nmod tests {\n    use crate::Lease;\n}",
    ] {
        let open = circles(&[root.clone(), lease.clone(), step.clone(), third(open)]);
        assert!(open.is_empty(), "{open:?}");
    }
}
