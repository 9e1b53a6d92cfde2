//! One student's result: the verdicts with their points, and the code they are about.

use super::class::{Graded, Student, SuspiciousUse};
use super::intake::{EXERCISE, Submission};
use super::points::Points;
use super::text::cut;
use crate::git::Git;
use common::build::lesson::LessonFolder;
use common::check::{Status, TodoToml, Verdict, source};
use std::collections::BTreeSet;
use std::fs;

/// The TODOs of a lesson with their points. Without verdicts it was not begun, or not handed in.
pub(super) fn graded(
    lesson: &LessonFolder,
    handed_out: &str,
    points: &Points,
    verdicts: Option<&Vec<Verdict>>,
    submission: &Submission,
    seed: u64,
) -> Vec<Graded> {
    let files = submission.lessons.get(&lesson.number);
    let exercise = files.and_then(|files| files.get(EXERCISE)).map(String::as_str);
    let missing =
        exercise.map_or_else(|| not_handed_in(lesson, &submission.problems), |_| "as it was handed out.".into());
    let verdict = |todo: &TodoToml| {
        let known = verdicts.and_then(|all| all.iter().find(|verdict| verdict.id == todo.id));
        known.map_or_else(
            || Verdict::new(&todo.id, &todo.name, Status::NotStarted, seed).saying(&missing),
            |verdict| bounded(verdict.clone()),
        )
    };
    let verdicts: Vec<Verdict> = lesson.toml.todos.iter().map(verdict).collect();
    let is_wrong = |verdict: &&Verdict| !matches!(verdict.status, Status::Pass | Status::Borrowed | Status::Skipped);
    let wrong: Vec<String> = verdicts.iter().filter(is_wrong).map(|v| v.name.clone()).collect();
    let one = |(place, verdict): (usize, Verdict)| {
        let shader = files.and_then(|files| files.get(&verdict.name)).cloned();
        let code = shader.unwrap_or_else(|| code_of(exercise.unwrap_or_default(), &verdict.name));
        let comments = comments_of(&code, handed_out);
        let calls = source::tokens(&code);
        let is_other = |word: &String| *word != verdict.name && wrong.contains(word);
        let calls_wrong = calls.iter().any(|token| is_other(&token.text));
        let code = cut(&code, MAX_TEXT);
        let of = points.worth(lesson, place);
        // What only seems borrowed may be honest: it is for the instructor to say, and noted.
        let seems_borrowed = verdict.status == Status::Borrowed && verdict.place.is_some();
        let points = if verdict.status == Status::Pass || seems_borrowed { of } else { 0.0 };
        Graded { points, of, by_hand: false, verdict, code, calls_wrong, comments }
    };
    verdicts.into_iter().enumerate().map(one).collect()
}

/// The longest text of one verdict, as a compiler's message or what was printed, and a function's code; in characters.
const MAX_TEXT: usize = 8_000;
/// The longest name of an item, value, sentence or comment.
const MAX_LABEL: usize = 300;
/// The most of these in a list.
const MAX_LABELS: usize = 50;

/// A verdict of limited size, whatever the answer gave and printed: all of the class are on one page.
fn bounded(mut verdict: Verdict) -> Verdict {
    let Verdict { message, place, expected, got, question, prints, notes, right, wrong, cases, .. } = &mut verdict;
    if let Some(case) = &mut cases.wrong {
        case.outcome = cut(&case.outcome, MAX_TEXT);
    }
    for text in [message, question, prints].into_iter().flatten() {
        *text = cut(text, MAX_TEXT);
    }
    for label in [place, expected, got].into_iter().flatten() {
        *label = cut(label, MAX_LABEL);
    }
    for labels in [notes, right, wrong] {
        labels.truncate(MAX_LABELS);
        for label in labels.iter_mut() {
            *label = cut(label, MAX_LABEL);
        }
    }
    verdict
}

/// Why there is no exercise: what was refused of this lesson, or else of none that its path tells, `03-joint-lines`.
fn not_handed_in(lesson: &LessonFolder, problems: &[String]) -> String {
    let is_of_it = |problem: &&String| problem.contains(&lesson.folder);
    let is_lessons = |part: &str| matches!(part.as_bytes(), [b'0'..=b'9', b'0'..=b'9', b'-', ..]);
    let is_of_none = |problem: &&String| !problem.split([' ', '/']).any(is_lessons);
    let problem = problems.iter().find(is_of_it).or_else(|| problems.iter().find(is_of_none));
    problem.map_or("not handed in.".into(), |problem| format!("not handed in. {problem}"))
}

/// All that the course has handed out of a lesson: its starters, and each line that one of them ever had, if git knows.
pub(super) fn handed_out(lesson: &LessonFolder) -> String {
    let starters = lesson.files().into_iter().map(|file| fs::read_to_string(file.starter));
    let starters: String = starters.map(Result::unwrap_or_default).collect();
    let folder = &lesson.folder;
    let [starter, exercise] = ["starter.rs", EXERCISE].map(|name| format!(":(glob)lessons/{folder}/**/{name}"));
    let shaders = ["*", "starter/*"].map(|name| format!(":(glob)shaders/{folder}/{name}"));
    let log = ["log", "--patch", "--format=", "--no-renames", "--no-color", "--no-ext-diff", "--"];
    let log = Git::new(&[&log, &[&*starter, &exercise, &shaders[0], &shaders[1]][..]].concat()).text();
    // Without git, or in a downloaded zip, what is there today has to do.
    let lines = log.unwrap_or_default();
    let lines = lines.lines().filter_map(|line| line.strip_prefix('+'));
    lines.fold(starters, |all, line| all + "\n" + line)
}

/// All lessons of a student.
pub(super) fn student(submission: &Submission, todos: Vec<Graded>) -> Student {
    let uses = todos.iter().flat_map(|todo| {
        let lesson = todo.verdict.id.split('.').next().unwrap_or_default();
        todo.verdict.unneeded.iter().map(move |what| SuspiciousUse { lesson: lesson.into(), what: what.clone() })
    });
    // All TODOs of a lesson are in one file.
    let suspicious: BTreeSet<SuspiciousUse> = uses.collect();
    Student {
        name: submission.name.clone(),
        id: submission.id.clone(),
        late: submission.late,
        changed: submission.changed.clone(),
        before: submission.before.clone(),
        points: todos.iter().map(|todo| todo.points).sum(),
        of: todos.iter().map(|todo| todo.of).sum(),
        todos,
        problems: submission.problems.clone(),
        suspicious: suspicious.into_iter().collect(),
    }
}

/// The lines of a function.
fn code_of(text: &str, function: &str) -> String {
    let Some(lines) = source::lines_of(text, function) else { return String::new() };
    let count = lines.end() + 1 - lines.start();
    text.lines().skip(lines.start() - 1).take(count).collect::<Vec<_>>().join("\n")
}

/// Shorter ones are nobody's own.
const LONG_COMMENT: usize = 20;

/// The comments of a text that were not handed out with it.
fn comments_of(text: &str, handed_out: &str) -> Vec<String> {
    let comments = text.lines().filter_map(|line| Some(line.split_once("//")?.1.trim()));
    let own = |comment: &&str| comment.chars().count() >= LONG_COMMENT && !handed_out.contains(comment);
    comments.filter(own).take(MAX_LABELS).map(|comment| cut(comment, MAX_LABEL)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forged note once made the class's page 66 MB long.
    #[test]
    fn a_verdict_has_a_length() {
        let long = "<\u{1b}".repeat(50_000);
        let texts = vec![long.clone(); 100];
        let mut verdict = Verdict::new("01.1", "matrix", Status::Fail, 7).saying(&long);
        (verdict.place, verdict.expected, verdict.got) = (Some(long.clone()), Some(long.clone()), Some(long.clone()));
        (verdict.question, verdict.prints) = (Some(long.clone()), Some(long.clone()));
        (verdict.notes, verdict.right, verdict.wrong) = (texts.clone(), texts.clone(), texts);
        let lesson = common::build::lesson::find("01").unwrap();
        let comment = format!("fn matrix() {{\n{}}}", format!("// {long}\n").repeat(2));
        let files = [(EXERCISE.to_owned(), comment)].into();
        let mut submission = Submission::default();
        submission.lessons.insert("01".into(), files);
        let graded = graded(&lesson, "", &Points::default(), Some(&vec![verdict]), &submission, 7);
        let json = serde_json::to_string(&graded[0]).unwrap();
        assert!(json.len() < 500_000, "{} bytes", json.len());
        assert!(graded[0].code.len() < 20_000 && graded[0].code.ends_with("characters more]"));
        assert_eq!(graded[0].comments.len(), 2);
        assert!(graded[0].comments[0].len() < 1000);
        let short = Verdict::new("01.1", "matrix", Status::Fail, 7).saying("no more than this");
        assert_eq!(bounded(short.clone()), short);
    }

    #[test]
    fn what_was_refused_is_said_where_it_is_missing() {
        let [first, third] = ["01", "03"].map(|number| common::build::lesson::find(number).unwrap());
        let of_third = "03-joint-lines: exercise.rs was handed in more than once.";
        let of_first = "mine/lessons/01-robot-arm/exercise.rs: refused, it is not UTF-8.";
        let of_none = "answer.7z: not opened.";
        let why =
            |lesson, problems: &[&str]| not_handed_in(lesson, &problems.iter().map(|&p| p.into()).collect::<Vec<_>>());
        assert_eq!(why(&first, &[of_third]), "not handed in.");
        assert_eq!(why(&first, &[of_third, of_none]), "not handed in. answer.7z: not opened.");
        assert!(why(&first, &[of_none, of_first]).ends_with("refused, it is not UTF-8."));
        assert!(why(&third, &[of_first, of_none]).ends_with("not opened."));
    }
}
