//! Skins: bindings, sets of weights, meshes in several skins.

use super::support::{File, banner, warnings};
use armature::{
    model::ModelInstance,
    skin::{Influence, skin_position},
};
use armature_formats::gltf::{self, evaluate};
use glam::{Affine3A, DVec3, Vec3};
use serde_json::{Value, json};

#[test]
fn inverse_bind_matrices() {
    let mut file = banner();
    let model = file.clean().model;
    let bindings = &model.skins[0].bindings;
    assert_eq!(bindings.iter().map(|b| b.joint).collect::<Vec<_>>(), [Some(1), Some(2)]);
    assert_eq!(bindings[1].joint_from_bind, Affine3A::from_translation(-Vec3::Y));
    file.json["skins"][0].as_object_mut().unwrap().remove("inverseBindMatrices");
    let model = file.clean().model;
    assert!(model.skins[0].bindings.iter().all(|b| b.joint_from_bind == Affine3A::IDENTITY));
}

/// The transform of a skinned mesh's node is ignored.
#[test]
fn skinned_meshes_do_not_move_with_their_nodes() {
    let model = banner().clean().model;
    let mut instance = ModelInstance::new(&model);
    let bounds = instance.bounds(&model).unwrap();
    assert_eq!((bounds.min, bounds.max), (Vec3::ZERO, Vec3::new(1.0, 2.0, 0.0)));
    // At the end the pole is at (0, 3, 4), and the tip turned by 90 degrees.
    instance.sample(&model, &model.clips[0], 2.0);
    let bounds = instance.bounds(&model).unwrap();
    assert!((bounds.min.z - 4.0).abs() < 1e-5 && bounds.min.x < -0.9, "{bounds:?}");
}

#[test]
fn further_sets_of_weights() {
    let mut file = banner();
    let joints = file.accessor("VEC4", 5123, 6, &[1, 0, 0, 0, 0, 0, 0, 0].repeat(6));
    let weights = file.accessor("VEC4", 5121, 6, &[255, 0, 0, 0].repeat(6));
    file.set(&format!("/accessors/{weights}"), "normalized", json!(true));
    let attributes = "/meshes/0/primitives/0/attributes";
    file.set(attributes, "JOINTS_1", json!(joints));
    file.set(attributes, "WEIGHTS_1", json!(weights));
    let loaded = file.load().unwrap();
    let vertices = &loaded.model.parts[0].mesh.vertices;
    assert_eq!((vertices[0].joints, vertices[0].weights), ([0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0]));
    assert_eq!((vertices[2].joints[0], vertices[2].weights[0]), (1, 0.75), "0.5 and 1 of 2");
    assert_eq!(
        warnings(&loaded),
        ["model.gltf: /meshes/0/primitives/0: 6 vertices with weights that do not sum to 1: normalised for drawing"]
    );
}

#[test]
fn one_mesh_in_two_skins() {
    let mut file = banner();
    file.add("skins", json!({ "joints": [2, 1] }));
    file.add("nodes", json!({ "mesh": 0, "skin": 1 }));
    file.add("nodes", json!({ "mesh": 0 }));
    file.add("nodes", json!({ "mesh": 0, "skin": 0 }));
    file.set("/scenes/0", "nodes", json!([0, 4, 5, 6]));
    let model = file.clean().model;
    let skins: Vec<_> = model.parts.iter().map(|part| part.skin).collect();
    assert_eq!(skins, [0, 1, 2, 0], "the third moves with its node");
    assert_eq!(model.skins[1].bindings[0].joint, Some(2));
    assert_eq!(model.skins[2].bindings[0].joint, Some(5));
    assert_eq!(model.parts[2].mesh.vertices[4].joints, [0; 4]);
}

/// The exact positions equal those of the model in each pose of the clip.
#[test]
fn exact_positions() {
    let file = banner();
    let document = gltf::parse(file.text().as_bytes(), "model.gltf").unwrap();
    let model = file.clean().model;
    let mut instance = ModelInstance::new(&model);
    for time in [0.5f32, 0.9, 1.7, 2.0] {
        instance.sample(&model, &model.clips[0], time);
        let locals = evaluate::locals(&document, document.animations.first(), f64::from(time));
        let exact = evaluate::skinned(&document, 3, &evaluate::world(&document, &locals), &[]).unwrap();
        for (vertex, want) in model.parts[0].mesh.vertices.iter().zip(exact) {
            let influences = vertex.joints.iter().zip(vertex.weights);
            let influences = influences.map(|(slot, weight)| Influence { slot: *slot, weight });
            let influences: Vec<_> = influences.collect();
            let got = skin_position(instance.palette(0), &influences, vertex.position).as_dvec3();
            assert!((got - want).length() < 1e-3, "{time}: {got} {want}");
        }
    }
}

/// The exact positions have normalised weights, and a vertex without weight follows the first joint.
#[test]
fn exact_positions_have_normalised_weights() {
    let at_end = |file: &File| {
        let document = gltf::parse(file.text().as_bytes(), "model.gltf").unwrap();
        let locals = evaluate::locals(&document, document.animations.first(), 2.0);
        evaluate::skinned(&document, 3, &evaluate::world(&document, &locals), &[]).unwrap()
    };
    let mut file = banner();
    let want = at_end(&file);
    let [three, six, none] = [[3.0, 3.0, 0.0, 0.0], [6.0, -1.0, f32::NAN, 0.0], [0.0; 4]];
    let weights = file.floats(&[six, six, three, three, six, none]);
    file.set("/meshes/0/primitives/0/attributes", "WEIGHTS_0", json!(weights));
    let got = at_end(&file);
    for vertex in 0..5 {
        assert!((got[vertex] - want[vertex]).length() < 1e-6, "{vertex}: {} {}", got[vertex], want[vertex]);
    }
    // On the pole, which has moved by 3 and 4: the first joint.
    assert!((got[5] - DVec3::new(1.0, 5.0, 4.0)).length() < 1e-6, "{}", got[5]);
}

/// Weights of 0 may name any joint; others may not.
#[test]
fn joints_that_are_not_there() {
    let mut file = banner();
    let joints = file.accessor("VEC4", 5121, 6, &[0, 9, 9, 9].repeat(6));
    let weights = [1.0, 0.0, 0.0, 0.0];
    let weights = file.floats(&[weights; 6]);
    let attributes = "/meshes/0/primitives/0/attributes";
    file.set(attributes, "JOINTS_0", json!(joints));
    file.set(attributes, "WEIGHTS_0", json!(weights));
    file.clean();
    let weights = file.floats(&[[0.5, 0.0, 0.5, 0.0]; 6]);
    file.set(attributes, "WEIGHTS_0", json!(weights));
    assert_eq!(
        file.load().unwrap_err().to_string(),
        "model.gltf: /meshes/0/primitives/0: vertex 0 follows joint 9 of a skin that has 2"
    );
}

/// The table of human bones is read from both versions of VRM.
#[test]
fn human_bones() {
    let table = |extension: &str, bones: Value| {
        let mut file = banner();
        file.set("", "extensions", json!({ extension: { "humanoid": { "humanBones": bones } } }));
        file.clean().model.humanoid
    };
    let want = [(1, "hips".to_owned()), (0, "leftThumb2".to_owned())];
    let old = json!([{ "bone": "hips", "node": 1 }, { "bone": "leftThumbIntermediate", "node": 0 }]);
    assert_eq!(table("VRM", old), want);
    let new =
        json!({ "hips": { "node": 1 }, "leftThumbProximal": { "node": 0 }, "rightThumbMetacarpal": { "node": 2 } });
    assert_eq!(table("VRMC_vrm", new)[..2], want);
    assert_eq!(table("VRM", json!([])), []);
    let mut file = banner();
    file.set("", "extensions", json!({ "VRM": { "humanoid": { "humanBones": [{ "bone": "hips", "node": 99 }] } } }));
    let loaded = file.load().unwrap();
    assert!(warnings(&loaded)[0].contains("human bones is left out") && loaded.model.humanoid.is_empty());
}

#[test]
fn a_weight_below_0_is_left_out() {
    let mut file = banner();
    let weights: Vec<[f32; 4]> = vec![[1.0, -0.5, 0.0, 0.0]; 6];
    let weights = file.floats(&weights);
    file.set("/meshes/0/primitives/0/attributes", "WEIGHTS_0", json!(weights));
    let loaded = file.load().unwrap();
    assert!(warnings(&loaded)[0].contains("6 vertices with a weight below 0: left out"), "{:?}", warnings(&loaded));
    assert_eq!(loaded.model.parts[0].mesh.vertices[5].weights, [1.0, 0.0, 0.0, 0.0]);
}

/// Floats stand as they are, and transposed matrices and those that are missing are told.
#[test]
fn numbers_as_they_are() {
    let mut file = banner();
    let far = file.floats(&[[-3.0, -2.0, 5.0]; 3]);
    file.set(&format!("/accessors/{far}"), "normalized", json!(true));
    file.set("/animations/0/samplers/1", "output", json!(far));
    let loaded = file.clean();
    let track = loaded.model.clips[0].tracks.iter().find(|tracks| tracks.joint == 1).unwrap();
    assert_eq!(track.translation.as_ref().unwrap().values()[0], Vec3::new(-3.0, -2.0, 5.0));

    let moved = |y: f32| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -y, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let binds = file.floats(&[moved(0.0), moved(1.0)]);
    file.set("/skins/0", "inverseBindMatrices", json!(binds));
    let want = "model.gltf: /skins/0/inverseBindMatrices: matrix 1: the last row is 0 -1 0 1, as if it were transposed, \
                with its translation there: read as 0 0 0 1";
    assert_eq!(warnings(&file.load().unwrap()), [want]);
    let one = file.floats(&[moved(0.0)]);
    file.set("/skins/0", "inverseBindMatrices", json!(one));
    let loaded = file.load().unwrap();
    let banner = banner().clean().model;
    assert_eq!(loaded.model.skins, banner.skins, "the second is bound where it rests, as in the whole file");
    assert!(warnings(&loaded)[0].contains("1 of 2 matrices, from number 1 on"));

    // Tangent, value, tangent for each key, called LINEAR.
    let nine = file.floats(&[[7.0, 7.0, 7.0]; 9]);
    file.set("/animations/0/samplers/1", "output", json!(nine));
    let printed = warnings(&file.load().unwrap()).join(" ");
    assert!(printed.contains("3 keys need 3 values") && printed.contains("as many as with tangents"), "{printed}");
}
