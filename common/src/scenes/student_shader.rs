//! Shader programs of a student's files: tried before they draw, replaced by the finished ones where they
//! cannot be used, and built again when the text of a file changes.

use crate::exercise::report;
use anyhow::Result;
use graphics::{ShaderFile, shader};
use std::{fmt::Display, rc::Rc};

/// Programs by the shader files that they were built of. `P` is whatever a scene builds of one list of
/// files: a [`Program`](glium::Program), several of them, or more.
pub struct StudentPrograms<P> {
    /// One entry for each list of files: the student's, and the finished ones.
    built: Vec<Built<P>>,
}

struct Built<P> {
    files: Vec<ShaderFile>,
    texts: Vec<Option<String>>,
    programs: Rc<P>,
    /// Whether the programs are the student's, of this text or of one before.
    is_usable: bool,
    reports: Vec<String>,
}

impl<P> Default for StudentPrograms<P> {
    fn default() -> Self {
        StudentPrograms { built: Vec::new() }
    }
}

impl<P> StudentPrograms<P> {
    /// The programs of `files`: those that are known while no text has changed, else what `build` makes. If a new text cannot
    /// be used, the programs of the text before it stay. Each frame repeats what the trial has reported.
    ///
    /// # Errors
    /// That of `build`: not even the finished shaders can be used.
    pub fn get(&mut self, files: &[ShaderFile], build: impl FnOnce(&mut ShaderTrial) -> Result<P>) -> Result<Rc<P>> {
        let texts: Vec<Option<String>> = files.iter().map(|file| shader::text(*file).ok()).collect();
        let current = self.built.iter().position(|built| built.files == files && built.texts == texts);
        let index = if let Some(index) = current {
            index
        } else {
            let mut trial = ShaderTrial::default();
            let built = build(&mut trial)?;
            let is_good = trial.reports.is_empty();
            let before = self.built.iter().position(|built| built.files == files);
            let before = before.map(|index| self.built.swap_remove(index));
            let (programs, is_usable, drawn) = match before {
                Some(before) if before.is_usable && !is_good => (before.programs, true, "What was drawn before stays."),
                _ => (Rc::new(built), is_good, "Ours draws instead."),
            };
            let reports = trial.reports.iter().map(|line| format!("{line} ({drawn})")).collect();
            self.built.push(Built { files: files.to_vec(), texts, programs, is_usable, reports });
            self.built.len() - 1
        };
        let built = &self.built[index];
        built.reports.iter().for_each(|line| report("", line));
        Ok(built.programs.clone())
    }
}

/// Shaders that could not be used, with the reasons.
#[derive(Default)]
pub struct ShaderTrial {
    reports: Vec<String>,
}

impl ShaderTrial {
    /// Returns `student` if its trial, whose `result` is given, has succeeded. Otherwise reports the error for `todo` (such as
    /// "08.3") and returns `finished`.
    pub fn choose<T, E: Display>(
        &mut self,
        todo: &str,
        student: ShaderFile,
        finished: ShaderFile,
        result: Result<T, E>,
    ) -> ShaderFile {
        match result {
            Ok(_) => student,
            Err(error) => {
                self.report(todo, error);
                finished
            }
        }
    }

    /// Says why the student's shader cannot draw.
    pub fn report(&mut self, todo: &str, error: impl Display) {
        self.reports.push(format!("{todo} {error}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::{AnswerReport, listen};

    #[test]
    fn programs_are_built_once_and_reported_in_every_frame() {
        let files = [ShaderFile("common/lines.vert"), ShaderFile("common/no-such-file.frag")];
        let mut programs = StudentPrograms::default();
        for _ in 0..2 {
            let (chosen, message) = listen(|| {
                programs.get(&files, |trial| {
                    let [vertex, fragment] = files;
                    let finished = ShaderFile("common/lines.frag");
                    let vertex = trial.choose("04.2", vertex, finished, Ok::<_, String>(()));
                    let fragment = trial.choose("04.3", fragment, finished, Err::<(), _>("missing."));
                    Ok([vertex, fragment])
                })
            });
            let expected = [files[0], ShaderFile("common/lines.frag")];
            assert_eq!(*chosen.unwrap(), expected);
            let text = "04.3 missing. (Ours draws instead.)".into();
            assert_eq!(message, [AnswerReport { todo: "", text }]);
            assert_eq!(programs.built.len(), 1);
        }
        // Once it could be used, its programs stay.
        programs.built[0].is_usable = true;
        programs.built[0].texts.clear();
        let (kept, message) = listen(|| {
            programs.get(&files, |trial| {
                trial.report("04.3", "broken.");
                Ok([files[0]; 2])
            })
        });
        assert_eq!(*kept.unwrap(), [files[0], ShaderFile("common/lines.frag")]);
        assert_eq!(message[0].text, "04.3 broken. (What was drawn before stays.)");
        assert_eq!(programs.built.len(), 1);
        // Other files are another entry; a failure keeps none.
        let other = programs.get(&files[..1], |_| anyhow::bail!("no driver"));
        assert!(other.is_err());
        assert_eq!(programs.built.len(), 1);
    }
}
