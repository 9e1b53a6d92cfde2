//! Known mistakes, made: each is a change of the course, which a lesson's build script has written.

use super::Lesson;
use crate::text::nearest_of;
use anyhow::{Context, Result};
use given::Course;

/// A known mistake, made in one way.
#[derive(Clone, Copy, Debug)]
pub struct Mistaken {
    /// The id of its TODO.
    pub todo: &'static str,
    /// Its index among the TODO's mistakes in `lesson.toml`. A mistake that can be made in several ways is here several
    /// times.
    pub mistake: usize,
    /// Its name.
    pub name: &'static str,
    /// Replaces the TODO's answer by one that makes the mistake.
    pub make: fn(&mut Course),
}

impl Mistaken {
    /// Returns these answers, but with the mistake.
    pub fn made_in(&self, mut course: Course) -> Course {
        (self.make)(&mut course);
        course
    }
}

impl Lesson {
    pub(super) fn ways(&self, todo: usize) -> impl Iterator<Item = &'static Mistaken> {
        let id = self.about.id(todo);
        self.mistaken.iter().filter(move |way| way.todo == id)
    }

    /// Returns the answers of somebody who makes this mistake, by its index among the TODO's.
    pub fn with_mistake(&self, todo: usize, mistake: usize) -> Option<Course> {
        self.ways(todo).find(|way| way.mistake == mistake).map(|way| way.made_in(self.reference))
    }

    /// Returns the answers of somebody who makes the mistake of this name: `"03.4"`, `"ROOTS"`.
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

/// Returns `course` with the mistake of this name in this TODO, `"03.4"`.
pub fn with_mistake_named(course: Course, mistaken: &[Mistaken], todo: &str, name: &str) -> Option<Course> {
    mistaken.iter().find(|way| way.todo == todo && way.name == name).map(|way| way.made_in(course))
}

/// Includes the lesson's `MISTAKES`, which its build script has written.
#[macro_export]
macro_rules! mistaken {
    () => {
        /// Every known mistake, made.
        #[allow(warnings, clippy::all, clippy::pedantic)] // each is looked at where it was made
        pub mod mistaken {
            include!(concat!(env!("OUT_DIR"), "/mistaken.rs"));
        }
    };
}
