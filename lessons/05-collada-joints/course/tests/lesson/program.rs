//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;
use common::graphics::testing::headless_or_skip;

const BANNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../common/runtime/fuzz/corpus/gltf/seed-banner.glb");
const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/arm.dae");

/// Returns the scene in words, and the messages beside it.
fn described(arguments: &[&str]) -> [String; 2] {
    let output = PROGRAM.run(&[&["--describe"], arguments].concat());
    assert!(output.status.success(), "{output:?}");
    let [text, notes] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    [text.strip_prefix("Lesson 05: Collada joints\n").expect("the title").to_owned(), notes]
}

#[test]
fn the_tree_as_text() {
    if headless_or_skip("the_tree_as_text").is_none() {
        return;
    }
    let [message, _] = described(&["--solution"]);
    assert!(message.starts_with("   0  hips\n   1    spine\n   2      chest\n"), "{message}");
    assert!(message.contains("\n  29        foot_l\n") && message.contains("\n35 joints\n"), "{message}");
    let [message, _] = described(&["--solution", ARM]);
    assert!(message.starts_with("   0  upper\n   1    lower\n   2      hand\n3 joints\n"), "{message}");
    assert_eq!(described(&["--starter"])[0], "0 joints\n");
}

#[test]
fn a_bad_file_is_an_error_in_words() {
    if headless_or_skip("a_bad_file_is_an_error_in_words").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.dae");
    let path = file.to_str().expect("UTF-8");
    for (content, says) in [
        (&b"words"[..], "bad.dae:1:1: neither Collada nor glTF: it begins with \"words\""),
        (b"\xff\xfe\x00", "bad.dae"),
    ] {
        std::fs::write(&file, content).expect("written");
        PROGRAM.fails(&["--describe", "--solution", path], says);
    }
    PROGRAM.fails(&["--describe", "no such file"], "no such file");
    PROGRAM.fails(
        &["--describe", BANNER],
        "is glTF, and this lesson reads Collada. To write it as Collada: cargo figure convert \"",
    );
    std::fs::write(&file, "<COLLADA version=\"1.4.1\"></COLLADA>").expect("written");
    let [message, note] = described(&["--solution", path]);
    assert_eq!(message, "0 joints\n");
    assert!(note.contains("no joints: there is no <visual_scene>"), "{note}");
}
