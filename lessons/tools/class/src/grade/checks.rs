//! Compiles and checks all answers without a verdict from an earlier run, and keeps the verdicts for the next.
//!
//! Answers are checked side by side. Where that gives no verdict, or one that a busy machine may have caused, an answer is
//! checked again, alone.

use super::answer::{Answer, AnswerFolder};
use super::class::lesson_of;
use super::course::{Built, Course};
use crate::sandbox::{self, COMPILE_SECONDS};
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use verdict::LIBRARY;
use verdict::build::lesson::LessonFolder;
use verdict::build::{error_report, is_silent, mend};
use verdict::file::replace;
use verdict::run_judge::{BUSY, JUDGING, verdict_by};
use verdict::workspace::WORKSPACE;
use verdict::{Status, TodoToml, Verdict, names_shader, source};

/// Answers by their keys. Several students may have the same answer.
pub(super) type Answers<'a> = BTreeMap<String, Answer<'a>>;
/// Verdicts of each answer on the TODOs that were set.
pub(super) type Verdicts = BTreeMap<String, Vec<Verdict>>;

/// Settings of all checks of a run.
pub(super) struct Checks<'a> {
    pub(super) course: &'a Course,
    /// The TODOs that were set.
    pub(super) todos: &'a [&'a TodoToml],
    pub(super) seed: u64,
    /// True if verdicts of another seed do not count.
    pub(super) only_this_seed: bool,
    /// Limit on the processor time for one TODO.
    pub(super) time: Duration,
    pub(super) trust: bool,
}

struct Judging<'a> {
    checks: &'a Checks<'a>,
    built: Built,
}

/// Seconds for the check of a TODO.
pub(super) const SECONDS: u64 = 8;

/// Limit on an answer's memory in bytes, as in a student's own check.
const MEMORY: usize = 256 << 20;

impl Checks<'_> {
    /// Returns the verdicts on every answer, from the cache or a new check.
    ///
    /// # Errors
    /// If a lesson's program does not build.
    pub(super) fn verdicts(&self, answers: &Answers) -> Result<Verdicts> {
        let mut known = Verdicts::new();
        for answer in answers.values() {
            known.extend(self.known(answer).map(|verdicts| (answer.key.clone(), verdicts)));
        }
        let new: Vec<&Answer> = answers.values().filter(|answer| !known.contains_key(&answer.key)).collect();
        eprintln!("answers to check: {}, known from earlier: {}", new.len(), known.len());
        if new.is_empty() {
            return Ok(known);
        }
        eprintln!("new checks have seed {}", self.seed);
        let mut lessons: Vec<&LessonFolder> = new.iter().map(|answer| answer.lesson).collect();
        lessons.sort_by_key(|lesson| &lesson.number);
        lessons.dedup_by_key(|lesson| &lesson.number);
        let judging = Judging { checks: self, built: Built::build(self.course, &lessons)? };
        let done = AtomicUsize::new(0);
        let first: Vec<Vec<Verdict>> = new
            .par_iter()
            .map(|answer| {
                let verdicts = judging.judge(answer);
                if !verdicts.iter().any(is_doubtful) {
                    self.keep(answer, &verdicts);
                }
                print_progress(1 + done.fetch_add(1, Ordering::Relaxed), new.len());
                verdicts
            })
            .collect();
        for (answer, mut verdicts) in new.into_iter().zip(first) {
            if verdicts.iter().any(is_doubtful) {
                verdicts = judging.judge_alone(answer);
                self.keep(answer, &verdicts);
            }
            known.insert(answer.key.clone(), verdicts);
        }
        Ok(known)
    }

    /// Returns the TODOs of a lesson that were set.
    fn todos(&self, lesson: &LessonFolder) -> impl Iterator<Item = &TodoToml> {
        let number = lesson.number.clone();
        self.todos.iter().copied().filter(move |todo| lesson_of(&todo.id) == number)
    }

    fn all(&self, answer: &Answer, status: Status, message: &str) -> Vec<Verdict> {
        let todos = self.todos(answer.lesson);
        todos.map(|todo| Verdict::new(&todo.id, &todo.name, status, self.seed).saying(message)).collect()
    }

    /// Returns the path of an answer's verdicts.
    fn file(&self, key: &str) -> PathBuf {
        self.course.root.join("verdicts").join(format!("{key}.json"))
    }

    /// Returns the verdicts of an earlier run, if there is one on each TODO.
    fn known(&self, answer: &Answer) -> Option<Vec<Verdict>> {
        let verdicts: Vec<Verdict> = serde_json::from_slice(&fs::read(self.file(&answer.key)).ok()?).ok()?;
        for todo in self.todos(answer.lesson) {
            let verdict = verdicts.iter().find(|verdict| verdict.id == todo.id)?;
            if self.only_this_seed && verdict.seed != self.seed {
                return None;
            }
        }
        Some(verdicts)
    }

    /// Writes verdicts for the next run, unless one of them is a fault of the machine.
    fn keep(&self, answer: &Answer, verdicts: &[Verdict]) {
        let is_unchecked = verdicts.iter().any(|verdict| verdict.status == Status::Skipped);
        if let (false, Ok(text)) = (is_unchecked, serde_json::to_vec(verdicts)) {
            let path = self.file(&answer.key);
            // If the file cannot be written, the next run takes longer.
            let _ = fs::create_dir_all(path.parent().unwrap_or(&path)).and_then(|()| replace(&path, text));
        }
    }
}

/// Prints how many answers are checked: in a terminal on one line, elsewhere now and then.
fn print_progress(done: usize, all: usize) {
    let end = if std::io::stderr().is_terminal() { "\r" } else { "\n" };
    if end == "\r" || done == all || done.is_multiple_of(10) {
        let last = if done == all { "\n" } else { end };
        let _ = write!(std::io::stderr(), "checked: {done} of {all}{last}"); // whoever has closed it does not want to know
    }
}

/// Returns whether a verdict may be the machine's fault.
fn is_doubtful(verdict: &Verdict) -> bool {
    let is_busy = verdict.message.as_deref().is_some_and(|message| message.ends_with(BUSY));
    verdict.status == Status::Skipped || (verdict.status == Status::TimedOut && is_busy)
}

impl Judging<'_> {
    /// Returns the verdicts on an answer by its judge, or by its compile errors.
    fn judge(&self, answer: &Answer) -> Vec<Verdict> {
        let verdicts = self.compile_and_check(answer);
        verdicts.unwrap_or_else(|error| self.checks.all(answer, Status::Skipped, &format!("{error:#}")))
    }

    /// Judges an answer again, while no other is judged. If it cannot be and the starter can, the answer is to blame.
    fn judge_alone(&self, answer: &Answer) -> Vec<Verdict> {
        let mut verdicts = self.judge(answer);
        let is_judged = |verdicts: &[Verdict]| verdicts.iter().all(|verdict| verdict.status != Status::Skipped);
        if is_judged(&verdicts) || !self.with_starter(answer).is_ok_and(|starter| is_judged(&self.judge(&starter))) {
            return verdicts;
        }
        for verdict in verdicts.iter_mut().filter(|verdict| verdict.status == Status::Skipped) {
            let why = verdict.message.take().unwrap_or_default();
            let why =
                format!("tried twice: {why}\nThe starter was checked all the same, so it is not the machine's fault.");
            *verdict = Verdict::new(&verdict.id, &verdict.name, Status::Crashed, verdict.seed).saying(why);
        }
        verdicts
    }

    /// Returns an answer with the starter in the place of its exercise.
    fn with_starter<'a>(&self, answer: &Answer<'a>) -> Result<Answer<'a>> {
        let mut files = answer.files.clone();
        files.insert(answer.lesson.exercise_name().into(), starter_of(answer.lesson)?);
        Ok(Answer::new(self.checks.course, answer.lesson, files))
    }

    fn compile_and_check(&self, answer: &Answer) -> Result<Vec<Verdict>> {
        let folder = AnswerFolder::write(answer, self.checks.course)?;
        let compiled = folder.compile(&self.built, self.compile_seconds(), self.checks.trust)?;
        if let Some(library) = &compiled.library {
            return Ok(self.check_todos(answer, &folder, library));
        }
        if is_silent(&compiled.messages) {
            let why = "rustc ended without a word: it took too long, or too much memory";
            return Ok(self.checks.all(answer, Status::Skipped, why));
        }
        let report = error_report(answer.lesson, answer.exercise(), &compiled.messages, self.checks.seed);
        let mut verdicts = report.verdicts;
        if let Some(first) = verdicts.first_mut() {
            let message: Vec<String> = first.message.iter().chain(&report.warnings).cloned().collect();
            first.message = Some(message.join("\n")).filter(|message| !message.is_empty());
        }
        self.with_the_others(answer, verdicts)
    }

    fn compile_seconds(&self) -> u64 {
        COMPILE_SECONDS * self.checks.time.as_secs() / SECONDS
    }

    /// Checks the other functions of an answer that does not compile, with the starter's in the place of those that do not.
    fn with_the_others(&self, answer: &Answer, verdicts: Vec<Verdict>) -> Result<Vec<Verdict>> {
        let broken = mend::broken_functions(&verdicts);
        let starter = starter_of(answer.lesson)?;
        let Some(text) = mend::with_functions_of(&starter, answer.exercise(), &broken) else { return Ok(verdicts) };
        let mut files = answer.files.clone();
        files.insert(answer.lesson.exercise_name().into(), text);
        let mended = Answer::new(self.checks.course, answer.lesson, files);
        let folder = AnswerFolder::write(&mended, self.checks.course)?;
        let compiled = folder.compile(&self.built, self.compile_seconds(), self.checks.trust)?;
        let Some(library) = &compiled.library else { return Ok(verdicts) };
        let mut others = self.check_todos(&mended, &folder, library);
        let tokens = source::tokens(answer.exercise());
        for other in others.iter_mut().filter(|other| other.status != Status::Pass) {
            let function = source::function(&tokens, &other.name).unwrap_or_default();
            if let Some(called) = broken.iter().find(|name| function.iter().any(|token| token.text == **name)) {
                let why =
                    format!("it calls `{called}`, which is refused or does not compile, and cannot be checked before.");
                *other = Verdict::new(&other.id, &other.name, Status::Waiting, other.seed).saying(why);
            }
        }
        Ok(mend::merged(verdicts, &others))
    }

    /// Returns the verdicts on all TODOs of an answer that compiles.
    fn check_todos(&self, answer: &Answer, folder: &AnswerFolder, library: &Path) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for todo in self.checks.todos(answer.lesson) {
            let verdict = self.check(answer, folder, todo, library).unwrap_or_else(|error| {
                Verdict::new(&todo.id, &todo.name, Status::Skipped, self.checks.seed).saying(format!("{error:#}"))
            });
            verdicts.push(explained(verdict));
        }
        verdicts
    }

    /// Runs a judge, which starts the process with the student's code in the sandbox.
    fn check(
        &self,
        answer: &Answer,
        folder: &AnswerFolder,
        TodoToml { id, name, .. }: &TodoToml,
        library: &Path,
    ) -> Result<Verdict> {
        let Checks { course, seed, trust, time, .. } = *self.checks;
        let judge = &self.built.judges[&answer.lesson.number].program;
        let is_own_program = answer.lesson.toml.exercise.is_some();
        let shaders = folder.shaders();
        let scratch = &folder.scratch()?;
        let mut read = folder.figures()?;
        read.extend([course.workspace.join("assets"), shaders.clone()]);
        let draws = names_shader(name) || is_own_program;
        let answerer = sandbox::check(&sandbox::Check { program: judge, library, read: &read, scratch, draws, trust });
        let mut command = sandbox::judge(judge);
        command.env_clear().envs(answerer.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.env(WORKSPACE, &course.workspace).env(verdict::workspace::SHADERS, &shaders).current_dir(scratch);
        command.env(LIBRARY, library);
        command.args(["--check-here", id, "--seed", &seed.to_string(), "--memory", &MEMORY.to_string()]);
        let patience = time + if is_own_program { DRAWING } else { PATIENCE };
        for (option, time) in [("--time", time), ("--patience", patience)] {
            command.args([option, &time.as_millis().to_string()]);
        }
        command.arg("--exercise").arg(folder.source(answer.lesson.exercise_name()));
        command.arg("--").arg(answerer.get_program()).args(answerer.get_args());
        Ok(verdict_by(&mut command, id, name, seed, patience + JUDGING))
    }
}

fn starter_of(lesson: &LessonFolder) -> Result<String> {
    lesson.starter(lesson.files().first().context("a lesson has an exercise")?)
}

/// Time that a process may take to start and to end.
const PATIENCE: Duration = Duration::from_secs(12);

/// Time that a program of the student's own may take to start, to draw on a busy machine, and to end.
const DRAWING: Duration = Duration::from_mins(1);

/// Returns a verdict with an explanation if the sandbox ended the check, by SIGSYS.
fn explained(verdict: Verdict) -> Verdict {
    let is_ended = verdict.message.as_deref().is_some_and(|message| message.contains("SIGSYS"));
    let why = "the sandbox ended it: it tried to start another process, or to use the network, which no answer needs.";
    if is_ended { verdict.saying(why) } else { verdict }
}
