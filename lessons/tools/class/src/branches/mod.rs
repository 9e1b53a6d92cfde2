//! `branches`: writes the git branches `solution/NN-name`, `solution/all` and `student` from main's commit.
//!
//! Git's plumbing commands write the branches, and neither read nor change the work tree or the index: this works in a clone
//! with edited exercises. A branch depends only on its parent commit, and has the same hash wherever and whenever it is
//! written.

mod plan;
mod refs;

use crate::git::{self, Git, Index};
use crate::output::say;
use anyhow::{Context, Result};
use plan::Change;
pub(crate) use plan::changes_to;
use serde::Serialize;
use std::process::ExitCode;

/// Write the branches with the solutions, and the one for students, from main's commit
///
/// `solution/NN-name` is main with that lesson solved, `solution/all` has every lesson solved, and
/// `student` has the solutions taken out. Your files and what you have staged stay as they are.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The parent commit; main, or origin's main, if it is not given
    #[arg(long, value_name = "COMMIT")]
    from: Option<String>,
    /// Overwrite branches that somebody has committed to
    #[arg(long)]
    force: bool,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BranchOutcome {
    branch: String,
    commit: String,
    /// False if the branch was there already, with the same commit.
    written: bool,
}

/// # Errors
/// If git fails, a solution's marks are wrong, or commits would be lost. Then no branch is written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let base = parent_commit(arguments.from.as_deref())?;
    let files = git::files(&base)?;
    let plan = plan::branches(&files, |path| git::file(&base, path))?;
    let mut tips = Vec::new();
    for branch in &plan {
        tips.push((branch.name.clone(), write_commit(&base, &branch.title, &branch.changes)?));
    }
    let changed = refs::update(&tips, arguments.force)?;
    let mut report = Vec::new();
    for ((branch, commit), written) in tips.into_iter().zip(changed) {
        report.push(BranchOutcome { branch, commit, written });
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        for BranchOutcome { branch, commit, written } in &report {
            let short = commit.get(..12).unwrap_or(commit);
            say!("{branch:<28} {short} {}", if *written { "written" } else { "as it was" });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the commit that is named, or main's.
fn parent_commit(from: Option<&str>) -> Result<String> {
    if let Some(from) = from {
        return git::commit(from).with_context(|| format!("there is no commit {from} here"));
    }
    let names = ["refs/heads/main", "refs/remotes/origin/main"];
    names
        .iter()
        .find_map(|name| git::commit(name))
        .context("there is no branch main here; --from names another commit, such as --from HEAD")
}

/// Writes a commit on top of `base`, and returns its hash. No branch points to it yet.
///
/// # Errors
/// If git fails.
pub(crate) fn write_commit(base: &str, title: &str, changes: &[Change]) -> Result<String> {
    let index = Index::new()?;
    index.git(&["read-tree", base]).text()?;
    let mut lines = String::new();
    for (path, content) in changes {
        // A line of `update-index --index-info`: mode, object, path. Mode 0 removes a path.
        match content {
            Some(content) => {
                let blob = Git::new(&["hash-object", "-w", "--stdin"]).text_from(content)?;
                lines += &format!("100644 {}\t{path}\0", blob.trim_end());
            }
            None => lines += &format!("0 {}\t{path}\0", "0".repeat(base.len())),
        }
    }
    index.git(&["update-index", "-z", "--index-info"]).text_from(&lines)?;
    let tree = index.git(&["write-tree"]).line()?;
    // Author and time are the parent commit's, so the hash depends on nothing else.
    let author = Git::new(&["show", "--no-patch", "--format=%an%n%ae%n%aI", base]).text()?;
    let mut author = author.lines();
    let mut git = Git::new(&["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "--no-gpg-sign", &tree, "-p", base]);
    for key in ["NAME", "EMAIL", "DATE"] {
        let value = author.next().unwrap_or_default();
        for role in ["AUTHOR", "COMMITTER"] {
            git = git.env(&format!("GIT_{role}_{key}"), value);
        }
    }
    let message = format!("{title}\n\n{}{tree}\n", refs::TRAILER);
    Ok(git.text_from(&message)?.trim_end().to_owned())
}
