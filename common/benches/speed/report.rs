//! Lines as they come, and the table at the end.

use crate::rounds::{Comparison, Spread};
use common::fast::SimdLevel;
use std::process::ExitCode;

/// What is wanted of a ratio.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// At least the first; below the second the bench fails.
    Ratio { target: f64, floor: f64 },
    /// At most this, plain to a loop that does as much; no floor.
    AtMost(f64),
    /// Nothing is promised.
    ReportOnly,
}

/// What a clip takes in the form that was sampled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Of its keys in the plain form.
    pub(crate) plain_bytes: usize,
    /// In the fast form, shared by all characters.
    pub(crate) bytes: usize,
    /// In the fast form, for each character.
    pub(crate) each: usize,
    /// How far a point 3 cm from a joint is from where the clip's own keys put it, at most.
    pub(crate) millimetres: f32,
}

struct Row {
    what: String,
    size: Option<Size>,
    target: String,
    floor: f64,
    ratio: Spread,
    met: bool,
}

/// What has been measured so far.
pub(crate) struct Report {
    simd: SimdLevel,
    machine: String,
    rows: Vec<Row>,
}

/// Targets are for AVX2 with FMA; without it nothing is promised but that no step becomes a loss,
/// noise aside.
const PORTABLE_FLOOR: f64 = 0.85;

impl Report {
    pub(crate) fn new(simd: SimdLevel) -> Self {
        let machine = format!("{}, {simd} on {}", cpu(), std::env::consts::ARCH);
        println!("{machine}");
        println!("{:<58} {:>24} {:>24} {:>22}", "", "plain", "fast", "plain / fast");
        Self { simd, machine, rows: Vec::new() }
    }

    /// A comparison, its times in nanoseconds for one `unit`.
    pub(crate) fn comparison(&mut self, what: &str, unit: &str, comparison: Comparison, goal: Goal) {
        self.sized(what, unit, comparison, goal, None);
    }

    /// The same where a clip was sampled.
    pub(crate) fn sized(&mut self, what: &str, unit: &str, comparison: Comparison, goal: Goal, size: Option<Size>) {
        let Comparison { plain, fast, ratio } = comparison;
        let ns = |s: Spread| format!("{:.2} [{:.2}..{:.2}]", s.median, s.p10, s.p90);
        let name = format!("{what}, ns/{unit}");
        let size_text = size.map_or_else(String::new, |Size { bytes, each, millimetres, .. }| {
            format!("  {bytes} + {each} bytes, {millimetres:.3} mm")
        });
        println!("{name:<58} {:>24} {:>24} {:>22}{size_text}", ns(plain), ns(fast), times(ratio));
        let floor = match goal {
            Goal::Ratio { floor, .. } if self.simd != SimdLevel::PORTABLE => floor,
            Goal::Ratio { .. } => PORTABLE_FLOOR,
            Goal::AtMost(_) | Goal::ReportOnly => 0.0,
        };
        let (target, met) = match goal {
            Goal::Ratio { target, .. } => (format!("{target}x"), ratio.median >= target),
            Goal::AtMost(most) => (format!("at most {most}x"), ratio.median <= most),
            Goal::ReportOnly => (String::new(), true),
        };
        self.rows.push(Row { what: what.into(), size, target, floor, ratio, met });
    }

    /// Prints the table, as Markdown. Fails if a ratio is below its floor and this was a measurement.
    pub(crate) fn finish(self, measured: bool) -> ExitCode {
        println!("\nMeasured on {}.\n", self.machine);
        if self.simd == SimdLevel::PORTABLE {
            println!("The targets are for AVX2 and FMA, and this ran without.\n");
        }
        println!("| | bytes, plain | fast | a character | off by | target | floor | measured |");
        println!("|---|--:|--:|--:|--:|--:|--:|--:|");
        for Row { what, size, target, floor, ratio, met } in &self.rows {
            let size = size.map_or("| | | ".into(), |size| {
                let Size { plain_bytes, bytes, each, millimetres } = size;
                format!("{plain_bytes} | {bytes} | {each} | {millimetres:.3} mm")
            });
            let floor = if *floor > 0.0 { format!("{floor}x") } else { String::new() };
            let missed = if *met { "" } else { ", missed" };
            println!("| {what} | {size} | {target} | {floor} | {}{missed} |", times(*ratio));
        }
        let below = self.rows.iter().filter(|row| row.ratio.median < row.floor);
        let below: Vec<&str> = below.map(|row| row.what.as_str()).collect();
        if measured && !below.is_empty() {
            println!("\nBelow the floor:\n  {}", below.join("\n  "));
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}

fn times(ratio: Spread) -> String {
    format!("{:.2}x [{:.2}..{:.2}]", ratio.median, ratio.p10, ratio.p90)
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
