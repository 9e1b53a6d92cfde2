//! What was handed in: of folders, archives and loose files only exercises and shaders, as text.
//!
//! ```text
//! clone     its remote -> whose it is
//! download  the name of a file -> whose it is, as learning platforms write it
//! reader    a folder, an archive or a file -> the texts that may be answers
//! wanted    the path of a file -> whether it may be an answer; its text -> to which lesson
//! ```
//!
//! Nothing is ever written under a name that a student chose, so a name can lead nowhere. What is refused is said by
//! its name.

mod clone;
mod download;
mod reader;
mod wanted;

pub(super) use wanted::Wanted;

use super::text;
use anyhow::{Context, Result, ensure};
use download::Download;
use reader::Reader;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};
use wanted::{Candidate, is_unreadable};

/// What one student handed in.
#[derive(Debug, Default)]
pub(super) struct Submission {
    /// The name of its folder, archive or file; of a platform's download the student's.
    pub(super) name: String,
    /// The platform's number for the student, or of a clone the owner; empty without one.
    pub(super) id: String,
    /// The platform's part of the name of a file; empty without one.
    pub(super) before: String,
    /// Whether the platform says that it came late.
    pub(super) late: bool,
    /// When the newest file that counts was changed.
    pub(super) changed: String,
    /// Where it is: a path, or several of a download.
    paths: Vec<(PathBuf, Download)>,
    /// By the lesson's number.
    pub(super) lessons: BTreeMap<String, Files>,
    /// What was refused, each in a sentence.
    pub(super) problems: Vec<String>,
}

/// What a student wrote for one lesson, by file name: [`EXERCISE`] and shaders.
pub(super) type Files = BTreeMap<String, String>;

pub(super) const EXERCISE: &str = "exercise.rs";

/// What a class's folder may hold besides, and nobody wrote.
const UNSAID: [&str; 2] = [".git", ".DS_Store"];
/// In characters, on the screen.
const LONGEST_PATH: usize = 500;

/// Everything below these paths: each is one submission, or a folder of them. `out` is none, wherever it is. `ignored`
/// gets the paths of what is in such a folder and is no submission.
///
/// # Errors
/// If a path cannot be read, or holds no submission.
pub(super) fn all(
    paths: &[PathBuf],
    out: &Path,
    wanted: &Wanted,
    ignored: &mut Vec<String>,
) -> Result<Vec<Submission>> {
    let out = fs::canonicalize(out).ok();
    let mut all = Vec::new();
    for path in paths {
        let shown = || path.display().to_string();
        let real = fs::canonicalize(path).with_context(shown)?;
        let own_name = name(if path.file_name().is_some() { path } else { &real }); // `.` has none
        let entries = WalkDir::new(&real).min_depth(1).max_depth(1).sort_by_file_name();
        let entries = entries.into_iter().collect::<Result<Vec<_>, _>>().with_context(shown)?;
        let mut entries: Vec<_> = entries.into_iter().map(DirEntry::into_path).collect();
        entries.retain(|path| !UNSAID.contains(&&*name(path)) && Some(path) != out.as_ref());
        entries.sort_by_key(|path| name(path).to_lowercase());
        let is_download = |name: &str| Download::parse(name).is_some();
        let is_class = entries.iter().any(|entry| is_download(&name(entry)));
        let is_one = || entries.iter().any(|entry| wanted.is_of_one(&name(entry)));
        if !real.is_dir() || is_download(&own_name) || !is_class && is_one() {
            add(&mut all, real, &own_name);
            continue;
        }
        ensure!(!entries.is_empty(), "{}: there is no submission in it", shown());
        for entry in entries {
            let name = name(&entry);
            let is_hidden = name.starts_with('.');
            let may_be = wanted.may_be(&name) || is_unreadable(&name) || is_download(&name);
            if !is_hidden && (may_be || !entry.is_file()) {
                add(&mut all, entry, &name);
            } else {
                ignored.push(text::cut(&text::line(&entry.display().to_string()), LONGEST_PATH));
            }
        }
    }
    for submission in &mut all {
        submission.read(wanted);
    }
    clone::identify(&mut all);
    name_apart(&mut all);
    Ok(all)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A path of this name: another submission, or more of one, since platforms give several files of one student.
fn add(all: &mut Vec<Submission>, path: PathBuf, name: &str) {
    let path_of = Path::new(name);
    let is_file = path_of.extension() == Some("rs".as_ref()) || is_unreadable(name);
    let stem = path_of.file_stem().filter(|_| is_file).map(OsStr::to_string_lossy);
    let download = Download::parse(name).unwrap_or_else(|| {
        let student = stem.unwrap_or(name.into()).into();
        Download { student, file: name.into(), ..Download::default() }
    });
    let Download { student: name, id, before, late, .. } = &download;
    let (name, id, before, late) = (name.clone(), id.clone(), before.clone(), *late);
    let is_same = |known: &&mut Submission| known.id == id && known.name == name;
    if let Some(known) = all.iter_mut().find(is_same).filter(|_| !id.is_empty()) {
        known.late |= late;
        known.paths.push((path, download));
    } else {
        all.push(Submission { name, id, before, late, paths: vec![(path, download)], ..Submission::default() });
    }
}

/// Reports are files with the students' names.
fn name_apart(all: &mut [Submission]) {
    let key = |name: &str| text::file_name(name).to_lowercase();
    let keys: Vec<String> = all.iter().map(|submission| key(&submission.name)).collect();
    let mut taken = BTreeSet::new();
    for Submission { name, id, .. } in all {
        if !id.is_empty() && keys.iter().filter(|other| **other == key(name)).count() > 1 {
            *name = format!("{name} ({id})");
        }
        let first = name.clone();
        let mut count = 1;
        while !taken.insert(key(name)) {
            count += 1;
            let start = &first[..first.floor_char_boundary(text::LONGEST - 10)]; // or the number is cut off
            *name = format!("{start} ({count})");
        }
    }
}

impl Submission {
    /// Of somebody who has handed in nothing.
    pub(super) fn absent(name: String, id: String) -> Self {
        Submission { name, id, ..Submission::default() }
    }

    fn read(&mut self, wanted: &Wanted) {
        self.name.retain(|c| !c.is_control());
        let mut reader = Reader::new(wanted);
        for (path, Download { file, attempt, .. }) in &self.paths {
            reader.attempt = *attempt;
            if let Err(error) = reader.look_at(path, file) {
                reader.problem(&format!("{file}: {error:#}"));
            }
        }
        if reader.candidates.is_empty() && reader.problems.is_empty() {
            reader.problem("no exercise.rs and no exercise shader was found.");
        }
        self.sort(&mut reader);
        self.problems = reader.problems;
    }

    /// Each file to its lesson. Of several for one place the newest attempt counts, of these the one that lies as in a
    /// clone, or else the outermost; of equals the one that was changed last, or else has the higher number.
    fn sort(&mut self, reader: &mut Reader) {
        let mut candidates = std::mem::take(&mut reader.candidates);
        // A clone holds more Rust than the exercises; only where there is none of these another file may be one.
        let is_exercise = |candidate: &Candidate| candidate.file().starts_with("exercise");
        if candidates.iter().any(is_exercise) {
            candidates.retain(|candidate| !candidate.is_rust() || is_exercise(candidate));
        }
        let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for candidate in candidates {
            let Candidate { path, attempt, changed, .. } = &candidate;
            match reader.wanted.lesson_of(&candidate) {
                Ok(lesson) => {
                    if let Some(moved) = reader.wanted.moved(&candidate, lesson) {
                        reader.problem(&moved);
                    }
                    let (file, in_clone) = match candidate.file() {
                        _ if candidate.is_rust() => (EXERCISE, lesson.file_of("")),
                        shader => (shader, lesson.file_of(shader)),
                    };
                    let rank = (Reverse(*attempt), !path.ends_with(&in_clone), path.matches('/').count());
                    let place = (&lesson.number, &lesson.folder, file.to_owned());
                    let newest = Reverse((changed.clone(), candidate.numbers()));
                    places.entry(place).or_default().push((rank, newest, candidate));
                }
                Err(problem) => reader.problem(&problem),
            }
        }
        for ((lesson, folder, file), mut found) in places {
            found.sort_by(|(a, a_newest, _), (b, b_newest, _)| (a, a_newest).cmp(&(b, b_newest)));
            let (best, newest, Candidate { path, text, attempt, changed }) = found.remove(0);
            if found.iter().any(|(.., other)| other.attempt < attempt) {
                let taken = format!("the newest is taken, with -{attempt} in Canvas' name.");
                reader.problem(&format!("{folder}: {path} was handed in more than once: {taken}"));
            }
            let equals = |(rank, _, other): &&(_, _, Candidate)| *rank == best && other.text != text;
            if let Some((_, other_newest, other)) = found.iter().find(equals) {
                let why = match other {
                    other if other.changed < changed => "it was changed last",
                    _ if *other_newest > newest => "it has the higher number",
                    _ => "it is the first",
                };
                let other = &other.path;
                let problem = format!("{folder}: two files for one place, {path} and {other}: {path} is taken, {why}.");
                reader.problem(&problem);
            }
            self.changed = changed.max(std::mem::take(&mut self.changed));
            self.lessons.entry(lesson.clone()).or_default().insert(file, text);
        }
    }
}

/// Archives, as the loader's own tests make them.
#[cfg(test)]
#[path = "../../../../../common/armature-formats/src/collada/archive/testing.rs"]
mod zip;

#[cfg(test)]
mod tests {
    use super::zip::{stored, zip};
    use super::*;
    use common::build::lesson;

    fn submission(files: &[(&str, &str)]) -> Submission {
        let lessons = lesson::all().unwrap();
        let wanted = Wanted::new(&lessons);
        let wants = |(path, _): &&(&str, &str)| wanted.may_be(path);
        let changed = |path: &str| path.split_once('@').map_or(String::new(), |(_, time)| time.into());
        let candidate = |(path, text): &(&str, &str)| Candidate::new((*path).into(), text, 0, changed(path));
        let mut reader = Reader::new(&wanted);
        reader.candidates = files.iter().filter(wants).map(candidate).collect();
        let mut submission = Submission::default();
        submission.sort(&mut reader);
        Submission { problems: reader.problems, ..submission }
    }

    fn exercise<'a>(submission: &'a Submission, lesson: &str) -> Option<&'a str> {
        Some(submission.lessons.get(lesson)?.get(EXERCISE)?)
    }

    const THIRD: &str = "fn matrices() {}\nfn index_pairs() {}\nfn chain_starts() {}\n";

    #[test]
    fn an_exercise_is_known_by_its_path_its_functions_or_a_number() {
        let clone = submission(&[
            ("lessons/03-joint-lines/exercise.rs", "mine"),
            ("lessons/03-joint-lines/src/starter.rs", "not mine"),
            ("lessons/03-joint-lines/src/solution.rs", "not mine"),
            ("kept/03-joint-lines/exercise.rs", "of earlier"),
            ("backup/lessons/03-joint-lines/exercise.rs", "older"),
            ("target/03-joint-lines/exercise.rs", "no"),
            ("shaders/03-joint-lines/joints.vert", "my shader\r\n"),
            ("shaders/03-joint-lines/starter/joints.vert", "not mine"),
            ("shaders/03-joint-lines/joints.frag", "not a TODO"),
        ]);
        assert_eq!(exercise(&clone, "03"), Some("mine"));
        assert_eq!(clone.lessons["03"]["joints.vert"], "my shader\n");
        assert_eq!((clone.lessons.len(), clone.lessons["03"].len()), (1, 2));
        assert_eq!(clone.problems, [""; 0]);

        assert_eq!(exercise(&submission(&[("My answer.rs", THIRD)]), "03"), Some(THIRD));
        assert_eq!(exercise(&submission(&[("hand-in/exercise.rs", THIRD)]), "03"), Some(THIRD));
        assert_eq!(exercise(&submission(&[("lesson-03.rs", "fn broken(")]), "03"), Some("fn broken("));
        let lost = submission(&[("exercise.rs", "fn broken(")]);
        assert!(lost.lessons.is_empty() && lost.problems[0].contains("which lesson"), "{lost:?}");
        let two = submission(&[("a/03-joint-lines/exercise.rs", "a"), ("b/03-joint-lines/exercise.rs", "b")]);
        assert_eq!(exercise(&two, "03"), Some("a"));
        assert!(two.problems[0].ends_with("a/03-joint-lines/exercise.rs is taken, it is the first."), "{two:?}");
        let [one, second] = ["v1/03-joint-lines/exercise.rs", "v2 final/03-joint-lines/exercise.rs"];
        let versions = submission(&[(one, "a"), (second, "b")]);
        assert_eq!(exercise(&versions, "03"), Some("b"));
        assert!(versions.problems[0].ends_with(&format!("{second} is taken, it has the higher number.")));
        let [newer, older] = ["v1@2026-11-23/03-joint-lines/exercise.rs", "v2@2026-11-22/03-joint-lines/exercise.rs"];
        let dated = submission(&[(older, "b"), (newer, "a")]);
        assert_eq!(exercise(&dated, "03"), Some("a"));
        assert!(dated.problems[0].ends_with(&format!("{newer} is taken, it was changed last.")), "{dated:?}");
        let moved = submission(&[("exercise01.rs", THIRD), ("exercise03.rs", THIRD)]);
        assert_eq!(moved.problems, ["exercise01.rs: taken for lesson 03, not for lesson 01 of its name."]);
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
        write("J\u{f6}rg M\u{fc}ller/lessons/03-joint-lines/exercise.rs", "a");
        write("Ben.rs", THIRD);
        write("ben/exercise.rs", THIRD);
        write(".DS_Store", "");
        write(".hidden/exercise.rs", THIRD);
        write("list\u{1b}[2J\u{202e}\n.csv", "");
        let names = |paths: &[PathBuf]| -> Vec<String> {
            all(paths, &class.path().join("grades"), &wanted, &mut Vec::new())
                .unwrap()
                .into_iter()
                .map(|submission| submission.name)
                .collect()
        };
        let root = class.path().to_path_buf();
        let mut ignored = Vec::new();
        all(std::slice::from_ref(&root), &root, &wanted, &mut ignored).unwrap();
        let ignored: Vec<&str> = ignored.iter().map(|path| path.rsplit('/').next().unwrap()).collect();
        assert_eq!(ignored, [".hidden", "list\\u{1b}[2J\\u{202e}\\n.csv"], "neither is a submission");
        assert_eq!(names(std::slice::from_ref(&root)), ["ben", "Ben (2)", "J\u{f6}rg M\u{fc}ller"]);
        assert_eq!(names(&[root.join("ben"), root.join("Ben.rs")]), ["ben", "Ben (2)"]);
        let error = |name: &str| all(&[root.join(name)], &root, &wanted, &mut Vec::new()).unwrap_err().to_string();
        assert!(error("nobody").contains("nobody"));
        fs::create_dir(root.join("none")).unwrap();
        assert!(error("none").contains("no submission"));
        // Both reports would be in the folder of the first 200 letters.
        for last in ["n", "N"] {
            write(&format!("long/{}{last}.rs", "n".repeat(210)), THIRD);
        }
        let long = names(&[root.join("long")]);
        assert!(long[1].ends_with("n (2)") && long[1].len() < 200, "{long:?}");
        // Several files of one student, in a folder with several students.
        write("canvas/ampelanna_1203_56781_exercise-1.rs", "//! Lesson 03: the second.");
        write("canvas/ampelanna_1203_56795_exercise-2.rs", THIRD);
        write("canvas/ampelanna_1203_56770_exercise.rs", "//! Lesson 03: the first.");
        write("canvas/ampelanna_1203_56790_joints.vert", "mine");
        write("canvas/ben_LATE_44_9912_lesson-03.rs", "fn broken(");
        write("canvas/ben_45_9913_answer.rs", "//! Lesson 03: lines.\nfn broken(");
        write("canvas/grades.csv", "not looked at");
        let canvas = all(&[root.join("canvas")], &root, &wanted, &mut Vec::new()).unwrap();
        let found = canvas.iter().map(|s| (s.name.as_str(), s.lessons["03"].len()));
        assert_eq!(found.collect::<Vec<_>>(), [("ampelanna", 2), ("ben (45)", 1), ("ben (44)", 1)]);
        assert_eq!(exercise(&canvas[0], "03"), Some(THIRD));
        let befores = canvas.iter().map(|s| (s.before.as_str(), s.late));
        let expected = [("ampelanna_1203_56770_", false), ("ben_45_9913_", false), ("ben_LATE_44_9912_", true)];
        assert_eq!(befores.collect::<Vec<_>>(), expected);
        assert!(canvas.iter().all(|s| s.changed.starts_with("20")), "{canvas:?}");
        let [again] = &canvas[0].problems[..] else { panic!("{canvas:?}") };
        assert!(again.starts_with("03-joint-lines: exercise.rs was handed in more than once"), "{again}");
        // Archives in the folders of Moodle, and what is none.
        let folder = "moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_file_";
        write(&format!("{folder}/answer.7z"), "");
        write(&format!("{folder}/exercise.rs.txt"), THIRD);
        write(&format!("{folder}/lesson3.txt"), THIRD);
        write(&format!("{folder}/exercise 01.rs"), "one");
        write(&format!("{folder}/exercise 02.rs"), "two");
        write("moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_onlinetext_/text.html", "Hello");
        write("eve/Eve_8_assignsubmission_file_/letter.html", "Hello");
        let mine = zip(&[stored("repo-main/lessons/03-joint-lines/exercise.rs", b"mine")]);
        fs::write(root.join(folder).join("mine.zip"), mine).unwrap();
        for path in ["moodle", folder] {
            let [moodle] = &all(&[root.join(path)], &root, &wanted, &mut Vec::new()).unwrap()[..] else {
                panic!("{path}")
            };
            assert_eq!((moodle.name.as_str(), moodle.id.as_str()), ("J\u{f6}rg M\u{fc}ller", "10312"));
            let found = ["01", "02", "03"].map(|lesson| exercise(moodle, lesson));
            assert_eq!(found, [Some("one"), Some("two"), Some("mine")]);
            assert_eq!(moodle.problems.len(), 3, "{:?}", moodle.problems);
            assert!(moodle.problems.iter().any(|problem| problem.starts_with("lesson3.txt: not looked at")));
        }
        let eve = &all(&[root.join("eve")], &root, &wanted, &mut Vec::new()).unwrap()[0];
        assert_eq!(eve.problems, ["no exercise.rs and no exercise shader was found."]);
        // Loose files that cannot be read are a student's all the same.
        write("packed/Hans Wurst.rar", "");
        write("packed/ilse.exercise.rs.txt", THIRD);
        write("packed/list.csv", "");
        write("packed/list.txt", "");
        let packed = all(&[root.join("packed")], &root, &wanted, &mut Vec::new()).unwrap();
        let found = packed.iter().map(|s| (s.name.as_str(), s.problems.concat()));
        let [(hans, rar), (_, text)] = &found.collect::<Vec<_>>()[..] else { panic!("two") };
        assert!(*hans == "Hans Wurst" && rar.starts_with("Hans Wurst.rar: not opened"), "{rar}");
        assert!(text.contains("its name should end in .rs"), "{text}");
        // Loose files with the lesson's number in their names: of one student, or of several.
        write("loose/lesson-03.rs", "");
        write("loose/02 hierarchy.rs", "");
        write("several/Anna-03.rs", "");
        write("several/Ben 03.rs", "");
        assert_eq!(names(&[root.join("loose"), root.join("several")]), ["loose", "Anna-03", "Ben 03"]);
    }
}
