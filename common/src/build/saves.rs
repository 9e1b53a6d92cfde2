//! Polls files for saves, by modification time and size.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// Files that belong to something, as they were when last polled.
pub struct Saves<T>(Vec<Save<T>>);

struct Save<T> {
    owner: T,
    file: PathBuf,
    /// As it was last returned.
    known: Stamp,
    /// As it was at the last poll.
    last: Stamp,
}

/// Modification time and size: a save changes them, also where an editor replaces the file. Nothing where it is missing
/// or empty, as it is for a moment meanwhile: that is no save yet.
type Stamp = Option<(SystemTime, u64)>;

impl<T: Copy + PartialEq> Saves<T> {
    /// As they are now.
    pub fn new(files: impl IntoIterator<Item = (T, PathBuf)>) -> Self {
        let files = files.into_iter().map(|(owner, file)| {
            let now = stamp(&file);
            Save { owner, file, known: now, last: now }
        });
        Saves(files.collect())
    }

    /// What this file says now counts as saved.
    pub fn count(&mut self, file: &Path) {
        for save in self.0.iter_mut().filter(|save| save.file == file) {
            save.known = None;
        }
    }

    /// Whose files were saved since the last call, each once, and when. A file counts when two calls have found it the
    /// same: an editor may write it in parts.
    pub fn poll(&mut self) -> Vec<(T, SystemTime)> {
        let mut saved: Vec<(T, SystemTime)> = Vec::new();
        for save in &mut self.0 {
            let now = stamp(&save.file);
            if let Some((time, _)) = now
                && now == save.last
                && now != save.known
            {
                save.known = now;
                match saved.iter_mut().find(|(owner, _)| *owner == save.owner) {
                    Some((_, last)) => *last = time.max(*last),
                    None => saved.push((save.owner, time)),
                }
            }
            save.last = now;
        }
        saved
    }
}

fn stamp(file: &Path) -> Stamp {
    let data = fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len())).filter(|(_, size)| *size > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_seen_once_and_a_missing_or_empty_file_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let [mine, other, none] = ["exercise.rs", "given.rs", "no such file"].map(|name| folder.path().join(name));
        fs::write(&mine, "one").unwrap();
        fs::write(&other, "one").unwrap();
        let mut saves = Saves::new([(7, mine.clone()), (7, other.clone()), (8, none)]);
        let mut saved = || {
            let first = saves.poll();
            assert!(first.is_empty(), "one look is not enough: {first:?}");
            saves.poll().into_iter().map(|(owner, _)| owner).collect::<Vec<_>>()
        };
        assert!(saved().is_empty());
        fs::write(&mine, "longer than before").unwrap();
        fs::write(&other, "longer than before").unwrap();
        assert_eq!(saved(), [7]);
        assert!(saved().is_empty());
        fs::remove_file(&mine).unwrap();
        assert!(saved().is_empty());
        fs::write(&mine, "there again, in another length").unwrap();
        assert_eq!(saved(), [7]);
        fs::write(&mine, "").unwrap();
        assert!(saved().is_empty(), "it is being written");
        fs::write(&mine, "written").unwrap();
        assert_eq!(saved(), [7]);
    }

    #[test]
    fn what_is_there_can_count() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("exercise.rs");
        fs::write(&mine, "one").unwrap();
        let mut saves = Saves::new([((), mine.clone())]);
        saves.count(&mine);
        let when = fs::metadata(&mine).unwrap().modified().unwrap();
        assert_eq!((saves.poll(), saves.poll()), (vec![((), when)], vec![]));
    }
}
