use std::collections::BTreeSet;

use super::*;

fn text(asset: &Asset) -> &'static str {
    std::str::from_utf8(asset.plain).unwrap()
}

/// The relative imports of a module.
fn imports(source: &str) -> Vec<&str> {
    let quoted = source.split(['\'', '"']);
    quoted
        .filter(|text| (text.starts_with("./") || text.starts_with("../")) && text.ends_with(".js"))
        .collect()
}

#[test]
fn every_file_that_is_named_exists() {
    let page = text(find(PAGE).unwrap());
    let named: Vec<&str> = page.split('"').filter(|text| text.starts_with("/console/")).collect();
    assert!(named.len() > 20, "{page}");
    for path in named {
        assert!(find(path).is_some(), "{path}");
    }
    for asset in assets().iter().filter(|asset| asset.path.ends_with(".js")) {
        for import in imports(text(asset)) {
            let mut path: Vec<&str> = asset.path.split('/').collect();
            path.pop();
            for step in import.split('/') {
                match step {
                    "." => {}
                    ".." => drop(path.pop()),
                    name => path.push(name),
                }
            }
            assert!(find(&path.join("/")).is_some(), "{} imports {import}", asset.path);
        }
    }
}

#[test]
fn every_file_but_the_page_is_immutable_and_has_the_revision_in_its_path() {
    let revisions: BTreeSet<&str> = assets()
        .iter()
        .filter(|asset| asset.is_immutable)
        .map(|asset| asset.path.split('/').nth(2).unwrap())
        .collect();
    assert_eq!(revisions.len(), 1, "{revisions:?}");
    let changing: Vec<&str> = assets()
        .iter()
        .filter(|asset| !asset.is_immutable)
        .map(|asset| asset.path)
        .collect();
    assert_eq!(changing, [PAGE]);
}

#[test]
fn the_page_has_no_inline_code_or_style() {
    let page = text(find(PAGE).unwrap());
    assert!(!page.contains('{'));
    for barred in ["<style", "style=", "onload=", "javascript:"] {
        assert!(!page.contains(barred), "{barred}");
    }
    for script in page.split("<script").skip(1) {
        assert!(
            script.contains("src=\"/console/") && script.contains("></script>"),
            "{script}"
        );
    }
    assert!(!content_security_policy("https://pictures.example").contains("unsafe"));
}

#[test]
fn compressed_files_begin_as_gzip_and_are_smaller() {
    for asset in assets() {
        assert_eq!(asset.gzip.get(..3), Some(&[0x1f, 0x8b, 8][..]), "{}", asset.path);
        assert!(asset.gzip.len() < asset.plain.len() + 32, "{}", asset.path);
    }
}
