//! A program replaces another one, and its window continues where that one's was.

use crate::{LessonState, Restart};
use graphics::OrbitCamera;
use player::{ActorState, clock::ClockState};
use serde::{Deserialize, Serialize};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::{Mutex, MutexGuard, PoisonError},
};
use ui::DisplayOptions;

/// The option of a lesson's program that names a TODO whose answer hung in the program before.
pub const EXCLUDED: &str = "--excluded";

/// Options that are between two programs only, each with a value: the next one is not given those of the one before.
const HANDED_OVER: [&str; 2] = ["--resume", EXCLUDED];

/// Position and contents of a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowState {
    /// Inner size, in pixels.
    pub(crate) size: (u32, u32),
    /// Its upper left corner on the screen, where the system tells.
    pub(crate) position: Option<(i32, i32)>,
    pub(crate) is_full_screen: bool,
    /// Whether keys go to it, and not to the student's editor.
    pub(crate) has_focus: bool,
    pub(crate) camera: OrbitCamera,
    pub(crate) options: DisplayOptions,
    /// Scale of text that the user has chosen.
    pub(crate) text_wish: f32,
    pub(crate) actor: Option<ActorState>,
    pub(crate) lesson: Option<LessonState>,
    /// Clock of a scene without an actor.
    pub(crate) time: Option<ClockState>,
    pub(crate) editing: Option<serde_json::Value>,
}

impl WindowState {
    /// Reads a state from a file and deletes that. If it cannot be read, the window begins as usual.
    pub(crate) fn take(file: &Path) -> Option<Self> {
        let text = fs::read(file).ok()?;
        let _ = fs::remove_file(file); // a file that stays does no harm
        serde_json::from_slice(&text).ok()
    }

    /// Into a new file.
    fn write(&self) -> io::Result<PathBuf> {
        let file = env::temp_dir().join(format!("armature-{}.json", process::id()));
        let _ = fs::remove_file(&file); // there need not be one
        serde_json::to_writer(fs::File::create_new(&file)?, self)?;
        Ok(file)
    }
}

/// State of this process's window about a second ago.
static LAST: Mutex<Option<WindowState>> = Mutex::new(None);

fn last() -> MutexGuard<'static, Option<WindowState>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers a state, for a thread that has to start the program again while the window's own hangs.
pub(crate) fn remember(state: WindowState) {
    *last() = Some(state);
}

/// Returns the state that was remembered last.
pub fn last_state() -> Option<WindowState> {
    last().clone()
}

/// Replaces this process by a program with the same arguments, whose window continues from a state. Returns only if that
/// fails.
pub fn restart(restart: &Restart, state: Option<&WindowState>) -> io::Error {
    // Without a file the window begins as usual.
    let file = state.and_then(|state| state.write().ok());
    let mut program = Command::new(&restart.program);
    program.args(arguments(env::args_os().skip(1), file.as_deref(), &restart.arguments));
    let error = take_its_place(program);
    let _ = file.map(fs::remove_file); // where it stays it does no harm
    error
}

/// Replaces this process by a program. Returns only if that fails.
#[cfg(unix)]
pub fn take_its_place(mut program: Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(&mut program)
}

/// Starts a program and ends this process, since this system cannot replace a process. Returns only if that fails.
#[cfg(not(unix))]
pub(crate) fn take_its_place(mut program: Command) -> io::Error {
    match program.spawn() {
        Ok(_) => process::exit(0),
        Err(error) => error,
    }
}

/// Returns the arguments of the next program: those of this one without its state, and with the new state.
fn arguments(given: impl Iterator<Item = OsString>, file: Option<&Path>, others: &[OsString]) -> Vec<OsString> {
    let mut given = given.peekable();
    let mut kept = Vec::new();
    while let Some(argument) = given.next() {
        let text = argument.to_string_lossy();
        let name = text.split('=').next().unwrap_or_default();
        if !HANDED_OVER.contains(&name) {
            kept.push(argument);
        } else if !text.contains('=') {
            given.next();
        }
    }
    kept.extend(file.into_iter().flat_map(|file| [OsStr::new("--resume"), file.as_os_str()]).map(OsStr::to_owned));
    kept.extend_from_slice(others);
    kept
}

/// Returns this program's file; if it was built anew since it was started, the new one.
///
/// # Errors
/// If the system does not say which file it is.
pub fn newest_program() -> io::Result<PathBuf> {
    env::current_exe().map(without_mark)
}

/// Linux marks the path of a program whose file is gone.
fn without_mark(program: PathBuf) -> PathBuf {
    program.to_str().and_then(|path| path.strip_suffix(" (deleted)")).map(PathBuf::from).unwrap_or(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed_on(given: &str, file: Option<&str>, others: &[&str]) -> String {
        let others: Vec<OsString> = others.iter().map(OsString::from).collect();
        arguments(given.split_whitespace().map(OsString::from), file.map(Path::new), &others)
            .join(OsStr::new(" "))
            .into_string()
            .unwrap()
    }

    #[test]
    fn the_next_program_is_given_the_same_arguments() {
        assert_eq!(passed_on("--mine --time 3", None, &[]), "--mine --time 3");
        assert_eq!(passed_on("--mine", Some("b"), &[EXCLUDED, "13.2"]), "--mine --resume b --excluded 13.2");
        assert_eq!(passed_on("--resume a --mine --excluded 13.1", Some("b"), &[]), "--mine --resume b");
        assert_eq!(passed_on("--resume=a --excluded=13.1 --mine", None, &[]), "--mine");
        assert_eq!(passed_on("--mine --resume", Some("b"), &[]), "--mine --resume b");
    }

    #[test]
    fn a_broken_file_is_no_state() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state.json");
        assert_eq!(WindowState::take(&file), None, "there is none");
        for text in ["", "tea", "{\"size\": [640, 480]}", "{\"unknown\": 1}", "[1, 2"] {
            fs::write(&file, text).unwrap();
            assert_eq!(WindowState::take(&file), None, "{text}");
            assert!(!file.exists(), "{text}");
        }
    }

    #[test]
    fn a_program_that_was_built_anew_is_found() {
        for path in ["/a/lesson-13 (deleted)", "/a/lesson-13"] {
            assert_eq!(without_mark(path.into()), Path::new("/a/lesson-13"));
        }
    }
}
