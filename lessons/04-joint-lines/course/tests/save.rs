//! What a save does, from the library over the verdict to the frame. See `.github/ARCHITECTURE.md`.
//!
//! It saves no exercise of this checkout, but one in a workspace of its own, which stays, so that a second run builds
//! little. Started with arguments, this program is one of the processes that check.

use common::exercise::{Exercise, testing::OpenLesson};
use common::graphics::{Picture, testing::headless_or_skip};
use judge::{AnswerSource, Limits};
use lesson_04::{Window, run};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};
use verdict::Status::{self, DoesNotCompile, Fail, NotStarted, Panicked, Pass, Waiting};
use verdict::workspace::{SHADERS, WORKSPACE, shaders};

const STARTER: &str = Window::LESSON.about.starter_text;
const LESSON: &str = "lessons/04-joint-lines";

fn main() -> ExitCode {
    if env::var_os(WORKSPACE).is_none() {
        return in_workspace();
    }
    if env::args().nth(1).is_some_and(|argument| ["--check-here", "--answer"].contains(&&*argument)) {
        return run();
    }
    a_save_becomes_a_picture();
    a_missing_file_is_not_checked();
    the_memory_of_a_driver_is_no_answers();
    ExitCode::SUCCESS
}

fn a_save_becomes_a_picture() {
    let Some(gl) = headless_or_skip("a_save_becomes_a_picture") else { return };
    let mut lesson = OpenLesson::<Window>::new(&gl);
    // It begins with an exercise that does not compile: the finished code draws.
    let picture = lesson.until(&[Pass, Waiting, Waiting, DoesNotCompile]);
    assert!(lesson.is_by(&picture, &[0, 1, 2, 3]));
    save(&mut lesson, &answering("04.4", "return vec![7];"), [NotStarted, NotStarted, Fail]);
    let matrices = "let mut all = crate::model_poses(joints, locals, model_from_root);\n    \
                    all.resize(MAX_JOINTS, Mat4::IDENTITY);\n    return all;";
    let picture = save(&mut lesson, &answering("04.2", matrices), [Pass, NotStarted, NotStarted]);
    // 04.4 was taken back and is still the current TODO; 04.3 is ours.
    assert!(lesson.is_by(&picture, &[0, 1, 2]) && !lesson.is_by(&picture, &[0, 2]), "the answer is seen");
    // Cargo goes by times: the text that was put back is built all the same.
    lesson.put_back(&answering("04.4", "return vec![7];"));
    lesson.until(&[Pass, NotStarted, NotStarted, Fail]);
    save(&mut lesson, &answering("04.2", matrices), [Pass, NotStarted, NotStarted]);
    // What does not compile turns to its TODO, of which the old code draws. A panic is caught: the finished answer draws.
    lesson.save(&answering("04.3", "return 0.5;"));
    let rejected = lesson.until_message("error[E0308]");
    assert!(lesson.is_by(&rejected, &[0, 1, 3]), "the old code goes on");
    let picture = save(&mut lesson, &answering("04.2", "panic!(\"oh\");"), [Panicked, NotStarted, NotStarted]);
    assert!(lesson.is_by(&picture, &[0, 1, 2, 3]));
    // A list that only grows ends the process that checks, since what the library allocates counts there.
    let grows = "let mut all = vec![0]; loop { all.push(all.len() as u16); }";
    let statuses = [NotStarted, Status::Crashed, NotStarted];
    save(&mut lesson, &answering("04.3", grows), statuses);
}

fn a_missing_file_is_not_checked() {
    let Some(gl) = headless_or_skip("a_missing_file_is_not_checked") else { return };
    let begun = answering("04.4", "return vec![7];");
    let mut lesson = OpenLesson::<Window>::new(&gl);
    save(&mut lesson, &begun, [NotStarted, NotStarted, Fail]);
    lesson.remove(&Window::LESSON.about.exercise());
    let removed = [Pass, DoesNotCompile, Waiting, Waiting];
    let picture = lesson.until(&removed);
    assert!(lesson.is_by(&picture, &[0, 1, 2, 3]), "nothing of it draws");
    assert!(lesson.says("exercise.rs is missing or empty: `cargo workbook reset 04` brings the starter back"));
    lesson.check();
    lesson.until(&removed);
    save(&mut lesson, &begun, [NotStarted, NotStarted, Fail]);
    // Only the shader's own verdict changes.
    let shader = shaders().join("04-joint-lines/joints.vert");
    let text = read(&shader);
    lesson.remove(&shader);
    lesson.until(&[DoesNotCompile, NotStarted, NotStarted, Fail]);
    assert!(lesson.says("joints.vert is missing or empty: `cargo workbook reset 04` brings the starter back"));
    fs::write(&shader, text).expect("it can be put back");
    lesson.until(&[Pass, NotStarted, NotStarted, Fail]);
}

/// Saves an exercise, and waits for a picture with the verdicts of the three functions; the shader passes.
fn save(lesson: &mut OpenLesson<Window>, text: &str, statuses: [Status; 3]) -> Picture {
    lesson.save(text);
    lesson.until(&[&[Pass], &statuses[..]].concat())
}

/// The memory of an OpenGL context does not count against a check, whose limit here is smaller.
fn the_memory_of_a_driver_is_no_answers() {
    if headless_or_skip("the_memory_of_a_driver_is_no_answers").is_none() {
        return;
    }
    let this = verdict::run_judge::this_program().expect("this test");
    let limits = Limits { memory: 48 << 20, ..Limits::default() };
    let verdict = judge::check_in_child(&this, None, "04.1", "joints.vert", AnswerSource::Mine, verdict::SEED, limits);
    assert_eq!(verdict.status, Pass, "{verdict:?}");
}

/// Returns the starter with this code instead of a TODO's comment.
fn answering(todo: &str, code: &str) -> String {
    let line = STARTER.lines().find(|line| line.starts_with(&format!("    // TODO {todo}:"))).expect("the TODO");
    STARTER.replace(line, &format!("    {code}"))
}

/// Runs this program again in a workspace whose lesson 04 is a student's copy.
fn in_workspace() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let to = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("save");
    for file in ["Cargo.toml", "lib.rs", "lesson.toml"] {
        write_if_changed(&to.join(LESSON).join(file), &read(&root.join(LESSON).join(file))).expect("a copy");
    }
    write_if_changed(&to.join(LESSON).join("exercise.rs"), &answering("04.4", "return 0.5;")).expect("an exercise");
    // The finished shader is needed to see what the functions return.
    for folder in ["common", "04-joint-lines", "04-joint-lines/starter"] {
        for file in fs::read_dir(shaders().join(folder)).expect("shaders").map(|entry| entry.expect("a file").path()) {
            if file.is_file() {
                let name = file.file_name().expect("a name");
                write_if_changed(&to.join("shaders").join(folder).join(name), &read(&file)).expect("a copy");
            }
        }
    }
    let finished = read(&shaders().join("common/joints.vert"));
    write_if_changed(&to.join("shaders/04-joint-lines/joints.vert"), &finished).expect("a shader");
    write_if_changed(&to.join("Cargo.lock"), &read(&root.join("Cargo.lock"))).expect("a copy");
    write_if_changed(&to.join("Cargo.toml"), &manifest(&root)).expect("a manifest");
    let mut again = Command::new(env::current_exe().expect("this test"));
    again.env(WORKSPACE, &to).env(SHADERS, to.join("shaders")).env("CARGO_TARGET_DIR", to.join("target"));
    let status = again.env("CARGO_NET_OFFLINE", "true").args(env::args_os().skip(1)).status().expect("it starts");
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the manifest of a workspace with lesson 04 alone, whose dependencies are those of the workspace at `root`.
fn manifest(root: &Path) -> String {
    let text = read(&root.join("Cargo.toml"));
    let given = format!("given = {{ path = {:?} }}", root.join("lessons").display().to_string());
    let dependencies = section(&text, "workspace.dependencies").replace("given = { path = \"lessons\" }", &given);
    let dependencies = dependencies.lines().filter(|line| !line.contains("path = \"common"));
    let dependencies: String = dependencies.flat_map(|line| [line, "\n"]).collect();
    let others = ["workspace.package", "workspace.lints.rust", "workspace.lints.clippy"]
        .map(|name| section(&text, name))
        .concat();
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"{LESSON}\"]\n\n{others}\n{dependencies}\n[profile.dev]\ndebug = false\n"
    )
}

/// Returns a section of a manifest, with its heading.
fn section(text: &str, name: &str) -> String {
    let (_, rest) = text.split_once(&format!("[{name}]\n")).expect("the section");
    let end = rest.find("\n[").unwrap_or(rest.len());
    format!("[{name}]\n{}\n", &rest[..end])
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes a file unless it has this text: cargo goes by the time of the last change.
fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text)
}
