//! The list of a lesson's figures, which a page reads before it draws one.

use super::{Figure, Parameter, showing};
use check::Lesson;
use given::CallError;
use serde::Serialize;

/// The figures of a lesson.
#[derive(Serialize)]
pub struct Listed {
    /// Its number: `"06"`.
    lesson: &'static str,
    figures: Vec<ListedFigure>,
}

#[derive(Serialize)]
struct ListedFigure {
    name: &'static str,
    size: [f32; 2],
    parameters: &'static [Parameter],
    /// The states of its picture, each a value for each parameter. It opens in the first.
    states: Vec<Vec<f32>>,
    /// The parameters that each handle moves at rest: `t`, or `x, y`.
    handles: Vec<String>,
    mistakes: Vec<showing::ShownMistake>,
    more: Vec<showing::ShownMistake>,
}

impl Listed {
    /// Lists figures with the mistakes that are visible in them. Each figure is drawn with each mistake of its TODO.
    ///
    /// # Errors
    /// If the reference cannot draw one.
    pub fn new(figures: &'static [Figure], lesson: &'static Lesson) -> Result<Self, CallError> {
        let mut listed = Listed { lesson: lesson.about.number(), figures: Vec::new() };
        for figure in figures {
            let states = figure.states(lesson);
            let sheet = figure.sheet(&states[0], &lesson.reference)?;
            let [mistakes, more] = showing::visible_mistakes(figure, lesson)?;
            listed.figures.push(ListedFigure {
                name: figure.name,
                size: figure.size,
                parameters: figure.parameters,
                states,
                handles: (0..sheet.handles.len()).map(|handle| sheet.handle_name(handle)).collect(),
                mistakes,
                more,
            });
        }
        Ok(listed)
    }
}
