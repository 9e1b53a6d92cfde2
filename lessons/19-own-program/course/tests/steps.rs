//! The program of each step of the texts, made of their listings: it compiles as it is handed out and with the answers, and the
//! check finds what is stored. The last one is seen in a window.
//!
//! The window needs `Xvfb`. Without it that test says SKIPPED; with `ARMATURE_REQUIRE_WINDOW=1` in the environment it fails
//! instead. `ARMATURE_RENEW_PICTURES=1` writes the stored facts, the generated files of the solution and the last picture.
#![cfg(target_os = "linux")]

mod assemble;

use assemble::{Files, SCENE};
use given::Course;
use graphics::Picture;
use judge::LoadedLibrary;
use lesson_19::checks::{DRAWN, LESSON, MOMENTS};
use lesson_19::{Fact, Facts, Moment, OwnProgram};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use verdict::workspace;

/// Largest differences of the same picture on another driver, mean and that of a square, in 255ths of a channel.
const MEAN: f32 = 0.3;
const WORST: f32 = 40.0;

/// Limit after which a window that shows something else makes the test fail.
const PATIENCE: Duration = Duration::from_mins(2);

#[test]
fn each_step_of_the_text_is_built_and_checked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("steps");
    let _ = fs::remove_dir_all(&folder); // of an earlier run, whose steps may have had other names
    let steps = assemble::steps(&lesson()).unwrap();
    let mut programs = Vec::new();
    let mut checked = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let stubs = assemble::program(workspace::root(), &folder.join("taken"), step).unwrap();
        let solved = assemble::solved(workspace::root(), &stubs).unwrap();
        write_program(&folder.join(step).join("stubs"), &format!("{step}-stubs"), &stubs, LIBRARY);
        write_program(&folder.join(step).join("solved"), step, &solved, LIBRARY);
        let is_last = steps.get(index + 1).is_none_or(|next| next[..1] != step[..1]);
        if is_last {
            checked.push(folder.join(step).join("stubs"));
        }
        checked.push(folder.join(step).join("solved"));
        if is_last && step.starts_with('a') {
            let mut triangle = solved.clone();
            let scene = triangle.get_mut(SCENE).unwrap();
            *scene = scene.replace("back_left, back_left, front_right, back_right]", "back_left]");
            write_program(&folder.join("triangle"), "triangle", &triangle, WORKSPACE);
            checked.push(folder.join("triangle"));
        }
        programs.push((step, solved, is_last));
    }
    // All at once, and none is linked.
    write(&folder.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"*/stubs\", \"*/solved\"]\n");
    build(&folder, &["--workspace", "--lib"]);
    // The next check is built while one is asked.
    let (send, libraries) = mpsc::channel();
    let builder = thread::spawn(move || {
        for folder in checked {
            send.send(build_check(&folder)).unwrap();
        }
    });
    let mut facts = String::new();
    for (step, solved, is_last) in programs {
        println!("{step}");
        let unsolved = is_last.then(|| load_check(&libraries.recv().unwrap()));
        let right = load_check(&libraries.recv().unwrap());
        let mut todos = 0;
        for id in LESSON.about.ids() {
            if !solved[SCENE].contains(&format!("fn {}(", LESSON.about.task(LESSON.about.find(id).unwrap()).name())) {
                continue;
            }
            todos += 1;
            let is_of_part = LESSON.about.toml.milestones().any(|(part, todos)| {
                part.folder.starts_with(&step[..1]) && todos.contains(&LESSON.about.find(id).unwrap())
            });
            let about = facts_of(&right, id, &MOMENTS[0], is_last);
            let end = if DRAWN.contains(&id) { 3 } else { 6 };
            for seed in (2..end).filter(|_| is_last && is_of_part) {
                let moment = Moment { seed, ..MOMENTS[1] };
                assert_eq!(
                    facts_of(&right, id, &moment, is_last),
                    about,
                    "{step} {id}: a right program has one list of facts"
                );
            }
            if let Some(unsolved) = unsolved.as_ref().filter(|_| is_of_part) {
                facts += &format!("{id}\n{about}{id} STARTER\n");
                let unsolved = facts_of(unsolved, id, &MOMENTS[0], false);
                let different = unsolved.lines().filter(|line| !about.lines().any(|other| other == *line));
                facts.extend(different.map(|line| format!("{line}\n")));
            }
            if id == "19.2" && unsolved.is_some() && is_of_part {
                let triangle = facts_of(&load_check(&libraries.recv().unwrap()), id, &MOMENTS[0], false);
                facts += "19.2 STEP-1\n";
                let different = triangle.lines().filter(|line| !about.lines().any(|other| other == *line));
                facts.extend(different.map(|line| format!("{line}\n")));
            }
        }
        assert!(todos > 0, "{step}");
    }
    builder.join().unwrap();
    let stored = lesson().join("course/src/facts.txt");
    if is_renewed() {
        fs::write(&stored, &facts).unwrap();
    }
    let stored = fs::read_to_string(&stored).unwrap();
    for (line, (now, before)) in facts.lines().zip(stored.lines()).enumerate() {
        assert_eq!(now, before, "line {} of course/src/facts.txt", line + 1);
    }
    assert_eq!(facts.lines().count(), stored.lines().count());
}

/// The solution is the last step's program.
#[test]
fn the_solution_is_what_the_texts_make() {
    let own = lesson().join("course/own");
    let last = assemble::steps(&lesson()).unwrap().pop().unwrap();
    for (path, text) in assemble::assemble(&lesson(), &last).unwrap() {
        let mut whole = fs::read_to_string(own.join(&path)).unwrap_or_default();
        if path == SCENE {
            whole = LESSON.about.toml.split(&whole).unwrap().starter;
        } else if is_renewed() {
            whole.clone_from(&text);
            fs::write(own.join(&path), &text).unwrap();
        }
        assert!(whole == text, "course/own/{path} is not what the texts make");
    }
}

#[test]
fn the_last_program_has_a_window() {
    let display = match Display::start() {
        Ok(display) => display,
        Err(reason) => {
            let required = std::env::var_os("ARMATURE_REQUIRE_WINDOW").is_some_and(|value| value != "0");
            assert!(!required, "a window is required: {reason}");
            let _ = writeln!(std::io::stderr(), "SKIPPED the_last_program_has_a_window: {reason}");
            return;
        }
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("window");
    let last = assemble::steps(&lesson()).unwrap().pop().unwrap();
    let files = assemble::program(workspace::root(), &folder.join("src"), &last).unwrap();
    write_program(&folder, "own", &assemble::solved(workspace::root(), &files).unwrap(), WORKSPACE);
    build(&folder, &[]);
    for asset in ["knight.dae", "knight.png"] {
        fs::copy(workspace::assets().join(asset), folder.join(asset)).unwrap();
    }
    let mut command = Command::new(target().join("debug/own"));
    command.current_dir(&folder).env("DISPLAY", format!(":{}", display.number)).env_remove("WAYLAND_DISPLAY");
    let expected = lesson().join("e-editor/picture-e1.png");
    wait_for(&display, &expected, Running(command.arg("0.5").spawn().unwrap()));
    let mut whole = Command::new(command.get_program());
    whole.current_dir(&folder).env("DISPLAY", format!(":{}", display.number)).env_remove("WAYLAND_DISPLAY");
    give_a_size_and_a_key(&display, Running(whole.spawn().unwrap()));
}

fn lesson() -> PathBuf {
    workspace::lessons().join("19-own-program")
}

fn is_renewed() -> bool {
    std::env::var_os("ARMATURE_RENEW_PICTURES").is_some()
}

/// End of the manifest of a program that is not linked.
const LIBRARY: &str = "[lib]\npath = \"src/main.rs\"\n";
/// End of the manifest of a program whose folder is not in a workspace.
const WORKSPACE: &str = "[workspace]\n";

/// Writes a program into a folder of its own, as a package of this name, whose manifest ends with `end`.
fn write_program(folder: &Path, name: &str, files: &Files, end: &str) {
    for (path, text) in files {
        write(&folder.join(path), text);
    }
    let root = format!("path = \"{}/", workspace::root().display());
    let manifest = files["Cargo.toml"].replace("path = \"../", &root).replace("\"own\"", &format!("{name:?}"));
    write(&folder.join("Cargo.toml"), &format!("{manifest}\n{end}"));
}

/// Builds what is in a folder, by the versions of the course, from which cargo takes what it needs.
fn build(folder: &Path, options: &[&str]) {
    fs::copy(workspace::root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let mut cargo = cargo("build", folder);
    // Part D compiles the course's loader once more, for nothing but this test.
    for package in ["armature-runtime", "armature-formats"] {
        cargo.args(["--config", &format!("profile.dev.package.{package}.opt-level = 0")]);
    }
    run(cargo.args(options));
}

/// Builds the check of the program in a folder. Returns its library, which lies there: one of the same path would be that which
/// is loaded already.
fn build_check(folder: &Path) -> PathBuf {
    run(cargo("build", workspace::root()).args(["--package", "exercise-19"]).env("ARMATURE_OWN", folder.join("src")));
    let library = folder.join(format!("exercise{DLL_SUFFIX}"));
    fs::copy(target().join(format!("debug/{DLL_PREFIX}exercise_19{DLL_SUFFIX}")), &library).unwrap();
    library
}

/// Returns the course with the answers of a library.
fn load_check(library: &Path) -> Course {
    let library = LoadedLibrary::given_away(library).unwrap();
    let mut course = LESSON.reference;
    for id in LESSON.about.ids() {
        library.give(id, &mut course);
    }
    course
}

/// Returns the facts about the program's answer to a TODO, a line each, the number of a step first. Asserts that its
/// picture is the text's, if it `has_picture`.
fn facts_of(course: &Course, id: &str, moment: &Moment, has_picture: bool) -> String {
    let OwnProgram { react, floor_corners, bone_buffers, draw_bones, .. } = course.own_program;
    let OwnProgram { skin_vertices, texture, palette, draw_skin, advance, pose, .. } = course.own_program;
    let OwnProgram { panel, fall, step, steer, change_state, follow, edit, .. } = course.own_program;
    let answers = [
        react,
        floor_corners,
        bone_buffers,
        draw_bones,
        skin_vertices,
        texture,
        palette,
        draw_skin,
        advance,
        pose,
        panel,
        fall,
        step,
        steer,
        change_state,
        follow,
        edit,
    ];
    let Facts { facts, remark, error } = answers[LESSON.about.find(id).unwrap()](moment).unwrap();
    assert_eq!(error, None, "{id}");
    if !is_renewed() && has_picture {
        assert_eq!(remark, None, "{id}");
    }
    let mut lines = String::new();
    for Fact { label, words, step, .. } in facts {
        let step = if step == 0 { String::new() } else { format!("{step} ") };
        lines += &format!("{step}{label}: {words}\n");
    }
    lines
}

/// Cargo in a folder. It takes what is compiled for the course.
fn cargo(command: &str, folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(folder).args([command, "--quiet", "--offline", "--target-dir"]).arg(target());
    cargo
}

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

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

/// Waits until the window shows the picture, or writes the picture of a window that stands still.
fn wait_for(display: &Display, expected: &Path, mut window: Running) {
    let shown = expected.display();
    let right = (!is_renewed()).then(|| Picture::read_png(expected).unwrap());
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
