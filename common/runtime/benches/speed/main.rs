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

mod character;
mod crowd;
mod data;
mod rounds;
mod steps;

use armature::{animation::Clip, skin::Skin};
use armature_formats::collada;
use armature_simd::SimdLevel;
use character::Character;
use rounds::Spread;
use std::{path::Path, process::ExitCode};

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
