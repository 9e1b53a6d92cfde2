//! Measures the number of figures that can be drawn in a frame of 16 ms, in each of the three ways to draw a crowd.
//!
//! ```text
//! cargo bench -p models --bench crowd
//! ```
//!
//! A frame is poses, upload and draw calls until all are done. On a graphics card it is timed by the wall clock;
//! without one (the output says so), by the processor time of all threads, which other work on the machine does not
//! lengthen. Then each vertex and each pixel costs processor time in any way of drawing, and the numbers say nothing
//! about a graphics card. So a figure of ten triangles is measured too, which costs little more than palettes, upload
//! and draw calls.
//!
//! The ways take turns, round by round; a ratio to one draw call a figure is computed in each round. Printed are
//! medians, with the 10th and 90th percentile in brackets.

#[allow(dead_code)] // needs the figure, the clips and the mesh
#[path = "../../../../runtime/benches/speed/data.rs"]
mod data;
#[allow(dead_code)] // needs `Spread`
#[path = "../../../../runtime/benches/speed/rounds.rs"]
mod rounds;

use armature::{
    animation::{LoopMode, wrap_time},
    mesh::Mesh,
    model::{Model, Part},
    skin::Skin,
};
use armature_formats::collada;
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, SkinFrames};
use cpu_time::ProcessTime;
use glam::{Affine3A, Vec3};
use glium::Surface;
use graphics::{Canvas, Gl, GlInfo, OrbitCamera, headless, renderer::Viewpoint};
use models::crowd::{CrowdInstance, CrowdRenderer, Moment, Way};
use rounds::Spread;
use std::time::Instant;

const SIZE: (u32, u32) = (320, 180);
const ROUNDS: usize = 15;
const FRAME_MILLISECONDS: f64 = 16.0;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    // Cargo says `--bench` to benches; under `cargo test` everything runs just once.
    let measure = std::env::args().any(|argument| argument == "--bench");
    let gl = match headless::context() {
        Ok(gl) => gl,
        Err(error) => {
            println!("no OpenGL, no numbers: {error}");
            return Ok(());
        }
    };
    let info = GlInfo::new(&gl);
    let clock = if info.software { "the processor draws: ms of its time" } else { "ms of the wall clock" };
    println!("{}, {}; {clock}", info.renderer, SimdLevel::best());
    let file = verdict::workspace::assets().join("knight.dae");
    compare(&gl, "knights", &collada::load(&file)?.model, if measure { 32 } else { 2 }, measure)?;
    compare(&gl, "of ten triangles", &few_triangles(), if measure { 1024 } else { 2 }, measure)
}

/// Makes a humanoid of 67 joints and ten triangles.
fn few_triangles() -> Model {
    let skeleton = data::humanoid();
    let skins = vec![Skin::bound(&skeleton)];
    let vertices = data::mesh(30, 4, skeleton.len());
    let mesh = Mesh { vertices, indices: (0..30).collect() };
    Model {
        is_joint: vec![true; skeleton.len()],
        parts: vec![Part { name: "triangles".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None }],
        clips: vec![data::dense(&skeleton), data::sparse(&skeleton)],
        skins,
        skeleton,
        ..Model::default()
    }
}

/// Measures a crowd of figures of one model in each way, and prints a table.
fn compare(gl: &Gl, name: &str, model: &Model, figures: usize, measure: bool) -> Outcome<()> {
    let mut crowd = Dancers::new(model, figures)?;
    let mut renderer = CrowdRenderer::new(gl, model)?;
    renderer.set_instances(&rows_of_eight(model, figures))?;
    renderer.set_frames(&crowd.baked.texels)?;
    let triangles: usize = model.parts.iter().map(|part| part.mesh.indices.len() / 3).sum();
    let joints = renderer.joints();
    println!("\n{figures} {name}: {joints} joints, {triangles} triangles, {} parts", renderer.parts());

    let canvas = Canvas::new(gl, SIZE)?;
    let camera = OrbitCamera { target: Vec3::Y, distance: 13.0, pitch: 0.4, ..Default::default() };
    let view = Viewpoint {
        clip_from_world: camera.clip_from_world(canvas.aspect()),
        eye: camera.eye(),
        to_light: Vec3::new(0.4, 0.8, 0.5).normalize(),
        area: None,
    };
    let software = GlInfo::new(gl).software;

    let mut milliseconds = [const { Vec::new() }; 3];
    for round in 0..if measure { ROUNDS + 1 } else { 1 } {
        for turn in 0..Way::ALL.len() {
            let index = (round + turn) % Way::ALL.len();
            let way = Way::ALL[index];
            let wall = Instant::now();
            let cpu = ProcessTime::now();
            crowd.pose_next_frame(way);
            match way {
                Way::Uniforms => {}
                Way::Palettes => renderer.write_palettes(&crowd.palettes),
                Way::Frames => renderer.write_moments(&crowd.moments),
            }
            canvas.draw(|target| {
                target.clear_color_srgb_and_depth((0.4, 0.45, 0.5, 1.0), 1.0);
                match way {
                    Way::Uniforms => renderer.draw_one_by_one(target, model, &view, &crowd.palettes, None),
                    Way::Palettes => renderer.draw_palettes(target, &view, None, None),
                    Way::Frames => renderer.draw_frames(target, &view, None, None),
                }
            })?;
            gl.finish();
            let time = if software { cpu.elapsed() } else { wall.elapsed() };
            // Drivers finish their shaders in the first frame.
            if round > 0 || !measure {
                milliseconds[index].push(time.as_secs_f64() * 1e3);
            }
        }
    }
    println!("{:<10} {:>26} {:>18} {:>24} {:>10}", "", "ms", "figures in 16 ms", "ratio", "bytes");
    for (way, own) in Way::ALL.into_iter().zip(&milliseconds) {
        let ratios = milliseconds[0].iter().zip(own).map(|(first, own)| first / own).collect();
        let spread = Spread::new(own.clone());
        println!(
            "{:<10} {:>26} {:>18.1} {:>24} {:>10}",
            format!("{way:?}"),
            spread.to_string(),
            figures as f64 * FRAME_MILLISECONDS / spread.median,
            Spread::new(ratios).to_string(),
            way.uploaded_bytes(joints),
        );
    }
    Ok(())
}

/// Returns instances in rows of eight.
fn rows_of_eight(model: &Model, figures: usize) -> Vec<CrowdInstance> {
    let mut instances = Vec::new();
    for index in 0..figures {
        let column = (index % 8) as f32 - 3.5;
        let row = (index / 8) as f32 - 3.5;
        let world_from_figure = Affine3A::from_translation(1.2 * Vec3::new(column, 0.0, row));
        instances.push(CrowdInstance::new(model, index, world_from_figure));
    }
    instances
}

/// A crowd in which each member has its own clip and time.
struct Dancers {
    skeleton: SimdSkeleton,
    bindings: PaletteBindings,
    clips: Vec<Frames>,
    baked: SkinFrames,
    members: Vec<CrowdMember>,
    palettes: Vec<Affine3x4>,
    moments: Vec<Moment>,
}

impl Dancers {
    fn new(model: &Model, figures: usize) -> Outcome<Self> {
        let skeleton = SimdSkeleton::new(&model.skeleton);
        let bindings = PaletteBindings::new(&skeleton, &model.skins);
        let clips: Result<_, _> = model.clips.iter().map(|clip| Frames::bake(&skeleton, clip, 30.0)).collect();
        let all: Vec<usize> = (0..model.clips.len()).collect();
        Ok(Self {
            clips: clips?,
            baked: SkinFrames::bake(model, &all, 30.0)?,
            members: (0..figures)
                .map(|index| CrowdMember::new(index % model.clips.len(), 0.37 * index as f32))
                .collect(),
            palettes: vec![Affine3x4::IDENTITY; figures * bindings.len()],
            moments: vec![Moment::default(); figures],
            skeleton,
            bindings,
        })
    }

    /// Advances all times by a sixtieth of a second, and computes the data that one way of drawing needs.
    fn pose_next_frame(&mut self, way: Way) {
        for member in &mut self.members {
            let clip = self.baked.clips[member.clip];
            let elapsed = member.time - clip.start + 1.0 / 60.0;
            member.time = clip.start + wrap_time(elapsed, clip.end - clip.start, LoopMode::Loop);
        }
        if way == Way::Frames {
            for (moment, member) in self.moments.iter_mut().zip(&self.members) {
                *moment = self.baked.moment(member.clip, member.time);
            }
            return;
        }
        let Self { skeleton, bindings, clips, .. } = self;
        let crowd = Crowd { skeleton, bindings, clips };
        crowd.write_palettes(SimdLevel::best(), &self.members, &mut self.palettes);
    }
}
