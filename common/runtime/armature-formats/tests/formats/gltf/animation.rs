//! Animation: the exact evaluation and the played model, compared with numbers by hand.

use super::support::{File, banner, warnings};
use armature::animation::{Cursors, Track};
use armature_formats::gltf::{self, evaluate};
use glam::{DVec3, Quat};
use proptest::prelude::*;
use serde_json::json;

/// Returns a file in which a curve moves a node that has a child at a distance of 1 m. `values` adds the curve's values.
fn moved_node(path: &str, interpolation: &str, times: &[f32], values: impl FnOnce(&mut File) -> usize) -> File {
    let mut file = File::new();
    file.add("nodes", json!({ "children": [1] }));
    file.add("nodes", json!({ "translation": [1, 0, 0] }));
    let times: Vec<[f32; 1]> = times.iter().map(|time| [*time]).collect();
    let input = file.floats(&times);
    let output = values(&mut file);
    file.add(
        "animations",
        json!({
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": path } }],
            "samplers": [{ "input": input, "output": output, "interpolation": interpolation }]
        }),
    );
    file
}

/// Returns the child's position at a time: exactly, and as played.
fn tip(file: &File, time: f32) -> (DVec3, DVec3) {
    let document = gltf::parse(file.text().as_bytes(), "model.gltf").unwrap();
    let locals = evaluate::locals(&document, document.animations.first(), f64::from(time));
    let exact = evaluate::world(&document, &locals)[1].translation;
    let model = file.clean().model;
    let bind = model.skeleton.bind_pose();
    let mut pose = bind.clone();
    model.clips[0].sample(time, &bind, &mut Cursors::default(), &mut pose);
    let world = model.skeleton.model_from_joint(&pose);
    (exact, glam::Vec3::from(world[1].translation).as_dvec3())
}

fn assert_near(file: &File, time: f32, want: [f64; 3]) {
    let (exact, played) = tip(file, time);
    let want = DVec3::from(want);
    assert!((exact - want).length() < 1e-6, "{time}: {exact} {want}");
    assert!((played - want).length() < 3e-4, "{time}: played {played} {want}");
}

#[test]
fn linear_and_step() {
    let values = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 4.0, 0.0]];
    let linear = moved_node("translation", "LINEAR", &[1.0, 2.0, 4.0], |file| file.floats(&values));
    for (time, x, y) in [(0.0, 0.0, 0.0), (1.25, 0.5, 0.0), (3.0, 2.0, 2.0), (9.0, 2.0, 4.0)] {
        assert_near(&linear, time, [1.0 + x, y, 0.0]);
    }
    let step = moved_node("translation", "STEP", &[1.0, 2.0, 4.0], |file| file.floats(&values));
    for (time, x, y) in [(1.99, 0.0, 0.0), (2.0, 2.0, 0.0), (3.99, 2.0, 0.0), (4.0, 2.0, 4.0)] {
        assert_near(&step, time, [1.0 + x, y, 0.0]);
    }
    let once = moved_node("scale", "LINEAR", &[3.0], |file| file.floats(&[[5.0, 1.0, 1.0]]));
    assert_near(&once, 0.0, [5.0, 0.0, 0.0]);
}

#[test]
fn rotations_take_the_short_way() {
    let third = Quat::from_rotation_z(120f32.to_radians());
    let keys = [Quat::IDENTITY.to_array(), (-third).to_array()];
    let file = moved_node("rotation", "LINEAR", &[0.0, 2.0], |file| file.floats(&keys));
    for (time, degrees) in [(0.5, 30.0f64), (1.0, 60.0), (1.9, 114.0)] {
        assert_near(&file, time, [degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0]);
    }
}

/// Tangents are multiplied by the time between the keys (appendix C.5).
#[test]
fn splines() {
    let values = [[9.0, 9.0, 9.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [4.0, 0.0, 0.0], [9.0, 9.0, 9.0]];
    let file = moved_node("translation", "CUBICSPLINE", &[1.0, 3.0], |file| file.floats(&values));
    // At the middle: the mean of the keys, and an eighth of the difference of tangents, times 2 s.
    assert_near(&file, 2.0, [1.0 + 2.0 + 0.25, -0.5, 0.0]);
    assert_near(&file, 1.0, [1.0, 0.0, 0.0]);
    assert_near(&file, 3.0, [5.0, 0.0, 0.0]);
    // One that crosses the line in the middle.
    let ease = [[0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3], [4.0, 0.0, 0.0], [0.0; 3]];
    let file = moved_node("translation", "CUBICSPLINE", &[0.0, 1.0], |file| file.floats(&ease));
    assert_near(&file, 0.25, [1.0 + 4.0 * (3.0 / 16.0 - 2.0 / 64.0), 0.0, 0.0]);
}

/// The inverse bind matrix of a root that no vertex follows does not enlarge the error bound.
#[test]
fn the_bound_is_relative_to_the_vertices() {
    let mut file = banner();
    let binds = file.floats(
        &[(100.0, 0.0), (1.0, 0.0), (1.0, -1.0)]
            .map(|(s, y)| [s, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, y, 0.0, 1.0]),
    );
    let joints = [[1, 0, 0, 0], [2, 0, 0, 0]].map(|four| four.repeat(3)).concat();
    let joints = file.accessor("VEC4", 5121, 6, &joints);
    let [zero, up] = [[0.0; 3], [0.0, 1.0, 0.0]];
    let bow = file.floats(&[zero, zero, up, up, zero, zero, zero, zero, zero]);
    file.set("/nodes/3", "translation", json!([0, 0, 0]));
    file.set("/skins/0", "joints", json!([0, 1, 2]));
    file.set("/skins/0", "inverseBindMatrices", json!(binds));
    file.set("/meshes/0/primitives/0/attributes", "JOINTS_0", json!(joints));
    let one = file.floats(&[[1.0, 0.0, 0.0, 0.0]; 6]);
    file.set("/meshes/0/primitives/0/attributes", "WEIGHTS_0", json!(one));
    let sampler = "/animations/0/samplers/1";
    file.set(sampler, "output", json!(bow));
    file.set(sampler, "interpolation", json!("CUBICSPLINE"));
    let document = gltf::parse(file.text().as_bytes(), "model.gltf").unwrap();
    let model = file.clean().model;
    let bind = model.skeleton.bind_pose();
    for step in 0..40 {
        let time = 0.5 + 1.5 * step as f32 / 39.0;
        let exact = evaluate::locals(&document, document.animations.first(), f64::from(time));
        let mut pose = bind.clone();
        model.clips[0].sample(time, &bind, &mut Cursors::default(), &mut pose);
        let error = (exact[1].translation - pose.locals[1].translation.as_dvec3()).length();
        assert!(error < 1e-4 * 5f64.sqrt(), "{error} at {time}");
    }
}

/// Linear curves keep their keys, and get more where a track would play them by nlerp too unevenly for the bound.
#[test]
fn linear_curves_keep_their_keys() {
    let times: Vec<f32> = (0..=40).map(|key| key as f32 / 20.0).collect();
    let [slow, fast] = [0.5, 5.0].map(|speed| {
        let turns: Vec<[f32; 4]> = times.iter().map(|time| Quat::from_rotation_y(speed * time).to_array()).collect();
        moved_node("rotation", "LINEAR", &times, |file| file.floats(&turns))
    });
    let [even, between] =
        [&slow, &fast].map(|file| file.clean().model.clips[0].tracks[0].rotation.clone().expect("it turns"));
    let mut pairs = even.track().values().iter().zip(&times);
    let is_same = pairs.all(|(got, time)| got.abs_diff_eq(Quat::from_rotation_y(0.5 * time), 1e-7));
    assert!(even.times() == times && is_same);
    assert!(between.times().len() > times.len() && times.iter().all(|time| between.times().contains(time)));
    for step in 0..100 {
        let (exact, played) = tip(&fast, step as f32 / 50.0);
        assert!((exact - played).length() < 1e-4, "{step}: {exact} {played}");
    }
}

/// Curves of a node keep different keys, also if a scale goes through 0.
#[test]
fn linear_curves_have_keys_of_their_own() {
    let scales = [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [-1.0, 2.0, 1.0]];
    let mut file = moved_node("scale", "LINEAR", &[0.0, 1.0, 2.0], |file| file.floats(&scales));
    let input = file.floats(&[[0.5], [1.5]]);
    let output = file.floats(&[[0.0, 0.0, 0.0], [0.0, 3.0, 0.0]]);
    file.push("/animations/0/samplers", json!({ "input": input, "output": output }));
    file.push("/animations/0/channels", json!({ "sampler": 1, "target": { "node": 0, "path": "translation" } }));
    let tracks = &file.clean().model.clips[0].tracks[0];
    assert_eq!(tracks.scale.as_ref().map(Track::times), Some(&[0.0, 1.0, 2.0][..]));
    assert_eq!(tracks.translation.as_ref().map(Track::times), Some(&[0.5, 1.5][..]));
    for (time, x, y) in [(0.25, 0.75, 0.0), (1.0, 0.0, 1.5), (1.25, -0.25, 2.25), (2.0, -1.0, 3.0)] {
        assert_near(&file, time, [x, y, 0.0]);
    }
}

#[test]
fn half_turns_go_the_way_that_the_file_says() {
    let z = [0.0, 0.0, 1.0, 0.0];
    let keys = [[0.0, 0.0, 0.0, 1.0], z, [0.0, 0.0, 0.0, -1.0], z, [0.0, 0.0, 0.1, -1.0], [0.0, 0.0, -1.0, 0.002]];
    let file = moved_node("rotation", "LINEAR", &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], |file| file.floats(&keys));
    for step in 0..100 {
        let (exact, played) = tip(&file, step as f32 / 20.0);
        assert!((exact - played).length() < 1e-4, "{step}: {exact} {played}");
    }
}

/// A joint has fewer keys if it moves only near points: a finger alone, and then one that carries a mesh of a metre.
#[test]
fn joints_that_move_little_have_fewer_keys() {
    // Key, and the tangents on both sides of it.
    let times: Vec<f32> = (0..=400).map(|key| key as f32 / 100.0).collect();
    let mut swings: Vec<[f32; 4]> = Vec::new();
    for time in &times {
        let angle = 0.05 * (2.0 * time).sin();
        let speed = 0.1 * (2.0 * time).cos();
        let key = Quat::from_rotation_z(angle);
        let tangent = [-key.y, key.x, key.w, -key.z].map(|part| part * speed / 2.0);
        swings.extend([tangent, key.to_array(), tangent]);
    }
    let mut file = moved_node("rotation", "CUBICSPLINE", &times, |file| file.floats(&swings));
    file.set("/nodes/1", "children", json!([2]));
    file.add("nodes", json!({}));
    let finger = json!({ "sampler": 0, "target": { "node": 2, "path": "rotation" } });
    file.push("/animations/0/channels", finger);
    let tracks = &file.clean().model.clips[0].tracks;
    let [arm, finger] = [0, 1].map(|joint| tracks[joint].key_count());
    assert!(arm < 200 && finger * 4 < arm, "{arm} {finger}");
    let stick = file.floats(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.01, 0.0]]);
    file.add("meshes", json!({ "primitives": [{ "attributes": { "POSITION": stick } }] }));
    file.set("/nodes/2", "mesh", json!(0));
    let tracks = &file.clean().model.clips[0].tracks;
    let [arm, finger] = [0, 1].map(|joint| tracks[joint].key_count());
    assert!(finger * 3 > arm * 2, "{arm} {finger}");
}

#[test]
fn clips_and_their_names() {
    let mut file = banner();
    let again = file.json["animations"][0].clone();
    file.add("animations", again);
    file.json["animations"][1].as_object_mut().unwrap().remove("name");
    file.add("animations", json!({ "channels": [], "samplers": [] }));
    let loaded = file.load().unwrap();
    let names: Vec<_> = loaded.model.clips.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["wave", "animation 1"]);
    assert_eq!(warnings(&loaded), ["model.gltf: /animations/2: moves nothing: left out"]);
    let mut alone = banner();
    alone.json["animations"][0].as_object_mut().unwrap().remove("name");
    assert_eq!(alone.clean().model.clips[0].name, "model");
}

/// A spline of quaternions that passes near 0 turns over at once.
#[test]
fn a_curve_that_bends_too_sharply() {
    let turns = [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0; 4], [0.0; 4], [1e-5, 0.0, 0.0, -1.0], [0.0; 4]];
    let file = moved_node("rotation", "CUBICSPLINE", &[0.0, 1.0], |file| file.floats(&turns));
    let message = "a curve bends too sharply to be followed within 1/10000 of the model's size";
    let loaded = file.load().unwrap();
    assert!(loaded.warnings.iter().any(|warning| warning.message.ends_with(message)), "{:?}", loaded.warnings);
}

/// An exporter of Maya writes 0 for LINEAR.
#[test]
fn interpolation_zero_is_linear() {
    let mut file = banner();
    let want = file.clean().model.clips;
    for sampler in 0..2 {
        file.set(&format!("/animations/0/samplers/{sampler}"), "interpolation", json!(0));
    }
    let loaded = file.load().unwrap();
    assert_eq!(loaded.model.clips, want);
    let message = "model.gltf: /animations/0/samplers/0/interpolation: 0 is none: read as LINEAR here and elsewhere";
    assert_eq!(warnings(&loaded), [message]);
}

#[test]
fn what_has_no_keys_moves_nothing() {
    let mut file = banner();
    let none = file.floats::<1>(&[]);
    file.set("/animations/0/samplers/0", "input", json!(none));
    let loaded = file.load().unwrap();
    let joints: Vec<usize> = loaded.model.clips[0].tracks.iter().map(|tracks| tracks.joint).collect();
    assert_eq!(joints, [1]);
    let message = "model.gltf: /animations/0/channels: 1 of them have no keys: left out";
    assert_eq!(warnings(&loaded), [message]);
    file.set("/animations/0/samplers/1", "input", json!(none));
    let loaded = file.load().unwrap();
    assert_eq!(loaded.model.clips, []);
    assert_eq!(warnings(&loaded)[1], "model.gltf: /animations/0: \"wave\": moves nothing: left out");
}

/// Old exporters write an animation for each node. If they have names of their own, each is a clip as well.
#[test]
fn clips_that_share_no_node_play_together() {
    let want = banner().clean().model.clips;
    let as_one = "model.gltf: /animations: 2 of them, no two of which move the same node: played together as one";
    let at_once = "model.gltf: /animations: 2 of them, no two of which move the same node: played at once by \"all \
                   together\"";
    for (names, how, clips) in [
        (["wave", "wave"], as_one, &["wave"][..]),
        (["tip", ""], at_once, &["all together", "tip", "animation 1"]),
        (["", ""], as_one, &["model"]),
    ] {
        let mut file = banner();
        let one = file.json["animations"][0].take();
        let of =
            |at: usize| json!({ "name": names[at], "channels": [one["channels"][at]], "samplers": one["samplers"] });
        file.json["animations"] = json!([of(0), of(1)]);
        let loaded = file.load().unwrap();
        assert_eq!(warnings(&loaded), [how]);
        let got = &loaded.model.clips;
        assert_eq!(got.iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>(), clips);
        assert_eq!((&got[0].tracks, got[0].end), (&want[0].tracks, want[0].end));
        assert!(got[1..].iter().all(|clip| clip.tracks.len() == 1), "each as the file has it");
        let document = gltf::parse(file.text().as_bytes(), "model.gltf").unwrap();
        assert_eq!(document.animations[0].channels.len(), 2, "the exact evaluation plays them together too");
        // A third that moves what another moves: three clips.
        file.push("/animations", of(0));
        let three = file.load().unwrap().model.clips;
        assert_eq!(three.len(), 3);
        let again = if names[0].is_empty() { "animation 2".into() } else { format!("{} (2)", names[0]) };
        assert!([again, format!("{} (3)", names[0])].contains(&three[2].name), "{}", three[2].name);
    }
}

fn vector() -> impl Strategy<Value = [f32; 3]> {
    prop::array::uniform3(-2.0f32..2.0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    /// For all curves the played model is within 1e-4 of the evaluated model, relative to its size, which is at most 10.
    #[test]
    fn played_as_evaluated(
        gaps in prop::collection::vec(0.05f32..1.0, 2..6),
        seed in prop::collection::vec(prop::array::uniform4(-1.0f32..1.0), 18),
        vectors in prop::collection::vec(vector(), 18),
        interpolations in prop::array::uniform2(0usize..3),
    ) {
        let mut at = 0.0;
        let times: Vec<f32> = gaps.iter().map(|gap| { at += gap; at }).collect();
        let names = ["LINEAR", "STEP", "CUBICSPLINE"];
        let count = |interpolation: usize| if interpolation == 2 { 3 * times.len() } else { times.len() };
        let mut file = moved_node("rotation", names[interpolations[0]], &times, |file| {
            file.floats(&seed[..count(interpolations[0])])
        });
        let output = file.floats(&vectors[..count(interpolations[1])]);
        file.push("/animations/0/samplers", json!({ "input": 0, "output": output, "interpolation": names[interpolations[1]] }));
        file.push("/animations/0/channels", json!({ "sampler": 1, "target": { "node": 0, "path": "translation" } }));
        let size = vectors.iter().flatten().fold(1.0f32, |most, n| most.max(n.abs()));
        // A quaternion spline that passes near 0 turns at once: its bend is not followed, with a warning.
        prop_assume!(file.load().unwrap().warnings.is_empty());
        for step in 0..40 {
            let time = at * step as f32 / 39.0;
            let (exact, played) = tip(&file, time);
            let error = (exact - played).length();
            prop_assert!(error < 1e-3 * f64::from(size).max(1.0), "{error} at {time}");
        }
    }
}
