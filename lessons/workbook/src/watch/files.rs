//! Polls the student's files for saves, by modification time and size.

use crate::lesson::LessonFolder;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

/// Modification time and size: a save changes them, also where an editor replaces the file.
type Stamp = Option<(SystemTime, u64)>;

/// The files of some lessons, as they were when last polled.
pub(super) struct Files {
    /// By file, the index of its lesson and its stamp.
    seen: HashMap<PathBuf, (usize, Stamp)>,
}

impl Files {
    /// As they are now.
    pub(super) fn new(lessons: &[LessonFolder]) -> Self {
        let mut seen = HashMap::new();
        for (index, lesson) in lessons.iter().enumerate() {
            for file in lesson.files() {
                let stamp = stamp(&file.mine);
                seen.insert(file.mine, (index, stamp));
            }
        }
        Files { seen }
    }

    /// The indices of the lessons with a file that was saved since the last call, in order.
    pub(super) fn saved(&mut self) -> Vec<usize> {
        let mut saved = Vec::new();
        for (path, (lesson, seen)) in &mut self.seen {
            let now = stamp(path);
            // While an editor replaces a file it is missing or empty for a moment: that is no save yet.
            let is_whole = now.is_some_and(|(_, length)| length > 0);
            if is_whole && now != *seen {
                *seen = now;
                saved.push(*lesson);
            }
        }
        saved.sort_unstable();
        saved.dedup();
        saved
    }
}

fn stamp(path: &PathBuf) -> Stamp {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson;

    #[test]
    fn a_save_is_seen_once_and_a_missing_or_empty_file_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("exercise.rs");
        fs::write(&mine, "one").unwrap();
        let mut other = lesson::find("03").unwrap();
        other.path = folder.path().join("no such lesson");
        let mut lesson = lesson::find("03").unwrap();
        lesson.path = folder.path().into();
        lesson.folder = "no such shaders".into();
        other.folder = lesson.folder.clone();

        let mut files = Files::new(&[other, lesson]);
        assert!(files.saved().is_empty());
        fs::write(&mine, "longer than before").unwrap();
        assert_eq!(files.saved(), [1]);
        assert!(files.saved().is_empty());
        fs::remove_file(&mine).unwrap();
        assert!(files.saved().is_empty());
        fs::write(&mine, "there again, in another length").unwrap();
        assert_eq!(files.saved(), [1]);
        fs::write(&mine, "").unwrap();
        assert!(files.saved().is_empty(), "it is being written");
        fs::write(&mine, "written").unwrap();
        assert_eq!(files.saved(), [1]);
    }
}
