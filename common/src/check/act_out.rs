//! A named mistake in a lesson's scene, for the picture that it gives.

use super::{AnswerTable, Lesson, Task, mistakes, shader};
use crate::text::nearest_of;
use anyhow::{Context, Result};
use std::{env, fs, process};

/// Runs `draw` with the finished answers, but for one TODO (`"01.3"`), which makes the mistake of this name.
///
/// # Errors
/// If the TODO has no such mistake, or its shader cannot be prepared.
pub(crate) fn act_out<A: AnswerTable, T>(
    lesson: &'static Lesson<A>,
    [todo, name]: [&str; 2],
    draw: impl FnOnce(A) -> T,
) -> Result<T> {
    let todos = &lesson.about.toml.todos;
    let ids = || todos.iter().map(|todo| &*todo.id).collect::<Vec<_>>().join(", ");
    let index = todos.iter().position(|known| known.id == todo);
    let index = index.with_context(|| format!("this lesson has no TODO {todo}, only {}", ids()))?;
    let mistakes = &todos[index].mistakes;
    let known = mistakes.iter().find(|known| known.name == name).with_context(|| {
        let names = mistakes.iter().map(|known| &*known.name);
        format!("{todo} has no mistake {name}, only {}", nearest_of(name, names))
    })?;
    mistakes::with(&[&known.name], || {
        let mut answers = lesson.reference;
        let Task::Shader(file) = lesson.about.tasks[index] else {
            answers.take(index, &lesson.mistaken);
            return Ok(draw(answers));
        };
        // A scene reads its shaders from files.
        let folder = env::temp_dir().join(format!("armature-{}", process::id()));
        let text = shader::acted_out(lesson.about.folder, file).map_err(anyhow::Error::msg)?;
        fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(file), text))?;
        answers.take(index, &lesson.mistaken.with_shaders(&folder.to_string_lossy()));
        let drawn = draw(answers);
        let _ = fs::remove_dir_all(&folder); // the system's own folder for what nobody misses
        Ok(drawn)
    })
}
