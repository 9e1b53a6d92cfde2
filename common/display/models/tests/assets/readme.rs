//! The numbers in `assets/README.md`, each computed from the files.

use crate::{
    figure::{asset, load},
    raw::Raw,
};
use graphics::Picture;
use std::fs;

const FIGURES: [&str; 4] = ["arm", "creature", "knight", "sword"];
const NUMBERS: [&str; 8] = ["no", "one", "two", "three", "four", "five", "six", "seven"];

fn readme() -> String {
    fs::read_to_string(asset("README.md")).unwrap()
}

/// The text under a heading.
fn section<'a>(readme: &'a str, title: &str) -> &'a str {
    let start = readme.find(&format!("\n## {title}\n")).expect("a heading") + 1;
    let rest = &readme[start..];
    rest[3..].find("\n## ").map_or(rest, |end| &rest[..end + 3])
}

fn says(text: &str, words: &str) {
    assert!(text.contains(words), "the README does not say {words:?}");
}

/// Vertices, triangles, shapes, units and axes, material.
#[test]
fn surfaces_are_those_of_the_readme() {
    let readme = readme();
    for name in FIGURES {
        let text = section(&readme, name);
        let raw = Raw::read(&format!("{name}.dae"));
        let shapes = raw.closed_shapes();
        let count = NUMBERS.get(shapes).map_or(shapes.to_string(), |word| (*word).to_owned());
        let shapes = if shapes == 1 { "shape" } else { "shapes" };
        let vertices = raw.positions.len();
        let triangles = raw.triangles.len();
        says(text, &format!("{vertices} vertices and {triangles} triangles in {count} closed {shapes}"));
        let up = if name == "sword" { "Y_UP" } else { "Z_UP" };
        says(text, up);
        says(&raw.text, &format!("<up_axis>{up}</up_axis>"));
        says(&raw.text, "<unit name=\"meter\" meter=\"1\"/>");
        assert_eq!(raw.text.matches("<lambert>").count(), 1, "{name}: one lambert material");
        says(&raw.text, &format!("<init_from>{name}.png</init_from>"));
        let picture = Picture::read_png(&asset(&format!("{name}.png"))).unwrap();
        let size = format!("| `{name}.png` | its texture, {} x {}", picture.width, picture.height);
        says(&readme.replace("his texture", "its texture"), &size);
    }
    let knight = Raw::read("knight.dae").corners;
    let parted = format!("({knight} vertices once normals and texture coordinates part them)");
    says(section(&readme, "knight"), &parted);
}

#[test]
fn sizes_are_those_of_the_readme() {
    let readme = readme();
    let (low, high) = Raw::read("arm.dae").extent(2);
    says(section(&readme, "arm"), &format!("from {low} to {high},"));
    let creature = Raw::read("creature.dae");
    let (nose, tail) = creature.extent(1);
    let (low, high) = creature.extent(2);
    assert!(low.abs() < 1e-3, "it stands on the ground: {low}");
    let size = format!("{:.2} m long from nose to tail, {high:.2} m high", tail - nose);
    says(section(&readme, "creature"), &size);
    let (low, high) = Raw::read("knight.dae").extent(2);
    assert!(low.abs() < 1e-3, "he stands on the ground: {low}");
    says(section(&readme, "knight"), &format!("With the plume he measures {high:.2} m"));
    let (low, high) = Raw::read("sword.dae").extent(1);
    says(section(&readme, "sword"), &format!("{:.2} m long", high - low));
}

/// The skins have the README's numbers of influences, and weights that sum to 1.
#[test]
fn skins_are_those_of_the_readme() {
    let readme = readme();
    for (name, most, words) in [
        ("arm", 2, "One or two influences a vertex"),
        ("creature", 4, "One to four influences a vertex, none below 0.02, sums 1 within 2e-6"),
        ("knight", 4, "One to four influences a vertex"),
    ] {
        says(section(&readme, name), words);
        let raw = Raw::read(&format!("{name}.dae"));
        let counts = raw.influences.iter().map(Vec::len);
        assert_eq!((counts.clone().min(), counts.max()), (Some(1), Some(most)), "{name}");
        for influences in &raw.influences {
            let sum: f64 = influences.iter().map(|(_, weight)| weight).sum();
            // The weights have six decimals, so that each of four may be half a millionth off.
            assert!((sum - 1.0).abs() < 2.1e-6, "{name}: weights sum to {sum}");
            let least = if name == "creature" { 0.02 } else { 0.0 };
            assert!(influences.iter().all(|(_, weight)| *weight > least), "{name}");
        }
    }
    let arm = Raw::read("arm.dae");
    for (position, influences) in arm.positions.iter().zip(&arm.influences) {
        let z = position[2];
        let blends = (0.65..1.35).contains(&z) || (1.65..2.35).contains(&z);
        assert_eq!(influences.len() == 2, blends, "at z = {z}: {influences:?}");
    }
    let knight = Raw::read("knight.dae");
    let socket = knight.skin_joints.iter().position(|joint| joint == "sword_socket").unwrap();
    let follows = knight.influences.iter().flatten().any(|(joint, _)| *joint == socket);
    assert!(!follows, "a vertex follows the socket");
    let creature = Raw::read("creature.dae");
    for influences in &creature.influences {
        let mut joints = influences.iter().map(|(joint, _)| &creature.skin_joints[*joint]);
        let rigid = joints.any(|joint| joint.starts_with("eye_") || joint.starts_with("lid_"));
        assert!(!rigid || influences.len() == 1, "eyes and lids follow one joint");
    }
}

/// Keys of the whole timeline, and each row of the tables of clips.
#[test]
fn timelines_are_those_of_the_readme() {
    let readme = readme();
    for name in &FIGURES[..3] {
        let text = section(&readme, name);
        let raw = Raw::read(&format!("{name}.dae"));
        let (times, _) = raw.channels.values().next().unwrap();
        assert!(raw.channels.values().all(|(other, _)| other == times), "{name}: one timeline");
        for (frame, time) in times.iter().enumerate() {
            assert!((time - frame as f64 / 24.0).abs() < 1e-5, "{name}: key {frame} at {time} s");
        }
        let last = times[times.len() - 1];
        let keys = format!("at 24 keys a second, {} keys from 0 s to {last} s, LINEAR", times.len());
        says(text, &keys);
        let clips = load(&format!("{name}.dae")).model.clips;
        let mut rows = Vec::new();
        for clip in &clips {
            let range = clip.start - 1e-4..=clip.end + 1e-4;
            let keys = times.iter().filter(|time| range.contains(&(**time as f32))).count();
            rows.push(format!("| `{}` | {} s | {} s | {keys} |", clip.name, clip.start, clip.end));
        }
        for row in &rows {
            says(text, row);
        }
        assert_eq!(text.matches(" s | ").count(), 2 * rows.len(), "{name}: no other clips");
    }
}

/// The joints have the README's number, ids and names.
#[test]
fn joints_are_those_of_the_readme() {
    let readme = readme();
    for (name, node, still) in [("arm", "Arm", 0), ("creature", "Creature", 0), ("knight", "Knight", 1)] {
        let raw = Raw::read(&format!("{name}.dae"));
        assert!(raw.joint_ids.iter().all(|id| id.starts_with(&format!("{node}_"))), "{name}");
        assert_eq!(raw.joint_ids.len() - raw.channels.len(), still, "{name}: joints without keys");
        if name != "arm" {
            says(section(&readme, name), &format!("- **Joints.** {}", raw.joint_ids.len()));
        }
        for (joint, (_, matrices)) in &raw.channels {
            for matrix in matrices.chunks(16) {
                square(name, joint, matrix);
            }
        }
    }
    let knight = Raw::read("knight.dae");
    assert!(!knight.channels.contains_key("Knight_sword_socket"));
    let tree = section(&readme, "knight").split("```").nth(1).unwrap();
    let mut named: Vec<String> = Vec::new();
    for word in tree.split_whitespace().filter(|word| !word.contains(['(', ')'])) {
        let Some(left) = word.strip_suffix("/_r") else {
            named.push(format!("Knight_{word}"));
            continue;
        };
        named.push(format!("Knight_{left}"));
        named.push(format!("Knight_{}_r", left.strip_suffix("_l").unwrap()));
    }
    let mut ids = knight.joint_ids;
    ids.sort();
    named.sort();
    assert_eq!(named, ids);
}

/// Checks that a matrix is a rotation, within the error that the README allows Blender.
fn square(file: &str, joint: &str, matrix: &[f64]) {
    for a in 0..3 {
        for b in 0..3 {
            let dot: f64 = (0..3).map(|row| matrix[4 * row + a] * matrix[4 * row + b]).sum();
            let wanted = f64::from(u8::from(a == b));
            assert!((dot - wanted).abs() < 5e-5, "{file} {joint}: columns {a} and {b}: {dot}");
        }
    }
}
