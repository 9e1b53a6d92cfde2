//! Trees of git as lists of files, and the work tree as one of them.

use crate::git::{Git, Index};
use crate::{build, reset};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

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

/// Folders of packages that the course no longer has. Cargo takes what is left in them for a package.
pub(super) fn removed_packages<'a>(old: &'a Files, new: &Files) -> Vec<&'a str> {
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
    for folder in removed_packages(old, new) {
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

/// A commit of these files; no branch points to it yet.
pub(super) fn commit(files: &Files, parents: &[&str], message: &str) -> Result<String> {
    let tree = write(files)?;
    let mut arguments = vec!["commit-tree", "--no-gpg-sign", &tree, "-m", message];
    arguments.extend(parents.iter().flat_map(|parent| ["-p", *parent]));
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
    check_out(files, &folder)?;
    Ok(folder)
}

/// Writes files below a folder of the workspace, over what is there.
fn check_out(files: &Files, folder: &str) -> Result<()> {
    let prefix = format!("--prefix={folder}");
    index_of(files)?.git(&["checkout-index", "--all", "--force", "--quiet", &prefix]).text()?;
    Ok(())
}

/// Takes the work tree from these files to those. It does not matter how many of them it has already.
pub(super) fn replace(from: &Files, to: &Files) -> Result<()> {
    let workspace = build::workspace();
    for path in from.keys().filter(|path| !to.contains_key(*path)) {
        let path = workspace.join(path);
        if path.symlink_metadata().is_ok_and(|about| !about.is_dir()) {
            fs::remove_file(&path).with_context(|| build::shown(&path))?;
        }
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != workspace);
        // The first that is not empty stays, and those above it.
        let _ = folders.map(fs::remove_dir).find(Result::is_err);
    }
    let mut changed = to.clone();
    changed.retain(|path, about| from.get(path) != Some(about));
    for path in changed.keys().map(Path::new) {
        // Git would remove it.
        let mut folders = path.ancestors().skip(1);
        let blocked = folders.find(|folder| workspace.join(folder).is_file());
        let blocked = blocked.or_else(|| workspace.join(path).is_dir().then_some(path));
        if let Some(blocked) = blocked {
            let (here, course) = (blocked.display(), path.display());
            bail!("{here} is in the way of the course's file {course}: move it elsewhere");
        }
    }
    check_out(&changed, "")
}

/// The three versions of a text in one, with the line ends and the mode that `mine` has; `None` if both have changed
/// the same lines, and `favor`, `--ours` or `--theirs`, does not say whose are taken.
pub(super) fn three_way(base: &str, new: &str, mine: &str, favor: Option<&str>) -> Option<String> {
    let index = Index::new().ok()?; // for a name in git's folder that nothing else has
    let names = ["mine", "base", "new"].map(|name| format!("{}-{name}", index.path()));
    let texts = [text(mine).ok()?, text(base).ok()?, text(new).ok()?];
    let is_crlf = texts[0].contains("\r\n");
    let mut arguments = vec!["merge-file", "--stdout", "--quiet"];
    arguments.extend(favor);
    arguments.extend(names.iter().map(String::as_str));
    let mut files = names.iter().zip(texts);
    let written = files.all(|(name, text)| fs::write(name, text.replace("\r\n", "\n")).is_ok());
    let merged = if written { Git::new(&arguments).text().ok() } else { None };
    for name in &names {
        let _ = fs::remove_file(name); // a file left over does no harm
    }
    let merged = merged?;
    of_text(&if is_crlf { merged.replace('\n', "\r\n") } else { merged }, mine).ok()
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
