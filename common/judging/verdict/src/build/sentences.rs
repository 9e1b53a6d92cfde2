//! The advice about errors of newcomers to Rust, compared with rustc's own messages: `sentences.toml`.

use super::error_report::advice;
use super::messages::Messages;
use super::{LessonFolder, cargo, cargo_json, lesson};
use crate::source;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

/// A function of an exercise as somebody writes it.
#[derive(Deserialize)]
struct Case {
    todo: String,
    code: String,
    /// A part of the advice; empty if there is none.
    says: String,
}

/// Compiles exercises against a lesson that is built.
struct Compiler {
    lesson: LessonFolder,
    starter: String,
    /// `lib.rs` of a crate that has the lesson's things and this exercise.
    root: PathBuf,
    arguments: Vec<String>,
}

impl Compiler {
    fn new(number: &str, folder: &tempfile::TempDir) -> Self {
        let lesson = lesson::find(number).unwrap();
        let mut cargo = cargo("build");
        cargo.args(["--package", "given", "--message-format", "json"]);
        let output = cargo.arg("--quiet").output().unwrap();
        let mut arguments = Vec::new();
        for artifact in cargo_json::artifacts(&output.stdout) {
            let name = artifact.target.name.replace('-', "_");
            let is_used = ["given", "glam", "roxmltree"].contains(&&*name);
            if let Some(library) = artifact.file_with_extension("rlib") {
                let deps = library.parent().unwrap().join("deps");
                arguments.extend(["-L".into(), format!("dependency={}", deps.display())]);
                arguments.extend(["-L".into(), format!("dependency={}", library.parent().unwrap().display())]);
                if is_used {
                    arguments.extend(["--extern".into(), format!("{name}={}", library.display())]);
                }
            }
        }
        let root = folder.path().join(&lesson.folder).join("lib.rs");
        fs::create_dir_all(root.parent().unwrap()).unwrap();
        fs::write(&root, format!("#![allow(dead_code)]\npub use given::lesson_{number}::*;\nmod exercise;\n")).unwrap();
        let starter = lesson.starter(&lesson.files()[0]).unwrap();
        Compiler { lesson, starter, root, arguments }
    }

    /// Compiles the exercise with a case's function. Returns the advice about each error, or each warning without errors.
    fn advice_on(&self, case: &Case) -> Vec<String> {
        let index = self.lesson.toml.todos.iter().position(|todo| todo.id == case.todo).unwrap();
        let tokens = source::tokens(&self.starter);
        let stub = source::function(&tokens, &self.lesson.toml.todos[index].name).unwrap();
        let [first, .., last] = stub else { panic!("a function") };
        let text = [&self.starter[..first.start], &case.code, &self.starter[last.start + 1..]].concat();
        fs::write(self.root.with_file_name("exercise.rs"), &text).unwrap();
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition", "2024", "--emit", "metadata"]).args(&self.arguments);
        let stream =
            cargo_json::output_of_rustc(rustc.arg("--out-dir").arg(self.root.parent().unwrap()).arg(&self.root));
        let Messages { errors, warnings, .. } = Messages::read(stream.as_bytes(), &self.lesson.exercise());
        let diagnostics = if errors.inside.is_empty() { warnings } else { errors.inside };
        assert!(!diagnostics.is_empty(), "{}: rustc reports nothing about\n{}\n{stream}", case.todo, case.code);
        let mut messages: Vec<String> =
            diagnostics.iter().filter_map(|diagnostic| advice(&self.lesson, &text, diagnostic)).collect();
        messages.dedup();
        messages
    }
}

#[test]
fn newcomers_errors_have_true_sentences() {
    let Cases { case } = toml::from_str(include_str!("sentences.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut compilers = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in case {
        let number = case.todo[..2].to_owned();
        let compiler = compilers.entry(number.clone()).or_insert_with(|| Compiler::new(&number, &folder));
        let advice = compiler.advice_on(&case);
        let has_advice = !advice.is_empty();
        let is_right = has_advice != case.says.is_empty() && advice.iter().all(|text| text.contains(&case.says));
        if !is_right {
            wrong.push(format!("{} {}\n  expected {:?}, got {advice:?}", case.todo, case.code, case.says));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
