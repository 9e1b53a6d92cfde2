//! Trees of git as lists of files, and the work tree as one of them.

use crate::git::{Git, Index};
use crate::{build, reset};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;

/// The mode and the object of each path: `100644 5f3a...`.
pub(super) type Files = BTreeMap<String, String>;

/// Returns the files of a commit or a tree.
pub(super) fn files(tree: &str) -> Result<Files> {
    let mut files = Files::new();
    for line in Git::new(&["ls-tree", "-r", "-z", "--full-tree", tree]).text()?.split_terminator('\0') {
        let (about, path) = line.split_once('\t').context("git ls-tree")?;
        let mode = about.split(' ').next().unwrap_or("");
        let object = object(about);
        files.insert(path.to_owned(), format!("{mode} {object}"));
    }
    Ok(files)
}

fn object(about: &str) -> &str {
    about.split(' ').next_back().unwrap_or(about)
}

/// Takes line ends of Windows for the course's, in files that the course had (`old`) or has (`new`).
pub(super) fn with_line_feeds(mut files: Files, old: &Files, new: &Files) -> Result<Files> {
    for (path, about) in &mut files {
        let known = [old.get(path), new.get(path)];
        if known == [None; 2] || known.contains(&Some(&*about)) {
            continue;
        }
        // What is no text has no lines.
        let text = Git::new(&["cat-file", "blob", object(about)]).text().unwrap_or_default();
        if text.contains("\r\n") {
            let written = Git::new(&["hash-object", "-w", "--stdin"]).text_from(&text.replace("\r\n", "\n"))?;
            *about = about.replace(object(about), written.trim_end());
        }
    }
    Ok(files)
}

/// Folders of packages that the course no longer has. Cargo takes what is left in them for a package.
pub(super) fn removed_packages<'a>(old: &'a Files, new: &Files) -> Vec<&'a str> {
    let removed = old.keys().filter(|path| !new.contains_key(*path));
    removed.filter_map(|path| path.strip_suffix("/Cargo.toml")).collect()
}

/// Every file that git knows here as it is now, and of those that it does not know what is in the way of a change from
/// `old` to `new`. The student's index stays.
pub(super) fn snapshot(old: &Files, new: &Files) -> Result<Files> {
    let index = Index::new()?;
    let own_index = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", "index"]).line()?;
    if fs::exists(&own_index)? {
        fs::copy(&own_index, index.path()).context("git's index cannot be copied")?;
    }
    index.git(&["-c", "core.safecrlf=false", "add", "--update"]).text()?;
    let mut paths = String::new();
    for path in new.keys().filter(|path| build::workspace().join(path).is_file()) {
        paths += &format!("{path}\0");
    }
    for folder in removed_packages(old, new) {
        paths += &Git::new(&["ls-files", "--others", "-z", "--", folder]).text()?;
    }
    index.git(&["update-index", "--add", "-z", "--stdin"]).text_from(&paths)?;
    with_line_feeds(files(&index.git(&["write-tree"]).line()?)?, old, new)
}

/// Returns an index of these files.
fn index_of(files: &Files) -> Result<Index> {
    let index = Index::new()?;
    let mut lines = String::new();
    for (path, about) in files {
        lines += &format!("{about}\t{path}\0");
    }
    index.git(&["update-index", "-z", "--index-info"]).text_from(&lines)?;
    Ok(index)
}

fn write(files: &Files) -> Result<String> {
    index_of(files)?.git(&["write-tree"]).line()
}

/// Returns a commit of these files; no branch points to it yet.
pub(super) fn commit(files: &Files, parents: [&str; 2]) -> Result<String> {
    let [head, tip] = parents;
    let message = "Merge the course's newer version";
    let arguments = ["commit-tree", "--no-gpg-sign", &write(files)?, "-p", head, "-p", tip, "-m", message];
    let mut git = Git::new(&arguments);
    // The student may never have told git a name.
    for role in ["AUTHOR", "COMMITTER"] {
        git = git.env(&format!("GIT_{role}_NAME"), "cargo workbook update");
        git = git.env(&format!("GIT_{role}_EMAIL"), "workbook@localhost");
    }
    git.line()
}

/// Copies files to a new folder, `kept/update/1/`, and returns its name.
pub(super) fn keep(files: &Files) -> Result<String> {
    let folder = reset::next_folder(&build::workspace().join(reset::KEPT).join("update"))?;
    let folder = format!("{}/", build::shown(&folder));
    let prefix = format!("--prefix={folder}");
    index_of(files)?.git(&["checkout-index", "--all", "--force", "--quiet", &prefix]).text()?;
    Ok(folder)
}

/// Takes the work tree from these files to those. Git looks first whether it can: it changes nothing where a file is no
/// longer as in `from`, or where one that it does not know is in the way.
pub(super) fn replace(from: &Files, to: &Files) -> Result<()> {
    let to = write(to)?;
    let index = index_of(from)?;
    let from = index.git(&["write-tree"]).line()?;
    index.git(&["update-index", "-q", "--refresh"]).text()?;
    index.git(&["read-tree", "-m", "-u", &from, &to]).text().context("nothing has changed").map(drop)
}

/// Merges two changes of a file; `None` if both are of the same lines, and `favor`, such as `--ours`, does not say whose
/// are taken, or if it is no text.
pub(super) fn three_way(base: &str, new: &str, mine: &str, favor: &[&str]) -> Option<String> {
    let mut names = Vec::new();
    for about in [mine, base, new] {
        names.push(Git::new(&["unpack-file", object(about)]).line().ok()?);
    }
    let [own, base, new] = &*names else { return None };
    let merged = Git::new(&[&["merge-file", "--quiet"], favor, &[own, base, new]].concat()).text();
    let written = Git::new(&["hash-object", "-w", "--no-filters", own]).line();
    for name in &names {
        let _ = fs::remove_file(build::workspace().join(name)); // a file left over does no harm
    }
    let mode = mine.split(' ').next()?;
    merged.and(written).ok().map(|object| format!("{mode} {object}"))
}
