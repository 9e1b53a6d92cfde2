//! The difference between a student's shader and the finished one: where their vertices and normals are.

use super::PaintedFrame;
use super::lines::ribbon;
use crate::exercise::Farthest;
use crate::scenes::skinned_mesh::SkinnedInstance;
use anyhow::Result;
use glam::Vec4;
use graphics::{
    Target,
    debug_draw::{DebugRenderer, Overlay, Shapes},
    draw_state::GHOST_COLOR,
};
use ui::View;

/// Normals that a student's shader turns elsewhere: their length and width, in metres, the colour of the student's, and every so
/// many are drawn.
const NORMAL: f32 = 0.2;
const NORMAL_WIDTH: f32 = 0.014;
const MINE: Vec4 = Vec4::new(0.10, 0.10, 0.12, 1.0);
const NORMALS_APART: usize = 23;

/// Draws some of the normals that the student's shader turns elsewhere. Returns the farthest.
pub(super) fn draw_normals(
    debug: &DebugRenderer,
    target: &mut Target<'_>,
    view: &View,
    mine: &PaintedFrame,
    right: &PaintedFrame,
) -> Result<Option<Farthest>> {
    let mut shapes = Shapes::new();
    let mut worst: Option<Farthest> = None;
    for pair in shaded_pairs(mine, right)? {
        let [mine, right] = pair.map(|instance| instance.normals(NORMAL));
        for ([foot, tip], [_, end]) in mine.iter().zip(&right).step_by(NORMALS_APART) {
            if tip.distance(*end) > 1e-3 {
                ribbon(&mut shapes, [*foot, *tip], NORMAL_WIDTH, MINE, view.camera.eye());
                ribbon(&mut shapes, [*foot, *end], NORMAL_WIDTH, GHOST_COLOR.extend(1.0), view.camera.eye());
            }
        }
        let [mine, right] = [mine, right].map(|normals| normals.into_iter().map(|[_, tip]| tip));
        worst = farther(worst, Farthest::between(mine, right));
    }
    debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;
    Ok(worst)
}

/// Returns the meshes that a student's shader draws, in the student's frame and in the right one.
fn shaded_pairs(mine: &PaintedFrame, right: &PaintedFrame) -> Result<Vec<[SkinnedInstance; 2]>> {
    let mut pairs = Vec::new();
    for (mine_draw, right_draw) in mine.frame.draws.iter().zip(&right.frame.draws) {
        let drawn = mine.meshes.borrow_mut().shaded(mine_draw, &mine.programs)?;
        let expected = right.meshes.borrow_mut().shaded(right_draw, &right.programs)?;
        pairs.extend(drawn.zip(expected).map(|((drawn, _), (expected, _))| [drawn, expected]));
    }
    Ok(pairs)
}

/// Returns the vertex of a student's shader that is farthest from where the finished one has it.
pub(super) fn farthest_vertex(mine: &PaintedFrame, right: &PaintedFrame) -> Result<Option<Farthest>> {
    let pairs = shaded_pairs(mine, right)?;
    Ok(pairs.iter().fold(None, |worst, [drawn, expected]| farther(worst, drawn.farthest_vertex(expected))))
}

fn farther(a: Option<Farthest>, b: Option<Farthest>) -> Option<Farthest> {
    a.into_iter().chain(b).max_by(|a, b| a.distance.total_cmp(&b.distance))
}
