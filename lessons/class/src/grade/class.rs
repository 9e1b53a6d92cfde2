//! The outcome: what every report is made from, and the JSON that programs read.

use super::points::Points;
use common::build::lesson::LessonFolder;
use common::check::{Outputs, Status, TodoToml, Verdict};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// Of the JSON; a field that goes or changes its meaning makes it one more.
pub(super) const FORMAT: u32 = 2;

/// A class, graded.
#[derive(Clone, Serialize)]
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
    /// Comments that several have written, and that the course never handed out: a hint, and no verdict.
    pub(super) comments: Vec<Group>,
    /// Whether names are left out, and with them the reports.
    #[serde(skip)]
    pub(super) is_anonymous: bool,
}

#[derive(Clone, Serialize)]
pub(super) struct Todo {
    pub(super) id: String,
    pub(super) name: String,
    /// The title of its lesson.
    pub(super) lesson: String,
    pub(super) points: f64,
    /// How many pass.
    pub(super) passed: usize,
    /// By the names of its known mistakes, what each does, and the question that leads out.
    #[serde(skip)]
    known: BTreeMap<String, [String; 2]>,
}

#[derive(Clone, Serialize)]
pub(super) struct Student {
    pub(super) name: String,
    /// The learning platform's number for the student.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) id: String,
    /// Whether the platform says that it came late.
    pub(super) late: bool,
    /// When the newest file that counts was changed, as the disk or the archive says; empty where nothing does.
    pub(super) changed: String,
    /// The platform's part of a file's name, for feedback.
    #[serde(skip)]
    pub(super) before: String,
    pub(super) points: f64,
    pub(super) of: f64,
    /// In the order of the class's.
    pub(super) todos: Vec<Graded>,
    /// What was refused of the submission.
    pub(super) problems: Vec<String>,
    /// Suspicious uses of APIs: a hint, and no verdict.
    pub(super) suspicious: Vec<SuspiciousUse>,
}

/// That the answers of a lesson call what none needs: other processes, files, the network. They are kept from these
/// anyhow; a person may want to know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct SuspiciousUse {
    /// The lesson's number.
    pub(super) lesson: String,
    /// `std::fs`.
    pub(super) what: String,
}

#[derive(Clone, Serialize)]
pub(super) struct Graded {
    pub(super) points: f64,
    pub(super) of: f64,
    /// Whether the points are the instructor's, whatever the check says.
    pub(super) by_hand: bool,
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
            let known = todo.mistakes.iter().map(|m| (m.name.clone(), [m.says.clone(), m.asks.clone()])).collect();
            Todo { id: id.clone(), name: name.clone(), lesson: lesson.clone(), points, passed: 0, known }
        };
        lesson.toml.todos.iter().enumerate().map(todo).collect::<Vec<_>>()
    };
    lessons.iter().flat_map(of_lesson).collect()
}

/// Students whose answers to one TODO go wrong in the same way, or hold the same comment.
#[derive(Clone, Serialize)]
pub(super) struct Group {
    pub(super) todo: String,
    /// Of the mistake; empty for one without a name, and for a comment.
    pub(super) name: String,
    /// What it does, or what one of the answers gave, or the comment.
    pub(super) says: String,
    /// The question that leads out; empty without a name.
    pub(super) asks: String,
    pub(super) students: Vec<String>,
    /// One of the answers.
    pub(super) code: String,
    /// Of the mistake, and of what is right: addresses of images.
    #[serde(skip)]
    pub(super) pictures: Option<[String; 2]>,
}

/// The lesson's number of a TODO's id.
pub(super) fn lesson_of(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

impl Class {
    /// Groups the wrong answers of these students.
    pub(super) fn new(seed: u64, sandbox: bool, mut todos: Vec<Todo>, students: Vec<Student>) -> Self {
        for (place, todo) in todos.iter_mut().enumerate() {
            let passes = |student: &&Student| student.todos[place].verdict.status == Status::Pass;
            todo.passed = students.iter().filter(passes).count();
        }
        let mistakes = mistakes(&todos, &students);
        let (unknown, comments) = (unknown(&students), comments(&students));
        let time = super::text::utc(std::time::SystemTime::now());
        Class { format: FORMAT, time, seed, sandbox, todos, students, mistakes, unknown, comments, is_anonymous: false }
    }

    /// The class for a projector: numbers for names, in an order that says nothing, and no comments.
    pub(super) fn anonymous(&self) -> Self {
        let mut class = Class { is_anonymous: true, comments: Vec::new(), ..self.clone() };
        let order = RandomState::new();
        class.students.sort_by_key(|student| order.hash_one(&student.name));
        let mut names = BTreeMap::new();
        for (place, student) in (1..).zip(&mut class.students) {
            let name = format!("Student {place}");
            names.insert(std::mem::replace(&mut student.name, name.clone()), name);
            student.late = false;
        }
        for group in class.mistakes.iter_mut().chain(&mut class.unknown) {
            group.students = group.students.iter().filter_map(|name| names.get(name).cloned()).collect();
            let lines = group.code.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
            group.code = lines.collect::<Vec<_>>().join("\n");
        }
        class
    }

    /// Every wrong answer, what most students do first, of equals those with a name. Each with its number in the list of
    /// its kind: `m` in that of known mistakes, `u` of those without a name.
    pub(super) fn ranked(&self) -> Vec<(char, usize, &Group)> {
        let known = (1..).zip(&self.mistakes).map(|(index, group)| ('m', index, group));
        let unknown = (1..).zip(&self.unknown).map(|(index, group)| ('u', index, group));
        let mut all: Vec<_> = known.chain(unknown).collect();
        all.sort_by_key(|(.., group)| Reverse(group.students.len()));
        all
    }

    /// What most of the class get wrong: three at most.
    pub(super) fn lecture(&self) -> Vec<(char, usize, &Group)> {
        let mut shared = self.ranked();
        shared.retain(|(.., group)| group.students.len() > 1);
        shared.truncate(3);
        shared
    }
}

fn mistakes(todos: &[Todo], students: &[Student]) -> Vec<Group> {
    // Two that fit equally well are a doubt: both are counted. So is each of two that are made together.
    let named = |todo: &Graded| {
        let known = todos.iter().find(|known| known.id == todo.verdict.id).map(|todo| &todo.known);
        let names = todo.verdict.mistakes.iter().flat_map(|mistake| mistake.name.split('+'));
        let one = |name: &str| {
            let [says, asks] = known.and_then(|known| known.get(name)).cloned().unwrap_or_default();
            ((), Group { asks, ..group(todo, name, says) })
        };
        names.map(one).collect()
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

fn comments(students: &[Student]) -> Vec<Group> {
    let by_text = |todo: &Graded| {
        let comments = todo.comments.iter().map(|comment| (comment.clone(), group(todo, "", comment.clone())));
        comments.collect()
    };
    let mut groups = grouped(students, by_text, String::eq);
    groups.retain(|group| group.students.len() > 1);
    groups
}

/// A group of this answer, yet without students.
fn group(Graded { verdict, code, .. }: &Graded, name: &str, says: String) -> Group {
    let (todo, name) = (verdict.id.clone(), name.to_owned());
    Group { todo, name, says, asks: String::new(), students: Vec::new(), code: code.clone(), pictures: None }
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
