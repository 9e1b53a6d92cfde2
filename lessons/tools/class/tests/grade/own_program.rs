//! `grade` on programs of the students' own: right, wrong by name, not compiling, and hostile.
//!
//! The course is this one. Nothing is written into its folder but what `grade` writes below `target`.

#[path = "../../../../19-own-program/course/tests/assemble/mod.rs"]
mod assemble;

use assemble::Files;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const SONG: &str = "the canary sings";

/// A student: the name, what is done to the right program, the statuses of part A's TODOs, and words of the report.
type Student<'a> = (&'a str, [&'a str; 2], [&'a str; 4], &'a str);

#[test]
fn programs_of_the_students_own_are_graded_in_the_sandbox() {
    let class = env!("CARGO_BIN_EXE_class");
    if let Some(why) = missing(class) {
        let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
        return;
    }
    let root = fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../../..")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-programs");
    for gone in ["class", "grades"] {
        let _ = fs::remove_dir_all(folder.join(gone));
    }
    fs::create_dir_all(&folder).unwrap();
    let canary = folder.join("canary.txt");
    fs::write(&canary, SONG).unwrap();

    let right = program(&root, &folder, "a9");
    let reads = format!(
        "println!(\"{{:?}} {{:?}}\", std::fs::read_to_string({canary:?}).map_err(|e| e.kind()), \
         std::fs::write({canary:?}, \"x\").map_err(|e| e.kind())); match event {{"
    );
    let network = "let _ = std::net::UdpSocket::bind(\"127.0.0.1:0\"); match event {";
    let stops = "does_not_compile";
    let by_react = |status| [status, "pass", "pass", "pass"];
    let students: [Student; 7] = [
        ("Anna", ["", ""], ["pass"; 4], "4 of 4 points"),
        ("Ben", ["\"u_clip_from_model\", &", "\"u_clip\", &"], ["pass", "pass", "pass", "fail"], "CAMERA-UNSET"),
        ("Carla", ["=> Reaction::Close,", "=> Reaction::Shut,"], by_react(stops), "--> own/src/scene.rs:"),
        ("crate", ["use glam::{", "use rand::random;\nuse glam::{"], ["waiting"; 4], "`rand` is no crate"),
        (
            "loop",
            ["match event {", "loop { std::hint::black_box(event); } match event {"],
            by_react("timed_out"),
            "still running",
        ),
        ("reads", ["match event {", &reads], by_react("pass"), "| Err(PermissionDenied) Err(PermissionDenied)"),
        ("network", ["match event {", network], by_react("crashed"), "use the network"),
    ];
    for (name, [from, to], ..) in &students {
        let mut files = right.clone();
        let scene = files.get_mut("src/scene.rs").unwrap();
        assert!(scene.contains(from), "{from}");
        *scene = scene.replacen(from, to, 1);
        for (file, text) in files {
            write(&folder.join("class").join(name).join("own").join(file), &text);
        }
    }
    // All four parts, with a figure of her own, which is not handed in.
    for (file, text) in program(&root, &folder, "d9") {
        let text = text.replace("FIGURE: &str = \"knight.dae\"", "FIGURE: &str = \"dragon.glb\"");
        write(&folder.join("class/Dora/own").join(file), &text);
    }
    // Part A alone is set. No verdict of an earlier run counts.
    write(&folder.join("points.toml"), "[points]\n\"19.1\" = 1\n\"19.2\" = 1\n\"19.3\" = 1\n\"19.4\" = 1\n");
    let seed = std::process::id().to_string();
    let mut grade = Command::new(class);
    grade.args(["grade", "--seed", &seed]).arg(folder.join("class"));
    grade.arg("--points").arg(folder.join("points.toml"));
    grade.arg("--out").arg(folder.join("grades")).env("ARMATURE_WORKSPACE", &root);
    let output = grade.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_TARGET_DIR").output().unwrap();
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    println!("{}\n{}", printed[0], printed[1]);
    assert!(output.status.success());

    let graded: Value = serde_json::from_str(&read(&folder.join("grades/class.json"))).unwrap();
    for (name, _, expected, says) in students {
        let report = read(&folder.join(format!("grades/students/{name}.txt")));
        let student = graded["students"].as_array().unwrap().iter().find(|student| student["name"] == name).unwrap();
        let statuses: Vec<&str> = (0..4).map(|todo| student["todos"][todo]["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, expected, "{name}: {report}");
        assert!(report.contains(says), "{name}: not {says:?} in\n{report}");
        let root = root.to_str().unwrap();
        let is_clean = |text: &str| !text.contains(SONG) && !text.contains("grade/answers");
        assert!(is_clean(&report) && !report.replace(canary.to_str().unwrap(), "").contains(root), "{report}");
        let points = expected.iter().filter(|status| **status == "pass").count();
        assert_eq!(student["points"].as_f64().unwrap() as usize, points, "{name}");
    }
    let report = read(&folder.join("grades/students/Dora.txt"));
    assert!(report.starts_with("Dora: 4 of 4 points\n") && !report.contains("19.5"), "{report}");
    assert_eq!(read(&canary), SONG);
}

/// Returns what this machine lacks. Where it must be there, the test fails.
fn missing(class: &str) -> Option<&'static str> {
    let has_sandbox = Command::new(class).args(["sandbox", "--probe"]).output().unwrap().status.success();
    let is_required = std::env::var_os("ARMATURE_REQUIRE_SANDBOX").is_some_and(|value| value != "0");
    assert!(has_sandbox || !is_required, "a sandbox is required");
    (!has_sandbox).then_some("this system has no sandbox")
}

/// Returns the program after a step, with the course's solutions of earlier lessons.
fn program(root: &Path, folder: &Path, step: &str) -> Files {
    let files = assemble::program(root, &folder.join("take"), step).unwrap();
    assemble::solved(root, &files).unwrap()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
