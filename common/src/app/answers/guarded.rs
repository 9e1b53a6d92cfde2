//! A table of answers whose functions are called by the watchdog.

use super::Watchdog;
use crate::check::{AnswerTable, Lesson};
use std::sync::Arc;

/// A lesson's answers, called one TODO at a time under the watchdog's time limit:
///
/// ```ignore
/// let indices = answers.call("03.3", joints.clone(), |answers, joints| (answers.index_pairs)(joints));
/// let matrices = answers.call("03.2", (joints, locals, root), |answers, (joints, locals, root)| {
///     (answers.matrices)(joints, locals, *root)
/// });
/// ```
///
/// The inputs are owned, since a function that does not return keeps them. What is large and asked about in
/// every frame can be an `Arc`.
pub struct GuardedAnswers<'a, A: 'static> {
    /// The answers that draw: for shaders, and for what is called without a limit.
    pub table: A,
    /// Calls them.
    pub watchdog: &'a mut Watchdog,
    lesson: &'static Lesson<A>,
}

impl Watchdog {
    /// The answers of `table`, called by this watchdog.
    pub fn guard<A: AnswerTable>(
        &mut self,
        lesson: &'static Lesson<A>,
        table: A,
    ) -> GuardedAnswers<'_, A> {
        GuardedAnswers { table, watchdog: self, lesson }
    }
}

impl<A: AnswerTable> GuardedAnswers<'_, A> {
    /// What `call` returns for these answers on the thread of the TODO `id`; if it panics or takes too long, what
    /// it returns for the finished answers, and a report why.
    pub fn call<I, T>(
        &mut self,
        id: &str,
        inputs: I,
        call: impl Fn(&A, &I) -> T + Copy + Send + 'static,
    ) -> T
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        let inputs = Arc::new(inputs);
        let answer =
            self.try_call(id, inputs.clone(), move |answers, inputs| call(answers, inputs));
        answer.unwrap_or_else(|| call(&self.lesson.reference, &inputs))
    }

    /// Brings lists that an answer has returned to the length that is needed. The first that has another one is
    /// reported, with `say` of its own length.
    pub fn resize<'l, T: Clone + 'l>(
        &mut self,
        id: &str,
        lists: impl IntoIterator<Item = &'l mut Vec<T>>,
        (count, filler): (usize, T),
        say: impl Fn(usize) -> String,
    ) {
        let mut is_reported = false;
        for list in lists {
            if list.len() != count && !std::mem::replace(&mut is_reported, true) {
                self.report(id, say(list.len()));
            }
            list.resize(count, filler.clone());
        }
    }

    /// The same, but `None` and a report where these answers panic or take too long.
    pub fn try_call<I, T>(
        &mut self,
        id: &str,
        inputs: I,
        call: impl FnOnce(&A, &I) -> T + Send + 'static,
    ) -> Option<T>
    where
        I: Send + 'static,
        T: Send + 'static,
    {
        let table = self.table;
        self.watchdog.call(&self.name(id), move || Some(call(&table, &inputs)), || None)
    }

    /// Adds a report about the answer to the TODO `id`.
    pub fn report(&mut self, id: &str, what: impl std::fmt::Display) {
        let name = self.name(id);
        self.watchdog.report(format!("{name}: {what}"));
    }

    /// `"03.3 index_pairs"`, which is also its thread's name.
    fn name(&self, id: &str) -> String {
        let about = &self.lesson.about;
        let place = about.ids().iter().position(|known| known == id);
        place.map_or_else(|| id.into(), |todo| format!("{id} {}", about.tasks[todo].name()))
    }
}
