//! Committed figures: they are the files that the course describes, and every dialect of Collada gives the same arm.

mod dialects;

use armature::model::ModelInstance;
use armature_formats::collada::{self, LoadedModel};
use std::fs;
use std::path::{Path, PathBuf};

/// Name, joints, clips, triangles and hash of each file. After a new export look through assets/README.md and the lessons'
/// texts (`grep -rn knight lessons`), run assets/source/check.py, and only then change the row.
const FIGURES: [(&str, usize, usize, usize, u64); 4] = [
    ("arm.dae", 5, 3, 2600, 0xE66B_A015_CE24_600F),
    ("creature.dae", 37, 3, 4816, 0x3105_9BC1_3AF1_9428),
    ("knight.dae", 37, 9, 5820, 0x184D_D4C8_D404_6D3B),
    ("sword.dae", 1, 0, 428, 0x1EFF_1D95_1A68_6D03),
];

fn asset(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(file)
}

fn load(file: &str) -> LoadedModel {
    collada::load(asset(file)).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the 64-bit FNV-1a hash of a text, without the line ends of Windows.
fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for byte in bytes.iter().filter(|byte| **byte != b'\r') {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
    }
    hash
}

#[test]
fn figures_are_as_listed() {
    for (name, joints, clips, triangles, hash) in FIGURES {
        let LoadedModel { model, warnings, .. } = load(name);
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        let indices: usize = model.parts.iter().map(|part| part.mesh.indices.len()).sum();
        let found = fnv1a(&fs::read(asset(name)).unwrap());
        let row = (name, model.skeleton.len(), model.clips.len(), indices / 3, found);
        assert_eq!(row, (name, joints, clips, triangles, hash), "{name} has changed: see above");
        assert!(ModelInstance::new(&model).bounds(&model).is_some(), "{name}");
    }
}

/// A clone of the course stays small.
#[test]
fn the_folder_is_small() {
    const LIMIT: u64 = 6_000_000;
    let mut total = 0;
    let mut folders = vec![asset("")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                total += entry.metadata().unwrap().len();
            }
        }
    }
    assert!(total < LIMIT, "{total} bytes; at most {LIMIT}");
}
