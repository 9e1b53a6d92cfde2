//! The same as Markdown, for a forum or a quiz: the pictures are files beside it.

use super::{asks, letter, reasons};
use common::build::LessonFolder;
use common::check::{Question, QuestionKind};

/// `questions.md`, and its pictures.
pub(super) fn files(lesson: &LessonFolder, questions: &[Question]) -> Vec<(String, Vec<u8>)> {
    let mut pictures = Vec::new();
    let mut text = format!("# {} {}: questions\n", lesson.number, lesson.toml.title);
    for (number, question) in (1..).zip(questions) {
        let mut picture = |says: &str, svg: &str| {
            let name = format!("{number}-{says}.svg");
            pictures.push((name.clone(), svg.as_bytes().to_vec()));
            format!("![{says}]({name})")
        };
        text += &format!("\n## {number}\n\n{}\n\n{}", asks(question), picture("right", &question.right_picture));
        if question.kind == QuestionKind::WhatHasHeDone {
            text += &format!(" {}", picture("his", &question.mistaken_picture));
        }
        text += "\n\n";
        for (place, choice) in question.choices.iter().enumerate() {
            let letter = letter(place);
            let shown = match question.kind {
                QuestionKind::WhatHasHeDone => format!("\"{choice}\""),
                QuestionKind::Predict => picture(&letter.to_string(), choice),
            };
            text += &format!("- {letter}: {shown}\n");
        }
    }
    text += "\n# Answers\n";
    for (number, question) in (1..).zip(questions) {
        text += &format!("\n**{number}: {}**\n\n", letter(question.right));
        for line in reasons(question) {
            text += &format!("- {line}\n");
        }
    }
    pictures.push(("questions.md".into(), text.into_bytes()));
    pictures
}

#[cfg(test)]
mod tests {
    use super::super::tests::question;
    use super::*;
    use common::build::lesson;

    #[test]
    fn every_picture_that_is_shown_is_there() {
        let lesson = lesson::find("03").unwrap();
        let files = files(&lesson, &[question(QuestionKind::WhatHasHeDone), question(QuestionKind::Predict)]);
        let text = String::from_utf8(files.last().unwrap().1.clone()).unwrap();
        let shown: Vec<&str> = text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)).collect();
        assert_eq!(shown, ["1-right.svg", "1-his.svg", "2-right.svg", "2-A.svg", "2-B.svg", "2-C.svg", "2-D.svg"]);
        let there = |name: &&str| files.iter().any(|(file, _)| file == *name);
        assert!(shown.iter().all(there));
    }
}
