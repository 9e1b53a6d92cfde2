//! Builds and checks every answer whose verdicts are not known yet, and keeps them for the next run.

use super::builder::{self, Built};
use super::intake::{EXERCISE, Files};
use super::progress::{Progress, Step};
use super::tree::{Answer, Tree};
use crate::sandbox;
use anyhow::{Context, Result};
use common::build::lesson::LessonFolder;
use common::build::{is_silent, refused};
use common::check::library::LIBRARY;
use common::check::source;
use common::check::{JUDGING, Status, TYPES_CHANGED, TodoToml, Verdict, verdict_by};
use common::file::replace;
use common::workspace::WORKSPACE;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

/// By its key: several students may have given one.
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
    /// Held for writing by a check that wants the machine for itself.
    pub(super) alone: RwLock<()>,
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
        let new = answers.values().filter(|answer| !known.contains_key(&answer.key));
        let new: BTreeMap<String, &Answer> = new.map(|answer| (answer.package(), answer)).collect();
        let (count, earlier) = (new.len(), known.len());
        eprintln!("answers to build and check: {count}, known from earlier: {earlier}");
        if new.is_empty() {
            return Ok(known);
        }
        eprintln!("new checks have seed {}", self.seed);
        for answer in new.values() {
            tree.package(answer)?;
        }
        tree.keep_only(&new.values().copied().collect::<Vec<_>>())?;
        let packages: Vec<&str> = new.keys().map(String::as_str).collect();
        let progress = &Progress::new(new.len());
        // Those of known answers too: what others share is built otherwise for other lessons.
        let judges = &builder::judges(tree, &lessons(answers), self.trust, progress)?;
        let judge = |answer: &Answer, built: &Built| self.judge(answer, built, &judges[&answer.lesson.number]);
        let found = &Mutex::new(known);
        let done = |answer: &Answer, built: &Built, verdicts: Vec<Verdict>| {
            self.keep(answer, &verdicts);
            tree.forget(answer, &built.files);
            found.lock().unwrap_or_else(PoisonError::into_inner).insert(answer.key.clone(), verdicts);
            progress.done(Step::Checked);
        };
        let (judge, done) = (&judge, &done);
        let is_unexplained = |built: &Built| built.answers.is_none() && is_silent(&built.messages);
        let mut again = Vec::new();
        rayon::in_place_scope(|scope| {
            builder::build(tree, &packages, self.trust, progress, |package, built| {
                let answer = new[package];
                if is_unexplained(&built) {
                    return again.push(answer);
                }
                scope.spawn(move |_| done(answer, &built, judge(answer, &built)));
            })
        })?;
        // What may have been the machine's fault is tried again, alone; it was the answer's if the starter then builds.
        for answer in again {
            let mut built = Built::default();
            builder::build(tree, &[&answer.package()], self.trust, progress, |_, again| built = again)?;
            let mut verdicts = judge(answer, &built);
            if is_unexplained(&built) && self.starter_builds(answer.lesson, progress)? {
                verdicts = verdicts.iter().map(|verdict| blamed(verdict, "compiled")).collect();
            }
            done(answer, &built, verdicts);
        }
        Ok(std::mem::take(&mut found.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Whether what everybody begins with builds now.
    fn starter_builds(&self, lesson: &LessonFolder, progress: &Progress) -> Result<bool> {
        let file =
            lesson.files().into_iter().find(|file| file.name() == EXERCISE).context("a lesson has an exercise")?;
        let starter = self.tree.answer(lesson, Files::from([(EXERCISE.into(), fs::read_to_string(file.starter)?)]));
        self.tree.package(&starter)?;
        let mut built = Built::default();
        builder::build(self.tree, &[&starter.package()], self.trust, progress, |_, starter| built = starter)?;
        self.tree.forget(&starter, &built.files);
        Ok(built.answers.is_some())
    }

    /// Where the verdicts of an answer are kept.
    fn file(&self, key: &str) -> PathBuf {
        self.tree.root.join("verdicts").join(format!("{key}.json"))
    }

    fn known(&self, answers: &Answers) -> Verdicts {
        let read = |key: &String| {
            let text = fs::read(self.file(key)).ok()?;
            let verdicts: Vec<Verdict> = serde_json::from_slice(&text).ok()?;
            let fits = !self.only_this_seed || verdicts.iter().all(|v| v.seed == self.seed);
            fits.then(|| (key.clone(), verdicts))
        };
        answers.keys().filter_map(read).collect()
    }

    /// Verdicts for the next run. What depends on the machine is found out again.
    fn keep(&self, answer: &Answer, verdicts: &[Verdict]) {
        let is_unchecked = verdicts.iter().any(|verdict| verdict.status == Status::Skipped);
        if let (false, Ok(text)) = (is_unchecked, serde_json::to_vec(verdicts)) {
            let path = self.file(&answer.key);
            // Where it cannot be written, the next run takes longer.
            let _ = fs::create_dir_all(path.parent().unwrap_or(&path)).and_then(|()| replace(&path, text));
        }
    }

    /// An answer's verdicts by its lesson's program, whatever came of its package.
    fn judge(&self, answer: &Answer, built: &Built, judge: &Path) -> Vec<Verdict> {
        let printed = match (&built.answers, unsafe_code(answer)) {
            (Some(answers), None) => return self.run_or_skip(answer, answers, judge),
            (Some(_), Some(message)) => message,
            (None, _) => answer.in_course(&String::from_utf8_lossy(&built.messages)),
        };
        refused(answer.lesson, answer.exercise(), printed.as_bytes(), self.seed).verdicts
    }

    fn run_or_skip(&self, answer: &Answer, answers: &Path, judge: &Path) -> Vec<Verdict> {
        self.run(answer, answers, judge).unwrap_or_else(|error| {
            let skipped = |todo: &TodoToml| {
                Verdict::new(&todo.id, &todo.name, Status::Skipped, self.seed).saying(format!("{error:#}"))
            };
            answer.lesson.toml.todos.iter().map(skipped).collect()
        })
    }

    /// Each TODO by a judge of its own, who starts what answers in the sandbox.
    fn run(&self, answer: &Answer, answers: &Path, judge: &Path) -> Result<Vec<Verdict>> {
        let Checks { tree, seed, trust, time, .. } = *self;
        let shaders = tree.shaders(answer);
        let scratch = &tree.root.join("scratch").join(&answer.key);
        let mut read = vec![tree.clean.join("assets"), tree.clean.join("shaders"), shaders.clone()];
        read.extend(tree.figures(answer.lesson)?);
        let exercise = tree.exercise(answer);
        // Without a library the starter answers.
        let once = |TodoToml { id, name, .. }: &TodoToml, library: Option<&Path>| -> Result<Verdict> {
            fs::create_dir_all(scratch)?;
            let is_shader = name.contains('.');
            let check = sandbox::Check { program: judge, library: answers, read: &read, scratch, is_shader, trust };
            let answerer = sandbox::check(&check)?;
            let mut command = Command::new(judge);
            command.env_clear().envs(answerer.get_envs().filter_map(|(name, value)| Some((name, value?))));
            command.env(WORKSPACE, &tree.clean).env(common::SHADERS, &shaders).current_dir(scratch);
            command.envs(library.map(|library| (LIBRARY, library)));
            command.args(["--check-here", id, "--seed", &seed.to_string(), "--memory", &MEMORY.to_string()]);
            for (option, time) in [("--time", time), ("--patience", time + PATIENCE)] {
                command.args([option, &time.as_millis().to_string()]);
            }
            command.arg("--exercise").arg(&exercise);
            command.arg("--").arg(answerer.get_program()).args(answerer.get_args());
            let verdict = verdict_by(&mut command, id, name, seed, time + PATIENCE + JUDGING);
            let _ = fs::remove_dir_all(scratch); // empty, unless the code is trusted
            Ok(verdict)
        };
        let verdict = |todo: &TodoToml| {
            let beside_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            let mut verdict = once(todo, Some(answers))?;
            drop(beside_others);
            // Others may have been in the way. Where the starter can be checked, the machine is not to blame.
            if matches!(verdict.status, Status::Skipped | Status::TimedOut) {
                let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
                verdict = once(todo, Some(answers))?;
                if may_be_the_answers(&verdict) && once(todo, None)?.status != Status::Skipped {
                    verdict = blamed(&verdict, "checked");
                }
            }
            Ok(explained(answer, verdict))
        };
        answer.lesson.toml.todos.iter().map(verdict).collect()
    }
}

/// Returns whether an answer can be why it was not checked. That its judge was built of other types is nobody's fault.
fn may_be_the_answers(verdict: &Verdict) -> bool {
    let is_outdated = verdict.message.as_deref().is_some_and(|message| message.contains(TYPES_CHANGED));
    verdict.status == Status::Skipped && !is_outdated
}

/// Returns an error, as rustc would print it, if there is `unsafe` in an answer: `forbid(unsafe_code)` lets some attributes
/// through, `#[unsafe(naked)]` among them.
fn unsafe_code(answer: &Answer) -> Option<String> {
    let tokens = source::tokens(answer.exercise());
    let line = tokens.iter().find(|token| token.text == "unsafe")?.line;
    let file = answer.lesson.exercise();
    let rendered = format!("error: `unsafe` is refused, as no answer needs it\n --> {file}:{line}\n");
    let span = json!({ "file_name": file, "line_start": line, "is_primary": true });
    Some(json!({ "message": { "level": "error", "rendered": rendered, "spans": [span] } }).to_string())
}

/// The same, but for that it is the answer's fault: what everybody begins with was `done` at the same time.
fn blamed(Verdict { id, name, seed, message, .. }: &Verdict, done: &str) -> Verdict {
    let why = message.as_deref().unwrap_or_default();
    let message = format!("tried twice: {why}\nThe starter was {done} all the same, so it is not the machine's fault.");
    Verdict::new(id, name, Status::Crashed, *seed).saying(message)
}

/// The lessons of these answers, in their order.
pub(super) fn lessons<'a>(answers: &Answers<'a>) -> Vec<&'a LessonFolder> {
    let mut lessons: Vec<&LessonFolder> = answers.values().map(|answer| answer.lesson).collect();
    lessons.sort_by_key(|lesson| &lesson.number);
    lessons.dedup_by_key(|lesson| &lesson.number);
    lessons
}

/// To start and to end: what a process may take beside its answers.
const PATIENCE: Duration = Duration::from_secs(12);

/// In the words of a course: where the sandbox ended a check, by SIGSYS, and with the paths of the lesson.
fn explained(answer: &Answer, verdict: Verdict) -> Verdict {
    let printed = serde_json::to_string(&verdict).map(|printed| answer.in_course(&printed));
    let verdict = printed.and_then(|printed| serde_json::from_str(&printed)).unwrap_or(verdict);
    let is_ended = verdict.message.as_deref().is_some_and(|message| message.contains("SIGSYS"));
    let why = "the sandbox ended it: it tried to start another process, or to use the network, which no answer needs.";
    if is_ended { verdict.saying(why) } else { verdict }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::check::NOT_STARTED;

    fn skipped(why: &str) -> Verdict {
        Verdict::new("01.1", "tip", Status::Skipped, 7).saying(format!("{NOT_STARTED}: {why}"))
    }

    #[test]
    fn nobody_loses_points_because_the_judge_is_outdated() {
        assert!(may_be_the_answers(&skipped("broken pipe")));
        assert!(!may_be_the_answers(&skipped(TYPES_CHANGED)));
        assert!(!may_be_the_answers(&Verdict::new("01.1", "tip", Status::TimedOut, 7)));
    }
}
