//! Files in the styles of the exporters that students use. Most are in `cases.txt`.

use crate::{
    digest::digest,
    support::{BANNER, load, load_bytes, replace, warnings},
};
use armature::model::ModelInstance;
use glam::Vec3;

/// Line ends of two characters, and tabs.
#[test]
fn windows_line_ends() {
    let text = BANNER.replace('\n', "\r\n").replace("  ", "\t");
    let loaded = load(&text).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!(digest(&loaded.model), digest(&load(BANNER).unwrap().model));
}

/// Maya: `rotate` elements that are driven one by one beside a pivot, in degrees beyond a full turn.
#[test]
fn maya_pivots_turn_on() {
    let text = replace(
        BANNER,
        "<rotate sid=\"turn\">1 0 0 0</rotate>",
        "<translate sid=\"rotatePivot\">0 0.5 0</translate><rotate sid=\"jointOrientX\">1 0 0 30</rotate>\
         <rotate sid=\"turn\">1 0 0 0</rotate><rotate sid=\"jointOrientXInverse\">1 0 0 -30</rotate>\
         <translate sid=\"rotatePivotInverse\">0 -0.5 0</translate>",
    );
    let text = replace(&text, ">0 90 0<", ">0 720 90<");
    let model = load(&text).unwrap().model;
    let mut figure = ModelInstance::new(&model);
    // Halfway to 720 degrees it is back at its place; at 180 degrees, upside down about its pivot.
    for (time, place) in [(0.75, Vec3::new(10.0, 0.0, 1.0)), (0.625, Vec3::new(10.0, 1.0, 1.0))] {
        figure.sample(&model, &model.clips[0], time);
        let origin = Vec3::from(figure.model_from_joint()[2].translation);
        assert!((origin - place).length() < 1e-3, "{time}: {origin}");
    }
}

/// A file that ends with zero bytes, like copies by some old tools: the message locates the end of the text.
#[test]
fn zero_bytes_behind_the_end() {
    let mut bytes = BANNER.as_bytes().to_vec();
    bytes.extend([0; 3]);
    let error = load_bytes(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("model.dae:1"), "{error}");
}
