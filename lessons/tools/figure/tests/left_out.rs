//! Every reason why a part of a file is left out is given for a file of which it is true, and FILES.md has a line for it.

use armature_formats::loading::Reason;
use std::{fs, path::Path, process::Command};

/// A triangle on a pole, in a clip in which it rises.
const TRIANGLE: &str = r#"{
  "asset": { "version": "2.0" },
  "buffers": [{ "byteLength": 68, "uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAA=" }],
  "bufferViews": [
    { "buffer": 0, "byteLength": 36 },
    { "buffer": 0, "byteOffset": 36, "byteLength": 8 },
    { "buffer": 0, "byteOffset": 44, "byteLength": 24 }
  ],
  "accessors": [
    { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
    { "bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR" },
    { "bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3" }
  ],
  "meshes": [{ "name": "flag", "primitives": [{ "attributes": { "POSITION": 0 } }] }],
  "nodes": [{ "name": "pole", "children": [1] }, { "name": "top", "mesh": 0 }],
  "scenes": [{ "nodes": [0] }],
  "animations": [{ "name": "rise",
    "channels": [{ "sampler": 0, "target": { "node": 1, "path": "translation" } }],
    "samplers": [{ "input": 1, "output": 2 }]
  }]
}"#;

/// Returns a text of [`TRIANGLE`], or of the Collada file of the loader's tests, and the text in its place with which a
/// part is left out for this reason.
fn change(reason: Reason) -> (&'static str, &'static str) {
    match reason {
        Reason::NodeOutside => (r#""scenes": [{ "nodes": [0] }]"#, r#""scenes": [{ "nodes": [1] }]"#),
        Reason::Circle => (
            r#"0 }],
  "scenes": [{ "nodes": [0] }],"#,
            r#"0, "children": [0] }],"#,
        ),
        Reason::NoNode => (r#", "mesh": 0"#, ""),
        Reason::NoFollower => (r#""scenes""#, r#""skins": [{ "name": "hung", "joints": [0] }], "scenes""#),
        Reason::NoTriangles => (r#""attributes""#, r#""mode": 1, "attributes""#),
        Reason::NoPositions => ("POSITION", "NORMAL"),
        Reason::NotWhole => (r#""count": 3"#, r#""count": 2"#),
        Reason::MovesNothing => (r#"{ "sampler": 0, "target": { "node": 1, "path": "translation" } }"#, ""),
        Reason::ChannelsOutside => (r#", "children": [1]"#, ""),
        Reason::OtherPicture => (r#""meshes""#, r#""images": [{ "name": "paint", "uri": "paint.png" }], "meshes""#),
        Reason::Unread => (r#""meshes""#, r#""extensionsUsed": ["KHR_node_visibility"], "meshes""#),
        Reason::OtherScene => ("<visual_scene id", r#"<visual_scene id="yard"/><visual_scene id"#),
        Reason::ChannelOutside => (
            r#"target="tip/turn.ANGLE"/>
    </animation>
  </library_animations>"#,
            r#"target="far/turn.ANGLE"/>
    </animation>
  </library_animations>
  <library_nodes><node id="far"><rotate sid="turn">1 0 0 0</rotate></node></library_nodes>"#,
        ),
        Reason::OtherColladaPicture => (
            "<library_effects>",
            r#"<library_images><image id="paint"><init_from>paint.png</init_from></image></library_images><library_effects>"#,
        ),
        Reason::Reported => unreachable!("it has no words"),
    }
}

fn inspect(file: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_figure")).args(["inspect", "--all"]).arg(file).output();
    let output = output.expect("the command was built with this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a report is text")
}

#[test]
fn every_reason_is_given_and_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let banner = fs::read_to_string(root.join("common/runtime/armature-formats/tests/collada/banner.dae")).unwrap();
    let files = fs::read_to_string(root.join("lessons/FILES.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure");
    for &reason in Reason::ALL {
        let (what, with) = change(reason);
        let plain = [TRIANGLE, &banner].into_iter().find(|text| text.matches(what).count() == 1);
        let plain = plain.unwrap_or_else(|| panic!("{reason:?}: no file has {what} once"));
        let sentence = format!("{reason}: left out\n");
        for (text, is_left_out) in [(plain.to_owned(), false), (plain.replace(what, with), true)] {
            fs::write(&path, text).unwrap();
            let report = inspect(&path);
            assert_eq!(report.contains(&sentence), is_left_out, "{reason:?}: {report}");
        }
        assert!(files.contains(&format!("\n| {reason} | ")), "FILES.md has no line for \"{reason}\"");
    }
    let (_, table) = files.split_once("\n| Reason | ").expect("FILES.md has the table");
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    assert_eq!(lines.count(), Reason::ALL.len(), "lines of the table in FILES.md without a reason");
}
