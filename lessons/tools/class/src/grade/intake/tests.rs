use super::*;
use testing::zip::{deflated, link, stored, zip};
use verdict::build::lesson;

/// A class's folder.
struct ClassFolder {
    folder: tempfile::TempDir,
    lessons: Vec<LessonFolder>,
}

impl ClassFolder {
    fn new() -> Self {
        ClassFolder { folder: tempfile::tempdir().unwrap(), lessons: lesson::with_own_program().unwrap() }
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn read(&self, only: &str) -> (Vec<Submission>, Vec<String>) {
        let only = self.lessons.iter().find(|lesson| lesson.number == only);
        let wanted = Wanted { lessons: &self.lessons, only };
        read_all(&[self.folder.path().to_owned()], Path::new("none"), wanted).unwrap()
    }

    /// Returns the text of each student's exercise of lesson 01, or what is said, as `name: text`.
    fn exercises(&self) -> Vec<String> {
        let mut found = Vec::new();
        for Submission { name, id, is_late, lessons, problems, .. } in self.read("01").0 {
            let text = lessons.get("01").and_then(|files| files.get("exercise.rs"));
            let late = if is_late { " late" } else { "" };
            found.push(format!("{name} {id}{late}: {}", text.unwrap_or(&problems.join(" "))));
        }
        found
    }

    fn starter(&self, number: &str) -> String {
        let lesson = self.lessons.iter().find(|lesson| lesson.number == number).unwrap();
        lesson.starter(&lesson.files()[0]).unwrap()
    }
}

/// What a student calls a file takes no neighbour's row, no mark of lateness, and no class.
#[test]
fn a_name_that_a_student_chose_decides_nothing() {
    let class = ClassFolder::new();
    class.write("mulleranna_LATE_1203_56781_1301_assignsubmission_file_exercise.rs", "anna");
    class.write("oztuerkben_1301_56790_exercise.rs", "ben");
    class.write("rose_7_56791_exercise-1.rs", "rose");
    class.write("grades.csv", "x");
    assert_eq!(class.exercises(), ["mulleranna 1203 late: anna", "oztuerkben 1301: ben", "rose 7: rose"]);
    assert_eq!(class.read("01").1.len(), 1, "the list is no submission");

    let class = ClassFolder::new();
    for (path, text) in [("anna exercise.rs", "anna"), ("exercise-carla.rs", "carla"), ("own/exercise.rs", "own")] {
        class.write(path, text);
    }
    class.write("dora.zip", zip(&[deflated("x/exercise.rs", b"dora")]));
    assert_eq!(class.exercises(), ["anna exercise : anna", "dora : dora", "exercise-carla : carla", "own : own"]);

    let class = ClassFolder::new();
    class.write("Jo Ö_7_assignsubmission_file_/x_9_assignsubmission_file_exercise.rs", "jo");
    class.write("Jo Ö_8_assignsubmission_file_/exercise.rs", "other");
    assert_eq!(class.exercises(), ["Jo Ö 7: jo", "Jo Ö (2) 8: other"]);
    class.write("Cargo.toml", "");
    class.write("lessons/x", "");
    let wanted = Wanted { lessons: &class.lessons, only: None };
    let error = read_all(&[class.folder.path().to_owned()], Path::new("none"), wanted).unwrap_err().to_string();
    assert!(error.contains("one student's course"), "{error}");
}

#[test]
fn the_one_that_is_begun_counts_and_of_two_none() {
    let class = ClassFolder::new();
    let starter = class.starter("01");
    // An earlier version of the starter, with another comment.
    class.write("onedrive/exercise.rs", format!("// Read this first.\n{starter}"));
    class.write("onedrive/exercise-DESKTOP-4F2.rs", "done");
    class.write("wes/exercise.rs", &starter);
    class.write("wes/solution/01-robot-arm/exercise.rs", "done");
    class.write("two/exercise.rs", "one");
    class.write("two/exercise 2.rs", "two");
    class.write("copies/exercise.rs", "same");
    class.write("copies/exercise (1).rs", "same");
    class.write("clone/lessons/01-robot-arm/exercise.rs", "now");
    class.write("clone/kept/1/lessons/01-robot-arm/exercise.rs", "once");
    class.write("idle/exercise.rs", &starter);
    class.write("built/target/debug/exercise.rs", "no");
    let found = class.exercises();
    let expected = [
        "built : nothing was handed in: there is no file in it.",
        "clone : now",
        "copies : same",
        &format!("idle : {starter}"),
        "onedrive : done",
        "two : exercise 2.rs and exercise.rs are both for exercise.rs of lesson 01, and differ: neither counts. Hand in one of them.",
        &format!("wes : {starter}"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn shaders_and_a_program_of_ones_own() {
    let class = ClassFolder::new();
    let shader = "#version 330 core\nvoid main() { gl_Position = vec4(1.0); }\n";
    for folder in ["course/own/src", "Desktop/animation course/own/src"] {
        let student = folder.replace('/', "-");
        class.write(&format!("{student}/{folder}/scene.rs"), "scene");
        class.write(&format!("{student}/{folder}/main.rs"), "main");
        class.write(&format!("{student}/{folder}/my-floor.vert"), shader);
        class.write(&format!("{student}/{folder}/shapes/mod.rs"), "shapes");
        class.write(&format!("{student}/{folder}/.x/../a b.rs"), "no");
        class.write(&format!("{student}/lessons/19-own-program/course/own/src/scene.rs"), "the course's");
        class.write(&format!("{student}/shaders/04-joint-lines/joints.vert"), shader);
        class.write(&format!("{student}/shaders/04-joint-lines/starter/joints.vert"), "// TODO\n");
        class.write(&format!("{student}/shaders/common/joints.vert"), "// the course's\n");
        // A clone of the course has hundreds of other sources.
        for number in 0..300 {
            class.write(&format!("{student}/common/src/{number}.rs"), "the course's");
        }
    }
    for submission in class.read("04").0 {
        let own: Vec<&str> = submission.lessons["19"].keys().map(String::as_str).collect();
        assert_eq!(own, ["my-floor.vert", "scene.rs", "shapes/mod.rs"]);
        assert_eq!(submission.lessons["19"]["scene.rs"], "scene");
        assert_eq!(submission.lessons["04"]["joints.vert"], shader);
    }
}

#[test]
fn damaged_and_hostile_archives() {
    let good = zip(&[deflated("a/01-robot-arm/exercise.rs", &[b'x'; 1000]), stored("a/.git/exercise.rs", b"no")]);
    let record = good.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let damaged = |offset: usize, value: &[u8]| {
        let mut bytes = good.clone();
        bytes[record + offset..record + offset + value.len()].copy_from_slice(value);
        bytes
    };
    let nested = zip(&[stored("lesson-01.zip", b"PK"), link("exercise.rs", "/etc/passwd")]);
    let outside = zip(&[deflated("../exercise.rs", b"x"), deflated("/etc/exercise.rs", b"x")]);
    let bomb = zip(&[deflated("exercise.rs", &vec![b' '; 40 << 20])]);
    let latin = zip(&[deflated("exercise.rs", b"// f\xfcr dich\n")]);
    for (bytes, expected) in [
        (good.clone(), "x"),
        (damaged(8, &[9, 0]), "refused"),
        (damaged(10, &[93, 0]), "refused"),
        (damaged(16, &[0; 4]), "refused"),
        (good[..good.len() - 30].to_vec(), "cannot be read as a zip"),
        (nested, "exercise.rs and 1 more: not read"),
        (outside, "x"),
        (bomb, "too many for an answer"),
        (latin, "it is not UTF-8: save it again"),
    ] {
        let class = ClassFolder::new();
        class.write("anna.zip", bytes);
        let found = class.exercises();
        assert!(found[0].contains(expected), "{expected}: {found:?}");
    }
}
