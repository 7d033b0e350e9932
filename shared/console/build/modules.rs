//! Reads the imports of modules.

/// A static import of a module.
pub(crate) struct Import {
    /// The name of the imported module, relative to the folder of all modules.
    pub(crate) path: String,
    /// The list between the braces of the import, such as `a, b as c`.
    pub(crate) names: String,
}

/// The imports of the module `name`, and its source without the imports. An import has one line, or ends with a line
/// that begins with `} from`.
pub(crate) fn split_imports(name: &str, source: &str) -> (Vec<Import>, String) {
    let mut imports = Vec::new();
    let mut rest = String::new();
    let mut open = String::new();
    for line in source.lines() {
        if open.is_empty() && !line.starts_with("import ") {
            rest.push_str(line);
            rest.push('\n');
            continue;
        }
        open.push_str(line);
        let Some(path) = open.split('\'').nth(1) else { continue };
        let names = open.split(['{', '}']).nth(1).unwrap_or_default();
        imports.push(Import {
            path: resolve(name, path),
            names: names.trim().trim_end_matches(',').to_owned(),
        });
        open.clear();
    }
    (imports, rest)
}

/// The name of the module at a path that is relative to the module `name`.
fn resolve(name: &str, path: &str) -> String {
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
}
