//! Whether the student has saved a shader since the window last looked.

use crate::check::{About, Task};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The shaders of a lesson's TODOs, and when each was last written.
#[derive(Default)]
pub(crate) struct Saved(Vec<(PathBuf, Option<SystemTime>)>);

impl Saved {
    /// Those that a lesson asks for.
    pub(crate) fn new(about: &About) -> Self {
        let shaders = crate::shaders().join(about.folder);
        let file = |task: &Task| match task {
            Task::Shader(file) => Some(shaders.join(file)),
            Task::Function(_) => None,
        };
        let with_time = |file: PathBuf| {
            let written = written(&file);
            (file, written)
        };
        Saved(about.tasks.iter().filter_map(file).map(with_time).collect())
    }

    /// True once for each time that one was saved.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        for (file, before) in &mut self.0 {
            let now = written(file);
            is_new |= now != *before;
            *before = now;
        }
        is_new
    }
}

fn written(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_seen_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("joints.vert");
        let mut saved = Saved(vec![(file.clone(), None)]);
        assert!(!saved.poll(), "there is no file yet");
        std::fs::write(&file, "void main() {}").unwrap();
        assert!(saved.poll());
        assert!(!saved.poll());
    }
}
