//! Numbers of the assets, which the lessons' texts state.

use armature_formats::collada::{self, Scene};
use glam::DAffine3;
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
fn lesson_11() {
    let [knight, hose] =
        [workspace::assets().join("knight.dae"), workspace::lessons().join("11-collada-skin/hose.dae")]
            .map(|path| collada::read(&path).expect("a file"));
    let indices = Scene::new(&knight).expect("a scene").skins.remove(0).joints;
    let [knight, hose] = [knight, hose].map(|mut file| file.controllers.remove(0).skin.expect("a skin"));
    assert_eq!(knight.bind_from_mesh, DAffine3::IDENTITY);
    let tabard = knight.joints.iter().position(|name| name == "tabard_front").expect("a slot");
    let count = hose.joints.len();
    let most = (0..hose.ends.len()).map(|position| hose.influences(position).count()).max().expect("vertices");
    text_says(
        "11-collada-skin",
        &[
            format!("The hose has {count} joints, so its slot for -1 is {count}"),
            format!("`tabard_front` is slot {tabard}, but joint {}", indices[tabard].expect("a joint")),
            format!("the whole knight follows his {}, as stiff", knight.joints[0]),
            format!("the whole hose `{}`", hose.joints[0]),
            format!("the hose's vertices have up to {most}"),
            "The knight's $F$ is the identity".into(),
        ],
    );
}
