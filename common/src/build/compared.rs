//! What a comparison of the student's files with the solution says, as JSON.

use serde::{Deserialize, Serialize};

/// One file in both forms.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The student's, below the workspace.
    pub file: String,
    /// Where the solution's form was found.
    pub solution: String,
    /// Empty if both are the same.
    pub hunks: Vec<Hunk>,
}

/// Neighbouring differences, with the lines around them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Hunk {
    /// Where it begins in the student's file, counted from 1.
    pub line: usize,
    /// In order.
    pub lines: Vec<Line>,
}

/// One line of either text, or of both.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The text that has it.
    pub whose: Side,
    /// Its text, in pieces that differ and pieces that do not.
    pub pieces: Vec<Piece>,
}

/// Which text a line is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// In both texts.
    Both,
    /// In the student's only.
    Mine,
    /// In the solution only.
    Solution,
}

/// Part of a line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The words.
    pub text: String,
    /// True where the other text has a similar line without these words.
    pub differs: bool,
}
