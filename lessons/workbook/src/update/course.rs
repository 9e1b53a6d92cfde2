//! Where the course is, and which version of it a student has.

use super::journal::REFS;
use crate::git::{self, Git};
use anyhow::{Context, Result, bail};

/// A branch of the course.
pub(super) struct Course {
    remote: String,
    reference: String,
    /// Whether the student's branch follows it.
    is_upstream: bool,
}

/// What was given with `--from` last.
const SETTING: &str = "workbook.course";

impl Course {
    /// By `--from`, now or the last time; else a remote that is named for it; else what the branch follows.
    ///
    /// # Errors
    /// If there is nothing to go by.
    pub(super) fn find(from: Option<&str>, branch: &str) -> Result<Self> {
        let setting = |key: &str| Git::new(&["config", "--get", key]).line().ok();
        let followed = setting(&format!("branch.{branch}.remote"))
            .zip(setting(&format!("branch.{branch}.merge")));
        let known = setting(SETTING);
        let remotes = Git::new(&["remote"]).text()?;
        let named = remotes.lines().find(|name| ["course", "upstream"].contains(name));
        let given = from.or(known.as_deref()).or(named);
        let (remote, reference) = if let Some(given) = given {
            let (remote, branch) = given.split_once('#').unwrap_or((given, ""));
            let reference = format!("refs/heads/{branch}");
            (remote.to_owned(), if branch.is_empty() { "HEAD".into() } else { reference })
        } else if let Some(followed) = &followed {
            followed.clone()
        } else {
            bail!(
                "the branch {branch} follows no other, so where is the course? \
                 cargo workbook update --from URL, or URL#BRANCH (it is remembered)"
            );
        };
        let is_upstream =
            followed.is_some_and(|(name, branch)| name == remote && branch == reference);
        Ok(Course { remote, reference, is_upstream })
    }

    /// As people write it.
    pub(super) fn name(&self) -> String {
        match self.reference.strip_prefix("refs/heads/") {
            Some(branch) => format!("{}, branch {branch}", self.remote),
            None => self.remote.clone(),
        }
    }

    /// Its newest commit, and the version of it that the student's commit `head` has.
    ///
    /// # Errors
    /// If it cannot be reached, or has no such branch.
    pub(super) fn fetch(&self, head: &str) -> Result<(String, String)> {
        let line = |arguments: &[&str]| Git::new(arguments).line().ok();
        // A branch that is written anew, as the one for students is, still has its old place in git's log.
        let forked = line(&["merge-base", "--fork-point", "@{upstream}", head]);
        let reference = format!("+{}:{REFS}/fetched", self.reference);
        let fetch = Git::new(&["fetch", "--quiet", "--no-tags", "--", &self.remote, &reference]);
        fetch.text().with_context(|| {
            format!("the course cannot be fetched from {}, and nothing has changed", self.name())
        })?;
        let tip = git::commit(&format!("{REFS}/fetched")).context("nothing was fetched")?;
        let merged = git::commit(&format!("{REFS}/merged")).filter(|at| is_ancestor(at, head));
        let common = line(&["merge-base", head, &tip]);
        let is_newer =
            |known: &String| common.as_ref().is_none_or(|common| !is_ancestor(known, common));
        let known = merged.or(forked.filter(|_| self.is_upstream)).filter(is_newer);
        // A repository that is the student's own began with the course as it was.
        let first = || line(&["rev-list", "--first-parent", "--max-parents=0", head]);
        let base = known.or(common.clone()).or_else(first).context("this branch has no commits")?;
        Ok((tip, base))
    }

    /// Whether the student's branch simply becomes `tip`; otherwise there is something to merge.
    pub(super) fn is_forward(&self, head: &str, base: &str, tip: &str) -> bool {
        is_ancestor(head, tip) || self.is_upstream && head == base
    }
}

/// Remembers where the course is.
///
/// # Errors
/// If git's settings cannot be written.
pub(super) fn remember(from: &str) -> Result<()> {
    Git::new(&["config", SETTING, from]).text().map(drop)
}

/// Whether `commit` is among those that led to `tip`.
pub(super) fn is_ancestor(commit: &str, tip: &str) -> bool {
    Git::new(&["merge-base", "--is-ancestor", commit, tip]).text().is_ok()
}
