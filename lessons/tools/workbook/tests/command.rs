//! The commands on a lesson that builds in a moment.

mod fixture;

use fixture::{EXERCISE, RIGHT, SHADER, SQUARED, Workspace};
use std::fs;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::process::{Command, Stdio};
use zip::ZipArchive;

const BROKEN: &str = "pub fn double(n: u32) -> u32 {\n    n * two\n}\n";

/// Runs commands one after another in one workspace, so that each builds little.
#[test]
fn an_evening() {
    let workspace = Workspace::new();
    let first_day = workspace.read(EXERCISE);

    let progress = workspace.printed(&["progress"], 0);
    assert!(progress.contains("77  Doubling    5 min   not started"), "{progress}");
    let next = format!("next: 77.1 double. Read lessons/77-double/README.md, then edit {EXERCISE}\n");
    assert!(progress.ends_with(&next), "{progress}");
    assert!(!workspace.path("target/debug").exists(), "nothing had to be built to say so");
    let hint = workspace.printed(&["hint", "77.1"], 0);
    assert!(hint.starts_with("77.1 double, where to begin\n     in exercise.rs\n"), "{hint}");
    assert_eq!(workspace.printed(&["hint", "77.1", "--again"], 0), hint);
    assert!(workspace.printed(&["reset", "77"], 0).contains("nothing to reset"));
    assert!(workspace.complained(&["hand-in", "77"], 2).contains("is as you found it, so nothing is packed"));
    assert_eq!(workspace.json(&["check", "begun", "--json"], 0)["verdicts"], serde_json::json!([]));

    let started = workspace.printed(&["run", "77", "--screenshot", "mine.png", "-x"], 0);
    let expected = r#"lesson 77 was started with ["--screenshot", "mine.png", "-x"], and doubles 3 to 3"#;
    assert_eq!(started.trim_end(), expected);
    workspace.printed(&["run", "77", "--fail"], 7);
    let all = workspace.printed(&["check", "lesson-77"], 1);
    assert!(all.contains("0 of 2 pass"), "{all}");

    // A mistake with a name: the hint asks first.
    workspace.write(EXERCISE, SQUARED);
    let hint = workspace.printed(&["hint", "77.1"], 0);
    let question = "77.1 double, a question\n     SQUARED: n is multiplied by itself.\n     \
                    What is 3 times 2, and what 3 times 3?\n     \
                    next: cargo workbook hint 77.1\n";
    assert_eq!(hint, question);
    assert_eq!(workspace.printed(&["hint", "77.1", "--again"], 0), question);
    assert_eq!(workspace.json(&["hint", "77.1", "--json"], 0)["level"], 1, "once more, the next one");
    assert!(workspace.printed(&["hint", "77.1", "--level", "1"], 0).contains("in exercise.rs"));
    assert!(workspace.printed(&["hint", "77.2"], 0).contains("in the shader"));
    assert!(workspace.printed(&["hint", "77.1", "--level", "3"], 0).ends_with("next: cargo workbook check 77.1\n"));
    let progress = workspace.printed(&["progress"], 0);
    assert!(progress.contains("0 of 2       77.1 FAIL, 77.2 not started"), "{progress}");
    assert!(
        progress.ends_with(&format!("next: 77.1 double in {EXERCISE}, or cargo workbook hint 77.1\n")),
        "{progress}"
    );
    let checked = workspace.json(&["check", "77.1", "--json"], 1);
    assert_eq!(checked["hints"], serde_json::json!({ "77.1": 3 }));

    let early = workspace.complained(&["compare", "77"], 2);
    assert!(early.contains("not solved yet: 77.1, 77.2. `hint 77.1` helps you on; `compare 77 --anyway`"), "{early}");
    let compared = workspace.printed(&["compare", "77", "--anyway"], 0);
    assert!(compared.contains("-    n * n\n+    n * 2\n"), "{compared}");
    assert!(compared.contains("+ lessons/77-double/course/src/solution.rs\n"), "{compared}");
    let shader = workspace.printed(&["compare", "77.2", "--anyway"], 0);
    assert!(shader.starts_with(&format!("- {SHADER}\n")) && !shader.contains(EXERCISE), "{shader}");

    // What does not compile is a verdict, in rustc's words, and so is a file that is emptied.
    workspace.write(EXERCISE, BROKEN);
    let checked = workspace.json(&["check", "77", "--json"], 1);
    let verdict = &checked["verdicts"][0];
    assert_eq!(verdict["status"], "does_not_compile");
    assert!(verdict["message"].as_str().unwrap().contains("cannot find value `two`"), "{verdict}");
    assert!(workspace.printed(&["hint", "77.1", "--level", "2"], 0).contains("the same number twice"), "hints go on");
    workspace.printed(&["run", "77"], 0); // the window says it, too
    workspace.write(EXERCISE, "\n");
    let emptied = workspace.printed(&["check", "77"], 1);
    assert!(emptied.contains(&format!("{EXERCISE} is missing or empty: `cargo workbook reset 77`")), "{emptied}");
    assert!(emptied.ends_with("next: cargo workbook reset 77\n"), "{emptied}");

    // Back to the first day, and to the right answer.
    workspace.write(EXERCISE, BROKEN);
    let reset = workspace.printed(&["reset", "77"], 0);
    assert_eq!(reset, format!("{EXERCISE} is its starter again; your version is in kept/77-double/1/exercise.rs\n"));
    assert_eq!(workspace.read(EXERCISE), first_day);
    assert!(workspace.read("kept/77-double/1/exercise.rs").contains("n * two"));
    workspace.write(EXERCISE, RIGHT);
    fs::remove_file(workspace.path(SHADER)).expect("it can be removed");
    assert_eq!(workspace.printed(&["reset", "77"], 0), format!("{SHADER} was missing and is there again\n"));
    assert_eq!(workspace.read(EXERCISE), RIGHT, "only what is missing is brought back");
    workspace.write(SHADER, "twice\n");
    assert!(workspace.printed(&["check", "77"], 0).ends_with("This was the last lesson.\n"));
    assert!(workspace.printed(&["compare", "77"], 0).contains("word for word the solution's"));
    let done = workspace.printed(&["progress"], 0);
    assert!(done.ends_with("2 of 2 TODOs pass.\nAll is done.\n"), "{done}");

    // The cache is only a cache.
    workspace.write("target/workbook/progress.json", "{ not JSON");
    assert_eq!(workspace.printed(&["progress"], 0), done);
}

/// In a lesson's folder the commands mean that lesson.
#[test]
fn the_folder_names_the_lesson() {
    let workspace = Workspace::new();
    let copies = ["Cargo.toml", "lib.rs", "lesson.toml", "exercise.rs"];
    for copy in ["77-double (copy)", "77-old", "02-backup"] {
        for file in copies {
            workspace.write(&format!("lessons/{copy}/{file}"), &workspace.read(&format!("lessons/77-double/{file}")));
        }
    }
    workspace.write(EXERCISE, RIGHT);
    let run = |folder: &str, arguments: &[&str]| {
        let output = workspace.command(arguments).current_dir(workspace.path(folder)).output().expect("it starts");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for arguments in [&["check"][..], &["check", "."], &["check", "exercise.rs"]] {
        let printed = run("lessons/77-double", arguments);
        assert!(printed.starts_with("Lesson 77, Doubling\n") && printed.contains("1 of 2 pass\n"), "{printed}");
    }
    assert!(run("lessons/77-double/course", &["hint"]).starts_with("77.2 double.vert, where"));
    assert!(run("shaders/77-double", &["run", "--fail"]).starts_with("lesson 77 was started"));
    assert!(run("lessons/77-double", &["reset"]).starts_with(EXERCISE));
    assert!(run("lessons/77-double", &["reset"]).starts_with("lesson 77 is as you found it"));
}

#[test]
fn the_solution_is_looked_for_on_branches_first() {
    let workspace = Workspace::with_git();
    workspace.write_solution();
    workspace.git(&[
        "rm",
        "--quiet",
        "lessons/77-double/course/src/solution.rs",
        "shaders/77-double/solution/double.vert",
    ]);
    let compare = || workspace.printed(&["compare", "77", "--anyway"], 0);
    assert!(compare().contains(&format!("+ solution/77-double:{EXERCISE}\n")));
    let hash = workspace.git(&["rev-parse", "solution/77-double"]);
    workspace.git(&["update-ref", "refs/remotes/origin/solution/77-double", &hash]);
    workspace.git(&["branch", "--quiet", "-D", "solution/77-double"]);
    assert!(compare().contains(&format!("+ origin/solution/77-double:{EXERCISE}\n")));
    workspace.git(&["update-ref", "-d", "refs/remotes/origin/solution/77-double"]);
    assert!(workspace.complained(&["compare", "77", "--anyway"], 2).contains("git fetch origin"));
}

/// Each save is checked. The test waits for lines, and never for a time.
#[test]
fn each_save_is_checked() {
    let workspace = Workspace::new();
    let mut command = workspace.command(&["watch", "77", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut status = || {
        let line = lines.next().expect("a line").expect("UTF-8");
        let report: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        report["verdicts"][0]["status"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(status(), "not_started");
    workspace.write(EXERCISE, SQUARED);
    assert_eq!(status(), "fail");
    workspace.write(EXERCISE, "no Rust at all");
    assert_eq!(status(), "waiting", "the error is in no TODO");
    workspace.write(EXERCISE, RIGHT);
    assert_eq!(status(), "pass");
    workspace.write(EXERCISE, "");
    assert_eq!(status(), "does_not_compile");
    // Renamed, as a file manager does, and renamed back.
    workspace.write(EXERCISE, RIGHT);
    assert_eq!(status(), "pass");
    let renamed = workspace.path("lessons/77-double/mine.rs");
    fs::rename(workspace.path(EXERCISE), &renamed).expect("it can be renamed");
    assert_eq!(status(), "does_not_compile");
    fs::rename(renamed, workspace.path(EXERCISE)).expect("it can be renamed back");
    assert_eq!(status(), "pass");
    child.kill().expect("it runs until it is ended");
    child.wait().expect("it ends");
}

/// Returns the files of a .zip, by their names.
fn unpacked(workspace: &Workspace, file: &str) -> Vec<(String, String)> {
    let bytes = fs::read(workspace.path(file)).expect("a file");
    let mut zip = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut files = Vec::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).expect("an entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("it is whole");
        files.push((entry.name().to_owned(), String::from_utf8_lossy(&bytes).into_owned()));
    }
    files
}

#[test]
fn files_are_handed_in_as_one() {
    let workspace = Workspace::with_git();
    workspace.write(EXERCISE, RIGHT);
    let (reader, nobody) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let packed = workspace.command(&["hand-in", "77"]).stdout(nobody).output().expect("it starts");
    assert!(packed.status.success(), "it is done, though nobody listens: {packed:?}");
    let files = unpacked(&workspace, "lesson-77.zip");
    assert_eq!(files[0], (EXERCISE.into(), RIGHT.into()));
    assert_eq!((&*files[1].0, &*files[2].0, files.len()), (SHADER, "hand-in.toml", 3));
    let commit = workspace.git(&["rev-parse", "HEAD"]);
    assert!(files[2].1.contains(&format!("course = \"{commit}\"\nlessons = [\"77\"]\n")), "{files:?}");
    workspace.write(EXERCISE, SQUARED);
    let printed = workspace.printed(&["hand-in", "77"], 0);
    let has = format!("lesson-77.zip has {EXERCISE}, {SHADER}. Hand in this file.\n");
    assert!(printed.contains("0 of 2 pass") && printed.ends_with(&has), "{printed}");
    assert_eq!(unpacked(&workspace, "kept/handed-in/1/lesson-77.zip"), files);
    fs::remove_file(workspace.path(SHADER)).expect("it can be removed");
    let missing = workspace.complained(&["hand-in", "77"], 2);
    assert!(missing.contains(&format!("{SHADER} is missing: `cargo workbook reset 77`")), "{missing}");
}

#[test]
#[cfg(unix)]
fn a_link_to_the_answers_stays_a_link() {
    let workspace = Workspace::new();
    let starter = workspace.read(EXERCISE);
    workspace.write("answers/77.rs", RIGHT);
    fs::remove_file(workspace.path(EXERCISE)).expect("it can be removed");
    std::os::unix::fs::symlink("../../answers/77.rs", workspace.path(EXERCISE)).expect("a link");
    workspace.printed(&["reset", "77"], 0);
    assert!(workspace.path(EXERCISE).is_symlink());
    assert_eq!(workspace.read("answers/77.rs"), starter);
    assert_eq!(workspace.read("kept/77-double/1/exercise.rs"), RIGHT);
}

/// Cargo's messages come first, and what is missing on the machine last. Cargo and rustc have full paths.
#[test]
#[cfg(target_os = "linux")]
fn a_machine_without_a_compiler() {
    let workspace = Workspace::new();
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs");
    let rustc = format!("{}/bin/rustc", String::from_utf8(sysroot.stdout).expect("UTF-8").trim_end());
    let run = |arguments: &[&str]| {
        let mut command = workspace.command(arguments);
        command.env("PATH", workspace.path("nothing")).env("RUSTC", &rustc).env_remove("CXX");
        command.output().expect("it starts")
    };
    let first = run(&[]);
    let printed = String::from_utf8_lossy(&first.stdout);
    assert!(printed.contains("MISSING  C++ compiler") && !first.status.success(), "{printed}");
    let complaints = String::from_utf8(run(&["check", "77"]).stderr).expect("UTF-8");
    let (cargos, ours) = complaints.split_once("error: lesson-77").expect(&complaints);
    assert!(!cargos.contains("MISSING"), "{complaints}");
    assert!(ours.contains("could not be built") && ours.contains("MISSING  C++ compiler"), "{complaints}");
    // Only the first build is announced.
    let says = "Building lesson 77. The first time this takes some minutes.\n";
    assert!(workspace.printed(&[], 0).contains(says));
    assert!(!workspace.printed(&[], 0).contains("Building"));
}

#[test]
fn a_lesson_is_given_away() {
    let workspace = Workspace::new();
    workspace.write(EXERCISE, BROKEN);
    assert!(workspace.complained(&["share", "77"], 2).contains("no answer of lesson 77 passes yet"));
    assert!(!workspace.path("share").exists(), "nothing was written");
    workspace.write(EXERCISE, RIGHT);
    workspace.write("lessons/tools/workbook/licences.txt", "MIT, for all\n");
    for file in ["assets/knight.dae", "assets/source/knight.py", "lessons/77-double/own.png"] {
        workspace.write(file, "");
    }
    let printed = workspace.printed(&["share", "77", "--name", "Zoë"], 0);
    assert!(printed.contains("Not solved yet, so these are ours: 77.2.\n"), "{printed}");
    let files = unpacked(&workspace, "share/77-double.zip");
    let names: Vec<&str> = files.iter().filter_map(|(name, _)| name.strip_prefix("77-double/")).collect();
    let library = format!("exercise.{}", std::env::consts::DLL_EXTENSION);
    let program = format!("lesson-77{}", std::env::consts::EXE_SUFFIX);
    let light = "shaders/77-double/light.glsl";
    let expected = ["assets/knight.dae", SHADER, light, "lessons/77-double/own.png", &program, &library];
    assert_eq!(names, [&expected[..], &["share.json", "README.txt", "LICENCES.txt"]].concat());
    for (name, text) in &files {
        let written = fs::read(workspace.path("share").join(name)).expect("a file");
        assert!(String::from_utf8_lossy(&written) == *text, "{name}");
    }
    assert!(workspace.read("share/77-double/README.txt").starts_with("Doubling, by Zoë\n"));
    let marker: serde_json::Value = serde_json::from_str(&workspace.read("share/77-double/share.json")).expect("JSON");
    assert_eq!(marker["mine"], serde_json::json!(["77.1"]));
    assert!(workspace.complained(&["share", "77"], 2).contains("is there already"));
}
