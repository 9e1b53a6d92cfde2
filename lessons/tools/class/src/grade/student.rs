//! One student's result: verdicts with their points and code.

use super::class::{Graded, Student, SuspiciousUse, lesson_of};
use super::intake::{EXERCISE, Submission};
use super::points::Points;
use super::text::cut;
use crate::git::Git;
use std::collections::BTreeSet;
use verdict::build::lesson::LessonFolder;
use verdict::{Status, Verdict, source};

/// Returns a student's results in a lesson. Without `verdicts` the lesson was not begun, or not handed in.
pub(super) fn graded(
    lesson: &LessonFolder,
    handed_out: &str,
    points: &Points,
    verdicts: Option<&Vec<Verdict>>,
    submission: &Submission,
    seed: u64,
) -> Vec<Graded> {
    let files = submission.lessons.get(&lesson.number);
    let exercise = files.and_then(|files| files.get(lesson.exercise_name())).map(String::as_str);
    let missing = match exercise {
        Some(_) => "as it was handed out.".into(),
        None => not_handed_in(lesson, submission),
    };
    let mut todo_verdicts = Vec::new();
    for todo in &lesson.toml.todos {
        let mut verdict = match verdicts.and_then(|verdicts| verdicts.iter().find(|verdict| verdict.id == todo.id)) {
            Some(verdict) => verdict.clone(),
            None => Verdict::new(&todo.id, &todo.name, Status::NotStarted, seed).saying(&missing),
        };
        // A program of one's own reads its figure.
        verdict.unneeded.retain(|what| what != "std::fs" || lesson.toml.exercise.is_none());
        todo_verdicts.push(bounded(verdict));
    }
    let mut wrong = todo_verdicts.clone();
    wrong.retain(|verdict| !matches!(verdict.status, Status::Pass | Status::Borrowed | Status::Skipped));
    let mut graded = Vec::new();
    for (index, verdict) in todo_verdicts.into_iter().enumerate() {
        let shader = files.and_then(|files| files.get(&verdict.name)).cloned();
        let code = shader.unwrap_or_else(|| code_of(exercise.unwrap_or_default(), &verdict.name));
        let tokens = source::tokens(&code);
        let mut others = wrong.iter().filter(|other| other.name != verdict.name);
        let of = points.worth(lesson, index);
        // An answer that only seems borrowed may be honest: the instructor decides, and gets a note.
        let seems_borrowed = verdict.status == Status::Borrowed && verdict.place.is_some();
        graded.push(Graded {
            points: if verdict.status == Status::Pass || seems_borrowed { of } else { 0.0 },
            of,
            by_hand: false,
            calls_wrong: others.any(|other| tokens.iter().any(|token| token.text == other.name)),
            comments: comments_of(&code, handed_out),
            code: cut(&code, MAX_TEXT),
            verdict,
        });
    }
    graded
}

/// Length of a verdict's text, as of a compiler's message, and of a function's code, in characters.
const MAX_TEXT: usize = 8_000;
/// Length of an item, value, sentence or comment.
const MAX_LABEL: usize = 300;
/// Most items, sentences or comments in a list.
const MAX_LABELS: usize = 50;

/// Limits the size of a verdict, because the whole class is on one page.
fn bounded(mut verdict: Verdict) -> Verdict {
    verdict.next = None; // the time for hints is over
    let Verdict { message, place, expected, got, question, prints, inputs, notes, right, wrong, cases, .. } =
        &mut verdict;
    if let Some(case) = &mut cases.wrong {
        case.outcome = cut(&case.outcome, MAX_TEXT);
    }
    for text in [message, question, prints].into_iter().flatten() {
        *text = cut(text, MAX_TEXT);
    }
    for label in [place, expected, got].into_iter().flatten() {
        *label = cut(label, MAX_LABEL);
    }
    for labels in [inputs, notes, right, wrong] {
        labels.truncate(MAX_LABELS);
        for label in labels.iter_mut() {
            *label = cut(label, MAX_LABEL);
        }
    }
    verdict
}

/// Returns a sentence about a missing exercise, with the first problem about this lesson, or about no lesson in particular,
/// or else with the lessons that were handed in.
fn not_handed_in(lesson: &LessonFolder, Submission { lessons, problems, .. }: &Submission) -> String {
    let others: Vec<&str> = lessons.keys().map(String::as_str).collect();
    let of_others = format!("not handed in: this is of lesson {}.", others.join(", "));
    let nothing = if others.is_empty() { "not handed in.".into() } else { of_others };
    let of_lesson = problems.iter().find(|problem| problem.contains(&lesson.folder));
    let problem = of_lesson.or_else(|| problems.iter().find(|problem| !names_a_lesson(problem)));
    problem.map_or(nothing, |problem| format!("not handed in. {problem}"))
}

/// Returns whether a part of a path looks like `03-joint-lines`.
fn names_a_lesson(problem: &str) -> bool {
    let mut parts = problem.split([' ', '/']).map(str::as_bytes);
    parts.any(|part| matches!(part, [b'0'..=b'9', b'0'..=b'9', b'-', ..]))
}

/// Returns all text of a lesson that students have ever received: the starters, and every line that git knows of earlier
/// ones.
pub(super) fn handed_out(lesson: &LessonFolder) -> String {
    let mut handed_out = String::new();
    for file in lesson.files() {
        handed_out += &lesson.starter(&file).unwrap_or_default();
    }
    let folder = &lesson.folder;
    let exercise = format!(":(glob)lessons/{folder}/**/{}", lesson.exercise_name());
    let shaders = ["*", "starter/*"].map(|name| format!(":(glob)shaders/{folder}/{name}"));
    let log = ["log", "--patch", "--format=", "--no-renames", "--no-color", "--no-ext-diff", "--"];
    let log = Git::new(&[&log, &[&*exercise, &shaders[0], &shaders[1]][..]].concat()).text();
    // Without git, or in a downloaded zip, only today's starters are known.
    for line in log.unwrap_or_default().lines().filter_map(|line| line.strip_prefix('+')) {
        handed_out += "\n";
        handed_out += line;
    }
    handed_out
}

/// What the known holes of the compiler are made of, through which safe Rust does what native code does: rust#57893 and
/// rust#25860.
const OF_HOLES: [&str; 2] = ["dyn ", "&'static &"];

/// Returns the result of a student in all lessons.
pub(super) fn student(submission: &Submission, todos: Vec<Graded>) -> Student {
    // All TODOs of a lesson are in one file.
    let mut suspicious = BTreeSet::new();
    for Graded { verdict, .. } in &todos {
        for what in &verdict.unneeded {
            suspicious.insert(SuspiciousUse { lesson: lesson_of(&verdict.id).into(), what: what.clone() });
        }
    }
    for (lesson, files) in &submission.lessons {
        let text = files.get(EXERCISE).map_or("", String::as_str);
        for what in OF_HOLES.into_iter().filter(|what| text.contains(what)) {
            suspicious.insert(SuspiciousUse { lesson: lesson.clone(), what: format!("`{}`", what.trim_end()) });
        }
    }
    Student {
        name: submission.name.clone(),
        id: submission.id.clone(),
        late: submission.late,
        changed: submission.changed.time.clone(),
        clock: submission.changed.clock.name(),
        before: submission.before.clone(),
        points: todos.iter().map(|todo| todo.points).sum(),
        of: todos.iter().map(|todo| todo.of).sum(),
        todos,
        problems: submission.problems.clone(),
        suspicious: suspicious.into_iter().collect(),
    }
}

/// Returns the lines of a function in a text.
fn code_of(text: &str, function: &str) -> String {
    let Some(lines) = source::lines_of(text, function) else { return String::new() };
    let count = lines.end() + 1 - lines.start();
    text.lines().skip(lines.start() - 1).take(count).collect::<Vec<_>>().join("\n")
}

/// Shortest comment that is taken for a student's own, in characters.
const LONG_COMMENT: usize = 20;

/// Returns the comments in a code that students have not received.
fn comments_of(code: &str, handed_out: &str) -> Vec<String> {
    let comments = code.lines().filter_map(|line| Some(line.split_once("//")?.1.trim()));
    let own = comments.filter(|comment| comment.chars().count() >= LONG_COMMENT && !handed_out.contains(comment));
    own.take(MAX_LABELS).map(|comment| cut(comment, MAX_LABEL)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::WrongCase;

    /// A forged note once made the class's page 66 MB long.
    #[test]
    fn a_verdict_has_a_length() {
        let long = "<\u{1b}".repeat(50_000);
        let texts = vec![long.clone(); 100];
        let mut verdict = Verdict::new("01.1", "matrix", Status::Fail, 7).saying(&long);
        let Verdict { place, expected, got, question, prints, .. } = &mut verdict;
        for text in [place, expected, got, question, prints] {
            *text = Some(long.clone());
        }
        for labels in [&mut verdict.inputs, &mut verdict.notes, &mut verdict.right, &mut verdict.wrong] {
            labels.clone_from(&texts);
        }
        verdict.cases.wrong = Some(WrongCase { index: 0, input: String::new(), outcome: long.clone() });
        let lesson = verdict::build::lesson::find("01").unwrap();
        let comment = format!("fn matrix() {{\n{}}}", format!("// {long}\n").repeat(2));
        let files = [(lesson.exercise_name().to_owned(), comment)].into();
        let mut submission = Submission::default();
        submission.lessons.insert("01".into(), files);
        let graded = graded(&lesson, "", &Points::default(), Some(&vec![verdict]), &submission, 7);
        let json = serde_json::to_string(&graded[0]).unwrap();
        assert!(json.len() < 500_000, "{} bytes", json.len());
        assert!(graded[0].code.len() < 20_000 && graded[0].code.ends_with("characters more]"));
        assert_eq!(graded[0].comments.len(), 2);
        assert!(graded[0].comments[0].len() < 1000);
        let short = Verdict::new("01.1", "matrix", Status::Fail, 7).saying("no more than this");
        let Verdict { next, .. } = short.clone();
        assert_eq!(Verdict { next, ..bounded(short.clone()) }, short);
    }

    #[test]
    fn what_holes_of_the_compiler_are_made_of_is_noted() {
        let suspicious = |text: &str| {
            let mut submission = Submission::default();
            submission.lessons.insert("03".into(), [(EXERCISE.to_owned(), text.to_owned())].into());
            let uses = student(&submission, Vec::new()).suspicious.into_iter().map(|found| found.what);
            uses.collect::<Vec<_>>()
        };
        assert_eq!(suspicious("fn of<T>() -> fo::<dyn Ob<U, O = T>, U> {}"), ["`dyn`"]);
        assert_eq!(suspicious("fn long<'a>(_: &'static &'a (), v: &'a str) {}"), ["`&'static &`"]);
        for lesson in verdict::build::lesson::all().unwrap() {
            let solution = std::fs::read_to_string(&lesson.files()[0].solution).unwrap();
            assert!(suspicious(&solution).is_empty(), "{}", lesson.folder);
        }
    }

    #[test]
    fn what_was_refused_is_said_where_it_is_missing() {
        let [first, third] = ["01", "03"].map(|number| verdict::build::lesson::find(number).unwrap());
        let of_third = "03-joint-lines: exercise.rs was handed in more than once.";
        let of_first = "mine/lessons/01-robot-arm/exercise.rs: refused, it is not UTF-8.";
        let of_none = "answer.7z: not opened.";
        for (lesson, problems, why) in [
            (&first, &[of_third][..], "not handed in."),
            (&first, &[of_third, of_none], "not handed in. answer.7z: not opened."),
            (&first, &[of_none, of_first], &*format!("not handed in. {of_first}")),
            (&third, &[of_first, of_none], "not handed in. answer.7z: not opened."),
        ] {
            let problems: Vec<String> = problems.iter().map(|&problem| problem.into()).collect();
            let mut submission = Submission::default();
            submission.problems = problems;
            assert_eq!(not_handed_in(lesson, &submission), why);
        }
        let mut other = Submission::default();
        other.lessons.insert("02".into(), crate::grade::intake::Files::new());
        assert_eq!(not_handed_in(&third, &other), "not handed in: this is of lesson 02.");
    }
}
