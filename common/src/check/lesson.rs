//! Everything a lesson gives to the engine: its tables of answers, its checks and its `lesson.toml`.

use super::{Answer, AnswerTable, Ask, LessonToml, Task, lesson_toml::todo_id};
use crate::workspace;
use std::{fs, path::PathBuf, sync::LazyLock};

/// A lesson, as the check engine sees it; [`lesson!`](crate::lesson) makes it.
pub struct Lesson<A: 'static> {
    /// What does not depend on its tables.
    pub about: About,
    /// What is called as long as no library of a student's is loaded: in a lesson the starter.
    pub exercise: A,
    /// What `exercise` begins as: generated, never edited. See [`Lesson::starter`].
    pub starter: A,
    /// The finished form, in `common`: what is right.
    pub reference: A,
    /// One answer for each TODO that goes wrong where [`mistake`](super::mistake) says so.
    pub mistaken: A,
    /// One for each TODO, in their order.
    pub checks: &'static [Check<A>],
}

/// What of a lesson does not depend on its tables of answers.
pub struct About {
    /// The lesson's folder below `lessons/`, and below `shaders/`: `"03-joint-lines"`.
    pub folder: &'static str,
    /// What each TODO asks the student to write, in their order.
    pub tasks: &'static [Task],
    /// Its README.md, for the help; after it those of its milestones.
    pub readme: &'static str,
    /// The milestones' folders, if it has any.
    pub milestones: &'static [&'static str],
    /// The text of `starter.rs`.
    pub starter_text: &'static str,
    /// What `lesson.toml` says, parsed when it is first needed.
    pub toml: &'static LazyLock<LessonToml>,
}

/// How one TODO is checked.
pub struct Check<A: 'static> {
    /// The largest difference that still counts as equal, in the unit of the answer. Words must be equal.
    pub tolerance: f32,
    /// Puts a probe's questions to a table, and says what is compared. The table's code may panic; nothing else here
    /// should.
    pub ask: fn(&mut Ask<A>, &mut Answer),
}

impl<A: AnswerTable> Lesson<A> {
    /// The answers that every student begins with, shaders too.
    pub fn starter(&self) -> A {
        self.starter.with_shaders(&self.about.starter_shaders())
    }

    /// Whether the student has not written a word yet, in any TODO.
    pub fn is_untouched(&self) -> bool {
        self.about.is_untouched()
    }
}

impl About {
    /// Two digits: `"03"`.
    pub fn number(&self) -> &'static str {
        number(self.folder)
    }

    /// `"Lesson 03: Joint lines"`.
    pub fn title(&self) -> String {
        format!("Lesson {}: {}", self.number(), self.toml.title)
    }

    /// `"03.1"`, for the TODO of index 0.
    pub fn id(&self, todo: usize) -> String {
        todo_id(self.number(), todo)
    }

    /// The Rust file that its student edits.
    pub fn exercise(&self) -> PathBuf {
        workspace::lessons().join(self.folder).join("exercise.rs")
    }

    /// What that says now; nothing where it cannot be read.
    pub fn exercise_text(&self) -> String {
        fs::read_to_string(self.exercise()).unwrap_or_default()
    }

    /// The ids of all TODOs.
    pub fn ids(&self) -> Vec<String> {
        (0..self.tasks.len()).map(|todo| self.id(todo)).collect()
    }

    /// The folder of the starter's shaders, below `shaders/`.
    pub fn starter_shaders(&self) -> String {
        format!("{}/starter", self.folder)
    }

    /// A template of `lesson.toml`, filled in: see [`words!`](crate::words).
    pub fn words(&self, key: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        self.toml.words(key, values)
    }
}

/// The lesson's folder, of the `CARGO_MANIFEST_DIR` of its course: `"03-joint-lines"` of `lessons/03-joint-lines/course`.
pub const fn folder(path: &'static str) -> &'static str {
    let (lesson, _) = split_last(path);
    split_last(lesson).1
}

/// What comes before the last part of a path, and that.
const fn split_last(path: &'static str) -> (&'static str, &'static str) {
    let bytes = path.as_bytes();
    let mut start = bytes.len();
    while start > 0 && bytes[start - 1] != b'/' && bytes[start - 1] != b'\\' {
        start -= 1;
    }
    let before = if start > 0 { start - 1 } else { 0 };
    (path.split_at(before).0, path.split_at(start).1)
}

/// The two digits that a lesson's folder begins with.
pub const fn number(folder: &'static str) -> &'static str {
    folder.split_at(2).0
}

/// A [`Lesson`], whose parts are where they always are: the tables `starter::ANSWERS`, `mistakes::ANSWERS` and
/// `checks::REFERENCE`, `checks::CHECKS`, and above the course `README.md` and `lesson.toml`. A lesson in several parts
/// names their folders: `lesson!("a-first", "b-then")`.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own modules are meant
macro_rules! lesson {
    ($($milestone:literal),* $(,)?) => {{
        const FOLDER: &str = $crate::check::folder(env!("CARGO_MANIFEST_DIR"));
        const TASKS: &[$crate::check::Task] = <crate::Answers as $crate::check::AnswerTable>::TASKS;
        const { assert!(crate::checks::CHECKS.len() == TASKS.len(), "`CHECKS` has a row for each field of `Answers`") }
        static TOML: ::std::sync::LazyLock<$crate::check::LessonToml> =
            ::std::sync::LazyLock::new(|| {
                let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../lesson.toml"));
                $crate::check::LessonToml::parse($crate::check::number(FOLDER), text)
                    .unwrap_or_else(|error| panic!("{FOLDER}/lesson.toml: {error}"))
            });
        $crate::check::Lesson {
            about: $crate::check::About {
                folder: FOLDER,
                tasks: TASKS,
                readme: concat!(
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")),
                    $("\n", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../", $milestone, "/README.md")),)*
                ),
                milestones: &[$($milestone),*],
                starter_text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/starter.rs")),
                toml: &TOML,
            },
            exercise: crate::starter::ANSWERS,
            starter: crate::starter::ANSWERS,
            reference: crate::checks::REFERENCE,
            mistaken: crate::mistakes::ANSWERS,
            checks: crate::checks::CHECKS,
        }
    }};
}

/// What the lesson's `lesson.toml` says under this key, with values in the place of its `{name}`:
/// `words!("line", index, end = "begins")`.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own `LESSON` is meant
macro_rules! words {
    ($key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        crate::checks::LESSON
            .about
            .words($key, &[$((stringify!($name), $crate::words!(@value $name $(, $value)?))),*])
    };
    (@value $name:ident) => {
        &$name as &dyn ::std::fmt::Display
    };
    (@value $name:ident, $value:expr) => {
        &$value as &dyn ::std::fmt::Display
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_path() {
        assert_eq!(folder("/home/me/lessons/03-joint-lines/course"), "03-joint-lines");
        assert_eq!(folder("C:\\lessons\\12-playback\\course"), "12-playback");
        assert_eq!(number(folder("/x/03-joint-lines/course")), "03");
    }
}
