//! An older text of an exercise that a file manager has put back: copies in Explorer and Finder keep their times.

use super::{LessonFolder, target};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// Sets the modification time of an exercise to now if an older file has replaced the one of the last build. Cargo compares
/// times, and would otherwise keep the library that it has built from the replaced text.
pub(super) fn touch_if_put_back(lesson: &LessonFolder) -> Result<()> {
    let file = lesson.exercise_path();
    let Ok(time) = modified(&file) else { return Ok(()) }; // it has just gone, and the compiler reports it
    // This file contains the exercise's time at the last build; its own time is when that began.
    let noted = target().join(format!("{}.time", lesson.library()));
    let is_other = fs::read_to_string(&noted).is_ok_and(|last| last != format!("{time:?}"));
    if is_other && modified(&noted).is_ok_and(|began| time < began) {
        let touched =
            fs::File::options().append(true).open(&file).and_then(|file| file.set_modified(SystemTime::now()));
        touched.with_context(|| format!("{} is older than what was built, and cannot be touched", file.display()))?;
    }
    if let Ok(time) = modified(&file) {
        let _ = fs::create_dir_all(target()).and_then(|()| fs::write(&noted, format!("{time:?}")));
    }
    Ok(())
}

fn modified(file: &Path) -> std::io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}
