//! The TODOs that are graded.

use super::points::Points;
use serde::Serialize;
use std::collections::BTreeMap;
use verdict::build::lesson::LessonFolder;

#[derive(Clone, Serialize)]
pub(super) struct Todo {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) lesson: String,
    pub(super) points: f64,
    /// Number of students who pass.
    pub(super) passed: usize,
    /// Description and question of each known mistake, by its name.
    #[serde(skip)]
    pub(super) known: BTreeMap<String, [String; 2]>,
}

/// Returns the TODOs of lessons with their points, before anybody has passed.
pub(super) fn todos(lessons: &[&LessonFolder], points: &Points) -> Vec<Todo> {
    let mut todos = Vec::new();
    for lesson in lessons {
        for (index, todo) in lesson.toml.todos.iter().enumerate() {
            let known = todo.mistakes.iter().map(|m| (m.name.clone(), [m.says.clone(), m.asks.clone()]));
            todos.push(Todo {
                id: todo.id.clone(),
                name: todo.name.clone(),
                lesson: lesson.toml.title.clone(),
                points: points.worth(lesson, index),
                passed: 0,
                known: known.collect(),
            });
        }
    }
    todos
}

impl Todo {
    /// Returns whether the TODO has a known mistake of this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }
}
