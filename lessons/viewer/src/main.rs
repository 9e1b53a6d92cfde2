//! Draws any Collada file into a picture: `viewer FILE.dae --screenshot out.png`.

use anyhow::{Context, bail, ensure};
use clap::Parser;
use common::{
    collada,
    graphics::snapshot::{self, Snapshot},
};
use std::{path::PathBuf, process::ExitCode};

/// Shows a Collada figure, posed, lit and textured.
#[derive(Parser)]
#[command(name = "viewer")]
struct Arguments {
    /// A Collada file (.dae).
    file: PathBuf,
    /// Draw one picture into this PNG file, without a window.
    #[arg(long, value_name = "OUT.png")]
    screenshot: Option<PathBuf>,
    /// The picture's width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// Seconds since the clip's first moment; beyond its end it begins again.
    #[arg(long, default_value_t = 0.0, value_parser = seconds, allow_negative_numbers = true)]
    time: f32,
    /// Which clip to play, by name; the first if none is named.
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    /// Show joints and bones through the surface.
    #[arg(long)]
    bones: bool,
    /// Colour the surface by how strongly it follows this joint.
    #[arg(long, value_name = "JOINT")]
    weights: Option<String>,
    /// Show the pose in which the joints rest, whatever clip and time say.
    #[arg(long)]
    bind: bool,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| w.parse().ok().zip(h.parse().ok()));
    sides.ok_or_else(|| "expected a width and a height in pixels, such as 1280x720".into())
}

fn seconds(text: &str) -> Result<f32, String> {
    let time = text.parse::<f32>().ok().filter(|time| time.is_finite());
    time.ok_or_else(|| "expected a number of seconds, such as 0.5".into())
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Some(out) = arguments.screenshot else {
        bail!(
            "there is no window yet: add --screenshot out.png, and the picture is drawn into that file"
        );
    };
    // Before a large file is read for nothing.
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        ensure!(folder.is_dir(), "the folder {} is not there", folder.display());
    }
    let loaded = collada::load(&arguments.file)?;
    for warning in &loaded.warnings {
        eprintln!("warning: {warning}");
    }
    let snapshot = Snapshot {
        size: arguments.size,
        clip: arguments.clip,
        time: arguments.time,
        bind: arguments.bind,
        bones: arguments.bones,
        weights: arguments.weights,
    };
    let taken = snapshot::take(&loaded.model, &snapshot)
        .with_context(|| format!("no picture of {}", arguments.file.display()))?;
    for warning in &taken.warnings {
        eprintln!("warning: {warning}");
    }
    taken.picture.write_png(&out)?;
    println!("{}: the ground's lines are {} m apart", out.display(), taken.grid_step);
    Ok(())
}
