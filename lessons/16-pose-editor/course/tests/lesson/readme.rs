//! The README's statements about the code hold.

use crate::{reading, readme_says};
use armature::animation::Interpolation;
use armature_formats::container::{AnimationSet, ModelReference};
use glam::Quat;
use lesson_16::figures::{KEYS, blobs};
use lesson_16::finished::{ANSWERS, TOOLS};
use lesson_16::{HEADER, Key, MAGIC, SAME_TIME, Transform, VERSION};

#[test]
fn the_numbers_are_those_of_the_code() {
    readme_says(&format!("two keys less than `SAME_TIME` ({SAME_TIME} s) apart as one"));
    readme_says(&format!("The header has {HEADER} bytes, so your first offset is {HEADER}."));
    readme_says(&format!("{HEADER}, the bytes of the header; `VERSION` is {VERSION}"));
    readme_says(&format!("| magic number | `{}` |", String::from_utf8_lossy(&MAGIC)));
    let bytes: Vec<String> = 1000u32.to_le_bytes().map(|byte| format!("{byte:02X}")).to_vec();
    readme_says(&format!("1000 = 3 · 256 + 232 is `{}`", bytes.join(" ")));
    readme_says(&format!("once in {} times", u64::from(u32::MAX) + 1).replace("4294967296", "4 294 967 296"));
    assert_eq!("é".len(), 2, "`é` is one letter and two bytes");
    let sum = (0..10).fold(0.0f32, |sum, _| sum + 0.1);
    assert!(sum != 1.0 && (sum - 1.0).abs() < SAME_TIME, "0.1 added up ten times is not 1");
}

/// A clip with a key that is not linear has the second version.
#[test]
fn the_versions_of_a_clip() {
    let skeleton = armature::skeleton::Skeleton::new(vec![armature::skeleton::Joint {
        name: "arm".into(),
        parent: None,
        bind_local: Transform::IDENTITY,
    }]);
    let skeleton = skeleton.expect("a joint");
    let [linear, smooth, held] =
        [Interpolation::Linear, Interpolation::Smooth, Interpolation::Held].map(|interpolation| {
            let mut clip = armature_offline::edit::EditableClip::empty("clip", 1.0, &skeleton);
            clip.set_key(0, 0.0, Transform::IDENTITY);
            clip.set_interpolation(0, 0.0, interpolation);
            let figure = ModelReference::new("", &skeleton);
            let set = AnimationSet { figure, clips: vec![clip.clip()], ..AnimationSet::default() };
            set.to_blobs().expect("blobs")[1].version
        });
    assert_eq!(smooth, held);
    readme_says(&format!("for a `CLIP` {linear}, or {smooth} if any key is not joined to the next by a straight line"));
}

/// Keys at 0 and 200 degrees, then one at 100: the second changes sides.
#[test]
fn a_key_in_the_middle_changes_the_next() {
    let [first, middle, last] =
        [0.0f32, 100.0, 200.0].map(|degrees| Transform::from_rotation(Quat::from_rotation_y(degrees.to_radians())));
    let mut keys: Vec<Key> = Vec::new();
    (ANSWERS.set_key)(&mut keys, 0.0, first, &TOOLS);
    (ANSWERS.set_key)(&mut keys, 2.0, last, &TOOLS);
    assert_eq!(keys[1].local.rotation, -last.rotation);
    let short = keys[0].local.rotation.angle_between(keys[1].local.rotation).to_degrees();
    readme_says(&format!("The short way between them is {short:.0} degrees back"));
    (ANSWERS.set_key)(&mut keys, 1.0, middle, &TOOLS);
    assert_eq!(keys[2].local.rotation, last.rotation);
    for (key, degrees) in keys.iter().zip(["0°", "100°", "200°"]) {
        let [x, y, z, w] = key.local.rotation.to_array();
        let numbers =
            if degrees == "0°" { format!("{x}, {y}, {z}, {w}") } else { format!("{x}, {y:.2}, {z}, {w:.2}") };
        readme_says(&format!(" ({numbers}) |"));
        assert_eq!(x, 0.0, "{degrees}");
    }
    readme_says(&format!(
        "its dot product with the first is {:.2}",
        keys[0].local.rotation.dot(keys[1].local.rotation)
    ));
    readme_says(&format!("one with the second is {:.2} |", (-keys[2].local.rotation).dot(keys[1].local.rotation)));
}

#[test]
fn what_the_figures_show() {
    let keys = [9.0, 12.0].map(|frame| reading("16.1", &[frame], "keys") as usize);
    assert_eq!(keys, [KEYS.len() + 1, KEYS.len()]);
    readme_says(&format!("and the list still has {}", ["", "five"][usize::from(KEYS.len() == 5)]));
    let [back, forward] = [2.0, 3.0].map(|count| reading("16.1-signs", &[200.0, count], "way"));
    readme_says(&format!("between them is {:.0} degrees back", -back));
    readme_says(&format!("the arm goes {forward:.0} degrees forward"));
    assert_eq!([12.0, 15.0].map(|frame| reading("16.2", &[frame, 1.0], "returned")), [1.0, 2.0]);
    readme_says(
        "Key 1 is moved from frame 6: onto frame 12, where it replaces another, and to frame 15, where it gets index 2",
    );
    assert_eq!(KEYS[1..3], [6.0, 12.0]);
}

#[test]
fn the_bytes_that_the_figures_show() {
    let names: Vec<String> = blobs(7).into_iter().map(|blob| blob.name).collect();
    readme_says(&format!("Here are two, called `{}` and `{}`", names[0], names[1]));
    readme_says(&format!("the offset of the first blob is {}", reading("16.3", &[1.0, 3.0, 7.0], "number")));
    // "with a shorter `hi`, the offset of `up` and the place of the table move along".
    for (row, shorter) in [(1.0, [0.0, 1.0]), (5.0, [11.0, 4.0])] {
        let [column, row_then] = shorter;
        let before = [0.0, row, 7.0];
        let after = [column, row_then, 6.0];
        assert_eq!(reading("16.3", &before, "number"), reading("16.3", &after, "number") + 1.0);
    }
    // Whichever bit it is, every byte but the two that are left out: "every cell but two has a cross".
    let bytes = (ANSWERS.write_container)(&blobs(7)).len();
    for bit in 1..=7 {
        assert_eq!(reading("16.4", &[0.0, 0.0, bit as f32], "noticed") as usize, bytes - 2);
    }
    assert_eq!(blobs(7).len() ^ (1 << 1), 0, "the count of 2 becomes 0");
}

/// The table of 16.3, and the blob of 16.4 whose end does not fit.
#[test]
fn a_file_by_hand() {
    let file = (ANSWERS.write_container)(&blobs(7));
    let [second, table] = [reading("16.3", &[0.0, 5.0, 7.0], "number"), reading("16.3", &[0.0, 1.0, 7.0], "number")];
    readme_says(&format!("| `up` | {HEADER} + 7 = {second} | 12 | 48 |"));
    readme_says(&format!("{HEADER} + 12 = {table}. The file has {table} + 48 = {} bytes.", file.len()));
    let end = u64::from(4_294_967_000u32) + 1000;
    assert_eq!(end, 4_294_968_000, "As `usize` it fits");
    readme_says("you get 4 294 968 000");
    readme_says(&format!("a release build continues with {}", 4_294_967_000u32.wrapping_add(1000)));
}
