//! Whole processes: `figure inspect` beside Assimp's `info`, in turns.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const RUNS: usize = 9;

/// Cost of a process.
struct Cost {
    wall_seconds: f64,
    /// CPU time in user mode.
    user_seconds: f64,
    peak_megabytes: f64,
}

/// Measures both programs on each file and prints a table.
pub(crate) fn print_table(files: &[PathBuf]) {
    let Some(figure) = release_figure() else {
        return println!("\nSKIPPED against Assimp: cargo build --release -p figure comes first");
    };
    println!("\nfigure inspect FILE against assimp info FILE -r -s, medians of {RUNS}");
    println!("{:<40} {:>21} {:>21} {:>7} {:>7}", "", "inspect: wall user MB", "assimp: wall user MB", "wall", "user");
    for file in files {
        let mut ours = Vec::new();
        let mut assimps = Vec::new();
        for _ in 0..RUNS {
            ours.extend(measure_cost(&figure, &[OsStr::new("inspect"), file.as_ref()]));
            let arguments = [OsStr::new("info"), file.as_ref(), OsStr::new("-r"), OsStr::new("-s")];
            assimps.extend(measure_cost(Path::new("assimp"), &arguments));
        }
        let name = file.file_name().map_or("".into(), |name| name.to_string_lossy());
        if ours.len() < RUNS || assimps.len() < RUNS {
            println!("{name:<40} SKIPPED: GNU time, assimp or the file does not work");
            continue;
        }
        let ours = median_cost(&ours);
        let assimps = median_cost(&assimps);
        println!(
            "{name:<40} {:7.3} {:6.2} {:6.0} {:7.3} {:6.2} {:6.0} {:6.1}x {:>7}",
            ours.wall_seconds,
            ours.user_seconds,
            ours.peak_megabytes,
            assimps.wall_seconds,
            assimps.user_seconds,
            assimps.peak_megabytes,
            assimps.wall_seconds / ours.wall_seconds,
            match ours.user_seconds {
                0.0 => "-".into(),
                user => format!("{:.1}x", assimps.user_seconds / user),
            }
        );
    }
}

/// Returns the release build of `figure`, if there is one beside this bench's own folder.
fn release_figure() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let file = own.parent()?.parent()?.join(format!("figure{}", std::env::consts::EXE_SUFFIX));
    file.is_file().then_some(file)
}

/// Runs a program by GNU time and returns its cost, or `None` if it cannot be run or ends with an error.
fn measure_cost(program: &Path, arguments: &[&OsStr]) -> Option<Cost> {
    let start = std::time::Instant::now();
    let output = Command::new("time")
        .args(["-f", "%U %M"])
        .arg(program)
        .args(arguments)
        .stdout(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let wall_seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stderr);
    let (user, kilobytes) = text.lines().last()?.split_once(' ')?;
    let peak_megabytes = kilobytes.parse::<f64>().ok()? * 1024.0 / 1e6;
    Some(Cost { wall_seconds, user_seconds: user.parse().ok()?, peak_megabytes })
}

fn median_cost(costs: &[Cost]) -> Cost {
    Cost {
        wall_seconds: median(costs.iter().map(|cost| cost.wall_seconds).collect()),
        user_seconds: median(costs.iter().map(|cost| cost.user_seconds).collect()),
        peak_megabytes: median(costs.iter().map(|cost| cost.peak_megabytes).collect()),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
