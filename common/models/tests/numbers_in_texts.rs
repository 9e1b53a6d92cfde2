//! Numbers of the assets, which the lessons' texts state.

use armature_formats::collada;
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
fn lesson_05() {
    let file = workspace::assets().join("knight.dae");
    let model = collada::load(&file).expect("the knight").model;
    assert_eq!(model.clips.len(), 9);
    let document = collada::read(&file).expect("the knight");
    let times = &document.curves[0].times; // as the file has them: a track may do with fewer
    let [dance, walk] = ["dance", "walk"].map(|name| {
        let clip = model.clip(name).expect(name);
        times.iter().filter(|time| (clip.start..=clip.end).contains(*time)).count()
    });
    text_says(
        "05-keyframes",
        &[
            "knows nine motions".into(),
            format!("The dance has {dance} keys in the file"),
            format!("which of the {dance} keys are kept. Keep all but the last, 0 to {}", dance - 2),
            format!("let them walk, with keys of 0 to {}", walk - 2),
        ],
    );
}
