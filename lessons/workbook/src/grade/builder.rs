//! One cargo for all packages: what they share is compiled once, and whatever is done is handed on at once.

use super::progress::{Progress, Step};
use super::tree::Tree;
use crate::{build, sandbox};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

/// What cargo says of a package at last.
#[derive(Default)]
pub(super) struct Built {
    /// `None` if it does not compile.
    pub(super) program: Option<PathBuf>,
    /// Cargo's messages about it, as JSON lines.
    pub(super) messages: Vec<u8>,
    /// What was written for it.
    pub(super) files: Vec<PathBuf>,
}

/// The part of cargo's messages that says what they are about.
#[derive(Deserialize)]
struct Line {
    package_id: Option<String>,
    executable: Option<PathBuf>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    /// False where it was compiled just now.
    fresh: Option<bool>,
}

/// Builds packages by name, and says what came of each as soon as it is known.
///
/// # Errors
/// If cargo cannot be started, or what the packages share does not build.
pub(super) fn build(
    tree: &Tree,
    packages: &[&str],
    trust: bool,
    progress: &Progress,
    mut done: impl FnMut(&str, Built),
) -> Result<()> {
    let mut cargo = build::cargo_in(&tree.clean, "build");
    cargo.args(["--quiet", "--bins", "--keep-going", "--message-format", "json", "--target-dir"]).arg(&tree.target);
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    // Cargo's own settings in the environment count as in the course itself, but nothing is built for a second time.
    cargo.current_dir(&tree.clean).env("CARGO_INCREMENTAL", "0");
    sandbox::guard_compiler(&mut cargo, &tree.sysroot, &tree.target, trust)?;
    let mut child = cargo
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cargo could not be started")?;
    let errors = child.stderr.take().context("piped")?;
    let errors = std::thread::spawn(|| std::io::read_to_string(errors).unwrap_or_default());
    let mut open: BTreeMap<&str, Built> = packages.iter().map(|package| (*package, Built::default())).collect();
    for line in BufReader::new(child.stdout.take().context("piped")?).split(b'\n') {
        let line = line?;
        let Ok(Line { package_id, executable, filenames, fresh }) = serde_json::from_slice(&line) else {
            continue;
        };
        let package_id = package_id.unwrap_or_default();
        let package = package_id.rsplit('#').next().unwrap_or_default().split('@').next().unwrap_or_default();
        let Some(built) = open.get_mut(package) else {
            if fresh == Some(false) {
                progress.done(Step::Shared);
            }
            continue;
        };
        if fresh.is_some() && executable.is_none() {
            progress.done(Step::Compiled);
        }
        built.messages.extend(line);
        built.messages.push(b'\n');
        built.files.extend(filenames);
        if executable.is_some() {
            done(package, Built { program: executable, ..std::mem::take(built) });
            open.remove(package);
        }
    }
    let succeeded = child.wait()?.success();
    let said = errors.join().unwrap_or_default();
    ensure!(!succeeded || open.is_empty(), "cargo named no program for {:?}", open.keys());
    for (package, built) in open {
        let is_its = String::from_utf8_lossy(&built.messages).contains("\"level\":\"error") || said.contains(package);
        ensure!(is_its, "what all answers share does not build:\n{}", said.trim());
        done(package, built);
    }
    Ok(())
}

/// # Errors
/// If there is no sandbox, unless students' code is trusted.
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
