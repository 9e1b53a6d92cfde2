//! Builds all packages by one cargo, so that shared crates are compiled once. Each package is passed on when it is done.

use super::progress::{Progress, Step};
use super::tree::Tree;
use crate::{build, sandbox};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::DLL_EXTENSION;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use verdict::build::cargo_json::{CargoMessage, CompilerMessage};
use verdict::build::lesson::LessonFolder;

/// Result of building a package.
#[derive(Default)]
pub(super) struct Built {
    /// The library with the answers. `None` if it does not compile.
    pub(super) answers: Option<PathBuf>,
    /// Cargo's messages, as JSON lines.
    pub(super) messages: Vec<u8>,
    /// Files that cargo wrote.
    pub(super) files: Vec<PathBuf>,
}

/// Builds the lessons' programs, which judge. Returns them by the lessons' numbers.
///
/// # Errors
/// If cargo cannot be started, or a program does not build.
pub(super) fn build_judges(
    tree: &Tree,
    lessons: &[&LessonFolder],
    trust: bool,
    progress: &Progress,
) -> Result<BTreeMap<String, PathBuf>> {
    let mut cargo = cargo(tree, trust)?;
    cargo.arg("--bins").args(lessons.iter().flat_map(|lesson| ["--package".into(), lesson.package()]));
    let mut programs = BTreeMap::new();
    let mut errors = String::new();
    let mut crates = BTreeSet::new();
    let all = count_crates(tree, lessons)?;
    let output = run_cargo(&mut cargo, |_, message| match message {
        CargoMessage::Artifact(artifact) => {
            crates.insert(artifact.package_id);
            if !artifact.fresh {
                progress.shared(crates.len(), all);
            }
            let Some(program) = artifact.executable else { return };
            let name = program.file_stem().unwrap_or_default().to_string_lossy();
            if let Some(lesson) = lessons.iter().find(|lesson| lesson.package() == name) {
                programs.insert(lesson.number.clone(), program);
            }
        }
        CargoMessage::Compiler(CompilerMessage { message, .. }) if message.level == "error" => {
            errors.extend(message.rendered);
        }
        CargoMessage::Compiler(_) => {}
    })?;
    ensure!(programs.len() == lessons.len(), "what all answers share does not build:\n{errors}{}", output.trim());
    Ok(programs)
}

/// Returns the number of crates in the lessons' programs.
fn count_crates(tree: &Tree, lessons: &[&LessonFolder]) -> Result<usize> {
    let mut cargo = build::cargo_in(&tree.clean, "tree");
    cargo.args(["--quiet", "--edges", "normal,build", "--prefix", "none", "--no-dedupe", "--format", "{p}"]);
    cargo.args(lessons.iter().flat_map(|lesson| ["--package".into(), lesson.package()])).current_dir(&tree.clean);
    let output = cargo.stdin(Stdio::null()).output().context("cargo could not be started")?;
    let crates: BTreeSet<&[u8]> = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    Ok(crates.len())
}

/// Returns the command that builds in the clean copy.
fn cargo(tree: &Tree, trust: bool) -> Result<Command> {
    let mut cargo = build::cargo_in(&tree.clean, "build");
    cargo.args(["--quiet", "--keep-going", "--message-format", "json", "--target-dir"]).arg(&tree.target);
    // No crate is built twice. Other settings of cargo's in the environment count as in the course itself.
    cargo.current_dir(&tree.clean).env("CARGO_INCREMENTAL", "0");
    // The clean copy's own lock file changes with each new answer.
    cargo.env("ARMATURE_LOCK_FILE", build::workspace().join("Cargo.lock"));
    sandbox::guard_compiler(&mut cargo, &tree.sysroot, &tree.target, trust)?;
    Ok(cargo)
}

/// Runs cargo, and calls `receive` with each of its messages, as text and parsed. Returns its standard error.
fn run_cargo(cargo: &mut Command, mut receive: impl FnMut(&[u8], CargoMessage)) -> Result<String> {
    let piped = cargo.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().context("cargo could not be started")?;
    let errors = child.stderr.take().context("piped")?;
    let errors = std::thread::spawn(|| std::io::read_to_string(errors).unwrap_or_default());
    for line in BufReader::new(child.stdout.take().context("piped")?).split(b'\n') {
        let line = line?;
        if let Some(message) = CargoMessage::parse(&line) {
            receive(&line, message);
        }
    }
    child.wait()?;
    Ok(errors.join().unwrap_or_default())
}

/// Builds the answers' packages by name, and calls `done` with the result of each as soon as it is known.
///
/// # Errors
/// If cargo cannot be started, or a shared crate does not build.
pub(super) fn build(
    tree: &Tree,
    packages: &[&str],
    trust: bool,
    progress: &Progress,
    mut done: impl FnMut(&str, Built),
) -> Result<()> {
    let mut cargo = cargo(tree, trust)?;
    cargo.arg("--lib");
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    let mut open: BTreeMap<&str, Built> = packages.iter().map(|package| (*package, Built::default())).collect();
    let output = run_cargo(&mut cargo, |line, message| {
        let package = package_name(message.package_id());
        let Some(built) = open.get_mut(package) else {
            if matches!(&message, CargoMessage::Artifact(artifact) if !artifact.fresh) {
                progress.done(Step::Shared);
            }
            return;
        };
        built.messages.extend(line);
        built.messages.push(b'\n');
        let CargoMessage::Artifact(artifact) = &message else { return };
        progress.done(Step::Compiled);
        built.files.extend_from_slice(&artifact.filenames);
        if let Some(answers) = artifact.file_with_extension(DLL_EXTENSION) {
            done(package, Built { answers: Some(answers.clone()), ..std::mem::take(built) });
            open.remove(package);
        }
    })?;
    for (package, built) in open {
        let has_error =
            String::from_utf8_lossy(&built.messages).contains("\"level\":\"error") || output.contains(package);
        ensure!(has_error, "{package}: what all answers share does not build:\n{}", output.trim());
        done(package, built);
    }
    Ok(())
}

/// Returns the name in the id of a package, such as `path+file:///lessons/03-joint-lines#exercise-03@0.1.0`.
fn package_name(id: &str) -> &str {
    let name_and_version = id.rsplit('#').next().unwrap_or_default();
    name_and_version.split('@').next().unwrap_or_default()
}

/// Prints a warning if students' code is trusted.
///
/// # Errors
/// If students' code is not trusted, and there is no sandbox.
pub(super) fn ensure_sandbox(trust: bool) -> Result<()> {
    if trust {
        eprintln!(
            "warning: --trust: students' code runs with your rights. It can read and write your files, and use the network."
        );
    }
    ensure!(
        trust || sandbox::available().is_some(),
        "there is no sandbox for students' code here: it takes Landlock (Linux 5.13 or later) and seccomp. \
         Grade on Linux, or in a container there; or with --trust, if you would run these students' programs anyway."
    );
    Ok(())
}
