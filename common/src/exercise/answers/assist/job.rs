//! Work on a thread of its own, asked once a frame whether it is done.

use std::thread::{self, JoinHandle};

/// What comes of it is given out once.
pub(super) struct Job<T>(Option<JoinHandle<T>>);

impl<T> Default for Job<T> {
    fn default() -> Self {
        Job(None)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Takes the place of what is under way, which then ends unheard.
    pub(super) fn begin(&mut self, work: impl FnOnce() -> T + Send + 'static) {
        self.0 = Some(thread::spawn(work));
    }

    pub(super) fn is_running(&self) -> bool {
        self.0.is_some()
    }

    /// What came of it, once it is done.
    pub(super) fn poll(&mut self) -> Option<T> {
        if self.0.as_ref()?.is_finished() { self.wait() } else { None }
    }

    pub(super) fn wait(&mut self) -> Option<T> {
        self.0.take()?.join().ok()
    }
}
