//! The files that a program opens, out of all that the workspace has for its lessons.
//!
//! A program names what it opens: its path below `assets/`, `shaders/` or `lessons/` is a text in it. What such a file
//! names, a figure its pictures, lies beside it.

use super::{File, build::Built};
use anyhow::{Context, Result};
use common::build::LessonFolder;
use std::{collections::BTreeSet, fs, path::Path};
use walkdir::WalkDir;

/// Folders of the workspace; and what of them a program never opens, besides shaders that make mistakes.
const FOLDERS: [(&str, &[&str]); 3] = [
    ("assets", &["md", "py"]),
    ("shaders", &[]),
    // Their texts name these.
    ("lessons", &["md", "rs", "toml", "html"]),
];

/// What is opened by a program of this lesson and its student's library, each where it is in the workspace. Shaders of
/// these names are as the student found them.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn opened(lesson: &LessonFolder, built: &Built, as_found: &[String]) -> Result<Vec<File>> {
    let library = built.library.iter().map(|(_, bytes)| texts_in(bytes));
    let names = texts_in(&built.program) + &library.collect::<String>();
    let source = sources(&lesson.path.join("course/src"));
    let mut all = Vec::new();
    for (folder, never) in FOLDERS {
        all.extend(below(&common::workspace::root().join(folder), folder, never, &names, &source)?);
    }
    for (path, bytes) in &mut all {
        let name = path.strip_prefix(&*format!("shaders/{}/", lesson.folder));
        if let Some(name) = name.filter(|name| as_found.iter().any(|found| found == name)) {
            *bytes = read(&lesson.shaders().join("starter").join(name))?;
        }
    }
    Ok(all)
}

/// The texts of a program that may name a file, one after the other.
fn texts_in(program: &[u8]) -> String {
    let texts = program.split(|byte| !(b' '..=b'~').contains(byte)).filter(|text| text.contains(&b'.'));
    String::from_utf8_lossy(&texts.collect::<Vec<_>>().join(&b'\n')).into_owned()
}

/// The lesson's own code. Where that makes a file's name of a figure's, only the latter is a text in it.
fn sources(folder: &Path) -> String {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    files.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}

fn below(root: &Path, folder: &str, never: &[&str], names: &str, source: &str) -> Result<Vec<File>> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name() {
        let entry = entry.with_context(|| root.display().to_string())?;
        let path = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_string_lossy().replace('\\', "/");
        let kind = Path::new(&path).extension().unwrap_or_default().to_string_lossy().into_owned();
        if entry.file_type().is_file() && !never.contains(&&*kind) {
            paths.push(path);
        }
    }
    let is_named = |path: &String| {
        let stem = path.strip_suffix(".dae").filter(|_| folder == "assets");
        names.contains(&**path) || stem.is_some_and(|stem| source.contains(&format!("\"{stem}\"")))
    };
    let mut used: BTreeSet<&String> = paths.iter().filter(|path| is_named(path)).collect();
    let mut all = Vec::new();
    // What is found beside a file may name others.
    let mut unread: Vec<&String> = used.iter().copied().collect();
    while let Some(path) = unread.pop() {
        let bytes = read(&root.join(path))?;
        let text = String::from_utf8_lossy(&bytes);
        let beside = |other: &&String| folder_of(other) == folder_of(path) && text.contains(name_of(other));
        for other in paths.iter().filter(beside) {
            if used.insert(other) {
                unread.push(other);
            }
        }
        all.push((format!("{folder}/{path}"), bytes));
    }
    Ok(all)
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_and_what_that_names() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("knight.dae", "<image>knight.png</image>"),
            ("knight.png", ""),
            ("arm.dae", "<image>arm.png</image>"),
            ("arm.png", ""),
            ("fox.dae", ""),
            ("sheets/knight.png", "another picture of that name"),
            ("source/knight.py", "writes knight.dae"),
            ("puppet/puppet.toml", "picture = \"head.png\""),
            ("puppet/head.png", ""),
            ("puppet/preview.png", ""),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let program: &[u8] = b"\x7fELF\x02...knight.daepuppet/puppet.toml.. source/knight.py";
        let used = |source: &str| {
            let mut all = below(folder.path(), "assets", &["py"], &texts_in(program), source).unwrap();
            all.sort();
            all.into_iter().map(|(path, _)| path).collect::<Vec<_>>().join(" ")
        };
        let named = "assets/knight.dae assets/knight.png assets/puppet/head.png assets/puppet/puppet.toml";
        assert_eq!(used("let fox = 3;"), named);
        assert_eq!(used("ours(\"fox\")"), format!("assets/fox.dae {named}"));
    }
}
