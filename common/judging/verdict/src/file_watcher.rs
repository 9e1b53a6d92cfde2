//! Polls files for saves, by modification time and size.
//!
//! Polling costs a microsecond per file, is the same on all systems, and notices saves on network drives, which systems do
//! not report.

use std::{fs, path::Path, path::PathBuf, time::SystemTime};

/// Files of some owners, with the state of each at the last poll.
#[derive(Debug)]
pub struct FileWatcher<T>(Vec<Watched<T>>);

#[derive(Debug)]
struct Watched<T> {
    owner: T,
    file: PathBuf,
    /// State when the file was last returned as changed.
    known: Stamp,
    /// State at the last poll, and whether it was the same at the one before.
    last: Stamp,
    is_settled: bool,
    /// Number of polls in a row that did not find the file, or found it empty.
    missed: u32,
}

/// Number of polls in a row after which a missing or an empty file counts as changed. Editors rename or empty a file while
/// they save it.
const REMOVED: u32 = 20;

/// Modification time and size: a save changes them, also where an editor replaces the file. `None` while it is missing.
type Stamp = Option<(SystemTime, u64)>;

impl<T> Default for FileWatcher<T> {
    fn default() -> Self {
        FileWatcher(Vec::new())
    }
}

impl<T: Copy + PartialEq> FileWatcher<T> {
    /// Watches files from their present state on.
    pub fn new(files: impl IntoIterator<Item = (T, PathBuf)>) -> Self {
        let mut watched = Vec::new();
        for (owner, file) in files {
            let now = stamp(&file);
            watched.push(Watched { owner, file, known: now, last: now, is_settled: true, missed: 0 });
        }
        FileWatcher(watched)
    }

    /// Returns the owners whose files were saved or removed, each once, with the time. A file counts as saved when two calls
    /// find it in the same state: an editor may write it in parts. It counts as removed or emptied when twenty calls in a row
    /// find it so.
    pub fn saved(&mut self) -> Vec<(T, SystemTime)> {
        self.poll(|watched| watched.is_settled)
    }

    /// Returns the owners whose files have changed since the last call or were removed, with the time. A file may be half
    /// written. It counts as removed or emptied when twenty calls in a row find it so.
    pub fn changed(&mut self) -> Vec<(T, SystemTime)> {
        self.poll(|_| true)
    }

    /// Returns the owners of files that were removed or emptied, or that have a new text in a state which `counts` accepts,
    /// with the latest time of a change.
    fn poll(&mut self, counts: impl Fn(&Watched<T>) -> bool) -> Vec<(T, SystemTime)> {
        let mut saved: Vec<(T, SystemTime)> = Vec::new();
        for watched in &mut self.0 {
            let now = stamp(&watched.file);
            let has_text = now.is_some_and(|(_, length)| length > 0);
            watched.is_settled = now == watched.last;
            watched.missed = if has_text { 0 } else { watched.missed.saturating_add(1) };
            let is_news = if has_text { counts(watched) } else { watched.missed >= REMOVED };
            if now != watched.known && is_news {
                watched.known = now;
                let time = now.map_or_else(SystemTime::now, |(time, _)| time);
                match saved.iter_mut().find(|(owner, _)| *owner == watched.owner) {
                    Some((_, last)) => *last = time.max(*last),
                    None => saved.push((watched.owner, time)),
                }
            }
            watched.last = now;
        }
        saved
    }
}

fn stamp(file: &Path) -> Stamp {
    let data = fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_seen_once_and_an_empty_file_after_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let [mine, other, none] = ["exercise.rs", "given.rs", "no such file"].map(|name| folder.path().join(name));
        fs::write(&mine, "one").unwrap();
        fs::write(&other, "one").unwrap();
        let mut saves = FileWatcher::new([(7, mine.clone()), (7, other.clone()), (8, none)]);
        let mut saved = || {
            let first = saves.saved();
            assert!(first.is_empty(), "one look is not enough: {first:?}");
            saves.saved().into_iter().map(|(owner, _)| owner).collect::<Vec<_>>()
        };
        assert!(saved().is_empty());
        fs::write(&mine, "longer than before").unwrap();
        fs::write(&other, "longer than before").unwrap();
        assert_eq!(saved(), [7]);
        assert!(saved().is_empty());
        fs::remove_file(&mine).unwrap();
        assert!(saved().is_empty(), "an editor may be replacing it");
        fs::write(&mine, "there again, in another length").unwrap();
        assert_eq!(saved(), [7]);
        fs::write(&mine, "").unwrap();
        assert!(saved().is_empty(), "it is being written");
        fs::write(&mine, "written").unwrap();
        assert_eq!(saved(), [7]);
        fs::write(&mine, "").unwrap();
        let polls: Vec<usize> = (0..100).map(|_| saves.saved().len()).collect();
        assert_eq!(polls.iter().position(|seen| *seen == 1), Some(REMOVED as usize - 1), "{polls:?}");
        assert_eq!(polls.iter().sum::<usize>(), 1, "{polls:?}");
    }

    #[test]
    fn a_change_is_seen_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("joints.vert");
        let mut watcher = FileWatcher::new([((), file.clone())]);
        let mut changes = || watcher.changed().len();
        assert_eq!(changes(), 0, "there is no file yet");
        fs::write(&file, "void main() {}").unwrap();
        assert_eq!((changes(), changes()), (1, 0));
        fs::write(&file, "void main() { }").unwrap();
        assert_eq!((changes(), changes()), (1, 0));
    }
}
