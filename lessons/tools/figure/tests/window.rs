//! The real window under a virtual display: it opens, keys do something, it can be resized.
//!
//! Needs `Xvfb` and `xdotool`. Without them it says SKIPPED; with `ARMATURE_REQUIRE_WINDOW=1` in the
//! environment it fails instead.
#![cfg(target_os = "linux")]

use graphics::Picture;
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

/// Limit after which a window that hangs makes the test fail.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that ends with the test, and the lines that it prints.
struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn().ok()?;
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take()?);
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return; // nobody listens any more
                }
            }
        });
        Some(Self { child, lines })
    }

    /// Returns the next line; empty if none comes.
    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_default()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may be gone already
        let _ = self.child.wait();
    }
}

/// Starts a virtual display for the test. Returns the reason if none can be started.
fn virtual_display() -> Result<(Running, String), String> {
    for program in ["Xvfb", "xdotool", "timeout"] {
        let found = std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()));
        if !found {
            return Err(format!("{program} is not installed"));
        }
    }
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"]);
    let display = Running::start(command.stderr(Stdio::null())).ok_or("Xvfb cannot be started")?;
    let number = display.line();
    if number.is_empty() { Err("Xvfb gives no display".into()) } else { Ok((display, number)) }
}

struct Window {
    display: String,
    id: String,
    folder: tempfile::TempDir,
    viewer: Running,
}

impl Window {
    /// Opens the viewer with the arm in a temporary folder, where pictures are written.
    fn open_viewer(display: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let figure = verdict::workspace::assets().join("arm.dae");
        let mut command = Command::new(env!("CARGO_BIN_EXE_figure"));
        command.arg(figure).args(["--size", "1100x700"]).current_dir(folder.path());
        command.env("DISPLAY", format!(":{display}")).env_remove("WAYLAND_DISPLAY");
        let viewer = Running::start(&mut command).unwrap();
        let id = String::new(); // not known yet
        let window = Self { display: display.into(), id, folder, viewer };
        let found = window.xdotool(&["search", "--sync", "--onlyvisible", "--name", "arm.dae"]);
        let id = found.lines().next_back().expect("a window was found").to_owned();
        window.xdotool(&["windowfocus", "--sync", &id]);
        Self { id, ..window }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("timeout"); // with --sync it may wait for ever
        command.args(["60", "xdotool"]).args(arguments).env("DISPLAY", format!(":{}", self.display));
        let output = command.output().unwrap();
        assert!(output.status.success(), "xdotool {arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn press(&self, keys: &[&str]) {
        let arguments: Vec<&str> = ["key", "--window", &self.id].into_iter().chain(keys.iter().copied()).collect();
        self.xdotool(&arguments);
    }

    /// Returns a screenshot of the window: the key for it writes a file and prints its name.
    fn picture(&mut self) -> Picture {
        self.press(&["0"]);
        let message = self.viewer.line();
        let name = message.strip_prefix("picture: ").unwrap_or_else(|| panic!("said {message:?}"));
        Picture::read_png(&self.folder.path().join(name)).unwrap()
    }
}

#[test]
fn a_window_that_answers() {
    let (_display, number) = match virtual_display() {
        Ok(display) => display,
        Err(reason) => {
            let required = std::env::var_os("ARMATURE_REQUIRE_WINDOW").is_some_and(|v| v != "0");
            assert!(!required, "a window is required: {reason}");
            let _ = writeln!(std::io::stderr(), "SKIPPED a_window_that_answers: {reason}");
            return;
        }
    };
    let mut window = Window::open_viewer(&number);
    // Paused at the start, and no panels: every picture is of the same moment, without the frame rate.
    window.press(&["space", "Home", "F10"]);
    let plain = window.picture();
    assert_eq!((plain.width, plain.height), (1100, 700));
    let painted = plain.rgba.chunks(4).filter(|c| c[0] > 180 && c[2] < 90).count();
    assert!(painted > 300, "the arm's orange part is to be seen: {painted} pixels");

    window.press(&["b"]);
    let bones = window.picture();
    assert!(!bones.difference(&plain).within(0.05, 2.0), "B shows the bones");
    window.press(&["b"]);
    let again = window.picture();
    let difference = again.difference(&plain);
    assert!(difference.within(0.05, 2.0), "and hides them: {difference}");

    window.press(&["period", "period", "period"]);
    assert!(!window.picture().difference(&plain).within(0.05, 2.0), "a few frames on");

    let id = window.id.clone();
    window.xdotool(&["windowsize", "--sync", &id, "800", "500"]);
    let small = window.picture();
    assert_eq!((small.width, small.height), (800, 500));
}
