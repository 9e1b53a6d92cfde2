//! `grade`: checks what a class has handed in, each in a sandbox, and reports.
//!
//! ```text
//! intake   paths -> submissions: the texts of exercises and shaders, by student and lesson
//! tree     submissions -> answers: a clean copy of the course with a package for each that differs from all others
//! checks   answers -> verdicts, those not known from earlier: runs builder, and each program in the sandbox
//! builder  one cargo for all packages; each library is passed on as soon as it is linked
//! mend     an answer that does not compile -> one with the starter's functions where the errors are
//! native   an answer -> errors about letters of native code
//! roster   a platform's list of the class -> all its students, and the list with points
//! borrowed a program of the student's own -> which answers in it are marked as the course's
//! student  verdicts -> one student's result, with points (points) and suspicious calls
//! ways     students' diaries -> how the class came to its answers
//! class    all results, and who has which mistake: the data of report/
//! ```

mod borrowed;
mod builder;
mod by_hand;
mod checks;
mod class;
mod intake;
mod native;
mod pictures;
pub(crate) mod points;
mod progress;
mod report;
mod reuse;
mod roster;
mod student;
pub(crate) mod text;
mod todo;
mod tree;
mod ways;

use crate::output::{say, say_on};
use anyhow::{Result, ensure};
use checks::{Answers, Checks, Verdicts, lock};
use class::{Class, Student};
use intake::{Files, Submission, Wanted};
use points::Points;
use roster::Roster;
use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};
use tree::{Answer, Tree};
use verdict::build::lesson::{self, LessonFolder};

/// Grade submissions: folders of them, clones, archives or exercise files
///
/// Takes only the exercises and their shaders, builds them on a clean copy of this course, and checks them in a
/// sandbox, without network and without access to other files. A run that is interrupted can be continued, and later
/// runs build and check only what has changed. lessons/GRADING.md says more.
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
    /// The class as Moodle or Canvas exports it, a CSV file: whoever is on it and has handed in nothing is graded with 0,
    /// and roster.csv is the same list with the points
    #[arg(long)]
    roster: Option<PathBuf>,
    /// Mark as late whatever was changed after this time, in UTC: 2027-01-15T23:59
    #[arg(long, value_name = "TIME", value_parser = text::parse_time)]
    deadline: Option<String>,
    /// Write feedback.zip, with each report under the name that Moodle or Canvas gave the student's file
    #[arg(long)]
    feedback: bool,
    /// Write projector.html, the class's page without names and comments, and show no names on the screen
    #[arg(long)]
    anonymous: bool,
    /// Write files for other systems, too
    #[arg(long, value_delimiter = ',')]
    format: Vec<report::Format>,
    /// Run students' code without a sandbox, with your own rights
    #[arg(long)]
    trust: bool,
}

/// # Errors
/// If a path holds no submission, there is no sandbox, or what all answers share does not build.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { out, trust, .. } = arguments;
    let began = Instant::now();
    let all = lesson::with_own_program()?;
    let points = arguments.points.as_ref().map(|path| Points::read(path, &all)).transpose()?;
    let named = named_lessons(&all, &arguments.lessons, points.as_ref())?;
    let mut submissions = read_submissions(arguments, &all, named.as_deref())?;
    let handed_in = submissions.len();
    let roster = arguments.roster.as_deref().map(Roster::read).transpose()?;
    let rows = roster.as_ref().map(|roster| roster.complete(&mut submissions)).unwrap_or_default();
    if let Some(roster) = &roster {
        print_other_names(roster, &rows, &submissions, arguments.anonymous);
    }
    let lessons = named.unwrap_or_else(|| begun_lessons(&all, &submissions));
    let problems = submissions.iter().flat_map(|submission| &submission.problems).take(5);
    let problems: Vec<&str> = problems.map(String::as_str).collect();
    ensure!(
        !lessons.is_empty(),
        "no exercise.rs differs from its starter: nobody has begun a lesson. {}",
        problems.join("\n")
    );
    let points = points.unwrap_or_default();
    let by_hand = by_hand::read(out, &submissions, &lessons, &points)?;
    builder::ensure_sandbox(*trust)?;
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    let numbers: Vec<&str> = lessons.iter().map(|lesson| lesson.number.as_str()).collect();
    let sum = points.sum(lessons.iter().copied());
    let students = submissions.len();
    eprintln!("students: {students}, handed in: {handed_in}, lessons: {}, points: {sum}", numbers.join(" "));

    let tree = &Tree::prepare(&all)?;
    let mut answers = Answers::new();
    for submission in &submissions {
        for answer in lessons.iter().filter_map(|lesson| answer_of(submission, lesson, tree)) {
            answers.insert(answer.key.clone(), answer);
        }
    }
    let time = Duration::from_secs(arguments.time);
    let only_this_seed = arguments.seed.is_some();
    let checks = Checks { tree, seed, only_this_seed, time, trust: *trust, alone: RwLock::default() };
    let handed_out = lessons.iter().map(|lesson| student::handed_out(lesson)).collect();
    let grading = Grading { tree, lessons: &lessons, handed_out, points: &points, seed };
    let reported = Mutex::new(BTreeSet::new());
    let verdicts = checks.verdicts(&answers, &|known| {
        for (index, submission) in submissions.iter().enumerate() {
            if grading.is_checked(submission, known) && lock(&reported).insert(index) {
                let student = grading.student(submission, known);
                let alone = Class::new(seed, !trust, todo::todos(&lessons, &points), vec![student]);
                report::write_students(&alone, &arguments.format, out)?;
            }
        }
        Ok(())
    })?;

    let mut students: Vec<_> = submissions.iter().map(|submission| grading.student(submission, &verdicts)).collect();
    by_hand::give(&by_hand, &mut students);
    let mut class = Class::new(seed, !trust, todo::todos(&lessons, &points), students);
    class.ways = ways::ways(&lessons, &class.todos, &submissions);
    class.out = out.display().to_string();
    pictures::add(&mut class, tree, &checks::lessons(&answers), *trust);
    let list = roster.map(|roster| roster.csv(&class, &rows)).transpose()?;
    report::write(&class, &arguments.format, out)?;
    let anonymous = arguments.anonymous.then(|| class.anonymous());
    report::write_extra(&class, list, arguments.feedback, anonymous.as_ref(), out)?;
    eprintln!("graded in {} s", began.elapsed().as_secs());
    say_on!("{}", report::overview(anonymous.as_ref().unwrap_or(&class)));
    say!("reports: {}", out.display());
    Ok(ExitCode::SUCCESS)
}

/// Reads what was handed in, and prints what was left out of it. `named` are the lessons that are asked for.
fn read_submissions(
    arguments: &Arguments,
    all: &[LessonFolder],
    named: Option<&[&LessonFolder]>,
) -> Result<Vec<Submission>> {
    let Arguments { paths, out, feedback, anonymous, .. } = arguments;
    let only = match named {
        Some([only]) => Some(*only),
        None if all.len() == 1 => all.first(),
        _ => None,
    };
    let mut ignored = Vec::new();
    let mut submissions = intake::read_all(paths, out, &Wanted::new(all, only), &mut ignored)?;
    for submission in &mut submissions {
        submission.name = text::composed(&submission.name);
        borrowed::tell(submission, all);
    }
    if let Some(deadline) = &arguments.deadline {
        apply_deadline(deadline, &mut submissions, *anonymous);
    }
    ensure!(
        !feedback || submissions.iter().any(|submission| !submission.before.is_empty()),
        "--feedback: no submission has a name that Moodle or Canvas gave it"
    );
    for path in ignored {
        eprintln!("not looked at, as it is hidden, or neither a folder nor a .zip nor an exercise: {path}");
    }
    for Submission { name, lessons, problems, .. } in submissions.iter().filter(|_| !anonymous) {
        let has_none = if lessons.is_empty() { "no answer from " } else { "" };
        for problem in problems {
            eprintln!("{has_none}{}: {problem}", text::line(name));
        }
    }
    Ok(submissions)
}

/// Prints whose names are not on the roster, or are others there. `rows` has the roster's row of each submission.
fn print_other_names(roster: &Roster, rows: &[Option<usize>], submissions: &[Submission], is_anonymous: bool) {
    let mut renamed = Vec::new();
    for (submission, row) in submissions.iter().zip(rows) {
        let name = text::line(&submission.name);
        match row {
            None => eprintln!("not on the roster, or a second time: {name}"),
            Some(row) if roster.name(*row) != submission.name => {
                renamed.push(format!("{name} is {}", text::line(&roster.name(*row))));
            }
            _ => {}
        }
    }
    if !is_anonymous && !renamed.is_empty() {
        eprintln!("with another name on the roster: {}", text::few(&renamed));
    }
}

/// Marks what is later than a deadline in UTC, and names those whose clock does not tell.
fn apply_deadline(deadline: &str, submissions: &mut [Submission], is_anonymous: bool) {
    let mut unknown = Vec::new();
    for submission in submissions.iter_mut().filter(|submission| !submission.lessons.is_empty()) {
        if submission.changed.is_utc() {
            submission.late |= *submission.changed.time > *deadline;
        } else {
            unknown.push(format!("{} ({})", text::line(&submission.name), submission.changed.time));
        }
    }
    eprintln!("deadline: {deadline} UTC");
    if !unknown.is_empty() {
        let names = if is_anonymous { unknown.len().to_string() } else { text::few(&unknown) };
        eprintln!("not compared with it, as their archives tell local times of an unknown zone: {names}");
    }
}

/// Settings of a grading that a student's result depends on.
struct Grading<'a> {
    tree: &'a Tree,
    lessons: &'a [&'a LessonFolder],
    /// All text that was ever handed out, by lesson.
    handed_out: Vec<String>,
    points: &'a Points,
    seed: u64,
}

impl Grading<'_> {
    /// Returns whether all verdicts on a student's answers are known.
    fn is_checked(&self, submission: &Submission, verdicts: &Verdicts) -> bool {
        let mut answers = self.lessons.iter().filter_map(|lesson| answer_of(submission, lesson, self.tree));
        answers.all(|answer| verdicts.contains_key(&answer.key))
    }

    /// Returns a student's result.
    fn student(&self, submission: &Submission, verdicts: &Verdicts) -> Student {
        let mut todos = Vec::new();
        for (lesson, handed_out) in self.lessons.iter().zip(&self.handed_out) {
            let answer = answer_of(submission, lesson, self.tree);
            let verdicts = answer.and_then(|answer| verdicts.get(&answer.key));
            todos.extend(student::graded(lesson, handed_out, self.points, verdicts, submission, self.seed));
        }
        student::student(submission, todos)
    }
}

/// Returns a student's answer to a lesson, if the student has begun the lesson.
fn answer_of<'a>(submission: &Submission, lesson: &'a LessonFolder, tree: &Tree) -> Option<Answer<'a>> {
    let files = begun(lesson, submission.lessons.get(&lesson.number)?)?;
    Some(tree.answer(lesson, files))
}

/// Returns the lessons that are asked for, or those with points; `None` if neither names any.
fn named_lessons<'a>(
    all: &'a [LessonFolder],
    numbers: &[String],
    points: Option<&Points>,
) -> Result<Option<Vec<&'a LessonFolder>>> {
    let numbers = numbers.iter().map(|number| Ok(lesson::find(number)?.number)).collect::<Result<BTreeSet<_>>>()?;
    let is_named = |lesson: &&LessonFolder| match points {
        _ if !numbers.is_empty() => numbers.contains(&lesson.number),
        Some(points) => points.names(lesson),
        None => false,
    };
    Ok((!numbers.is_empty() || points.is_some()).then(|| all.iter().filter(is_named).collect()))
}

/// Returns the lessons that anybody has begun.
fn begun_lessons<'a>(all: &'a [LessonFolder], submissions: &[Submission]) -> Vec<&'a LessonFolder> {
    let mut lessons: Vec<&LessonFolder> = all.iter().collect();
    lessons.retain(|lesson| {
        let mut handed_in = submissions.iter().filter_map(|submission| submission.lessons.get(&lesson.number));
        handed_in.any(|files| begun(lesson, files).is_some())
    });
    lessons
}

/// Returns a lesson's exercise and the shaders that differ from the starter's; `None` if no file differs.
fn begun(lesson: &LessonFolder, handed_in: &Files) -> Option<Files> {
    let mut files = handed_in.clone();
    if lesson.toml.exercise.is_some() {
        return files.contains_key(lesson.exercise_name()).then_some(files); // what is handed out of it is nothing
    }
    let mut is_begun = false;
    for file in lesson.files() {
        let starter = lesson.starter(&file).unwrap_or_default().replace("\r\n", "\n");
        match files.get(&file.name()) {
            Some(text) if *text != starter => is_begun = true,
            _ if file.name() == lesson.exercise_name() => drop(files.insert(file.name(), starter)),
            _ => drop(files.remove(&file.name())),
        }
    }
    is_begun.then_some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use intake::{Clock, Time};

    /// What is zipped in Tokyo has a later date, and in Los Angeles an earlier one.
    #[test]
    fn only_a_time_in_utc_is_late() {
        for (clock, time, is_late) in [
            (Clock::LocalArchive, "2027-01-16T08:30:00", false),
            (Clock::Archive, "2027-01-16T08:30:00", true),
            (Clock::File, "2027-01-15T23:59:01", true),
            (Clock::File, "2027-01-15T23:59:00", false),
            (Clock::None, "", false),
        ] {
            let changed = Time { clock, time: time.into() };
            let mut submissions = [Submission::default()];
            submissions[0].changed = changed;
            submissions[0].lessons.insert("03".into(), Files::new());
            apply_deadline("2027-01-15T23:59:00", &mut submissions, false);
            assert_eq!(submissions[0].late, is_late, "{clock:?} {time}");
        }
    }
}
