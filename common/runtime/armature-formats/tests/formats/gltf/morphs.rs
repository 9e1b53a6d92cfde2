//! Morph targets: displacements, weights at rest and in clips, and what is refused.

use super::support::{File, warnings};
use armature::{mesh::SkinnedVertex, model::ModelInstance};
use armature_formats::gltf::{self, evaluate};
use glam::Vec3;
use serde_json::{Value, json};

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// A triangle with normals of length 2 and three targets: `up` moves all of it along z and turns its normals, the
/// second moves a corner, the third nothing.
fn swell() -> File {
    let mut file = File::new();
    let position = file.floats(&TRIANGLE);
    let normal = file.floats(&[[0.0, 0.0, 2.0]; 3]);
    let up = file.floats(&[[0.0, 0.0, 1.0]; 3]);
    let turn = file.floats(&[[2.0, 0.0, 0.0]; 3]);
    // Sparse, and zeros but for one.
    let at = file.view(&[1, 0, 0, 0]);
    let values = file.view(&1.0f32.to_le_bytes().repeat(3));
    let sparse = json!({ "count": 1, "indices": { "bufferView": at, "componentType": 5121 },
        "values": { "bufferView": values } });
    let corner = file.add("accessors", json!({ "componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse }));
    let targets = json!([{ "POSITION": up, "NORMAL": turn, "TANGENT": turn }, { "POSITION": corner }, {}]);
    let primitive = json!({ "attributes": { "POSITION": position, "NORMAL": normal }, "targets": targets });
    let names = json!({ "targetNames": ["up", 3] });
    file.add("meshes", json!({ "name": "face", "primitives": [primitive], "extras": names }));
    file.add("nodes", json!({ "mesh": 0 }));
    file
}

/// Adds an animation of the node's weights.
fn animate(file: &mut File, times: &[[f32; 1]], weights: &[[f32; 1]], interpolation: &str) {
    let input = file.floats(times);
    let output = file.floats(weights);
    let sampler = json!({ "input": input, "output": output, "interpolation": interpolation });
    let channel = json!({ "sampler": 0, "target": { "node": 0, "path": "weights" } });
    file.add("animations", json!({ "samplers": [sampler], "channels": [channel] }));
}

fn morphed(file: &File, weights: &[f32]) -> Vec<SkinnedVertex> {
    let model = file.clean().model;
    let mut instance = ModelInstance::new(&model);
    instance.weights[0] = weights.to_vec();
    let vertices = instance.morphed(&model, &model.parts[0], &mut Vec::new()).to_vec();
    vertices.into_iter().map(|vertex| SkinnedVertex { normal: vertex.normal.normalize(), ..vertex }).collect()
}

#[test]
fn targets_and_weights_at_rest() {
    let mut file = swell();
    let set = file.clean().model.morph_sets.remove(0);
    assert_eq!((set.name.as_str(), set.at_rest), ("face", vec![0.0; 3]));
    assert_eq!(set.targets, ["up", "target 1", "target 2"]);
    // VRM 0 has them in the first primitive.
    let mut elsewhere = swell();
    let names = elsewhere.json["meshes"][0]["extras"].take();
    elsewhere.json["meshes"][0]["primitives"][0]["extras"] = names;
    assert_eq!(elsewhere.clean().model.morph_sets[0].targets, ["up", "target 1", "target 2"]);
    let targets = file.clean().model.parts[0].morphs.clone().unwrap().targets;
    assert_eq!(targets.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1, 0], "what does not move is left out");

    // The same shape, whatever weights the file rests in; the node's come before the mesh's.
    let want = morphed(&file, &[0.5, 2.0, 0.0]);
    assert_eq!(want.iter().map(|it| it.position).collect::<Vec<_>>(), {
        let up = Vec3::Z * 0.5;
        [up, Vec3::new(3.0, 2.0, 2.5), Vec3::Y + up]
    });
    assert!(want.iter().all(|it| it.normal.abs_diff_eq(Vec3::new(1.0, 0.0, 2.0).normalize(), 1e-6)), "{want:?}");
    file.set("/meshes/0", "weights", json!([0.25, -1.0]));
    assert_eq!(file.clean().model.morph_sets[0].at_rest, [0.25, -1.0, 0.0]);
    file.set("/nodes/0", "weights", json!([1, 0, 0]));
    let model = file.clean().model;
    assert_eq!(model.morph_sets[0].at_rest, [1.0, 0.0, 0.0]);
    assert_eq!(model.parts[0].mesh.vertices[2].position, Vec3::new(0.0, 1.0, 1.0), "the mesh has them");
    for (got, want) in morphed(&file, &[0.5, 2.0, 0.0]).iter().zip(&want) {
        assert!(got.position.abs_diff_eq(want.position, 1e-6) && got.normal.abs_diff_eq(want.normal, 1e-6), "{got:?}");
    }
}

/// Faces without normals are flat, and stay flat when a target moves them.
#[test]
fn flat_faces_stay_flat() {
    let mut file = File::new();
    let position = file.floats(&TRIANGLE);
    let tilt = file.floats(&[[0.0; 3], [0.0; 3], [0.0, -1.0, 1.0]]);
    let primitive = json!({ "attributes": { "POSITION": position }, "targets": [{ "POSITION": tilt }] });
    file.add("meshes", json!({ "primitives": [primitive] }));
    file.add("nodes", json!({ "mesh": 0 }));
    for (weight, normal) in [(0.0, Vec3::Z), (1.0, Vec3::NEG_Y), (0.5, Vec3::new(0.0, -1.0, 1.0).normalize())] {
        for vertex in morphed(&file, &[weight]) {
            assert!(vertex.normal.abs_diff_eq(normal, 1e-6), "{weight}: {vertex:?}");
        }
    }
}

/// The clip's weights are within a ten-thousandth of the file's curves, for each interpolation.
#[test]
fn weights_play() {
    let times = [[0.5], [1.0], [2.0]];
    let keys: [[f32; 1]; 9] = [0.0, 1.0, 0.0, 1.0, -0.5, 0.0, 0.25, 2.0, 0.0].map(|weight| [weight]);
    let tangents = keys.as_chunks::<3>().0.iter().flat_map(|key| [[[3.0]; 3], *key, [[-2.0]; 3]].concat());
    let splines: Vec<[f32; 1]> = tangents.collect();
    for (interpolation, weights, changing) in
        [("LINEAR", &keys[..], 2), ("STEP", &keys[..], 2), ("CUBICSPLINE", &splines[..], 3)]
    {
        let mut file = swell();
        animate(&mut file, &times, weights, interpolation);
        let document = gltf::parse(file.text().as_bytes(), "model.gltf").unwrap();
        let loaded = file.clean();
        let model = &loaded.model;
        let clip = &model.clips[0];
        assert_eq!((clip.start, clip.end, clip.weights.len()), (0.5, 2.0, changing));
        assert!(clip.tracks.is_empty() && clip.moves());
        let mut instance = ModelInstance::new(model);
        for step in 0..=1000 {
            let time = step as f32 * 0.0025;
            instance.sample(model, clip, time);
            let want = evaluate::weights(&document, Some(&document.animations[0]), 0, time.into());
            for (got, want) in instance.weights[0].iter().zip(want) {
                assert!((got - want).abs() < 1e-4, "{interpolation} at {time}: {got} {want}");
            }
        }
        instance.sample(model, clip, 1.0);
        let corner = instance.morphed(model, &model.parts[0], &mut Vec::new())[1].position;
        assert!(corner.abs_diff_eq(Vec3::X - 0.5 + Vec3::Z, 1e-5), "{interpolation}: {corner}");
        instance.rest(model);
        assert_eq!(instance.weights[0], [0.0; 3]);
    }
}

#[test]
fn wrong_weights() {
    let load = |weights: &[[f32; 1]], interpolation: &str| {
        let mut file = swell();
        animate(&mut file, &[[0.0], [1.0]], weights, interpolation);
        file.load().map(|loaded| warnings(&loaded)).map_err(|error| error.to_string())
    };
    let uneven = "model.gltf: /animations/0/samplers/0: 5 weights in accessor 6 are not the same number for each of 2 \
                  keys: the channel is left out";
    assert_eq!(load(&[[0.0]; 5], "LINEAR").unwrap()[0], uneven);
    assert!(load(&[[0.0]; 4], "CUBICSPLINE").unwrap()[0].contains("4 weights"));
    let other = "model.gltf: /animations/0: 2 weights for the 3 morph targets of node 0: left out";
    let still = "model.gltf: clip \"model\": nothing moves in it";
    assert_eq!(load(&[[0.0]; 4], "LINEAR"), Ok(vec![other.into(), still.into()]));
    let odd = "model.gltf: /animations/0/samplers/0/output: 1 of its numbers are not finite: read as 0";
    assert_eq!(load(&[[0.0], [0.0], [0.0], [1.0], [f32::NAN], [0.0]], "LINEAR"), Ok(vec![odd.into()]));
}

/// Animations of weights and of other nodes play together, but not two animations of the weights of one node.
#[test]
fn weights_play_together_with_other_nodes() {
    let mut file = swell();
    animate(&mut file, &[[0.0], [1.0]], &[[0.0], [0.0], [0.0], [1.0], [0.0], [0.0]], "LINEAR");
    let moved = file.floats(&[[0.0; 3], [1.0; 3]]);
    let input = file.json["animations"][0]["samplers"][0]["input"].clone();
    let other = file.add("nodes", json!({}));
    let channel = json!({ "sampler": 0, "target": { "node": other, "path": "translation" } });
    file.add("animations", json!({ "samplers": [{ "input": input, "output": moved }], "channels": [channel] }));
    let loaded = file.load().unwrap();
    let clips = &loaded.model.clips;
    assert_eq!((clips.len(), clips[0].tracks.len(), clips[0].weights.len()), (1, 1, 1), "{:?}", warnings(&loaded));
    let again = file.json["animations"][0].clone();
    file.add("animations", again);
    assert_eq!(file.clean().model.clips.len(), 3);
}

#[test]
fn too_many_targets() {
    let mut file = swell();
    let targets: Vec<Value> = vec![json!({}); 100_000];
    file.set("/meshes/0/primitives/0", "targets", json!(targets));
    assert_eq!(file.load().unwrap().model.morph_sets[0].targets.len(), 100_000);
    for _ in 0..20 {
        file.add("nodes", json!({ "mesh": 0 }));
    }
    let message = file.load().unwrap_err().to_string();
    assert!(message.ends_with("more than 4000000 corners beyond the file's own"), "{message}");
}
