//! Work on a thread, polled once a frame.

use std::thread::{self, JoinHandle};

/// The current work. Its result is returned once.
pub(super) struct Job<T>(Option<JoinHandle<T>>);

impl<T> Default for Job<T> {
    fn default() -> Self {
        Job(None)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Replaces the current work, whose result is dropped.
    pub(super) fn begin(&mut self, work: impl FnOnce() -> T + Send + 'static) {
        self.0 = Some(thread::spawn(work));
    }

    pub(super) fn is_running(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn poll(&mut self) -> Option<T> {
        if self.0.as_ref()?.is_finished() { self.wait() } else { None }
    }

    pub(super) fn wait(&mut self) -> Option<T> {
        self.0.take()?.join().ok()
    }
}
