//! The scene: the family of creatures, and over it the lines that the answers make.

use crate::creature::Family;
use crate::{Joint, lesson_joints};
use armature::math::Transform;
use drawing::report::report;
use drawing::{Frame, Moment, Painted, Point, Scene, SceneInfo, StudentShader, Value, Wires, painted, palettes};
use given::{CallError, Course, ShaderFile};
use glam::{Affine3A, Mat4, Vec3};
use std::ops::Range;
use verdict::wording::counted;

pub static SCENE: SceneInfo = SceneInfo {
    words: "A family of creatures, and the lines that 04.3 and 04.4 make of their joints.",
    mistakes: &[
        ("04.2", "LOCALS-UPLOADED"),
        ("04.2", "WALK-ORDER"),
        ("04.3", "PREVIOUS-AS-PARENT"),
        ("04.3", "LINE-STRIP"),
        ("04.4", "BONES-COUNTED"),
    ],
    camera: [0.1, 0.62, 3.25, 0.05],
    time: 0.5,
    wire_shader: Some(StudentShader {
        todo: "04.1",
        vertex: |course| course.joint_lines.vertex(),
        fragment: ShaderFile("04-joint-lines/joints.frag"),
    }),
    open: |_| Some(Box::new(FamilyScene::new())),
    ..SceneInfo::PLAIN
};

/// One for each chain, over and over.
const COLORS: [Vec3; 3] = [Vec3::new(1.0, 0.80, 0.10), Vec3::new(0.20, 1.0, 0.95), Vec3::new(1.0, 0.42, 0.78)];
const BODY: Vec3 = Vec3::new(0.44, 0.47, 0.55);

struct FamilyScene {
    family: Family,
    joints: Vec<Joint>,
    /// The middle of the three creatures, about which they turn, in the model's space.
    middle: Vec3,
}

impl FamilyScene {
    fn new() -> Self {
        let family = Family::new();
        let skeleton = family.model.skeleton.joints();
        let roots: Vec<_> = skeleton.iter().filter(|joint| joint.parent.is_none()).collect();
        let sum: Vec3 = roots.iter().map(|root| root.bind_local.translation).sum();
        FamilyScene { joints: lesson_joints(skeleton), middle: sum / roots.len().max(1) as f32, family }
    }
}

impl Scene for FamilyScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(painted(&self.family.model, &[BODY; 3]))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let FamilyScene { family, joints, middle } = self;
        let locals: Vec<Mat4> = family.pose(seconds).locals.iter().map(Transform::to_mat4).collect();
        let parents = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let posed = lesson_02::posed(&course.hierarchy, parents, std::slice::from_ref(&locals))?.concat();
        let root = family.model_from_root(seconds);
        let matrices = course.joint_lines.matrices(joints, &locals, root)?;
        let mut indices = course.joint_lines.index_pairs(joints)?;
        let starts = course.joint_lines.chain_starts(joints)?;

        // OpenGL keeps the matrices of the frame before.
        if matrices.len() < joints.len() {
            let missing = counted(joints.len() - matrices.len(), "joint", "joints");
            report("04.2", format!("{missing} without a matrix, and the lines there stand still"));
        }
        // Neither OpenGL nor every driver checks that an index has a vertex.
        let before = indices.len();
        indices.retain(|index| usize::from(*index) < joints.len());
        if indices.len() < before {
            let beyond = before - indices.len();
            report("04.3", format!("{} without a joint", counted(beyond, "index", "indices")));
        }

        let bodies: Vec<Affine3A> = posed.iter().map(|matrix| Affine3A::from_mat4(*matrix)).collect();
        let focus = root.transform_point3(*middle);
        let mut frame = Frame { focus, draws: palettes(&family.model, &bodies, root), ..Frame::default() };
        let groups = chains(&starts, indices.len());
        for (number, (_, Range { start, end })) in (1..).zip(&groups) {
            let text = format!("from {start} to {end}").into();
            frame.values.push(Value { name: format!("chain {number}").into(), text });
        }
        let wires = Wires { matrices, joints: joints.len(), indices, groups };
        for (number, ends) in (1..).zip(wires.ends()) {
            for (end, at) in ["first", "second"].into_iter().zip(ends) {
                let name = format!("the {end} end of line {number}").into();
                frame.points.push(Point { name, at, color: Vec3::ONE, radius: 0.0 });
            }
        }
        frame.wires = Some(wires);
        Ok(frame)
    }
}

/// Returns each chain's colour and its part of the indices, from its start to the next one's. Starts are rounded down to
/// whole lines and cut at the number of indices.
fn chains(starts: &[usize], indices: usize) -> Vec<(Vec3, Range<usize>)> {
    let mut chains = Vec::new();
    for (chain, &start) in starts.iter().enumerate() {
        let end = starts.get(chain + 1).copied().unwrap_or(indices);
        let [start, end] = [start, end].map(|index| index.min(indices) / 2 * 2);
        chains.push((COLORS[chain % COLORS.len()], start..end.max(start)));
    }
    chains
}
