//! Requests of a page in a browser about a lesson's figures. The lesson is a WebAssembly module there; it gets a text and
//! returns one:
//!
//! ```text
//! picture, 06.2                       -> the SVG in README.md
//! draw, 06.2, 0.5 3, ONE-LEVEL        -> a Drawn, as JSON; the mistake may be left out
//! drag, 06.2, 0.5 3, 1, 120.5 33      -> the values after handle 1 is dragged to that position in the SVG, as JSON
//! shader-loops, discard;, ..          -> the shader of the last lines with its rounds counted, as JSON; null without a loop
//! shader-inputs, in vec3 a_normal, .. -> line and sentence about an input that the last lines declare otherwise, as JSON, or null;
//!                                        the inputs have commas between them
//! shader-error, ..                    -> line and message of the first error in a log, the last lines, as JSON
//! ```
//!
//! with each part on a separate line.

use super::{Figure, SceneInfo, Sheet, svg};
use check::{Mistaken, with_mistake_named};
use given::Course;
use glam::Vec2;
use serde::Serialize;
use verdict::{shader_inputs, shader_log, shader_loops};

/// A lesson's figures, and the answers that draw them.
pub struct Page {
    /// The figures, in the order of the text.
    pub figures: &'static [Figure],
    pub right: Course,
    pub mistaken: &'static [Mistaken],
    /// The lesson's scene, if it plays in a page.
    pub scene: Option<&'static SceneInfo>,
}

#[derive(Serialize)]
struct Drawn {
    svg: String,
    /// Values of the parameters; the nearest that they can have.
    values: Vec<f32>,
    /// The values with their names: `t = 1.17 s`.
    shown: Vec<String>,
    handles: Vec<DrawnHandle>,
    readings: Vec<DrawnReading>,
}

#[derive(Serialize)]
struct DrawnHandle {
    x: f32,
    y: f32,
    /// Indices of the parameters that it moves; the second goes up.
    moves: Vec<usize>,
}

#[derive(Serialize)]
struct DrawnReading {
    text: String,
    is_wrong: bool,
}

impl Page {
    /// Returns the reply to a request for a figure, or `None` if the text is no such request.
    pub fn answer(&self, request: &str) -> Option<String> {
        if let Some(reply) = shader_reply(request) {
            return Some(reply);
        }
        let mut lines = request.lines();
        let kind = lines.next()?;
        let name = lines.next()?;
        let figure = self.figures.iter().find(|figure| figure.name == name)?;
        if kind == "picture" {
            let states: Option<Vec<_>> = lines.map(numbers).collect();
            return figure.picture(&states?, &self.right).ok();
        }
        let values = numbers(lines.next()?)?;
        match kind {
            "draw" => {
                let sheet = self.sheet(figure, &values, lines.next().unwrap_or_default())?;
                serde_json::to_string(&Drawn::new(&sheet)).ok()
            }
            "drag" => {
                let handle = lines.next()?.parse().ok()?;
                let [x, y] = numbers(lines.next()?)?.try_into().ok()?;
                let sheet = self.sheet(figure, &values, "")?;
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

    /// Draws a figure with a mistake over the right result, or the right result alone if `mistake` is empty.
    fn sheet(&self, figure: &Figure, values: &[f32], mistake: &str) -> Option<Sheet> {
        if mistake.is_empty() {
            return figure.sheet(values, &self.right).ok();
        }
        let wrong = with_mistake_named(self.right, self.mistaken, figure.todo(), mistake)?;
        figure.contrasted(values, &self.right, &wrong).ok()
    }
}

/// Returns the reply to a request about a shader, which is the same in every lesson.
fn shader_reply(request: &str) -> Option<String> {
    let (kind, rest) = request.split_once('\n')?;
    match kind {
        "shader-loops" => {
            let (report, text) = rest.split_once('\n')?;
            serde_json::to_string(&shader_loops::count_rounds(text, report)).ok()
        }
        "shader-inputs" => {
            let (inputs, text) = rest.split_once('\n')?;
            serde_json::to_string(&shader_inputs::misdeclared(text, inputs.split(','))).ok()
        }
        "shader-error" => serde_json::to_string(&shader_log::first_error(rest)).ok(),
        _ => None,
    }
}

impl Drawn {
    fn new(sheet: &Sheet) -> Self {
        let parameters = sheet.parameters.iter().zip(&sheet.values);
        let mut handles = Vec::new();
        for (number, handle) in sheet.handles.iter().enumerate() {
            handles.push(DrawnHandle { x: handle.at.x, y: sheet.size.y - handle.at.y, moves: sheet.moves(number) });
        }
        Drawn {
            svg: svg(std::slice::from_ref(sheet)),
            values: sheet.values.clone(),
            shown: parameters.map(|(parameter, value)| parameter.shown(*value)).collect(),
            handles,
            readings: sheet
                .readings()
                .iter()
                .map(|r| DrawnReading { text: r.shown(), is_wrong: r.is_wrong() })
                .collect(),
        }
    }
}

pub(crate) fn numbers(line: &str) -> Option<Vec<f32>> {
    line.split_whitespace().map(|number| number.parse().ok()).collect()
}

/// The functions that JavaScript calls. Texts are exchanged in one buffer.
#[cfg(target_family = "wasm")]
pub mod exports {
    use super::super::scene::PlayingScene;
    use super::Page;
    use std::cell::RefCell;

    thread_local! {
        static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        static PLAYING: RefCell<Option<PlayingScene>> = const { RefCell::new(None) };
    }

    #[allow(unsafe_code)] // nothing else in a module has this name
    #[unsafe(no_mangle)]
    extern "C" fn buffer(length: usize) -> *mut u8 {
        BUFFER.with_borrow_mut(|buffer| {
            buffer.resize(length, 0);
            buffer.as_mut_ptr()
        })
    }

    /// Replaces the request in the buffer by the reply. Returns the length of the reply in bytes, 0 if there is none.
    pub fn answer(page: &Page) -> usize {
        let request = String::from_utf8(BUFFER.take()).unwrap_or_default();
        let answer = match page.answer(&request) {
            Some(text) => text.into_bytes(),
            None => {
                PLAYING.with_borrow_mut(|playing| PlayingScene::answer(playing, page, &request)).unwrap_or_default()
            }
        };
        let length = answer.len();
        BUFFER.set(answer);
        length
    }
}

/// Declares `PAGE`, the figures of a lesson, whose parts have fixed names: `figures::FIGURES`, `finished::ANSWERS`
/// and `mistaken::MISTAKES`; then the lesson's scene, if it has one, and the answers of earlier lessons that it calls, with their
/// lessons. Built with `--cfg page` the lesson exports them.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the names are in the lesson
macro_rules! page {
    ($field:ident: $table:ident) => {
        $crate::page!(@ $field: $table, None,);
    };
    ($field:ident: $table:ident, $scene:path $(, $earlier:ident: $lesson:ident)*) => {
        $crate::page!(@ $field: $table, Some(&$scene), $($earlier: $lesson,)*);
    };
    (@ $field:ident: $table:ident, $scene:expr, $($earlier:ident: $lesson:ident,)*) => {
        /// The lesson's figures, as a page shows them.
        pub static PAGE: $crate::Page = $crate::Page {
            figures: crate::figures::FIGURES,
            right: ::given::Course {
        $field: ::given::table!(@ crate::$table, crate::Answers, crate::finished::ANSWERS),
                $($earlier: $lesson::PAGE.right.$earlier,)*
                ..::given::Course::UNUSABLE
            },
            mistaken: crate::mistaken::MISTAKES,
            scene: $scene,
        };

        #[cfg(page)]
        #[allow(unsafe_code)] // nothing else in a module has this name
        #[unsafe(no_mangle)]
        extern "C" fn answer() -> usize {
            $crate::exports::answer(&PAGE)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Parameter, Shown, differs};
    use given::lesson_00::FirstFrame;
    use glam::Vec3;

    const FIGURES: &[Figure] = &[Figure {
        name: "00.1",
        size: [100.0, 50.0],
        parameters: &[Parameter::new("t", [0.0, 2.0]).unit("s"), Parameter::new("n", [1.0, 5.0]).whole()],
        shown: Shown::At(&[&[0.5, 2.0]]),
        draw: |sheet, answers| {
            let [t, _] = sheet.values::<2>();
            sheet.drag(["t", "n"], Vec2::ZERO, Vec2::new(100.0, 50.0));
            sheet.answered();
            let color = answers.first_frame.paint()?;
            sheet.line(&[Vec2::ZERO, Vec2::splat(40.0)], Ink::MODEL);
            sheet.point(Vec2::new(20.0 * t * color.x, 20.0), Ink::WORLD);
            sheet.reading("red", color.x, "");
            Ok(())
        },
    }];

    const RIGHT: Course =
        Course { first_frame: FirstFrame { paint: || Ok(Vec3::X), ..FirstFrame::UNUSABLE }, ..Course::UNUSABLE };

    const TWICE: Mistaken = Mistaken {
        todo: "00.1",
        mistake: 0,
        name: "TWICE",
        make: |course| course.first_frame.paint = || Ok(Vec3::X * 2.0),
    };

    const PAGE: Page = Page { figures: FIGURES, right: RIGHT, mistaken: &[TWICE], scene: None };

    fn answer(request: &str) -> serde_json::Value {
        serde_json::from_str(&PAGE.answer(request).expect(request)).expect("JSON")
    }

    #[test]
    fn a_page_gets_the_picture_of_the_text() {
        let picture = PAGE.answer("picture\n00.1\n0.5 2").expect("a picture");
        assert_eq!(picture, FIGURES[0].picture(&[vec![0.5, 2.0]], &RIGHT).expect("answers"));
        assert_eq!(answer("draw\n00.1\n0.5 2")["svg"], *picture);
    }

    #[test]
    fn a_figure_is_drawn_where_its_parameters_can_be() {
        let drawn = answer("draw\n00.1\n0.7 2.6");
        assert_eq!(drawn["shown"], serde_json::json!(["t = 0.70 s", "n = 3"]));
        assert_eq!(drawn["handles"][0], serde_json::json!({ "x": 35.0, "y": 25.0, "moves": [0, 1] }));
        assert_eq!(drawn["readings"], serde_json::json!([{ "text": "red = 1", "is_wrong": false }]));
        assert_eq!(answer("drag\n00.1\n0.5 2\n0\n75 10"), serde_json::json!([1.5, 4.0]));
    }

    /// Marks that are wrong are orange and drawn last. Marks that agree with the right ones keep their colour.
    #[test]
    fn a_mistake_stands_out() {
        let [right, wrong] = ["", "\nTWICE"].map(|mistake| answer(&format!("draw\n00.1\n0.5 2{mistake}")));
        assert_eq!(wrong["readings"], serde_json::json!([{ "text": "red = 2 (right: 1)", "is_wrong": true }]));
        let [right, wrong] = [&right, &wrong].map(|drawn| drawn["svg"].as_str().expect("a text"));
        assert!(differs(right, wrong).is_some());
        let wrong_point = wrong.find("<circle cx=\"20.0\" cy=\"30.0\" r=\"4.0\" fill=\"#ffb547\"/>").expect(wrong);
        let right_point = wrong.find("fill=\"#7d8796\"").expect(wrong);
        let line = wrong.find("stroke=\"#5bd69a\"").expect(wrong);
        assert!(right_point < wrong_point && line < wrong_point, "{wrong}");
        assert!(!wrong.contains("#e39bff"), "{wrong}");
    }

    #[test]
    fn a_shader_is_counted_and_its_log_read() {
        let counted = answer("shader-loops\ndiscard;\nvoid main() {\n  for (;;) {}\n}");
        assert!(counted["text"].as_str().is_some_and(|text| text.contains("armature_goes_on(2)")), "{counted}");
        assert_eq!(answer("shader-loops\ndiscard;\nvoid main() {}"), serde_json::Value::Null);
        let inputs =
            answer("shader-inputs\nin vec3 a_position,uniform vec3 u_eye\nuniform vec3 u_eye;\nin vec4 a_position;\n");
        assert_eq!(inputs[0], 2, "{inputs}");
        let error = answer("shader-error\nERROR: 0:2: 'let' : undeclared identifier\n");
        assert_eq!(error, serde_json::json!([2, "'let' : undeclared identifier"]));
    }

    #[test]
    fn what_is_no_request_has_no_answer() {
        let bad = [
            "",
            "draw",
            "draw\n00.2\n1 1",
            "draw\n00.1\nsoon",
            "drag\n00.1\n1 1\n7\n0 0",
            "drag\n00.1\n1 1\n0\n0",
            "draw\n00.1\n1 1\nNONE",
            "x\n00.1\n1 1",
        ];
        for request in bad {
            assert_eq!(PAGE.answer(request), None, "{request}");
        }
    }
}
