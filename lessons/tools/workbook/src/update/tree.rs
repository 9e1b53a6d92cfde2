//! Lists of files: of git's trees, and of the work tree.

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

/// Returns the object in a file's mode and object.
fn object(about: &str) -> &str {
    about.split(' ').next_back().unwrap_or(about)
}

/// Returns the content of a file; empty if it is not text.
pub(super) fn text(about: &str) -> String {
    Git::new(&["cat-file", "blob", object(about)]).text().unwrap_or_default()
}

/// Replaces line ends of Windows in files that the course had (`old`) or has (`new`).
pub(super) fn with_line_feeds(mut files: Files, old: &Files, new: &Files) -> Result<Files> {
    for (path, about) in &mut files {
        let known = [old.get(path), new.get(path)];
        if known == [None; 2] || known.contains(&Some(&*about)) {
            continue;
        }
        let text = text(about);
        if text.contains("\r\n") {
            let written = Git::new(&["hash-object", "-w", "--stdin"]).text_from(text.replace("\r\n", "\n"))?;
            *about = about.replace(object(about), written.trim_end());
        }
    }
    Ok(files)
}

/// Returns the folders of packages that the course no longer has. Cargo would take files left in a folder for a package.
pub(super) fn removed_packages<'a>(old: &'a Files, new: &Files) -> Vec<&'a str> {
    let removed = old.keys().filter(|path| !new.contains_key(*path));
    removed.filter_map(|path| path.strip_suffix("/Cargo.toml")).collect()
}

/// Git's mode of a symbolic link.
const LINK: &str = "120000 ";

/// Returns a file of the course in whose place there is a link.
pub(super) fn link<'a>(mine: &'a Files, course: &Files) -> Option<&'a str> {
    let is_link = |about: &String| about.starts_with(LINK);
    let mut links = mine.iter().filter(|(_, about)| is_link(about));
    links.find(|(path, _)| course.get(*path).is_some_and(|about| !is_link(about))).map(|(path, _)| &**path)
}

/// Returns the files of the work tree that git tracks, and untracked ones that a change of the course from `old` to `new`
/// would replace or remove. The student's index stays.
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

/// Creates an index with these files.
fn index_of(files: &Files) -> Result<Index> {
    let index = Index::new()?;
    let mut lines = String::new();
    for (path, about) in files {
        lines += &format!("{about}\t{path}\0");
    }
    index.git(&["update-index", "-z", "--index-info"]).text_from(&lines)?;
    Ok(index)
}

/// Writes a tree with these files, and returns its hash.
fn write_tree(files: &Files) -> Result<String> {
    index_of(files)?.git(&["write-tree"]).line()
}

/// Writes a commit with these files and parents, and returns its hash. No branch moves.
pub(super) fn write_commit(files: &Files, parents: [&str; 2]) -> Result<String> {
    let [head, tip] = parents;
    let message = "Merge the course's newer version";
    let arguments = ["commit-tree", "--no-gpg-sign", &write_tree(files)?, "-p", head, "-p", tip, "-m", message];
    let mut git = Git::new(&arguments);
    // The student may never have told git a name.
    for role in ["AUTHOR", "COMMITTER"] {
        git = git.env(&format!("GIT_{role}_NAME"), "cargo workbook update");
        git = git.env(&format!("GIT_{role}_EMAIL"), "workbook@localhost");
    }
    git.line()
}

/// Copies files to a new folder, `kept/update/1/`, and returns the folder.
pub(super) fn keep(files: &Files) -> Result<String> {
    let folder = reset::next_folder(&build::workspace().join(reset::KEPT).join("update"))?;
    let folder = format!("{}/", build::shown(&folder));
    let prefix = format!("--prefix={folder}");
    index_of(files)?.git(&["checkout-index", "--all", "--force", "--quiet", &prefix]).text()?;
    Ok(folder)
}

/// Changes the work tree from the files `from` to the files `to`. Git changes nothing if a file is no longer as in `from`, or
/// an untracked file is in the way.
pub(super) fn replace(from: &Files, to: &Files) -> Result<()> {
    let to = write_tree(to)?;
    let index = index_of(from)?;
    let from = index.git(&["write-tree"]).line()?;
    index.git(&["update-index", "-q", "--refresh"]).text()?;
    index.git(&["read-tree", "-m", "-u", &from, &to]).text().context("nothing has changed").map(drop)
}

/// Merges two changes of a file. `favor` may be `--ours`, for lines that both have changed. Returns `None` if both have
/// changed the same lines without `favor`, or the file is not text.
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
