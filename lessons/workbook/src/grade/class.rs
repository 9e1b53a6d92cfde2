//! The outcome: what every report is made from, and the JSON that programs read.

use super::points::Points;
use super::suspicious::SuspiciousUse;
use crate::lesson::LessonFolder;
use common::check::{Outputs, Status, TodoToml, Verdict, source};
use serde::Serialize;

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

/// The TODOs of these lessons; nobody has passed them yet.
pub(super) fn todos(lessons: &[&LessonFolder], points: &Points) -> Vec<Todo> {
    let of_lesson = |lesson: &&LessonFolder| {
        let todo = |(place, todo): (usize, &TodoToml)| {
            let points = points.worth(lesson, place);
            let (id, name, lesson) = (&todo.id, &todo.name, &lesson.toml.title);
            Todo { id: id.clone(), name: name.clone(), lesson: lesson.clone(), points, passed: 0 }
        };
        lesson.toml.todos.iter().enumerate().map(todo).collect::<Vec<_>>()
    };
    lessons.iter().flat_map(of_lesson).collect()
}

impl Graded {
    /// Whether it is wrong in its own right. One that waits for another to compile may be right.
    fn is_wrong(&self) -> bool {
        let maybe = [Status::Pass, Status::Borrowed, Status::NotStarted, Status::Waiting, Status::Skipped];
        !maybe.contains(&self.verdict.status) && !self.calls_wrong
    }
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
    pub(super) fn new(seed: u64, sandbox: bool, mut todos: Vec<Todo>, students: Vec<Student>) -> Self {
        for (place, todo) in todos.iter_mut().enumerate() {
            let passes = |student: &&Student| student.todos[place].verdict.status == Status::Pass;
            todo.passed = students.iter().filter(passes).count();
        }
        let (mistakes, unknown, identical) = (mistakes(&students), unknown(&students), identical(&students));
        let time = super::text::utc(std::time::SystemTime::now());
        Class { format: FORMAT, time, seed, sandbox, todos, students, mistakes, unknown, identical }
    }
}

fn mistakes(students: &[Student]) -> Vec<Group> {
    // Two that fit equally well are a doubt: both are counted.
    let named = |todo: &Graded| {
        let mistakes = todo.verdict.mistakes.iter();
        mistakes.map(|mistake| ((), group(todo, &mistake.name, mistake.says.clone()))).collect()
    };
    grouped(students, named, |(), ()| true)
}

fn unknown(students: &[Student]) -> Vec<Group> {
    let by_outputs = |todo: &Graded| {
        let Verdict { place, expected, got, outputs, .. } = &todo.verdict;
        let [place, expected, got] = [place, expected, got].map(|text| text.as_deref().unwrap_or_default());
        let says = format!("{place}: expected {expected}, got {got}");
        let outputs = outputs.iter().filter(|_| !todo.calls_wrong);
        outputs.map(|outputs| (outputs.clone(), group(todo, "", says.clone()))).collect()
    };
    grouped(students, by_outputs, Outputs::equals)
}

fn identical(students: &[Student]) -> Vec<Group> {
    let by_text = |todo: &Graded| {
        let comments = todo.comments.iter().map(|comment| {
            let code = comment.clone();
            (code.clone(), Group { code, ..group(todo, "the same comment", String::new()) })
        });
        let mut groups: Vec<_> = comments.collect();
        if todo.is_wrong() && !todo.code.is_empty() {
            let tokens = source::tokens(&todo.code).into_iter();
            let tokens: String = tokens.map(|token| token.text + " ").collect();
            groups.push((tokens, group(todo, "the same wrong answer", String::new())));
        }
        groups
    };
    let mut groups = grouped(students, by_text, String::eq);
    groups.retain(|group| group.students.len() > 1);
    groups
}

/// A group of this answer, yet without students.
fn group(Graded { verdict, code, .. }: &Graded, name: &str, says: String) -> Group {
    let (todo, name) = (verdict.id.clone(), name.to_owned());
    Group { todo, name, says, students: Vec::new(), code: code.clone() }
}

/// The groups of all answers, the largest first: those of one TODO and name whose keys are equal are one.
fn grouped<Key>(
    students: &[Student],
    groups_of: impl Fn(&Graded) -> Vec<(Key, Group)>,
    equals: impl Fn(&Key, &Key) -> bool,
) -> Vec<Group> {
    let mut groups: Vec<(Key, Group)> = Vec::new();
    for student in students {
        for (key, group) in student.todos.iter().flat_map(&groups_of) {
            let is_one = |(known, other): &(Key, Group)| {
                (&other.todo, &other.name) == (&group.todo, &group.name) && equals(known, &key)
            };
            let place = groups.iter().position(is_one).unwrap_or_else(|| {
                groups.push((key, group));
                groups.len() - 1
            });
            let names = &mut groups[place].1.students;
            if names.last() != Some(&student.name) {
                names.push(student.name.clone());
            }
        }
    }
    let mut groups: Vec<Group> = groups.into_iter().map(|(_, group)| group).collect();
    groups.sort_by(|a, b| {
        let size = b.students.len().cmp(&a.students.len());
        size.then_with(|| (&a.todo, &a.name).cmp(&(&b.todo, &b.name)))
    });
    groups
}
