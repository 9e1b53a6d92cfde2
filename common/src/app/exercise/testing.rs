//! For the tests of lessons: pictures of any answers, and the program as a student starts it.
//!
//! A lesson's `tests/picture.rs` and `tests/program.rs` are tables with calls of these.

use super::{
    Exercise, ExerciseApp,
    exercise_app::{picture, said},
};
use crate::{
    app::{NO_DISPLAY, StudentAnswers},
    check::{AnswerSource, Task},
    graphics::{Picture, headless, testing::headless_or_skip},
};
use std::{
    marker::PhantomData,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Set, a test that compares a picture with its file writes the file instead: then look at it.
pub const RENEW: &str = "ARMATURE_RENEW_PICTURES";

/// Of the pictures that are compared with each other, in pixels.
const SIZE: (u32, u32) = (640, 360);

/// The lesson's scene by `answers`, as they are, and what was said about them.
///
/// # Panics
/// If it cannot be drawn.
pub fn draw<E: Exercise>(answers: &E::Answers, size: (u32, u32)) -> (Picture, Vec<String>) {
    draw_with::<E>(answers, &E::Options::default(), size)
}

/// The same with options from the command line.
///
/// # Panics
/// If it cannot be drawn.
pub fn draw_with<E: Exercise>(
    answers: &E::Answers,
    options: &E::Options,
    size: (u32, u32),
) -> (Picture, Vec<String>) {
    let gl = headless::context().expect("OpenGL");
    let exercise = E::open(&gl, E::TIME, options).expect("the scene");
    let mut app = ExerciseApp::new(
        exercise,
        StudentAnswers::trusting(E::LESSON, AnswerSource::Mine),
        *answers,
    );
    let picture = picture(&mut app, &gl, size).expect("a picture");
    (picture, said(&mut app))
}

/// The finished lesson looks like its `picture.png`, and its first day does not.
///
/// # Panics
/// If not.
pub fn looks_like_its_picture<E: Exercise>() {
    looks_like::<E>("picture.png", &E::LESSON.reference, (960, 540));
}

/// `answers` look like a picture in the lesson's folder, and the first day does not. To renew it after a
/// change that is meant, in `size` if there is none yet: set [`RENEW`], run the test, look at it.
///
/// # Panics
/// If not.
pub fn looks_like<E: Exercise>(file: &str, answers: &E::Answers, size: (u32, u32)) {
    if headless_or_skip(file).is_none() {
        return;
    }
    let path = folder::<E>().join(file);
    let renew = std::env::var_os(RENEW).is_some();
    let expected = Picture::read_png(&path);
    let size = expected.as_ref().map_or(size, |picture| (picture.width, picture.height));
    let (got, said) = draw::<E>(answers, size);
    assert_eq!(said, [""; 0], "{file}");
    if renew {
        got.write_png(&path).expect("the file can be written");
    }
    let expected = if renew { Ok(got.clone()) } else { expected };
    let expected = expected.unwrap_or_else(|error| panic!("{file}: {error}; set {RENEW}"));
    // On average half a colour step; in an 8 x 8 block, where drivers place an edge elsewhere, 24.
    let is_alike = |picture: &Picture| picture.difference(&expected).within(0.5, 24.0);
    assert!(is_alike(&got), "{file}: {:?}", got.difference(&expected));
    let (begin, _) = draw::<E>(&E::LESSON.starter, size);
    assert!(!is_alike(&begin), "{file}: the tolerance tells before from after");
}

/// Each TODO alone back to its first day, the others finished: at least `shares[todo]` of the pixels
/// change clearly.
///
/// # Panics
/// If not.
pub fn every_todo_changes_the_picture<E: Exercise>(shares: &[f32]) {
    if headless_or_skip("every_todo_changes_the_picture").is_none() {
        return;
    }
    let lesson = E::LESSON;
    assert_eq!(shares.len(), lesson.checks.len(), "a share for each TODO");
    let (finished, _) = draw::<E>(&lesson.reference, SIZE);
    for (todo, (check, &least)) in lesson.checks.iter().zip(shares).enumerate() {
        let mut answers = lesson.reference;
        E::take(&mut answers, todo, &lesson.starter);
        let (picture, said) = draw::<E>(&answers, SIZE);
        assert_eq!(said, [""; 0], "{}: an unfinished answer is an answer", check.id);
        let share = changed(&picture, &finished);
        assert!(share > least, "{}: {share} of the pixels change", check.id);
    }
}

/// Share of pixels that differ clearly.
pub fn changed(a: &Picture, b: &Picture) -> f32 {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let apart = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 60);
    pixels.filter(apart).count() as f32 / (a.width * a.height) as f32
}

/// `bad` answers that panic, hang or do not compile are replaced: the picture is the finished one, and
/// for each something is said that contains one of `names`, in this order.
///
/// # Panics
/// If not.
pub fn bad_answers_are_replaced_and_named<E: Exercise>(bad: &E::Answers, names: &[&str]) {
    if headless_or_skip("bad_answers_are_replaced_and_named").is_none() {
        return;
    }
    let size = (320, 180);
    let (finished, _) = draw::<E>(&E::LESSON.reference, size);
    let (picture, said) = draw::<E>(bad, size);
    assert!(picture == finished, "the finished answers draw");
    says(&said, names);
}

/// `wild` answers, which no picture can show, are drawn as far as they go; what is said contains `names`.
///
/// # Panics
/// If not.
pub fn wild_answers_are_drawn<E: Exercise>(wild: &E::Answers, names: &[&str]) {
    if headless_or_skip("wild_answers_are_drawn").is_none() {
        return;
    }
    let (_, said) = draw::<E>(wild, (320, 180));
    says(&said, names);
}

fn says(said: &[String], names: &[&str]) {
    assert_eq!(said.len(), names.len(), "{said:?}");
    for (line, name) in said.iter().zip(names) {
        assert!(line.contains(name), "\"{name}\": {said:?}");
    }
}

/// The lesson's folder.
fn folder<E: Exercise>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons").join(E::LESSON.folder)
}

/// The lesson's program, as a student and the workbook's command start it.
pub struct Program<E> {
    path: &'static str,
    exercise: PhantomData<fn() -> E>,
}

impl<E: Exercise> Program<E> {
    /// `Program::<Window>::new(env!("CARGO_BIN_EXE_lesson-03"))`.
    pub const fn new(path: &'static str) -> Self {
        Program { path, exercise: PhantomData }
    }

    /// Its command, with nothing on the line yet.
    pub fn command(&self) -> Command {
        Command::new(self.path)
    }

    /// Starts it and waits for its end.
    ///
    /// # Panics
    /// If it does not start.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().expect("it starts")
    }

    /// On the first day no TODO is started, and the exit code is no success.
    ///
    /// # Panics
    /// If not.
    pub fn the_first_day_is_not_started(&self) {
        let output = self.run(&["--check", "--json", "--as", "starter"]);
        let expected = vec!["not_started"; E::LESSON.checks.len()];
        assert_eq!((statuses(&output), output.status.code()), (words(&expected), Some(1)));
        self.its_memory_is_limited();
    }

    /// A check that may hold a single byte comes to no verdict: the program has the allocator that counts.
    fn its_memory_is_limited(&self) {
        let id = E::LESSON.checks[0].id;
        let check = ["--check-here", id, "--as", "reference", "--memory"];
        let with = |bytes| self.run(&[&check[..], &[bytes]].concat()).status.success();
        assert_eq!(
            (with("1"), with("268435456")),
            (false, true),
            "is `common_dylib` used in lib.rs?"
        );
    }

    /// The finished lesson passes; without OpenGL shaders are skipped, and that is no success.
    ///
    /// # Panics
    /// If not.
    pub fn the_finished_lesson_passes(&self) {
        let arguments = ["--check", "--json", "--as", "reference"];
        let tasks = E::LESSON.checks.iter().map(|check| check.task);
        let is_shader = |task: Task| matches!(task, Task::Shader(_));
        let without: Vec<&str> =
            tasks.map(|task| if is_shader(task) { "skipped" } else { "pass" }).collect();
        let output = self.command().args(arguments).env(headless::SWITCH_OFF, "1").output();
        let output = output.expect("it starts");
        let code = if without.contains(&"skipped") { 3 } else { 0 };
        assert_eq!((statuses(&output), output.status.code()), (words(&without), Some(code)));
        if code == 0 || headless_or_skip("the_finished_lesson_passes").is_none() {
            return;
        }
        let output = self.run(&arguments);
        let all = vec!["pass"; without.len()];
        assert_eq!((statuses(&output), output.status.code()), (words(&all), Some(0)));
    }

    /// A picture is written in the size that was asked for, whatever `more` is on the line; a bad size is
    /// wrong usage.
    ///
    /// # Panics
    /// If not.
    pub fn a_picture_of_ones_own(&self, more: &[&str]) {
        if headless_or_skip("a_picture_of_ones_own").is_none() {
            return;
        }
        let name = format!("armature-{}-{}.png", E::LESSON.folder, std::process::id());
        let file = std::env::temp_dir().join(name);
        let path = file.to_str().expect("UTF-8");
        // A picture of a few pixels is one, too.
        for (size, expected) in [("3x2", (3, 2)), ("200x100", (200, 100))] {
            let output =
                self.run(&[&["--screenshot", path, "--solution", "--size", size], more].concat());
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            let picture = Picture::read_png(&file).expect("a PNG");
            assert_eq!((picture.width, picture.height), expected);
        }
        std::fs::remove_file(&file).expect("it was there");
        for size in ["big", "0x4"] {
            assert_eq!(self.run(&["--screenshot", path, "--size", size]).status.code(), Some(2));
        }
    }

    /// Where there is no display it says what else there is. (Elsewhere than on Linux there always is one.)
    ///
    /// # Panics
    /// If not.
    pub fn without_a_display_it_asks_for_a_picture(&self) {
        if !cfg!(target_os = "linux") {
            return;
        }
        let mut command = self.command();
        let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output();
        let output = output.expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(i32::from(NO_DISPLAY)), "{said}");
        assert!(said.contains("--screenshot"), "{said}");
    }
}

fn statuses(output: &Output) -> Vec<String> {
    let verdicts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let status = |v: &serde_json::Value| v["status"].as_str().expect("a status").to_owned();
    verdicts.as_array().expect("a list").iter().map(status).collect()
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().copied().map(str::to_owned).collect()
}
