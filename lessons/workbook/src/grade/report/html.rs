//! The class on one page, without outside parts: who is where, what goes wrong, and with which code.

use super::junit::escaped;
use super::{number, remarks};
use crate::grade::class::{Class, Graded, Group, Student};
use common::check::{self, Status};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --pass: #2a8f4f33; --fail: #d0472f33; --stop: #b36b0033; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; }
th { font-weight: 600; } tbody th { white-space: nowrap; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.pass { background: var(--pass); } td.fail { background: var(--fail); } td.stop { background: var(--stop); }
td small { display: block; opacity: .8; overflow-wrap: anywhere; } td.none { opacity: .45; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); border-radius: 4px; font-size: 13px; white-space: pre-wrap; }
details { margin: .4rem 0; } summary { cursor: pointer; }
.bar { display: inline-block; height: .7em; background: #2a8f4f; min-width: 1px; }
";

pub(super) fn page(class: &Class) -> String {
    let (count, seed) = (class.students.len(), class.seed);
    let sandbox = if class.sandbox { "in a sandbox" } else { "WITHOUT a sandbox (--trust)" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Class report</title><style>{STYLE}</style></head>\n<body>\n<h1>Class report</h1>\n\
         <p>{count} students, checked {sandbox}. New checks have seed {seed}; <code>--seed {seed}</code> repeats them.</p>\n\
         {}{}{}{}{}{}</body>\n</html>\n",
        table(class),
        todos(class),
        groups("Known mistakes", "Nobody makes a mistake that has a name.", &class.mistakes),
        groups("Wrong answers without a name", "There is none.", &class.unknown),
        groups(
            "Alike: a hint, and no verdict",
            "No wrong answers or comments are the same.",
            &class.alike
        ),
        students(class),
    )
}

fn table(class: &Class) -> String {
    let mut head = String::new();
    for todo in &class.todos {
        head += &format!("<th title=\"{}\">{}</th>", escaped(&todo.name), todo.id);
    }
    let row = |(index, student): (usize, &Student)| {
        let cells: String = student.todos.iter().map(cell).collect();
        let mark = if remarks(student).is_empty() { "" } else { " &#9873;" };
        format!(
            "<tr><th scope=\"row\"><a href=\"#s{index}\">{}</a>{mark}</th><td class=\"n\">{} / {}</td>{cells}</tr>\n",
            escaped(&student.name),
            number(student.points),
            number(student.of)
        )
    };
    let rows: String = class.students.iter().enumerate().map(row).collect();
    format!(
        "<h2>Who is where</h2>\n<div class=\"wide\"><table><thead><tr><th>Student</th><th>Points</th>{head}</tr></thead>\n\
         <tbody>{rows}</tbody></table></div>\n<p>&#9873; has notes: something was refused, or reaches for what no answer needs.</p>\n"
    )
}

fn cell(todo: &Graded) -> String {
    let verdict = &todo.verdict;
    let class = match verdict.status {
        Status::Pass => "pass",
        Status::NotStarted | Status::Waiting => "none",
        Status::Fail | Status::Borrowed => "fail",
        _ => "stop",
    };
    let names: Vec<&str> = verdict.mistakes.iter().map(|mistake| mistake.name.as_str()).collect();
    let names = if names.is_empty() {
        String::new()
    } else {
        format!("<small>{}</small>", escaped(&names.join(" or ")))
    };
    format!("<td class=\"{class}\">{}{names}</td>", escaped(&verdict.status.word().to_lowercase()))
}

/// The hardest first.
fn todos(class: &Class) -> String {
    let count = class.students.len().max(1);
    let mut todos: Vec<_> = class.todos.iter().collect();
    todos.sort_by_key(|todo| todo.passed);
    let row = |todo: &&super::super::class::Todo| {
        let percent = 100 * todo.passed / count;
        format!(
            "<tr><th scope=\"row\">{} {}</th><td class=\"n\">{} of {count}</td>\
             <td><span class=\"bar\" style=\"width:{percent}px\"></span></td></tr>\n",
            todo.id,
            escaped(&todo.name),
            todo.passed
        )
    };
    let rows: String = todos.iter().map(row).collect();
    format!(
        "<h2>What costs most</h2>\n<table><thead><tr><th>TODO</th><th>Passed</th><th></th></tr></thead><tbody>{rows}</tbody></table>\n"
    )
}

fn groups(title: &str, none: &str, groups: &[Group]) -> String {
    let group = |group: &Group| {
        format!(
            "<details><summary>{} &times; {} <strong>{}</strong> {}</summary><p>{}</p><pre>{}</pre></details>\n",
            group.students.len(),
            group.todo,
            escaped(&group.name),
            escaped(&group.says),
            escaped(&group.students.join(", ")),
            escaped(&group.code)
        )
    };
    let all: String = groups.iter().map(group).collect();
    let all = if all.is_empty() { format!("<p>{none}</p>\n") } else { all };
    format!("<h2>{title}</h2>\n{all}")
}

fn students(class: &Class) -> String {
    let one = |(index, student): (usize, &Student)| {
        let verdicts: String =
            student.todos.iter().map(|todo| check::text(&todo.verdict)).collect();
        let mut notes = String::new();
        for remark in remarks(student) {
            notes += &format!("<li>{}</li>", escaped(&remark));
        }
        format!(
            "<details id=\"s{index}\"><summary>{}, {} of {}</summary><ul>{notes}</ul><pre>{}</pre></details>\n",
            escaped(&student.name),
            number(student.points),
            number(student.of),
            escaped(&verdicts)
        )
    };
    let all: String = class.students.iter().enumerate().map(one).collect();
    format!("<h2>Each student</h2>\n{all}")
}
