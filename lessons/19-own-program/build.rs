//! Names the files of a student's own program, wherever they are.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The environment variable with another folder of sources than `own/src`.
const SOURCES: &str = "ARMATURE_OWN";

/// The functions that the check calls: for each of them that is written, `has_..` is set.
const FUNCTIONS: [&str; 16] = [
    "react",
    "floor_corners",
    "bone_buffers",
    "draw_bones",
    "skin_vertices",
    "texture",
    "palette",
    "draw_skin",
    "advance",
    "pose",
    "panel",
    "step",
    "steer",
    "change_state",
    "follow",
    "draw",
];

/// The course's figure.
const KNIGHT: &str = "knight.dae";

fn main() {
    println!("cargo::rerun-if-env-changed={SOURCES}");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package"));
    let graded = package.join("own/src"); // in the package that a grading makes of an answer
    let usual = if graded.exists() { graded } else { package.join("../../own/src") };
    let folder = env::var_os(SOURCES).map_or(usual, PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    let mut texts = Vec::new();
    let mut scene = String::new();
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // `main.rs` opens a window, and the check has none.
        names.extend(name.strip_suffix(".rs").filter(|name| *name != "main").map(String::from));
        // Only what the folder lists: an editor may be about to replace the file.
        if name == "scene.rs" {
            scene = fs::read_to_string(entry.path()).unwrap_or_default();
        }
        let is_shader = matches!(name.rsplit_once('.'), Some((_, "vert" | "frag")));
        if is_shader || ["main.rs", "scene.rs"].contains(&&*name) {
            let text = fs::read_to_string(folder.join(&name)).unwrap_or_default();
            texts.push((name, text));
        }
    }
    names.sort();
    texts.sort();
    let mut modules = String::new();
    for name in &names {
        let path = folder.join(format!("{name}.rs"));
        modules += &format!("#[forbid(unsafe_code)]\n#[path = {:?}]\npub mod {name};\n", path.display().to_string());
    }
    modules += &format!("pub const TEXTS: texts::Texts = &{texts:?};\n");
    for function in FUNCTIONS {
        println!("cargo::rustc-check-cfg=cfg(has_{function})");
        if scene.contains(&format!("fn {function}(")) {
            println!("cargo::rustc-cfg=has_{function}");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder for the output"));
    let assets = figures(&package.join("../../assets"), &out.join("figures"), &scene);
    println!("cargo::rustc-env=OWN_ASSETS={}", assets.display());
    for (name, text) in [("own.rs", &modules), ("scene.txt", &scene)] {
        fs::write(out.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Returns the folder in which the program finds its figure. Whatever figure it is, an answer is judged by the knight: he is
/// there under the name that `FIGURE` has. (The course's loader knows Collada by its content, whatever the name ends with.)
fn figures(assets: &Path, folder: &Path, scene: &str) -> PathBuf {
    let name = scene.split_once("const FIGURE: &str = \"").and_then(|(_, rest)| rest.split('"').next());
    let is_name = |name: &&str| !name.is_empty() && !name.contains(['/', '\\', ':']) && !name.starts_with('.');
    let Some(name) = name.filter(is_name).filter(|name| *name != KNIGHT) else { return assets.into() };
    fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for (file, copy) in [(KNIGHT, KNIGHT), ("knight.png", "knight.png"), (KNIGHT, name)] {
        fs::copy(assets.join(file), folder.join(copy)).unwrap_or_else(|error| panic!("{copy}: {error}"));
    }
    folder.into()
}
