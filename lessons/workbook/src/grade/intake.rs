//! What was handed in: of folders, archives and loose files only exercises and shaders, as text.
//!
//! Nothing is ever written under a name that a student chose, so a name can lead nowhere. What is refused is said by
//! its name.

use super::archive;
use crate::lesson::LessonFolder;
use anyhow::{Context, Result, ensure};
use common::check::source;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file that is read; the longest exercise has a tenth of it.
pub(super) const MOST_BYTES: u64 = 256 << 10;
/// Files and folders that are looked at in one submission.
pub(super) const MOST_ENTRIES: usize = 20_000;
/// Folders within folders.
const DEEPEST: usize = 12;

/// What one student handed in.
#[derive(Debug, Default)]
pub(super) struct Submission {
    /// The name of its folder, archive or file.
    pub(super) name: String,
    /// By the lesson's number.
    pub(super) lessons: BTreeMap<String, Files>,
    /// What was refused, each in a sentence.
    pub(super) problems: Vec<String>,
}

/// What a student wrote for one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Files {
    /// exercise.rs; `None` if it was not handed in.
    pub(super) exercise: Option<String>,
    /// By file name.
    pub(super) shaders: BTreeMap<String, String>,
}

/// A file that may be an answer.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Below the submission, with `/`.
    pub(super) path: String,
    pub(super) text: String,
}

impl Candidate {
    fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|ending| ending == "rs")
    }
}

/// What there may be in a submission, before anything of it is read.
pub(super) struct Wanted<'a> {
    lessons: &'a [LessonFolder],
    /// Name and lesson of each shader that a student edits.
    shaders: Vec<(String, &'a LessonFolder)>,
}

/// Folders in which nothing was written by hand, or nothing by the student.
const SKIPPED: [&str; 8] =
    [".git", "target", "node_modules", "__MACOSX", "starter", "solution", "kept", ".cargo"];
/// Files beside an exercise that hold the same functions.
const NOT_MINE: [&str; 8] =
    ["starter", "solution", "mistakes", "checks", "lib", "main", "scene", "given"];

impl<'a> Wanted<'a> {
    pub(super) fn new(lessons: &'a [LessonFolder]) -> Self {
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let of = |lesson: &'a LessonFolder| {
            lesson.files().into_iter().skip(1).map(move |file| (name(&file.mine), lesson))
        };
        Wanted { lessons, shaders: lessons.iter().flat_map(of).collect() }
    }

    /// Whether a file of this path may be an answer.
    pub(super) fn may_be(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        let Some((file, folders)) = parts.split_last() else { return false };
        if folders.iter().any(|folder| SKIPPED.contains(folder)) || file.starts_with("._") {
            return false;
        }
        let Some(stem) = file.strip_suffix(".rs") else {
            return self.shaders.iter().any(|(name, _)| name == file);
        };
        let is_loose = folders.len() < 3 && !folders.iter().any(|f| matches!(*f, "src" | "tests"));
        stem == "exercise" || is_loose && !NOT_MINE.contains(&stem)
    }

    /// The lesson that a file belongs to: the one that its path names, or whose functions it has.
    fn lesson_of(&self, candidate: &Candidate) -> Result<&'a LessonFolder, String> {
        let path = &candidate.path;
        let named = |lesson: &&&LessonFolder| path.split('/').any(|part| part == lesson.folder);
        if let Some(lesson) = self.lessons.iter().find(|lesson| named(&lesson)) {
            return Ok(lesson);
        }
        let file = path.rsplit('/').next().unwrap_or(path);
        let fitting: Vec<&LessonFolder> = if candidate.is_rust() {
            let tokens = source::tokens(&candidate.text);
            let has = |name: &str| name.contains('.') || source::function(&tokens, name).is_some();
            let all = |lesson: &&LessonFolder| lesson.toml.todos.iter().all(|todo| has(&todo.name));
            self.lessons.iter().filter(all).collect()
        } else {
            self.shaders
                .iter()
                .filter(|(name, _)| name == file)
                .map(|(_, lesson)| *lesson)
                .collect()
        };
        if let [lesson] = fitting[..] {
            return Ok(lesson);
        }
        let mut numbered = self.lessons.iter().filter(|lesson| is_numbered(path, lesson));
        match (numbered.next(), numbered.next()) {
            (Some(lesson), None) => Ok(lesson),
            _ => Err(format!(
                "{path}: which lesson is it of? Neither its path nor its functions tell."
            )),
        }
    }
}

impl Submission {
    /// Sorts what was found by lesson. Of two files for one place the one that lies as in a clone counts.
    fn new(
        name: String,
        candidates: Vec<Candidate>,
        problems: Vec<String>,
        wanted: &Wanted,
    ) -> Self {
        let mut submission = Submission { name, problems, ..Submission::default() };
        // A clone holds more Rust than the exercises; only where there is none of these a loose file may be one.
        let is_exercise = |c: &Candidate| {
            c.path.rsplit('/').next().is_some_and(|file| file.starts_with("exercise"))
        };
        let any_exercise = candidates.iter().any(is_exercise);
        let mut best: BTreeMap<(String, String), (usize, Candidate)> = BTreeMap::new();
        for candidate in candidates {
            let is_rust = candidate.is_rust();
            if is_rust && any_exercise && !is_exercise(&candidate) {
                continue;
            }
            let lesson = match wanted.lesson_of(&candidate) {
                Ok(lesson) => lesson,
                Err(problem) => {
                    submission.problems.push(problem);
                    continue;
                }
            };
            let file =
                if is_rust { "" } else { candidate.path.rsplit('/').next().unwrap_or_default() };
            let in_clone = if is_rust {
                format!("lessons/{}/src/exercise.rs", lesson.folder)
            } else {
                format!("shaders/{}/{file}", lesson.folder)
            };
            let rank = if candidate.path == in_clone {
                0
            } else if candidate.path.ends_with(&in_clone) {
                1
            } else {
                2 + candidate.path.matches('/').count()
            };
            let key = (lesson.number.clone(), file.to_owned());
            match best.get(&key) {
                Some((known, other)) if *known == rank && other.text != candidate.text => {
                    let (a, b) = (&other.path, &candidate.path);
                    submission
                        .problems
                        .push(format!("two files for one place, {a} and {b}: the first is taken."));
                }
                Some((known, _)) if *known <= rank => {}
                _ => drop(best.insert(key, (rank, candidate))),
            }
        }
        for ((lesson, file), (_, candidate)) in best {
            let files = submission.lessons.entry(lesson).or_default();
            let text = candidate.text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            match file.as_str() {
                "" => files.exercise = Some(text),
                _ => drop(files.shaders.insert(file, text)),
            }
        }
        if submission.lessons.is_empty() && submission.problems.is_empty() {
            submission.problems.push("no exercise.rs and no exercise shader was found.".into());
        }
        submission
    }
}

/// Everything below these paths: each is one submission, or a folder of them.
///
/// # Errors
/// If a path cannot be read, or holds no submission.
pub(super) fn all(paths: &[PathBuf], wanted: &Wanted) -> Result<Vec<Submission>> {
    let mut submissions: Vec<Submission> = Vec::new();
    for path in paths {
        let found = fs::metadata(path).with_context(|| path.display().to_string())?;
        if !found.is_dir() || is_one(path, wanted) {
            submissions.push(one(named(path), std::slice::from_ref(path), wanted));
            continue;
        }
        let entries = fs::read_dir(path).with_context(|| path.display().to_string())?;
        let mut inside: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        inside.sort();
        inside.retain(|path| !named(path).starts_with('.'));
        ensure!(!inside.is_empty(), "{}: there is no submission in it", path.display());
        // What a platform has downloaded may be several files a student; others' names are their own.
        let mut students: Vec<(String, Vec<PathBuf>)> = Vec::new();
        for path in inside {
            let (name, full) = (named(&path), file_name(&path));
            match students.iter_mut().find(|(known, _)| platform(&full).is_some() && *known == name)
            {
                Some((_, paths)) => paths.push(path),
                None => students.push((name, vec![path])),
            }
        }
        submissions.extend(students.into_iter().map(|(name, paths)| one(name, &paths, wanted)));
    }
    // Reports are files with these names.
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for submission in &mut submissions {
        let count = counts.entry(submission.name.to_lowercase()).or_default();
        *count += 1;
        if *count > 1 {
            submission.name = format!("{} ({count})", submission.name);
        }
    }
    Ok(submissions)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Student and file, of a name in which a learning platform writes both: `First Last_ID_assignsubmission_file_NAME`
/// in Moodle, which may be a folder and end there; `lastfirst_ID_ID_NAME` in Canvas, where `LATE` may follow the
/// student.
fn platform(name: &str) -> Option<(String, &str)> {
    if let Some((student, rest)) = name.split_once("_assignsubmission_") {
        return Some((student.to_owned(), rest.split_once('_').map_or("", |(_, file)| file)));
    }
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let (student, rest) = name.split_once('_')?;
    let (user, rest) = rest.strip_prefix("LATE_").unwrap_or(rest).split_once('_')?;
    let (submission, file) = rest.split_once('_')?;
    (is_id(user) && is_id(submission)).then(|| (format!("{student}_{user}"), file))
}

/// Whether a text has a lesson's number: 03 is not in 1203.
fn is_numbered(text: &str, lesson: &LessonFolder) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|number| number == lesson.number)
}

/// The student, by the name of a file or folder; of an archive or a source without its ending.
fn named(path: &Path) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let name = file_name(if is_link { path } else { &full });
    if let Some((student, _)) = platform(&name) {
        return student.chars().filter(|c| !c.is_control()).collect();
    }
    let stem = [".zip", ".rs"].iter().find_map(|ending| name.strip_suffix(ending));
    stem.unwrap_or(&name).chars().filter(|c| !c.is_control()).collect()
}

/// Whether a folder is one student's: a clone, or lessons, or an exercise lies in it. Other Rust files in it may each
/// be a student's.
fn is_one(path: &Path, wanted: &Wanted) -> bool {
    let lies = |name: &str| path.join(name).exists();
    let is_answer = |name: &str| match name.strip_suffix(".rs") {
        _ if platform(name).is_some() => false,
        Some(stem) => {
            let mut lessons = wanted.lessons.iter();
            stem.starts_with("exercise") || lessons.any(|lesson| is_numbered(stem, lesson))
        }
        None => wanted.may_be(name),
    };
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut files = entries.filter(|entry| entry.path().is_file()).map(|e| e.file_name());
    lies("lessons")
        || lies("Cargo.toml")
        || wanted.lessons.iter().any(|lesson| lies(&lesson.folder))
        || files.any(|name| is_answer(&name.to_string_lossy()))
}

/// One student's submission: as a rule one path.
fn one(name: String, paths: &[PathBuf], wanted: &Wanted) -> Submission {
    let mut problems = Vec::new();
    let candidates = paths.iter().flat_map(|path| candidates(path, wanted, &mut problems));
    let candidates = candidates.collect();
    Submission::new(name, candidates, problems, wanted)
}

fn candidates(path: &Path, wanted: &Wanted, problems: &mut Vec<String>) -> Vec<Candidate> {
    let full = file_name(path);
    let shown = platform(&full).map_or(full.as_str(), |(_, file)| file);
    let found = match fs::symlink_metadata(path) {
        Err(error) => Err(error.into()),
        Ok(found) if found.is_dir() => {
            let mut walk = Walk {
                root: path,
                wanted,
                candidates: Vec::new(),
                entries: 0,
                problems: &mut *problems,
            };
            walk.folder(path, 0);
            Ok(walk.candidates)
        }
        Ok(found) if !found.is_file() => {
            Err(anyhow::anyhow!("neither a file nor a folder: a link?"))
        }
        Ok(_) if is_archive(path) => archive::read(path, wanted, problems),
        Ok(found) if wanted.may_be(shown) => {
            read(path, found.len()).map(|text| vec![Candidate { path: shown.to_owned(), text }])
        }
        Ok(_) => Err(anyhow::anyhow!(NOT_READ)),
    };
    found.unwrap_or_else(|error| {
        problems.push(format!("{shown}: {error:#}"));
        Vec::new()
    })
}

pub(super) const NOT_READ: &str = "not read: hand in a .zip, or the files themselves";

/// Whether a file that is not read may have been meant as an answer.
pub(super) fn is_meant(path: &str) -> bool {
    let path = path.to_lowercase();
    let endings = [".zip", ".tar", ".gz", ".tgz", ".xz", ".7z", ".rar", ".rs.txt"];
    endings.iter().any(|ending| path.ends_with(ending))
        && !path.split('/').any(|folder| SKIPPED.contains(&folder))
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// # Errors
/// If it is too large, or no text.
fn read(path: &Path, size: u64) -> Result<String> {
    ensure!(size <= MOST_BYTES, "{size} bytes are too many for an answer");
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).context("it is not UTF-8")
}

/// Through the folders of a submission, along no link.
struct Walk<'a> {
    root: &'a Path,
    wanted: &'a Wanted<'a>,
    candidates: Vec<Candidate>,
    entries: usize,
    problems: &'a mut Vec<String>,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.path()).take(MOST_ENTRIES).collect();
        paths.sort();
        for path in paths {
            self.entries += 1;
            if self.entries == MOST_ENTRIES {
                self.problems
                    .push(format!("more than {MOST_ENTRIES} files: the rest is not looked at."));
            }
            if self.entries >= MOST_ENTRIES {
                return;
            }
            let below = path.strip_prefix(self.root).unwrap_or(&path);
            let shown = below.display().to_string().replace('\\', "/");
            let Ok(found) = fs::symlink_metadata(&path) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if found.is_dir() {
                if SKIPPED.contains(&name.as_str()) {
                } else if depth < DEEPEST {
                    self.folder(&path, depth + 1);
                } else {
                    self.problems.push(format!("{shown}: too deep, and not looked at."));
                }
            } else if found.is_symlink() {
                // Any link may stand in the place of a folder with answers.
                let target = fs::read_link(&path).unwrap_or_default();
                self.problems
                    .push(format!("{shown}: a link to {}, not followed.", target.display()));
            } else if found.is_file() && is_archive(&path) && depth <= 1 {
                match archive::read(&path, self.wanted, self.problems) {
                    Ok(inside) => self.candidates.extend(inside.into_iter().map(|candidate| {
                        Candidate { path: format!("{shown}/{}", candidate.path), ..candidate }
                    })),
                    Err(error) => self.problems.push(format!("{shown}: {error:#}.")),
                }
            } else if is_meant(&shown) {
                self.problems.push(format!("{shown}: {NOT_READ}."));
            } else if self.wanted.may_be(&shown) {
                let text = if found.is_file() {
                    read(&path, found.len())
                } else {
                    Err(anyhow::anyhow!("no file"))
                };
                match text {
                    Ok(text) => self.candidates.push(Candidate { path: shown, text }),
                    Err(error) => self.problems.push(format!("{shown}: refused, {error:#}.")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson;

    fn submission(files: &[(&str, &str)]) -> Submission {
        let lessons = lesson::all().unwrap();
        let wanted = Wanted::new(&lessons);
        let wants = |(path, _): &&(&str, &str)| wanted.may_be(path);
        let candidate =
            |(path, text): &(&str, &str)| Candidate { path: (*path).into(), text: (*text).into() };
        let candidates = files.iter().filter(wants).map(candidate).collect();
        Submission::new("Anna".into(), candidates, Vec::new(), &wanted)
    }

    fn exercise<'a>(submission: &'a Submission, lesson: &str) -> Option<&'a str> {
        submission.lessons.get(lesson)?.exercise.as_deref()
    }

    const THIRD: &str = "fn matrices() {}\nfn index_pairs() {}\nfn chain_starts() {}\n";

    #[test]
    fn an_exercise_is_known_by_its_path_its_functions_or_a_number() {
        let clone = submission(&[
            ("lessons/03-joint-lines/src/exercise.rs", "mine"),
            ("lessons/03-joint-lines/src/starter.rs", "not mine"),
            ("lessons/03-joint-lines/src/solution.rs", "not mine"),
            ("kept/03-joint-lines/exercise.rs", "of earlier"),
            ("backup/lessons/03-joint-lines/src/exercise.rs", "older"),
            ("target/03-joint-lines/exercise.rs", "no"),
            ("shaders/03-joint-lines/joints.vert", "my shader\r\n"),
            ("shaders/03-joint-lines/starter/joints.vert", "not mine"),
            ("shaders/03-joint-lines/joints.frag", "not a TODO"),
        ]);
        assert_eq!(exercise(&clone, "03"), Some("mine"));
        assert_eq!(clone.lessons["03"].shaders["joints.vert"], "my shader\n");
        assert_eq!((clone.lessons.len(), clone.lessons["03"].shaders.len()), (1, 1));
        assert_eq!(clone.problems, [""; 0]);

        assert_eq!(exercise(&submission(&[("My answer.rs", THIRD)]), "03"), Some(THIRD));
        assert_eq!(exercise(&submission(&[("hand-in/exercise.rs", THIRD)]), "03"), Some(THIRD));
        assert_eq!(
            exercise(&submission(&[("lesson-03.rs", "fn broken(")]), "03"),
            Some("fn broken(")
        );
        let lost = submission(&[("exercise.rs", "fn broken(")]);
        assert!(lost.lessons.is_empty() && lost.problems[0].contains("which lesson"), "{lost:?}");
        let two = submission(&[
            ("a/03-joint-lines/exercise.rs", "a"),
            ("b/03-joint-lines/exercise.rs", "b"),
        ]);
        assert_eq!(exercise(&two, "03"), Some("a"));
        assert!(two.problems[0].contains("two files for one place"), "{two:?}");
    }

    #[test]
    fn downloads_of_moodle_and_canvas() {
        let lessons = lesson::all().unwrap();
        let wanted = Wanted::new(&lessons);
        let class = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = class.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let graded = || all(&[class.path().into()], &wanted).unwrap();
        // Canvas: all files in one folder. 1203 is no lesson's number.
        write("mulleranna_1203_56781_exercise.rs", THIRD);
        write("mulleranna_1203_56782_joints.vert", "mine");
        write("jo_LATE_77_56790_homework.tar.gz", "");
        let canvas = graded();
        let names: Vec<&str> = canvas.iter().map(|student| student.name.as_str()).collect();
        assert_eq!(names, ["jo_77", "mulleranna_1203"]);
        assert_eq!(exercise(&canvas[1], "03"), Some(THIRD));
        assert_eq!(canvas[1].lessons["03"].shaders["joints.vert"], "mine");
        assert!(canvas[0].problems[0].starts_with("homework.tar.gz: not read"), "{canvas:?}");
        // Moodle: a folder for each student, with what was uploaded.
        let moodle = "Anna M\u{fc}ller_10312_assignsubmission";
        let path = class.path().join(format!("{moodle}_file_"));
        fs::create_dir(&path).unwrap();
        let mut zip = zip::ZipWriter::new(fs::File::create(path.join("Abgabe.zip")).unwrap());
        let options = zip::write::FileOptions::default();
        zip.start_file("lessons/03-joint-lines/src/exercise.rs", options).unwrap();
        std::io::Write::write_all(&mut zip, b"zipped").unwrap();
        zip.finish().unwrap();
        write(&format!("{moodle}_onlinetext_/onlinetext.html"), "Hello");
        write("Ben_7_assignsubmission_file_/exercise.rs.txt", THIRD);
        write("Ben_7_assignsubmission_file_/exercise 01.rs", "one");
        write("Ben_7_assignsubmission_file_/exercise 02.rs", "two");
        write("Eve_8_assignsubmission_file_/letter.html", "");
        let moodle = graded();
        assert_eq!((moodle.len(), moodle[0].name.as_str()), (5, "Anna M\u{fc}ller_10312"));
        assert_eq!(exercise(&moodle[0], "03"), Some("zipped"));
        assert_eq!(
            (exercise(&moodle[1], "01"), exercise(&moodle[1], "02")),
            (Some("one"), Some("two"))
        );
        assert!(moodle[1].problems[0].starts_with("exercise.rs.txt: not read"), "{moodle:?}");
        assert_eq!(moodle[2].problems, ["no exercise.rs and no exercise shader was found."]);
    }

    #[test]
    fn one_submission_or_a_folder_of_them() {
        let lessons = lesson::all().unwrap();
        let wanted = Wanted::new(&lessons);
        let class = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = class.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("J\u{f6}rg M\u{fc}ller/lessons/03-joint-lines/src/exercise.rs", "a");
        write("Ben.rs", THIRD);
        write("ben/exercise.rs", THIRD);
        write(".DS_Store", "");
        let names = |paths: &[PathBuf]| -> Vec<String> {
            all(paths, &wanted).unwrap().into_iter().map(|submission| submission.name).collect()
        };
        let root = class.path().to_path_buf();
        assert_eq!(names(std::slice::from_ref(&root)), ["Ben", "J\u{f6}rg M\u{fc}ller", "ben (2)"]);
        assert_eq!(names(&[root.join("ben"), root.join("Ben.rs")]), ["ben", "Ben (2)"]);
        assert!(all(&[root.join("nobody")], &wanted).is_err());
        fs::create_dir(root.join("none")).unwrap();
        assert!(
            all(&[root.join("none")], &wanted).unwrap_err().to_string().contains("no submission")
        );
    }
}
