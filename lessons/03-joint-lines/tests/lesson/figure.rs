//! The text's figure: vertices, their matrices and the index buffer of a small skeleton, and its lines.

use crate::readme_says;
use common::graphics::testing::headless_or_skip;
use common::scenes::figure::Figure;
use glam::{Vec2, Vec4};
use lesson_03::{Joint, checks::REFERENCE};
use std::path::Path;

const PARENTS: [Option<usize>; 6] = [None, None, Some(0), Some(0), Some(3), Some(1)];
/// Where the shader puts them, in the figure.
const PLACES: [Vec2; 6] = [
    Vec2::new(560.0, 165.0),
    Vec2::new(650.0, 110.0),
    Vec2::new(490.0, 140.0),
    Vec2::new(530.0, 220.0),
    Vec2::new(475.0, 205.0),
    Vec2::new(690.0, 60.0),
];
const GREY: Vec4 = Vec4::new(0.24, 0.28, 0.34, 1.0);
const CHAINS: [Vec4; 2] = [Vec4::new(0.62, 0.46, 0.0, 1.0), Vec4::new(0.0, 0.50, 0.50, 1.0)];

#[test]
fn the_figure_shows_what_the_answers_give() {
    let Some(gl) = headless_or_skip("the_figure_shows_what_the_answers_give") else { return };
    let joint = |parent| Joint { name: "joint".into(), parent };
    let joints = PARENTS.map(joint);
    let indices = (REFERENCE.index_pairs)(&joints);
    let starts = (REFERENCE.chain_starts)(&joints);
    let listed: Vec<String> = indices.iter().map(u16::to_string).collect();
    readme_says(&format!(
        "Its index buffer is {}, and the second of its two chains begins at index {}.",
        listed.join(" "),
        starts[1]
    ));

    let mut figure = Figure::new((740, 270));
    let size = Vec2::new(46.0, 28.0);
    let low = |column: usize, y: f32| Vec2::new(125.0 + 52.0 * column as f32, y);
    for (y, row) in [(222.0, "gl_VertexID"), (188.0, "a_position"), (154.0, "u_model")] {
        figure.word(Vec2::new(12.0, y + 14.0), row);
    }
    for (number, place) in PLACES.into_iter().enumerate() {
        figure.word(low(number, 236.0) + Vec2::X * 19.0, number.to_string());
        figure.cell(low(number, 188.0), size, GREY, "0,0,0");
        figure.cell(low(number, 154.0), size, GREY, format!("M{number}"));
        figure.word(place + Vec2::new(9.0, 12.0), number.to_string());
    }
    figure.word(Vec2::new(12.0, 84.0), "index buffer");
    figure.word(Vec2::new(12.0, 36.0), "chain starts");
    for (place, pair) in indices.chunks(2).enumerate() {
        let chain = CHAINS[usize::from(2 * place >= starts[1])];
        for (end, index) in pair.iter().enumerate() {
            let at = Vec2::new(125.0 + 84.0 * place as f32 + 38.0 * end as f32, 70.0);
            figure.cell(at, Vec2::new(36.0, 28.0), chain, index.to_string());
        }
        let [from, to] = [pair[0], pair[1]].map(|index| PLACES[usize::from(index)]);
        figure.sheet.line(from, to, 4.0, chain);
    }
    for place in PLACES {
        figure.sheet.disc(place, 6.0, 24, Vec4::ONE);
    }
    for (start, chain) in starts.iter().zip(CHAINS) {
        let at = Vec2::new(125.0 + 42.0 * *start as f32, 22.0);
        figure.cell(at, Vec2::new(36.0, 28.0), chain, start.to_string());
    }
    figure.is_kept(&gl, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/buffers.png")));
}
