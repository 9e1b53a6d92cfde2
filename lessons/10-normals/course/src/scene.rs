//! The scene: a balloon and a cactus in one dance, skinned and lit by the answers' shaders, and the cactus's spines.

use crate::dancer::{self, Dancer, PAINTS};
use crate::spines::{self, Spine};
use armature::mesh::Mesh;
use drawing::shapes;
use drawing::{
    Control, ControlKind, Draw, Frame, Moment, Painted, Point, Scene, SceneInfo, StudentShader, Uniform, Value, parts,
};
use given::{CallError, Course, ShaderFile};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::PI;
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "The middle joint presses both dancers flat. Each spine points where 10.2 turns its normal, orange where 10.4 refuses the shortcut.",
    mistakes: &[
        ("10.2", "SHORTCUT"),
        ("10.2", "TRANSPOSED-ONLY"),
        ("10.2", "ROTATION-ONLY"),
        ("10.2", "INSIDE-OUT"),
        ("10.4", "EXACT"),
    ],
    camera: [0.0, 0.07, 4.2, 1.35],
    time: 2.6,
    controls: &[
        Control { name: "bend", option: "bend", kind: ControlKind::Slider([0.0, 1.0], 1.0) },
        Control { name: "squash", option: "squash", kind: ControlKind::Slider([0.0, 1.0], 1.0) },
        Control { name: "lamp", option: "lamp", kind: ControlKind::Slider([-PI, PI], -0.7) },
    ],
    shaders: &[StudentShader {
        todo: "10.3",
        vertex: |course| course.normals.vertex(),
        fragment: ShaderFile("common/phong.frag"),
    }],
    open: |_| Some(Box::new(CactusScene::new())),
    ..SceneInfo::PLAIN
};

const LAMP: Vec3 = Vec3::new(0.86, 0.83, 0.78);
const AMBIENT: Vec3 = Vec3::new(0.20, 0.22, 0.25);
/// Height of the lamp, in radians above the ground.
const LAMP_HEIGHT: f32 = 0.42;
/// Colours of spines on which 10.4 allows the shortcut, and of the others.
const SPINES: [Vec3; 2] = [Vec3::new(1.0, 0.97, 0.86), Vec3::new(0.98, 0.56, 0.10)];

struct CactusScene {
    dancers: [Dancer; 2],
    /// Names of the spines' tips.
    tips: Vec<Rc<str>>,
    /// Bend, squash and lamp.
    set: [f32; 3],
}

impl CactusScene {
    fn new() -> Self {
        let dancers = [Dancer::balloon(), Dancer::cactus()];
        let tips = (1..=dancers[1].spines.len()).map(|spine| format!("the tip of spine {spine}").into()).collect();
        CactusScene { dancers, tips, set: [1.0, 1.0, -0.7] }
    }
}

impl Scene for CactusScene {
    /// Returns the dancers, and the spines twice: in the colours of those with and without the shortcut.
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let paints = PAINTS.map(|[red, green, blue, _]| [red, green, blue].map(|part| f32::from(part) / 255.0).into());
        let mut meshes = Vec::new();
        for Dancer { mesh, .. } in &self.dancers {
            let colors = mesh.vertices.iter().map(|vertex| dancer::color(vertex.texcoord.x, &paints)).collect();
            meshes.push(Painted { mesh: mesh.clone(), paints: paints.to_vec(), colors, ..Painted::default() });
        }
        let mut cones = Mesh::default();
        let cone = shapes::cone(spines::WIDTH / 2.0, spines::LENGTH, 6);
        for spine in 0..self.tips.len() {
            parts::append_to_joint(&mut cones, spine, &cone, |_| Vec2::splat(0.5));
        }
        meshes.extend(SPINES.map(|paint| Painted { mesh: cones.clone(), paints: vec![paint], ..Painted::default() }));
        Ok(meshes)
    }

    fn fragment(&self, course: &Course) -> Option<(&'static str, ShaderFile)> {
        Some(("10.1", course.normals.fragment()))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let [bend, squash, lamp] = self.set;
        let now = dancer::posed(seconds, bend, squash);
        let palette = course.bind_pose.skinning_matrices(&now, &dancer::joint_from_bind())?;
        let spines = spines::turned_spines(&self.dancers[1], &palette, course)?;
        let (sin, cos) = lamp.sin_cos();
        let (up, out) = LAMP_HEIGHT.sin_cos();
        let mut frame = Frame { lamp: Some(Vec3::new(out * sin, up, out * cos)), ..Frame::default() };
        for (mesh, Dancer { origin, specular, shininess, .. }) in self.dancers.iter().enumerate() {
            let palette = palette.iter().map(|matrix| Mat4::from_translation(*origin) * *matrix).collect();
            let material = vec![
                ("u_lamp", Uniform::Vec3(LAMP)),
                ("u_ambient", Uniform::Vec3(AMBIENT)),
                ("u_diffuse", Uniform::Vec3(Vec3::ONE)),
                ("u_specular", Uniform::Vec3(Vec3::splat(*specular))),
                ("u_shininess", Uniform::Float(*shininess)),
            ];
            frame.draws.push(Draw::new(mesh, palette).shaded(0, false, material));
        }
        for (mesh, allows) in [(2, true), (3, false)] {
            let place = |spine: &Spine| if spine.shortcut == allows { spine.world_from_spine() } else { Mat4::ZERO };
            frame.draws.push(Draw::new(mesh, spines.iter().map(place).collect()));
        }
        for (Spine { tip, .. }, name) in spines.iter().zip(&self.tips) {
            frame.points.push(Point { name: name.clone(), at: *tip, color: SPINES[0], radius: 0.0 });
        }
        let orange = spines.iter().zip(1..).filter(|(spine, _)| !spine.shortcut).map(|(_, number)| number.to_string());
        let text = orange.collect::<Vec<_>>().join(", ").into();
        frame.values.push(Value { name: "the list of orange spines".into(), text });
        frame.words = spines::shortcut_errors(&spines);
        Ok(frame)
    }

    fn set(&mut self, control: usize, value: f32) {
        self.set[control] = value;
    }
}
