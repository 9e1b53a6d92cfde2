//! `grade` on lessons 01 to 04 and 13 as they are, with a class of forty that is made from their solutions and named
//! mistakes.
//!
//! It builds the shared crates and up to 150 programs, so it only runs when asked for:
//! ```text
//! cargo test -p class --test real_class -- --ignored --nocapture
//! ```
//! With `ARMATURE_WHOLE_CLASS=1` students with a mistake hand in the other lessons too, as a real class would. Without
//! `target/grade` the first of the three runs builds everything.
#![cfg(target_os = "linux")]

/// Archives, as the loader's own tests make them.
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::zip::{deflated, zip};
use verdict::build::lesson;

/// Number, folder, and number of TODOs of each lesson.
const LESSONS: [(&str, &str, usize); 5] = [
    ("01", "01-robot-arm", 4),
    ("02", "02-hierarchy", 3),
    ("03", "03-joint-lines", 4),
    ("04", "04-collada-joints", 4),
    ("13", "13-blending", 4),
];
const SHADER: &str = "shaders/03-joint-lines/joints.vert";

/// Reads a file of the course.
fn course_file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder(lesson: &str) -> &'static str {
    LESSONS.iter().find(|(number, ..)| *number == lesson).expect("one of them").1
}

fn ids(lesson: &str) -> impl Iterator<Item = String> {
    let row = LESSONS.iter().find(|(number, ..)| *number == lesson).expect("one of them");
    (1..=row.2).map(move |todo| format!("{}.{todo}", row.0))
}

/// Replaces the text between the marks of a TODO by `code`, or by the stub.
fn with_region(text: &str, todo: &str, code: Option<&str>) -> String {
    let (before, rest) = text.split_once(&format!("// BEGIN {todo}\n")).expect("the mark");
    let (region, after) = rest.split_once(&format!("// END {todo}\n")).expect("the mark");
    let mut new = String::new();
    match code {
        Some(code) => new = format!("{code}\n"),
        None => {
            for line in region.lines().filter_map(|line| line.trim().strip_prefix("// STUB ")) {
                new += &format!("    {line}\n");
            }
        }
    }
    format!("{before}{new}{after}")
}

/// A submission with the expected statuses. A TODO without an expected status is not started.
struct Student {
    name: &'static str,
    /// Exercises, by lesson.
    exercises: BTreeMap<&'static str, String>,
    shader: Option<String>,
    /// By TODO a status, followed by a colon and the name of a mistake.
    expected: BTreeMap<String, String>,
}

impl Student {
    fn new(name: &'static str) -> Self {
        Student { name, exercises: BTreeMap::new(), shader: None, expected: BTreeMap::new() }
    }

    /// Adds the solutions of lessons, which pass.
    fn solves(mut self, lessons: &[&'static str]) -> Self {
        for &lesson in lessons {
            let text = course_file(&format!("lessons/{}/course/src/solution.rs", folder(lesson)));
            self.exercises.insert(lesson, format!("{text}// by {}\n", self.name));
            self = ids(lesson).fold(self, |student, todo| student.expects(&todo, "pass"));
            if lesson == "03" {
                self.shader = Some(course_file("shaders/03-joint-lines/solution/joints.vert"));
            }
        }
        self
    }

    fn expects(mut self, todo: &str, status: &str) -> Self {
        self.expected.insert(todo.into(), status.into());
        self
    }

    /// Adds the solution of a lesson with a mistake in it.
    fn makes(mut self, todo: &'static str, mistake: &str) -> Self {
        let lesson = &todo[..2];
        self = self.solves(&[lesson]).expects(todo, &format!("fail:{mistake}"));
        let toml = course_file(&format!("lessons/{}/lesson.toml", folder(lesson)));
        let solution = if todo == "03.1" {
            course_file("shaders/03-joint-lines/solution/joints.vert")
        } else {
            course_file(&format!("lessons/{}/course/src/solution.rs", folder(lesson)))
        };
        let text = mistaken::with_mistake(&toml, &solution, todo, mistake).expect("it is known");
        if todo == "03.1" {
            self.shader = Some(text);
        } else {
            self.exercises.insert(lesson, format!("{text}// by {}\n", self.name));
        }
        self
    }

    /// Replaces the answer to a TODO.
    fn writes(mut self, todo: &'static str, code: &str, status: &str) -> Self {
        let text = with_region(&self.exercises[&todo[..2]], todo, Some(code));
        self.exercises.insert(&todo[..2], text);
        self.expects(todo, status)
    }

    fn leaves_out(mut self, todo: &'static str) -> Self {
        let text = with_region(&self.exercises[&todo[..2]], todo, None);
        self.exercises.insert(&todo[..2], text);
        self.expects(todo, "not_started")
    }

    /// Replaces the answer to a TODO by one that does not compile. The others are checked all the same.
    fn breaks(self, todo: &'static str, code: &str) -> Self {
        self.writes(todo, code, "does_not_compile")
    }

    fn paints(mut self, shader: &str, status: &str) -> Self {
        self.shader = Some(shader.into());
        self.expects("03.1", status)
    }

    /// Returns the files with their paths in a clone.
    fn files(&self) -> Vec<(String, &str)> {
        let mut files = Vec::new();
        for (lesson, text) in &self.exercises {
            files.push((format!("lessons/{}/exercise.rs", folder(lesson)), text.as_str()));
        }
        files.extend(self.shader.iter().map(|text| (SHADER.into(), text.as_str())));
        files
    }
}

struct Class {
    root: tempfile::TempDir,
    students: Vec<Student>,
}

impl Class {
    fn write(&self, path: &str, text: &str) {
        let path = self.root.path().join("class").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Adds a clone.
    fn add(&mut self, student: Student) {
        for (path, text) in student.files() {
            self.write(&format!("{}/{path}", student.name), text);
        }
        self.students.push(student);
    }

    /// Adds a folder with the lessons' folders alone.
    fn add_loose(&mut self, student: Student) {
        for (lesson, text) in &student.exercises {
            let path = format!("{}/{}/exercise.rs", student.name, folder(lesson));
            self.write(&path, &text.replace('\n', "\r\n"));
        }
        if let Some(text) = &student.shader {
            self.write(&format!("{}/03-joint-lines/joints.vert", student.name), text);
        }
        self.students.push(student);
    }

    /// Adds an archive as GitHub makes it, at this path.
    fn add_zip(&mut self, student: Student, path: &str) {
        let texts = student.files().into_iter().map(|(path, text)| (format!("armature-main/{path}"), text));
        let texts: Vec<_> = texts.collect();
        let files: Vec<_> = texts.iter().map(|(path, text)| deflated(path, text.as_bytes())).collect();
        self.write(path, "");
        fs::write(self.root.path().join("class").join(path), zip(&files)).expect("a file");
        self.students.push(student);
    }

    /// Grades the class, and prints the lines on the number of answers and the time. Returns class.json and standard error.
    fn grade(&self, options: &[&str]) -> (Value, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_class"));
        command.arg("grade").arg(self.root.path().join("class")).args(options);
        command.arg("--out").arg(self.out()).env_remove("CARGO_TARGET_DIR");
        let output = command.output().expect("the command starts");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        for line in err.lines().filter(|line| line.starts_with("answers") || line.starts_with("graded")) {
            println!("{line}");
        }
        assert!(output.status.success(), "{err}");
        let json = fs::read_to_string(self.out().join("class.json")).expect("a report");
        (serde_json::from_str(&json).expect("JSON"), err)
    }

    fn out(&self) -> PathBuf {
        self.root.path().join("grades")
    }

    /// Returns a sentence for each result that differs from the expected one.
    fn differences(&self, json: &Value) -> Vec<String> {
        let graded = json["students"].as_array().expect("a list");
        let mut differences = Vec::new();
        if graded.len() != self.students.len() {
            differences.push(format!("{} submissions", graded.len()));
        }
        for student in &self.students {
            let Some(found) = graded.iter().find(|found| found["name"] == student.name) else {
                differences.push(format!("{}: not there", student.name));
                continue;
            };
            for todo in LESSONS.iter().flat_map(|(lesson, ..)| ids(lesson)) {
                let list = found["todos"].as_array().expect("a list");
                let verdict = list.iter().find(|verdict| verdict["id"] == *todo).expect("all");
                let expected = student.expected.get(&todo).map_or("not_started", String::as_str);
                let (status, mistake) = expected.split_once(':').unwrap_or((expected, ""));
                let named = verdict["mistakes"].to_string();
                if verdict["status"] != status || !named.contains(mistake) {
                    differences.push(format!("{} {todo}: not {expected} but {verdict:#}", student.name));
                }
            }
        }
        differences
    }
}

const ALL: [&str; 4] = ["01", "02", "03", "04"];

/// Adds students with right answers, in all forms of submissions.
fn add_right(class: &mut Class) {
    class.add(Student::new("Anna Ängström").solves(&ALL));
    class.add(Student::new("Ben").solves(&ALL));
    class.add_loose(Student::new("Jörg von der Au").solves(&ALL));
    class.add_loose(Student::new("Carla").solves(&["02"]));
    class.add_zip(Student::new("Zoë Züllig").solves(&ALL), "Zoë Züllig.zip");
    let moodle = Student::new("Dora Düll").solves(&["01", "03"]);
    class.add_zip(moodle, "Dora Düll_10312_assignsubmission_file_/My work.zip");
    let canvas = Student::new("ernstemil").solves(&["04"]);
    class.add_zip(canvas, "ernstemil_LATE_1203_56781_lesson-04-1.zip");
    let inverse = "    let back = parent_from_child.rotation.inverse();\n    Rigid { rotation: back, translation: back * -parent_from_child.translation }";
    let names = "    for key in [\"sid\", \"id\", \"name\"] {\n        if let Some(name) = node.attribute(key) {\n            return name.to_owned();\n        }\n    }\n    String::new()";
    let other = Student::new("Fritz").solves(&["01", "04"]);
    class.add(other.writes("01.3", inverse, "pass").writes("04.2", names, "pass"));
}

/// Adds students with a known mistake each.
fn add_mistaken(class: &mut Class) {
    let whole = std::env::var_os("ARMATURE_WHOLE_CLASS").is_some();
    for (name, todo, mistake) in [
        ("Gerd", "01.1", "ROWS-FOR-COLUMNS"),
        ("Greta", "01.3", "NOT-TURNED-BACK"),
        ("Hanna", "01.2", "TURNED-BACK"),
        ("Ida", "01.3", "NOT-TURNED-BACK"),
        ("Jan", "01.3", "SIGN-FORGOTTEN"),
        ("Karl", "01.4", "DEGREES"),
        ("Lena", "01.4", "CLAW-NOT-TURNED"),
        ("Max", "02.1", "LEVEL-BY-LEVEL"),
        ("Nina", "02.2", "ROOT-IGNORED"),
        ("Otto", "02.2", "ONE-LEVEL"),
        ("Paul", "02.3", "LAST-CHILD"),
        ("Quirin", "03.1", "FIRST-MATRIX"),
        ("Rosa", "03.2", "TRANSPOSED"),
        ("Sven", "03.3", "LINE-STRIP"),
        ("Tom", "03.4", "BONES-COUNTED"),
        ("Udo", "04.1", "ROWS-FOR-COLUMNS"),
        ("Vera", "04.2", "ID-FIRST"),
        ("Willi", "04.3", "NODES-DROPPED"),
        ("Xaver", "04.4", "EVERY-JOINT"),
    ] {
        let student = Student::new(name).solves(if whole { &ALL } else { &[] });
        let student = student.makes(todo, mistake);
        // 01.4 calls 01.2.
        class.add(if todo == "01.2" { student.expects("01.4", "fail") } else { student });
    }
}

/// Adds students with other wrong answers, accidents, and attempts to break out.
fn add_others(class: &mut Class) {
    // Without a name; two give the same results.
    let turn = "let rotation = parent_from_child.rotation.transpose();";
    let moved = "parent_from_child.translation";
    for (name, translation) in [
        ("Yann", format!("{moved} * 3.0 + glam::Vec3::ONE")),
        ("Yvonne", format!("glam::Vec3::ONE + {moved} + {moved} + {moved}")),
    ] {
        let code = format!("    {turn}\n    Rigid {{ rotation, translation: {translation} }}");
        class.add(Student::new(name).solves(&["01"]).writes("01.3", &code, "fail"));
    }
    let upper = "    node.tag_name().name().to_uppercase()";
    class.add(Student::new("Zeno").solves(&["04"]).writes("04.2", upper, "fail"));
    // Accidents.
    let far = "    let _ = joint;\n    model_from_joint[joints.len()].transform_point3(Vec3::ZERO)";
    class.add(Student::new("Abel").solves(&["02"]).writes("02.3", far, "panicked"));
    class.add(Student::new("Bela").solves(&["01"]).breaks("01.1", "    parent_from_child.rotation"));
    class.add(Student::new("Cleo").solves(&["04"]).breaks("04.2", "    node.attribute(\"sid\"))"));
    // Shaders.
    let shader = course_file("shaders/03-joint-lines/solution/joints.vert");
    let own =
        "    mat4 all = u_clip_from_model * u_model[gl_VertexID];\n    gl_Position = all * vec4(a_position, 1.0);";
    class.add(Student::new("Dana").paints(&with_region(&shader, "03.1", Some(own)), "pass"));
    let far = "    gl_Position = u_clip_from_model * u_model[gl_VertexID] * vec4(a_position + 0.1, 1.0);";
    class.add(Student::new("Enno").solves(&["03"]).paints(&with_region(&shader, "03.1", Some(far)), "fail"));
    class.add(Student::new("Finn").solves(&["03"]).paints(&shader.replace("vec4(", "vec5("), "does_not_compile"));
    // Partial, as handed out, empty.
    class.add(Student::new("Gesa").solves(&["01"]).leaves_out("01.3").leaves_out("01.4"));
    let mut starter = Student::new("Hugo");
    for (number, ..) in LESSONS {
        let lesson = lesson::find(number).expect("a lesson");
        starter.exercises.insert(number, lesson.starter(&lesson.files()[0]).expect("a starter"));
    }
    class.add(starter);
    fs::create_dir(class.root.path().join("class/Ilse")).expect("a folder");
    class.add(Student::new("Ilse"));
    // Hostile.
    let fork = "    let _ = std::process::Command::new(\"true\").status();\n    Rigid::IDENTITY";
    class.add(Student::new("fork").solves(&["01"]).writes("01.3", fork, "crashed"));
    let endless = "    let _ = (joints, model_from_joint, joint);\n    loop {}";
    class.add(Student::new("endless").solves(&["02"]).writes("02.3", endless, "timed_out"));
    let leak = "    let _ = node;\n    include_str!(\"/etc/passwd\").into()";
    class.add(Student::new("leak").solves(&["04"]).breaks("04.2", leak));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../03-joint-lines/course/src/solution.rs");
    let peek = format!(
        "    let _ = joints;\n    vec![std::fs::read({:?}).map_or(7, |text| text.len())]",
        path.display().to_string()
    );
    class.add(Student::new("peek").solves(&["03"]).writes("03.4", &peek, "fail"));
    add_borrowers(class);
}

/// Adds students who call finished functions in ways that the text does not show.
fn add_borrowers(class: &mut Class) {
    let core = "    Rigid::of_core(world_from_parent.core().compose(&parent_from_child.core()))";
    // 01.4 calls 01.2, here the starter's.
    class.add(Student::new("core").solves(&["01"]).breaks("01.2", core).expects("01.4", "fail"));
    let beside = "    fn to_mat4() {}\n    to_mat4();\n    parent_from_child.core().to_mat4()";
    class.add(Student::new("dead function").solves(&["01"]).breaks("01.1", beside));
    let own =
        "    static OWN: check::Lesson<Answers> = check::lesson!();\n    (OWN.reference.inverse)(parent_from_child)";
    class.add(Student::new("own lesson").solves(&["01"]).breaks("01.3", own));
    let finished = "    use crate::finished as own;\n    (own::ANSWERS.blend)(a, b, u, tools)";
    class.add(Student::new("finished").solves(&["13"]).breaks("13.1", finished));
    // A tool that is the answer, on this thread and on another.
    let tool = "    tools.blend(a, b, u)";
    class.add(Student::new("tool").solves(&["13"]).writes("13.1", tool, "borrowed"));
    let thread = "    std::thread::scope(|scope| scope.spawn(|| tools.blend(a, b, u)).join().unwrap())";
    class.add(Student::new("tool elsewhere").solves(&["13"]).writes("13.1", thread, "borrowed"));
    // The table names another shader; the lesson's own does nothing.
    let nothing =
        "#version 330 core\nin vec3 a_position;\n\nvoid main() {\n    gl_Position = vec4(a_position, 1.0);\n}\n";
    for (name, path) in [("shader of common", "common/joints.vert"), ("no shader", "../../etc/passwd")] {
        let mut student = Student::new(name).solves(&["03"]).paints(nothing, "fail");
        let text = student.exercises["03"].replace("03-joint-lines/joints.vert", path);
        student.exercises.insert("03", text);
        class.add(student);
    }
    class.add(Student::new("Jana").solves(&["01", "03", "13"]));
}

#[test]
#[ignore = "minutes: run it after a change to grade, or to the lessons 01 to 04 and 13"]
fn forty_submissions_of_five_lessons() {
    let mut class = Class { root: tempfile::tempdir().expect("a folder"), students: Vec::new() };
    add_right(&mut class);
    add_mistaken(&mut class);
    add_others(&mut class);
    assert!(class.students.len() >= 40, "{}", class.students.len());

    let (json, err) = class.grade(&["--seed", "7"]);
    println!("{err}");
    let differences = class.differences(&json);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let groups = json["unknown"].as_array().expect("a list");
    let mut inverses = groups.iter().filter(|group| group["todo"] == "01.3");
    assert!(inverses.any(|group| group["students"] == serde_json::json!(["Yann", "Yvonne"])), "{groups:#?}");
    let peeked = groups.iter().find(|group| group["todo"] == "03.4").expect("peek");
    assert!(peeked["says"].as_str().is_some_and(|says| says.contains("got")), "{peeked}");

    let page = fs::read_to_string(class.out().join("class.html")).expect("a report");
    let lecture = page.split("<h2").nth(1).expect("its first part");
    assert!(lecture.matches("data:image/png").count() >= 2, "a mistake beside the right picture");

    // All verdicts are kept, that on the endless loop too.
    let (json, err) = class.grade(&[]);
    assert!(err.contains("answers to build and check: 0, "), "{err}");
    assert!(class.differences(&json).is_empty());
    for name in ["Ben", "Gerd", "Max"] {
        let student = class.students.iter().find(|student| student.name == name).expect("there");
        let (path, text) = &student.files()[0];
        class.write(&format!("{name}/{path}"), &format!("{text}// once more\n"));
    }
    let (json, err) = class.grade(&[]);
    assert!(err.contains("answers to build and check: 3, "), "{err}");
    assert!(class.differences(&json).is_empty());
}
