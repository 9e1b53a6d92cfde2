//! How far each lesson is: what its own checks say, remembered as long as nothing has changed.

use crate::{build, check, lesson::Lesson};
use anyhow::Result;
use common::check::Status;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, hash_map::DefaultHasher},
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
};

/// How one lesson stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// Whether anything was changed since the first day.
    pub(crate) begun: bool,
    /// How many TODOs pass.
    pub(crate) passed: usize,
    /// How many there are.
    pub(crate) todos: usize,
}

impl Standing {
    /// Nothing is left to do.
    pub(crate) fn is_done(&self) -> bool {
        self.passed == self.todos
    }

    /// "done", "1 of 2", "not started".
    pub(crate) fn words(&self) -> String {
        match self {
            Self { begun: false, .. } => "not started".into(),
            standing if standing.is_done() => "done".into(),
            Self { passed, todos, .. } => format!("{passed} of {todos}"),
        }
    }
}

/// What was found out, by lesson. Losing the file loses nothing: the checks are run again.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Progress {
    known: BTreeMap<String, Known>,
}

#[derive(Serialize, Deserialize)]
struct Known {
    /// Of everything that the student edits and that checks it.
    hash: u64,
    standing: Standing,
}

impl Progress {
    /// As it was remembered; empty if that cannot be read.
    pub(crate) fn load() -> Self {
        let text = fs::read(file()).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// How `lesson` stands. A lesson as on its first day is not built; one that has not changed since
    /// it was looked at last is not built either.
    ///
    /// # Errors
    /// If the lesson's checks cannot be run at all.
    pub(crate) fn of(&mut self, lesson: &Lesson) -> Result<Standing> {
        let hash = hash(lesson);
        if let Some(known) = self.known.get(&lesson.number).filter(|known| known.hash == hash) {
            return Ok(known.standing.clone());
        }
        let standing = if is_untouched(lesson) {
            Standing { begun: false, passed: 0, todos: lesson.about.todos.len() }
        } else {
            checked(lesson)?
        };
        self.known.insert(lesson.number.clone(), Known { hash, standing: standing.clone() });
        Ok(standing)
    }

    /// Remembers it. Where that is not possible the next start takes longer, which is no error.
    pub(crate) fn save(&self) {
        if let Ok(text) = serde_json::to_vec_pretty(self) {
            let _ = fs::create_dir_all(folder()).and_then(|()| fs::write(file(), text));
        }
    }
}

/// Where the command keeps what can be found out again.
pub(crate) fn folder() -> PathBuf {
    build::workspace().join("target").join("workbook")
}

fn file() -> PathBuf {
    folder().join("progress.json")
}

fn checked(lesson: &Lesson) -> Result<Standing> {
    let verdicts = check::verdicts(lesson)?;
    let passed = verdicts.iter().filter(|verdict| verdict.status == Status::Pass).count();
    let begun = verdicts.iter().any(|verdict| verdict.status != Status::NotStarted);
    Ok(Standing { begun, passed, todos: verdicts.len() })
}

/// What the student edits, beside its form on the first day.
fn edited(lesson: &Lesson) -> Vec<(PathBuf, PathBuf)> {
    let source = lesson.path.join("src");
    let mut pairs = vec![(source.join("exercise.rs"), source.join("starter.rs"))];
    let shaders = lesson.shaders();
    let starters = fs::read_dir(shaders.join("starter")).into_iter().flatten().flatten();
    let mut names: Vec<_> = starters.map(|entry| entry.file_name()).collect();
    names.sort();
    pairs.extend(names.iter().map(|n| (shaders.join(n), shaders.join("starter").join(n))));
    pairs
}

/// Text for text: a file that cannot be read counts as touched, so that its check says why.
fn is_untouched(lesson: &Lesson) -> bool {
    let same = |(mine, first): &(PathBuf, PathBuf)| match (fs::read(mine), fs::read(first)) {
        (Ok(mine), Ok(first)) => mine == first,
        _ => false,
    };
    edited(lesson).iter().all(same)
}

/// Of what the student edits, and of the lesson's own files and this program, which check it.
fn hash(lesson: &Lesson) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut add = |path: &Path| (path, fs::read(path).ok()).hash(&mut hasher);
    for (mine, first) in edited(lesson) {
        add(&mine);
        add(&first);
    }
    add(&lesson.path.join("src").join("checks.rs"));
    add(&lesson.path.join("lesson.toml"));
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson;

    #[test]
    fn standings_in_words() {
        let standing = |begun, passed| Standing { begun, passed, todos: 2 };
        assert_eq!(standing(false, 0).words(), "not started");
        assert_eq!(standing(true, 1).words(), "1 of 2");
        assert_eq!(standing(true, 2).words(), "done");
        assert!(standing(true, 2).is_done() && !standing(true, 1).is_done());
    }

    /// What is remembered is used while the files are the same, and not after that.
    #[test]
    fn remembered_until_something_changes() {
        let lesson = lesson::find("03").unwrap();
        let todos = lesson.about.todos.len();
        let standing = Standing { begun: true, passed: 1, todos };
        let mut progress = Progress::default();
        let known = Known { hash: hash(&lesson), standing: standing.clone() };
        progress.known.insert("03".into(), known);
        assert_eq!(progress.of(&lesson).unwrap(), standing);

        // The same lesson elsewhere, as on its first day: nothing needs to be built to say so.
        let copy = tempfile::tempdir().unwrap();
        let source = copy.path().join("src");
        fs::create_dir_all(&source).unwrap();
        for file in ["exercise.rs", "starter.rs"] {
            fs::write(source.join(file), "fn f() {}\n").unwrap();
        }
        let lesson = lesson::Lesson { path: copy.path().into(), folder: "03-x".into(), ..lesson };
        let fresh = Standing { begun: false, passed: 0, todos };
        assert_eq!(progress.of(&lesson).unwrap(), fresh);
        fs::write(source.join("exercise.rs"), "fn f() { 1; }\n").unwrap();
        assert!(!is_untouched(&lesson));
        assert_ne!(hash(&lesson), progress.known["03"].hash);
    }
}
