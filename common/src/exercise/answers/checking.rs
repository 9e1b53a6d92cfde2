//! What is checked, and when: all at the start and after a save, what the save has changed first.

use super::{ENDLESS, StudentAnswers, todo};
use crate::check::{self, AnswerSource, Limits, Loaded, SEED, Status, Task, Verdict, source};
use crate::exercise::{Lost, live::NewAnswers};
use std::{path::PathBuf, sync::mpsc, thread};

impl StudentAnswers {
    /// What was saved since: from now on this is checked, and each answer is called as soon as it has come back.
    pub(super) fn take_up(&mut self, new: NewAnswers) {
        if !self.own.is_some_and(|own| std::ptr::eq(own, new.about)) {
            self.earlier.take_up(new);
            return;
        }
        let (before, now) = (self.exercise_text(), new.loaded.text());
        let mut first = Vec::new();
        for (number, (todo, &task)) in self.todos.iter_mut().zip(new.about.tasks).enumerate() {
            todo.place = todo::place(task, new.about.folder, now);
            if matches!(task, Task::Function(_)) && !source::same(task, before, now) {
                todo.chosen = None; // what is written is seen
                first.push(number);
            }
        }
        // What was there before this program began may be why it was started again.
        let is_new = new.saved > self.began && before != now;
        let all = (0..self.todos.len()).collect();
        self.written_anew = if !is_new {
            Vec::new()
        } else if first.is_empty() {
            all // what they all call
        } else {
            first.clone()
        };
        self.last_save.begin(new.saved, &self.todos);
        self.new = Some(new);
        self.check_first(&first); // one that is under way is of what is no longer called
    }

    /// The exercise that is checked.
    pub(super) fn exercise_text(&self) -> &'static str {
        match (&self.new, self.own) {
            (Some(new), _) => new.loaded.text(),
            (None, own) => own.map_or("", |own| own.exercise_text),
        }
    }

    /// Answers of earlier lessons that the table which is called takes over, by their TODOs.
    pub(crate) fn take_earlier_checked(&mut self) -> Vec<(&'static str, Loaded)> {
        let checked = self.earlier.take_checked();
        let is_new = |id: &str| checked.iter().any(|(known, new)| *known == id && new.saved > self.began);
        self.refused.retain(|lost| !is_new(lost.todo));
        checked.into_iter().map(|(id, new)| (id, new.loaded)).collect()
    }

    /// Answers that the table which draws takes over, by their places.
    pub(crate) fn take_checked(&mut self) -> Vec<(usize, Loaded)> {
        std::mem::take(&mut self.checked_new)
    }

    /// Begins a check, unless one is under way.
    pub fn check(&mut self) {
        if self.checking.is_none() {
            self.check_first(&[]);
        }
    }

    /// Begins a check with these TODOs.
    pub(super) fn check_first(&mut self, first: &[usize]) {
        self.owes_check = false;
        let (send, receive) = mpsc::channel();
        self.checking = Some(receive);
        let checked = self.checked;
        let todos = self.todos.iter().enumerate();
        let mut todos: Vec<_> = todos.map(|(place, todo)| (place, todo.id.clone(), todo.name)).collect();
        todos.sort_by_key(|(place, ..)| !first.contains(place));
        let file = self.new.as_ref().map(|new| new.file.clone());
        let run = move || {
            let program = check::this_program().unwrap_or_else(|_| PathBuf::new());
            let library = file.map(|file| file.path());
            for (place, id, name) in todos {
                let limits = Limits::default();
                let verdict = check::check_in_child(&program, library.as_deref(), &id, name, checked, SEED, limits);
                if send.send((place, verdict)).is_err() {
                    break; // the window is closed
                }
            }
        };
        thread::spawn(run);
    }

    pub(super) fn note(&mut self, todo: usize, verdict: Verdict) {
        if self.is_unchosen && verdict.status != Status::NotStarted && !self.builds_up {
            (self.drawn, self.is_unchosen) = (AnswerSource::MineCompleted, false);
        }
        if let Some(new) = &self.new {
            let id = &self.todos[todo].id;
            let may_hang = |lost: &Lost| lost.why == ENDLESS && !self.written_anew.contains(&todo);
            self.refused.retain(|lost| lost.todo != *id || may_hang(lost));
            self.last_save.note_answer(new.loaded.text().len());
            self.checked_new.push((todo, new.loaded));
        }
        if let Some(todo) = self.todos.get_mut(todo) {
            todo.verdict = Some(verdict);
        }
    }
}
