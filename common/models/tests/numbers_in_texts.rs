//! Numbers of the assets, which the lessons' texts state.

use verdict::workspace;

/// Asserts that a lesson's text has each of these sentences.
fn text_says(lesson: &str, sentences: &[String]) {
    let path = workspace::lessons().join(lesson).join("README.md");
    let text = std::fs::read_to_string(path).expect("a text").replace('\r', "");
    for sentence in sentences {
        assert!(text.contains(sentence), "{lesson} does not say: {sentence}");
    }
}

#[test]
fn lesson_13() {
    let knight = armature_formats::load(workspace::assets().join("knight.dae")).expect("the knight").model;
    let [walk, run] = ["walk", "run"].map(|name| knight.clip(name).expect(name).duration());
    text_says(
        "13-blending",
        &[
            format!("The walk takes {walk} s and the run {run} s"),
            format!(r"$dt / ((1-w)\cdot {walk} + w\cdot {run})$"),
        ],
    );
}
