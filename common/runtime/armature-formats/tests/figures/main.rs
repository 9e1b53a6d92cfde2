//! Committed figures: they are the files that the course describes, and every dialect of Collada gives the same arm.

mod dialects;

use armature::model::ModelInstance;
use armature_formats::collada::{self, LoadedModel};
use std::path::{Path, PathBuf};

/// Name, joints, clips and triangles of each file. After a new export look through assets/README.md and the lessons' texts
/// (`grep -rn knight lessons`), run assets/source/check.py, and only then change the row.
const FIGURES: [(&str, usize, usize, usize); 4] =
    [("arm.dae", 5, 3, 2600), ("creature.dae", 37, 3, 4816), ("knight.dae", 37, 9, 5820), ("sword.dae", 1, 0, 428)];

fn asset(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(file)
}

fn load(file: &str) -> LoadedModel {
    collada::load(asset(file)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn figures_are_as_listed() {
    for (name, joints, clips, triangles) in FIGURES {
        let LoadedModel { model, warnings, .. } = load(name);
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        let indices: usize = model.parts.iter().map(|part| part.mesh.indices.len()).sum();
        let row = (name, model.skeleton.len(), model.clips.len(), indices / 3);
        assert_eq!(row, (name, joints, clips, triangles), "{name} has changed: see above");
        assert!(ModelInstance::new(&model).bounds(&model).is_some(), "{name}");
    }
}
