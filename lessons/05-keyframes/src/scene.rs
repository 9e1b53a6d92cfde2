//! The scene: three knights dance the same dance, one in a loop, one to its end, one there and back.

use crate::chain::Chain;
use crate::checks::REFERENCE;
use crate::graph::{self, Scale};
use crate::playing::{self, Memory, Moment};
use crate::probes::{MODES, word};
use crate::{Answers, Joint, trio};
use anyhow::Result;
use common::app::{Difference, Farthest, View, Watchdog};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{Gl, OrbitCamera, Target};
use common::model::{Model, ModelInstance};
use glam::{Affine3A, Mat4, Vec3, Vec4};

/// Of bones in the middle; those on the left and on the right have the colour of their hand's curve.
const MIDDLE: Vec4 = Vec4::new(1.0, 0.85, 0.20, 1.0);
const JOINT: Vec4 = Vec4::new(1.0, 1.0, 1.0, 1.0);
/// Of the keys' poses on both sides: the one passed, and the one to come.
const FROM: Vec4 = Vec4::new(0.95, 0.42, 0.10, 0.85);
const TO: Vec4 = Vec4::new(0.16, 0.30, 0.85, 0.85);
/// Of the finished chain, over somebody's.
const GHOST: Vec4 = Vec4::new(0.35, 0.0, 0.25, 1.0);

/// A day, in seconds: later single precision has no room for frames.
const MOST: f32 = 86_400.0;

/// The knights, and what they are drawn with.
pub struct Scene {
    /// The knight's joints and the file's numbers.
    pub chain: Chain,
    model: Model,
    figure: ModelInstance,
    renderer: SceneRenderer,
    debug: DebugRenderer,
    scale: Scale,
    memory: Memory,
}

impl Scene {
    /// # Errors
    /// If the knight's file cannot be read, or a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let chain = Chain::read(&Chain::knight())?;
        let model = trio::model(&chain)?;
        let right =
            playing::ask(&chain, &mut Memory::default(), &REFERENCE, &mut Watchdog::direct(), 0.0);
        let heights = right.curves.modes[0].mixed.iter().flatten().copied();
        let heights = heights.fold((f32::MAX, f32::MIN), |(a, b), y| (a.min(y), b.max(y)));
        Ok(Scene {
            figure: ModelInstance::new(&model),
            renderer: SceneRenderer::new(gl, &model)?,
            debug: DebugRenderer::new(gl)?,
            scale: Scale { times: chain.times.clone(), closes_at: chain.closes_at, heights },
            memory: Memory::default(),
            chain,
            model,
        })
    }

    /// From where all three are seen, with room below for the graphs.
    pub fn camera(&mut self, aspect: f32) -> OrbitCamera {
        self.figure.rest(&self.model);
        let rest = world_points(&self.model, &self.figure);
        let moved =
            (0..trio::COUNT).flat_map(|copy| rest.iter().map(move |&p| p + trio::place(copy)));
        let mut points: Vec<Vec3> = moved.collect();
        points.push(Vec3::new(0.0, -0.80, 0.3));
        let mut camera = OrbitCamera { yaw: 0.0, pitch: 0.10, ..OrbitCamera::default() };
        camera.frame_points(&points, aspect);
        camera
    }

    /// Puts the lesson's questions for `seconds` after the beginning; for a day at most.
    pub fn ask(&mut self, answers: &Answers, watchdog: &mut Watchdog, seconds: f32) -> Moment {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, MOST) } else { 0.0 };
        playing::ask(&self.chain, &mut self.memory, answers, watchdog, seconds)
    }

    /// Draws the knights, their chains and their graphs.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View, moment: &Moment) -> Result<()> {
        let all: Vec<Mat4> =
            (0..trio::COUNT).flat_map(|copy| self.file(copy, &moment.poses[copy].now)).collect();
        let file_from_joint: Vec<Affine3A> = all.into_iter().map(Affine3A::from_mat4).collect();
        self.figure.place(&self.model, &file_from_joint);
        let ground = view.options.grid.then_some(0.0);
        let options = SceneOptions { ground, ..SceneOptions::default() };
        self.renderer.draw(target, &self.model, &self.figure, &view.camera, &options)?;
        let (mut keys, mut bones) = (Shapes::new(), Shapes::new());
        for copy in 0..trio::COUNT {
            let poses = &moment.poses[copy];
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
        let graphs = graph::shapes(moment, &self.scale, view.aspect);
        self.debug.draw(target, &graphs, Mat4::IDENTITY, Overlay::OnTop)?;
        Ok(())
    }

    /// Draws the finished chains over somebody's, and says where they are farthest apart.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Moment,
        right: &Moment,
    ) -> Result<Difference> {
        let mut shapes = Shapes::new();
        let mut places = [Vec::new(), Vec::new()];
        for copy in 0..trio::COUNT {
            self.bones(copy, &right.poses[copy].now, |from, to, _| {
                shapes.bone(from, to, 0.02, GHOST);
            });
            for (moment, places) in [mine, right].into_iter().zip(&mut places) {
                places.extend(self.world(copy, &moment.poses[copy].now));
            }
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::XRay)?;
        let [mine, right] = places;
        let worst = Farthest::of(mine, right);
        let joints = self.chain.joints.len();
        let text = worst.as_ref().map_or("all three are right".into(), |worst| {
            let (copy, joint) = (worst.place / joints, &self.chain.joints[worst.place % joints]);
            format!("{}, {} {}", word(MODES[copy]), joint.name, worst.words())
        });
        let clip_from_world = view.clip_from_world();
        Ok(Difference { text, at: worst.map(|worst| worst.at), clip_from_world })
    }

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

    /// What the file calls joints.
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

/// By what the name says of the side.
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
