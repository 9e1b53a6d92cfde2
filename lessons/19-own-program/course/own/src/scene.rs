//! What is drawn.

use crate::edit::{Edit, LONGEST, angles_of, rotation_of};
use crate::figure::{Figure, Pose};
use crate::keys::Keys;
use crate::lessons::lesson_00::clip_from_camera;
use crate::lessons::lesson_04::{index_pairs, matrices};
use crate::lessons::lesson_06::wrap_time;
use crate::lessons::lesson_07::decompose;
use crate::lessons::lesson_08::skinning_matrices;
use crate::lessons::lesson_12::{on_stage, sample_pose};
use crate::lessons::lesson_13::{fade, next_state};
use crate::lessons::lesson_16::set_key;
use crate::lessons::{Fade, Joint, LoopMode, Now, RUN, State, Tools, Transform, WALK, model_poses};
use crate::picture::Picture;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Quat, Vec3};
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

/// The file of the figure.
const FIGURE: &str = "knight.dae";

// The light, as phong.frag has it.
const TO_LIGHT: [f32; 3] = [0.45, 0.72, 0.53];
const LAMP: [f32; 3] = [0.9, 0.9, 0.9];
const AMBIENT: [f32; 3] = [0.25, 0.25, 0.25];
const DIFFUSE: [f32; 3] = [1.0, 1.0, 1.0];
const SPECULAR: [f32; 3] = [0.1, 0.1, 0.1];
const SHININESS: f32 = 30.0;

/// Duration of a step, in seconds. The figure moves in equal steps, however long a frame takes.
pub const STEP: f32 = 1.0 / 60.0;

/// The longest frame that counts in full, in seconds.
pub const MAX_FRAME: f32 = 0.5;

/// Speed at which the figure turns, in radians a second.
pub const TURN: f32 = 2.5;

/// Speed at which a jump begins, upwards, in metres a second.
pub const JUMP: f32 = 3.0;

/// Acceleration of the fall, in metres per second squared.
pub const GRAVITY: f32 = 9.8;

/// Duration of a fade from one state to another, in seconds.
pub const FADE: f32 = 0.2;

/// The eye's place for a figure at the origin that looks along z.
pub const BEHIND: Vec3 = Vec3::new(0.0, 1.6, -4.2);

/// How fast the eye follows: the fraction of the remaining distance, per second.
pub const FOLLOW: f32 = 3.0;

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
    pub skin: Skin,
    pub playback: Playback,
    pub body: Body,
    pub fade: Fade,
    pub eye: Vec3,
    /// Seconds that have passed and are not yet stepped.
    pub owed: f32,
    pub edit: Edit,
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

pub struct Skin {
    vertices: VertexBuffer<SkinVertex>,
    /// Three vertices for each triangle.
    triangles: IndexBuffer<u16>,
    /// One for each part of the figure.
    textures: Vec<SrgbTexture2d>,
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

/// Where the figure is, and what it does.
pub struct Body {
    pub state: State,
    pub place: Vec3,
    /// How far it has turned from z to the left, about y, in radians.
    pub heading: f32,
    /// Its speed ahead, in metres a second.
    pub speed: f32,
    /// Its speed upwards, in metres a second.
    pub rise: f32,
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let mut figure = Figure::read(FIGURE)?;
        let mut edit = Edit::new(&figure);
        edit.open(&mut figure)?;
        let rest: Vec<Transform> = figure.joints.iter().map(|joint| decompose(joint.parent_from_joint)).collect();
        Ok(Scene {
            floor: Floor::new(display)?,
            bones: Bones::new(display, &figure.joints)?,
            skin: Skin::new(display, &figure)?,
            playback: Playback { clip: figure.clip_of(State::Idle), time: 0.0, speed: 1.0, is_paused: false },
            figure,
            body: Body { state: State::Idle, place: Vec3::ZERO, heading: 0.0, speed: 0.0, rise: 0.0 },
            fade: Fade::new(&rest),
            eye: BEHIND,
            owed: 0.0,
            edit,
        })
    }

    /// Draws the picture of now.
    pub fn draw(&self, frame: &mut impl Surface, _seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let camera_from_world = look_at_mat4(self.eye, self.body.place + Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        let beside = Mat4::from_translation(Vec3::new(-1.3, 0.0, 0.0)); // where the bones are seen
        let pose = self.shown();
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)?;
        self.draw_bones(frame, clip_from_world * beside, &pose)?;
        self.draw_skin(frame, clip_from_world, self.eye, &pose)
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
        // STUB // TODO 19.4: 04.2's matrices, an element of u_model each; the camera; and the draw call.
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
        for (name, slot) in names.iter().zip(&slots) {
            uniforms.add(name, slot);
        }
        add_light(&mut uniforms);
        for (part, texture) in self.figure.parts.iter().zip(&self.skin.textures) {
            uniforms.add("u_texture", texture);
            let triangles = self.skin.triangles.slice(part.indices.clone()).ok_or("a part has too many indices")?;
            frame.draw(&self.skin.vertices, triangles, &self.skin.program, &uniforms, &parameters())?;
        }
        // STUB // TODO 19.8: the palette, the camera, the eye and the light; a texture and a draw call for each part.
        // STUB let mut uniforms = DynamicUniforms::new();
        // STUB add_light(&mut uniforms);
        // STUB let _ = (frame, clip_from_world, eye, palette(&self.figure, pose)); // you will need them
        // STUB let _ = (&self.skin.vertices, &self.skin.triangles, &self.skin.textures, &self.skin.program); // these
        // STUB let _ = &self.figure.parts; // and this
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

    /// Returns the pose that the fade shows, at the body's place, with the edited joint as the sliders turn it.
    pub fn shown(&self) -> Pose {
        let turn = Quat::from_rotation_y(self.body.heading);
        let world_from_place = Mat4::from_rotation_translation(turn, self.body.place);
        let mut locals: Vec<Mat4> = self.fade.shown.iter().map(|joint| joint.to_mat4()).collect();
        if self.playback.is_paused && self.edit.clip == Some(self.playback.clip) {
            locals[self.edit.joint] = self.turned().to_mat4();
        }
        Pose { locals, world_from_model: world_from_place * self.figure.world_from_file }
    }

    /// Lets the figure rise and fall, for one step: first its speed upwards changes, by `GRAVITY`, and then its height, by
    /// that speed. The floor stops it: there height and speed are exactly 0.
    pub fn fall(&mut self) {
        // BEGIN 19.12
        self.body.rise -= GRAVITY * STEP;
        self.body.place.y += self.body.rise * STEP;
        if self.body.place.y <= 0.0 {
            self.body.place.y = 0.0;
            self.body.rise = 0.0;
        }
        // STUB // TODO 19.12: the speed upwards, the height, and the floor. Until then nothing rises or falls.
        // STUB let _ = (self.body.rise, self.body.place.y, GRAVITY); // you will need them
        // END 19.12
    }

    /// Lets `dt` seconds pass, in steps of `STEP` seconds: each steers, falls, changes the state and follows. A
    /// remainder shorter than a step is kept for the next frame. A longer frame than `MAX_FRAME` counts as `MAX_FRAME`.
    pub fn step(&mut self, keys: &Keys, dt: f32) {
        // BEGIN 19.13
        self.owed += dt.min(MAX_FRAME);
        while self.owed >= STEP {
            self.owed -= STEP;
            self.steer(keys);
            self.fall();
            self.change_state(keys.wanted());
            self.follow();
        }
        // STUB // TODO 19.13: as many steps as the seconds that are owed allow. This makes one, however long the frame was.
        // STUB let _ = (dt, self.owed, MAX_FRAME); // you will need them
        // STUB self.steer(keys);
        // STUB self.fall();
        // STUB self.change_state(keys.wanted());
        // STUB self.follow();
        // END 19.13
    }

    /// Turns the figure and moves it on, for one step. It stays on the floor.
    ///
    /// The keys turn it, at `TURN`. On the ground its speed is that of its state: `WALK` while it walks, `RUN` while it
    /// runs, otherwise 0. In the air it keeps the speed that it has.
    pub fn steer(&mut self, keys: &Keys) {
        // BEGIN 19.14
        if keys.left {
            self.body.heading += TURN * STEP;
        }
        if keys.right {
            self.body.heading -= TURN * STEP;
        }
        self.body.speed = match self.body.state {
            State::Walk => WALK,
            State::Run => RUN,
            State::Jump | State::Fall => self.body.speed,
            _ => 0.0,
        };
        let ahead = Quat::from_rotation_y(self.body.heading) * Vec3::Z;
        let place = self.body.place + self.body.speed * STEP * ahead;
        self.body.place = Vec3::new(place.x.clamp(-2.8, 2.8), place.y, place.z.clamp(-2.8, 2.8));
        // STUB // TODO 19.14: a turn by the keys; the speed of the state; and a piece of way ahead.
        // STUB let _ = (keys.left, keys.right, self.body.heading, self.body.speed, TURN, WALK, RUN); // you will need them
        // END 19.14
    }

    /// Begins another state if 13.3 says so, with its clip and a fade, and plays the clip on, for one step.
    ///
    /// A jump begins with `JUMP` upwards. Whatever the state, 13.2 gets the clip's pose in each step.
    pub fn change_state(&mut self, wanted: State) {
        // BEGIN 19.15
        let state = self.body.state;
        let duration = self.figure.clips[self.playback.clip].seconds();
        let ended = state.is_played_once() && self.playback.time + self.playback.speed * STEP >= duration;
        let supported = self.body.place.y == 0.0;
        let next = next_state(state, Now { supported, ended, wanted });
        if let Some(next) = next {
            self.body.state = next;
            self.playback.clip = self.figure.clip_of(next);
            self.playback.time = 0.0;
            if next == State::Jump {
                self.body.rise = JUMP;
            }
        }
        self.advance(STEP);
        let pose: Vec<Transform> = self.pose().locals.iter().map(|local| decompose(*local)).collect();
        fade(&mut self.fade, &pose, next.map(|_| FADE), STEP, &Tools);
        // STUB // TODO 19.15: first 13.3: is there a next state? Then its clip, from its beginning, and the fade's duration.
        // STUB let _ = (wanted, self.body.state, next_state, JUMP, FADE); // you will need them
        // STUB let _ = Now { supported: true, ended: false, wanted }; // and this
        // STUB self.advance(STEP);
        // STUB let pose: Vec<Transform> = self.pose().locals.iter().map(|local| decompose(*local)).collect();
        // STUB fade(&mut self.fade, &pose, None, STEP, &Tools);
        // END 19.15
    }

    /// Moves the eye, for one step, towards its place behind the figure: `BEHIND`, turned and moved as the figure is.
    pub fn follow(&mut self) {
        // BEGIN 19.16
        let turn = Quat::from_rotation_y(self.body.heading);
        let goal = self.body.place + turn * BEHIND;
        self.eye += FOLLOW * STEP * (goal - self.eye);
        // STUB // TODO 19.16: the eye's place behind him, and a fraction of the way there. This eye stays where it is.
        // STUB let _ = (self.body.heading, BEHIND, FOLLOW); // you will need them
        // END 19.16
    }

    /// Returns the chosen joint at the clip's time, turned by the angles.
    pub fn turned(&self) -> Transform {
        let local = decompose(self.pose().locals[self.edit.joint]);
        Transform { rotation: rotation_of(self.edit.angles), ..local }
    }

    /// Begins an empty clip of the chosen name. It is paused, so that it can be edited.
    pub fn begin_clip(&mut self) {
        let clip = self.figure.add_clip(&self.edit.name);
        self.edit.clip = Some(clip);
        self.edit.keys = vec![Vec::new(); self.figure.joints.len()];
        self.playback = Playback { clip, time: 0.0, is_paused: true, ..self.playback };
        self.keys_changed();
        self.edit.angles = angles_of(&self.pose(), self.edit.joint);
    }

    /// Puts the keys into the figure's tracks, so that they play. Without a new clip there is nothing to do.
    pub fn keys_changed(&mut self) {
        if let Some(clip) = self.edit.clip {
            self.figure.set_keys(clip, &self.edit.keys);
        }
    }

    /// Lets one choose a joint and a time, turn the joint, set a key, and begin another clip.
    pub fn edit(&mut self, ui: &Ui) {
        // BEGIN 19.17
        let names: Vec<&str> = self.figure.joints.iter().map(|joint| &*joint.name).collect();
        let is_chosen = ui.combo_simple_string("joint", &mut self.edit.joint, &names);
        let is_moved = ui.slider("time", 0.0, LONGEST, &mut self.playback.time);
        if is_chosen || is_moved {
            self.edit.angles = angles_of(&self.pose(), self.edit.joint);
        }
        for (axis, angle) in ["x", "y", "z"].into_iter().zip(&mut self.edit.angles) {
            ui.slider(axis, -180.0, 180.0, angle);
        }
        if ui.button("key") {
            let local = self.turned();
            set_key(&mut self.edit.keys[self.edit.joint], self.playback.time, local, &Tools);
            self.keys_changed();
        }
        ui.input_text("name", &mut self.edit.name).build();
        if ui.button("new clip") {
            self.begin_clip();
        }
        // STUB // TODO 19.17: the joints, the time, three angles, a button for a key, a name, and a button for a new clip.
        // STUB let _ = (LONGEST, angles_of, set_key, Tools); // you will need them
        // STUB ui.text(&self.figure.joints[self.edit.joint].name);
        // END 19.17
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
    pub fn new(display: &impl Facade, figure: &Figure) -> Result<Skin, Box<dyn Error>> {
        let mut textures = Vec::new();
        for part in &figure.parts {
            textures.push(texture(display, &part.picture)?);
        }
        Ok(Skin {
            vertices: VertexBuffer::new(display, &skin_vertices(figure))?,
            triangles: IndexBuffer::new(display, PrimitiveType::TrianglesList, &figure.indices)?,
            textures,
            program: program!(display, 330 => {
                vertex: include_str!("lit.vert"),
                fragment: include_str!("phong.frag"),
            })?,
        })
    }
}

/// Returns what the program does about an event.
///
/// It closes when that is requested, draws when a new picture is requested, and resizes the picture with the
/// window. It ignores all other events.
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
/// Every three corners are a triangle. Seen from above they are in counterclockwise order.
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

/// Returns the parameters of every draw call: near surfaces hide those behind them, and a triangle is drawn only
/// where its corners appear in counterclockwise order.
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
    // STUB // TODO 19.3: a vertex for each joint, and 04.3's pairs as a list of lines.
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
        for (i, influence) in vertex.influences.iter().enumerate() {
            a_joints[i] = influence.slot as u16;
            a_weights[i] = influence.weight;
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
    // STUB // TODO 19.5: a vertex for each of the figure's; its influences, one to four, come first.
    // STUB let mut vertices = Vec::new();
    // STUB for vertex in &figure.vertices {
    // STUB     let _ = (vertex.normal, vertex.texcoord, &vertex.influences); // you will need them
    // STUB     let a_position = vertex.position.to_array();
    // STUB     let a_normal = [0.0, 1.0, 0.0];
    // STUB     let a_weights = [1.0, 0.0, 0.0, 0.0];
    // STUB     vertices.push(SkinVertex { a_position, a_normal, a_texcoord: [0.0; 2], a_joints: [0; 4], a_weights });
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
