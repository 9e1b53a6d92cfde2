//! The lesson's picture: the creature where the answers put her, her tips, and the walk as a strip.

use crate::checks::REFERENCE;
use crate::scene::{Moment, Scene};
use crate::{Answers, strip};
use anyhow::Result;
use common::app::Difference;
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
/// Of the creature in her right place, over somebody's.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
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
        self.draw_moment(target, camera, &moment)?;
        Ok(moment.said)
    }

    /// Draws what somebody's answers say of a moment.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_moment(
        &mut self,
        target: &mut Target<'_>,
        camera: &OrbitCamera,
        moment: &Moment,
    ) -> Result<()> {
        self.place(moment);
        let ground = SceneOptions { ground: Some(0.0), ..SceneOptions::default() };
        self.renderer.draw(target, &self.scene.family.model, &self.figure, camera, &ground)?;
        let (width, height) = target.get_dimensions();
        let aspect = width as f32 / height as f32;
        let clip_from_world = camera.clip_from_world(aspect);
        self.debug.draw(
            target,
            &on_the_ground(&self.scene, moment),
            clip_from_world,
            Overlay::InScene,
        )?;
        self.debug.draw(target, &tips(moment), clip_from_world, Overlay::XRay)?;
        let walk = strip::shapes(&self.scene, &moment.order, aspect);
        self.debug.draw(target, &walk, Mat4::IDENTITY, Overlay::OnTop)?;
        Ok(())
    }

    /// Draws the creature in her right place, see-through, and says how far somebody's answers are off.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        camera: &OrbitCamera,
        time: f32,
        moment: &Moment,
    ) -> Result<Difference> {
        let right = self.scene.ask(&REFERENCE, time);
        self.place(&right);
        self.renderer.draw_ghost(target, &self.scene.family.model, &self.figure, camera, GHOST)?;
        let origin = |matrix: &Mat4| matrix.transform_point3(Vec3::ZERO);
        let mine = moment.model_from_joint.iter().map(origin).chain(moment.tips.iter().copied());
        let theirs = right.model_from_joint.iter().map(origin).chain(right.tips.iter().copied());
        let pairs: Vec<(Vec3, Vec3)> = mine.zip(theirs).collect();
        // Lost places (NaN) are farther off than all others.
        let off = |(a, b): (Vec3, Vec3)| {
            let off = a.distance(b);
            if off.is_nan() { f32::INFINITY } else { off }
        };
        let worst = (0..pairs.len()).max_by(|&a, &b| off(pairs[a]).total_cmp(&off(pairs[b])));
        let names = self.scene.joints.iter().map(|joint| joint.name.clone());
        let tips = self.scene.limbs().into_iter();
        let tips = tips.map(|limb| format!("tip of {}", self.scene.joints[limb].name));
        let name = worst.and_then(|place| names.chain(tips).nth(place)).unwrap_or_default();
        let most = worst.map_or(0.0, |place| off(pairs[place]));
        let steps = right.order.len().max(moment.order.len());
        let misplaced =
            (0..steps).filter(|&step| moment.order.get(step) != right.order.get(step)).count();
        let place = if most > 1e-3 { format!("{name} {most:.2} m") } else { "0 m".into() };
        Ok(Difference {
            text: format!("{place}; {misplaced} of {steps} steps of the walk"),
            at: worst.filter(|_| most > 1e-3).map(|place| pairs[place].1),
            clip_from_world: camera.clip_from_world({
                let (width, height) = target.get_dimensions();
                width as f32 / height as f32
            }),
        })
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
