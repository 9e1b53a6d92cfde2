//! Calls the student's code under a time limit, so that no panic and no endless loop reaches the window.

use super::calling::{Called, calling};
use crate::app::exercise::{EarlierTable, EarlierTodo, earlier};
use crate::check::{CallError, Worker};
use std::{any::Any, collections::HashMap, time::Duration};

/// How long a frame of a window waits for an answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a picture without a window waits: a busy machine may need a while.
const MORE_PATIENCE: Duration = Duration::from_secs(20);

/// A thread for each TODO, and what there is to say about those whose answers could not be used.
pub struct Watchdog {
    workers: HashMap<String, Worker>,
    reports: Vec<String>,
    /// TODOs whose answers took too long, and what was reported.
    endless: Vec<(&'static str, String)>,
    direct: bool,
    pub(super) patience: Duration,
    /// The TODOs of earlier lessons, if the student's answers to them are called where they pass.
    pub earlier_todos: Vec<EarlierTodo>,
    /// For tests: an [`EarlierTable`] that is called without a check.
    pub(in crate::app) earlier_table: Option<Box<dyn Any>>,
}

/// An answer that panicked, or took too long.
#[derive(Debug)]
pub struct Lost {
    /// The id of its TODO.
    pub todo: &'static str,
    error: CallError,
}

impl Default for Watchdog {
    fn default() -> Self {
        Watchdog {
            workers: HashMap::new(),
            reports: Vec::new(),
            endless: Vec::new(),
            direct: false,
            patience: PATIENCE,
            earlier_todos: Vec::new(),
            earlier_table: None,
        }
    }
}

impl Watchdog {
    /// Calls on this very thread, without a limit: for the finished answers, which return.
    pub fn direct() -> Self {
        Watchdog { direct: true, ..Watchdog::default() }
    }

    /// For a picture, which is in no hurry.
    pub(in crate::app) fn patient() -> Self {
        Watchdog { patience: MORE_PATIENCE, ..Watchdog::default() }
    }

    /// The answers of earlier lessons: the student's where they pass and are asked for.
    pub fn earlier<T: EarlierTable>(&self) -> T {
        let table = self.earlier_table.as_ref().and_then(|table| table.downcast_ref());
        table.copied().unwrap_or_else(|| earlier::table(&self.earlier_todos))
    }

    /// Whether [`earlier`](Self::earlier) may hold anything but the finished answers.
    pub fn calls_earlier(&self) -> bool {
        self.earlier_table.is_some() || !self.earlier_todos.is_empty()
    }

    /// What `call` returns, called on the thread of this name (`"03.3 index_pairs"`). If an answer in it panics or takes
    /// too long: which one it was, `todo` if that called no other.
    ///
    /// # Errors
    /// If it is lost.
    pub fn attempt<T: Send + 'static>(
        &mut self,
        thread: &str,
        todo: &'static str,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Lost> {
        if self.direct {
            return Ok(call());
        }
        let (called, patience) = (Called::default(), self.patience);
        let noted = called.clone();
        let call = move || {
            noted.note_here();
            calling(todo);
            call()
        };
        self.worker(thread).call(patience, call).map_err(|error| {
            if matches!(error, CallError::Endless) {
                // That thread never comes back; the others' answers get a new one.
                self.workers.remove(thread);
            }
            Lost { todo: called.last(), error }
        })
    }

    fn worker(&mut self, name: &str) -> &mut Worker {
        self.workers.entry(name.into()).or_insert_with(|| Worker::new(name))
    }

    /// Reports a lost answer by its name. One that took too long is remembered, so that it is not called again.
    pub fn report_lost(&mut self, name: &str, Lost { todo, error }: &Lost) {
        let line = format!("{name}: {error} (The finished one draws instead.)");
        if matches!(error, CallError::Endless) {
            self.endless.push((todo, line.clone()));
        }
        self.report(line);
    }

    /// Reports once more that these TODOs have taken too long, as far as `is_called` says that they would be called.
    pub(super) fn endless(&mut self, is_called: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let called = self.endless.iter().filter(|(todo, _)| is_called(todo));
        let (found, lines): (Vec<_>, Vec<_>) = called.cloned().unzip();
        for line in lines {
            self.report(line);
        }
        found
    }

    /// Adds a report about an answer, if it has not been said already.
    pub fn report(&mut self, line: impl Into<String>) {
        let line = line.into();
        if !self.reports.contains(&line) {
            self.reports.push(line);
        }
    }

    /// The reports since this was last called.
    pub fn take_reports(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reports)
    }
}
