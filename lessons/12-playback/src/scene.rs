//! The scene: a figure on its round, where it was in orange, and where it will be in blue.

use crate::Answers;
use crate::earlier::Earlier;
use crate::figure::File;
use crate::playing::{Cue, Frame, GHOSTS, Memory, Moment, Play};
use crate::skin::Skin;
use crate::walk::Walk;
use anyhow::Result;
use common::app::{Actor, ActorRenderer, Difference, DisplayOptions, Farthest, View, Watchdog};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::glium::Surface;
use common::graphics::{Gl, OrbitCamera, Target};
use common::mesh::Bounds;
use common::model::ModelInstance;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use std::f32::consts::TAU;
use std::path::Path;
use std::sync::Arc;

/// Of ghosts before and after now; sRGB.
const BEFORE: Vec4 = Vec4::new(0.93, 0.46, 0.16, 0.42);
const AFTER: Vec4 = Vec4::new(0.16, 0.45, 0.90, 0.42);
/// Of the finished figure, over somebody's.
const RIGHT: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
/// Of the round on the ground.
const ROUND: Vec4 = Vec4::new(1.0, 0.97, 0.86, 0.8);

/// Where the camera stands, about the y axis, in radians: a figure that lies on its back as it does in
/// its file lies across the picture.
const YAW: f32 = -1.1;

/// Seconds between two ghosts of a figure that walks, so that they do not stand in one another.
pub const WALKING: f32 = 0.75;
/// The same, as a share of the clip, for one that stays where it is.
const STANDING: f32 = 0.09;

/// A figure, and what it is drawn with.
pub struct Scene {
    /// The file.
    pub file: Arc<File>,
    /// Where it goes.
    pub walk: Walk,
    /// The figure for timeline, joint tree and display. Its matrix to the world is 12.4's.
    pub actor: Actor,
    renderer: ActorRenderer,
    /// For `--mine`: made when it is asked for.
    skin: Option<Skin>,
    debug: DebugRenderer,
    ghost: ModelInstance,
    /// What was drawn last.
    shown: Option<Moment>,
    memory: Memory,
    /// Of the figure in its file, in our axes.
    size: Option<Bounds>,
}

impl Scene {
    /// # Errors
    /// If the file cannot be read, or the graphics card has no room for it.
    pub fn new(gl: &Gl, path: &Path) -> Result<Self> {
        let file = Arc::new(File::read(path)?);
        let model = file.model.clone();
        let actor = Actor::new(model);
        Ok(Scene {
            walk: Walk::new(&file.model),
            renderer: ActorRenderer::new(gl, &actor)?,
            skin: None,
            debug: DebugRenderer::new(gl)?,
            ghost: ModelInstance::new(&file.model),
            shown: None,
            memory: Memory::default(),
            size: actor.bounds(),
            actor,
            file,
        })
    }

    /// From now on the figure is drawn by lessons 08 to 11; false if this one cannot be.
    ///
    /// # Errors
    /// If the graphics card has no room.
    pub fn dress(&mut self, gl: &Gl, path: &Path) -> Result<bool> {
        self.skin = Skin::new(gl, path, &self.file.model)?;
        Ok(self.skin.is_some())
    }

    /// What was left out or replaced when it was brought onto the graphics card.
    pub fn warnings(&self) -> &[String] {
        self.renderer.warnings()
    }

    /// How fast the clip that plays walks, in metres a second.
    pub fn speed(&self) -> f32 {
        let clip = self.actor.active_clip();
        clip.and_then(|clip| self.walk.speeds.get(clip)).copied().unwrap_or(0.0)
    }

    /// Seconds from one ghost to the next.
    pub fn ghosts(&self) -> f32 {
        let Some(motion) = self.actor.active_clip().and_then(|clip| self.file.clips.get(clip))
        else {
            return 0.0;
        };
        if self.speed() > 0.0 { WALKING } else { STANDING * motion.clip.seconds() }
    }

    /// From where all of it is seen.
    pub fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        let mut camera = OrbitCamera { yaw: YAW, pitch: 0.26, ..OrbitCamera::default() };
        if self.walk.radius == 0.0 {
            let place = self.walk.place(0.0).to_affine();
            self.actor.model.world_from_model = place * self.file.model.world_from_model;
            camera = OrbitCamera::default();
            camera.frame_points(&self.actor.bounds()?.corners(), aspect);
            return Some(camera);
        }
        let Bounds { min, max } = self.size?;
        let mut points = Vec::new();
        for step in 0..24 {
            let at = self.walk.place(self.walk.radius * TAU * step as f32 / 24.0).translation;
            let out = at.normalize_or_zero() * 0.3 * (max - min).x.max((max - min).z);
            points.extend([min.y, max.y].map(|y| at + out + Vec3::Y * y));
        }
        camera.frame_points(&points, aspect);
        Some(camera)
    }

    /// Puts the lesson's questions for one frame.
    ///
    /// # Errors
    /// If not even the finished shaders can be used.
    pub fn ask(
        &mut self,
        answers: &Answers,
        earlier: &Earlier,
        watchdog: &mut Watchdog,
        cue: &Cue,
    ) -> Result<Frame> {
        let Scene { file, walk, memory, skin, .. } = self;
        let mut frame = Play { file, walk, answers, earlier }.ask(memory, watchdog, cue);
        if let Some(skin) = skin {
            frame.dressed = Some(skin.ask(file, earlier, watchdog, &frame)?);
        }
        Ok(frame)
    }

    /// Draws the round, the figure, its ghosts, and what the display adds.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        let now = &frame.moments[0];
        self.renderer.draw_backdrop(target, view)?;
        if view.options.grid {
            self.draw_round(target, view, now)?;
        }
        let DisplayOptions { mesh, skinning, wireframe, heat_map, onion_skins, .. } = view.options;
        if onion_skins {
            for ghost in 1..frame.moments.len() {
                self.draw_ghost(target, view, frame, ghost)?;
            }
            // They are behind the figure wherever they are, so that nothing veils it.
            target.clear_depth(1.0);
        }
        self.stand(now);
        // What the shaders of the lessons cannot show `common` does.
        let is_plain = mesh && skinning && !wireframe && !heat_map;
        match (&self.skin, &frame.dressed) {
            (Some(skin), Some(dressed)) if is_plain => {
                skin.draw(target, view, &self.actor.model.materials, dressed)?;
            }
            _ => self.renderer.draw_surface(target, &self.actor, view)?,
        }
        self.renderer.draw_marks(target, &self.actor, view)?;
        self.shown = Some(now.clone());
        Ok(())
    }

    /// The finished figure over somebody's, and where they are farthest apart.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        let [mine, right] = [mine, right].map(|frame| &frame.moments[0]);
        self.draw_as(target, view, right, RIGHT)?;
        self.stand(mine);
        let worst = Farthest::of(places(mine), places(right));
        let text = worst.as_ref().map_or("every joint is right".into(), |worst| {
            format!("{} {}", self.file.joints[worst.place].name, worst.words())
        });
        let clip_from_world = view.clip_from_world();
        Ok(Difference { text, at: worst.map(|worst| worst.at), clip_from_world })
    }

    /// Puts the actor where it was drawn last: names and clicks are about what is seen, and its own player
    /// has moved it meanwhile, by the finished forms.
    pub fn stand_as_shown(&mut self) {
        if let Some(moment) = self.shown.take() {
            self.stand(&moment);
            self.shown = Some(moment);
        }
    }

    /// Puts the actor where a moment has it.
    fn stand(&mut self, moment: &Moment) {
        self.actor.model.world_from_model = Affine3A::from_mat4(moment.stage.world_from_model);
        self.actor.instance.place(&self.actor.model, &affine(&moment.model_from_joint));
    }

    fn draw_ghost(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        frame: &Frame,
        number: usize,
    ) -> Result<()> {
        let ghost = &frame.moments[number];
        let color = if ghost.apart < 0.0 { BEFORE } else { AFTER };
        let step = self.ghosts().max(f32::MIN_POSITIVE);
        let distance = (ghost.apart.abs() / step).round().max(1.0);
        let faded = color.w * (1.0 - (distance - 1.0) / (GHOSTS as f32 + 0.5));
        let color = color.truncate().extend(faded);
        match (&self.skin, &frame.dressed) {
            (Some(skin), Some(dressed)) => skin.draw_ghost(target, view, dressed, number, color),
            _ => self.draw_as(target, view, ghost, color),
        }
    }

    /// See-through, in one colour.
    fn draw_as(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        moment: &Moment,
        color: Vec4,
    ) -> Result<()> {
        let model = &mut self.actor.model;
        model.world_from_model = Affine3A::from_mat4(moment.stage.world_from_model);
        self.ghost.place(model, &affine(&moment.model_from_joint));
        self.renderer.draw_ghost(target, model, &self.ghost, view, color)?;
        Ok(())
    }

    /// The way that the figure goes, and the Transform that puts it there.
    fn draw_round(&self, target: &mut Target<'_>, view: &View, now: &Moment) -> Result<()> {
        let mut shapes = Shapes::new();
        let lift = Vec3::Y * (self.renderer.ground() + 0.002 * view.camera.scene_radius);
        let size = self.size.map_or(1.0, |size| size.size().y);
        if self.walk.radius > 0.0 {
            let at = |step: usize, out: f32| {
                let on = self.walk.place(self.walk.radius * TAU * step as f32 / 96.0).translation;
                on * (1.0 + out / self.walk.radius) + lift
            };
            let wide = 0.012 * size;
            for step in (0..96).step_by(2) {
                let [a, b] = [step, step + 1].map(|s| [at(s, -wide), at(s, wide)]);
                shapes.triangle([a[0], a[1], b[1]], ROUND);
                shapes.triangle([a[0], b[1], b[0]], ROUND);
            }
        }
        let world_from_place = now.place.to_affine();
        shapes.axes(&(Affine3A::from_translation(lift) * world_from_place), 0.3 * size);
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;
        Ok(())
    }
}

fn affine(matrices: &[Mat4]) -> Vec<Affine3A> {
    matrices.iter().map(|matrix| Affine3A::from_mat4(*matrix)).collect()
}

/// Where every joint is in the world.
pub fn places(moment: &Moment) -> Vec<Vec3> {
    let world = moment.stage.world_from_model;
    let at = |joint: &Mat4| world.transform_point3(joint.w_axis.truncate());
    moment.model_from_joint.iter().map(at).collect()
}
