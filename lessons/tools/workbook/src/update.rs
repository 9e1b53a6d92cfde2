//! `update`: brings the course's newer version into a student's clone, by git's own merge. What the student has written is
//! committed first, and stays where both have changed the same lines.
//!
//! The course's branch for students only grows, so that git finds the common version by itself, follows a lesson that was
//! renamed, and keeps every state of the student's files.

use crate::git::Git;
use crate::output::say;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::process::ExitCode;

/// Bring the course's newer version here; what you have written stays, and is committed before
///
/// Where both have changed the same lines, yours stay, and the files are named.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the course is: a URL, or URL#BRANCH. It is remembered; at first it is origin#student
    #[arg(long)]
    from: Option<String>,
}

/// Git's setting for the last `--from`.
const SETTING: &str = "workbook.course";

/// # Errors
/// If there is no git, the course cannot be reached, git does not know the student, or the merge fails. Then nothing has
/// changed but that the student's work is committed.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let prefix = git(&["rev-parse", "--show-prefix"])?;
    ensure!(prefix.is_empty(), "the course lies in another git repository, as {prefix}: update needs one of its own");
    ensure!(
        git(&["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]).is_err(),
        "a merge is in progress here: `git merge --abort` takes it back, or `git commit` ends it"
    );
    if let Some(from) = &arguments.from {
        git(&["config", SETTING, from])?;
    }
    let course = git(&["config", "--get", SETTING]).unwrap_or_else(|_| "origin#student".into());
    let (remote, branch) = course.split_once('#').unwrap_or((&course, "student"));
    git(&["fetch", "--quiet", "--no-tags", remote, branch]).with_context(|| {
        format!("the course was not found at {course}; `cargo workbook update --from URL#BRANCH` names it")
    })?;
    if git(&["merge-base", "--is-ancestor", "FETCH_HEAD", "HEAD"]).is_ok() {
        say!("You have the newest version already.");
        return Ok(ExitCode::SUCCESS);
    }
    git(&["var", "GIT_AUTHOR_IDENT"]).map_err(|_| {
        anyhow!(
            "git keeps who has written what, and does not know you yet. Type this, and update again:\n  \
             git config user.name \"Your Name\"\n  git config user.email you@example.org"
        )
    })?;
    git(&["add", "--all"])?;
    if git(&["diff", "--cached", "--quiet"]).is_err() {
        git(&["commit", "--quiet", "--message", "My work before the update"])?;
    }
    let before = git(&["rev-parse", "--short", "HEAD"])?;
    let disputed = merge()?;
    let changed = git(&["diff", "--shortstat", &before, "HEAD"])?;
    say!("You have the newest version now: {}.", changed.trim());
    for file in disputed {
        say!(
            "  {file}: the course has changed what you have changed, and yours stays. Theirs: git diff HEAD FETCH_HEAD -- {file}"
        );
    }
    say!("Your files as they were: git show {before}:PATH");
    Ok(ExitCode::SUCCESS)
}

/// Merges what was fetched. Returns the files in which both have changed the same, where the student's stays.
fn merge() -> Result<Vec<String>> {
    let merge = ["merge", "--quiet", "--no-edit", "-X", "ignore-space-at-eol"];
    let Err(error) = git(&[&merge[..], &["FETCH_HEAD"]].concat()) else { return Ok(Vec::new()) };
    let unmerged = git(&["diff", "--name-only", "--diff-filter=U"])?;
    if unmerged.is_empty() {
        bail!("{error:#}\nNothing has changed, but that your work is committed");
    }
    git(&["merge", "--abort"])?;
    if git(&[&merge[..], &["-X", "ours", "FETCH_HEAD"]].concat()).is_err() {
        // A file that one has removed and the other changed: it stays.
        git(&["add", "--all"])?;
        git(&["commit", "--quiet", "--no-edit"])?;
    }
    Ok(unmerged.lines().map(String::from).collect())
}

fn git(arguments: &[&str]) -> Result<String> {
    Ok(Git::new(arguments).text()?.trim_end().to_owned())
}
