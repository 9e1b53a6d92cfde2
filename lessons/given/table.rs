//! Task of a TODO: a function, or a shader.

/// Task of a TODO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A function of `exercise.rs`, by name.
    Function(&'static str),
    /// A shader file in the lesson's folder below `shaders/`, by name.
    Shader(&'static str),
}

impl Task {
    /// Returns the function's name, or the shader's file.
    pub fn name(&self) -> &'static str {
        match self {
            Task::Function(name) | Task::Shader(name) => name,
        }
    }

    /// Returns whether a shader is asked for.
    pub fn is_shader(&self) -> bool {
        matches!(self, Task::Shader(_))
    }
}

/// A file below `shaders/`, such as `ShaderFile("04-joint-lines/joints.vert")`; or a shader's text, which begins with
/// its `#version`, where it has no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderFile(pub &'static str);

impl ShaderFile {
    /// Returns the shader of this name in a folder below `shaders/`. Its name is kept until the program ends.
    pub fn in_folder(folder: &str, name: &str) -> Self {
        ShaderFile(format!("{folder}/{name}").leak())
    }

    /// Returns the text, if it is one.
    pub fn as_text(&self) -> Option<&'static str> {
        self.0.starts_with("#version").then_some(self.0)
    }

    /// Returns a fragment shader for the name of a vertex shader and the other way round: nothing can be drawn with it.
    pub const fn of_the_other_stage(name: &str) -> Self {
        let is_fragment = matches!(name.as_bytes(), [.., b'.', b'f', b'r', b'a', b'g']);
        ShaderFile(if is_fragment { "common/lit_skin.vert" } else { "common/one_color.frag" })
    }
}
