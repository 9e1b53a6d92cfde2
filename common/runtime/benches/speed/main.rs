//! Measures the speed of `armature-simd` relative to the plain forms.
//!
//! ```text
//! cargo bench -p benches --bench speed                  everything
//! cargo bench -p benches --bench speed -- skinning      only rows with that in their name
//! ARMATURE_PORTABLE=1 cargo bench -p benches --bench speed      without AVX2
//! ```
//!
//! Plain and fast forms take turns, round by round, so that other work on the machine affects both. Times are CPU times
//! of this thread, medians of the rounds, with the 10th and 90th percentile in brackets; a ratio is computed in each
//! round. The output is the table of `common/runtime/armature-simd/SPEED.md`, which explains it; nanoseconds go to the error
//! output. Ends with exit code 1 if a ratio is below its floor, or bytes or errors are not those of SPEED.md; `cargo test
//! -p benches --bench speed` compares these alone.

mod data;
mod rounds;

use armature::{
    animation::{
        Clip, Cursors,
        reduce::{SHELL, shell_distance},
    },
    mesh::SkinnedVertex,
    skeleton::{Pose, Skeleton, local_to_model},
    skin::{Skin, skin_vertices},
};
use armature_formats::collada;
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, VertexBlocks};
use glam::{Affine3A, Vec3};
use rounds::Spread;
use std::{hint::black_box, path::Path, process::ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo says `--bench` to benches; under `cargo test` everything runs just once.
    let measure = arguments.iter().any(|argument| argument == "--bench");
    let filter = arguments.into_iter().find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut bench = Bench { measure, filter, simd: SimdLevel::best(), below: Vec::new(), changed: Vec::new() };
    println!("Measured with {} on {}:\n", bench.simd, std::env::consts::ARCH);
    println!("| | bytes, plain | fast | off by | target | floor | measured |");
    println!("|---|--:|--:|--:|--:|--:|--:|");

    let skeleton = data::humanoid();
    let humanoid = Character::new(Skin::bound(&skeleton), skeleton);
    let clips = [data::dense(&humanoid.skeleton), data::sparse(&humanoid.skeleton)];
    for (clip, goals) in clips.iter().zip([[[10.0, 6.0], [20.0, 15.0]], [[7.0, 4.0], [15.0, 10.0]]]) {
        bench.measure_sampling(&humanoid, clip, &[1, 1024], goals);
    }
    bench.measure_matrices(&humanoid);
    let palette = humanoid.palette_at(&clips[0], 1.7);
    for (count, influences) in [(10_000, 1), (10_000, 2), (10_000, 3), (10_000, 4), (100_000, 4)] {
        let vertices = data::mesh(count, influences, palette.len());
        bench.measure_skinning(&format!("{count} vertices, influences: {influences}"), &vertices, &palette);
    }
    for name in ["knight", "creature"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../assets/{name}.dae"));
        let model = collada::load(&file).expect("our own figures load").model;
        let walk = Clip { name: format!("{name} walk"), ..model.clip("walk").expect("it walks").clone() };
        let character = Character::new(model.skins[0].clone(), model.skeleton.clone());
        bench.measure_sampling(&character, &walk, &[1], [[7.0, 4.0], [9.0, 6.0]]);
        let palette = character.palette_at(&walk, walk.start + 0.3);
        bench.measure_skinning(&format!("{name}, its own influences"), &model.parts[0].mesh.vertices, &palette);
    }
    let mut random = data::Random::new(6);
    let members: Vec<usize> = (0..10_000).map(|_| random.below(2)).collect();
    bench.measure_palettes("crowd of 10000, two clips", &humanoid, &clips, &members, [3.3, 2.5]);

    bench.measure_fades(&humanoid, &clips);

    if !bench.changed.is_empty() {
        eprintln!("\nOther bytes or errors than in SPEED.md:\n  {}", bench.changed.join("\n  "));
    }
    let is_slow = measure && !bench.below.is_empty();
    if is_slow {
        eprintln!("\nBeyond the floor:\n  {}", bench.below.join("\n  "));
    }
    if is_slow || !bench.changed.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Settings and results of all measurements.
struct Bench {
    measure: bool,
    filter: String,
    simd: SimdLevel,
    /// Rows whose ratio was below their floor.
    below: Vec<String>,
    /// Rows whose bytes and errors are not in [`TABLE`].
    changed: Vec<String>,
}

/// The table as it was last printed.
const TABLE: &str = include_str!("../../armature-simd/SPEED.md");

/// Target and floor of a row that has none.
const NO_GOAL: [f64; 2] = [0.0, 0.0];

/// How many times as long a crowd may take in which all fade as one in which none does.
const MAX_FADE: f64 = 2.2;

/// Target and floor without AVX2 and FMA, for which the others are: a step must not be slower, except for noise.
const PORTABLE_GOAL: [f64; 2] = [1.0, 0.85];

impl Bench {
    /// Measures two functions and prints a row of the table without bytes and error.
    fn row(&mut self, name: &str, units: usize, goal: [f64; 2], plain: impl FnMut(), fast: impl FnMut()) {
        self.row_with_size(name, units, goal, " | | ", plain, fast);
    }

    /// Measures two functions and prints a row of the table. `size` is the text of the columns of bytes and error.
    fn row_with_size(
        &mut self,
        name: &str,
        units: usize,
        [target, floor]: [f64; 2],
        size: &str,
        plain: impl FnMut(),
        fast: impl FnMut(),
    ) {
        if !name.contains(&self.filter) {
            return;
        }
        let [plain, fast, ratio] = rounds::compare(self.measure, units, plain, fast);
        eprintln!("{name}: {plain} ns, fast {fast} ns");
        let has_goal = target > 0.0;
        let is_portable = has_goal && self.simd == SimdLevel::PORTABLE;
        let [target, floor] = if is_portable { PORTABLE_GOAL } else { [target, floor] };
        let goals = if has_goal { format!("{target}x | {floor}x") } else { "| ".into() };
        let missed = if ratio.median < target { ", missed" } else { "" };
        let Spread { median, p10, p90 } = ratio;
        println!("| {name} | {size} | {goals} | {median:.2}x [{p10:.2}..{p90:.2}]{missed} |");
        if ratio.median < floor {
            self.below.push(name.into());
        }
    }
}

/// A character in the plain and in the fast form.
struct Character {
    skeleton: Skeleton,
    skin: Skin,
    bind: Pose,
    fast_skeleton: SimdSkeleton,
    bindings: PaletteBindings,
}

impl Character {
    fn new(skin: Skin, skeleton: Skeleton) -> Self {
        let fast_skeleton = SimdSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast_skeleton, std::slice::from_ref(&skin));
        Self { bind: skeleton.bind_pose(), skeleton, skin, fast_skeleton, bindings }
    }

    fn bake(&self, clip: &Clip) -> Frames {
        Frames::bake(&self.fast_skeleton, clip, 30.0).expect("a few seconds fit")
    }

    /// Returns the skinning matrices at a time of a clip.
    fn palette_at(&self, clip: &Clip, time: f32) -> Vec<Affine3A> {
        let mut pose = Pose::default();
        clip.sample(time, &self.bind, &mut Cursors::default(), &mut pose);
        self.skin.palette(&self.skeleton.model_from_joint(&pose))
    }

    /// Returns the largest distance between a clip and its frames of a point 3 cm from a joint, in metres; the same on every
    /// processor of a kind.
    fn largest_error(&self, clip: &Clip, frames: &Frames) -> f32 {
        let mut models = [vec![Affine3A::IDENTITY; self.skeleton.len()], vec![Affine3A::IDENTITY; self.skeleton.len()]];
        let mut cursors = Cursors::default();
        let mut pose = self.bind.clone();
        let mut blocks = self.fast_skeleton.rest().to_vec();
        let mut worst = 0.0f32;
        for step in 0..=1000 {
            let time = clip.start + clip.duration() * (step as f32 / 1000.0);
            clip.sample(time, &self.bind, &mut cursors, &mut pose);
            local_to_model(&self.skeleton, &pose, Affine3A::IDENTITY, &mut models[0]);
            frames.sample(SimdLevel::PORTABLE, time, &mut blocks);
            self.fast_skeleton.write_pose(&blocks, &mut pose);
            local_to_model(&self.skeleton, &pose, Affine3A::IDENTITY, &mut models[1]);
            for (a, b) in models[0].iter().zip(&models[1]) {
                worst = worst.max(shell_distance(a, b, SHELL));
            }
        }
        worst
    }
}

/// Times of many characters in a clip.
#[derive(Clone)]
struct Clocks {
    times: Vec<f32>,
    span: [f32; 2],
    /// Random numbers for times that jump in each frame; `None` for 60 frames a second.
    seek: Option<data::Random>,
}

impl Clocks {
    fn new(clip: &Clip, count: usize, seek: bool) -> Self {
        let mut random = data::Random::new(5);
        let times = (0..count).map(|_| clip.start + random.unit() * clip.duration()).collect();
        Self { times, span: [clip.start, clip.end], seek: seek.then_some(random) }
    }

    /// Advances all times by a frame and returns them.
    fn advance(&mut self) -> &[f32] {
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

/// Writes the palettes of a crowd a frame later, all clips of a member at the same time.
fn write_frame(
    simd: SimdLevel,
    crowd: Crowd<'_>,
    clocks: &mut Clocks,
    members: &mut [CrowdMember],
    palettes: &mut [Affine3x4],
) {
    for (time, member) in clocks.advance().iter().zip(&mut *members) {
        member.time = *time;
        member.second_time = *time;
    }
    crowd.write_on_this_thread(simd, members, palettes);
    black_box(palettes);
}

impl Bench {
    /// Measures the sampling of a clip, forward and at random times, and all steps from the clip to palettes.
    fn measure_sampling(&mut self, character: &Character, clip: &Clip, counts: &[usize], goals: [[f64; 2]; 2]) {
        let frames = character.bake(clip);
        let name = &clip.name;
        let millimetres = 1e3 * character.largest_error(clip, &frames);
        let size = format!("{} | {} | {millimetres:.3} mm", clip.key_bytes(), frames.bytes());
        if !TABLE.contains(&format!("| frames, {name}, forward, 1 | {size} ")) {
            self.changed.push(format!("{name}: {size}"));
        }
        let simd = self.simd;
        for (order, goal) in ["forward", "seek"].into_iter().zip(goals) {
            for &count in counts {
                let mut clocks = Clocks::new(clip, count, order == "seek");
                let mut same_clocks = clocks.clone();
                let mut plain = vec![(Cursors::default(), character.bind.clone()); count];
                let mut fast = vec![character.fast_skeleton.rest().to_vec(); count];
                self.row_with_size(
                    &format!("frames, {name}, {order}, {count}"),
                    count * character.skeleton.len(),
                    goal,
                    &size,
                    || {
                        for (time, (cursors, pose)) in clocks.advance().iter().zip(&mut plain) {
                            clip.sample(*time, &character.bind, cursors, pose);
                        }
                        black_box(&plain);
                    },
                    || {
                        for (time, pose) in same_clocks.advance().iter().zip(&mut fast) {
                            frames.sample(simd, *time, pose);
                        }
                        black_box(&fast);
                    },
                );
            }
        }
        for (count, goal) in [(1, NO_GOAL), (8, [3.3, 2.5]), (1024, [3.3, 2.5])] {
            let row = format!("clip to palettes, {name}, {count}");
            self.measure_palettes(&row, character, std::slice::from_ref(clip), &vec![0; count], goal);
        }
    }

    /// Measures all steps from clips to palettes on one thread, of characters with the indices of their clips. In the
    /// plain form, each character has its own palette and cursors, and all share a pose and its matrices.
    fn measure_palettes(
        &mut self,
        name: &str,
        character: &Character,
        clips: &[Clip],
        clip_indices: &[usize],
        goal: [f64; 2],
    ) {
        let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
        let simd = self.simd;
        let count = clip_indices.len();
        let joints = skeleton.len();
        let mut clocks = Clocks::new(&clips[0], count, false);
        let mut same_clocks = clocks.clone();
        let mut pose = bind.clone();
        let mut model = vec![Affine3A::IDENTITY; joints];
        let mut cursors = vec![Cursors::default(); count];
        let mut plain = vec![Affine3A::IDENTITY; count * skin.bindings.len()];
        let frames: Vec<Frames> = clips.iter().map(|clip| character.bake(clip)).collect();
        let crowd = Crowd { skeleton: fast_skeleton, bindings, clips: &frames };
        let mut members: Vec<CrowdMember> = clip_indices.iter().map(|clip| CrowdMember::new(*clip, 0.0)).collect();
        let mut fast = vec![Affine3x4::IDENTITY; count * bindings.len()];
        self.row(
            name,
            count,
            goal,
            || {
                let states = cursors.iter_mut().zip(plain.chunks_exact_mut(skin.bindings.len()));
                for ((clip, time), (cursors, palette)) in clip_indices.iter().zip(clocks.advance()).zip(states) {
                    clips[*clip].sample(*time, bind, cursors, &mut pose);
                    local_to_model(skeleton, &pose, Affine3A::IDENTITY, &mut model);
                    skin.write_palette(&model, palette);
                }
                black_box(&plain);
            },
            || {
                for (time, member) in same_clocks.advance().iter().zip(&mut members) {
                    member.time = *time;
                }
                crowd.write_on_this_thread(simd, &members, &mut fast);
                black_box(&fast);
            },
        );
    }

    /// Measures a crowd in which all fade from one clip to the other beside one in which none does: the row says how many
    /// times as long the fade takes, for which the floor is a ceiling. The plain form is a `ModelInstance`'s `blend`.
    fn measure_fades(&mut self, character: &Character, clips: &[Clip]) {
        const COUNT: usize = 1024;
        let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
        let simd = self.simd;
        let frames: Vec<Frames> = clips.iter().map(|clip| character.bake(clip)).collect();
        let crowd = Crowd { skeleton: fast_skeleton, bindings, clips: &frames };
        let mut alone: Vec<CrowdMember> = (0..COUNT).map(|index| CrowdMember::new(index % 2, 0.0)).collect();
        let mut fading = alone.clone();
        for (index, member) in fading.iter_mut().enumerate() {
            member.second = 1 - member.clip;
            member.weight = 0.1 + 0.8 * (index % 7) as f32 / 6.0;
        }
        let mut clocks = [(); 3].map(|()| Clocks::new(&clips[0], COUNT, false));
        let [clocks, other_clocks, plain_clocks] = &mut clocks;
        let mut palettes = vec![Affine3x4::IDENTITY; COUNT * bindings.len()];
        let mut other_palettes = palettes.clone();
        let name = format!("crowd of {COUNT}, all fade, beside none");
        if name.contains(&self.filter) {
            let [fade, none, ratio] = rounds::compare(
                self.measure,
                COUNT,
                || write_frame(simd, crowd, clocks, &mut fading, &mut palettes),
                || write_frame(simd, crowd, other_clocks, &mut alone, &mut other_palettes),
            );
            eprintln!("{name}: {fade} ns, without {none} ns");
            let Spread { median, p10, p90 } = ratio;
            println!("| {name} | | | | | {MAX_FADE}x at most | {median:.2}x [{p10:.2}..{p90:.2}] |");
            if median > MAX_FADE {
                self.below.push(name);
            }
        }
        let mut poses = [bind.clone(), bind.clone(), bind.clone()];
        let mut cursors = vec![[Cursors::default(), Cursors::default()]; COUNT];
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        let mut plain = vec![Affine3A::IDENTITY; COUNT * skin.bindings.len()];
        let plain_members = fading.clone();
        self.row(
            &format!("crowd of {COUNT}, all fade"),
            COUNT,
            [4.0, 3.2],
            || {
                let states = cursors.iter_mut().zip(plain.chunks_exact_mut(skin.bindings.len()));
                for ((member, time), (cursors, palette)) in plain_members.iter().zip(plain_clocks.advance()).zip(states)
                {
                    let [first, second, blended] = &mut poses;
                    clips[member.clip].sample(*time, bind, &mut cursors[0], first);
                    clips[member.second].sample(*time, bind, &mut cursors[1], second);
                    blended.set_blend(first, second, member.weight);
                    local_to_model(skeleton, blended, Affine3A::IDENTITY, &mut model);
                    skin.write_palette(&model, palette);
                }
                black_box(&plain);
            },
            || write_frame(simd, crowd, clocks, &mut fading, &mut palettes),
        );
    }

    /// Measures local to model, and palettes, of poses in memory. There is a list of poses, one of matrices and one of
    /// palettes for all characters, as a crowd has its palettes: with a character's pose beside its matrices, the
    /// prefetcher would read poses in vain, and a thousand palettes would take two to four times as long, plain or
    /// fast.
    fn measure_matrices(&mut self, character: &Character) {
        let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
        let simd = self.simd;
        let joints = skeleton.len();
        let blocks = fast_skeleton.blocks();
        let slots = armature_simd::model_len(fast_skeleton);
        for count in [1, 8, 1024] {
            let poses = vec![bind.clone(); count];
            let mut models = vec![Affine3A::IDENTITY; count * joints];
            let fast_poses = fast_skeleton.rest().repeat(count);
            let mut fast_models = vec![Affine3x4::IDENTITY; count * slots];
            self.row(
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
                        armature_simd::local_to_model(simd, fast_skeleton, pose, Affine3A::IDENTITY, model);
                    }
                    black_box(&fast_models);
                },
            );
            let mut palettes = vec![Affine3A::IDENTITY; count * joints];
            let mut fast_palettes = vec![Affine3x4::IDENTITY; count * joints];
            self.row(
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
                    for (model, palette) in fast_models.chunks_exact(slots).zip(fast_palettes.chunks_exact_mut(joints))
                    {
                        armature_simd::write_palette(simd, bindings, model, palette);
                    }
                    black_box(&fast_palettes);
                },
            );
        }
    }

    /// Measures skinning on the processor.
    fn measure_skinning(&mut self, name: &str, vertices: &[SkinnedVertex], palette: &[Affine3A]) {
        let simd = self.simd;
        let blocks = VertexBlocks::new(vertices);
        let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
        let mut plain = (vec![Vec3::ZERO; vertices.len()], vec![Vec3::ZERO; vertices.len()]);
        let mut fast = (vec![[0.0; 3]; vertices.len()], vec![[0.0; 3]; vertices.len()]);
        self.row(
            &format!("skinning, {name}"),
            vertices.len(),
            [1.5, 1.3],
            || {
                skin_vertices(palette, vertices, &mut plain.0, &mut plain.1);
                black_box(&plain);
            },
            || {
                blocks.skin(simd, &rows, &mut fast.0, &mut fast.1);
                black_box(&fast);
            },
        );
    }
}
