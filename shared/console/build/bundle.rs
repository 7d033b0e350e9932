//! Bundles modules and style sheets into one HTML document, because hosts of MCP Apps fetch no other files.
//!
//! Each module becomes a function that is called once, after the modules that it imports. Only the forms of `import`
//! and `export` that our modules use are understood. Any other form fails the build.

use std::{collections::BTreeMap, error::Error, fmt::Write as _};

use crate::modules::{self, Import};

/// The files of the console, by their names.
pub(crate) type Files = BTreeMap<String, String>;

/// The names of a module's exports, each with its local name.
type Exports = Vec<(String, String)>;

/// The document: `template` with the modules in place of `{script}`, the style sheets in place of `{style}`, and the
/// licences of foreign code in place of `{licences}`.
pub(crate) fn document(
    files: &Files,
    template: &str,
    entry: &str,
    styles: &[&str],
    licences: &str,
) -> Result<String, Box<dyn Error>> {
    let mut style = String::new();
    for name in styles {
        style.push_str(&without_comments(file(files, name)?));
    }
    let licences = file(files, licences)?;
    let script = script(files, entry)?;
    for (content, end) in [
        (&*script, "</script"),
        (&*script, "<!--"),
        (&*style, "</style"),
        (licences, "-->"),
    ] {
        if content.contains(end) {
            return Err(format!("the content of an element must not contain {end}").into());
        }
    }
    let document = file(files, template)?.replace("{licences}", licences);
    Ok(document.replace("{style}", &style).replace("{script}", &script))
}

fn file<'a>(files: &'a Files, name: &str) -> Result<&'a str, Box<dyn Error>> {
    let content = files.get(name).ok_or(format!("{name} does not exist"))?;
    Ok(content)
}

/// The module `entry` and all modules that it imports, directly or indirectly, as one module.
fn script(files: &Files, entry: &str) -> Result<String, Box<dyn Error>> {
    let mut script = String::new();
    for name in in_order(files, entry)? {
        let (imports, rest) = modules::split_imports(&name, file(files, &name)?);
        let (code, exports) = without_exports(&name, &rest)?;
        let exports: Vec<String> = exports.iter().map(|(name, local)| format!("{name}: {local}")).collect();
        writeln!(script, "const {} = (() => {{", variable(&name))?;
        for Import { path, names } in imports.iter().filter(|import| !import.names.is_empty()) {
            writeln!(
                script,
                "const {{ {} }} = {};",
                names.replace(" as ", ": "),
                variable(path)
            )?;
        }
        writeln!(script, "{code}return {{ {} }};\n}})();", exports.join(", "))?;
    }
    Ok(script)
}

/// The names of a module and of all modules that it imports, directly or indirectly. A module comes after its imports.
fn in_order(files: &Files, entry: &str) -> Result<Vec<String>, Box<dyn Error>> {
    fn visit(files: &Files, name: &str, open: &mut Vec<String>, done: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
        if done.iter().any(|known| known == name) {
            return Ok(());
        }
        if open.iter().any(|known| known == name) {
            return Err(format!("{name} imports itself: {open:?}").into());
        }
        open.push(name.to_owned());
        for import in modules::split_imports(name, file(files, name)?).0 {
            visit(files, &import.path, open, done)?;
        }
        open.pop();
        done.push(name.to_owned());
        Ok(())
    }
    let mut done = Vec::new();
    visit(files, entry, &mut Vec::new(), &mut done)?;
    Ok(done)
}

/// The variable that has the exports of a module.
fn variable(name: &str) -> String {
    let name = name.trim_end_matches(".js");
    format!("m_{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}

/// A module without the word `export` and without comments, and the names of its exports, each with its local name.
fn without_exports(module: &str, source: &str) -> Result<(String, Exports), Box<dyn Error>> {
    let mut exports = Exports::new();
    let mut code = String::new();
    for line in without_comments(source).lines() {
        // A minified module has one line, which ends with a list of its exports.
        let (line, list) = match line.strip_suffix("};").and_then(|line| line.rsplit_once("export{")) {
            Some((line, list)) => (line, list),
            None => (line, ""),
        };
        for pair in list.split(',').filter(|pair| !pair.is_empty()) {
            let (local, name) = pair.split_once(" as ").unwrap_or((pair, pair));
            exports.push((name.to_owned(), local.to_owned()));
        }
        let line = match line.strip_prefix("export ") {
            Some(declaration) => {
                let name =
                    declared_name(declaration).ok_or(format!("{module}: an export that is not understood: {line}"))?;
                exports.push((name.to_owned(), name.to_owned()));
                declaration
            }
            None => line,
        };
        code.push_str(line);
        code.push('\n');
    }
    if code.contains("=> import(") || code.contains("await import(") {
        return Err(format!("{module} imports a module at run time, and the document has no other files").into());
    }
    Ok((code, exports))
}

/// The name in a declaration.
fn declared_name(declaration: &str) -> Option<&str> {
    let kinds = ["const ", "function ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    rest.get(..end).filter(|name| !name.is_empty())
}

/// The text without indentation, without empty lines, and without comments that fill whole lines.
fn without_comments(text: &str) -> String {
    let mut rest = String::new();
    let mut is_comment = false;
    for line in text.lines().map(str::trim_start) {
        let begins = line.starts_with("/*");
        let is_whole = begins && (!line.contains("*/") || line.trim_end().ends_with("*/"));
        if is_comment || is_whole || line.starts_with("//") || line.is_empty() {
            is_comment = (is_comment || begins) && !line.contains("*/");
            continue;
        }
        rest.push_str(line);
        rest.push('\n');
    }
    rest
}
