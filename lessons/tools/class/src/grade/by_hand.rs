//! Points that an instructor gives, whatever the checks' verdicts.

use super::class::Student;
use super::intake::Submission;
use super::points::Points;
use super::text::{self, number};
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use verdict::build::lesson::LessonFolder;

/// File beside the reports, which `grade` reads and never writes.
const BY_HAND: &str = "by-hand.toml";

/// Points by student and TODO.
pub(super) type ByHand = BTreeMap<String, BTreeMap<String, f64>>;

/// Reads `by-hand.toml`, if the file exists.
///
/// ```toml
/// ["Anna Müller"]
/// "03.1" = 1.5
/// ```
///
/// # Errors
/// If the file cannot be read, or names a student or a TODO that is not there.
pub(super) fn read(out: &Path, students: &[Submission], lessons: &[&LessonFolder], points: &Points) -> Result<ByHand> {
    let path = out.join(BY_HAND);
    if !path.exists() {
        return Ok(ByHand::new());
    }
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(|| shown.clone())?;
    let all: ByHand = toml::from_str(&text).map_err(|error| anyhow!("{shown}: {error}"))?;
    let all: ByHand = all.into_iter().map(|(name, given)| (text::composed(&name), given)).collect();
    for (name, given) in &all {
        ensure!(students.iter().any(|student| student.name == *name), "{shown}: there is no student {name}");
        for (id, given) in given {
            ensure!((0.0..=1e6).contains(given), "{shown}: {name} cannot have {given} points for {id}");
            let mut todos =
                lessons.iter().flat_map(|lesson| (0..lesson.toml.todos.len()).map(move |todo| (lesson, todo)));
            let todo = todos.find(|(lesson, todo)| lesson.toml.todos[*todo].id == *id);
            let (lesson, todo) = todo.with_context(|| format!("{shown}: {name}: no TODO {id} is graded"))?;
            let of = points.worth(lesson, todo);
            if *given > of {
                eprintln!("{shown}: {} points for {id}, which is worth {}", number(*given), number(of));
            }
        }
    }
    Ok(all)
}

/// Gives students their points by hand.
pub(super) fn give(all: &ByHand, students: &mut [Student]) {
    for student in students {
        let Some(given) = all.get(&student.name) else { continue };
        for todo in &mut student.todos {
            if let Some(points) = given.get(&todo.verdict.id) {
                todo.points = *points;
                todo.by_hand = true;
            }
        }
        student.points = student.todos.iter().map(|todo| todo.points).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::student;
    use verdict::build::lesson;

    #[test]
    fn points_given_by_hand_stay() {
        let lesson = lesson::find("01").unwrap();
        let submissions = [Submission::absent("Anna Müller".into(), String::new())];
        let todos = student::graded(&lesson, "", &Points::default(), None, &submissions[0], 7);
        let mut students = [student::student(&submissions[0], todos)];
        let out = tempfile::tempdir().unwrap();
        let read = || read(out.path(), &submissions, &[&lesson], &Points::default());
        give(&read().unwrap(), &mut students);
        assert_eq!(students[0].points, 0.0);
        let file = out.path().join(BY_HAND);
        // As a Mac writes it.
        std::fs::write(&file, "[\"Anna Mu\u{308}ller\"]\n\"01.1\" = 1.5\n\"01.3\" = 2\n").unwrap();
        give(&read().unwrap(), &mut students);
        assert_eq!(students[0].points, 3.5);
        assert_eq!(students[0].todos.iter().filter(|todo| todo.by_hand).count(), 2);
        for (text, why) in [
            ("[Ben]\n\"01.1\" = 1\n", "there is no student Ben"),
            ("[\"Anna Müller\"]\n\"02.1\" = 1\n", "no TODO 02.1 is graded"),
            ("[\"Anna Müller\"]\n\"01.1\" = -1\n", "cannot have -1 points"),
        ] {
            std::fs::write(&file, text).unwrap();
            let error = read().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
