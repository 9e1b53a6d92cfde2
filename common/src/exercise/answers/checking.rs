//! What is built, checked and taken over, and when: all at the start and after a save, what the save has changed first.

use super::{ENDLESS, StudentAnswers, todo};
use crate::check::{AnswerSource, AnswerTable, Lesson, LoadedLibrary, Status, Task, Verdict, source};
use crate::exercise::{
    Lost,
    checker::Question,
    library::{LibraryBuilder, LibraryEvent, LoadedExercise, Outcome},
};

impl StudentAnswers {
    /// What has become of a request or of a save.
    pub(super) fn note_event(&mut self, event: LibraryEvent) {
        let LibraryEvent { about, saved, outcome } = event;
        let is_own = self.code.is_own(about);
        let words = match &outcome {
            Outcome::Building | Outcome::Loaded(_) | Outcome::Restart(_) => None,
            Outcome::Refused(_) => Some("what rustc says"),
            Outcome::Rebuilding => Some("that the program is built anew"),
            Outcome::Failed(_) => Some("why it could not be built"),
        };
        if let (Some(words), Some(saved)) = (words, saved) {
            self.save_outcome.note(words, saved);
        }
        if !is_own && let Outcome::Refused(_) | Outcome::Failed(_) = outcome {
            self.earlier.note_refused(about);
        }
        // Of earlier lessons only saves are told: what does not compile there is said where they are listed.
        if !is_own
            && saved.is_none()
            && !matches!(outcome, Outcome::Loaded(_) | Outcome::Rebuilding | Outcome::Restart(_))
        {
            return;
        }
        let is_refused = matches!(outcome, Outcome::Refused(_) | Outcome::Failed(_));
        match self.code.status.note(outcome) {
            Some(exercise) if is_own => self.take_up(exercise),
            Some(exercise) => self.earlier.take_up(exercise),
            None if is_own && is_refused && !self.code.is_there() => self.note_refused(),
            None => {}
        }
    }

    /// The exercise does not compile as the program begins.
    fn note_refused(&mut self) {
        let verdicts = self.code.status.refused().map(|report| report.verdicts.clone()).unwrap_or_default();
        for (todo, verdict) in self.todos.iter_mut().zip(verdicts) {
            if !todo.name.contains('.') {
                todo.verdict = Some(verdict);
            }
        }
        self.owes_check = true;
    }

    /// What has been built: from now on this is checked, and each answer is called as soon as it has come back.
    fn take_up(&mut self, exercise: LoadedExercise) {
        let (before, now) = (self.code.text(), exercise.loaded.text());
        let mut first = Vec::new();
        for (number, (todo, &task)) in self.todos.iter_mut().zip(exercise.about.tasks).enumerate() {
            todo.place = todo::place(task, exercise.about.folder, now);
            if exercise.saved.is_some() && matches!(task, Task::Function(_)) && !source::same(task, before, now) {
                todo.chosen = None; // what is written is seen
                first.push(number);
            }
        }
        // What was there before this program began may be why it was started again.
        self.code.written_anew = if exercise.saved.is_none() || before == now {
            Vec::new()
        } else if first.is_empty() {
            (0..self.todos.len()).collect() // what they all call
        } else {
            first.clone()
        };
        if let Some(saved) = exercise.saved {
            self.save_outcome.begin(saved, &self.todos);
        }
        self.code.loaded = Some(exercise);
        self.check_first(&first); // one that is under way is of what is no longer called
    }

    /// Has the table that draws take over the student's answers that have come back from their check.
    pub(crate) fn hand_over<A: AnswerTable>(&mut self, mine: &mut A, _: &Lesson<A>) {
        for (todo, library) in std::mem::take(&mut self.code.checked) {
            library.give(todo, mine);
        }
    }

    /// Answers of earlier lessons that the table which is called takes over, by their TODOs.
    pub(crate) fn take_earlier_checked(&mut self) -> Vec<(&'static str, LoadedLibrary)> {
        let checked = self.earlier.take_checked();
        let is_new = |id: &str| checked.iter().any(|(known, new)| *known == id && new.saved.is_some());
        self.refused.retain(|lost| !is_new(lost.todo));
        checked.into_iter().map(|(id, new)| (id, new.loaded)).collect()
    }

    /// Has the answers of earlier lessons built and checked; once.
    pub(crate) fn begin_earlier(&mut self) {
        let Some(builder) = self.code.builder() else { return };
        self.earlier.begin(|about| builder.request(about));
    }

    /// Waits for what was asked for.
    pub(super) fn wait_for_libraries(&mut self) {
        while let Some(event) = self.code.builder().and_then(LibraryBuilder::wait) {
            self.note_event(event);
        }
    }

    /// Begins a check, unless one is under way or the code is still being built.
    pub fn check(&mut self) {
        if self.code.is_awaited() {
            self.owes_check = true;
        } else if !self.checker.is_running() {
            self.check_first(&[]);
        }
    }

    /// Begins a check with these TODOs.
    fn check_first(&mut self, first: &[usize]) {
        self.owes_check = false;
        let library = self.code.loaded.as_ref().map(|exercise| exercise.file.clone());
        let question = |(place, todo): (usize, &todo::Todo)| Question {
            place,
            id: todo.id.clone(),
            name: todo.name,
            source: self.checked,
            library: library.clone(),
        };
        // Where the exercise does not compile, shaders can be checked all the same.
        let is_there = |todo: &todo::Todo| todo.name.contains('.') || self.code.is_there();
        let todos = self.todos.iter().enumerate().filter(|(_, todo)| is_there(todo));
        let mut questions: Vec<Question> = todos.map(question).collect();
        questions.sort_by_key(|question| !first.contains(&question.place));
        self.checker.begin(questions);
    }

    pub(super) fn note(&mut self, todo: usize, verdict: Verdict) {
        if self.choice.is_unchosen && verdict.status != Status::NotStarted && !self.choice.builds_up {
            (self.choice.drawn, self.choice.is_unchosen) = (AnswerSource::MineCompleted, false);
        }
        if let Some(exercise) = &self.code.loaded {
            let id = &self.todos[todo].id;
            let may_hang = |lost: &Lost| lost.why == ENDLESS && !self.code.written_anew.contains(&todo);
            self.refused.retain(|lost| lost.todo != *id || may_hang(lost));
            self.save_outcome.note_answer(exercise.loaded.text().len());
            self.code.checked.push((todo, exercise.loaded));
        }
        if let Some(todo) = self.todos.get_mut(todo) {
            todo.verdict = Some(verdict);
        }
    }
}
