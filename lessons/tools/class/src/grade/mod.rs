//! `grade`: checks what a class has handed in, each in a sandbox, and reports.
//!
//! ```text
//! intake   paths -> submissions: the texts of exercises and shaders, by student and lesson
//! roster   a platform's list of the class -> all its students, and the list with points
//! points   the TODOs that were set
//! course   the lessons' programs, and the crates that answers are linked with
//! answer   the files of an answer -> a library, compiled in the sandbox
//! checks   answers -> verdicts, those not known from earlier
//! class    verdicts -> each student's result, and who has which mistake: the data of report
//! ```

mod answer;
mod checks;
mod class;
mod course;
mod intake;
mod points;
mod report;
mod roster;
mod text;

use crate::output::say;
use crate::sandbox;
use answer::Answer;
use anyhow::{Result, ensure};
use checks::{Answers, Checks};
use class::{Class, Student};
use course::Course;
use intake::{Files, Submission, Wanted, is_begun};
use points::Points;
use roster::{Matches, Roster};
use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use verdict::build::lesson::{self, LessonFolder};

/// Grade submissions: a folder with an archive, a clone, a folder or a file for each student
///
/// Takes only the exercises and their shaders, compiles them, and checks them in a sandbox, without network and without
/// access to other files. Later runs check only what has changed. lessons/GRADING.md says more.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folders of submissions, or submissions that are files
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder for the reports
    #[arg(long, default_value = "grades")]
    out: PathBuf,
    /// Only these lessons: 01,04. By default those in --points, or else all that somebody has begun
    #[arg(long, value_delimiter = ',')]
    lessons: Vec<String>,
    /// A TOML file that says what a TODO or a lesson is worth, and has points given by hand
    #[arg(long)]
    points: Option<PathBuf>,
    /// The seed of the checks' random inputs; by default another one for each run
    #[arg(long)]
    seed: Option<u64>,
    /// Seconds after which the check of a TODO is stopped, and the answer taken for an endless loop
    #[arg(long, default_value_t = checks::SECONDS, value_parser = clap::value_parser!(u64).range(1..=600))]
    time: u64,
    /// The class as Moodle or Canvas exports it, a CSV file: whoever is on it and has handed in nothing is graded with 0,
    /// and roster.csv is the same list with the points
    #[arg(long)]
    roster: Option<PathBuf>,
    /// Mark as late whatever was changed after this time, in UTC: 2027-01-15T23:59
    #[arg(long, value_name = "TIME", value_parser = text::parse_time)]
    deadline: Option<String>,
    /// Run students' code without a sandbox, with your own rights
    #[arg(long)]
    trust: bool,
}

/// # Errors
/// If a path has no submission, there is no sandbox, or a lesson's program does not build.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { out, trust, .. } = arguments;
    let began = Instant::now();
    let all = lesson::with_own_program()?;
    let points = arguments.points.as_ref().map(|path| Points::read(path, &all)).transpose()?.unwrap_or_default();
    let named = named_lessons(&all, &arguments.lessons, &points)?;
    let (mut submissions, ignored) = read_submissions(arguments, &all, &named)?;
    let handed_in = submissions.len();
    let lessons = if named.is_empty() { begun_lessons(&all, &submissions) } else { named };
    let roster = arguments.roster.as_deref().map(Roster::read).transpose()?;
    let matches = roster.as_ref().map(|roster| roster.complete(&mut submissions)).unwrap_or_default();
    print_intake(&submissions, &ignored, &matches);
    ensure!(!lessons.is_empty(), "no exercise.rs differs from its starter: nobody has begun a lesson");
    let todos = points.todos(&lessons);
    ensure!(!todos.is_empty(), "--points has nothing for these lessons");
    let names: Vec<String> = submissions.iter().map(|submission| submission.name.clone()).collect();
    points.ensure_known(&names, &todos)?;
    ensure_sandbox(*trust)?;
    let numbers: Vec<&str> = lessons.iter().map(|lesson| lesson.number.as_str()).collect();
    let sum = text::number(todos.iter().map(|todo| todo.points).sum());
    eprintln!("students: {}, handed in: {handed_in}, lessons: {}, points: {sum}", names.len(), numbers.join(" "));

    let course = &Course::prepare(&all)?;
    let mut answers = Answers::new();
    for answer in submissions.iter().flat_map(|submission| answers_of(submission, &lessons, course)) {
        answers.insert(answer.key.clone(), answer);
    }
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    let set: Vec<_> = todos.iter().map(|todo| todo.toml).collect();
    let time = Duration::from_secs(arguments.time);
    let only_this_seed = arguments.seed.is_some();
    let verdicts = Checks { course, todos: &set, seed, only_this_seed, time, trust: *trust }.verdicts(&answers)?;

    let mut students = Vec::new();
    for submission in &submissions {
        let own: Vec<Answer> = answers_of(submission, &lessons, course).collect();
        students.push(Student::new(submission, &todos, &points, seed, |lesson| {
            let answer = own.iter().find(|answer| answer.lesson.number == lesson.number)?;
            verdicts.get(&answer.key)
        }));
    }
    if let Some(deadline) = &arguments.deadline {
        apply_deadline(deadline, &mut students);
    }
    let class = Class::new(seed, !trust, &todos, students);
    let list = roster.map(|roster| {
        let rows = class.students.iter().zip(&matches.rows);
        let points: Vec<(usize, f64)> = rows.filter_map(|(student, row)| Some(((*row)?, student.points))).collect();
        roster.csv(&points, class.todos.iter().map(|todo| todo.points).sum())
    });
    report::write(&class, list.transpose()?, out)?;
    eprintln!("graded in {} s", began.elapsed().as_secs());
    for warning in report::warnings(&class) {
        eprintln!("WARNING: {warning}");
    }
    say!("reports: {}", out.join("class.html").display());
    Ok(ExitCode::SUCCESS)
}

/// Reads what was handed in, and returns the entries that are no submissions, too.
fn read_submissions(
    arguments: &Arguments,
    all: &[LessonFolder],
    named: &[&LessonFolder],
) -> Result<(Vec<Submission>, Vec<String>)> {
    let only = match named {
        [only] => Some(*only),
        [] if all.len() == 1 => all.first(),
        _ => None,
    };
    intake::read_all(&arguments.paths, &arguments.out, Wanted { lessons: all, only })
}

/// Prints what was left out of the submissions, and who is not on the list of the class.
fn print_intake(submissions: &[Submission], ignored: &[String], matches: &Matches) {
    for path in ignored {
        eprintln!("not a submission: {path}");
    }
    for Submission { name, lessons, problems, .. } in submissions {
        let has_none = if lessons.is_empty() { "no answer from " } else { "" };
        for problem in problems {
            eprintln!("{has_none}{}: {problem}", text::line(name));
        }
    }
    for problem in &matches.problems {
        eprintln!("WARNING: --roster: {problem}");
    }
}

/// Marks what is later than a deadline in UTC, and what may be.
fn apply_deadline(deadline: &str, students: &mut [Student]) {
    for student in students.iter_mut().filter(|student| student.late.is_empty()) {
        if student.changed.ends_with(text::LOCAL) {
            student.late = "unknown";
        } else if *student.changed > *deadline {
            student.late = "late";
        }
    }
}

/// Prints a warning if students' code is trusted.
///
/// # Errors
/// If students' code is not trusted, and there is no sandbox.
fn ensure_sandbox(trust: bool) -> Result<()> {
    if trust {
        eprintln!(
            "warning: --trust: students' code runs with your rights. It can read and write your files, and use the network."
        );
    }
    ensure!(
        trust || sandbox::available().is_some(),
        "there is no sandbox for students' code here: it takes Landlock (Linux 5.13 or later) and seccomp. \
         Grade on Linux, or in a container there; or with --trust, if you would run these students' programs anyway."
    );
    Ok(())
}

/// Returns a student's answers to those of the lessons that the student has begun.
fn answers_of<'a>(
    submission: &Submission,
    lessons: &[&'a LessonFolder],
    course: &Course,
) -> impl Iterator<Item = Answer<'a>> {
    lessons.iter().filter_map(|&lesson| Some(Answer::new(course, lesson, begun(lesson, submission)?)))
}

/// Returns the lessons that are asked for, or those that the points name; none if neither names any.
fn named_lessons<'a>(all: &'a [LessonFolder], numbers: &[String], points: &Points) -> Result<Vec<&'a LessonFolder>> {
    let asked = numbers.iter().map(|number| Ok(lesson::find(number)?.number)).collect::<Result<BTreeSet<_>>>()?;
    let numbers = if asked.is_empty() { points.lessons().into_iter().collect() } else { asked };
    Ok(all.iter().filter(|lesson| numbers.contains(&lesson.number)).collect())
}

/// Returns the lessons that anybody has begun.
fn begun_lessons<'a>(all: &'a [LessonFolder], submissions: &[Submission]) -> Vec<&'a LessonFolder> {
    let mut lessons: Vec<&LessonFolder> = all.iter().collect();
    lessons.retain(|lesson| submissions.iter().any(|submission| begun(lesson, submission).is_some()));
    lessons
}

/// Returns a student's exercise of a lesson and the shaders that are begun; `None` if nothing is.
fn begun(lesson: &LessonFolder, submission: &Submission) -> Option<Files> {
    let mut files = submission.lessons.get(&lesson.number)?.clone();
    if lesson.toml.exercise.is_some() {
        return files.contains_key(lesson.exercise_name()).then_some(files);
    }
    files.retain(|name, text| is_begun(lesson, name, text));
    if files.is_empty() {
        return None;
    }
    let exercise = lesson.exercise_name();
    if !files.contains_key(exercise) {
        let starter = lesson.starter(lesson.files().first()?).ok()?;
        let own = submission.lessons[&lesson.number].get(exercise).cloned();
        files.insert(exercise.into(), own.unwrap_or(starter));
    }
    Some(files)
}
