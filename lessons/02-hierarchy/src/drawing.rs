//! How the scene is drawn: the creature where the answers put her, her tips, and the walk as a strip.

use crate::checks::REFERENCE;
use crate::scene::{Moment, Scene};
use crate::strip;
use anyhow::Result;
use common::app::{Difference, Farthest, View, Watchdog};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{Gl, OrbitCamera, Target};
use common::model::ModelInstance;
use glam::{Mat4, Vec3, Vec4};

/// The place of "legs" in `Family::PARTS`.
const LEGS: usize = 1;
/// Of the marks at the tips.
const TIP: Vec4 = Vec4::new(1.0, 0.95, 0.25, 1.0);
/// Of the creature in her right place, over somebody's.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const RING: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.9);

/// The scene, and what it is drawn with.
pub struct Drawing {
    /// What is drawn.
    pub scene: Scene,
    figure: ModelInstance,
    renderer: SceneRenderer,
    debug: DebugRenderer,
}

impl Drawing {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let scene = Scene::new();
        let figure = ModelInstance::new(&scene.family.model);
        let renderer = SceneRenderer::new(gl, &scene.family.model)?;
        Ok(Drawing { scene, figure, renderer, debug: DebugRenderer::new(gl)? })
    }

    /// From where the creature in her right place and the model's origin are both seen, whatever the
    /// answers are: so that pictures of before and after can be laid over each other.
    pub fn camera(&mut self, time: f32, aspect: f32) -> OrbitCamera {
        self.place(&self.scene.ask(&mut Watchdog::direct(), &REFERENCE, time));
        let mut points = world_points(&self.scene.family.model, &self.figure);
        points.extend([Vec3::new(-0.45, -0.35, -0.45), Vec3::new(0.45, 0.35, 0.45)]);
        let mut camera = OrbitCamera { yaw: 2.0, pitch: 0.5, ..OrbitCamera::default() };
        camera.frame_points(&points, aspect);
        // Below is the strip.
        camera.zoom(-1.0);
        camera.pan(0.0, -0.07);
        camera
    }

    /// Draws what somebody's answers say of a moment.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View, moment: &Moment) -> Result<()> {
        self.place(moment);
        let ground =
            SceneOptions { ground: view.options.grid.then_some(0.0), ..SceneOptions::default() };
        self.renderer.draw(
            target,
            &self.scene.family.model,
            &self.figure,
            &view.camera,
            &ground,
        )?;
        let clip_from_world = view.clip_from_world();
        self.debug.draw(
            target,
            &on_the_ground(&self.scene, moment),
            clip_from_world,
            Overlay::InScene,
        )?;
        self.debug.draw(target, &tips(moment), clip_from_world, Overlay::XRay)?;
        let walk = strip::shapes(&self.scene, &moment.order, view.aspect);
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
        view: &View,
        mine: &Moment,
        right: &Moment,
    ) -> Result<Difference> {
        self.place(right);
        let (model, figure) = (&self.scene.family.model, &self.figure);
        self.renderer.draw_ghost(target, model, figure, &view.camera, GHOST)?;
        let places = |moment: &Moment| {
            let origin = |matrix: &Mat4| matrix.transform_point3(Vec3::ZERO);
            let joints = moment.model_from_joint.iter().map(origin);
            joints.chain(moment.tips.iter().copied()).collect::<Vec<Vec3>>()
        };
        let worst = Farthest::of(places(mine), places(right));
        let steps = right.order.len().max(mine.order.len());
        let misplaced =
            (0..steps).filter(|&step| mine.order.get(step) != right.order.get(step)).count();
        let place = worst.map_or_else(
            || "all joints in their places".into(),
            |worst| format!("{} is {}", self.name(worst.place), worst.words()),
        );
        Ok(Difference {
            text: format!("{place}; {misplaced} of {steps} steps of the walk"),
            at: worst.map(|worst| worst.at),
            clip_from_world: view.clip_from_world(),
        })
    }

    /// What is in a place of the list of joints, then tips.
    fn name(&self, place: usize) -> String {
        let joints = &self.scene.joints;
        match joints.get(place) {
            Some(joint) => joint.name.clone(),
            None => format!("tip of {}", joints[self.scene.limbs()[place - joints.len()]].name),
        }
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
