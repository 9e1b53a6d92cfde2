//! The class on one page, without outside parts: who is where, what goes wrong, and with which code.
//!
//! What is the same for every class is in page.html. Comments there say what goes where: an escaped text cannot hold
//! one.

use super::tables;
use super::words::{SIGNS, escaped, notes, sign, warnings, with_code};
use crate::grade::class::{Class, Graded, Group, Student, Todo, lesson_of};
use crate::grade::text::{file_name, number};
use common::check::Status;
use common::text::counted;

pub(super) fn page(class: &Class) -> String {
    let Class { students, todos, .. } = class;
    let mut points: Vec<f64> = students.iter().map(|student| student.points).collect();
    points.sort_by(f64::total_cmp);
    let is_idle = |s: &&Student| s.todos.iter().all(|t| t.verdict.status == Status::NotStarted);
    let idle = students.iter().filter(is_idle).map(|student| &student.name);
    let warning = |text: &String| format!("<p class=\"warning\">{}</p>\n", escaped(text));
    let lessons = todos.chunk_by(|a, b| lesson_of(&a.id) == lesson_of(&b.id)).map(|todos| {
        let (number, title) = (lesson_of(&todos[0].id), escaped(&todos[0].lesson));
        format!("<th class=\"first\" colspan=\"{}\">{number} {title}</th>", todos.len())
    });
    let id = |todo: &Todo| format!("<th title=\"{}\">{}</th>", escaped(&todo.name), todo.id);
    let passed = |todo: &Todo| format!("<th>{}</th>", todo.passed);
    let key = SIGNS.iter().map(|(status, sign, kind)| {
        format!("<span><b class=\"{kind}\">{sign}</b>{}</span>\n", status.word().to_lowercase())
    });
    let parts = [
        ("count", students.len().to_string()),
        ("todos", todos.len().to_string()),
        ("time", class.time.replace('T', " at ")),
        ("half", half(&points, todos.iter().map(|todo| todo.points).sum())),
        ("seed", seed_of(class)),
        ("idle", who(class, idle)),
        ("warnings", warnings(class).iter().map(warning).collect()),
        ("lessons", lessons.collect()),
        ("ids", todos.iter().map(id).collect()),
        ("lecture", lecture(class)),
        ("grid", students.iter().enumerate().map(|(index, s)| row(class, index, s)).collect()),
        ("passed", todos.iter().map(passed).collect()),
        ("key", key.collect()),
        ("costs", costs(class)),
        ("mistakes", groups(class, &class.mistakes, 'm')),
        ("unknown", groups(class, &class.unknown, 'u')),
        ("comments", groups(class, &class.comments, 'a')),
        ("each", each(class)),
    ];
    let page = include_str!("page.html").to_owned();
    parts.iter().fold(page, |page, (name, part)| page.replace(&format!("<!--{name}-->"), part))
}

/// Says what half of the students have, from all their points in order.
fn half(points: &[f64], of: f64) -> String {
    let median = points.get(points.len() / 2).copied().unwrap_or_default();
    if median > 0.0 {
        return format!("Half of the students have {} of {} points or more.", number(median), number(of));
    }
    let none = points.iter().filter(|points| **points == 0.0).count();
    format!("{none} of {} have none of the {} points yet.", counted(points.len(), "student", "students"), number(of))
}

/// What repeats the checks, if there were any.
fn seed_of(class: &Class) -> String {
    let mut todos = class.students.iter().flat_map(|student| &student.todos).map(|t| &t.verdict);
    if todos.all(|v| v.seed != class.seed || v.status == Status::NotStarted) {
        return "Nothing was checked anew.".into();
    }
    let seed = class.seed;
    format!("New checks have seed {seed}; <code>--seed&#160;{seed}</code> repeats them.")
}

/// What most of the class gets wrong, with a name or without, and the question that leads out.
fn lecture(class: &Class) -> String {
    let one = |(kind, index, group): (char, usize, &Group)| {
        let Group { todo, name, says, asks, students, code, pictures } = group;
        let count = format!("{} of {} students", students.len(), class.students.len());
        let more = if asks.is_empty() {
            format!("<pre>{}</pre>", escaped(code))
        } else {
            let lesson = lesson_of(todo);
            let command = format!("cargo run -p lesson-{lesson} -- --mistaken {todo} {name}");
            format!("<p class=\"asks\">{}</p><p><code>{}</code></p>", with_code(asks), escaped(&command))
        };
        let figure = |(image, what): (&String, &str)| {
            format!("<figure><img src=\"{image}\" alt=\"{what}\"/><figcaption>{what}</figcaption></figure>")
        };
        let pictures = pictures.iter().flat_map(|two| two.iter().zip(["with the mistake", "right"]).map(figure));
        let name = if name.is_empty() { "Without a name." } else { name };
        format!(
            "<li><a href=\"#{kind}{index}\">{count}</a>, {}<p><strong>{}</strong> {}</p>{more}\
             <div class=\"pair\">{}</div></li>\n",
            titled(class, todo),
            escaped(name),
            with_code(says),
            pictures.collect::<String>()
        )
    };
    let all: String = class.lecture().into_iter().map(one).collect();
    if all.is_empty() {
        "<p>No two students have the same wrong answer.</p>\n".into()
    } else {
        format!("<ol>\n{all}</ol>\n")
    }
}

/// A student in the grid.
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

/// A sign, and the groups of the mistake.
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

/// A row for each TODO, the hardest first.
fn costs(class: &Class) -> String {
    let mut places: Vec<usize> = (0..class.todos.len()).collect();
    places.sort_by_key(|place| class.todos[*place].passed);
    let ranked = class.ranked();
    let row = |place: usize| {
        let id = &class.todos[place].id;
        let (mut counts, mut bar) = (String::new(), String::new());
        for kind in ["pass", "fail", "stop", "none"] {
            let is_kind = |s: &&Student| sign(s.todos[place].verdict.status).1 == kind;
            let count = class.students.iter().filter(is_kind).count();
            counts += &format!("<td class=\"n\">{count}</td>");
            bar += &format!("<span class=\"{kind}\" style=\"flex:{count}\"></span>");
        }
        let often = ranked.iter().find(|(.., group)| group.todo == *id);
        let often = often.map_or(String::new(), |(kind, index, Group { name, students, .. })| {
            let name = if name.is_empty() { "without a name" } else { name };
            format!("<a href=\"#{kind}{index}\">{}</a> ({})", escaped(name), students.len())
        });
        format!(
            "<tr><th>{}</th>{counts}<td><div class=\"bar\">{bar}</div></td><td>{often}</td></tr>\n",
            titled(class, id)
        )
    };
    places.into_iter().map(row).collect()
}

/// Each group: who, and the code of one of them, open where several have made a mistake without a name. Those of one
/// student are folded.
fn groups(class: &Class, groups: &[Group], kind: char) -> String {
    let one = |(index, group): (usize, &Group)| {
        let Group { todo, name, says, students, code, .. } = group;
        let count = students.len();
        let command = format!("cargo author mistake {todo} --from FILE --name NAME");
        let command = if kind == 'u' { format!("<p><code>{command}</code></p>") } else { String::new() };
        format!(
            "<article id=\"{kind}{index}\"><h3>{kind}{index}: {count} {}, {}</h3>\
             <p><strong>{}</strong> {}</p><p>{}</p>{command}\n\
             <details{}><summary>one of them</summary><pre>{}</pre></details></article>\n",
            if count == 1 { "student" } else { "students" },
            titled(class, todo),
            escaped(name),
            with_code(says),
            who(class, students.iter()),
            if kind == 'u' && count > 1 { " open=\"\"" } else { "" },
            escaped(code)
        )
    };
    let all: Vec<String> = (1..).zip(groups).map(one).collect();
    let (shared, alone) = all.split_at(groups.partition_point(|group| group.students.len() > 1));
    match (shared, alone) {
        ([], []) => "<p>None.</p>\n".into(),
        (_, []) => shared.concat(),
        _ => format!(
            "{}<details><summary>{} of one student each</summary>\n{}</details>\n",
            shared.concat(),
            alone.len(),
            alone.concat()
        ),
    }
}

/// Each student's report, and what is for the instructor alone; of an anonymous class neither.
fn each(class: &Class) -> String {
    let one = |(index, student): (usize, &Student)| {
        if class.is_anonymous {
            return format!("<section id=\"s{index}\"><h3>{}</h3></section>\n", escaped(&student.name));
        }
        let folder = file_name(&student.name);
        let href = folder.bytes().fold(String::new(), |href, byte| href + &format!("%{byte:02X}"));
        let notes = notes(student);
        format!(
            "<section id=\"s{index}\"><h3>{}</h3><p><a href=\"students/{href}/report.txt\">report.txt</a> \
             <a href=\"#who\">up</a></p><pre>{}</pre>{}</section>\n",
            escaped(&student.name),
            escaped(&tables::text(class, student)),
            if notes.is_empty() { notes } else { format!("<pre>{}</pre>", escaped(&notes)) }
        )
    };
    class.students.iter().enumerate().map(one).collect()
}

/// `03.1 joints.vert`.
fn titled(class: &Class, id: &str) -> String {
    let todo = class.todos.iter().find(|todo| todo.id == id);
    format!("{id} {}", escaped(todo.map_or("", |todo| &todo.name)))
}

/// Names as links to the students' reports.
fn who<'a>(class: &Class, names: impl Iterator<Item = &'a String>) -> String {
    let link = |name: &String| {
        let index = class.students.iter().position(|student| student.name == *name);
        format!("<a href=\"#s{}\"><bdi>{}</bdi></a>", index.unwrap_or_default(), escaped(name))
    };
    let links: Vec<String> = names.map(link).collect();
    if links.is_empty() { "nobody".into() } else { links.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_class() {
        assert_eq!(half(&[0.0, 1.0, 2.0], 4.0), "Half of the students have 1 of 4 points or more.");
        assert_eq!(half(&[0.0, 0.0, 2.0], 4.0), "2 of 3 students have none of the 4 points yet.");
        assert_eq!(half(&[], 4.0), "0 of 0 students have none of the 4 points yet.");
    }
}
