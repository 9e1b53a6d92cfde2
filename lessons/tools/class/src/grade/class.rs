//! A graded class, from which all reports are made; as JSON it is read by other programs.

use super::intake::Submission;
use super::points::{Points, SetTodo};
use super::text::{cut, number, plain};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use verdict::build::lesson::LessonFolder;
use verdict::{Status, Verdict, source};

/// Version of the JSON, raised when a field goes or changes its meaning.
const FORMAT: u32 = 3;

#[derive(Serialize)]
pub(super) struct Class {
    pub(super) format: u32,
    pub(super) time: String,
    /// Seed of new checks: `--seed` repeats them.
    pub(super) seed: u64,
    /// True if students' code ran in a sandbox.
    pub(super) sandbox: bool,
    pub(super) todos: Vec<ClassTodo>,
    pub(super) students: Vec<Student>,
    /// Known mistakes, the most frequent first.
    pub(super) mistakes: Vec<Group>,
    /// Wrong answers that no known mistake explains and that give the same result, the most frequent first.
    pub(super) unnamed: Vec<Group>,
}

#[derive(Serialize)]
pub(super) struct ClassTodo {
    pub(super) id: String,
    pub(super) name: String,
    /// Title of the lesson.
    pub(super) lesson: String,
    pub(super) points: f64,
    /// Number of students who pass.
    pub(super) passed: usize,
}

#[derive(Serialize)]
pub(super) struct Student {
    pub(super) name: String,
    /// The learning platform's number for the student.
    pub(super) id: String,
    /// `late`, or `unknown` if only an archive's local time could tell.
    pub(super) late: &'static str,
    /// Time of the last change to a file that counts; empty if unknown.
    pub(super) changed: String,
    /// The platform's part of a file's name, for feedback.
    #[serde(skip)]
    pub(super) prefix: String,
    pub(super) points: f64,
    pub(super) of: f64,
    /// Results in the order of the class's TODOs.
    pub(super) todos: Vec<Graded>,
    /// Sentences for the student about files that do not count.
    pub(super) problems: Vec<String>,
    /// Sentences for the instructor.
    pub(super) notes: Vec<String>,
}

/// A student's result in a TODO.
#[derive(Serialize)]
pub(super) struct Graded {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) status: Status,
    /// Seed of the random inputs.
    pub(super) seed: u64,
    pub(super) points: f64,
    pub(super) of: f64,
    /// True if the instructor gave the points.
    pub(super) by_hand: bool,
    /// Names of known mistakes that explain the answer.
    pub(super) mistakes: Vec<String>,
    /// What the student is told.
    pub(super) text: String,
    /// Simplest input for which the answer is wrong, and its result.
    #[serde(skip)]
    outcome: String,
    /// The function as the student wrote it, or the shader.
    #[serde(skip)]
    code: String,
}

/// Students whose answers to a TODO are wrong in the same way.
#[derive(Serialize)]
pub(super) struct Group {
    pub(super) todo: String,
    /// Name of the mistake; empty for an unknown one.
    pub(super) name: String,
    /// Description of the mistake, or the result of the answers.
    pub(super) says: String,
    /// The question that leads out; empty without a name.
    pub(super) asks: String,
    pub(super) students: Vec<String>,
    /// The shortest of their answers, without comments.
    pub(super) code: String,
}

pub(super) fn lesson_of(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

impl Class {
    pub(super) fn new(seed: u64, sandbox: bool, todos: &[SetTodo], students: Vec<Student>) -> Self {
        let mut class_todos = Vec::new();
        for (index, SetTodo { lesson, toml, points }) in todos.iter().enumerate() {
            class_todos.push(ClassTodo {
                id: toml.id.clone(),
                name: toml.name.clone(),
                lesson: lesson.toml.title.clone(),
                points: *points,
                passed: students.iter().filter(|student| student.todos[index].status == Status::Pass).count(),
            });
        }
        let (mistakes, unnamed) = groups(todos, &students);
        let time = super::text::utc(std::time::SystemTime::now());
        Class { format: FORMAT, time, seed, sandbox, todos: class_todos, students, mistakes, unnamed }
    }
}

/// Returns the groups of wrong answers with and without a name, the largest first.
fn groups(todos: &[SetTodo], students: &[Student]) -> (Vec<Group>, Vec<Group>) {
    let mut named: Vec<Group> = Vec::new();
    let mut unnamed: Vec<Group> = Vec::new();
    for student in students {
        for (SetTodo { toml, .. }, graded) in todos.iter().zip(&student.todos) {
            // If two mistakes fit equally well, or are made together, both are counted.
            for name in graded.mistakes.iter().flat_map(|name| name.split('+')) {
                let known = toml.mistakes.iter().find(|known| known.name == name);
                let [says, asks] = known.map(|known| [known.says.clone(), known.asks.clone()]).unwrap_or_default();
                add_to_group(&mut named, student, graded, [name.into(), says, asks]);
            }
            // An answer that calls another wrong one of the file may be right itself.
            if graded.status == Status::Fail && graded.mistakes.is_empty() && !calls_wrong(student, graded) {
                add_to_group(&mut unnamed, student, graded, [String::new(), graded.outcome.clone(), String::new()]);
            }
        }
    }
    for groups in [&mut named, &mut unnamed] {
        groups.sort_by_cached_key(|group| (Reverse(group.students.len()), group.todo.clone(), group.name.clone()));
    }
    (named, unnamed)
}

/// Adds a student to the group of a TODO with the same name and description, or adds the group.
fn add_to_group(groups: &mut Vec<Group>, student: &Student, graded: &Graded, [name, says, asks]: [String; 3]) {
    let todo = &graded.id;
    let code = without_comments(&graded.code);
    let known = groups.iter_mut().find(|group| group.todo == *todo && group.name == name && group.says == says);
    let Some(group) = known else {
        return groups.push(Group { todo: todo.clone(), name, says, asks, students: vec![student.name.clone()], code });
    };
    if code.len() < group.code.len() {
        group.code = code;
    }
    if group.students.last() != Some(&student.name) {
        group.students.push(student.name.clone());
    }
}

fn calls_wrong(student: &Student, graded: &Graded) -> bool {
    let tokens = source::tokens(&graded.code);
    student.todos.iter().any(|other| {
        let is_wrong = !matches!(other.status, Status::Pass | Status::Borrowed | Status::Skipped);
        is_wrong
            && lesson_of(&other.id) == lesson_of(&graded.id)
            && other.id != graded.id
            && tokens.iter().any(|token| token.text == other.name)
    })
}

/// Returns a code without what its student remarks.
fn without_comments(code: &str) -> String {
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

impl Student {
    /// Returns a student's results. `verdicts_on` returns the verdicts on the student's answer to a lesson, if it was begun.
    pub(super) fn new<'a>(
        submission: &Submission,
        todos: &[SetTodo],
        points: &Points,
        seed: u64,
        verdicts_on: impl Fn(&LessonFolder) -> Option<&'a Vec<Verdict>>,
    ) -> Self {
        let mut graded = Vec::new();
        let mut suspicious = BTreeSet::new();
        for SetTodo { lesson, toml, points: of } in todos {
            let files = submission.lessons.get(&lesson.number);
            let verdict =
                verdicts_on(lesson).and_then(|verdicts| verdicts.iter().find(|verdict| verdict.id == toml.id));
            let verdict = verdict.cloned().unwrap_or_else(|| {
                let missing = if files.is_some() { "as it was handed out." } else { "not handed in." };
                Verdict::new(&toml.id, &toml.name, Status::NotStarted, seed).saying(missing)
            });
            let shader = files.and_then(|files| files.get(&toml.name));
            let exercise = files.and_then(|files| files.get(lesson.exercise_name())).map_or("", String::as_str);
            let code = shader.cloned().unwrap_or_else(|| code_of(exercise, &toml.name));
            // A program of one's own reads its figure.
            let unneeded = verdict.unneeded.iter().filter(|what| *what != "std::fs" || lesson.toml.exercise.is_none());
            suspicious
                .extend(unneeded.map(|what| format!("lesson {} uses {what}, which no answer needs.", lesson.number)));
            let by_hand = points.by_hand(&submission.name, &toml.id);
            let earned = if verdict.status == Status::Pass { *of } else { 0.0 };
            let points = by_hand.unwrap_or(earned);
            graded.push(Graded {
                text: verdict_text(&verdict, points, *of, by_hand.is_some()),
                outcome: cut(&outcome_of(&verdict), MAX_LABEL),
                mistakes: verdict.mistakes.into_iter().map(|mistake| mistake.name).collect(),
                points,
                of: *of,
                by_hand: by_hand.is_some(),
                code: cut(&code, MAX_TEXT),
                id: verdict.id,
                name: verdict.name,
                status: verdict.status,
                seed: verdict.seed,
            });
        }
        for (lesson, files) in &submission.lessons {
            for (file, _) in files.iter().filter(|(_, text)| text.contains(source::BORROWED)) {
                suspicious.insert(format!("lesson {lesson}, {file}: has solutions of the course, marked as borrowed."));
            }
        }
        Student {
            name: submission.name.clone(),
            id: submission.id.clone(),
            late: if submission.is_late { "late" } else { "" },
            changed: submission.changed.clone(),
            prefix: submission.prefix.clone(),
            points: graded.iter().map(|todo| todo.points).sum(),
            of: graded.iter().map(|todo| todo.of).sum(),
            todos: graded,
            problems: submission.problems.clone(),
            notes: suspicious.into_iter().collect(),
        }
    }
}

/// Returns the lines of a function in a text.
fn code_of(text: &str, function: &str) -> String {
    let Some(lines) = source::lines_of(text, function) else { return String::new() };
    let count = lines.end() + 1 - lines.start();
    text.lines().skip(lines.start() - 1).take(count).collect::<Vec<_>>().join("\n")
}

/// Length of a verdict's text, and of a function's code, in characters: the whole class is on one page.
const MAX_TEXT: usize = 8_000;
/// Length of a sentence.
const MAX_LABEL: usize = 300;

/// Returns a verdict as `cargo workbook check` prints it, with its points.
fn verdict_text(verdict: &Verdict, points: f64, of: f64, is_by_hand: bool) -> String {
    let verdict = Verdict { next: None, ..verdict.clone() }; // the time for hints is over
    let mut text = cut(&plain(&verdict::text(&verdict)), MAX_TEXT);
    if is_by_hand || of != 1.0 {
        let by_hand = if is_by_hand { ", given by hand" } else { "" };
        text = format!("{}\n     points: {} of {}{by_hand}\n", text.trim_end(), number(points), number(of));
    }
    text
}

/// Returns the simplest input for which an answer is wrong, with its result.
fn outcome_of(Verdict { cases, place, expected, got, .. }: &Verdict) -> String {
    if let Some(case) = &cases.wrong {
        return format!("{}: {}", case.input, case.outcome);
    }
    let [place, expected, got] = [place, expected, got].map(|text| text.as_deref().unwrap_or_default());
    format!("{place}: expected {expected}, got {got}")
}
