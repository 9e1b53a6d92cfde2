//! `grade`: checks what a class has handed in, each in a sandbox, and reports.
//!
//! ```text
//! intake   paths -> submissions: the texts of exercises and shaders, by student and lesson
//! tree     a clean copy of the course, in it a package for each answer that differs from all others
//! checks   answers -> verdicts, those not known from earlier: runs builder, and each program in the sandbox
//! builder  one cargo for all packages; each program is handed on as soon as it is linked
//! student  verdicts -> one student's result, with points (points) and uses of APIs (suspicious)
//! class    all results, and who has which mistake; what report/ writes
//! trial    one answer by itself, for `author mistake`
//! ```

mod builder;
mod checks;
mod class;
mod intake;
mod manifest;
pub(crate) mod points;
mod progress;
mod report;
mod student;
mod suspicious;
mod tree;
mod trial;

use crate::lesson::{self, LessonFolder};
use crate::output::{say, say_on};
use crate::sandbox;
use anyhow::{Result, bail, ensure};
use checks::{Answer, Answers, Checks};
use class::{Class, Todo};
use intake::{Files, Submission, Wanted};
use points::Points;
use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tree::Tree;
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
    /// Seconds after which the check of a TODO is stopped, and the answer taken for an endless loop
    #[arg(long, default_value_t = checks::SECONDS, value_parser = clap::value_parser!(u64).range(1..=600))]
    time: u64,
    /// Run students' code without a sandbox, with your own rights
    #[arg(long)]
    trust: bool,
}

/// # Errors
/// If a path holds no submission, there is no sandbox, or what all answers share does not build.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let all = lesson::all()?;
    let points = arguments.points.as_ref().map(|path| Points::read(path, &all)).transpose()?;
    let submissions = intake::all(&arguments.paths, &arguments.out, &Wanted::new(&all))?;
    let lessons = chosen(&all, &arguments.lessons, points.as_ref(), &submissions)?;
    ensure!(arguments.trust || sandbox::available().is_some(), NO_SANDBOX);
    if arguments.trust {
        eprintln!(
            "warning: --trust: students' code runs with your rights. It can read and write your files, and use the network."
        );
    }
    let points = points.unwrap_or_default();
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    eprintln!(
        "submissions: {}, lessons: {}, seed: {seed}",
        submissions.len(),
        lessons.iter().map(|lesson| lesson.number.as_str()).collect::<Vec<_>>().join(" ")
    );

    let tree = Tree::prepare(&all)?;
    let mut answers: Answers = Answers::new();
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
    let checks = Checks {
        tree: &tree,
        seed,
        only_this_seed: arguments.seed.is_some(),
        time: Duration::from_secs(arguments.time),
        trust: arguments.trust,
        separate: None,
    };
    let verdicts = checks.verdicts(&answers)?;
    let students = submissions.iter().zip(&given).map(|(submission, keys)| {
        let of_lesson = lessons.iter().zip(keys).flat_map(|(lesson, key)| {
            let verdicts = key.as_ref().and_then(|key| verdicts.get(key));
            student::graded(lesson, &points, verdicts, submission.lessons.get(&lesson.number), seed)
        });
        student::student(submission, of_lesson.collect())
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
