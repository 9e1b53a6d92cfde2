//! An error that `main` returns is printed by `Debug`: for every error of the four crates that is its sentence.

use armature::{
    animation::{ClipError, TrackError},
    math::Transform,
    skeleton::SkeletonError,
};
use armature_formats::container::{ContainerError, OpenError};
use armature_offline::{edit::KeysError, merge::MergeError, retarget::PairError};
use armature_simd::BakeError;
use std::error::Error;

#[test]
fn an_error_that_leaves_main_is_a_sentence() {
    let joint = SkeletonError::NotFinite { joint: 0, name: "hips".into(), transform: Transform::IDENTITY };
    let opened =
        OpenError::Container { file: "walk.armature".into(), error: ContainerError::File("it is empty".into()) };
    let errors: [(&str, Box<dyn Error>); 10] = [
        ("SkeletonError", joint.into()),
        ("TrackError", TrackError::NoKeys.into()),
        ("ClipError", ClipError::TwoTracks { clip: "walk".into(), joint: 1 }.into()),
        ("Error", armature_formats::load("no such file").unwrap_err().into()),
        ("ContainerError", ContainerError::File("it is empty".into()).into()),
        ("OpenError", opened.into()),
        ("KeysError", KeysError::Order(TrackError::NoKeys).into()),
        ("PairError", PairError::Twice("hips".into()).into()),
        ("MergeError", MergeError::NothingInCommon.into()),
        ("BakeError", BakeError::Rate { rate: 0.0 }.into()),
    ];
    for (name, error) in &errors {
        assert_eq!(format!("{error:?}"), error.to_string(), "{name}");
    }
}
