//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn in_words() {
    let knight = "knight: upper_arm_l bent by 60 degrees; 2942 positions";
    PROGRAM.describes(&[], &[knight, "hose: spine_4 bent by"]);
}

#[test]
fn what_is_not_there_is_an_error_in_words() {
    let describe = ["--describe", "--solution"];
    for says in ["--joint nonsense: there is no joint of that sid", "knight has hips spine", "hose has spine_1"] {
        PROGRAM.fails(&[&describe[..], &["--joint", "nonsense"]].concat(), says);
    }
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets");
    for (file, says) in [
        ("sword.dae", "sword.dae: there is no skin in it"),
        ("sword.png", "sword.png"),
        ("no such file", "no such file"),
        ("../common/runtime/fuzz/corpus/gltf/seed-banner.glb", "is glTF, and this lesson reads Collada"),
    ] {
        let file = format!("{assets}/{file}");
        PROGRAM.fails(&[&describe[..], &[file.as_str()]].concat(), says);
    }
}
