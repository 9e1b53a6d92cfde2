//! What README.md says of code is what it is.

use crate::readme_says;
use glam::Quat;
use lesson_16::checks::REFERENCE;
use lesson_16::finished::TOOLS;
use lesson_16::{HEADER, Key, MAGIC, SAME_TIME, Transform, VERSION};

#[test]
fn the_numbers_are_those_of_the_code() {
    readme_says(&format!("nearer than `SAME_TIME`, {SAME_TIME} s, are one"));
    readme_says(&format!("The first blob begins at byte {HEADER},"));
    readme_says(&format!("{HEADER}, the bytes of the header; `VERSION` is {VERSION}"));
    readme_says(&format!("| magic number | `{}` |", String::from_utf8_lossy(&MAGIC)));
    let bytes: Vec<String> = 1000u32.to_le_bytes().map(|byte| format!("{byte:02X}")).to_vec();
    readme_says(&format!("1000 = 3 · 256 + 232 is `{}`", bytes.join(" ")));
    readme_says(&format!("once in {} times", u64::from(u32::MAX) + 1).replace("4294967296", "4 294 967 296"));
    assert_eq!("é".len(), 2, "`é` is one letter and two bytes");
    let sum = (0..10).fold(0.0f32, |sum, _| sum + 0.1);
    assert!(sum != 1.0 && (sum - 1.0).abs() < SAME_TIME, "0.1 added up ten times is not 1");
}

/// Keys at 0 and 200 degrees, then one at 100: the second changes sides.
#[test]
fn a_key_in_the_middle_changes_the_next() {
    let at = |degrees: f32| Transform::from_rotation(Quat::from_rotation_y(degrees.to_radians()));
    let mut keys: Vec<Key> = Vec::new();
    for (time, degrees) in [(0.0, 0.0), (2.0, 200.0)] {
        (REFERENCE.set_key)(&mut keys, time, at(degrees), &TOOLS);
    }
    assert_eq!(keys[1].local.rotation, -at(200.0).rotation);
    let short = keys[0].local.rotation.angle_between(keys[1].local.rotation).to_degrees();
    readme_says(&format!("The short way between them is {short:.0} degrees back"));
    (REFERENCE.set_key)(&mut keys, 1.0, at(100.0), &TOOLS);
    assert_eq!(keys[2].local.rotation, at(200.0).rotation);
}
