//! Runs git in the workspace's folder.

use crate::build;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

/// A command of git that has not run yet.
pub struct Git {
    command: Command,
    shown: String,
}

impl Git {
    /// Creates a command of git in the workspace.
    pub fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new("git");
        // A git hook or alias that runs this program sets these variables for its own work tree and index.
        for inherited in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
            command.env_remove(inherited);
        }
        command.arg("-C").arg(build::workspace()).args(arguments);
        Git { command, shown: format!("git {}", arguments.join(" ")) }
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the command, and returns its standard output.
    ///
    /// # Errors
    /// If there is no git, or the command fails, with its error message.
    pub fn text(self) -> Result<String> {
        self.text_from("")
    }

    /// Runs the command, and returns the first line of its standard output.
    ///
    /// # Errors
    /// As [`Git::text`].
    pub fn line(self) -> Result<String> {
        Ok(self.text()?.lines().next().unwrap_or_default().to_owned())
    }

    /// Runs the command with `input` as its standard input, and returns its standard output.
    ///
    /// # Errors
    /// As [`Git::text`].
    pub fn text_from(mut self, input: impl AsRef<[u8]>) -> Result<String> {
        let piped = self.command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped.stderr(Stdio::piped()).spawn().context("git could not be started")?;
        if let Some(mut stdin) = child.stdin.take() {
            // Git may fail before it has read all of the input; its exit code is checked below.
            let _ = stdin.write_all(input.as_ref());
        }
        let output = child.wait_with_output().with_context(|| self.shown.clone())?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}: {}", self.shown, errors.trim());
        String::from_utf8(output.stdout).with_context(|| format!("{}: not UTF-8", self.shown))
    }
}

/// Returns the differences between two texts as git shows them, with its options; in colours on a terminal. `None` if there
/// are none.
///
/// # Errors
/// If there is no git, or the texts cannot be written for it.
pub fn difference(from: &str, to: &str, options: &[&str]) -> Result<Option<String>> {
    let files = [build::kept().join("from"), build::kept().join("to")];
    fs::create_dir_all(build::kept())?;
    for (file, text) in files.iter().zip([from, to]) {
        fs::write(file, text).with_context(|| build::shown(file))?;
    }
    let is_terminal = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let color = if is_terminal { "--color=always" } else { "--color=never" };
    let mut git = Command::new("git");
    git.args(["diff", "--no-index", "--no-ext-diff", color]).args(options).args(&files);
    let output = git.output().context("git, which compares, could not be started")?;
    ensure!(output.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&output.stderr).trim());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Git's head names the two files.
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.contains("@@ ")).collect();
    Ok((!lines.is_empty()).then(|| lines.join("\n") + "\n"))
}

/// Returns the hash of the commit that `revision` names; `None` if there is no such commit, or no git.
pub fn commit(revision: &str) -> Option<String> {
    let name = format!("{revision}^{{commit}}");
    Git::new(&["rev-parse", "--verify", "--quiet", &name]).line().ok()
}

/// Returns whether `commit` is `tip` or one of its ancestors.
pub fn is_ancestor(commit: &str, tip: &str) -> bool {
    Git::new(&["merge-base", "--is-ancestor", commit, tip]).text().is_ok()
}

/// Returns a file's text in a commit.
///
/// # Errors
/// If there is no such file, or its content is not text.
pub fn file(commit: &str, path: &str) -> Result<String> {
    Git::new(&["cat-file", "blob", &format!("{commit}:{path}")]).text()
}

/// Returns the paths of all files in a commit.
///
/// # Errors
/// If git has no such commit.
pub fn files(commit: &str) -> Result<Vec<String>> {
    let text = Git::new(&["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]).text()?;
    Ok(text.split_terminator('\0').map(String::from).collect())
}

/// A temporary index of git, whose file is removed when it is dropped.
pub struct Index {
    path: String,
}

impl Index {
    /// Creates an empty index. A process may have only one at a time.
    ///
    /// # Errors
    /// If the workspace is not a git repository.
    pub fn new() -> Result<Self> {
        let name = format!("workbook-index-{}", std::process::id());
        let path = Git::new(&["rev-parse", "--path-format=absolute", "--git-path", &name]).line()?;
        let _ = std::fs::remove_file(&path); // left by an earlier process with the same id
        Ok(Index { path })
    }

    /// Returns the path of the index, in git's folder.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Creates a command of git that uses the index.
    pub fn git(&self, arguments: &[&str]) -> Git {
        Git::new(arguments).env("GIT_INDEX_FILE", &self.path)
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path); // a file left over does no harm
    }
}
