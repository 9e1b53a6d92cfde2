//! The comparison of the student's files with the solution, as JSON.

use serde::{Deserialize, Serialize};

/// The comparison of one file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The student's file, below the workspace.
    pub file: String,
    /// The location of the solution's version.
    pub solution: String,
    /// Empty if both are the same.
    pub hunks: Vec<Hunk>,
}

/// Neighbouring differences, with the lines around them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Hunk {
    /// First line in the student's file, counted from 1.
    pub line: usize,
    pub lines: Vec<Line>,
}

/// One line of either text, or of both.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub side: Side,
    pub pieces: Vec<Piece>,
}

/// The text that has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Both,
    Mine,
    Solution,
}

/// Part of a line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    pub text: String,
    /// Whether the other text has a similar line without these words.
    pub differs: bool,
}
