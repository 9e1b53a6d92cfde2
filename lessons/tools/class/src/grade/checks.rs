//! Builds and checks all answers without a verdict from an earlier run, and keeps the verdicts for the next.

use super::builder::{self, Built};
use super::intake::Files;
use super::native;
use super::progress::{Progress, Step};
use super::tree::{Answer, Tree};
use crate::sandbox;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;
use verdict::LIBRARY;
use verdict::build::lesson::LessonFolder;
use verdict::build::{error_report, is_silent, mend};
use verdict::file::replace;
use verdict::run_judge::{BUSY, JUDGING, TYPES_CHANGED, verdict_by};
use verdict::workspace::WORKSPACE;
use verdict::{Status, TodoToml, Verdict, names_shader};

/// Answers by their keys. Several students may have the same answer.
pub(super) type Answers<'a> = BTreeMap<String, Answer<'a>>;
/// Verdicts of each answer, in the order of its lesson's TODOs.
pub(super) type Verdicts = BTreeMap<String, Vec<Verdict>>;

/// Settings of all checks of a run.
pub(super) struct Checks<'a> {
    pub(super) tree: &'a Tree,
    pub(super) seed: u64,
    /// True if verdicts of another seed do not count.
    pub(super) only_this_seed: bool,
    /// Limit on the processor time for one TODO.
    pub(super) time: Duration,
    pub(super) trust: bool,
    /// Lock that a check holds for writing while no other check may run.
    pub(super) alone: RwLock<()>,
}

/// Reports verdicts that are known.
pub(super) type Report<'a> = &'a (dyn Fn(&Verdicts) -> Result<()> + Sync);

/// The verdicts of a run, as far as they are known.
struct Found<'a> {
    verdicts: Mutex<Verdicts>,
    report: Report<'a>,
    progress: &'a Progress,
    /// The first error of `report`.
    failed: Mutex<Option<anyhow::Error>>,
}

/// Locks a value, even if a thread has panicked while it held the lock.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) const SECONDS: u64 = 8;

/// Limit on an answer's memory in bytes, as in a student's own check.
const MEMORY: usize = 256 << 20;

impl Checks<'_> {
    /// Returns the verdicts on every answer, from the cache or a new check. An answer is checked as soon as it is built, and
    /// `report` is called with all verdicts that are known whenever one is added.
    ///
    /// # Errors
    /// If a shared crate does not build, or `report` fails.
    pub(super) fn verdicts(&self, answers: &Answers, report: Report) -> Result<Verdicts> {
        let tree = self.tree;
        let known = self.known(answers);
        let mut new: BTreeMap<String, &Answer> = BTreeMap::new();
        for answer in answers.values().filter(|answer| !known.contains_key(&answer.key)) {
            new.insert(answer.package(), answer);
        }
        eprintln!("answers to build and check: {}, known from earlier: {}", new.len(), known.len());
        if new.is_empty() {
            return Ok(known);
        }
        eprintln!("new checks have seed {}", self.seed);
        for answer in new.values() {
            tree.write_package(answer)?;
        }
        tree.keep_only(&new.values().copied().collect::<Vec<_>>())?;
        let packages: Vec<&str> = new.keys().map(String::as_str).collect();
        let progress = &Progress::new(new.len());
        // The judges of known answers too, because shared crates are built with other features for fewer lessons.
        let judges = &builder::build_judges(tree, &lessons(answers), self.trust, progress)?;
        let found = &Found { verdicts: Mutex::new(known), report, progress, failed: Mutex::default() };
        let mut again = Vec::new();
        let mut broken = Vec::new();
        rayon::in_place_scope(|scope| {
            builder::build(tree, &packages, self.trust, progress, |package, built| {
                let answer = new[package];
                if is_unexplained(&built) {
                    return again.push(answer);
                }
                if built.answers.is_none() || native::errors(answer).is_some() {
                    return broken.push((answer, built));
                }
                scope.spawn(move |_| {
                    let verdicts = self.judge(answer, &built, &judges[&answer.lesson.number]);
                    self.finish(answer, &built, verdicts, found);
                });
            })
        })?;
        // The machine may be to blame: the answer is built again, alone. If the starter then builds, the answer is to blame.
        for answer in again {
            let built = self.build_alone(answer, progress)?;
            let mut verdicts = self.judge(answer, &built, &judges[&answer.lesson.number]);
            if is_unexplained(&built) && self.starter_builds(answer.lesson, progress)? {
                verdicts = verdicts.iter().map(|verdict| blamed(verdict, "compiled")).collect();
            }
            self.finish(answer, &built, verdicts, found);
        }
        self.check_broken(broken, judges, found)?;
        lock(&found.failed).take().map_or(Ok(()), Err)?;
        Ok(std::mem::take(&mut lock(&found.verdicts)))
    }

    /// Keeps the verdicts on answers that do not compile. Where they compile with the starter's functions in the place of the
    /// broken ones, the other functions are checked.
    fn check_broken(
        &self,
        broken: Vec<(&Answer, Built)>,
        judges: &BTreeMap<String, PathBuf>,
        found: &Found,
    ) -> Result<()> {
        let mut mended: BTreeMap<String, Answer> = BTreeMap::new();
        let mut open = Vec::new();
        for (answer, built) in broken {
            let verdicts = self.judge(answer, &built, &judges[&answer.lesson.number]);
            let mended_answer = self.mended(answer, &verdicts)?;
            let package = mended_answer.as_ref().map(Answer::package);
            mended.extend(package.clone().zip(mended_answer));
            open.push((answer, built, verdicts, package));
        }
        for answer in mended.values() {
            self.tree.write_package(answer)?;
        }
        self.tree.keep_only(&mended.values().collect::<Vec<_>>())?;
        let checked = &Mutex::new(BTreeMap::new());
        if !mended.is_empty() {
            let packages: Vec<&str> = mended.keys().map(String::as_str).collect();
            let mended = &mended;
            rayon::in_place_scope(|scope| {
                builder::build(self.tree, &packages, self.trust, found.progress, |package, built| {
                    let package = package.to_owned();
                    scope.spawn(move |_| {
                        let answer = &mended[&package];
                        if let Some(library) = &built.answers {
                            let verdicts = self.check_todos(answer, library, &judges[&answer.lesson.number]);
                            lock(checked).insert(package, verdicts);
                        }
                        self.tree.forget(answer, &built.files);
                    });
                })
            })?;
        }
        let checked = lock(checked);
        for (answer, built, verdicts, package) in open {
            let verdicts = match package.and_then(|package| checked.get(&package)) {
                Some(others) => mend::merged(verdicts, others),
                None => verdicts,
            };
            self.finish(answer, &built, verdicts, found);
        }
        Ok(())
    }

    /// Returns an answer with the starter's functions in the place of those that do not compile. `None` if that cannot be, or
    /// there is native code in what is left.
    fn mended<'a>(&self, answer: &Answer<'a>, verdicts: &[Verdict]) -> Result<Option<Answer<'a>>> {
        let names = mend::broken_functions(verdicts);
        let starter = starter_of(answer.lesson)?;
        let Some(text) = mend::with_functions_of(&starter, answer.exercise(), &names) else { return Ok(None) };
        let mut files = answer.files.clone();
        files.insert(answer.lesson.exercise_name().into(), text);
        let mended = self.tree.answer(answer.lesson, files);
        Ok(native::errors(&mended).is_none().then_some(mended))
    }

    /// Keeps and reports the verdicts on an answer, and removes the files that were built for it.
    fn finish(&self, answer: &Answer, built: &Built, verdicts: Vec<Verdict>, found: &Found) {
        self.keep(answer, &verdicts);
        self.tree.forget(answer, &built.files);
        let mut all = lock(&found.verdicts);
        all.insert(answer.key.clone(), verdicts);
        if let Err(error) = (found.report)(&all) {
            lock(&found.failed).get_or_insert(error);
        }
        drop(all);
        found.progress.done(Step::Checked);
    }

    fn build_alone(&self, answer: &Answer, progress: &Progress) -> Result<Built> {
        let mut built = Built::default();
        builder::build(self.tree, &[&answer.package()], self.trust, progress, |_, result| built = result)?;
        Ok(built)
    }

    /// Returns whether the starter of a lesson builds now.
    fn starter_builds(&self, lesson: &LessonFolder, progress: &Progress) -> Result<bool> {
        let starter = self.tree.answer(lesson, Files::from([(lesson.exercise_name().into(), starter_of(lesson)?)]));
        self.tree.write_package(&starter)?;
        let built = self.build_alone(&starter, progress)?;
        self.tree.forget(&starter, &built.files);
        Ok(built.answers.is_some())
    }

    /// Returns the path of an answer's verdicts.
    fn file(&self, key: &str) -> PathBuf {
        self.tree.root.join("verdicts").join(format!("{key}.json"))
    }

    /// Returns the verdicts of earlier runs.
    fn known(&self, answers: &Answers) -> Verdicts {
        let mut known = Verdicts::new();
        for key in answers.keys() {
            let Ok(text) = fs::read(self.file(key)) else { continue };
            let Ok(verdicts) = serde_json::from_slice::<Vec<Verdict>>(&text) else { continue };
            if !self.only_this_seed || verdicts.iter().all(|verdict| verdict.seed == self.seed) {
                known.insert(key.clone(), verdicts);
            }
        }
        known
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

    /// Returns the verdicts on an answer by its judge, or by its compile errors.
    fn judge(&self, answer: &Answer, built: &Built, judge: &Path) -> Vec<Verdict> {
        let printed = match (&built.answers, native::errors(answer)) {
            (Some(answers), None) => return self.check_todos(answer, answers, judge),
            (_, native) => native.unwrap_or_default() + &answer.in_course(&String::from_utf8_lossy(&built.messages)),
        };
        let mut report = error_report(answer.lesson, answer.exercise(), printed.as_bytes(), self.seed);
        if let Some(first) = report.verdicts.first_mut() {
            let message = first.message.iter().chain(&report.warnings).cloned();
            first.message = Some(message.collect::<Vec<_>>().join("\n")).filter(|message| !message.is_empty());
        }
        report.verdicts
    }

    /// Returns the verdicts on all TODOs of an answer that compiles.
    fn check_todos(&self, answer: &Answer, library: &Path, judge: &Path) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for todo in &answer.lesson.toml.todos {
            let verdict = self.check_todo(answer, todo, library, judge).unwrap_or_else(|error| {
                Verdict::new(&todo.id, &todo.name, Status::Skipped, self.seed).saying(format!("{error:#}"))
            });
            verdicts.push(explained(answer, verdict));
        }
        verdicts
    }

    /// Returns the verdict on a TODO. If it was not checked in time on a busy machine, it is checked again while no other check
    /// runs.
    fn check_todo(&self, answer: &Answer, todo: &TodoToml, library: &Path, judge: &Path) -> Result<Verdict> {
        let beside_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        let verdict = self.check_once(answer, todo, library, judge, true)?;
        drop(beside_others);
        let is_busy = verdict.message.as_deref().is_some_and(|message| message.ends_with(BUSY));
        if verdict.status != Status::Skipped && !(verdict.status == Status::TimedOut && is_busy) {
            return Ok(verdict);
        }
        // Other checks may have used up the machine. If the starter can be checked now, the answer is to blame.
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        let verdict = self.check_once(answer, todo, library, judge, true)?;
        if may_be_the_answers(&verdict) {
            let starter = self.check_once(answer, todo, library, judge, false)?;
            if starter.status != Status::Skipped {
                return Ok(blamed(&verdict, "checked"));
            }
        }
        Ok(verdict)
    }

    /// Runs a judge, which starts the process with the student's code, or the starter's without a library, in the sandbox.
    fn check_once(
        &self,
        answer: &Answer,
        TodoToml { id, name, .. }: &TodoToml,
        library: &Path,
        judge: &Path,
        with_library: bool,
    ) -> Result<Verdict> {
        let Checks { tree, seed, trust, time, .. } = *self;
        let shaders = tree.shaders(answer);
        let scratch = &tree.root.join("scratch").join(&answer.key);
        let mut read = vec![tree.clean.join("assets"), tree.clean.join("shaders"), shaders.clone()];
        read.extend(tree.figures(answer)?);
        fs::create_dir_all(scratch)?;
        let draws = names_shader(name) || answer.lesson.toml.exercise.is_some();
        let check = sandbox::Check { program: judge, library, read: &read, scratch, draws, trust };
        let answerer = sandbox::check(&check)?;
        let mut command = sandbox::judge(judge)?;
        command.env_clear().envs(answerer.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.env(WORKSPACE, &tree.clean).env(verdict::workspace::SHADERS, &shaders).current_dir(scratch);
        if with_library {
            command.env(LIBRARY, library);
        }
        command.args(["--check-here", id, "--seed", &seed.to_string(), "--memory", &MEMORY.to_string()]);
        let patience = time + if answer.lesson.toml.exercise.is_some() { DRAWING } else { PATIENCE };
        for (option, time) in [("--time", time), ("--patience", patience)] {
            command.args([option, &time.as_millis().to_string()]);
        }
        command.arg("--exercise").arg(answer.source(answer.lesson.exercise_name()));
        command.arg("--").arg(answerer.get_program()).args(answerer.get_args());
        let verdict = verdict_by(&mut command, id, name, seed, patience + JUDGING);
        let _ = fs::remove_dir_all(scratch); // empty, unless the code is trusted
        Ok(verdict)
    }
}

fn starter_of(lesson: &LessonFolder) -> Result<String> {
    lesson.starter(lesson.files().first().context("a lesson has an exercise")?)
}

/// Returns whether a package failed to build without a message of rustc.
fn is_unexplained(built: &Built) -> bool {
    built.answers.is_none() && is_silent(&built.messages)
}

/// Returns whether an unchecked answer may be to blame itself, and not a judge that was built with other types.
fn may_be_the_answers(verdict: &Verdict) -> bool {
    let is_outdated = verdict.message.as_deref().is_some_and(|message| message.contains(TYPES_CHANGED));
    verdict.status == Status::Skipped && !is_outdated
}

/// Returns a verdict that the answer is to blame, as the starter was `done` (checked or compiled) meanwhile.
fn blamed(Verdict { id, name, seed, message, .. }: &Verdict, done: &str) -> Verdict {
    let why = message.as_deref().unwrap_or_default();
    let message = format!("tried twice: {why}\nThe starter was {done} all the same, so it is not the machine's fault.");
    Verdict::new(id, name, Status::Crashed, *seed).saying(message)
}

/// Returns the lessons of all answers, each once, in their order.
pub(super) fn lessons<'a>(answers: &Answers<'a>) -> Vec<&'a LessonFolder> {
    let mut lessons: Vec<&LessonFolder> = answers.values().map(|answer| answer.lesson).collect();
    lessons.sort_by_key(|lesson| &lesson.number);
    lessons.dedup_by_key(|lesson| &lesson.number);
    lessons
}

/// Time that a process may take to start and to end.
const PATIENCE: Duration = Duration::from_secs(12);

/// Time that a program of the student's own may take to start, to draw on a busy machine, and to end.
const DRAWING: Duration = Duration::from_mins(1);

/// Returns a verdict with the paths of the course, and with an explanation if the sandbox ended the check, by SIGSYS.
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
    use verdict::run_judge::NOT_STARTED;

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
