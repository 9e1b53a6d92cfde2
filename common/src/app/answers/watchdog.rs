//! Calls the student's code under a time limit, so that no panic and no endless loop reaches the window.

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
    direct: bool,
    patience: Duration,
    /// The TODOs of earlier lessons, if the student's answers to them are called where they pass.
    pub earlier_todos: Vec<EarlierTodo>,
    /// For tests: an [`EarlierTable`] that is called without a check.
    pub(in crate::app) earlier_table: Option<Box<dyn Any>>,
}

impl Default for Watchdog {
    fn default() -> Self {
        Watchdog {
            workers: HashMap::new(),
            reports: Vec::new(),
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

    /// What `mine` returns, called on the thread named `name` (`"03.3 index_pairs"`); if it panics or takes
    /// too long, what `reference` returns, and a report why. What has taken too long once is not called again.
    pub fn call<T: Send + 'static>(
        &mut self,
        name: &str,
        mine: impl FnOnce() -> T + Send + 'static,
        reference: impl FnOnce() -> T,
    ) -> T {
        if self.direct {
            return mine();
        }
        let patience = self.patience;
        match self.worker(name).call(patience, mine) {
            Ok(answer) => answer,
            Err(lost) => {
                self.report_lost(name, &lost);
                reference()
            }
        }
    }

    /// The same for a call in which answers to several TODOs are called in turn. If one of them panics or takes too long
    /// this is `None`, and the report names the one that `whose` then finds.
    pub fn call_in_turn<T: Send + 'static>(
        &mut self,
        thread: &str,
        calls: impl FnOnce() -> T + Send + 'static,
        whose: impl FnOnce() -> String,
    ) -> Option<T> {
        if self.direct {
            return Some(calls());
        }
        let patience = self.patience;
        let lost = match self.worker(thread).call(patience, calls) {
            Ok(answer) => return Some(answer),
            Err(lost) => lost,
        };
        if matches!(lost, CallError::Endless) {
            // That thread never comes back; the others' answers get a new one.
            self.workers.remove(thread);
        }
        self.report_lost(&whose(), &lost);
        None
    }

    fn worker(&mut self, name: &str) -> &mut Worker {
        self.workers.entry(name.into()).or_insert_with(|| Worker::new(name))
    }

    fn report_lost(&mut self, name: &str, lost: &CallError) {
        self.reports.push(format!("{name}: {lost} (The finished one draws instead.)"));
    }

    /// Adds a report about an answer.
    pub fn report(&mut self, line: impl Into<String>) {
        self.reports.push(line.into());
    }

    /// The reports since this was last called.
    pub fn take_reports(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reports)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_stands_in_for_a_panic() {
        let mut watchdog = Watchdog::default();
        assert_eq!(watchdog.call("07.1 blend", || 7, || 0), 7);
        assert_eq!(watchdog.take_reports(), [""; 0]);
        assert_eq!(watchdog.call("07.1 blend", || panic!("no blend"), || 0), 0);
        let said = watchdog.take_reports();
        assert!(said[0].starts_with("07.1 blend: panicked at"), "{said:?}");
        assert!(said[0].contains("no blend") && said.len() == 1, "{said:?}");
        assert_eq!(watchdog.call("07.1 blend", || 8, || 0), 8, "the next frame asks again");
    }

    #[test]
    fn of_several_the_one_that_is_lost_is_named_and_the_others_go_on() {
        let mut watchdog = Watchdog { patience: Duration::ZERO, ..Watchdog::default() };
        let whose = || "18.2 fly".to_owned();
        // Waits for something that nobody sends until the test is over.
        let (hold, never) = std::sync::mpsc::channel::<()>();
        let endless = move || never.recv().is_ok();
        assert_eq!(watchdog.call_in_turn("18 game", endless, whose), None);
        let mut watchdog = Watchdog { patience: Duration::from_mins(1), ..watchdog };
        assert_eq!(watchdog.call_in_turn("18 game", || 7, whose), Some(7));
        let panics = || -> u8 { panic!("no edge") };
        assert_eq!(watchdog.call_in_turn("18 game", panics, whose), None);
        let said = watchdog.take_reports();
        assert!(said.iter().all(|line| line.starts_with("18.2 fly: ")) && said.len() == 2);
        assert!(said[1].contains("no edge"), "{said:?}");
        drop(hold);
    }
}
