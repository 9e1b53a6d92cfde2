//! A skinned figure in plain glium: winit opens a window, `armature-formats` loads a figure, `armature` plays its clips,
//! glium draws it.
//!
//! `cargo run -p viewer --example plain [FILE]` takes a Collada or glTF file. Space fades to its next clip, Escape
//! ends. Morph targets, transparency, vertex colours, and pictures other than PNG are left out.

use anyhow::{Context, Result, ensure};
use armature::animation::Playback;
use armature::mesh::Bounds;
use armature::model::{Model, ModelInstance, Part, Texture};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use glium::backend::{Facade, glutin::SimpleWindowBuilder};
use glium::texture::buffer_texture::{BufferTexture, BufferTextureType};
use glium::texture::{RawImage2d, SrgbTexture2d};
use glium::{Display, DrawParameters, IndexBuffer, Program, Surface, VertexBuffer, index::PrimitiveType, program};
use std::{env, fs, io::Cursor, time::Instant};
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::{application::ApplicationHandler, window::Window, window::WindowId};

const FADE_SECONDS: f32 = 0.3;

const VERTEX_SHADER: &str = "
    #version 330 core
    uniform mat4 clip_from_world;
    uniform mat4 world_from_model;
    uniform samplerBuffer palette; // for each joint the three rows of model_from_mesh
    in vec3 position; // mesh space
    in vec3 normal;
    in vec2 texcoord;
    in uvec4 joints;
    in vec4 weights; // sum 1
    out vec3 world_normal;
    out vec2 picture_position;
    void main() {
        mat3x4 rows = mat3x4(0.0); // of model_from_mesh
        for (int i = 0; i < 4; i++)
            for (int row = 0; row < 3; row++)
                rows[row] += weights[i] * texelFetch(palette, 3 * int(joints[i]) + row);
        gl_Position = clip_from_world * world_from_model * vec4(vec4(position, 1.0) * rows, 1.0);
        world_normal = mat3(world_from_model) * (vec4(normal, 0.0) * rows); // right for joints that scale evenly
        picture_position = texcoord;
    }";

const FRAGMENT_SHADER: &str = "
    #version 330 core
    uniform sampler2D picture;
    uniform vec3 diffuse; // sRGB-encoded, as files have it
    in vec3 world_normal;
    in vec2 picture_position;
    out vec4 color; // sRGB-encoded
    const vec3 TO_LIGHT = normalize(vec3(0.4, 0.8, 0.6));
    void main() {
        vec3 n = normalize(gl_FrontFacing ? world_normal : -world_normal);
        float light = 0.25 + 0.75 * max(dot(n, TO_LIGHT), 0.0);
        vec3 linear = light * texture(picture, picture_position).rgb * pow(diffuse, vec3(2.2));
        color = vec4(pow(linear, vec3(1.0 / 2.2)), 1.0);
    }";

#[derive(Clone, Copy)]
struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    texcoord: [f32; 2],
    joints: [u16; 4],
    weights: [f32; 4],
}

glium::implement_vertex!(Vertex, position, normal, texcoord, joints, weights);

/// A mesh of one material on the graphics card.
struct GpuPart {
    vertices: VertexBuffer<Vertex>,
    indices: IndexBuffer<u32>,
    skin: usize,
    diffuse: Vec3,
    picture: SrgbTexture2d,
}

impl GpuPart {
    fn new(gl: &impl Facade, model: &Model, part: &Part) -> Result<Self> {
        let mut vertices = Vec::new();
        for vertex in &part.mesh.vertices {
            vertices.push(Vertex {
                position: vertex.position.to_array(),
                normal: vertex.normal.to_array(),
                texcoord: vertex.texcoord.to_array(),
                joints: vertex.joints,
                weights: vertex.weights,
            });
        }
        let material = part.material.map(|index| model.materials[index].clone()).unwrap_or_default();
        let picture = match &material.texture {
            Some(texture) => read_picture(texture).with_context(|| texture.to_string())?,
            None => RawImage2d::from_raw_rgba(vec![255; 4], (1, 1)),
        };
        Ok(Self {
            vertices: VertexBuffer::new(gl, &vertices)?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &part.mesh.indices)?,
            skin: part.skin,
            diffuse: material.diffuse.truncate(),
            picture: SrgbTexture2d::new(gl, picture)?,
        })
    }
}

fn read_picture(texture: &Texture) -> Result<RawImage2d<'static, u8>> {
    let file = match texture {
        Texture::File(path) => fs::read(path)?,
        Texture::Bytes { bytes, .. } => bytes.to_vec(),
    };
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("too large")?];
    let info = reader.next_frame(&mut pixels)?;
    ensure!(info.color_type == png::ColorType::Rgba, "only pictures in colour are read");
    // OpenGL's first row is the lowest.
    Ok(RawImage2d::from_raw_rgba_reversed(&pixels, (info.width, info.height)))
}

/// A model on the graphics card, and the clip that plays on it.
struct Figure {
    model: Model,
    instance: ModelInstance,
    bounds: Bounds,
    clip: usize,
    player: Playback,
    /// The previous clip, its player, and its weight, which falls from 1 to 0.
    fading: Option<(usize, Playback, f32)>,
    program: Program,
    parts: Vec<GpuPart>,
    palettes: Vec<BufferTexture<[f32; 4]>>,
}

impl Figure {
    fn new(gl: &impl Facade, model: Model) -> Result<Self> {
        ensure!(!model.clips.is_empty(), "the file has no clip to play");
        let instance = ModelInstance::new(&model);
        let bounds = instance.bounds(&model).context("the file has nothing to draw")?;
        let parts: Result<_> = model.parts.iter().map(|part| GpuPart::new(gl, &model, part)).collect();
        let mut palettes = Vec::new();
        for skin in &model.skins {
            palettes.push(BufferTexture::empty_dynamic(gl, 3 * skin.bindings.len(), BufferTextureType::Float)?);
        }
        Ok(Self {
            instance,
            bounds: bounds.transformed(&model.world_from_model),
            clip: 0,
            player: Playback::for_clip(&model.clips[0]),
            fading: None,
            program: program!(gl, 330 => { vertex: VERTEX_SHADER, fragment: FRAGMENT_SHADER })?,
            parts: parts?,
            palettes,
            model,
        })
    }

    fn fade_to_next_clip(&mut self) {
        self.fading = Some((self.clip, self.player.clone(), 1.0));
        self.clip = (self.clip + 1) % self.model.clips.len();
        self.player = Playback::for_clip(&self.model.clips[self.clip]);
    }

    /// Plays on for `dt` seconds, and uploads the pose.
    fn advance(&mut self, dt: f32) {
        self.player.advance(dt);
        let mut change = self.instance.change(&self.model);
        change.sample(&self.model.clips[self.clip], self.player.time());
        if let Some((clip, player, weight)) = &mut self.fading {
            player.advance(dt);
            *weight = (*weight - dt / FADE_SECONDS).max(0.0);
            change.blend(&self.model.clips[*clip], player.time(), *weight);
        }
        drop(change); // computes the palettes
        self.fading.take_if(|(.., weight)| *weight == 0.0);
        for (skin, texture) in self.palettes.iter().enumerate() {
            let matrices = self.instance.palette(skin).iter();
            let rows =
                matrices.flat_map(|matrix| Mat4::from(*matrix).transpose().to_cols_array_2d().into_iter().take(3));
            texture.write(&rows.collect::<Vec<_>>());
        }
    }

    fn draw(&self, target: &mut impl Surface) -> Result<()> {
        target.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        let (width, height) = target.get_dimensions();
        let center = self.bounds.center();
        let radius = self.bounds.radius();
        let projection = perspective(0.9, width as f32 / height as f32, 0.05 * radius, 10.0 * radius);
        let view = look_at_mat4(center + radius * Vec3::new(1.0, 0.4, 1.8), center, Vec3::Y);
        let mut parameters = DrawParameters::default();
        parameters.depth.test = glium::DepthTest::IfLess;
        parameters.depth.write = true;
        for part in &self.parts {
            let uniforms = glium::uniform! {
                clip_from_world: (projection * view).to_cols_array_2d(),
                world_from_model: Mat4::from(self.model.world_from_model).to_cols_array_2d(),
                palette: &self.palettes[part.skin],
                diffuse: part.diffuse.to_array(),
                picture: &part.picture,
            };
            target.draw(&part.vertices, &part.indices, &self.program, &uniforms, &parameters)?;
        }
        Ok(())
    }
}

struct App {
    window: Window,
    display: Display<glium::glutin::surface::WindowSurface>,
    figure: Figure,
    last_frame: Instant,
}

impl ApplicationHandler for App {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => self.display.resize(size.into()),
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Pressed => match event.logical_key
            {
                Key::Named(NamedKey::Escape) => event_loop.exit(),
                Key::Named(NamedKey::Space) => self.figure.fade_to_next_clip(),
                _ => {}
            },
            WindowEvent::RedrawRequested => {
                self.figure.advance(self.last_frame.elapsed().as_secs_f32());
                self.last_frame = Instant::now();
                let mut frame = self.display.draw();
                let drawn = self.figure.draw(&mut frame);
                frame.finish().expect("the window shows the frame");
                drawn.expect("the figure can be drawn");
                self.window.request_redraw();
            }
            _ => {}
        }
    }
}

fn main() -> Result<()> {
    let knight = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/knight.dae");
    let loaded = armature_formats::load(env::args_os().nth(1).unwrap_or_else(|| knight.into()))?;
    for warning in &loaded.warnings {
        eprintln!("{warning}");
    }
    let event_loop = EventLoop::new()?;
    let (window, display) = SimpleWindowBuilder::new().with_title("Plain glium").build(&event_loop);
    let figure = Figure::new(&display, loaded.model)?;
    Ok(event_loop.run_app(&mut App { window, display, figure, last_frame: Instant::now() })?)
}

#[cfg(test)]
#[path = "../tests/plain/tests.rs"]
mod tests;
