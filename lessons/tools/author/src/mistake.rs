//! `author mistake`: writes a wrong answer's entry in `lesson.toml`.
//!
//! Whether the mistake is a new one, and how far it is from all others, is for the lesson's own test to say.

use super::new::UNWRITTEN;
use super::starters;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use verdict::build::lesson::{self, LessonFolder};
use verdict::file;
use verdict::{LessonToml, names_shader, source};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The TODO, such as 03.1
    id: String,
    /// The answer: an exercise.rs, its function alone, or a shader
    #[arg(long)]
    from: PathBuf,
    /// Its name from now on, such as ONE-LEVEL
    #[arg(long)]
    name: String,
}

/// Adds a student's answer to `lesson.toml` as a known mistake of its TODO.
///
/// # Errors
/// If the name is taken, the answer has no such function, or a file cannot be read or written.
pub(super) fn run(Arguments { id, from, name }: &Arguments) -> Result<()> {
    let (lesson, place) = lesson::find_todo(id)?;
    let todo = &lesson.toml.todos[place];
    let is_shader = names_shader(&todo.name);
    let file = if is_shader { &todo.name } else { "exercise.rs" };
    ensure!(!from.is_dir(), "{} is a folder: name the {file} in it", from.display());
    let toml = lesson.path.join("lesson.toml");
    let answer = starters::read(from)?.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let solution;
    let code;
    if is_shader {
        solution = lesson.shaders().join("solution").join(&todo.name);
        code = answer.trim();
    } else {
        let body = body_range(&answer, &todo.name)
            .with_context(|| format!("{} has no function `{}`, as {} wants", from.display(), todo.name, todo.id))?;
        solution = lesson.path.join("course/src/solution.rs");
        code = answer[body].trim_matches('\n').trim_end();
    }
    ensure!(!code.contains("'''"), "{} has three quotes in a row: write its entry by hand", from.display());
    check_name(&lesson, name)?;
    let function = (!is_shader).then_some(todo.name.as_str());
    let made = match mistaken::change(&starters::read(&solution)?, &todo.id, function, code) {
        Some([from, to]) => format!("change = [{}, {}]", quoted(&from), quoted(&to)),
        None => format!("code = '''\n{code}\n'''"),
    };
    say!("{code}\n\nIts two sentences. Enter alone leaves one for later.");
    let says = sentence("What does the answer do, in one sentence?")?;
    let asks = sentence("Which question has the way out as its answer?")?;
    let entry = format!("[[todo.mistake]]\nname = \"{name}\"\n{made}\nsays = {says}\nasks = {asks}\n");
    let text = with_entry(&lesson, &starters::read(&toml)?, place, name, &entry)?;
    file::replace_by(&toml, file::synced(text.as_bytes()))
        .with_context(|| format!("{} cannot be written", starters::shown(&toml)))?;
    let package = lesson.package();
    say!("Written: {}", starters::shown(&toml));
    say!("Read the student's code there before you build it. Helpers that it calls are not copied.");
    if entry.contains(UNWRITTEN) {
        say!("Write its sentences, which cargo author check {} lists: until then nobody is told of it.", lesson.number);
    }
    say!("cargo test --package {package} tells whether it is wrong, and different from all other mistakes.");
    Ok(())
}

/// Asks, and returns the reply as TOML quotes it. Without one, the author is to write it later.
fn sentence(question: &str) -> Result<String> {
    say!("{question}");
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let sentence = line.trim();
    ensure!(!sentence.contains("'''"), "a sentence has three quotes in a row: nothing is written");
    Ok(if sentence.is_empty() { quoted(&format!("{UNWRITTEN} {question}")) } else { quoted(sentence) })
}

/// Returns a text as TOML quotes it.
fn quoted(text: &str) -> String {
    if text.contains(['\n', '"', '\\']) { format!("'''{text}'''") } else { format!("\"{text}\"") }
}

fn body_range(text: &str, name: &str) -> Option<Range<usize>> {
    let tokens = source::tokens(text);
    let function = source::function(&tokens, name)?;
    let open = function.iter().find(|token| token.text == "{")?;
    Some(open.start + 1..function.last()?.start)
}

fn check_name(lesson: &LessonFolder, name: &str) -> Result<()> {
    let has_words = name.split('-').all(|word| !word.is_empty());
    let has_letters = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
    let is_name = has_words && has_letters && name.starts_with(|c: char| c.is_alphabetic());
    ensure!(is_name, "\"{name}\" should be like ONE-LEVEL: capitals, digits and hyphens");
    let mut mistakes = lesson.toml.todos.iter().flat_map(|todo| &todo.mistakes);
    let number = &lesson.number;
    ensure!(mistakes.all(|mistake| mistake.name != name), "lesson {number} has a mistake {name} already");
    Ok(())
}

/// Returns the text of `lesson.toml` with an entry for the mistake, after the other mistakes of the TODO at index `todo`.
fn with_entry(lesson: &LessonFolder, toml: &str, todo: usize, name: &str, entry: &str) -> Result<String> {
    let lines: Vec<&str> = toml.lines().collect();
    let mut tables =
        (0..lines.len()).filter(|&line| lines[line].starts_with("[[todo]]") || lines[line].starts_with("[[compiler]]"));
    let next = tables.nth(todo + 1).unwrap_or(lines.len());
    // Comments above the next table stay with that table.
    let last = lines[..next].iter().rposition(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let end = last.map_or(next, |last| last + 1);
    let text = format!("{}\n\n{entry}{}\n", lines[..end].join("\n"), lines[end..].join("\n"));
    let text = text.replace("\n\n\n", "\n\n");
    let text = format!("{}\n", text.trim_end());
    let parsed = LessonToml::parse(&lesson.number, &text).context("lesson.toml with another mistake")?;
    // The last mistakes may be those that are made together.
    let mut known = parsed.todos[todo].mistakes.iter();
    ensure!(known.any(|mistake| mistake.name == name), "lesson.toml has no place for {name}");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_todo_with_mistakes_made_together_takes_another() {
        let lesson = lesson::find("02").unwrap();
        let toml = starters::read(&lesson.path.join("lesson.toml")).unwrap();
        let entry =
            "[[todo.mistake]]\nname = \"NEW-ONE\"\nchange = [\"a\", \"b\"]\nsays = \"It does.\"\nasks = \"Why?\"\n";
        let text = with_entry(&lesson, &toml, 2, "NEW-ONE", entry).unwrap();
        let mistakes = &LessonToml::parse("02", &text).unwrap().todos[2].mistakes;
        assert!(
            mistakes.iter().any(|mistake| mistake.name == "NEW-ONE") && mistakes.last().unwrap().name.contains('+')
        );
    }

    #[test]
    fn the_body_of_an_answer() {
        let answer = "fn place(arm: &Arm) -> f32 {\n    f(arm) // }\n}\nfn f(arm: &Arm) {}";
        assert_eq!(&answer[body_range(answer, "place").unwrap()], "\n    f(arm) // }\n");
        assert_eq!(body_range(answer, "other"), None);
    }
}
