//! Errors of shaders, with file and line.

use super::ShaderFile;
use thiserror::Error;

/// A fault, and where it is. Reads as
/// `shaders/04-joint-lines/joints.vert:8: gl_Position is never written`.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {fault}", self.place())]
pub struct ShaderError {
    /// The file below the project's folder, or what a text without a file was called.
    pub file: String,
    /// Counted from 1; `None` where the fault is of the whole file, or the driver gives no line.
    pub line: Option<u32>,
    /// What is wrong.
    pub fault: ShaderFault,
}

impl ShaderError {
    /// Returns the file's name and, if known, the line: `common/lit.frag:12`.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }

    /// An error of the driver while it draws with this file's program.
    pub(crate) fn drawing(file: ShaderFile, reason: String) -> Self {
        Self { file: super::name(file), line: None, fault: ShaderFault::Broken(reason) }
    }

    /// The message without the position.
    pub fn message(&self) -> String {
        self.fault.to_string()
    }
}

/// The kinds of errors of a shader.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ShaderFault {
    /// It cannot be read, does not compile, or lacks an output that is to be read back; or the driver reports an error.
    #[error("{0}")]
    Broken(String),
    /// It compiles, and does not fit what it is given or has to give.
    #[error("{0}")]
    Misfit(String),
    /// Each shader compiles, but the two do not fit together.
    #[error("does not fit together with {with}: {message}")]
    Link { with: String, message: String },
    /// It is legal in OpenGL, but not in glium.
    #[error("only element [0] of the uniform array {0} is used: index it with a variable")]
    OnlyElementZero(String),
}
