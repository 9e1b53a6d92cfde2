//! How far a grading is, on the screen: in a terminal one line that changes, elsewhere a line now and then.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(super) struct Progress {
    answers: usize,
    state: Mutex<State>,
}

struct State {
    /// The time for an answer counts from the first one on: what comes before is built only once.
    began: Instant,
    shown: Option<Instant>,
    /// By [`Step`].
    done: [usize; 3],
}

/// What is there now.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Step {
    /// A crate that all answers share.
    Shared,
    /// The library of an answer.
    Compiled,
    /// Its verdicts.
    Checked,
}

/// To compile an answer takes so many times as long as to link and check it.
const COMPILING: usize = 3;

impl Progress {
    pub(super) fn new(answers: usize) -> Self {
        let state = State { began: Instant::now(), shown: None, done: [0; 3] };
        Progress { answers, state: Mutex::new(state) }
    }

    pub(super) fn done(&self, step: Step) {
        let state = &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if step != Step::Shared && state.done[1..] == [0, 0] {
            state.began = Instant::now();
        }
        state.done[step as usize] += 1;
        let is_terminal = std::io::stderr().is_terminal();
        let pause = Duration::from_secs(if is_terminal { 0 } else { 10 });
        let is_last = state.done[Step::Checked as usize] == self.answers;
        if is_last || state.shown.is_none_or(|shown| shown.elapsed() >= pause) {
            state.shown = Some(Instant::now());
            let text = self.text(state);
            let (start, end) = if is_terminal { ("\r", "") } else { ("", "\n") };
            // Whoever has closed it does not want to know.
            let _ = write!(std::io::stderr(), "{start}{text:<76}{end}");
        }
    }

    fn text(&self, State { began, done: [shared, compiled, checked], .. }: &State) -> String {
        let taken = began.elapsed().as_secs_f64();
        if compiled + checked == 0 {
            return format!("building shared crates, once: {shared} so far, in {taken:.0} s");
        }
        // What does not compile is done with, too.
        let (all, compiled) = (self.answers, compiled.max(checked));
        let done = COMPILING * compiled + checked;
        let left = taken / done as f64 * ((COMPILING + 1) * all).saturating_sub(done) as f64;
        let left = match left {
            _ if done < 10 || *checked == all => String::new(), // too few to go by, or none
            ..90.0 => format!(", time left: about {left:.0} s"),
            _ => format!(", time left: about {:.0} min", left / 60.0),
        };
        format!("compiled: {compiled} of {all}, checked: {checked} of {all}{left}")
    }
}

impl Drop for Progress {
    /// Ends the line.
    fn drop(&mut self) {
        if std::io::stderr().is_terminal() {
            eprintln!();
        }
    }
}
