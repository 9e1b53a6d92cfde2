//! Lesson 19: the program of its text, made step by step in a folder of its own, in a window.
//!
//! Needs `Xvfb`. Without it it says SKIPPED; with `ARMATURE_REQUIRE_WINDOW=1` in the environment it fails instead.
//! `ARMATURE_RENEW_PICTURES=1` writes the text's pictures.
#![cfg(target_os = "linux")]

use graphics::Picture;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use verdict::workspace;

/// Limit after which a window that shows something else makes the test fail.
const PATIENCE: Duration = Duration::from_mins(2);

/// Largest differences of the same picture on another driver, mean and that of a square, in 255ths of a channel.
const MEAN: f32 = 0.3;
const WORST: f32 = 40.0;

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill(); // it may be gone already
        let _ = self.0.wait();
    }
}

/// A virtual display, whose pixels are in a file.
struct Display {
    _server: Running,
    number: String,
    folder: tempfile::TempDir,
}

impl Display {
    fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset", "-fbdir"]);
        command.arg(folder.path()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().map_err(|error| format!("Xvfb: {error}"))?;
        let output = server.stdout.take().ok_or("Xvfb has no output")?;
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number).map_err(|error| error.to_string())?;
        Ok(Self { _server: Running(server), number: number.trim().into(), folder })
    }

    /// Returns the screen as an X window dump.
    fn dump(&self) -> Vec<u8> {
        fs::read(self.folder.path().join("Xvfb_screen0")).unwrap()
    }
}

/// Returns the picture of an X window dump: a header of 32-bit numbers, the first of which is its length, a list of colours,
/// and blue, green, red and a spare byte for each pixel.
fn picture(dump: &[u8]) -> Picture {
    let number = |index: usize| u32::from_be_bytes(dump[4 * index..4 * index + 4].try_into().unwrap());
    let (width, height, colors) = (number(4), number(5), number(19));
    let pixels = &dump[number(0) as usize + 12 * colors as usize..];
    let rgba = pixels.chunks(4).take((width * height) as usize).flat_map(|p| [p[2], p[1], p[0], 255]).collect();
    Picture { width, height, rgba }
}

/// The files of the program, by their paths; a Rust file as its items.
type Files = BTreeMap<String, Vec<String>>;

/// Does what the text of a step says: replaces the items of its blocks, and deletes those that it names.
fn follow(step: &str, files: &mut Files) {
    for block in step.split("\n```").filter(|block| block.contains(" src/")) {
        let Some((head, code)) = block.split_once('\n') else { continue };
        let Some((language, path)) = head.split_once(' ') else { continue };
        let file = files.entry(path.to_owned()).or_default();
        if language == "glsl" {
            *file = vec![code.to_owned()];
            continue;
        }
        let items = items(code);
        if items.iter().any(|item| item.starts_with("use ")) {
            file.retain(|item| !item.starts_with("use "));
        }
        for item in items {
            match file.iter_mut().find(|old| name(old) == name(&item)) {
                Some(old) => *old = item,
                None => file.push(item),
            }
        }
        file.sort_by_key(|item| !item.starts_with("use ")); // the rest keeps its order
    }
    for line in step.lines() {
        if let Some(deleted) = line.strip_prefix("Delete `").and_then(|line| line.split('`').next()) {
            let is_kept = |item: &String| !name(item).split(|c: char| !c.is_alphanumeric()).any(|word| word == deleted);
            for items in files.values_mut() {
                items.retain(is_kept);
            }
        }
    }
}

/// Splits Rust code into its items. Each ends with the first line that begins with a bracket or ends with `;`, at the margin.
fn items(code: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    for line in code.lines() {
        item += line;
        item.push('\n');
        let is_margin = !line.starts_with([' ', '/', '#']) && !line.is_empty();
        if is_margin && (line.starts_with('}') || line.ends_with([';', '}'])) {
            items.push(std::mem::take(&mut item).trim_start().to_owned());
        }
    }
    assert!(item.trim().is_empty(), "an item that does not end: {item}");
    items
}

/// Returns what an item is called: `fn main`, `impl Scene`, `implement_vertex!(Corner`, all of an import.
fn name(item: &str) -> &str {
    let mut lines = item.lines().filter(|line| !line.starts_with(['/', '#']));
    let line = lines.next().unwrap_or_default().trim_start_matches("pub ");
    match line.split(' ').next() {
        Some("use") => line,
        Some("fn") => line.split(['(', '<']).next().unwrap_or_default(),
        _ => line.split(['{', ',', ';', ':', '=']).next().unwrap_or_default().trim_end(),
    }
}

#[test]
fn each_step_of_the_text_shows_its_picture() {
    let display = match Display::start() {
        Ok(display) => display,
        Err(reason) => {
            let required = std::env::var_os("ARMATURE_REQUIRE_WINDOW").is_some_and(|value| value != "0");
            assert!(!required, "a window is required: {reason}");
            let _ = writeln!(std::io::stderr(), "SKIPPED each_step_of_the_text_shows_its_picture: {reason}");
            return;
        }
    };
    let lesson = workspace::lessons().join("19-own-program");
    let text = fs::read_to_string(lesson.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("knight");
    fs::create_dir_all(project.join("src")).unwrap();
    fs::write(project.join("Cargo.toml"), manifest(&text)).unwrap();
    // The versions of the course, from which cargo takes what it needs.
    fs::copy(workspace::root().join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    let target = workspace::root().join("target/own-program");
    let mut files = Files::new();
    let mut has_clock = false;
    for step in text.split("\n## ").skip(1) {
        has_clock |= step.contains("cargo run -- 0.5");
        if step.contains("cargo workbook take") {
            let mut take = cargo(workspace::root());
            run(take.args(["run", "--quiet", "--package", "workbook", "--", "take"]).arg(project.join("src")));
        }
        if step.contains("knight.dae") {
            for asset in ["knight.dae", "knight.png"] {
                fs::copy(workspace::assets().join(asset), project.join(asset)).unwrap();
            }
        }
        follow(step, &mut files);
        for (path, items) in &files {
            fs::write(project.join(path), items.join("\n")).unwrap();
        }
        if !files.is_empty() {
            run(cargo(&project).args(["build", "--quiet"]).env("CARGO_TARGET_DIR", &target));
        }
        let Some((_, name)) = step.split_once("\n![").and_then(|(_, link)| link.split_once("](")) else { continue };
        let mut command = Command::new(target.join("debug/knight"));
        command.current_dir(&project).env("DISPLAY", format!(":{}", display.number)).env_remove("WAYLAND_DISPLAY");
        if has_clock {
            command.arg("0.5");
        }
        let expected = lesson.join(name.split(')').next().unwrap());
        wait_for(&display, &expected, Running(command.spawn().unwrap()));
    }
}

/// Waits until the window shows the picture, or writes the picture of a window that stands still.
fn wait_for(display: &Display, expected: &Path, mut window: Running) {
    let renewed = std::env::var_os("ARMATURE_RENEW_PICTURES").is_some();
    let shown = expected.display();
    let right = (!renewed).then(|| Picture::read_png(expected).unwrap());
    let begin = Instant::now();
    let mut last = display.dump();
    let mut equal = 0;
    while begin.elapsed() < PATIENCE {
        if let Some(status) = window.0.try_wait().unwrap() {
            panic!("{shown}: the program has ended: {status}");
        }
        let now = display.dump();
        equal = if now == last { equal + 1 } else { 0 };
        last = now;
        if equal != 20 {
            continue;
        }
        equal = 0;
        let got = picture(&last);
        let is_drawn = got.pixel(got.width / 2, got.height / 2)[..3] != [0; 3];
        match &right {
            Some(right) if got.difference(right).within(MEAN, WORST) => return,
            None if is_drawn => return got.write_png(expected).unwrap(),
            _ => {}
        }
    }
    picture(&last).write_png(&std::env::temp_dir().join("own-program.png")).unwrap();
    panic!("{shown}: the window shows something else, see own-program.png among the temporary files");
}

/// Returns the manifest that the commands of the text make: `cargo add glium@0.35`.
fn manifest(text: &str) -> String {
    let mut manifest = "[package]\nname = \"knight\"\nedition = \"2024\"\n\n[dependencies]\n".to_owned();
    let commands = text.lines().filter_map(|line| line.strip_prefix("cargo add "));
    for (name, version) in commands.flat_map(|line| line.split(' ')).filter_map(|word| word.split_once('@')) {
        manifest += &format!("{name} = \"{version}\"\n");
    }
    manifest
}

fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(folder).env("CARGO_NET_OFFLINE", "true");
    command
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
