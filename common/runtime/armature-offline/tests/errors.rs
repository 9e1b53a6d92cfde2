//! An error that `main` returns is printed by `Debug`: for every error of the four crates that is its sentence.

use armature::{
    animation::{ClipError, TrackError, keyframes::KeyframesError},
    math::Transform,
    skeleton::SkeletonError,
};
use armature_formats::container::{ContainerError, OpenError, Problem};
use armature_offline::{edit::KeysError, retarget::PairError};
use armature_simd::BakeError;
use std::error::Error;

/// Public names of each crate.
const NAMES: [&str; 4] = [
    include_str!("../../armature/public-api.txt"),
    include_str!("../../armature-formats/public-api.txt"),
    include_str!("../public-api.txt"),
    include_str!("../../armature-simd/public-api.txt"),
];

#[test]
fn an_error_that_leaves_main_is_a_sentence() {
    let joint = SkeletonError::NotFinite { joint: 0, name: "hips".into(), transform: Transform::IDENTITY };
    let opened = OpenError::Container { file: "walk.armature".into(), error: ContainerError::NoFigure };
    let errors: [(&str, Box<dyn Error>); 11] = [
        ("SkeletonError", joint.into()),
        ("TrackError", TrackError::NoKeys.into()),
        ("ClipError", ClipError::TwoTracks { clip: "walk".into(), joint: 1 }.into()),
        ("KeyframesError", KeyframesError { found: 3 }.into()),
        ("Error", armature_formats::load("no such file").unwrap_err().into()),
        ("ContainerError", ContainerError::NoFigure.into()),
        ("Problem", Problem::Twice.into()),
        ("OpenError", opened.into()),
        ("KeysError", KeysError::Order(TrackError::NoKeys).into()),
        ("PairError", PairError::Twice("hips".into()).into()),
        ("BakeError", BakeError::Rate { rate: 0.0 }.into()),
    ];
    for (name, error) in &errors {
        assert_eq!(format!("{error:?}"), error.to_string(), "{name}");
    }
    for line in NAMES.iter().flat_map(|names| names.lines()) {
        let is_type = line.contains("pub enum ") || line.contains("pub struct ");
        let name = line.rsplit("::").next().unwrap_or_default();
        // `PoseError` is a distance.
        if is_type && name.ends_with("Error") && name != "PoseError" {
            assert!(errors.iter().any(|(listed, _)| *listed == name), "add a value of {line}");
        }
    }
}
