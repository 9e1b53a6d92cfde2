//! Builds and checks every answer whose verdicts are not known yet, and keeps them for the next run.

use super::builder::{self, Built};
use super::intake::Files;
use super::progress::Progress;
use super::tree::{Package, Tree};
use crate::lesson::LessonFolder;
use crate::{check, sandbox};
use anyhow::{Context, Result};
use common::check::{AnswerSource, Limits, Status, TodoToml, Verdict, check_with};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

/// An answer to a lesson, which several students may have given.
pub(super) struct Answer<'a> {
    pub(super) lesson: &'a LessonFolder,
    pub(super) files: Files,
}

/// By [`Tree::key`].
pub(super) type Answers<'a> = BTreeMap<String, Answer<'a>>;
/// Of each answer, in the order of its lesson's TODOs.
pub(super) type Verdicts = BTreeMap<String, Vec<Verdict>>;

/// How the answers of a run are checked.
pub(super) struct Checks<'a> {
    pub(super) tree: &'a Tree,
    pub(super) seed: u64,
    /// Whether verdicts of another seed do not count.
    pub(super) only_this_seed: bool,
    /// For one TODO, by the clock on the wall: in the sandbox a process cannot read its own processor time.
    pub(super) time: Duration,
    pub(super) trust: bool,
    /// Only this TODO, with how far an answer is from all mistakes and from the one with this switch.
    pub(super) separate: Option<(&'a str, &'a str)>,
}

/// Time for a check, if nobody says otherwise.
pub(super) const SECONDS: u64 = 8;

/// Bytes that an answer may take, as a student's own check allows.
const MEMORY: usize = 256 << 20;

impl Checks<'_> {
    /// The verdicts on every answer, from the cache where they are there. Answers are checked as they are built.
    ///
    /// # Errors
    /// If what all answers share does not build.
    pub(super) fn verdicts(&self, answers: &Answers) -> Result<Verdicts> {
        let tree = self.tree;
        let known = self.known(answers);
        let mut packages: BTreeMap<String, (Package, Vec<&str>)> = BTreeMap::new();
        for (key, answer) in answers.iter().filter(|(key, _)| !known.contains_key(*key)) {
            let exercise = answer.files.exercise.as_deref().unwrap_or_default();
            let package = tree.package(answer.lesson, exercise)?;
            packages.entry(package.name.clone()).or_insert((package, Vec::new())).1.push(key);
        }
        if packages.is_empty() {
            return Ok(known);
        }
        tree.keep_only(&packages.values().map(|(package, _)| package).collect::<Vec<_>>())?;
        let sysroot = &sandbox::sysroot(&tree.clean())?;
        let names: Vec<&str> = packages.keys().map(String::as_str).collect();
        let progress = Progress::new(answers.len() - known.len(), packages.len(), known.len());
        let (send, receive) = mpsc::channel::<(&str, Built)>();
        let queue = Mutex::new(receive);
        let found = Mutex::new(known);
        let work = |worker: usize| {
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
            while let Some((name, built)) = next() {
                let (package, keys) = &packages[name];
                for &key in keys {
                    let verdicts = self.judge(&answers[key], package, &built, sysroot, worker);
                    keep(tree, key, &verdicts);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.insert(key.to_owned(), verdicts);
                    drop(found);
                    progress.checked();
                }
                tree.forget(package, &built.files);
            }
        };
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let result = std::thread::scope(|scope| {
            let work = &work;
            (0..workers).for_each(|worker| drop(scope.spawn(move || work(worker))));
            let done = |name: &str, built| {
                let name =
                    names.iter().find(|known| **known == name).expect("one of these was built");
                let _ = send.send((*name, built)); // the workers live as long as this end does
            };
            let result = builder::build(tree, sysroot, &names, self.trust, &progress, done);
            drop(send);
            result
        });
        progress.end();
        result.map(|()| found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn known(&self, answers: &Answers) -> Verdicts {
        let read = |key: &String| {
            let text = fs::read(self.tree.verdicts(key)).ok()?;
            let verdicts: Vec<Verdict> = serde_json::from_slice(&text).ok()?;
            let fits = !self.only_this_seed || verdicts.iter().all(|v| v.seed == self.seed);
            fits.then(|| (key.clone(), verdicts))
        };
        answers.keys().filter_map(read).collect()
    }

    /// An answer's verdicts, whatever came of its package.
    fn judge(
        &self,
        answer: &Answer,
        package: &Package,
        built: &Built,
        sysroot: &Path,
        worker: usize,
    ) -> Vec<Verdict> {
        let Some(program) = &built.program else {
            return refused(answer, package, &built.messages, self.seed);
        };
        self.run(answer, program, sysroot, worker).unwrap_or_else(|error| {
            let skipped = |todo: &TodoToml| {
                Verdict::new(&todo.id, &todo.name, Status::Skipped, self.seed)
                    .saying(format!("{error:#}"))
            };
            answer.lesson.toml.todos.iter().map(skipped).collect()
        })
    }

    /// Each TODO in a process of its own in the sandbox.
    ///
    /// # Errors
    /// If a folder cannot be made, or the sandbox not be started.
    pub(super) fn run(
        &self,
        answer: &Answer,
        program: &Path,
        sysroot: &Path,
        worker: usize,
    ) -> Result<Vec<Verdict>> {
        let Checks { tree, seed, trust, time, .. } = *self;
        let shaders = tree.shaders(answer.lesson, &answer.files, worker)?;
        let read = [tree.clean().join("assets"), tree.clean().join("shaders"), shaders.clone()];
        let target = program.parent().context("a program lies in a folder")?;
        // Rust's own among them: `common` is linked as a shared library.
        let libraries = [target.join("deps"), target.to_path_buf(), sysroot.join("lib")];
        let limits = Limits { time, memory: MEMORY };
        let verdict = |todo: &TodoToml| {
            let scratch = &tree.scratch(&worker.to_string())?;
            let check =
                sandbox::Check { program, libraries: &libraries, read: &read, scratch, trust };
            let mut command = sandbox::check(&check)?;
            command.env(common::SHADERS, &shaders);
            command.args(self.separate.iter().flat_map(|(_, new)| ["--separate", new]));
            let verdict = check_with(
                command,
                &todo.id,
                &todo.name,
                AnswerSource::Mine,
                seed,
                limits,
                time + PATIENCE,
            );
            let _ = fs::remove_dir_all(scratch); // the next one clears it too
            Ok(explained(as_in_course(verdict)))
        };
        let todos = answer.lesson.toml.todos.iter();
        let asked = |todo: &&TodoToml| self.separate.is_none_or(|(id, _)| id == todo.id);
        todos.filter(asked).map(verdict).collect()
    }
}

/// To start, to name the mistake, and to end: what a process may take beside its check.
const PATIENCE: Duration = Duration::from_secs(12);

/// Verdicts for the next run. What depends on the machine is found out again.
fn keep(tree: &Tree, key: &str, verdicts: &[Verdict]) {
    let machine = |verdict: &Verdict| matches!(verdict.status, Status::Skipped | Status::TimedOut);
    let path = tree.verdicts(key);
    if let (false, Ok(text)) = (verdicts.iter().any(machine), serde_json::to_vec(verdicts)) {
        // Where it cannot be written, the next run takes longer.
        let _ = fs::create_dir_all(path.parent().unwrap_or(&path));
        let beside = path.with_extension("new");
        let _ = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path));
    }
}

/// The exit by which the sandbox ends a process.
const SIGSYS: &str = "SIGSYS";

fn explained(verdict: Verdict) -> Verdict {
    if verdict.message.as_deref().is_some_and(|message| message.contains(SIGSYS)) {
        return verdict.saying(
            "the sandbox ended it: it tried to start another process, or to use the network, which no answer needs.",
        );
    }
    verdict
}

/// A verdict that names files as the student knows them.
fn as_in_course(verdict: Verdict) -> Verdict {
    let text = serde_json::to_string(&verdict).ok();
    let read = |text: String| serde_json::from_str(&in_course(&text)).ok();
    text.filter(|text| text.contains(sandbox::GRADED)).and_then(read).unwrap_or(verdict)
}

/// `graded-0123456789abcdef/` is `lessons/` in the course.
fn in_course(text: &str) -> String {
    let mut parts = text.split(sandbox::GRADED);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once('/').filter(|(key, _)| key.len() == 16).map(|(_, rest)| rest);
        whole +=
            &rest.map_or(format!("{}{part}", sandbox::GRADED), |rest| format!("lessons/{rest}"));
    }
    whole
}

/// Of an answer that does not compile, by cargo's messages.
pub(super) fn refused(
    answer: &Answer,
    package: &Package,
    stream: &[u8],
    seed: u64,
) -> Vec<Verdict> {
    let stream = in_course(&String::from_utf8_lossy(stream));
    let name = &package.name;
    let stream = stream.replace(name.as_str(), &answer.lesson.package());
    let exercise = answer.files.exercise.as_deref().unwrap_or_default();
    check::refused(answer.lesson, exercise, stream.as_bytes(), seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_as_the_student_knows_them() {
        let said =
            "--> graded-0123456789abcdef/01-robot-arm/src/exercise.rs:3\n graded-x and graded-";
        let expected = "--> lessons/01-robot-arm/src/exercise.rs:3\n graded-x and graded-";
        assert_eq!(in_course(said), expected);
    }
}
