//! Shader programs that follow their files: edit, save, and the next frame shows it.

use super::{
    Gl, OnDisk,
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
pub struct LiveProgram(Rc<Live>);

struct Live {
    gl: Gl,
    files: [ShaderFile; 2],
    defines: Vec<String>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    files: FileWatcher<()>,
    program: Option<Rc<Program>>,
    error: Option<ShaderError>,
}

thread_local! {
    /// OpenGL contexts stay on their thread, and their programs with them.
    static ALL: RefCell<Vec<Weak<Live>>> = const { RefCell::new(Vec::new()) };
}

/// Rebuilds the programs of this thread whose shader files have changed, and returns whether there was one. A window calls
/// this before each frame; a program costs two system calls.
pub fn poll() -> bool {
    let mut changed = false;
    for live in all() {
        changed |= live.rebuild_if_changed();
    }
    changed
}

/// The errors of this thread's shaders as of the last [`poll`], for a window to show.
pub fn errors() -> Vec<ShaderError> {
    all().into_iter().filter_map(|live| live.state.borrow().error.clone()).collect()
}

fn all() -> Vec<Rc<Live>> {
    ALL.with_borrow_mut(|all| {
        all.retain(|live| live.strong_count() > 0);
        all.iter().filter_map(Weak::upgrade).collect()
    })
}

impl LiveProgram {
    /// Builds a program from two files below `shaders/`, with `defines` in both ([`ShaderSource::with_defines`]). If the
    /// build fails, there is no program yet, and [`error`](Self::error) returns the reason.
    pub fn new(gl: &Gl, vertex: ShaderFile, fragment: ShaderFile, defines: &[&str]) -> Self {
        let live = Rc::new(Live {
            gl: gl.clone(),
            files: [vertex, fragment],
            defines: defines.iter().map(ToString::to_string).collect(),
            state: RefCell::default(),
        });
        live.state.borrow_mut().files = FileWatcher::new(live.files.map(|file| ((), file.path())));
        live.build();
        ALL.with_borrow_mut(|all| all.push(Rc::downgrade(&live)));
        Self(live)
    }

    /// Like [`new`](Self::new), but a program that does not compile is an error.
    ///
    /// # Errors
    /// If a file cannot be read or compiled, or the two do not fit together.
    pub fn load(gl: &Gl, vertex: ShaderFile, fragment: ShaderFile, defines: &[&str]) -> Result<Self, ShaderError> {
        let program = Self::new(gl, vertex, fragment, defines);
        match program.error() {
            Some(error) => Err(error),
            None => Ok(program),
        }
    }

    /// The last good program; `None` if it never compiled.
    pub fn get(&self) -> Option<Rc<Program>> {
        self.0.state.borrow().program.clone()
    }

    /// The error of the files as of the last [`poll`].
    pub fn error(&self) -> Option<ShaderError> {
        self.0.state.borrow().error.clone()
    }
}

impl Live {
    /// Rebuilds the program if a file of it has changed, and returns whether one has.
    fn rebuild_if_changed(&self) -> bool {
        let has_changed = !self.state.borrow_mut().files.changed().is_empty();
        if has_changed {
            self.build();
        }
        has_changed
    }

    /// Builds the program. The program before stays in use if the build fails.
    fn build(&self) {
        let built = self.try_build();
        let mut state = self.state.borrow_mut();
        match built {
            Ok(program) => {
                state.program = Some(Rc::new(program));
                state.error = None;
            }
            Err(error) => state.error = Some(error),
        }
    }

    fn try_build(&self) -> Result<Program, ShaderError> {
        let defines: Vec<&str> = self.defines.iter().map(String::as_str).collect();
        let [vertex, fragment] = self.files;
        let vertex = ShaderSource::read(vertex)?.with_defines(&defines);
        let fragment = ShaderSource::read(fragment)?.with_defines(&defines);
        shader::program(&self.gl, &vertex, &fragment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::headless_or_skip;
    use std::{
        fs,
        path::PathBuf,
        sync::atomic::{AtomicU32, Ordering},
    };

    const GOOD: &str = "#version 330 core\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }\n";
    const FRAGMENT: &str = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1); }\n";

    /// Two files below `shaders/` that are gone when the test is over.
    struct Files {
        folder: PathBuf,
        vertex: ShaderFile,
        fragment: ShaderFile,
    }

    impl Files {
        fn new() -> Self {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("test-reload-{}-{count}", std::process::id());
            let files = Self {
                folder: ShaderFile(name.clone().leak()).path(),
                vertex: ShaderFile(format!("{name}/a.vert").leak()),
                fragment: ShaderFile(format!("{name}/a.frag").leak()),
            };
            fs::create_dir_all(&files.folder).unwrap();
            fs::write(files.vertex.path(), GOOD).unwrap();
            fs::write(files.fragment.path(), FRAGMENT).unwrap();
            files
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn a_broken_file_keeps_the_last_good_program() {
        let Some(gl) = headless_or_skip("a_broken_file_keeps_the_last_good_program") else {
            return;
        };
        let files = Files::new();
        let program = LiveProgram::new(&gl, files.vertex, files.fragment, &[]);
        assert!(program.get().is_some() && program.error().is_none());

        fs::write(files.vertex.path(), "#version 330 core\nvoid main() {\n    oops();\n}\n").unwrap();
        assert_eq!(program.error(), None, "not polled yet");
        assert!(poll() && !poll(), "once for each change");
        assert!(program.get().is_some(), "the last good one");
        let error = program.error().unwrap();
        assert_eq!(error.line, Some(3), "{error}");
        assert!(error.place().ends_with("a.vert:3"), "{error}");
        assert!(errors().contains(&error));

        // An addition, so that the length differs even where a clock is coarse.
        fs::write(files.vertex.path(), format!("{GOOD}// fixed\n")).unwrap();
        assert!(poll());
        assert!(program.get().is_some());
        assert_eq!(program.error(), None);
        assert_eq!(errors(), []);
    }

    #[test]
    fn a_file_that_is_missing_at_first_may_come_later() {
        let Some(gl) = headless_or_skip("a_file_that_is_missing_at_first") else { return };
        let files = Files::new();
        fs::remove_file(files.fragment.path()).unwrap();
        let program = LiveProgram::new(&gl, files.vertex, files.fragment, &[]);
        assert!(program.get().is_none());
        assert!(program.error().unwrap().to_string().contains("cannot be read"));
        fs::write(files.fragment.path(), FRAGMENT).unwrap();
        assert!(poll());
        assert!(program.get().is_some());
        assert_eq!(program.error(), None);
    }

    #[test]
    fn a_program_that_is_gone_is_not_wrong_any_more() {
        let Some(gl) = headless_or_skip("a_program_that_is_gone") else { return };
        let files = Files::new();
        fs::write(files.vertex.path(), "nothing").unwrap();
        let program = LiveProgram::new(&gl, files.vertex, files.fragment, &[]);
        assert_eq!(errors().len(), 1);
        drop(program);
        assert_eq!(errors(), []);
    }
}
