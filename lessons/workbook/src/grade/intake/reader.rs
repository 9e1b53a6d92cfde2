//! The texts of a submission that may be answers: along no link, out of no archive, and no more than an answer may have.

use super::wanted::{Candidate, Wanted, is_skipped, misnamed};
use crate::grade::text;
use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;
use walkdir::WalkDir;
use zip::ZipArchive;

/// The largest file that is read; the longest exercise has a tenth of it.
const MAX_BYTES: u64 = 256 << 10;
/// Files and folders that are looked at in one folder or archive.
const MAX_ENTRIES: usize = 20_000;
/// Files that are read of one submission; a clone has some thirty.
const MAX_CANDIDATES: usize = 200;
/// What is said of one submission.
const MAX_PROBLEMS: usize = 50;
/// In characters: a name in an archive may have thousands.
const LONGEST_PROBLEM: usize = 500;
/// Archives lie at the top of what was handed in, or one folder below it.
const DEEPEST_ARCHIVE: usize = 2;
/// What says in a Unix mode that an entry is a link.
const LINK: u32 = 0o120_000;
const KIND: u32 = 0o170_000;

/// Reads one submission.
pub(super) struct Reader<'a> {
    pub(super) wanted: &'a Wanted<'a>,
    pub(super) candidates: Vec<Candidate>,
    /// Of what is looked at: see [`Download`](super::Download).
    pub(super) attempt: u32,
    /// What was refused, each in a sentence.
    pub(super) problems: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(wanted: &'a Wanted) -> Self {
        Reader { wanted, candidates: Vec::new(), attempt: 0, problems: Vec::new() }
    }

    /// A folder, an archive, or a file that the student gave this name.
    ///
    /// # Errors
    /// If it is none of them.
    pub(super) fn look_at(&mut self, path: &Path, name: &str) -> Result<()> {
        let kind = fs::symlink_metadata(path)?;
        if kind.is_dir() {
            self.folder(path);
            return Ok(());
        }
        ensure!(kind.is_file(), "neither a file nor a folder: a link?");
        if is_archive(&path.to_string_lossy()) {
            return self.archive(path, "");
        }
        if misnamed(name).is_none() || self.wants("", name) {
            self.read(name.into(), File::open(path));
        }
        Ok(())
    }

    fn folder(&mut self, root: &Path) {
        let walk = WalkDir::new(root).min_depth(1).sort_by_file_name();
        let walk = walk.into_iter().filter_entry(|e| !is_skipped(&e.file_name().to_string_lossy()));
        for (count, entry) in walk.flatten().enumerate() {
            if count == MAX_ENTRIES {
                let most = format!("more than {MAX_ENTRIES} files: the rest is not looked at.");
                return self.problem(&most);
            }
            let (path, kind) = (entry.path(), entry.file_type());
            let below = path.strip_prefix(root).unwrap_or(path);
            let name = below.display().to_string().replace('\\', "/");
            if kind.is_dir() {
                continue;
            }
            if !kind.is_file() {
                // A link may stand in the place of a folder with answers.
                let target = fs::read_link(path).map(|target| target.display().to_string());
                let what = target.map_or("no file".into(), |target| format!("a link to {target}"));
                self.problem(&format!("{name}: {what}, not followed."));
            } else if entry.depth() <= DEEPEST_ARCHIVE && is_archive(&name) {
                if let Err(error) = self.archive(path, &format!("{name}/")) {
                    self.problem(&format!("{name}: {error:#}"));
                }
            } else if self.wants("", &name) {
                self.read(name, File::open(path));
            }
        }
    }

    /// `before` is put in front of the archive's paths.
    fn archive(&mut self, path: &Path, before: &str) -> Result<()> {
        let file = BufReader::new(File::open(path)?);
        let mut archive = ZipArchive::new(file).context("it cannot be read as a zip")?;
        if archive.len() > MAX_ENTRIES {
            let most = format!("more than {MAX_ENTRIES} entries: the rest is not looked at.");
            self.problem(&format!("{before}{most}"));
        }
        for index in 0..archive.len().min(MAX_ENTRIES) {
            let entry = match archive.by_index(index) {
                Ok(entry) => entry,
                Err(error) => {
                    self.problem(&format!("{before}entry {index}: refused, {error}."));
                    continue;
                }
            };
            let name: String = entry.name().chars().filter(|c| !c.is_control()).collect();
            let name = name.replace('\\', "/");
            if entry.unix_mode().is_some_and(|mode| mode & KIND == LINK) {
                self.problem(&format!("{before}{name}: a link, not followed."));
            } else if entry.enclosed_name().is_none() {
                self.problem(&format!("{before}{name}: refused, it leads out of the archive."));
            } else if entry.is_file() && self.wants(before, &name) {
                self.read(format!("{before}{name}"), Ok(entry));
            }
        }
        Ok(())
    }

    /// Whether a file is to be read. Says so if it is not, and was meant to be.
    fn wants(&mut self, before: &str, name: &str) -> bool {
        let may_be = self.wanted.may_be(name);
        if let Some(why) = misnamed(name).filter(|_| !may_be) {
            self.problem(&format!("{before}{name}: {why}."));
        }
        may_be
    }

    fn read(&mut self, path: String, file: io::Result<impl Read>) {
        if self.candidates.len() == MAX_CANDIDATES {
            let most = "files may be answers: the rest is not read.";
            return self.problem(&format!("more than {MAX_CANDIDATES} {most}"));
        }
        match file.map_err(Into::into).and_then(text) {
            Ok(text) => self.candidates.push(Candidate::new(path, &text, self.attempt)),
            Err(error) => self.problem(&format!("{path}: refused, {error:#}.")),
        }
    }

    pub(super) fn problem(&mut self, problem: &str) {
        let problem = text::plain(problem).chars().take(LONGEST_PROBLEM).collect();
        if self.problems.len() < MAX_PROBLEMS && !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

fn is_archive(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// UTF-8, or UTF-16 with the mark that says in which order its bytes are, as some editors on Windows save.
fn decoded(bytes: Vec<u8>) -> Result<String> {
    let of_pair: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => return String::from_utf8(bytes).context("it is not UTF-8"),
    };
    let (pairs, rest) = bytes[2..].as_chunks();
    ensure!(rest.is_empty(), "it ends in the middle of a letter of UTF-16");
    let units: Vec<u16> = pairs.iter().map(|pair| of_pair(*pair)).collect();
    String::from_utf16(&units).context("it is not UTF-16, as it says")
}

/// What a file or an entry promises of its size counts for nothing: reading stops where an answer is too large.
fn text(file: impl Read) -> Result<String> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    let is_small = bytes.len() as u64 <= MAX_BYTES;
    ensure!(is_small, "more than {MAX_BYTES} bytes are too many for an answer");
    let text = decoded(bytes)?;
    // rustc's lint `unsafe_code` sees other assembler, but not yet this.
    ensure!(!text.contains("naked_asm"), "it has assembler");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_from_windows_are_read() {
        let words = "// né à Zürich\r\nfn double() {}\r\n";
        let [little, big]: [Vec<u8>; 2] = [u16::to_le_bytes, u16::to_be_bytes]
            .map(|bytes| "\u{feff}".encode_utf16().chain(words.encode_utf16()).flat_map(bytes).collect());
        assert_eq!((decoded(little.clone()).unwrap(), decoded(big).unwrap()), (words.into(), words.into()));
        assert_eq!(decoded(words.into()).unwrap(), words);
        assert!(decoded(little[..little.len() - 1].to_vec()).is_err());
        assert!(decoded(vec![0xff, 0xfe, 0x00, 0xd8]).is_err(), "half a pair");
        assert!(decoded(vec![0x80]).is_err());
    }
}
