//! The solution beside the student's files, as `cargo workbook compare` finds it.

use super::job::Job;
use crate::exercise::todo_state::TodoState;
use std::process::Stdio;
use verdict::build::{self, Compared, Hunk, Side};
use verdict::source;
use verdict::workspace;

pub(super) type Comparison = Result<Vec<Compared>, String>;

/// The comparison with the solution, on request.
#[derive(Default)]
pub(super) struct Solution {
    /// The TODO of the open card at the last request, and whether it passed.
    requested_at: Option<&'static str>,
    passed: bool,
    /// That TODO's solution is left out until the next request.
    holds_back: bool,
    job: Job<Comparison>,
    comparison: Option<Comparison>,
}

impl Solution {
    /// Begins to compare the student's files with the solution: the open TODO alone if it passes; else a first request
    /// compares the TODOs that pass, and a second one the open TODO. `current` is its index, or `None` if all pass.
    pub(super) fn request(&mut self, number: &'static str, todos: &[TodoState], current: Option<usize>) {
        self.comparison = None;
        if let Some(hidden) = self.choose_hidden(todos, current) {
            let wanted = current.filter(|_| !self.holds_back).map(|current| todos[current].name());
            self.job.begin(move || Ok(without_hidden(compare(number)?, wanted, &hidden)));
        }
    }

    /// Returns the names of the TODOs that the comparison leaves out, or `None` if it would leave out all. Notes the request.
    fn choose_hidden(&mut self, todos: &[TodoState], current: Option<usize>) -> Option<Vec<&'static str>> {
        let id = current.map(|current| todos[current].id);
        self.passed = current.is_some_and(|current| todos[current].passes());
        self.holds_back = id.is_some() && !self.passed && self.requested_at != id;
        self.requested_at = id;
        let mut names = Vec::new();
        for (index, todo) in todos.iter().enumerate() {
            let is_shown = match current {
                Some(current) if !self.holds_back => index == current,
                _ => todo.passes(),
            };
            if !is_shown {
                names.push(todo.name());
            }
        }
        (names.len() < todos.len()).then_some(names)
    }

    /// Returns the id of the TODO whose solution is shown only if it is requested again.
    pub(super) fn held_back(&self) -> Option<&'static str> {
        self.requested_at.filter(|_| self.holds_back)
    }

    /// Returns the id of the TODO that passes, if the comparison is of that one alone.
    pub(super) fn passed(&self) -> Option<&'static str> {
        self.requested_at.filter(|_| self.passed)
    }

    pub(super) fn is_comparing(&self) -> bool {
        self.job.is_running()
    }

    pub(super) fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// Returns whether the comparison has just ended.
    pub(super) fn poll(&mut self) -> bool {
        let comparison = self.job.poll();
        self.keep_result(comparison)
    }

    pub(super) fn wait(&mut self) {
        let comparison = self.job.wait();
        self.keep_result(comparison);
    }

    /// Replaces the comparison by a new one, if there is one. Returns whether there is.
    fn keep_result(&mut self, comparison: Option<Comparison>) -> bool {
        let has_ended = comparison.is_some();
        self.comparison = comparison.or(self.comparison.take());
        has_ended
    }
}

/// Compares the files of a lesson with the solution by `cargo workbook compare`, which knows where the solution is.
fn compare(number: &str) -> Comparison {
    let mut command = build::cargo("run");
    command.args(["--quiet", "--package", "workbook", "--", "compare", number, "--json"]).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("cargo could not be started: {error}"))?;
    parse_comparison(&output.stdout, &output.stderr)
}

fn parse_comparison(stdout: &[u8], stderr: &[u8]) -> Comparison {
    serde_json::from_slice(stdout).map_err(|_| {
        let message = String::from_utf8_lossy(stderr);
        message.trim().trim_start_matches("error: ").to_owned()
    })
}

/// Removes the differences in the functions and shaders named in `hidden`, unless a difference extends into the `wanted`
/// one. Then removes files without differences, if anything is hidden.
fn without_hidden(mut files: Vec<Compared>, wanted: Option<&str>, hidden: &[&str]) -> Vec<Compared> {
    for Compared { file, hunks, .. } in &mut files {
        let text = std::fs::read_to_string(workspace::root().join(&*file)).unwrap_or_default();
        hunks.retain(|hunk| {
            wanted.is_some_and(|name| touches(hunk, file, &text, name))
                || !hidden.iter().any(|name| touches(hunk, file, &text, name))
        });
    }
    files.retain(|file| hidden.is_empty() || !file.hunks.is_empty());
    files
}

/// Returns whether a difference lies in the function, or in the shader, called `name`. `text` is the text of `file`.
fn touches(hunk: &Hunk, file: &str, text: &str, name: &str) -> bool {
    if file.ends_with(&format!("/{name}")) {
        return true;
    }
    let count = hunk.lines.iter().filter(|line| line.side != Side::Solution).count();
    source::lines_of(text, name)
        .is_some_and(|function| *function.start() < hunk.line + count && hunk.line <= *function.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::Task;
    use verdict::build::{Line, Piece};
    use verdict::{Status, Verdict};

    fn todo((id, name): (&'static str, &'static str), status: Status) -> TodoState {
        TodoState { verdict: Some(Verdict::new(id, name, status, 1)), ..TodoState::new(id, Task::Function(name)) }
    }

    #[test]
    fn what_does_not_pass_is_shown_when_it_is_requested_twice() {
        use Status::{Fail, NotStarted, Pass};
        let mut solution = Solution::default();
        let none = [Fail, NotStarted, NotStarted];
        let one = [Pass, Fail, NotStarted];
        for (statuses, current, held_back, hidden) in [
            (none, Some(0), Some("03.1"), None),
            (none, Some(0), None, Some(vec!["two", "three"])),
            (one, Some(1), Some("03.2"), Some(vec!["two", "three"])),
            (one, Some(1), None, Some(vec!["one", "three"])),
            (one, Some(0), None, Some(vec!["two", "three"])),
            ([Pass; 3], None, None, Some(vec![])),
        ] {
            let names = [("03.1", "one"), ("03.2", "two"), ("03.3", "three")];
            let todos = [0, 1, 2].map(|index| todo(names[index], statuses[index]));
            assert_eq!(solution.choose_hidden(&todos, current), hidden, "{statuses:?}");
            assert_eq!(solution.held_back(), held_back, "{statuses:?}");
            assert_eq!(solution.passed().is_some(), current.is_some_and(|current| statuses[current] == Pass));
        }
    }

    fn hunk(line: usize, side: &[Side]) -> Hunk {
        let mut lines = Vec::new();
        for &side in side {
            lines.push(Line { side, pieces: vec![Piece { text: "x".into(), differs: false }] });
        }
        Hunk { line, lines }
    }

    #[test]
    fn differences_of_a_function_and_of_a_shader() {
        let text = "fn one() {\n    1\n}\n\nfn two() {\n    2\n}\n";
        let file = "lessons/03-x/exercise.rs";
        let change = [Side::Both, Side::Mine, Side::Solution, Side::Solution, Side::Both];
        // A line of the solution alone takes up none in the student's file.
        for (line, name, expected) in [(1, "one", true), (1, "two", false), (5, "one", false), (5, "two", true)] {
            assert_eq!(touches(&hunk(line, &change), file, text, name), expected, "{line} {name}");
        }
        assert!(touches(&hunk(1, &change), "shaders/03-x/joints.vert", "", "joints.vert"));
        assert!(!touches(&hunk(1, &change), "shaders/03-x/joints.vert", "", "two"));
    }

    #[test]
    fn the_commands_output_is_parsed() {
        let files = vec![Compared {
            file: "lessons/03-x/exercise.rs".into(),
            solution: "solution/03-x:lessons/03-x/exercise.rs".into(),
            hunks: vec![hunk(7, &[Side::Both, Side::Mine])],
        }];
        assert_eq!(parse_comparison(&serde_json::to_vec(&files).unwrap(), b""), Ok(files));
        let message = parse_comparison(b"", b"error: there is no solution of lesson 03 here\n");
        assert_eq!(message, Err("there is no solution of lesson 03 here".into()));
    }
}
