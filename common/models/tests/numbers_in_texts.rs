//! Numbers of the assets in the texts of lessons: an asset may change.

use armature::model::Model;
use std::fs;
use verdict::workspace;

/// Asserts that the text of a lesson contains these sentences.
fn says(folder: &str, sentences: &[String]) {
    let text =
        fs::read_to_string(workspace::lessons().join(folder).join("README.md")).expect("a text").replace('\r', "");
    for words in sentences {
        assert!(text.contains(words), "{folder}/README.md does not say: {words}");
    }
}

fn model(name: &str) -> Model {
    armature_formats::load(workspace::assets().join(name)).expect("a figure").model
}

#[test]
fn lesson_12() {
    let text = fs::read_to_string(workspace::assets().join("knight.dae")).expect("the knight");
    let channels = text.matches("<channel ").count();
    let knight = model("knight.dae");
    assert_eq!(knight.clips.len(), 9, "\"His nine motions\"");
    let walk = knight.clip("walk").expect("he walks");
    let rate = walk.frame_rate();
    says(
        "12-playback",
        &[
            format!("The knight's file has {channels}, each with"),
            format!("The knight has {rate} a second. His nine motions"),
            format!("the walk goes from tick {} to {}", rate * walk.start, rate * walk.end),
            format!("12.2 searches them {channels} times"),
        ],
    );
}
