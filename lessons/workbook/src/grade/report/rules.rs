//! The published rules of each format, and that the made-up class keeps them.

use super::sample::{self, HOSTILE};
use super::{autograders, html, junit, tables, write};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a field of a `results.json` may hold.
enum Kind {
    Number,
    Bool,
    Text,
    Object,
    Texts,
    OneOf(&'static [&'static str]),
    Each(&'static [(&'static str, Kind)]),
}
use Kind::{Bool, Each, Number, Object, OneOf, Text, Texts};

const VISIBILITY: Kind = OneOf(&["hidden", "after_due_date", "after_published", "visible"]);
const FORMAT: Kind = OneOf(&["text", "html", "simple_format", "md", "ansi"]);

/// <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>
const GRADESCOPE: &[(&str, Kind)] = &[
    ("score", Number),
    ("execution_time", Number),
    ("output", Text),
    ("output_format", FORMAT),
    ("test_output_format", FORMAT),
    ("test_name_format", FORMAT),
    ("visibility", VISIBILITY),
    ("stdout_visibility", VISIBILITY),
    ("extra_data", Object),
    ("tests", Each(GRADESCOPE_TEST)),
    ("leaderboard", Each(&[("name", Text), ("value", Number), ("order", OneOf(&["asc", "desc"]))])),
];
const GRADESCOPE_TEST: &[(&str, Kind)] = &[
    ("score", Number),
    ("max_score", Number),
    ("status", OneOf(&["passed", "failed"])),
    ("name", Text),
    ("name_format", FORMAT),
    ("number", Text),
    ("output", Text),
    ("output_format", FORMAT),
    ("tags", Texts),
    ("visibility", VISIBILITY),
    ("extra_data", Object),
];

/// <https://docs.prairielearn.com/externalGrading/#grading-results>
const PRAIRIELEARN: &[(&str, Kind)] = &[
    ("gradable", Bool),
    ("score", Number),
    ("format_errors", Texts),
    ("message", Text),
    ("output", Text),
    ("images", Each(IMAGE)),
    ("tests", Each(PRAIRIELEARN_TEST)),
];
const PRAIRIELEARN_TEST: &[(&str, Kind)] = &[
    ("name", Text),
    ("description", Text),
    ("points", Number),
    ("max_points", Number),
    ("message", Text),
    ("output", Text),
    ("images", Each(IMAGE)),
];
const IMAGE: &[(&str, Kind)] = &[("label", Text), ("url", Text)];

/// What of a value is against the rules.
fn faults(value: &Value, fields: &[(&str, Kind)]) -> Vec<String> {
    let Some(object) = value.as_object() else { return vec![format!("no object: {value}")] };
    let mut faults = Vec::new();
    for (key, value) in object {
        let Some((_, kind)) = fields.iter().find(|(name, _)| name == key) else {
            faults.push(format!("{key} is unknown"));
            continue;
        };
        let items = value.as_array().map(Vec::as_slice);
        let fits = match kind {
            Number => value.is_number(),
            Bool => value.is_boolean(),
            Text => value.is_string(),
            Object => value.is_object(),
            Texts => items.is_some_and(|items| items.iter().all(Value::is_string)),
            OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Each(fields) => {
                faults
                    .extend(items.unwrap_or_default().iter().flat_map(|v| self::faults(v, fields)));
                items.is_some()
            }
        };
        faults.extend((!fits).then(|| format!("{key} is {value}")));
    }
    faults
}

type Change = fn(&mut Value);

fn tests(value: &Value) -> &[Value] {
    value["tests"].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn gradescope_faults(value: &Value) -> Vec<String> {
    let mut faults = faults(value, GRADESCOPE);
    let scores: Vec<Option<f64>> = tests(value).iter().map(|test| test["score"].as_f64()).collect();
    if value["score"].is_null() && (scores.is_empty() || scores.contains(&None)) {
        faults.push("a score is needed, of all or of each test".into());
    }
    // Ours has both, and they agree.
    if value["score"].as_f64() != scores.iter().copied().sum() {
        faults.push("score is not the sum".into());
    }
    faults
}

fn prairielearn_faults(value: &Value) -> Vec<String> {
    let mut faults = faults(value, PRAIRIELEARN);
    if value["gradable"] == false {
        // Else an answer that does not compile would buy results without an attempt.
        faults.extend((value["format_errors"] == json!([])).then(|| "no reason".into()));
        faults.extend((!tests(value).is_empty()).then(|| "results without an attempt".into()));
    } else {
        let fits = value["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score));
        faults.extend((!fits).then(|| format!("score is {}", value["score"])));
        faults.extend((!value["format_errors"].is_null()).then(|| "errors, but gradable".into()));
    }
    let has = |key: &str| tests(value).iter().all(|test| test[key].is_number());
    if !has("points") || !has("max_points") {
        faults.push("points are shown only if every test has points and max_points".into());
    }
    faults.extend((format!("{value:#}").len() > 1 << 20).then(|| "more than a megabyte".into()));
    faults
}

#[test]
fn gradescope_reads_it() {
    let class = sample::class();
    let faults: Vec<_> = class
        .students
        .iter()
        .flat_map(|s| gradescope_faults(&autograders::gradescope(s)))
        .collect();
    assert_eq!(faults, [""; 0]);
    let broken = class.students.iter().find(|s| s.name.starts_with("Emil")).unwrap();
    let value = autograders::gradescope(broken);
    let said = value["output"].as_str().unwrap();
    assert!(
        said.starts_with("01.2 compose does not compile, so lesson 01 is not checked."),
        "{said}"
    );
    // And the rules notice what is against them.
    let breaks: [Change; 5] = [
        |v| v["visibility"] = "public".into(),
        |v| v["tests"][0]["status"] = "pass".into(),
        |v| v["tests"][0]["points"] = 1.into(),
        |v| v["score"] = "8".into(),
        |v| v["tests"][3]["output"] = Value::Null,
    ];
    for (place, change) in breaks.iter().enumerate() {
        let mut value = value.clone();
        change(&mut value);
        assert_ne!(gradescope_faults(&value), [""; 0], "change {place}");
    }
}

#[test]
fn prairielearn_reads_it() {
    let mut class = sample::class();
    let faults: Vec<_> = class
        .students
        .iter()
        .flat_map(|s| prairielearn_faults(&autograders::prairielearn(s)))
        .collect();
    assert_eq!(faults, [""; 0]);
    let of = |name: &str| {
        let student = class.students.iter().find(|student| student.name.starts_with(name));
        autograders::prairielearn(student.unwrap())
    };
    let (graded, broken) = (of("Anna"), of("Emil"));
    assert_eq!((&graded["gradable"], &graded["score"]), (&true.into(), &0.8.into()));
    assert_eq!(broken["gradable"], false);
    assert!(broken["output"].as_str().unwrap().contains("E0308"), "{broken}");
    assert_eq!(of("Gerd")["gradable"], false, "nothing begun costs no attempt");
    let breaks: [(&Value, Change); 5] = [
        (&graded, |v| v["score"] = 1.5.into()),
        (&graded, |v| v["tests"][2]["points"] = Value::Null),
        (&graded, |v| v["format_errors"] = json!(["x"])),
        (&broken, |v| v["format_errors"] = json!([])),
        (&broken, |v| v["tests"] = json!([{ "points": 1, "max_points": 1 }])),
    ];
    for (place, (value, change)) in breaks.into_iter().enumerate() {
        let mut value = value.clone();
        change(&mut value);
        assert_ne!(prairielearn_faults(&value), [""; 0], "change {place}");
    }
    // However much a student prints, and whatever a submission holds.
    let long = &mut class.students[0];
    long.problems = vec!["\u{202e}𝄞\\".repeat(90_000); 9];
    for todo in &mut long.todos {
        todo.verdict.prints = Some("\u{1b}𝄞".repeat(90_000));
    }
    assert_eq!(prairielearn_faults(&autograders::prairielearn(long)), [""; 0]);
}

type Names = &'static [&'static str];

/// What an element must have, may have, and holds: of both published schemas the stricter, that for Ant
/// (<https://github.com/windyroad/JUnit-Schema>). The other is junit-10.xsd of Jenkins' xunit plugin.
const JUNIT: [(&str, Names, Names, Names); 8] = [
    ("testsuites", &[], &[], &["testsuite"]),
    (
        "testsuite",
        &["id", "package", "name", "hostname", "timestamp", "time", "tests", "failures", "errors"],
        &["skipped"],
        &["properties", "testcase", "system-out", "system-err"],
    ),
    ("properties", &[], &[], &["property"]),
    ("property", &["name", "value"], &[], &[]),
    ("testcase", &["classname", "name", "time"], &[], &["skipped", "error", "failure"]),
    ("skipped", &[], &["message"], &[]),
    ("error", &["type"], &["message"], &[]),
    ("failure", &["type"], &["message"], &[]),
];

fn junit_faults(text: &str) -> Vec<String> {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let (_, needed, more, inside) =
            JUNIT.iter().find(|row| row.0 == name).unwrap_or(&("", &[], &[], &[]));
        let has: Vec<&str> = node.attributes().map(|attribute| attribute.name()).collect();
        if !needed.iter().all(|key| has.contains(key))
            || !has.iter().all(|key| needed.contains(key) || more.contains(key))
        {
            faults.push(format!("{name} has {has:?}"));
        }
        let children: Vec<&str> =
            node.children().filter(Node::is_element).map(|child| child.tag_name().name()).collect();
        let places: Vec<_> =
            children.iter().map(|child| inside.iter().position(|n| n == child)).collect();
        if places.contains(&None) || !places.is_sorted() || name == "testcase" && children.len() > 1
        {
            faults.push(format!("{name} holds {children:?}"));
        }
        if name == "testsuite" {
            let number = |key| node.attribute(key).and_then(|n| n.parse::<usize>().ok());
            let count =
                |tag: &str| Some(node.descendants().filter(|n| n.has_tag_name(tag)).count());
            for (key, tag) in [
                ("tests", "testcase"),
                ("failures", "failure"),
                ("errors", "error"),
                ("skipped", "skipped"),
            ] {
                faults.extend((number(key) != count(tag)).then(|| format!("{key} is wrong")));
            }
            let before = node.prev_siblings().filter(|n| n.has_tag_name("testsuite")).count() - 1;
            faults.extend((number("id") != Some(before)).then(|| format!("id of suite {before}")));
            let shape = |c: char| if c.is_ascii_digit() { '0' } else { c };
            let time: String =
                node.attribute("timestamp").unwrap_or_default().chars().map(shape).collect();
            faults.extend((time != "0000-00-00T00:00:00").then(|| format!("timestamp {time}")));
        }
        let empty = needed.iter().filter(|key| node.attribute(**key).is_none_or(str::is_empty));
        faults.extend(empty.map(|key| format!("{name} without {key}")));
    }
    faults
}

#[test]
fn junit_is_as_both_schemas_want_it() {
    let class = sample::class();
    let text = junit::xml(&class, &class.students);
    assert_eq!(junit_faults(&text), [""; 0]);
    assert_eq!(text.matches("<testcase").count(), 40 * 15);
    for (from, to) in [
        ("<properties>", "<property>"),
        (" time=\"0\"", ""),
        ("failures=\"", "failures=\"1"),
        ("id=\"3\"", "id=\"7\""),
        ("<testsuites>", "<testsuites name=\"x\">"),
        ("&lt;", "<"),
        ("timestamp=\"", "timestamp=\"on "),
    ] {
        assert_ne!(junit_faults(&text.replacen(from, to, 1)), [""; 0], "{from} to {to}");
    }
}

/// The page is XML too; nothing in it comes from elsewhere or runs, and every link leads somewhere.
fn page_faults(page: &str) -> Vec<String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(page, options) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    let nodes = || document.descendants().filter(Node::is_element);
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for id in nodes().filter_map(|node| node.attribute("id")) {
        faults.extend((!ids.insert(id)).then(|| format!("id {id} twice")));
    }
    for node in nodes() {
        let name = node.tag_name().name();
        let foreign = ["script", "link", "img", "iframe", "object", "form", "base", "svg"];
        faults.extend(foreign.contains(&name).then(|| name.to_owned()));
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            let leads = match value.strip_prefix('#') {
                Some(id) => ids.contains(id),
                None => value.starts_with("students/%"),
            };
            let fits = match key {
                "href" => name == "a" && leads,
                "style" => value.starts_with("flex:"),
                _ => [
                    "id",
                    "class",
                    "title",
                    "colspan",
                    "open",
                    "lang",
                    "charset",
                    "name",
                    "content",
                    "http-equiv",
                ]
                .contains(&key),
            };
            faults.extend((!fits).then(|| format!("{key}={value}")));
        }
        let text = node.text().unwrap_or_default();
        let loads = name == "style" && (text.contains("url(") || text.contains("@import"));
        faults.extend(loads.then(|| "a style that loads".into()));
    }
    faults.extend((!page.contains("default-src 'none'")).then(|| "no policy".into()));
    faults
}

#[test]
fn nothing_breaks_out_of_the_page() {
    let class = sample::class();
    let page = html::page(&class);
    assert_eq!(page_faults(&page), [""; 0]);
    assert_eq!(page.matches("<!--").count(), 0, "something was not filled in");
    assert!(page.chars().all(|c| c == '\n' || !c.is_control()) && !page.contains('\u{202e}'));
    assert_eq!(
        page.matches(">✓<").count(),
        class.todos.iter().map(|todo| todo.passed).sum::<usize>() + 1
    );
    for (from, to) in [
        ("<td", "<td onclick=\"x\""),
        ("</td>", ""),
        ("#m1\"", "#m99\""),
        ("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;", "<script>alert('1')</script>"),
        ("href=\"students/%", "href=\"https://"),
        ("default-src 'none'", ""),
    ] {
        assert_ne!(page_faults(&page.replacen(from, to, 1)), [""; 0], "{from} to {to}");
    }
}

#[test]
fn cells_are_neither_formulas_nor_two() {
    let class = sample::class();
    let csv = tables::csv(&class);
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 41);
    assert!(lines[0].starts_with("student,points,of,01.1,01.2,"), "{}", lines[0]);
    assert!(lines[1].starts_with("Anna Ängström,12,15,1,1,1,1,1,0,"), "{}", lines[1]);
    assert!(lines[40].starts_with("\"'=1+1</td></pre><script>"), "{}", lines[40]);
    assert!(lines[40].contains("&\"\"';]]>[31m<!--grid-->\",13,15,1,"), "{}", lines[40]);
}

#[test]
fn the_text_is_in_the_words_of_check() {
    let class = sample::class();
    let text = tables::text(&class, &class.students[0]);
    let begins = "Anna Ängström: 12 of 15 points\n\nLesson 01, Robot arm\n\
        01.1 matrix           pass\n01.2 compose          pass\n";
    assert!(text.starts_with(begins), "{text}");
    assert!(text.contains("\n2 of 3 pass\n\nLesson 03, Joint lines\n"), "{text}");
    let hostile = tables::text(&class, &class.students[39]);
    assert!(HOSTILE.contains('\u{1b}') && !hostile.contains('\u{1b}'));
}

/// To look at them: `ARMATURE_REPORTS=folder cargo test -p workbook reports_of_a_class`.
#[test]
fn reports_of_a_class() {
    let folder = tempfile::tempdir().unwrap();
    let out = std::env::var_os("ARMATURE_REPORTS").map_or(folder.path().to_owned(), Into::into);
    let mut class = sample::class();
    write(&class, &out).unwrap();
    crate::output::say_on!("{}", tables::overview(&class));
    let names = |folder: &str| {
        let entries = std::fs::read_dir(out.join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<BTreeSet<_>>()
    };
    let all = ["class.csv", "class.html", "class.json", "junit.xml", "students"];
    assert_eq!(names(""), all.map(String::from).into());
    assert_eq!(names("students").len(), 40);
    assert_eq!(names("students/Anna Ängström"), super::FILES.map(String::from).into());
    let own = std::fs::read_to_string(out.join("students/Gerd/report.json")).unwrap();
    let own: Value = serde_json::from_str(&own).unwrap();
    assert_eq!((&own["format"], &own["student"]["of"]), (&1.into(), &15.0.into()));
    let text = std::fs::read_to_string(out.join("students/Gerd/report.txt")).unwrap();
    let none = "Gerd: 0 of 15 points\n\nLesson 01, Robot arm\nnot started: as it was handed out.\n0 of 4 pass\n\nLesson";
    assert!(text.starts_with(none), "{text}");
    // Who has left is forgotten; what others have put there stays.
    let theirs = ["Ben Okafor/remarks.txt", "guest/report.txt"];
    let theirs = theirs.map(|path| out.join("students").join(path));
    std::fs::create_dir_all(out.join("students/guest")).unwrap();
    for path in &theirs {
        std::fs::write(path, "good").unwrap();
    }
    class.students.drain(..2);
    write(&class, &out).unwrap();
    assert_eq!(names("students").len(), 40);
    assert!(!names("students").contains("Anna Ängström"));
    assert_eq!(names("students/Ben Okafor"), BTreeSet::from(["remarks.txt".to_owned()]));
    assert_eq!(names("students/guest"), BTreeSet::from(["report.txt".to_owned()]));
}
