//! The lesson's picture: the creature where the answers put her, her tips, and the walk as a strip.

use crate::checks::REFERENCE;
use crate::scene::{Moment, Scene};
use crate::{Answers, strip};
use anyhow::Result;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::glium::Surface;
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{Canvas, Gl, OrbitCamera, Picture, Target, headless};
use common::model::Figure;
use glam::{Mat4, Vec3, Vec4};

/// When the lesson's own picture is taken, in seconds.
pub const TIME: f32 = 0.5;

/// The place of "legs" in `Family::PARTS`.
const LEGS: usize = 1;
/// Of the marks at the tips.
const TIP: Vec4 = Vec4::new(1.0, 0.95, 0.25, 1.0);
const RING: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.9);

/// Draws the creature `time` seconds on, where `answers` put her joints.
///
/// Beside the picture it says which answers could not be used: where one panics or hangs, the
/// finished one draws instead.
///
/// # Errors
/// If there is no OpenGL, or a shader of `common` does not compile.
pub fn draw(answers: &Answers, time: f32, size: (u32, u32)) -> Result<(Picture, Vec<String>)> {
    let gl = headless::context()?;
    let canvas = Canvas::new(&gl, size)?;
    let mut drawing = Drawing::new(&gl)?;
    let camera = drawing.camera(time, canvas.aspect());
    let said = canvas.draw(|target| drawing.draw(target, &camera, time, answers))?;
    Ok((canvas.picture(), said))
}

/// The scene, and what it is drawn with.
pub struct Drawing {
    /// What is drawn.
    pub scene: Scene,
    figure: Figure,
    renderer: SceneRenderer,
    debug: DebugRenderer,
}

impl Drawing {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let scene = Scene::new();
        let figure = Figure::new(&scene.family.model);
        let renderer = SceneRenderer::new(gl, &scene.family.model)?;
        Ok(Drawing { scene, figure, renderer, debug: DebugRenderer::new(gl)? })
    }

    /// From where the creature in her right place and the model's origin are both seen, whatever the
    /// answers are: so that pictures of before and after can be laid over each other.
    pub fn camera(&mut self, time: f32, aspect: f32) -> OrbitCamera {
        self.place(&self.scene.ask(&REFERENCE, time));
        let mut points = world_points(&self.scene.family.model, &self.figure);
        points.extend([Vec3::new(-0.45, -0.35, -0.45), Vec3::new(0.45, 0.35, 0.45)]);
        let mut camera = OrbitCamera { yaw: 2.0, pitch: 0.5, ..OrbitCamera::default() };
        camera.frame_points(&points, aspect);
        // Below is the strip.
        camera.zoom(-1.0);
        camera.pan(0.0, -0.07);
        camera
    }

    /// Draws a frame and says which answers could not be used.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &mut self,
        target: &mut Target<'_>,
        camera: &OrbitCamera,
        time: f32,
        answers: &Answers,
    ) -> Result<Vec<String>> {
        let moment = self.scene.ask(answers, time);
        self.place(&moment);
        let ground = SceneOptions { ground: Some(0.0), ..SceneOptions::default() };
        self.renderer.draw(target, &self.scene.family.model, &self.figure, camera, &ground)?;
        let (width, height) = target.get_dimensions();
        let aspect = width as f32 / height as f32;
        let clip_from_world = camera.clip_from_world(aspect);
        self.debug.draw(
            target,
            &on_the_ground(&self.scene, &moment),
            clip_from_world,
            Overlay::InScene,
        )?;
        self.debug.draw(target, &tips(&moment), clip_from_world, Overlay::XRay)?;
        let walk = strip::shapes(&self.scene, &moment.order, aspect);
        self.debug.draw(target, &walk, Mat4::IDENTITY, Overlay::OnTop)?;
        Ok(moment.said)
    }

    fn place(&mut self, moment: &Moment) {
        let model_from_joint = self.scene.for_skeleton(&moment.model_from_joint);
        self.figure.place(&self.scene.family.model, &model_from_joint);
    }
}

/// The model's axes at its origin, and below the tip of each leg a ring.
fn on_the_ground(scene: &Scene, moment: &Moment) -> Shapes {
    let mut shapes = Shapes::new();
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        let color = Vec4::new(0.28, 0.28, 0.28, 1.0) + 0.65 * axis.extend(0.0);
        shapes.bone(Vec3::ZERO, 0.35 * axis, 0.04, color);
    }
    for (limb, &tip) in scene.limbs().into_iter().zip(&moment.tips) {
        if scene.part(limb) == LEGS {
            let below = Vec3::new(tip.x, 0.0, tip.z);
            shapes.circle(below, 0.05, RING);
            shapes.line(below, tip, RING);
        }
    }
    shapes
}

fn tips(moment: &Moment) -> Shapes {
    let mut shapes = Shapes::new();
    moment.tips.iter().for_each(|&tip| shapes.joint(tip, 0.04, TIP));
    shapes
}
