//! The finished answers read what `armature_formats::collada` reads, from every figure of `assets/` and from the hose.

use armature::mesh::Bounds;
use armature::model::ModelInstance;
use check::{Probe, Random};
use common::exercise::{listen, testing};
use common::graphics::skinned_points::world_points;
use glam::{Mat4, Quat};
use lesson_11::{FigureFile, SkinAnswers, VertexWeights, bind_skins, checks::REFERENCE};
use std::path::{Path, PathBuf};

const BANNER: &str = "../../../common/runtime/fuzz/corpus/gltf/seed-banner.glb";

fn figures() -> Vec<PathBuf> {
    let hose = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hose.dae");
    let all = testing::figures().into_iter().chain([hose]);
    all.filter(|path| !path.ends_with("sword.dae")).collect() // it has no skin
}

fn read(path: &Path) -> (FigureFile, Vec<SkinAnswers>) {
    let file = FigureFile::read(path).unwrap_or_else(|error| panic!("{error:#}"));
    let ((_, found), message) = listen(|| bind_skins(&file, &REFERENCE.collada_skin).unwrap());
    assert_eq!(message, [], "{}", path.display());
    (file, found)
}

#[test]
fn every_skin_is_what_common_reads() {
    for path in figures() {
        let found = read(&path).1;
        let document = armature_formats::collada::read(&path).expect("a document");
        assert_eq!(found.len(), document.skins.len());
        for (found, data) in found.iter().zip(&document.skins) {
            let skin = &document.loaded.model.skins[data.skin];
            let bindings = &skin.bindings[..data.names.len()];
            let joints: Vec<usize> = bindings.iter().filter_map(|binding| binding.joint).collect();
            assert_eq!(found.joints, joints, "{}", path.display());
            // So that what the lesson's own reader leaves to `common` comes to the same.
            assert_eq!(VertexWeights::new(data).influences(&REFERENCE.collada_skin).unwrap(), found.influences);
            let slots = joints.len();
            for (slot, matrix) in found.matrices.iter().take(slots).enumerate() {
                let right = Mat4::from(bindings[slot].joint_from_bind * skin.bind_from_mesh);
                // The files' numbers go up to some hundreds; single precision is right to 1e-7 of that.
                assert!(matrix.abs_diff_eq(right, 1e-3), "slot {slot}: {matrix} {right}");
            }
        }
    }
}

#[test]
fn every_figure_is_posed_as_commons_is() {
    let mut files: Vec<(PathBuf, FigureFile)> =
        figures().into_iter().map(|path| (path.clone(), read(&path).0)).collect();
    // Figures whose skins the loader has read.
    for path in [common::assets().join("knight.dae"), Path::new(env!("CARGO_MANIFEST_DIR")).join(BANNER)] {
        let model = armature_formats::load(&path).expect("a model").model;
        files.push((path, FigureFile::of_model(model).expect("a skin")));
    }
    for (path, file) in files {
        let model = bind_skins(&file, &REFERENCE.collada_skin).unwrap().0;
        let whole = armature_formats::load(&path).expect("a model").model;
        let mut random: Random = Probe { seed: 3, index: 0 }.random();
        let mut mine = ModelInstance::new(&model);
        let mut right = ModelInstance::new(&whole);
        for joint in 0..whole.skeleton.len() {
            let turn =
                Quat::from_rotation_x(random.between(-0.5, 0.5)) * Quat::from_rotation_z(random.between(-0.5, 0.5));
            mine.change(&model).pose_mut().locals[joint].rotation *= turn;
            right.change(&whole).pose_mut().locals[joint].rotation *= turn;
        }
        let mine = world_points(&model, &mine);
        let right = world_points(&whole, &right);
        let size = Bounds::from_points(right.iter().copied()).expect("vertices").radius();
        assert_eq!(mine.len(), right.len(), "{}", path.display());
        let apart = mine.iter().zip(&right).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(apart < 1e-3 * size, "{}: {apart}", path.display());
    }
}
