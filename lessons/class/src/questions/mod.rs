//! `questions`: questions for a lecture, made of a lesson's known mistakes, as a page and as Markdown.
//!
//! The lesson's program chooses the questions and draws their pictures: see `common::exercise`.

mod markdown;
mod page;

use crate::{build, output::say, place::Place};
use anyhow::{Context, Result, ensure};
use common::build::lesson::{self, LessonFolder};
use common::check::{Question, QuestionKind};
use common::text::counted;
use serde::Deserialize;
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

const FOLDER: &str = "questions";

/// Number of questions below which a message says that there are few.
const FEW: usize = 3;

/// Write questions for a lecture, made of known mistakes: `questions 09`
///
/// A figure as somebody sees it who has made a mistake, and four answers; or what the right figure shows at another
/// setting. All is generated: another seed gives other questions.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 09
    lesson: String,
    /// Number of questions
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=100))]
    count: u16,
    /// Another number chooses others
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Result of grading (grades/class.json): the mistakes of this class come first
    #[arg(long, value_name = "class.json")]
    class: Option<PathBuf>,
    /// The folder to write into; by default `questions` in the workspace
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The part of class.json that is used.
#[derive(Deserialize)]
struct Class {
    /// Mistakes, the most frequent first.
    mistakes: Vec<Made>,
}

#[derive(Deserialize)]
struct Made {
    todo: String,
    name: String,
}

/// # Errors
/// If the lesson cannot be built, has no figures to ask about, or something cannot be read or written.
pub(super) fn write(arguments: &Arguments) -> Result<()> {
    let lesson = lesson::find(&arguments.lesson)?;
    let first = match &arguments.class {
        Some(file) => mistakes_made(&fs::read_to_string(file).with_context(|| file.display().to_string())?, &lesson)
            .with_context(|| format!("{} is no class.json", file.display()))?,
        None => Vec::new(),
    };
    let questions = make_questions(&lesson, arguments, &first)?;
    ensure!(!questions.is_empty(), "lesson {} has no figures whose mistakes are told apart at a glance", lesson.number);
    if questions.len() < usize::from(arguments.count).min(FEW) {
        let count = counted(questions.len(), "question", "questions");
        say!("Lesson {}: only {count}, too few for a lecture. Other mistakes do not show at a glance.", lesson.number);
    }
    let out = arguments.out.clone().unwrap_or_else(|| build::workspace().join(FOLDER));
    let mut files = vec![("index.html".to_owned(), page::page(&lesson, &questions).into_bytes())];
    files.extend(markdown::files(&lesson, &questions));
    let place = Place::new(&out, &lesson.folder)?;
    place.write(&files)?;
    let folder = place.keep(|_| Ok(()))?.0;
    say!("{0}/index.html for a projector or paper, {0}/questions.md for a forum", folder.display());
    Ok(())
}

/// Returns the names of a lesson's mistakes in a `class.json`, the most frequent first.
fn mistakes_made(text: &str, lesson: &LessonFolder) -> Result<Vec<String>> {
    let Class { mistakes } = serde_json::from_str(text)?;
    let of_lesson = mistakes.into_iter().filter(|made| lesson.toml.todos.iter().any(|todo| todo.id == made.todo));
    Ok(of_lesson.map(|made| made.name).collect())
}

/// Returns the questions that the lesson's program chooses. Mistakes in `first` are preferred.
fn make_questions(lesson: &LessonFolder, arguments: &Arguments, first: &[String]) -> Result<Vec<Question>> {
    let program = build::program(&lesson.package())?;
    let mut command = Command::new(&program);
    command.args(["--questions", &arguments.count.to_string(), "--questions-seed", &arguments.seed.to_string()]);
    if !first.is_empty() {
        command.args(["--questions-first", &first.join(",")]);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("{} could not be started", program.display()))?;
    serde_json::from_slice(&output.stdout).context("what the lesson's program prints")
}

/// Returns a question's sentence.
fn asks(question: &Question) -> String {
    let Question { kind, name, todo, setting, from, .. } = question;
    match kind {
        QuestionKind::WhatHasHeDone => {
            format!(
                "Somebody has written {name} ({todo}). The first picture is right, the second is theirs. What have they done?"
            )
        }
        QuestionKind::Predict => {
            format!("This is right for {name} ({todo}), at {from}. Which of the four is right at {setting}?")
        }
    }
}

fn letter(choice: usize) -> char {
    (b'A' + choice as u8) as char
}

/// Returns a line for each choice on why the choice is right or wrong.
fn reasons(question: &Question) -> Vec<String> {
    let is_predict = question.kind == QuestionKind::Predict;
    let mut lines = Vec::new();
    for (choice, [says, asks]) in question.why.iter().enumerate() {
        let letter = letter(choice);
        let name = &question.mistakes[choice];
        lines.push(match (is_predict, choice == question.right) {
            (true, true) => format!("{letter} is right."),
            (false, true) => format!("{letter} is right: {name}. What leads out: {asks}"),
            (true, false) => format!("{letter} is somebody's mistake, {name}: \"{says}\" {asks}"),
            (false, false) => format!("{letter} would give another picture ({name})."),
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn question(kind: QuestionKind) -> Question {
        Question {
            kind,
            todo: "03.1".into(),
            name: "index_pairs".into(),
            figure: "03.1".into(),
            setting: "n = 4".into(),
            from: "n = 2".into(),
            right_picture: "<svg>right</svg>".into(),
            mistaken_picture: "<svg>his</svg>".into(),
            choices: (0..4).map(|n| format!("you & a < b {n}")).collect(),
            right: 2,
            mistakes: (0..4).map(|n| format!("MISTAKE {n}")).collect(),
            why: (0..4).map(|n| [format!("it does {n}"), format!("is it {n}?")]).collect(),
        }
    }

    #[test]
    fn the_mistakes_of_a_class_come_first() {
        let text = r#"{"format": 2, "students": [], "mistakes": [
            {"todo": "03.2", "name": "TWICE", "says": "", "students": ["a", "b"]},
            {"todo": "05.2", "name": "ELSEWHERE"}, {"todo": "03.1", "name": "ONCE"}]}"#;
        let lesson = lesson::find("03").unwrap();
        assert_eq!(mistakes_made(text, &lesson).unwrap(), ["TWICE", "ONCE"]);
        assert!(mistakes_made("[]", &lesson).is_err());
    }

    #[test]
    fn what_is_right_is_said_once() {
        for kind in [QuestionKind::WhatHasHeDone, QuestionKind::Predict] {
            let lines = reasons(&question(kind));
            let right: Vec<&String> = lines.iter().filter(|line| line.contains("is right")).collect();
            assert!(right.len() == 1 && right[0].starts_with("C is right"), "{lines:?}");
        }
    }
}
