//! Archives, as the loader's own tests make them.

use super::*;
use testing::zip::{stored, zip};
use verdict::build::lesson;

/// Returns a submission of these files, where all lessons are graded. A path may have a date after `@`.
fn submission(files: &[(&str, &str)]) -> Submission {
    submission_to(None, files)
}

/// Returns a submission of these files, where `only` one lesson is graded.
fn submission_to(only: Option<&str>, files: &[(&str, &str)]) -> Submission {
    submission_of(&lesson::all().unwrap(), only, files)
}

fn submission_of(lessons: &[LessonFolder], only: Option<&str>, files: &[(&str, &str)]) -> Submission {
    let wanted = Wanted::new(lessons, only.and_then(|number| lessons.iter().find(|l| l.number == number)));
    let mut reader = Reader::new(&wanted);
    for (path, text) in files {
        if wanted.may_be(path) {
            let time = path.split_once('@').map_or("", |(_, time)| time).into();
            let changed = Time { clock: Clock::File, time };
            reader.candidates.push(Candidate::new((*path).into(), text, changed));
        }
    }
    let mut submission = Submission::default();
    submission.assign_files(&mut reader);
    Submission { problems: reader.problems.iter().map(Problem::sentence).collect(), ..submission }
}

fn exercise<'a>(submission: &'a Submission, lesson: &str) -> Option<&'a str> {
    Some(submission.lessons.get(lesson)?.get(EXERCISE)?)
}

const THIRD: &str = "fn matrices() {}\n";

#[test]
fn an_exercise_is_known_by_its_path_or_as_the_only_lessons() {
    let clone = submission(&[
        ("lessons/03-joint-lines/exercise.rs", "mine"),
        ("lessons/03-joint-lines/src/starter.rs", "not mine"),
        ("lessons/03-joint-lines/src/solution.rs", "not mine"),
        ("kept/03-joint-lines/exercise.rs", "of earlier"),
        ("backup/lessons/03-joint-lines/exercise.rs", "older"),
        ("target/03-joint-lines/exercise.rs", "no"),
        ("shaders/03-joint-lines/joints.vert", "my shader\r\n"),
        ("shaders/03-joint-lines/starter/joints.vert", "not mine"),
        ("shaders/03-joint-lines/joints.frag", "not a TODO"),
    ]);
    assert_eq!(exercise(&clone, "03"), Some("mine"));
    assert_eq!(clone.lessons["03"]["joints.vert"], "my shader\n");
    assert_eq!((clone.lessons.len(), clone.lessons["03"].len()), (1, 2));
    let backup = "03-joint-lines: lessons/03-joint-lines/exercise.rs is graded, and not \
                  backup/lessons/03-joint-lines/exercise.rs: it is the outermost.";
    assert_eq!(clone.problems, [backup]);

    for path in ["My Exercise.rs", "hand-in/exercise.rs", "exercise-02.rs"] {
        assert_eq!(exercise(&submission_to(Some("03"), &[(path, "mine")]), "03"), Some("mine"));
        let missing = submission(&[(path, "mine")]);
        let why = "refused, as its path names no lesson. `cargo workbook hand-in 03` writes a file that does.";
        assert_eq!((missing.lessons.len(), &missing.problems[..]), (0, &[format!("{path}: {why}")][..]));
    }
    let shader = submission_to(Some("03"), &[("joints.vert", "mine"), ("waves.vert", "not of this lesson")]);
    assert_eq!(shader.lessons["03"].len(), 1, "{shader:?}");
    let two = submission(&[("a/03-joint-lines/exercise.rs", "a"), ("b/03-joint-lines/exercise.rs", "b")]);
    assert_eq!(exercise(&two, "03"), Some("a"));
    let first = "03-joint-lines: a/03-joint-lines/exercise.rs is graded, and not b/03-joint-lines/exercise.rs: it is the first.";
    assert_eq!(two.problems, [first]);
    let [one, second] = ["v1/03-joint-lines/exercise.rs", "v2 final/03-joint-lines/exercise.rs"];
    let versions = submission(&[(one, "a"), (second, "b")]);
    assert_eq!(exercise(&versions, "03"), Some("b"));
    let higher = format!("03-joint-lines: {second} is graded, and not {one}: it has the higher number.");
    assert_eq!(versions.problems, [higher]);
    let [newer, older] = ["v1@2026-11-23/03-joint-lines/exercise.rs", "v2@2026-11-22/03-joint-lines/exercise.rs"];
    let dated = submission(&[(older, "b"), (newer, "a")]);
    assert_eq!(exercise(&dated, "03"), Some("a"));
    assert!(dated.problems[0].ends_with(": it was changed last."), "{dated:?}");
}

#[test]
fn a_diary_counts_once_for_each_lesson() {
    let class = Class(tempfile::tempdir().unwrap());
    let text = "03.1 +0.0 min FAIL\n03.1 +1.0 min pass\n";
    for (path, text) in [("a/diary.txt", text), ("b/diary.txt", &format!("{text}04.1 pause pass\nI am Ada.\n"))] {
        class.write(&format!("Ada/{path}"), text);
    }
    class.write("Ada/lessons/03-joint-lines/exercise.rs", THIRD);
    let submissions = class.read(&[""]).unwrap().0;
    assert_eq!(diary::lines(&submissions[0].diary), format!("{text}04.1 pause pass\n"));
    assert!(submissions[0].problems.is_empty(), "{submissions:?}");
}

/// Files keep their names where they are built, so no name is more than letters and an ending.
#[test]
fn a_program_of_the_students_own_is_taken_whole() {
    let lessons = lesson::with_own_program().unwrap();
    for only in [None, Some("19")] {
        let mine = submission_of(
            &lessons,
            only,
            &[
                ("Anna/own/src/scene.rs", "mine"),
                ("Anna/own/src/figure.rs", "mine"),
                ("Anna/own/src/lit.vert", "mine"),
                ("Anna/lessons/03-joint-lines/exercise.rs", "mine"),
                ("Anna/own/src/main.rs", "a window"),
                ("Anna/own/src/a b.rs", "no name"),
                ("Anna/own/src/.rs", "no name"),
                ("Anna/own/src/a\";.rs", "no name"),
                ("Anna/own/build.rs", "not mine"),
                ("Anna/own/Cargo.toml", "not mine"),
                ("Anna/lessons/19-own-program/course/own/src/gui.rs", "the solution"),
                ("Anna/lessons/19-own-program/a\".rs", "not mine"),
                ("target/own/src/keys.rs", "no"),
            ],
        );
        let files: Vec<&str> = mine.lessons["19"].keys().map(String::as_str).collect();
        assert_eq!(files, ["figure.rs", "lit.vert", "scene.rs"], "{mine:?}");
        assert_eq!(exercise(&mine, "03"), Some("mine"));
    }
}

#[test]
fn a_starter_never_wins_and_whatever_is_left_out_is_told() {
    let lesson = lesson::find("03").unwrap();
    let starter = lesson.starter(&lesson.files()[0]).unwrap();
    let place = "armature-main/lessons/03-joint-lines";
    let own = format!("{place}/exercise.rs");
    for name in ["exercise-DESKTOP-4F2.rs", "exercise 2.rs", "exercise (1).rs"] {
        let copy = format!("{place}/{name}");
        let synced = submission(&[(&own, &starter), (&copy, "mine")]);
        assert_eq!(exercise(&synced, "03"), Some("mine"));
        let problem = format!("03-joint-lines: {copy} is graded, and not {own}: that is as it was handed out.");
        assert_eq!(synced.problems, [problem]);
        // The other way round the copy is nobody's work.
        let begun = submission(&[(&own, "mine"), (&copy, &starter)]);
        assert_eq!((exercise(&begun, "03"), &begun.problems[..]), (Some("mine"), &[][..]));
    }
    let folder = "shaders/03-joint-lines";
    let starter = lesson.starter(&lesson.files()[1]).unwrap();
    let [own, copy, other] = ["joints.vert", "joints (1).vert", "joints.frag"].map(|name| format!("{folder}/{name}"));
    let again = submission(&[(&own, &starter), (&copy, "mine"), (&other, "no TODO")]);
    assert_eq!((again.lessons["03"]["joints.vert"].as_str(), again.lessons["03"].len()), ("mine", 1));
    let problem = format!("03-joint-lines: {copy} is graded, and not {own}: that is as it was handed out.");
    assert_eq!(again.problems, [problem]);
    let many: Vec<(String, String)> = (0..52).map(|n| (format!("{place}/exercise {n}.rs"), format!("{n}"))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(path, text)| (&**path, &**text)).collect();
    let problem = submission(&many).problems;
    assert!(
        problem.len() == 1 && problem[0].contains("exercise 50.rs and 50 other files: it has the higher"),
        "{problem:?}"
    );
}

struct Class(tempfile::TempDir);

impl Class {
    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Returns the submissions at these paths, and the entries that are not submissions.
    fn read(&self, paths: &[&str]) -> Result<(Vec<Submission>, Vec<String>)> {
        let lessons = lesson::all().unwrap();
        let third = lessons.iter().find(|lesson| lesson.number == "03");
        let paths: Vec<PathBuf> = paths.iter().map(|path| self.0.path().join(path)).collect();
        let mut ignored = Vec::new();
        let out = self.0.path().join("grades");
        let submissions = read_all(&paths, &out, &Wanted::new(&lessons, third), &mut ignored)?;
        Ok((submissions, ignored))
    }

    fn names(&self, paths: &[&str]) -> Vec<String> {
        self.read(paths).unwrap().0.into_iter().map(|submission| submission.name).collect()
    }
}

#[test]
fn one_submission_or_a_folder_of_them() {
    let class = Class(tempfile::tempdir().unwrap());
    class.write("J\u{f6}rg M\u{fc}ller/lessons/03-joint-lines/exercise.rs", "a");
    class.write("Ben exercise.rs", THIRD);
    class.write("ben exercise/exercise.rs", THIRD);
    class.write(".DS_Store", "");
    class.write(".hidden/exercise.rs", THIRD);
    class.write("list\u{1b}[2J\u{202e}\n.csv", "");
    class.write("Jane.rar", "");
    let ignored = class.read(&[""]).unwrap().1;
    let ignored: Vec<&str> = ignored.iter().map(|path| path.rsplit('/').next().unwrap()).collect();
    assert_eq!(ignored, ["Jane.rar", "list\\u{1b}[2J\\u{202e}\\n.csv"], "none is a submission");
    assert_eq!(class.names(&[""]), ["ben exercise", "Ben exercise (2)", "J\u{f6}rg M\u{fc}ller"]);
    assert_eq!(class.names(&["ben exercise", "Ben exercise.rs"]), ["ben exercise", "Ben exercise (2)"]);
    assert!(class.read(&["nobody"]).unwrap_err().to_string().contains("nobody"));
    fs::create_dir(class.0.path().join("none")).unwrap();
    assert!(class.read(&["none"]).unwrap_err().to_string().contains("no submission"));
    // Both reports would be in the folder of the first 200 letters.
    for last in ["n", "N"] {
        class.write(&format!("long/{}{last}/exercise.rs", "n".repeat(210)), THIRD);
    }
    let long = class.names(&["long"]);
    assert!(long[1].ends_with("n (2)") && long[1].len() < 200, "{long:?}");
    // Loose files: of one student, or of several.
    class.write("loose/exercise.rs", "");
    class.write("several/Anna-exercise.rs", "");
    class.write("several/Ben.zip", "");
    assert_eq!(class.names(&["loose", "several"]), ["loose", "Anna-exercise", "Ben"]);
}

#[test]
fn several_files_of_one_student_from_canvas() {
    let class = Class(tempfile::tempdir().unwrap());
    class.write("canvas/ampelanna_1203_56770_exercise.rs", "//! Lesson 03: the first.");
    class.write("canvas/ampelanna_1203_56795_exercise-1.rs", THIRD);
    class.write("canvas/ampelanna_1203_56790_joints.vert", "mine");
    class.write("canvas/ben_LATE_44_9912_exercise.rs", "fn broken(");
    class.write("canvas/ben_45_9913_my exercise.rs", "//! Lesson 03: lines.\nfn broken(");
    class.write("canvas/grades.csv", "not looked at");
    let canvas = class.read(&["canvas"]).unwrap().0;
    let found: Vec<_> = canvas.iter().map(|s| (s.name.as_str(), s.lessons["03"].len())).collect();
    assert_eq!(found, [("ampelanna", 2), ("ben (45)", 1), ("ben (44)", 1)]);
    assert_eq!(exercise(&canvas[0], "03"), Some(THIRD));
    let befores: Vec<_> = canvas.iter().map(|s| (s.before.as_str(), s.late)).collect();
    assert_eq!(befores, [("ampelanna_1203_56770_", false), ("ben_45_9913_", false), ("ben_LATE_44_9912_", true)]);
    assert!(canvas.iter().all(|s| s.changed.time.starts_with("20")), "{canvas:?}");
    let [again] = &canvas[0].problems[..] else { panic!("{canvas:?}") };
    let graded = "03-joint-lines: exercise-1.rs is graded, and not exercise.rs: it ";
    assert!(again.starts_with(graded), "{again}");
}

#[test]
fn archives_and_what_cannot_be_read_in_the_folders_of_moodle() {
    let class = Class(tempfile::tempdir().unwrap());
    let folder = "moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_file_";
    class.write(&format!("{folder}/answer.7z"), "");
    class.write(&format!("{folder}/exercise.rs.txt"), THIRD);
    class.write(&format!("{folder}/lesson3.txt"), THIRD);
    class.write(&format!("{folder}/01-robot-arm/exercise.rs"), "one");
    class.write(&format!("{folder}/02-hierarchy/exercise.rs"), "two");
    class.write("moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_onlinetext_/text.html", "Hello");
    class.write("eve/Eve_8_assignsubmission_file_/letter.html", "Hello");
    let mine = zip(&[stored("repo-main/lessons/03-joint-lines/exercise.rs", b"mine")]);
    fs::write(class.0.path().join(folder).join("mine.zip"), mine).unwrap();
    for path in ["moodle", folder] {
        let submissions = class.read(&[path]).unwrap().0;
        let [moodle] = &submissions[..] else { panic!("{path}") };
        assert_eq!((moodle.name.as_str(), moodle.id.as_str()), ("J\u{f6}rg M\u{fc}ller", "10312"));
        let found = ["01", "02", "03"].map(|lesson| exercise(moodle, lesson));
        assert_eq!(found, [Some("one"), Some("two"), Some("mine")]);
        assert_eq!(moodle.problems, [format!("exercise.rs.txt: {NOT_READ}.")]);
    }
    class.write("dan/Dan_9_assignsubmission_file_/lesson3.txt", THIRD);
    let dan = class.read(&["dan"]).unwrap().0;
    assert_eq!(dan[0].problems, [format!("lesson3.txt: {NOT_READ}.")]);
    let eve = class.read(&["eve"]).unwrap().0;
    assert_eq!(eve[0].problems, [format!("letter.html: {NOT_READ}.")]);
}
