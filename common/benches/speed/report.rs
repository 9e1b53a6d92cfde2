//! Lines as they come, and the table at the end.

use crate::rounds::{Comparison, Spread};
use common::fast::SimdLevel;
use std::process::ExitCode;

/// What is wanted of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// A ratio of at least the first; below the second the bench fails.
    Ratio { target: f64, floor: f64 },
    /// A ratio of at most this, plain to a loop that does as much; shown in the table, no floor.
    AtMost(f64),
    /// A ratio of which nothing is promised.
    ReportOnly,
}

struct Row {
    what: String,
    target: String,
    measured: String,
    met: bool,
}

/// What has been measured so far.
pub(crate) struct Report {
    simd: SimdLevel,
    machine: String,
    rows: Vec<Row>,
    below_floor: Vec<String>,
}

/// Limits in nanoseconds and milliseconds were set for this processor, at 3.7 GHz; others are faster or
/// slower. Ratios hold for any.
const LIMITS_FOR: &str = "Zen 4";

/// Targets are for AVX2 with FMA; without it nothing is promised but that no step becomes a loss,
/// noise aside.
const PORTABLE_FLOOR: f64 = 0.85;

impl Report {
    pub(crate) fn new(simd: SimdLevel) -> Self {
        let machine = format!("{}, {simd} on {}", cpu(), std::env::consts::ARCH);
        println!("{machine}");
        println!("{:<52} {:>24} {:>24} {:>22}", "", "plain", "fast", "ratio");
        Self { simd, machine, rows: Vec::new(), below_floor: Vec::new() }
    }

    /// A comparison, its times in nanoseconds for one `unit`.
    pub(crate) fn comparison(
        &mut self,
        what: &str,
        unit: &str,
        comparison: Comparison,
        goal: Goal,
    ) {
        let Comparison { plain, fast, ratio } = comparison;
        let ns = |s: Spread| format!("{:.2} [{:.2}..{:.2}]", s.median, s.p10, s.p90);
        let times = format!("{:.2}x [{:.2}..{:.2}]", ratio.median, ratio.p10, ratio.p90);
        let name = format!("{what}, ns/{unit}");
        println!("{name:<52} {:>24} {:>24} {times:>22}", ns(plain), ns(fast));
        let floor = match goal {
            Goal::Ratio { floor, .. } if self.simd != SimdLevel::PORTABLE => floor,
            Goal::Ratio { .. } => PORTABLE_FLOOR,
            Goal::AtMost(_) | Goal::ReportOnly => 0.0,
        };
        if ratio.median < floor {
            self.below_floor.push(format!("{what}: {times}, and the floor is {floor}x"));
        }
        let (target, met) = match goal {
            Goal::Ratio { target, .. } => (format!("{target}x"), ratio.median >= target),
            Goal::AtMost(most) => (format!("<= {most}x"), ratio.median <= most),
            Goal::ReportOnly => return,
        };
        self.rows.push(Row { what: what.into(), target, measured: times, met });
    }

    /// A number with an upper limit for the machine of [`LIMITS_FOR`]: shown in the table, no floor.
    pub(crate) fn at_most(&mut self, what: &str, unit: &str, got: f64, limit: f64, note: &str) {
        let measured = format!("{got:.2} {unit}{note}");
        let target = format!("<= {limit} {unit} ({LIMITS_FOR})");
        println!("{what:<52} {measured}");
        self.rows.push(Row { what: what.into(), target, measured, met: got <= limit });
    }

    /// Prints the table. Fails if a ratio is below its floor and this was a measurement.
    pub(crate) fn finish(self, measured: bool) -> ExitCode {
        println!("\nMeasured on {}", self.machine);
        println!("{:<52} {:>20} {:>34}  met", "", "target", "measured");
        if self.simd == SimdLevel::PORTABLE {
            println!("(the targets are for AVX2 and FMA, and this ran without)");
        }
        for Row { what, target, measured, met } in &self.rows {
            let met = if *met { "yes" } else { "NO" };
            println!("{what:<52} {target:>20} {measured:>34}  {met}");
        }
        if measured && !self.below_floor.is_empty() {
            println!("\nBelow the floor:\n  {}", self.below_floor.join("\n  "));
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}

/// What the processor calls itself, where the system says it. In rented machines the name is often no more
/// than its maker's: family and model tell the generation (AMD's family 26 is Zen 5).
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |key: &str| {
        let of = |line: &str| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == key).then(|| value.trim().to_owned())
        };
        info.lines().find_map(of)
    };
    let mut text = field("model name").unwrap_or_else(|| "a processor".into());
    if let (Some(family), Some(model)) = (field("cpu family"), field("model")) {
        text += &format!(" (family {family}, model {model})");
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{text}, {cores} cores")
}
