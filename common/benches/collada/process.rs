//! Whole processes: `figure inspect` beside Assimp's `info`, in turns.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const RUNS: usize = 9;

/// Seconds on the wall, seconds of CPU in user mode, megabytes at the peak.
type Cost = [f64; 3];

/// Prints the table.
pub(crate) fn report(files: &[PathBuf]) {
    let Some(figure) = figure() else {
        return println!("\nSKIPPED against Assimp: cargo build --release -p figure comes first");
    };
    println!("\nfigure inspect FILE against assimp info FILE -r -s, medians of {RUNS}");
    println!("{:<40} {:>21} {:>21} {:>7} {:>7}", "", "inspect: wall user MB", "assimp: wall user MB", "wall", "user");
    for file in files {
        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        for _ in 0..RUNS {
            ours.extend(cost(Command::new("time"), &figure, &["inspect".as_ref(), file.as_ref()]));
            theirs.extend(cost(
                Command::new("time"),
                Path::new("assimp"),
                &["info".as_ref(), file.as_ref(), "-r".as_ref(), "-s".as_ref()],
            ));
        }
        let name = file.file_name().map_or("".into(), |name| name.to_string_lossy());
        if ours.len() < RUNS || theirs.len() < RUNS {
            println!("{name:<40} SKIPPED: GNU time, assimp or the file does not do");
            continue;
        }
        let of = |costs: &[Cost], which: usize| median(costs.iter().map(|c| c[which]).collect());
        let [wall, user, peak] = [0, 1, 2].map(|which| (of(&ours, which), of(&theirs, which)));
        println!(
            "{name:<40} {:7.3} {:6.2} {:6.0} {:7.3} {:6.2} {:6.0} {:6.1}x {:>7}",
            wall.0,
            user.0,
            peak.0,
            wall.1,
            user.1,
            peak.1,
            wall.1 / wall.0,
            if user.0 > 0.0 { format!("{:.1}x", user.1 / user.0) } else { "-".into() }
        );
    }
}

/// The release build, beside this bench's own folder.
fn figure() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let file = own.parent()?.parent()?.join(format!("figure{}", std::env::consts::EXE_SUFFIX));
    file.is_file().then_some(file)
}

/// `None` if the program cannot be run, or ends with an error.
fn cost(mut time: Command, program: &Path, arguments: &[&std::ffi::OsStr]) -> Option<Cost> {
    let start = std::time::Instant::now();
    let output = time
        .args(["-f", "%U %M"])
        .arg(program)
        .args(arguments)
        .stdout(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let wall = start.elapsed().as_secs_f64();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let (user, kilobytes) = told.lines().last()?.split_once(' ')?;
    Some([wall, user.parse().ok()?, kilobytes.parse::<f64>().ok()? * 1024.0 / 1e6])
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
