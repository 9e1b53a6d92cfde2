//! Curves at a time. The values are worked out by hand from the specification's formulas.

use super::{load, parse, strays, warnings, world_at};
use crate::loading::model_file::ModelFile;
use armature::model::ModelInstance;
use glam::{DAffine3, DVec3};

/// One animated node: its transform elements, and channels.
struct Case {
    transforms: &'static str,
    channels: Vec<Channel>,
}

#[derive(Default)]
struct Channel {
    target: &'static str,
    times: &'static str,
    values: &'static str,
    dimensions: usize,
    way: &'static str,
    /// Control points or tangents, and the count of numbers for each key.
    arriving: &'static str,
    leaving: &'static str,
    tangent: usize,
}

fn source(id: &str, kind: &str, array: &str, values: &str, stride: usize) -> String {
    let params = "<param name=\"P\" type=\"float\"/>".repeat(stride);
    let count = values.split_whitespace().count();
    format!(
        "<source id=\"{id}-{kind}\"><{array} id=\"{id}-{kind}-a\" count=\"{count}\">{values}</{array}>\
         <technique_common><accessor source=\"#{id}-{kind}-a\" count=\"{}\" stride=\"{stride}\">{params}\
         </accessor></technique_common></source>",
        count / stride
    )
}

/// Returns a channel of the node with `dimensions` numbers for each key.
fn channel(target: &'static str, times: &'static str, values: &'static str, dimensions: usize) -> Channel {
    Channel { target, times, values, dimensions, ..Channel::default() }
}

impl Case {
    fn file(&self) -> String {
        let mut animations = String::new();
        for (number, c) in self.channels.iter().enumerate() {
            let id = &format!("c{number}");
            let keys = c.times.split_whitespace().count();
            let mut sources = source(id, "in", "float_array", c.times, 1);
            sources += &source(id, "out", "float_array", c.values, c.dimensions);
            let mut kinds = vec![("INPUT", "in"), ("OUTPUT", "out")];
            if !c.way.is_empty() {
                sources += &source(id, "way", "Name_array", &format!("{} ", c.way).repeat(keys), 1);
                kinds.push(("INTERPOLATION", "way"));
            }
            if c.tangent > 0 {
                sources += &source(id, "arriving", "float_array", c.arriving, c.tangent);
                sources += &source(id, "leaving", "float_array", c.leaving, c.tangent);
                kinds.extend([("IN_TANGENT", "arriving"), ("OUT_TANGENT", "leaving")]);
            }
            let mut inputs = String::new();
            for (semantic, kind) in kinds {
                inputs += &format!("<input semantic=\"{semantic}\" source=\"#{id}-{kind}\"/>");
            }
            animations += &format!(
                "<animation>{sources}<sampler id=\"{id}\">{inputs}</sampler>\
                 <channel source=\"#{id}\" target=\"{}\"/></animation>",
                c.target
            );
        }
        format!(
            "<COLLADA version=\"1.4.1\"><library_animations>{animations}</library_animations>\
             <library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">{}\
             <node><translate>0.57735 0.57735 0.57735</translate></node></node></visual_scene>\
             </library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>",
            self.transforms
        )
    }

    fn at(&self, time: f32) -> DAffine3 {
        world_at(&self.file(), "n", time)
    }

    /// Checks the x of a translation, and that the model plays it within the promised error.
    fn x(&self, times: &[f32], want: &[f64]) {
        for (time, want) in times.iter().zip(want) {
            let got = self.at(*time).translation.x;
            assert!((got - want).abs() < 1e-6, "at {time}: {got}, not {want}");
        }
        let strays = strays(&self.file());
        assert!(strays < 1e-4, "{strays}");
    }
}

/// A node whose x runs from 0 at 0 s to 8 at 2 s.
fn x(way: &'static str, leaving: &'static str, arriving: &'static str, tangent: usize) -> Case {
    Case {
        transforms: "<translate sid=\"t\">1 2 3</translate>",
        channels: vec![Channel { way, arriving, leaving, tangent, ..channel("n/t.X", "0 2", "0 8", 1) }],
    }
}

#[test]
fn linear_step_and_nothing() {
    x("LINEAR", "", "", 0).x(&[-1.0, 0.0, 0.5, 2.0, 9.0], &[0.0, 0.0, 2.0, 8.0, 8.0]);
    x("", "", "", 0).x(&[0.5], &[2.0]);
    x("STEP", "", "", 0).x(&[0.0, 1.999, 2.0, 3.0], &[0.0, 0.0, 8.0, 8.0]);
    // Coordinates that no channel drives stay at rest.
    assert_eq!(x("", "", "", 0).at(0.5).translation, DVec3::new(2.0, 2.0, 3.0));
}

#[test]
fn bezier_by_values() {
    // Control values 6 and 8 at a third and two thirds: halfway 3/8 * 6 + 3/8 * 8 + 1/8 * 8.
    x("BEZIER", "6 0", "0 8", 1).x(&[0.0, 1.0, 2.0], &[0.0, 6.25, 8.0]);
}

#[test]
fn bezier_by_times_and_values() {
    // Both control points at 2 s: the fraction of time is 1 - (1 - s)^3, 7/8 of it at s = 1/2.
    x("BEZIER", "2 0  0 0", "0 0  2 8", 2).x(&[1.75], &[4.0]);
    // Beyond the segment's end they would let time run back: they count as its end.
    x("BEZIER", "5 0  0 0", "0 0  5 8", 2).x(&[1.75], &[4.0]);
}

#[test]
fn hermite() {
    // A tangent of 12 is a control value of 4: 3/8 * 4 + 3/8 * 8 + 1/8 * 8.
    x("HERMITE", "12 0", "0 0", 1).x(&[1.0], &[5.5]);
    // With times: (6, 12) and (0, 0) put both control points at 2 s.
    x("HERMITE", "6 12  0 0", "0 0  0 0", 2).x(&[1.75], &[5.5]);
}

/// No exporter writes them.
#[test]
fn cardinal_and_bspline_are_lines() {
    for way in ["CARDINAL", "BSPLINE"] {
        let case = x(way, "", "", 0);
        assert!(
            warnings(&load(&case.file()).unwrap())[0].ends_with(&format!("interpolation \"{way}\": read as LINEAR"))
        );
        case.x(&[0.5], &[2.0]);
    }
}

#[test]
fn angles_keep_turning() {
    let case = Case {
        transforms: "<rotate sid=\"r\">0 0 1 0</rotate>",
        channels: vec![channel("n/r.ANGLE", "0 2", "0 1440", 1)],
    };
    let quarter = case.at(0.125).transform_vector3(DVec3::X); // 90 degrees
    assert!((quarter - DVec3::Y).length() < 1e-6, "{quarter}");
    assert!(strays(&case.file()) < 1e-4);
}

#[test]
fn whole_matrices_turn_and_scale() {
    // From the identity to a quarter turn about z, three times as large, 4 to the right.
    let case = Case {
        transforms: "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>",
        channels: vec![Channel {
            way: "LINEAR",
            ..channel("n/m", "0 2", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  0 -3 0 4 3 0 0 0 0 0 3 0 0 0 0 0", 16)
        }],
    };
    let got = case.at(1.0).transform_point3(DVec3::X);
    let half = 2.0 * 0.5f64.sqrt(); // an eighth turn, twice as large
    assert!((got - DVec3::new(2.0 + half, half, 0.0)).length() < 1e-6, "{got}");
    let end = case.at(2.0).transform_point3(DVec3::Y);
    assert!((end - DVec3::new(1.0, 0.0, 0.0)).length() < 1e-6, "{end}");
    assert!(strays(&case.file()) < 1e-4);
}

/// A key of zeros, by which some exporters hide a node: the node grows without turning.
#[test]
fn a_key_of_zeros_has_its_neighbours_rotation() {
    for values in [
        "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1  0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1",
        "0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1",
    ] {
        let case = Case {
            transforms: "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>",
            channels: vec![Channel { way: "LINEAR", ..channel("n/m", "0 2", values, 16) }],
        };
        let half = case.at(1.0).transform_vector3(DVec3::X);
        assert!((half - DVec3::Y * 0.5).length() < 1e-6, "{half}");
        assert!(strays(&case.file()) < 1e-4);
    }
}

#[test]
fn single_elements_of_a_matrix() {
    let case = Case {
        transforms: "<matrix sid=\"m\">1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>",
        // Column 3, row 1 is y; the last row is never used.
        channels: vec![channel("n/m(3)(1)", "0 2", "0 10", 1), channel("n/m(3)(3)", "0 2", "1 0", 1)],
    };
    assert_eq!(case.at(1.0).translation, DVec3::new(5.0, 5.0, 7.0));
    assert!(strays(&case.file()) < 1e-4);
}

/// Tracks follow so small a turn to 0.0001 rad. What is compared with other programs is ten times as exact.
#[test]
fn a_turn_between_matrices() {
    const MATRICES: &str =
        "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  0.961055 -0.276356 0 0 0.276356 0.961055 0 0 0 0 1 0 0 0 0 1";
    let case = Case {
        transforms: "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>",
        channels: vec![channel("n/m", "0 1", MATRICES, 16)],
    };
    let report = parse(case.file().as_bytes(), "turn.dae").unwrap().report(&[0.2], None).unwrap();
    let matrix = report.world[0][0];
    assert!((matrix[4].atan2(matrix[0]) - 0.2 * 0.28).abs() < 1e-5, "{matrix:?}");
    assert!(strays(&case.file()) < 2e-4);
}

#[test]
fn several_elements_of_a_node() {
    let case = Case {
        transforms: "<translate sid=\"t\">0 0 0</translate><rotate sid=\"r\">0 0 1 90</rotate><translate sid=\"u\">1 0 0</translate>",
        channels: vec![
            channel("n/t", "0 2", "0 0 0 2 4 6", 3),
            channel("n/u(0)", "0 4", "0 4", 1),
            channel("n/r", "0 1", "0 90", 1),
        ],
    };
    // (1, 2, 3), then a quarter turn of 1 along x.
    let got = case.at(1.0).translation;
    assert!((got - DVec3::new(1.0, 3.0, 3.0)).length() < 1e-6, "{got}");
    assert!(strays(&case.file()) < 1e-4);
}

#[test]
fn jumps_become_two_keys() {
    let mut case = x("STEP", "", "", 0);
    case.channels[0].times = "0 1 2";
    case.channels[0].values = "0 3 8";
    let model = load(&case.file()).unwrap().model;
    let track = model.clips[0].tracks[0].translation.as_ref().unwrap();
    assert_eq!(track.times(), [0.0, 1.0, 1.0, 2.0, 2.0]);
}

#[test]
fn curves_get_no_more_keys_than_they_need() {
    let model = load(&x("BEZIER", "6 0", "0 8", 1).file()).unwrap().model;
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
    let mut case = x("STEP LINEAR LINEAR", "", "", 0);
    case.channels[0].times = "0 0.5 1 2";
    case.channels[0].values = "0 0 4 12";
    let clip = &load(&case.file()).unwrap().model.clips[0];
    assert_eq!(clip.key_times(0), [0.0, 0.5, 1.0, 2.0]);
    assert_eq!(clip.frame_rate(), 30.0);
    // A clip from the second key on, rounded upward.
    let file = case.file().replace("<animation>", "<animation id=\"a\">");
    let clip = "<library_animation_clips><animation_clip start=\"0.500001\" end=\"1.5\">\
                <instance_animation url=\"#a\"/></animation_clip></library_animation_clips>";
    let file = file.replace("<library_visual", &format!("{clip}<library_visual"));
    assert_eq!(load(&file).unwrap().model.clips[0].key_times(0), [0.5, 1.0]);
    case.channels[0].values = "1 1 1 1"; // the value at rest
    let loaded = load(&case.file()).unwrap();
    let clip = &loaded.model.clips[0];
    // In another figure the node would rest elsewhere.
    assert_eq!(clip.tracks[0].translation.as_ref().unwrap().len(), 1);
    assert!(warnings(&loaded)[0].ends_with("clip \"curve\": nothing moves in it"), "{:?}", warnings(&loaded));
    assert_eq!(clip.key_times(0), [0.0, 0.5, 1.0, 2.0]);
}

#[test]
fn bezier_without_tangents_is_a_line() {
    let case = x("BEZIER", "", "", 0);
    let loaded = load(&case.file()).unwrap();
    assert_eq!(warnings(&loaded).len(), 1);
    assert!(warnings(&loaded)[0].ends_with("BEZIER without both tangents: read as LINEAR"));
    case.x(&[0.5], &[2.0]);
}

#[test]
fn one_interpolation_for_each_key() {
    let mut case = x("STEP LINEAR", "", "", 0); // by turns: STEP, LINEAR, STEP
    case.channels[0].times = "0 1 2";
    case.channels[0].values = "0 3 9";
    case.x(&[0.5, 1.0, 1.5, 2.0], &[0.0, 3.0, 6.0, 9.0]);
}

#[test]
fn a_skew_that_moves_leans_the_joint() {
    let case = Case {
        transforms: "<skew sid=\"s\">0 0 1 0 1 0 0</skew>",
        channels: vec![channel("n/s.ANGLE", "0 2", "0 60", 1)],
    };
    // y is sheared towards x: at 45 degrees by its own length.
    let got = case.at(1.5).transform_vector3(DVec3::Y);
    assert!((got - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-6, "{got}");
    let loaded = load(&case.file()).unwrap();
    assert!(loaded.model.skeleton.is_sheared() && loaded.warnings.is_empty());
    assert!(loaded.model.clips[0].tracks[0].shear.is_some());
    assert!(strays(&case.file()) < 1e-4, "{}", strays(&case.file()));
}

#[test]
fn a_scale_that_moves_between_two_turns_leans_the_joint() {
    // No translation, rotation and scale equal this: stretched along a diagonal.
    let case = Case {
        transforms: "<rotate>0 0 1 45</rotate><scale sid=\"s\">1 1 1</scale><rotate>0 0 1 -45</rotate>",
        channels: vec![channel("n/s.X", "0 2", "1 5", 1)],
    };
    // Three times as long along (1, 1): x becomes (2, 1).
    let got = case.at(1.0).transform_vector3(DVec3::X);
    assert!((got - DVec3::new(2.0, 1.0, 0.0)).length() < 1e-6, "{got}");
    assert!(strays(&case.file()) < 1e-4, "{}", strays(&case.file()));
}

#[test]
fn pivots_and_joint_orients() {
    let case = Case {
        transforms: "<translate>0 0 3</translate><rotate sid=\"jointOrientZ\">0 0 1 90</rotate>\
            <translate sid=\"pivot\">1 0 0</translate><rotate sid=\"rotateZ\">0 0 1 0</rotate>\
            <translate sid=\"pivotInverse\">-1 0 0</translate>",
        channels: vec![channel("n/rotateZ.ANGLE", "0 2", "0 180", 1)],
    };
    // Turned half round about (1, 0, 0), the origin comes to (2, 0, 0); the orient makes that (0, 2, 0).
    let got = case.at(2.0).translation;
    assert!((got - DVec3::new(0.0, 2.0, 3.0)).length() < 1e-6, "{got}");
    assert!(strays(&case.file()) < 1e-4, "{}", strays(&case.file()));
}

#[test]
fn an_eye_that_moves() {
    let case = Case {
        transforms: "<lookat sid=\"l\">0 0 5 0 0 0 0 1 0</lookat>",
        channels: vec![channel("n/l(0)", "0 2", "0 10", 1)],
    };
    // From (5, 0, 5) it looks at the origin: its own -z points there.
    let at = case.at(1.0);
    let ahead = at.transform_point3(DVec3::NEG_Z * 50f64.sqrt());
    assert!(at.translation == DVec3::new(5.0, 0.0, 5.0) && ahead.length() < 1e-6, "{ahead}");
    assert!(strays(&case.file()) < 1e-4, "{}", strays(&case.file()));
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
fn file_with_scales(values: &'static str) -> String {
    let times = "0 1 2";
    let turns = "0 50 -70";
    let case = Case {
        transforms: "<scale sid=\"s\">1 1 1</scale><node id=\"m\"><rotate sid=\"x\">1 0 0 0</rotate>\
             <rotate sid=\"y\">0 1 0 0</rotate><node id=\"k\"><translate>3 4 5</translate></node></node>",
        channels: vec![
            channel("n/s", times, values, 3),
            channel("m/x.ANGLE", times, turns, 1),
            channel("m/y.ANGLE", times, turns, 1),
        ],
    };
    case.file()
}
