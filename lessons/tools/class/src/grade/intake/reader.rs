//! Reads the texts of a submission that may be answers, up to the size of an answer. Follows no link.

use super::wanted::{Candidate, Wanted, file_of, is_in_skipped, is_skipped, may_mean_exercise};
use super::{Clock, Time};
use crate::grade::text;
use anyhow::{Context, Result, bail, ensure};
use flate2::read::DeflateDecoder;
use rawzip::time::TimeZone;
use rawzip::{CompressionMethod, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive, ZipFileHeaderRecord};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use verdict::diary;
use walkdir::WalkDir;

/// Size of the largest file that is read, ten times the longest exercise's.
const MAX_BYTES: u64 = 256 << 10;
/// Most files and folders that are looked at in a folder or archive.
const MAX_ENTRIES: usize = 20_000;
const TOO_MANY: &str = "more than 20000 files: the rest is not looked at";
/// Most files that are read from a submission; a clone has some thirty.
const MAX_CANDIDATES: usize = 200;
/// Most sentences about a submission.
const MAX_PROBLEMS: usize = 50;
/// Length of a path in a sentence, in characters.
const LONGEST_PROBLEM: usize = 500;

pub(super) struct Reader<'a> {
    pub(super) wanted: &'a Wanted<'a>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) problems: Vec<Problem>,
    /// Paths of files that are no answers by their names.
    pub(super) unread: Vec<String>,
    /// Texts of diaries.
    pub(super) diaries: Vec<String>,
}

/// Why files do not count, for all to which it applies.
pub(super) struct Problem {
    /// The file that is named, or what else it is about.
    pub(super) path: String,
    /// Number of other files.
    others: usize,
    why: String,
}

impl Problem {
    /// Returns the sentence on one line, of limited length: a name in an archive may have thousands of letters.
    pub(super) fn sentence(&self) -> String {
        let path = text::cut(&text::line(&self.path), LONGEST_PROBLEM);
        let others = and_others(self.others);
        text::cut(&format!("{path}{others}: {}.", text::line(&self.why)), 2 * LONGEST_PROBLEM)
    }
}

/// Returns the number of files that are not named, as the end of a list.
pub(super) fn and_others(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" and {}", text::number_of(count, "other file")) }
}

impl<'a> Reader<'a> {
    pub(super) fn new(wanted: &'a Wanted) -> Self {
        Reader { wanted, candidates: Vec::new(), problems: Vec::new(), unread: Vec::new(), diaries: Vec::new() }
    }

    /// Reads a folder, an archive, or a file. `name` is the name that the student gave the file.
    ///
    /// # Errors
    /// If the path is a link or a device, or cannot be read.
    pub(super) fn read_path(&mut self, path: &Path, name: &str) -> Result<()> {
        let kind = fs::symlink_metadata(path)?;
        if kind.is_dir() {
            self.read_folder(path);
            return Ok(());
        }
        ensure!(kind.is_file(), "neither a file nor a folder: a link?");
        if is_archive(&path.to_string_lossy()) {
            return self.read_archive(path, "");
        }
        self.add(name.into(), || (content(path), changed(path)));
        Ok(())
    }

    /// Reads all files in a folder and below that may be answers.
    fn read_folder(&mut self, root: &Path) {
        let walk = WalkDir::new(root).min_depth(1).sort_by_file_name();
        let walk = walk.into_iter().filter_entry(|e| !is_skipped(&e.file_name().to_string_lossy()));
        for (count, entry) in walk.flatten().enumerate() {
            if count == MAX_ENTRIES {
                return self.problem("the folder", TOO_MANY);
            }
            let path = entry.path();
            let kind = entry.file_type();
            let below = path.strip_prefix(root).unwrap_or(path);
            let name = below.display().to_string().replace('\\', "/");
            if kind.is_file() && is_archive(&name) {
                if let Err(error) = self.read_archive(path, &format!("{name}/")) {
                    self.problem(&name, &format!("{error:#}"));
                }
            } else if kind.is_file() {
                self.add(name, || (content(path), changed(path)));
            } else if !kind.is_dir() {
                self.unread.push(name); // a link may lead anywhere
            }
        }
    }

    /// Reads all files in an archive that may be answers. `before` goes before their paths.
    fn read_archive(&mut self, path: &Path, before: &str) -> Result<()> {
        let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let archive = ZipArchive::from_file(File::open(path)?, &mut buffer).context(BROKEN)?;
        let mut entries = archive.entries(&mut buffer);
        let mut count = 0;
        while let Some(entry) = entries.next_entry().context(BROKEN)? {
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).replace('\\', "/");
            let path = format!("{before}{name}");
            if is_in_skipped(&name) || name.ends_with('/') {
                continue;
            }
            count += 1;
            if count > MAX_ENTRIES {
                self.problem("the archive", TOO_MANY);
                break;
            }
            if entry.mode().is_symlink() {
                self.unread.push(path);
            } else {
                self.add(path, || (unpacked(&archive, &entry), changed_in_archive(&entry)));
            }
        }
        Ok(())
    }

    /// Adds a file that may be an answer, or reports why it is not read.
    fn add(&mut self, path: String, read: impl FnOnce() -> (Result<Vec<u8>>, Time)) {
        if file_of(&path) == diary::FILE_NAME && self.diaries.len() < MAX_CANDIDATES {
            let text = read().0.ok().and_then(|bytes| String::from_utf8(bytes).ok());
            return self.diaries.extend(text);
        }
        if !self.wanted.may_be(&path) {
            return self.unread.push(path);
        }
        if self.candidates.len() == MAX_CANDIDATES {
            return self.problem(&path, &format!("more than {MAX_CANDIDATES} files may be answers: not read"));
        }
        let (content, changed) = read();
        match content.and_then(|bytes| String::from_utf8(bytes).context("it is not UTF-8")) {
            Ok(text) if text.trim().is_empty() => self.problem(&path, "refused, it is empty"),
            Ok(text) => self.candidates.push(Candidate::new(path, &text, changed)),
            Err(error) => self.problem(&path, &format!("refused, {error:#}")),
        }
    }

    /// Adds a file that does not count, to those with the same reason. An exercise is named before any other file.
    pub(super) fn problem(&mut self, path: &str, why: &str) {
        let problem = Problem { path: path.into(), others: 0, why: why.into() };
        if let Some(known) = self.problems.iter_mut().find(|known| known.why == why) {
            known.others += 1;
            if may_mean_exercise(&problem.path) && !may_mean_exercise(&known.path) {
                known.path = problem.path;
            }
        } else if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

pub(super) fn is_archive(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

fn content(path: &Path) -> Result<Vec<u8>> {
    bytes(File::open(path)?)
}

fn changed(path: &Path) -> Time {
    let time = fs::metadata(path).and_then(|file| file.modified()).map(text::utc);
    time.map_or(Time::default(), |time| Time { clock: Clock::File, time })
}

/// Returns the time of the last change that an archive gives for an entry.
fn changed_in_archive(entry: &ZipFileHeaderRecord) -> Time {
    let time = entry.last_modified();
    let clock = if time.timezone() == TimeZone::Utc { Clock::Archive } else { Clock::LocalArchive };
    let date = format!("{:04}-{:02}-{:02}", time.year(), time.month(), time.day());
    Time { clock, time: format!("{date}T{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second()) }
}

/// Unpacks an entry of an archive.
fn unpacked<R: ReaderAt>(archive: &ZipArchive<R>, entry: &ZipFileHeaderRecord) -> Result<Vec<u8>> {
    ensure!(!entry.flags().is_encrypted(), "it is encrypted");
    let Ok(packed) = archive.get_entry(entry.wayfinder()) else { bail!("the archive is damaged") };
    let bytes = match entry.compression_method() {
        CompressionMethod::STORE => bytes(packed.reader())?,
        CompressionMethod::DEFLATE => bytes(DeflateDecoder::new(packed.reader()))?,
        other => bail!("it is packed by method {other}, which is not read"),
    };
    ensure!(rawzip::crc32(&bytes) == entry.crc32(), "its checksum is wrong: the archive is damaged");
    Ok(bytes)
}

/// Reads a whole file or entry, whatever size it claims to have.
fn bytes(file: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= MAX_BYTES, "more than {MAX_BYTES} bytes are too many for an answer");
    Ok(bytes)
}

/// Why an archive is not read.
const BROKEN: &str = "it cannot be read as a zip";

#[cfg(test)]
mod tests {
    use super::*;
    use testing::zip::{deflated, link, stored, zip};
    use verdict::build::lesson;

    /// Returns the paths of the answers that are read from an archive, and the problems.
    fn read(bytes: &[u8]) -> (String, String) {
        let lessons = lesson::all().unwrap();
        let wanted = Wanted::new(&lessons, None);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.zip");
        fs::write(&path, bytes).unwrap();
        let mut reader = Reader::new(&wanted);
        let result = reader.read_path(&path, "mine.zip");
        let found: Vec<String> = reader.candidates.iter().map(|candidate| candidate.path.clone()).collect();
        (
            found.join(" "),
            result.err().map_or(reader.problems.iter().map(Problem::sentence).collect::<Vec<_>>().join(" "), |error| {
                format!("{error:#}")
            }),
        )
    }

    fn with_bytes(archive: &[u8], at: usize, value: &[u8]) -> Vec<u8> {
        let mut bytes = archive.to_vec();
        bytes[at..at + value.len()].copy_from_slice(value);
        bytes
    }

    #[test]
    fn damaged_and_hostile_archives() {
        let names = ["a/exercise.rs", "b/exercise.rs"];
        let good = zip(&names.map(|name| deflated(name, &[b'x'; 1000])));
        assert_eq!(read(&good), (names.join(" "), String::new()));
        let record = good.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        let end = good.windows(4).position(|window| window == b"PK\x05\x06").unwrap();
        // Flags, method, checksum and place in the record of the first entry.
        for (offset, value, why) in [
            (8, &[9, 0][..], "refused, it is encrypted."),
            (10, &[93, 0], "refused, it is packed by method 93 (ZSTD), which is not read."),
            (16, &[0; 4], "refused, its checksum is wrong: the archive is damaged."),
            (42, &[200; 4], "refused, the archive is damaged."),
        ] {
            let damaged = with_bytes(&good, record + offset, value);
            assert_eq!(read(&damaged), (names[1].into(), format!("a/exercise.rs: {why}")));
        }
        let wrong_size = with_bytes(&good, record + 24, &[0, 0, 0, 0x40]);
        assert_eq!(read(&wrong_size), (names.join(" "), String::new()), "the unpacked size is not believed");
        for (broken, why) in [
            (good[..end].to_vec(), "Missing end of central directory"),
            (good[..good.len() - 1].to_vec(), "Unexpected end of file"),
            (with_bytes(&good, record, b"PK\x07"), "Invalid signature: expected 0x02014b50, got 0x02074b50"),
        ] {
            assert_eq!(read(&broken), (String::new(), format!("it cannot be read as a zip: {why}")));
        }
        // Nothing is written under such a name, so it leads nowhere.
        let names = ["../exercise.rs", "/etc/exercise.rs", "./a/../b\\exercise.rs"];
        let found = "../exercise.rs /etc/exercise.rs ./a/../b/exercise.rs";
        assert_eq!(read(&zip(&names.map(|name| deflated(name, b"x")))), (found.into(), String::new()));
    }

    /// A repository's own folders are no answers, however many files they have.
    #[test]
    fn archives_are_read_as_folders_are() {
        let objects: Vec<String> = (0..=MAX_ENTRIES).map(|number| format!("mine/.git/objects/{number}.zip")).collect();
        let mut files: Vec<_> = objects.iter().map(|name| stored(name, b"")).collect();
        files.extend([link("mine/target/debug/exercise.rs", "x"), stored("mine/exercise.rs", b"mine")]);
        assert_eq!(read(&zip(&files)), ("mine/exercise.rs".into(), String::new()));
        let lessons = lesson::all().unwrap();
        let wanted = Wanted::new(&lessons, None);
        let mut reader = Reader::new(&wanted);
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), zip(&[stored("mine/exercise.rs", b"mine")])).unwrap();
        reader.read_archive(file.path(), "").unwrap();
        assert_eq!(reader.candidates[0].changed.clock, Clock::LocalArchive, "it has no fields in UTC");
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), zip(&[stored("lesson-03.zip", b"PK")])).unwrap();
        reader.read_archive(file.path(), "").unwrap();
        assert_eq!(reader.unread, ["lesson-03.zip"], "not opened");
    }
}
