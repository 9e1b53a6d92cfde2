//! Live figures: small drawings with a few parameters, which the lesson's own functions compute.
//!
//! ```text
//! a Figure of a lesson: a function that draws on a Sheet by a table of answers
//!   -> live:  in the window, with handles and sliders; what the student's answers give lies over what is right
//!   -> svg:   its picture in README.md, compared by a test
//!   -> page:  in a browser, by WebAssembly, with the known mistakes
//!   -> readings: the numbers that a text quotes, and the figure in words
//! ```

mod listed;
#[cfg(feature = "graphics")]
mod live;
mod look;
mod page;
#[cfg(feature = "graphics")]
mod paint;
mod parameter;
mod plot;
mod sheet;
mod showing;
mod svg;

pub use listed::Listed;
#[cfg(feature = "graphics")]
pub use live::Live;
pub use look::Look;
pub use page::Page;
#[cfg(target_family = "wasm")]
pub use page::exports;
#[cfg(feature = "graphics")]
pub use paint::picture;
#[cfg(feature = "graphics")]
pub(crate) use paint::still;
pub use parameter::{Parameter, settings};
pub use plot::Plot;
pub use sheet::{Align, Ink, Reading, Sheet};
pub use svg::{differs, svg};

/// A figure of a lesson whose table of answers is `A`.
pub struct Figure<A: 'static> {
    /// The TODO that it shows, with a word behind it where there are several: `"05.2"`, `"05.2-seam"`. One that shows no
    /// TODO begins with its lesson's number: `"06-negated"`. Its picture is `figures/NAME.svg`.
    pub name: &'static str,
    /// Width and height. A line of text is 13 high; 360 is the width of the help.
    pub size: [f32; 2],
    /// What can be moved: three at most.
    pub parameters: &'static [Parameter],
    /// The settings that stand side by side in README.md; without any the one at the start.
    pub shown: &'static [&'static [f32]],
    /// Draws it by these answers.
    pub draw: fn(&mut Sheet, &A),
}

impl<A> Figure<A> {
    /// The id of the TODO that it shows: `"05.2"`; empty where it shows none.
    pub fn todo(&self) -> &'static str {
        let id = self.name.split('-').next().unwrap_or_default();
        if id.contains('.') { id } else { "" }
    }

    /// By one table of answers.
    pub fn sheet(&self, values: &[f32], answers: &A) -> Sheet {
        let mut sheet = self.empty(values);
        (self.draw)(&mut sheet, answers);
        sheet
    }

    /// What `mine` gives, over what is `right`, in grey.
    pub fn compared(&self, values: &[f32], right: &A, mine: &A) -> Sheet {
        self.sheet(values, mine).over(self.ghost(values, right))
    }

    /// The same, with all that is wrong in the colour of answers and above the rest.
    fn contrasted(&self, values: &[f32], right: &A, wrong: &A) -> Sheet {
        let mut sheet = self.sheet(values, wrong);
        sheet.stress_what_differs(&self.sheet(values, right));
        sheet.over(self.ghost(values, right))
    }

    fn ghost(&self, values: &[f32], right: &A) -> Sheet {
        let mut sheet = self.empty(values);
        sheet.is_ghost = true;
        (self.draw)(&mut sheet, right);
        sheet
    }

    /// The settings of its picture, each by these answers.
    pub fn picture(&self, answers: &A) -> String {
        let start: Vec<f32> = self.parameters.iter().map(|parameter| parameter.start).collect();
        let shown = if self.shown.is_empty() { vec![&start[..]] } else { self.shown.to_vec() };
        svg(&shown.into_iter().map(|values| self.sheet(values, answers)).collect::<Vec<_>>())
    }

    fn empty(&self, values: &[f32]) -> Sheet {
        let value = |(place, parameter): (usize, &Parameter)| {
            parameter.nearest(values.get(place).copied().unwrap_or(parameter.start))
        };
        let values = self.parameters.iter().enumerate().map(value).collect();
        Sheet::new(self.name, self.size, self.parameters, values)
    }
}

#[cfg(test)]
mod tests;
