//! What each TODO is worth: one point, or what a file says. What the file does not name is worth nothing.
//!
//! ```toml
//! [points]
//! "01" = 8        # for the whole lesson, in equal parts
//! "02.1" = 3
//! ```

use super::text;
use anyhow::{Context, Result, anyhow, ensure};
use common::build::lesson::LessonFolder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// By default there is no file, and no name.
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
        let points: Points = toml::from_str(&text).map_err(|error| {
            let dotted = error.message().starts_with("invalid type: map");
            let hint = if dotted { "write a TODO in quotes: \"01.2\" = 3" } else { "" };
            anyhow!("{shown}: {error}{hint}")
        })?;
        ensure!(!points.points.is_empty(), "{shown}: no lesson and no TODO has points");
        for (name, worth) in &points.points {
            let names = |l: &LessonFolder| l.number == *name || l.toml.todos.iter().any(|todo| todo.id == *name);
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
    pub(super) fn worth(&self, lesson: &LessonFolder, todo: usize) -> f64 {
        let todos = &lesson.toml.todos;
        let own = self.points.get(&todos[todo].id);
        let part = || self.points.get(&lesson.number).map(|all| all / todos.len() as f64);
        own.copied().or_else(part).unwrap_or(if self.points.is_empty() { 1.0 } else { 0.0 })
    }

    /// Of all TODOs of these lessons.
    pub(crate) fn sum<'a>(&self, lessons: impl IntoIterator<Item = &'a LessonFolder>) -> String {
        let of =
            |lesson: &LessonFolder| -> f64 { (0..lesson.toml.todos.len()).map(|todo| self.worth(lesson, todo)).sum() };
        text::number(lessons.into_iter().map(of).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::build::lesson;

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
        assert_eq!([0, 1, 2].map(|todo| points.worth(&third, todo)), [2.0, 5.0, 2.0]);
        assert_eq!(points.worth(&lesson::find("01").unwrap(), 1), 0.0, "only 01.1 counts");
        let second = lesson::find("02").unwrap();
        assert!(!points.names(&second) && points.worth(&second, 0) == 0.0);
        assert_eq!(points.sum(&lessons), "12", "8 / 4 for three, 5 and 1");
        assert_eq!(Points::default().worth(&third, 0), 1.0);
        let error = |text: &str| format!("{:#}", read(text).err().unwrap());
        assert!(error("[points]\n\"99\" = 1\n").contains("no lesson or TODO 99"));
        assert!(error("[points]\n\"03\" = -1\n").contains("cannot be worth"));
        assert!(error("[points]\n01.2 = 3\n").contains("in quotes: \"01.2\" = 3"));
        assert!(error("[points]\n").contains("no lesson and no TODO has points"));
        assert!(error("[late]\n").contains("unknown field"));
    }
}
