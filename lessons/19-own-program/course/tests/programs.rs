//! The stored facts are those of real programs: the solution, the program without one of its answers, and the program with
//! each known mistake are built and run.
//!
//! `ARMATURE_RENEW_PICTURES=1` writes the facts again.

#[path = "../own/assemble.rs"]
mod assemble;

use assemble::{Files, without_marks};
use lesson_19::checks::LESSON;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use verdict::workspace;

/// A program of which the facts are stored.
struct Program {
    /// The TODO whose facts are meant.
    todo: &'static str,
    /// The name of the mistake in it; empty for the solution, and `STARTER` for the program without the answer.
    name: String,
    files: Files,
}

/// The file with the answers.
const SCENE: &str = "src/scene.rs";

#[test]
fn stored_facts_are_those_of_real_programs() {
    let course = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    let mut facts = String::new();
    let mut pictures = String::new();
    for (part, todos) in LESSON.about.toml.milestones() {
        let letter = &part.folder[..1];
        // The program at the end of the part.
        let package = folder.join(letter);
        let solution = assemble::program(workspace::root(), &package.join("take"), &format!("{letter}9")).unwrap();
        write_package(&package, &programs(&solution, todos));
        let output = cargo(&package, "run").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8(output.stdout).unwrap();
        let (found, squares) = output.split_at(output.find("    (").unwrap_or(output.len()));
        facts += found;
        pictures += squares;
    }
    let stored = course.join("src/facts.txt");
    if std::env::var_os("ARMATURE_RENEW_PICTURES").is_some() {
        fs::write(&stored, &facts).unwrap();
        let path = course.join("../pictures.rs");
        let text = fs::read_to_string(&path).unwrap();
        let head = &text[..text.find("= &[").unwrap()];
        fs::write(&path, format!("{head}= &[\n{pictures}];\n")).unwrap();
    }
    let stored = fs::read_to_string(&stored).unwrap();
    for (line, (now, before)) in facts.lines().zip(stored.lines()).enumerate() {
        assert_eq!(now, before, "line {} of course/src/facts.txt", line + 1);
    }
    assert_eq!(facts.lines().count(), stored.lines().count());
}

/// Returns the programs of TODOs.
fn programs(solution: &Files, todos: Range<usize>) -> Vec<Program> {
    let mut programs = Vec::new();
    for todo in &LESSON.about.toml.todos[todos] {
        let id: &'static str = &todo.id;
        let right = with_scene(solution, &without_marks(&solution[SCENE], |_| false));
        let unsolved = with_scene(solution, &without_marks(&solution[SCENE], |todo| todo == id));
        programs.push(Program { todo: id, name: String::new(), files: right.clone() });
        programs.push(Program { todo: id, name: "STARTER".into(), files: unsolved });
        for (name, file, change) in changes(id).into_iter().chain(unlike(id)) {
            let changed = match &file {
                Some(file) => changed_file(&right, file, &change),
                None => changed_answer(&solution[SCENE], id, &change).map(|scene| with_scene(solution, &scene)),
            };
            let files = changed.unwrap_or_else(|why| panic!("{id} {name}: {why}"));
            programs.push(Program { todo: id, name, files });
        }
    }
    programs
}

/// Returns a program with a change in a file.
fn changed_file(files: &Files, file: &str, change: &[String]) -> Result<Files, String> {
    let path = format!("src/{file}");
    let text = mistaken::changed(&files[&path], change)?;
    let mut files = files.clone();
    files.insert(path, text);
    Ok(files)
}

/// Returns a solution with a change in the answer to a TODO.
fn changed_answer(solution: &str, id: &str, change: &[String]) -> Result<String, String> {
    let (before, rest) = solution.split_once(&format!("// BEGIN {id}\n")).unwrap();
    let (answer, after) = rest.split_once(&format!("// END {id}\n")).unwrap();
    let answer = answer.lines().filter(|line| !line.trim_start().starts_with("// STUB "));
    let answer = mistaken::changed(&answer.collect::<Vec<_>>().join("\n"), change)?;
    Ok(without_marks(&format!("{before}{answer}\n{after}"), |_| false))
}

fn with_scene(files: &Files, scene: &str) -> Files {
    let mut files = files.clone();
    files.insert(SCENE.into(), scene.into());
    files
}

/// Returns the changes that make a TODO's mistakes, and the answers that end with a step: their names, the file that is
/// changed if it is not the answer alone, and the pairs of the change. Another way to make a mistake has a number behind its name.
fn changes(id: &str) -> Vec<(String, Option<String>, Vec<String>)> {
    let text = fs::read_to_string(workspace::lessons().join("19-own-program/lesson.toml")).unwrap();
    let toml: toml::Table = text.parse().unwrap();
    let index: usize = id.split('.').nth(1).unwrap().parse().unwrap();
    let todo = &toml["todo"][index - 1];
    let entries = |key: &str| todo.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let mut found = Vec::new();
    for (number, step) in entries("step").iter().enumerate() {
        if let Some(change) = step.get("change") {
            found.push((format!("STEP-{}", number + 1), None, strings(change)));
        }
    }
    for mistake in entries("mistake") {
        let name = mistake["name"].as_str().unwrap();
        let file = mistake.get("file").and_then(toml::Value::as_str).map(String::from);
        found.push((name.to_owned(), file.clone(), strings(&mistake["change"])));
        for (number, way) in mistake.get("or").and_then(toml::Value::as_array).into_iter().flatten().enumerate() {
            found.push((format!("{name}-{}", number + 2), file.clone(), strings(way)));
        }
    }
    found
}

/// Returns changes that tell the GPU the same, and draw something else: only the picture shows them.
fn unlike(id: &str) -> Vec<(String, Option<String>, Vec<String>)> {
    let mut changes = Vec::new();
    for (todo, name, file, change) in [
        (
            "19.4",
            "FLOOR-UNSEEN",
            "floor.frag",
            ["mix(vec3(0.28, 0.31, 0.34), vec3(0.36, 0.39, 0.43), tile)", "vec3(0.16, 0.18, 0.21)"],
        ),
        ("19.8", "LIT-FROM-BELOW", "scene.rs", ["[0.45, 0.72, 0.53]", "[0.45, -0.72, 0.53]"]),
    ] {
        if todo == id {
            changes.push((name.into(), Some(file.into()), change.map(String::from).to_vec()));
        }
    }
    changes
}

fn strings(list: &toml::Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Writes a package with all programs, each in a module, whose `main` prints the facts about all.
fn write_package(folder: &Path, programs: &[Program]) {
    let lesson = workspace::lessons().join("19-own-program");
    let source = folder.join("src");
    let _ = fs::remove_dir_all(&source);
    let mut main = String::from("#![allow(warnings)]\n");
    for module in ["drawn", "facts", "pictures", "program", "texts"] {
        let path = lesson.join(format!("{module}.rs")).display().to_string();
        main += &format!("#[path = {path:?}]\npub mod {module};\n");
    }
    main += include_str!("programs/print.rs");
    let checked = lesson.join("checked.rs").display().to_string();
    let mut calls = String::new();
    for (number, Program { todo, name, files }) in programs.iter().enumerate() {
        let module = format!("p{number}");
        let mut modules = String::new();
        let mut texts = Vec::new();
        for (path, text) in files {
            let Some(path) = path.strip_prefix("src/") else { continue };
            let target = source.join(&module).join(path);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            // The program is a module here, and its root is not the package's.
            fs::write(&target, text.replace("crate::", "super::")).unwrap();
            if let Some(stem) = path.strip_suffix(".rs").filter(|stem| *stem != "main") {
                modules += &format!("    pub mod {stem};\n");
            }
            let is_shader = matches!(path.rsplit_once('.'), Some((_, "vert" | "frag")));
            if is_shader || ["main.rs", "scene.rs"].contains(&path) {
                texts.push((path, text));
            }
        }
        modules += &format!("    pub const TEXTS: crate::texts::Texts = &{texts:?};\n");
        modules += &format!("    #[path = {checked:?}]\n    pub mod checked;\n");
        main += &format!("mod {module} {{\n{modules}}}\n");
        calls += &format!("    print::<{module}::checked::Checked>({todo:?}, {name:?});\n");
    }
    main += &format!("fn main() {{\n{calls}    print_squares::<p0::checked::Checked>();\n}}\n");
    fs::write(source.join("main.rs"), main).unwrap();
    let part = folder.file_name().unwrap().to_string_lossy();
    fs::write(folder.join("Cargo.toml"), manifest(&part)).unwrap();
    fs::copy(workspace::root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let mut build = String::new();
    for todo in &LESSON.about.toml.todos {
        let function = &todo.name;
        if programs[0].files[SCENE].contains(&format!("fn {function}(")) {
            build += &format!("    println!(\"cargo::rustc-cfg=has_{function}\");\n");
        }
    }
    build += "    println!(\"cargo::rustc-cfg=has_draw\");\n";
    build += &format!(
        "    println!(\"cargo::rustc-env=OWN_ASSETS={{}}\", {:?});\n",
        workspace::assets().display().to_string()
    );
    fs::write(folder.join("build.rs"), format!("fn main() {{\n{build}}}\n")).unwrap();
}

/// Returns the manifest for the programs of a part: what one's own program has, and what its check needs. Each part has
/// a name of its own: below one target folder cargo takes packages of one name for the same.
fn manifest(part: &str) -> String {
    let root = workspace::root().display().to_string();
    format!(
        "[package]\nname = \"programs-{part}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         given = {{ path = \"{root}/lessons\" }}\n\
         course-features = {{ path = \"{root}/lessons/19-own-program/features\" }}\n\
         recorder = {{ path = \"{root}/common/display/recorder\" }}\n\
         armature-runtime = {{ path = \"{root}/common/runtime/armature\" }}\n\
         armature-formats = {{ path = \"{root}/common/runtime/armature-formats\" }}\n\
         glam = {{ version = \"0.34\", default-features = false, features = [\"std\"] }}\n\
         image = {{ version = \"0.25\", default-features = false, features = [\"jpeg\", \"png\"] }}\n\
         glium = \"0.35\"\nroxmltree = \"0.21\"\npng = \"0.18\"\n\
         imgui = \"0.12\"\nimgui-glium-renderer = \"0.13\"\nimgui-winit-support = \"0.13\"\n"
    )
}

/// Cargo for the package in a folder. It takes what is compiled for the course.
fn cargo(folder: &Path, command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    cargo.current_dir(folder).args([command, "--quiet", "--offline", "--target-dir"]).arg(target);
    for package in ["armature-runtime", "armature-formats"] {
        cargo.args(["--config", &format!("profile.dev.package.{package}.opt-level = 0")]);
    }
    cargo
}
