//! `branches`: writes the git branches `student`, `solution/NN-name` and `solution/all` from main's commit.
//!
//! `student` is the course without its solutions. It has no commit of main below it, and only grows: each release is a commit on
//! the one before, so that a student's update is a merge. `solution/NN-name` is `student` with that lesson's answer, and
//! nothing else; it only grows, too.
//!
//! Git's plumbing commands write the branches, and neither read nor change the work tree or the index: this works in a clone
//! with edited exercises. A branch depends only on the commits that it is made from, and has the same hash wherever and
//! whenever it is written.

use crate::build;
use crate::git::{self, Git, Index};
use crate::handout::{self, Lesson};
use crate::output::say;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Write the branch for students, and those with the solutions, from main's commit
///
/// `student` is the course without solutions, `solution/NN-name` is that with one lesson solved, and `solution/all` has
/// every lesson solved. Your files and what you have staged stay as they are.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The commit of the course; main, or origin's main, if it is not given
    #[arg(long, value_name = "COMMIT")]
    from: Option<String>,
}

/// The commit that a branch is to have.
struct Branch {
    name: String,
    commit: String,
    /// False if the branch was there already, with the same commit.
    is_new: bool,
}

/// # Errors
/// If git fails, a solution's marks are wrong, or a branch is checked out. Then no branch is written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let base = match &arguments.from {
        Some(from) => git::commit(from).with_context(|| format!("there is no commit {from} here"))?,
        None => {
            tip("main").context("there is no branch main here; --from names another commit, such as --from HEAD")?
        }
    };
    let tree = build::workspace().join("target").join(format!("branches-{}", std::process::id()));
    fs::create_dir_all(&tree).with_context(|| tree.display().to_string())?;
    let branches = branches(&base, &tree);
    let _ = fs::remove_dir_all(&tree); // what stays only takes room
    let branches = branches?;
    let mut updates = Vec::new();
    for Branch { name, commit, .. } in branches.iter().filter(|branch| branch.is_new) {
        updates.push(format!("{commit}:refs/heads/{name}"));
    }
    if !updates.is_empty() {
        // A push to the repository itself loses no commit and changes no branch that is checked out; and either all or none.
        let mut push = vec!["push", "--quiet", "--atomic", "--no-verify", "."];
        push.extend(updates.iter().map(String::as_str));
        Git::new(&push).text()?;
    }
    for Branch { name, commit, is_new } in &branches {
        let short = commit.get(..12).unwrap_or(commit);
        say!("{name:<28} {short} {}", if *is_new { "written" } else { "as it was" });
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the commit of a branch here, or else of origin's.
fn tip(branch: &str) -> Option<String> {
    git::commit(&format!("refs/heads/{branch}")).or_else(|| git::commit(&format!("refs/remotes/origin/{branch}")))
}

/// Writes the commits of all branches. `tree` is an empty folder.
fn branches(base: &str, tree: &Path) -> Result<Vec<Branch>> {
    let lessons = Lesson::all(base, &git::files(base)?)?;
    ensure!(!lessons.is_empty(), "there is no lessons/NN-name/course/src/solution.rs in that commit");
    handout::export(base, &lessons, tree)?;
    let index = &Index::new()?;
    let short = &base[..12];
    let student = grow("student", base, &write_tree(index, tree)?, None, &format!("The course as of {short}"))?;
    let commit = student.commit.clone();
    let below = Some(commit.as_str());
    let mut branches = vec![student];
    for lesson in &lessons {
        let number = lesson.folder.split('-').next().unwrap_or_default();
        let title = format!("Lesson {number}, {}: solved", lesson.toml.title);
        let files = lesson.solved.iter().map(|(path, _)| tree.join(path));
        let unsolved: Vec<_> = files.map(|path| (fs::read(&path).ok(), path)).collect();
        write_solved(lesson, tree)?;
        let solved = write_tree(index, tree)?;
        branches.push(grow(&format!("solution/{}", lesson.folder), base, &solved, below, &title)?);
        for (content, path) in unsolved {
            match content {
                Some(content) => fs::write(path, content)?,
                None => fs::remove_file(path)?,
            }
        }
    }
    for lesson in &lessons {
        write_solved(lesson, tree)?;
    }
    branches.push(grow("solution/all", base, &write_tree(index, tree)?, below, "Every lesson solved")?);
    Ok(branches)
}

fn write_solved(lesson: &Lesson, tree: &Path) -> Result<()> {
    for (path, text) in &lesson.solved {
        let path = tree.join(path);
        fs::create_dir_all(path.parent().unwrap_or(tree))?;
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Writes the files of a folder as a tree of git, and returns its hash.
fn write_tree(index: &Index, folder: &Path) -> Result<String> {
    let git_folder = Git::new(&["rev-parse", "--absolute-git-dir"]).line()?;
    let folder = folder.display().to_string();
    let add = index.git(&["-C", &folder, "-c", "core.autocrlf=false", "add", "--all", "--force", "."]);
    add.env("GIT_DIR", &git_folder).env("GIT_WORK_TREE", &folder).text()?;
    index.git(&["write-tree"]).line()
}

/// Returns a branch with a tree: its commit, if that has the tree and is above `below`, or else a new one above both.
///
/// # Errors
/// If git fails, or the branch has main's commits, and with them the solutions.
fn grow(name: &str, base: &str, tree: &str, below: Option<&str>, title: &str) -> Result<Branch> {
    let old = tip(name);
    if let Some(old) = &old {
        let has_history = Git::new(&["merge-base", old, base]).text().is_ok();
        ensure!(
            !has_history,
            "{name} has the course's own commits below it, and with them the solutions: rename it (git branch -m {name} \
             old-{}), and delete origin's",
            name.replace('/', "-")
        );
        let has_tree = Git::new(&["rev-parse", &format!("{old}^{{tree}}")]).line()? == tree;
        if has_tree && below.is_none_or(|below| git::is_ancestor(below, old)) {
            let is_new = git::commit(&format!("refs/heads/{name}")).is_none();
            return Ok(Branch { name: name.into(), commit: old.clone(), is_new });
        }
    }
    // Author and time are the course's commit's, so the hash depends on nothing else.
    let author = Git::new(&["show", "--no-patch", "--format=%an%n%ae%n%aI", base]).text()?;
    let mut author = author.lines();
    let mut arguments = vec!["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "--no-gpg-sign", tree];
    for parent in old.as_deref().into_iter().chain(below) {
        arguments.extend(["-p", parent]);
    }
    let mut git = Git::new(&arguments);
    for key in ["NAME", "EMAIL", "DATE"] {
        let value = author.next().unwrap_or_default();
        for role in ["AUTHOR", "COMMITTER"] {
            git = git.env(&format!("GIT_{role}_{key}"), value);
        }
    }
    let commit = git.text_from(format!("{title}\n"))?.trim_end().to_owned();
    Ok(Branch { name: name.into(), commit, is_new: true })
}
