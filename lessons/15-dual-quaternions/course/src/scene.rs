//! The scene: a candy bar and a knight's arm, twisted; linear blending on the left, dual quaternions on the right.

use crate::knight::{self, TwistedKnight};
use crate::{DualQuat, DualQuaternions, candy, graph};
use armature::math::DualQuaternion;
use armature::mesh::{Mesh, SkinnedVertex};
use drawing::report::report;
use drawing::{
    Cast, Control, ControlKind, Draw, Frame, Graph, Ink, Line, Moment, Painted, Point, Scene, SceneInfo, Shaded,
    StudentShader, Value, textured,
};
use given::{CallError, Course, ShaderFile};
use glam::{Mat4, Quat, Vec3};
use std::{f32::consts::TAU, rc::Rc};

pub static SCENE: SceneInfo = SceneInfo {
    words: "A candy bar is twisted back and forth: on the left by blended matrices, on the right by dual quaternions.",
    // The page has no knight: its painter blends matrices.
    mistakes: &[
        ("15.2", "HALF-FORGOTTEN"),
        ("15.2", "NO-TRANSLATION"),
        ("15.2", "CONJUGATED"),
        ("15.3", "NO-SIGNS"),
        ("15.3", "NOT-NORMALISED"),
    ],
    camera: [0.0, 0.10, 2.3, 0.96],
    time: 3.13,
    room_below: 0.19,
    controls: &[Control { name: "twist", option: "twist", kind: ControlKind::Slider([0.0, LARGEST], f32::NAN) }],
    shaders: &[
        StudentShader { todo: "15.4", vertex: |course| course.dual_quaternions.vertex(), fragment: CANDY },
        StudentShader { todo: "15.4", vertex: |course| course.dual_quaternions.vertex(), fragment: PHONG },
        StudentShader { todo: "", vertex: |_| LINEAR, fragment: CANDY },
        StudentShader { todo: "", vertex: |_| LINEAR, fragment: PHONG },
    ],
    open: TwistScene::open,
    ..SceneInfo::PLAIN
};

const CANDY: ShaderFile = ShaderFile("15-dual-quaternions/candy.frag");
const PHONG: ShaderFile = ShaderFile("common/phong.frag");
const LINEAR: ShaderFile = ShaderFile("common/lit_skin.vert");

/// The camera where there are knights.
const WITH_KNIGHTS: [f32; 4] = [0.0, 0.10, 1.88, 1.04];
/// The two ways to blend, from left to right.
const NAMES: [&str; 2] = ["linear", "dual"];
const COLORS: [Vec3; 2] = [Vec3::new(1.0, 0.58, 0.20), Vec3::new(0.30, 0.78, 1.0)];
/// Colours of the bar's stripes; sRGB.
const STRIPES: [[Vec3; 2]; 2] = [
    [Vec3::new(0.90, 0.42, 0.14), Vec3::new(1.0, 0.95, 0.88)],
    [Vec3::new(0.16, 0.50, 0.82), Vec3::new(0.93, 0.97, 1.0)],
];
/// Origin of each side's models, in metres.
const ORIGINS: [Vec3; 2] = [Vec3::new(-0.68, 0.0, 0.0), Vec3::new(0.68, 0.0, 0.0)];
/// Time from straight to twisted and back, in seconds.
const PERIOD: f32 = 8.0;
/// The largest twist, in degrees.
const LARGEST: f32 = 180.0;
/// Meshes: a bar for each side; the right one again, with a joint for each ring, for the page; and the knight's parts.
const RINGS: usize = 2;
const KNIGHT: usize = 3;

struct TwistScene {
    knight: Option<TwistedKnight>,
    /// Degrees; NaN where it swings.
    twist: f32,
    /// The bar as it was modelled.
    bar: Mesh<SkinnedVertex>,
}

impl Scene for TwistScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mesh = &self.bar;
        let mut meshes = STRIPES.map(|stripes| {
            let stripe = |x: f32| stripes[(2.0 * x).rem_euclid(2.0) as usize];
            let colors = mesh.vertices.iter().map(|vertex| stripe(vertex.texcoord.x)).collect();
            Painted { mesh: mesh.clone(), paints: stripes.to_vec(), colors, ..Painted::default() }
        });
        let mut rings = meshes[1].clone();
        for (number, vertex) in rings.mesh.vertices.iter_mut().enumerate() {
            vertex.joints = [(number / (candy::SLICES + 1)) as u16, 0, 0, 0];
            vertex.weights = [1.0, 0.0, 0.0, 0.0];
        }
        let [linear, dual] = &mut meshes;
        let mut meshes = vec![std::mem::take(linear), std::mem::take(dual), rings];
        meshes.extend(self.knight.iter().flat_map(|knight| textured(&knight.model)));
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let swing = LARGEST * (0.5 - 0.5 * (TAU * seconds / PERIOD).cos());
        let degrees = if self.twist.is_nan() { swing } else { self.twist };
        let twist = degrees.to_radians();
        let answers = &course.dual_quaternions;
        let mut curve = Vec::new();
        for place in graph::positions() {
            curve.push(answers.thickness(twist, candy::weight(place))?);
        }
        report_nan("15.1", curve.iter().all(|thickness| thickness.is_finite()));

        let motions = candy::motions(twist);
        let duals = by_15_2(answers, &motions)?;
        let palettes = self.knight.as_mut().map_or(Vec::new(), |knight| knight.palettes(twist));
        let mut arms = Vec::new();
        for palette in &palettes {
            arms.push(by_15_2(answers, &knight::motions(palette))?);
        }
        report_nan("15.2", duals.iter().chain(arms.iter().flatten()).all(is_finite));

        let mut frame = Frame { focus: Vec3::Z * 0.2, chosen: vec![(0, degrees)], ..Frame::default() };
        frame.camera = self.knight.is_some().then_some(WITH_KNIGHTS);
        let matrices = motions.map(|(turn, shift)| Mat4::from_rotation_translation(turn, shift));
        let mut placed = [Vec::new(), Vec::new()];
        for ring in self.bar.vertices.chunks(candy::SLICES + 1) {
            let weight = candy::weight(candy::along(ring[0].position));
            let linear = matrices[0] * (1.0 - weight) + matrices[1] * weight;
            for (side, matrix) in [linear, blended(answers, &duals, weight)?].into_iter().enumerate() {
                placed[side].push(Mat4::from_translation(ORIGINS[side]) * matrix);
            }
        }
        for (number, pin) in candy::pins().iter().enumerate() {
            let linear = matrices[0] * (1.0 - pin.weight) + matrices[1] * pin.weight;
            let dual = blended(answers, &duals, pin.weight)?;
            for (side, matrix) in [linear, dual].into_iter().enumerate() {
                let ends = pin.ends.map(|end| ORIGINS[side] + matrix.transform_point3(end));
                frame.marks.push(Line { ends, color: COLORS[side], width: 2.0 });
                frame.marks.push(Line { ends: [ends[1]; 2], color: COLORS[side], width: 3.0 });
                if side == 1 {
                    let name = format!("the head of pin {}", number + 1).into();
                    frame.points.push(Point { name, at: ends[1], color: COLORS[1], radius: 0.0 });
                }
            }
        }
        report_nan("15.3", placed[1].iter().all(Mat4::is_finite));

        let measured = placed.each_ref().map(|palette| candy::thickness(&self.bar, &self.moved(palette)));
        frame.words = words(&measured, &curve);
        for (percent, thickness) in curve.iter().enumerate().step_by(12) {
            let name = format!("15.1's thickness at {:.0} %", 100.0 * percent as f32 / (curve.len() - 1) as f32);
            frame.values.push(Value { name: name.into(), text: format!("{thickness:.2}").into() });
        }
        add_bars(&mut frame, matrices, placed, &duals);
        self.add_knights(&mut frame, &palettes, &arms);
        frame.graph = Some(Graph(Rc::new(move |sheet, _| {
            for (side, measured) in measured.iter().enumerate() {
                graph::draw(sheet, side, (NAMES[side], Ink::own(COLORS[side], 0.0)), measured, &curve);
            }
        })));
        Ok(frame)
    }

    fn set(&mut self, _: usize, twist: f32) {
        self.twist = twist;
    }
}

impl TwistScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let knight = match cast {
            Cast::Nobody => None,
            cast => Some(TwistedKnight::new(cast.model()?)?),
        };
        Some(Box::new(TwistScene { knight, twist: f32::NAN, bar: candy::mesh() }))
    }

    /// Returns the bar's vertices, moved by a matrix for each ring.
    fn moved(&self, palette: &[Mat4]) -> Vec<Vec3> {
        let mut moved = Vec::new();
        for (ring, matrix) in self.bar.vertices.chunks(candy::SLICES + 1).zip(palette) {
            moved.extend(ring.iter().map(|vertex| matrix.transform_point3(vertex.position)));
        }
        moved
    }

    fn add_knights(&self, frame: &mut Frame, palettes: &[Vec<Mat4>], arms: &[Vec<DualQuat>]) {
        let Some(knight) = &self.knight else { return };
        for (number, part) in knight.model.parts.iter().enumerate() {
            let [left, right] = ORIGINS.map(|origin| {
                let palette = palettes[part.skin].iter();
                palette.map(|matrix| Mat4::from_translation(origin) * *matrix).collect::<Vec<_>>()
            });
            frame.draws.push(Draw::new(KNIGHT + number, left).shaded(3, true, Vec::new()));
            let shaded = Shaded { duals: at_the_right(&arms[part.skin]), ..Shaded::new(1) };
            frame.draws.push(Draw { shader: Some(shaded), ..Draw::new(KNIGHT + number, right) });
        }
    }
}

/// Draws both bars, the right one by the student's shader, or in a page by its rings.
fn add_bars(frame: &mut Frame, matrices: [Mat4; 2], placed: [Vec<Mat4>; 2], duals: &[DualQuat]) {
    let left = matrices.map(|matrix| Mat4::from_translation(ORIGINS[0]) * matrix).to_vec();
    frame.draws.push(Draw::new(0, left).shaded(2, true, Vec::new()));
    let [_, rings] = placed;
    let shaded = Shaded { mesh: Some(1), duals: at_the_right(duals), ..Shaded::new(0) };
    frame.draws.push(Draw { shader: Some(shaded), ..Draw::new(RINGS, rings) });
}

/// Returns motions as dual quaternions, by 15.2.
fn by_15_2(answers: &DualQuaternions, motions: &[(Quat, Vec3)]) -> Result<Vec<DualQuat>, CallError> {
    motions.iter().map(|(turn, shift)| answers.from_rigid(*turn, *shift)).collect()
}

/// Returns motions of the model on the right in world space.
fn at_the_right(duals: &[DualQuat]) -> Vec<DualQuaternion> {
    let origin = DualQuaternion::from_rotation_translation(Quat::IDENTITY, ORIGINS[1]);
    duals.iter().map(|dual| origin * DualQuaternion::from(*dual)).collect()
}

/// Returns the blend of the bar's two motions by 15.3, as a matrix.
fn blended(answers: &DualQuaternions, duals: &[DualQuat], weight: f32) -> Result<Mat4, CallError> {
    let (joints, weights) = candy::slots(weight);
    let two = [0, 1].map(|slot| duals[usize::from(joints[slot])]);
    let blended = DualQuaternion::from(answers.blend(&weights[..2], &two)?);
    // As a matrix: where it takes the origin and the axes.
    let [origin, x, y, z] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|point| blended.transform_point(point));
    let [x, y, z] = [x, y, z].map(|end| (end - origin).extend(0.0));
    Ok(Mat4::from_cols(x, y, z, origin.extend(1.0)))
}

/// Describes the smallest thicknesses, a line each.
fn words(measured: &[Vec<(f32, f32)>; 2], curve: &[f32]) -> Vec<String> {
    let [linear, dual] = measured.each_ref().map(|side| side.iter().map(|ring| ring.1).fold(f32::INFINITY, f32::min));
    let formula = curve.iter().copied().fold(f32::INFINITY, f32::min);
    vec![
        "thickness where it is thinnest:".into(),
        format!("linear {linear:.2}, by 15.1 {formula:.2}"),
        format!("dual quaternions {dual:.2}"),
    ]
}

fn is_finite(dual: &DualQuat) -> bool {
    dual.real.is_finite() && dual.dual.is_finite()
}

fn report_nan(id: &'static str, is_finite: bool) {
    if !is_finite {
        report(id, "not a number");
    }
}
