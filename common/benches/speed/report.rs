//! Lines as they come, and the table at the end.

use crate::rounds::{Contest, Spread};
use common::fast::Path;
use std::process::ExitCode;

/// What is wanted of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// A ratio of at least the first; below the second the bench fails.
    Ratio { target: f64, floor: f64 },
    /// A ratio of which nothing is promised.
    Shown,
}

struct Row {
    what: String,
    target: String,
    measured: String,
    met: bool,
}

/// What has been measured so far.
pub(crate) struct Report {
    path: Path,
    rows: Vec<Row>,
    below_floor: Vec<String>,
}

/// Targets are for AVX2 with FMA; without it nothing is promised but that no step becomes a loss,
/// noise aside.
const PORTABLE_FLOOR: f64 = 0.85;

impl Report {
    pub(crate) fn new(path: Path) -> Self {
        println!("{}, {} on {}", cpu(), path, std::env::consts::ARCH);
        println!("{:<52} {:>24} {:>24} {:>22}", "", "plain", "fast", "ratio");
        Self { path, rows: Vec::new(), below_floor: Vec::new() }
    }

    /// A contest, its times in nanoseconds for one `unit`.
    pub(crate) fn contest(&mut self, what: &str, unit: &str, contest: Contest, goal: Goal) {
        let Contest { plain, fast, ratio } = contest;
        let ns = |s: Spread| format!("{:.2} [{:.2}..{:.2}]", s.median, s.p10, s.p90);
        let times = format!("{:.2}x [{:.2}..{:.2}]", ratio.median, ratio.p10, ratio.p90);
        let name = format!("{what}, ns/{unit}");
        println!("{name:<52} {:>24} {:>24} {times:>22}", ns(plain), ns(fast));
        let floor = match goal {
            Goal::Ratio { floor, .. } if self.path != Path::PORTABLE => floor,
            Goal::Ratio { .. } => PORTABLE_FLOOR,
            Goal::Shown => 0.0,
        };
        if ratio.median < floor {
            self.below_floor.push(format!("{what}: {times}, and the floor is {floor}x"));
        }
        if let Goal::Ratio { target, .. } = goal {
            let met = ratio.median >= target;
            let target = format!("{target}x");
            self.rows.push(Row { what: what.into(), target, measured: times, met });
        }
    }

    /// A number with an upper limit that holds for a machine: shown in the table, no floor.
    pub(crate) fn at_most(&mut self, what: &str, unit: &str, got: f64, limit: f64, note: &str) {
        let measured = format!("{got:.2} {unit}{note}");
        let target = format!("<= {limit} {unit}");
        println!("{what:<52} {measured}");
        self.rows.push(Row { what: what.into(), target, measured, met: got <= limit });
    }

    /// Prints the table. Fails if a ratio is below its floor and this was a measurement.
    pub(crate) fn finish(self, measured: bool) -> ExitCode {
        println!("\n{:<52} {:>12} {:>34}  met", "", "target", "measured");
        if self.path == Path::PORTABLE {
            println!("(the targets are for AVX2 and FMA, and this ran without)");
        }
        for Row { what, target, measured, met } in &self.rows {
            let met = if *met { "yes" } else { "NO" };
            println!("{what:<52} {target:>12} {measured:>34}  {met}");
        }
        if measured && !self.below_floor.is_empty() {
            println!("\nBelow the floor:\n  {}", self.below_floor.join("\n  "));
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}

/// What the processor calls itself, where the system says it.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", name.map_or("a processor", |(_, name)| name))
}
