//! Plays any Collada or glTF file: in a window, or into a picture with `--screenshot out.png`.

mod contact_sheet;
mod files;
mod viewer;

use anyhow::ensure;
use clap::{CommandFactory, Parser, ValueEnum, error::ErrorKind};
use editor::EditorApp;
use graphics::{GlInfo, headless};
use player::FADES;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use ui::{DisplayOptions, SkinningMethod};
use verdict::wording::counted;
use viewer::Viewer;

/// Shows a figure, posed, lit and textured.
#[derive(Parser)]
#[command(name = "viewer", bin_name = "cargo figure view")]
#[allow(clippy::struct_excessive_bools)] // one for each switch of the command line
struct Arguments {
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
    /// Draw eight moments of every clip, from two sides, into this PNG file; `--size` is one picture's.
    #[arg(long, value_name = "OUT.png")]
    contact_sheet: Option<PathBuf>,
    /// Edit clips, attachments and spheres of the first file, a figure or a container (.armature).
    #[arg(long)]
    edit: bool,
    /// Folder in which the editor saves and looks for saved files, instead of the file's own.
    #[arg(long, value_name = "FOLDER", requires = "edit")]
    folder: Option<PathBuf>,
    /// Say what OpenGL there is, for programs.
    #[arg(long, hide = true)]
    opengl: bool,
}

/// Values of `--skinning`.
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
    let arguments = Arguments::parse();
    if arguments.edit {
        return in_editor(arguments);
    }
    match without_app(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => in_app(arguments),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the viewer's window, or draws one picture without a window.
fn in_app(arguments: Arguments) -> ExitCode {
    let Arguments { files, retargeting, app, clip, bones, weights, skinning, bind, .. } = arguments;
    let display =
        DisplayOptions { bones, heat_map: weights.is_some(), method: skinning.into(), ..DisplayOptions::default() };
    let in_window = app.screenshot.is_none() && !app.describe;
    window::run(&app, viewer::TITLE, move |gl| {
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
    })
}

/// Opens the editor's window, or draws one picture without a window.
fn in_editor(arguments: Arguments) -> ExitCode {
    let Arguments { files, app, clip, folder, .. } = arguments;
    let [file] = &files[..] else {
        let output = "--edit takes one file: a figure (.dae, .glb, .gltf) or a container (.armature)";
        Arguments::command().error(ErrorKind::WrongNumberOfValues, output).exit();
    };
    let file = file.clone();
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

/// Does what needs no app; returns true if that was all.
fn without_app(arguments: &Arguments) -> anyhow::Result<bool> {
    if arguments.opengl {
        return print_opengl().map(|()| true);
    }
    let outs = [&arguments.app.screenshot, &arguments.contact_sheet];
    for out in outs.into_iter().flatten() {
        // Before a large file is read for nothing.
        check_folder(out)?;
        ensure!(!arguments.files.is_empty(), "name a figure to draw: a Collada (.dae) or glTF file (.glb)");
    }
    let Some(out) = &arguments.contact_sheet else { return Ok(false) };
    let figure = files::load(&arguments.files, &arguments.retargeting)?;
    for message in &figure.messages {
        eprintln!("{message}");
    }
    let tile = arguments.app.size.unwrap_or(contact_sheet::TILE);
    let all = figure.model.clips.len();
    contact_sheet::write(figure.model, tile, arguments.skinning.into(), out)?;
    let first = if all > contact_sheet::MAX_CLIPS {
        format!("the first {} of ", contact_sheet::MAX_CLIPS)
    } else {
        String::new()
    };
    println!("{}: {first}{}", out.display(), counted(all, "clip", "clips"));
    Ok(arguments.app.screenshot.is_none())
}

fn check_folder(out: &Path) -> anyhow::Result<()> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        ensure!(folder.is_dir(), "the folder {} is not there", folder.display());
    }
    Ok(())
}

/// Prints a line about the driver, for `cargo workbook doctor`.
fn print_opengl() -> anyhow::Result<()> {
    let info = GlInfo::new(&headless::context()?);
    let GlInfo { version, renderer, software } = info;
    let slow = if software { "; drawn by the CPU, correct but slower" } else { "" };
    println!("{version}, {renderer}{slow}");
    Ok(())
}
