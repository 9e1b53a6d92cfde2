//! Live figures: small drawings with a few parameters, which the lesson's own functions compute.
//!
//! ```text
//! a Figure of a lesson: a function that draws on a Sheet by the answers of a course
//!   -> live:  in the window, with handles and sliders; the results of the student's answers lie over the right ones
//!   -> svg:   its picture in README.md, compared by a test
//!   -> page:  in a browser, by WebAssembly, with the known mistakes
//!   -> readings: the numbers that a text quotes, and the figure in words
//! ```

pub mod answer_cache;
pub mod cast;
mod format;
mod listed;
mod packed;
mod page;
mod parameter;
pub mod parts;
mod plot;
mod ramp;
pub mod report;
pub mod rings;
mod scene;
pub mod shapes;
pub mod sheet;
pub mod showing;
mod svg;

pub use format::coordinates;
pub use listed::Listed;
pub use packed::Packed;
pub use page::Page;
#[cfg(target_family = "wasm")]
pub use page::exports;
pub use parameter::{Parameter, settings, settings_text};
pub use plot::Plot;
pub use ramp::{SIDES, weight_color, weight_ramp};
pub use scene::{
    Cast, Control, ControlKind, Draw, Flat, Frame, Graph, Line, Moment, Painted, Played, PlayingScene, Point, Scene,
    SceneInfo, Shaded, Steering, StudentShader, Uniform, Value, Wires, WorldPose, axes, bones, painted, palettes, ring,
    textured,
};
pub use sheet::{Align, Ink, Reading, Sheet};
pub use svg::{differs, svg};

use check::Lesson;
use given::{CallError, Course};

/// A figure of a lesson.
pub struct Figure {
    /// The TODO that it shows, with a word after it if there are several: `"06.2"`, `"06.2-seam"`. One that shows no
    /// TODO begins with its lesson's number: `"07-negated"`. Its picture is `figures/NAME.svg`.
    pub name: &'static str,
    /// Width and height. A line of text is 13 high; 360 is the width of the help.
    pub size: [f32; 2],
    /// The numbers that can be changed: three at most.
    pub parameters: &'static [Parameter],
    /// The states that README.md shows side by side. It opens in the first.
    pub shown: Shown,
    pub draw: fn(&mut Sheet, &Course) -> Result<(), CallError>,
}

/// The states of a figure that a text shows, each a value for each parameter.
pub enum Shown {
    /// States of the first cases by hand of the TODO, this many.
    Cases(usize),
    /// States of a figure that shows no cases, or has no TODO.
    At(&'static [&'static [f32]]),
}

impl Figure {
    /// Returns the id of the TODO that it shows: `"06.2"`; empty where it shows none.
    pub fn todo(&self) -> &'static str {
        let id = self.name.split('-').next().unwrap_or_default();
        if id.contains('.') { id } else { "" }
    }

    /// Draws the figure in a state: at these values of its parameters.
    ///
    /// # Errors
    /// If an answer cannot be used; so below.
    pub fn sheet(&self, values: &[f32], answers: &Course) -> Result<Sheet, CallError> {
        let mut sheet = self.empty(values);
        (self.draw)(&mut sheet, answers)?;
        Ok(sheet)
    }

    /// Draws the figure by `mine`, over what is `right`, in grey.
    ///
    /// # Errors
    /// See [`sheet`](Self::sheet).
    pub fn compared(&self, values: &[f32], right: &Course, mine: &Course) -> Result<Sheet, CallError> {
        Ok(self.sheet(values, mine)?.over(self.ghost(values, right)?))
    }

    /// Draws the figure by `wrong`, over what is `right`, with all that is wrong in the colour of answers and above the
    /// rest.
    fn contrasted(&self, values: &[f32], right: &Course, wrong: &Course) -> Result<Sheet, CallError> {
        let mut sheet = self.sheet(values, wrong)?;
        sheet.stress_what_differs(&self.sheet(values, right)?);
        Ok(sheet.over(self.ghost(values, right)?))
    }

    fn ghost(&self, values: &[f32], right: &Course) -> Result<Sheet, CallError> {
        let mut sheet = self.empty(values).as_ghost();
        (self.draw)(&mut sheet, right)?;
        Ok(sheet)
    }

    /// Returns the figure's picture as SVG: these states side by side.
    ///
    /// # Errors
    /// See [`sheet`](Self::sheet).
    pub fn picture(&self, states: &[Vec<f32>], answers: &Course) -> Result<String, CallError> {
        let mut sheets = Vec::new();
        for values in states {
            sheets.push(self.sheet(values, answers)?);
        }
        Ok(svg(&sheets))
    }

    /// Returns the states that README.md shows, at least one.
    ///
    /// # Panics
    /// If the lesson has no such case: a fault of the lesson.
    pub fn states(&self, lesson: &Lesson) -> Vec<Vec<f32>> {
        match self.shown {
            Shown::Cases(count) => {
                let todo = lesson.about.find(self.todo()).expect(self.name);
                let states = lesson.checks[todo].by_hand().into_iter().map(|case| case.state);
                let states: Vec<_> = states.filter(|state| !state.is_empty()).take(count).collect();
                assert!(!states.is_empty(), "{}: no case by hand has a state of the figure", self.name);
                states
            }
            Shown::At(states) => states.iter().map(|state| state.to_vec()).collect(),
        }
    }

    /// Returns the state in which it opens.
    pub fn start(&self, lesson: &Lesson) -> Vec<f32> {
        self.states(lesson).swap_remove(0)
    }

    fn empty(&self, values: &[f32]) -> Sheet {
        let mut all = Vec::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            all.push(parameter.nearest(values.get(index).copied().unwrap_or(f32::NAN)));
        }
        Sheet::new(self.name, self.size, self.parameters, all)
    }
}

#[cfg(test)]
mod tests;
