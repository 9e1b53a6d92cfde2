//! The scene in the page: a candy bar twisted to and fro, left by blended matrices, right by the answers' dual quaternions.

use crate::{DualQuat, candy};
use armature::math::DualQuaternion;
use drawing::{Draw, Frame, Line, Moment, Painted, Scene, SceneInfo};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::{PI, TAU};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "A candy bar is twisted to and fro: on the left by blended matrices, on the right by dual quaternions.",
    figure: None,
    buttons: &[],
    steering: None,
    mistakes: &[
        ("15.2", "HALF-FORGOTTEN"),
        ("15.2", "NO-TRANSLATION"),
        ("15.2", "CONJUGATED"),
        ("15.3", "NO-SIGNS"),
        ("15.3", "NOT-NORMALISED"),
    ],
    camera: [0.0, 0.22, 2.3, 0.8],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: |_| {
        let rings = candy::mesh().vertices.chunks(candy::SLICES + 1).map(|ring| ring[0].position).collect();
        Some(Box::new(TwistStage { seconds: 1.5, rings }))
    },
};

/// Distance from the middle to either bar, in metres.
const APART: f32 = 0.62;
/// Period from straight to twisted by half a turn and back, in seconds.
const PERIOD: f32 = 8.0;
const STRIPES: [[Vec3; 2]; 2] = [
    [Vec3::new(0.90, 0.42, 0.14), Vec3::new(1.0, 0.95, 0.88)],
    [Vec3::new(0.16, 0.50, 0.82), Vec3::new(0.93, 0.97, 1.0)],
];

struct TwistStage {
    seconds: f32,
    /// A vertex of each ring, as it was modelled.
    rings: Vec<Vec3>,
}

impl Scene for TwistStage {
    /// Gives each ring a separate matrix, because the vertices of a ring have the same weights.
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut mesh = candy::mesh();
        for (number, vertex) in mesh.vertices.iter_mut().enumerate() {
            vertex.joints = [(number / (candy::SLICES + 1)) as u16, 0, 0, 0];
            vertex.weights = [1.0, 0.0, 0.0, 0.0];
            vertex.texcoord.y = (2.0 * vertex.texcoord.x).rem_euclid(2.0).floor() + 0.5;
        }
        Ok(STRIPES.map(|paints| Painted { mesh: mesh.clone(), paints: paints.to_vec(), ..Painted::default() }).to_vec())
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        let twist = PI * (0.5 - 0.5 * (TAU * self.seconds / PERIOD).cos());
        let motions = candy::motions(twist);
        let mut duals = Vec::new();
        for (turn, shift) in motions {
            duals.push(course.dual_quaternions.from_rigid(turn, shift)?);
        }
        let mut rings = [Vec::new(), Vec::new()];
        for ring in &self.rings {
            let weight = candy::weight(candy::along(*ring));
            rings[0].push(linear(&motions, weight));
            rings[1].push(dual(course, &duals, weight)?);
        }
        let mut lines = Vec::new();
        for pin in candy::pins() {
            let both = [linear(&motions, pin.weight), dual(course, &duals, pin.weight)?];
            for (matrix, [color, _]) in both.into_iter().zip(STRIPES) {
                let ends = pin.ends.map(|end| matrix.transform_point3(end));
                lines.push(Line { ends, color, width: 2.0 });
                lines.push(Line { ends: [ends[1]; 2], color, width: 6.0 });
            }
        }
        let draws = rings.into_iter().enumerate().map(|(mesh, palette)| Draw::new(mesh, palette));
        Ok(Frame { focus: Vec3::Z * candy::MIDDLE.z, draws: draws.collect(), lines, ..Frame::default() })
    }
}

/// Returns the matrix of the left bar's ring of this weight.
fn linear(motions: &[(Quat, Vec3); 2], weight: f32) -> Mat4 {
    let [left, right] = motions.map(|(turn, shift)| Mat4::from_rotation_translation(turn, shift));
    Mat4::from_translation(-APART * Vec3::X) * (left * (1.0 - weight) + right * weight)
}

/// Returns the matrix of the right bar's ring, by 15.3.
fn dual(course: &Course, duals: &[DualQuat], weight: f32) -> Result<Mat4, CallError> {
    let (joints, weights) = candy::slots(weight);
    let two = [0, 1].map(|slot| duals[usize::from(joints[slot])]);
    let blended = DualQuaternion::from(course.dual_quaternions.blend(&weights[..2], &two)?);
    // As a matrix: where it takes the origin and the axes.
    let [origin, x, y, z] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|point| blended.transform_point(point));
    let [x, y, z] = [x, y, z].map(|end| (end - origin).extend(0.0));
    Ok(Mat4::from_translation(APART * Vec3::X) * Mat4::from_cols(x, y, z, origin.extend(1.0)))
}
