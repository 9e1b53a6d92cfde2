//! One answer by itself, for `author mistake`: built and checked as those of a class, with a mistake more in the lesson.

use super::checks::{self, Answer, Checks};
use super::intake::Files;
use super::progress::Progress;
use super::tree::Tree;
use super::{NO_SANDBOX, builder};
use crate::lesson::{self, LessonFolder};
use crate::sandbox;
use anyhow::{Context, Result, ensure};
use common::check::{Status, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// An answer.
pub(crate) struct Trial<'a> {
    pub(crate) lesson: &'a LessonFolder,
    /// The TODO.
    pub(crate) id: &'a str,
    pub(crate) exercise: String,
    /// By file name.
    pub(crate) shaders: BTreeMap<String, String>,
    /// The switch that makes this answer.
    pub(crate) new: &'a str,
    pub(crate) trust: bool,
}

/// A verdict for each seed, with how far the answer is from all that is known; `mistakes` is the file with the switch.
/// Where it does not compile, the one verdict that says why.
///
/// # Errors
/// If there is no sandbox, or what answers share does not build.
pub(crate) fn attempt(
    Trial { lesson, id, exercise, shaders, new, trust }: &Trial,
    mistakes: (&Path, &str),
    seeds: &[u64],
) -> Result<Vec<Verdict>> {
    let trust = *trust;
    ensure!(trust || sandbox::available().is_some(), NO_SANDBOX);
    let tree = &Tree::prepare(&lesson::all()?)?;
    let package = tree.package(lesson, exercise)?;
    if let Ok(below) = mistakes.0.strip_prefix(&lesson.path) {
        fs::write(package.folder.join(below), mistakes.1)?;
    }
    tree.keep_only(&[&package])?;
    let sysroot = &sandbox::sysroot(&tree.clean())?;
    let mut built = None;
    let progress = Progress::new(1, 1, 0);
    builder::build(tree, sysroot, &[&package.name], trust, &progress, |_, done| {
        built = Some(done);
    })?;
    progress.end();
    let built = built.context("cargo built nothing")?;
    let files = Files { exercise: Some(exercise.clone()), shaders: shaders.clone() };
    let answer = Answer { lesson, files };
    let Some(program) = &built.program else {
        let mut verdicts = checks::refused(&answer, &package, &built.messages, seeds[0]);
        verdicts.retain(|verdict| verdict.status == Status::DoesNotCompile);
        return Ok(verdicts);
    };
    let verdicts = seeds.iter().map(|&seed| {
        let time = Duration::from_secs(checks::SECONDS);
        let separate = Some((*id, *new));
        let checks = Checks { tree, seed, only_this_seed: true, time, trust, separate };
        checks.run(&answer, program, sysroot, 0)
    });
    let verdicts = verdicts.collect::<Result<Vec<_>>>();
    tree.forget(&package, &built.files);
    Ok(verdicts?.concat())
}
