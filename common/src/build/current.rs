//! Whether a program would be built anew but for what students write.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// Whether a program, whose file cargo calls `name`, is newer than every file of Rust or TOML that it was made from, the
/// students' exercises aside: a library of those fits it, and its checks are those of today. False where that cannot be
/// told.
pub(super) fn is_current(program: &Path, name: &Path) -> bool {
    let look = || -> io::Result<bool> {
        let built = modified(program)?;
        let list = fs::read_to_string(name.with_extension("d"))?;
        for file in sources(&list) {
            let is_code = file.extension().is_some_and(|end| end == "rs" || end == "toml");
            if is_code && !file.ends_with("exercise.rs") && modified(&file)? > built {
                return Ok(false);
            }
        }
        Ok(true)
    };
    look().unwrap_or(false)
}

/// Whether `file` was written after `other`. True where that cannot be told.
pub(super) fn is_newer(file: &Path, other: &Path) -> bool {
    let times = || -> io::Result<bool> { Ok(modified(file)? > modified(other)?) };
    times().unwrap_or(true)
}

fn modified(file: &Path) -> io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}

/// What a line of cargo's list, `program: file file`, says that the program was made from. A blank in a name has a
/// backslash before it.
fn sources(list: &str) -> Vec<PathBuf> {
    let (_, files) = list.split_once(": ").unwrap_or_default();
    let names = files.replace("\\ ", "\0");
    names.split_whitespace().map(|name| name.replace('\0', " ").into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn only_exercises_may_be_newer() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, seconds: u64| {
            let path = folder.path().join(name);
            let file = fs::File::create(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
            path
        };
        let program = file("lesson-03", 100);
        let list = |names: &[PathBuf]| {
            let names = names.iter().map(|name| name.display().to_string().replace(' ', "\\ "));
            let line = format!("{}: {}\n", program.display(), names.collect::<Vec<_>>().join(" "));
            fs::write(program.with_extension("d"), line).unwrap();
            is_current(&program, &program)
        };
        assert!(!is_current(&program, &program), "nothing says what it was made from");
        let mut all = vec![file("given.rs", 90), file("exercise.rs", 200), file("README.md", 200)];
        assert!(list(&all));
        all.push(file("two words.rs", 101));
        assert!(!list(&all));
        file("two words.rs", 99);
        assert!(list(&all));
        all.push(folder.path().join("gone.rs"));
        assert!(!list(&all));
    }
}
