//! Imports run down the storeys that CONTRIBUTING.md lists: no storey imports from one above it.

use std::path::Path;
use walkdir::WalkDir;

#[test]
fn imports_run_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join(".github/CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let lists = text.split("```storeys\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let mut broken = Vec::new();
    for list in lists {
        let (folder, storeys) = list.split_once('\n').expect("a folder, and its storeys");
        let storeys: Vec<Vec<&str>> = storeys.lines().map(|line| line.split_whitespace().collect()).collect();
        for entry in WalkDir::new(root.join(folder)).sort_by_file_name() {
            let entry = entry.expect("the folder can be read");
            if entry.path().extension().is_some_and(|extension| extension == "rs") {
                let path = entry.path().strip_prefix(root.join(folder)).expect("below the folder");
                broken.extend(upward_imports(path, &std::fs::read_to_string(entry.path()).expect("text"), &storeys));
            }
        }
    }
    assert!(broken.is_empty(), "imports that run up, or to what CONTRIBUTING.md does not list:\n{}", broken.join("\n"));
}

/// Returns the lines of a file that import from its own storey or a higher one. Tests may.
fn upward_imports(path: &Path, text: &str, storeys: &[Vec<&str>]) -> Vec<String> {
    let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().replace(".rs", "")).collect();
    let own = parts[0].as_str();
    let is_test = parts.iter().any(|part| part == "tests" || part == "testing");
    let height = |name: &str| storeys.iter().position(|storey| storey.contains(&name));
    let Some(mine) = height(own) else {
        return if own == "lib" { Vec::new() } else { vec![format!("{}: in no storey", path.display())] };
    };
    let code = text.split("#[cfg(test)]\nmod tests {").next().filter(|_| !is_test).unwrap_or_default();
    let mut found = Vec::new();
    let mut is_macro = false;
    let mut kept = String::new();
    for line in code.lines() {
        // In a macro, `crate` is the crate that calls it.
        is_macro = line.starts_with("macro_rules!") || is_macro && line != "}";
        kept += line.split("//").next().filter(|_| !is_macro).unwrap_or_default();
        kept.push('\n');
    }
    for (at, word) in kept.match_indices("crate::") {
        let paths = at + word.len();
        for (offset, name) in imported_names(&kept[paths..]) {
            let is_path = kept[paths + offset + name.len()..].starts_with(':');
            if name != own && height(name).map_or(is_path, |theirs| theirs <= mine) {
                let number = kept[..=paths + offset].lines().count();
                found.push(format!(
                    "{}:{number}: {}",
                    path.display(),
                    code.lines().nth(number - 1).unwrap_or_default()
                ));
            }
        }
    }
    found
}

/// Returns the names after `crate::`: one path, or several in braces.
fn imported_names(paths: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut depth = 0;
    let mut begins = true;
    for (at, letter) in paths.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => begins = true,
            letter if begins && letter.is_alphanumeric() => {
                begins = false;
                let end = paths[at..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(paths.len() - at);
                found.push((at, &paths[at..at + end]));
            }
            _ => {}
        }
        if depth == 0 && !begins {
            break;
        }
    }
    found
}
