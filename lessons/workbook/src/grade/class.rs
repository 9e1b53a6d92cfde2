//! The outcome: what every report is made from, and the JSON that programs read.

use super::suspicious::SuspiciousUse;
use common::check::{Outputs, Status, Verdict, source};
use serde::Serialize;
use std::collections::BTreeMap;

/// Of the JSON; a field that goes or changes its meaning makes it one more.
pub(super) const FORMAT: u32 = 1;

/// A class, graded.
#[derive(Serialize)]
pub(super) struct Class {
    pub(super) format: u32,
    /// When it was graded: `2026-11-22T07:10:00`, in UTC.
    pub(super) time: String,
    /// What new checks were made from: `--seed` repeats them.
    pub(super) seed: u64,
    /// Whether students' code was kept in a sandbox.
    pub(super) sandbox: bool,
    pub(super) todos: Vec<Todo>,
    pub(super) students: Vec<Student>,
    /// Known mistakes, the most frequent first.
    pub(super) mistakes: Vec<Group>,
    /// Wrong answers that no known mistake explains and that do the same, the most frequent first.
    pub(super) unknown: Vec<Group>,
    /// Wrong answers with the same text, and comments that several have written: a hint, and no verdict. Right answers
    /// resemble each other.
    pub(super) identical: Vec<Group>,
}

#[derive(Serialize)]
pub(super) struct Todo {
    pub(super) id: String,
    pub(super) name: String,
    /// The title of its lesson.
    pub(super) lesson: String,
    pub(super) points: f64,
    /// How many pass.
    pub(super) passed: usize,
}

#[derive(Serialize)]
pub(super) struct Student {
    pub(super) name: String,
    /// The learning platform's number for the student.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) id: String,
    pub(super) points: f64,
    pub(super) of: f64,
    /// In the order of the class's.
    pub(super) todos: Vec<Graded>,
    /// What was refused of the submission.
    pub(super) problems: Vec<String>,
    /// Suspicious uses of APIs: a hint, and no verdict.
    pub(super) suspicious: Vec<SuspiciousUse>,
}

#[derive(Serialize)]
pub(super) struct Graded {
    pub(super) points: f64,
    pub(super) of: f64,
    #[serde(flatten)]
    pub(super) verdict: Verdict,
    /// The function as the student wrote it, or the shader.
    #[serde(skip)]
    pub(super) code: String,
    /// Whether it calls another answer of the lesson that does not pass: then it may be right itself.
    #[serde(skip)]
    pub(super) calls_wrong: bool,
    /// The student's own comments in it.
    #[serde(skip)]
    pub(super) comments: Vec<String>,
}

/// Students whose answers to one TODO go wrong in the same way.
#[derive(Serialize)]
pub(super) struct Group {
    pub(super) todo: String,
    /// Of the mistake, or what is identical; empty for a mistake without a name.
    pub(super) name: String,
    /// What it does, or what one of the answers gave.
    pub(super) says: String,
    pub(super) students: Vec<String>,
    /// One of the answers.
    pub(super) code: String,
}

impl Class {
    /// Groups the wrong answers of these students.
    pub(super) fn new(
        seed: u64,
        sandbox: bool,
        mut todos: Vec<Todo>,
        students: Vec<Student>,
    ) -> Self {
        for (place, todo) in todos.iter_mut().enumerate() {
            let passes = |student: &&Student| student.todos[place].verdict.status == Status::Pass;
            todo.passed = students.iter().filter(passes).count();
        }
        let (mistakes, unknown, identical) =
            (mistakes(&students), unknown(&students), identical(&students));
        let time = super::report::utc(std::time::SystemTime::now());
        Class { format: FORMAT, time, seed, sandbox, todos, students, mistakes, unknown, identical }
    }
}

fn mistakes(students: &[Student]) -> Vec<Group> {
    let mut groups: BTreeMap<(&str, &str), Group> = BTreeMap::new();
    for student in students {
        for Graded { verdict, code, .. } in &student.todos {
            // Two that fit equally well are a doubt: both are counted.
            for mistake in &verdict.mistakes {
                let group = groups.entry((&verdict.id, &mistake.name)).or_insert_with(|| Group {
                    todo: verdict.id.clone(),
                    name: mistake.name.clone(),
                    says: mistake.says.clone(),
                    students: Vec::new(),
                    code: code.clone(),
                });
                group.students.push(student.name.clone());
            }
        }
    }
    sorted(groups.into_values().collect())
}

fn unknown(students: &[Student]) -> Vec<Group> {
    let mut groups: Vec<(&Outputs, Group)> = Vec::new();
    for student in students {
        for Graded { verdict, code, .. } in student.todos.iter().filter(|todo| !todo.calls_wrong) {
            let Some(outputs) = &verdict.outputs else { continue };
            let same = |(known, group): &&mut (&Outputs, Group)| {
                group.todo == verdict.id && known.equals(outputs)
            };
            if let Some((_, group)) = groups.iter_mut().find(same) {
                group.students.push(student.name.clone());
                continue;
            }
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let says = format!(
                "{}: expected {}, got {}",
                text(&verdict.place),
                text(&verdict.expected),
                text(&verdict.got)
            );
            let (todo, students) = (verdict.id.clone(), vec![student.name.clone()]);
            groups.push((
                outputs,
                Group { todo, name: String::new(), says, students, code: code.clone() },
            ));
        }
    }
    sorted(groups.into_iter().map(|(_, group)| group).collect())
}

fn identical(students: &[Student]) -> Vec<Group> {
    let mut groups: BTreeMap<(&str, &str, String), Group> = BTreeMap::new();
    for student in students {
        for Graded { verdict, code, comments, calls_wrong, .. } in &student.todos {
            // One that waits for another to compile may be right.
            let is_wrong = !calls_wrong
                && !matches!(
                    verdict.status,
                    Status::Pass | Status::NotStarted | Status::Waiting | Status::Skipped
                );
            let tokens = || {
                source::tokens(code)
                    .into_iter()
                    .map(|token| token.text)
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let wrong =
                (is_wrong && !code.is_empty()).then(|| ("the same wrong answer", tokens(), code));
            let comments =
                comments.iter().map(|comment| ("the same comment", comment.clone(), comment));
            for (name, text, says) in wrong.into_iter().chain(comments) {
                let group = groups.entry((&verdict.id, name, text)).or_insert_with(|| Group {
                    todo: verdict.id.clone(),
                    name: name.into(),
                    says: String::new(),
                    students: Vec::new(),
                    code: says.clone(),
                });
                if group.students.last() != Some(&student.name) {
                    group.students.push(student.name.clone());
                }
            }
        }
    }
    sorted(groups.into_values().filter(|group| group.students.len() > 1).collect())
}

fn sorted(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by_key(|group| (usize::MAX - group.students.len(), group.todo.clone()));
    groups
}
