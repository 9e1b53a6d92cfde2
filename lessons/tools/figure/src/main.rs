//! The command for files: `cargo figure FILE` plays any Collada or glTF file, in a window or into a picture; `edit`, `inspect` and
//! `convert` do what they say.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod convert;
mod files;
mod inspect;
mod viewer;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand, ValueEnum};
use editor::EditorApp;
use graphics::{GlInfo, headless};
use output::say;
use player::FADES;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use ui::{DisplayOptions, SkinningMethod};
use viewer::Viewer;
use workbook::output;

/// Plays figures in files (.dae, .glb, .gltf, .armature): lessons/FILES.md says more
#[derive(Parser)]
#[command(name = "figure", bin_name = "cargo figure", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    view: ViewArguments,
}

#[derive(Subcommand)]
enum Command {
    Edit(EditArguments),
    Inspect(inspect::Arguments),
    Convert(convert::Arguments),
}

/// A figure, posed, lit and textured.
#[derive(clap::Args)]
struct ViewArguments {
    /// Collada (.dae) or glTF files (.glb, .gltf): the first brings the mesh, each further one its clips. Or
    /// containers of the pose editor (.armature), which bring the figure that they name.
    files: Vec<PathBuf>,
    #[command(flatten)]
    app: window::Arguments,
    /// Name of the clip to play; if none is named, the first that moves, of the second file if there is one.
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    #[command(flatten)]
    retargeting: files::Retargeting,
    /// Show joints and bones through the surface.
    #[arg(long)]
    bones: bool,
    /// Colour the surface by how strongly it follows this joint.
    #[arg(long, value_name = "JOINT")]
    weights: Option<String>,
    /// Method of skinning: linear blending, or dual quaternions.
    #[arg(long, value_name = "METHOD", value_enum, default_value_t)]
    skinning: Method,
    /// Show the pose in which the joints rest, whatever clip and time say.
    #[arg(long)]
    bind: bool,
    /// Say what OpenGL there is, for programs.
    #[arg(long, hide = true)]
    opengl: bool,
}

/// Key a figure by hand: `edit FILE.glb`, or FILE.armature to go on
#[derive(clap::Args)]
struct EditArguments {
    /// A figure (.dae, .glb, .gltf) or what the editor saved (.armature)
    file: PathBuf,
    #[command(flatten)]
    app: window::Arguments,
    /// Name of the clip to edit
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    /// Folder in which the editor saves and looks for saved files, instead of the file's own
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
enum Method {
    #[default]
    Linear,
    Dual,
}

impl From<Method> for SkinningMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::Linear => SkinningMethod::Linear,
            Method::Dual => SkinningMethod::Dual,
        }
    }
}

fn main() -> ExitCode {
    let Arguments { command, view } = Arguments::parse();
    let result = match command {
        None if view.opengl => print_opengl(),
        None => open_viewer(view),
        Some(Command::Edit(arguments)) => Ok(open_editor(arguments)),
        Some(Command::Inspect(arguments)) => inspect::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
    };
    output::exit_code(result)
}

/// Opens the viewer's window, or draws one picture without a window.
fn open_viewer(arguments: ViewArguments) -> Result<ExitCode> {
    let ViewArguments { files, retargeting, app, clip, bones, weights, skinning, bind, .. } = arguments;
    if let Some(picture) = &app.screenshot {
        // Before a large file is read for nothing.
        ensure_folder(picture)?;
        ensure!(!files.is_empty(), "name a figure to draw: a Collada (.dae) or glTF file (.glb)");
    }
    let display =
        DisplayOptions { bones, heat_map: weights.is_some(), method: skinning.into(), ..DisplayOptions::default() };
    let in_window = app.screenshot.is_none() && !app.describe;
    Ok(window::run(&app, viewer::TITLE, move |gl| {
        let mut viewer = Viewer::open(gl, files, retargeting)?;
        viewer.set_display(display);
        viewer.select(clip.as_deref(), weights.as_deref())?;
        viewer.set_bind_pose(bind);
        if in_window {
            viewer.set_fade(FADES[0]);
        } else {
            viewer.require_something_to_draw()?;
        }
        Ok(viewer)
    }))
}

/// Opens the editor's window, or draws one picture without a window.
fn open_editor(arguments: EditArguments) -> ExitCode {
    let EditArguments { file, app, clip, folder } = arguments;
    let in_window = app.screenshot.is_none() && !app.describe;
    window::run(&app, "Armature editor", move |gl| {
        let readme = include_str!("../EDITOR.md");
        let mut editor = EditorApp::open(gl, &file, folder.as_deref(), readme)?;
        if let Some(name) = &clip {
            editor.select_clip(name)?;
        }
        if in_window {
            editor.set_fade();
        }
        Ok(editor)
    })
}

fn ensure_folder(out: &Path) -> Result<()> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        ensure!(folder.is_dir(), "the folder {} is not there", folder.display());
    }
    Ok(())
}

fn print_opengl() -> Result<ExitCode> {
    let GlInfo { version, renderer, software } = GlInfo::new(&headless::context()?);
    let slow = if software { "; drawn by the CPU, correct but slower" } else { "" };
    say!("{version}, {renderer}{slow}");
    Ok(ExitCode::SUCCESS)
}
