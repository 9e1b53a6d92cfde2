//! What each TODO is worth: one point, or what a file says. What the file does not name is worth nothing.
//!
//! ```toml
//! [points]
//! "01" = 8        # for the whole lesson, in equal parts
//! "02.1" = 3
//! ```

use super::class::Student;
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

/// Beside the reports, and never written: what an instructor gives instead of what a check says.
const BY_HAND: &str = "by-hand.toml";

/// Gives the points of `by-hand.toml`, if there is one: by the student's name, and by TODO.
///
/// ```toml
/// ["Anna Müller"]
/// "03.1" = 1.5
/// ```
///
/// # Errors
/// If it cannot be read, or names a student or a TODO that is not there.
pub(super) fn by_hand(out: &Path, students: &mut [Student]) -> Result<()> {
    let path = out.join(BY_HAND);
    if !path.exists() {
        return Ok(());
    }
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(|| shown.clone())?;
    let given: BTreeMap<String, BTreeMap<String, f64>> =
        toml::from_str(&text).map_err(|error| anyhow!("{shown}: {error}"))?;
    for (name, given) in given {
        let student = students.iter_mut().find(|student| student.name == name);
        let student = student.with_context(|| format!("{shown}: there is no student {name}"))?;
        for (id, points) in given {
            ensure!((0.0..=1e6).contains(&points), "{shown}: {name} cannot have {points} points for {id}");
            let todo = student.todos.iter_mut().find(|todo| todo.verdict.id == id);
            let todo = todo.with_context(|| format!("{shown}: {name}: no TODO {id} is graded"))?;
            (todo.points, todo.by_hand) = (points, true);
        }
        student.points = student.todos.iter().map(|todo| todo.points).sum();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::intake::Submission;
    use crate::grade::student;
    use common::build::lesson;

    #[test]
    fn points_given_by_hand_stay() {
        let lesson = lesson::find("01").unwrap();
        let submission = Submission::absent("Anna Müller".into(), String::new());
        let todos = || student::graded(&lesson, "", &Points::default(), None, &submission, 7);
        let mut students = [student::student(&submission, todos())];
        let out = tempfile::tempdir().unwrap();
        by_hand(out.path(), &mut students).unwrap();
        assert_eq!(students[0].points, 0.0);
        let mut give = |text: &str| {
            std::fs::write(out.path().join(BY_HAND), text).unwrap();
            let given = by_hand(out.path(), &mut students).map_err(|error| error.to_string());
            given.map(|()| (students[0].points, students[0].todos.iter().filter(|todo| todo.by_hand).count()))
        };
        assert_eq!(give("[\"Anna Müller\"]\n\"01.1\" = 1.5\n\"01.3\" = 2\n"), Ok((3.5, 2)));
        for (text, why) in [
            ("[Ben]\n\"01.1\" = 1\n", "there is no student Ben"),
            ("[\"Anna Müller\"]\n\"02.1\" = 1\n", "no TODO 02.1 is graded"),
            ("[\"Anna Müller\"]\n\"01.1\" = -1\n", "cannot have -1 points"),
        ] {
            assert!(give(text).unwrap_err().contains(why), "{text}");
        }
    }

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
