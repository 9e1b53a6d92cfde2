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
    let text = std::fs::read_to_string(workspace::assets().join("knight.dae")).expect("the knight");
    let mut matrices = text.lines().filter_map(|line| line.trim().strip_prefix("<matrix "));
    assert!(matrices.all(|rest| rest.ends_with("</matrix>") && !rest.contains("  ")));
    text_says(
        "04-collada-joints",
        &[
            "the knight's file has single spaces only".into(),
            format!("his skeleton: {} joints out of `assets/knight.dae`", text.matches("type=\"JOINT\"").count()),
        ],
    );
}
