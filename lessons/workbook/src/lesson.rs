//! The lessons: their folders, and what each says about itself in `lesson.toml`.

use crate::build;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The only format of `lesson.toml` so far.
const FORMAT: u32 = 1;

/// A folder `lessons/NN-name`.
#[derive(Debug)]
pub(crate) struct Lesson {
    /// `"03"`.
    pub(crate) number: String,
    /// `"03-joint-lines"`, below `lessons/` and below `shaders/`.
    pub(crate) folder: String,
    /// Where it is on this machine.
    pub(crate) path: PathBuf,
    /// What `lesson.toml` says.
    pub(crate) about: About,
}

/// `lesson.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    format: u32,
    /// Of the lesson, for people.
    pub(crate) title: String,
    /// How long it takes.
    pub(crate) minutes: u32,
    /// In the order in which they are to be done.
    #[serde(rename = "todo")]
    pub(crate) todos: Vec<Todo>,
    /// Sentences for errors of the compiler that this lesson provokes.
    #[serde(default)]
    pub(crate) compiler: Vec<CompilerError>,
}

/// An error of the compiler, and what to say about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompilerError {
    /// `"E0308"`.
    pub(crate) code: String,
    /// What rustc's words must hold for the sentence to fit.
    pub(crate) words: Vec<String>,
    /// The sentence.
    pub(crate) says: String,
}

/// One TODO.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Todo {
    /// `"03.1"`.
    pub(crate) id: String,
    /// The function, or the shader's file.
    pub(crate) name: String,
    /// The function of `common`, or the shader, that it becomes.
    pub(crate) finished_in: String,
    /// Where, the idea, the shape of the line.
    pub(crate) hints: [String; 3],
}

/// A file that the student edits, and those it is made from.
#[derive(Debug, PartialEq)]
pub(crate) struct File {
    /// The student's.
    pub(crate) mine: PathBuf,
    /// As it was on the first day.
    pub(crate) starter: PathBuf,
    /// With the marks; not there on the branch for students.
    pub(crate) solution: PathBuf,
}

impl Lesson {
    /// Every file that the student edits: the exercise, then the shaders.
    pub(crate) fn files(&self) -> Vec<File> {
        let source = |name: &str| self.path.join("src").join(name);
        let mut files = vec![File {
            mine: source("exercise.rs"),
            starter: source("starter.rs"),
            solution: source("solution.rs"),
        }];
        let shaders = self.shaders();
        // A lesson need not have shaders.
        let starters = fs::read_dir(shaders.join("starter")).into_iter().flatten().flatten();
        let mut names: Vec<_> = starters.map(|entry| entry.file_name()).collect();
        names.sort();
        files.extend(names.iter().map(|name| File {
            mine: shaders.join(name),
            starter: shaders.join("starter").join(name),
            solution: shaders.join("solution").join(name),
        }));
        files
    }

    /// Where the TODO of this name is written, below the workspace: a shader, or the exercise.
    pub(crate) fn file_of(&self, name: &str) -> String {
        if name.contains('.') {
            format!("shaders/{}/{name}", self.folder)
        } else {
            format!("lessons/{}/src/exercise.rs", self.folder)
        }
    }

    /// The folder of its shaders; it may have none.
    pub(crate) fn shaders(&self) -> PathBuf {
        build::workspace().join("shaders").join(&self.folder)
    }

    /// The package that cargo builds.
    pub(crate) fn package(&self) -> String {
        format!("lesson-{}", self.number)
    }
}

/// Every lesson, in order.
///
/// # Errors
/// If a folder cannot be read, or a `lesson.toml` is not what it should be.
pub(crate) fn all() -> Result<Vec<Lesson>> {
    let folder = build::workspace().join("lessons");
    let entries = fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.iter().filter_map(|path| load(path).transpose()).collect()
}

/// One lesson by its number.
///
/// # Errors
/// If there is none, with the numbers that there are.
pub(crate) fn find(number: &str) -> Result<Lesson> {
    let mut lessons = all()?;
    let numbers: Vec<String> = lessons.iter().map(|lesson| lesson.number.clone()).collect();
    match lessons.iter().position(|lesson| lesson.number == number) {
        Some(place) => Ok(lessons.swap_remove(place)),
        None => bail!("there is no lesson {number}; there are {}", numbers.join(", ")),
    }
}

/// One TODO by its id, such as `03.1`, with its lesson.
///
/// # Errors
/// If there is no such lesson, or no such TODO in it.
pub(crate) fn find_todo(id: &str) -> Result<(Lesson, usize)> {
    let (number, _) = id.split_once('.').with_context(|| format!("{id} is no TODO, like 03.1"))?;
    let lesson = find(number)?;
    let place = lesson.about.todos.iter().position(|todo| todo.id == id);
    let ids: Vec<&str> = lesson.about.todos.iter().map(|todo| todo.id.as_str()).collect();
    let place = place.with_context(|| {
        format!("there is no TODO {id}; lesson {number} has {}", ids.join(", "))
    })?;
    Ok((lesson, place))
}

/// `None` for a folder that is no lesson.
fn load(path: &Path) -> Result<Option<Lesson>> {
    let folder = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = path.join("lesson.toml");
    let Some((number, _)) = folder.split_once('-').filter(|(n, _)| is_number(n)) else {
        return Ok(None);
    };
    let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
    let about = parse(number, &text).with_context(|| format!("{}", file.display()))?;
    Ok(Some(Lesson { number: number.into(), folder: folder.clone(), path: path.into(), about }))
}

fn is_number(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())
}

/// The text of a `lesson.toml`.
///
/// # Errors
/// If something is missing, unknown or empty in it.
pub(crate) fn parse(number: &str, text: &str) -> Result<About> {
    let about: About = toml::from_str(text)?;
    ensure!(about.format == FORMAT, "format {} is unknown, it should be {FORMAT}", about.format);
    ensure!(!about.todos.is_empty(), "there is no [[todo]]");
    for (place, todo) in about.todos.iter().enumerate() {
        let expected = format!("{number}.{}", place + 1);
        ensure!(todo.id == expected, "TODO number {} has the id {}", place + 1, todo.id);
        let empty = todo.hints.iter().any(|hint| hint.trim().is_empty());
        ensure!(!empty, "{}: a hint is empty", todo.id);
    }
    Ok(about)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "format = 1\ntitle = \"Joint lines\"\nminutes = 45\n[[todo]]\nid = \"03.1\"\n\
        name = \"x\"\nfinished_in = \"y\"\nhints = [\"a\", \"b\", \"c\"]\n[[compiler]]\ncode = \"E0308\"\nwords = [\"u16\"]\nsays = \"so\"\n";

    #[test]
    fn a_lesson_about_itself() {
        let about = parse("03", GOOD).unwrap();
        assert_eq!((about.title.as_str(), about.minutes), ("Joint lines", 45));
        assert_eq!(about.todos[0].hints[2], "c");
        assert_eq!(about.compiler[0].says, "so");
    }

    #[test]
    fn slips_are_errors() {
        let say = |text: &str| parse("03", text).unwrap_err().to_string();
        assert!(say(&GOOD.replace("\"b\"", "\" \"")).contains("a hint is empty"));
        assert!(say(&GOOD.replace("03.1", "03.2")).contains("TODO number 1 has the id 03.2"));
        assert!(say(&GOOD.replace("format = 1", "format = 2")).contains("format 2"));
        assert!(say(&GOOD.replace(", \"c\"", "")).contains("hints"));
        assert!(say(&GOOD.replace("minutes", "minuets")).contains("minuets"));
    }

    #[test]
    fn the_lessons_of_this_workspace() {
        let lessons = all().unwrap();
        assert!(lessons.iter().any(|lesson| lesson.folder == "03-joint-lines"), "{lessons:?}");
        let lesson = find("03").unwrap();
        let names = |path: &Path| build::shown(path);
        let files: Vec<String> = lesson.files().iter().map(|file| names(&file.mine)).collect();
        assert_eq!(files, [lesson.file_of("index_pairs"), lesson.file_of("joints.vert")]);
        assert!(lesson.files().iter().all(|file| file.mine.exists() && file.starter.exists()));
        assert!(find("99").unwrap_err().to_string().contains("there are"));
        assert_eq!(find_todo("03.2").unwrap().1, 1);
        assert!(find_todo("03.9").is_err() && find_todo("3").is_err());
    }
}
