//! The scene: three joints of a finger, and the same ring of points around each.

use crate::{Answers, checks::LESSON};
use anyhow::Result;
use common::app::{
    Difference, Exercise, Farthest, Framing, GuardedAnswers, NoOptions, SceneTime, Subject, View,
    lesson_main,
};
use common::check;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, Target};
use common::scenes::difference;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use std::f32::consts::TAU;
use std::process::ExitCode;
use std::sync::Arc;

/// How far a joint is from the one before it, and how far from the joint its ring, in metres.
const BONE: f32 = 1.0;
const RING: f32 = 0.35;
/// Points of a ring.
const POINTS: usize = 24;
/// The TODOs: each places its part of the points.
const TODOS: usize = 4;
/// Radians that the finger bends at each joint, at most.
const BEND: f32 = 0.9;

const BONES: Vec4 = Vec4::new(0.95, 0.62, 0.25, 1.0);
const BEADS: Vec4 = Vec4::new(1.0, 0.95, 0.25, 1.0);
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.6);

/// What everything is drawn with.
pub struct Scene {
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// What the answers give for one frame.
pub struct Frame {
    model_from_joint: Arc<Vec<Mat4>>,
    points: Vec<Vec3>,
}

/// The lesson's program.
pub fn run() -> ExitCode {
    lesson_main::<Scene>()
}

impl Subject for Scene {
    /// From where all of the finger is seen, and the origin.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let corner = Vec3::new(0.8, 0.0, 0.4);
        Some(Framing::from_angles(0.5, 0.3, [-corner, corner, Vec3::Y * 3.0 * BONE]))
    }
}

impl Exercise for Scene {
    type Answers = Answers;
    type Options = NoOptions;
    type Output = Frame;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const TITLE: &'static str = "Lesson 17: Crowd";
    const TIME: f32 = 1.2;

    fn open(gl: &Gl, _: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        let (backdrop, debug) = (Backdrop::new(gl)?, DebugRenderer::new(gl)?);
        Ok(Scene { backdrop, debug })
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        view: &View,
    ) -> Result<Frame> {
        let joints = Arc::new(finger(view.seconds));
        let mut points = Vec::new();
        let placed = answers.call("17.1", joints.clone(), |answers, joints| {
            let point = answers.point_1;
            beads(1, joints, point)
        });
        points.extend(placed);
        let placed = answers.call("17.2", joints.clone(), |answers, joints| {
            let point = answers.point_2;
            beads(2, joints, point)
        });
        points.extend(placed);
        let placed = answers.call("17.3", joints.clone(), |answers, joints| {
            let point = answers.point_3;
            beads(3, joints, point)
        });
        points.extend(placed);
        let placed = answers.call("17.4", joints.clone(), |answers, joints| {
            let point = answers.point_4;
            beads(4, joints, point)
        });
        points.extend(placed);
        Ok(Frame { model_from_joint: joints, points })
    }

    /// The finger, and beads where the answers put the points.
    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, Some(0.0))?;
        let mut bones = Shapes::new();
        for joint in frame.model_from_joint.iter() {
            let tip = joint.transform_point3(Vec3::Y * BONE);
            bones.bone(joint.w_axis.truncate(), tip, 0.08, BONES);
            bones.axes(&Affine3A::from_mat4(*joint), 0.3);
        }
        self.debug.draw(target, &bones, view.clip_from_world(), Overlay::InScene)?;
        let beads = frame.shapes(BEADS);
        self.debug.draw(target, &beads, view.clip_from_world(), Overlay::XRay)?;
        Ok(())
    }

    /// The right beads over the student's.
    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        let ghosts = right.shapes(GHOST);
        self.debug.draw(target, &ghosts, view.clip_from_world(), Overlay::XRay)?;
        let farthest = Farthest::of(mine.points.iter().copied(), right.points.iter().copied());
        Ok(difference::at_farthest(view, farthest, "every point in its place", |farthest| {
            format!("point {} is {}", farthest.place, farthest.words())
        }))
    }
}

impl Frame {
    fn shapes(&self, color: Vec4) -> Shapes {
        let mut shapes = Shapes::new();
        self.points.iter().for_each(|&point| shapes.joint(point, 0.05, color));
        shapes
    }
}

/// `model_from_joint` of three joints, each bent from the one before.
fn finger(time: f32) -> Vec<Mat4> {
    let bend = Mat4::from_rotation_z(-BEND * (0.5 - 0.5 * time.cos()));
    let along = Mat4::from_translation(Vec3::Y * BONE);
    let next = |joint: &Mat4| Some(*joint * along * bend);
    std::iter::successors(Some(Mat4::IDENTITY), next).take(3).collect()
}

/// Where an answer puts the points of every ring that are its TODO's; 1 is the first.
fn beads(todo: usize, joints: &[Mat4], place: fn(Mat4, Vec3) -> Vec3) -> Vec<Vec3> {
    let ring = || (0..POINTS).filter(move |index| index * TODOS / POINTS + 1 == todo).map(on_ring);
    joints.iter().flat_map(|joint| ring().map(|point| place(*joint, point))).collect()
}

/// In a joint's own space, half way to the next.
fn on_ring(index: usize) -> Vec3 {
    let angle = TAU * index as f32 / POINTS as f32;
    Vec3::new(RING * angle.cos(), 0.5 * BONE, RING * angle.sin())
}
