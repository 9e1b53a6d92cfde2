//! `share` on a lesson that builds in a moment: the files in the folder and in the archive.

mod fixture;
#[path = "fixture/unpacked.rs"]
mod unpacked;

use fixture::{EXERCISE, RIGHT, SHADER, Workspace};
use std::{collections::BTreeMap, env::consts::EXE_SUFFIX, fs, path::Path};
use unpacked::unpacked;
use walkdir::WalkDir;

const ZIP: &str = "share/77-double.zip";

/// Returns the contents of all files in a folder and below, by their paths in the folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let path = entry.path().strip_prefix(folder).expect("below it").to_string_lossy().replace('\\', "/");
        files.insert(path, fs::read(entry.path()).expect("it can be read"));
    }
    files
}

#[test]
fn a_lesson_is_given_away() {
    let workspace = Workspace::new();
    let complaint = workspace.complained(&["share", "77"], 2);
    assert!(complaint.contains("nothing of lesson 77 is yours yet"), "{complaint}");
    workspace.write(EXERCISE, "pub fn double(n: u32) -> u32 {\n    n * two\n}\n");
    let complaint = workspace.complained(&["share", "77"], 2);
    assert!(complaint.contains("lesson 77 does not compile"), "{complaint}");
    assert!(!workspace.path("share").exists(), "nothing was written");

    workspace.write(EXERCISE, RIGHT);
    workspace.write("LICENSE-MIT", "MIT, for all\n");
    for file in ["knight.dae", "README.md", "source/knight.py"] {
        workspace.write(&format!("assets/{file}"), "");
    }
    workspace.write("lessons/77-double/own.png", "");
    let printed = workspace.printed(&["share", "77", "--name", "Zoë"], 0);
    assert!(printed.contains("77.2 double.vert is not begun: it is drawn as you found it."), "{printed}");
    let all = files(&workspace.path("share/77-double"));
    let text = |name: &str| String::from_utf8_lossy(&all[name]).into_owned();
    let marker: serde_json::Value = serde_json::from_slice(&all["share.json"]).expect("JSON");
    let library = marker["library"].as_str().expect("a library");
    assert_eq!((&marker["title"], &marker["mine"]), (&"Doubling, by Zoë".into(), &serde_json::json!(["77.1"])));
    assert!(all[library].len() > 1000, "{library}");
    assert!(all.contains_key(&format!("double{EXE_SUFFIX}")), "{:?}", all.keys());
    assert!(text("README.txt").contains("Zoë has written: 77.1 double.\n"), "{}", text("README.txt"));
    assert_eq!(text("README.txt").lines().filter(|line| !line.is_empty()).count(), 8);
    assert!(text("LICENCES.txt").contains("Of Armature:\n\nMIT, for all\n"), "{}", text("LICENCES.txt"));
    // As the student found it.
    assert!(text(SHADER).contains("TODO 77.2"));
    let opened: Vec<&str> = all.keys().filter(|name| name.contains('/')).map(String::as_str).collect();
    let light = "shaders/77-double/light.glsl";
    assert_eq!(opened, ["assets/knight.dae", "lessons/77-double/own.png", SHADER, light]);

    let zip = unpacked(&fs::read(workspace.path(ZIP)).expect("an archive"));
    let of_folder: Vec<String> = all.keys().map(|name| format!("double/{name}")).collect();
    assert_eq!(zip.keys().cloned().collect::<Vec<_>>(), of_folder);
    assert!(zip.iter().all(|(name, (bytes, _))| all[name.trim_start_matches("double/")] == *bytes));
    if cfg!(target_os = "linux") {
        let runs: Vec<&str> = zip.iter().filter(|(_, (_, runs))| *runs).map(|(name, _)| &**name).collect();
        assert_eq!(runs, ["double/double", &format!("double/{library}"), "double/play.sh"]);
    }

    // Once more, whole, and with nothing overwritten.
    fs::write(workspace.path("share/77-double/best"), "kept").expect("it can be written");
    workspace.printed(&["share", "77", "--completed"], 0);
    let marker = files(&workspace.path("share/77-double"))["share.json"].clone();
    let marker: serde_json::Value = serde_json::from_slice(&marker).expect("JSON");
    assert_eq!((&marker["title"], &marker["finished"]), (&"Doubling".into(), &serde_json::json!(["77.2"])));
    assert_eq!(workspace.read("share/77-double.1/best"), "kept");
    assert!(workspace.path("share/77-double.1.zip").exists());
}
