//! `update`: brings the course's newer version into a student's clone, and keeps what the student has written.
//!
//! Trees are merged by content, with the course's version that the clone has as the base: it does not matter whether
//! the course's branch was rewritten, nor whether the student has committed anything. Until all that was begun builds
//! again, only files change; index and branch follow at the end.

mod course;
mod journal;
mod merge;
mod report;
mod tree;

use crate::build;
use crate::git::{self, Git};
use crate::output::say;
use anyhow::{Context, Result, bail, ensure};
use common::build::lesson;
use course::Course;
use merge::{Favor, Favors, Merged, merge};
use report::{Outcome, Report};
use std::collections::BTreeSet;
use std::fs;
use std::process::ExitCode;
use tree::Files;

/// Update this clone to the course's newest version; what you have written stays
///
/// Takes the newest commit of the branch that yours tracks. Exercises and shaders that you have begun get the
/// course's changes beside yours; where both have changed the same lines, yours stay. If the lesson does not build
/// so, its exercise has the course's lines there, and what you had is in kept/. If it still does not build, the whole
/// update is undone.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the course is: a URL or a remote, and #BRANCH behind it; it is remembered
    #[arg(long, value_name = "COURSE")]
    from: Option<String>,
    /// Say what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// # Errors
/// If this is no clone to update, or the course cannot be fetched, or git fails. Then all files are as they were.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (branch, head) = ready()?;
    journal::recover(arguments.dry_run)?;
    let course = Course::find(arguments.from.as_deref(), &branch)?;
    eprintln!("fetching the course from {} ...", course.name());
    let (tip, base) = course.fetch(&head)?;
    let (old, new) = (tree::files(&base)?, tree::files(&tip)?);
    if let Some(file) = merge::begun(&new) {
        bail!(
            "{} seems to be your own copy of the course: {file} is begun there. Where is the course? \
             cargo workbook update --from URL, or URL#BRANCH (it is remembered)",
            course.name()
        );
    }
    if let Some(from) = arguments.from.as_deref().filter(|_| !arguments.dry_run) {
        course::remember(from)?;
    }
    let is_forward = course.is_forward(&head, &base, &tip);
    let is_new = old != new && !git::is_ancestor(&tip, &head);
    let mut report = Report { course: course.name(), commit: tip.clone(), ..Report::default() };
    let update = Update { head, tip, old, new, is_forward };
    if is_new && arguments.dry_run {
        let mine = update.mine()?;
        report.add(Outcome::WouldUpdate, update.merged(&mine, &Favors::new()), &mine);
    } else if is_new {
        update.run(&mut report)?;
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        report.print();
    }
    Ok(if report.failed.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The branch and its commit, in a clone without a git operation in progress.
fn ready() -> Result<(String, String)> {
    let folder = build::workspace();
    let prefix = Git::new(&["rev-parse", "--show-prefix"]).line();
    let no_clone = || {
        format!(
            "{} is not the root of a git repository. To update it nevertheless:\n  git init\n  git add --all\n  \
             git commit -m \"As I had it\"\n  cargo workbook update --from URL",
            folder.display()
        )
    };
    ensure!(prefix.with_context(no_clone)?.is_empty(), no_clone());
    let branch = Git::new(&["symbolic-ref", "--quiet", "--short", "HEAD"]).line();
    let branch = branch.ok().context("no branch is checked out here (detached HEAD): git switch BRANCH first")?;
    let names = "MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply index.lock";
    for name in names.split(' ') {
        let path = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", name]).line()?;
        ensure!(
            !fs::exists(path)?,
            "a git operation is in progress in this repository ({name}): finish or abort it first; git status says how"
        );
    }
    let head =
        git::commit("HEAD").context("nothing is committed here: git add --all; git commit -m \"As I had it\"")?;
    Ok((branch, head))
}

/// From the course's version that the clone has to its newest.
struct Update {
    /// The student's commit.
    head: String,
    /// The course's.
    tip: String,
    old: Files,
    new: Files,
    /// Whether the student's branch simply becomes `tip`.
    is_forward: bool,
}

impl Update {
    /// The student's files as they are now.
    fn mine(&self) -> Result<Files> {
        tree::snapshot(&self.old, &self.new)
    }

    fn merged(&self, mine: &Files, favors: &Favors) -> Merged {
        merge(&self.old, &self.new, mine, favors)
    }

    fn run(&self, report: &mut Report) -> Result<()> {
        for (package, before) in self.merged(&self.mine()?, &Favors::new()).begun {
            if errors(&before, "as it is")?.is_some() {
                report.broken.insert(package);
            }
        }
        // Building takes a while, in which the student may have gone on writing.
        let mine = self.mine()?;
        journal::begin(&self.head, &mine)?;
        let tried = self.try_out(&mine, &report.broken);
        journal::end()?;
        match tried? {
            Ok(merged) => report.add(Outcome::Updated, merged, &mine),
            Err(failed) => (report.outcome, report.failed) = (Outcome::RolledBack, Some(failed)),
        }
        Ok(())
    }

    /// Replaces the files and builds what is begun; if all builds, moves the branch on. Otherwise the package that does
    /// not, with the compiler's messages.
    fn try_out(&self, mine: &Files, broken: &BTreeSet<String>) -> Result<Result<Merged, (String, String)>> {
        let (mut files, mut favors) = (mine.clone(), Favors::new());
        loop {
            let mut merged = self.merged(mine, &favors);
            journal::replace(&files, &merged.files)?;
            let Some((package, messages)) = first_errors(&merged, broken)? else {
                merged.keep()?;
                self.advance(&favors)?;
                return Ok(Ok(merged));
            };
            // Such as a body that does not fit its function's new signature.
            let next = match favors.get(&package) {
                None if merged.mixed.contains(&package) => Favor::Course,
                Some(Favor::Course) => Favor::Starter,
                _ => return Ok(Err((package, messages))),
            };
            favors.insert(package, next);
            files = merged.files;
        }
    }

    /// Moves the branch on. What is not committed stays so.
    fn advance(&self, favors: &Favors) -> Result<()> {
        let next = if self.is_forward {
            self.tip.clone()
        } else {
            let files = self.merged(&tree::files(&self.head)?, favors).files;
            tree::commit(&files, &[&self.head, &self.tip], "Merge the course's newer version")?
        };
        journal::advance(&self.head, &next, &self.tip)
    }
}

/// Builds the lessons that are begun and did build, and this command: the first package that does not, with the
/// compiler's messages.
fn first_errors(merged: &Merged, broken: &BTreeSet<String>) -> Result<Option<(String, String)>> {
    let workbook = merged.files.contains_key("lessons/workbook/Cargo.toml").then_some("workbook");
    let lessons = merged.begun.keys().filter(|package| !broken.contains(*package));
    for package in lessons.map(String::as_str).chain(workbook) {
        if let Some(errors) = errors(package, "with the newer version")? {
            return Ok(Some((package.to_owned(), errors)));
        }
    }
    Ok(None)
}

/// Builds a package, and with a lesson's what the student writes for it. The compiler's messages if it does not build.
fn errors(package: &str, which: &str) -> Result<Option<String>> {
    eprintln!("building {package} {which} ...");
    // Windows does not replace a program that runs, as this one does.
    let how = if package == "workbook" && cfg!(windows) { "check" } else { "build" };
    let mut cargo = build::cargo(how);
    cargo.args(["--quiet", "--package", package]);
    // A course of 2026 had one package for both.
    let lesson = package.strip_prefix("lesson-").and_then(|number| lesson::find(number).ok());
    if let Some(lesson) = lesson.filter(|lesson| lesson.path.join("course").exists()) {
        cargo.args(["--package", &lesson.library()]);
    }
    let output = cargo.output();
    let output = output.context("cargo could not be started")?;
    ensure!(output.status.code().is_some(), "cargo was stopped while it built {package}");
    let messages = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Ok((!output.status.success()).then_some(messages))
}
