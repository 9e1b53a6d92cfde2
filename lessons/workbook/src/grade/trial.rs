//! One answer by itself, for `author mistake`: built and checked as those of a class, with a mistake more in the lesson.

use super::{Answer, Built, Checks, Files, NO_SANDBOX, Tree, builder, refused};
use crate::lesson::{self, LessonFolder};
use crate::sandbox;
use anyhow::{Context, Result, ensure};
use common::check::{Status, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

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
    builder::build(tree, sysroot, &[&package.name], trust, || (), |_, done| built = Some(done))?;
    let files = Files { exercise: Some(exercise.clone()), shaders: shaders.clone() };
    let answer = Answer { lesson, files };
    match built.context("cargo built nothing")? {
        Built::Refused(stream) => {
            let mut verdicts = refused(&answer, &package, &stream, seeds[0]);
            verdicts.retain(|verdict| verdict.status == Status::DoesNotCompile);
            Ok(verdicts)
        }
        Built::Program(program) => {
            let verdicts = seeds.iter().map(|&seed| {
                let separate = Some((*id, *new));
                Checks { tree, sysroot, seed, trust, separate }.verdicts(&answer, &program, 0)
            });
            Ok(verdicts.collect::<Result<Vec<_>>>()?.concat())
        }
    }
}
