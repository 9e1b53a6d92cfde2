//! Makes the program of a step out of the folders `a1`, `a2` and so on, each of which has what is new in its step.
//!
//! A Rust file that begins with `//!`, and every file that is no Rust, is whole. In the others each item replaces the one
//! of the same name or is added, and so does each method within its `impl`. An import that contains an earlier one replaces
//! it.

use std::collections::BTreeMap;
use std::io::Result;
use std::path::Path;
use std::process::Command;
use std::{env, fs, mem};

/// The files of a program, by their paths.
pub(crate) type Files = BTreeMap<String, String>;

/// Returns the files of the program after `step`, with its answers of earlier lessons: the solutions. `folder` is made anew
/// for these.
pub(crate) fn program(root: &Path, folder: &Path, step: &str) -> Result<Files> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let mut take = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    take.current_dir(root).args(["run", "--quiet", "--package", "workbook", "--", "take", &step[..1], "--borrow"]);
    let output = take.arg(folder).env("CARGO_NET_OFFLINE", "true").output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = assemble(&root.join("lessons/19-own-program/course/own"), step)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files.insert(format!("src/{}", entry.file_name().to_string_lossy()), fs::read_to_string(entry.path())?);
    }
    Ok(files)
}

/// Returns the names of the steps, in their order.
pub(crate) fn steps(folder: &Path) -> Result<Vec<String>> {
    let mut steps = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.len() == 2 {
            steps.push(name);
        }
    }
    steps.sort();
    Ok(steps)
}

/// Returns the files of the program after the step `last`.
pub(crate) fn assemble(folder: &Path, last: &str) -> Result<Files> {
    let mut files = Files::new();
    for step in steps(folder)?.into_iter().filter(|step| step.as_str() <= last) {
        for subfolder in ["", "src/"] {
            for entry in fs::read_dir(folder.join(&step).join(subfolder))? {
                let entry = entry?;
                if entry.file_type()?.is_file() {
                    let path = format!("{subfolder}{}", entry.file_name().to_string_lossy());
                    let change = fs::read_to_string(entry.path())?;
                    let is_rust = entry.path().extension().is_some_and(|kind| kind == "rs");
                    let is_whole = !is_rust || change.starts_with("//!");
                    let text = if is_whole { change } else { merge(&files[&path], &change) };
                    files.insert(path, text);
                }
            }
        }
    }
    Ok(files)
}

/// Returns a file without the marks of TODOs: with their answers, or with the stubs of those that are unsolved.
pub(crate) fn without_marks(text: &str, is_unsolved: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    let mut todo = None;
    for line in text.lines() {
        let words = line.trim_start();
        let is_stub_wanted = todo.is_some_and(&is_unsolved);
        if let Some(id) = words.strip_prefix("// BEGIN ") {
            todo = Some(id);
        } else if words.starts_with("// END ") {
            todo = None;
        } else if let Some(stub) = words.strip_prefix("// STUB ") {
            if is_stub_wanted {
                let margin = &line[..line.len() - words.len()];
                out += &format!("{margin}{stub}\n");
            }
        } else if !is_stub_wanted {
            out += &format!("{line}\n");
        }
    }
    out
}

/// Returns the file after a change.
fn merge(file: &str, change: &str) -> String {
    let (head, code) = file.split_at(file.find("\n\n").map_or(0, |end| end + 2));
    let mut items = items(code, "");
    for item in self::items(change, "") {
        if name(&item).starts_with("use ") {
            items.retain(|old| !contains(&item, old));
            items.push(item);
            continue;
        }
        match items.iter_mut().find(|old| name(old) == name(&item)) {
            Some(old) if name(&item).starts_with("impl ") => *old = merge_impl(old, &item),
            Some(old) => *old = item,
            None => items.push(item),
        }
    }
    // Types and functions keep their order.
    items.sort_by(|a, b| (rank(a), import_path(a)).cmp(&(rank(b), import_path(b))));
    let mut text = head.to_owned();
    let mut last = 0;
    for item in items {
        // Imports, modules, and constants without a comment stand together.
        let is_bare = rank(&item) <= 3 && !item.starts_with(['/', '#']);
        if last != 0 && !(last == rank(&item) && is_bare) {
            text.push('\n');
        }
        last = rank(&item);
        text += &item;
    }
    text
}

/// Returns an `impl` block with the methods of another one.
fn merge_impl(block: &str, change: &str) -> String {
    let mut methods = methods(block);
    for method in self::methods(change) {
        match methods.iter_mut().find(|old| name(old) == name(&method)) {
            Some(old) => *old = method,
            None => methods.push(method),
        }
    }
    let first_line = block.lines().next().unwrap_or_default();
    format!("{first_line}\n{}}}\n", methods.join("\n"))
}

fn methods(block: &str) -> Vec<String> {
    let begin = block.find("{\n").map_or(0, |at| at + 2);
    items(&block[begin..block.len() - 2], "    ")
}

/// Splits code into its items. Each ends with the first line at the margin that ends with `;` or begins with a bracket.
fn items(code: &str, margin: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    for line in code.lines() {
        if item.is_empty() && line.is_empty() {
            continue;
        }
        item += line;
        item.push('\n');
        let rest = line.strip_prefix(margin).unwrap_or(" ");
        let is_code = !rest.is_empty() && !rest.starts_with([' ', '/', '#']);
        if is_code && (rest.starts_with(['}', ']']) || rest.ends_with([';', '}'])) {
            items.push(mem::take(&mut item));
        }
    }
    assert!(item.is_empty(), "an item that does not end: {item}");
    items
}

/// Returns what an item is called: `fn main`, `impl Scene`, `implement_vertex!(Corner`, all of an import.
fn name(item: &str) -> &str {
    let mut lines = item.lines().map(str::trim_start).filter(|line| !line.starts_with(['/', '#']));
    let line = lines.next().unwrap_or_default();
    let line = line.strip_prefix("pub ").unwrap_or(line);
    if line.starts_with("use ") {
        return &item[item.find("use ").unwrap_or(0)..];
    }
    let ends: &[char] = if line.starts_with("fn ") { &['(', '<'] } else { &['{', ',', ';', ':', '='] };
    line.split(ends).next().unwrap_or_default().trim_end()
}

/// Returns whether an import brings all that another one does.
fn contains(import: &str, other: &str) -> bool {
    let Some((path, names)) = imported(import) else { return false };
    imported(other).is_some_and(|(other, others)| other == path && others.iter().all(|name| names.contains(name)))
}

/// Returns the path of an import and its names: `glam` and `Mat4`, `Vec3`.
fn imported(item: &str) -> Option<(&str, Vec<&str>)> {
    let import = item.trim_start().strip_prefix("use ")?;
    let braced = import.split_once("::{");
    let (path, names) = braced.or_else(|| import.rsplit_once("::")).unwrap_or(("", import));
    let words = names.split(|c: char| !c.is_alphanumeric() && c != '_');
    Some((path, words.filter(|word| !word.is_empty()).collect()))
}

/// Returns an import or a module, which are sorted by their names.
fn import_path(item: &str) -> Option<&str> {
    (rank(item) <= 2).then(|| name(item))
}

/// Returns where in a file an item belongs.
fn rank(item: &str) -> usize {
    let kinds = [&["use "][..], &["mod "], &["const "], &["struct ", "enum ", "implement_vertex!"], &["impl "]];
    let name = name(item);
    let at = kinds.iter().position(|kind| kind.iter().any(|kind| name.starts_with(kind)));
    at.unwrap_or(kinds.len()) + 1
}
