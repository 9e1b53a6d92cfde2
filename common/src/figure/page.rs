//! What a page in a browser asks of a lesson's figures. The lesson is a WebAssembly module there, and a text goes in and
//! one comes out:
//!
//! ```text
//! picture, 05.2                       -> the SVG in README.md
//! draw, 05.2, 0.5 3, ONE-LEVEL        -> a Drawn, as JSON; the mistake may be left out
//! drag, 05.2, 0.5 3, 1, 120.5 33      -> the values after handle 1 is dragged to that place of the SVG, as JSON
//! ```
//!
//! with each part on a line of its own.

use super::{Figure, Sheet, svg};
use crate::check::{self, AnswerTable};
use glam::Vec2;
use serde::Serialize;
use std::cell::Cell;

/// A lesson's figures, and the answers that draw them.
pub struct Page<A: 'static> {
    /// In the order of the text.
    pub figures: &'static [Figure<A>],
    /// The finished answers.
    pub right: A,
    /// Those with every known mistake behind its switch.
    pub wrong: A,
}

/// A figure at a setting.
#[derive(Serialize)]
struct Drawn {
    svg: String,
    /// Of the parameters; the nearest that they can have.
    values: Vec<f32>,
    /// The same with their names: `t = 1.17 s`.
    shown: Vec<String>,
    handles: Vec<Place>,
    readings: Vec<Said>,
}

/// Of a handle, in the SVG.
#[derive(Serialize)]
struct Place {
    x: f32,
    y: f32,
    /// The parameters that it moves, by their numbers; the second goes up.
    moves: Vec<usize>,
}

/// A reading in words.
#[derive(Serialize)]
struct Said {
    text: String,
    is_wrong: bool,
}

impl<A: AnswerTable> Page<A> {
    /// The answer to a request; `None` if it is not one.
    pub fn answer(&self, request: &str) -> Option<String> {
        let mut lines = request.lines();
        let (what, name) = (lines.next()?, lines.next()?);
        let figure = self.figures.iter().find(|figure| figure.name == name)?;
        if what == "picture" {
            return Some(figure.picture(&self.right));
        }
        let values = numbers(lines.next()?)?;
        match what {
            "draw" => {
                serde_json::to_string(&drawn(&self.sheet(figure, &values, lines.next().unwrap_or_default()))).ok()
            }
            "drag" => {
                let handle = lines.next()?.parse().ok()?;
                let [x, y] = numbers(lines.next()?)?.try_into().ok()?;
                let sheet = self.sheet(figure, &values, "");
                let mut values = sheet.values.clone();
                sheet.handles.get(handle)?;
                for (number, value) in sheet.dragged(handle, Vec2::new(x, sheet.size.y - y)) {
                    values[number] = value;
                }
                serde_json::to_string(&values).ok()
            }
            _ => None,
        }
    }

    fn sheet(&self, figure: &Figure<A>, values: &[f32], mistake: &str) -> Sheet {
        match mistake {
            "" => figure.sheet(values, &self.right),
            name => {
                let wrong = one_wrong(figure, &self.right, &self.wrong);
                check::acting_out(kept(name), || figure.compared(values, &self.right, &wrong))
            }
        }
    }
}

/// The finished answers, but for that to the figure's TODO: a mistake of another one may have the same name.
pub(super) fn one_wrong<A: AnswerTable>(figure: &Figure<A>, right: &A, wrong: &A) -> A {
    let mut answers = *right;
    let number = figure.todo().split('.').nth(1).and_then(|number| number.parse::<usize>().ok());
    if let Some(todo) = number.and_then(|number| number.checked_sub(1)) {
        answers.take(todo, wrong);
    }
    answers
}

fn drawn(sheet: &Sheet) -> Drawn {
    let place = |number: usize| {
        let at = sheet.handles[number].at;
        Place { x: at.x, y: sheet.size.y - at.y, moves: sheet.moves(number) }
    };
    Drawn {
        svg: svg(std::slice::from_ref(sheet)),
        values: sheet.values.clone(),
        shown: sheet.parameters.iter().zip(&sheet.values).map(|(parameter, value)| parameter.shown(*value)).collect(),
        handles: (0..sheet.handles.len()).map(place).collect(),
        readings: sheet.readings().iter().map(|r| Said { text: r.shown(), is_wrong: r.is_wrong() }).collect(),
    }
}

fn numbers(line: &str) -> Option<Vec<f32>> {
    line.split_whitespace().map(|number| number.parse().ok()).collect()
}

/// A mistake's name for as long as the module lives. It is the same for many frames.
fn kept(name: &str) -> &'static str {
    thread_local! {
        static LAST: Cell<&'static str> = const { Cell::new("") };
    }
    if LAST.get() != name {
        LAST.set(name.to_owned().leak());
    }
    LAST.get()
}

/// What JavaScript calls. A text is exchanged in one buffer.
#[cfg(target_family = "wasm")]
pub mod exports {
    use super::Page;
    use crate::check::AnswerTable;
    use std::cell::RefCell;

    thread_local! {
        static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    /// Where the buffer is, which is so long from now on.
    #[allow(unsafe_code)] // nothing else in a module has this name
    #[unsafe(no_mangle)]
    extern "C" fn buffer(length: usize) -> *mut u8 {
        BUFFER.with_borrow_mut(|buffer| {
            buffer.resize(length, 0);
            buffer.as_mut_ptr()
        })
    }

    /// Answers the request in the buffer, and returns how long the answer is that is there then: 0 if it is no request.
    pub fn answer<A: AnswerTable>(page: &Page<A>) -> usize {
        let request = String::from_utf8(BUFFER.take()).unwrap_or_default();
        let answer = page.answer(&request).unwrap_or_default();
        let length = answer.len();
        BUFFER.set(answer.into_bytes());
        length
    }
}

/// The figures of a lesson, whose parts are where they always are: `figures::FIGURES`, `finished::ANSWERS` and
/// `mistakes::ANSWERS`. Built with `--cfg page` the lesson exports them.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own modules are meant
macro_rules! page {
    () => {
        /// The lesson's figures, as a page shows them.
        pub static PAGE: $crate::figure::Page<crate::Answers> = $crate::figure::Page {
            figures: crate::figures::FIGURES,
            right: crate::finished::ANSWERS,
            wrong: crate::mistakes::ANSWERS,
        };

        #[cfg(page)]
        #[allow(unsafe_code)] // nothing else in a module has this name
        #[unsafe(no_mangle)]
        extern "C" fn answer() -> usize {
            $crate::figure::exports::answer(&PAGE)
        }
    };
}
