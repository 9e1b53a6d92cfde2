//! Shader programs that follow their files: edit, save, and the next frame shows it.

use super::{
    Gl,
    shader::{self, ShaderError, ShaderFile, ShaderSource},
};
use glium::Program;
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use verdict::file_watcher::FileWatcher;

/// A program that is built again when [`poll`] finds one of its files changed. While they do not
/// compile the last good program stays in use, and [`errors`] has the error.
pub struct LiveProgram(Rc<RefCell<Live>>);

struct Live {
    gl: Gl,
    files: [ShaderFile; 2],
    defines: Vec<String>,
    watcher: FileWatcher<()>,
    program: Rc<Program>,
    error: Option<ShaderError>,
}

thread_local! {
    /// Programs of this thread, where OpenGL contexts stay. A window that draws nothing anew looks at their files all the same.
    static ALL: RefCell<Vec<Weak<RefCell<Live>>>> = const { RefCell::new(Vec::new()) };
}

/// Rebuilds the programs of this thread whose shader files have changed, and returns whether there was one. A window calls
/// this before each frame; a program costs two system calls.
pub fn poll() -> bool {
    let mut changed = false;
    for live in all() {
        let live = &mut *live.borrow_mut();
        if !live.watcher.changed().is_empty() {
            changed = true;
            match build(&live.gl, live.files, &live.defines) {
                Ok(program) => (live.program, live.error) = (Rc::new(program), None),
                Err(error) => live.error = Some(error),
            }
        }
    }
    changed
}

/// The errors of this thread's shaders as of the last [`poll`], for a window to show.
pub fn errors() -> Vec<ShaderError> {
    all().into_iter().filter_map(|live| live.borrow().error.clone()).collect()
}

fn all() -> Vec<Rc<RefCell<Live>>> {
    ALL.with_borrow_mut(|all| {
        all.retain(|live| live.strong_count() > 0);
        all.iter().filter_map(Weak::upgrade).collect()
    })
}

impl LiveProgram {
    /// Builds a program from two files below `shaders/`, with `defines` in both ([`ShaderSource::with_defines`]).
    ///
    /// # Errors
    /// If a file cannot be read or compiled, or the two do not fit together.
    pub fn load(gl: &Gl, vertex: ShaderFile, fragment: ShaderFile, defines: &[&str]) -> Result<Self, ShaderError> {
        let files = [vertex, fragment];
        let watcher = FileWatcher::new(files.map(|file| ((), shader::path(file))));
        let defines: Vec<String> = defines.iter().map(ToString::to_string).collect();
        let program = Rc::new(build(gl, files, &defines)?);
        let live = Rc::new(RefCell::new(Live { gl: gl.clone(), files, defines, watcher, program, error: None }));
        ALL.with_borrow_mut(|all| all.push(Rc::downgrade(&live)));
        Ok(Self(live))
    }

    /// The last good program.
    pub fn get(&self) -> Rc<Program> {
        self.0.borrow().program.clone()
    }
}

fn build(gl: &Gl, [vertex, fragment]: [ShaderFile; 2], defines: &[String]) -> Result<Program, ShaderError> {
    let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
    let vertex = ShaderSource::read(vertex)?.with_defines(&defines);
    let fragment = ShaderSource::read(fragment)?.with_defines(&defines);
    shader::program(gl, &vertex, &fragment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::headless_or_skip;
    use std::fs;

    const GOOD: &str = "#version 330 core\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }\n";
    const FRAGMENT: &str = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1); }\n";

    #[test]
    fn a_broken_file_keeps_the_last_good_program() {
        let Some(gl) = headless_or_skip("a_broken_file_keeps_the_last_good_program") else { return };
        let folder = tempfile::tempdir().unwrap();
        let [vertex, fragment] = ["a.vert", "a.frag"].map(|name| folder.path().join(name));
        fs::write(&vertex, GOOD).unwrap();
        fs::write(&fragment, FRAGMENT).unwrap();
        let files = [&vertex, &fragment].map(|path| ShaderFile(path.to_str().unwrap().to_owned().leak()));
        let program = LiveProgram::load(&gl, files[0], files[1], &[]).unwrap();
        let first = program.get();
        fs::write(&vertex, "#version 330 core\nvoid main() {\n    oops();\n}\n").unwrap();
        assert_eq!(errors(), [], "not polled yet");
        assert!(poll() && !poll(), "once for each change");
        assert!(Rc::ptr_eq(&first, &program.get()), "the last good one");
        let [error] = &errors()[..] else { panic!("one is broken") };
        assert!(error.place().ends_with("a.vert:3"), "{error}");
        // An addition, so that the length differs even where a clock is coarse.
        fs::write(&vertex, format!("{GOOD}// fixed\n")).unwrap();
        assert!(poll() && errors().is_empty() && !Rc::ptr_eq(&first, &program.get()));
        fs::write(&vertex, "nothing").unwrap();
        assert!(poll() && errors().len() == 1);
        drop(program);
        assert_eq!(errors(), [], "a program that is gone is not wrong any more");
    }
}
