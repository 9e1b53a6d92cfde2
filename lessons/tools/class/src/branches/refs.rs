//! Updates the branches' refs, without losing commits that somebody has made on them.

use crate::git::Git;
use anyhow::{Result, bail};
use std::collections::HashMap;

/// The last line of a generated commit's message, before the hash of its tree. If a branch's tip names its own tree,
/// the tip was generated, and nothing is lost with it.
pub(super) const TRAILER: &str = "Written-By-Workbook: ";

/// The commit that a branch points to.
struct Tip {
    commit: String,
    /// True if the message names the commit's own tree.
    generated: bool,
    /// The work tree in which the branch is checked out; empty if in none.
    worktree: String,
}

/// Points each branch to its commit, or changes no branch at all. Returns for each branch whether it was changed.
///
/// # Errors
/// If a branch is checked out, or has commits of its own and `force` is not set.
pub(super) fn update(branches: &[(String, String)], force: bool) -> Result<Vec<bool>> {
    let tips = tips()?;
    let mut lines = String::new();
    let mut changed = Vec::new();
    for (name, commit) in branches {
        let tip = tips.get(name.as_str());
        changed.push(tip.is_none_or(|tip| tip.commit != *commit));
        if !changed.last().is_some_and(|changed| *changed) {
            continue;
        }
        if let Some(tip) = tip {
            ensure_replaceable(name, tip, force)?;
        }
        // Git compares the old value, so that a commit made meanwhile is not lost either.
        let old = tip.map_or_else(|| "0".repeat(commit.len()), |tip| tip.commit.clone());
        lines += &format!("update refs/heads/{name}\0{commit}\0{old}\0");
    }
    Git::new(&["update-ref", "-m", "class branches", "-z", "--stdin"]).text_from(&lines)?;
    Ok(changed)
}

/// Returns an error if a branch may not be moved away from its tip.
fn ensure_replaceable(name: &str, tip: &Tip, force: bool) -> Result<()> {
    if !tip.worktree.is_empty() {
        // Even with --force: the files there would suddenly belong to another commit.
        bail!("{name} is checked out in {}: switch to another branch there first", tip.worktree);
    }
    if !(tip.generated || force) {
        bail!(
            "somebody has committed to {name}: keep it under another name (git branch -m {name} \
             my-{}), or overwrite it with --force",
            name.replace('/', "-")
        );
    }
    Ok(())
}

/// Returns the tips of all branches that this command writes, by the branches' names.
fn tips() -> Result<HashMap<String, Tip>> {
    const FORMAT: &str = "--format=%(refname:lstrip=2)%00%(objectname)%00%(tree)%00%(worktreepath)%00\
        %(contents:body)%00%00";
    let text = Git::new(&["for-each-ref", FORMAT, "refs/heads/solution", "refs/heads/student"]).text()?;
    Ok(parse_tips(&text))
}

/// Parses the output of `git for-each-ref` in [`tips`]' format.
fn parse_tips(text: &str) -> HashMap<String, Tip> {
    let mut tips = HashMap::new();
    for record in text.split("\0\0\n") {
        // An empty worktree field makes three zeros in a row, so fields are counted, not split at pairs.
        let fields: Vec<&str> = record.splitn(5, '\0').collect();
        let [name, commit, tree, worktree, body] = fields[..] else { continue };
        let generated = body.lines().any(|line| line.strip_prefix(TRAILER) == Some(tree));
        let tip = Tip { commit: commit.into(), generated, worktree: worktree.into() };
        tips.insert(name.to_owned(), tip);
    }
    tips
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tip_is_generated_if_it_names_its_own_tree() {
        let mut text = String::new();
        for (name, worktree, body) in [
            ("solution/01-a", "", format!("{TRAILER}abc\n")),
            ("solution/02-b", "", format!("{TRAILER}abd\n")),
            ("student", "/home/me/work", String::new()),
        ] {
            text += &format!("{name}\0c0ffee\0abc\0{worktree}\0{body}\0\0\n");
        }
        let tips = parse_tips(&text);
        assert_eq!(tips.len(), 3);
        let generated = &tips["solution/01-a"];
        let amended = &tips["solution/02-b"];
        assert!(generated.generated && generated.worktree.is_empty());
        assert!(!amended.generated, "its tree is another");
        assert_eq!(tips["student"].worktree, "/home/me/work");

        assert!(ensure_replaceable("x", generated, false).is_ok());
        assert!(ensure_replaceable("x", amended, false).is_err() && ensure_replaceable("x", amended, true).is_ok());
        assert!(ensure_replaceable("x", &tips["student"], true).is_err(), "it is checked out");
    }
}
