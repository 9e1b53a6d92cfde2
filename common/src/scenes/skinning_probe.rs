//! A student's skinning shader run on the vertices of a probe, for a check: all that it hands over is read.

use super::skinned_mesh::{MAX_JOINTS, SkinPalette};
use crate::shader;
use armature::mesh::{Mesh, SkinnedVertex};
use check::{Answer, AnswerError, Picture, Random, Shape, Value};
use glam::{Mat4, Vec2, Vec3, Vec4};
use glium::implement_vertex;
use graphics::{ShaderFile, attributes};

/// Joints whose numbers are below this, and such that are far above, are followed by a probe's vertices.
pub const LOW: usize = 3;
const HIGH: usize = 72;
/// A normal of length 1 that is no axis.
const NORMAL: Vec3 = Vec3::new(0.48, 0.6, 0.64);

/// The number of a joint for a vertex to follow: far above, or below [`LOW`]. None is between, so that it is all one
/// from where on a shader has no matrices; and the last is left free, for those who count from 1.
pub fn place(random: &mut Random, is_high: bool) -> usize {
    if is_high { HIGH + random.below(MAX_JOINTS - 1 - HIGH) } else { random.below(LOW) }
}

/// Joints and weights of one vertex: see [`SkinnedVertex`].
pub type Slots = ([usize; 4], [f32; 4]);

/// Returns joints and weights of `count` vertices. Even vertices follow all three joints below [`LOW`], in a random order that
/// is not ascending, and odd ones joints far above.
pub fn mixed(random: &mut Random, count: usize, weights: fn(&mut Random) -> [f32; 4]) -> Vec<Slots> {
    let mut slots = Vec::new();
    for vertex in 0..count {
        let is_high = vertex % 2 == 1;
        let first = random.below(LOW);
        let joints = [0, 1, 2, 3].map(|slot| match slot {
            3 => place(random, is_high),
            _ if is_high => place(random, true),
            _ => (first + 2 * slot) % LOW,
        });
        slots.push((joints, weights(random)));
    }
    slots
}

/// Slots for each joint that a shader has room for, the first and the last too, with weights of all sizes. Joints of
/// one vertex lie in one block of this size, which divides [`MAX_JOINTS`].
pub fn every_joint(block: usize) -> Vec<Slots> {
    const WEIGHTS: [[f32; 4]; 5] = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [0.97, 0.02, 0.01, 0.0],
        [0.03, 0.9, 0.0, 0.07],
        [0.5, 0.0, 0.5, 0.0],
    ];
    let mut slots = Vec::new();
    for joint in 0..MAX_JOINTS {
        let in_block = joint % block;
        let first = joint - in_block;
        let joints = [joint, first + block - 1 - in_block, first + 7 * in_block % block, first];
        slots.push((joints, WEIGHTS[joint % WEIGHTS.len()]));
    }
    slots
}

/// Outputs of a skinning shader for a vertex.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(non_snake_case)] // GLSL's own name
pub struct Outputs {
    gl_Position: [f32; 4],
    v_position: [f32; 3],
    v_normal: [f32; 3],
    v_texcoord: [f32; 2],
}
implement_vertex!(Outputs, gl_Position, v_position, v_normal, v_texcoord);

/// Outputs of a skinning shader for each vertex, and a note on each input that it does not use.
pub type Skinned = (Vec<Outputs>, Vec<String>);

/// Returns what a page draws with a skinning shader: a mesh, moved by the palette of each time in `seconds`, which is the
/// duration of the whole. The camera is as in [`Shape`].
pub fn picture<E>(
    mesh: &Mesh<SkinnedVertex>,
    seconds: f32,
    camera: [f32; 4],
    palette: impl Fn(f32) -> Vec<E>,
) -> Picture<(SkinningProbe, Mat4)>
where
    SkinPalette: From<Vec<E>>,
{
    const FRAMES: u16 = 40;
    let mut frames = Vec::new();
    for frame in 0..FRAMES {
        let palette = palette(seconds * f32::from(frame) / f32::from(FRAMES)).into();
        // The first frame's vertices are all that is drawn.
        let vertices = if frame == 0 { mesh.vertices.clone() } else { Vec::new() };
        frames.push((SkinningProbe { palette, vertices }, Mat4::IDENTITY));
    }
    Picture { frames, shape: Shape { indices: mesh.indices.clone(), is_lines: false, seconds, camera } }
}

/// A palette, and vertices each of which follows some of its matrices.
pub struct SkinningProbe {
    /// Palette of either kind.
    pub palette: SkinPalette,
    /// Vertices that the shader is run on.
    pub vertices: Vec<SkinnedVertex>,
}

impl SkinningProbe {
    /// A full palette of `entry`, and a vertex for each of `slots`: its joints and their weights.
    pub fn new<E>(random: &mut Random, entry: impl Fn(&mut Random, usize) -> E, slots: &[Slots]) -> Self
    where
        SkinPalette: From<Vec<E>>,
    {
        let palette: Vec<E> = (0..MAX_JOINTS).map(|joint| entry(random, joint)).collect();
        let mut vertices = Vec::new();
        for (joints, weights) in slots {
            vertices.push(SkinnedVertex {
                position: random.vector(),
                normal: NORMAL,
                texcoord: Vec2::new(random.unit(), random.unit()),
                joints: joints.map(|joint| joint as u16), // below MAX_JOINTS
                weights: *weights,
            });
        }
        SkinningProbe { palette: palette.into(), vertices }
    }

    /// Makes a probe of one vertex, whose normal is the x axis. `entry` returns the palette's entry for each joint.
    pub fn of_vertex<E>(entry: impl Fn(usize) -> E, joints: [u16; 4], weights: [f32; 4], position: Vec3) -> Self
    where
        SkinPalette: From<Vec<E>>,
    {
        let palette: Vec<E> = (0..MAX_JOINTS).map(entry).collect();
        let vertex = SkinnedVertex { position, normal: Vec3::X, texcoord: Vec2::new(0.25, 0.75), joints, weights };
        SkinningProbe { palette: palette.into(), vertices: vec![vertex] }
    }

    /// Runs a shader on the vertices. `camera` is its `u_clip_from_model`.
    ///
    /// # Errors
    /// If the shader does not compile or does not fit.
    pub fn run(&self, camera: Mat4, file: ShaderFile) -> Result<Skinned, AnswerError> {
        shader::outputs(file, &self.palette.uniforms(camera), attributes(&self.vertices))
    }

    /// Compares each output of a shader for all vertices.
    pub fn compare_outputs(&self, (outputs, mut notes): Skinned, answer: &mut Answer) {
        self.compare_output(answer, &outputs, "v_position", |vertex| Vec3::from(vertex.v_position).into());
        self.compare_output(answer, &outputs, "v_normal", |vertex| Vec3::from(vertex.v_normal).into());
        self.compare_output(answer, &outputs, "gl_Position", |vertex| Vec4::from(vertex.gl_Position).into());
        self.compare_output(answer, &outputs, "v_texcoord", |vertex| Vec2::from(vertex.v_texcoord).into());
        // A rigid skin needs no weights.
        let is_rigid = self.vertices.iter().all(|vertex| vertex.weights[0] == 1.0);
        notes.retain(|note| !(is_rigid && note.contains("a_weights")));
        answer.notes.extend(notes);
    }

    fn compare_output(&self, answer: &mut Answer, read: &[Outputs], output: &str, value: fn(&Outputs) -> Value) {
        for (vertex, (asked, read)) in self.vertices.iter().zip(read).enumerate() {
            let SkinnedVertex { joints, weights: [x, y, z, w], .. } = asked;
            let weights = format!("{x:.2}, {y:.2}, {z:.2}, {w:.2}");
            let label = match self.vertices.len() {
                1 => output.to_owned(),
                _ => format!("vertex {vertex}, joints {joints:?}, weights [{weights}], {output}"),
            };
            answer.compare(label, value(read)).group(output);
        }
    }
}
