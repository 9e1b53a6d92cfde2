//! Guesses: the function of a TODO with a hole, and four texts for the hole. One is right, and three are known mistakes that a
//! figure can draw.

use super::{anchor, escaped};
use serde_json::Value;
use std::ops::Range;
use verdict::TodoToml;
use verdict::build::LessonFolder;
use verdict::source;

/// Mistakes among which the right text stands.
const WRONG: usize = 3;
/// Largest number of lines of a hole.
const MAX_LINES: usize = 3;
/// Stands for lines of the answer.
const LEFT_OUT: &str = "    // \u{2026}";

pub(super) struct Guess {
    pub(super) todo: String,
    pub(super) figure: String,
    /// The mistakes of its wrong texts.
    mistakes: Vec<String>,
    pub(super) html: String,
}

impl Guess {
    /// Returns whether a text is the name of one of its mistakes.
    pub(super) fn draws(&self, mistake: &Value) -> bool {
        self.mistakes.iter().any(|name| mistake == name)
    }
}

/// The texts of a lesson from which guesses are made.
pub(super) struct Texts {
    pub(super) toml: String,
    /// `solution.rs`, with its marks.
    pub(super) solution: String,
}

/// A mistake as a change of lines: `lines` of the finished file become `text`.
struct Change<'a> {
    mistake: &'a str,
    lines: Range<usize>,
    text: Vec<String>,
}

/// Returns the guess of a TODO, or `None` if fewer than three of the mistakes are at one place. `visible` are the mistakes that
/// the figure can draw, the best first.
pub(super) fn guess(
    lesson: &LessonFolder,
    texts: &Texts,
    todo: &TodoToml,
    figure: &str,
    visible: &[&str],
) -> Option<Guess> {
    // A mistake is made in a text without documentation of its own.
    let lines: Vec<&str> = texts.solution.lines().filter(|line| !line.starts_with("//!")).collect();
    let split = lesson.toml.split(&lines.join("\n")).ok()?;
    let finished: Vec<&str> = split.finished.lines().collect();
    let mut changes = Vec::new();
    for &mistake in visible {
        let Ok(text) = mistaken::with_mistake(&texts.toml, &texts.solution, &todo.id, mistake) else { continue };
        let wrong: Vec<&str> = text.lines().collect();
        let (begin, end) = equal_ends(&finished, &wrong);
        let text = wrong[begin..wrong.len() - end].iter().map(|line| (*line).to_owned()).collect();
        changes.push(Change { mistake, lines: begin..finished.len() - end, text });
    }
    let function = lines_of(&split.finished, &todo.name)?;
    let given = lines_of(&split.starter, &todo.name)?;
    let starter: Vec<&str> = split.starter.lines().collect();
    let (above, below) = equal_ends(&finished[function.clone()], &starter[given]);
    let answer = function.start + above..function.end - below;
    let (hole, wrong) = best_hole(&finished, &changes, answer.clone())?;

    let mut options = Vec::new();
    for (text, mistake) in &wrong {
        let known = todo.mistakes.iter().find(|known| known.name == *mistake);
        options.push((text.clone(), *mistake, known.and_then(|known| known.plain.as_deref())));
    }
    options.sort();
    // The right one stands at a place that its text does not tell.
    let place = todo.id.bytes().fold(5, |sum: usize, byte| 33 * sum + usize::from(byte)) / 3 % (WRONG + 1);
    options.insert(place, (indented(&finished[hole.clone()]), "", todo.plain.as_deref()));
    let mut above = finished[function.start..answer.start].to_vec();
    above.extend((answer.start < hole.start).then_some(LEFT_OUT));
    let mut below = Vec::new();
    below.extend((hole.end < answer.end).then_some(LEFT_OUT));
    below.extend(&finished[answer.end..function.end]);
    let function = format!("{}\n    <mark>?</mark>\n{}", code(&above.join("\n")), code(&below.join("\n")));
    let html = html(lesson, todo, figure, &function, &options);
    let mistakes = wrong.into_iter().map(|(_, mistake)| mistake.to_owned()).collect();
    Some(Guess { todo: todo.id.clone(), figure: figure.to_owned(), mistakes, html })
}

/// A text for the hole, the name of its mistake, and what it does in plain words.
type Choice<'a> = (String, &'a str, Option<&'a str>);

/// Returns the guess as HTML, of the function with its hole as HTML.
fn html(lesson: &LessonFolder, todo: &TodoToml, figure: &str, function: &str, options: &[Choice<'_>]) -> String {
    // Of some alone, words would point at them.
    let is_plain = options.iter().all(|(_, _, plain)| plain.is_some());
    let mut buttons = String::new();
    for (text, mistake, plain) in options {
        let words = plain.filter(|_| is_plain).map(|plain| format!("<span>{}</span>", escaped(plain)));
        buttons += &format!(
            "<button type=\"button\" aria-pressed=\"false\" data-mistake=\"{mistake}\">{}{}</button>\n",
            code(text),
            words.unwrap_or_default()
        );
    }
    format!(
        "<details class=\"guess\" id=\"{}\" data-lesson=\"{}\" data-todo=\"{}\" data-figure=\"{figure}\" data-praise=\"{}\">\
         <summary>Guess</summary>\n<pre>{function}</pre>\n\
         <div class=\"options\" role=\"group\" aria-label=\"What belongs in the place of the question mark?\">\n\
         {buttons}</div></details>\n",
        anchor("guess", &todo.id),
        lesson.number,
        todo.id,
        escaped(&todo.passes)
    )
}

/// Returns Rust code for mdBook's colours.
fn code(text: &str) -> String {
    format!("<code class=\"language-rust\">{}</code>", escaped(text))
}

/// Returns the numbers of lines at the beginnings and at the ends of two texts that are equal.
fn equal_ends(one: &[&str], other: &[&str]) -> (usize, usize) {
    let begin = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let end = one[begin..].iter().rev().zip(other[begin..].iter().rev()).take_while(|(a, b)| a == b).count();
    (begin, end)
}

/// Returns the lines of a function, counted from 0.
fn lines_of(text: &str, name: &str) -> Option<Range<usize>> {
    let lines = source::lines_of(text, name)?;
    Some(lines.start() - 1..*lines.end())
}

/// Lines of an answer, and the texts that mistakes put there, with the mistakes' names.
type Hole<'a> = (Range<usize>, Vec<(String, &'a str)>);

/// Returns the smallest hole in an answer in which three mistakes are.
fn best_hole<'a>(finished: &[&str], changes: &[Change<'a>], answer: Range<usize>) -> Option<Hole<'a>> {
    for size in 1..=MAX_LINES {
        let mut best: Option<Hole> = None;
        for begin in answer.start..answer.end.saturating_sub(size - 1) {
            let hole = begin..begin + size;
            let mut texts: Vec<(String, &str)> = Vec::new();
            for Change { mistake, lines, text } in changes {
                if lines.start < hole.start || lines.end > hole.end || text.len() > MAX_LINES {
                    continue;
                }
                let mut wrong: Vec<&str> = finished[hole.start..lines.start].to_vec();
                wrong.extend(text.iter().map(String::as_str));
                wrong.extend(&finished[lines.end..hole.end]);
                let wrong = indented(&wrong);
                let is_new = !wrong.is_empty() && texts.iter().all(|(text, _)| *text != wrong);
                if is_new && !has_constant_condition(&wrong) && wrong != indented(&finished[hole.clone()]) {
                    texts.push((wrong, *mistake));
                }
            }
            if texts.len() >= WRONG && best.as_ref().is_none_or(|(_, most)| texts.len() > most.len()) {
                best = Some((hole, texts));
            }
        }
        if let Some((hole, mut texts)) = best {
            texts.truncate(WRONG);
            return Some((hole, texts));
        }
    }
    None
}

/// Returns lines as one text, the first of which begins at the margin. What a change has put between braces is indented.
fn indented(lines: &[&str]) -> String {
    let spaces = |line: &str| line.len() - line.trim_start().len();
    let margin = lines.first().map_or(0, |first| spaces(first));
    let mut text = Vec::new();
    let mut depth = 0;
    for line in lines {
        let code = tidied(line.trim_start());
        let depth_here = depth - usize::from(depth > 0 && code.starts_with(['}', ')', ']']));
        text.push(" ".repeat(spaces(line).saturating_sub(margin).max(4 * depth_here)) + &code);
        depth = (depth + code.matches(['{', '(', '[']).count()).saturating_sub(code.matches(['}', ')', ']']).count());
    }
    text.join("\n").trim().to_owned()
}

/// Returns code as rustfmt spaces it where a change has left something out: `our_axes ;` is `our_axes;`.
fn tidied(code: &str) -> String {
    let mut words = code.split_whitespace().collect::<Vec<_>>().join(" ");
    for (left, spaced) in [(" ;", ";"), (" )", ")"), ("( ", "("), (" ,", ",")] {
        words = words.replace(left, spaced);
    }
    words
}

/// Returns whether a text has a condition that is `true` or `false`, as a change makes it and nobody writes it.
fn has_constant_condition(text: &str) -> bool {
    let tokens = source::tokens(text);
    tokens.windows(2).any(|pair| {
        let [one, two] = [&pair[0].text[..], &pair[1].text[..]];
        matches!((one, two), ("if" | "while" | "&" | "|" | "!", "true" | "false") | ("true" | "false", "&" | "|"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use verdict::build::lesson;

    #[test]
    fn what_a_change_puts_between_braces_is_indented() {
        let lines = ["    for joint in order {", "        {", "let parent = f( joint );", "        }", "    }"];
        assert_eq!(indented(&lines), "for joint in order {\n    {\n        let parent = f(joint);\n    }\n}");
    }

    /// A guess gives away the lines of its hole, and no other line of the answer.
    #[test]
    fn a_guess_has_one_right_text_and_gives_no_more_away() {
        let mut places = [0; WRONG + 1];
        for lesson in lesson::all().unwrap() {
            // There is no solution on the branch for students.
            let Ok(solution) = fs::read_to_string(lesson.path.join("course/src/solution.rs")) else { return };
            let texts = Texts { toml: fs::read_to_string(lesson.path.join("lesson.toml")).unwrap(), solution };
            for todo in &lesson.toml.todos {
                let visible: Vec<&str> = todo.mistakes.iter().map(|mistake| mistake.name.as_str()).collect();
                let Some(guess) = guess(&lesson, &texts, todo, &todo.id, &visible) else { continue };
                let before = guess.html.split("data-mistake=\"\"").next().unwrap();
                places[before.matches("<button").count() - 1] += 1;
                assert_eq!(guess.html.matches("<button").count(), WRONG + 1, "{}", todo.id);
                assert_eq!(guess.html.matches("data-mistake=\"\"").count(), 1, "{}", todo.id);
                let html = without_tags(&guess.html);
                for surgery in [" ;", "( ", " )", "if true", "if false", "&& true", "|| false"] {
                    assert!(!html.contains(surgery), "{}: nobody writes {surgery:?}: {html}", todo.id);
                }
                let split = lesson.toml.split(&texts.solution).unwrap();
                let function = lines_of(&split.finished, &todo.name).unwrap();
                let mut shown = 0;
                for line in split.finished.lines().skip(function.start).take(function.len()).map(str::trim) {
                    let is_secret = line.len() > 24 && !split.starter.contains(line);
                    shown += usize::from(is_secret && html.contains(line));
                }
                assert!(shown <= MAX_LINES, "{}: {html}", todo.id);
            }
        }
        // No place is worth a guess.
        let guesses: i32 = places.iter().sum();
        assert!(guesses > 40 && places.iter().all(|count| (guesses / 6..=guesses / 3).contains(count)), "{places:?}");
    }

    fn without_tags(html: &str) -> String {
        let mut text = String::new();
        for part in html.split('<') {
            text += part.split_once('>').map_or(part, |(_, text)| text);
        }
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    }
}
