//! Our collection of broken and odd files, `broken/`: beside each is a text with the expected messages.
//!
//! With `ARMATURE_UPDATE` set, the texts are written instead of compared: read them before keeping them.

use crate::support::load_file;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/collada/broken")
}

/// The error, or the contents that were read and all warnings.
fn summary(file: &Path) -> String {
    let name = file.file_name().expect("a listed file").to_string_lossy();
    let bytes = fs::read(file).expect("a listed file");
    let loaded = match load_file(&bytes, &name) {
        Err(error) => return format!("refused\n{error}\n"),
        Ok(loaded) => loaded,
    };
    let model = &loaded.model;
    let vertices: usize = model.parts.iter().map(|part| part.mesh.vertices.len()).sum();
    let mut text = format!(
        "read\nnodes {}, skins {}, vertices {vertices}, clips {}\n",
        model.skeleton.len(),
        model.skins.len(),
        model.clips.len()
    );
    for warning in &loaded.warnings {
        text.push_str(&format!("{warning}\n"));
    }
    text
}

#[test]
fn every_file_has_the_messages_beside_it() {
    let update = std::env::var_os("ARMATURE_UPDATE").is_some();
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending != "txt"));
    files.sort();
    assert!(files.len() > 50, "the collection is there");
    let mut wrong = Vec::new();
    for file in &files {
        let beside = file.with_file_name(format!("{}.txt", file.file_name().expect("a listed file").to_string_lossy()));
        let summary = summary(file);
        if update {
            fs::write(&beside, &summary).unwrap();
        }
        let want = fs::read_to_string(&beside).unwrap_or_default();
        if summary != want {
            wrong.push(format!("{}\nwanted:\n{want}\ngot:\n{summary}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
