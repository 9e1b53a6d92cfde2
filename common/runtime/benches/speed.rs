//! Measures `armature-simd` beside its plain forms, and the loaders beside Assimp.
//!
//! ```text
//! cargo bench -p benches                         the runtime, on our own figures
//! cargo bench -p benches -- portable             without AVX2
//! cargo bench -p benches -- a.dae b.glb          these files, beside `assimp info` if that program is found
//! ```
//!
//! Plain and fast forms take turns, round by round, so that other work on the machine affects both. Times are CPU times of
//! this thread, in nanoseconds for a character: medians of the rounds. A ratio is computed in each round; after it stand the
//! 10th and the 90th percentile. `common/runtime/armature-simd/SPEED.md` explains the table.

use armature::{
    animation::{Clip, Cursors},
    model::Model,
    skeleton::{Pose, local_to_model},
    skin::skin_vertices,
};
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, VertexBlocks};
use cpu_time::ThreadTime;
use glam::{Affine3A, Vec3};
use std::{
    hint::black_box,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

/// Nanoseconds for which each form works in a round: far longer than a step of the clock, too short for most other work on
/// the machine to begin.
const SLICE: f64 = 3e6;

const ROUNDS: usize = 41;

const FRAME: f32 = 1.0 / 60.0;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let is_portable = arguments.iter().any(|argument| argument == "portable");
    let simd = if is_portable { SimdLevel::PORTABLE } else { SimdLevel::best() };
    let files: Vec<&String> = arguments.iter().filter(|argument| Path::new(argument).is_file()).collect();
    if !files.is_empty() {
        for file in files {
            measure_loading(file);
        }
        return;
    }
    println!("Measured with {simd} on {}:\n", std::env::consts::ARCH);
    println!("| | plain, ns | fast, ns | ratio |");
    println!("|---|--:|--:|--:|");
    for name in ["knight", "creature"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../assets/{name}.dae"));
        let model = armature_formats::load(&file).expect("our own figures load").model;
        let figure = Figure::new(name, &model, simd);
        figure.measure_skinning();
        for count in [1, 8, 1024] {
            figure.measure_crowd(count, 0.0);
        }
        figure.measure_crowd(1024, 0.4);
        figure.measure_crowd(10_000, 0.0);
    }
}

/// A figure in the plain and in the fast form.
struct Figure<'a> {
    name: &'a str,
    model: &'a Model,
    simd: SimdLevel,
    bind: Pose,
    skeleton: SimdSkeleton,
    bindings: PaletteBindings,
    /// The first two clips as frames.
    clips: Vec<Frames>,
}

impl<'a> Figure<'a> {
    fn new(name: &'a str, model: &'a Model, simd: SimdLevel) -> Self {
        let skeleton = SimdSkeleton::new(&model.skeleton);
        let bindings = PaletteBindings::new(&skeleton, &model.skins[..1]);
        let mut clips = Vec::new();
        for clip in &model.clips[..2] {
            clips.push(Frames::bake(&skeleton, clip, 30.0).expect("a few seconds fit"));
        }
        Self { name, model, simd, bind: model.skeleton.bind_pose(), skeleton, bindings, clips }
    }

    fn print(&self, step: &str, units: usize, plain: impl FnMut(), fast: impl FnMut()) {
        let [plain, fast, ratio] = compare(units, plain, fast);
        let [low, median, high] = spread(ratio);
        let [_, plain, _] = spread(plain);
        let [_, fast, _] = spread(fast);
        println!("| {}, {step} | {plain:.0} | {fast:.0} | {median:.2}x [{low:.2}..{high:.2}] |", self.name);
    }

    fn measure_skinning(&self) {
        let vertices = &self.model.parts[0].mesh.vertices;
        let skin = &self.model.skins[0];
        let palette = skin.palette(&self.model.skeleton.model_from_joint(&self.bind));
        let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
        let blocks = VertexBlocks::new(vertices);
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = positions.clone();
        let mut fast_positions = vec![[0.0; 3]; vertices.len()];
        let mut fast_normals = fast_positions.clone();
        self.print(
            &format!("skinning of {} vertices", vertices.len()),
            1,
            || {
                skin_vertices(&palette, vertices, &mut positions, &mut normals);
                black_box(&positions);
            },
            || {
                blocks.skin(self.simd, &rows, &mut fast_positions, &mut fast_normals);
                black_box(&fast_positions);
            },
        );
    }

    /// Measures all steps from clips to palettes of many characters, half of them in each clip. With a `weight`, all fade
    /// from one clip to the other.
    fn measure_crowd(&self, count: usize, weight: f32) {
        let clips = &self.model.clips;
        let skin = &self.model.skins[0];
        let mut members = Vec::new();
        for index in 0..count {
            let clip = index % 2;
            let time = clips[clip].start + clips[clip].duration() * (index * 37 % 101) as f32 / 101.0;
            let second = 1 - clip;
            members.push(CrowdMember { clip, time, second, second_time: clips[second].start, weight });
        }
        let mut fast_members = members.clone();
        let mut poses = [self.bind.clone(), self.bind.clone(), self.bind.clone()];
        let mut cursors = vec![[Cursors::default(), Cursors::default()]; count];
        let mut model = vec![Affine3A::IDENTITY; self.model.skeleton.len()];
        let mut palettes = vec![Affine3A::IDENTITY; count * skin.bindings.len()];
        let mut fast_palettes = vec![Affine3x4::IDENTITY; count * self.bindings.len()];
        let crowd = Crowd { skeleton: &self.skeleton, bindings: &self.bindings, clips: &self.clips };
        let fade = if weight > 0.0 { ", all fade" } else { "" };
        self.print(
            &format!("crowd of {count}{fade}"),
            count,
            || {
                let [first, second, blended] = &mut poses;
                let room = palettes.chunks_exact_mut(skin.bindings.len());
                for ((member, cursors), palette) in members.iter_mut().zip(&mut cursors).zip(room) {
                    advance(clips, member);
                    clips[member.clip].sample(member.time, &self.bind, &mut cursors[0], first);
                    let mut pose = &*first;
                    if weight > 0.0 {
                        clips[member.second].sample(member.second_time, &self.bind, &mut cursors[1], second);
                        blended.set_blend(first, second, weight);
                        pose = blended;
                    }
                    local_to_model(&self.model.skeleton, pose, Affine3A::IDENTITY, &mut model);
                    skin.write_palette(&model, palette);
                }
                black_box(&palettes);
            },
            || {
                for member in &mut fast_members {
                    advance(clips, member);
                }
                crowd.write_on_this_thread(self.simd, &fast_members, &mut fast_palettes);
                black_box(&fast_palettes);
            },
        );
    }
}

/// Returns the time of the next frame.
fn next(clip: &Clip, time: f32) -> f32 {
    if time >= clip.end { clip.start } else { time + FRAME }
}

fn advance(clips: &[Clip], member: &mut CrowdMember) {
    member.time = next(&clips[member.clip], member.time);
    member.second_time = next(&clips[member.second], member.second_time);
}

/// Prints the milliseconds that a file takes to load, and those of a process of `assimp info`.
fn measure_loading(file: &str) {
    let mut ours = Vec::new();
    let mut assimps = Vec::new();
    for _ in 0..9 {
        let start = Instant::now();
        if let Err(error) = armature_formats::load(file) {
            return println!("{error}");
        }
        ours.push(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let assimp = Command::new("assimp").args(["info", file, "-r", "-s"]).stdout(Stdio::null()).status();
        if assimp.is_ok_and(|status| status.success()) {
            assimps.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let [_, ours, _] = spread(ours);
    if assimps.is_empty() {
        return println!("{file}: {ours:.1} ms; assimp is not there, or cannot read it");
    }
    println!("{file}: {ours:.1} ms, assimp {:.1} ms with its start", spread(assimps)[1]);
}

/// Returns for each round the nanoseconds of a unit of work by `first` and by `second`, and their ratio. A call of either
/// does `units` of work.
fn compare(units: usize, mut first: impl FnMut(), mut second: impl FnMut()) -> [Vec<f64>; 3] {
    let calls = [calls_in_slice(&mut first), calls_in_slice(&mut second)];
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let first_time = time(calls[0], &mut first) / (calls[0] * units) as f64;
        let second_time = time(calls[1], &mut second) / (calls[1] * units) as f64;
        times[0].push(first_time);
        times[1].push(second_time);
        times[2].push(first_time / second_time);
    }
    times
}

/// Returns the number of calls that take a [`SLICE`].
fn calls_in_slice(function: &mut impl FnMut()) -> usize {
    let mut calls = 1;
    loop {
        let nanoseconds = time(calls, function);
        if nanoseconds >= SLICE / 2.0 {
            return (SLICE / nanoseconds * calls as f64).ceil() as usize;
        }
        calls *= 2;
    }
}

/// Returns the CPU time of this thread that `calls` calls take, in nanoseconds.
fn time(calls: usize, function: &mut impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..calls {
        function();
    }
    start.elapsed().as_nanos() as f64
}

/// Returns the 10th percentile, the median and the 90th.
fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let last = (values.len() - 1) as f64;
    [0.1, 0.5, 0.9].map(|fraction| values[(fraction * last).round() as usize])
}
