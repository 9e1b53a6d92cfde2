//! Points that an instructor gives, whatever the checks' verdicts.

use super::class::Student;
use super::text::number;
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeMap;
use std::path::Path;

/// File beside the reports, which `grade` reads and never writes.
const BY_HAND: &str = "by-hand.toml";

/// Gives students the points that `by-hand.toml` has for a name and a TODO, if the file exists.
///
/// ```toml
/// ["Anna Müller"]
/// "03.1" = 1.5
/// ```
///
/// # Errors
/// If the file cannot be read, or names a student or a TODO that is not there.
pub(super) fn give(out: &Path, students: &mut [Student]) -> Result<()> {
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
            if points > todo.of {
                eprintln!("{shown}: {} points for {id}, which is worth {}", number(points), number(todo.of));
            }
            todo.points = points;
            todo.by_hand = true;
        }
        student.points = student.todos.iter().map(|todo| todo.points).sum();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::{intake::Submission, points::Points, student};
    use verdict::build::lesson;

    #[test]
    fn points_given_by_hand_stay() {
        let lesson = lesson::find("01").unwrap();
        let submission = Submission::absent("Anna Müller".into(), String::new());
        let todos = student::graded(&lesson, "", &Points::default(), None, &submission, 7);
        let mut students = [student::student(&submission, todos)];
        let out = tempfile::tempdir().unwrap();
        give(out.path(), &mut students).unwrap();
        assert_eq!(students[0].points, 0.0);
        let file = out.path().join(BY_HAND);
        std::fs::write(&file, "[\"Anna Müller\"]\n\"01.1\" = 1.5\n\"01.3\" = 2\n").unwrap();
        give(out.path(), &mut students).unwrap();
        assert_eq!(students[0].points, 3.5);
        assert_eq!(students[0].todos.iter().filter(|todo| todo.by_hand).count(), 2);
        for (text, why) in [
            ("[Ben]\n\"01.1\" = 1\n", "there is no student Ben"),
            ("[\"Anna Müller\"]\n\"02.1\" = 1\n", "no TODO 02.1 is graded"),
            ("[\"Anna Müller\"]\n\"01.1\" = -1\n", "cannot have -1 points"),
        ] {
            std::fs::write(&file, text).unwrap();
            let error = give(out.path(), &mut students).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
