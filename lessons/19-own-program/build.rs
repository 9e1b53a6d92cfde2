//! Names the files of a student's own program, wherever they are, and the functions that it has.

use std::path::{Path, PathBuf};
use std::{env, fs};
use verdict::source::{SCENE, Token, functions_of, tokens};

/// The environment variable with another folder of sources than `own/src`.
const SOURCES: &str = "ARMATURE_OWN";

/// The functions that the check calls: for each of them that is written, `has_..` is set.
const FUNCTIONS: [&str; 18] = [
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
    "fall",
    "step",
    "steer",
    "change_state",
    "follow",
    "edit",
    "draw",
];

/// The environment variable with the functions that the check cannot call: `verdict::build::library`.
const NOT_CALLED: &str = "ARMATURE_NOT_CALLED";

/// The course's figure.
const KNIGHT: &str = "knight.dae";

fn main() {
    println!("cargo::rerun-if-env-changed={SOURCES}");
    println!("cargo::rerun-if-env-changed={NOT_CALLED}");
    let not_called = env::var(NOT_CALLED).unwrap_or_default();
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package"));
    let graded = package.join("own/src"); // in the package that a grading makes of an answer
    let usual = if graded.exists() { graded } else { package.join("../../own/src") };
    let folder = env::var_os(SOURCES).map_or(usual, PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut modules = String::new();
    let mut code = Vec::new();
    for name in names(&folder) {
        let mut path = folder.join(format!("{name}.rs"));
        if !path.exists() {
            path = folder.join(&name).join("mod.rs");
        }
        // An editor may be about to replace the file.
        code.extend(tokens(&fs::read_to_string(&path).unwrap_or_default()));
        modules += &format!("#[forbid(unsafe_code)]\n#[path = {:?}]\npub mod {name};\n", path.display().to_string());
    }
    let scene = fs::read_to_string(folder.join("scene.rs")).unwrap_or_default();
    let written = tokens(&scene);
    let written = functions_of(&written, SCENE);
    for function in FUNCTIONS {
        println!("cargo::rustc-check-cfg=cfg(has_{function})");
        if written.contains(&function) && !not_called.split(' ').any(|name| name == function) {
            println!("cargo::rustc-cfg=has_{function}");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder for the output"));
    let assets = figures(&package.join("../../assets"), &out.join("figures"), &code);
    println!("cargo::rustc-env=OWN_ASSETS={}", assets.display());
    for (name, text) in [("own.rs", &modules), ("scene.txt", &scene)] {
        fs::write(out.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Returns the names of the program's modules: those that `main.rs` declares, which opens a window and is not in the check,
/// or all without it, as in a grading. A copy that no program names is left out.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    match fs::read_to_string(folder.join("main.rs")) {
        Ok(main) => {
            for three in tokens(&main).windows(3).filter(|three| three[0].text == "mod" && three[2].text == ";") {
                names.push(three[1].text.clone());
            }
        }
        Err(_) => {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_folder = entry.path().join("mod.rs").exists();
                names.extend(name.strip_suffix(".rs").or(is_folder.then_some(&*name)).map(String::from));
            }
        }
    }
    names.sort();
    names
}

/// Returns the folder in which the program finds its figure. Whatever figure it is, an answer is judged by the knight: he is
/// there under each name of a figure's file in the program. (The course's loader knows Collada by its content.)
fn figures(assets: &Path, folder: &Path, code: &[Token]) -> PathBuf {
    let mut names = Vec::new();
    for token in code {
        let name = token.text.trim_matches('"');
        let is_figure =
            [".dae", ".glb", ".gltf"].iter().any(|ending| name.len() > ending.len() && name.ends_with(ending));
        if is_figure && name != KNIGHT && !name.contains(['/', '\\', ':', '{']) && !name.starts_with('.') {
            names.push(name);
        }
    }
    if names.is_empty() {
        return assets.into();
    }
    fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    names.push(KNIGHT);
    for (file, copy) in names.into_iter().map(|name| (KNIGHT, name)).chain([("knight.png", "knight.png")]) {
        fs::copy(assets.join(file), folder.join(copy)).unwrap_or_else(|error| panic!("{copy}: {error}"));
    }
    folder.into()
}
