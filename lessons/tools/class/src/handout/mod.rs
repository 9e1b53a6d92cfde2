//! What is handed out: the course of a commit without what `handed-out.gitattributes` lists.
//!
//! | file | what changes in it |
//! |---|---|
//! | `starter.rs` | is made from the solution |
//! | `finished.rs` | includes its text, which lies packed beside the known mistakes |
//! | `facts.txt` of one's own program | lies packed |
//! | `lesson.toml` | the changes that make the known mistakes are gone; beside it these mistakes lie packed |
//! | `Cargo.toml` | members, tests and dependencies of tests that are not handed out are gone |
//! | `Cargo.lock` | packages that nothing needs any more are gone |
//! | `*.md` | a link to a file that is not handed out becomes its text |

mod manifest;
mod markdown;

use crate::git::{self, Git};
use anyhow::{Context, Result, anyhow, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;
use verdict::LessonToml;
use verdict::source::files_below;

const LIST: &str = include_str!("../handed-out.gitattributes");

/// The file in `course/src` with finished functions, which travels packed beside the mistakes.
const FINISHED: &str = "finished.rs";

/// A lesson of a commit that has its solution.
pub(crate) struct Lesson {
    /// `04-joint-lines`.
    pub(crate) folder: String,
    pub(crate) toml: LessonToml,
    /// The files that a student writes, solved: path and text.
    pub(crate) solved: Vec<(String, String)>,
    starter: String,
    solution: String,
}

impl Lesson {
    /// Reads all lessons of a commit with these files.
    ///
    /// # Errors
    /// If git fails, a `lesson.toml` is wrong, or a solution's marks do not fit.
    pub(crate) fn all(commit: &str, files: &[String]) -> Result<Vec<Self>> {
        let mut lessons = Vec::new();
        for path in files {
            let Some((folder, own)) = path.strip_prefix("lessons/").and_then(|path| path.split_once("/course/")) else {
                continue;
            };
            if folder.contains('/') || !["src/solution.rs", "own/src/scene.rs"].contains(&own) {
                continue;
            }
            let toml = format!("lessons/{folder}/lesson.toml");
            let number = folder.split('-').next().unwrap_or_default();
            let toml = LessonToml::parse(number, &git::file(commit, &toml)?).with_context(|| toml.clone())?;
            let solution = git::file(commit, path)?;
            let starter = toml.split(&solution).with_context(|| path.clone())?.starter;
            let mut solved = Vec::new();
            for source in files {
                if let Some(exercise) = exercise_of(source, folder) {
                    let text = git::file(commit, source)?;
                    solved.push((exercise, toml.split(&text).with_context(|| source.clone())?.finished));
                }
            }
            lessons.push(Lesson { folder: folder.into(), toml, solved, starter, solution });
        }
        Ok(lessons)
    }

    /// Adds the lesson's starter to a tree, packs its known mistakes and finished functions, and removes from `lesson.toml` the
    /// changes that make the mistakes.
    fn pack(&self, commit: &str, tree: &Path) -> Result<()> {
        let lesson = tree.join("lessons").join(&self.folder);
        let sources = lesson.join("course/src");
        fs::write(sources.join("starter.rs"), &self.starter)?;
        let toml = fs::read_to_string(lesson.join("lesson.toml"))?;
        if self.toml.exercise.is_some() {
            let facts = sources.join("facts.txt");
            fs::write(lesson.join("course").join(mistaken::PACKED), mistaken::packed(&fs::read_to_string(&facts)?))?;
            return Ok(fs::remove_file(facts)?);
        }
        let mut finished = Vec::new();
        if sources.join(FINISHED).exists() {
            let text = fs::read_to_string(sources.join(FINISHED))?;
            let head: String = text.split_inclusive('\n').take_while(|line| line.starts_with("//!")).collect();
            fs::write(sources.join(FINISHED), format!("{head}\n{}", mistaken::included(FINISHED)))?;
            finished.push((FINISHED.to_owned(), text));
        }
        let shader = |name: &str| git::file(commit, &format!("shaders/{}/solution/{name}", self.folder)).ok();
        let bare = mistaken::without_solution(&self.folder, &toml, &self.solution, &shader, &finished);
        let bare = bare.map_err(|why| anyhow!(why))?;
        fs::write(lesson.join("course").join(mistaken::PACKED), bare.packed)?;
        Ok(fs::write(lesson.join("lesson.toml"), bare.toml)?)
    }
}

/// Returns the path of the file that a student writes in the place of a file of a lesson's solution.
fn exercise_of(source: &str, folder: &str) -> Option<String> {
    if source == format!("lessons/{folder}/course/src/solution.rs") {
        return Some(format!("lessons/{folder}/exercise.rs"));
    }
    if let Some(name) = source.strip_prefix(&format!("shaders/{folder}/solution/")) {
        return Some(format!("shaders/{folder}/{name}"));
    }
    let own = source.strip_prefix(&format!("lessons/{folder}/course/own/"))?;
    (own == "Cargo.toml" || own.starts_with("src/")).then(|| format!("own/{own}"))
}

/// Writes what is handed out of a commit into an empty folder.
///
/// # Errors
/// If git, tar or cargo fails, a file cannot be written, or a mistake does not fit its solution.
pub(crate) fn export(commit: &str, lessons: &[Lesson], tree: &Path) -> Result<()> {
    let [list, archive] = ["list", "tar"].map(|ending| tree.with_extension(ending).display().to_string());
    fs::write(&list, LIST)?;
    let attributes = format!("core.attributesFile={list}");
    let output = format!("--output={archive}");
    let arguments = ["-c", "core.autocrlf=false", "-c", &attributes, "archive", "--format=tar", &output, commit];
    let is_written = Git::new(&arguments).text().and_then(|_| {
        let status =
            Command::new("tar").args(["-xf", &archive, "-C"]).arg(tree).status().context("tar could not be started")?;
        ensure!(status.success(), "tar failed");
        Ok(())
    });
    for made in [list, archive] {
        let _ = fs::remove_file(made); // it is not there if git failed
    }
    is_written?;
    for lesson in lessons {
        lesson.pack(commit, tree)?;
    }
    for path in files_below(tree) {
        let below = path.strip_prefix(tree)?.to_string_lossy().replace('\\', "/");
        let folder = below.rsplit_once('/').map_or("", |(folder, _)| folder);
        let exists = |path: &str| tree.join(path).exists();
        let text = if path.extension().is_some_and(|ending| ending == "md") {
            markdown::without_dead_links(&fs::read_to_string(&path)?, folder, exists)
        } else if path.ends_with("Cargo.toml") {
            manifest::without_tests(&fs::read_to_string(&path)?, folder, exists)
        } else {
            continue;
        };
        fs::write(&path, text)?;
    }
    if !tree.join("Cargo.lock").exists() {
        return Ok(());
    }
    // Cargo removes what no package needs any more. No version changes, and no network is used.
    let mut cargo = Command::new("cargo");
    let output = cargo.current_dir(tree).args(["update", "--workspace", "--offline", "--quiet"]).output();
    let output = output.context("cargo could not be started")?;
    ensure!(output.status.success(), "Cargo.lock: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(())
}
