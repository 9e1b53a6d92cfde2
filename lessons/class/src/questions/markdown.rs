//! Questions as Markdown, for a forum or a quiz, with pictures in files.

use super::{asks, letter, reasons};
use common::build::LessonFolder;
use common::check::{Question, QuestionKind};

/// Returns the pictures' files, and `questions.md` as the last.
pub(super) fn files(lesson: &LessonFolder, questions: &[Question]) -> Vec<(String, Vec<u8>)> {
    let mut pictures = Vec::new();
    let mut text = format!("# {} {}: questions\n", lesson.number, lesson.toml.title);
    for (number, question) in (1..).zip(questions) {
        let right = picture(number, "right", &question.right_picture, &mut pictures);
        text += &format!("\n## {number}\n\n{}\n\n{right}", asks(question));
        if question.kind == QuestionKind::WhatHasHeDone {
            text += &format!(" {}", picture(number, "his", &question.mistaken_picture, &mut pictures));
        }
        text += "\n\n";
        for (index, choice) in question.choices.iter().enumerate() {
            let letter = letter(index);
            let choice = match question.kind {
                QuestionKind::WhatHasHeDone => format!("\"{choice}\""),
                QuestionKind::Predict => picture(number, &letter.to_string(), choice, &mut pictures),
            };
            text += &format!("- {letter}: {choice}\n");
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

/// Adds a picture's file, and returns the Markdown that shows it.
fn picture(question: usize, says: &str, svg: &str, pictures: &mut Vec<(String, Vec<u8>)>) -> String {
    let name = format!("{question}-{says}.svg");
    pictures.push((name.clone(), svg.as_bytes().to_vec()));
    format!("![{says}]({name})")
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
        for name in shown {
            assert!(files.iter().any(|(file, _)| file == name), "{name}");
        }
    }
}
