//! Checks in the background, one after the other, each in processes of its own.

use super::library::LibraryCopy;
use crate::check::{self, AnswerSource, Limits, SEED, Verdict};
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

/// An answer that is to be checked.
pub(crate) struct Question {
    /// What the verdict comes with.
    pub(crate) place: usize,
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) source: AnswerSource,
    /// The library that has it.
    pub(crate) library: Option<Arc<LibraryCopy>>,
}

/// Checks that are under way.
#[derive(Default)]
pub(crate) struct Checker {
    verdicts: Option<mpsc::Receiver<(usize, Verdict)>>,
    /// What is asked after those that are under way.
    waiting: Vec<Question>,
    /// The place of the answer that is being checked, and since when.
    asking: Arc<Mutex<Option<(usize, Instant)>>>,
}

impl Checker {
    /// Begins with these; what is under way no longer counts.
    pub(crate) fn begin(&mut self, questions: Vec<Question>) {
        self.waiting.clear();
        let (send, receive) = mpsc::channel();
        self.verdicts = Some(receive);
        self.asking = Arc::default();
        let asking = Arc::clone(&self.asking);
        let run = move || {
            let program = check::this_program().unwrap_or_else(|_| PathBuf::new());
            for Question { place, id, name, source, library } in questions {
                let library = library.as_ref().map(|library| library.path());
                set(&asking, Some((place, Instant::now())));
                let verdict = check::check_in_child(&program, library, id, name, source, SEED, Limits::default());
                if send.send((place, verdict)).is_err() {
                    break; // nobody wants it any more
                }
            }
            set(&asking, None);
        };
        thread::spawn(run);
    }

    /// Has these checked, too.
    pub(crate) fn add(&mut self, questions: Vec<Question>) {
        if self.is_running() {
            self.waiting.extend(questions);
        } else {
            self.begin(questions);
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.verdicts.is_some()
    }

    /// Returns the place of an answer that has been checked for so long.
    pub(crate) fn is_slow(&self, after: Duration) -> Option<usize> {
        let asking = *self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        asking.filter(|(_, since)| since.elapsed() >= after).map(|(place, _)| place)
    }

    /// The verdicts that have come, and whether they were the last ones.
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

    /// Waits for all of them.
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

    /// As if these verdicts were to come.
    #[cfg(test)]
    pub(crate) fn hearing(&mut self, verdicts: mpsc::Receiver<(usize, Verdict)>) {
        self.verdicts = Some(verdicts);
    }
}

fn set<T>(shared: &Mutex<T>, value: T) {
    *shared.lock().unwrap_or_else(PoisonError::into_inner) = value;
}
