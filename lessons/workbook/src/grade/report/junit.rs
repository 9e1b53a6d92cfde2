//! The XML of `JUnit`, as the pages of CI systems read it: a suite for each student, a case for each TODO.
//!
//! In the order and with the attributes that both published schemas want: that of Jenkins' xunit plugin (junit-10.xsd),
//! and the stricter one for Ant (<https://github.com/windyroad/JUnit-Schema>).

use super::words::{escaped, notes, sign, verdict_text};
use crate::grade::class::{Class, Graded, Student};

pub(super) fn xml(class: &Class, students: &[Student]) -> String {
    let suites: String = students.iter().enumerate().map(|(id, s)| suite(class, id, s)).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

fn suite(class: &Class, id: usize, student: &Student) -> String {
    let count = |tag| student.todos.iter().filter(|todo| tag_of(todo) == Some(tag)).count();
    let cases: String = student.todos.iter().map(|todo| case(&student.name, todo)).collect();
    format!(
        "<testsuite id=\"{id}\" package=\"workbook\" name=\"{}\" hostname=\"localhost\" timestamp=\"{}\" time=\"0\" \
         tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n\
         <properties><property name=\"seed\" value=\"{}\"/></properties>\n{cases}\
         <system-out>{}</system-out>\n<system-err></system-err>\n</testsuite>\n",
        escaped(&student.name),
        class.time,
        student.todos.len(),
        count("failure"),
        count("error"),
        count("skipped"),
        class.seed,
        escaped(&format!("{}\n{}", student.problems.join("\n"), notes(student)))
    )
}

/// The element that says how a TODO stands; none if it passes.
fn tag_of(todo: &Graded) -> Option<&'static str> {
    match sign(todo.verdict.status) {
        (_, "pass") => None,
        (_, "fail") => Some("failure"),
        ('?', _) | (_, "none") => Some("skipped"),
        _ => Some("error"),
    }
}

fn case(student: &str, todo: &Graded) -> String {
    let verdict = &todo.verdict;
    let (word, text) = (escaped(verdict.status.word()), escaped(&verdict_text(verdict)));
    let inside = match tag_of(todo) {
        None => String::new(),
        Some(tag @ "skipped") => format!("<{tag} message=\"{word}\"/>"),
        Some(tag) => format!("<{tag} message=\"{word}\" type=\"{word}\">{text}</{tag}>"),
    };
    format!(
        "<testcase classname=\"{}\" name=\"{} {}\" time=\"0\">{inside}</testcase>\n",
        escaped(student),
        verdict.id,
        escaped(&verdict.name)
    )
}
