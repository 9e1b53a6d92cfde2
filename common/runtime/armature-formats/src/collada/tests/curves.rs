//! Curves at a time. The values are worked out by hand from the specification's formulas.

use super::{load, parse, strays, warnings, world_at};
use crate::loading::model_file::ModelFile;
use armature::model::ModelInstance;
use glam::DVec3;

/// Returns a source of the numbers or names of `keys` keys.
fn source(id: &str, kind: &str, values: &str, keys: usize) -> String {
    let array = if kind == "ways" { "Name_array" } else { "float_array" };
    let count = values.split_whitespace().count();
    let stride = count / keys;
    let params = "<param name=\"P\" type=\"float\"/>".repeat(stride);
    format!(
        "<source id=\"{id}-{kind}\"><{array} id=\"{id}-{kind}-a\" count=\"{count}\">{values}</{array}>\
         <technique_common><accessor source=\"#{id}-{kind}-a\" count=\"{keys}\" stride=\"{stride}\">{params}\
         </accessor></technique_common></source>"
    )
}

/// Returns a file with one animated node: its transform elements, and channels. A channel is a target, times, values, and
/// perhaps interpolations and control points or tangents that leave and that arrive, divided by semicolons.
fn file(transforms: &str, channels: &[&str]) -> String {
    const SEMANTICS: [(&str, &str); 5] = [
        ("INPUT", "in"),
        ("OUTPUT", "out"),
        ("INTERPOLATION", "ways"),
        ("OUT_TANGENT", "leaving"),
        ("IN_TANGENT", "arriving"),
    ];
    let mut animations = String::new();
    for (number, channel) in channels.iter().enumerate() {
        let id = &format!("c{number}");
        let (target, lists) = channel.split_once("; ").unwrap();
        let lists: Vec<&str> = lists.split("; ").collect();
        let keys = lists[0].split_whitespace().count();
        let mut sources = String::new();
        let mut inputs = String::new();
        for ((semantic, kind), values) in SEMANTICS.into_iter().zip(lists) {
            sources += &source(id, kind, values, keys);
            inputs += &format!("<input semantic=\"{semantic}\" source=\"#{id}-{kind}\"/>");
        }
        animations += &format!(
            "<animation>{sources}<sampler id=\"{id}\">{inputs}</sampler><channel source=\"#{id}\" target=\"{target}\"/>\
             </animation>"
        );
    }
    format!(
        "<COLLADA version=\"1.4.1\"><library_animations>{animations}</library_animations>\
         <library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">{transforms}\
         <node><translate>0.57735 0.57735 0.57735</translate></node></node></visual_scene>\
         </library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
}

const PLACE: &str = "<translate sid=\"t\">1 2 3</translate>";
const MATRIX: &str = "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>";

/// Channels by which x runs from 0 at 0 s to 8 at 2 s, and x at some times.
const RUNS: [(&str, &[(f32, f64)]); 12] = [
    ("0 2; 0 8; LINEAR LINEAR", &[(-1.0, 0.0), (0.0, 0.0), (0.5, 2.0), (2.0, 8.0), (9.0, 8.0)]),
    ("0 2; 0 8", &[(0.5, 2.0)]),
    ("0 2; 0 8; STEP STEP", &[(0.0, 0.0), (1.999, 0.0), (2.0, 8.0), (3.0, 8.0)]),
    ("0 1 2; 0 3 9; STEP LINEAR STEP", &[(0.5, 0.0), (1.0, 3.0), (1.5, 6.0), (2.0, 9.0)]),
    // Control values 6 and 8 at a third and two thirds: halfway 3/8 * 6 + 3/8 * 8 + 1/8 * 8.
    ("0 2; 0 8; BEZIER BEZIER; 6 0; 0 8", &[(0.0, 0.0), (1.0, 6.25), (2.0, 8.0)]),
    // Both control points at 2 s: the fraction of time is 1 - (1 - s)^3, 7/8 of it at s = 1/2.
    ("0 2; 0 8; BEZIER BEZIER; 2 0  0 0; 0 0  2 8", &[(1.75, 4.0)]),
    // Beyond the segment's end they would let time run back: they count as its end.
    ("0 2; 0 8; BEZIER BEZIER; 5 0  0 0; 0 0  5 8", &[(1.75, 4.0)]),
    // A tangent of 12 is a control value of 4: 3/8 * 4 + 3/8 * 8 + 1/8 * 8.
    ("0 2; 0 8; HERMITE HERMITE; 12 0; 0 0", &[(1.0, 5.5)]),
    // With times: (6, 12) and (0, 0) put both control points at 2 s.
    ("0 2; 0 8; HERMITE HERMITE; 6 12  0 0; 0 0  0 0", &[(1.75, 5.5)]),
    ("0 2; 0 8; BEZIER BEZIER", &[(0.5, 2.0)]),
    // No exporter writes these two.
    ("0 2; 0 8; CARDINAL CARDINAL", &[(0.5, 2.0)]),
    ("0 2; 0 8; BSPLINE BSPLINE", &[(0.5, 2.0)]),
];

#[test]
fn ways_from_key_to_key() {
    for (number, (channel, places)) in RUNS.into_iter().enumerate() {
        let text = file(PLACE, &[&format!("n/t.X; {channel}")]);
        for (time, x) in places {
            // Coordinates that no channel drives stay at rest.
            let got = world_at(&text, "n", *time).translation;
            assert!((got - DVec3::new(*x, 2.0, 3.0)).length() < 1e-6, "{channel} at {time}: {got}");
        }
        let strays = strays(&text);
        assert!(strays < 1e-4, "{channel}: {strays}");
        let warnings = warnings(&load(&text).unwrap());
        let says = ["BEZIER without both tangents: read as LINEAR", "\"CARDINAL\": read", "\"BSPLINE\": read"];
        match number.checked_sub(9) {
            Some(number) => assert!(warnings.len() == 1 && warnings[0].contains(says[number]), "{warnings:?}"),
            None => assert_eq!(warnings, [""; 0], "{channel}"),
        }
    }
}

#[test]
fn elements_and_members() {
    let half = 2.0 * 0.5f64.sqrt(); // an eighth turn, twice as large
    let zero = [0.0; 3];
    let x = [1.0, 0.0, 0.0];
    let y = [0.0, 1.0, 0.0];
    // A key of zeros, by which some exporters hide a node: it has its neighbour's rotation, and the node does not turn.
    let hidden = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1";
    let quarter = "0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1";
    let grows = format!("n/m; 0 2; {hidden} {quarter}; LINEAR LINEAR");
    let shrinks = format!("n/m; 0 2; {quarter} {hidden}; LINEAR LINEAR");
    // From the identity to a quarter turn about z, three times as large, 4 to the right.
    let turns = "n/m; 0 2; 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  0 -3 0 4 3 0 0 0 0 0 3 0 0 0 0 0; LINEAR LINEAR";
    // Column 3, row 1 is y; the last row is never used.
    let single: &[&str] = &["n/m(3)(1); 0 2; 0 10", "n/m(3)(3); 0 2; 1 0"];
    // (1, 2, 3), then a quarter turn of 1 along x.
    let several: &[&str] = &["n/t; 0 2; 0 0 0 2 4 6", "n/u(0); 0 4; 0 4", "n/r; 0 1; 0 90"];
    // Stretched along a diagonal, which no translation, rotation and scale do.
    let stretched = "<rotate>0 0 1 45</rotate><scale sid=\"s\">1 1 1</scale><rotate>0 0 1 -45</rotate>";
    // Turned half round about (1, 0, 0), the origin comes to (2, 0, 0); the orient makes that (0, 2, 0).
    let pivots = "<translate>0 0 3</translate><rotate sid=\"jointOrientZ\">0 0 1 90</rotate>\
        <translate sid=\"pivot\">1 0 0</translate><rotate sid=\"rotateZ\">0 0 1 0</rotate>\
        <translate sid=\"pivotInverse\">-1 0 0</translate>";
    // From (5, 0, 5) it looks at the origin: its own -z points there.
    let eye = "<lookat sid=\"l\">0 0 5 0 0 0 0 1 0</lookat>";
    let ahead = [0.0, 0.0, -(50f64.sqrt())];
    for (transforms, channels, time, point, want) in [
        ("<rotate sid=\"r\">0 0 1 0</rotate>", &["n/r.ANGLE; 0 2; 0 1440"][..], 0.125, x, y),
        (MATRIX, &[turns], 1.0, x, [2.0 + half, half, 0.0]),
        (MATRIX, &[turns], 2.0, y, x),
        (MATRIX, &[&grows], 1.0, x, [0.0, 0.5, 0.0]),
        (MATRIX, &[&shrinks], 1.0, x, [0.0, 0.5, 0.0]),
        ("<matrix sid=\"m\">1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>", single, 1.0, zero, [5.0, 5.0, 7.0]),
        (
            "<translate sid=\"t\">0 0 0</translate><rotate sid=\"r\">0 0 1 90</rotate><translate sid=\"u\">1 0 0</translate>",
            several,
            1.0,
            zero,
            [1.0, 3.0, 3.0],
        ),
        // y is sheared towards x: at 45 degrees by its own length.
        ("<skew sid=\"s\">0 0 1 0 1 0 0</skew>", &["n/s.ANGLE; 0 2; 0 60"], 1.5, y, [1.0, 1.0, 0.0]),
        // Three times as long along (1, 1): x becomes (2, 1).
        (stretched, &["n/s.X; 0 2; 1 5"], 1.0, x, [2.0, 1.0, 0.0]),
        (pivots, &["n/rotateZ.ANGLE; 0 2; 0 180"], 2.0, zero, [0.0, 2.0, 3.0]),
        (eye, &["n/l(0); 0 2; 0 10"], 1.0, zero, [5.0, 0.0, 5.0]),
        (eye, &["n/l(0); 0 2; 0 10"], 1.0, ahead, zero),
    ] {
        let text = file(transforms, channels);
        let got = world_at(&text, "n", time).transform_point3(DVec3::from(point));
        assert!((got - DVec3::from(want)).length() < 1e-6, "{channels:?} at {time}: {got}");
        let strays = strays(&text);
        assert!(strays < 1e-4, "{channels:?}: {strays}");
        assert_eq!(warnings(&load(&text).unwrap()), [""; 0]);
    }
}

/// Tracks follow so small a turn to 0.0001 rad. What is compared with other programs is ten times as exact.
#[test]
fn a_turn_between_matrices() {
    const MATRICES: &str =
        "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  0.961055 -0.276356 0 0 0.276356 0.961055 0 0 0 0 1 0 0 0 0 1";
    let text = file(MATRIX, &[&format!("n/m; 0 1; {MATRICES}")]);
    let report = parse(text.as_bytes(), "turn.dae").unwrap().report(&[0.2], None).unwrap();
    let matrix = report.world[0][0];
    assert!((matrix[4].atan2(matrix[0]) - 0.2 * 0.28).abs() < 1e-5, "{matrix:?}");
    assert!(strays(&text) < 2e-4);
}

#[test]
fn jumps_become_two_keys() {
    let model = load(&file(PLACE, &["n/t.X; 0 1 2; 0 3 8; STEP STEP STEP"])).unwrap().model;
    let track = model.clips[0].tracks[0].translation.as_ref().unwrap();
    assert_eq!(track.times(), [0.0, 1.0, 1.0, 2.0, 2.0]);
}

#[test]
fn curves_get_no_more_keys_than_they_need() {
    let model = load(&file(PLACE, &["n/t.X; 0 2; 0 8; BEZIER BEZIER; 6 0; 0 8"])).unwrap().model;
    // Along s from 0 to 1 the curve's second derivative is at most 24 (at its start: 6 * (8 - 2 * 6));
    // a straight piece of length h strays by 24 h^2 / 8. Within 1e-4 (the size of a lone joint counts
    // as 1) that asks for at least 173 pieces at the start's rate, half as many at the end's; about
    // half of the tolerance is kept for other errors, and halving may make twice as many.
    let keys = model.clips[0].tracks[0].key_count();
    assert!((100..=510).contains(&keys), "{keys}");
    assert_eq!(model.clips[0].key_times(0), [0.0, 2.0], "the file's keys are known too");
}

#[test]
fn keys_of_the_file_are_known_where_nothing_moves_and_where_fewer_are_played() {
    let text = file(PLACE, &["n/t.X; 0 0.5 1 2; 0 0 4 12; STEP LINEAR LINEAR LINEAR"]);
    let clip = &load(&text).unwrap().model.clips[0];
    assert_eq!(clip.key_times(0), [0.0, 0.5, 1.0, 2.0]);
    assert_eq!(clip.frame_rate(), 30.0);
    // A clip from the second key on, rounded upward.
    let text = text.replace("<animation>", "<animation id=\"a\">");
    let clip = "<library_animation_clips><animation_clip start=\"0.500001\" end=\"1.5\">\
                <instance_animation url=\"#a\"/></animation_clip></library_animation_clips>";
    let text = text.replace("<library_visual", &format!("{clip}<library_visual"));
    assert_eq!(load(&text).unwrap().model.clips[0].key_times(0), [0.5, 1.0]);
    // The value at rest.
    let loaded = load(&file(PLACE, &["n/t.X; 0 0.5 1 2; 1 1 1 1; STEP LINEAR LINEAR LINEAR"])).unwrap();
    let clip = &loaded.model.clips[0];
    // In another figure the node would rest elsewhere.
    assert_eq!(clip.tracks[0].translation.as_ref().unwrap().len(), 1);
    assert!(warnings(&loaded)[0].ends_with("clip \"curve\": nothing moves in it"), "{:?}", warnings(&loaded));
    assert_eq!(clip.key_times(0), [0.0, 0.5, 1.0, 2.0]);
}

#[test]
fn descendants_inherit_the_animated_scale() {
    let larger = file_with_scales("1 1 1 30 30 30 20 20 20");
    assert!(strays(&larger) < 1e-4, "{}", strays(&larger));
    // At rest the figure has no size to measure by.
    let text = file_with_scales("0 0 0 1 1 1 1 1 1").replace(">1 1 1</scale>", ">0 0 0</scale>");
    let model = load(&text).unwrap().model;
    let mut figure = ModelInstance::new(&model);
    for step in 0..=100 {
        let time = step as f32 / 50.0;
        figure.sample(&model, &model.clips[0], time);
        let played = figure.model_from_joint()[2].translation.as_dvec3();
        let apart = played.distance(world_at(&text, "k", time).translation);
        assert!(apart < 1e-3, "at {time}: {apart}");
    }
}

/// Returns a file with a node that has two turning descendants and a scale with these values at 0, 1 and 2 s.
fn file_with_scales(values: &str) -> String {
    let scale = format!("n/s; 0 1 2; {values}");
    let transforms = "<scale sid=\"s\">1 1 1</scale><node id=\"m\"><rotate sid=\"x\">1 0 0 0</rotate>\
         <rotate sid=\"y\">0 1 0 0</rotate><node id=\"k\"><translate>3 4 5</translate></node></node>";
    file(transforms, &[&scale, "m/x.ANGLE; 0 1 2; 0 50 -70", "m/y.ANGLE; 0 1 2; 0 50 -70"])
}
