//! Trees of git as lists of files, and the work tree as one of them.

use crate::build;
use crate::git::{Git, Index};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;

/// Of each path, mode and object: `100644 5f3a...`.
pub(super) type Files = BTreeMap<String, String>;

/// The files of a commit or a tree.
pub(super) fn files(tree: &str) -> Result<Files> {
    let text = Git::new(&["ls-tree", "-r", "-z", "--full-tree", tree]).text()?;
    let file = |line: &str| {
        let (about, path) = line.split_once('\t')?;
        let (mode, object) = (about.split(' ').next()?, about.split(' ').nth(2)?);
        Some((path.to_owned(), format!("{mode} {object}")))
    };
    Ok(text.split_terminator('\0').filter_map(file).collect())
}

/// Folders of packages that the course has no longer. Cargo takes what is left in them for a package.
pub(super) fn gone<'a>(old: &'a Files, new: &Files) -> Vec<&'a str> {
    let manifests = old.keys().filter(|path| !new.contains_key(*path));
    manifests.filter_map(|path| path.strip_suffix("/Cargo.toml")).collect()
}

/// Every file that git knows here as it is now, and of those that it does not know what is in the way of a change from
/// `old` to `new`. The index stays.
pub(super) fn snapshot(old: &Files, new: &Files) -> Result<Files> {
    let index = Index::new()?;
    let own = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", "index"]).line()?;
    if fs::exists(&own)? {
        fs::copy(&own, index.path()).context("git's index cannot be copied")?;
    }
    index.git(&["-c", "core.safecrlf=false", "add", "--update"]).text()?;
    let is_here = |path: &&String| build::workspace().join(path).is_file();
    let mut here = new.keys().filter(is_here).fold(String::new(), |text, path| text + path + "\0");
    for folder in gone(old, new) {
        here += &Git::new(&["ls-files", "--others", "-z", "--", folder]).text()?;
    }
    index.git(&["update-index", "--add", "-z", "--stdin"]).text_from(&here)?;
    files(&index.git(&["write-tree"]).line()?)
}

/// An index of these files.
fn index_of(files: &Files) -> Result<Index> {
    let index = Index::new()?;
    let line = |text: String, (path, about): (&String, &String)| text + about + "\t" + path + "\0";
    let lines = files.iter().fold(String::new(), line);
    index.git(&["update-index", "-z", "--index-info"]).text_from(&lines)?;
    Ok(index)
}

/// The tree of these files.
pub(super) fn write(files: &Files) -> Result<String> {
    index_of(files)?.git(&["write-tree"]).line()
}

/// Writes files below a folder of the workspace, over what is there: `kept/update/1/`, or empty.
pub(super) fn put(files: &Files, prefix: &str) -> Result<()> {
    let prefix = format!("--prefix={prefix}");
    index_of(files)?.git(&["checkout-index", "--all", "--force", "--quiet", &prefix]).text()?;
    Ok(())
}

/// Takes the work tree from these files to those. It does not matter how many of them it has already.
pub(super) fn lay(from: &Files, to: &Files) -> Result<()> {
    let workspace = build::workspace();
    let changed = to.iter().filter(|(path, about)| from.get(*path) != Some(about));
    let changed: Files = changed.map(|(path, about)| (path.clone(), about.clone())).collect();
    for path in from.keys().filter(|path| !to.contains_key(*path)) {
        let path = workspace.join(path);
        if path.symlink_metadata().is_ok_and(|about| !about.is_dir()) {
            fs::remove_file(&path).with_context(|| build::shown(&path))?;
        }
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != workspace);
        // The first that is not empty stays, and those above it.
        let _ = folders.map(fs::remove_dir).find(Result::is_err);
    }
    for path in changed.keys() {
        // Git would make room for it.
        let mut here = path.rmatch_indices('/').map(|(at, _)| &path[..at]);
        let file = here.find(|folder| workspace.join(folder).is_file());
        ensure!(
            file.is_none(),
            "{} is a file here, and a folder of the course",
            file.unwrap_or("")
        );
        let is_folder = workspace.join(path).is_dir();
        ensure!(!is_folder, "{path} is a folder here, and a file of the course");
    }
    put(&changed, "")
}

/// The three versions of a text in one; where both have changed the same lines `None`, or with `mine` the student's.
/// Texts are named by their objects.
pub(super) fn three_way(base: &str, new: &str, mine: &str, keep_mine: bool) -> Option<String> {
    let folder = Index::new().ok()?; // a name of our own in git's folder
    let mut names = Vec::new();
    for (place, about) in [("mine", mine), ("base", base), ("new", new)] {
        let name = format!("{}-{place}", folder.path());
        let text = text(about).ok();
        names.push(text.and_then(|text| fs::write(&name, text).is_ok().then_some(name)));
    }
    let names: Vec<&str> = names.iter().flatten().map(|name| &**name).collect();
    let how: &[&str] = if keep_mine { &["--ours"] } else { &[] };
    let merged = (names.len() == 3).then(|| {
        Git::new(&[&["merge-file", "--stdout", "--quiet"], how, &names[..]].concat()).text()
    });
    for name in names {
        let _ = fs::remove_file(name); // a file left over does no harm
    }
    merged?.ok()
}

/// A file's text.
pub(super) fn text(about: &str) -> Result<String> {
    Git::new(&["cat-file", "blob", about.split(' ').next_back().unwrap_or(about)]).text()
}

/// A file with this text; of the mode that `like` has.
pub(super) fn of_text(text: &str, like: &str) -> Result<String> {
    let object = Git::new(&["hash-object", "-w", "--stdin"]).text_from(text)?;
    Ok(format!("{} {}", like.split(' ').next().unwrap_or("100644"), object.trim_end()))
}
