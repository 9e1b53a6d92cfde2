//! One HTML page without outside parts: the questions, and the answers on a page of their own.

use super::{asks, letter, reasons};
use common::build::LessonFolder;
use common::check::{Question, QuestionKind};

pub(super) fn page(lesson: &LessonFolder, questions: &[Question]) -> String {
    let title = format!("{} {}: questions", lesson.number, escaped(&lesson.toml.title));
    let asked: String = (1..).zip(questions).map(|(number, question)| asked(number, question)).collect();
    let answers: String = (1..).zip(questions).map(|(number, question)| answer(number, question)).collect();
    let page = include_str!("page.html").replace("<!--title-->", &title);
    page.replace("<!--questions-->", &asked).replace("<!--answers-->", &answers)
}

fn asked(number: usize, question: &Question) -> String {
    let Question { kind, right_picture, mistaken_picture, choices, .. } = question;
    let pictures = match kind {
        QuestionKind::WhatHasHeDone => format!(
            "<figure>{right_picture}<figcaption>right</figcaption></figure>\
             <figure>{mistaken_picture}<figcaption>his</figcaption></figure>"
        ),
        QuestionKind::Predict => format!("<figure>{right_picture}</figure>"),
    };
    let choice = |(place, choice): (usize, &String)| match kind {
        QuestionKind::WhatHasHeDone => format!("<li>&ldquo;{}&rdquo;</li>\n", escaped(choice)),
        QuestionKind::Predict => format!("<figure>{choice}<figcaption>{}</figcaption></figure>\n", letter(place)),
    };
    let choices: String = choices.iter().enumerate().map(choice).collect();
    let choices = match kind {
        QuestionKind::WhatHasHeDone => format!("<ol>{choices}</ol>"),
        QuestionKind::Predict => format!("<div class=\"pictures\">{choices}</div>"),
    };
    format!(
        "<section>\n<h2>{number}</h2>\n<p>{}</p>\n<div class=\"pictures\">{pictures}</div>\n{choices}\n</section>\n",
        escaped(&asks(question))
    )
}

fn answer(number: usize, question: &Question) -> String {
    let lines: Vec<String> = reasons(question).iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
    format!("<h3>{number}: {}</h3>\n<ul>{}</ul>\n", letter(question.right), lines.concat())
}

/// With what stands in backticks as code.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let parts = text.split('`').enumerate();
    let part = |(place, part): (usize, &str)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part.into() };
    parts.map(part).collect::<Vec<String>>().concat()
}

#[cfg(test)]
mod tests {
    use super::super::tests::question;
    use super::*;
    use common::build::lesson;

    #[test]
    fn pictures_are_in_the_page_and_answers_come_after_all_questions() {
        let lesson = lesson::find("03").unwrap();
        let page = page(&lesson, &[question(QuestionKind::WhatHasHeDone), question(QuestionKind::Predict)]);
        assert!(page.contains("<svg>his</svg>") && page.contains("you &amp; a &lt; b 0"), "{page}");
        let (asked, answers) = page.split_once("<h1 id=\"answers\">").unwrap();
        assert!(!asked.contains("MISTAKE") && answers.contains("1: C") && answers.contains("2: C"), "{page}");
        assert!(!page.contains("<!--"), "{page}");
    }
}
