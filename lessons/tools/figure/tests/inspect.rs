//! `figure inspect` as a process: what a person or a program sees.

use armature::{
    animation::{Clip, JointTracks, Track},
    attachment::{Attachment, Sphere, SphereKind},
    math::Transform,
};
use armature_formats::container::{AnimationSet, Blob, Kind, ModelReference, ReferenceJoint};
use glam::Vec3;
use serde_json::Value;
use std::{
    path::PathBuf,
    process::{Command, Output},
};

/// A file of the loader's own tests; its numbers are worked out by hand in common/runtime/armature-formats/tests/collada.
fn banner() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../common/runtime/armature-formats/tests/collada/banner.dae")
}

fn inspect(file: &std::path::Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_figure"))
        .arg("inspect")
        .arg(file)
        .args(more)
        .output()
        .expect("the command was built with this test")
}

fn json(more: &[&str]) -> Value {
    let output = inspect(&banner(), &[&["--json"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn near(got: &Value, want: &[f64]) {
    let got = numbers(got);
    let near = got.len() == want.len() && got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6);
    assert!(near, "{got:?}, not {want:?}");
}

#[test]
fn a_summary_for_people() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.dae");
    let text = std::fs::read_to_string(banner()).unwrap().replace("Z_UP", "Q_UP");
    std::fs::write(&file, text.replace("name=\"Tip\"", "name=\"T&#10;ip\"")).unwrap();
    let output = inspect(&file, &[]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.ends_with("odd.dae"), "{first}");
    assert_eq!(
        rest,
        "  size       0.500 m wide, 0.000 m high, 1.000 m deep, at rest
  joints     2, of 4 nodes: Pole, T ip
  meshes     1, 4 triangles, in 1 skin: Banner
  targets    0:\x20
  materials  1, 0 pictures: Cloth
  clips      1
    odd: 1.50 s, moves 1 node, with 3 keys
  exporter   by hand, version 1.4.1
  axes       Y_UP, a unit is 0.5 m
  warnings   1
    6:5: <up_axis>: unknown axis \"Q_UP\": Y_UP is assumed
"
    );
}

#[test]
fn the_file_as_numbers() {
    let report = json(&["--times", "0.75,1"]);
    assert_eq!((&report["up_axis"], &report["unit_meter"]), (&"Z_UP".into(), &0.5.into()));
    let tip = &report["nodes"][2];
    assert_eq!((&tip["id"], &tip["sid"], &tip["name"]), (&"tip".into(), &"tip_bone".into(), &"Tip".into()));
    assert_eq!((&tip["joint"], &tip["parent"]), (&true.into(), &1.into()));
    near(&tip["local"], &[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 1., 0., 0., 0., 1.]);
    let stand = &report["nodes"][0];
    assert_eq!((&stand["sid"], &stand["parent"]), (&Value::Null, &Value::Null));
    // Row by row, for column vectors: the translation stands at the rows' ends.
    near(&report["bind_world"][2], &[1., 0., 0., 10., 0., 1., 0., 0., 0., 0., 1., 1., 0., 0., 0., 1.]);
    near(&report["times"], &[0.75, 1.0]);
    near(&report["world"][1][2], &[1., 0., 0., 10., 0., 0., -1., 0., 0., 1., 0., 1., 0., 0., 0., 1.]);
    assert_eq!(report["world"].as_array().unwrap().len(), 2);
    assert_eq!(report["world"][0].as_array().unwrap().len(), 4);
    assert_eq!(report["clips"], serde_json::json!([{"name": "banner", "start": 0.5, "end": 2.0}]));
    let skin = &report["skins"][0];
    assert_eq!((&skin["controller"], &skin["node"], &skin["positions"]), (&"hung".into(), &3.into(), &6.into()));
    assert_eq!(skin["joints"], serde_json::json!([2, 1]));
    near(&skin["bind"][4], &[9.5, 0.0, 2.0]);
    let half = 0.5f64.sqrt();
    near(&skin["skinned"][0][4], &[9.5, -half, 1.0 + half]);
    near(&skin["skinned"][1][4], &[9.5, -1.0, 1.0]);
    assert_eq!(
        report["channels"],
        serde_json::json!([{"target": "tip/turn.ANGLE", "keys": 3, "first": 0.5, "last": 2.0}])
    );
    assert_eq!(report["warnings"], serde_json::json!([]));
}

/// A glTF file has a clip of its own to evaluate.
#[test]
fn a_clip_by_its_name() {
    let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../common/runtime/fuzz/corpus/gltf/seed-banner.glb");
    let output = inspect(seed.as_ref(), &["--json", "--times", "1"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["clip"], "wave");
    // The pole has moved up by 3, and the tip on it has turned.
    near(&report["world"][0][2], &[0., -1., 0., 0., 1., 0., 0., 4., 0., 0., 1., 0., 0., 0., 0., 1.]);
    assert_eq!(json(&["--times", "1", "--clip", "banner"])["world"], json(&["--times", "1"])["world"]);
    let output = inspect(&banner(), &["--json", "--clip", "run"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("no clip \"run\": there are \""), "{message}");
}

#[test]
fn a_file_that_cannot_be_read_fails() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.dae");
    std::fs::write(&file, "<COLLADA version=\"1.4.1\">\n  <asset>").unwrap();
    for more in [&[][..], &["--json"]] {
        let output = inspect(&file, more);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let message = String::from_utf8(output.stderr).unwrap();
        let want = "bad.dae:2:10: the file ends inside <asset>, which begins in line 2\n";
        assert!(message.starts_with("error: ") && message.ends_with(want), "{message}");
    }
    let output = inspect(&folder.path().join("none.dae"), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("none.dae: "));
}

#[test]
fn times_are_numbers() {
    for time in ["soon", "0,NaN", "inf"] {
        let output = inspect(&banner(), &["--json", "--times", time]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && message.contains("\" is not a time in seconds"), "{message}");
    }
}

/// Returns a container with a blob of each kind but the editor's state.
fn container_bytes() -> Vec<u8> {
    let joints = [("hips", None), ("arm", Some(0)), ("hand", Some(1))];
    let joints = joints.map(|(name, parent)| ReferenceJoint { name: name.into(), parent });
    let hand = JointTracks {
        joint: 2,
        translation: Some(Track::new(vec![0.0, 0.0625], vec![Vec3::ZERO, Vec3::Y]).unwrap()),
        scale: Some(Track::constant(Vec3::ONE)),
        ..JointTracks::default()
    };
    let sword = Attachment {
        name: "sword".into(),
        joint: 2,
        joint_from_attachment: Transform::IDENTITY,
        file: "sword.dae".into(),
    };
    let fist = Sphere { name: "fist".into(), kind: SphereKind::Hit, joint: 2, center: Vec3::Y, radius: 0.25 };
    let hip = Sphere { name: "hip".into(), kind: SphereKind::Hurt, joint: 0, ..fist.clone() };
    let set = AnimationSet {
        figure: ModelReference { file: "knight.dae".into(), joints: joints.into() },
        clips: vec![Clip::of_tracks("wave", vec![hand]), Clip::of_tracks("rest", vec![])],
        attachments: vec![sword],
        spheres: vec![fist, hip],
        active: None,
        others: vec![Blob { name: "note".into(), kind: Kind(*b"TEXT"), version: 9, bytes: b"slower".to_vec() }],
    };
    set.to_bytes().unwrap()
}

#[test]
fn a_container_for_people_and_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("knight-20261122-010203-456.armature");
    std::fs::write(&file, container_bytes()).unwrap();
    let output = inspect(&file, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("\n  CLIP wave: layout 2, ") && text.contains("\n  TEXT note: layout 9, 6 bytes, good\n"),
        "{text}"
    );
    assert!(text.ends_with(CONTAINER_SUMMARY), "{text}");

    let output = inspect(&file, &["--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let set = &report["set"];
    assert_eq!((&report["blobs"][1]["name"], &report["blobs"][0]["good"]), (&"wave".into(), &true.into()));
    assert_eq!(set["figure"]["joints"][2], serde_json::json!({"name": "hand", "parent": 1}));
    assert_eq!(set["clips"], serde_json::json!(["wave", "rest"]));
    assert_eq!((&set["attachments"][0]["joint"], &set["spheres"][1]["kind"]), (&2.into(), &"Hurt".into()));
    assert_eq!(report["warnings"].as_array().unwrap().len(), 1);
    for (more, says) in [
        (["--json", "--times", "1"].as_slice(), "error: --times: a container has no scene to evaluate\n"),
        (&["--map", "knight.dae"], "error: --map: give the file of the figure, not what the editor saved\n"),
    ] {
        assert_eq!(String::from_utf8_lossy(&inspect(&file, more).stderr), says);
    }
}

const CONTAINER_SUMMARY: &str = "figure       knight.dae, 3 joints
clips        wave, rest
attachments  sword
spheres      fist, hip
warning      blob TEXT \"note\": of a kind that is not known here; it is kept
";

#[test]
fn a_damaged_container_is_listed_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("knight.armature");
    let mut bytes = container_bytes();
    let place = 12 + bytes.windows(10).position(|it| it == b"knight.dae").unwrap();
    bytes[place] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let output = inspect(&file, &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().any(|line| line.starts_with("  FIGR figure: ") && line.ends_with(", DAMAGED")));
    let message = String::from_utf8(output.stderr).unwrap();
    let want = "knight.armature: blob FIGR \"figure\": is damaged: its checksum should be ";
    assert!(message.starts_with("error: ") && message.contains(want), "{message}");

    std::fs::write(&file, &bytes[..50]).unwrap();
    let output = inspect(&file, &["--json"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("the table should have "));
}

/// Lesson 18's level: one blob, about no figure.
#[test]
fn a_level_is_listed_and_looked_at_for_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ruins.armature");
    let level = include_bytes!("../../../../assets/ruins.armature");
    std::fs::write(&file, level).unwrap();
    let output = inspect(&file, &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("\n  LEVL The ruins: layout 4, "), "{text}");
    assert!(!text.contains("figure"), "{text}");
    let report: Value = serde_json::from_slice(&inspect(&file, &["--json"]).stdout).unwrap();
    assert!(report["set"].is_null() && report["blobs"][0]["good"] == true);
}
