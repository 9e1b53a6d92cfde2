//! Checks in the background, one after the other, each in its own processes.

use super::library::{LibraryCopy, LoadedExercise};
use super::todo_state::TodoState;
use judge::{AnswerSource, Limits};
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};
use verdict::{SEED, Verdict};

/// One answer to be checked.
pub(crate) struct CheckRequest {
    /// The index with which the verdict is returned.
    pub(crate) index: usize,
    id: &'static str,
    name: &'static str,
    source: AnswerSource,
    library: Option<Arc<LibraryCopy>>,
}

impl CheckRequest {
    pub(crate) fn new(index: usize, todo: &TodoState, source: AnswerSource, exercise: Option<&LoadedExercise>) -> Self {
        let library = exercise.map(|exercise| Arc::clone(&exercise.file));
        CheckRequest { index, id: todo.id, name: todo.name(), source, library }
    }
}

/// A thread with checks, and those that begin after it.
#[derive(Default)]
pub(crate) struct Checker {
    verdicts: Option<mpsc::Receiver<(usize, Verdict)>>,
    waiting: Vec<CheckRequest>,
    /// The index of the answer that is being checked, and since when.
    current: Arc<Mutex<Option<(usize, Instant)>>>,
}

impl Checker {
    /// Begins checks on a new thread. Verdicts of earlier requests are dropped.
    pub(crate) fn begin(&mut self, requests: Vec<CheckRequest>) {
        self.waiting.clear();
        let (send, receive) = mpsc::channel();
        self.verdicts = Some(receive);
        self.current = Arc::default();
        let current = Arc::clone(&self.current);
        thread::spawn(move || {
            let program = verdict::run_judge::this_program().unwrap_or_else(|_| PathBuf::new());
            for CheckRequest { index, id, name, source, library } in requests {
                let library = library.as_ref().map(|library| library.path());
                set(&current, Some((index, Instant::now())));
                let verdict = judge::check_in_child(&program, library, id, name, source, SEED, Limits::default());
                if send.send((index, verdict)).is_err() {
                    break; // the window has begun another check
                }
            }
            set(&current, None);
        });
    }

    /// Begins checks, after those under way.
    pub(crate) fn add(&mut self, requests: Vec<CheckRequest>) {
        if self.is_running() {
            self.waiting.extend(requests);
        } else {
            self.begin(requests);
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.verdicts.is_some()
    }

    /// Returns the index of an answer that has been checked for longer than `limit`.
    pub(crate) fn is_slow(&self, limit: Duration) -> Option<usize> {
        let current = *self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.filter(|(_, since)| since.elapsed() >= limit).map(|(index, _)| index)
    }

    /// Returns the verdicts since the last call, and whether all requests have their verdicts now.
    pub(crate) fn poll(&mut self) -> (Vec<(usize, Verdict)>, bool) {
        let mut verdicts = Vec::new();
        while let Some(inbox) = &self.verdicts {
            match inbox.try_recv() {
                Ok(verdict) => verdicts.push(verdict),
                Err(TryRecvError::Empty) => return (verdicts, false),
                Err(TryRecvError::Disconnected) => {
                    self.verdicts = None;
                    if self.waiting.is_empty() {
                        return (verdicts, true);
                    }
                    let waiting = std::mem::take(&mut self.waiting);
                    self.begin(waiting);
                }
            }
        }
        (verdicts, false)
    }

    pub(crate) fn wait(&mut self) -> Vec<(usize, Verdict)> {
        let mut verdicts = Vec::new();
        while let Some(inbox) = self.verdicts.take() {
            verdicts.extend(inbox);
            let waiting = std::mem::take(&mut self.waiting);
            if !waiting.is_empty() {
                self.begin(waiting);
            }
        }
        verdicts
    }

    #[cfg(test)]
    pub(crate) fn receive_from(&mut self, verdicts: mpsc::Receiver<(usize, Verdict)>) {
        self.verdicts = Some(verdicts);
    }
}

fn set<T>(shared: &Mutex<T>, value: T) {
    *shared.lock().unwrap_or_else(PoisonError::into_inner) = value;
}
