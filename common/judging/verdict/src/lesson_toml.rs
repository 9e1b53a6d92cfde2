//! `lesson.toml`: a lesson's title, its TODOs with their hints and known mistakes, and the words of its checks.
//!
//! The lesson's program includes the text ([`lesson!`](check::lesson)) and parses it when it is first needed. The workbook's
//! command reads the file.

use crate::WrongCase;
use crate::region::{self, RegionError, Split};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;
use thiserror::Error;

const FORMAT: u32 = 2;

/// Contents of a `lesson.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonToml {
    format: u32,
    /// Title of the lesson, for people.
    pub title: String,
    /// Minutes that the lesson takes.
    pub minutes: u32,
    /// The file with the student's answers below the workspace, if it is in a program of his own: `"own/src/scene.rs"`.
    pub exercise: Option<String>,
    /// TODOs in the order in which they are to be done.
    #[serde(rename = "todo")]
    pub todos: Vec<TodoToml>,
    /// The parts of a lesson in several parts: see [`LessonToml::milestones`].
    #[serde(default, rename = "milestone")]
    milestones: Vec<Milestone>,
    /// Sentences for errors of the compiler that this lesson provokes.
    #[serde(default)]
    pub compiler: Vec<CompilerError>,
}

/// A part of a large lesson that can be played by itself, with a text of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// First letter of the folder and title, `"A The ground"`, as at the beginning of its text.
    #[serde(skip)]
    pub name: String,
    /// Folder below the lesson's, with a README.md: `"a-ground"`.
    pub folder: String,
    title: String,
    /// Number of the lesson's TODOs that belong to it.
    todos: usize,
    /// Minutes that it takes.
    pub minutes: u32,
    /// Number of the lesson after which it is to be done, if it is apart from the rest of its lesson: `"04"`.
    pub follows: Option<String>,
}

/// One TODO.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TodoToml {
    /// `"04.1"`: the lesson's number, and its place in the list.
    #[serde(skip)]
    pub id: String,
    /// The function, or the shader's file.
    pub name: String,
    /// The finished function of `common`, or the finished shader. An answer that merely calls it is
    /// [`Borrowed`](super::Status::Borrowed). A student's own program has none.
    ///
    /// It is left out where lessons are handed out: the build makes `check::Lesson::finished` of it.
    #[serde(default)]
    pub finished_in: String,
    /// Other functions and types that lessons give, by which this TODO can be answered.
    #[serde(default)]
    pub also_in: Vec<String>,
    /// A question that leads out of a wrong answer without a name.
    #[serde(default)]
    pub asks: String,
    /// Words of a wrong case, its input or its outcome, each with the question that leads out of it.
    #[serde(default)]
    asks_of: Vec<[String; 2]>,
    /// The least fraction of the picture's pixels that change clearly when this TODO alone is as in the starter.
    pub changes: f32,
    /// Hints: where, the idea, the shape of the line. In a TODO in steps each step has its own.
    #[serde(default)]
    hints: [String; 3],
    /// The steps of a TODO that is too long for a few minutes.
    #[serde(default, rename = "step")]
    pub steps: Vec<StepToml>,
    /// Sentence in the window when the TODO passes.
    #[serde(default)]
    pub passes: String,
    /// What the right answer does at the place of the page's guess, for who reads no Rust.
    pub plain: Option<String>,
    /// The known mistakes; after them those that are made `together`, `"BONES-COUNTED+ARRAY-ORDER"`.
    #[serde(default, rename = "mistake")]
    pub mistakes: Vec<KnownMistake>,
    #[serde(default)]
    together: Vec<[String; 2]>,
    /// Remarks on right answers that are written in a certain way.
    #[serde(default, rename = "remark")]
    pub remarks: Vec<Remark>,
}

/// A step of a TODO. The items that belong to a step have its number: `check::Item::step`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // the crate `mistaken` reads how it is made
pub struct StepToml {
    /// Name of one or two words: `"points"`.
    pub name: String,
    /// Sentence for a right step. The last step has the TODO's own.
    #[serde(default)]
    pub passes: String,
    /// The question that leads out of a wrong answer without a name in this step; the TODO's own if it is empty.
    #[serde(default)]
    asks: String,
    /// Hints: where, the idea, the shape of the line.
    hints: [String; 3],
    /// The answer that ends with this step, made of the solution as a mistake is. The last step has none.
    #[serde(default)]
    change: IgnoredAny,
    #[serde(default)]
    code: IgnoredAny,
}

/// A sentence about a right answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// Text that its function contains, without white space.
    pub holds: String,
    /// The sentence.
    pub says: String,
}

/// A mistake with a name, a sentence on what it does (never on what must have been typed), and a question that leads out.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // the crate `mistaken` reads how it is made
pub struct KnownMistake {
    /// Name in capitals, with hyphens: `"ONE-LEVEL"`.
    pub name: String,
    /// Pairs of a text of the solution and its replacement.
    #[serde(default)]
    change: IgnoredAny,
    /// Or the whole text between the solution's marks.
    #[serde(default)]
    code: IgnoredAny,
    /// Other ways to make the mistake.
    #[serde(default, rename = "or")]
    others: IgnoredAny,
    /// Facts about a student's own program by which it is known: the label, and the words that are wrong.
    #[serde(default)]
    pub wrong: Vec<[String; 2]>,
    /// Number of the step in which it is made, and which it fails; 0 if that is not known.
    #[serde(default)]
    pub step: usize,
    /// The answer's behaviour, as one sentence.
    pub says: String,
    /// A question whose answer is the way out.
    pub asks: String,
    /// Address of a place where others are known to have made it.
    pub origin: Option<String>,
    /// Part of the words of the cases by hand that its sentence is about. The verdict shows the first of them that is wrong.
    pub case: Option<String>,
    /// Why the picture looks right, if neither the figure nor the scene shows it: a sentence after a colon.
    pub unseen: Option<String>,
    /// What it does at the place of the page's guess, for who reads no Rust: no word of it says that it is wrong.
    pub plain: Option<String>,
}

impl KnownMistake {
    /// Returns whether its sentences are written. Before that, no verdict names it.
    pub fn is_written(&self) -> bool {
        // The mark that `author check` looks for.
        ![&self.says, &self.asks].iter().any(|words| words.contains("AUTHOR:"))
    }
}

/// An error of the compiler, and a sentence about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompilerError {
    /// `"E0308"`.
    pub code: String,
    /// Words that rustc's message must contain. In all lists `{marked}` is the first expression that rustc underlines.
    #[serde(default)]
    pub words: Vec<String>,
    /// Words of which rustc's message must contain one, if there are any.
    #[serde(default)]
    pub any: Vec<String>,
    /// Texts of which an expression that rustc underlines must contain one, if there are any. Many mistakes have the same pair
    /// of types.
    #[serde(default)]
    pub at: Vec<String>,
    /// Texts of which the function must contain one, if there are any: its parts between ` .. ` one after another.
    #[serde(default)]
    pub around: Vec<String>,
    /// The sentence; `{function}` is the function that does not fit its place in the table of answers.
    pub says: String,
}

/// Error in a `lesson.toml`, as a sentence.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct LessonTomlError(String);

fn wrong<T>(message: String) -> Result<T, LessonTomlError> {
    Err(LessonTomlError(message))
}

impl LessonToml {
    /// Parses the text of the lesson with this number, `"04"`.
    ///
    /// # Errors
    /// If something is missing, unknown, empty or repeated.
    pub fn parse(number: &str, text: &str) -> Result<Self, LessonTomlError> {
        let mut lesson: LessonToml = toml::from_str(text).map_err(|error| LessonTomlError(error.to_string()))?;
        if lesson.format != FORMAT {
            return wrong(format!("format {} is unknown, it should be {FORMAT}", lesson.format));
        }
        if lesson.todos.is_empty() {
            return wrong("there is no [[todo]]".into());
        }
        lesson.check_milestones()?;
        for (index, todo) in lesson.todos.iter_mut().enumerate() {
            todo.id = format!("{number}.{}", index + 1);
            let mut hints = (0..todo.steps.len().max(1)).flat_map(|step| todo.hints(step));
            if hints.any(|hint| hint.trim().is_empty()) {
                return wrong(format!("{}: a hint is empty", todo.id));
            }
            if let Some((_, steps)) = todo.steps.split_last()
                && let Some(step) = steps.iter().find(|step| step.passes.trim().is_empty())
            {
                return wrong(format!("{}: the step {} needs words for when it is right", todo.id, step.name));
            }
            todo.check_mistakes()?;
            for both in &todo.together {
                let [Some(one), Some(other)] =
                    both.each_ref().map(|name| todo.mistakes.iter().find(|mistake| mistake.name == *name))
                else {
                    return wrong(format!("{}: `together` names {both:?}, which are not both known", todo.id));
                };
                let says = format!("{} And: {}", one.says, other.says);
                let asks =
                    if one.asks == other.asks { one.asks.clone() } else { format!("{} {}", one.asks, other.asks) };
                let name = both.join("+");
                let unseen = one.unseen.clone().filter(|_| other.unseen.is_some());
                todo.mistakes.push(KnownMistake { name, says, asks, unseen, ..KnownMistake::default() });
            }
        }
        Ok(lesson)
    }

    /// Splits a solution of the lesson, `solution.rs` or a shader, at its marks.
    ///
    /// # Errors
    /// The first mark that does not fit.
    pub fn split(&self, solution: &str) -> Result<Split, RegionError> {
        let ids: Vec<&str> = self.todos.iter().map(|todo| todo.id.as_str()).collect();
        region::split(solution, &ids)
    }

    /// Names the milestones, and compares their sums with the lesson's TODOs and minutes.
    fn check_milestones(&mut self) -> Result<(), LessonTomlError> {
        let mut todos = 0;
        let mut minutes = 0;
        for milestone in &mut self.milestones {
            todos += milestone.todos;
            minutes += milestone.minutes;
            let letter: String = milestone.folder.chars().take(1).collect();
            milestone.name = format!("{} {}", letter.to_uppercase(), milestone.title);
        }
        let all = self.todos.len();
        let lesson = self.minutes;
        if self.milestones.is_empty() || (todos, minutes) == (all, lesson) {
            return Ok(());
        }
        wrong(format!("the milestones have {todos} TODOs and {minutes} minutes, and the lesson has {all} and {lesson}"))
    }

    /// Returns each milestone with the indices of its TODOs. Few lessons have any.
    pub fn milestones(&self) -> impl Iterator<Item = (&Milestone, Range<usize>)> {
        self.milestones.iter().scan(0, |end, milestone| {
            let begin = *end;
            *end += milestone.todos;
            Some((milestone, begin..*end))
        })
    }

    /// Returns the milestone of a TODO, with the indices of all its TODOs.
    pub fn milestone_of(&self, todo: usize) -> Option<(&Milestone, Range<usize>)> {
        self.milestones().find(|(_, todos)| todos.contains(&todo))
    }
}

/// Returns whether the name of a TODO is that of a shader's file, and not of a function.
pub fn names_shader(name: &str) -> bool {
    name.contains('.')
}

impl TodoToml {
    /// Returns the question that leads out of an answer without a name, whose first wrong step has this index, and which is
    /// wrong for this case.
    pub fn question(&self, step: usize, wrong: Option<&WrongCase>) -> &str {
        let case = wrong.map_or(String::new(), |WrongCase { input, outcome, .. }| format!("{input}: {outcome}"));
        let of_case = self.asks_of.iter().find(|[words, _]| case.contains(words)).map(|[_, asks]| asks);
        let of_step = self.steps.get(step).map(|step| &step.asks).filter(|asks| !asks.is_empty());
        of_case.or(of_step).unwrap_or(&self.asks)
    }

    /// Returns the hints of this step, or of a TODO without steps: where, the idea, the shape of the line.
    pub fn hints(&self, step: usize) -> &[String; 3] {
        self.steps.get(step).map_or(&self.hints, |step| &step.hints)
    }

    /// Returns the known mistake of a program in which the fact `label` has these words.
    pub fn mistake_of_fact(&self, label: &str, words: &str) -> Option<&KnownMistake> {
        self.mistakes.iter().find(|known| known.wrong.iter().any(|fact| fact == &[label, words]))
    }

    /// Returns whether the mistake of this name is known by a fact about the program, and not by its answers.
    pub fn is_known_by_fact(&self, name: &str) -> bool {
        self.mistakes.iter().any(|known| known.name == name && !known.wrong.is_empty())
    }

    /// Returns the question of the known mistake about the fact `label`, if there is only one: several ask about other words.
    pub fn question_of_fact(&self, label: &str) -> Option<&str> {
        let mut known = self.mistakes.iter().filter(|known| known.wrong.iter().any(|[about, _]| about == label));
        let first = known.next()?;
        known.next().is_none().then_some(&first.asks)
    }

    fn check_mistakes(&self) -> Result<(), LessonTomlError> {
        for (index, mistake) in self.mistakes.iter().enumerate() {
            let id = &self.id;
            let name = &mistake.name;
            if self.mistakes.iter().skip(index + 1).any(|other| other.name == *name) {
                return wrong(format!("{id}: {name} is there twice"));
            }
            if mistake.says.is_empty() || !mistake.asks.contains('?') {
                return wrong(format!("{id}: {name} needs a sentence and a question"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"format = 2
title = "Joint lines"
minutes = 45

[[todo]]
name = "x"
finished_in = "y"
changes = 0.01
hints = ["a", "b", "c"]

[[todo.mistake]]
name = "ONE-LEVEL"
change = ["x", "y"]
says = "does."
asks = "Does it?"
or = [{ code = "z" }]
"#;

    #[test]
    fn a_todo_in_steps() {
        let steps = "[[todo.step]]\nname = \"one\"\npasses = \"Good.\"\nhints = [\"a\", \"b\", \"one\"]\n\
                     [[todo.step]]\nname = \"two\"\nhints = [\"a\", \"b\", \"two\"]\n";
        let text = GOOD.replace("hints = [\"a\", \"b\", \"c\"]\n", steps);
        let lesson = LessonToml::parse("04", &text).unwrap();
        assert_eq!([0, 1].map(|step| lesson.todos[0].hints(step)[2].as_str()), ["one", "two"]);
        is_wrong(&text, "passes = \"Good.\"\n", "", "the step one needs words");
        is_wrong(&text, "\"two\"]", "\"\"]", "04.1: a hint is empty");
    }

    fn is_wrong(text: &str, from: &str, to: &str, words: &str) {
        let error = LessonToml::parse("04", &text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }

    #[test]
    fn slips_are_errors() {
        is_wrong(GOOD, "\"b\"", "\" \"", "04.1: a hint is empty");
        is_wrong(GOOD, "format = 2", "format = 1", "format 1");
        is_wrong(GOOD, ", \"c\"", "", "hints");
        is_wrong(GOOD, "hints = [\"a\", \"b\", \"c\"]\n", "", "04.1: a hint is empty");
        is_wrong(GOOD, "minutes", "minuets", "minuets");
        is_wrong(GOOD, "Does it?", "No.", "ONE-LEVEL needs");
    }
}
