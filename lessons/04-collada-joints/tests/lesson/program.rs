//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;
use common::graphics::testing::headless_or_skip;

const BANNER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../common/fuzz/corpus/gltf/seed-banner.glb");
const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.dae");

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_tree_as_text() {
    if headless_or_skip("the_tree_as_text").is_none() {
        return;
    }
    let output = PROGRAM.run(&["--describe", "--solution"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.starts_with("   0  hips\n   1    spine\n   2      chest\n"), "{said}");
    assert!(said.contains("\n  29        foot_l\n") && said.ends_with("\n35 joints\n"), "{said}");
    let said = text(&PROGRAM.run(&["--describe", "--solution", ARM]).stdout);
    assert_eq!(said, "   0  upper\n   1    lower\n   2      hand\n3 joints\n");
    let banner = PROGRAM.run(&["--describe", "--solution", BANNER]);
    assert_eq!(text(&banner.stdout), "   0  pole\n   1    tip\n2 joints\n");
    let said = text(&banner.stderr);
    assert!(
        said.contains("cargo workbook convert \"") && said.contains("seed-banner.dae"),
        "{said}"
    );
    assert_eq!(text(&PROGRAM.run(&["--describe", "--starter"]).stdout), "0 joints\n");
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
    std::fs::write(&file, "<COLLADA version=\"1.4.1\"></COLLADA>").expect("written");
    let output = PROGRAM.run(&["--describe", "--solution", path]);
    assert_eq!(text(&output.stdout), "0 joints\n");
    let said = text(&output.stderr);
    assert!(said.contains("no joints: there is no <visual_scene>"), "{said}");
}
