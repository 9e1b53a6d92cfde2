//! The program of each step of the text, made in a folder of its own, in a window; and the listings of the text.
//!
//! Needs `Xvfb`. Without it it says SKIPPED; with `ARMATURE_REQUIRE_WINDOW=1` in the environment it fails instead.
//! `ARMATURE_RENEW_PICTURES=1` writes the text's pictures.
#![cfg(target_os = "linux")]

#[path = "../own/assemble.rs"]
mod assemble;

use assemble::without_marks;
use graphics::Picture;
use lesson_19::checks::LESSON;
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

/// Arguments for cargo: part D compiles the course's loader once more, for nothing but this test.
const UNOPTIMISED: [&str; 4] = [
    "--config",
    "profile.dev.package.armature-runtime.opt-level = 0",
    "--config",
    "profile.dev.package.armature-formats.opt-level = 0",
];

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
    let course = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    for (part, _) in LESSON.about.toml.milestones() {
        let letter = &part.folder[..1];
        for step in assemble::steps(&course.join("own")).unwrap().iter().filter(|step| step.starts_with(letter)) {
            let files = assemble::program(workspace::root(), &folder.join("src"), step).unwrap();
            for asset in ["knight.dae", "knight.png"] {
                fs::copy(workspace::assets().join(asset), folder.join(asset)).unwrap();
            }
            // The versions of the course, from which cargo takes what it needs.
            fs::copy(workspace::root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
            // It compiles as the text hands it out, and with the answers, whose picture is compared.
            for has_stubs in [true, false] {
                for (path, text) in &files {
                    let mut text = without_marks(text, |_| has_stubs);
                    // The path dependencies of a folder that is not in the course's.
                    for course in ["common", "lessons"] {
                        let root = format!("\"{}/{course}", workspace::root().display());
                        text = text.replace(&format!("\"../{course}"), &root);
                    }
                    fs::write(folder.join(path), text).unwrap();
                }
                let mut manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
                manifest += "\n[workspace]\n";
                fs::write(folder.join("Cargo.toml"), manifest).unwrap();
                let mut build = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
                build.current_dir(&folder).args(["build", "--quiet", "--offline", "--target-dir"]).arg(target);
                let output = build.args(UNOPTIMISED).output().unwrap();
                assert!(output.status.success(), "{step}: {}", String::from_utf8_lossy(&output.stderr));
            }
            let mut command = Command::new(target.join("debug/own"));
            command.current_dir(&folder).env("DISPLAY", format!(":{}", display.number)).env_remove("WAYLAND_DISPLAY");
            let expected = course.join("..").join(&part.folder).join(format!("picture-{step}.png"));
            wait_for(&display, &expected, Running(command.arg("0.5").spawn().unwrap()));
        }
    }
    let mut whole = Command::new(target.join("debug/own"));
    whole.current_dir(&folder).env("DISPLAY", format!(":{}", display.number)).env_remove("WAYLAND_DISPLAY");
    give_a_size_and_a_key(&display, Running(whole.spawn().unwrap()));
}

/// Gives the running program's window a new size and then holds a key: it draws on, and the floor turns below him.
fn give_a_size_and_a_key(display: &Display, mut program: Running) {
    let id = xdotool(display, &["search", "--sync", "--onlyvisible", "--name", "^Own$"]);
    xdotool(display, &["windowfocus", "--sync", &id]);
    xdotool(display, &["windowsize", "--sync", &id, "600", "500"]);
    // The floor at the left edge, where he never comes. A window that is not drawn any more is black there.
    let mut floor = Vec::new();
    let mut equal = 0;
    let mut is_held = false;
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        assert!(program.0.try_wait().unwrap().is_none(), "the program has ended");
        let got = picture(&display.dump());
        let now: Vec<[u8; 4]> = (430..490).map(|row| got.pixel(10, row)).collect();
        let is_drawn = got.pixel(590, 490)[..3] != [0; 3] && got.pixel(700, 300)[..3] == [0; 3];
        match is_drawn && now == floor {
            true => equal += 1,
            false if is_held && is_drawn => return,
            false => equal = 0,
        }
        floor = now;
        if equal == 20 && !is_held {
            xdotool(display, &["keydown", "Left"]);
            is_held = true;
        }
    }
    panic!("the window is not drawn after a new size, or does not follow a key");
}

fn xdotool(display: &Display, arguments: &[&str]) -> String {
    let mut command = Command::new("timeout"); // with --sync it may wait for ever
    command.args(["60", "xdotool"]).args(arguments).env("DISPLAY", format!(":{}", display.number));
    let output = command.output().unwrap();
    assert!(output.status.success(), "xdotool {arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The generated program is the last step's.
#[test]
fn the_whole_program_is_assembled_from_the_steps() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("own");
    for (path, text) in assemble::assemble(&own, "d9").unwrap() {
        let whole = fs::read_to_string(own.join(&path)).unwrap_or_default();
        if std::env::var_os("ARMATURE_RENEW_PICTURES").is_some() {
            fs::write(own.join(&path), &text).unwrap();
        } else {
            assert!(whole == text, "course/own/{path} is not the steps'");
        }
    }
}

/// What the texts add with cargo is what each part's manifest has, in the versions of the course.
#[test]
fn manifests_are_those_of_the_texts() {
    let course = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock: toml::Table = fs::read_to_string(workspace::root().join("Cargo.lock")).unwrap().parse().unwrap();
    let locked = lock["package"].as_array().unwrap();
    let mut expected = toml::Table::new();
    for (part, _) in LESSON.about.toml.milestones() {
        let text = fs::read_to_string(course.join("..").join(&part.folder).join("README.md")).unwrap();
        for line in text.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["cargo", "remove", name] => drop(expected.remove(name).unwrap()),
                ["cargo", "add", "--path", path] => {
                    let manifest = workspace::root().join(path.trim_start_matches("../")).join("Cargo.toml");
                    let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
                    let added = format!("version = \"0.1.0\"\npath = {path:?}").parse::<toml::Table>().unwrap();
                    expected.insert(manifest["package"]["name"].as_str().unwrap().into(), added.into());
                }
                ["cargo", "add", one, "--no-default-features", "--features", features] => {
                    let (name, version) = one.split_once('@').unwrap();
                    let features: Vec<&str> = features.split(',').collect();
                    let added = format!("version = {version:?}\ndefault-features = false\nfeatures = {features:?}");
                    expected.insert(name.into(), added.parse::<toml::Table>().unwrap().into());
                }
                ["cargo", "add", ref all @ ..] => {
                    for one in all {
                        let (name, version) = one.split_once('@').unwrap();
                        expected.insert(name.into(), version.into());
                    }
                }
                _ => {}
            }
        }
        let files = assemble::assemble(&course.join("own"), &format!("{}9", &part.folder[..1])).unwrap();
        let manifest: toml::Table = files["Cargo.toml"].parse().unwrap();
        assert_eq!(manifest["dependencies"].as_table(), Some(&expected), "part {}", part.name);
        for (name, added) in expected.iter().filter(|(_, added)| added.get("path").is_none()) {
            let in_text = added.as_str().or_else(|| added["version"].as_str()).unwrap();
            let mut of_course = locked.iter().filter(|package| package["name"].as_str() == Some(name));
            let is_it =
                |package: &toml::Value| package["version"].as_str().unwrap().starts_with(&format!("{in_text}."));
            assert!(of_course.any(is_it), "{name}: not {in_text}, as in the text, in Cargo.lock");
        }
    }
}

/// Each listing of the texts is a piece of a step's file, with the stubs in the place of the answers.
#[test]
fn listings_are_quotes_of_the_steps() {
    let course = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut listings = 0;
    for (part, _) in LESSON.about.toml.milestones() {
        let text = fs::read_to_string(course.join("..").join(&part.folder).join("README.md")).unwrap();
        for block in text.split("\n```").filter(|block| block.lines().next().is_some_and(|head| head.contains(" own/")))
        {
            let (head, code) = block.split_once('\n').unwrap();
            let [_, path, step] = head.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{head}: language, file, step")
            };
            let file = course.join("own").join(step).join(path.trim_start_matches("own/"));
            let file = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let file = without_marks(&file, |_| true);
            let mut rest = file.lines();
            for line in code.lines().filter(|line| !line.trim().is_empty()) {
                assert!(
                    rest.any(|other| other == line),
                    "{}: {head}: not in the file, or elsewhere: {line}",
                    part.folder
                );
            }
            listings += 1;
        }
    }
    assert!(listings > 20, "{listings} listings");
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
