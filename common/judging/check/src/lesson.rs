//! Everything that a lesson gives to the engine: its answers, its checks and its `lesson.toml`.

use super::{AnyCheck, Mistaken, Task};
use given::Course;
use std::{fs, path::PathBuf, sync::LazyLock};
use verdict::LessonToml;
use verdict::workspace;

/// A lesson, as the check engine sees it; [`lesson!`](crate::lesson) makes it.
pub struct Lesson {
    /// Properties that do not depend on its answers.
    pub about: About,
    /// The finished answers, also of earlier lessons that this one calls.
    pub reference: Course,
    /// The starter's answers, with finished ones of earlier lessons. See [`Lesson::starter`].
    pub starter: Course,
    /// All ways to make each known mistake.
    pub mistaken: &'static [Mistaken],
    /// Answers that end with a step. Their `mistake` is the index of the step.
    pub steps: &'static [Mistaken],
    /// The check of each TODO.
    pub checks: &'static [&'static dyn AnyCheck],
    /// The earlier lessons whose answers its scene calls.
    pub earlier: &'static [EarlierLesson],
}

/// An earlier lesson whose answers a later one calls.
#[derive(Clone, Copy)]
pub struct EarlierLesson {
    /// The earlier lesson.
    pub lesson: &'static Lesson,
    /// The ids of its TODOs (`"02.2"`) in their order, and what each is used for in the later lesson.
    pub todos: &'static [(&'static str, &'static str)],
}

/// Properties of a lesson that do not depend on its answers.
pub struct About {
    /// The lesson's folder below `lessons/`, and below `shaders/`: `"04-joint-lines"`.
    pub folder: &'static str,
    /// The id of each TODO, and the function or shader to write, in their order.
    pub todos: &'static [(&'static str, Task)],
    /// Its README.md, followed by those of its milestones, for the help.
    pub readme: &'static str,
    /// The milestones' folders, if it has any.
    pub milestones: &'static [&'static str],
    /// The file with the student's answers below the workspace, if it is in a program of his own.
    pub exercise: Option<&'static str>,
    /// The text of the starter.
    pub starter_text: &'static str,
    /// The content of `lesson.toml`, parsed when it is first needed.
    pub toml: &'static LazyLock<LessonToml>,
    /// The finished functions and types of each TODO: an answer that calls one of them is
    /// [`Borrowed`](verdict::Status::Borrowed).
    pub finished: &'static [&'static [&'static str]],
}

impl Lesson {
    /// Returns the starter's answers, shaders too.
    pub fn starter(&self) -> Course {
        self.starter.with_shaders(self.about.number(), &self.about.starter_shaders())
    }

    /// Returns the reference, but with the starter's answer to one TODO.
    pub fn without(&self, todo: usize) -> Course {
        let mut course = self.reference;
        course.take(self.about.id(todo), &self.starter());
        course
    }
}

impl About {
    /// Returns the two digits of the lesson's number: `"04"`.
    pub fn number(&self) -> &'static str {
        number(self.folder)
    }

    /// Returns the number and the title: `"Lesson 04: Joint lines"`.
    pub fn title(&self) -> String {
        format!("Lesson {}: {}", self.number(), self.toml.title)
    }

    /// Returns the id of the TODO at this index: `"04.1"` for 0.
    pub fn id(&self, todo: usize) -> &'static str {
        self.todos[todo].0
    }

    /// Returns the function or shader that the TODO at this index asks for.
    pub fn task(&self, todo: usize) -> Task {
        self.todos[todo].1
    }

    /// Returns the index of a TODO.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.todos.iter().position(|(known, _)| *known == id)
    }

    /// Returns the Rust file with the student's answers, below the workspace: `"lessons/04-joint-lines/exercise.rs"`.
    pub fn exercise_name(&self) -> String {
        self.exercise.map_or_else(|| format!("lessons/{}/exercise.rs", self.folder), String::from)
    }

    /// Returns the path of the Rust file with the student's answers.
    pub fn exercise(&self) -> PathBuf {
        workspace::root().join(self.exercise_name())
    }

    /// Returns the exercise's current text; empty if it cannot be read.
    pub fn exercise_text(&self) -> String {
        fs::read_to_string(self.exercise()).unwrap_or_default()
    }

    /// Returns the ids of all TODOs.
    pub fn ids(&self) -> Vec<&'static str> {
        self.todos.iter().map(|(id, _)| *id).collect()
    }

    /// Returns the folder of the starter's shaders, below `shaders/`.
    pub fn starter_shaders(&self) -> String {
        format!("{}/starter", self.folder)
    }
}

/// Returns the lesson's folder, `"04-joint-lines"`, in the path of its course, `lessons/04-joint-lines/course`.
pub const fn folder(path: &'static str) -> &'static str {
    let (lesson, _) = split_last(path);
    split_last(lesson).1
}

/// Splits a path at its last separator.
const fn split_last(path: &'static str) -> (&'static str, &'static str) {
    let bytes = path.as_bytes();
    let mut start = bytes.len();
    while start > 0 && bytes[start - 1] != b'/' && bytes[start - 1] != b'\\' {
        start -= 1;
    }
    let before = if start > 0 { start - 1 } else { 0 };
    (path.split_at(before).0, path.split_at(start).1)
}

/// Returns the two digits at the beginning of a lesson's folder.
pub const fn number(folder: &'static str) -> &'static str {
    folder.split_at(2).0
}

/// Declares the courses `REFERENCE` and `STARTER` and the [`Lesson`] `LESSON` in a lesson's module `checks`. Every lesson has
/// its parts in the same files: the answers in `finished::ANSWERS`, the mistakes in `mistaken::MISTAKES`, the
/// checks in `checks::CHECKS`, and above the course `README.md` and `lesson.toml`. Its build script has written the starter.
///
/// A lesson in several parts names the parts' folders. A lesson that calls answers of earlier lessons names the field of the
/// course, the crate, and for each TODO its id and what it is used for.
///
/// ```ignore
/// check::lesson! {
///     joint_lines: JointLines,
///     milestones: ["a-first", "b-then"],
///     earlier: {
///         hierarchy: lesson_02 {
///             "02.2": "from local to model",
///         }
///     }
/// }
/// ```
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own modules are meant
macro_rules! lesson {
    (
        $field:ident: $table:ident $(,)?
        $(milestones: [$($milestone:literal),* $(,)?] $(,)?)?
        $(earlier: {
            $($earlier:ident: $lesson:ident { $($id:literal: $does:literal),+ $(,)? })+
        } $(,)?)?
    ) => {
        /// The finished answers, also of earlier lessons.
        pub const REFERENCE: ::given::Course = ::given::Course {
            $field: ::given::table!(@ crate::$table, crate::Answers, crate::finished::ANSWERS),
            $($($earlier: $lesson::checks::REFERENCE.$earlier,)+)?
            ..::given::Course::UNUSABLE
        };

        include!(concat!(env!("OUT_DIR"), "/starter_module.rs"));

        /// The starter's answers, with finished ones of earlier lessons.
        pub const STARTER: ::given::Course = ::given::Course {
            $field: ::given::table!(@ crate::$table, crate::Answers, starter::ANSWERS),
            ..REFERENCE
        };

        /// The lesson, as the check engine sees it.
        pub static LESSON: $crate::Lesson = {
            const FOLDER: &str = $crate::folder(env!("CARGO_MANIFEST_DIR"));
            const { assert!(CHECKS.len() == crate::$table::TODOS.len(), "`CHECKS` has a row for each TODO") }
            static TOML: ::std::sync::LazyLock<$crate::LessonToml> =
                ::std::sync::LazyLock::new(|| {
                    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../lesson.toml"));
                    $crate::LessonToml::parse($crate::number(FOLDER), text)
                        .unwrap_or_else(|error| panic!("{FOLDER}/lesson.toml: {error}"))
                });
            $crate::Lesson {
                about: $crate::About {
                    folder: FOLDER,
                    todos: crate::$table::TODOS,
                    readme: concat!(
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")),
                        $($("\n", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../", $milestone, "/README.md")),)*)?
                    ),
                    milestones: &[$($($milestone),*)?],
                    exercise: None,
                    starter_text: include_str!(concat!(env!("OUT_DIR"), "/starter.rs")),
                    toml: &TOML,
                    finished: crate::mistaken::FINISHED,
                },
                reference: REFERENCE,
                starter: STARTER,
                mistaken: crate::mistaken::MISTAKES,
                steps: crate::mistaken::STEPS,
                checks: CHECKS,
                earlier: &[$($($crate::EarlierLesson {
                    lesson: &$lesson::checks::LESSON,
                    todos: &[$(($id, $does)),+],
                }),+)?],
            }
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_path() {
        assert_eq!(folder("/home/me/lessons/04-joint-lines/course"), "04-joint-lines");
        assert_eq!(folder("C:\\lessons\\12-playback\\course"), "12-playback");
        assert_eq!(number(folder("/x/04-joint-lines/course")), "04");
    }
}
