//! `author mistake`: writes a wrong answer behind a switch, and its entry in `lesson.toml`.
//!
//! Whether the mistake is a new one, and how far it is from all others, is for the lesson's own test to say.

use super::starters;
use crate::output::say;
use crate::reset;
use anyhow::{Context, Result, ensure};
use common::build::lesson::{self, LessonFolder};
use common::check::{LessonToml, source};
use std::ops::Range;
use std::path::PathBuf;
use std::process::Command;

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

/// Its words are for the author to write.
const ENTRY: &str = r#"
[[todo.mistake]]
name = "NAME"
aspect = "AUTHOR: which decision goes wrong"
says = "AUTHOR: what the answer does, as one sentence"
asks = "AUTHOR: a question whose answer is the way out?"
"#;

/// # Errors
/// If the name is taken, the answer has no such function, or a file cannot be read or written.
pub(super) fn run(Arguments { id, from, name }: &Arguments) -> Result<()> {
    let (lesson, place) = lesson::find_todo(id)?;
    let todo = &lesson.toml.todos[place];
    let is_shader = todo.name.contains('.');
    let file = if is_shader { &todo.name } else { "exercise.rs" };
    ensure!(!from.is_dir(), "{} is a folder: name the {file} in it", from.display());
    let toml = lesson.path.join("lesson.toml");
    let described = described(&lesson, &starters::read(&toml)?, place, name)?;
    let answer = starters::read(from)?.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let path = file_of_mistakes(&lesson, &todo.name)?;
    let mistakes = starters::read(&path)?;
    let text = if is_shader {
        shader(&mistakes, &answer, name)
    } else {
        let no_function = || format!("{} has no function `{}`, as {} wants", from.display(), todo.name, todo.id);
        let body = body(&answer, &todo.name).with_context(no_function)?;
        switched(&mistakes, &answer[body], &todo.name, name).context("no function body")?
    };
    reset::replace(&path, text.as_bytes())?;
    reset::replace(&toml, described.as_bytes())?;
    if !is_shader {
        // Where there is no rustfmt, it stays as it is.
        let _ = Command::new("rustfmt").args(["--edition", "2024"]).arg(&path).status();
    }
    let (path, package) = (starters::shown(&path), lesson.package());
    say!("Written: {path} and {}", starters::shown(&toml));
    say!("Read the student's code there before you build it. Helpers that it calls are not copied.");
    say!(
        "Then write its words, which cargo workbook author check {} lists: until then no student is told of it.",
        lesson.number
    );
    say!("cargo test --package {package} tells whether it is wrong, and different from all other mistakes.");
    Ok(())
}

/// The range between the braces of a function.
fn body(text: &str, name: &str) -> Option<Range<usize>> {
    let tokens = source::tokens(text);
    let function = source::function(&tokens, name)?;
    let open = function.iter().find(|token| token.text == "{")?;
    Some(open.start + 1..function.last()?.start)
}

/// mistakes.rs with an answer's body behind its switch, at the beginning of the function.
fn switched(text: &str, answer: &str, name: &str, mistake: &str) -> Option<String> {
    let (above, below) = text.split_at(body(text, name)?.start);
    Some(format!(
        "{above}\n    if mistake(\"{mistake}\") {{\n        return {{{answer}}};\n    }}\n{}",
        below.trim_start()
    ))
}

/// The shader of mistakes with one more behind its switch.
fn shader(text: &str, answer: &str, mistake: &str) -> String {
    let is_version = |line: &str| line.trim_start().starts_with("#version");
    let head = text.lines().take_while(|line| is_version(line) || line.starts_with("//")).count();
    let (head, rest) = text.split_at(text.split_inclusive('\n').take(head).map(str::len).sum());
    let answer: String = answer.split_inclusive('\n').filter(|line| !is_version(line)).collect();
    let (switch, answer) = (mistake.replace('-', "_"), answer.trim());
    format!("{head}#ifdef {switch}\n{answer}\n#else\n{}\n#endif\n", rest.trim())
}

/// Where the mistakes of a TODO are made: `mistakes.vert` for `joints.vert`, `mistakes.crowd.vert` for `crowd.vert` where
/// there are several of its kind; or the Rust file with the function.
fn file_of_mistakes(lesson: &LessonFolder, name: &str) -> Result<PathBuf> {
    let (_, ending) = name.rsplit_once('.').unwrap_or_default();
    let shaders = [name, ending].map(|end| lesson.shaders().join(format!("mistakes.{end}")));
    let rust = source::files_below(&lesson.path.join("course/src/mistakes"));
    let rust = [lesson.path.join("course/src/mistakes.rs")].into_iter().chain(rust);
    let has = |path: &PathBuf| starters::read(path).is_ok_and(|text| source::lines_of(&text, name).is_some());
    let found = shaders.into_iter().find(|path| path.exists()).or_else(|| rust.into_iter().find(has));
    found.with_context(|| format!("there is no mistakes.rs or shader of mistakes with `{name}`"))
}

/// `lesson.toml` with the mistake behind the others of its TODO, and its words to be written.
fn described(lesson: &LessonFolder, toml: &str, place: usize, name: &str) -> Result<String> {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let is_name = name.split('-').all(is_word) && name.starts_with(|c: char| c.is_alphabetic());
    ensure!(is_name, "\"{name}\" should be like ONE-LEVEL: capitals, digits and hyphens");
    let mut known = lesson.toml.todos.iter().flat_map(|todo| &todo.mistakes);
    let number = &lesson.number;
    ensure!(known.all(|mistake| mistake.name != name), "lesson {number} has a mistake {name} already");
    let block = ENTRY.replace("NAME", name);
    let lines: Vec<&str> = toml.lines().collect();
    let mut tables =
        (0..lines.len()).filter(|&line| lines[line].starts_with("[[todo]]") || lines[line].starts_with("[[compiler]]"));
    let next = tables.nth(place + 1).unwrap_or(lines.len());
    // What stands above the next table belongs to that.
    let is_own = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let end = lines[..next].iter().rposition(is_own).map_or(next, |last| last + 1);
    let (above, below) = (lines[..end].join("\n"), lines[end..].join("\n"));
    let text = format!("{above}\n{block}{below}\n").replace("\n\n\n", "\n\n");
    let text = format!("{}\n", text.trim_end());
    let parsed = LessonToml::parse(number, &text).context("lesson.toml with another mistake")?;
    let last = parsed.todos[place].mistakes.last();
    ensure!(last.is_some_and(|last| last.name == name), "lesson.toml has no place for {name}");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_comes_first() {
        let text = "use x;\n\nfn place(arm: &a::Arm<'_>) -> f32 {\n    let a = { arm.a };\n    a\n}\n\nfn b() {}\n";
        let answer = "fn place(arm: &Arm) -> f32 {\n    f(arm) // }\n}\nfn f(arm: &Arm) {}";
        let switched = switched(text, &answer[body(answer, "place").unwrap()], "place", "X-Y").unwrap();
        let expected = "use x;\n\nfn place(arm: &a::Arm<'_>) -> f32 {\n    if mistake(\"X-Y\") {\n        return {\n    \
            f(arm) // }\n};\n    }\nlet a = { arm.a };\n    a\n}\n\nfn b() {}\n";
        assert_eq!(switched, expected);
        assert_eq!(body(answer, "other"), None);
    }

    #[test]
    fn a_shader_has_either_text() {
        let text = "#version 330 core\n// All.\nin vec3 a;\nvoid main() {}\n";
        let answer = "#version 330 core\nin vec3 a;\n#define B 1\nvoid main() { b(); }\n";
        let expected = "#version 330 core\n// All.\n#ifdef X_Y\nin vec3 a;\n#define B 1\nvoid main() { b(); }\n\
            #else\nin vec3 a;\nvoid main() {}\n#endif\n";
        assert_eq!(shader(text, answer, "X-Y"), expected);
    }
}
