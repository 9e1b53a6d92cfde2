//! `author check`: finds faults of a lesson before its readers do.

use super::starters;
use anyhow::Result;
use verdict::build::LessonFolder;
use verdict::{TodoToml, names_shader, section, source};

/// Number of TODOs in a lesson, or in each of its milestones.
const MAX_TODOS: usize = 4;

/// Returns the faults of a lesson, a sentence each.
///
/// # Errors
/// If a file cannot be read, or a region is broken.
pub(super) fn complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = if has_solution(lesson) { solution_complaints(lesson)? } else { exercise_complaints(lesson)? };
    let exercise = lesson.starter(&lesson.files()[0])?;
    for (index, TodoToml { id, name, .. }) in lesson.toml.todos.iter().enumerate() {
        if !names_shader(name) && source::lines_of(&exercise, name).is_none() {
            complaints.push(format!("the starter has no function `{name}`"));
        }
        let file = lesson.readme_of(index);
        match section(&starters::read(&verdict::workspace::root().join(&file))?, id) {
            Ok(section) if section.name == *name => {}
            Ok(section) => complaints.push(format!("{file}: {id} is `{name}`, not `{}`", section.name)),
            Err(error) => complaints.push(format!("{file}: {error}")),
        }
    }
    if !lesson.path.join("picture.png").exists() {
        complaints.push("there is no picture.png".into());
    }
    Ok(complaints)
}

/// Returns false on the branch for students.
pub(super) fn has_solution(lesson: &LessonFolder) -> bool {
    lesson.path.join("course/src/solution.rs").exists()
}

/// Returns a complaint for each file of the exercise that differs from its starter, for a branch without solutions.
fn exercise_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in lesson.files() {
        if !starters::same(&starters::read(&file.mine)?, &lesson.starter(&file)?) {
            complaints.push(format!("{} is not {}", starters::shown(&file.mine), starters::shown(&file.starter)));
        }
    }
    Ok(complaints)
}

/// Returns complaints about the solution: starters that differ from what it generates, TODOs without one region, and too many
/// TODOs.
fn solution_complaints(lesson: &LessonFolder) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut regions = Vec::new();
    for source in starters::sources(lesson)? {
        let parts = starters::split(lesson, &source)?;
        regions.extend(parts.todos);
        let is_exercise = source.name() == "exercise.rs";
        for path in [&source.mine, &source.starter].into_iter().take(if is_exercise { 1 } else { 2 }) {
            if !starters::same(&starters::read(path)?, &parts.starter) {
                let solution = starters::shown(&source.solution);
                complaints.push(format!("{} is not what {solution} makes of it", starters::shown(path)));
            }
        }
    }
    for TodoToml { id, .. } in &lesson.toml.todos {
        match regions.iter().filter(|region| *region == id).count() {
            1 => {}
            0 => complaints.push(format!("{id} has no `// BEGIN {id}` in any solution")),
            _ => complaints.push(format!("{id} has regions in several files")),
        }
    }
    let most = lesson.toml.milestones().map(|(_, todos)| todos.len()).max();
    if most.unwrap_or(lesson.toml.todos.len()) > MAX_TODOS {
        complaints.push(format!("more than {MAX_TODOS} TODOs"));
    }
    Ok(complaints)
}
