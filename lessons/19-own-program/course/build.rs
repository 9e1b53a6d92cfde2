//! The starter, and the table of known mistakes, whose facts are stored.

use std::path::{Path, PathBuf};
use std::{env, fs};
use verdict::{LessonToml, TodoToml};

/// The solution; in what is handed out, the starter that was made from it.
const SOURCES: [&str; 2] = ["own/src/scene.rs", "src/starter.rs"];

fn main() {
    println!("cargo::rerun-if-changed=../lesson.toml");
    let toml = fs::read_to_string("../lesson.toml").expect("lesson.toml is beside this folder");
    let toml = LessonToml::parse("19", &toml).unwrap_or_else(|error| panic!("lesson.toml: {error}"));
    let source = SOURCES.into_iter().find(|path| Path::new(path).exists()).expect("a solution or a starter");
    println!("cargo::rerun-if-changed={source}");
    let text = fs::read_to_string(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let starter = toml.split(&text).unwrap_or_else(|error| panic!("{source}: {error}")).starter;
    println!("cargo::rerun-if-changed=src/facts.txt");
    let facts = fs::read_to_string("src/facts.txt").expect("the facts are stored");
    let mut mistakes = String::new();
    let mut steps = String::new();
    for todo in &toml.todos {
        for (index, mistake) in todo.mistakes.iter().enumerate() {
            // Another way to make the mistake has a number behind its name.
            let numbers = std::iter::once(String::new()).chain((2..).map(|way| format!("-{way}")));
            let names = numbers.map(|number| format!("{}{number}", mistake.name));
            for stored in names.take_while(|name| {
                [" at ", "\n"].iter().any(|end| facts.contains(&format!("\n{} {name}{end}", todo.id)))
            }) {
                mistakes += &entry(todo, index, &mistake.name, &stored);
            }
        }
        for (index, step) in todo.steps.iter().enumerate().take(todo.steps.len().saturating_sub(1)) {
            steps += &entry(todo, index, &step.name, &format!("STEP-{}", index + 1));
        }
    }
    let milestones: Vec<&str> = toml.milestones().map(|(milestone, _)| &*milestone.folder).collect();
    let tables = format!(
        "/// All ways to make any mistake.\nconst MISTAKES: &[Mistaken] = &[\n{mistakes}];\n\
         /// Programs that end with a step.\nconst STEPS: &[Mistaken] = &[\n{steps}];\n\
         const MILESTONES: &[&str] = &{milestones:?};\n"
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder for the output"));
    for (name, text) in [("starter.rs", &starter), ("mistakes.rs", &tables)] {
        fs::write(out.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Returns the entry of a program whose facts are stored as `stored`.
fn entry(todo: &TodoToml, index: usize, name: &str, stored: &str) -> String {
    let TodoToml { id, name: function, .. } = todo;
    format!(
        "    Mistaken {{ todo: {id:?}, mistake: {index}, name: {name:?}, make: |course| \
         course.own_program.{function} = |moment| \
         ::given::answer(&{id:?}, || stored::facts({id:?}, {stored:?}, moment)) }},\n"
    )
}
