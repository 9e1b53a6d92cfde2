//! Courses with a known mistake. A lesson's build script has written the answers.

use super::Lesson;
use anyhow::{Context, Result};
use given::Course;
use verdict::wording::nearest_of;

/// One way to make a known mistake.
#[derive(Clone, Copy, Debug)]
pub struct Mistaken {
    /// The id of its TODO.
    pub todo: &'static str,
    /// Index among the TODO's mistakes in `lesson.toml`. Several ways to make a mistake have the same index.
    pub mistake: usize,
    /// Its name.
    pub name: &'static str,
    /// Replaces the TODO's answer by one that makes the mistake.
    pub make: fn(&mut Course),
}

impl Mistaken {
    /// Returns a course with the mistake made in it.
    pub fn made_in(&self, mut course: Course) -> Course {
        (self.make)(&mut course);
        course
    }
}

impl Lesson {
    /// Returns all ways to make any mistake in a TODO.
    pub fn ways(&self, todo: usize) -> impl Iterator<Item = &'static Mistaken> {
        let id = self.about.id(todo);
        self.mistaken.iter().filter(move |way| way.todo == id)
    }

    /// Returns the reference with a TODO's mistake, by its index in `lesson.toml`.
    pub fn with_mistake(&self, todo: usize, mistake: usize) -> Option<Course> {
        self.ways(todo).find(|way| way.mistake == mistake).map(|way| way.made_in(self.reference))
    }

    /// Returns the reference with a TODO's mistake, by its name: `"04.4"`, `"ROOTS"`.
    ///
    /// # Errors
    /// If the lesson has no such TODO, or the TODO no such mistake.
    pub fn making(&self, todo: &str, name: &str) -> Result<Course> {
        let index = self
            .about
            .find(todo)
            .with_context(|| format!("this lesson has no TODO {todo}, only {}", self.about.ids().join(", ")))?;
        with_mistake_named(self.reference, self.mistaken, todo, name).with_context(|| {
            let known = &self.about.toml.todos[index].mistakes;
            let names = known.iter().map(|known| &*known.name);
            format!("{todo} has no mistake {name}, only {}", nearest_of(name, names))
        })
    }
}

/// Returns `course` with the mistake of this name in this TODO, `"04.4"`.
pub fn with_mistake_named(course: Course, mistaken: &[Mistaken], todo: &str, name: &str) -> Option<Course> {
    mistaken.iter().find(|way| way.todo == todo && way.name == name).map(|way| way.made_in(course))
}

/// Includes the lesson's `MISTAKES`, which its build script has written.
#[macro_export]
macro_rules! mistaken {
    () => {
        /// The answers with known mistakes.
        #[allow(warnings, clippy::all, clippy::pedantic)] // wrong on purpose
        pub mod mistaken {
            include!(concat!(env!("OUT_DIR"), "/mistaken.rs"));
        }
    };
}
