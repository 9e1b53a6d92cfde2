//! A table of answers whose functions are called by the watchdog.

use super::Watchdog;
use crate::app::exercise::EarlierTable;
use crate::check::{About, AnswerTable, Lesson};
use std::sync::Arc;

/// Answers of one lesson or several, called one TODO at a time under the watchdog's time limit:
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
pub struct GuardedAnswers<'a, T: 'static> {
    /// The answers that draw: for shaders, and for what is called without a limit.
    pub table: T,
    /// Calls them.
    pub watchdog: &'a mut Watchdog,
    finished: T,
    lessons: Vec<&'static About>,
    /// Takes the answer to a TODO over from another table.
    take: fn(&mut T, &Todo, &T),
}

/// One of the TODOs of `lessons`.
struct Todo {
    id: &'static str,
    lesson: usize,
    /// Its place in its lesson.
    place: usize,
}

impl Watchdog {
    /// The answers of `table`, called by this watchdog.
    pub fn guard<A: AnswerTable>(&mut self, lesson: &'static Lesson<A>, table: A) -> GuardedAnswers<'_, A> {
        GuardedAnswers {
            table,
            watchdog: self,
            finished: lesson.reference,
            lessons: vec![&lesson.about],
            take: |table, todo, from| table.take(todo.place, from),
        }
    }

    /// The same for answers of several lessons.
    pub fn guard_all<E: EarlierTable>(&mut self, table: E) -> GuardedAnswers<'_, E> {
        GuardedAnswers {
            table,
            watchdog: self,
            finished: E::REFERENCE,
            lessons: E::LESSONS.iter().map(|lesson| lesson.about).collect(),
            take: |table, todo, from| table.take(todo.id, from),
        }
    }
}

impl<A: AnswerTable> GuardedAnswers<'_, A> {
    /// These together with answers of earlier lessons: for those that call each other.
    pub fn with<E: EarlierTable>(&mut self, earlier: E) -> GuardedAnswers<'_, (A, E)> {
        let earlier_lessons = E::LESSONS.iter().map(|lesson| lesson.about);
        GuardedAnswers {
            table: (self.table, earlier),
            finished: (self.finished, E::REFERENCE),
            lessons: self.lessons.iter().copied().chain(earlier_lessons).collect(),
            take: |table, todo, from| match todo.lesson {
                0 => table.0.take(todo.place, &from.0),
                _ => table.1.take(todo.id, &from.1),
            },
            watchdog: self.watchdog,
        }
    }
}

impl<T: Copy + Send + 'static> GuardedAnswers<'_, T> {
    /// What `call` returns for these answers on the thread of the TODO `id`. Where one of them panics or takes too
    /// long, that one is reported, the finished one takes its place in the table, and the call is made again.
    pub fn call<I, R>(&mut self, id: &'static str, inputs: I, call: impl Fn(&T, &I) -> R + Copy + Send + 'static) -> R
    where
        I: Send + Sync + 'static,
        R: Send + 'static,
    {
        let lessons = &self.lessons;
        for lost in self.watchdog.endless(|todo| find(lessons, todo).is_some()) {
            self.finish(lost);
        }
        let (inputs, thread) = (Arc::new(inputs), self.name(id));
        let mut replaced = Vec::new();
        loop {
            let (table, given) = (self.table, inputs.clone());
            let lost = match self.watchdog.attempt(&thread, id, move || call(&table, &given)) {
                Ok(found) => return found,
                Err(lost) => lost,
            };
            self.watchdog.report_lost(&self.name(lost.todo), &lost);
            if replaced.contains(&lost.todo) || !self.finish(lost.todo) {
                return call(&self.finished, &inputs);
            }
            replaced.push(lost.todo);
        }
    }

    /// Brings lists that an answer has returned to the length that is needed. The first that has another one is
    /// reported, with `say` of its own length.
    pub fn resize<'l, L: Clone + 'l>(
        &mut self,
        id: &str,
        lists: impl IntoIterator<Item = &'l mut Vec<L>>,
        (count, filler): (usize, L),
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

    /// Adds a report about the answer to the TODO `id`.
    pub fn report(&mut self, id: &str, what: impl std::fmt::Display) {
        let name = self.name(id);
        self.watchdog.report(format!("{name}: {what}"));
    }

    /// The same about one that cannot be used: from now on the finished one is called.
    pub fn refuse(&mut self, id: &'static str, what: impl std::fmt::Display) {
        self.report(id, what);
        self.finish(id);
    }

    /// Puts the finished answer to a TODO into the table; false if there is no such TODO.
    fn finish(&mut self, id: &'static str) -> bool {
        let found = find(&self.lessons, id);
        if let Some((lesson, place)) = found {
            (self.take)(&mut self.table, &Todo { id, lesson, place }, &self.finished);
        }
        found.is_some()
    }

    /// `"03.3 index_pairs"`, which is also its thread's name.
    fn name(&self, id: &str) -> String {
        let task = find(&self.lessons, id).map(|(lesson, place)| &self.lessons[lesson].tasks[place]);
        task.map_or_else(|| id.into(), |task| format!("{id} {}", task.name()))
    }
}

/// The lesson of a TODO, and its place there.
fn find(lessons: &[&About], id: &str) -> Option<(usize, usize)> {
    let place = |about: &About| about.ids().iter().position(|known| known == id);
    lessons.iter().enumerate().find_map(|(lesson, about)| Some((lesson, place(about)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::as_todo;
    use crate::check::{LessonToml, Task};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    static ABOUT: About = About {
        folder: "07-test",
        tasks: &[Task::Function("double"), Task::Function("sum")],
        readme: "",
        milestones: &[],
        exercise_text: "",
        starter_text: "",
        toml: &TOML,
    };
    static TOML: LazyLock<LessonToml> = LazyLock::new(|| unreachable!("nobody asks"));

    /// What 07.1 and 07.2 ask for. The first calls the second as its tool.
    type Table = (fn(u64, &dyn Fn(u64, u64) -> u64) -> u64, fn(u64, u64) -> u64);

    const FINISHED: Table = (|n, sum| sum(n, n), |a, b| a + b);

    fn guard(table: Table, watchdog: &mut Watchdog) -> GuardedAnswers<'_, Table> {
        GuardedAnswers {
            table,
            watchdog,
            finished: FINISHED,
            lessons: vec![&ABOUT],
            take: |table, todo, from| match todo.place {
                0 => table.0 = from.0,
                _ => table.1 = from.1,
            },
        }
    }

    /// 07.1 of 4.
    fn eight(answers: &mut GuardedAnswers<'_, Table>) -> u64 {
        answers.call("07.1", 4, |(double, sum), n| double(*n, &|a, b| as_todo("07.2", || sum(a, b))))
    }

    #[test]
    fn whichever_is_lost_is_named_and_replaced() {
        let watchdog = &mut Watchdog::default();
        let double = |n, sum: &dyn Fn(u64, u64) -> u64| -> u64 { panic!("{} is no double", sum(n, n)) };
        let mut answers = guard((double, |_, _| panic!("no sum")), watchdog);
        assert_eq!((eight(&mut answers), eight(&mut answers)), (8, 8));
        let said = watchdog.take_reports();
        assert_eq!(said.len(), 2, "each once: {said:?}");
        assert!(said[0].starts_with("07.2 sum: panicked at") && said[0].contains("no sum"));
        assert!(said[1].starts_with("07.1 double: panicked at"), "the caller again: {said:?}");
        assert_eq!(eight(&mut guard(FINISHED, watchdog)), 8);
        assert_eq!(watchdog.take_reports(), [""; 0], "the next frame asks again");
    }

    #[test]
    fn what_does_not_come_back_is_called_once() {
        static CALLS: AtomicBool = AtomicBool::new(false);
        static IS_OVER: AtomicBool = AtomicBool::new(false);
        let endless: fn(u64, u64) -> u64 = |_, _| {
            assert!(!CALLS.swap(true, Ordering::Relaxed), "it is called again");
            while !IS_OVER.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
            0
        };
        let watchdog = &mut Watchdog::default();
        watchdog.patience = Duration::from_millis(20);
        for _ in 0..2 {
            let mut answers = guard((FINISHED.0, endless), watchdog);
            assert_eq!((eight(&mut answers), eight(&mut answers)), (8, 8));
            let said = watchdog.take_reports();
            assert!(said.len() == 1 && said[0].starts_with("07.2 sum: no answer in"), "{said:?}");
        }
        IS_OVER.store(true, Ordering::Relaxed);
    }

    #[test]
    fn an_answer_that_is_refused_is_not_called_again() {
        let watchdog = &mut Watchdog::default();
        let mut answers = guard((FINISHED.0, |_, _| 0), watchdog);
        assert_eq!(eight(&mut answers), 0);
        answers.refuse("07.2", "0 is no sum");
        assert_eq!(eight(&mut answers), 8);
        assert_eq!(watchdog.take_reports(), ["07.2 sum: 0 is no sum"]);
    }
}
