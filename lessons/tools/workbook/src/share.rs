//! `share`: a lesson's program with the student's answers, for people on this system who have neither Rust nor the workbook.
//! See [`verdict::shared`] for the folder.

use crate::build::{artifacts, cargo, last_program, workspace};
use crate::output::say;
use crate::{archive, build, check};
use anyhow::{Context, Result, bail, ensure};
use std::env::consts::{ARCH, DLL_EXTENSION, EXE_SUFFIX, OS};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;
use verdict::Status;
use verdict::build::lesson::{self, LessonFolder};
use verdict::build::{Artifact, CargoOutput, file_with_extension};
use verdict::shared::Share;
use walkdir::WalkDir;

/// Give a lesson away: its program with your answers as a folder and a .zip, for friends without Rust
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 13
    #[arg(default_value = "18")]
    lesson: String,
    /// The author's name
    #[arg(long, default_value = "")]
    name: String,
}

/// Folders whose files no program opens, because they are built in, or for authors.
const LEFT_OUT: [&str; 5] = ["dialects", "fonts", "source", "solution", "starter"];

/// Kinds of files that a program may open in its lesson's folder.
const OF_LESSON: [&str; 3] = ["dae", "png", "run"];

/// The licences of all that is in a program.
const LICENCES: &str = "lessons/tools/workbook/licences.txt";

type File = (String, Vec<u8>);

/// # Errors
/// If no answer passes, the folder is there already, cargo fails, or something cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lesson = lesson::find(&arguments.lesson)?;
    let folder = workspace().join("share").join(&lesson.folder);
    let zip = folder.with_extension("zip");
    for there in [&folder, &zip] {
        ensure!(!there.exists(), "{} is there already: move it away, or remove it", there.display());
    }
    let verdicts = check::lesson_report(&lesson, None, None, CargoOutput::Shown)?.verdicts;
    let (mine, open): (Vec<_>, Vec<_>) = verdicts.iter().partition(|verdict| verdict.status == Status::Pass);
    if mine.is_empty() {
        bail!(
            "no answer of lesson {0} passes yet, so there is nothing of yours to give away: check {0}",
            lesson.number
        );
    }
    let share = Share {
        title: title(&lesson, &arguments.name),
        library: format!("exercise.{DLL_EXTENSION}"),
        mine: mine.iter().map(|verdict| verdict.id.clone()).collect(),
    };
    let ours = open.iter().map(|verdict| verdict.id.as_str()).collect::<Vec<_>>().join(", ");
    if !open.is_empty() {
        say!("Not solved yet, so these are ours: {ours}.");
    }
    say!("Building lesson {} for others, optimised; the first time that takes many minutes.", lesson.number);
    let mut files = files_of(&lesson)?;
    files.extend(programs(&lesson, &share)?);
    let (marker, text) = share.file()?;
    files.push((marker.into(), text));
    files.push(("README.txt".into(), readme(&lesson, &share, &ours).into_bytes()));
    files.push(("LICENCES.txt".into(), read(&workspace().join(LICENCES))?));
    write(&folder, &files)?;
    let name = &lesson.folder;
    let packed: Vec<File> = files.into_iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes)).collect();
    fs::write(&zip, archive::packed(SystemTime::now(), &packed)?).with_context(|| build::shown(&zip))?;
    say!("{}\n{}: send this one", folder.display(), zip.display());
    Ok(ExitCode::SUCCESS)
}

/// Returns the title, `"Side scroller, by Ada"`.
fn title(lesson: &LessonFolder, name: &str) -> String {
    let title = &lesson.toml.title;
    if name.trim().is_empty() { title.clone() } else { format!("{title}, by {}", name.trim()) }
}

/// Returns the name of the program in the folder.
fn program_name(lesson: &LessonFolder) -> String {
    format!("{}{EXE_SUFFIX}", lesson.package())
}

/// Builds a lesson's program and the library with the student's answers.
///
/// # Errors
/// If cargo fails, or a file cannot be read.
fn programs(lesson: &LessonFolder, share: &Share) -> Result<Vec<File>> {
    let mut command = cargo("build");
    command.args(["--profile", "share", "--package", &lesson.package(), "--package", &lesson.library()]);
    let built = artifacts(&mut command)?.context("it could not be built: cargo's words are above")?;
    let program = last_program(&built).context("cargo named no program")?;
    let mut libraries = built.iter().filter(|artifact| artifact.target.name == lesson.library().replace('-', "_"));
    let library = libraries.find_map(|artifact: &Artifact| file_with_extension(artifact, DLL_EXTENSION));
    let library = read(&library.context("cargo named no library")?)?;
    Ok(vec![(program_name(lesson), read(&program)?), (share.library.clone(), library)])
}

/// Returns the files that a lesson's program may open, by their paths in the workspace.
fn files_of(lesson: &LessonFolder) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for folder in [workspace().join("assets"), workspace().join("shaders"), lesson.path.clone()] {
        let entries = WalkDir::new(&folder).sort_by_file_name().into_iter();
        for entry in entries.filter_entry(|entry| !LEFT_OUT.iter().any(|name| entry.file_name() == *name)) {
            let entry = entry.with_context(|| folder.display().to_string())?;
            let kind = entry.path().extension().unwrap_or_default().to_string_lossy();
            let is_opened = folder != lesson.path || OF_LESSON.contains(&&*kind) && entry.file_name() != "picture.png";
            if entry.file_type().is_file() && is_opened {
                files.push((verdict::workspace::shown(entry.path()), read(entry.path())?));
            }
        }
    }
    Ok(files)
}

fn readme(lesson: &LessonFolder, share: &Share, ours: &str) -> String {
    let ours = if ours.is_empty() { String::new() } else { format!("The workbook's: {ours}. ") };
    format!(
        "{}\n\n\
         A program of Armature, a workbook in which you learn skeletal animation by writing it in Rust.\n\
         Written by its student: {}. {ours}\n\
         Start {} in this folder. It runs on {OS} ({ARCH}) with OpenGL 3.3, and needs nothing else.\n\
         F1 shows the keys, F11 is the full screen, F12 writes a picture.\n\
         Where the graphics driver is too old, LIBGL_ALWAYS_SOFTWARE=1 before the command may help on Linux.\n\
         Whose code and pictures are in it, and what you may do with them: LICENCES.txt.\n",
        share.title,
        share.mine.join(", "),
        program_name(lesson)
    )
}

/// Writes files into a new folder.
fn write(folder: &Path, files: &[File]) -> Result<()> {
    for (path, bytes) in files {
        let file = folder.join(path);
        let written = fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| fs::write(&file, bytes));
        written.with_context(|| file.display().to_string())?;
        #[cfg(unix)]
        if archive::is_program(bytes) {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}
