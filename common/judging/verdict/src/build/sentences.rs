//! The advice about errors of newcomers to Rust, compared with rustc's own messages: `sentences.toml`.

use super::error_report::advice;
use super::messages::{ExerciseError, Messages, output_of_rustc};
use super::{LessonFolder, artifacts, cargo, file_with_extension, lesson};
use crate::source;
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Functions of exercises as somebody writes them: the TODO's id, a part of the advice, and the code.
#[derive(Deserialize)]
struct Cases {
    cases: Vec<[String; 3]>,
}

/// An exercise with one case's function in it.
struct Case<'a> {
    number: usize,
    says: &'a str,
    code: &'a str,
    text: String,
}

#[test]
fn newcomers_errors_have_true_sentences() {
    let Cases { cases } = toml::from_str(include_str!("sentences.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let arguments = arguments_of_rustc();
    let mut wrong = Vec::new();
    for cases in cases.chunk_by(|a, b| a[0][..2] == b[0][..2]) {
        let lesson = lesson::find(&cases[0][0][..2]).unwrap();
        let starter = lesson.starter(&lesson.files()[0]).unwrap();
        let tokens = source::tokens(&starter);
        let mut left = Vec::new();
        for (number, [todo, says, code]) in cases.iter().enumerate() {
            let todo = lesson.toml.todos.iter().find(|known| known.id == *todo).unwrap();
            let Some([first, .., last]) = source::function(&tokens, &todo.name) else { panic!("a function") };
            let text = [&starter[..first.start], code, &starter[last.start + 1..]].concat();
            left.push(Case { number, says, code, text });
        }
        // rustc stops after each stage, such as names or types, that finds errors: those in the files without any are found next.
        while !left.is_empty() {
            let stream = compiled(&lesson, &left, folder.path(), &arguments);
            let before = left.len();
            left.retain(|case| match advice_on(case, &lesson, &stream) {
                Some(advice) => {
                    let is_right =
                        advice.is_empty() == case.says.is_empty() && advice.iter().all(|text| text.contains(case.says));
                    if !is_right {
                        wrong.push(format!("{}\n  expected {:?}, got {advice:?}", case.code, case.says));
                    }
                    false
                }
                None => true,
            });
            assert!(left.len() < before, "rustc reports nothing about {}\n{stream}", left[0].code);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the advice about each error in a case, or about its warnings if all errors are mended; `None` while there is nothing.
fn advice_on(case: &Case, lesson: &LessonFolder, stream: &str) -> Option<Vec<String>> {
    let Messages { inside, warnings, .. } = Messages::read(stream.as_bytes(), &format!("{}/exercise.rs", case.number));
    let is_last = !stream.contains("\"level\":\"error\"");
    let found: Vec<ExerciseError> = if inside.is_empty() && is_last { warnings } else { inside };
    if found.is_empty() {
        return None;
    }
    let mut advice: Vec<String> = found.iter().filter_map(|error| advice(lesson, &case.text, error)).collect();
    advice.dedup();
    Some(advice)
}

/// Compiles the cases as modules of one crate that has the lesson's things. Returns rustc's messages.
fn compiled(lesson: &LessonFolder, cases: &[Case], folder: &Path, arguments: &[String]) -> String {
    let mut root = "#![allow(dead_code)]\n".to_owned();
    for Case { number, text, .. } in cases {
        let file = folder.join(number.to_string()).join("exercise.rs");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        root += &format!("#[path = \"{number}/exercise.rs\"]\nmod exercise_{number};\n");
    }
    root += &format!("pub use given::lesson_{}::*;\n", lesson.number);
    fs::write(folder.join("lib.rs"), root).unwrap();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "--emit", "metadata"]).args(arguments);
    output_of_rustc(rustc.arg("--out-dir").arg(folder).arg(folder.join("lib.rs")))
}

/// Returns rustc's arguments that name the crates that exercises use, which are built before.
fn arguments_of_rustc() -> Vec<String> {
    let mut cargo = cargo("build");
    let output = cargo.args(["--package", "given", "--message-format", "json", "--quiet"]).output().unwrap();
    let mut arguments = Vec::new();
    for artifact in artifacts(&output.stdout) {
        let name = artifact.target.name.replace('-', "_");
        let Some(library) = file_with_extension(&artifact, "rlib") else { continue };
        let folder = library.parent().unwrap();
        for folder in [folder.join("deps"), folder.to_path_buf()] {
            arguments.extend(["-L".into(), format!("dependency={}", folder.display())]);
        }
        if ["given", "glam", "roxmltree"].contains(&&*name) {
            arguments.extend(["--extern".into(), format!("{name}={}", library.display())]);
        }
    }
    arguments
}
