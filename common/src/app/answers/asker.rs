//! Calls student code so that no panic and no endless loop reaches the window.

use crate::check::{Lost, Worker};
use std::{collections::HashMap, time::Duration};

/// How long a frame of a window waits for an answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a picture waits, which nobody drags at: a busy machine may need a while.
const MORE_PATIENCE: Duration = Duration::from_secs(20);

/// A thread for each TODO, and what there is to say about those whose answers could not be used.
pub struct Asker {
    workers: HashMap<String, Worker>,
    said: Vec<String>,
    direct: bool,
    patience: Duration,
}

impl Default for Asker {
    fn default() -> Self {
        let (workers, said) = (HashMap::new(), Vec::new());
        Asker { workers, said, direct: false, patience: PATIENCE }
    }
}

impl Asker {
    /// Calls whoever is asked on this very thread: for the finished answers, which come back.
    pub fn direct() -> Self {
        Asker { direct: true, ..Asker::default() }
    }

    /// For a picture, which is in no hurry.
    pub(in crate::app) fn patient() -> Self {
        Asker { patience: MORE_PATIENCE, ..Asker::default() }
    }

    /// The answer of `mine`, on the thread called `name` (`"03.1 index_pairs"`); where there is none the
    /// reference's, with a word why. Who did not come back once is not asked again.
    pub fn ask<T: Send + 'static>(
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
                self.say_lost(name, &lost);
                reference()
            }
        }
    }

    fn worker(&mut self, name: &str) -> &mut Worker {
        self.workers.entry(name.into()).or_insert_with(|| Worker::new(name))
    }

    fn say_lost(&mut self, name: &str, lost: &Lost) {
        self.said.push(format!("{name}: {lost} (The finished one draws instead.)"));
    }

    /// Something else that has to be said about an answer.
    pub fn say(&mut self, line: impl Into<String>) {
        self.said.push(line.into());
    }

    /// What has been said since this was last asked for.
    pub fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_stands_in_for_a_panic() {
        let mut asker = Asker::default();
        assert_eq!(asker.ask("07.1 blend", || 7, || 0), 7);
        assert_eq!(asker.take_said(), [""; 0]);
        assert_eq!(asker.ask("07.1 blend", || panic!("no blend"), || 0), 0);
        let said = asker.take_said();
        assert!(said[0].starts_with("07.1 blend: panicked at"), "{said:?}");
        assert!(said[0].contains("no blend") && said.len() == 1, "{said:?}");
        assert_eq!(asker.ask("07.1 blend", || 8, || 0), 8, "the next frame asks again");
    }
}
