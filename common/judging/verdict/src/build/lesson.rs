//! The lessons: their folders, and their `lesson.toml`.

use crate::source::files_below;
use crate::workspace;
use crate::{LessonToml, Milestone, names_shader};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A folder `lessons/NN-name`.
#[derive(Debug)]
pub struct LessonFolder {
    /// `"04"`.
    pub number: String,
    /// `"04-joint-lines"`, below `lessons/` and below `shaders/`.
    pub folder: String,
    pub path: PathBuf,
    pub toml: LessonToml,
}

/// A file that the student edits, and those it is made from.
#[derive(Debug, PartialEq)]
pub struct File {
    pub mine: PathBuf,
    /// The file as every student receives it. An exercise has one only where there is no solution: see
    /// [`LessonFolder::starter`].
    pub starter: PathBuf,
    /// The solution, with the marks of its regions; missing on the branch for students.
    pub solution: PathBuf,
}

impl File {
    /// The file's name without its folder.
    pub fn name(&self) -> String {
        self.mine.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl LessonFolder {
    /// Every file that the student edits: the exercise, then the shaders. Of a program of the student's own all its sources.
    pub fn files(&self) -> Vec<File> {
        let source = self.path.join("course/src");
        if let Some(exercise) = &self.toml.exercise {
            return self.program_files(&workspace::root().join(exercise));
        }
        let mut files = vec![File {
            mine: self.path.join("exercise.rs"),
            starter: source.join("starter.rs"),
            solution: source.join("solution.rs"),
        }];
        let shaders = self.shaders();
        // A lesson need not have shaders, and a new one has no starters yet.
        let folders = ["starter", "solution"].map(|folder| fs::read_dir(shaders.join(folder)));
        let entries = folders.into_iter().flatten().flatten().flatten();
        let names: BTreeSet<_> = entries.map(|entry| entry.file_name()).collect();
        files.extend(names.iter().map(|name| File {
            mine: shaders.join(name),
            starter: shaders.join("starter").join(name),
            solution: shaders.join("solution").join(name),
        }));
        files
    }

    /// Returns the sources of a student's own program: the exercise, and then whatever is beside it and below.
    fn program_files(&self, exercise: &Path) -> Vec<File> {
        let folder = exercise.parent().unwrap_or(exercise);
        let mut paths = files_below(folder);
        let kinds = ["rs", "vert", "frag"].map(OsStr::new);
        paths.retain(|path| path != exercise && path.extension().is_some_and(|kind| kinds.contains(&kind)));
        paths.sort();
        paths.insert(0, exercise.into());
        let mut files = Vec::new();
        for mine in paths {
            let name = mine.strip_prefix(folder).unwrap_or(&mine);
            let solution = self.path.join("course/own/src").join(name);
            files.push(File { starter: self.path.join("course/src/starter.rs"), solution, mine });
        }
        files
    }

    /// Returns the text of a file as every student receives it: made from the solution, or read where there is none.
    ///
    /// # Errors
    /// If neither can be read, or the solution's marks do not fit.
    pub fn starter(&self, file: &File) -> Result<String> {
        if !file.solution.exists() {
            return fs::read_to_string(&file.starter).with_context(|| workspace::shown(&file.starter));
        }
        let solution = fs::read_to_string(&file.solution).with_context(|| workspace::shown(&file.solution))?;
        Ok(self.toml.split(&solution).with_context(|| workspace::shown(&file.solution))?.starter)
    }

    /// Returns the path, below the workspace, of the shader or the exercise in which the TODO `name` is written.
    pub fn file_of(&self, name: &str) -> String {
        if names_shader(name) { format!("shaders/{}/{name}", self.folder) } else { self.exercise() }
    }

    /// The Rust file with the student's answers, below the workspace.
    pub fn exercise(&self) -> String {
        self.toml.exercise.clone().unwrap_or_else(|| format!("lessons/{}/exercise.rs", self.folder))
    }

    /// The name of the Rust file with the student's answers.
    pub fn exercise_name(&self) -> &str {
        self.toml.exercise.as_deref().and_then(|path| path.rsplit('/').next()).unwrap_or("exercise.rs")
    }

    /// The path of the Rust file with the student's answers.
    pub fn exercise_path(&self) -> PathBuf {
        match &self.toml.exercise {
            Some(exercise) => workspace::root().join(exercise),
            None => self.path.join("exercise.rs"),
        }
    }

    /// Its texts below its folder: README.md, and those of its milestones.
    pub fn readmes(&self) -> Vec<String> {
        let milestones = self.toml.milestones();
        let milestones = milestones.map(|(milestone, _)| format!("{}/README.md", milestone.folder));
        std::iter::once("README.md".into()).chain(milestones).collect()
    }

    /// The text with the paragraph of the TODO at this index, below the workspace.
    pub fn readme_of(&self, todo: usize) -> String {
        let milestone = self.toml.milestone_of(todo);
        let folder = milestone.map_or(String::new(), |(part, _)| format!("{}/", part.folder));
        format!("lessons/{}/{folder}README.md", self.folder)
    }

    /// The folder of its shaders; it may have none.
    pub fn shaders(&self) -> PathBuf {
        workspace::root().join("shaders").join(&self.folder)
    }

    fn is_called(&self, word: &str) -> bool {
        let (_, name) = self.folder.split_once('-').unwrap_or_default();
        let number = word.trim_start_matches("lesson-").trim_start_matches("exercise-");
        word == self.folder || word == name || format!("{number:0>2}") == self.number
    }

    /// The package of its program.
    pub fn package(&self) -> String {
        format!("lesson-{}", self.number)
    }

    /// The package of what the student writes.
    pub fn library(&self) -> String {
        format!("exercise-{}", self.number)
    }
}

/// Every lesson whose exercise is in the course, in the order in which they are to be done.
///
/// # Errors
/// If a folder cannot be read, or a `lesson.toml` is not valid.
pub fn all() -> Result<Vec<LessonFolder>> {
    let mut lessons = with_own_program()?;
    lessons.retain(|lesson| lesson.toml.exercise.is_none());
    Ok(lessons)
}

/// Every lesson, those too whose exercise is in a program of the student's own.
///
/// # Errors
/// As [`all`].
pub fn with_own_program() -> Result<Vec<LessonFolder>> {
    let mut lessons = Vec::new();
    for member in workspace_members()? {
        lessons.extend(load_folder(&workspace::root().join(member))?);
    }
    lessons.sort_by(|a, b| a.number.cmp(&b.number));
    Ok(lessons)
}

/// The part of the workspace's manifest that names its packages.
#[derive(Deserialize)]
struct Manifest {
    workspace: Members,
}

#[derive(Deserialize)]
struct Members {
    members: Vec<String>,
}

/// Returns the folders of the workspace's packages, below its root. What else lies in `lessons` is no lesson: somebody may
/// keep a copy there.
fn workspace_members() -> Result<Vec<String>> {
    let file = workspace::root().join("Cargo.toml");
    let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
    let manifest: Manifest = toml::from_str(&text).with_context(|| format!("{}", file.display()))?;
    Ok(manifest.workspace.members)
}

/// A lesson, or a part of one's own program, which comes between two lessons.
pub struct Station<'a> {
    /// The lesson.
    pub lesson: &'a LessonFolder,
    /// Indices of its TODOs.
    pub todos: Range<usize>,
}

impl Station<'_> {
    /// Returns the part of one's own program that this is, if it is none of the lessons.
    pub fn own_part(&self) -> Option<&Milestone> {
        let part = self.lesson.toml.milestone_of(self.todos.start).map(|(part, _)| part);
        part.filter(|_| self.lesson.toml.exercise.is_some())
    }
}

/// Returns lessons, and the parts that come between them, in the order in which they are to be done.
pub fn stations(lessons: &[LessonFolder]) -> Vec<Station<'_>> {
    let mut stations = Vec::new();
    let mut parts = Vec::new();
    for lesson in lessons {
        let before = parts.len();
        parts.extend(
            lesson.toml.milestones().filter_map(|(part, todos)| Some((part.follows.as_deref()?, lesson, todos))),
        );
        if parts.len() == before {
            stations.push(Station { lesson, todos: 0..lesson.toml.todos.len() });
        }
    }
    for (number, lesson, todos) in parts {
        let place = stations.iter().position(|station: &Station| station.lesson.number == number);
        stations.insert(place.map_or(stations.len(), |place| place + 1), Station { lesson, todos });
    }
    stations
}

/// Finds a lesson by one of its names, such as `4`, `04`, `lesson-04`, `04-joint-lines` or `joint-lines`, or by the path of
/// its folder or of a file in it.
///
/// # Errors
/// If no lesson is called so, or a lesson cannot be read.
pub fn find(name: &str) -> Result<LessonFolder> {
    let name = name.trim();
    let mut lessons = with_own_program()?;
    if let Some(index) = lessons.iter().position(|lesson| lesson.is_called(name)) {
        return Ok(lessons.swap_remove(index));
    }
    if let Some(lesson) = fs::canonicalize(name).ok().and_then(|path| containing(lessons, &path)) {
        return Ok(lesson);
    }
    if let Ok((lesson, _)) = find_todo(name) {
        bail!("{name} names a TODO; name its lesson, {}", lesson.number);
    }
    let mut numbers: Vec<String> = with_own_program()?.into_iter().map(|lesson| lesson.number).collect();
    numbers.sort();
    bail!("there is no lesson {name}; there are {}", numbers.join(", "));
}

/// Returns the lesson in whose folder the process was started, if any.
///
/// # Errors
/// If a lesson cannot be read.
pub fn here() -> Result<Option<LessonFolder>> {
    let folder = env::current_dir().and_then(fs::canonicalize);
    let lessons = with_own_program()?;
    Ok(folder.ok().and_then(|folder| containing(lessons, &folder)))
}

/// Returns the lesson in whose folder, or in whose folder of shaders, `path` is.
fn containing(lessons: Vec<LessonFolder>, path: &Path) -> Option<LessonFolder> {
    lessons.into_iter().find(|lesson| {
        let folders = [lesson.path.clone(), lesson.shaders()];
        folders.iter().filter_map(|folder| folder.canonicalize().ok()).any(|folder| path.starts_with(folder))
    })
}

/// Finds a TODO by its id, such as `04.1` or `3.1`. Returns its lesson and its index in the lesson.
///
/// # Errors
/// If the lesson does not exist, or has no TODO with this id.
pub fn find_todo(id: &str) -> Result<(LessonFolder, usize)> {
    let (number, todo) = split_id(id).with_context(|| format!("{id} is not a TODO, such as 04.1"))?;
    let lesson = find(number)?;
    let ids: Vec<&str> = lesson.toml.todos.iter().map(|todo| todo.id.as_str()).collect();
    let wanted = format!("{}.{todo}", lesson.number);
    match ids.iter().position(|known| *known == wanted) {
        Some(index) => Ok((lesson, index)),
        None => bail!("there is no TODO {id}; lesson {} has {}", lesson.number, ids.join(", ")),
    }
}

/// Finds what a word names: a lesson, or one of its TODOs by its index.
///
/// # Errors
/// As [`find`] and [`find_todo`].
pub fn select(word: &str) -> Result<(LessonFolder, Option<usize>)> {
    if split_id(word).is_none() {
        return Ok((find(word)?, None));
    }
    let (lesson, todo) = find_todo(word)?;
    Ok((lesson, Some(todo)))
}

/// Splits `3.1` into the lesson's number and the TODO's, if a word has this form.
fn split_id(word: &str) -> Option<(&str, &str)> {
    let (number, todo) = word.trim().split_once('.')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && !todo.is_empty())
        .then_some((number, todo))
}

/// Reads the `lesson.toml` of a folder. Returns `None` if the folder's name does not begin with two digits and a `-`, or if
/// it has only a text.
///
/// # Errors
/// If the file cannot be read or is not valid.
pub fn load_folder(path: &Path) -> Result<Option<LessonFolder>> {
    let folder = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some((number, _)) = folder.split_once('-') else { return Ok(None) };
    if number.len() != 2 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let file = path.join("lesson.toml");
    if !file.exists() && !path.join("exercise.rs").exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
    let toml = LessonToml::parse(number, &text).with_context(|| format!("{}", file.display()))?;
    Ok(Some(LessonFolder { number: number.into(), folder: folder.clone(), path: path.into(), toml }))
}

/// Returns whether all files that a student edits equal their starters, line by line. An unreadable file counts as edited:
/// its check reports the error. A program of the student's own is untouched until it is there.
pub fn is_untouched(lesson: &LessonFolder) -> bool {
    if lesson.toml.exercise.is_some() {
        return !lesson.exercise_path().exists();
    }
    lesson.files().iter().all(|file| match (fs::read_to_string(&file.mine), lesson.starter(file)) {
        (Ok(mine), Ok(starter)) => mine.lines().eq(starter.lines()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_has_many_names() {
        let exercise = lesson_path("exercise.rs");
        let shader = workspace::root().join("shaders/04-joint-lines/joints.vert").display().to_string();
        let folder = lesson_path("");
        for name in ["4", "04", " 04", "lesson-04", "lesson-4", "exercise-04", "04-joint-lines", "joint-lines"] {
            assert_eq!(find(name).unwrap().number, "04", "{name}");
        }
        for path in [exercise, shader, folder] {
            assert_eq!(select(&path).unwrap().0.number, "04", "{path}");
        }
        assert_eq!((find_todo("04.2").unwrap().1, select("4.2").unwrap().1), (1, Some(1)));
        for (word, says) in [
            ("99", "there is no lesson 99; there are 00, 01, 02, 03,"),
            (".", "there is no lesson .; there are"),
            ("exercise.rs", "there is no lesson exercise.rs; there are"),
            ("04.9", "there is no TODO 04.9; lesson 04 has 04.1, 04.2,"),
        ] {
            let error = select(word).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
        assert_eq!(find("4.1").unwrap_err().to_string(), "4.1 names a TODO; name its lesson, 04");
        assert!(find_todo("3").is_err());
    }

    fn lesson_path(file: &str) -> String {
        workspace::lessons().join("04-joint-lines").join(file).display().to_string()
    }

    #[test]
    fn the_lessons_of_this_workspace() {
        let lessons = all().unwrap();
        assert!(lessons.iter().any(|lesson| lesson.folder == "04-joint-lines"), "{lessons:?}");
        let numbers: Vec<&str> = lessons.iter().map(|lesson| lesson.number.as_str()).collect();
        assert_eq!(numbers[..5], ["00", "01", "02", "03", "04"]);
        let lesson = find("04").unwrap();
        let files: Vec<String> = lesson.files().iter().map(|file| workspace::shown(&file.mine)).collect();
        assert_eq!(files, [lesson.file_of("index_pairs"), lesson.file_of("joints.vert")]);
        assert!(lesson.files().iter().all(|file| file.mine.exists() && lesson.starter(file).is_ok()));
        assert_eq!(lesson.readme_of(3), "lessons/04-joint-lines/README.md");
        let large = find("18").unwrap();
        assert_eq!(large.readme_of(3), "lessons/18-side-scroller/b-knight/README.md");
        assert!(large.readmes().iter().all(|file| large.path.join(file).exists()));
    }

    /// Files that are checked are those that are handed in.
    #[test]
    fn a_program_has_files_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("shapes")).unwrap();
        for name in ["main.rs", "shapes/mod.rs", "notes.txt", "bones.vert"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let files = find("19").unwrap().program_files(&folder.path().join("scene.rs"));
        let names: Vec<&Path> = files.iter().map(|file| file.mine.strip_prefix(folder.path()).unwrap()).collect();
        assert_eq!(names, ["scene.rs", "bones.vert", "main.rs", "shapes/mod.rs"].map(Path::new));
        assert!(files[3].solution.ends_with("course/own/src/shapes/mod.rs"));
    }
}
