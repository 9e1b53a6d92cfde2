//! Shows the progress of a grading: in a terminal by one line that changes, elsewhere by a line now and then.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The progress of a grading. While this exists, a line is shown now and then even if no step is done.
pub(super) struct Progress {
    shared: Arc<Shared>,
    /// Channel whose end stops the thread that shows the time.
    _running: Sender<()>,
}

struct Shared {
    answers: usize,
    state: Mutex<State>,
}

struct State {
    /// Time at which the first answer was done, since shared crates are built only once, before the answers.
    began: Instant,
    shown: Option<Instant>,
    /// Counts by [`Step`].
    done: [usize; 3],
    crates: usize,
}

/// A step that is done.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Step {
    /// A crate that all answers share.
    Shared,
    /// The library of an answer.
    Compiled,
    /// The verdicts on an answer.
    Checked,
}

/// Time to compile an answer, in units of the time to link and check it.
const COMPILING: usize = 3;

impl Progress {
    pub(super) fn new(answers: usize) -> Self {
        let state = State { began: Instant::now(), shown: None, done: [0; 3], crates: 0 };
        let shared = Arc::new(Shared { answers, state: Mutex::new(state) });
        let (running, ended) = mpsc::channel();
        let shown = shared.clone();
        let pause = if std::io::stderr().is_terminal() { SECOND } else { 30 * SECOND };
        std::thread::spawn(move || {
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let mut state = shown.state.lock().unwrap_or_else(PoisonError::into_inner);
                if state.shown.is_none_or(|shown| shown.elapsed() >= pause) {
                    shown.show(&mut state);
                }
            }
        });
        Progress { shared, _running: running }
    }

    /// Counts a shared crate.
    pub(super) fn shared(&self, crates: usize, all: usize) {
        let mut state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.crates = all;
        state.done[Step::Shared as usize] = crates.saturating_sub(1);
        drop(state);
        self.done(Step::Shared);
    }

    /// Counts a step, and shows the progress if that was not done just before.
    pub(super) fn done(&self, step: Step) {
        let state = &mut *self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        if step != Step::Shared && state.done[1..] == [0, 0] {
            state.began = Instant::now();
        }
        state.done[step as usize] += 1;
        let pause = if std::io::stderr().is_terminal() { Duration::ZERO } else { 10 * SECOND };
        let is_last = state.done[Step::Checked as usize] == self.shared.answers;
        if is_last || state.shown.is_none_or(|shown| shown.elapsed() >= pause) {
            self.shared.show(state);
        }
    }
}

const SECOND: Duration = Duration::from_secs(1);

impl Shared {
    /// Prints the progress.
    fn show(&self, state: &mut State) {
        state.shown = Some(Instant::now());
        let text = self.text(state);
        let line = if std::io::stderr().is_terminal() { format!("\r{text:<76}") } else { format!("{text}\n") };
        let _ = std::io::stderr().write_all(line.as_bytes()); // whoever has closed it does not want to know
    }

    /// Returns the progress in words, with an estimate of the time left.
    fn text(&self, State { began, done: [shared, compiled, checked], crates, .. }: &State) -> String {
        let taken = began.elapsed().as_secs_f64();
        if [*shared, *compiled, *checked] == [0; 3] {
            return format!("building: {taken:.0} s");
        }
        if compiled + checked == 0 {
            let all = crates.max(shared); // an answer may need one more
            return format!("building shared crates, once: {shared} of {all}, in {taken:.0} s");
        }
        let all = self.answers;
        // An answer that does not compile is done, too; one that is built once more counts once.
        let compiled = compiled.max(checked).min(&all);
        let done = COMPILING * compiled + checked;
        let left = taken / done as f64 * ((COMPILING + 1) * all).saturating_sub(done) as f64;
        let left = match left {
            _ if done < 10 || *checked == all => String::new(), // too few for an estimate, or all
            ..90.0 => format!(", time left: about {left:.0} s"),
            _ => format!(", time left: about {:.0} min", left / 60.0),
        };
        format!("compiled: {compiled} of {all}, checked: {checked} of {all}{left}")
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if std::io::stderr().is_terminal() {
            eprintln!();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_once_has_a_total() {
        let progress = Progress::new(4);
        progress.shared(210, 245);
        let state = progress.shared.state.lock().unwrap();
        assert!(progress.shared.text(&state).starts_with("building shared crates, once: 210 of 245, in "));
    }
}
