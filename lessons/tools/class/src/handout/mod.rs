//! What is handed out: the files of the course that `handed-out.toml` lists, without solutions.
//!
//! | file | what changes in it |
//! |---|---|
//! | `starter.rs` | is made from the solution |
//! | `finished.rs` | includes its text, which lies packed beside the known mistakes |
//! | `lesson.toml` | the changes that make the known mistakes are gone; beside it these mistakes lie packed |
//! | `Cargo.toml` | members, tests and dependencies of tests that are not handed out are gone |
//! | `Cargo.lock` | packages that nothing needs any more are gone |
//! | `.cargo/config.toml` | commands that are not handed out are gone |
//! | `*.md` | a link to a file that is not handed out becomes its text |

mod lock;
mod manifest;
mod markdown;
mod pattern;

use anyhow::{Context, Result, anyhow};
use pattern::Pattern;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use verdict::LessonToml;

/// For whom a tree is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Reader {
    /// Somebody who writes the lessons.
    Student,
    /// The machine that grades: it has the command `class` too.
    Grader,
}

/// The files of a tree by path, each with its new content; `None` if that is the course's.
pub(crate) type Tree = BTreeMap<String, Option<Vec<u8>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    holds: Vec<Pattern>,
    without: Vec<Pattern>,
    packed: Vec<Pattern>,
    grader: Vec<Pattern>,
}

impl List {
    fn read() -> Self {
        toml::from_str(include_str!("handed-out.toml")).expect("handed-out.toml, which a test reads")
    }

    fn has(&self, path: &str, reader: Reader) -> bool {
        let for_students = pattern::any(&self.holds, path) && !pattern::any(&self.without, path);
        for_students || reader == Reader::Grader && pattern::any(&self.grader, path)
    }

    fn is_packed(&self, path: &str) -> bool {
        pattern::any(&self.packed, path)
    }
}

/// The answers of a program of the student's own, below the folder `course` of its lesson.
const SCENE: &str = "/own/src/scene.rs";

/// Returns the folder of a lesson whose solution is a program: `19-own-program`.
pub(crate) fn of_own_program(file: &str) -> Option<&str> {
    file.strip_prefix("lessons/")?.strip_suffix(SCENE)?.strip_suffix("/course")
}

/// A lesson with a solution.
struct Lesson<'a> {
    folder: &'a str,
}

/// Checks a student's repository on each push. A tree for students has it among its own workflows.
const WORKFLOW: &str = "lessons/tools/class/templates/check.yml";

/// Returns the tree to hand out of a course with these files, whose texts `read` returns.
///
/// # Errors
/// If a file cannot be read, a mistake does not fit its solution, or a manifest is wrong.
pub(crate) fn tree(files: &[String], reader: Reader, read: impl Fn(&str) -> Result<String>) -> Result<Tree> {
    let list = List::read();
    let mut tree = Tree::new();
    for file in files.iter().filter(|file| list.has(file, reader)) {
        tree.insert(file.clone(), None);
    }
    for lesson in files.iter().filter_map(|file| Lesson::of_solution(file)) {
        lesson.pack(&list, &mut tree, &read)?;
    }
    for folder in files.iter().filter_map(|file| of_own_program(file)) {
        let toml = format!("lessons/{folder}/lesson.toml");
        let text = read(&toml)?;
        let number = folder.split('-').next().unwrap_or_default();
        let about = LessonToml::parse(number, &text).with_context(|| toml.clone())?;
        let solution = format!("lessons/{folder}/course{SCENE}");
        let starter = about.split(&read(&solution)?).with_context(|| solution.clone())?.starter;
        tree.insert(format!("lessons/{folder}/course/src/starter.rs"), Some(starter.into_bytes()));
        let bare = mistaken::without_changes(&text).map_err(|complaint| anyhow!("{toml}: {complaint}"))?;
        tree.insert(toml, Some(bare.into_bytes()));
    }
    if reader == Reader::Student && files.iter().any(|file| file == WORKFLOW) {
        tree.insert(".github/workflows/check.yml".into(), Some(read(WORKFLOW)?.into_bytes()));
    }
    let paths: BTreeSet<String> = tree.keys().cloned().collect();
    for (path, content) in &mut tree {
        let is_text = Path::new(path).extension().is_some_and(|ending| ending == "md");
        let text = if path == ".cargo/config.toml" {
            manifest::without_aliases(&read(path)?, &paths)
        } else if path.rsplit('/').next() == Some("Cargo.toml") {
            manifest::without_tests(&read(path)?, path, &paths)
        } else if is_text {
            markdown::without_dead_links(&read(path)?, path, &paths)
        } else {
            continue;
        };
        *content = Some(text.into_bytes());
    }
    if paths.contains("Cargo.lock") {
        let text = lock::trimmed(&read("Cargo.lock")?, &tree).context("Cargo.lock")?;
        tree.insert("Cargo.lock".into(), Some(text.into_bytes()));
    }
    Ok(tree)
}

impl<'a> Lesson<'a> {
    /// Returns the lesson of `lessons/03-joint-lines/course/src/solution.rs`.
    fn of_solution(file: &'a str) -> Option<Self> {
        let folder = file.strip_prefix("lessons/")?.strip_suffix("/course/src/solution.rs")?;
        (!folder.contains('/')).then_some(Lesson { folder })
    }

    /// Adds the lesson's starter, packs its known mistakes and finished functions into a file of the tree, and removes from
    /// `lesson.toml` the changes that make the mistakes.
    fn pack(&self, list: &List, tree: &mut Tree, read: impl Fn(&str) -> Result<String>) -> Result<()> {
        let folder = self.folder;
        let toml = format!("lessons/{folder}/lesson.toml");
        let sources = format!("lessons/{folder}/course/src/");
        let solution = read(&format!("{sources}solution.rs"))?;
        let text = read(&toml)?;
        let number = folder.split('-').next().unwrap_or_default();
        let about = LessonToml::parse(number, &text).with_context(|| toml.clone())?;
        let starter = about.split(&solution).with_context(|| format!("{sources}solution.rs"))?.starter;
        tree.insert(format!("{sources}starter.rs"), Some(starter.into_bytes()));
        let shader = |name: &str| read(&format!("shaders/{folder}/solution/{name}")).ok();
        let mut finished = Vec::new();
        for (file, content) in tree.iter_mut().filter(|(file, _)| list.is_packed(file)) {
            let Some(path) = file.strip_prefix(&sources) else { continue };
            let text = read(file)?;
            let mut head: String = text.split_inclusive('\n').take_while(|line| line.starts_with("//!")).collect();
            head += &format!("\n{}", mistaken::included(path));
            *content = Some(head.into_bytes());
            finished.push((path.to_owned(), text));
        }
        let bare = mistaken::without_solution(folder, &text, &solution, &shader, &finished);
        let bare = bare.map_err(|complaint| anyhow!("{complaint}"))?;
        tree.insert(format!("lessons/{folder}/course/{}", mistaken::PACKED), Some(bare.packed));
        tree.insert(toml, Some(bare.toml.into_bytes()));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
