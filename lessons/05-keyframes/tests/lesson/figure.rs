//! The text's figure: the dance's keys on a line, the segment in which a time lies, and the seam.

use crate::readme_says;
use common::graphics::testing::headless_or_skip;
use common::scenes::figure::Figure;
use glam::{Vec2, Vec4};
use lesson_05::chain::Chain;
use lesson_05::{Keys, Segment, checks::REFERENCE};
use std::path::Path;

const LINE: Vec4 = Vec4::new(0.60, 0.66, 0.74, 1.0);
const SEAM: Vec4 = Vec4::new(0.95, 0.55, 0.20, 1.0);
const PASSED: Vec4 = Vec4::new(0.98, 0.80, 0.25, 1.0);
const WHOLE: Vec4 = Vec4::new(0.35, 0.60, 0.95, 1.0);
const T: f32 = 1.17;

#[test]
fn the_figure_shows_what_the_answers_give() {
    let Some(gl) = headless_or_skip("the_figure_shows_what_the_answers_give") else { return };
    let Keys { times, closes_at } = Chain::read(&Chain::knight()).expect("the knight").keys;
    let Segment { from, to, alpha } = (REFERENCE.segment)(&times, T, Some(closes_at));
    readme_says(&format!("{T} s, say, lies in the segment from key {from} to key {to}, and there alpha is {alpha:.2}"));

    let mut figure = Figure::new((800, 210));
    let at = |time: f32| Vec2::new(45.0 + 350.0 * time, 80.0);
    let bar = |time: f32, height: f32| at(time) + Vec2::Y * height;
    let (begin, end, last) = (times[from], times[to], times[times.len() - 1]);
    figure.sheet.line(at(0.0), at(last), 3.0, LINE);
    figure.sheet.line(at(last), at(closes_at), 3.0, SEAM);
    for (key, time) in times.iter().copied().chain([closes_at]).enumerate() {
        let color = if key < times.len() { Vec4::ONE } else { SEAM };
        figure.sheet.diamond(at(time), 8.0, color);
        figure.word(bar(time, -24.0) - Vec2::X * 4.0, (key % times.len()).to_string());
        figure.word(bar(time, -46.0) - Vec2::X * 14.0, format!("{time:.2}"));
    }
    figure.word(Vec2::new(8.0, 56.0), "key");
    figure.word(Vec2::new(8.0, 12.0), "seconds");
    for (to, height, color) in [(T, 22.0, PASSED), (end, 34.0, WHOLE)] {
        figure.sheet.line(bar(begin, height), bar(to, height), 6.0, color);
    }
    figure.sheet.line(at(T), bar(T, 22.0), 2.0, PASSED);
    let passed = format!("alpha = ({T:.2} - {begin:.2}) / ({end:.2} - {begin:.2}) = {alpha:.2}");
    figure.word(bar(begin, 96.0) - Vec2::X * 40.0, passed);
    figure.arrow(bar(T, 84.0), bar(T, 42.0), LINE);
    figure.word(bar(last, 22.0), "the seam: only in a loop");
    figure.is_kept(&gl, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/segments.png")));
}
