//! Live figures, by the student's answers over ours.

use super::StudentAnswers;
use crate::exercise::{attempt, listen};
use crate::figure::{Figure, Sheet};
use anyhow::Result;
use given::{Course, Lost};

/// A figure of a shader does the same sum in Rust.
const SHADER: &str = "by our code: what your shader does is in the scene";

impl StudentAnswers {
    /// Draws a figure. An answer that panics in it is called no more, and ours draws.
    ///
    /// # Errors
    /// If ours cannot draw it either.
    pub(crate) fn draw_figure(&mut self, figure: &Figure, values: &[f32]) -> Result<Sheet> {
        loop {
            let mine = self.figure_course(figure);
            match listen(|| {
                attempt(|| match &mine {
                    Some(mine) => figure.compared(values, &self.reference, mine),
                    None => figure.sheet(values, &self.reference),
                })
            })
            .0
            {
                Ok(mut sheet) => {
                    sheet.note = if self.is_of_shader(figure) { SHADER } else { "" };
                    return Ok(sheet);
                }
                Err(error) => {
                    let lost = error.downcast::<Lost>()?;
                    // A panic of the figure itself comes from a strange value of the answer.
                    let todo = if lost.todo.is_empty() { figure.todo() } else { lost.todo };
                    self.lose(Lost { todo, ..lost })?;
                }
            }
        }
    }

    fn is_of_shader(&self, figure: &Figure) -> bool {
        self.todos.iter().any(|todo| todo.id == figure.todo() && todo.task.is_shader())
    }

    /// Returns the answers that draw a figure: as in the scene, but its own TODO is the current one. `None` while all is
    /// ours.
    fn figure_course(&self, figure: &Figure) -> Option<Course> {
        if self.shows_ours {
            return None;
        }
        let shown = self.own().iter().position(|todo| todo.id == figure.todo());
        let mut course = self.reference;
        for index in 0..self.own_count {
            if self.is_mine_beside(index, shown.or(self.current())) {
                course.take(self.todos[index].id, &self.mine);
            }
        }
        Some(course)
    }
}
