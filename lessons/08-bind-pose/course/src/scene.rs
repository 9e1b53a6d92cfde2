//! The scene: the worm as it was modelled, of clay, and beside it the same worm of tin, skinned by the answers in the pose of the
//! moment.

use crate::tin_worm::{LENGTH, STAGE, TinWorm};
use crate::tins;
use armature::mesh::{Mesh, SkinnedVertex};
use drawing::report::fit;
use drawing::{
    Control, ControlKind, Draw, Frame, Line, Moment, Painted, Point, Scene, SceneInfo, StudentShader, Uniform, axes,
    coordinates,
};
use given::{CallError, Course, ShaderFile};
use glam::{Mat4, Vec3};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "The worm of tins as it was modelled, and the same worm in a dance.",
    mistakes: &[
        ("08.2", "INVERSE-FORGOTTEN"),
        ("08.2", "WRONG-SIDE"),
        ("08.1", "NOT-INVERTED"),
        ("08.1", "LOCAL-BIND"),
        ("08.1", "TRANSLATION-ONLY"),
    ],
    camera: [0.1, 0.16, 7.0, 1.8],
    time: 2.45,
    controls: &[
        Control { name: "pose", option: "pose", kind: ControlKind::Slider([0.0, 1.0], 1.0) },
        Control { name: "joints read as floats", option: "as-floats", kind: ControlKind::Switch },
    ],
    shaders: &[StudentShader {
        todo: "08.3",
        vertex: |course| course.bind_pose.vertex(),
        fragment: ShaderFile("08-bind-pose/worm.frag"),
    }],
    open: |_| Some(Box::new(TinWormScene::new())),
    ..SceneInfo::PLAIN
};

/// The labels of the three tins, tin, white, black.
const PAINTS: [Vec3; 6] = [
    Vec3::new(0.86, 0.22, 0.16),
    Vec3::new(0.95, 0.66, 0.10),
    Vec3::new(0.10, 0.52, 0.60),
    Vec3::new(0.70, 0.73, 0.77),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
];
const CLAY: Vec3 = Vec3::new(0.80, 0.78, 0.74);
const BONE: Vec3 = Vec3::new(0.98, 0.95, 0.80);
/// Length of a joint's axes, in metres.
const AXES: f32 = 0.27;

struct TinWormScene {
    worm: TinWorm,
    /// The names of each tin's ends.
    ends: Vec<[Rc<str>; 2]>,
    amount: f32,
    reads_floats: bool,
}

impl TinWormScene {
    fn new() -> Self {
        let worm = TinWorm::new();
        let name = |end: &str, joint: &str| format!("the {end} end of the {joint}'s tin").into();
        let ends = worm.joints.iter().map(|joint| ["lower", "upper"].map(|end| name(end, &joint.name))).collect();
        TinWormScene { worm, ends, amount: 1.0, reads_floats: false }
    }
}

impl Scene for TinWormScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let clay = tins::mesh();
        let tins = if self.reads_floats { read_as_floats(&clay) } else { clay.clone() };
        let painted = |mesh, paints: [Vec3; 6]| Painted { mesh, paints: paints.to_vec(), ..Painted::default() };
        Ok(vec![painted(tins, PAINTS), painted(clay, [CLAY; 6])])
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let TinWorm { joints, bind_locals } = &self.worm;
        let parents = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let locals = [self.worm.locals(seconds, self.amount)];
        let model_from_joint = lesson_02::posed(&course.hierarchy, parents, &locals)?.concat();
        let joint_from_bind = course.bind_pose.inverse_binds(joints, bind_locals)?;
        let joint_from_bind = fit("08.1", joint_from_bind, joints.len(), Mat4::IDENTITY);
        let palette = course.bind_pose.skinning_matrices(&model_from_joint, &joint_from_bind)?;
        let palette = fit("08.2", palette, joints.len(), Mat4::ZERO);

        let mut frame = Frame { focus: STAGE.with_y(0.0) / 2.0, ..Frame::default() };
        for matrix in self.worm.model_from_joint(bind_locals).iter().chain(&model_from_joint) {
            let [start, end] = [0.0, LENGTH].map(|x| matrix.transform_point3(Vec3::X * x));
            frame.lines.push(Line { ends: [start, end], color: BONE, width: 2.0 });
            frame.lines.push(Line { ends: [start; 2], color: BONE, width: 5.0 });
            axes(&mut frame.lines, matrix, AXES);
        }
        for (joint, names) in self.ends.iter().enumerate() {
            let ends = [joint, joint + 1].map(|end| Vec3::Y * LENGTH * end as f32);
            for (name, end) in names.iter().zip(ends) {
                let at = palette[joint].transform_point3(end);
                frame.points.push(Point { name: name.clone(), at, color: BONE, radius: 0.0 });
            }
            let [modelled, _] = ends;
            let own = joint_from_bind[joint].transform_point3(modelled);
            frame.words.push(format!(
                "{}: modelled {}, to its joint {}",
                names[0],
                coordinates(modelled),
                coordinates(own)
            ));
        }
        let [painted, clay] = [0.0, 1.0].map(|clay| vec![("u_clay", Uniform::Float(clay))]);
        frame.draws.push(Draw::new(0, palette).shaded(0, false, painted));
        frame.draws.push(Draw::new(1, vec![Mat4::IDENTITY; joints.len()]).shaded(0, true, clay));
        Ok(frame)
    }

    fn set(&mut self, control: usize, value: f32) {
        match control {
            0 => self.amount = value,
            _ => self.reads_floats = value != 0.0,
        }
    }
}

/// Returns the mesh with the joint numbers of a shader that reads the bits of integers as floats.
fn read_as_floats(mesh: &Mesh<SkinnedVertex>) -> Mesh<SkinnedVertex> {
    let mut mesh = mesh.clone();
    for vertex in &mut mesh.vertices {
        vertex.joints = vertex.joints.map(|joint| f32::from_bits(u32::from(joint)) as u16);
    }
    mesh
}
