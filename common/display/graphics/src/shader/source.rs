//! A shader's text and file.

use super::{ShaderError, ShaderFault};
use std::{borrow::Cow, fmt::Write, path::PathBuf};

pub use given::ShaderFile;

/// Returns the place of a shader's file on this machine.
pub fn path(file: ShaderFile) -> PathBuf {
    verdict::workspace::shaders().join(file.0)
}

/// Returns a shader's name in messages: "shaders/04-joint-lines/joints.vert".
pub fn name(file: ShaderFile) -> String {
    if file.as_text().is_some() { "a shader of the lesson's".into() } else { format!("shaders/{}", file.0) }
}

/// Returns a shader's text as it is now, compiled in or read from the disk.
///
/// # Errors
/// If the file cannot be read, or is not UTF-8.
pub fn text(file: ShaderFile) -> Result<String, ShaderError> {
    if let Some(text) = file.as_text() {
        return Ok(text.into());
    }
    let mut text = std::fs::read_to_string(path(file)).map_err(|error| ShaderError {
        file: name(file),
        line: None,
        fault: ShaderFault::Broken(format!("the file cannot be read: {error}")),
    })?;
    // Some editors begin a file with a byte order mark, which no driver treats as white space.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// A shader's text, with a name for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderSource {
    name: String,
    text: String,
}

impl ShaderSource {
    /// The text of a file, as it is now.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(file: ShaderFile) -> Result<Self, ShaderError> {
        Ok(Self { name: name(file), text: text(file)? })
    }

    /// A text that has no file. Errors call it `name`.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Adds `#define`s (`"ONE_LEVEL"`, or a name and a value: `"PALETTE_SIZE 48"`) right below the `#version` line. Line
    /// numbers stay those of the file.
    ///
    /// A text without a `#version` line stays as it is: building it reports that.
    #[must_use]
    pub fn with_defines(&self, defines: &[&str]) -> Self {
        let Ok(version) = self.version_line() else { return self.clone() };
        let end = self.text.match_indices('\n').nth(version).map(|(index, _)| index + 1);
        let (head, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
        let mut text = head.to_string();
        for define in defines {
            let _ = writeln!(text, "#define {define}"); // writing to a String cannot fail
        }
        let _ = write!(text, "#line {}\n{rest}", version + 2);
        Self { name: self.name.clone(), text }
    }

    /// Makes a vertex shader that passes on a `v_tint` pass on `a_color` in that tint as `v_color`.
    #[must_use]
    pub fn with_vertex_colors(&self) -> Self {
        let mut source = self.with_defines(&["main main_without_colors"]);
        source.text += "\n#undef main\nin vec4 a_color;\nout vec4 v_color;\n";
        source.text += "void main() { main_without_colors(); v_color = a_color * vec4(v_tint, 1.0); }\n";
        source
    }

    /// Name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text for the compiler.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// An error of this shader, without a line.
    pub(crate) fn fault(&self, fault: ShaderFault) -> ShaderError {
        ShaderError { file: self.name.clone(), line: None, fault }
    }

    pub(crate) fn broken(&self, error: &(impl ToString + ?Sized)) -> ShaderError {
        self.fault(ShaderFault::Broken(error.to_string()))
    }

    pub(super) fn check_version(&self) -> Result<(), ShaderError> {
        // The compiler's own message would mislead.
        let text = "the first line must be `#version 330 core`";
        let fault = ShaderFault::Broken(text.into());
        self.version_line().map(|_| ()).map_err(|line| ShaderError { line: Some(line), ..self.fault(fault) })
    }

    /// The number of lines above the `#version` line; as an error, the number of the first other line. Blank
    /// lines and `//` comments may come first.
    fn version_line(&self) -> Result<usize, u32> {
        for (above, line) in self.text.lines().enumerate() {
            let line = line.trim_start();
            if line.starts_with("#version") {
                return Ok(above);
            }
            if !line.is_empty() && !line.starts_with("//") {
                return Err(above as u32 + 1);
            }
        }
        Err(1)
    }

    /// A uniform array that the text indexes with `[0]` and nothing else.
    pub(super) fn array_used_at_zero_only(&self) -> Option<String> {
        let text = self.without_comments();
        let mut declared = text.split("uniform").skip(1).filter_map(|rest| {
            let declaration = rest.split(';').next()?;
            let (before, _) = declaration.split_once('[')?;
            before.split_whitespace().last().map(str::to_string)
        });
        declared.find(|name| {
            let indices: Vec<&str> = text
                .match_indices(name.as_str())
                .filter_map(|(index, _)| text[index + name.len()..].trim_start().strip_prefix('['))
                .filter_map(|index| index.split(']').next())
                .map(str::trim)
                .collect();
            // The declaration itself comes first.
            indices.len() > 1 && indices[1..].iter().all(|index| *index == "0")
        })
    }

    /// Type and name of each variable that the text declares as `in TYPE NAME;` and uses.
    pub(crate) fn inputs(&self) -> Vec<(String, String)> {
        let text = self.without_comments();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        let code = code.join("\n");
        let mut inputs = Vec::new();
        for statement in code.split([';', '{', '}']) {
            let words: Vec<&str> = statement.split_whitespace().collect();
            let [.., "in", ty, name] = words[..] else { continue };
            let mentions = code.split(|c| !is_name_character(c)).filter(|word| *word == name).count();
            if name.chars().all(is_name_character) && mentions > 1 {
                inputs.push((ty.into(), name.into()));
            }
        }
        inputs
    }

    fn without_comments(&self) -> Cow<'_, str> {
        if self.text.contains("//") {
            let code = self.text.lines().map(|line| line.split("//").next().unwrap_or(""));
            Cow::Owned(code.collect::<Vec<_>>().join("\n"))
        } else {
            Cow::Borrowed(&self.text)
        }
    }
}

fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("joints.vert");
        std::fs::write(&file, "\u{feff}#version 330 core\n").unwrap();
        let file = ShaderFile(file.to_str().unwrap().to_owned().leak());
        assert_eq!(super::text(file).unwrap(), "#version 330 core\n");
    }

    #[test]
    fn inputs_that_are_used() {
        let text = "#version 330 core\nin vec3 v_normal; // in vec3 v_comment;\nflat in ivec4 v_joints;\n\
            in float v_idle;\nfloat twice(in float x) { return 2.0 * x; }\n\
            void main() { color = vec4(v_normal, v_joints.x); }\n";
        let inputs = ShaderSource::from_text("test.frag", text).inputs();
        let inputs: Vec<String> = inputs.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
        assert_eq!(inputs, ["vec3 v_normal", "ivec4 v_joints"]);
    }
}
