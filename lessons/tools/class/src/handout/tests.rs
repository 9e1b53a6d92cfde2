//! What is handed out of this course, by its content.

use super::*;
use crate::build;
use crate::git::Git;
use std::fs;

/// Returns the files of this course that git knows.
fn course_files() -> Vec<String> {
    let files = Git::new(&["ls-files", "-z"]).text().expect("a git repository");
    files.split_terminator('\0').map(String::from).collect()
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(build::workspace().join(path)).with_context(|| path.to_owned())
}

#[test]
fn each_pattern_of_the_list_fits_a_file() {
    let files = course_files();
    let List { holds, without, packed, grader } = List::read();
    for pattern in holds.iter().chain(&without).chain(&packed).chain(&grader) {
        assert!(files.iter().any(|file| pattern.matches(file)), "{pattern:?} is in handed-out.toml for no file");
    }
}

/// Lines of solutions that other code has too, since they say nothing of the answer.
const EVERYDAY: [&str; 28] = [
    "Ok(indices)",
    "State::Run => RUN,",
    "State::Walk => WALK,",
    "a_joints,",
    "a_normal: vertex.normal.to_array(),",
    "a_position: vertex.position.to_array(),",
    "a_texcoord: vertex.texcoord.to_array(),",
    "a_weights,",
    "data.extend(&blob.bytes);",
    "for &joint in order {",
    "for (i, influence) in vertex.influences.iter().enumerate() {",
    "for edge in 0..3 {",
    "if let Some(next) = next {",
    "let (a, b) = mesh.edge(body.triangle, edge);",
    "let hit = ground.under(leg.limb.tip());",
    "let lower = limb.lower.length();",
    "let mut left = seconds;",
    "let mut locals = Vec::new();",
    "let mut models = Vec::new();",
    "let mut pose = Vec::new();",
    "let mut slots = Vec::new();",
    "let mut texels = Vec::new();",
    "let normal = mesh.normal(body.triangle, edge);",
    "let placed = chain.place(angles);",
    "let upper = limb.upper.length();",
    "lowest",
    "matrices",
    "texels",
];

/// Returns whether students may know each line of a file: starters, texts, and the finished functions that the course keeps
/// open, in the runtime, in `drawing` and in what a lesson gives.
fn is_open(path: &str) -> bool {
    let open = ["common/runtime/armature", "common/display/drawing/src/cast/", "shaders/common/"];
    path.contains("/starter") // the folder of shaders, and starter.rs
        || Path::new(path).extension().is_some_and(|ending| ending == "md")
        || path.ends_with("/lesson.toml")
        || path.ends_with("/given.rs")
        || open.iter().any(|folder| path.starts_with(folder))
}

/// Returns the lines of a solution, without its marks and what stands in their place in the starter.
fn answer_lines(text: &str) -> impl Iterator<Item = &str> {
    let marks = ["// BEGIN ", "// END ", "// STUB "];
    text.lines().map(str::trim).filter(move |line| !marks.iter().any(|mark| line.starts_with(mark)))
}

#[test]
fn no_line_of_a_solution_is_handed_out() {
    let files = course_files();
    let mut texts = BTreeMap::new();
    for (path, content) in tree(&files, Reader::Student, read).expect("a tree") {
        let bytes = match content {
            Some(content) => content,
            None => fs::read(build::workspace().join(&path)).expect("a file of the course"),
        };
        texts.insert(path, String::from_utf8_lossy(&bytes).into_owned());
    }
    let mut known = BTreeSet::new();
    for (_, text) in texts.iter().filter(|(path, _)| is_open(path)) {
        known.extend(text.lines().map(str::trim));
    }
    let mut solutions = Vec::new();
    for path in &files {
        let is_shader = path.starts_with("shaders/") && path.contains("/solution/");
        if is_shader || Lesson::of_solution(path).is_some() || of_own_program(path).is_some() {
            solutions.push((path, read(path).expect("a solution")));
        }
    }
    let mut of_solution = BTreeMap::new();
    for (path, text) in &solutions {
        for line in answer_lines(text).filter(|line| !known.contains(line)) {
            of_solution.insert(line, path);
        }
    }
    assert!(of_solution.len() > 300, "{} lines", of_solution.len());
    let mut found = String::new();
    let mut unused = BTreeSet::from(EVERYDAY);
    for (path, text) in &texts {
        for line in text.lines().map(str::trim) {
            unused.remove(line);
            if let Some(solution) = of_solution.get(line).filter(|_| !EVERYDAY.contains(&line)) {
                found += &format!("{path} has a line of {solution}: {line}\n");
            }
        }
    }
    assert!(found.is_empty(), "{found}");
    unused.extend(EVERYDAY.iter().filter(|line| !of_solution.contains_key(*line)));
    assert!(unused.is_empty(), "these need not be listed: {unused:?}");
}
