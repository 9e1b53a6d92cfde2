//! A question for a lecture, made of known mistakes, as a lesson's program prints it.

use serde::{Deserialize, Serialize};

/// Kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// A picture with a mistake beside the right one: which mistake is it?
    WhatHasHeDone,
    /// The right picture at one setting: which of four is it at another?
    Predict,
}

/// One question with four answers, of which one is right.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    pub kind: QuestionKind,
    /// The TODO that the figure shows, and its function.
    pub todo: String,
    /// The function.
    pub name: String,
    /// The figure's name.
    pub figure: String,
    /// Values of the figure's parameters.
    pub setting: String,
    /// Values of the picture that is shown, for a prediction.
    pub from: String,
    /// The right picture, as SVG: at the setting, or where it is predicted from.
    pub right_picture: String,
    /// Picture of the mistake; empty if it has none.
    pub mistaken_picture: String,
    /// Sentences about four mistakes, or four pictures as SVG.
    pub choices: Vec<String>,
    /// Index of the right choice.
    pub right: usize,
    /// Name of each choice's mistake, empty for the right one.
    pub mistakes: Vec<String>,
    /// Sentence and question of each choice's mistake.
    pub why: Vec<[String; 2]>,
}
