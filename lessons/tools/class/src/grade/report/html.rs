//! The class on one HTML page that loads nothing: every student's results, who makes which mistake, and wrong answers without
//! a name.
//!
//! The template page.html has comments in the places that are filled in. An escaped text cannot contain a comment.

use super::{SIGNS, sign, student_text, warnings};
use crate::grade::class::{Class, Graded, Group, Student, lesson_of};
use crate::grade::text::{escaped, number, number_of};

/// Returns the page of a class.
pub(super) fn page(class: &Class) -> String {
    let Class { students, todos, .. } = class;
    let mut warnings_text = String::new();
    for warning in warnings(class) {
        warnings_text += &format!("<p class=\"warning\">{}</p>\n", escaped(&warning));
    }
    let mut lessons = String::new();
    for todos in todos.chunk_by(|a, b| lesson_of(&a.id) == lesson_of(&b.id)) {
        let title = escaped(&todos[0].lesson);
        lessons += &format!("<th class=\"first\" colspan=\"{}\">{} {title}</th>", todos.len(), lesson_of(&todos[0].id));
    }
    let mut ids = String::new();
    let mut passed = String::new();
    for todo in todos {
        ids += &format!("<th title=\"{}\">{}</th>", escaped(&todo.name), todo.id);
        passed += &format!("<th>{}</th>", todo.passed);
    }
    let mut key = String::new();
    for (status, sign, kind) in SIGNS {
        key += &format!("<span><b class=\"{kind}\">{sign}</b>{}</span>\n", status.word().to_lowercase());
    }
    let of = number(todos.iter().map(|todo| todo.points).sum());
    let mut page = include_str!("page.html").to_owned();
    for (name, part) in [
        ("count", number_of(students.len(), "student")),
        ("points", of),
        ("time", class.time.replace('T', " at ")),
        ("seed", class.seed.to_string()),
        ("warnings", warnings_text),
        ("lessons", lessons),
        ("ids", ids),
        ("grid", students.iter().enumerate().map(|(index, student)| row(class, index, student)).collect()),
        ("passed", passed),
        ("key", key),
        ("mistakes", groups(class, &class.mistakes, 'm')),
        ("unnamed", groups(class, &class.unnamed, 'u')),
        ("each", each(class)),
    ] {
        page = page.replace(&format!("<!--{name}-->"), &part);
    }
    page
}

/// Returns a student's row in the grid.
fn row(class: &Class, index: usize, student: &Student) -> String {
    let cells: String = student.todos.iter().map(|todo| cell(class, student, todo)).collect();
    let has_notes = !student.problems.is_empty() || !student.notes.is_empty();
    let mark = match student.late {
        "late" => "<small>late</small>",
        _ if has_notes => "<small>note</small>",
        _ => "",
    };
    let name = escaped(&student.name);
    let points = number(student.points);
    format!("<tr><th title=\"{name}\"><a href=\"#s{index}\">{name}</a>{mark}</th><td>{points}</td>{cells}</tr>\n")
}

/// Returns a cell of the grid: a sign, and the groups of the mistake.
fn cell(class: &Class, student: &Student, Graded { id, status, .. }: &Graded) -> String {
    let (sign, kind) = sign(*status);
    let mut title = format!("{id} {}", status.word().to_lowercase());
    let mut links = String::new();
    for (kind, groups) in [('m', &class.mistakes), ('u', &class.unnamed)] {
        for (index, group) in (1..).zip(groups) {
            if group.todo == *id && group.students.contains(&student.name) {
                title += &format!(", {}", if kind == 'm' { &group.name } else { &group.says });
                links += &format!("<small><a href=\"#{kind}{index}\">{kind}{index}</a></small>");
            }
        }
    }
    format!("<td class=\"{kind}\" title=\"{}\">{sign}{links}</td>", escaped(&title))
}

/// Returns an article for each group, with its students and the shortest of their answers.
fn groups(class: &Class, groups: &[Group], kind: char) -> String {
    let mut articles = String::new();
    for (index, group) in (1..).zip(groups) {
        let Group { todo, name, says, asks, students, code } = group;
        let function = class.todos.iter().find(|known| known.id == *todo).map_or("", |todo| &todo.name);
        let more = if kind == 'm' {
            let command = format!("cargo run -p lesson-{} -- --mistaken {todo} {name}", lesson_of(todo));
            format!("<p class=\"asks\">{}</p><p><code>{}</code></p>", with_code(asks), escaped(&command))
        } else {
            format!(
                "<p>To give it a name, below <code>name = \"{function}\"</code> in the lesson's lesson.toml:</p><pre>{}</pre>",
                escaped(&entry(group, function))
            )
        };
        let summary = if kind == 'm' { "the shortest of them" } else { "the whole function" };
        articles += &format!(
            "<article id=\"{kind}{index}\"><h3>{kind}{index}: {}, {todo} {}</h3><p><strong>{}</strong> {}</p><p>{}</p>{more}\n\
             <details><summary>{summary}</summary><pre>{}</pre></details></article>\n",
            number_of(students.len(), "student"),
            escaped(function),
            escaped(name),
            with_code(says),
            links_to(class, students),
            escaped(code)
        );
    }
    if articles.is_empty() { "<p>None.</p>\n".into() } else { articles }
}

/// Returns the entry of lesson.toml that makes a group's answer a known mistake.
fn entry(group: &Group, function: &str) -> String {
    let body = match (function.contains('.'), group.code.find('{'), group.code.rfind('}')) {
        (false, Some(start), Some(end)) if start < end => group.code[start + 1..end].trim_matches('\n').trim_end(),
        _ => group.code.as_str(),
    };
    format!(
        "[[todo.mistake]]\nname = \"NAME-LIKE-ONE-LEVEL\"\ncode = '''\n{body}\n'''\nsays = \"AUTHOR: what the answer does.\"\n\
         asks = \"AUTHOR: a question that leads out?\"\n"
    )
}

/// Returns a section for each student, with the report and the instructor's notes.
fn each(class: &Class) -> String {
    let mut sections = String::new();
    for (index, student) in class.students.iter().enumerate() {
        let notes = student.notes.join("\n");
        sections += &format!(
            "<section id=\"s{index}\"><h3>{}</h3><p><a href=\"#who\">up</a></p><pre>{}</pre>{}</section>\n",
            escaped(&student.name),
            escaped(&student_text(class, student)),
            if notes.is_empty() { notes } else { format!("<p>For you alone:</p><pre>{}</pre>", escaped(&notes)) }
        );
    }
    sections
}

/// Escapes text. Text between two backticks is code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    for (index, part) in escaped(text).split('`').enumerate() {
        html += &if index % 2 == 1 { format!("<code>{part}</code>") } else { part.into() };
    }
    html
}

/// Returns links to the sections of these students.
fn links_to(class: &Class, names: &[String]) -> String {
    let mut links = Vec::new();
    for name in names {
        let index = class.students.iter().position(|student| student.name == *name);
        links.push(format!("<a href=\"#s{}\"><bdi>{}</bdi></a>", index.unwrap_or_default(), escaped(name)));
    }
    links.join(", ")
}
