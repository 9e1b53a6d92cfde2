//! The scene: four knights, each with an arrow in his right hand, interpolated between two keys in four ways.

use crate::arms::{ArrowFrame, METHODS, Method};
use crate::graph;
use crate::knight::{ArrowKnight, REACH};
use armature::mesh::{Mesh, StaticVertex};
use drawing::parts::moved;
use drawing::shapes;
use drawing::{
    Control, ControlKind, Draw, Frame, Graph, Ink, Line, Moment, Painted, Point, Scene, SceneInfo, Value, palettes,
    sheet::on_sheet, textured,
};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "An arm between two keys, from left to right by the matrix's numbers, by Euler angles, by nlerp and by slerp. The shields are mirrored and scaled, and go through the same answers.",
    figure: Some("knight"),
    mistakes: &[
        ("07.1", "LONG-WAY"),
        ("07.2", "NOT-NORMALISED"),
        ("07.2", "WEIGHTS-SWAPPED"),
        ("07.3", "NLERP-FOR-SLERP"),
        ("07.4", "TURN-BACK"),
    ],
    camera: [0.0, 0.13, 5.5, 0.85],
    time: 0.25 * SECONDS,
    room_below: 0.08,
    controls: &[Control { name: "u", option: "u", kind: ControlKind::Slider([0.0, 1.0], f32::NAN) }],
    open: |cast| Some(Box::new(ArrowScene { knight: Rc::new(ArrowKnight::new(cast.model()?)?), u: f32::NAN })),
    ..SceneInfo::PLAIN
};

/// Time from key to key, in seconds.
const SECONDS: f32 = 3.0;
/// Distance from knight to knight, in metres.
const APART: f32 = 1.7;
/// Steps of an arm's way from one bead to the next.
const BEAD: usize = 3;
/// Distance of the arrow's grip from the wrist, in metres.
const GRIP: f32 = 0.10;
const STEEL: Vec3 = Vec3::new(0.72, 0.75, 0.82);
const KEY: Vec3 = Vec3::new(0.92, 0.94, 0.96);

struct ArrowScene {
    knight: Rc<ArrowKnight>,
    /// The fraction of the way that is set; NaN where time decides.
    u: f32,
}

impl Scene for ArrowScene {
    /// Returns the knight's meshes, and then an arrow and a shield for each method.
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut meshes = textured(&self.knight.model);
        for Method { color, .. } in METHODS {
            let [board, stripe] = shield();
            meshes.push(Painted::rigid(&[(arrow(), color)]));
            meshes.push(Painted::rigid(&[(board, STEEL), (stripe, color)]));
        }
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let knight = &self.knight;
        let u = if self.u.is_nan() { u(seconds) } else { self.u };
        let arms = ArrowFrame::evaluate(&course.rotations, &knight.arm, u)?;
        let mut frame = Frame { focus: -0.17 * Vec3::X, chosen: vec![(0, u)], ..Frame::default() };
        for (lane, (swing, shield)) in arms.swings.iter().zip(arms.shields).enumerate() {
            let Method { name, color } = METHODS[lane];
            let world_from_lane = Mat4::from_translation(lane_position(lane));
            // An arm whose matrix has NaN in it vanishes.
            let arm =
                if swing.now.is_finite() { Affine3A::from_mat4(swing.now) } else { Affine3A::from_mat4(Mat4::ZERO) };
            let places = knight.places(arm);
            let world_from_model = world_from_lane * Mat4::from(knight.model.world_from_model);
            frame.draws.extend(palettes(&knight.model, &places, world_from_model));
            let first = knight.model.parts.len() + 2 * lane;
            let world_from_hand = world_from_lane * Mat4::from(knight.world_from_hand(&places));
            let world_from_shield = world_from_lane * shield;
            frame.draws.push(Draw::new(first, vec![world_from_hand]));
            frame.draws.push(Draw::new(first + 1, vec![world_from_shield]));

            // The arrow's motion: where it points at either key, the tip's path, and beads, far apart where the arm is fast.
            let world_from_parent = world_from_lane * Mat4::from(knight.world_from_parent);
            let tip = |parent_from_arm: Mat4| {
                world_from_parent.transform_point3(parent_from_arm.transform_point3(knight.arm.tip))
            };
            for key in knight.arm.keys {
                let shoulder = world_from_parent.transform_point3(key.w_axis.truncate());
                frame.lines.push(Line { ends: [shoulder, tip(key)], color: KEY, width: 1.0 });
            }
            let tips: Vec<Vec3> = swing.steps.iter().map(|step| tip(*step)).collect();
            for ends in tips.array_windows() {
                frame.lines.push(Line { ends: *ends, color, width: 1.5 });
            }
            for bead in tips.into_iter().step_by(BEAD) {
                frame.lines.push(Line { ends: [bead; 2], color, width: 3.0 });
            }
            let corner = world_from_shield.transform_point3(Vec3::new(1.0, 1.0, 0.0));
            for (what, at) in [("the arrow's tip", tip(swing.now)), ("a corner of the shield", corner)] {
                frame.points.push(Point { name: format!("{what} by {name}").into(), at, color, radius: 0.0 });
            }
        }
        for (Method { name, .. }, length, turned) in arms.lengths_and_angles(&knight.arm) {
            let text = format!("length {length:.2}, turned by {turned:.0}° from the first key").into();
            frame.values.push(Value { name: name.into(), text });
        }
        let knight = knight.clone();
        frame.graph = Some(Graph(Rc::new(move |sheet, clip_from_world| {
            graph::draw(sheet, &arms, &knight.arm);
            sheet.given();
            for (lane, Method { name, color }) in METHODS.iter().enumerate() {
                let feet = lane_position(lane) + Vec3::new(0.0, 0.0, 0.45);
                if let Some(at) = on_sheet(clip_from_world, sheet.size, feet) {
                    sheet.plate(at - 8.0 * Vec2::Y, name, Ink::own(*color, 0.0));
                }
            }
        })));
        Ok(frame)
    }

    fn set(&mut self, _: usize, u: f32) {
        self.u = u;
    }
}

/// Returns the fraction between the keys at a time, in a motion that goes back and forth.
fn u(seconds: f32) -> f32 {
    1.0 - ((seconds / SECONDS).rem_euclid(2.0) - 1.0).abs()
}

fn lane_position(lane: usize) -> Vec3 {
    Vec3::X * (lane as f32 - 1.5) * APART
}

/// Returns an arrow along y, from the grip to the tip.
fn arrow() -> Mesh<StaticVertex> {
    let head = 0.22;
    let mut arrow = moved(&shapes::cylinder(0.026, REACH - GRIP - head, 1, 16), Vec3::Y * GRIP);
    arrow.append(&moved(&shapes::cone(0.085, head, 24), Vec3::Y * (REACH - head)));
    arrow
}

/// Returns the board of a shield, of radius 1 about z, and a stripe across it, from the upper right to the lower left.
fn shield() -> [Mesh<StaticVertex>; 2] {
    let facing = Affine3A::from_rotation_x(FRAC_PI_2);
    let board = shapes::cylinder(1.0, 0.1, 1, 32).transformed(&facing);
    let stripe = shapes::cuboid(Vec3::new(1.7, 0.34, 0.2)).transformed(&Affine3A::from_rotation_z(FRAC_PI_4));
    [board, moved(&stripe, 0.15 * Vec3::Z)]
}
