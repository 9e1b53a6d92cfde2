//! Inputs of the checks.

use crate::{BakedClip, Dancer};
use armature::math::Transform;
use check::{Probe, Random};
use common::graphics::{Gl, Uniforms};
use glam::{Mat4, Quat, Vec3, Vec4};
use glium::implement_vertex;
use glium::texture::{MipmapsOption, Texture2d, UncompressedFloatFormat};
use glium::uniforms::{MagnifySamplerFilter, MinifySamplerFilter, SamplerBehavior, UniformValue};

/// Numbers of a kind in a probe: one from each eighth of their range.
const EIGHTHS: usize = 8;
/// Vertices of a shader's probe.
const VERTICES: usize = 24;
/// Number of characters in a shader's probe; few enough that most wrong strides stay within the texture.
const CHARACTERS: usize = 5;
const FRAMES: usize = 9;
/// Seconds that have passed, and phases and speeds of the dancers.
const SECONDS: [f32; 2] = [-4.0, 28.0];
/// Range of the phases, in seconds.
const PHASES: [f32; 2] = [-6.0, 6.0];
/// Seconds in a second.
const SPEEDS: [f32; 2] = [0.4, 2.0];

/// A palette with rotation, translation, scale and shear; in the last probe none at all, one, or hundreds.
pub fn palettes(probe: &Probe) -> Vec<Vec<Mat4>> {
    let random = &mut probe.random();
    let counts = if probe.is_last() { vec![0, 1, 300] } else { vec![3 + random.below(4)] };
    counts.into_iter().map(|count| (0..count).map(|_| affine(random)).collect()).collect()
}

fn affine(random: &mut Random) -> Mat4 {
    let scale = Vec3::from([0; 3].map(|_| random.between(0.6, 1.6)));
    let Transform { rotation, translation, .. } = random.rigid();
    let shear = Mat4::from_cols(Vec4::X, Vec4::new(0.3, 1.0, 0.0, 0.0), Vec4::Z, Vec4::W);
    Mat4::from_scale_rotation_translation(scale, rotation, translation) * shear
}

/// A dancer, the clips, and how many seconds have passed.
#[derive(Clone)]
pub struct DancerInput {
    pub dancer: Dancer,
    pub clips: Vec<BakedClip>,
    pub seconds: f32,
}

/// The clips: of different lengths and rates, the first frame of none but the first is 0.
pub fn clips(probe: &Probe) -> Vec<BakedClip> {
    let random = &mut probe.random();
    let mut first = 0;
    let mut clips = Vec::new();
    for frames in random.spread(4, 9.0, 61.0) {
        let frames = frames as usize;
        clips.push(BakedClip { first, frames, rate: random.between(19.0, 29.0) });
        first += frames;
    }
    if probe.is_last() {
        clips.push(BakedClip { first, frames: 1, rate: 24.0 });
        clips.push(BakedClip { first: first + 1, frames: 2, rate: 30.0 });
    }
    clips
}

/// Dancers of every clip but the first at all times: some in the last interval of their loop, some before time 0,
/// and all of them well between two frames; but some are so little before time 0 that adding any number of frames
/// rounds it away. In the last probe on frames, too.
pub fn moments(probe: &Probe) -> Vec<DancerInput> {
    let clips = clips(probe);
    let random = &mut Random::new(probe.seed ^ 0x17 ^ (probe.index as u64) << 32);
    let mut inputs = Vec::new();
    let [seconds, phases, speeds] = [SECONDS, PHASES, SPEEDS].map(|[low, high]| random.spread(EIGHTHS, low, high));
    for ((seconds, phase), speed) in seconds.into_iter().zip(phases).zip(speeds) {
        let clip = 1 + random.below(3);
        let dancer = Dancer { clip, phase, speed };
        inputs.push(DancerInput { dancer, clips: clips.clone(), seconds }.moved_between_frames());
    }
    for wanted in [in_last_interval, before_the_beginning, in_the_first_round] {
        for _ in 0..2 {
            inputs.push(drawn(random, &clips, wanted));
        }
    }
    let mut special = Vec::new();
    for clip in 1..clips.len() {
        special.push((Dancer { clip, phase: -1e-9, speed: 1.0 }, 0.0));
    }
    if probe.is_last() {
        for (clip, baked) in clips.iter().enumerate() {
            let length = baked.frames as f32 / baked.rate;
            for phase in [0.0, 0.25 * length, length, -length, 3.0 * length, 100.0] {
                special.push((Dancer { clip, phase, speed: 1.0 }, 0.0));
            }
            special.push((Dancer { clip, phase: 0.5, speed: 0.0 }, 7.0));
        }
    }
    inputs.extend(special.into_iter().map(|(dancer, seconds)| DancerInput { dancer, clips: clips.clone(), seconds }));
    inputs
}

impl DancerInput {
    /// Whether rounding cannot decide which frame it is.
    pub fn is_between_frames(&self) -> bool {
        let frames = self.frames_passed();
        (0.01..0.99).contains(&(frames - frames.floor()))
    }

    /// Returns the number of frames of the dancer's clip that have passed since its beginning.
    pub fn frames_passed(&self) -> f32 {
        let Dancer { clip, phase, speed } = self.dancer;
        (phase + speed * self.seconds) * self.clips[clip].rate
    }

    /// Changes the phase a little where rounding could decide on the frame.
    fn moved_between_frames(mut self) -> Self {
        let frames = self.frames_passed();
        let alpha = frames - frames.floor();
        // Neither near a frame nor halfway, where alpha and 1 - alpha are one.
        if !(0.15..0.85).contains(&alpha) || (0.4..0.6).contains(&alpha) {
            self.dancer.phase += (0.3 - alpha) / self.clips[self.dancer.clip].rate;
        }
        self
    }
}

fn in_last_interval(frames: f32, clip: &BakedClip) -> bool {
    frames > clip.frames as f32 && frames.rem_euclid(clip.frames as f32) > clip.frames as f32 - 1.0
}

fn before_the_beginning(frames: f32, _: &BakedClip) -> bool {
    frames < -1.5
}

fn in_the_first_round(frames: f32, clip: &BakedClip) -> bool {
    (1.0..clip.frames as f32 - 1.0).contains(&frames)
}

/// Draws a dancer and a time that are `wanted`. That takes up to a few hundred draws.
fn drawn(random: &mut Random, clips: &[BakedClip], wanted: fn(f32, &BakedClip) -> bool) -> DancerInput {
    loop {
        let [seconds, phase, speed] = [SECONDS, PHASES, SPEEDS].map(|[low, high]| random.between(low, high));
        let clip = 1 + random.below(3);
        let dancer = Dancer { clip, phase, speed };
        let input = DancerInput { dancer, clips: clips.to_vec(), seconds }.moved_between_frames();
        if wanted(input.frames_passed(), &clips[clip]) {
            return input;
        }
    }
}

/// A vertex of one character: what the crowd's shaders read of both.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrowdVertex {
    pub a_position: [f32; 3],
    pub a_normal: [f32; 3],
    pub a_texcoord: [f32; 2],
    pub a_joints: [u16; 4],
    pub a_weights: [f32; 4],
    pub i_instance: i32,
    pub i_frames: [i32; 2],
    pub i_alpha: f32,
    pub i_world_x: [f32; 4],
    pub i_world_y: [f32; 4],
    pub i_world_z: [f32; 4],
    pub i_tint: [f32; 3],
}
implement_vertex!(
    CrowdVertex,
    a_position,
    a_normal,
    a_texcoord,
    a_joints,
    a_weights,
    i_instance,
    i_frames,
    i_alpha,
    i_world_x,
    i_world_y,
    i_world_z,
    i_tint
);

impl CrowdVertex {
    /// Makes a vertex at (3, 0, 0) whose normal is x, of a character that stands at the origin.
    pub fn at_3() -> Self {
        CrowdVertex {
            a_position: [3.0, 0.0, 0.0],
            a_normal: [1.0, 0.0, 0.0],
            a_joints: [0, 1, 0, 0],
            a_weights: [1.0, 0.0, 0.0, 0.0],
            i_world_x: [1.0, 0.0, 0.0, 0.0],
            i_world_y: [0.0, 1.0, 0.0, 0.0],
            i_world_z: [0.0, 0.0, 1.0, 0.0],
            ..CrowdVertex::default()
        }
    }
}

/// A texture, and vertices of several characters.
pub struct CrowdInput {
    /// Name of the sampler in the shader.
    pub sampler: &'static str,
    /// Joints of a palette or a frame.
    pub joints: usize,
    /// Texels of a line.
    pub width: usize,
    /// All of the texture.
    pub texels: Vec<Vec4>,
    /// The shader's input.
    pub vertices: Vec<CrowdVertex>,
}

impl CrowdInput {
    /// Palettes of `CHARACTERS`, for 17.2.
    pub fn palettes(probe: &Probe) -> Self {
        let random = &mut probe.random();
        let joints = joints(probe, random);
        let mut texels: Vec<Vec4> = (0..CHARACTERS * joints)
            .flat_map(|_| {
                let matrix = affine(random);
                [0, 1, 2].map(|row| matrix.row(row))
            })
            .collect();
        let vertices = vertices(random, probe, joints);
        let width = fill(probe, random, &mut texels, 4 * CHARACTERS * joints);
        CrowdInput { sampler: "u_palettes", joints, width, texels, vertices }
    }

    /// `FRAMES` frames, for 17.4.
    pub fn frames(probe: &Probe) -> Self {
        let random = &mut probe.random();
        let joints = joints(probe, random);
        let mut texels = Vec::new();
        for frame in 0..FRAMES {
            for joint in 0..joints {
                let axis = random.direction();
                // From frame to frame up to 150 degrees, either way round; and neither sign of w is the rule.
                let angle = random.between(0.7, 2.6);
                let before: Option<&Vec4> = (frame > 0).then(|| &texels[((frame - 1) * joints + joint) * 2]);
                let before = before.map_or(Quat::IDENTITY, |part| Quat::from_vec4(*part));
                let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
                let turn = before * Quat::from_axis_angle(axis, angle);
                texels.push(Vec4::from(turn) * sign);
                texels.push(random.vector().extend(random.between(0.6, 1.7)));
            }
        }
        let mut vertices = vertices(random, probe, joints);
        let alphas = random.spread(vertices.len(), 0.02, 0.98);
        for (vertex, alpha) in vertices.iter_mut().zip(alphas) {
            let from = random.below(FRAMES) as i32;
            // After the last frame of this loop comes its first.
            vertex.i_frames = [from, (from + 1) % FRAMES as i32];
            vertex.i_alpha = alpha;
        }
        vertices[0].i_frames = [FRAMES as i32 - 1, 0];
        if probe.is_last() {
            // From the last frame of a loop to its first; on a frame; one frame twice.
            for (vertex, (frames, alpha)) in
                vertices.iter_mut().zip([([FRAMES as i32 - 1, 0], 0.6), ([3, 4], 0.0), ([3, 4], 1.0), ([5, 5], 0.5)])
            {
                vertex.i_frames = frames;
                vertex.i_alpha = alpha;
            }
        }
        let width = fill(probe, random, &mut texels, 3 * FRAMES * joints);
        CrowdInput { sampler: "u_frames", joints, width, texels, vertices }
    }

    /// Attributes that the shader has no use for: they are the other one's.
    pub fn unread(&self) -> &'static [&'static str] {
        if self.sampler == "u_frames" { &["i_instance"] } else { &["i_frames", "i_alpha"] }
    }

    /// The vertex in words.
    pub fn label(&self, vertex: usize) -> String {
        let CrowdVertex { a_joints, a_weights: [x, y, z, w], i_instance, i_frames, i_alpha, .. } =
            self.vertices[vertex];
        let owner = if self.sampler == "u_frames" {
            format!("frames {i_frames:?}, alpha {i_alpha:.2}")
        } else {
            format!("instance {i_instance}")
        };
        format!("{owner}, joints {a_joints:?} of {}, weights [{x:.2}, {y:.2}, {z:.2}, {w:.2}]", self.joints)
    }

    /// The texture. It filters where it is not fetched: that is a mistake.
    ///
    /// # Errors
    /// If the driver has no such texture.
    pub fn texture(&self, gl: &Gl) -> Result<Texture2d, glium::texture::TextureCreationError> {
        let lines: Vec<Vec<(f32, f32, f32, f32)>> =
            self.texels.chunks(self.width).map(|line| line.iter().map(|texel| (*texel).into()).collect()).collect();
        Texture2d::with_format(gl, lines, UncompressedFloatFormat::F32F32F32F32, MipmapsOption::NoMipmap)
    }

    /// Returns the shader's uniforms.
    pub fn uniforms<'t>(&self, clip_from_world: Mat4, texture: &'t Texture2d) -> Uniforms<'t> {
        let sampler = SamplerBehavior {
            minify_filter: MinifySamplerFilter::Linear,
            magnify_filter: MagnifySamplerFilter::Linear,
            ..SamplerBehavior::default()
        };
        Uniforms::new()
            .mat4("u_clip_from_world", clip_from_world)
            .int("u_joints", self.joints as i32)
            .value(self.sampler, UniformValue::Texture2d(texture, Some(sampler)))
    }
}

/// Returns a number of joints: at least the slots, and as many more as make no line of the texture end with a palette.
fn joints(probe: &Probe, random: &mut Random) -> usize {
    if probe.is_last() { 1 } else { 5 + random.below(3) }
}

/// Adds random texels, up to `least` texels and whole lines. Returns the width of a line.
fn fill(probe: &Probe, random: &mut Random, texels: &mut Vec<Vec4>, least: usize) -> usize {
    let count = texels.len().max(least);
    let width = match probe.index % 3 {
        0 => 7,
        1 => 11,
        _ => 13,
    };
    let mut lines = count.div_ceil(width);
    if lines == width {
        lines += 2; // that one of the two is taken for the other shows
    }
    texels.resize_with(width * lines, || random.vector().extend(random.unit()));
    width
}

/// Returns vertices of all characters in turn, each with four different joints, if there are as many, and weights.
fn vertices(random: &mut Random, probe: &Probe, joints: usize) -> Vec<CrowdVertex> {
    let mut order: Vec<u16> = (0..joints.max(4)).map(|joint| (joint % joints) as u16).collect();
    let mut vertices = Vec::new();
    for number in 0..VERTICES {
        random.shuffle(&mut order);
        let pulls = [0.45, 0.30, 0.18, 0.11].map(|pull| pull * random.between(0.85, 1.15));
        let sum: f32 = pulls.iter().sum();
        let mut weights = pulls.map(|pull| pull / sum);
        random.shuffle(&mut weights);
        if probe.is_last() && number.is_multiple_of(2) {
            weights = [1.0, 0.0, 0.0, 0.0];
        }
        let world = Mat4::from_rotation_translation(Quat::from_rotation_y(random.between(-2.0, 2.0)), random.vector());
        let [world_x, world_y, world_z] = [0, 1, 2].map(|row| world.row(row).to_array());
        vertices.push(CrowdVertex {
            a_position: random.vector().to_array(),
            a_normal: random.direction().to_array(),
            a_texcoord: [random.unit(), random.unit()],
            a_joints: [0, 1, 2, 3].map(|slot| order[slot]),
            a_weights: weights,
            i_instance: (number % CHARACTERS) as i32,
            i_frames: [0, 0],
            i_alpha: 0.0,
            i_world_x: world_x,
            i_world_y: world_y,
            i_world_z: world_z,
            i_tint: [random.unit(), random.unit(), random.unit()],
        });
    }
    vertices
}
