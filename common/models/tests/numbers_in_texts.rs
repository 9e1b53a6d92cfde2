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
fn lesson_04() {
    let file = workspace::assets().join("knight.dae");
    let text = std::fs::read_to_string(&file).expect("the knight");
    let mut matrices = text.lines().filter_map(|line| line.trim().strip_prefix("<matrix "));
    assert!(matrices.all(|rest| rest.ends_with("</matrix>") && !rest.contains("  ")));
    let skeleton = armature_formats::load(file).expect("the knight").model.skeleton;
    // In our axes his hips are as high as in the file's.
    let hips = skeleton.joints()[0].bind_local.translation;
    text_says(
        "04-collada-joints",
        &[
            "the knight's file has single spaces only".into(),
            format!("his skeleton: {} joints out of `assets/knight.dae`", skeleton.len()),
            format!("his hips are at $z = {:.2}$", hips.y),
        ],
    );
}
