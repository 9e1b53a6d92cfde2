//! What is drawn.

use crate::figure::{Figure, Pose};
use crate::lessons::lesson_00::clip_from_camera;
use crate::lessons::lesson_03::{index_pairs, matrices};
use crate::lessons::lesson_05::wrap_time;
use crate::lessons::lesson_08::skinning_matrices;
use crate::lessons::lesson_12::{on_stage, sample_pose};
use crate::lessons::{Joint, LoopMode, Tools, Transform, model_poses};
use crate::picture::Picture;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3};
use glium::backend::Facade;
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::{RawImage2d, SrgbTexture2d};
use glium::uniforms::DynamicUniforms;
use glium::winit::event::WindowEvent;
use glium::{
    BackfaceCullingMode, Depth, DepthTest, DrawParameters, IndexBuffer, Program, Surface, VertexBuffer,
    implement_vertex, program, uniform,
};
use imgui::Ui;
use std::error::Error;

// The light, as phong.frag has it.
const TO_LIGHT: [f32; 3] = [0.45, 0.72, 0.53];

const LAMP: [f32; 3] = [0.9, 0.9, 0.9];

const AMBIENT: [f32; 3] = [0.25, 0.25, 0.25];

const DIFFUSE: [f32; 3] = [1.0, 1.0, 1.0];

const SPECULAR: [f32; 3] = [0.1, 0.1, 0.1];

const SHININESS: f32 = 30.0;

/// What the program does about an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reaction {
    None,
    Draw,
    /// The new width and height, in pixels.
    Resize(u32, u32),
    Close,
}

pub struct Scene {
    floor: Floor,
    pub figure: Figure,
    bones: Bones,
    skin: Skin,
    pub playback: Playback,
}

/// What the GPU gets for each corner of a shape.
#[derive(Clone, Copy)]
pub struct Corner {
    pub a_position: [f32; 3],
}

implement_vertex!(Corner, a_position);

struct Floor {
    corners: VertexBuffer<Corner>,
    program: Program,
}

struct Bones {
    /// One for each joint, at the joint's origin.
    ends: VertexBuffer<Corner>,
    /// Two ends for each bone.
    lines: IndexBuffer<u16>,
    program: Program,
}

/// What the GPU gets for each vertex of a skin.
#[derive(Clone, Copy)]
pub struct SkinVertex {
    pub a_position: [f32; 3],
    pub a_normal: [f32; 3],
    pub a_texcoord: [f32; 2],
    pub a_joints: [u16; 4],
    pub a_weights: [f32; 4],
}

implement_vertex!(SkinVertex, a_position, a_normal, a_texcoord, a_joints, a_weights);

struct Skin {
    vertices: VertexBuffer<SkinVertex>,
    /// Three vertices for each triangle.
    triangles: IndexBuffer<u16>,
    texture: SrgbTexture2d,
    program: Program,
}

/// Which clip plays, and how.
pub struct Playback {
    /// Index of the clip.
    pub clip: usize,
    /// Seconds since the clip began.
    pub time: f32,
    /// 1 is as fast as the file says, 0.5 half as fast.
    pub speed: f32,
    pub is_paused: bool,
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read("knight.dae")?;
        Ok(Scene {
            floor: Floor::new(display)?,
            bones: Bones::new(display, &figure.joints)?,
            skin: Skin::new(display, &figure)?,
            figure,
            playback: Playback { clip: 0, time: 0.0, speed: 1.0, is_paused: false },
        })
    }

    /// Draws the picture of now.
    pub fn draw(&self, frame: &mut impl Surface, _seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let eye = Vec3::new(1.2, 1.6, 4.2);
        let camera_from_world = look_at_mat4(eye, Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        let beside = Mat4::from_translation(Vec3::new(-1.3, 0.0, 0.0)); // where the bones are seen
        let pose = self.pose();
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)?;
        self.draw_bones(frame, clip_from_world * beside, &pose)?;
        self.draw_skin(frame, clip_from_world, eye, &pose)
    }

    fn draw_floor(&self, frame: &mut impl Surface, clip_from_world: Mat4) -> Result<(), Box<dyn Error>> {
        let uniforms = uniform! { u_clip_from_world: clip_from_world.to_cols_array_2d() };
        let triangles = NoIndices(PrimitiveType::TrianglesList);
        frame.draw(&self.floor.corners, triangles, &self.floor.program, &uniforms, &parameters())?;
        Ok(())
    }

    /// Draws a line for each bone.
    fn draw_bones(&self, frame: &mut impl Surface, clip_from_world: Mat4, pose: &Pose) -> Result<(), Box<dyn Error>> {
        // BEGIN 19.4
        let clip_from_world = clip_from_world.to_cols_array_2d();
        let mut models = Vec::new();
        for matrix in matrices(&self.figure.joints, &pose.locals, pose.world_from_model) {
            models.push(matrix.to_cols_array_2d());
        }
        let names = element_names("u_model", models.len());
        let mut uniforms = DynamicUniforms::new();
        uniforms.add("u_clip_from_model", &clip_from_world);
        for (name, model) in names.iter().zip(&models) {
            uniforms.add(name, model);
        }
        frame.draw(&self.bones.ends, &self.bones.lines, &self.bones.program, &uniforms, &parameters())?;
        // STUB // TODO 19.4: 03.2's matrices, an element of u_model each; the camera; and the draw call.
        // STUB let uniforms = DynamicUniforms::new();
        // STUB let _ = (frame, clip_from_world, uniforms, matrices, element_names); // you will need them
        // STUB let _ = (&pose.locals, pose.world_from_model); // and these
        // STUB let _ = (&self.bones.ends, &self.bones.lines, &self.bones.program);
        // END 19.4
        Ok(())
    }

    /// Draws the figure's skin, as an eye at this place of the world sees it.
    fn draw_skin(
        &self,
        frame: &mut impl Surface,
        clip_from_world: Mat4,
        eye: Vec3,
        pose: &Pose,
    ) -> Result<(), Box<dyn Error>> {
        // BEGIN 19.8
        let clip_from_world = clip_from_world.to_cols_array_2d();
        let eye = eye.to_array();
        let mut slots = Vec::new();
        for matrix in palette(&self.figure, pose) {
            slots.push(matrix.to_cols_array_2d());
        }
        let names = element_names("u_palette", slots.len());
        let mut uniforms = DynamicUniforms::new();
        uniforms.add("u_clip_from_model", &clip_from_world);
        uniforms.add("u_eye", &eye);
        uniforms.add("u_texture", &self.skin.texture);
        for (name, slot) in names.iter().zip(&slots) {
            uniforms.add(name, slot);
        }
        add_light(&mut uniforms);
        frame.draw(&self.skin.vertices, &self.skin.triangles, &self.skin.program, &uniforms, &parameters())?;
        // STUB // TODO 19.8: the palette, the camera, the eye, the texture and the light; and the draw call.
        // STUB let mut uniforms = DynamicUniforms::new();
        // STUB add_light(&mut uniforms);
        // STUB let _ = (frame, clip_from_world, eye, palette(&self.figure, pose)); // you will need them
        // STUB let _ = (&self.skin.vertices, &self.skin.triangles, &self.skin.texture, &self.skin.program); // and these
        // END 19.8
        Ok(())
    }

    /// Lets `dt` seconds pass: the clip goes on, at its speed, and begins again at its end. While it is paused it
    /// stays where it is.
    pub fn advance(&mut self, dt: f32) {
        // BEGIN 19.9
        if self.playback.is_paused {
            return;
        }
        let duration = self.figure.clips[self.playback.clip].seconds();
        let elapsed = self.playback.time + self.playback.speed * dt;
        self.playback.time = wrap_time(elapsed, duration, LoopMode::Loop);
        // STUB // TODO 19.9: the clip's time goes on; at its end it begins again. And if it is paused?
        // STUB let _ = (dt, self.playback.speed, self.playback.is_paused, wrap_time, LoopMode::Loop); // you will need them
        // END 19.9
    }

    /// Returns the pose of the clip at its time. The figure stands at the world's origin.
    pub fn pose(&self) -> Pose {
        // BEGIN 19.10
        let clip = &self.figure.clips[self.playback.clip];
        let stage = on_stage(clip, self.playback.time, &Transform::IDENTITY, self.figure.world_from_file);
        let locals = sample_pose(&self.figure.joints, &self.figure.tracks, stage.tick, &Tools);
        Pose { locals, world_from_model: stage.world_from_model }
        // STUB // TODO 19.10: 12.4 makes a tick of the clip's time, and 12.3 a pose of the tick. This one rests.
        // STUB let _ = (self.playback.clip, self.playback.time, &self.figure.tracks, &self.figure.clips); // you will need
        // STUB let _ = (on_stage, sample_pose, Transform::IDENTITY, Tools); // all of these
        // STUB let locals = self.figure.joints.iter().map(|joint| joint.parent_from_joint).collect();
        // STUB Pose { locals, world_from_model: self.figure.world_from_file }
        // END 19.10
    }

    /// Shows which clip plays, its time, its speed and whether it is paused, and lets one change them. Another clip
    /// begins at its beginning.
    pub fn panel(&mut self, ui: &Ui) {
        // BEGIN 19.11
        let playback = &mut self.playback;
        let names: Vec<&str> = self.figure.clips.iter().map(|clip| &*clip.name).collect();
        if ui.combo_simple_string("clip", &mut playback.clip, &names) {
            playback.time = 0.0;
        }
        let duration = self.figure.clips[playback.clip].seconds();
        ui.slider("time", 0.0, duration, &mut playback.time);
        ui.slider("speed", 0.0, 2.0, &mut playback.speed);
        ui.checkbox("paused", &mut playback.is_paused);
        // STUB // TODO 19.11: a list of the clips, two sliders and a box to tick. This one says the clip's name.
        // STUB ui.text(&self.figure.clips[self.playback.clip].name);
        // END 19.11
    }
}

impl Floor {
    fn new(display: &impl Facade) -> Result<Floor, Box<dyn Error>> {
        let program = program!(display, 330 => {
            vertex: include_str!("floor.vert"),
            fragment: include_str!("floor.frag"),
        })?;
        Ok(Floor { corners: VertexBuffer::new(display, &floor_corners())?, program })
    }
}

impl Bones {
    fn new(display: &impl Facade, joints: &[Joint]) -> Result<Bones, Box<dyn Error>> {
        let program = program!(display, 330 => {
            vertex: include_str!("joints.vert"),
            fragment: include_str!("bones.frag"),
        })?;
        let (ends, lines) = bone_buffers(display, joints)?;
        Ok(Bones { ends, lines, program })
    }
}

impl Skin {
    fn new(display: &impl Facade, figure: &Figure) -> Result<Skin, Box<dyn Error>> {
        Ok(Skin {
            vertices: VertexBuffer::new(display, &skin_vertices(figure))?,
            triangles: IndexBuffer::new(display, PrimitiveType::TrianglesList, &figure.indices)?,
            texture: texture(display, &figure.picture)?,
            program: program!(display, 330 => {
                vertex: include_str!("lit.vert"),
                fragment: include_str!("phong.frag"),
            })?,
        })
    }
}

/// Returns what the program does about an event.
///
/// It closes when that is requested, draws when a picture is, and gives the picture a new size when the
/// window has one. All other events are not its business.
pub fn react(event: &WindowEvent) -> Reaction {
    // BEGIN 19.1
    match event {
        WindowEvent::CloseRequested => Reaction::Close,
        WindowEvent::Resized(size) => Reaction::Resize(size.width, size.height),
        WindowEvent::RedrawRequested => Reaction::Draw,
        _ => Reaction::None,
    }
    // STUB // TODO 19.1: which event is for which reaction? This one draws whatever happens.
    // STUB let _ = (Reaction::None, Reaction::Resize(800, 600)); // you will need them
    // STUB match event {
    // STUB     WindowEvent::CloseRequested => Reaction::Close,
    // STUB     _ => Reaction::Draw,
    // STUB }
    // END 19.1
}

/// Returns the corners of the floor: a square about the origin, 6 metres wide, of two triangles.
///
/// Every three corners are a triangle. Seen from above they come counterclockwise.
pub fn floor_corners() -> Vec<Corner> {
    // BEGIN 19.2
    let back_left = Corner { a_position: [-3.0, 0.0, -3.0] };
    let back_right = Corner { a_position: [3.0, 0.0, -3.0] };
    let front_left = Corner { a_position: [-3.0, 0.0, 3.0] };
    let front_right = Corner { a_position: [3.0, 0.0, 3.0] };
    vec![front_left, front_right, back_left, back_left, front_right, back_right]
    // STUB // TODO 19.2: first one triangle, three corners; then the other one.
    // STUB Vec::new()
    // END 19.2
}

/// Returns the parameters of every draw call: what is nearer hides what is farther, and of a triangle only
/// the side is drawn on which its corners come counterclockwise.
fn parameters() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: true, ..Default::default() },
        backface_culling: BackfaceCullingMode::CullClockwise,
        ..Default::default()
    }
}

/// Returns what the GPU keeps of a skeleton: a vertex for each joint, and two indices for each bone.
///
/// Vertex i belongs to joint i. It is at the joint's origin, in the joint's own space.
pub fn bone_buffers(
    display: &impl Facade,
    joints: &[Joint],
) -> Result<(VertexBuffer<Corner>, IndexBuffer<u16>), Box<dyn Error>> {
    // BEGIN 19.3
    let corners = vec![Corner { a_position: [0.0; 3] }; joints.len()];
    let ends = VertexBuffer::new(display, &corners)?;
    let lines = IndexBuffer::new(display, PrimitiveType::LinesList, &index_pairs(joints))?;
    // STUB // TODO 19.3: a vertex for each joint, and 03.3's pairs as a list of lines.
    // STUB let _ = (joints, index_pairs); // you will need them
    // STUB let ends = VertexBuffer::new(display, &[])?;
    // STUB let lines = IndexBuffer::new(display, PrimitiveType::LinesList, &[])?;
    // END 19.3
    Ok((ends, lines))
}

/// Returns the names of an array's elements, as OpenGL calls them: `u_model[0]`, `u_model[1]` and so on.
fn element_names(array: &str, elements: usize) -> Vec<String> {
    (0..elements).map(|element| format!("{array}[{element}]")).collect()
}

/// Returns the vertices of a skin as the GPU gets them, each with four joints, those without weight included.
pub fn skin_vertices(figure: &Figure) -> Vec<SkinVertex> {
    // BEGIN 19.5
    let mut vertices = Vec::new();
    for vertex in &figure.vertices {
        let mut a_joints = [0; 4];
        let mut a_weights = [0.0; 4];
        for (slot, influence) in vertex.influences.iter().enumerate() {
            a_joints[slot] = influence.slot as u16;
            a_weights[slot] = influence.weight;
        }
        vertices.push(SkinVertex {
            a_position: vertex.position.to_array(),
            a_normal: vertex.normal.to_array(),
            a_texcoord: vertex.texcoord.to_array(),
            a_joints,
            a_weights,
        });
    }
    vertices
    // STUB // TODO 19.5: a vertex for each of the figure's; its influences, one to four, in the first slots.
    // STUB let mut vertices = Vec::new();
    // STUB for vertex in &figure.vertices {
    // STUB     let _ = (vertex.normal, vertex.texcoord, &vertex.influences); // you will need them
    // STUB     let a_position = vertex.position.to_array();
    // STUB     let a_normal = [0.0, 1.0, 0.0];
    // STUB     vertices.push(SkinVertex { a_position, a_normal, a_texcoord: [0.0; 2], a_joints: [0; 4], a_weights: [0.0; 4] });
    // STUB }
    // STUB vertices
    // END 19.5
}

/// Returns a picture as a texture. In OpenGL the lowest row comes first, and in the picture the uppermost; its
/// colours are sRGB-encoded.
pub fn texture(display: &impl Facade, picture: &Picture) -> Result<SrgbTexture2d, Box<dyn Error>> {
    // BEGIN 19.6
    let image = RawImage2d::from_raw_rgba_reversed(&picture.rgba, (picture.width, picture.height));
    Ok(SrgbTexture2d::new(display, image)?)
    // STUB // TODO 19.6: the picture's pixels, the lowest row first. This one is a grey pixel.
    // STUB let _ = (picture.width, picture.height, &picture.rgba); // you will need them
    // STUB let image = RawImage2d::from_raw_rgba(vec![128_u8, 128, 128, 255], (1, 1));
    // STUB Ok(SrgbTexture2d::new(display, image)?)
    // END 19.6
}

/// Returns the palette of a pose: for each slot the matrix from the mesh, as it was modelled, to the world.
///
/// The slots are the skin's joints, in the skin's order, and one more for vertices that follow no joint.
pub fn palette(figure: &Figure, pose: &Pose) -> Vec<Mat4> {
    // BEGIN 19.7
    let world_from_joint = model_poses(&figure.joints, &pose.locals, pose.world_from_model);
    let mut slots = Vec::new();
    for joint in &figure.skin_joints {
        slots.push(world_from_joint[*joint]);
    }
    slots.push(pose.world_from_model);
    skinning_matrices(&slots, &figure.joint_from_mesh)
    // STUB // TODO 19.7: where each joint of the skin is in the world; then 08.2. This one leaves
    // STUB // him as the file has him.
    // STUB let _ = (&pose.locals, &figure.skin_joints, model_poses, skinning_matrices); // you will need them
    // STUB vec![Mat4::IDENTITY; figure.joint_from_mesh.len()]
    // END 19.7
}

fn add_light(uniforms: &mut DynamicUniforms) {
    uniforms.add("u_to_light", &TO_LIGHT);
    uniforms.add("u_lamp", &LAMP);
    uniforms.add("u_ambient", &AMBIENT);
    uniforms.add("u_diffuse", &DIFFUSE);
    uniforms.add("u_specular", &SPECULAR);
    uniforms.add("u_shininess", &SHININESS);
}
