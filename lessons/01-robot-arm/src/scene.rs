//! The scene: the robot in its hall, where the claw could go, and what the camera on the forearm sees.

use crate::Rigid;
use crate::asked::Asked;
use crate::robot::{self, Part, along};
use anyhow::Result;
use common::app::{self, Difference, Farthest};
use common::graphics::camera::Projection;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, OrbitCamera, ShaderFile, Target, Uniforms, shader};
use common::mesh::{Mesh, StaticVertex, shapes};
use glam::camera::rh::proj::opengl::perspective;
use glam::{Mat4, Vec3, Vec4};
use glium::draw_parameters::PolygonOffset;
use glium::index::{IndexBuffer, PrimitiveType};
use glium::{
    Blend, BlendingFunction, Depth, DepthTest, DrawParameters, LinearBlendingFactor, Program, Rect,
    Surface, VertexBuffer,
};

/// Of the path that A makes, of the one that B makes, and of the claw's point; sRGB.
const PATHS: [Vec3; 2] = [Vec3::new(0.90, 0.16, 0.42), Vec3::new(0.10, 0.50, 0.86)];
const CLAW: Vec3 = Vec3::new(1.0, 0.98, 0.85);
/// Of the finished robot, over somebody's; sRGB.
const GHOST: Vec3 = Vec3::new(1.0, 0.2, 0.75);
const GHOST_OPACITY: f32 = 0.5;
/// Of the lines from each space's origin to the claw: base, upper arm, forearm.
const SPACES: [Vec3; 3] =
    [Vec3::new(0.72, 0.30, 0.95), Vec3::new(0.20, 0.85, 0.35), Vec3::new(0.15, 0.85, 0.95)];
/// To the lamp under the hall's roof, in world space.
const TO_LAMP: Vec3 = Vec3::new(-0.35, 1.0, 0.55);
/// Of the camera above the wrist, from its picture's lower edge to the upper, in radians.
const WRIST_FOV: f32 = 0.95;
/// What is seen where nothing is, in the small picture; sRGB.
const DUSK: (f32, f32, f32, f32) = (0.30, 0.34, 0.40, 1.0);
/// The ground's height, under the hall's floor.
const GROUND: f32 = -0.08;
const FRAME: Vec4 = Vec4::new(0.97, 0.98, 1.0, 1.0);

/// Everything on the graphics card.
pub struct Scene {
    backdrop: Backdrop,
    parts: Vec<Solid>,
    floor: Vec<Solid>,
    wooden_crate: Vec<Solid>,
    bead: Solid,
    rod: Solid,
    lit: Program,
    plain: Program,
    debug: DebugRenderer,
}

/// A mesh of one colour.
struct Solid {
    vertices: VertexBuffer<StaticVertex>,
    indices: IndexBuffer<u32>,
    color: Vec3,
}

impl Solid {
    fn new(gl: &Gl, mesh: &Mesh<StaticVertex>, color: Vec3) -> Result<Self> {
        Ok(Solid {
            vertices: VertexBuffer::new(gl, &mesh.vertices)?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &mesh.indices)?,
            color,
        })
    }
}

/// From where something is drawn, and into which part of the picture.
struct View {
    clip_from_world: Mat4,
    eye: Vec3,
    /// `None`: all of it.
    window: Option<Rect>,
}

impl View {
    fn of(seen: &app::View) -> Self {
        View { clip_from_world: seen.clip_from_world(), eye: seen.camera.eye(), window: None }
    }
}

impl Scene {
    /// # Errors
    /// If a shader does not compile, or the card has no room.
    pub fn new(gl: &Gl, parts: &[Part]) -> Result<Self> {
        let vertex = ShaderFile("01-robot-arm/part.vert");
        let parts = parts.iter().map(|part| Solid::new(gl, &part.mesh, part.color));
        let solids = |shapes: Vec<(Mesh<StaticVertex>, Vec3)>| -> Result<Vec<Solid>> {
            shapes.iter().map(|(mesh, color)| Solid::new(gl, mesh, *color)).collect()
        };
        Ok(Scene {
            backdrop: Backdrop::new(gl)?,
            parts: parts.collect::<Result<_>>()?,
            floor: solids(robot::floor())?,
            wooden_crate: solids(robot::wooden_crate())?,
            bead: Solid::new(gl, &shapes::sphere(1.0, 10, 16), CLAW)?,
            rod: Solid::new(gl, &shapes::cylinder(1.0, 1.0, 1, 12), CLAW)?,
            lit: shader::load(gl, vertex, ShaderFile("01-robot-arm/part.frag"))?,
            plain: shader::load(gl, vertex, ShaderFile("01-robot-arm/plain.frag"))?,
            debug: DebugRenderer::new(gl)?,
        })
    }

    /// Where the camera stands at the beginning.
    pub fn camera() -> OrbitCamera {
        OrbitCamera {
            target: Vec3::new(0.06, 0.66, 0.0),
            yaw: 0.18,
            pitch: 0.32,
            distance: 4.3,
            projection: Projection::Perspective { vertical_fov: 0.55 },
            scene_radius: robot::FLOOR,
        }
    }

    /// Draws the hall and all that is in it.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, seen: &app::View, asked: &Asked) -> Result<()> {
        self.backdrop.draw(target, &seen.camera, seen.options.grid.then_some(GROUND))?;
        let view = View::of(seen);
        self.draw_things(target, &view, asked)?;
        self.draw_paths(target, &view, asked)?;
        self.draw_claw(target, &view, asked)?;
        self.draw_wrist_camera(target, asked)
    }

    /// Floor, crate and robot, with shadows.
    fn draw_things(&self, target: &mut Target<'_>, view: &View, asked: &Asked) -> Result<()> {
        let parts = self.parts.iter().zip(asked.world_from_part.iter().copied());
        let still = self.wooden_crate.iter().map(|solid| (solid, Mat4::IDENTITY));
        let things: Vec<(&Solid, Mat4)> = still.chain(parts).collect();
        for solid in &self.floor {
            self.draw_lit(target, view, solid, solid.color, Mat4::IDENTITY)?;
        }
        for (solid, world_from_part) in &things {
            self.draw_shadow(target, view, solid, *world_from_part)?;
        }
        for (solid, world_from_part) in &things {
            self.draw_lit(target, view, solid, solid.color, *world_from_part)?;
        }
        Ok(())
    }

    /// A bead wherever the claw comes by when one slider moves: one for every 5 degrees.
    fn draw_paths(&self, target: &mut Target<'_>, view: &View, asked: &Asked) -> Result<()> {
        for (path, color) in asked.paths.iter().zip(PATHS) {
            for point in path {
                let bead = Mat4::from_translation(*point) * Mat4::from_scale(Vec3::splat(0.016));
                self.draw_lit(target, view, &self.bead, color, bead)?;
            }
        }
        Ok(())
    }

    /// One point, told in three spaces: a line from each one's origin. Through everything, since the
    /// origins lie inside the joints.
    fn draw_claw(&self, target: &mut Target<'_>, view: &View, asked: &Asked) -> Result<()> {
        target.clear_depth(1.0);
        let (arm, placed) = (robot::arm(), &asked.placed);
        let told = [
            (arm.world_from_base, placed.claw_in_base),
            (placed.world_from_upper, placed.claw_in_upper),
            (placed.world_from_forearm, arm.claw),
        ];
        for ((world_from_space, claw), color) in told.into_iter().zip(SPACES) {
            let (from, to) = (world_from_space.translation, world_from_space.apply(claw));
            let rod = along(from, to);
            let measures = Vec3::new(0.007, from.distance(to), 0.007);
            let rod = rigid_matrix(&rod) * Mat4::from_scale(measures);
            self.draw_plain(target, view, &self.rod, color, rod)?;
            let joint = Mat4::from_translation(from) * Mat4::from_scale(Vec3::splat(0.026));
            self.draw_plain(target, view, &self.bead, color, joint)?;
        }
        let claw = Mat4::from_translation(placed.claw_in_world);
        let claw = claw * Mat4::from_scale(Vec3::splat(0.026));
        self.draw_plain(target, view, &self.bead, CLAW, claw)
    }

    /// What the camera above the wrist sees, in the upper right corner.
    fn draw_wrist_camera(&self, target: &mut Target<'_>, asked: &Asked) -> Result<()> {
        let (width, height) = target.get_dimensions();
        let (w, h) = (width * 28 / 100, height * 36 / 100);
        let margin = height / 30;
        let (left, bottom) = (width.saturating_sub(w + margin), height.saturating_sub(h + margin));
        let window = Rect { left, bottom, width: w.max(1), height: h.max(1) };
        self.debug.draw(
            target,
            &frame(&window, (width, height)),
            Mat4::IDENTITY,
            Overlay::OnTop,
        )?;
        target.clear(Some(&window), Some(DUSK), true, Some(1.0), None);
        let aspect = window.width as f32 / window.height as f32;
        let clip_from_camera = perspective(WRIST_FOV, aspect, 0.03, 20.0);
        let view = View {
            clip_from_world: clip_from_camera * asked.camera_from_world,
            // Only for highlights: the true one, whatever the answer says.
            eye: asked.placed.world_from_forearm.apply(robot::forearm_from_camera().translation),
            window: Some(window),
        };
        self.draw_things(target, &view, asked)
    }

    /// The robot by the finished answers, see-through over somebody's, and how far apart they are.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &self,
        target: &mut Target<'_>,
        seen: &app::View,
        mine: &Asked,
        right: &Asked,
    ) -> Result<Difference> {
        let view = View::of(seen);
        let clip_from_world = view.clip_from_world;
        self.draw_ghost(target, &view, mine, right)?;
        self.draw_wrist_camera(target, mine)?; // over a ghost that reaches into its corner
        let middle = |part: &Mat4| part.transform_point3(Vec3::ZERO);
        let places = |asked: &Asked| -> Vec<Vec3> {
            let claw = asked.placed.claw_in_world;
            [claw].into_iter().chain(asked.world_from_part.iter().map(middle)).collect()
        };
        let worst = Farthest::of(places(mine), places(right));
        let mut found = Vec::new();
        if let Some(worst) = worst {
            let what = if worst.place == 0 { "the claw" } else { "a part" };
            found.push(format!("{what} is {}", worst.words()));
        }
        let axes = (mine.camera_from_world - right.camera_from_world).to_cols_array();
        // A number that is none is farther off than all others.
        let off = axes.into_iter().map(|x| if x.is_nan() { f32::INFINITY } else { x.abs() });
        let camera = off.fold(0.0, f32::max);
        if camera > 1e-3 {
            found.push(format!("a number of the camera's matrix is {camera:.2} off"));
        }
        let text =
            if found.is_empty() { "every part in its place".into() } else { found.join(", ") };
        Ok(Difference { text, at: worst.map(|worst| worst.at), clip_from_world })
    }

    /// Depths first: somebody's, over which nothing is drawn; then the ghost's, so that of its own parts only
    /// the nearest is seen. It is pushed back a little, so that what is in its right place is not tinted.
    fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Asked,
        right: &Asked,
    ) -> Result<()> {
        let constant = LinearBlendingFactor::ConstantAlpha;
        let rest = LinearBlendingFactor::OneMinusConstantAlpha;
        let blend = Blend {
            color: BlendingFunction::Addition { source: constant, destination: rest },
            alpha: BlendingFunction::Max,
            constant_value: (0.0, 0.0, 0.0, GHOST_OPACITY),
        };
        let offset =
            PolygonOffset { factor: 1.0, units: 4.0, fill: true, ..PolygonOffset::default() };
        let depths = DrawParameters {
            color_mask: (false, false, false, false),
            ..parameters(view, Blend::default())
        };
        let pushed = DrawParameters { polygon_offset: offset, ..depths.clone() };
        let mut colors = DrawParameters { polygon_offset: offset, ..parameters(view, blend) };
        colors.depth = Depth { test: DepthTest::IfLessOrEqual, write: false, ..colors.depth };
        for (asked, parameters) in [(mine, depths), (right, pushed), (right, colors)] {
            for (solid, world_from_part) in self.parts.iter().zip(&asked.world_from_part) {
                let uniforms = lit_uniforms(view, GHOST, *world_from_part);
                target.draw(&solid.vertices, &solid.indices, &self.lit, &uniforms, &parameters)?;
            }
        }
        Ok(())
    }

    fn draw_lit(
        &self,
        target: &mut Target<'_>,
        view: &View,
        solid: &Solid,
        color: Vec3,
        world_from_part: Mat4,
    ) -> Result<()> {
        let uniforms = lit_uniforms(view, color, world_from_part);
        let parameters = parameters(view, Blend::default());
        target.draw(&solid.vertices, &solid.indices, &self.lit, &uniforms, &parameters)?;
        Ok(())
    }

    fn draw_plain(
        &self,
        target: &mut Target<'_>,
        view: &View,
        solid: &Solid,
        color: Vec3,
        world_from_part: Mat4,
    ) -> Result<()> {
        let uniforms = Uniforms::new()
            .mat4("u_world_from_part", world_from_part)
            .mat4("u_clip_from_world", view.clip_from_world)
            .vec3("u_color", color);
        let parameters = parameters(view, Blend::default());
        target.draw(&solid.vertices, &solid.indices, &self.plain, &uniforms, &parameters)?;
        Ok(())
    }

    /// The part pressed flat on the floor, away from the lamp. The darker of floor and shadow stays: so
    /// two shadows are no darker than one.
    fn draw_shadow(
        &self,
        target: &mut Target<'_>,
        view: &View,
        solid: &Solid,
        world_from_part: Mat4,
    ) -> Result<()> {
        let slide = TO_LAMP / TO_LAMP.y;
        let flatten = Mat4::from_cols(
            Vec4::X,
            Vec4::new(-slide.x, 0.0, -slide.z, 0.0),
            Vec4::Z,
            Vec4::new(0.0, 0.004, 0.0, 1.0),
        );
        let uniforms = Uniforms::new()
            .mat4("u_world_from_part", flatten * world_from_part)
            .mat4("u_clip_from_world", view.clip_from_world)
            .vec3("u_color", robot::SHADOW);
        let darker = Blend {
            color: BlendingFunction::Min,
            alpha: BlendingFunction::Max,
            constant_value: (0.0, 0.0, 0.0, 0.0),
        };
        let mut parameters = parameters(view, darker);
        parameters.depth.write = false;
        target.draw(&solid.vertices, &solid.indices, &self.plain, &uniforms, &parameters)?;
        Ok(())
    }
}

fn lit_uniforms(view: &View, color: Vec3, world_from_part: Mat4) -> Uniforms<'static> {
    Uniforms::new()
        .mat4("u_world_from_part", world_from_part)
        .mat4("u_clip_from_world", view.clip_from_world)
        .vec3("u_color", color)
        .vec3("u_eye", view.eye)
        .vec3("u_to_lamp", TO_LAMP.normalize())
}

fn parameters(view: &View, blend: Blend) -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
        blend,
        viewport: view.window,
        scissor: view.window,
        ..DrawParameters::default()
    }
}

/// The lesson's own things are placed by the finished form.
fn rigid_matrix(rigid: &Rigid) -> Mat4 {
    rigid.core().to_mat4()
}

/// A light border around the small picture, in clip space.
fn frame(window: &Rect, (width, height): (u32, u32)) -> Shapes {
    let border = (height / 240).max(1) as f32;
    let x = |pixels: f32| 2.0 * pixels / width as f32 - 1.0;
    let y = |pixels: f32| 2.0 * pixels / height as f32 - 1.0;
    let (left, bottom) = (window.left as f32 - border, window.bottom as f32 - border);
    let right = left + window.width as f32 + 2.0 * border;
    let top = bottom + window.height as f32 + 2.0 * border;
    let corner = |h: f32, v: f32| Vec3::new(x(h), y(v), 0.0);
    let mut shapes = Shapes::new();
    shapes.triangle([corner(left, bottom), corner(right, bottom), corner(right, top)], FRAME);
    shapes.triangle([corner(left, bottom), corner(right, top), corner(left, top)], FRAME);
    shapes
}
