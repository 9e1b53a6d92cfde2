//! Answers of earlier lessons that a scene calls: with `--mine` the student's where they pass their checks,
//! the finished ones elsewhere.
//!
//! A lesson names them by [`earlier_answers!`](crate::earlier_answers) and
//! [`Exercise::Earlier`](super::Exercise::Earlier). Every answer is checked in a process of its own before it is
//! called. Where no flag asks for them, the window offers them once they pass.

use super::checker::{Checker, Question};
use super::library::LoadedExercise;
use crate::check::{About, AnswerSource, LoadedLibrary, Status, Verdict};
use std::{env, process::ExitCode};

/// An earlier lesson, and what a later one calls of it.
#[derive(Clone, Copy)]
pub struct EarlierLesson {
    /// What does not depend on its table.
    pub about: &'static About,
    /// [`check::main`](crate::check::main) for it, without a library.
    pub main: fn() -> Option<ExitCode>,
    /// The ids of its TODOs (`"02.2"`) in their order, and what each does in the later lesson.
    pub todos: &'static [(&'static str, &'static str)],
}

impl EarlierLesson {
    /// The function or the shader of a TODO.
    fn task_name(&self, id: &str) -> &'static str {
        let todo = self.about.ids().iter().position(|known| known == id);
        todo.map_or("", |todo| self.about.tasks[todo].name())
    }
}

/// Tables of earlier lessons in one struct: [`earlier_answers!`](crate::earlier_answers) implements it.
pub trait EarlierTable: Copy + PartialEq + Send + Sync + 'static {
    /// As they were finished.
    const REFERENCE: Self;
    /// As every student begins with them.
    const STARTER: Self;
    /// The lessons and TODOs, in their order.
    const LESSONS: &'static [EarlierLesson];

    /// Takes the answer to a TODO over from `mine`.
    fn take(&mut self, id: &str, mine: &Self);

    /// The same from a library of the TODO's lesson.
    fn take_loaded(&mut self, id: &str, library: LoadedLibrary);

    /// Those of [`AnswerTable::unusable`](crate::check::AnswerTable::unusable).
    fn unusable() -> Self;
}

/// A lesson that calls no answers of earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEarlier;

impl EarlierTable for NoEarlier {
    const REFERENCE: Self = NoEarlier;
    const STARTER: Self = NoEarlier;
    const LESSONS: &'static [EarlierLesson] = &[];

    fn take(&mut self, _: &str, _: &Self) {}

    fn take_loaded(&mut self, _: &str, _: LoadedLibrary) {}

    fn unusable() -> Self {
        NoEarlier
    }
}

/// Declares the answers of earlier lessons that a lesson calls: a table for each lesson, and for each TODO its
/// id, its field in that table, and what it does here.
///
/// ```ignore
/// common::earlier_answers! {
///     /// What the walk is made of.
///     pub struct Earlier {
///         hierarchy: lesson_02 {
///             "02.2" model_poses: "from local to model",
///         }
///     }
/// }
/// ```
#[macro_export]
macro_rules! earlier_answers {
    ($(#[$doc:meta])* pub struct $Table:ident {
        $($field:ident: $lesson:ident { $($id:literal $function:ident: $does:literal,)+ })+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq)]
        pub struct $Table {
            $(
                #[doc = concat!("The table of `", stringify!($lesson), "`.")]
                pub $field: $lesson::Answers,
            )+
        }

        impl $crate::exercise::EarlierTable for $Table {
            const REFERENCE: Self = $Table { $($field: $lesson::checks::REFERENCE,)+ };
            const STARTER: Self = $Table { $($field: $lesson::starter::ANSWERS,)+ };
            const LESSONS: &'static [$crate::exercise::EarlierLesson] = &[$(
                $crate::exercise::EarlierLesson {
                    about: &$lesson::checks::LESSON.about,
                    main: || {
                        $crate::check::main(&$lesson::checks::LESSON, |_| Ok($crate::check::Answered::InStarter))
                    },
                    todos: &[$(($id, $does),)+],
                },
            )+];

            fn take(&mut self, id: &str, mine: &Self) {
                match id {
                    $($($id => self.$field.$function = mine.$field.$function,)+)+
                    _ => {}
                }
            }

            fn take_loaded(&mut self, id: &str, library: $crate::check::LoadedLibrary) {
                match id {
                    $($($id => library.give($crate::exercise::earlier::place_of($id), &mut self.$field),)+)+
                    _ => {}
                }
            }

            fn unusable() -> Self {
                $Table { $($field: <$lesson::Answers as $crate::check::AnswerTable>::unusable(),)+ }
            }
        }
    };
}

/// The index of a TODO in its lesson's table: 1 for "02.2".
///
/// # Panics
/// If the id has another form.
pub fn place_of(id: &str) -> usize {
    let number = id.split_once('.').and_then(|(_, number)| number.parse::<usize>().ok());
    number.and_then(|number| number.checked_sub(1)).expect("the id of a TODO")
}

/// Whose answer to a TODO is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EarlierSource {
    /// The finished one, while the student's is being checked.
    Checking,
    /// The student's.
    Mine,
    /// The finished one, and why: the student's verdict in small letters.
    Reference(String),
}

/// A TODO of an earlier lesson.
#[derive(Clone, Debug)]
pub struct EarlierTodo {
    /// `"02.2"`.
    pub id: &'static str,
    /// `"model_poses"`.
    pub name: &'static str,
    /// What it does in the later lesson.
    pub does: &'static str,
    /// Whose answer is called.
    pub source: EarlierSource,
}

impl EarlierTodo {
    fn line(&self) -> String {
        let source = match &self.source {
            EarlierSource::Checking => "is being checked".to_owned(),
            EarlierSource::Mine => "yours".to_owned(),
            EarlierSource::Reference(why) => format!("finished ({why})"),
        };
        format!("{} {}: {source}; {}", self.id, self.name, self.does)
    }
}

/// The finished answers, with the student's in the place of those `todos` that are theirs.
pub(crate) fn table<T: EarlierTable>(todos: &[EarlierTodo], mine: &T) -> T {
    let mut table = T::REFERENCE;
    for todo in todos.iter().filter(|todo| todo.source == EarlierSource::Mine) {
        table.take(todo.id, mine);
    }
    table
}

/// The checks of earlier lessons' answers.
#[derive(Default)]
pub struct EarlierChecks {
    lessons: &'static [EarlierLesson],
    /// In their lessons' order.
    pub todos: Vec<EarlierTodo>,
    /// Whether the student's are called where they pass.
    pub calls_mine: bool,
    has_begun: bool,
    checker: Checker,
    /// Of each lesson what was built last.
    loaded: Vec<LoadedExercise>,
    /// Answers that have come back from their check, to be taken over by the table that is called.
    checked: Vec<(&'static str, LoadedExercise)>,
}

impl EarlierChecks {
    /// For these; nothing is checked yet.
    pub fn new(lessons: &'static [EarlierLesson]) -> Self {
        let todo = |lesson: &EarlierLesson, &(id, does): &(&'static str, &'static str)| EarlierTodo {
            id,
            name: lesson.task_name(id),
            does,
            source: EarlierSource::Checking,
        };
        let todos = lessons.iter().flat_map(|l| l.todos.iter().map(move |names| todo(l, names)));
        EarlierChecks { lessons, todos: todos.collect(), ..EarlierChecks::default() }
    }

    /// For answers that are called without a check.
    pub(crate) fn trusting(lessons: &'static [EarlierLesson]) -> Self {
        let mut all = Self::new(lessons);
        all.todos.iter_mut().for_each(|todo| todo.source = EarlierSource::Mine);
        (all.calls_mine, all.has_begun) = (true, true);
        all
    }

    /// Has the student's answers checked, each in a process of its own; once. `build` asks for the library of a lesson.
    pub(crate) fn begin(&mut self, mut build: impl FnMut(&'static About)) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        for about in self.lessons() {
            if about.is_untouched() {
                self.note_all(about, "not started");
            } else if about.is_starter_text(&about.exercise_text()) {
                self.check(about);
            } else {
                build(about);
            }
        }
    }

    /// The lessons.
    pub(crate) fn lessons(&self) -> impl Iterator<Item = &'static About> + use<> {
        self.lessons.iter().map(|lesson| lesson.about)
    }

    /// One of them was built: what it says now is checked, and called where it passes.
    pub(crate) fn take_up(&mut self, exercise: LoadedExercise) {
        let about = exercise.about;
        self.loaded.retain(|known| known.about.folder != about.folder);
        self.loaded.push(exercise);
        if self.has_begun {
            self.check(about);
        }
    }

    /// One of them does not compile: the finished answers are called, unless some of the student's were built before.
    pub(crate) fn note_refused(&mut self, about: &About) {
        if self.loaded_of(about).is_none() {
            self.note_all(about, "does not compile");
        }
    }

    fn note_all(&mut self, about: &About, why: &str) {
        for todo in self.todos.iter_mut().filter(|todo| todo.id.starts_with(about.number())) {
            todo.source = EarlierSource::Reference(why.into());
        }
    }

    /// Answers that the table which is called takes over, by their TODOs.
    pub(crate) fn take_checked(&mut self) -> Vec<(&'static str, LoadedExercise)> {
        std::mem::take(&mut self.checked)
    }

    fn loaded_of(&self, about: &About) -> Option<&LoadedExercise> {
        self.loaded.iter().find(|loaded| loaded.about.folder == about.folder)
    }

    /// Has the TODOs of one lesson checked.
    fn check(&mut self, about: &About) {
        let library = self.loaded_of(about).map(|loaded| loaded.file.clone());
        let todos = self.todos.iter().enumerate().filter(|(_, todo)| todo.id.starts_with(about.number()));
        let question = |(place, todo): (usize, &EarlierTodo)| Question {
            place,
            id: todo.id.into(),
            name: todo.name,
            source: AnswerSource::Mine,
            library: library.clone(),
        };
        let questions = todos.map(question).collect();
        self.checker.add(questions);
    }

    /// Takes the verdicts that have come; true if there are any.
    pub(crate) fn poll(&mut self) -> bool {
        let (verdicts, _) = self.checker.poll();
        for verdict in &verdicts {
            self.note(verdict);
        }
        !verdicts.is_empty()
    }

    /// Waits for all verdicts.
    pub(crate) fn wait(&mut self) {
        for verdict in self.checker.wait() {
            self.note(&verdict);
        }
    }

    fn note(&mut self, (index, verdict): &(usize, Verdict)) {
        let id = self.todos[*index].id;
        if let Some(loaded) = self.loaded.iter().find(|loaded| id.starts_with(loaded.about.number())).cloned() {
            self.checked.push((id, loaded));
        }
        self.todos[*index].source = match verdict.status {
            Status::Pass | Status::Borrowed | Status::Skipped => EarlierSource::Mine,
            status => EarlierSource::Reference(status.word().to_lowercase()),
        };
    }

    /// What a scene calls: every TODO, or none as long as nobody asks for the student's.
    pub(crate) fn called(&self) -> &[EarlierTodo] {
        if self.calls_mine { &self.todos } else { &[] }
    }

    /// Numbers of the lessons of which something is the student's and passes: "02, 05, 08 to 14".
    pub(crate) fn offer(&self) -> Option<String> {
        let mine = self.todos.iter().filter(|todo| todo.source == EarlierSource::Mine);
        let mut numbers: Vec<usize> = mine.filter_map(|todo| todo.id[..2].parse().ok()).collect();
        numbers.dedup();
        (!numbers.is_empty()).then(|| in_runs(&numbers, |number| format!("{number:02}")))
    }
}

/// "02, 05, 08 to 14": more than three in a row are named by their ends.
pub(crate) fn in_runs(numbers: &[usize], name: impl Fn(usize) -> String) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match *run {
        [first, _, _, .., last] => format!("{} to {}", name(first), name(last)),
        _ => run.iter().map(|&number| name(number)).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// A line for each TODO that is called.
pub(super) fn lines(todos: &[EarlierTodo]) -> String {
    todos.iter().map(EarlierTodo::line).collect::<Vec<_>>().join("\n")
}

/// The same under a heading, for a description of the picture; nothing if there are none.
pub(crate) fn describe(todos: &[EarlierTodo]) -> String {
    if todos.is_empty() { String::new() } else { format!("whose code is running:\n{}\n", lines(todos)) }
}

/// The program as a process that checks an answer of an earlier lesson, or gives it; `None` if it is neither.
pub(crate) fn check_here(lessons: &[EarlierLesson]) -> Option<ExitCode> {
    let mut arguments = env::args().skip(1);
    if !["--check-here", "--answer"].contains(&&*arguments.next()?) {
        return None;
    }
    let id = arguments.next()?;
    let lesson = lessons.iter().find(|lesson| id.starts_with(lesson.about.number()))?;
    (lesson.main)()
}
