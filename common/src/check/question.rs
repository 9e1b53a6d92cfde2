//! A question for a lecture, made of known mistakes, as a lesson's program prints it.

use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// A picture of somebody's mistake beside the right one: which mistake is it?
    WhatHasHeDone,
    /// The right picture at one setting: which of four is it at another?
    Predict,
}

/// One question with four answers, of which one is right.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// What is asked.
    pub kind: QuestionKind,
    /// The TODO that the figure shows, and its function.
    pub todo: String,
    /// The function.
    pub name: String,
    /// The figure's name.
    pub figure: String,
    /// Where its parameters are.
    pub setting: String,
    /// To predict from: where they are in the picture that is shown.
    pub from: String,
    /// The right picture, as SVG: at the setting, or where it is predicted from.
    pub right_picture: String,
    /// That of the mistake; empty where there is none to see.
    pub mistaken_picture: String,
    /// What is said of four mistakes, or four pictures as SVG.
    pub choices: Vec<String>,
    /// The right one of them.
    pub right: usize,
    /// For each choice the mistake's name, empty for what is right.
    pub mistakes: Vec<String>,
    /// For each choice what the mistake does, and the question that leads out of it.
    pub why: Vec<[String; 2]>,
}
