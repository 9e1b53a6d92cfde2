//! The figures of the workspace, for tests.

use armature::model::Model;
use std::path::Path;

/// A figure of `assets/`; `None` where this crate stands alone, as in a package.
pub(crate) fn of_assets(name: &str) -> Option<Model> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    if !assets.exists() {
        println!("SKIPPED: {name}, since there is no {}", assets.display());
        return None;
    }
    Some(armature_formats::load(assets.join(format!("{name}.dae"))).expect("our own figures load").model)
}
