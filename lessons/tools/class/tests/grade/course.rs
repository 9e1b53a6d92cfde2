//! A course with one lesson that draws nothing, a class that hands in, and canaries outside of both.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::zip::{File, deflated, zip};
use verdict::source::files_below;

const HEAD: &str = "//! Lesson 71: numbers. This is the only file you edit.\n\nuse crate::Answers;\n\n\
    /// What the lesson calls.\npub const ANSWERS: Answers = Answers { double, mean };\n\n";
pub(crate) const DOUBLE: &str = "n * 2.0";
pub(crate) const MEAN: &str =
    "let mut sum = 0.0;\n    for number in numbers {\n        sum += number;\n    }\n    sum / numbers.len() as f32";
pub(crate) const NO_DOUBLE: &str = "// TODO 71.1: twice as much\n    n";
pub(crate) const NO_MEAN: &str =
    "// TODO 71.2: the sum of all, divided by how many there are\n    let _ = numbers; // you will need them\n    0.0";

pub(crate) const EXERCISE: &str = "lessons/71-numbers/exercise.rs";
/// Content of a canary's file.
pub(crate) const SONG: &str = "the canary sings";

/// Returns an exercise with these bodies.
pub(crate) fn exercise(double: &str, mean: &str) -> String {
    format!(
        "{HEAD}fn double(n: f32) -> f32 {{\n    {double}\n}}\n\nfn mean(numbers: &[f32]) -> f32 {{\n    {mean}\n}}\n"
    )
}

/// The folder of a course, its class and the canaries. It stays, so that a second run builds little.
pub(crate) struct Course {
    root: PathBuf,
}

impl Course {
    pub(crate) fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let course = Course { root };
        for gone in ["class", "grades", "canaries", "workspace/target/grade/verdicts"] {
            let _ = fs::remove_dir_all(course.root.join(gone));
        }
        let repository = fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../../..")).expect("the repository");
        let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/class");
        for path in files_below(&template) {
            let below = path.strip_prefix(&template).expect("a file of it").display();
            let text = fs::read_to_string(&path).expect("UTF-8").replace("ROOT", &repository.display().to_string());
            course.write(&format!("workspace/{below}"), &text);
        }
        // What is compiled for the course is taken from there.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder");
        let config = include_str!("../../../../../.cargo/config.toml")
            .replace("target-dir = \"target\"", &format!("target-dir = '{}'", target.display()));
        course.write("workspace/.cargo/config.toml", &config);
        let lock = fs::read_to_string(repository.join("Cargo.lock")).expect("a lock file");
        course.write("workspace/Cargo.lock", &lock);
        // The instructor has solved it: that is nobody's answer.
        course.write(&format!("workspace/{EXERCISE}"), &exercise(DOUBLE, MEAN));
        course.write("canaries/song.txt", SONG);
        // As in a course that has been built: cargo removes what no package needs.
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(course.path("workspace")).args(["update", "--workspace", "--offline", "--quiet"]);
        assert!(cargo.status().expect("cargo starts").success());
        course
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(crate) fn canary(&self, name: &str) -> String {
        self.path("canaries").join(name).display().to_string()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        // As the command does: cargo goes by the time of the last change.
        if fs::read_to_string(&path).is_ok_and(|known| known == text) {
            return;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Writes a submission as a clone.
    pub(crate) fn clone_of(&self, student: &str, exercise: &str) {
        self.write(&format!("class/{student}/{EXERCISE}"), exercise);
    }

    /// Writes a submission as an archive, with other files before the exercise.
    pub(crate) fn zip_of(&self, student: &str, exercise: &str, others: Vec<File<'_>>) {
        let path = self.path(&format!("class/{student}.zip"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let name = format!("My work/{EXERCISE}");
        let files = [others, vec![deflated(&name, exercise.as_bytes())]].concat();
        fs::write(path, zip(&files)).expect("a file");
    }

    /// Grades the class, and returns what is printed to standard error.
    pub(crate) fn grade(&self, options: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_class"));
        // An endless loop takes all of its time; a right answer takes milliseconds.
        command.args(["grade", "--time", "2"]).arg(self.path("class")).arg("--out").arg(self.path("grades"));
        command.env("ARMATURE_CANARY", SONG).env("ARMATURE_WORKSPACE", self.path("workspace"));
        command.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_TARGET_DIR");
        let output = command.args(options).output().expect("the command starts");
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        println!("{messages}");
        assert!(output.status.success());
        messages
    }

    /// Returns the results of the class.
    pub(crate) fn class_json(&self) -> Value {
        serde_json::from_str(&self.read("grades/class.json")).expect("JSON")
    }

    /// Returns a student's report.
    pub(crate) fn report(&self, student: &str) -> String {
        self.read(&format!("grades/students/{}.txt", student.replace(['<', '>'], "_")))
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}
