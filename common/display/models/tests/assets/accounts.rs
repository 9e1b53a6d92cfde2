//! Every file in `assets/` is named by a script or a text there, and the folder stays small.

use crate::figure::asset;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The limit for the bytes of the whole folder.
const MOST: u64 = 6_000_000;

/// Returns the paths of all files below a folder, relative to the folder and with `/`, without Python's caches.
fn file_names(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.ends_with("__pycache__") {
            continue;
        }
        if path.is_dir() {
            waiting.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let parts = path.strip_prefix(folder).unwrap().iter();
        let parts: Vec<&str> = parts.map(|part| part.to_str().unwrap()).collect();
        found.insert(parts.join("/"));
    }
    found
}

/// The parts of a text between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the modules of its own folder that a script imports.
fn imported_modules(text: &str) -> impl Iterator<Item = String> {
    let modules = text
        .lines()
        .filter_map(|line| line.strip_prefix("from ").or_else(|| line.strip_prefix("import "))?.split(' ').next());
    modules.map(|module| format!("source/{}.py", module.replace('.', "/")))
}

fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "py")
}

#[test]
fn every_file_is_accounted_for() {
    let folder = asset("");
    let all = file_names(&folder);
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut known: BTreeSet<String> = ["README.md".to_owned()].into();
    // The text on the dialects names them without their folder, and their twins without an end.
    for name in quoted(&readme) {
        let names = [name.to_owned(), format!("dialects/{name}"), format!("dialects/{name}.dae")];
        known.extend(names.into_iter().filter(|name| all.contains(name)));
    }
    known.extend(all.iter().filter(|name| shown(&readme, name)).cloned());
    let puppet = fs::read_to_string(folder.join("puppet/puppet.toml")).unwrap();
    let images = puppet.lines().filter_map(|line| line.strip_prefix("image = \""));
    known.extend(images.map(|image| format!("puppet/{}", image.trim_end_matches('"'))));
    known.extend(["puppet/puppet.toml", "puppet/preview.png"].map(str::to_owned));
    // The scripts that the README names, and their imports.
    let mut scripts: Vec<String> = known.iter().filter(|name| is_script(name)).cloned().collect();
    while let Some(script) = scripts.pop() {
        let text = fs::read_to_string(folder.join(&script)).unwrap();
        let new = imported_modules(&text).filter(|module| all.contains(module) && !known.contains(module));
        let new: Vec<String> = new.collect();
        known.extend(new.iter().cloned());
        scripts.extend(new);
    }
    known.insert("source/kit/__init__.py".to_owned());

    let unknown: Vec<&String> = all.difference(&known).collect();
    assert!(unknown.is_empty(), "nothing accounts for {unknown:#?}");
}

/// Whether the README shows a picture: `](sheets/arm.png)`.
fn shown(readme: &str, name: &str) -> bool {
    readme.contains(&format!("]({name})"))
}

#[test]
fn the_folder_is_small() {
    let folder = asset("");
    let sizes = file_names(&folder).into_iter().map(|name| folder.join(name).metadata().unwrap().len());
    let total: u64 = sizes.sum();
    assert!(total < MOST, "{total} bytes; at most {MOST}");
}

/// Each module that a script imports exists.
#[test]
fn scripts_import_existing_modules() {
    let folder = asset("");
    let all = file_names(&folder);
    for script in all.iter().filter(|name| is_script(name)) {
        let text = fs::read_to_string(folder.join(script)).unwrap();
        for module in imported_modules(&text) {
            let own = module.starts_with("source/kit/") || module.contains('_');
            assert!(!own || all.contains(&module), "{script}: no {module}");
        }
    }
}
