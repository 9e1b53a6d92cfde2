//! Questions as one HTML page that loads nothing, with a question on each screen. A key shows the answer.

use super::{asks, letter, reasons};
use crate::grade::text::{escaped, with_code};
use common::build::LessonFolder;
use common::check::{Question, QuestionKind};

/// Returns the page of a lesson's questions.
pub(super) fn page(lesson: &LessonFolder, questions: &[Question]) -> String {
    let title = format!("{} {}: questions", lesson.number, escaped(&lesson.toml.title));
    let mut screens = String::new();
    for (number, question) in (1..).zip(questions) {
        screens += &screen(&format!("{title} {number} of {}", questions.len()), question);
    }
    include_str!("page.html").replace("<!--title-->", &title).replace("<!--questions-->", &screens)
}

/// Returns the screen of a question: pictures, choices, and the folded answer.
fn screen(title: &str, question: &Question) -> String {
    let Question { kind, right_picture, mistaken_picture, choices, .. } = question;
    let mut pictures = figure(right_picture, "right");
    let mut offered = String::new();
    for (index, choice) in choices.iter().enumerate() {
        offered += &match kind {
            QuestionKind::WhatHasHeDone => format!("<li>{}</li>\n", with_code(choice)),
            QuestionKind::Predict => figure(choice, &letter(index).to_string()),
        };
    }
    let offered = match kind {
        QuestionKind::WhatHasHeDone => {
            pictures += &figure(mistaken_picture, "theirs");
            format!("<ol>{offered}</ol>")
        }
        QuestionKind::Predict => format!("<div class=\"pictures four\">{offered}</div>"),
    };
    format!(
        "<section>\n<h2>{title}</h2>\n<p>{}</p>\n<div class=\"pictures\">{pictures}</div>\n{offered}\n{}</section>\n",
        with_code(&asks(question)),
        answer(question)
    )
}

fn figure(svg: &str, caption: &str) -> String {
    format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n")
}

/// Returns the folded answer of a question.
fn answer(question: &Question) -> String {
    let mut lines = String::new();
    for (choice, line) in reasons(question).iter().enumerate() {
        let class = if choice == question.right { " class=\"right\"" } else { "" };
        lines += &format!("<li{class}>{}</li>\n", with_code(line));
    }
    format!("<details><summary>Answer <kbd>a</kbd></summary>\n<ul>{lines}</ul></details>\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::question;
    use super::*;
    use common::build::lesson;

    #[test]
    fn each_question_has_a_screen_with_its_answer_behind_a_key() {
        let lesson = lesson::find("03").unwrap();
        let page = page(&lesson, &[question(QuestionKind::WhatHasHeDone), question(QuestionKind::Predict)]);
        assert!(page.contains("<svg>his</svg>") && page.contains("you &amp; a &lt; b 0"), "{page}");
        assert!(!page.contains("<!--"), "{page}");
        let screens: Vec<&str> = page.split("<section>").skip(1).collect();
        assert_eq!(screens.len(), 2);
        for screen in screens {
            let (asked, answer) = screen.split_once("<details>").unwrap();
            assert!(!asked.contains("MISTAKE"), "{asked}");
            assert!(answer.contains("MISTAKE") && answer.contains("<li class=\"right\">C is right"), "{answer}");
        }
    }
}
