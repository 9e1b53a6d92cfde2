//! Checks that teach: call an answer with chosen inputs, compare it with the reference, name the mistake.
//!
//! Each source of answers is one table of functions, a [`Course`](given::Course): the student's, the starter's, the
//! reference, and one for each known mistake. A check is written once for all of them. [`three_way`] tests in every lesson
//! that the starter is recognised, the solution passes, and every known mistake has its name.

pub mod announced;
pub mod answer;
mod case;
pub mod catch_panic;
mod check;
pub mod diagnose;
mod invariants;
mod lesson;
mod mistakes;
mod probe;
pub mod three_way;
mod todo;

pub use announced::called_the_answer;
pub use answer::{Answer, AnswerError, Item, Value, finite, says, vector};
pub use check::{AnyCheck, ByHand, Case, Check, Picture, ShaderCheck, Shape};
pub use diagnose::{MARGIN, Submission, mistake_verdicts, verdict};
pub use given::Task;
pub use lesson::{About, EarlierLesson, Lesson, folder, number};
pub use mistakes::{Mistaken, with_mistake_named};
pub use probe::{Probe, Random, Rig};
#[doc(hidden)] // for `lesson!`
pub use verdict::LessonToml;
