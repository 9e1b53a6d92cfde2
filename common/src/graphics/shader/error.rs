//! Errors of shaders, with file and line.

use super::ShaderFile;
use thiserror::Error;

/// A fault, and where it is. Reads as
/// `shaders/03-joint-lines/joints.vert:8: gl_Position is never written`.
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
    /// The file and, after a colon, the line where there is one.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }

    /// The driver refused to draw with this file's program.
    pub(in crate::graphics) fn drawing(file: ShaderFile, reason: String) -> Self {
        Self { file: file.name(), line: None, fault: ShaderFault::Gl(reason) }
    }

    /// The message without the position.
    pub fn message(&self) -> String {
        self.fault.to_string()
    }
}

/// The kinds of errors of a shader.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ShaderFault {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// There is no `#version` line, or not at the top: the compiler's message would mislead.
    #[error("the first line must be `#version 330 core`")]
    NoVersion,
    /// The compiler's first error message.
    #[error("{0}")]
    Compile(String),
    /// Each shader compiles, but the two do not fit together.
    #[error("does not fit together with {with}: {message}")]
    Link {
        /// The fragment shader.
        with: String,
        /// The linker's message.
        message: String,
    },
    /// OpenGL would take it, glium does not.
    #[error("only element [0] of the uniform array {0} is used: index it with a variable")]
    OnlyElementZero(String),
    /// The vertex shader has no result.
    #[error("gl_Position is never written")]
    NoPosition,
    /// An output that is to be read back is not there.
    #[error("there is no output {0}: is it misspelt, or declared and never written?")]
    NoOutput(String),
    /// An output is there, with another type.
    #[error("the output {name} is declared {declared}, and should be {expected}")]
    OutputType {
        /// The output's name.
        name: String,
        /// Its GLSL type in the shader.
        declared: String,
        /// The GLSL type that is read back.
        expected: String,
    },
    /// The shader reads an attribute that the vertices do not have.
    #[error("the vertices have no attribute {name}; they have {given}")]
    UnknownAttribute {
        /// What the shader reads.
        name: String,
        /// What the vertices carry.
        given: String,
    },
    /// The shader declares an attribute with another number of components than the vertices carry, or whole
    /// numbers where they carry floats, or the reverse.
    #[error("the attribute {name} is declared {declared}, the vertices carry {given}")]
    AttributeType {
        /// The attribute.
        name: String,
        /// Its GLSL type in the shader.
        declared: String,
        /// The GLSL type of the data.
        given: String,
    },
    /// A fragment shader reads an input that is not written, or has another type: drivers accept it, and its value is
    /// undefined.
    #[error("there is no `in {declared}` for this shader; it is handed over {given}")]
    UnknownInput {
        /// Type and name in the shader.
        declared: String,
        /// Types and names of what there is.
        given: String,
    },
    /// The shader reads a uniform that is never set, and would silently get zero.
    #[error("the uniform {name} is never set; set are {given}")]
    UnknownUniform {
        /// What the shader reads.
        name: String,
        /// What is set.
        given: String,
    },
    /// The shader declares a uniform with another type than is set.
    #[error("the uniform {name} is declared {declared}, and set with {given}")]
    UniformType {
        /// The uniform.
        name: String,
        /// Its GLSL type in the shader.
        declared: String,
        /// The GLSL type of the value.
        given: String,
    },
    /// Any other message of glium or the driver.
    #[error("{0}")]
    Gl(String),
}
