//! Points of each TODO: one without a file; with a file those that it names, and none for other TODOs.
//!
//! ```toml
//! [points]
//! "01" = 8        # for the whole lesson, in equal parts
//! "02.1" = 3
//! ```

use super::text;
use anyhow::{Context, Result, anyhow, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use verdict::build::lesson::LessonFolder;

/// Points of a file by lesson or TODO; empty without a file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Points {
    points: BTreeMap<String, f64>,
}

impl Points {
    /// Reads a file of points.
    ///
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
            let is_known =
                lessons.iter().any(|l| l.number == *name || l.toml.todos.iter().any(|todo| todo.id == *name));
            ensure!(is_known, "{shown}: there is no lesson or TODO {name}");
            ensure!((0.0..=1e6).contains(worth), "{shown}: {name} cannot be worth {worth}");
        }
        Ok(points)
    }

    /// Returns whether the file names a lesson or a TODO of the lesson. Other lessons are not graded.
    pub(crate) fn names(&self, lesson: &LessonFolder) -> bool {
        self.points.keys().any(|name| name.split('.').next() == Some(&lesson.number))
    }

    /// Returns the points of a TODO, by its index in the lesson.
    pub(super) fn worth(&self, lesson: &LessonFolder, todo: usize) -> f64 {
        let todos = &lesson.toml.todos;
        match (self.points.get(&todos[todo].id), self.points.get(&lesson.number)) {
            (Some(own), _) => *own,
            (None, Some(all)) => all / todos.len() as f64,
            (None, None) if self.points.is_empty() => 1.0,
            (None, None) => 0.0,
        }
    }

    /// Returns the points of all TODOs of these lessons, as text.
    pub(crate) fn sum<'a>(&self, lessons: impl IntoIterator<Item = &'a LessonFolder>) -> String {
        let mut sum = 0.0;
        for lesson in lessons {
            sum += (0..lesson.toml.todos.len()).map(|todo| self.worth(lesson, todo)).sum::<f64>();
        }
        text::number(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    fn read(text: &str) -> Result<Points> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Points::read(file.path(), &lesson::all().unwrap())
    }

    fn error(text: &str) -> String {
        format!("{:#}", read(text).err().unwrap())
    }

    #[test]
    fn of_a_lesson_or_of_a_todo() {
        let lessons = lesson::all().unwrap();
        let third = lesson::find("03").unwrap();
        let points = read("[points]\n\"03\" = 8\n\"03.2\" = 5\n\"01.1\" = 1\n").unwrap();
        assert_eq!([0, 1, 2].map(|todo| points.worth(&third, todo)), [2.0, 5.0, 2.0]);
        assert_eq!(points.worth(&lesson::find("01").unwrap(), 1), 0.0, "only 01.1 counts");
        let second = lesson::find("02").unwrap();
        assert!(!points.names(&second) && points.worth(&second, 0) == 0.0);
        assert_eq!(points.sum(&lessons), "12", "8 / 4 for three, 5 and 1");
        assert_eq!(Points::default().worth(&third, 0), 1.0);
        assert!(error("[points]\n\"99\" = 1\n").contains("no lesson or TODO 99"));
        assert!(error("[points]\n\"03\" = -1\n").contains("cannot be worth"));
        assert!(error("[points]\n01.2 = 3\n").contains("in quotes: \"01.2\" = 3"));
        assert!(error("[points]\n").contains("no lesson and no TODO has points"));
        assert!(error("[late]\n").contains("unknown field"));
    }
}
