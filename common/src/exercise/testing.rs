//! Functions for the tests of lessons: pictures of any answers, and the program as a student starts it.
//!
//! [`lesson_tests!`](crate::lesson_tests) has the tests of every lesson, [`solution_tests!`](crate::solution_tests) those
//! of its solution; the rest is called by a lesson's own tests. Each function panics if what it asserts does not hold.

#![allow(clippy::missing_panics_doc)]

use crate::exercise::{
    Exercise, ExerciseApp, StudentAnswers,
    app::{picture, reports},
    command_line::arguments_without,
};
use crate::page_shaders;
use check::{Probe, Task};
use given::Course;
use graphics::{Picture, headless, testing::headless_or_skip};
use std::{
    collections::BTreeSet,
    marker::PhantomData,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use ui::Action;
use verdict::{SEED, source};
use window::{App, LessonPanel};

mod saves;
mod texts;

pub use saves::OpenLesson;
pub use texts::{cases_are_shown, figures_are_drawn_by, figures_are_kept, readme_says};

/// If this is set, a test that compares a picture with its file writes the file instead: then look at it.
pub const RENEW: &str = "ARMATURE_RENEW_PICTURES";

/// Sizes of the pictures that are compared with each other, in pixels: `SMALL` if there are many.
const SIZE: (u32, u32) = (640, 360);
const SMALL: (u32, u32) = (320, 180);
/// The fraction of a picture's pixels by which a mistake is seen.
const SEEN: f32 = 0.002;

/// Draws the lesson's scene by `answers`, as they are, and returns the messages about them, too.
pub fn draw<E: Exercise>(answers: &Course, size: (u32, u32)) -> (Picture, Vec<String>) {
    draw_with::<E>(answers, &E::Options::default(), size)
}

/// Draws the lesson's scene like [`draw`], with options from the command line.
pub fn draw_with<E: Exercise>(answers: &Course, options: &E::Options, size: (u32, u32)) -> (Picture, Vec<String>) {
    let (picture, mut app) = drawn::<E>(StudentAnswers::trusting(E::LESSON, *answers), options, size);
    (picture, reports(&mut app))
}

fn drawn<E: Exercise>(student: StudentAnswers, options: &E::Options, size: (u32, u32)) -> (Picture, ExerciseApp<E>) {
    let gl = headless::context().expect("OpenGL");
    let mut app = ExerciseApp::<E>::open(&gl, E::TIME, options, student).expect("the scene");
    (picture(&mut app, &gl, size).expect("a picture"), app)
}

/// Asserts that the finished lesson looks like `picture.png`, and that the starter does not.
pub fn looks_like_its_picture<E: Exercise>() {
    looks_like::<E>("picture.png", &E::LESSON.reference, (960, 540));
}

/// `answers` look like a picture in the lesson's folder, and the starter does not. To renew it after a
/// change that is meant, in `size` if there is none yet: set [`RENEW`], run the test, look at it.
pub fn looks_like<E: Exercise>(file: &str, answers: &Course, size: (u32, u32)) {
    looks_like_with::<E>(file, answers, &E::Options::default(), size);
}

/// Compares a picture like [`looks_like`], drawn with options from the command line.
pub fn looks_like_with<E: Exercise>(file: &str, answers: &Course, options: &E::Options, size: (u32, u32)) {
    let Some(_) = headless_or_skip(file) else { return };
    let path = folder::<E>().join(file);
    let kept = Picture::read_png(&path);
    let size = kept.map_or(size, |picture| (picture.width, picture.height));
    let (got, messages) = draw_with::<E>(answers, options, size);
    assert_eq!(messages, [""; 0], "{file}");
    is_kept(&got, &path);
    let (begin, _) = draw_with::<E>(&E::LESSON.starter(), options, size);
    assert!(!is_alike(&begin, &got), "{file}: the starter looks like the finished picture, within the tolerance");
}

/// Asserts that `got` looks like the picture in the file at `path`. With [`RENEW`] set, writes `got` to that file.
pub fn is_kept(got: &Picture, path: &Path) {
    let file = path.display();
    if std::env::var_os(RENEW).is_some() {
        got.write_png(path).expect("the file can be written");
    }
    let kept = Picture::read_png(path).unwrap_or_else(|error| panic!("{file}: {error}; set {RENEW}"));
    assert!(
        is_alike(got, &kept),
        "{file}: {:?}; if this change is meant, set {RENEW} and look at it",
        got.difference(&kept)
    );
}

/// Allows half a colour step on average; in an 8 x 8 block, where drivers place an edge elsewhere, 24.
fn is_alike(a: &Picture, b: &Picture) -> bool {
    a.difference(b).within(0.5, 24.0)
}

/// Each TODO alone as in the starter, the others finished: at least the fraction of the pixels that `lesson.toml`
/// names (`changes`) changes clearly.
pub fn every_todo_changes_the_picture<E: Exercise>() {
    let Some(_) = headless_or_skip("every_todo_changes_the_picture") else { return };
    let lesson = E::LESSON;
    let (finished, _) = draw::<E>(&lesson.reference, SIZE);
    for (todo, toml) in lesson.about.toml.todos.iter().enumerate() {
        let id = lesson.about.id(todo);
        let (picture, messages) = draw::<E>(&lesson.without(todo), SIZE);
        assert_eq!(messages, [""; 0], "{id}: an unfinished answer is an answer");
        let fraction = changed(&picture, &finished);
        assert!(
            fraction > toml.changes,
            "{id}: {fraction} of the pixels change, {} are wanted, {} s after the start (`TIME`); \
             does the scene's `frame` call it?",
            toml.changes,
            E::TIME
        );
    }
}

/// Every way to make a mistake is seen: in the state to which the card's figure goes, or else it changes a five-hundredth of the
/// scene's pixels clearly, or a number that describes the scene. If not, `lesson.toml` says why (`unseen`), and only then.
pub fn every_mistake_is_seen<E: Exercise>() {
    let Some(gl) = headless_or_skip("every_mistake_is_seen") else { return };
    let lesson = E::LESSON;
    let student = StudentAnswers::trusting(lesson, lesson.reference);
    let mut app = ExerciseApp::<E>::open(&gl, E::TIME, &E::small(), student).expect("the scene");
    let finished = picture(&mut app, &gl, SMALL).expect("a picture");
    let numbers = app.describe();
    let mut by_figure = 0;
    let mut by_scene = 0;
    let mut hidden = BTreeSet::new();
    let mut in_figure = BTreeSet::new();
    let todos = 0..lesson.checks.len();
    let ways = todos.clone().flat_map(|todo| lesson.ways(todo).map(move |way| (todo, way)));
    let verdicts = todos.flat_map(|todo| check::mistake_verdicts(lesson, todo, SEED));
    for ((todo, way), verdict) in ways.zip(verdicts) {
        let course = way.made_in(lesson.reference);
        texts::case_is_shown(E::FIGURES, lesson, &verdict, &course);
        // A figure is drawn sooner than the scene.
        if let Some((figure, values)) = texts::state_that_shows(E::FIGURES, lesson, &verdict, &course) {
            println!("{} {}: figure {} at {values:?}", way.todo, way.name, figure.name);
            by_figure += 1;
            in_figure.insert((todo, way.mistake));
            continue;
        }
        app.set_student(StudentAnswers::trusting(lesson, course));
        let fraction = changed(&picture(&mut app, &gl, SMALL).expect("a picture"), &finished);
        if fraction > SEEN || app.describe() != numbers {
            println!("{} {}: scene", way.todo, way.name);
            by_scene += 1;
            continue;
        }
        println!("{} {}: neither", way.todo, way.name);
        hidden.insert((todo, way.mistake));
    }
    let count = lesson.mistaken.len();
    println!("of {count} ways the figure shows {by_figure}, and the scene {by_scene} more");
    for (todo, toml) in lesson.about.toml.todos.iter().enumerate() {
        for (index, mistake) in toml.mistakes.iter().enumerate() {
            let [is_hidden, is_in_figure] = [&hidden, &in_figure].map(|ways| ways.contains(&(todo, index)));
            let name = format!("{} {}", lesson.about.id(todo), mistake.name);
            assert!(!is_hidden || mistake.unseen.is_some(), "{name}: neither the figure nor the scene shows it");
            assert!(
                is_hidden || !is_in_figure || mistake.unseen.is_none(),
                "{name}: the figure shows it, `unseen` does not"
            );
        }
    }
}

/// The text of F3 for `answers`, with options from the command line.
pub fn difference_in_words<E: Exercise>(answers: &Course, options: &E::Options) -> String {
    let app = compared::<E>(answers, options);
    app.difference().map_or_else(String::new, |difference| difference.text.clone())
}

/// Draws the scene by `answers` with F3 switched on.
fn compared<E: Exercise>(answers: &Course, options: &E::Options) -> ExerciseApp<E> {
    let mut student = StudentAnswers::trusting(E::LESSON, *answers);
    student.act(Action::Difference, None);
    drawn::<E>(student, options, SMALL).1
}

/// F3 reports a difference for each TODO alone as in the starter, the others finished. It compares by names, so each point has
/// one of its own.
pub fn every_todo_makes_a_difference<E: Exercise>() {
    let Some(_) = headless_or_skip("every_todo_makes_a_difference") else { return };
    let options = E::small();
    let mut names = BTreeSet::new();
    for line in compared::<E>(&E::LESSON.reference, &options).describe().lines() {
        assert!(!line.starts_with(": "), "a value without a name: \"{line}\"");
        if let Some((name, _)) = line.split_once(" is at (") {
            assert!(!name.is_empty(), "a point without a name: \"{line}\"");
            assert!(names.insert(name.to_owned()), "two points with the name \"{name}\"");
        }
    }
    let none = difference_in_words::<E>(&E::LESSON.reference, &options);
    for todo in 0..E::LESSON.checks.len() {
        let difference = difference_in_words::<E>(&E::LESSON.without(todo), &options);
        assert_ne!(difference, none, "{}", E::LESSON.about.id(todo));
    }
}

/// Asserts that the scene by `answers`, drawn with these options, differs clearly from the finished one in this fraction of
/// the pixels.
pub fn changes<E: Exercise>(answers: &Course, options: &E::Options, fraction: Range<f32>) {
    let Some(_) = headless_or_skip("changes") else { return };
    let [picture, finished] = [answers, &E::LESSON.reference].map(|by| draw_with::<E>(by, options, SIZE).0);
    let changed = changed(&picture, &finished);
    assert!(fraction.contains(&changed), "{changed} of the pixels change, not {fraction:?}");
}

/// Fraction of pixels that differ clearly.
pub fn changed(a: &Picture, b: &Picture) -> f32 {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    pixels.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 60)).count() as f32
        / (a.width * a.height) as f32
}

/// Answers that panic or do not compile are replaced: the picture is the finished one, and there is one message for each
/// TODO, for a function that it panicked.
pub fn unusable_answers_are_replaced_and_named<E: Exercise>() {
    let Some(_) = headless_or_skip("unusable_answers_are_replaced_and_named") else { return };
    let size = (320, 180);
    let mut unusable = E::LESSON.reference;
    E::LESSON.about.ids().into_iter().for_each(|id| unusable.take(id, &Course::UNUSABLE));
    let (picture, messages) = draw::<E>(&unusable, size);
    let (finished, _) = draw::<E>(&E::LESSON.reference, size);
    assert!(picture == finished, "the finished answers draw");
    assert_eq!(messages.len(), E::LESSON.checks.len(), "{messages:?}");
    for (id, task) in E::LESSON.about.todos {
        let name = match task {
            Task::Function(name) => format!("{id} {name}: panicked at"),
            Task::Shader(_) => format!("{id} "),
        };
        assert!(messages.iter().any(|line| line.starts_with(&name)), "\"{name}\": {messages:?}");
    }
}

/// Asserts that each shader TODO can be written in a page: its inputs are recorded, and each mistake has a text.
pub fn shaders_are_listed_for_a_page<E: Exercise>() {
    let Some(_) = headless_or_skip("shaders_are_listed_for_a_page") else { return };
    let list = page_shaders::list(E::LESSON).unwrap_or_else(|error| panic!("{error:#}"));
    for todo in list["todos"].as_array().unwrap() {
        let id = &todo["id"];
        let index = E::LESSON.about.todos.iter().position(|(known, _)| id == known).unwrap();
        let by_hand = E::LESSON.checks[index].by_hand().len();
        let count = todo["cases"].as_array().unwrap().len();
        assert!(
            count > Probe::COUNT.max(by_hand),
            "{id}: {count} inputs, {by_hand} of them by hand, which mistakes pass"
        );
        assert!(!todo["picture"]["frames"].as_array().unwrap().is_empty(), "{id}: no frames");
        for mistake in todo["mistakes"].as_array().unwrap() {
            let texts = mistake["texts"].as_array().unwrap();
            assert!(!texts.is_empty() && !texts.contains(&todo["right"]), "{id} {}: no text", mistake["name"]);
        }
    }
}

/// Asserts that the scene and all figures can be drawn by `wild` answers, such as NaN, that the camera stays where it sees, and
/// that the messages about them contain `names` in this order.
pub fn wild_answers_are_drawn<E: Exercise>(wild: &Course, names: &[&str]) {
    let Some(_) = headless_or_skip("wild_answers_are_drawn") else { return };
    let (_, mut app) = drawn::<E>(StudentAnswers::trusting(E::LESSON, *wild), &E::Options::default(), SMALL);
    let followed = app.subject().followed(E::TIME);
    assert!(followed.is_none_or(glam::Vec3::is_finite), "the camera follows {followed:?}");
    let messages = reports(&mut app);
    assert_eq!(messages.len(), names.len(), "one for each, in the order of the calls: {messages:?}");
    for (line, name) in messages.iter().zip(names) {
        assert!(line.contains(name), "\"{name}\": {messages:?}");
    }
    figures_are_drawn_by::<E>(wild);
}

/// Every Collada file in `assets/`, dialects included.
pub fn figures() -> Vec<PathBuf> {
    let folder = verdict::workspace::assets();
    let mut figures = Vec::new();
    for folder in [folder.join("dialects"), folder] {
        let files = std::fs::read_dir(folder).expect("assets").flatten().map(|entry| entry.path());
        figures.extend(files.filter(|file| file.extension().is_some_and(|e| e == "dae")));
    }
    figures.sort();
    assert!(figures.len() >= 17, "{figures:?}");
    figures
}

fn folder<E: Exercise>() -> PathBuf {
    source::lessons().join(E::LESSON.about.folder)
}

/// The tests of every lesson: the program's command line, the three-way verification of its checks, that
/// `lesson.toml` fits, its picture, that every TODO changes it and makes a difference for F3, and that it is drawn
/// without usable answers.
///
/// ```text
/// common::lesson_tests!(lesson_04::Window);
/// common::lesson_tests!(lesson_08::Window, options: ["--set", "pose=0.5"]); // of its own
/// ```
///
/// It is called in the root of the lesson's test program, whose other modules use its `PROGRAM` and `readme_says`.
#[macro_export]
macro_rules! lesson_tests {
    ($exercise:path $(, options: $options:expr)? $(,)?) => {
        use $crate::exercise::testing as lesson_testing;
        use $exercise as Tested;

        const PROGRAM: lesson_testing::Program<Tested> =
            lesson_testing::Program::new(env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))));

        /// README.md says so: for what it says of code.
        #[allow(dead_code)] // a lesson's text need not
        fn readme_says(words: &str) {
            lesson_testing::readme_says::<Tested>(words);
        }

        #[test]
        fn the_starter_is_not_started() {
            PROGRAM.the_starter_is_not_started();
        }

        #[test]
        fn the_finished_lesson_passes() {
            PROGRAM.the_finished_lesson_passes();
        }

        $(#[test]
        fn its_options_are_taken() {
            PROGRAM.draws_with(&$options);
        })?

        #[test]
        fn starter_and_mistakes() {
            ::check::three_way::verify(<Tested as $crate::exercise::Exercise>::LESSON);
        }

        #[test]
        fn no_seed_lets_a_mistake_pass() {
            ::check::three_way::no_seed_lets_a_mistake_pass(<Tested as $crate::exercise::Exercise>::LESSON);
        }

        #[test]
        fn the_finished_lesson_looks_like_its_picture() {
            lesson_testing::looks_like_its_picture::<Tested>();
        }

        #[test]
        fn every_todo_changes_the_picture() {
            lesson_testing::every_todo_changes_the_picture::<Tested>();
        }

        #[test]
        fn every_mistake_is_seen() {
            lesson_testing::every_mistake_is_seen::<Tested>();
        }

        #[test]
        fn every_todo_makes_a_difference() {
            lesson_testing::every_todo_makes_a_difference::<Tested>();
        }

        #[test]
        fn figures_are_kept() {
            lesson_testing::figures_are_kept::<Tested>();
        }

        #[test]
        fn cases_are_shown() {
            lesson_testing::cases_are_shown::<Tested>();
        }

        #[test]
        fn shaders_are_listed_for_a_page() {
            lesson_testing::shaders_are_listed_for_a_page::<Tested>();
        }

        #[test]
        fn unusable_answers_are_replaced_and_named() {
            lesson_testing::unusable_answers_are_replaced_and_named::<Tested>();
        }
    };
}

/// The tests of a lesson's solution, at the end of `tests/lesson/main.rs`: it passes:
/// `solution_tests!(lesson_04, joint_lines: JointLines)` for `solution::ANSWERS`.
#[macro_export]
macro_rules! solution_tests {
    ($lesson:ident, $field:ident: $table:ident) => {
        #[allow(unused_imports)] // the included file names its lesson's things as `crate::`
        use $lesson::*;

        #[path = "../../src/solution.rs"]
        #[allow(unreachable_pub)] // in the lesson the table is public
        #[allow(clippy::assigning_clones, clippy::needless_range_loop)]
        mod solution;

        /// Our solution, in a course of our answers.
        #[allow(dead_code)] // a lesson need not test more of it
        const SOLUTION: ::given::Course = ::given::Course {
    $field: ::given::table!(@ $lesson::$table, $lesson::Answers, solution::ANSWERS),
            ..$lesson::checks::REFERENCE
        };

        #[test]
        fn the_solution_passes() {
            ::check::three_way::solution_passes(&$lesson::checks::LESSON, SOLUTION);
        }
    };
}

/// Modules with the solutions of earlier lessons, which build.rs has copied:
/// `common::earlier_solutions!(of_02 "solution_02.rs", of_06 "solution_06.rs");`
#[macro_export]
macro_rules! earlier_solutions {
    ($($module:ident $file:literal),+ $(,)?) => {$(
        #[allow(unreachable_pub, clippy::all, clippy::pedantic)] // looked at in its own lesson
        mod $module {
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    )+};
}

/// The lesson's program, as a student and the workbook's command start it.
pub struct Program<E> {
    path: &'static str,
    exercise: PhantomData<fn() -> E>,
}

impl<E: Exercise> Program<E> {
    /// `Program::<Window>::new(env!("CARGO_BIN_EXE_lesson-04"))`.
    pub const fn new(path: &'static str) -> Self {
        Program { path, exercise: PhantomData }
    }

    /// Its command, with nothing on the line yet.
    pub fn command(&self) -> Command {
        Command::new(self.path)
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().expect("it starts")
    }

    /// The program starts with the arguments of a window whose answer to `todo` hung.
    pub fn starts_without(&self, todo: &str) {
        let Some(_) = headless_or_skip("starts_without") else { return };
        let output = self.command().arg("--describe").args(arguments_without(todo, &["00.1".into()])).output();
        let output = output.expect("it starts");
        assert!(output.status.success(), "{output:?}");
    }

    /// This value of an option is wrong usage, and the error contains `expected`.
    pub fn refuses(&self, option: &str, value: &str, expected: &str) {
        self.fails(&["--screenshot", "never.png", option, value], expected);
    }

    /// Asserts that the program rejects these arguments, with an error that contains `expected`.
    pub fn fails(&self, arguments: &[&str], expected: &str) {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }

    /// No TODO of the starter counts as started, and the exit code is no success.
    pub fn the_starter_is_not_started(&self) {
        let output = self.run(&["--check", "--json", "--as", "starter"]);
        let expected = vec!["not_started"; E::LESSON.checks.len()];
        assert_report(&output, &expected, 1);
    }

    /// The finished lesson passes; without OpenGL shaders are skipped, and that is no success.
    pub fn the_finished_lesson_passes(&self) {
        let arguments = ["--check", "--json", "--as", "reference"];
        let todos = E::LESSON.about.todos.iter();
        let without: Vec<&str> = todos.map(|(_, task)| if task.is_shader() { "skipped" } else { "pass" }).collect();
        let output = self.command().args(arguments).env(headless::SWITCH_OFF, "1").output();
        let output = output.expect("it starts");
        let code = if without.contains(&"skipped") { 3 } else { 0 };
        assert_report(&output, &without, code);
        if code == 0 || headless_or_skip("the_finished_lesson_passes").is_none() {
            return;
        }
        let output = self.run(&arguments);
        let all = vec!["pass"; without.len()];
        assert_report(&output, &all, 0);
    }

    /// The finished lesson draws a picture with `more` on the line, and prints no message.
    pub fn draws_with(&self, more: &[&str]) {
        let Some(_) = headless_or_skip("draws_with") else { return };
        let name = format!("armature-{}-{}.png", E::LESSON.about.folder, std::process::id());
        let file = std::env::temp_dir().join(name);
        let path = file.to_str().expect("UTF-8");
        let output = self.run(&[&["--screenshot", path, "--solution", "--size", "3x2"], more].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let picture = Picture::read_png(&file).expect("a PNG");
        assert_eq!((picture.width, picture.height), (3, 2), "a picture of a few pixels is one, too");
        std::fs::remove_file(&file).expect("it was there");
    }

    /// The finished scene in words, with `more` on the line, contains all of `lines`.
    pub fn describes(&self, more: &[&str], lines: &[&str]) {
        let Some(_) = headless_or_skip("describes") else { return };
        let output = self.run(&[&["--describe", "--solution"], more].concat());
        let messages = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        for line in lines {
            assert!(messages.contains(line), "\"{line}\": {messages}");
        }
    }

    /// The scene in words, with `--mine`, names the source of each answer to a TODO of an earlier lesson, and contains
    /// `more`.
    pub fn names_running_code(&self, more: &[&str]) {
        let Some(_) = headless_or_skip("says_whose_code_is_running") else { return };
        let output = self.run(&["--mine", "--describe"]);
        let messages = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        for (id, _) in E::LESSON.earlier.iter().flat_map(|earlier| earlier.todos) {
            let line = messages.lines().find(|line| line.starts_with(id));
            let line = line.unwrap_or_else(|| panic!("{id} is missing: {messages}"));
            assert!(line.contains(": yours;") || line.contains(": ours ("), "{line}");
        }
        for line in more {
            assert!(messages.contains(line), "\"{line}\": {messages}");
        }
    }
}

/// Asserts that the report of a check has these statuses, and that the program has ended with this exit code.
fn assert_report(output: &Output, expected: &[&str], code: i32) {
    let report = String::from_utf8_lossy(&output.stdout);
    let verdicts: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let verdicts = verdicts.as_array().expect("a list").iter();
    let statuses: Vec<&str> = verdicts.map(|v| v["status"].as_str().expect("a status")).collect();
    assert_eq!((&statuses[..], output.status.code()), (expected, Some(code)), "{report}");
}
