//! Tests the reports on a small made-up class against each format's published rules.

use super::words::{SIGNS, notes, warnings};
use super::{autograders, html, overview, tables};
use crate::grade::class::{Class, Graded, Student};
use crate::grade::points::Points;
use crate::grade::text::{LONGEST, escaped, file_name, with_code};
use crate::grade::{class::SuspiciousUse, todo::todos};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use verdict::build::lesson;
use verdict::{Mistake, Status, TodoToml, Verdict};

/// Text that breaks out of a careless format.
const HOSTILE: &str = "=1+1</td></pre><script>alert('1')</script>&\"';]]>\u{1b}[31m\u{202e}\u{0}<!--grid-->";

/// Statuses of the first seven TODOs of lessons 01 and 02, by the signs of the grid.
const STUDENTS: [(&str, &str); 5] = [
    ("Anna Ängström", "✓✓✗✓✓✓·"),
    ("Ben Okafor", "✓✗!·✗BT"),
    ("Emil Sørensen", "wCww✓✗X"),
    ("Gerd", "·······"),
    (HOSTILE, "✓✗✗✓✗✗✓"),
];

fn class() -> Class {
    class_of(&STUDENTS)
}

/// Returns a class with these students' names and the signs of their statuses. Where students fail, Anna makes a known
/// mistake, Paul makes two together, and the others one without a name.
fn class_of(students: &[(&str, &str)]) -> Class {
    let lessons = ["01", "02"].map(|number| lesson::find(number).unwrap());
    let all: Vec<_> = lessons.iter().flat_map(|lesson| &lesson.toml.todos).collect();
    let mut graded = Vec::new();
    for &(name, signs) in students {
        let todos: Vec<Graded> =
            all.iter().zip(signs.chars()).map(|(todo, sign)| graded_todo(name, todo, sign)).collect();
        graded.push(Student {
            id: "10312".into(),
            late: name.starts_with("Ben"),
            changed: "2026-11-22T07:10:00".into(),
            clock: "file",
            before: format!("{name}_10312_assignsubmission_file_"),
            name: name.into(),
            points: todos.iter().map(|todo| todo.points).sum(),
            of: todos.len() as f64,
            todos,
            problems: vec![format!("{HOSTILE}: leads out of the archive, not taken.")],
            suspicious: vec![SuspiciousUse { lesson: "01".into(), what: "std::fs".into() }],
        });
    }
    let mut todos = todos(&lessons.each_ref(), &Points::default());
    todos.truncate(7);
    Class::new(7, true, todos, graded)
}

/// Returns a student's result with the status of this sign.
fn graded_todo(name: &str, todo: &TodoToml, sign: char) -> Graded {
    let status = SIGNS.iter().find(|row| row.1 == sign).unwrap().0;
    let mut verdict = Verdict::new(&todo.id, &todo.name, status, 7);
    match status {
        Status::Pass => {}
        Status::Fail => {
            verdict.place = Some("joint 3 \"hand\", origin".into());
            verdict.expected = Some("1.92".into());
            verdict.got = Some("0.61".into());
            verdict.prints = Some(format!("here {HOSTILE}\n"));
            if name.starts_with("Anna") {
                let known = &todo.mistakes[0];
                verdict.mistakes.push(Mistake { name: known.name.clone(), says: known.says.clone() });
            } else if name.starts_with("Paul") {
                let name = format!("{}+{}", todo.mistakes[0].name, todo.mistakes[1].name);
                verdict.mistakes.push(Mistake { name, says: "both.".into() });
            } else {
                verdict.outputs = serde_json::from_value(json!({ "words": "", "sums": [1.0] })).unwrap();
            }
        }
        Status::DoesNotCompile => verdict = verdict.saying("error[E0308]: a\n  --> b\n"),
        Status::Borrowed => {
            verdict.place = Some("exercise.rs".into());
            verdict.message = Some("right, but".into());
        }
        _ => verdict = verdict.saying("for a reason."),
    }
    Graded {
        points: if matches!(status, Status::Pass | Status::Borrowed) { 1.0 } else { 0.0 },
        of: 1.0,
        by_hand: false,
        verdict,
        code: format!("fn {}() {{}}", todo.name),
        calls_wrong: false,
        comments: Vec::new(),
    }
}

/// Returns a value with each text, number and bool replaced by the name of its kind. All items of a list must have the same
/// shape, and the first stands for all.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(key, v)| (key.clone(), shape(v))).collect(),
        Value::Array(items) => {
            let shapes: Vec<Value> = items.iter().map(shape).collect();
            assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]), "{value}");
            shapes.first().map_or(json!([]), |first| json!([first]))
        }
        Value::String(_) => "text".into(),
        Value::Number(_) => "number".into(),
        Value::Bool(_) => "bool".into(),
        Value::Null => Value::Null,
    }
}

/// <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format> allows only these fields and words.
#[test]
fn gradescope_reads_it() {
    for student in class().students {
        let value = autograders::gradescope(&student);
        let test = json!({
            "number": "text", "name": "text", "score": "number", "max_score": "number", "status": "text",
            "output": "text",
        });
        let expected = json!({
            "score": "number", "output": "text", "output_format": "text", "test_output_format": "text",
            "test_name_format": "text", "visibility": "text", "stdout_visibility": "text",
            "tests": [test], "extra_data": { "notes": "text" },
        });
        assert_eq!(shape(&value), expected);
        let settings = ["output_format", "test_output_format", "test_name_format", "visibility", "stdout_visibility"];
        assert_eq!(settings.map(|key| value[key].as_str().unwrap()), ["text", "text", "text", "visible", "hidden"]);
        let tests = value["tests"].as_array().unwrap();
        let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
        assert_eq!(value["score"], sum);
        for test in tests {
            let is_passed = test["status"] == "passed" && test["score"] == 1.0;
            assert!(is_passed || test["status"] == "failed" && test["score"] == 0.0, "{value}");
        }
        let output = value["output"].as_str().unwrap();
        let broken = "01.2 compose does not compile, so lesson 01 is not checked.";
        assert_eq!(output.starts_with(broken), student.name.starts_with("Emil"), "{output}");
    }
}

/// <https://docs.prairielearn.com/externalGrading/#grading-results>: points are shown only if every test has points and
/// `max_points`. A submission that cannot be graded has no results, or breaking one TODO would buy free attempts at all
/// others.
#[test]
fn prairielearn_reads_it() {
    let mut students = class().students;
    let test = json!({
        "name": "text", "points": "number", "max_points": "number", "message": "text", "output": "text",
    });
    let graded = json!({ "gradable": "bool", "score": "number", "message": "text", "tests": [test] });
    let rejected = json!({
        "gradable": "bool", "format_errors": ["text"], "message": "text", "output": "text",
    });
    for (student, score) in students.iter().zip([Some(5.0), Some(2.0), None, None, Some(3.0)]) {
        let value = autograders::prairielearn(student);
        assert_eq!(value["gradable"], score.is_some(), "{value}");
        assert_eq!(shape(&value), *score.map_or(&rejected, |_| &graded));
        assert_eq!(value["score"].as_f64(), score.map(|score| score / 7.0));
    }
    assert!(notes(&students[1]).contains("02.2: has its points, and seems borrowed. exercise.rs: right, but"));
    let broken = autograders::prairielearn(&students[2]);
    assert!(broken["output"].as_str().unwrap().contains("E0308"), "{broken}");
    // A result has a megabyte at most, however much a student prints, and whatever a submission holds.
    let long = &mut students[0];
    long.problems = vec!["\u{202e}𝄞\\".repeat(90_000); 9];
    for todo in &mut long.todos {
        todo.verdict.prints = Some("\u{1b}𝄞".repeat(90_000));
    }
    let value = autograders::prairielearn(long);
    assert!(format!("{value:#}").len() <= 1 << 20);
    long.todos[0].verdict.status = Status::Skipped;
    let value = autograders::prairielearn(long);
    assert_eq!(value["gradable"], false, "a machine's fault costs no attempt");
    assert!(format!("{value:#}").len() <= 1 << 20);
}

/// Parses the page as XML: nothing in it is loaded or runs, and every link has a target.
#[test]
fn nothing_breaks_out_of_the_page() {
    let mut class = class();
    class.mistakes[0].pictures = Some(["wrong", "right"].map(|png| format!("data:image/png;base64,{png}")));
    let page = html::page(&class);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options).unwrap();
    let nodes: Vec<Node> = document.descendants().filter(Node::is_element).collect();
    let mut ids = BTreeSet::new();
    assert!(nodes.iter().filter_map(|node| node.attribute("id")).all(|id| ids.insert(id)));
    let foreign = ["script", "link", "iframe", "object", "form", "base", "svg"];
    let harmless = "id class title alt colspan open lang charset name content http-equiv".split(' ');
    let harmless: Vec<&str> = harmless.collect();
    for node in nodes {
        let name = node.tag_name().name();
        assert!(!foreign.contains(&name), "{name}");
        for attribute in node.attributes() {
            let key = attribute.name();
            let value = attribute.value();
            let leads = value.strip_prefix('#').map_or(value.starts_with("students/%"), |id| ids.contains(id));
            let fits = match key {
                "href" => name == "a" && leads,
                "src" => name == "img" && value.starts_with("data:image/png;base64,"),
                "style" => value.starts_with("flex:"),
                _ => harmless.contains(&key),
            };
            assert!(fits, "{key}={value}");
        }
        let text = node.text().unwrap_or_default();
        assert!(name != "style" || !text.contains("url(") && !text.contains("@import"));
    }
    assert!(page.contains("default-src 'none'"));
    assert_eq!(page.matches("<!--").count(), 0, "something was not filled in");
    assert!(page.chars().all(|c| c == '\n' || !c.is_control()) && !page.contains('\u{202e}'));
    let passed: usize = class.todos.iter().map(|todo| todo.passed).sum();
    assert_eq!(page.matches(">✓<").count(), passed + 1);
}

/// The report of a student whose code does not compile begins with a note that right answers may be among the unchecked.
#[test]
fn one_syntax_error_is_said_first() {
    let class = class();
    let text = tables::text(&class, &class.students[2]);
    let note = "note: 01.2 does not compile, so 3 other TODOs in the same file could not be checked: \
                right answers may be among them.";
    assert_eq!(text.lines().nth(1), Some(note), "{text}");
}

/// The most frequent mistake comes first, named or not. A student who makes two mistakes together counts for both.
#[test]
fn the_page_says_what_to_tell_the_class() {
    let mut students = Vec::new();
    for (signs, names) in [
        ("✓✗✓✓✓✓✓", &["Anna A", "Anna B", "Anna C", "Paul"][..]),
        ("✓✓✗✓✓✓✓", &["Ben", "Dora", "Emil", "Fritz", "Gerd"]),
        ("✗✓✓✗✓✓✓", &["Hans", "Ida"]),
    ] {
        students.extend(names.iter().map(|name| (*name, signs)));
    }
    let mut class = class_of(&students);
    class.mistakes[0].pictures = Some(["data:wrong", "data:right"].map(String::from));
    let page = html::page(&class);
    let list = page.split_once("<ol>").unwrap().1;
    let (list, rest) = list.split_once("</ol>").unwrap();
    let todo = &lesson::find("01").unwrap().toml.todos[1];
    let [first, second] = [&todo.mistakes[0], &todo.mistakes[1]];
    let expected = [
        "\"#u1\">5 of 11 students</a>, 01.3 inverse".to_owned(),
        "fn inverse() {}".into(),
        format!("\"#m1\">4 of 11 students</a>, 01.2 compose<p><strong>{}</strong>", first.name),
        with_code(&first.says),
        with_code(&first.asks),
        format!("cargo run -p lesson-01 -- --mistaken 01.2 {}", first.name),
        "<img src=\"data:wrong\"".into(),
        "<img src=\"data:right\"".into(),
        "\"#u2\">2 of 11 students</a>, 01.1 matrix".into(),
    ];
    let mut positions = Vec::new();
    for part in expected {
        positions.push(list.find(&part).unwrap_or_else(|| panic!("{part}: {list}")));
    }
    assert!(positions.is_sorted() && list.matches("<li>").count() == 3, "{list}");
    assert!(rest.contains("<a href=\"#u1\">without a name</a> (5)"), "{rest}");
    let screen = overview(&class);
    let screen = screen.split_once("the same wrong answer:\n").unwrap().1;
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[0].starts_with("    5 x 01.3 without a name: joint 3"), "{screen}");
    assert!(lines[1].starts_with(&format!("    4 x 01.2 {}: ", first.name)), "{screen}");
    // Paul's second mistake is nobody else's.
    let alone = rest.split_once("<details><summary>1 of one student each</summary>").unwrap().1;
    let alone = alone.split_once("<h2>").unwrap().0;
    assert!(alone.contains(&second.name) && alone.contains(">Paul<") && !alone.contains("Anna"), "{alone}");
}

/// The file has the shortest answer of the group, and no remark of its student.
#[test]
fn a_command_names_a_group_by_its_shortest_answer() {
    let folder = tempfile::tempdir().unwrap();
    let Class { todos, mut students, .. } =
        class_of(&[("Ben", "✓✓✗✓✓✓✓"), ("Dora", "✓✓✗✓✓✓✓"), ("Emil", "✓✓✗✓✓✓✓"), ("Ida", "✗✓✓✓✓✓✓")]);
    for (student, line) in students.iter_mut().zip(["one() + two()", "1 // Dora", "three()"]) {
        student.todos[2].code = format!("fn inverse() {{\n    {line}\n}}");
    }
    let mut class = Class::new(7, true, todos, students);
    class.out = "grades".into();
    super::write(&class, &[], folder.path()).unwrap();
    let page = std::fs::read_to_string(folder.path().join("class.html")).unwrap();
    assert!(page.contains("<code>cargo author mistake 01.3 --from grades/unnamed/u1-01.3.txt --name NAME</code>"));
    let file = folder.path().join("unnamed/u1-01.3.txt");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "fn inverse() {\n    1\n}\n");
    class.unknown.pop();
    super::write(&class, &[], folder.path()).unwrap();
    assert_eq!(std::fs::read_dir(folder.path().join("unnamed")).unwrap().count(), 1, "none is of an earlier run");
}

#[test]
fn cells_are_neither_formulas_nor_two() {
    let csv = tables::csv(&class());
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 1 + STUDENTS.len());
    assert!(lines[0].starts_with("student,id,points,of,01.1,01.2,"), "{}", lines[0]);
    assert!(lines[1].starts_with("Anna Ängström,10312,5,7,1,1,0,1,1,1,0,pass,"), "{}", lines[1]);
    assert!(lines[5].starts_with("\"'=1+1</td></pre><script>"), "{}", lines[5]);
    assert!(lines[5].contains("&\"\"';]]>\\u{1b}[31m\\u{202e}\\u{0}<!--grid-->\",10312,3,7,1,"), "{}", lines[5]);
}

#[test]
fn the_text_is_in_the_words_of_check() {
    let mut class = class();
    for student in &mut class.students {
        student.problems.clear();
    }
    let [anna, _, _, gerd, hostile] =
        &class.students.iter().map(|student| tables::text(&class, student)).collect::<Vec<_>>()[..]
    else {
        panic!("five")
    };
    let begins = "Anna Ängström: 5 of 7 points\n\nLesson 01, Robot arm\n\
        01.1 matrix           pass\n01.2 compose          pass\n";
    assert!(anna.starts_with(begins), "{anna}");
    assert!(anna.contains("\n3 of 4 pass\n\nLesson 02, Hierarchy\n"), "{anna}");
    let none = "Gerd: 0 of 7 points\n\nLesson 01, Robot arm\nnot started: for a reason.\n0 of 4 pass\n\nLesson";
    assert!(gerd.starts_with(none), "{gerd}");
    assert!(HOSTILE.contains('\u{1b}') && !hostile.contains('\u{1b}'));
}

#[test]
fn unchecked_answers_and_a_missing_sandbox_have_warnings() {
    let mut class = class();
    assert_eq!(warnings(&class), [""; 0]);
    let tip = class.students[0].todos.iter_mut().find(|todo| todo.verdict.id == "02.3").unwrap();
    tip.verdict = Verdict::new("02.3", "tip", Status::Skipped, 7).saying("Anna has all points.");
    class.sandbox = false;
    let unchecked = "1 answers could not be checked and count 0 points (02.3): the students' reports say why.";
    assert_eq!(warnings(&class)[0], unchecked, "no word of it is a student's");
    for warning in warnings(&class) {
        assert!(overview(&class).contains(&warning) && html::page(&class).contains(&escaped(&warning)), "{warning}");
    }
}

/// Moodle takes a file as feedback if its name has five parts between `_`, of which the second is the student's number.
#[test]
fn feedback_finds_its_way_back() {
    let mut class = class();
    class.students[1].before = "ben_LATE_44_9912_".into(); // of Canvas
    class.students[2].before.clear(); // of no platform
    let bytes = super::feedback_archive(&class).unwrap();
    let zip = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    let names = zip.entries().map(|entry| String::from_utf8(entry.unwrap().file_path().as_bytes().to_vec()).unwrap());
    let names: Vec<String> = names.collect();
    assert_eq!(names.len(), 4);
    assert_eq!(names[..2], ["Anna Ängström_10312_assignsubmission_file_report.txt", "ben_LATE_44_9912_report.txt"]);
    let parts: Vec<&str> = names[2].splitn(5, '_').collect();
    assert_eq!(parts, ["Gerd", "10312", "assignsubmission", "file", "report.txt"]);
    assert!(!names[3].contains(['/', '\\']), "{}", names[3]);
    for student in &mut class.students {
        student.before.clear();
    }
    assert!(super::feedback_archive(&class).is_err());
}

#[test]
fn a_projector_shows_no_names() {
    let mut class = class();
    class.unknown[0].code = "fn compose() {} // by Anna Ängström\n// Gerd".into();
    let anonymous = class.anonymous();
    let page = html::page(&anonymous);
    for text in [&page, &overview(&anonymous)] {
        for (name, _) in STUDENTS {
            assert!(!text.contains(name) && !text.contains(&escaped(name)), "{name}");
        }
        for number in 1..=STUDENTS.len() {
            assert!(text.contains(&format!("Student {number}")));
        }
        assert!(!text.contains("10312") && !text.contains("not taken"), "ids and what was refused");
    }
    assert!(page.contains("fn compose() {}") && html::page(&class).contains("// by Anna Ängström"));
    assert_eq!(numbers_of(&anonymous), numbers_of(&class));
    let links = page.matches("href=\"#s").count();
    assert!(links > 0 && (0..STUDENTS.len()).all(|index| page.contains(&format!("id=\"s{index}\""))));
}

/// Returns all students' points, and the sizes of all groups.
fn numbers_of(class: &Class) -> (Vec<u32>, Vec<usize>) {
    let mut points: Vec<u32> = class.students.iter().map(|student| (student.points * 10.0) as u32).collect();
    points.sort_unstable();
    (points, class.mistakes.iter().map(|group| group.students.len()).collect())
}

#[test]
fn names_of_folders() {
    let long = "ä".repeat(150);
    let names = ["a/b", "..", "", "x. ", "\u{1b}\u{202e}y", &long].map(file_name);
    assert_eq!(names, ["a_b", "_", "_", "x", "y", &long[..LONGEST]]);
}
