//! A graded class, from which all reports are made; as JSON it is read by other programs.

use super::todo::Todo;
use super::ways::LessonWays;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use verdict::{Outputs, Status, Verdict};

/// Version of the JSON, raised when a field goes or changes its meaning.
pub(super) const FORMAT: u32 = 2;

#[derive(Clone, Serialize)]
pub(super) struct Class {
    pub(super) format: u32,
    pub(super) time: String,
    /// Seed of new checks: `--seed` repeats them.
    pub(super) seed: u64,
    /// True if students' code ran in a sandbox.
    pub(super) sandbox: bool,
    pub(super) todos: Vec<Todo>,
    pub(super) students: Vec<Student>,
    /// Known mistakes, the most frequent first.
    pub(super) mistakes: Vec<Group>,
    /// Wrong answers that no known mistake explains and that do the same, the most frequent first.
    pub(super) unknown: Vec<Group>,
    /// Comments of several students that the course never handed out: a hint, and no verdict.
    pub(super) comments: Vec<Group>,
    /// True if names are left out, and with them the reports.
    #[serde(skip)]
    pub(super) is_anonymous: bool,
    /// The ways to the answers, by the diaries that were handed in.
    #[serde(skip)]
    pub(super) ways: Vec<LessonWays>,
    /// The folder of the reports, as it was named.
    #[serde(skip)]
    pub(super) out: String,
}

#[derive(Clone, Serialize)]
pub(super) struct Student {
    pub(super) name: String,
    /// The learning platform's number for the student.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) id: String,
    /// True if the platform marked a file as late, or a file was changed after the deadline.
    pub(super) late: bool,
    /// Time of the last change to a file that counts; empty if unknown.
    pub(super) changed: String,
    /// The clock that says so, or that says late: the platform's, the file's, the archive's, or none.
    pub(super) clock: &'static str,
    /// The platform's part of a file's name, for feedback.
    #[serde(skip)]
    pub(super) before: String,
    pub(super) points: f64,
    pub(super) of: f64,
    /// Results in the order of the class's TODOs.
    pub(super) todos: Vec<Graded>,
    pub(super) problems: Vec<String>,
    /// Suspicious uses of APIs: a hint, and no verdict.
    pub(super) suspicious: Vec<SuspiciousUse>,
}

/// A call that no answer needs, to other processes, files or the network. The sandbox prevents it anyway, but a person
/// may want to know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct SuspiciousUse {
    pub(super) lesson: String,
    /// The module: `std::fs`.
    pub(super) what: String,
}

#[derive(Clone, Serialize)]
pub(super) struct Graded {
    pub(super) points: f64,
    pub(super) of: f64,
    /// True if the instructor gave the points.
    pub(super) by_hand: bool,
    #[serde(flatten)]
    pub(super) verdict: Verdict,
    /// The function as the student wrote it, or the shader.
    #[serde(skip)]
    pub(super) code: String,
    /// True if the answer calls another answer that does not pass: then it may be right itself.
    #[serde(skip)]
    pub(super) calls_wrong: bool,
    /// The student's own comments in the code.
    #[serde(skip)]
    pub(super) comments: Vec<String>,
}

/// Students whose answers to a TODO are wrong in the same way, or contain the same comment.
#[derive(Clone, Serialize)]
pub(super) struct Group {
    pub(super) todo: String,
    /// Name of the mistake; empty for an unknown one and for a comment.
    pub(super) name: String,
    /// Description of the mistake, output of one of the answers, or the comment.
    pub(super) says: String,
    /// The question that leads out; empty without a name.
    pub(super) asks: String,
    pub(super) students: Vec<String>,
    /// The shortest of their answers.
    pub(super) code: String,
    /// Addresses of two images: with the mistake, and right.
    #[serde(skip)]
    pub(super) pictures: Option<[String; 2]>,
}

pub(super) fn lesson_of(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

impl Class {
    pub(super) fn new(seed: u64, sandbox: bool, mut todos: Vec<Todo>, students: Vec<Student>) -> Self {
        for (index, todo) in todos.iter_mut().enumerate() {
            let verdicts = students.iter().map(|student| &student.todos[index].verdict);
            todo.passed = verdicts.filter(|verdict| verdict.status == Status::Pass).count();
        }
        Class {
            format: FORMAT,
            time: super::text::utc(std::time::SystemTime::now()),
            seed,
            sandbox,
            mistakes: group_mistakes(&todos, &students),
            unknown: group_unknown(&students),
            comments: group_comments(&students),
            todos,
            students,
            is_anonymous: false,
            ways: Vec::new(),
            out: String::new(),
        }
    }

    /// Returns the class for a projector: with numbers for names, in random order, and without comments.
    pub(super) fn anonymous(&self) -> Self {
        let mut class = Class { is_anonymous: true, comments: Vec::new(), ..self.clone() };
        let order = RandomState::new();
        class.students.sort_by_key(|student| order.hash_one(&student.name));
        let mut names = BTreeMap::new();
        for (number, student) in (1..).zip(&mut class.students) {
            let name = format!("Student {number}");
            names.insert(std::mem::replace(&mut student.name, name.clone()), name);
            student.late = false;
        }
        for group in class.mistakes.iter_mut().chain(&mut class.unknown) {
            group.students = group.students.iter().filter_map(|name| names.get(name).cloned()).collect();
            group.code = group.code_without_comments();
        }
        class
    }

    /// Returns all groups of wrong answers, the largest first; among groups of one size those with a name come first. Each has
    /// a letter, `m` for known mistakes or `u` for others, and its number in the list of that letter.
    pub(super) fn ranked(&self) -> Vec<(char, usize, &Group)> {
        let known = (1..).zip(&self.mistakes).map(|(index, group)| ('m', index, group));
        let unknown = (1..).zip(&self.unknown).map(|(index, group)| ('u', index, group));
        let mut all: Vec<_> = known.chain(unknown).collect();
        all.sort_by_key(|(.., group)| Reverse(group.students.len()));
        all
    }

    /// Returns the three most frequent wrong answers: those of several students, or in a small class of one.
    pub(super) fn lecture(&self) -> Vec<(char, usize, &Group)> {
        let mut ranked = self.ranked();
        if ranked.iter().any(|(.., group)| group.students.len() > 1) {
            ranked.retain(|(.., group)| group.students.len() > 1);
        }
        ranked.truncate(3);
        ranked
    }
}

/// Returns the groups of students who make the same known mistake.
fn group_mistakes(todos: &[Todo], students: &[Student]) -> Vec<Group> {
    let mut groups = Groups::new(|(), ()| true);
    for (student, todo) in all_graded(students) {
        let known = todos.iter().find(|known| known.id == todo.verdict.id).map(|todo| &todo.known);
        // If two mistakes fit equally well, or are made together, both are counted.
        for name in todo.verdict.mistakes.iter().flat_map(|mistake| mistake.name.split('+')) {
            let [says, asks] = known.and_then(|known| known.get(name)).cloned().unwrap_or_default();
            groups.add(student, (), Group { asks, ..Group::new(todo, name, says) });
        }
    }
    groups.sorted()
}

/// Returns the groups of students whose answers give the same wrong results, without a known mistake.
fn group_unknown(students: &[Student]) -> Vec<Group> {
    let mut groups = Groups::new(Outputs::equals);
    for (student, todo) in all_graded(students) {
        let Verdict { place, expected, got, outputs: Some(outputs), .. } = &todo.verdict else { continue };
        if !todo.calls_wrong {
            let [place, expected, got] = [place, expected, got].map(|text| text.as_deref().unwrap_or_default());
            let says = format!("{place}: expected {expected}, got {got}");
            groups.add(student, outputs.clone(), Group::new(todo, "", says));
        }
    }
    groups.sorted()
}

/// Returns the groups of several students with the same comment.
fn group_comments(students: &[Student]) -> Vec<Group> {
    let mut groups = Groups::new(String::eq);
    for (student, todo) in all_graded(students) {
        for comment in &todo.comments {
            groups.add(student, comment.clone(), Group::new(todo, "", comment.clone()));
        }
    }
    let mut groups = groups.sorted();
    groups.retain(|group| group.students.len() > 1);
    groups
}

fn all_graded(students: &[Student]) -> impl Iterator<Item = (&Student, &Graded)> {
    students.iter().flat_map(|student| student.todos.iter().map(move |todo| (student, todo)))
}

impl Group {
    /// Returns the code of the shortest answer without what its student remarks.
    pub(super) fn code_without_comments(&self) -> String {
        let lines = self.code.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the path below the reports of a file with the shortest answer. The group is the one at `index` on the page.
    pub(super) fn file(&self, index: usize) -> String {
        format!("unnamed/u{index}-{}.txt", self.todo)
    }

    /// Creates a group without students, with the code of an answer.
    fn new(todo: &Graded, name: &str, says: String) -> Self {
        Group {
            todo: todo.verdict.id.clone(),
            name: name.to_owned(),
            says,
            asks: String::new(),
            students: Vec::new(),
            code: todo.code.clone(),
            pictures: None,
        }
    }
}

/// Groups with keys. Answers to the same TODO, with the same name and equal keys, are in one group.
struct Groups<Key> {
    groups: Vec<(Key, Group)>,
    equals: fn(&Key, &Key) -> bool,
}

impl<Key> Groups<Key> {
    fn new(equals: fn(&Key, &Key) -> bool) -> Self {
        Groups { groups: Vec::new(), equals }
    }

    /// Adds a student to the known group with the name and key, or else adds `group` with the student.
    fn add(&mut self, student: &Student, key: Key, group: Group) {
        let known = self.groups.iter().position(|(known, other)| {
            (&other.todo, &other.name) == (&group.todo, &group.name) && (self.equals)(known, &key)
        });
        let index = known.unwrap_or(self.groups.len());
        if known.is_none() {
            self.groups.push((key, group));
        } else if group.code_without_comments().len() < self.groups[index].1.code_without_comments().len() {
            self.groups[index].1.code = group.code;
        }
        let names = &mut self.groups[index].1.students;
        if names.last() != Some(&student.name) {
            names.push(student.name.clone());
        }
    }

    /// Returns the groups, the largest first.
    fn sorted(self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.groups.into_iter().map(|(_, group)| group).collect();
        groups.sort_by_cached_key(|group| (Reverse(group.students.len()), group.todo.clone(), group.name.clone()));
        groups
    }
}
