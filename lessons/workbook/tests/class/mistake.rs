//! `author mistake`, on the course of the class.

use super::{Course, DOUBLE, EXERCISE, MEAN, exercise, has_sandbox};
use std::process::Command;

const MISTAKES: &str = "workspace/lessons/71-numbers/course/src/mistakes.rs";
const TOML: &str = "workspace/lessons/71-numbers/lesson.toml";

/// Whether it was written, and what was said.
fn author(course: &Course, answer: &str, name: &str) -> (bool, String) {
    course.write("answers/Jörg's.rs", answer);
    let mut command = Command::new(env!("CARGO_BIN_EXE_workbook"));
    command.args(["author", "mistake", "71.1", "--name", name, "--from"]);
    let output = course.here(command.arg(course.path("answers/Jörg's.rs"))).output();
    let output = output.expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
#[cfg(target_os = "linux")]
fn a_wrong_answer_becomes_a_named_mistake() {
    if !has_sandbox() {
        return;
    }
    let course = Course::new("course");
    let before = [course.read(MISTAKES), course.read(TOML)];
    let mut folder = Command::new(env!("CARGO_BIN_EXE_workbook"));
    folder.args(["author", "mistake", "71.1", "--name", "NEW", "--from"]);
    let output = course.here(folder.arg(course.path("workspace"))).output().expect("it starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("is a folder: name the exercise.rs in it"), "{message}");
    for (double, name, says) in [
        ("n * n", "NEW", "it has a name already, SQUARED: the number is multiplied by itself."),
        ("n + n", "NEW", "it is right"),
        ("n * 1.0", "NEW", "apart: from the placeholder it differs on 0 of 4 probes, by 0.0 tol"),
        ("n * 2.0 + 0.005", "NEW", "from the right answer it differs on 4 of 4 probes, by 5.0 tol"),
        ("tripled(n)", "NEW", "What it calls must be in the same file.\nerror[E0425]"),
        ("n * 3.0", "NOT-DIVIDED", "lesson 71 has a mistake NOT-DIVIDED already"),
        ("n * 3.0", "Tripled", "should be like ONE-LEVEL"),
    ] {
        let (written, message) = author(&course, &exercise(double, MEAN), name);
        assert!(!written && message.contains(says), "{double}: {message}");
        assert_eq!([course.read(MISTAKES), course.read(TOML)], before, "{double}");
    }

    // Only the function, as a report shows it, and what it calls.
    let part = "fn double(n: f32) -> f32 {\n    n * FACTOR // Jörg\n}\nconst FACTOR: f32 = 3.0;\n";
    let (written, message) = author(&course, part, "TRIPLED");
    assert!(written, "{message}");
    for says in [
        "71.1 double           FAIL   seed 41\n     double 0: expected",
        "it is compared with 4 answers; the nearest:\n     from the right answer it differs on 4",
        "     from SQUARED it differs on 4 of 4 probes, by ",
        "No known mistake explains it by itself (seeds [41, 7, 20250]); now it is TRIPLED",
    ] {
        assert!(message.contains(says), "{message}");
    }
    // What only two mistakes together explain may be one.
    let (written, message) = author(&course, &exercise("-n * n", MEAN), "SIGN-OF-ONE");
    assert!(written && message.contains("SQUARED+NEGATED"), "{message}");
    let (mistakes, toml) = (course.read(MISTAKES), course.read(TOML));
    assert!(mistakes.contains("mistake(\"TRIPLED\")") && !mistakes.contains("Jörg"), "{mistakes}");
    assert!(toml.contains("name = \"TRIPLED\"\naspect = \"AUTHOR: "), "{toml}");

    // Without its words no student hears of it, but it is known.
    course.clone_of("Ida", &exercise("n + n + n", MEAN));
    let output = course.grade(&[]);
    assert!(output.status.success());
    let report = course.read("grades/students/Ida/report.txt");
    assert!(report.contains("71.1") && !report.contains("TRIPLED") && !report.contains("AUTHOR"));
    let (_, message) = author(&course, &exercise("n + n + n", MEAN), "NEW");
    assert!(message.contains("cannot be told apart: from TRIPLED it differs on 0"), "{message}");

    course.write(TOML, &toml.replace("AUTHOR: ", ""));
    let (_, message) = author(&course, &exercise("n + n + n", MEAN), "NEW");
    assert!(message.contains("it has a name already, TRIPLED: what the answer does"), "{message}");
    assert_eq!(course.read(&format!("workspace/{EXERCISE}")), exercise(DOUBLE, MEAN));
}
