//! Draws an actor with its display options: wireframe, weights, normals, onion skins, bones.

use crate::Actor;
use armature::model::ModelInstance;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use graphics::glium::Surface;
use graphics::{
    Gl, ShaderError, Target,
    backdrop::Backdrop,
    bones::bone_shapes,
    debug_draw::{Overlay, Shapes},
    renderer::{Decode, DrawMode, ModelRenderer, Skinning, Viewpoint, check},
    skinned_points::{lowest_point, skinned_part},
};
use ui::{DisplayOptions, SkinningMethod, View};

/// Draws one model: background, ground, figure, and what the display options add.
pub struct ActorRenderer {
    backdrop: Backdrop,
    figure: ModelRenderer,
    /// A second figure for poses that are not the actor's own, made when there is one to show.
    other: Option<ModelInstance>,
    shapes: Shapes,
    ground: f32,
}

/// Onion skins on either side of now, and how far apart they are, as a fraction of the clip.
const SKINS: i32 = 2;
const SKIN_STEP: f32 = 0.09;
const BEFORE: Vec4 = Vec4::new(0.90, 0.42, 0.20, 0.34);
const AFTER: Vec4 = Vec4::new(0.16, 0.45, 0.86, 0.34);
const WIRE: Vec4 = Vec4::new(0.02, 0.02, 0.04, 0.75);
const NORMAL: Vec4 = Vec4::new(0.06, 0.30, 0.75, 0.9);
const SHADOW: Vec4 = Vec4::new(0.0, 0.0, 0.0, 0.3);
const SELECTED: Vec4 = Vec4::new(0.95, 0.33, 0.24, 1.0);
/// Colour of a joint that is held, and of the line to it if it is out of reach.
const PINNED: Vec4 = Vec4::new(0.97, 0.62, 0.10, 1.0);

/// More normals than this are too many to tell apart: every second, third, ... is drawn.
const MAX_NORMALS: usize = 6000;

impl ActorRenderer {
    /// Uploads the actor's model, whose pictures `decode` reads.
    ///
    /// # Errors
    /// If a shader of `shaders/common` does not compile, or the card has no room.
    pub fn new(gl: &Gl, actor: &Actor, decode: Decode) -> Result<Self, ShaderError> {
        let Actor { model, instance, .. } = actor;
        let backdrop = Backdrop::new(gl)?;
        let figure = ModelRenderer::new(gl, model, decode)?;
        let ground = lowest_point(model, &mut instance.clone(), actor.clip).unwrap_or(0.0);
        Ok(Self { backdrop, figure, other: None, shapes: Shapes::new(), ground })
    }

    /// Warnings about what was left out or replaced.
    pub fn warnings(&self) -> &[String] {
        self.figure.warnings()
    }

    /// Draws everything, the background first.
    ///
    /// # Errors
    /// If the driver reports an error.
    ///
    /// # Panics
    /// If `actor` is not of the model that this renderer was made for.
    pub fn draw(&mut self, target: &mut Target<'_>, actor: &Actor, view: &View) -> Result<(), ShaderError> {
        self.draw_figure(target, actor, view)?;
        self.draw_marks(target, actor, view)
    }

    /// Draws backdrop, shadow, path, onion skins and surface, but not the marks over the surface.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw_figure(&mut self, target: &mut Target<'_>, actor: &Actor, view: &View) -> Result<(), ShaderError> {
        self.draw_backdrop(target, view)?;
        if view.options.grid {
            self.draw_shadow(target, actor, view)?;
        }
        if view.options.onion_skins {
            self.draw_onion_skins(target, actor, view)?;
        }
        target.clear_depth(1.0); // so that the figure lies over both, and onion skins show beside it only
        self.draw_surface(target, actor, view)
    }

    /// Draws the figure's shadow on the ground, from a light straight above.
    fn draw_shadow(&mut self, target: &mut Target<'_>, actor: &Actor, view: &View) -> Result<(), ShaderError> {
        let figure = shown_instance(&mut self.other, actor, &view.options);
        // All at one depth: each pixel is darkened once, however many triangles lie over it.
        let flat = Mat4::from_scale(Vec3::new(1.0, 1.0, 0.0));
        let onto_ground = Mat4::from_translation(Vec3::Y * self.ground) * Mat4::from_scale(Vec3::new(1.0, 0.0, 1.0));
        let clip_from_world = flat * view.clip_from_world() * onto_ground;
        let viewpoint = Viewpoint { clip_from_world, ..view.viewpoint() };
        self.figure.pose(&actor.model, figure, skinning(&view.options))?;
        self.figure.draw(target, &viewpoint, DrawMode::Shadow(SHADOW))
    }

    /// Draws background and ground alone, for a scene that draws its figure in steps.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw_backdrop(&mut self, target: &mut Target<'_>, view: &View) -> Result<(), ShaderError> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(self.ground))
    }

    /// Draws the figure's surface.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw_surface(&mut self, target: &mut Target<'_>, actor: &Actor, view: &View) -> Result<(), ShaderError> {
        let options = &view.options;
        let mode = match actor.selection.first() {
            Some(joint) if options.heat_map => DrawMode::Weights(joint),
            _ => DrawMode::Material,
        };
        let figure = shown_instance(&mut self.other, actor, options);
        let viewpoint = view.viewpoint();
        self.figure.pose(&actor.model, figure, skinning(options))?;
        self.figure.draw(target, &viewpoint, mode)?;
        if options.wireframe {
            self.figure.draw(target, &viewpoint, DrawMode::Wireframe(WIRE))?;
        }
        Ok(())
    }

    /// Draws the marks over the surface that are switched on: normals, bones, axes.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw_marks(&mut self, target: &mut Target<'_>, actor: &Actor, view: &View) -> Result<(), ShaderError> {
        if view.options.normals {
            self.collect_normals(actor, &view.options, view.camera.scene_radius);
            let clip_from_world = view.clip_from_world();
            self.backdrop.debug.draw(target, &self.shapes, clip_from_world, Overlay::InScene)?;
        }
        self.draw_shapes(target, &skeleton_shapes(actor, view), view)
    }

    /// Draws lines and triangles over everything, through the figure.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw_shapes(&mut self, target: &mut Target<'_>, shapes: &Shapes, view: &View) -> Result<(), ShaderError> {
        self.backdrop.debug.draw(target, shapes, view.clip_from_world(), Overlay::XRay)
    }

    /// The height of the ground: the lowest point of the figure in the clip that it plays at first.
    pub fn ground(&self) -> f32 {
        self.ground
    }

    /// Draws the figure at earlier and later times of its clip; in a loop also beyond the clip's ends.
    fn draw_onion_skins(&mut self, target: &mut Target<'_>, actor: &Actor, view: &View) -> Result<(), ShaderError> {
        let Some(clip) = actor.clip() else { return Ok(()) };
        let step = clip.duration() * SKIN_STEP;
        let other = self.other.get_or_insert_with(|| actor.instance.clone());
        // Far ones first, so that near ones lie over them.
        for distance in (1..=SKINS).rev() {
            for (sign, color) in [(-1.0, BEFORE), (1.0, AFTER)] {
                let mut player = actor.player.clone();
                player.step(sign * step * distance as f32);
                other.sample_clip(&actor.model, actor.clip, player.time());
                let faded = color.w * (1.0 - (distance - 1) as f32 / SKINS as f32);
                let mode = DrawMode::Ghost(color.truncate().extend(faded));
                self.figure.pose(&actor.model, other, skinning(&view.options))?;
                self.figure.draw(target, &view.viewpoint(), mode)?;
            }
        }
        Ok(())
    }

    /// Collects a line along the normal of every vertex, or of as many as can be told apart.
    fn collect_normals(&mut self, actor: &Actor, options: &DisplayOptions, radius: f32) {
        self.shapes.clear();
        let model = &actor.model;
        let count: usize = model.parts.iter().map(|part| part.mesh.vertices.len()).sum();
        let every = count.div_ceil(MAX_NORMALS).max(1);
        let posed = shown_instance(&mut self.other, actor, options);
        let turn = armature::skin::normal_matrix(&model.world_from_model.matrix3);
        for part in model.parts.iter().filter(|part| check(&model.skins, part).is_ok()) {
            let (positions, normals) = skinned_part(model, posed, part, skinning(options));
            for (position, normal) in positions.iter().zip(normals).step_by(every) {
                let from = model.world_from_model.transform_point3(*position);
                let along = (turn * glam::Vec3A::from(normal)).normalize_or_zero();
                self.shapes.line(from, from + Vec3::from(along) * radius * 0.035, NORMAL);
            }
        }
    }
}

fn skeleton_shapes(actor: &Actor, view: &View) -> Shapes {
    let options = &view.options;
    let radius = view.camera.scene_radius;
    // A figure without a mesh is its bones.
    let bones = options.bones || actor.model.parts.is_empty();
    let mut shapes = if bones {
        bone_shapes(&actor.model, &actor.instance, &view.camera, actor.selection.first())
    } else {
        Shapes::new()
    };
    if options.axes {
        for joint in 0..actor.model.skeleton.len() {
            if actor.model.is_joint.get(joint) == Some(&true) || actor.selection.first() == Some(joint) {
                shapes.axes(&actor.world_from_joint(joint), radius * 0.07);
            }
        }
    }
    if (bones || options.axes || options.names || options.heat_map)
        && let Some(joint) = actor.selection.first()
    {
        mark(&mut shapes, &actor.world_from_joint(joint), radius);
    }
    for pin in &actor.held.pins {
        shapes.joint(pin.at, radius * 0.02, PINNED);
        shapes.line(actor.joint_position(pin.joint), pin.at, PINNED);
    }
    shapes
}

fn skinning(options: &DisplayOptions) -> Skinning {
    match options.method {
        SkinningMethod::Linear => Skinning::Linear,
        SkinningMethod::Dual => Skinning::DualQuaternion,
    }
}

/// Returns the instance to draw: the actor's, or with skinning off an unskinned one in the bind pose.
fn shown_instance<'b>(
    other: &'b mut Option<ModelInstance>,
    actor: &'b Actor,
    options: &DisplayOptions,
) -> &'b ModelInstance {
    if options.skinning {
        return &actor.instance;
    }
    let other = other.get_or_insert_with(|| actor.instance.clone());
    other.sample_clip(&actor.model, None, 0.0);
    other.set_unskinned(&actor.model);
    other
}

fn mark(shapes: &mut Shapes, world_from_joint: &Affine3A, radius: f32) {
    shapes.joint(world_from_joint.translation.into(), radius * 0.026, SELECTED);
    shapes.axes(world_from_joint, radius * 0.13);
}

#[cfg(test)]
mod tests;
