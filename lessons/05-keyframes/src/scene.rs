//! The scene: three knights dance the same dance, one in a loop, one to its end, one there and back.

use crate::chain::Chain;
use crate::checks::{LESSON, REFERENCE};
use crate::graph::{self, Scale};
use crate::playing::{self, Frame, Memory};
use crate::probes::{MODES, word};
use crate::{AnimationIndex, Answers, Joint, Segment, trio};
use anyhow::Result;
use common::app::layout::Area;
use common::app::panels::labels;
use common::app::{
    Difference, Exercise, Farthest, GuardedAnswers, NoOptions, SceneTime, Screen, View, Watchdog,
    lesson_main, theme,
};
use common::check;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{Gl, OrbitCamera, Target};
use common::model::{Model, ModelInstance};
use common::scenes::difference::at_farthest;
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use std::process::ExitCode;

/// Of bones in the middle; those on the left and on the right have the colour of their hand's curve.
const MIDDLE: Vec4 = Vec4::new(1.0, 0.85, 0.20, 1.0);
const JOINT: Vec4 = Vec4::new(1.0, 1.0, 1.0, 1.0);
/// Of the poses of the keys before and after.
const FROM: Vec4 = Vec4::new(0.95, 0.42, 0.10, 0.85);
const TO: Vec4 = Vec4::new(0.16, 0.30, 0.85, 0.85);
/// Of the finished chains, over the student's.
const GHOST: Vec4 = Vec4::new(0.35, 0.0, 0.25, 1.0);

/// The knights, and what they are drawn with.
pub struct Scene {
    time: SceneTime,
    chain: Chain,
    model: Model,
    figure: ModelInstance,
    renderer: SceneRenderer,
    debug: DebugRenderer,
    scale: Scale,
    memory: Memory,
}

/// The lesson's program.
pub fn run() -> ExitCode {
    lesson_main::<Scene>()
}

impl Exercise for Scene {
    type Answers = Answers;
    type Options = NoOptions;
    type Output = Frame;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 05: keyframes";
    const TIME: f32 = 2.28;

    fn open(gl: &Gl, time: f32, _: &NoOptions) -> Result<Self> {
        let chain = Chain::read(&Chain::knight())?;
        let model = trio::model(&chain)?;
        let mut direct = Watchdog::direct();
        let mut finished = direct.guard(&LESSON, REFERENCE);
        let right = playing::evaluate(&chain, &mut Memory::default(), &mut finished, 0.0);
        let heights = right.curves.modes[0].mixed.iter().flatten().copied();
        let heights = heights.fold((f32::MAX, f32::MIN), |(a, b), y| (a.min(y), b.max(y)));
        Ok(Scene {
            time: SceneTime::from(time),
            figure: ModelInstance::new(&model),
            renderer: SceneRenderer::new(gl, &model)?,
            debug: DebugRenderer::new(gl)?,
            scale: Scale { times: chain.times.clone(), closes_at: chain.closes_at, heights },
            memory: Memory::default(),
            chain,
            model,
        })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Frame> {
        Ok(playing::evaluate(&self.chain, &mut self.memory, answers, self.time.within_a_day()))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        let all: Vec<Mat4> =
            (0..trio::COUNT).flat_map(|copy| self.file(copy, &frame.poses[copy].now)).collect();
        let file_from_joint: Vec<Affine3A> = all.into_iter().map(Affine3A::from_mat4).collect();
        self.figure.place(&self.model, &file_from_joint);
        let ground = view.options.grid.then_some(0.0);
        let options = SceneOptions { ground, ..SceneOptions::default() };
        self.renderer.draw(target, &self.model, &self.figure, &view.camera, &options)?;
        let (mut keys, mut bones) = (Shapes::new(), Shapes::new());
        for (copy, poses) in frame.poses.iter().enumerate() {
            for (pose, color) in [(&poses.from, FROM), (&poses.to, TO)] {
                self.bones(copy, pose, |from, to, _| keys.bone(from, to, 0.016, color));
            }
            self.bones(copy, &poses.now, |from, to, color| bones.bone(from, to, 0.042, color));
            let joints = self.world(copy, &poses.now);
            self.shown().for_each(|joint| bones.joint(joints[joint], 0.019, JOINT));
        }
        let clip_from_world = view.clip_from_world();
        self.debug.draw(target, &keys, clip_from_world, Overlay::XRay)?;
        self.debug.draw(target, &bones, clip_from_world, Overlay::XRay)?;
        let graphs = graph::shapes(frame, &self.scale, view.aspect);
        self.debug.draw(target, &graphs, Mat4::IDENTITY, Overlay::OnTop)?;
        Ok(())
    }

    /// The finished chains over the student's.
    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        let mut shapes = Shapes::new();
        for (copy, poses) in right.poses.iter().enumerate() {
            self.bones(copy, &poses.now, |from, to, _| shapes.bone(from, to, 0.02, GHOST));
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::XRay)?;
        let points = |frame: &Frame| -> Vec<Vec3> {
            let poses = frame.poses.iter().enumerate();
            poses.flat_map(|(copy, poses)| self.world(copy, &poses.now)).collect()
        };
        let name = |farthest: &Farthest| {
            let joints = &self.chain.joints;
            let (copy, joint) = (farthest.place / joints.len(), farthest.place % joints.len());
            format!("{}, {} {}", word(MODES[copy]), joints[joint].name, farthest.words())
        };
        let farthest = Farthest::of(points(mine), points(right));
        Ok(at_farthest(view, farthest, "all three are right", name))
    }

    fn time(&mut self) -> Option<&mut SceneTime> {
        Some(&mut self.time)
    }

    fn ui(&mut self, screen: &Screen<'_>, frame: &Frame) {
        screen.panel("Time", || self.time.controls(screen));
        let Area { min, size } = screen.scene;
        let above = |index: usize| {
            let corner = graph::corner(index) * Vec2::new(0.5, -0.5) + 0.5;
            min + corner * size - Vec2::Y * screen.fonts.em
        };
        let lines = lines(frame);
        let labels = lines.iter().enumerate();
        let labels = labels.map(|(index, line)| (above(index), line.as_str(), theme::TEXT));
        labels::draw(screen.ui, screen.scene, screen.fonts, labels);
    }

    /// From where all three are seen, with room below for the graphs.
    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        self.figure.rest(&self.model);
        let rest = world_points(&self.model, &self.figure);
        let moved =
            (0..trio::COUNT).flat_map(|copy| rest.iter().map(move |&p| p + trio::place(copy)));
        let mut points: Vec<Vec3> = moved.collect();
        points.push(Vec3::new(0.0, -0.80, 0.3));
        let mut camera = OrbitCamera { yaw: 0.0, pitch: 0.10, ..OrbitCamera::default() };
        camera.frame_points(&points, aspect);
        Some(camera)
    }

    fn describe(&self, frame: &Frame) -> String {
        let Chain { times, closes_at, .. } = &self.chain;
        let joints = frame.keys.iter().filter(|keys| !keys.is_empty()).count();
        let seconds: Vec<String> = times.iter().map(|time| format!("{time:.2}")).collect();
        format!(
            "{}, {:.2} s\n{joints} joints have keys; {} keys at {} s, a loop closes at {closes_at:.2} s\n{}\n",
            Self::TITLE,
            frame.seconds,
            times.len(),
            seconds.join(", "),
            lines(frame).join("\n")
        )
    }
}

impl Scene {
    /// Calls `draw(parent, joint, color)` for every bone of one knight, in world space.
    fn bones(&self, copy: usize, pose: &[Mat4], mut draw: impl FnMut(Vec3, Vec3, Vec4)) {
        let places = self.world(copy, pose);
        for joint in self.shown() {
            let Joint { name, parent, .. } = &self.chain.joints[joint];
            if let Some(parent) = parent.filter(|&parent| self.chain.model.is_joint[parent]) {
                draw(places[parent], places[joint], color(name));
            }
        }
    }

    /// The joints, without the file's other nodes.
    fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.chain.joints.len()).filter(|&joint| self.chain.model.is_joint[joint])
    }

    /// One knight's joints where he stands, in the file's axes.
    fn file(&self, copy: usize, pose: &[Mat4]) -> Vec<Mat4> {
        let shift = trio::shift(&self.model, copy);
        pose.iter().map(|&file_from_joint| shift * file_from_joint).collect()
    }

    /// Where one knight's joints are, in world space.
    fn world(&self, copy: usize, pose: &[Mat4]) -> Vec<Vec3> {
        let file = self.file(copy, pose);
        let at = |joint: &Mat4| {
            self.model.world_from_model.transform_point3(joint.transform_point3(Vec3::ZERO))
        };
        file.iter().map(at).collect()
    }
}

/// The colour of a joint's bone, by the side in its name.
fn color(name: &str) -> Vec4 {
    let [left, right] = graph::HANDS;
    if name.ends_with("_l") {
        left
    } else if name.ends_with("_r") {
        right
    } else {
        MIDDLE
    }
}

/// Each one's time and index.
fn lines(frame: &Frame) -> Vec<String> {
    let line = |index: usize| {
        let AnimationIndex { elapsed, segment } = frame.indices[index];
        let Segment { from, to, alpha } = segment;
        let mode = word(MODES[index]);
        format!("{mode}: {elapsed:.2} s, key {from} to {to}, alpha {alpha:.2}")
    };
    (0..MODES.len()).map(line).collect()
}
