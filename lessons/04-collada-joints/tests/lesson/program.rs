//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

const BANNER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../common/fuzz/corpus/gltf/seed-banner.glb");
const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.dae");

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_tree_as_text() {
    let output = PROGRAM.run(&["--tree", "--solution"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.starts_with("   0  hips\n   1    spine\n   2      chest\n"), "{said}");
    assert!(said.contains("\n  29        foot_l\n") && said.ends_with("\n35 joints\n"), "{said}");
    let said = text(&PROGRAM.run(&["--tree", "--solution", ARM]).stdout);
    assert_eq!(said, "   0  upper\n   1    lower\n   2      hand\n3 joints\n");
    let banner = PROGRAM.run(&["--tree", "--solution", BANNER]);
    assert_eq!(text(&banner.stdout), "   0  pole\n   1    tip\n2 joints\n");
    let said = text(&banner.stderr);
    assert!(
        said.contains("cargo workbook convert \"") && said.contains("seed-banner.dae"),
        "{said}"
    );
    assert_eq!(text(&PROGRAM.run(&["--tree", "--starter"]).stdout), "0 joints\n");
}

#[test]
fn a_bad_file_is_an_error_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.dae");
    let path = file.to_str().expect("UTF-8");
    for (content, says) in [
        (&b"words"[..], "bad.dae:1:1: neither Collada nor glTF: it begins with \"words\""),
        (b"<COLLADA version=\"1.4.1\"></COLLADA>", "there is no <visual_scene>"),
        (b"\xff\xfe\x00", "bad.dae"),
    ] {
        std::fs::write(&file, content).expect("written");
        PROGRAM.fails(&["--tree", "--solution", path], says);
    }
    PROGRAM.fails(&["--tree", "no such file"], "no such file");
}
