//! Live figures, by the student's answers over ours.

use super::StudentAnswers;
use crate::exercise::{attempt, listen};
use anyhow::Result;
use drawing::{Figure, Sheet};
use given::{CallError, Course};

/// A figure of a shader does the same sum in Rust.
const SHADER: &str = "by our code: what your shader does is in the scene";

impl StudentAnswers {
    /// Draws a figure by the student's answers over ours. If an answer panics, ours replaces it and the figure is drawn again.
    ///
    /// # Errors
    /// If the figure cannot be drawn by our answers.
    pub(crate) fn draw_figure(&mut self, figure: &Figure, values: &[f32]) -> Result<Sheet> {
        loop {
            let mine = self.figure_course(figure);
            let (drawn, _) = listen(|| {
                attempt(|| match &mine {
                    Some(mine) => figure.compared(values, &self.reference, mine),
                    None => figure.sheet(values, &self.reference),
                })
            });
            match drawn {
                Ok(mut sheet) => {
                    let todo = self.todos.iter().find(|todo| todo.id == figure.todo());
                    sheet.note = if todo.is_some_and(|todo| todo.task.is_shader()) { SHADER } else { "" };
                    return Ok(sheet);
                }
                Err(error) => {
                    let error = error.downcast::<CallError>()?;
                    // A panic of the figure itself comes from a strange value of the answer.
                    let todo = if error.todo.is_empty() { figure.todo() } else { error.todo };
                    self.lose(CallError { todo, ..error })?;
                }
            }
        }
    }

    /// Returns the answers that draw a figure: those of the scene with the figure's TODO as the current one. `None` while our
    /// answers draw everything.
    fn figure_course(&self, figure: &Figure) -> Option<Course> {
        if self.shows_ours {
            return None;
        }
        let shown = self.own_todos().iter().position(|todo| todo.id == figure.todo());
        let mut course = self.reference;
        for index in 0..self.own_count {
            if self.is_mine_beside(index, shown.or(self.current())) {
                course.take(self.todos[index].id, &self.mine);
            }
        }
        Some(course)
    }
}
