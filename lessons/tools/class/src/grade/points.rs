//! The TODOs that were set, with their points, and points that an instructor gives by hand.
//!
//! ```toml
//! [points]
//! "01" = 8        # for the whole lesson, in equal parts
//! "02.1" = 3
//!
//! [by-hand."Anna Müller"]
//! "02.1" = 1.5
//! ```

use super::text;
use anyhow::{Context, Result, anyhow, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use verdict::TodoToml;
use verdict::build::lesson::LessonFolder;

/// The file that `--points` names.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Points {
    /// Points by lesson or TODO. Without them each TODO is worth one.
    #[serde(default)]
    points: BTreeMap<String, f64>,
    /// Points by student and TODO, whatever the verdict.
    #[serde(default, rename = "by-hand")]
    by_hand: BTreeMap<String, BTreeMap<String, f64>>,
}

/// A TODO that was set.
pub(super) struct SetTodo<'a> {
    pub(super) lesson: &'a LessonFolder,
    pub(super) toml: &'a TodoToml,
    pub(super) points: f64,
}

impl Points {
    /// Reads a file of points.
    ///
    /// # Errors
    /// If the file cannot be read, or names a lesson or a TODO that is not there.
    pub(super) fn read(path: &Path, lessons: &[LessonFolder]) -> Result<Self> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| shown.clone())?;
        let mut points: Points = toml::from_str(&text).map_err(|error| {
            let is_dotted = error.message().starts_with("invalid type: map");
            let hint = if is_dotted { "write a TODO in quotes: \"01.2\" = 3" } else { "" };
            anyhow!("{shown}: {error}{hint}")
        })?;
        let by_hand = std::mem::take(&mut points.by_hand).into_iter();
        points.by_hand = by_hand.map(|(name, given)| (text::composed(&name), given)).collect();
        for (name, worth) in points.points.iter().chain(points.by_hand.values().flatten()) {
            let is_lesson = lessons.iter().any(|lesson| lesson.number == *name);
            let is_todo = lessons.iter().any(|lesson| lesson.toml.todos.iter().any(|todo| todo.id == *name));
            ensure!(is_lesson || is_todo, "{shown}: there is no lesson or TODO {name}");
            ensure!((0.0..=1e6).contains(worth), "{shown}: {name} cannot have {worth} points");
        }
        Ok(points)
    }

    /// Returns the numbers of the lessons that the file sets.
    pub(super) fn lessons(&self) -> Vec<String> {
        self.points.keys().filter_map(|name| name.split('.').next()).map(String::from).collect()
    }

    /// Returns the TODOs of these lessons that were set.
    pub(super) fn todos<'a>(&self, lessons: &[&'a LessonFolder]) -> Vec<SetTodo<'a>> {
        let mut todos = Vec::new();
        for lesson in lessons {
            for toml in &lesson.toml.todos {
                let points = match (self.points.get(&toml.id), self.points.get(&lesson.number)) {
                    (Some(own), _) => *own,
                    (None, Some(all)) => all / lesson.toml.todos.len() as f64,
                    (None, None) if self.points.is_empty() => 1.0,
                    (None, None) => continue,
                };
                todos.push(SetTodo { lesson, toml, points });
            }
        }
        todos
    }

    /// Returns the points that a student was given by hand for a TODO.
    pub(super) fn by_hand(&self, student: &str, todo: &str) -> Option<f64> {
        self.by_hand.get(student)?.get(todo).copied()
    }

    /// Checks that the students with points by hand are there, and their TODOs set.
    ///
    /// # Errors
    /// If not.
    pub(super) fn ensure_known(&self, students: &[String], todos: &[SetTodo]) -> Result<()> {
        for (name, given) in &self.by_hand {
            ensure!(students.contains(name), "--points, by-hand: there is no student {name}");
            for id in given.keys() {
                let is_set = todos.iter().any(|todo| todo.toml.id == *id);
                ensure!(is_set, "--points, by-hand, {name}: no TODO {id} is graded");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::build::lesson;

    fn read(text: &str) -> Result<Points> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Points::read(file.path(), &lesson::with_own_program().unwrap())
    }

    #[test]
    fn what_is_set_and_what_is_given_by_hand() {
        let lessons = ["01", "04"].map(|number| lesson::find(number).unwrap());
        let lessons: Vec<&LessonFolder> = lessons.iter().collect();
        let points =
            read("[points]\n\"01\" = 8\n\"04.2\" = 3\n[by-hand.\"Anna Mu\u{308}ller\"]\n\"04.2\" = 1.5\n").unwrap();
        assert_eq!(points.lessons(), ["01", "04"]);
        let todos = points.todos(&lessons);
        let worth: Vec<(&str, f64)> = todos.iter().map(|todo| (&*todo.toml.id, todo.points)).collect();
        assert_eq!(worth, [("01.1", 2.0), ("01.2", 2.0), ("01.3", 2.0), ("01.4", 2.0), ("04.2", 3.0)]);
        assert_eq!(points.by_hand("Anna Müller", "04.2"), Some(1.5));
        let unknown = points.ensure_known(&["Ben".into()], &todos).unwrap_err().to_string();
        assert!(unknown.contains("there is no student Anna"), "{unknown}");
        assert!(points.ensure_known(&["Anna Müller".into()], &todos[..4]).is_err());
        assert!(points.ensure_known(&["Anna Müller".into()], &todos).is_ok());
        assert_eq!(Points::default().todos(&lessons).iter().map(|todo| todo.points).sum::<f64>(), 8.0);
    }

    #[test]
    fn mistakes_in_the_file() {
        for (text, why) in [
            ("[points]\n\"99\" = 1\n", "no lesson or TODO 99"),
            ("[points]\n\"04\" = -1\n", "cannot have -1 points"),
            ("[points]\n01.2 = 3\n", "in quotes: \"01.2\" = 3"),
            ("[late]\n", "unknown field"),
        ] {
            let error = read(text).err().unwrap().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
