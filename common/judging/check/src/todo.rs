//! A TODO as its check sees it: whether its answer is written, and all that the answer is compared with.

use super::{About, Answer, AnswerError, AnyCheck, Lesson, Mistaken, Probe, Task, announced, answer, catch_panic};
use given::Course;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::ops::RangeInclusive;
use std::rc::Rc;
use verdict::{KnownMistake, Status, Step, TodoToml, Verdict, source};

impl About {
    /// Returns whether all TODOs are unsolved.
    pub fn is_untouched(&self) -> bool {
        !self.untouched().contains(&false)
    }

    /// Returns for each TODO whether it is unsolved.
    pub fn untouched(&self) -> Vec<bool> {
        let exercise = self.exercise_text();
        let mut untouched = Vec::new();
        for &(_, task) in self.todos {
            untouched.push(self.is_starter(task, &task_text(task, &exercise, self.folder)));
        }
        untouched
    }

    /// Returns whether the text of an `exercise.rs` is the starter's, so that no library has to be built from it.
    pub fn is_starter_text(&self, text: &str) -> bool {
        text.lines().eq(self.starter_text.lines())
    }

    /// Returns whether a TODO's answer in `text` is the starter's, comments and layout aside. What a student's own program
    /// does not have yet is unsolved, too.
    fn is_starter(&self, task: Task, text: &str) -> bool {
        if let (Some(_), Task::Function(name)) = (self.exercise, task)
            && !has_function(text, name)
        {
            return true;
        }
        source::same(function(task), text, &task_text(task, self.starter_text, &self.starter_shaders()))
    }
}

/// Returns whether a text has a function, of its own or in the type [`SCENE`] of a student's own program.
fn has_function(text: &str, name: &str) -> bool {
    source::functions_of(&source::tokens(text), source::SCENE).contains(&name)
}

/// Returns the text that holds a TODO's answer: the Rust file, or the shader in this folder below `shaders/`.
fn task_text(task: Task, rust: &str, shaders: &str) -> String {
    match task {
        Task::Function(_) => rust.to_owned(),
        Task::Shader(file) => fs::read_to_string(source::shaders().join(shaders).join(file)).unwrap_or_default(),
    }
}

/// Returns the name of the function that a task asks for; `None` for a shader, whose whole text is the answer.
fn function(task: Task) -> Option<&'static str> {
    match task {
        Task::Function(name) => Some(name),
        Task::Shader(_) => None,
    }
}

/// Calls the answer to a TODO with a probe's inputs, in this process or in another.
pub(super) type AnswerTo<'a> = &'a dyn Fn(&Probe) -> Result<Answer, AnswerError>;

/// A TODO, with all that its check compares an answer with.
pub(super) struct Todo<'a> {
    lesson: &'a Lesson,
    /// Index among the lesson's TODOs.
    index: usize,
    starter: Course,
    /// All ways to make each of its known mistakes.
    ways: Vec<&'static Mistaken>,
    /// Answers that were compared already: each is compared several times, and a shader takes its time.
    known: RefCell<HashMap<(Author, Probe), KnownAnswer>>,
}

/// An answer with which others are compared.
pub(super) type KnownAnswer = Rc<Result<Answer, AnswerError>>;

/// The author of an answer with which others are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Author {
    Reference,
    Starter,
    /// The reference with a mistake, by the index of the way in which it is made.
    Mistake(usize),
}

impl<'a> Todo<'a> {
    pub(super) fn new(lesson: &'a Lesson, index: usize) -> Self {
        let ways = lesson.ways(index).collect();
        Todo { lesson, index, starter: lesson.starter(), ways, known: RefCell::default() }
    }

    fn about(&self) -> &'a About {
        &self.lesson.about
    }

    pub(super) fn id(&self) -> &'static str {
        self.about().id(self.index)
    }

    fn task(&self) -> Task {
        self.about().task(self.index)
    }

    pub(super) fn toml(&self) -> &'static TodoToml {
        &self.about().toml.todos[self.index]
    }

    pub(super) fn check(&self) -> &'static dyn AnyCheck {
        self.lesson.checks[self.index]
    }

    pub(super) fn tolerance(&self) -> f32 {
        self.check().tolerance()
    }

    pub(super) fn reference(&self, probe: &Probe) -> Result<Answer, AnswerError> {
        (*self.answer_of(Author::Reference, probe)).clone()
    }

    pub(super) fn starter(&self, probe: &Probe) -> Result<Answer, AnswerError> {
        (*self.answer_of(Author::Starter, probe)).clone()
    }

    /// Returns the answer with a mistake that is made in this way. A panic is an answer, too.
    pub(super) fn mistaken(&self, way: usize, probe: &Probe) -> KnownAnswer {
        self.answer_of(Author::Mistake(way), probe)
    }

    /// Returns the answer with a mistake, or its panic. Nobody looks for the line in which it panics, so the stack is not
    /// searched for it.
    pub(super) fn call_mistaken(&self, way: usize, probe: &Probe) -> Result<Answer, AnswerError> {
        let course = self.ways[way].made_in(self.lesson.reference);
        catch_panic::call_quickly(|| self.check().answer(&course, probe)).flatten()
    }

    fn answer_of(&self, author: Author, probe: &Probe) -> KnownAnswer {
        let known = self.known.borrow().get(&(author, *probe)).cloned();
        known.unwrap_or_else(|| {
            let answer = Rc::new(match author {
                Author::Reference => self.check().answer(&self.lesson.reference, probe),
                Author::Starter => self.check().answer(&self.starter, probe),
                Author::Mistake(way) => panic_as_answer(self.call_mistaken(way, probe)),
            });
            self.known.borrow_mut().insert((author, *probe), Rc::clone(&answer));
            answer
        })
    }

    /// Returns the answer of a student who has written the steps up to this one, if `lesson.toml` has it.
    pub(super) fn ends_with_step(&self, step: usize, probe: &Probe) -> Option<Result<Answer, AnswerError>> {
        let mut steps = self.lesson.steps.iter().filter(|made| made.todo == self.id());
        let course = steps.find(|made| made.mistake + 1 == step)?.made_in(self.lesson.reference);
        Some(catch_panic::call_quickly(|| self.check().answer(&course, probe)).flatten())
    }

    /// Returns each way to make a known mistake, by its index.
    pub(super) fn ways(&self) -> impl Iterator<Item = (usize, &'static KnownMistake)> {
        self.ways.iter().enumerate().map(|(way, made)| (way, &self.toml().mistakes[made.mistake]))
    }

    /// Returns a verdict that says nothing yet but its status.
    pub(super) fn blank(&self, status: Status, seed: u64) -> Verdict {
        Verdict::new(self.id(), self.task().name(), status, seed)
    }

    /// Returns the verdict if the text alone decides it: the TODO is unsolved, or its shader is missing.
    pub(super) fn verdict_on_text(&self, rust: &str, shaders: &str, seed: u64) -> Option<Verdict> {
        let task = self.task();
        let folder = self.about().folder;
        if let Task::Shader(file) = task
            && !source::shaders().join(shaders).join(file).exists()
        {
            return Some(Verdict::of_missing_file(self.id(), file, &format!("shaders/{folder}/{file}")));
        }
        if !self.about().is_starter(task, &task_text(task, rust, shaders)) {
            return None;
        }
        let message = match task {
            Task::Function(name) if !has_function(rust, name) => {
                format!("{} has no function `{name}` yet.", self.about().exercise_name())
            }
            Task::Function(name) => format!("`{name}` in {} is as you found it.", self.about().exercise_name()),
            Task::Shader(file) => format!("shaders/{folder}/{file} is as you found it."),
        };
        Some(Verdict { steps: self.steps(|_| None), ..self.blank(Status::NotStarted, seed) }.saying(message))
    }

    /// Returns the TODO's steps. `right` says of each number, counted from 1, whether that step is right.
    pub(super) fn steps(&self, right: impl Fn(usize) -> Option<bool>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (index, step) in self.toml().steps.iter().enumerate() {
            steps.push(Step { name: step.name.clone(), right: right(index + 1), passes: step.passes.clone() });
        }
        steps
    }

    /// Returns the numbers of steps that an answer's items may have: 0 alone in a TODO without steps.
    pub(super) fn step_numbers(&self) -> RangeInclusive<usize> {
        let count = self.toml().steps.len();
        count.min(1)..=count
    }

    /// Returns the part of its words by which `lesson.toml` names the case that the sentence of a known mistake is about.
    pub(super) fn case_of(&self, name: &str) -> Option<&'static str> {
        self.toml().mistakes.iter().find(|known| known.name == name)?.case.as_deref()
    }

    /// Returns the lesson's remarks on the way in which a right function is written.
    pub(super) fn remarks(&self, rust: &str) -> Vec<String> {
        let Task::Function(name) = self.task() else { return Vec::new() };
        let tokens = source::tokens(rust);
        let function = source::function(&tokens, name).unwrap_or_default();
        let text: String = function.iter().map(|token| token.text.as_str()).collect();
        let mut remarks: Vec<String> = Vec::new();
        for remark in self.toml().remarks.iter().filter(|remark| text.contains(&remark.holds)) {
            if !remarks.contains(&remark.says) {
                remarks.push(remark.says.clone());
            }
        }
        remarks
    }
}

/// Turns a panic into an answer of two words, its message and the input, so that panics are compared as answers are.
pub(super) fn panic_as_answer(result: Result<Answer, AnswerError>) -> Result<Answer, AnswerError> {
    let input = announced::take_announced().unwrap_or_default();
    let Err(AnswerError::Panic { message, .. }) = result else { return result };
    let mut answer = Answer::default();
    answer.compare(answer::PANIC, format!("a panic: {message}"));
    answer.compare("its input", input);
    Ok(answer)
}
