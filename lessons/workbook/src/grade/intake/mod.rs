//! What was handed in: of folders, archives and loose files only exercises and shaders, as text.
//!
//! Nothing is ever written under a name that a student chose, so a name can lead nowhere. What is refused is said by
//! its name.

mod archive;
mod download;
mod folder;
mod wanted;

pub(super) use wanted::Wanted;

use super::report;
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use wanted::Candidate;

/// The largest file that is read; the longest exercise has a tenth of it.
const MOST_BYTES: u64 = 256 << 10;
/// Files and folders that are looked at in one submission, or in an archive of it.
const MOST_ENTRIES: usize = 20_000;
/// Files that are read of one submission; a clone has some thirty.
const MOST_CANDIDATES: usize = 200;
/// What is said of one submission.
const MOST_PROBLEMS: usize = 50;
/// In characters: a name in an archive may have thousands.
const LONGEST_PROBLEM: usize = 500;

/// What one student handed in.
#[derive(Debug, Default)]
pub(super) struct Submission {
    /// The name of its folder, archive or file; of a platform's download the student's.
    pub(super) name: String,
    /// The platform's number for the student; empty without one.
    pub(super) id: String,
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

/// Everything below these paths: each is one submission, or a folder of them. `out` is none, wherever it is.
///
/// # Errors
/// If a path cannot be read, or holds no submission.
pub(super) fn all(paths: &[PathBuf], out: &Path, wanted: &Wanted) -> Result<Vec<Submission>> {
    let out = fs::canonicalize(out).ok();
    let mut all = Vec::new();
    for path in paths {
        let shown = || path.display().to_string();
        let real = fs::canonicalize(path).with_context(shown)?;
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !real.is_dir() || download::parts(&name(path)).is_some() {
            add(&mut all, real, &name(path));
            continue;
        }
        let mut entries: Vec<(String, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&real).with_context(shown)? {
            let entry = entry.with_context(shown)?;
            entries.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
        entries.sort();
        entries.retain(|(name, path)| !name.starts_with('.') && Some(path) != out.as_ref());
        let is_download = entries.iter().any(|(name, _)| download::parts(name).is_some());
        if !is_download && entries.iter().any(|(name, _)| wanted.is_of_one(name)) {
            let is_named = path.file_name().is_some(); // `.` is not
            add(&mut all, real.clone(), &name(if is_named { path } else { &real }));
            continue;
        }
        ensure!(!entries.is_empty(), "{}: there is no submission in it", shown());
        let mut class = Vec::new();
        for (name, path) in entries {
            let is_file = fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
            let is_other = is_file && !is_archive(&path) && !wanted.may_be(&name);
            if is_other && download::parts(&name).is_none() {
                eprintln!(
                    "not looked at, neither a folder nor a .zip nor an exercise: {}",
                    path.display()
                );
            } else {
                add(&mut class, path, &name);
            }
        }
        all.append(&mut class);
    }
    let mut all: Vec<Submission> = all.iter().map(|handed| handed.read(wanted)).collect();
    name_apart(&mut all);
    Ok(all)
}

/// Where a student's files are.
struct HandedIn {
    student: String,
    id: String,
    /// With the name that the student gave it.
    paths: Vec<(PathBuf, String)>,
}

/// A path of this name; platforms may give several for one student.
fn add(class: &mut Vec<HandedIn>, path: PathBuf, name: &str) {
    let Some(parts) = download::parts(name) else {
        let stem = [".zip", ".rs"].iter().find_map(|ending| name.strip_suffix(ending));
        let (student, paths) = (stem.unwrap_or(name).to_owned(), vec![(path, name.to_owned())]);
        class.push(HandedIn { student, id: String::new(), paths });
        return;
    };
    let entry = (path, parts.file);
    match class.iter_mut().find(|known| (&known.student, &known.id) == (&parts.student, &parts.id))
    {
        Some(known) => known.paths.push(entry),
        None => {
            class.push(HandedIn { student: parts.student, id: parts.id, paths: vec![entry] });
        }
    }
}

/// Reports are files with the students' names.
fn name_apart(submissions: &mut [Submission]) {
    let file = |name: &str| report::file_name(name).to_lowercase();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for submission in &*submissions {
        *counts.entry(file(&submission.name)).or_default() += 1;
    }
    for submission in &mut *submissions {
        if counts[&file(&submission.name)] > 1 && !submission.id.is_empty() {
            submission.name = format!("{} ({})", submission.name, submission.id);
        }
    }
    let mut taken = BTreeSet::new();
    for submission in submissions {
        let name = submission.name.clone();
        let mut count = 1;
        while !taken.insert(file(&submission.name)) {
            count += 1;
            let start = &name[..name.floor_char_boundary(report::LONGEST - 10)]; // or the number is cut off
            submission.name = format!("{start} ({count})");
        }
    }
}

impl HandedIn {
    fn read(&self, wanted: &Wanted) -> Submission {
        let mut found = Found::default();
        for (path, name) in &self.paths {
            let result = match fs::symlink_metadata(path) {
                Err(error) => Err(error.into()),
                Ok(kind) if kind.is_dir() => {
                    folder::find(path, wanted, &mut found);
                    Ok(())
                }
                Ok(kind) if !kind.is_file() => Err(anyhow!("neither a file nor a folder: a link?")),
                Ok(_) if is_archive(path) => archive::find(path, "", wanted, &mut found),
                Ok(kind) => read(path, kind.len())
                    .map(|text| found.candidates.push(Candidate { path: name.clone(), text })),
            };
            if let Err(error) = result {
                found.problem(format!("{name}: {error:#}"));
            }
        }
        if found.candidates.is_empty() && found.problems.is_empty() {
            found.problem("no exercise.rs and no exercise shader was found.".into());
        }
        let name = self.student.chars().filter(|c| !c.is_control()).collect();
        Submission::new(name, self.id.clone(), found, wanted)
    }
}

/// What was found in a submission.
#[derive(Default)]
struct Found {
    candidates: Vec<Candidate>,
    problems: Vec<String>,
}

impl Found {
    fn problem(&mut self, mut problem: String) {
        problem = report::plain(&problem).chars().take(LONGEST_PROBLEM).collect();
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// Whether another file may be read.
    fn has_room(&mut self) -> bool {
        let has_room = self.candidates.len() < MOST_CANDIDATES;
        let most =
            format!("more than {MOST_CANDIDATES} files may be answers: the rest is not read.");
        if !has_room && !self.problems.contains(&most) {
            self.problem(most);
        }
        has_room
    }

    fn add(&mut self, path: String, text: Result<String>) {
        match text {
            Ok(text) => self.candidates.push(Candidate { path, text }),
            Err(error) => self.problem(format!("{path}: refused, {error:#}.")),
        }
    }
}

impl Submission {
    /// Sorts what was found by lesson. Of two files for one place the one that lies as in a clone counts.
    fn new(name: String, id: String, found: Found, wanted: &Wanted) -> Self {
        let Found { candidates, problems } = found;
        let mut submission = Submission { name, id, problems, ..Submission::default() };
        // A clone holds more Rust than the exercises; only where there is none of these a loose file may be one.
        let is_exercise = |candidate: &Candidate| candidate.file().starts_with("exercise");
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
            let file = if is_rust { "" } else { candidate.file() };
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
            // rustc's lint `unsafe_code` sees other assembler, but not yet this.
            if text.contains("naked_asm") {
                submission.problems.push(format!("{}: refused, it has assembler.", candidate.path));
                continue;
            }
            match file.as_str() {
                "" => files.exercise = Some(text),
                _ => drop(files.shaders.insert(file, text)),
            }
        }
        submission
    }
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
        let found = Found { candidates, problems: Vec::new() };
        Submission::new("Anna".into(), String::new(), found, &wanted)
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
            all(paths, &class.path().join("grades"), &wanted)
                .unwrap()
                .into_iter()
                .map(|submission| submission.name)
                .collect()
        };
        let root = class.path().to_path_buf();
        assert_eq!(names(std::slice::from_ref(&root)), ["Ben", "J\u{f6}rg M\u{fc}ller", "ben (2)"]);
        assert_eq!(names(&[root.join("ben"), root.join("Ben.rs")]), ["ben", "Ben (2)"]);
        let error = |name: &str| all(&[root.join(name)], &root, &wanted).unwrap_err().to_string();
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
        write("canvas/ampelanna_1203_56781_exercise-1.rs", THIRD);
        write("canvas/ampelanna_1203_56790_joints.vert", "mine");
        write("canvas/ben_LATE_44_9912_lesson-03.rs", "fn broken(");
        write("canvas/ben_45_9913_answer.rs", "//! Lesson 03: lines.\nfn broken(");
        write("canvas/grades.csv", "not looked at");
        let canvas = all(&[root.join("canvas")], &root, &wanted).unwrap();
        let found = canvas.iter().map(|s| (s.name.as_str(), s.lessons["03"].shaders.len()));
        assert_eq!(found.collect::<Vec<_>>(), [("ampelanna", 1), ("ben (45)", 0), ("ben (44)", 0)]);
        // Archives in the folders of Moodle, and what is none.
        let folder = "moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_file_";
        write(&format!("{folder}/answer.7z"), "");
        write(&format!("{folder}/exercise.rs.txt"), THIRD);
        write(&format!("{folder}/exercise 01.rs"), "one");
        write(&format!("{folder}/exercise 02.rs"), "two");
        write("moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_onlinetext_/text.html", "Hello");
        write("eve/Eve_8_assignsubmission_file_/letter.html", "Hello");
        let mut zip =
            zip::ZipWriter::new(fs::File::create(root.join(folder).join("mine.zip")).unwrap());
        let options = zip::write::FileOptions::default();
        zip.start_file("repo-main/lessons/03-joint-lines/src/exercise.rs", options).unwrap();
        std::io::Write::write_all(&mut zip, b"mine").unwrap();
        zip.finish().unwrap();
        for path in ["moodle", folder] {
            let [moodle] = &all(&[root.join(path)], &root, &wanted).unwrap()[..] else {
                panic!("{path}")
            };
            assert_eq!(
                (moodle.name.as_str(), moodle.id.as_str()),
                ("J\u{f6}rg M\u{fc}ller", "10312")
            );
            let found = ["01", "02", "03"].map(|lesson| exercise(moodle, lesson));
            assert_eq!(found, [Some("one"), Some("two"), Some("mine")]);
            assert_eq!(moodle.problems.len(), 2, "{:?}", moodle.problems);
        }
        let eve = &all(&[root.join("eve")], &root, &wanted).unwrap()[0];
        assert_eq!(eve.problems, ["no exercise.rs and no exercise shader was found."]);
        // Loose files with the lesson's number in their names: of one student, or of several.
        write("loose/lesson-03.rs", "");
        write("loose/02 hierarchy.rs", "");
        write("several/Anna-03.rs", "");
        write("several/Ben 03.rs", "");
        assert_eq!(
            names(&[root.join("loose"), root.join("several")]),
            ["loose", "Anna-03", "Ben 03"]
        );
    }
}
