//! The scene: the worm as it was modelled, with its weights in colours and curves, and beside it the same worm as it swings, skinned
//! by the answers.

use crate::figures::LEANS;
use crate::graph;
use crate::tube_worm::{LENGTH, NAMES, RINGS, TubeWorm, heights};
use drawing::{
    Control, ControlKind, Draw, Frame, Graph, Line, Moment, Painted, Point, Scene, SceneInfo, StudentShader, Uniform,
    axes, report::finite, weight_color,
};
use given::{CallError, Course, ShaderFile};
use glam::{Mat4, Vec3};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "Each ring of the worm's skin follows its joints by the weights of 09.1, and its joints swing by the angles of 09.3. Beside it stands the worm as it was modelled, with the weights of its middle in colours.",
    mistakes: &[
        ("09.1", "NO-RAMP"),
        ("09.1", "MIDDLE-STAYS"),
        ("09.1", "MARGIN-TOO-HIGH"),
        ("09.3", "LEAN-FOR-ANGLE"),
        ("09.3", "TURNED-ROUND"),
    ],
    camera: [-0.1, 0.14, 4.9, 1.45],
    time: 2.2,
    controls: &[
        Control { name: "margin", option: "margin", kind: ControlKind::Slider([0.01, 0.166], MARGIN) },
        Control { name: NAMES[1], option: "angles", kind: ControlKind::Slider([-120.0, 120.0], f32::NAN) },
        Control { name: NAMES[2], option: "angles", kind: ControlKind::Slider([-120.0, 120.0], f32::NAN) },
        Control { name: "weights of", option: "joint", kind: ControlKind::Choice(&NAMES, 1) },
        Control { name: "weights", option: "heat", kind: ControlKind::HeatMap },
    ],
    shaders: &[StudentShader {
        todo: "09.2",
        vertex: |course| course.smooth_skin.vertex(),
        fragment: ShaderFile("09-smooth-skin/worm.frag"),
    }],
    open: |_| Some(Box::new(TubeWormScene::new())),
    ..SceneInfo::PLAIN
};

/// Half a ramp's width at the beginning, as a fraction of the worm's height.
pub(crate) const MARGIN: f32 = 0.14;
/// Tail, middle and head in the hues of the figures' first three series; white, black.
const PAINTS: [Vec3; 5] = [
    Vec3::new(0.18, 0.47, 0.88),
    Vec3::new(0.18, 0.66, 0.38),
    Vec3::new(0.78, 0.36, 0.84),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
];
const CREAM: Vec3 = Vec3::new(1.0, 0.97, 0.88);
/// What a joint does not touch.
const UNTOUCHED: Vec3 = Vec3::new(0.58, 0.58, 0.60);
const BONE: Vec3 = Vec3::new(0.98, 0.95, 0.80);
/// Opacity of the mesh's lines on the worm that swings; 1 on the one that stands.
const FAINT_LINES: f32 = 0.6;
/// Length of a joint's axes, in metres.
const AXES: f32 = 0.24;
/// Rings from one point that is compared to the next.
const STEP: usize = 4;

struct TubeWormScene {
    worm: TubeWorm,
    heights: Vec<f32>,
    /// Names of the points at the worm's front, on every ring of this many.
    names: Vec<Rc<str>>,
    margin: f32,
    /// Angles of the middle and of the head, in degrees; NaN where they swing.
    angles: [f32; 2],
    joint: usize,
    shows_heat: bool,
}

impl TubeWormScene {
    fn new() -> Self {
        let heights = heights();
        let names = heights.iter().step_by(STEP).map(|height| format!("the skin at the height {height:.2}").into());
        TubeWormScene {
            worm: TubeWorm::new(),
            names: names.collect(),
            heights,
            margin: MARGIN,
            angles: [f32::NAN; 2],
            joint: 1,
            shows_heat: false,
        }
    }

    /// Returns the weights of each ring, by 09.1.
    fn rings(&self, course: &Course) -> Result<Vec<[f32; 3]>, CallError> {
        let mut rings = Vec::new();
        for height in &self.heights {
            rings.push(course.smooth_skin.weights(*height, self.margin)?);
        }
        finite("09.1", rings.as_flattened_mut());
        Ok(rings)
    }
}

impl Scene for TubeWormScene {
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
        let rings = self.rings(course)?;
        let mut meshes = Vec::new();
        for (weights, heat) in [(rings.clone(), self.shows_heat), (vec![[1.0, 0.0, 0.0]; RINGS + 1], true)] {
            let mesh = self.worm.skinned(&weights);
            let shown = heat.then_some(self.joint);
            let colors = mesh.vertices.iter().map(|vertex| color(vertex.texcoord.y, &rings, shown)).collect();
            meshes.push(Painted { mesh, paints: PAINTS.to_vec(), colors, ..Painted::default() });
        }
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let rings = self.rings(course)?;
        let mut angles = course.smooth_skin.joint_angles(seconds, &LEANS)?;
        finite("09.3", &mut angles);
        for (angle, set) in angles.iter_mut().zip(self.angles) {
            *angle = if set.is_nan() { *angle } else { set.to_radians() };
        }
        let resting = self.worm.resting();
        let model_from_joint = self.worm.posed(angles);
        let palette = course.bind_pose.skinning_matrices(&model_from_joint, &self.worm.joint_from_bind)?;

        let mut frame = Frame { focus: Vec3::X * -0.7, ..Frame::default() };
        for matrix in resting.iter().chain(&model_from_joint) {
            let [start, end] = [0.0, LENGTH].map(|x| matrix.transform_point3(Vec3::X * x));
            frame.lines.push(Line { ends: [start, end], color: BONE, width: 2.0 });
            frame.lines.push(Line { ends: [start; 2], color: BONE, width: 5.0 });
            axes(&mut frame.lines, matrix, AXES);
        }
        for (ring, name) in (0..).step_by(STEP).zip(&self.names) {
            let modelled = self.worm.in_front(ring);
            let mut at = Vec3::ZERO;
            for (matrix, weight) in palette.iter().zip(rings[ring]) {
                at += weight * matrix.transform_point3(modelled);
            }
            frame.points.push(Point { name: name.clone(), at, color: BONE, radius: 0.0 });
        }
        let [low, high] = sums(&rings);
        let step = largest_step(&rings);
        frame.words.push(format!("sums: {low:.2} to {high:.2}; largest step from ring to ring: {step:.2}"));
        frame.words.push(format!("in colours: the weights of the {}", NAMES[self.joint]));
        frame.chosen = (1..).zip(angles.map(f32::to_degrees)).collect();

        let pull: Vec<Vec3> = rings.iter().map(|weights| Vec3::from(*weights)).collect();
        let heat = if self.shows_heat { self.joint as i32 } else { -1 };
        let [faint, clear] = [(heat, FAINT_LINES), (self.joint as i32, 1.0)].map(|(joint, lines)| {
            let ring = ("u_ring", Uniform::Vec3s(pull.clone()));
            vec![ring, ("u_joint", Uniform::Int(joint)), ("u_lines", Uniform::Float(lines))]
        });
        frame.draws.push(Draw::new(0, palette).shaded(0, false, faint));
        frame.draws.push(Draw::new(1, vec![Mat4::IDENTITY; NAMES.len()]).shaded(0, true, clear));
        let (margin, joint) = (self.margin, self.joint);
        frame.graph = Some(Graph(Rc::new(move |sheet, clip_from_world| {
            graph::draw(sheet, clip_from_world, &rings, margin, &PAINTS, joint);
        })));
        Ok(frame)
    }

    fn set(&mut self, control: usize, value: f32) {
        match control {
            0 => self.margin = value,
            1 | 2 => self.angles[control - 1] = value,
            3 => self.joint = value as usize,
            _ => self.shows_heat = value != 0.0,
        }
    }
}

/// Returns the colour of a vertex in a page, by its texture coordinate's y as `worm.frag` has it: on the skin the joints' paints by
/// the weights there, in stripes, or the weight of the joint that is `shown`.
fn color(part: f32, rings: &[[f32; 3]], shown: Option<usize>) -> Vec3 {
    let number = (part + 0.01) as usize;
    if number > 1 {
        return PAINTS[if number == 4 { 2 } else { number + 1 }];
    }
    let ring = (part.min(1.0) * RINGS as f32).round() as usize;
    let weights = rings[ring.min(RINGS)].map(|weight| weight.max(0.0));
    if let Some(joint) = shown {
        return if weights[joint] > 0.01 { weight_color(weights[joint]) } else { UNTOUCHED };
    }
    let mut color = Vec3::ZERO;
    for (weight, paint) in weights.iter().zip(PAINTS) {
        color += weight / weights.iter().sum::<f32>().max(1e-3) * paint;
    }
    let is_light = part < 1.0 && (ring / 2).is_multiple_of(2);
    if is_light { color.lerp(CREAM, 0.55) } else { color }
}

fn sums(rings: &[[f32; 3]]) -> [f32; 2] {
    let sums = rings.iter().map(|weights| weights.iter().sum::<f32>());
    sums.fold([f32::MAX, f32::MIN], |[low, high], sum| [low.min(sum), high.max(sum)])
}

fn largest_step(rings: &[[f32; 3]]) -> f32 {
    let steps = rings.windows(2).flat_map(|pair| {
        let [below, above] = [pair[0], pair[1]];
        (0..3).map(move |joint| (above[joint] - below[joint]).abs())
    });
    steps.fold(0.0, f32::max)
}
