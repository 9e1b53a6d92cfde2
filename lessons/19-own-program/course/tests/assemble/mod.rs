//! Makes the program of a step out of the listings of the texts, as a reader does who follows "How to read a listing".
//!
//! A listing names its file, its step, and the `impl` block to which new methods in it belong:
//!
//! ````text
//! ```rust own/src/scene.rs a2 impl Scene
//! ````
//!
//! A Rust file that begins with `//!`, and every file that is no Rust, is whole. In the others each item replaces the one
//! of the same name or is added, and so does each method within its `impl`. An import that contains an earlier one replaces
//! it, and the mark `// new` at a line's end is left out. The `cargo` commands of the texts make the manifest.

// Each test that includes this module uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::Result;
use std::path::Path;
use std::process::Command;
use std::{env, fs, mem};

/// The files of a program, by their paths.
pub(crate) type Files = BTreeMap<String, String>;

/// The folders of the parts, in their order.
const PARTS: [&str; 5] = ["a-bones", "b-skin", "c-playback", "d-yours", "e-editor"];

/// The file with the TODOs.
pub(crate) const SCENE: &str = "src/scene.rs";

/// A listing of a text.
struct Listing {
    /// Path in the folder `own`.
    path: String,
    step: String,
    /// First words of the `impl` block of new methods: `impl Scene`.
    block: String,
    code: String,
    /// The `cargo` commands between the listing before and this one.
    commands: Vec<String>,
}

/// Returns the listings of all texts, in their order.
fn listings(lesson: &Path) -> Result<Vec<Listing>> {
    let mut listings = Vec::new();
    let mut commands = Vec::new();
    for part in PARTS {
        let text = fs::read_to_string(lesson.join(part).join("README.md"))?;
        for block in text.split("\n```") {
            let (head, code) = block.split_once('\n').unwrap_or_default();
            if head == "sh" {
                commands.extend(code.lines().map(String::from));
            }
            let words: Vec<&str> = head.split(' ').collect();
            let [_, path, step, ref block @ ..] = words[..] else { continue };
            let Some(path) = path.strip_prefix("own/") else { continue };
            listings.push(Listing {
                path: path.into(),
                step: step.into(),
                block: block.join(" "),
                code: format!("{code}\n").replace(" // new\n", "\n"),
                commands: mem::take(&mut commands),
            });
        }
    }
    Ok(listings)
}

/// Returns the names of the steps, in their order.
pub(crate) fn steps(lesson: &Path) -> Result<Vec<String>> {
    let mut steps: Vec<String> = listings(lesson)?.into_iter().map(|listing| listing.step).collect();
    steps.dedup();
    Ok(steps)
}

/// Returns the files of the program after the step `last`, with the stubs of its TODOs.
pub(crate) fn assemble(lesson: &Path, last: &str) -> Result<Files> {
    let mut files = Files::new();
    let mut commands = Vec::new();
    for listing in listings(lesson)?.into_iter().filter(|listing| listing.step.as_str() <= last) {
        commands.extend(listing.commands);
        let is_rust = Path::new(&listing.path).extension().is_some_and(|kind| kind == "rs");
        let is_whole = !is_rust || listing.code.starts_with("//!");
        let file = files.entry(listing.path).or_default();
        *file = if is_whole { listing.code } else { merge(file, &listing.code, &listing.block) };
    }
    files.insert("Cargo.toml".into(), manifest(&lesson.join("../.."), &commands)?);
    Ok(files)
}

/// Returns the program after a step, with the stubs of its TODOs and the course's answers to those of earlier lessons.
/// `folder` is made anew for these.
pub(crate) fn program(root: &Path, folder: &Path, step: &str) -> Result<Files> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let mut take = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    take.current_dir(root).args(["run", "--quiet", "--package", "workbook", "--", "take", &step[..1], "--borrow"]);
    let output = take.arg(folder).env("CARGO_NET_OFFLINE", "true").output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = assemble(&root.join("lessons/19-own-program"), step)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files.insert(format!("src/{}", entry.file_name().to_string_lossy()), fs::read_to_string(entry.path())?);
    }
    Ok(files)
}

/// Returns a program with the course's answers to its TODOs.
pub(crate) fn solved(root: &Path, files: &Files) -> Result<Files> {
    let solution = fs::read_to_string(root.join("lessons/19-own-program/course/own").join(SCENE))?;
    let mut files = files.clone();
    let scene = files.get_mut(SCENE).expect("every step has a scene");
    *scene = with_answers(scene, &solution);
    Ok(files)
}

/// Returns a file with the answers of the marked solution in the place of its stubs.
fn with_answers(file: &str, solution: &str) -> String {
    let mut file = file.to_owned();
    for region in solution.split("// BEGIN ").skip(1) {
        let (region, _) = region.split_once("// END ").expect("an end of each answer");
        let (_, lines) = region.split_once('\n').expect("lines");
        let mut stub = String::new();
        let mut answer = String::new();
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            match line.split_once("// STUB ") {
                Some((margin, line)) => stub += &format!("{margin}{line}\n"),
                None => answer += &format!("{line}\n"),
            }
        }
        file = file.replace(&stub, &answer);
    }
    file
}

/// Returns the manifest that `cargo` commands make.
fn manifest(root: &Path, commands: &[String]) -> Result<String> {
    let mut dependencies = BTreeMap::new();
    for command in commands {
        match command.split(' ').collect::<Vec<_>>()[..] {
            ["cargo", "remove", name] => drop(dependencies.remove(name)),
            ["cargo", "add", "--path", path] => {
                let text = fs::read_to_string(root.join(path.trim_start_matches("../")).join("Cargo.toml"))?;
                let name = text.split('"').nth(1).expect("the package's name is first");
                dependencies.insert(name.to_owned(), format!("{{ version = \"0.1.0\", path = \"{path}\" }}"));
            }
            ["cargo", "add", one, "--no-default-features", "--features", features] => {
                let (name, version) = one.split_once('@').expect("a version");
                let features = features.replace(',', "\", \"");
                let value =
                    format!("{{ version = \"{version}\", default-features = false, features = [\"{features}\"] }}");
                dependencies.insert(name.to_owned(), value);
            }
            ["cargo", "add", ref all @ ..] => {
                for (name, version) in all.iter().filter_map(|one| one.split_once('@')) {
                    dependencies.insert(name.to_owned(), format!("\"{version}\""));
                }
            }
            _ => {}
        }
    }
    let head = "[package]\nname = \"own\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n";
    let lines = dependencies.iter().map(|(name, value)| format!("{name} = {value}\n"));
    Ok(head.to_owned() + &lines.collect::<String>())
}

/// Returns the file after a listing, whose new methods belong to `block`.
fn merge(file: &str, listing: &str, block: &str) -> String {
    let (head, code) = file.split_at(file.find("\n\n").map_or(0, |end| end + 2));
    let mut items = items(code);
    for item in self::items(listing) {
        if name(&item).starts_with("use ") {
            items.retain(|old| !contains(&item, old));
            items.push(item);
        } else if item.starts_with(' ') {
            let home = find_block(&items, block, name(&item));
            items[home] = with_method(&items[home], item);
        } else {
            match items.iter_mut().find(|old| name(old) == name(&item)) {
                Some(old) => *old = item,
                None => items.push(item),
            }
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

/// Returns the index of the block with a method: `new` is in several, and then `block` counts, as for one that is new.
fn find_block(items: &[String], block: &str, method: &str) -> usize {
    let mut found = None;
    for (index, item) in items.iter().enumerate() {
        if methods(item).iter().any(|old| name(old) == method) && (found.is_none() || name(item) == block) {
            found = Some(index);
        }
    }
    found.or_else(|| items.iter().position(|item| name(item) == block)).expect("a block for each method")
}

/// Returns the methods of an `impl` block; none of another item.
fn methods(item: &str) -> Vec<String> {
    match item.split_once("{\n") {
        Some((_, body)) if name(item).starts_with("impl ") => items(&body[..body.len() - 2]),
        _ => Vec::new(),
    }
}

/// Returns an `impl` block with a method, which replaces the one of its name.
fn with_method(block: &str, method: String) -> String {
    let mut methods = methods(block);
    match methods.iter_mut().find(|old| name(old) == name(&method)) {
        Some(old) => *old = method,
        None => methods.push(method),
    }
    let first_line = block.lines().next().unwrap_or_default();
    format!("{first_line}\n{}}}\n", methods.join("\n"))
}

/// Splits code into its items, each with the margin of its first line. An item ends with the first line at this margin that
/// ends with `;` or begins with a bracket.
fn items(code: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    let mut margin = "";
    for line in code.lines() {
        if item.is_empty() {
            if line.is_empty() {
                continue;
            }
            margin = &line[..line.len() - line.trim_start().len()];
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
