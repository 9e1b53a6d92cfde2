//! The solution beside the student's files, as `cargo workbook compare` finds it.

use super::job::Job;
use crate::build::{self, Compared, Hunk, Side};
use crate::check::source;
use crate::exercise::answers::TodoState;
use crate::workspace;
use std::process::Stdio;

/// What there is to show: the differences, or why there are none to be had.
pub(super) type Found = Result<Vec<Compared>, String>;

/// Whether it was asked for, and what was found.
#[derive(Default)]
pub(super) struct Solution {
    /// The TODO that did not pass when it was asked for last.
    asked_at: Option<&'static str>,
    /// That TODO's solution is left out until it is asked for again.
    holds_back: bool,
    job: Job<Found>,
    found: Option<Found>,
}

impl Solution {
    /// Shows the solution of what passes; that of the TODO at hand, alone, if it is asked for twice.
    pub(super) fn ask(&mut self, number: &'static str, todos: &[TodoState], at: Option<usize>) {
        self.found = None;
        if let Some(hidden) = self.hidden(todos, at) {
            let wanted = at.filter(|_| !self.holds_back).map(|at| todos[at].name());
            self.job.begin(move || Ok(chosen(compare(number)?, wanted, &hidden)));
        }
    }

    /// The names of the TODOs that are left out; none if no other is left.
    fn hidden(&mut self, todos: &[TodoState], at: Option<usize>) -> Option<Vec<&'static str>> {
        let id = at.map(|at| todos[at].id);
        self.holds_back = id.is_some() && self.asked_at != id;
        self.asked_at = id;
        let is_shown = |place: usize, todo: &TodoState| match at {
            Some(at) if !self.holds_back => place == at,
            _ => todo.passes(),
        };
        let hidden = todos.iter().enumerate().filter(|(place, todo)| !is_shown(*place, todo));
        let names: Vec<&'static str> = hidden.map(|(_, todo)| todo.name()).collect();
        (names.len() < todos.len()).then_some(names)
    }

    /// The TODO whose solution is not shown yet.
    pub(super) fn held_back(&self) -> Option<&'static str> {
        self.asked_at.filter(|_| self.holds_back)
    }

    pub(super) fn is_comparing(&self) -> bool {
        self.job.is_running()
    }

    pub(super) fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// True if it has been found now.
    pub(super) fn poll(&mut self) -> bool {
        let found = self.job.poll();
        self.take(found)
    }

    pub(super) fn wait(&mut self) {
        let found = self.job.wait();
        self.take(found);
    }

    fn take(&mut self, found: Option<Found>) -> bool {
        let has_news = found.is_some();
        self.found = found.or(self.found.take());
        has_news
    }
}

/// Asks the command: it knows where the solution is, and how to compare.
fn compare(number: &str) -> Found {
    let mut command = build::cargo("run");
    command.args(["--quiet", "--package", "workbook", "--", "compare", number, "--json"]).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("cargo could not be started: {error}"))?;
    read(&output.stdout, &output.stderr)
}

fn read(stdout: &[u8], stderr: &[u8]) -> Found {
    serde_json::from_slice(stdout).map_err(|_| {
        let message = String::from_utf8_lossy(stderr);
        message.trim().trim_start_matches("error: ").to_owned()
    })
}

/// Without the differences in the functions and shaders that are hidden, unless they go into the one that is wanted,
/// and without files in which no others are.
fn chosen(mut files: Vec<Compared>, wanted: Option<&str>, hidden: &[&str]) -> Vec<Compared> {
    for Compared { file, hunks, .. } in &mut files {
        let text = std::fs::read_to_string(workspace::root().join(&*file)).unwrap_or_default();
        let is_in = |hunk: &Hunk, name: &str| is_in(hunk, file, &text, name);
        hunks.retain(|hunk| {
            wanted.is_some_and(|name| is_in(hunk, name)) || !hidden.iter().any(|name| is_in(hunk, name))
        });
    }
    files.retain(|file| hidden.is_empty() || !file.hunks.is_empty());
    files
}

/// Whether a difference lies in the function, or the shader, of this name.
fn is_in(hunk: &Hunk, file: &str, text: &str, name: &str) -> bool {
    let mine = hunk.lines.iter().filter(|line| line.whose != Side::Solution).count();
    let function = source::lines_of(text, name);
    let overlaps =
        |lines: &std::ops::RangeInclusive<usize>| *lines.start() < hunk.line + mine && hunk.line <= *lines.end();
    file.ends_with(&format!("/{name}")) || function.as_ref().is_some_and(overlaps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Line, Piece};
    use crate::check::{Status, Task, Verdict};

    fn todo((id, name): (&'static str, &'static str), status: Status) -> TodoState {
        TodoState { verdict: Some(Verdict::new(id, name, status, 1)), ..TodoState::new(id, Task::Function(name)) }
    }

    #[test]
    fn what_does_not_pass_is_shown_when_it_is_asked_for_twice() {
        use Status::{Fail, NotStarted, Pass};
        let mut solution = Solution::default();
        let mut ask = |statuses: [Status; 3], at: Option<usize>| {
            let todos = [0, 1, 2].map(|place| {
                let names = [("03.1", "one"), ("03.2", "two"), ("03.3", "three")];
                todo(names[place], statuses[place])
            });
            let hidden = solution.hidden(&todos, at);
            (solution.held_back(), hidden)
        };
        let begun = [Fail, NotStarted, NotStarted];
        assert_eq!(ask(begun, Some(0)), (Some("03.1"), None), "there is nothing to show");
        assert_eq!(ask(begun, Some(0)), (None, Some(vec!["two", "three"])));
        let further = [Pass, Fail, NotStarted];
        assert_eq!(ask(further, Some(1)), (Some("03.2"), Some(vec!["two", "three"])), "what passes is shown");
        assert_eq!(ask(further, Some(1)), (None, Some(vec!["one", "three"])));
        assert_eq!(ask([Pass; 3], None), (None, Some(vec![])));
    }

    fn hunk(line: usize, whose: &[Side]) -> Hunk {
        let piece = || Piece { text: "x".into(), differs: false };
        Hunk { line, lines: whose.iter().map(|&whose| Line { whose, pieces: vec![piece()] }).collect() }
    }

    #[test]
    fn differences_of_a_function_and_of_a_shader() {
        let text = "fn one() {\n    1\n}\n\nfn two() {\n    2\n}\n";
        let file = "lessons/03-x/exercise.rs";
        let change = [Side::Both, Side::Mine, Side::Solution, Side::Solution, Side::Both];
        let case = |line, name| is_in(&hunk(line, &change), file, text, name);
        assert_eq!([case(1, "one"), case(1, "two")], [true, false]);
        assert_eq!([case(5, "one"), case(5, "two")], [false, true], "what is only the solution's takes no line");
        assert!(is_in(&hunk(1, &change), "shaders/03-x/joints.vert", "", "joints.vert"));
        assert!(!is_in(&hunk(1, &change), "shaders/03-x/joints.vert", "", "two"));
    }

    #[test]
    fn what_the_command_says() {
        let files = vec![Compared {
            file: "lessons/03-x/exercise.rs".into(),
            solution: "solution/03-x:lessons/03-x/exercise.rs".into(),
            hunks: vec![hunk(7, &[Side::Both, Side::Mine])],
        }];
        assert_eq!(read(&serde_json::to_vec(&files).unwrap(), b""), Ok(files));
        let message = read(b"", b"error: there is no solution of lesson 03 here\n");
        assert_eq!(message, Err("there is no solution of lesson 03 here".into()));
    }
}
