//! How much faster the fast forms are than the plain forms, measured against them in the same run.
//!
//! ```text
//! cargo bench -p common --bench speed                  everything, with a table
//! cargo bench -p common --bench speed -- skinning      only what has that in its name
//! ARMATURE_PORTABLE=1 cargo bench -p common --bench speed      without AVX2
//! ```
//!
//! Plain and fast take turns, round by round, so that whatever else the machine does meets both.
//! Times are of this thread's CPU time, medians of the rounds, with the 10th and 90th percentile in
//! brackets; a ratio is taken in each round. Nanoseconds are shown as they come, for who works on a kernel; the table
//! has ratios alone, beside a clip's bytes and its greatest error. Ends with exit code 1 if a ratio is below its floor.
//!
//! `common/armature/SPEED.md` has the table of one run, and says what was not measured.

mod crowds;
mod data;
mod figures;
mod poses;
mod report;
mod rounds;
mod vertices;

use common::fast::SimdLevel;
use report::Report;

/// What every measurement shares.
struct Bench {
    simd: SimdLevel,
    report: Report,
    rounds: rounds::Rounds,
}

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo says `--bench` to benches; under `cargo test` everything runs just once.
    let measure = arguments.iter().any(|argument| argument == "--bench");
    let filter = arguments.into_iter().find(|argument| !argument.starts_with('-'));
    let simd = SimdLevel::best();
    let mut bench =
        Bench { simd, report: Report::new(simd), rounds: rounds::Rounds::new(measure, filter.unwrap_or_default()) };
    poses::run(&mut bench);
    vertices::run(&mut bench);
    figures::run(&mut bench);
    crowds::run(&mut bench);
    bench.report.finish(measure)
}
