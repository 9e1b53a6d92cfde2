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

pub(crate) struct CheckedAnswer {
    /// The index of its request.
    pub(crate) index: usize,
    /// The library that it was called in; none for the starter's answers.
    pub(crate) library: Option<Arc<LibraryCopy>>,
    pub(crate) verdict: Verdict,
}

/// A thread with checks, and those that begin after it.
#[derive(Default)]
pub(crate) struct Checker {
    checked: Option<mpsc::Receiver<CheckedAnswer>>,
    waiting: Vec<CheckRequest>,
    /// The index of the answer that is being checked, and since when.
    current: Arc<Mutex<Option<(usize, Instant)>>>,
}

impl Checker {
    /// Begins checks on a new thread. Verdicts of earlier requests are dropped.
    pub(crate) fn begin(&mut self, requests: Vec<CheckRequest>) {
        self.waiting.clear();
        let (send, receive) = mpsc::channel();
        self.checked = Some(receive);
        self.current = Arc::default();
        let current = Arc::clone(&self.current);
        thread::spawn(move || {
            let program = verdict::run_judge::this_program().unwrap_or_else(|_| PathBuf::new());
            for CheckRequest { index, id, name, source, library } in requests {
                let path = library.as_ref().map(|library| library.path());
                set(&current, Some((index, Instant::now())));
                let verdict = judge::check_in_child(&program, path, id, name, source, SEED, Limits::default());
                if send.send(CheckedAnswer { index, library, verdict }).is_err() {
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
        self.checked.is_some()
    }

    /// Returns the index of an answer that has been checked for longer than `limit`.
    pub(crate) fn is_slow(&self, limit: Duration) -> Option<usize> {
        let current = *self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.filter(|(_, since)| since.elapsed() >= limit).map(|(index, _)| index)
    }

    /// Returns the answers that were checked since the last call, and whether that was the last request.
    pub(crate) fn poll(&mut self) -> (Vec<CheckedAnswer>, bool) {
        let mut checked = Vec::new();
        while let Some(inbox) = &self.checked {
            match inbox.try_recv() {
                Ok(answer) => checked.push(answer),
                Err(TryRecvError::Empty) => return (checked, false),
                Err(TryRecvError::Disconnected) => {
                    self.checked = None;
                    if self.waiting.is_empty() {
                        return (checked, true);
                    }
                    let waiting = std::mem::take(&mut self.waiting);
                    self.begin(waiting);
                }
            }
        }
        (checked, false)
    }

    pub(crate) fn wait(&mut self) -> Vec<CheckedAnswer> {
        let mut checked = Vec::new();
        while let Some(inbox) = self.checked.take() {
            checked.extend(inbox);
            let waiting = std::mem::take(&mut self.waiting);
            if !waiting.is_empty() {
                self.begin(waiting);
            }
        }
        checked
    }

    #[cfg(test)]
    pub(crate) fn receive_from(&mut self, checked: mpsc::Receiver<CheckedAnswer>) {
        self.checked = Some(checked);
    }
}

fn set<T>(shared: &Mutex<T>, value: T) {
    *shared.lock().unwrap_or_else(PoisonError::into_inner) = value;
}
