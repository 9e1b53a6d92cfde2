//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;
use common::graphics::testing::headless_or_skip;

/// The program opens our figures by name and any file by path, and says what is wrong with a file.
#[test]
fn which_file() {
    if headless_or_skip("which_file").is_none() {
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets");
    let maya = format!("{folder}/dialects/maya.dae");
    let sword = format!("{folder}/sword.dae");
    let banner = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../common/runtime/fuzz/corpus/gltf/seed-banner.glb");
    for (arguments, says, notes) in [
        (vec![], "knight, \"walk\": 0.55 of 1.00 s\ntick 76.20 of 63 to 87, 24 a second\n34 of 35 joints", ""),
        (vec!["creature"], "creature, \"walk\": 0.55 of 0.75 s\ntick 121.20 of 108 to 126", ""),
        (vec!["arm", "--clip", "bend", "--time", "1"], "arm, \"bend\": 1.00 of 2.00 s\ntick 72.00 of 48", ""),
        (vec![maya.as_str()], "\n12.1: the loader's tracks", ""),
        (vec![sword.as_str()], "sword, at rest", ""),
        (vec![banner], "seed-banner, \"wave\": 0.55 of 1.50 s", ""),
    ] {
        let output = PROGRAM.run(&[&["--describe", "--solution"], arguments.as_slice()].concat());
        let message = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && message.contains(says), "{output:?}");
        let noted = String::from_utf8_lossy(&output.stderr);
        assert!(noted.contains(notes) && noted.is_empty() == notes.is_empty(), "{output:?}");
    }
    PROGRAM.fails(&["--describe", "nothing.dae"], "nothing.dae");
    let no_clip = "no clip \"fly\": there are \"fall\", ";
    PROGRAM.fails(&["--describe", "--clip", "fly"], no_clip);
}
