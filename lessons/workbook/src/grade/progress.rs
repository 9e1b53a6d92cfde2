//! How far a grading is, on the screen: in a terminal one line that changes, elsewhere a line now and then.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(super) struct Progress {
    answers: usize,
    packages: usize,
    is_terminal: bool,
    state: Mutex<State>,
}

struct State {
    began: Instant,
    shown: Option<Instant>,
    /// Crates that all answers share.
    shared: usize,
    /// Answers whose library is there.
    compiled: usize,
    checked: usize,
}

/// To compile an answer takes so many times as long as to link and check it.
const COMPILING: usize = 3;

impl Progress {
    /// Of so many answers in so many packages; `known` more need no check.
    pub(super) fn new(answers: usize, packages: usize, known: usize) -> Self {
        eprintln!("answers to build and check: {answers}, cached: {known}");
        let state =
            State { began: Instant::now(), shown: None, shared: 0, compiled: 0, checked: 0 };
        let is_terminal = std::io::stderr().is_terminal();
        Progress { answers, packages, is_terminal, state: Mutex::new(state) }
    }

    /// A crate that all answers share is there.
    pub(super) fn shared(&self) {
        self.show(|state| state.shared += 1);
    }

    /// The library of an answer is there.
    pub(super) fn compiled(&self) {
        self.show(|state| {
            state.start_counting();
            state.compiled += 1;
        });
    }

    /// An answer has its verdicts.
    pub(super) fn checked(&self) {
        self.show(|state| {
            state.start_counting();
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
        let is_last = state.checked == self.answers;
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
        let State { shared, compiled, checked, .. } = *state;
        let taken = state.began.elapsed().as_secs_f64();
        if compiled + checked == 0 {
            return format!("building shared crates, once: {shared} so far, in {}", time(taken));
        }
        let done = COMPILING * compiled + checked;
        let all = COMPILING * self.packages + self.answers;
        let left = taken / done as f64 * all.saturating_sub(done) as f64;
        let left = match done {
            _ if checked == self.answers => String::new(),
            ..10 => String::new(), // too few to go by
            _ => format!(", time left: about {}", time(left)),
        };
        let Progress { answers, packages, .. } = self;
        format!("compiled: {compiled} of {packages}, checked: {checked} of {answers}{left}")
    }
}

impl State {
    /// The time for an answer counts from the first one on: what comes before is built only once.
    fn start_counting(&mut self) {
        if self.compiled + self.checked == 0 {
            self.began = Instant::now();
        }
    }
}

/// In seconds, or in minutes.
fn time(seconds: f64) -> String {
    if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}
