//! The class on one HTML page that loads nothing: every student's results, the most frequent mistakes, and their code.
//!
//! The template page.html has comments in the places that are filled in. An escaped text cannot contain a comment.

use super::tables;
use super::words::{self, SIGNS, notes, sign};
use crate::grade::class::{Class, Graded, Group, Student, lesson_of};
use crate::grade::text::{escaped, file_name, number, number_of, with_code};
use crate::grade::ways::{LessonWays, Minutes};
use verdict::Status;

/// Returns the page of a class.
pub(super) fn page(class: &Class) -> String {
    let Class { students, todos, .. } = class;
    let mut points: Vec<f64> = students.iter().map(|student| student.points).collect();
    points.sort_by(f64::total_cmp);
    let mut idle: Vec<&Student> = students.iter().collect();
    idle.retain(|student| student.todos.iter().all(|todo| todo.verdict.status == Status::NotStarted));
    let mut warnings = String::new();
    for warning in words::warnings(class) {
        warnings += &format!("<p class=\"warning\">{}</p>\n", escaped(&warning));
    }
    let mut lessons = String::new();
    for todos in todos.chunk_by(|a, b| lesson_of(&a.id) == lesson_of(&b.id)) {
        let number = lesson_of(&todos[0].id);
        let title = escaped(&todos[0].lesson);
        lessons += &format!("<th class=\"first\" colspan=\"{}\">{number} {title}</th>", todos.len());
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
    let mut page = include_str!("page.html").to_owned();
    for (name, part) in [
        ("count", students.len().to_string()),
        ("todos", todos.len().to_string()),
        ("time", class.time.replace('T', " at ")),
        ("half", median_sentence(&points, todos.iter().map(|todo| todo.points).sum())),
        ("seed", seed_sentence(class)),
        ("idle", links_to(class, idle.iter().map(|student| &student.name))),
        ("warnings", warnings),
        ("lessons", lessons),
        ("ids", ids),
        ("lecture", lecture(class)),
        ("grid", students.iter().enumerate().map(|(index, student)| row(class, index, student)).collect()),
        ("passed", passed),
        ("key", key),
        ("costs", costs(class)),
        ("ways", ways(class)),
        ("mistakes", groups(class, &class.mistakes, 'm')),
        ("unknown", groups(class, &class.unknown, 'u')),
        ("comments", groups(class, &class.comments, 'a')),
        ("each", each(class)),
    ] {
        page = page.replace(&format!("<!--{name}-->"), &part);
    }
    page
}

/// Returns a sentence on the points that half of the class has, or on how many have none. `points` are sorted.
fn median_sentence(points: &[f64], of: f64) -> String {
    let median = points.get(points.len() / 2).copied().unwrap_or_default();
    if median > 0.0 {
        return format!("Half of the students have {} of {} points or more.", number(median), number(of));
    }
    let none = points.iter().filter(|points| **points == 0.0).count();
    format!("{none} of {} have none of the {} points yet.", number_of(points.len(), "student"), number(of))
}

/// Returns a sentence with the seed that repeats the checks, if there were any new ones.
fn seed_sentence(class: &Class) -> String {
    let mut todos = class.students.iter().flat_map(|student| &student.todos).map(|t| &t.verdict);
    if todos.all(|v| v.seed != class.seed || v.status == Status::NotStarted) {
        return "Nothing was checked anew.".into();
    }
    let seed = class.seed;
    format!("New checks have seed {seed}; <code>--seed&#160;{seed}</code> repeats them.")
}

/// Returns the list of the most frequent wrong answers, each with its question or code.
fn lecture(class: &Class) -> String {
    let mut items = String::new();
    for (kind, index, group) in class.lecture() {
        let Group { todo, name, says, asks, students, code, pictures } = group;
        let more = if asks.is_empty() {
            format!("<pre>{}</pre>", escaped(code))
        } else {
            let command = format!("cargo run -p lesson-{} -- --mistaken {todo} {name}", lesson_of(todo));
            format!("<p class=\"asks\">{}</p><p><code>{}</code></p>", with_code(asks), escaped(&command))
        };
        let mut figures = String::new();
        for (image, what) in pictures.iter().flatten().zip(["with the mistake", "right"]) {
            figures +=
                &format!("<figure><img src=\"{image}\" alt=\"{what}\"/><figcaption>{what}</figcaption></figure>");
        }
        items += &format!(
            "<li><a href=\"#{kind}{index}\">{} of {} students</a>, {}<p><strong>{}</strong> {}</p>{more}\
             <div class=\"pair\">{figures}</div></li>\n",
            students.len(),
            class.students.len(),
            titled(class, todo),
            escaped(if name.is_empty() { "Without a name." } else { name }),
            with_code(says)
        );
    }
    if items.is_empty() {
        return "<p>Nobody has a wrong answer.</p>\n".into();
    }
    format!("<ol>\n{items}</ol>\n")
}

/// Returns a student's row in the grid.
fn row(class: &Class, index: usize, student: &Student) -> String {
    let cells: String = student.todos.iter().map(|todo| cell(class, student, todo)).collect();
    let has_notes = !class.is_anonymous && (!student.problems.is_empty() || !notes(student).is_empty());
    format!(
        "<tr><th title=\"{name}\"><a href=\"#s{index}\">{name}</a>{mark}</th><td>{}</td>{cells}</tr>\n",
        number(student.points),
        name = escaped(&student.name),
        mark = match student.late {
            true => "<small>late</small>",
            false if has_notes => "<small>note</small>",
            false => "",
        }
    )
}

/// Returns a cell of the grid: a sign, and the groups of the mistake.
fn cell(class: &Class, student: &Student, Graded { verdict, .. }: &Graded) -> String {
    let (sign, kind) = sign(verdict.status);
    let mut title = format!("{} {}", verdict.id, verdict.status.word().to_lowercase());
    let mut groups = String::new();
    for (kind, all) in [('m', &class.mistakes), ('u', &class.unknown)] {
        for (index, group) in (1..).zip(all) {
            if group.todo == verdict.id && group.students.contains(&student.name) {
                title += &format!(", {}", if kind == 'm' { &group.name } else { &group.says });
                groups += &format!("<small><a href=\"#{kind}{index}\">{kind}{index}</a></small>");
            }
        }
    }
    // The lines between lessons.
    let first = if verdict.id.ends_with(".1") { " first" } else { "" };
    format!("<td class=\"{kind}{first}\" title=\"{}\">{sign}{groups}</td>", escaped(&title))
}

/// Returns a row for each TODO, the hardest first.
fn costs(class: &Class) -> String {
    let mut order: Vec<usize> = (0..class.todos.len()).collect();
    order.sort_by_key(|index| class.todos[*index].passed);
    let ranked = class.ranked();
    let mut rows = String::new();
    for index in order {
        let id = &class.todos[index].id;
        let mut counts = String::new();
        let mut bar = String::new();
        for kind in ["pass", "fail", "stop", "none"] {
            let verdicts = class.students.iter().map(|student| &student.todos[index].verdict);
            let count = verdicts.filter(|verdict| sign(verdict.status).1 == kind).count();
            counts += &format!("<td class=\"n\">{count}</td>");
            bar += &format!("<span class=\"{kind}\" style=\"flex:{count}\"></span>");
        }
        let mut most_frequent = String::new();
        if let Some((kind, index, Group { name, students, .. })) = ranked.iter().find(|(.., group)| group.todo == *id) {
            let name = if name.is_empty() { "without a name" } else { name };
            most_frequent = format!("<a href=\"#{kind}{index}\">{}</a> ({})", escaped(name), students.len());
        }
        rows += &format!(
            "<tr><th>{}</th>{counts}<td><div class=\"bar\">{bar}</div></td><td>{most_frequent}</td></tr>\n",
            titled(class, id)
        );
    }
    rows
}

/// Returns a section on the ways to the answers, or nothing without diaries.
fn ways(class: &Class) -> String {
    let mut rows = String::new();
    let mut measured = String::new();
    for LessonWays { number, stated, minutes, todos } in &class.ways {
        rows += &format!(
            "<tr><th colspan=\"8\"><b>Lesson {number}</b>: all of it takes {}; {stated} minutes are stated</th></tr>\n",
            minutes.as_ref().map_or("nobody to the end".into(), minutes_text)
        );
        if let Some(Minutes { quartiles: [_, median, _], students }) = minutes {
            measured += &format!("\"{number}\" = {{ minutes = {median:.0}, students = {students} }}\n");
        }
        for todo in todos {
            let mut counts = String::new();
            for count in [todo.began, todo.passed, todo.at_once, todo.hinted] {
                counts += &format!("<td class=\"n\">{count}</td>");
            }
            rows += &format!(
                "<tr><th>{}</th>{counts}<td>{}</td><td>{}</td><td>{}</td></tr>\n",
                titled(class, &todo.id),
                todo.minutes.as_ref().map(minutes_text).unwrap_or_default(),
                counted(&todo.routes),
                counted(&todo.stops)
            );
        }
    }
    if rows.is_empty() {
        return rows;
    }
    include_str!("ways.html").replace("<!--rows-->", &rows).replace("<!--measured-->", &measured)
}

fn minutes_text(Minutes { quartiles: [low, median, high], students }: &Minutes) -> String {
    format!("<b>{median:.0}</b> min ({low:.0} to {high:.0}), {}", number_of(*students, "student"))
}

/// Most ways and last names in a row.
const MAX_COUNTED: usize = 4;

/// Returns the most frequent items, each with its number of students.
fn counted(items: &[(String, usize)]) -> String {
    let lines: Vec<String> =
        items.iter().take(MAX_COUNTED).map(|(item, count)| format!("{count} × {}", escaped(item))).collect();
    lines.join("<br/>")
}

/// Returns an article for each group, with the students and the code of one student. Groups of one student are folded. The
/// code of a larger group without a name is unfolded.
fn groups(class: &Class, groups: &[Group], kind: char) -> String {
    let mut shared = String::new();
    let mut single = String::new();
    for (index, group) in (1..).zip(groups) {
        let Group { todo, name, says, students, code, .. } = group;
        let count = students.len();
        let mut command = String::new();
        if kind == 'u' {
            let file = escaped(&format!("{}/{}", class.out, group.file(index)));
            command = format!("<p><code>cargo author mistake {todo} --from {file} --name NAME</code></p>");
        }
        let articles = if count > 1 { &mut shared } else { &mut single };
        *articles += &format!(
            "<article id=\"{kind}{index}\"><h3>{kind}{index}: {count} {}, {}</h3>\
             <p><strong>{}</strong> {}</p><p>{}</p>{command}\n\
             <details{}><summary>the shortest of them</summary><pre>{}</pre></details></article>\n",
            if count == 1 { "student" } else { "students" },
            titled(class, todo),
            escaped(name),
            with_code(says),
            links_to(class, students.iter()),
            if kind == 'u' && count > 1 { " open=\"\"" } else { "" },
            escaped(code)
        );
    }
    if groups.is_empty() {
        return "<p>None.</p>\n".into();
    }
    if single.is_empty() {
        return shared;
    }
    let count = groups.iter().filter(|group| group.students.len() <= 1).count();
    format!("{shared}<details><summary>{count} of one student each</summary>\n{single}</details>\n")
}

/// Returns a section for each student, with the report and the instructor's notes unless the class is anonymous.
fn each(class: &Class) -> String {
    let mut sections = String::new();
    for (index, student) in class.students.iter().enumerate() {
        let name = escaped(&student.name);
        if class.is_anonymous {
            sections += &format!("<section id=\"s{index}\"><h3>{name}</h3></section>\n");
            continue;
        }
        let mut folder = String::new();
        for byte in file_name(&student.name).bytes() {
            folder += &format!("%{byte:02X}");
        }
        let notes = notes(student);
        sections += &format!(
            "<section id=\"s{index}\"><h3>{name}</h3><p><a href=\"students/{folder}/report.txt\">report.txt</a> \
             <a href=\"#who\">up</a></p><pre>{}</pre>{}</section>\n",
            escaped(&tables::text(class, student)),
            if notes.is_empty() { notes } else { format!("<pre>{}</pre>", escaped(&notes)) }
        );
    }
    sections
}

/// Returns number and name of a TODO: `03.1 joints.vert`.
fn titled(class: &Class, id: &str) -> String {
    let todo = class.todos.iter().find(|todo| todo.id == id);
    format!("{id} {}", escaped(todo.map_or("", |todo| &todo.name)))
}

/// Returns links to the sections of these students.
fn links_to<'a>(class: &Class, names: impl Iterator<Item = &'a String>) -> String {
    let mut links = Vec::new();
    for name in names {
        let index = class.students.iter().position(|student| student.name == *name);
        links.push(format!("<a href=\"#s{}\"><bdi>{}</bdi></a>", index.unwrap_or_default(), escaped(name)));
    }
    if links.is_empty() { "nobody".into() } else { links.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_class() {
        assert_eq!(median_sentence(&[0.0, 1.0, 2.0], 4.0), "Half of the students have 1 of 4 points or more.");
        assert_eq!(median_sentence(&[0.0, 0.0, 2.0], 4.0), "2 of 3 students have none of the 4 points yet.");
        assert_eq!(median_sentence(&[], 4.0), "0 of 0 students have none of the 4 points yet.");
    }
}
