//! Reads the texts of a submission that may be answers, up to the size of an answer. Follows no link.

use super::Wanted;
use super::place::{AnswerFile, answer_file, is_archive, is_generated, may_mean_exercise};
use crate::grade::text;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, SystemTime};
use walkdir::WalkDir;
use zip::{ExtraField, ZipArchive};

/// Size of the largest file that is read, ten times the longest exercise's.
const MAX_BYTES: u64 = 256 << 10;
/// Most files and folders that are looked at in a folder or archive.
const MAX_ENTRIES: usize = 20_000;
/// Most files that are read from a submission; a clone has some thirty.
const MAX_TEXTS: usize = 200;
/// Most sentences about a submission.
const MAX_PROBLEMS: usize = 50;
/// Length of a sentence, in characters.
const LONGEST_PROBLEM: usize = 700;

/// A text that may be an answer.
#[derive(Clone, Debug)]
pub(super) struct FoundText {
    /// Path below the submission, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    /// Time of the last change; empty if unknown.
    pub(super) changed: String,
}

/// The texts of a submission by what they stand for, and sentences about what is not read.
pub(super) struct Reader<'a> {
    wanted: Wanted<'a>,
    pub(super) texts: BTreeMap<AnswerFile<'a>, Vec<FoundText>>,
    pub(super) problems: Vec<String>,
    /// Paths of files that are no answers by their names.
    unread: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(wanted: Wanted<'a>) -> Self {
        Reader { wanted, texts: BTreeMap::new(), problems: Vec::new(), unread: Vec::new() }
    }

    /// Reads a folder, an archive, or a file. `name` is the name that the student gave the file.
    pub(super) fn read_path(&mut self, path: &Path, name: &str) {
        match fs::symlink_metadata(path) {
            Ok(data) if data.is_dir() => self.read_folder(path),
            Ok(data) if data.is_file() && is_archive(name) => self.read_archive(path, name),
            Ok(data) if data.is_file() => self.read_file(path, name),
            _ => self.unread.push(name.into()), // a link may lead anywhere
        }
    }

    fn read_folder(&mut self, root: &Path) {
        let walk = WalkDir::new(root).min_depth(1).sort_by_file_name().into_iter();
        let walk = walk.filter_entry(|entry| !is_generated(&path_below(root, entry.path())));
        for (count, entry) in walk.flatten().enumerate() {
            if count == MAX_ENTRIES {
                return self.problem(format!("more than {MAX_ENTRIES} files: the rest is not looked at"));
            }
            if !entry.file_type().is_dir() {
                self.read_path(entry.path(), &path_below(root, entry.path()));
            }
        }
    }

    fn read_file(&mut self, path: &Path, name: &str) {
        self.add(name, || {
            let file = File::open(path)?;
            let changed = file.metadata()?.modified()?;
            Ok((content(file)?, text::utc(changed)))
        });
    }

    /// Reads all files in an archive that may be answers. An archive in it is not opened.
    fn read_archive(&mut self, path: &Path, name: &str) {
        let archive = File::open(path).map_err(anyhow::Error::from);
        let mut archive = match archive.and_then(|file| Ok(ZipArchive::new(file)?)) {
            Ok(archive) => archive,
            Err(error) => return self.problem(format!("{name}: it cannot be read as a zip: {error}")),
        };
        if archive.len() > MAX_ENTRIES {
            self.problem(format!("{name}: more than {MAX_ENTRIES} files: the rest is not looked at"));
        }
        for index in 0..archive.len().min(MAX_ENTRIES) {
            let Ok(entry) = archive.by_index_raw(index) else { continue };
            let below = String::from_utf8_lossy(entry.name_raw()).replace('\\', "/");
            if is_generated(&below) || below.ends_with('/') {
                continue;
            }
            if entry.is_symlink() || is_archive(&below) {
                self.unread.push(below);
                continue;
            }
            drop(entry);
            self.add(&below, || {
                let entry = archive.by_index(index)?;
                let changed = entry_time(&entry);
                Ok((content(entry)?, changed))
            });
        }
    }

    /// Adds a file that may be an answer, or reports why it is not read.
    fn add(&mut self, path: &str, read: impl FnOnce() -> Result<(Vec<u8>, String)>) {
        let file = match answer_file(path, self.wanted.lessons, self.wanted.only) {
            Ok(Some(file)) => file,
            Ok(None) => return self.unread.push(path.into()),
            Err(why) => return self.problem(why),
        };
        if self.texts.values().map(Vec::len).sum::<usize>() == MAX_TEXTS {
            return self.problem(format!("more than {MAX_TEXTS} files may be answers: the rest is not read"));
        }
        match read().and_then(|(bytes, changed)| Ok((String::from_utf8(bytes).context(NOT_UTF8)?, changed))) {
            Ok((text, _)) if text.trim().is_empty() => self.problem(format!("{path}: refused, it is empty")),
            Ok((text, changed)) => {
                // Without the byte order mark and the carriage returns that editors on Windows add.
                let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
                self.texts.entry(file).or_default().push(FoundText { path: path.into(), text, changed });
            }
            Err(error) => self.problem(format!("{path}: refused, {error}")),
        }
    }

    /// Adds a sentence on one line, of limited length: a name in an archive may have thousands of letters.
    pub(super) fn problem(&mut self, sentence: impl AsRef<str>) {
        let sentence = format!("{}.", text::cut(&text::line(sentence.as_ref()), LONGEST_PROBLEM));
        if self.problems.len() < MAX_PROBLEMS && !self.problems.contains(&sentence) {
            self.problems.push(sentence);
        }
    }

    /// Adds a sentence about files that are no answers by their names. Beside an answer they are the course's, or remarks,
    /// unless one was meant as an exercise.
    pub(super) fn report_unread(&mut self) {
        let has_none = self.texts.is_empty();
        let mut unread = std::mem::take(&mut self.unread);
        unread.sort_by_key(|path| !may_mean_exercise(path));
        unread.retain(|path| has_none || may_mean_exercise(path));
        if let [first, others @ ..] = &unread[..] {
            let others = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
            self.problem(format!(
                "{first}{others}: not read. Hand in the .zip of `cargo workbook hand-in` as it is, or exercise.rs and the \
                 exercise shaders"
            ));
        } else if has_none && self.problems.is_empty() {
            self.problem("nothing was handed in: there is no file in it");
        }
    }
}

const NOT_UTF8: &str = "it is not UTF-8: save it again with the encoding UTF-8, which editors ask for in Save As";

fn path_below(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string().replace('\\', "/")
}

/// Reads a whole file or entry, whatever size it claims to have.
fn content(file: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= MAX_BYTES, "more than {MAX_BYTES} bytes are too many for an answer");
    Ok(bytes)
}

/// Returns the time of the last change that an archive gives for an entry.
fn entry_time(entry: &zip::read::ZipFile<File>) -> String {
    for field in entry.extra_data_fields() {
        if let ExtraField::ExtendedTimestamp(times) = field
            && let Some(seconds) = times.mod_time()
        {
            return text::utc(SystemTime::UNIX_EPOCH + Duration::from_secs(u64::from(seconds)));
        }
    }
    entry.last_modified().map_or(String::new(), |time| time.to_string().replace(' ', "T") + text::LOCAL)
}
