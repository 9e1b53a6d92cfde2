//! The list of a lesson's figures, which a page reads before it draws one.

use super::{Figure, Parameter, showing};
use crate::check::{AnswerTable, Lesson};
use serde::Serialize;

/// The figures of a lesson.
#[derive(Serialize)]
pub struct Listed {
    /// Its number: `"05"`.
    lesson: &'static str,
    figures: Vec<ListedFigure>,
}

#[derive(Serialize)]
struct ListedFigure {
    name: &'static str,
    size: [f32; 2],
    parameters: &'static [Parameter],
    /// What each handle moves at rest: `t`, or `x, y`.
    handles: Vec<String>,
    mistakes: Vec<showing::ShownMistake>,
}

impl Listed {
    /// Draws each of them with each of its TODO's mistakes, to know which show.
    pub fn new<A: AnswerTable>(figures: &'static [Figure<A>], lesson: &'static Lesson<A>) -> Self {
        let listed = |figure: &Figure<A>| {
            let sheet = figure.sheet(&[], &lesson.reference);
            ListedFigure {
                name: figure.name,
                size: figure.size,
                parameters: figure.parameters,
                handles: (0..sheet.handles.len()).map(|handle| sheet.handle_name(handle)).collect(),
                mistakes: showing::mistakes(figure, lesson),
            }
        };
        Listed { lesson: lesson.about.number(), figures: figures.iter().map(listed).collect() }
    }
}
