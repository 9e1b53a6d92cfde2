//! The cactus's spines: each stands where its vertex has gone, and points where 10.2 turns the normal.

use crate::Answers;
use crate::checks::REFERENCE;
use crate::dancer::Dancer;
use common::app::Watchdog;
use common::graphics::debug_draw::Shapes;
use glam::{Mat3, Mat4, Vec3, Vec4};

/// In metres.
const LENGTH: f32 = 0.20;
const WIDTH: f32 = 0.036;
/// Of spines where the shortcut would do, and where it would not; sRGB.
const EVEN: Vec4 = Vec4::new(1.0, 0.97, 0.86, 1.0);
const UNEVEN: Vec4 = Vec4::new(0.98, 0.56, 0.10, 1.0);

/// One spine, in the world's space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spine {
    pub(crate) foot: Vec3,
    /// The foot's own where 10.2 gives no direction.
    pub(crate) tip: Vec3,
    /// What 10.4 says.
    pub(crate) shortcut: bool,
    /// How far the shortcut would turn the normal aside, in radians.
    pub(crate) off: f32,
}

/// Asks 10.2 and 10.4 about the matrix of every spine.
pub(crate) fn ask(
    cactus: &Dancer,
    palette: &[Mat4],
    answers: &Answers,
    watchdog: &mut Watchdog,
) -> Vec<Spine> {
    let matrices: Vec<Mat4> =
        cactus.spines.iter().map(|&vertex| cactus.matrix(palette, vertex)).collect();
    let (mine, asked) = (answers.normal_matrix, matrices.clone());
    let turns: Vec<Mat3> = watchdog.call(
        "10.2 normal_matrix",
        move || asked.iter().map(|matrix| mine(*matrix)).collect(),
        || matrices.iter().map(|matrix| (REFERENCE.normal_matrix)(*matrix)).collect(),
    );
    let (mine, asked) = (answers.shortcut_will_do, matrices.clone());
    let even: Vec<bool> = watchdog.call(
        "10.4 shortcut_will_do",
        move || asked.iter().map(|matrix| mine(*matrix)).collect(),
        || matrices.iter().map(|matrix| (REFERENCE.shortcut_will_do)(*matrix)).collect(),
    );
    let mut lost = 0;
    let mut spines = Vec::new();
    for (place, &vertex) in cactus.spines.iter().enumerate() {
        let vertex = &cactus.mesh.vertices[vertex];
        let matrix = matrices[place];
        let foot = cactus.place + matrix.transform_point3(vertex.position);
        let direction = (turns[place] * vertex.normal).try_normalize();
        lost += usize::from(direction.is_none());
        let tip = foot + LENGTH * direction.unwrap_or(Vec3::ZERO);
        let off = shortcut_is_off(matrix, vertex.normal);
        spines.push(Spine { foot, tip, shortcut: even[place], off });
    }
    if lost > 0 {
        let count = spines.len();
        watchdog.report(format!("10.2 normal_matrix: {lost} of {count} spines have no direction"));
    }
    spines
}

/// The angle in radians between where the shortcut turns a normal, and where it should go.
pub(crate) fn shortcut_is_off(model_from_bind: Mat4, normal: Vec3) -> f32 {
    let right = (REFERENCE.normal_matrix)(model_from_bind) * normal;
    (Mat3::from_mat4(model_from_bind) * normal).angle_between(right)
}

/// Thin triangles that face the viewer.
pub(crate) fn draw(marks: &mut Shapes, spines: &[Spine], eye: Vec3) {
    for spine in spines {
        let color = if spine.shortcut { EVEN } else { UNEVEN };
        thorn(marks, [spine.foot, spine.tip], eye, WIDTH, color);
    }
}

/// One of them, from its foot to its tip, in any colour.
pub(crate) fn thorn(
    marks: &mut Shapes,
    [foot, tip]: [Vec3; 2],
    eye: Vec3,
    width: f32,
    color: Vec4,
) {
    let side = (tip - foot).cross(eye - foot).normalize_or_zero() * width / 2.0;
    marks.triangle([foot - side, foot + side, tip], color);
}
