//! `grade`: checks what a class has handed in, each in a sandbox, and reports.
//!
//! ```text
//! paths -> intake (texts) -> tree (a clean copy, a package for each answer) -> builder (one cargo)
//!       -> here: each program checks its TODOs in the sandbox -> class -> report
//! ```

mod archive;
mod builder;
mod class;
mod intake;
pub(crate) mod points;
mod progress;
mod reaches;
mod report;
mod tree;
mod trial;

use crate::lesson::{self, LessonFolder};
use crate::output::{say, say_on};
use crate::{check, sandbox};
use anyhow::{Context, Result, bail, ensure};
use builder::Built;
use class::{Class, Graded, Student, Todo};
use common::check::{AnswerSource, Limits, Status, TodoToml, Verdict, check_with};
use intake::{Files, Submission, Wanted};
use points::Points;
use progress::Progress;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;
use tree::{Package, Tree};
pub(crate) use trial::{Trial, attempt};

/// Grade submissions: folders of them, clones, archives or exercise files
///
/// Takes only the exercises and their shaders, builds them on a clean copy of this course, and checks them in a
/// sandbox, without network and without access to other files. A run that is interrupted can be continued, and later
/// runs build and check only what has changed. lessons/INSTRUCTORS.md says more.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Each a submission, or a folder of submissions, one in each entry
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder for the reports
    #[arg(long, default_value = "grades")]
    out: PathBuf,
    /// Only these lessons: 01,03. By default those in --points, or else all that somebody has begun
    #[arg(long, value_delimiter = ',')]
    lessons: Vec<String>,
    /// A TOML file with a table `points`, which says what a TODO or a lesson is worth: "01.2" = 3, "01" = 8
    #[arg(long)]
    points: Option<PathBuf>,
    /// The seed of the checks' random inputs; by default another one for each run
    #[arg(long)]
    seed: Option<u64>,
    /// Run students' code without a sandbox, with your own rights
    #[arg(long)]
    trust: bool,
}

/// Time for a check, by the clock on the wall: in the sandbox a process cannot read its own processor time.
const LIMITS: Limits = Limits { time: Duration::from_secs(8), memory: 256 << 20 };

/// An answer to a lesson, which several students may have given.
struct Answer<'a> {
    lesson: &'a LessonFolder,
    files: Files,
}

/// # Errors
/// If a path holds no submission, there is no sandbox, or what all answers share does not build.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let all = lesson::all()?;
    let points = arguments.points.as_ref().map(|path| Points::read(path, &all)).transpose()?;
    let submissions = intake::all(&arguments.paths, &Wanted::new(&all))?;
    let lessons = chosen(&all, &arguments.lessons, points.as_ref(), &submissions)?;
    ensure!(arguments.trust || sandbox::available().is_some(), NO_SANDBOX);
    if arguments.trust {
        eprintln!(
            "warning: --trust: students' code runs with your rights. It can read and write your files, and use the network."
        );
    }
    let points = points.unwrap_or_default();
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    eprintln!("{} submissions, {} lessons, seed {seed}", submissions.len(), lessons.len());

    let tree = Tree::prepare(&all)?;
    let mut answers: BTreeMap<String, Answer> = BTreeMap::new();
    let mut given: Vec<Vec<Option<String>>> = Vec::new();
    for submission in &submissions {
        let keys = lessons.iter().map(|lesson| {
            let files = begun(lesson, submission.lessons.get(&lesson.number)?)?;
            let key = tree.key(lesson, &files);
            answers.entry(key.clone()).or_insert(Answer { lesson, files });
            Some(key)
        });
        given.push(keys.collect());
    }
    let verdicts = checked(&tree, &answers, seed, arguments)?;
    let students = submissions.iter().zip(&given).map(|(submission, keys)| {
        let of_lesson = lessons.iter().zip(keys).flat_map(|(lesson, key)| {
            let verdicts = key.as_ref().and_then(|key| verdicts.get(key));
            graded(lesson, &points, verdicts, submission.lessons.get(&lesson.number), seed)
        });
        student(submission, of_lesson.collect())
    });
    let todos = lessons.iter().flat_map(|lesson| {
        let points = &points;
        lesson.toml.todos.iter().enumerate().map(move |(place, todo)| Todo {
            id: todo.id.clone(),
            name: todo.name.clone(),
            lesson: lesson.toml.title.clone(),
            points: points.of(lesson, place),
            passed: 0,
        })
    });
    let class = Class::new(seed, !arguments.trust, todos.collect(), students.collect());
    report::write(&class, &arguments.out)?;
    say_on!("{}", report::overview(&class));
    say!("reports: {}", arguments.out.display());
    Ok(ExitCode::SUCCESS)
}

const NO_SANDBOX: &str = "there is no sandbox for students' code here: it takes Landlock (Linux 5.13 or later) and seccomp. \
    Grade on Linux, or in a container there; or with --trust, if you would run these students' programs anyway.";

/// The lessons that are graded: those that are asked for, or that anybody has begun.
fn chosen<'a>(
    all: &'a [LessonFolder],
    asked: &[String],
    points: Option<&Points>,
    submissions: &[Submission],
) -> Result<Vec<&'a LessonFolder>> {
    for number in asked {
        lesson::find(number)?;
    }
    let asked: BTreeSet<String> = asked.iter().map(|number| format!("{number:0>2}")).collect();
    let is_begun = |lesson: &LessonFolder| {
        let mut files = submissions.iter().filter_map(|s| s.lessons.get(&lesson.number));
        files.any(|files| begun(lesson, files).is_some())
    };
    let fits = |lesson: &&LessonFolder| match points {
        _ if !asked.is_empty() => asked.contains(&lesson.number),
        Some(points) => points.names(lesson),
        None => is_begun(lesson),
    };
    let chosen: Vec<_> = all.iter().filter(fits).collect();
    if chosen.is_empty() {
        let problems: Vec<&str> =
            submissions.iter().flat_map(|s| &s.problems).map(String::as_str).take(5).collect();
        bail!(
            "no exercise.rs differs from its starter: nobody has begun a lesson. {}",
            problems.join("\n")
        );
    }
    Ok(chosen)
}

/// What differs from the first day; `None` if nothing does.
fn begun(lesson: &LessonFolder, files: &Files) -> Option<Files> {
    let mut own = lesson.files().into_iter();
    let first = |path: &Path| fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    let exercise = own.next().map(|file| first(&file.starter)).unwrap_or_default();
    let mut files = Files {
        exercise: Some(files.exercise.clone().unwrap_or_else(|| exercise.clone())),
        ..files.clone()
    };
    for file in own {
        let name = file.mine.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if files.shaders.get(&name).is_some_and(|text| *text == first(&file.starter)) {
            files.shaders.remove(&name);
        }
    }
    (files.exercise.as_ref() != Some(&exercise) || !files.shaders.is_empty()).then_some(files)
}

/// The verdicts on every answer, from the cache where they are there.
fn checked(
    tree: &Tree,
    answers: &BTreeMap<String, Answer>,
    seed: u64,
    arguments: &Arguments,
) -> Result<BTreeMap<String, Vec<Verdict>>> {
    let mut known = BTreeMap::new();
    for key in answers.keys() {
        let text = fs::read(tree.verdicts(key)).unwrap_or_default();
        let Ok(verdicts) = serde_json::from_slice::<Vec<Verdict>>(&text) else { continue };
        if arguments.seed.is_none_or(|seed| verdicts.iter().all(|verdict| verdict.seed == seed)) {
            known.insert(key.clone(), verdicts);
        }
    }
    let mut packages: BTreeMap<String, (Package, Vec<&str>)> = BTreeMap::new();
    for (key, answer) in answers.iter().filter(|(key, _)| !known.contains_key(*key)) {
        let package =
            tree.package(answer.lesson, answer.files.exercise.as_deref().unwrap_or_default())?;
        packages.entry(package.name.clone()).or_insert((package, Vec::new())).1.push(key);
    }
    if packages.is_empty() {
        return Ok(known);
    }
    tree.keep_only(&packages.values().map(|(package, _)| package).collect::<Vec<_>>())?;
    let sysroot = &sandbox::sysroot(&tree.clean())?;
    let checks = Checks { tree, sysroot, seed, trust: arguments.trust, separate: None };
    let names: Vec<&str> = packages.keys().map(String::as_str).collect();
    let progress = Progress::new(answers.len() - known.len(), known.len());
    let (send, receive) = mpsc::channel::<(&str, Built)>();
    let queue = Mutex::new(receive);
    let found = Mutex::new(known);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let work = |worker: usize| {
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some((name, built)) = next() {
            let (package, keys) = &packages[name];
            for &key in keys {
                let answer = &answers[key];
                let verdicts = match &built {
                    Built::Program(program) => checks.verdicts(answer, program, worker),
                    Built::Refused(stream) => Ok(refused(answer, package, stream, seed)),
                };
                let verdicts = verdicts.unwrap_or_else(|error| {
                    all_are(answer, Status::Skipped, &format!("{error:#}"), seed)
                });
                keep(tree, key, &verdicts);
                found
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(key.to_owned(), verdicts);
                progress.checked();
            }
        }
    };
    let result = std::thread::scope(|scope| {
        let work = &work;
        (0..workers).for_each(|worker| drop(scope.spawn(move || work(worker))));
        let done = |name: &str, built| {
            let name = names.iter().find(|known| **known == name).expect("one of these was built");
            let _ = send.send((*name, built)); // the workers live as long as this end does
        };
        let result =
            builder::build(tree, sysroot, &names, arguments.trust, || progress.shared(), done);
        drop(send);
        result
    });
    progress.end();
    result.map(|()| found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

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

/// What all checks of a run have in common.
struct Checks<'a> {
    tree: &'a Tree,
    sysroot: &'a Path,
    seed: u64,
    trust: bool,
    /// Only this TODO, with how far an answer is from all mistakes and from the one with this switch.
    separate: Option<(&'a str, &'a str)>,
}

impl Checks<'_> {
    /// An answer's verdicts, each from a process of its own in the sandbox.
    fn verdicts(&self, answer: &Answer, program: &Path, worker: usize) -> Result<Vec<Verdict>> {
        let Checks { tree, seed, trust, .. } = *self;
        let shaders = tree.shaders(answer.lesson, &answer.files)?;
        let read = [tree.clean().join("assets"), tree.clean().join("shaders"), shaders.clone()];
        let target = program.parent().context("a program lies in a folder")?;
        // Rust's own among them: `common` is linked as a shared library.
        let libraries = [target.join("deps"), target.to_path_buf(), self.sysroot.join("lib")];
        let verdict = |todo: &TodoToml| {
            let scratch = &tree.scratch(&worker.to_string())?;
            let check =
                sandbox::Check { program, libraries: &libraries, read: &read, scratch, trust };
            let mut command = sandbox::check(&check)?;
            command.env(common::SHADERS, &shaders);
            command.args(self.separate.iter().flat_map(|(_, new)| ["--separate", new]));
            let verdict =
                check_with(command, &todo.id, &todo.name, AnswerSource::Mine, seed, LIMITS);
            let _ = fs::remove_dir_all(scratch); // the next one clears it too
            Ok(explained(as_in_course(verdict)))
        };
        let todos = answer.lesson.toml.todos.iter();
        let asked = |todo: &&TodoToml| self.separate.is_none_or(|(id, _)| id == todo.id);
        todos.filter(asked).map(verdict).collect()
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

fn refused(answer: &Answer, package: &Package, stream: &[u8], seed: u64) -> Vec<Verdict> {
    let stream = in_course(&String::from_utf8_lossy(stream));
    let name = &package.name;
    let stream = stream.replace(name.as_str(), &answer.lesson.package());
    let exercise = answer.files.exercise.as_deref().unwrap_or_default();
    check::refused(answer.lesson, exercise, stream.as_bytes(), seed)
}

fn all_are(answer: &Answer, status: Status, message: &str, seed: u64) -> Vec<Verdict> {
    let todos = answer.lesson.toml.todos.iter();
    todos.map(|todo| Verdict::new(&todo.id, &todo.name, status, seed).saying(message)).collect()
}

/// The TODOs of a lesson with their points. Without verdicts it was not begun, or not handed in.
fn graded(
    lesson: &LessonFolder,
    points: &Points,
    verdicts: Option<&Vec<Verdict>>,
    files: Option<&Files>,
    seed: u64,
) -> Vec<Graded> {
    let exercise = files.and_then(|files| files.exercise.as_deref());
    let missing = if exercise.is_some() { "as it was handed out." } else { "not handed in." };
    let todos = lesson.toml.todos.iter().enumerate();
    let starters = lesson.files().into_iter().map(|file| fs::read_to_string(file.starter));
    let starter: String = starters.map(Result::unwrap_or_default).collect();
    let one = |(place, todo): (usize, &TodoToml)| {
        let verdict =
            verdicts.and_then(|verdicts| verdicts.iter().find(|verdict| verdict.id == todo.id));
        let verdict = verdict.cloned().unwrap_or_else(|| {
            Verdict::new(&todo.id, &todo.name, Status::NotStarted, seed).saying(missing)
        });
        let shader = files.and_then(|files| files.shaders.get(&todo.name)).cloned();
        let code =
            shader.unwrap_or_else(|| class::code_of(exercise.unwrap_or_default(), &todo.name));
        let comments = class::comments_of(&code, &starter);
        let of = points.of(lesson, place);
        let points = if verdict.status == Status::Pass { of } else { 0.0 };
        Graded { points, of, verdict, code, comments }
    };
    todos.map(one).collect()
}

fn student(submission: &Submission, todos: Vec<Graded>) -> Student {
    let reaches = submission.lessons.iter().flat_map(|(lesson, files)| {
        reaches::find(lesson, files.exercise.as_deref().unwrap_or_default())
    });
    Student {
        name: submission.name.clone(),
        points: todos.iter().map(|todo| todo.points).sum(),
        of: todos.iter().map(|todo| todo.of).sum(),
        todos,
        problems: submission.problems.clone(),
        reaches: reaches.collect(),
    }
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
