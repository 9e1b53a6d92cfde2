//! Every sentence about a figure's file is in `lessons/MESSAGES.md`, and a test of the loaders or the tools quotes it.

use std::fs;
use std::path::{Path, PathBuf};
use verdict::source::{files_below, tokens};
use verdict::workspace;

/// Where sentences about a file come from.
const SOURCES: [&str; 17] = [
    "common/runtime/armature-formats/src/collada",
    "common/runtime/armature-formats/src/gltf",
    "common/runtime/armature-formats/src/loading",
    "common/runtime/armature-formats/src/container/error.rs",
    "common/runtime/armature-formats/src/container/with_model.rs",
    "common/runtime/armature-offline/src/merge/adopted.rs",
    "common/runtime/armature-offline/src/names/facing.rs",
    "common/runtime/armature-offline/src/names/roles.rs",
    "common/runtime/armature-offline/src/retarget/pairs.rs",
    "common/display/models/src/collada_file.rs",
    "common/display/models/src/pictures.rs",
    "lessons/12-playback/course/src/character/own/body.rs",
    "lessons/12-playback/course/src/character/own/mod.rs",
    "lessons/tools/figure/src/convert.rs",
    "lessons/tools/figure/src/inspect/mod.rs",
    "lessons/tools/viewer/src/files.rs",
    "lessons/tools/viewer/src/viewer.rs",
];

/// Files among these whose texts are XML.
const XML: [&str; 6] = [
    "write/animations.rs",
    "write/lines.rs",
    "write/materials.rs",
    "write/meshes.rs",
    "write/nodes.rs",
    "collada/testing.rs",
];

/// Beginnings of texts that are no sentences: names of parts, singulars, beginnings of other formats, attributes.
const OTHERS: [&str; 25] = [
    " and {more} more",
    " at ",
    " name=",
    " xmlns=",
    "# Blender",
    "# the figure's joint",
    "<!DOCTYPE html",
    "Armature viewer",
    "How many metres the unit",
    "Kaydara FBX Binary",
    "a transform for each node",
    "all together",
    "any JSON value",
    "error: ",
    "joint of its limbs stays",
    "morph target",
    "reference to a material",
    "retargeting {}",
    "set of weights",
    "skeleton's root",
    "texture's source",
    "the knight",
    "upper arm",
    "version https://git-lfs",
    "writing {}",
];

#[test]
fn every_sentence_is_listed_and_made() {
    let page = fs::read_to_string(workspace::lessons().join("MESSAGES.md")).unwrap();
    let sentences = first_cells(&page);
    let mut unlisted = Vec::new();
    for file in SOURCES.iter().flat_map(|source| rust_files(&workspace::root().join(source))) {
        if is_test(&file) || XML.iter().any(|end| file.ends_with(end)) {
            continue;
        }
        let code = fs::read_to_string(&file).unwrap();
        for text in texts(code.split("#[cfg(test)]\nmod tests {").next().unwrap()) {
            let is_sentence = text.trim().contains(' ') && text.contains(char::is_lowercase);
            let is_listed = |piece: &&str| sentences.iter().any(|sentence| sentence.contains(*piece));
            if is_sentence
                && !OTHERS.iter().any(|other| text.starts_with(other))
                && !pieces(text.split(['{', '}']).step_by(2)).iter().all(is_listed)
            {
                unlisted.push(format!("{}: {text}", workspace::shown(&file)));
            }
        }
    }
    let quoted = texts_of_tests();
    let is_quoted = |sentence: &str| quoted.iter().any(|text| has_in_order(text, &pieces(sentence.split('…'))));
    let unmade: Vec<&String> = sentences.iter().filter(|sentence| !is_quoted(sentence)).collect();
    assert!(sentences.len() > 300 && quoted.len() > 5_000, "{} {}", sentences.len(), quoted.len());
    assert!(unlisted.is_empty(), "without a line in MESSAGES.md: {unlisted:#?}");
    assert!(unmade.is_empty(), "in MESSAGES.md, but in no test: {unmade:#?}");
}

/// Returns the texts between backticks in the first cells of all tables.
fn first_cells(page: &str) -> Vec<String> {
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    cells.flat_map(|cell| cell.trim_end_matches('`').split("`, `")).map(String::from).collect()
}

fn rust_files(path: &Path) -> Vec<PathBuf> {
    let files = if path.is_dir() { files_below(path) } else { vec![path.to_owned()] };
    files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")).collect()
}

fn is_test(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// Returns the texts in code, apart from those that only a fault of the program shows.
fn texts(code: &str) -> Vec<String> {
    let tokens = tokens(code);
    let mut texts = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let before = |distance: usize| index.checked_sub(distance).map_or("", |index| tokens[index].text.as_str());
        let is_of_fault = before(2) == "expect" || before(3) == "unreachable" || before(2) == "must_use";
        let quotes = if token.text.starts_with("r#") { ["r#\"", "\"#"] } else { ["\"", "\""] };
        let text = token.text.strip_prefix(quotes[0]).and_then(|text| text.strip_suffix(quotes[1]));
        let Some(text) = text.filter(|_| !is_of_fault) else { continue };
        let mut lines = text.split("\\\n");
        let mut text = lines.next().unwrap_or_default().to_owned();
        text.extend(lines.map(str::trim_start));
        texts.push(text.replace("\\\"", "\"").replace('`', "'"));
    }
    texts
}

/// Returns the texts in all tests, and the lines of their files of messages.
fn texts_of_tests() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["common", "lessons"] {
        for file in files_below(&workspace::root().join(folder)) {
            let ending = file.extension().unwrap_or_default();
            if ending == "rs" {
                let code = fs::read_to_string(&file).unwrap();
                let tests = if is_test(&file) { Some(&*code) } else { code.split("#[cfg(test)]\nmod tests {").nth(1) };
                found.extend(texts(tests.unwrap_or_default()));
            } else if ending == "txt" && is_test(&file) {
                found.extend(fs::read_to_string(&file).unwrap().lines().map(|line| line.replace('`', "'")));
            }
        }
    }
    found
}

/// Returns the words of each part, without signs around them; parts of signs alone are left out.
fn pieces<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let words = parts.map(|part| part.trim_matches(|sign: char| !sign.is_alphanumeric()));
    words.filter(|words| !words.is_empty()).collect()
}

fn has_in_order(text: &str, pieces: &[&str]) -> bool {
    let mut rest = text;
    for piece in pieces {
        let Some((_, after)) = rest.split_once(piece) else { return false };
        rest = after;
    }
    true
}
