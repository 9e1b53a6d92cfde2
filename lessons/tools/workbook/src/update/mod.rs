//! `update`: brings the course's newer version into a student's clone, and keeps what the student has written.
//!
//! Git merges each file, with the course's version that the clone has as the base. The course's branch may have been
//! rewritten, and the student need not have committed anything. Files that are replaced are copied to `kept/` first, and the
//! branch moves on last: an update that was interrupted is simply run again.

mod course;
mod merge;
mod own_program;
mod tree;

use crate::build;
use crate::git::{self, Git};
use crate::output::say;
use anyhow::{Context, Result, anyhow, bail, ensure};
use course::{Course, REFS};
use merge::{Note, merge};
use serde::Serialize;
use std::fs;
use std::process::ExitCode;
use tree::Files;

/// Most changed files that are listed.
const SHOWN: usize = 20;

/// Update this clone to the course's newest version; what you have written stays
///
/// Takes the newest commit of the branch that yours tracks. Exercises and shaders that you have begun get the
/// course's changes beside yours; where both have changed the same lines, yours stay. Of each of your files that
/// changes, a copy is in kept/. If an exercise no longer compiles, cargo workbook reset begins that lesson again, and
/// keeps yours too.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The course: a URL or a remote, and #BRANCH behind it; it is remembered
    #[arg(long, value_name = "COURSE")]
    from: Option<String>,
    /// Say what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum UpdateOutcome {
    NothingNew,
    WouldUpdate,
    Updated,
}

#[derive(Serialize)]
struct UpdateReport {
    outcome: UpdateOutcome,
    course: String,
    commit: String,
    files: Vec<String>,
    notes: Vec<Note>,
    /// The folder with copies of the student's files that have changed.
    kept: Option<String>,
}

/// # Errors
/// If the workspace is not a git repository in a state to update, the course cannot be fetched, or git fails.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (branch, head) = branch_and_head()?;
    let course = Course::find(arguments.from.as_deref(), &branch)?;
    eprintln!("fetching the course from {} ...", course.name());
    let (tip, base) = course.fetch(&head)?;
    let journal = format!("{REFS}/trial");
    let is_begun = Git::new(&["rev-parse", "--verify", "--quiet", &journal]).text().is_ok();
    if is_begun {
        eprintln!(
            "An update by an earlier version of this command was interrupted here: all files as they were before it are in \
             git's {REFS}/before, and it is run again."
        );
    }
    let old = tree::files(&base)?;
    let new = tree::files(&tip)?;
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
    let mut report = UpdateReport {
        outcome: UpdateOutcome::NothingNew,
        course: course.name(),
        commit: tip.clone(),
        files: Vec::new(),
        notes: Vec::new(),
        kept: None,
    };
    if old != new && !git::is_ancestor(&tip, &head) {
        let mine = tree::snapshot(&old, &new)?;
        if let Some(link) = tree::link(&mine, &old) {
            bail!("{link} is a link, and update changes files alone: put the file itself there. Nothing has changed");
        }
        let merged = merge(&old, &new, &mine);
        report.files = mine.keys().chain(merged.files.keys()).cloned().collect();
        report.files.retain(|path| mine.get(path) != merged.files.get(path));
        report.files.sort();
        report.files.dedup();
        report.notes = merged.notes;
        report.outcome = UpdateOutcome::WouldUpdate;
        if !arguments.dry_run {
            // Changes that are not committed stay uncommitted.
            let next = if course.is_forward(&head, &base, &tip) {
                tip.clone()
            } else {
                let committed = tree::with_line_feeds(tree::files(&head)?, &old, &new)?;
                tree::write_commit(&merge(&old, &new, &committed).files, [&head, &tip])?
            };
            if !merged.replaced.is_empty() {
                report.kept = Some(tree::keep(&merged.replaced)?);
            }
            let kept = report.kept.clone();
            finish(&mine, &merged.files, [&head, &next, &tip]).with_context(|| match kept {
                Some(kept) => {
                    format!("the update did not come to its end; your files as they were before are in {kept}")
                }
                None => "the update did not come to its end".into(),
            })?;
            report.notes.extend(own_program::follow_moved_packages(&old, &new, &mut report.kept)?);
            report.outcome = UpdateOutcome::Updated;
        }
    }
    if is_begun && !arguments.dry_run {
        Git::new(&["update-ref", "-d", &journal]).text()?;
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print_report(&report);
    }
    if report.outcome == UpdateOutcome::Updated {
        build_command();
    }
    Ok(ExitCode::SUCCESS)
}

/// Changes the files from `mine` to `merged`, and moves the branch on from `head` to `next`, which has the course's `tip`.
fn finish(mine: &Files, merged: &Files, [head, next, tip]: [&str; 3]) -> Result<()> {
    tree::replace(mine, merged)?;
    let lines = format!("update HEAD\0{next}\0{head}\0update {REFS}/merged\0{tip}\0\0");
    Git::new(&["update-ref", "-m", "workbook update", "-z", "--stdin"]).text_from(&lines)?;
    Git::new(&["reset", "--mixed", "--quiet"]).text()?;
    Ok(())
}

/// Builds this command's crates with cargo's progress on the screen, because the next command would build them silently.
/// The running program is not replaced. An error is no reason to stop: the next command has the same.
fn build_command() {
    if build::workspace().join("lessons/tools/workbook/Cargo.toml").exists() {
        eprintln!("building what has changed ...");
        let _ = build::cargo("build").args(["--package", "workbook", "--lib"]).status();
    }
}

/// Returns why git did not say where the repository begins, with what helps and nothing that harms.
fn why_git_does_not_answer(error: anyhow::Error) -> anyhow::Error {
    let folder = build::workspace();
    let folder = folder.display();
    let text = format!("{error:#}");
    if text.contains("dubious ownership") {
        anyhow!(
            "{folder} belongs to another user, and git works there only if you say that you trust it:\n  \
             git config --global --add safe.directory {folder}"
        )
    } else if text.contains("not a git repository") {
        anyhow!(
            "{folder} is no git repository. To update it nevertheless:\n  git init\n  git add --all\n  \
             git commit -m \"As I had it\"\n  cargo workbook update --from URL"
        )
    } else if text.contains("could not be started") {
        anyhow!("update works with git, and there is none here, or it does not start ({text}): install it first")
    } else {
        error
    }
}

/// Returns the branch that is checked out and its commit.
///
/// # Errors
/// If there is no branch or commit, or a git operation is in progress.
fn branch_and_head() -> Result<(String, String)> {
    let prefix = Git::new(&["rev-parse", "--show-prefix"]).line().map_err(why_git_does_not_answer)?;
    ensure!(
        prefix.is_empty(),
        "{} lies in another git repository, whose folder {prefix} it is: update works where the course is a repository of \
         its own",
        build::workspace().display()
    );
    let branch = Git::new(&["symbolic-ref", "--quiet", "--short", "HEAD"]).line();
    let branch = branch.ok().context("no branch is checked out here (detached HEAD): git switch BRANCH first")?;
    let branch_lock = format!("refs/heads/{branch}.lock");
    let locks = ["index.lock", "HEAD.lock", &branch_lock];
    for name in
        locks.into_iter().chain(["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"])
    {
        let path = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", name]).line()?;
        if !fs::exists(&path)? {
            continue;
        }
        ensure!(
            !locks.contains(&name),
            "{path} is there: git is at work here now, in an editor perhaps. If it is not, it was ended while it wrote: \
             remove that file"
        );
        bail!(
            "a git operation is in progress in this repository ({name}): finish or abort it first; git status says how"
        );
    }
    let head =
        git::commit("HEAD").context("nothing is committed here: git add --all; git commit -m \"As I had it\"")?;
    Ok((branch, head))
}

/// Prints a report for people.
fn print_report(report: &UpdateReport) {
    let short = report.commit.get(..12).unwrap_or(&report.commit);
    let course = format!("the course ({}, commit {short})", report.course);
    let files = report.files.len();
    match report.outcome {
        UpdateOutcome::WouldUpdate => say!("There is a newer version of {course}. Files that would change: {files}."),
        UpdateOutcome::Updated => say!("You have the newest version of {course} now. Files that changed: {files}."),
        UpdateOutcome::NothingNew => say!("You have the newest version of {course} already."),
    }
    for file in report.files.iter().take(SHOWN) {
        say!("  {file}");
    }
    if files > SHOWN {
        say!("  and {} more", files - SHOWN);
    }
    for Note { file, says } in &report.notes {
        say!("  {file}: {says}");
    }
    if let Some(kept) = &report.kept {
        say!("Your files as they were before are in {kept}");
    }
}
