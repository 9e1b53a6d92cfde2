//! Live figures, by the student's answers over the finished ones.

use super::{StudentAnswers, Tables, todo::Todo};
use crate::check::{AnswerSource, AnswerTable};
use crate::exercise::{attempt, listen, todo};
use crate::figure::{Figure, Sheet};
use anyhow::Result;

/// A figure of a shader does the same sum in Rust.
const SHADER: &str = "by the finished code: what your shader does is in the scene";

impl StudentAnswers {
    /// Draws a figure. An answer that panics in it is called no more, and the finished one draws.
    ///
    /// # Errors
    /// If the finished ones cannot draw it either.
    pub(crate) fn draw_figure<A: AnswerTable>(
        &mut self,
        figure: &Figure<A>,
        values: &[f32],
        Tables { mine, reference, .. }: &Tables<A>,
    ) -> Result<Sheet> {
        loop {
            let draw = || match self.figure_table(mine, reference) {
                Some(mine) => figure.compared(values, reference, &mine),
                None => figure.sheet(values, reference),
            };
            match listen(|| attempt(|| todo(figure.todo(), draw))).0 {
                Ok(mut sheet) => {
                    sheet.note = if self.is_of_shader(figure) { SHADER } else { "" };
                    return Ok(sheet);
                }
                Err(lost) => self.refuse(lost)?,
            }
        }
    }

    fn is_of_shader<A>(&self, figure: &Figure<A>) -> bool {
        let is_shader = |todo: &Todo| todo.id == figure.todo() && todo.name.contains('.');
        self.todos.iter().any(is_shader)
    }

    /// The student's answers wherever they come back, right or wrong, begun or not. `None` where the finished ones alone
    /// were chosen.
    fn figure_table<A: AnswerTable>(&self, mine: &A, reference: &A) -> Option<A> {
        let source = match self.source() {
            AnswerSource::Reference => return None,
            AnswerSource::MineCompleted => AnswerSource::Mine,
            source => source,
        };
        let mut table = *reference;
        for todo in (0..self.todos.len()).filter(|&todo| self.is_called(todo, source)) {
            table.take(todo, mine);
        }
        Some(table)
    }
}
