//! Finds the course, and the version of the course that a student has.

use super::tree;
use crate::git::{self, Git, is_ancestor};
use anyhow::{Context, Result, bail};

/// Refs of this work tree: `fetched` is the course's newest commit, `merged` the last that was merged.
pub(super) const REFS: &str = "refs/worktree/course";

/// Git's setting for the last `--from`.
const SETTING: &str = "workbook.course";

/// The repository and branch of the course.
pub(super) struct Course {
    remote: String,
    reference: String,
    /// True if the student's branch follows the course's.
    is_upstream: bool,
}

/// Returns a setting of git's.
fn setting(key: &str) -> Option<String> {
    Git::new(&["config", "--get", key]).line().ok()
}

impl Course {
    /// Finds the course by `--from`, now or the last time; or else by the name of a remote, `course` or `upstream`; or else as
    /// the branch that the student's follows.
    ///
    /// # Errors
    /// If there is none of these.
    pub(super) fn find(from: Option<&str>, branch: &str) -> Result<Self> {
        let followed = setting(&format!("branch.{branch}.remote")).zip(setting(&format!("branch.{branch}.merge")));
        let known = setting(SETTING);
        let remotes = Git::new(&["remote"]).text()?;
        let named = remotes.lines().find(|name| ["course", "upstream"].contains(name));
        let (remote, reference) = match (from.or(known.as_deref()).or(named), &followed) {
            (Some(given), _) => match given.split_once('#') {
                Some((remote, branch)) if !branch.is_empty() => (remote.to_owned(), format!("refs/heads/{branch}")),
                _ => (given.trim_end_matches('#').to_owned(), "HEAD".into()),
            },
            (None, Some(followed)) => followed.clone(),
            (None, None) => bail!(
                "the branch {branch} follows no other, so where is the course? \
                 cargo workbook update --from URL, or URL#BRANCH (it is remembered)"
            ),
        };
        let is_upstream = followed.is_some_and(|(name, branch)| name == remote && branch == reference);
        Ok(Course { remote, reference, is_upstream })
    }

    pub(super) fn name(&self) -> String {
        match self.reference.strip_prefix("refs/heads/") {
            Some(branch) => format!("{}, branch {branch}", self.remote),
            None => self.remote.clone(),
        }
    }

    /// Fetches the course. Returns its newest commit, and the commit of the version that the student's commit `head` has.
    ///
    /// # Errors
    /// If the course cannot be reached, or has no such branch.
    pub(super) fn fetch(&self, head: &str) -> Result<(String, String)> {
        // The branch for students is written anew each time; git's log knows the commit where the student's branch began.
        let forked = Git::new(&["merge-base", "--fork-point", "@{upstream}", head]).line().ok();
        let reference = format!("+{}:{REFS}/fetched", self.reference);
        let fetch = Git::new(&["fetch", "--quiet", "--no-tags", "--", &self.remote, &reference]);
        fetch.text().with_context(|| self.why_not_fetched())?;
        let tip = git::commit(&format!("{REFS}/fetched")).context("nothing was fetched")?;
        let merged = git::commit(&format!("{REFS}/merged")).filter(|at| is_ancestor(at, head));
        let common = Git::new(&["merge-base", head, &tip]).line().ok();
        let mut known = merged.or(forked.filter(|_| self.is_upstream));
        known.take_if(|known| common.as_ref().is_some_and(|common| is_ancestor(known, common)));
        let base = match known.or(common) {
            Some(base) => base,
            None => most_similar_commit(head, &tip)?
                .with_context(|| format!("{} has nothing of what is here: is it the course?", self.name()))?,
        };
        Ok((tip, base))
    }

    /// Returns a sentence about a course that could not be fetched, with its branches if it has none of this name.
    fn why_not_fetched(&self) -> String {
        let heads = Git::new(&["ls-remote", "--heads", "--", &self.remote]).text().unwrap_or_default();
        let names: Vec<&str> =
            heads.lines().filter_map(|line| line.split_once("refs/heads/")).map(|(_, name)| name).collect();
        match self.reference.strip_prefix("refs/heads/") {
            Some(branch) if !names.is_empty() && !names.contains(&branch) => format!(
                "the course at {} has no branch {branch} any more, and nothing has changed. It has {}: \
                 cargo workbook update --from {}#BRANCH",
                self.remote,
                names.join(", "),
                self.remote
            ),
            _ => format!("the course cannot be fetched from {}, and nothing has changed", self.name()),
        }
    }

    /// Returns whether the student's branch can move to `tip` without a merge.
    pub(super) fn is_forward(&self, head: &str, base: &str, tip: &str) -> bool {
        is_ancestor(head, tip) || self.is_upstream && head == base
    }
}

/// Returns the version of the course with which a repository without the course's history began: of `tip` and its ancestors,
/// the first commit with the most files equal to those in `head`; `None` if no file is equal. `tip` itself is the last choice,
/// because the branch for students ends with a commit that is written anew each time.
fn most_similar_commit(head: &str, tip: &str) -> Result<Option<String>> {
    let mine = tree::files(head)?;
    let log = ["log", "--first-parent", "-m", "--reverse", "--raw", "--no-abbrev", "--no-renames"];
    let log = [&["-c", "log.showRoot=true"], &log[..], &["-z", "--format=%H", tip]].concat();
    let log = Git::new(&log).text()?;
    let mut best = None;
    let mut most = 0;
    let mut commit = "";
    let mut equal = 0;
    let mut words = log.split('\0').map(|word| word.trim_start_matches('\n')).peekable();
    while let Some(word) = words.next() {
        // Either `:100644 100644 5f3a... 77d0... M`, followed by the path, or a commit, followed by its changes.
        if word.starts_with(':') {
            let own = words.next().and_then(|path| mine.get(path)?.split(' ').next_back());
            let mut objects = word.split(' ').skip(2);
            equal -= i32::from(own == objects.next());
            equal += i32::from(own == objects.next());
        } else if !word.is_empty() {
            commit = word;
        }
        let is_whole = words.peek().is_none_or(|next| !next.starts_with(':'));
        if is_whole && equal > most && (commit != tip || best.is_none()) {
            best = Some(commit.to_owned());
            most = equal;
        }
    }
    Ok(best)
}

/// Keeps `--from` for the next update.
///
/// # Errors
/// If git's settings cannot be written.
pub(super) fn remember(from: &str) -> Result<()> {
    Git::new(&["config", SETTING, from]).text().map(drop)
}
