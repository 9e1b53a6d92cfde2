//! What each TODO is worth: one point, or what a file says.
//!
//! ```toml
//! [points]
//! "01" = 8        # for the whole lesson, in equal parts
//! "02.1" = 3
//! ```

use crate::lesson::LessonFolder;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Points {
    points: BTreeMap<String, f64>,
}

impl Points {
    /// # Errors
    /// If the file cannot be read, or names a TODO that is not there.
    pub(crate) fn read(path: &Path, lessons: &[LessonFolder]) -> Result<Self> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| shown.clone())?;
        let points: Points = toml::from_str(&text).with_context(|| shown.clone())?;
        for (name, worth) in &points.points {
            let names = |l: &LessonFolder| {
                l.number == *name || l.toml.todos.iter().any(|todo| todo.id == *name)
            };
            ensure!(lessons.iter().any(names), "{shown}: there is no lesson or TODO {name}");
            ensure!((0.0..=1e6).contains(worth), "{shown}: {name} cannot be worth {worth}");
        }
        Ok(points)
    }

    /// Whether the file says anything about a lesson. If not, it is not graded.
    pub(crate) fn names(&self, lesson: &LessonFolder) -> bool {
        self.points.keys().any(|name| name.split('.').next() == Some(&lesson.number))
    }

    /// Of the TODO at this place.
    pub(super) fn of(&self, lesson: &LessonFolder, todo: usize) -> f64 {
        let todos = &lesson.toml.todos;
        let own = self.points.get(&todos[todo].id);
        let part = || self.points.get(&lesson.number).map(|all| all / todos.len() as f64);
        own.copied().or_else(part).unwrap_or(if self.names(lesson) { 0.0 } else { 1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson;

    #[test]
    fn of_a_lesson_or_of_a_todo() {
        let lessons = lesson::all().unwrap();
        let read = |text: &str| {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), text).unwrap();
            Points::read(file.path(), &lessons)
        };
        let third = lesson::find("03").unwrap();
        let points = read("[points]\n\"03\" = 8\n\"03.2\" = 5\n\"01.1\" = 1\n").unwrap();
        assert_eq!([0, 1, 2].map(|todo| points.of(&third, todo)), [2.0, 5.0, 2.0]);
        assert_eq!(points.of(&lesson::find("01").unwrap(), 1), 0.0, "only 01.1 counts");
        assert!(!points.names(&lesson::find("02").unwrap()));
        assert_eq!(Points::default().of(&third, 0), 1.0);
        let error = |text: &str| format!("{:#}", read(text).err().unwrap());
        assert!(error("[points]\n\"99\" = 1\n").contains("no lesson or TODO 99"));
        assert!(error("[points]\n\"03\" = -1\n").contains("cannot be worth"));
        assert!(error("[late]\n").contains("unknown field"));
    }
}
