//! Measures how much faster `armature-simd` is than the plain forms, against them in the same run.
//!
//! ```text
//! cargo bench -p common --bench speed                  everything
//! cargo bench -p common --bench speed -- skinning      only what has that in its name
//! ARMATURE_PORTABLE=1 cargo bench -p common --bench speed      without AVX2
//! ```
//!
//! Plain and fast take turns, round by round, so that whatever else the machine does meets both. Times are of this
//! thread's CPU time, medians of the rounds, with the 10th and 90th percentile in brackets; a ratio is taken in each
//! round. The output is the table of `common/armature-simd/SPEED.md`, which explains it; nanoseconds go to the error output.
//! Ends with exit code 1 if a ratio is below its floor.

mod data;
mod rounds;

use common::{
    animation::{
        Clip, Cursors,
        reduce::{SHELL, apart},
    },
    collada,
    fast::{self, Affine3x4, Crowd, CrowdMember, FastSkeleton, Frames, PaletteBindings, SimdLevel, VertexBlocks},
    mesh::SkinnedVertex,
    skeleton::{Pose, Skeleton, local_to_model},
    skin::{Skin, skin_vertices},
};
use glam::{Affine3A, Vec3};
use rounds::Spread;
use std::{hint::black_box, process::ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo says `--bench` to benches; under `cargo test` everything runs just once.
    let measure = arguments.iter().any(|argument| argument == "--bench");
    let filter = arguments.into_iter().find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut bench = Bench { measure, filter, simd: SimdLevel::best(), below: Vec::new() };
    println!("Measured with {} on {}:\n", bench.simd, std::env::consts::ARCH);
    println!("| | bytes, plain | fast | off by | target | floor | measured |");
    println!("|---|--:|--:|--:|--:|--:|--:|");

    let skeleton = data::humanoid();
    let humanoid = Character::new(Skin::bound(&skeleton), skeleton);
    let clips = [data::dense(&humanoid.skeleton), data::sparse(&humanoid.skeleton)];
    for (clip, goal) in clips.iter().zip([[10.0, 6.0], [7.0, 4.0]]) {
        play(&mut bench, &humanoid, clip, &[1, 1024], [goal, [20.0, 15.0]]);
    }
    matrices(&mut bench, &humanoid);
    let palette = palette_of(&humanoid, &clips[0], 1.7);
    for (count, influences) in [(10_000, 1), (10_000, 2), (10_000, 3), (10_000, 4), (100_000, 4)] {
        let vertices = data::mesh(count, influences, palette.len());
        skinning(&mut bench, &format!("{count} vertices, influences: {influences}"), &vertices, &palette);
    }
    for name in ["knight", "creature"] {
        let file = common::assets().join(format!("{name}.dae"));
        let model = collada::load(&file).expect("our own figures load").model;
        let walk = Clip { name: format!("{name} walk"), ..model.clip("walk").expect("it walks").clone() };
        let character = Character::new(model.skins[0].clone(), model.skeleton.clone());
        play(&mut bench, &character, &walk, &[1], [[7.0, 4.0], [10.0, 6.0]]);
        let palette = palette_of(&character, &walk, walk.start + 0.3);
        skinning(&mut bench, &format!("{name}, its own influences"), &model.parts[0].mesh.vertices, &palette);
    }
    let mut random = data::Random::new(6);
    let plays: Vec<usize> = (0..10_000).map(|_| random.below(2)).collect();
    palettes(&mut bench, "crowd of 10000, two clips", &humanoid, &clips, &plays, [4.0, 3.2]);

    if !measure || bench.below.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("\nBelow the floor:\n  {}", bench.below.join("\n  "));
    ExitCode::FAILURE
}

/// Data that all measurements share.
struct Bench {
    measure: bool,
    filter: String,
    simd: SimdLevel,
    /// Rows whose ratio was below their floor.
    below: Vec<String>,
}

/// A row's target and floor where there are none.
const NO_GOAL: [f64; 2] = [0.0, 0.0];

/// Targets are for AVX2 with FMA; without it nothing is promised but that no step becomes a loss, noise aside.
const PORTABLE_FLOOR: f64 = 0.85;

impl Bench {
    fn row(&mut self, what: &str, units: usize, goal: [f64; 2], plain: impl FnMut(), fast: impl FnMut()) {
        self.sized(what, units, goal, " | | ", plain, fast);
    }

    /// A row of the table. `size`: its columns of bytes and error.
    fn sized(
        &mut self,
        what: &str,
        units: usize,
        [target, floor]: [f64; 2],
        size: &str,
        plain: impl FnMut(),
        fast: impl FnMut(),
    ) {
        if !what.contains(&self.filter) {
            return;
        }
        let [plain, fast, ratio] = rounds::compare(self.measure, units, plain, fast);
        eprintln!("{what}: {plain} ns, fast {fast} ns");
        let has_goal = target > 0.0;
        let floor = if has_goal && self.simd == SimdLevel::PORTABLE { PORTABLE_FLOOR } else { floor };
        let goals = if has_goal { format!("{target}x | {floor}x") } else { "| ".into() };
        let missed = if ratio.median < target { ", missed" } else { "" };
        let Spread { median, p10, p90 } = ratio;
        println!("| {what} | {size} | {goals} | {median:.2}x [{p10:.2}..{p90:.2}]{missed} |");
        if ratio.median < floor {
            self.below.push(what.into());
        }
    }
}

/// Clips that the plain and the fast side play.
struct Character {
    skeleton: Skeleton,
    skin: Skin,
    bind: Pose,
    fast_skeleton: FastSkeleton,
    bindings: PaletteBindings,
}

impl Character {
    fn new(skin: Skin, skeleton: Skeleton) -> Self {
        let fast_skeleton = FastSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast_skeleton, std::slice::from_ref(&skin));
        Self { bind: skeleton.bind_pose(), skeleton, skin, fast_skeleton, bindings }
    }

    fn bake(&self, clip: &Clip) -> Frames {
        Frames::bake(&self.fast_skeleton, clip, 30.0).expect("a few seconds fit")
    }

    /// The largest distance of a point 3 cm from a joint between a clip and its frames, in metres.
    fn error(&self, clip: &Clip, frames: &Frames) -> f32 {
        let mut models = [vec![Affine3A::IDENTITY; self.skeleton.len()], vec![Affine3A::IDENTITY; self.skeleton.len()]];
        let mut cursors = Cursors::default();
        let mut pose = self.bind.clone();
        let mut blocks = self.fast_skeleton.rest().to_vec();
        let mut worst = 0.0f32;
        for step in 0..=1000 {
            let time = clip.start + clip.duration() * (step as f32 / 1000.0);
            clip.sample(time, &self.bind, &mut cursors, &mut pose);
            local_to_model(&self.skeleton, &pose, Affine3A::IDENTITY, &mut models[0]);
            frames.sample(SimdLevel::best(), time, &mut blocks);
            self.fast_skeleton.write_pose(&blocks, &mut pose);
            local_to_model(&self.skeleton, &pose, Affine3A::IDENTITY, &mut models[1]);
            for (a, b) in models[0].iter().zip(&models[1]) {
                worst = worst.max(apart(a, b, SHELL));
            }
        }
        worst
    }
}

/// Clocks of many characters, at 60 frames a second or jumping anywhere.
#[derive(Clone)]
struct Clocks {
    times: Vec<f32>,
    span: [f32; 2],
    seek: Option<data::Random>,
}

impl Clocks {
    fn new(clip: &Clip, count: usize, seek: bool) -> Self {
        let mut random = data::Random::new(5);
        let times = (0..count).map(|_| clip.start + random.unit() * clip.duration()).collect();
        Self { times, span: [clip.start, clip.end], seek: seek.then_some(random) }
    }

    /// Moves every clock and says where it is.
    fn tick(&mut self) -> &[f32] {
        let [start, end] = self.span;
        for time in &mut self.times {
            *time = match &mut self.seek {
                Some(random) => start + random.unit() * (end - start),
                None if *time >= end => start,
                None => *time + 1.0 / 60.0,
            };
        }
        &self.times
    }
}

/// Sampling a clip, forward and at random times, and from the clip to palettes.
fn play(bench: &mut Bench, character: &Character, clip: &Clip, counts: &[usize], goals: [[f64; 2]; 2]) {
    let frames = character.bake(clip);
    let name = &clip.name;
    let millimetres = 1e3 * character.error(clip, &frames);
    let size = format!("{} | {} | {millimetres:.3} mm", clip.key_bytes(), frames.bytes());
    let simd = bench.simd;
    for (order, goal) in ["forward", "seek"].into_iter().zip(goals) {
        for &count in counts {
            let mut clocks = Clocks::new(clip, count, order == "seek");
            let mut same_clocks = clocks.clone();
            let mut plain = vec![(Cursors::default(), character.bind.clone()); count];
            let mut fast = vec![character.fast_skeleton.rest().to_vec(); count];
            bench.sized(
                &format!("frames, {name}, {order}, {count}"),
                count * character.skeleton.len(),
                goal,
                &size,
                || {
                    for (time, (cursors, pose)) in clocks.tick().iter().zip(&mut plain) {
                        clip.sample(*time, &character.bind, cursors, pose);
                    }
                    black_box(&plain);
                },
                || {
                    for (time, pose) in same_clocks.tick().iter().zip(&mut fast) {
                        frames.sample(simd, *time, pose);
                    }
                    black_box(&fast);
                },
            );
        }
    }
    for (count, goal) in [(1, NO_GOAL), (8, [3.3, 2.5]), (1024, [4.0, 3.2])] {
        let what = format!("clip to palettes, {name}, {count}");
        palettes(bench, &what, character, std::slice::from_ref(clip), &vec![0; count], goal);
    }
}

/// Measures from clips to palettes on one thread, for each character the clip that it plays. In the plain form pose and joints
/// are shared, palettes and cursors are each character's own.
fn palettes(bench: &mut Bench, what: &str, character: &Character, clips: &[Clip], plays: &[usize], goal: [f64; 2]) {
    let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
    let simd = bench.simd;
    let count = plays.len();
    let joints = skeleton.len();
    let mut clocks = Clocks::new(&clips[0], count, false);
    let mut same_clocks = clocks.clone();
    let mut pose = bind.clone();
    let mut model = vec![Affine3A::IDENTITY; joints];
    let mut cursors = vec![Cursors::default(); count];
    let mut plain = vec![Affine3A::IDENTITY; count * skin.bindings.len()];
    let frames: Vec<Frames> = clips.iter().map(|clip| character.bake(clip)).collect();
    let crowd = Crowd { skeleton: fast_skeleton, bindings, clips: &frames };
    let mut members: Vec<CrowdMember> = plays.iter().map(|clip| CrowdMember { clip: *clip, time: 0.0 }).collect();
    let mut fast = vec![Affine3x4::IDENTITY; count * bindings.len()];
    bench.row(
        what,
        count,
        goal,
        || {
            let palettes = plain.chunks_exact_mut(skin.bindings.len());
            for (((clip, time), cursors), palette) in plays.iter().zip(clocks.tick()).zip(&mut cursors).zip(palettes) {
                clips[*clip].sample(*time, bind, cursors, &mut pose);
                local_to_model(skeleton, &pose, Affine3A::IDENTITY, &mut model);
                skin.write_palette(&model, palette);
            }
            black_box(&plain);
        },
        || {
            for (time, member) in same_clocks.tick().iter().zip(&mut members) {
                member.time = *time;
            }
            crowd.write_on_this_thread(simd, &members, &mut fast);
            black_box(&fast);
        },
    );
}

/// Local to model, and palettes, of poses that lie in memory: poses, matrices and palettes in a list each for
/// all characters, as a crowd has its palettes. With a character's pose beside its matrices a palette would
/// skip the poses, and so would what fetches memory ahead: a thousand then take two to four times as long,
/// plain or fast, and how long depends on what else the machine does.
fn matrices(bench: &mut Bench, Character { skeleton, skin, bind, fast_skeleton, bindings }: &Character) {
    let simd = bench.simd;
    let joints = skeleton.len();
    let blocks = fast_skeleton.blocks();
    let slots = fast::model_len(fast_skeleton);
    for count in [1, 8, 1024] {
        let poses = vec![bind.clone(); count];
        let mut models = vec![Affine3A::IDENTITY; count * joints];
        let fast_poses = fast_skeleton.rest().repeat(count);
        let mut fast_models = vec![Affine3x4::IDENTITY; count * slots];
        bench.row(
            &format!("local to model, {count}"),
            count * joints,
            [1.5, 1.1],
            || {
                for (pose, model) in poses.iter().zip(models.chunks_exact_mut(joints)) {
                    local_to_model(skeleton, pose, Affine3A::IDENTITY, model);
                }
                black_box(&models);
            },
            || {
                for (pose, model) in fast_poses.chunks_exact(blocks).zip(fast_models.chunks_exact_mut(slots)) {
                    fast::local_to_model(simd, fast_skeleton, pose, Affine3A::IDENTITY, model);
                }
                black_box(&fast_models);
            },
        );
        let mut palettes = vec![Affine3A::IDENTITY; count * joints];
        let mut fast_palettes = vec![Affine3x4::IDENTITY; count * joints];
        bench.row(
            &format!("palette, {count}"),
            count * joints,
            [1.35, 1.15],
            || {
                for (model, palette) in models.chunks_exact(joints).zip(palettes.chunks_exact_mut(joints)) {
                    skin.write_palette(model, palette);
                }
                black_box(&palettes);
            },
            || {
                for (model, palette) in fast_models.chunks_exact(slots).zip(fast_palettes.chunks_exact_mut(joints)) {
                    fast::write_palette(simd, bindings, model, palette);
                }
                black_box(&fast_palettes);
            },
        );
    }
}

/// The skinning matrices at a time of a clip.
fn palette_of(character: &Character, clip: &Clip, time: f32) -> Vec<Affine3A> {
    let mut pose = Pose::default();
    let mut model = vec![Affine3A::IDENTITY; character.skeleton.len()];
    clip.sample(time, &character.bind, &mut Cursors::default(), &mut pose);
    local_to_model(&character.skeleton, &pose, Affine3A::IDENTITY, &mut model);
    character.skin.palette(&model)
}

/// Skinning on the processor.
fn skinning(bench: &mut Bench, what: &str, vertices: &[SkinnedVertex], palette: &[Affine3A]) {
    let simd = bench.simd;
    let blocks = VertexBlocks::new(vertices);
    let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
    let mut plain = (vec![Vec3::ZERO; vertices.len()], vec![Vec3::ZERO; vertices.len()]);
    let mut fast = (vec![[0.0; 3]; vertices.len()], vec![[0.0; 3]; vertices.len()]);
    bench.row(
        &format!("skinning, {what}"),
        vertices.len(),
        [1.5, 1.3],
        || {
            skin_vertices(palette, vertices, &mut plain.0, &mut plain.1);
            black_box(&plain);
        },
        || {
            fast::skin_vertices(simd, &rows, &blocks, &mut fast.0, &mut fast.1);
            black_box(&fast);
        },
    );
}
