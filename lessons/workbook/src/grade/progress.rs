//! How far a grading is, on the screen: in a terminal one line that changes, elsewhere a line now and then.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(super) struct Progress {
    total: usize,
    is_terminal: bool,
    state: Mutex<State>,
}

struct State {
    began: Instant,
    shown: Option<Instant>,
    crates: usize,
    checked: usize,
}

impl Progress {
    /// Of `total` answers; `known` more need no check.
    pub(super) fn new(total: usize, known: usize) -> Self {
        eprintln!("answers to build and check: {total}, cached: {known}");
        let state = State { began: Instant::now(), shown: None, crates: 0, checked: 0 };
        Progress { total, is_terminal: std::io::stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// A crate that all answers share is there.
    pub(super) fn shared(&self) {
        self.show(|state| state.crates += 1);
    }

    /// An answer has its verdicts.
    pub(super) fn checked(&self) {
        self.show(|state| {
            // The time that each takes counts from the first one: what comes before is built only once.
            if state.checked == 0 {
                state.began = Instant::now();
            }
            state.checked += 1;
        });
    }

    /// Ends the line.
    pub(super) fn end(&self) {
        if self.is_terminal {
            eprintln!();
        }
    }

    fn show(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        let pause = Duration::from_secs(if self.is_terminal { 0 } else { 10 });
        let is_last = state.checked == self.total;
        if !is_last && state.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        state.shown = Some(Instant::now());
        let text = self.text(&state);
        let mut err = std::io::stderr();
        // Whoever has closed it does not want to know.
        let _ =
            if self.is_terminal { write!(err, "\r{text:<76}") } else { writeln!(err, "{text}") };
    }

    fn text(&self, state: &State) -> String {
        let State { began, crates, checked, .. } = *state;
        let taken = began.elapsed().as_secs_f64();
        if checked == 0 {
            let answers = self.total;
            return format!(
                "building shared crates: {crates} so far, in {}; then answers: {answers}",
                time(taken)
            );
        }
        let left =
            taken / (checked.saturating_sub(1).max(1)) as f64 * (self.total - checked) as f64;
        let left = match checked {
            _ if checked == self.total => String::new(),
            ..3 => String::new(), // nobody can tell yet
            _ => format!(", time left: about {}", time(left)),
        };
        format!("answers checked: {checked} of {}{left}", self.total)
    }
}

/// In seconds, or in minutes.
fn time(seconds: f64) -> String {
    if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}
