//! Reads submissions: from folders, archives and loose files only exercises and shaders are taken, as text.
//!
//! ```text
//! owner     a platform's name for a file -> the student
//! reader    a folder, an archive or a file -> the texts that may be answers
//! wanted    the path of a file -> whether it may be an answer, and of which lesson
//! ```
//!
//! Nothing is ever written under a name that a student chose, so a name can lead nowhere.

mod owner;
mod reader;
mod wanted;

pub(super) use wanted::Wanted;

use super::text;
use anyhow::{Context, Result, ensure};
use owner::Download;
use reader::{Problem, Reader, and_others, is_archive};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use verdict::build::lesson::LessonFolder;
use verdict::diary::{self, Entry};
use walkdir::WalkDir;
use wanted::{Candidate, NOT_READ, file_of, is_exercise, may_mean_exercise};

/// A student's submission.
#[derive(Debug, Default)]
pub(super) struct Submission {
    /// Name of the folder, archive or file; in a platform's download, of the student.
    pub(super) name: String,
    /// The platform's number for the student; empty without one.
    pub(super) id: String,
    /// The platform's part of a file's name; empty without one.
    pub(super) before: String,
    /// True if the platform marked a file as late, or a file was changed after the deadline.
    pub(super) late: bool,
    /// Time of the last change to a file that counts.
    pub(super) changed: Time,
    /// The path; a platform's download may have several.
    paths: Vec<(PathBuf, Download)>,
    /// Files by the lesson's number.
    pub(super) lessons: BTreeMap<String, Files>,
    /// The diary, if the student has handed it in.
    pub(super) diary: Vec<Entry>,
    /// Sentences about files that do not count.
    pub(super) problems: Vec<String>,
}

/// A time, `2026-11-22T07:10:00`, empty if unknown, and the clock that it is by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) clock: Clock,
    pub(super) time: String,
}

/// The clock by which a time is told. Only an archive's local time is not in UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clock {
    #[default]
    None,
    LocalArchive,
    Archive,
    File,
    Platform,
}

impl Clock {
    pub(super) fn name(self) -> &'static str {
        match self {
            Clock::None => "none",
            Clock::LocalArchive => "archive, local time",
            Clock::Archive => "archive",
            Clock::File => "file",
            Clock::Platform => "platform",
        }
    }
}

impl Time {
    /// Returns whether the time is in UTC.
    pub(super) fn is_utc(&self) -> bool {
        self.clock > Clock::LocalArchive
    }

    /// Returns the later of two times; one in UTC rather than one that is not.
    fn later(self, other: Time) -> Time {
        let key = |time: &Time| (time.is_utc(), time.time.clone());
        if key(&self) < key(&other) { other } else { self }
    }
}

/// A student's texts for one lesson, by file name: [`EXERCISE`] and shaders, or all of a program of the student's own.
pub(super) type Files = BTreeMap<String, String>;

pub(super) const EXERCISE: &str = "exercise.rs";

/// Length of a path on the screen, in characters.
const LONGEST_PATH: usize = 500;

/// Reads submissions. Each path is one submission, or a folder of them; the folder `out` is never a submission. Adds the
/// paths of entries that are not submissions to `ignored`.
///
/// # Errors
/// If a path cannot be read, or holds no submission.
pub(super) fn read_all(
    paths: &[PathBuf],
    out: &Path,
    wanted: &Wanted,
    ignored: &mut Vec<String>,
) -> Result<Vec<Submission>> {
    let out = fs::canonicalize(out).ok();
    let mut submissions = Vec::new();
    for path in paths {
        let real = fs::canonicalize(path).with_context(|| path.display().to_string())?;
        let name = file_name(if path.file_name().is_some() { path } else { &real }); // `.` has none
        let entries = entries_of(&real, out.as_deref()).with_context(|| path.display().to_string())?;
        if is_one_submission(&real, &name, &entries, wanted) {
            add(&mut submissions, real, &name);
            continue;
        }
        ensure!(!entries.is_empty(), "{}: there is no submission in it", path.display());
        for entry in entries {
            let name = file_name(&entry);
            if is_submission(&entry, &name, wanted) {
                add(&mut submissions, entry, &name);
            } else {
                ignored.push(text::cut(&text::line(&entry.display().to_string()), LONGEST_PATH));
            }
        }
    }
    for submission in &mut submissions {
        submission.read(wanted);
    }
    make_names_unique(&mut submissions);
    Ok(submissions)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the entries of a class's folder that are not hidden, in alphabetical order.
fn entries_of(folder: &Path, out: Option<&Path>) -> Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).max_depth(1) {
        let path = entry?.into_path();
        if !file_name(&path).starts_with('.') && Some(&*path) != out {
            entries.push(path);
        }
    }
    entries.sort_by_key(|path| (file_name(path).to_lowercase(), file_name(path)));
    Ok(entries)
}

/// Returns whether a path is one submission, and not a folder of several.
fn is_one_submission(path: &Path, name: &str, entries: &[PathBuf], wanted: &Wanted) -> bool {
    if !path.is_dir() || is_download(name) {
        return true;
    }
    let is_class = entries.iter().any(|entry| is_download(&file_name(entry)));
    !is_class && entries.iter().any(|entry| wanted.is_of_one_student(&file_name(entry)))
}

/// Returns whether an entry of a class's folder is a submission.
fn is_submission(entry: &Path, name: &str, wanted: &Wanted) -> bool {
    !entry.is_file() || wanted.may_be(name) || is_archive(name) || is_download(name)
}

fn is_download(name: &str) -> bool {
    Download::parse(name).is_some()
}

/// Adds a submission, or adds a path to the student's known submission if a platform gives several files for a student.
fn add(submissions: &mut Vec<Submission>, path: PathBuf, name: &str) {
    let download = Download::parse(name).unwrap_or_else(|| {
        let is_file = is_exercise(name) || is_archive(name);
        let stem = Path::new(name).file_stem().filter(|_| is_file);
        let student = stem.map_or(name.into(), |stem| stem.to_string_lossy().into_owned());
        Download { student, file: name.into(), ..Download::default() }
    });
    let mut known = submissions.iter_mut().filter(|known| !known.id.is_empty());
    if let Some(known) = known.find(|known| known.id == download.id && known.name == download.student) {
        known.late |= download.late;
        known.paths.push((path, download));
    } else {
        submissions.push(Submission {
            name: download.student.clone(),
            id: download.id.clone(),
            before: download.before.clone(),
            late: download.late,
            paths: vec![(path, download)],
            ..Submission::default()
        });
    }
}

/// Makes all names different as folders, because reports lie in folders with the students' names.
fn make_names_unique(submissions: &mut [Submission]) {
    let keys: Vec<String> = submissions.iter().map(|submission| text::folder_key(&submission.name)).collect();
    let mut taken = BTreeSet::new();
    for Submission { name, id, .. } in submissions {
        let is_shared = keys.iter().filter(|key| **key == text::folder_key(name)).count() > 1;
        if is_shared && !id.is_empty() {
            *name = format!("{name} ({id})");
        }
        let first = name.clone();
        let mut count = 1;
        while !taken.insert(text::folder_key(name)) {
            count += 1;
            let start = &first[..first.floor_char_boundary(text::LONGEST - 10)]; // or the number is cut off
            *name = format!("{start} ({count})");
        }
    }
}

/// Order of a student's files for one TODO file: those that were changed, then one with a clone's path, and the outermost.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_starter: bool,
    is_elsewhere: bool,
    depth: usize,
}

impl Submission {
    /// Returns the submission of a student who has handed in nothing.
    pub(super) fn absent(name: String, id: String) -> Self {
        Submission { name, id, ..Submission::default() }
    }

    /// Reads the files of all paths.
    fn read(&mut self, wanted: &Wanted) {
        self.name.retain(|c| !c.is_control());
        let mut reader = Reader::new(wanted);
        for (path, Download { file, .. }) in &self.paths {
            if let Err(error) = reader.read_path(path, file) {
                reader.problem(file, &format!("{error:#}"));
            }
        }
        // Beside an answer other files are the course's, or remarks.
        for path in std::mem::take(&mut reader.unread) {
            if reader.candidates.is_empty() || may_mean_exercise(&path) {
                reader.problem(&path, NOT_READ);
            }
        }
        if reader.candidates.is_empty() && reader.problems.is_empty() {
            reader.problem("nothing to grade", "no exercise.rs and no exercise shader was found");
        }
        self.assign_files(&mut reader);
        for text in &reader.diaries {
            // A lesson that is handed in twice counts once.
            let lessons: BTreeSet<String> = self.diary.iter().map(|entry| entry.lesson().into()).collect();
            let mut entries = diary::entries(text);
            entries.retain(|entry| !lessons.contains(entry.lesson()));
            self.diary.extend(entries);
        }
        reader.problems.sort_by_key(|problem| !may_mean_exercise(&problem.path));
        self.problems = reader.problems.iter().map(Problem::sentence).collect();
        if self.late {
            self.changed.clock = Clock::Platform;
        }
    }

    /// Assigns each file that was read to its lesson. Of several for the same exercise or shader, takes the best.
    fn assign_files(&mut self, reader: &mut Reader) {
        let mut by_file: BTreeMap<_, Vec<(Rank, Candidate)>> = BTreeMap::new();
        for candidate in std::mem::take(&mut reader.candidates) {
            let lesson = match reader.wanted.lesson_of(&candidate.path) {
                Ok(lesson) => lesson,
                Err(why) => {
                    reader.problem(&candidate.path, why);
                    continue;
                }
            };
            let shader = reader.wanted.shader(&candidate.path);
            let own = lesson.toml.exercise.as_ref().map(|_| file_of(&candidate.path));
            let file = own.or(shader).unwrap_or(EXERCISE);
            let rank = Rank {
                is_starter: is_starter(lesson, file, &candidate.text),
                is_elsewhere: !candidate.path.ends_with(&lesson.file_of(shader.unwrap_or_default())),
                depth: candidate.path.matches('/').count(),
            };
            by_file.entry((&lesson.number, &lesson.folder, file.to_owned())).or_default().push((rank, candidate));
        }
        for ((lesson, folder, file), candidates) in by_file {
            let chosen = best_of(folder, candidates, reader);
            self.changed = std::mem::take(&mut self.changed).later(chosen.changed);
            self.lessons.entry(lesson.clone()).or_default().insert(file, chosen.text);
        }
    }
}

/// Returns whether a text is a file as it was handed out.
fn is_starter(lesson: &LessonFolder, name: &str, text: &str) -> bool {
    let file = lesson.files().into_iter().find(|file| file.name() == name);
    let starter = file.and_then(|file| lesson.starter(&file).ok());
    starter.is_some_and(|starter| starter.replace("\r\n", "\n").trim() == text.trim())
}

/// Returns the best of several files for the same exercise or shader: by rank, then the one that was changed last or has the
/// higher number. Reports the others, unless they are as it is, or as they were handed out in a worse place.
fn best_of(folder: &str, mut candidates: Vec<(Rank, Candidate)>, reader: &mut Reader) -> Candidate {
    candidates.sort_by(|(a_rank, a), (b_rank, b)| a_rank.cmp(b_rank).then_with(|| b.age().cmp(&a.age())));
    let (rank, chosen) = candidates.remove(0);
    candidates.retain(|(_, other)| other.text != chosen.text);
    // A starter in its own place was meant, unless it was not begun.
    candidates.retain(|(other, _)| !other.is_starter || !other.is_elsewhere && rank.is_elsewhere);
    let Some((other_rank, other)) = candidates.first() else { return chosen };
    let reasons = [
        (other_rank.is_starter, "that is as it was handed out"),
        (other_rank.is_elsewhere != rank.is_elsewhere, "it lies in the lesson's folder"),
        (other_rank.depth != rank.depth, "it is the outermost"),
        (other.changed.time != chosen.changed.time, "it was changed last"),
        (other.age() != chosen.age(), "it has the higher number"),
    ];
    let why = reasons.iter().find(|(decides, _)| *decides).map_or("it is the first", |(_, why)| why);
    let others = and_others(candidates.len() - 1);
    reader.problem(folder, &format!("{} is graded, and not {}{others}: {why}", chosen.path, other.path));
    chosen
}

/// Archives, as the loader's own tests make them.
#[cfg(test)]
mod tests {
    use super::*;
    use testing::zip::{stored, zip};
    use verdict::build::lesson;

    /// Returns a submission of these files, where all lessons are graded. A path may have a date after `@`.
    fn submission(files: &[(&str, &str)]) -> Submission {
        submission_to(None, files)
    }

    /// Returns a submission of these files, where `only` one lesson is graded.
    fn submission_to(only: Option<&str>, files: &[(&str, &str)]) -> Submission {
        submission_of(&lesson::all().unwrap(), only, files)
    }

    fn submission_of(lessons: &[LessonFolder], only: Option<&str>, files: &[(&str, &str)]) -> Submission {
        let wanted = Wanted::new(lessons, only.and_then(|number| lessons.iter().find(|l| l.number == number)));
        let mut reader = Reader::new(&wanted);
        for (path, text) in files {
            if wanted.may_be(path) {
                let time = path.split_once('@').map_or("", |(_, time)| time).into();
                let changed = Time { clock: Clock::File, time };
                reader.candidates.push(Candidate::new((*path).into(), text, changed));
            }
        }
        let mut submission = Submission::default();
        submission.assign_files(&mut reader);
        Submission { problems: reader.problems.iter().map(Problem::sentence).collect(), ..submission }
    }

    fn exercise<'a>(submission: &'a Submission, lesson: &str) -> Option<&'a str> {
        Some(submission.lessons.get(lesson)?.get(EXERCISE)?)
    }

    const THIRD: &str = "fn matrices() {}\n";

    #[test]
    fn an_exercise_is_known_by_its_path_or_as_the_only_lessons() {
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
        let backup = "03-joint-lines: lessons/03-joint-lines/exercise.rs is graded, and not \
                      backup/lessons/03-joint-lines/exercise.rs: it is the outermost.";
        assert_eq!(clone.problems, [backup]);

        for path in ["My Exercise.rs", "hand-in/exercise.rs", "exercise-02.rs"] {
            assert_eq!(exercise(&submission_to(Some("03"), &[(path, "mine")]), "03"), Some("mine"));
            let lost = submission(&[(path, "mine")]);
            let why = "refused, as its path names no lesson. `cargo workbook hand-in 03` writes a file that does.";
            assert_eq!((lost.lessons.len(), &lost.problems[..]), (0, &[format!("{path}: {why}")][..]));
        }
        let shader = submission_to(Some("03"), &[("joints.vert", "mine"), ("waves.vert", "not of this lesson")]);
        assert_eq!(shader.lessons["03"].len(), 1, "{shader:?}");
        let two = submission(&[("a/03-joint-lines/exercise.rs", "a"), ("b/03-joint-lines/exercise.rs", "b")]);
        assert_eq!(exercise(&two, "03"), Some("a"));
        let first = "03-joint-lines: a/03-joint-lines/exercise.rs is graded, and not b/03-joint-lines/exercise.rs: it is the first.";
        assert_eq!(two.problems, [first]);
        let [one, second] = ["v1/03-joint-lines/exercise.rs", "v2 final/03-joint-lines/exercise.rs"];
        let versions = submission(&[(one, "a"), (second, "b")]);
        assert_eq!(exercise(&versions, "03"), Some("b"));
        let higher = format!("03-joint-lines: {second} is graded, and not {one}: it has the higher number.");
        assert_eq!(versions.problems, [higher]);
        let [newer, older] = ["v1@2026-11-23/03-joint-lines/exercise.rs", "v2@2026-11-22/03-joint-lines/exercise.rs"];
        let dated = submission(&[(older, "b"), (newer, "a")]);
        assert_eq!(exercise(&dated, "03"), Some("a"));
        assert!(dated.problems[0].ends_with(": it was changed last."), "{dated:?}");
    }

    #[test]
    fn a_diary_counts_once_for_each_lesson() {
        let class = Class(tempfile::tempdir().unwrap());
        let text = "03.1 +0.0 min FAIL\n03.1 +1.0 min pass\n";
        for (path, text) in [("a/diary.txt", text), ("b/diary.txt", &format!("{text}04.1 pause pass\nI am Ada.\n"))] {
            class.write(&format!("Ada/{path}"), text);
        }
        class.write("Ada/lessons/03-joint-lines/exercise.rs", THIRD);
        let submissions = class.read(&[""]).unwrap().0;
        assert_eq!(diary::lines(&submissions[0].diary), format!("{text}04.1 pause pass\n"));
        assert!(submissions[0].problems.is_empty(), "{submissions:?}");
    }

    /// Files keep their names where they are built, so no name is more than letters and an ending.
    #[test]
    fn a_program_of_the_students_own_is_taken_whole() {
        let lessons = lesson::with_own_program().unwrap();
        for only in [None, Some("19")] {
            let mine = submission_of(
                &lessons,
                only,
                &[
                    ("Anna/own/src/scene.rs", "mine"),
                    ("Anna/own/src/figure.rs", "mine"),
                    ("Anna/own/src/lit.vert", "mine"),
                    ("Anna/lessons/03-joint-lines/exercise.rs", "mine"),
                    ("Anna/own/src/main.rs", "a window"),
                    ("Anna/own/src/a b.rs", "no name"),
                    ("Anna/own/src/.rs", "no name"),
                    ("Anna/own/src/a\";.rs", "no name"),
                    ("Anna/own/build.rs", "not mine"),
                    ("Anna/own/Cargo.toml", "not mine"),
                    ("Anna/lessons/19-own-program/course/own/src/gui.rs", "the solution"),
                    ("Anna/lessons/19-own-program/a\".rs", "not mine"),
                    ("target/own/src/keys.rs", "no"),
                ],
            );
            let files: Vec<&str> = mine.lessons["19"].keys().map(String::as_str).collect();
            assert_eq!(files, ["figure.rs", "lit.vert", "scene.rs"], "{mine:?}");
            assert_eq!(exercise(&mine, "03"), Some("mine"));
        }
    }

    #[test]
    fn a_starter_never_wins_and_whatever_is_left_out_is_told() {
        let lesson = lesson::find("03").unwrap();
        let starter = lesson.starter(&lesson.files()[0]).unwrap();
        let place = "armature-main/lessons/03-joint-lines";
        let own = format!("{place}/exercise.rs");
        for name in ["exercise-DESKTOP-4F2.rs", "exercise 2.rs", "exercise (1).rs"] {
            let copy = format!("{place}/{name}");
            let synced = submission(&[(&own, &starter), (&copy, "mine")]);
            assert_eq!(exercise(&synced, "03"), Some("mine"));
            let told = format!("03-joint-lines: {copy} is graded, and not {own}: that is as it was handed out.");
            assert_eq!(synced.problems, [told]);
            // The other way round the copy is nobody's work.
            let begun = submission(&[(&own, "mine"), (&copy, &starter)]);
            assert_eq!((exercise(&begun, "03"), &begun.problems[..]), (Some("mine"), &[][..]));
        }
        let folder = "shaders/03-joint-lines";
        let starter = lesson.starter(&lesson.files()[1]).unwrap();
        let [own, copy, other] =
            ["joints.vert", "joints (1).vert", "joints.frag"].map(|name| format!("{folder}/{name}"));
        let again = submission(&[(&own, &starter), (&copy, "mine"), (&other, "no TODO")]);
        assert_eq!((again.lessons["03"]["joints.vert"].as_str(), again.lessons["03"].len()), ("mine", 1));
        let told = format!("03-joint-lines: {copy} is graded, and not {own}: that is as it was handed out.");
        assert_eq!(again.problems, [told]);
        let many: Vec<(String, String)> =
            (0..52).map(|n| (format!("{place}/exercise {n}.rs"), format!("{n}"))).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|(path, text)| (&**path, &**text)).collect();
        let told = submission(&many).problems;
        assert!(
            told.len() == 1 && told[0].contains("exercise 50.rs and 50 other files: it has the higher"),
            "{told:?}"
        );
    }

    struct Class(tempfile::TempDir);

    impl Class {
        fn write(&self, path: &str, text: &str) {
            let path = self.0.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        /// Returns the submissions at these paths, and the entries that are not submissions.
        fn read(&self, paths: &[&str]) -> Result<(Vec<Submission>, Vec<String>)> {
            let lessons = lesson::all().unwrap();
            let third = lessons.iter().find(|lesson| lesson.number == "03");
            let paths: Vec<PathBuf> = paths.iter().map(|path| self.0.path().join(path)).collect();
            let mut ignored = Vec::new();
            let out = self.0.path().join("grades");
            let submissions = read_all(&paths, &out, &Wanted::new(&lessons, third), &mut ignored)?;
            Ok((submissions, ignored))
        }

        fn names(&self, paths: &[&str]) -> Vec<String> {
            self.read(paths).unwrap().0.into_iter().map(|submission| submission.name).collect()
        }
    }

    #[test]
    fn one_submission_or_a_folder_of_them() {
        let class = Class(tempfile::tempdir().unwrap());
        class.write("J\u{f6}rg M\u{fc}ller/lessons/03-joint-lines/exercise.rs", "a");
        class.write("Ben exercise.rs", THIRD);
        class.write("ben exercise/exercise.rs", THIRD);
        class.write(".DS_Store", "");
        class.write(".hidden/exercise.rs", THIRD);
        class.write("list\u{1b}[2J\u{202e}\n.csv", "");
        class.write("Jane.rar", "");
        let ignored = class.read(&[""]).unwrap().1;
        let ignored: Vec<&str> = ignored.iter().map(|path| path.rsplit('/').next().unwrap()).collect();
        assert_eq!(ignored, ["Jane.rar", "list\\u{1b}[2J\\u{202e}\\n.csv"], "none is a submission");
        assert_eq!(class.names(&[""]), ["ben exercise", "Ben exercise (2)", "J\u{f6}rg M\u{fc}ller"]);
        assert_eq!(class.names(&["ben exercise", "Ben exercise.rs"]), ["ben exercise", "Ben exercise (2)"]);
        assert!(class.read(&["nobody"]).unwrap_err().to_string().contains("nobody"));
        fs::create_dir(class.0.path().join("none")).unwrap();
        assert!(class.read(&["none"]).unwrap_err().to_string().contains("no submission"));
        // Both reports would be in the folder of the first 200 letters.
        for last in ["n", "N"] {
            class.write(&format!("long/{}{last}/exercise.rs", "n".repeat(210)), THIRD);
        }
        let long = class.names(&["long"]);
        assert!(long[1].ends_with("n (2)") && long[1].len() < 200, "{long:?}");
        // Loose files: of one student, or of several.
        class.write("loose/exercise.rs", "");
        class.write("several/Anna-exercise.rs", "");
        class.write("several/Ben.zip", "");
        assert_eq!(class.names(&["loose", "several"]), ["loose", "Anna-exercise", "Ben"]);
    }

    #[test]
    fn several_files_of_one_student_from_canvas() {
        let class = Class(tempfile::tempdir().unwrap());
        class.write("canvas/ampelanna_1203_56770_exercise.rs", "//! Lesson 03: the first.");
        class.write("canvas/ampelanna_1203_56795_exercise-1.rs", THIRD);
        class.write("canvas/ampelanna_1203_56790_joints.vert", "mine");
        class.write("canvas/ben_LATE_44_9912_exercise.rs", "fn broken(");
        class.write("canvas/ben_45_9913_my exercise.rs", "//! Lesson 03: lines.\nfn broken(");
        class.write("canvas/grades.csv", "not looked at");
        let canvas = class.read(&["canvas"]).unwrap().0;
        let found: Vec<_> = canvas.iter().map(|s| (s.name.as_str(), s.lessons["03"].len())).collect();
        assert_eq!(found, [("ampelanna", 2), ("ben (45)", 1), ("ben (44)", 1)]);
        assert_eq!(exercise(&canvas[0], "03"), Some(THIRD));
        let befores: Vec<_> = canvas.iter().map(|s| (s.before.as_str(), s.late)).collect();
        assert_eq!(befores, [("ampelanna_1203_56770_", false), ("ben_45_9913_", false), ("ben_LATE_44_9912_", true)]);
        assert!(canvas.iter().all(|s| s.changed.time.starts_with("20")), "{canvas:?}");
        let [again] = &canvas[0].problems[..] else { panic!("{canvas:?}") };
        let graded = "03-joint-lines: exercise-1.rs is graded, and not exercise.rs: it ";
        assert!(again.starts_with(graded), "{again}");
    }

    #[test]
    fn archives_and_what_cannot_be_read_in_the_folders_of_moodle() {
        let class = Class(tempfile::tempdir().unwrap());
        let folder = "moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_file_";
        class.write(&format!("{folder}/answer.7z"), "");
        class.write(&format!("{folder}/exercise.rs.txt"), THIRD);
        class.write(&format!("{folder}/lesson3.txt"), THIRD);
        class.write(&format!("{folder}/01-robot-arm/exercise.rs"), "one");
        class.write(&format!("{folder}/02-hierarchy/exercise.rs"), "two");
        class.write("moodle/J\u{f6}rg M\u{fc}ller_10312_assignsubmission_onlinetext_/text.html", "Hello");
        class.write("eve/Eve_8_assignsubmission_file_/letter.html", "Hello");
        let mine = zip(&[stored("repo-main/lessons/03-joint-lines/exercise.rs", b"mine")]);
        fs::write(class.0.path().join(folder).join("mine.zip"), mine).unwrap();
        for path in ["moodle", folder] {
            let submissions = class.read(&[path]).unwrap().0;
            let [moodle] = &submissions[..] else { panic!("{path}") };
            assert_eq!((moodle.name.as_str(), moodle.id.as_str()), ("J\u{f6}rg M\u{fc}ller", "10312"));
            let found = ["01", "02", "03"].map(|lesson| exercise(moodle, lesson));
            assert_eq!(found, [Some("one"), Some("two"), Some("mine")]);
            assert_eq!(moodle.problems, [format!("exercise.rs.txt: {NOT_READ}.")]);
        }
        class.write("dan/Dan_9_assignsubmission_file_/lesson3.txt", THIRD);
        let dan = class.read(&["dan"]).unwrap().0;
        assert_eq!(dan[0].problems, [format!("lesson3.txt: {NOT_READ}.")]);
        let eve = class.read(&["eve"]).unwrap().0;
        assert_eq!(eve[0].problems, [format!("letter.html: {NOT_READ}.")]);
    }
}
