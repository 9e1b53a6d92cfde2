//! How far an update has come, in refs of git: one that was interrupted is undone by the next.

use super::tree::{self, Files};
use crate::git::{Git, is_ancestor};
use anyhow::{Context, Result, ensure};

/// Refs of this work tree only. `fetched` is the course's newest commit, `merged` the one that was merged last, `before`
/// a commit with all files as they were; `trial` is a tree that replaces the files, and may have to go again.
pub(super) const REFS: &str = "refs/worktree/course";

/// Begins an update of these files.
pub(super) fn begin(head: &str, mine: &Files) -> Result<()> {
    let before = tree::commit(mine, &[head], "Before the course's newer version")?;
    set("before", &before)
}

/// Replaces the files `from`.
pub(super) fn replace(from: &Files, to: &Files) -> Result<()> {
    set("trial", &tree::write(to)?)?;
    tree::replace(from, to)
}

/// Moves the student's branch on, from `head` to `next`, with the course's newest commit in it.
pub(super) fn advance(head: &str, next: &str, course: &str) -> Result<()> {
    let lines = format!("update HEAD\0{next}\0{head}\0update {REFS}/merged\0{course}\0\0");
    Git::new(&["update-ref", "-m", "workbook update", "-z", "--stdin"]).text_from(&lines).map(drop)
}

/// Ends an update: if the branch has moved on, the index follows; otherwise the files go back.
pub(super) fn end() -> Result<()> {
    let Ok(trial) = trial() else { return Ok(()) };
    if is_ancestor(&format!("{REFS}/fetched"), "HEAD") {
        Git::new(&["reset", "--mixed", "--quiet"]).text()?;
    } else {
        put_back(tree::files(&trial)?).with_context(|| format!("all files as they were are in git's {REFS}/before"))?;
    }
    Git::new(&["update-ref", "-d", &format!("{REFS}/trial")]).text().map(drop)
}

/// Ends an update that was interrupted, if there is one.
pub(super) fn recover(dry_run: bool) -> Result<()> {
    if trial().is_ok() {
        ensure!(!dry_run, "an update was interrupted here: the next one without --dry-run undoes it");
        end()?;
        eprintln!("An earlier update was interrupted here: it has been undone, and starts again.");
    }
    Ok(())
}

fn trial() -> Result<String> {
    Git::new(&["rev-parse", "--verify", "--quiet", &format!("{REFS}/trial")]).line()
}

fn set(name: &str, object: &str) -> Result<()> {
    Git::new(&["update-ref", &format!("{REFS}/{name}"), object]).text().map(drop)
}

fn put_back(mut trial: Files) -> Result<()> {
    let before = tree::files(&format!("{REFS}/before"))?;
    // The student may have edited files in the meantime.
    let mut edited = tree::snapshot(&before, &trial)?;
    // But for this file, which cargo writes.
    trial.extend(edited.remove_entry("Cargo.lock"));
    edited.retain(|path, now| {
        let (trial, before) = (trial.get(path), before.get(path));
        trial != before && ![trial, before].contains(&Some(&*now))
    });
    if !edited.is_empty() {
        eprintln!("What was changed meanwhile is in {}", tree::keep(&edited)?);
    }
    tree::replace(&trial, &before)
}
