//! One answer by itself, for `author mistake`: built and checked as those of a class, with a mistake more in the lesson.

use super::builder;
use super::checks::{self, Checks};
use super::progress::Progress;
use super::tree::Tree;
use anyhow::{Context, Result};
use common::build::lesson::{self, LessonFolder};
use common::check::{Status, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::RwLock;
use std::time::Duration;

/// An answer.
pub(crate) struct Trial<'a> {
    pub(crate) lesson: &'a LessonFolder,
    /// The TODO.
    pub(crate) id: &'a str,
    /// By file name: the exercise and shaders.
    pub(crate) files: BTreeMap<String, String>,
    /// The switch that makes this answer.
    pub(crate) new: &'a str,
    pub(crate) trust: bool,
}

/// A verdict for each seed, with how far the answer is from all that is known; `mistakes` is the file with the switch.
/// Where it does not compile, the verdicts that say why.
///
/// # Errors
/// If there is no sandbox, or what answers share does not build.
pub(crate) fn attempt(
    Trial { lesson, id, files, new, trust }: Trial,
    mistakes: (&Path, &str),
    seeds: &[u64],
) -> Result<Vec<Verdict>> {
    builder::ensure_sandbox(trust)?;
    let tree = &Tree::prepare(&lesson::all()?)?;
    let answer = tree.answer(lesson, files);
    tree.package(&answer)?;
    if let Ok(below) = mistakes.0.strip_prefix(&lesson.path) {
        // The next grading brings the copy up to date again.
        fs::write(tree.clean.join("lessons").join(&lesson.folder).join(below), mistakes.1)?;
    }
    tree.keep_only(&[&answer])?;
    let mut built = None;
    let progress = &Progress::new(1);
    builder::build(tree, &[&answer.package()], trust, progress, |_, done| {
        built = Some(done);
    })?;
    let built = built.context("cargo built nothing")?;
    // What does not compile needs no judge.
    let judges = match &built.answers {
        Some(_) => {
            builder::judges(tree, &[lesson], trust, progress).context("it compiles, but not where mistakes are made")?
        }
        None => BTreeMap::new(),
    };
    let judge = judges.get(&lesson.number).map_or(Path::new(""), |judge| judge);
    let verdicts = seeds.iter().flat_map(|&seed| {
        let time = Duration::from_secs(checks::SECONDS);
        let separate = Some((id, new));
        let checks = Checks { tree, seed, only_this_seed: true, time, trust, separate, alone: RwLock::default() };
        checks.judge(&answer, &built, judge)
    });
    let verdicts = verdicts.filter(|verdict| verdict.status != Status::Waiting).collect();
    tree.forget(&answer, &built.files);
    Ok(verdicts)
}
