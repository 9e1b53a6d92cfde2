//! `update`: the course's newer version in a student's clone, which keeps what the student has written.
//!
//! Everything is done on trees, by content, with the course's version that the clone has as the base: it does not
//! matter whether the course's branch was rewritten, nor whether the student has committed anything. Until all that
//! was begun builds again, only files change; index and branch follow at the end. Refs below [`COURSE`] say how far
//! an update has come, so that one that was interrupted is undone by the next.

mod adapt;
mod course;
mod merge;
mod tree;

use crate::git::{self, Git};
use crate::output::say;
use crate::{build, reset};
use anyhow::{Context, Result, ensure};
use course::Course;
use merge::{Merged, Note, merge};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tree::Files;

/// Of this work tree only. `at` is the course's commit that was merged last, `fetched` its newest; `before` is a
/// commit with all files as they were, and `laid` exists while they are the newer tree's, and may have to go back.
const COURSE: &str = "refs/worktree/course";

/// Update this clone to the course's newest version; what you have written stays
///
/// Takes the newest commit of the branch that yours tracks. Exercises and shaders that you have begun stay as
/// they are; where a signature has changed, your function's body is kept under the new one. What cannot be
/// carried over is copied to kept/. If a lesson no longer builds afterwards, the whole update is undone.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the course is: a URL or a remote, and #BRANCH behind it; it is remembered
    #[arg(long, value_name = "COURSE")]
    from: Option<String>,
    /// Say what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    NothingNew,
    WouldUpdate,
    Updated,
    RolledBack,
}

#[derive(Serialize)]
struct Report {
    outcome: Outcome,
    course: String,
    commit: String,
    /// The course's files that change.
    files: Vec<String>,
    notes: Vec<Note>,
    /// Packages that did not build before either.
    broken: BTreeSet<String>,
    /// The package that no longer builds, and what the compiler says.
    failed: Option<(String, String)>,
}

impl Report {
    /// What has become of the student's files, `mine`.
    fn add(&mut self, merged: Merged, mine: &Files) {
        let changed = merged.files.iter().filter(|(path, about)| mine.get(*path) != Some(about));
        let gone = mine.keys().filter(|path| !merged.files.contains_key(*path));
        self.files = changed.map(|(path, _)| path).chain(gone).cloned().collect();
        self.notes = merged.notes;
    }
}

/// # Errors
/// If this is no clone to update, or the course cannot be fetched, or git fails. Then all files are as they were.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (branch, head) = ready()?;
    if Git::new(&["rev-parse", "--verify", "--quiet", &format!("{COURSE}/laid")]).line().is_ok() {
        ensure!(
            !arguments.dry_run,
            "an update was interrupted here: the next one without --dry-run undoes it"
        );
        restore()?;
        eprintln!("An earlier update was interrupted here: it has been undone, and starts again.");
    }
    let course = Course::find(arguments.from.as_deref(), &branch)?;
    eprintln!("fetching the course from {} ...", course.name());
    let (tip, base) = course.fetch(&head)?;
    let (old, new) = (tree::files(&base)?, tree::files(&tip)?);
    if let Some(from) = arguments.from.as_deref().filter(|_| !arguments.dry_run) {
        course::remember(from)?;
    }
    let mut report = Report {
        outcome: Outcome::NothingNew,
        course: course.name(),
        commit: tip.clone(),
        files: Vec::new(),
        notes: Vec::new(),
        broken: BTreeSet::new(),
        failed: None,
    };
    let is_new = old != new && !course::is_ancestor(&tip, &head);
    if is_new && arguments.dry_run {
        let mine = tree::snapshot(&old, &new)?;
        report.outcome = Outcome::WouldUpdate;
        report.add(merge(&old, &new, &mine, &BTreeSet::new())?, &mine);
    } else if is_new {
        let begun = merge(&old, &new, &tree::snapshot(&old, &new)?, &BTreeSet::new())?.begun;
        for (package, before) in begun {
            if built(&before, "as it is")?.is_err() {
                report.broken.insert(package);
            }
        }
        // Building takes a while, in which somebody may have gone on writing.
        let mine = tree::snapshot(&old, &new)?;
        let before = commit(&mine, &[&head], "Before the course's newer version")?;
        Git::new(&["update-ref", &format!("{COURSE}/before"), &before]).text()?;
        let mut merged = merge(&old, &new, &mine, &BTreeSet::new())?;
        let mut kept = None;
        let tried = try_out(&mut merged, [&old, &new, &mine], &report.broken, &mut kept);
        let tried = tried.and_then(|failed| {
            if failed.is_none() {
                let next = if course.is_forward(&head, &base, &tip) {
                    tip.clone()
                } else {
                    let own = merge(&old, &new, &tree::files(&head)?, &merged.stubs)?;
                    commit(&own.files, &[&head, &tip], "Merge the course's newer version")?
                };
                let lines = format!("update HEAD\0{next}\0{head}\0update {COURSE}/at\0{tip}\0\0");
                let update = ["update-ref", "-m", "workbook update", "-z", "--stdin"];
                Git::new(&update).text_from(&lines)?;
            }
            Ok(failed)
        });
        // The index follows the branch; or else everything goes back.
        restore().context("all files as they were are in git's refs/worktree/course/before")?;
        report.failed = tried.inspect_err(|_| forget(kept.as_deref()))?;
        if report.failed.is_some() {
            report.outcome = Outcome::RolledBack;
            forget(kept.as_deref());
        } else {
            report.outcome = Outcome::Updated;
            report.add(merged, &mine);
        }
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        tell(&report);
    }
    Ok(if report.failed.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The branch and its commit, in a clone without a git operation in progress.
fn ready() -> Result<(String, String)> {
    let folder = build::workspace();
    let prefix = Git::new(&["rev-parse", "--show-prefix"]).line();
    let no_clone = || {
        format!(
            "{} is not the root of a git repository. To update it nevertheless:\n  git init\n  git add --all\n  \
             git commit -m \"As I had it\"\n  cargo workbook update --from URL",
            folder.display()
        )
    };
    ensure!(prefix.with_context(no_clone)?.is_empty(), no_clone());
    let branch = Git::new(&["symbolic-ref", "--quiet", "--short", "HEAD"]).line();
    let branch = branch
        .ok()
        .context("no branch is checked out here (detached HEAD): git switch BRANCH first")?;
    for name in [
        "MERGE_HEAD",
        "CHERRY_PICK_HEAD",
        "REVERT_HEAD",
        "rebase-merge",
        "rebase-apply",
        "index.lock",
    ] {
        let path = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", name]).line()?;
        ensure!(
            !fs::exists(path)?,
            "a git operation is in progress in this repository ({name}): finish or abort it first; git status says how"
        );
    }
    let head = git::commit("HEAD")
        .context("nothing is committed here: git add --all; git commit -m \"As I had it\"")?;
    Ok((branch, head))
}

/// Lays the newer version over the files and builds what was begun. `merged` is what it has come to at last, and
/// `kept` the folder with the copies. The package that fails, with the compiler's words; `None` if all is well.
fn try_out(
    merged: &mut Merged,
    [old, new, mine]: [&Files; 3],
    broken: &BTreeSet<String>,
    kept: &mut Option<PathBuf>,
) -> Result<Option<(String, String)>> {
    let mut laid = mine.clone();
    loop {
        if !merged.aside.is_empty() {
            let folder = match kept.take() {
                Some(folder) => folder,
                None => reset::next_folder(&build::workspace().join(reset::KEPT).join("update"))?,
            };
            let shown = format!("{}/", build::shown(&folder));
            *kept = Some(folder);
            tree::put(&merged.aside, &shown)?;
            for note in merged.notes.iter_mut().filter(|note| note.kept.is_some()) {
                note.kept = Some(format!("{shown}{}", note.file));
            }
        }
        // A second round differs from the first in exercises only that also differ from the student's: this tree
        // still names everything that may have to go back.
        let tree = tree::write(&merged.files)?;
        Git::new(&["update-ref", &format!("{COURSE}/laid"), &tree]).text()?;
        tree::lay(&laid, &merged.files)?;
        let Some((package, words)) = first_failing(merged, broken)? else { return Ok(None) };
        if !merged.adapted.contains(&package) {
            return Ok(Some((package, words)));
        }
        merged.stubs.insert(package);
        laid = std::mem::take(&mut merged.files);
        *merged = merge(old, new, mine, &merged.stubs)?;
    }
}

/// Builds the lessons that are begun and did build, and this command.
fn first_failing(merged: &Merged, broken: &BTreeSet<String>) -> Result<Option<(String, String)>> {
    let workbook =
        merged.files.contains_key("lessons/workbook/Cargo.toml").then(|| "workbook".to_owned());
    let lessons = merged.begun.keys().filter(|package| !broken.contains(*package));
    for package in lessons.cloned().chain(workbook) {
        if let Err(words) = built(&package, "with the newer version")? {
            return Ok(Some((package, words)));
        }
    }
    Ok(None)
}

/// Builds a package; what the compiler says if it does not.
///
/// # Errors
/// If cargo cannot be started.
fn built(package: &str, which: &str) -> Result<Result<(), String>> {
    eprintln!("building {package} {which} ...");
    // Windows does not replace a program that runs, as this one does.
    let how = if package == "workbook" && cfg!(windows) { "check" } else { "build" };
    let output = build::cargo(how).args(["--quiet", "--package", package]).output();
    let output = output.context("cargo could not be started")?;
    ensure!(output.status.code().is_some(), "cargo was stopped while it built {package}");
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Ok(if output.status.success() { Ok(()) } else { Err(words) })
}

/// Ends an update: where the branch has followed the files, the index does too; otherwise the files go back.
fn restore() -> Result<()> {
    let laid = Git::new(&["rev-parse", "--verify", "--quiet", &format!("{COURSE}/laid")]).line();
    let Ok(laid) = laid else { return Ok(()) };
    if course::is_ancestor(&format!("{COURSE}/fetched"), "HEAD") {
        Git::new(&["reset", "--mixed", "--quiet"]).text()?;
    } else {
        put_back(&tree::files(&laid)?)?;
    }
    Git::new(&["update-ref", "-d", &format!("{COURSE}/laid")]).text().map(drop)
}

fn put_back(laid: &Files) -> Result<()> {
    let before = tree::files(&format!("{COURSE}/before"))?;
    // Somebody may have gone on writing meanwhile.
    let mut edited = tree::snapshot(&before, laid)?;
    // But for this file, which cargo writes.
    let mut laid = laid.clone();
    laid.extend(edited.remove_entry("Cargo.lock"));
    edited.retain(|path, now| {
        let (laid, before) = (laid.get(path), before.get(path));
        laid != before && ![laid, before].contains(&Some(&*now))
    });
    if !edited.is_empty() {
        let kept = reset::next_folder(&build::workspace().join(reset::KEPT).join("update"))?;
        let shown = format!("{}/", build::shown(&kept));
        tree::put(&edited, &shown)?;
        eprintln!("What was changed meanwhile is in {shown}");
    }
    tree::lay(&laid, &before)
}

/// Removes copies of what is there again.
fn forget(kept: Option<&Path>) {
    let _ = kept.map(fs::remove_dir_all); // copies that are left over do no harm
}

/// Writes a commit; no branch points to it yet.
fn commit(files: &Files, parents: &[&str], message: &str) -> Result<String> {
    let tree = tree::write(files)?;
    let mut arguments = vec!["commit-tree", "--no-gpg-sign", &tree, "-m", message];
    arguments.extend(parents.iter().flat_map(|parent| ["-p", *parent]));
    let mut git = Git::new(&arguments);
    // Who has never committed has no name yet.
    if Git::new(&["var", "GIT_COMMITTER_IDENT"]).text().is_err() {
        for role in ["AUTHOR", "COMMITTER"] {
            git = git.env(&format!("GIT_{role}_NAME"), "cargo workbook update");
            git = git.env(&format!("GIT_{role}_EMAIL"), "workbook@localhost");
        }
    }
    git.line()
}

fn tell(report: &Report) {
    let short = report.commit.get(..12).unwrap_or(&report.commit);
    let course = format!("the course ({}, commit {short})", report.course);
    let files = report.files.len();
    match (report.outcome, &report.failed) {
        (Outcome::NothingNew, _) => say!("You have the newest version of {course} already."),
        (Outcome::WouldUpdate, _) => {
            say!("There is a newer version of {course}. Files that would change: {files}.");
        }
        (Outcome::Updated, _) => {
            say!("You have the newest version of {course} now. Files that changed: {files}.");
        }
        (Outcome::RolledBack, failed) => {
            let (package, words) =
                failed.as_ref().map_or(("", ""), |(p, w)| (p.as_str(), w.as_str()));
            say!(
                "{words}\n\n{package} no longer builds with {course}. The update is undone: all your files are as they were."
            );
            if let Some(number) = package.strip_prefix("lesson-") {
                say!(
                    "Show this to whoever teaches the course. Or begin that lesson again (cargo workbook reset {number}, \
                     which keeps what you have), and update then."
                );
            }
            return;
        }
    }
    for Note { file, says, kept } in &report.notes {
        say!("  {file}: {says}");
        if let Some(kept) = kept.as_ref().filter(|kept| !kept.is_empty()) {
            say!("    what you had is in {kept}");
        }
    }
    for package in &report.broken {
        say!("  {package} did not build before, and was not tried.");
    }
}
