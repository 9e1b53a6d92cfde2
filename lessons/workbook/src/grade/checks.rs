//! Builds and checks every answer whose verdicts are not known yet, and keeps them for the next run.

use super::builder::{self, Built};
use super::progress::{Progress, Step};
use super::tree::{Answer, Tree};
use crate::{check, sandbox};
use anyhow::{Context, Result};
use common::build::is_silent;
use common::build::lesson::LessonFolder;
use common::check::library::LIBRARY;
use common::check::{NOT_STARTED, Status, TodoToml, Verdict};
use common::file::replace;
use common::workspace::WORKSPACE;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
        let judge = &judge;
        let found = &Mutex::new(known);
        let mut again = Vec::new();
        rayon::in_place_scope(|scope| {
            builder::build(tree, &packages, self.trust, progress, |package, built| {
                let answer = new[package];
                if built.answers.is_none() && is_silent(&built.messages) {
                    return again.push(package.to_owned());
                }
                scope.spawn(move |_| {
                    let verdicts = judge(answer, &built);
                    self.keep(answer, &verdicts);
                    tree.forget(answer, &built.files);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.insert(answer.key.clone(), verdicts);
                    progress.done(Step::Checked);
                });
            })
        })?;
        // What may have been the machine's fault is tried again, alone.
        for package in again {
            builder::build(tree, &[&package], self.trust, progress, |package, built| {
                let verdicts = judge(new[package], &built);
                self.keep(new[package], &verdicts);
                tree.forget(new[package], &built.files);
                found.lock().unwrap_or_else(PoisonError::into_inner).insert(new[package].key.clone(), verdicts);
                progress.done(Step::Checked);
            })?;
        }
        Ok(std::mem::take(&mut found.lock().unwrap_or_else(PoisonError::into_inner)))
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
        let machine = |v: &Verdict| matches!(v.status, Status::Skipped | Status::TimedOut);
        if let (false, Ok(text)) = (verdicts.iter().any(machine), serde_json::to_vec(verdicts)) {
            let path = self.file(&answer.key);
            // Where it cannot be written, the next run takes longer.
            let _ = fs::create_dir_all(path.parent().unwrap_or(&path)).and_then(|()| replace(&path, text));
        }
    }

    /// An answer's verdicts by its lesson's program, whatever came of its package.
    fn judge(&self, answer: &Answer, built: &Built, judge: &Path) -> Vec<Verdict> {
        let Some(answers) = &built.answers else {
            let printed = answer.in_course(&String::from_utf8_lossy(&built.messages));
            return check::refused(answer.lesson, answer.exercise(), printed.as_bytes(), self.seed).verdicts;
        };
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
        let once = |id: &str| -> Result<Verdict> {
            fs::create_dir_all(scratch)?;
            let check = sandbox::Check { program: judge, library: answers, read: &read, scratch, trust };
            let answerer = sandbox::check(&check)?;
            let mut command = Command::new(judge);
            command.env_clear().envs(answerer.get_envs().filter_map(|(name, value)| Some((name, value?))));
            command
                .env(WORKSPACE, &tree.clean)
                .env(common::SHADERS, &shaders)
                .env(LIBRARY, answers)
                .current_dir(scratch);
            command.args(["--check", id, "--json", "--seed", &seed.to_string(), "--memory", &MEMORY.to_string()]);
            for (option, time) in [("--time", time), ("--patience", time + PATIENCE)] {
                command.args([option, &time.as_millis().to_string()]);
            }
            command.arg("--exercise").arg(&exercise);
            command.arg("--").arg(answerer.get_program()).args(answerer.get_args());
            let output = command.stdin(Stdio::null()).output().context(NOT_STARTED)?;
            let _ = fs::remove_dir_all(scratch); // empty, unless the code is trusted
            let [verdict] = serde_json::from_slice(&output.stdout)
                .with_context(|| format!("{NOT_STARTED}: {}", String::from_utf8_lossy(&output.stderr)))?;
            Ok(verdict)
        };
        let verdict = |TodoToml { id, .. }: &TodoToml| {
            let beside_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            let mut verdict = once(id)?;
            drop(beside_others);
            // Another's threads may have been in the way.
            if verdict.message.as_deref().is_some_and(|message| message.starts_with(NOT_STARTED)) {
                let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
                verdict = once(id)?;
            }
            Ok(explained(answer, verdict))
        };
        answer.lesson.toml.todos.iter().map(verdict).collect()
    }
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
