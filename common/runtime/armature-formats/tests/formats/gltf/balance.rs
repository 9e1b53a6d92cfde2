//! What a file holds is in its model or in a warning: figures from which parts are unhooked at random.

use super::support::{File, banner, warnings};
use armature::animation::Clip;
use armature_formats::loading::LoadedModel;
use serde_json::{Value, json};
use testing::dice::Dice;

/// Returns the banner with a flag of its own material and picture, and a face with a morph target, all of them with names.
fn figure() -> File {
    let mut file = banner();
    file.set("/skins/0", "name", json!("binding"));
    let picture = file.view(b"\x89PNG");
    file.add("images", json!({ "name": "paint", "bufferView": picture, "mimeType": "image/png" }));
    file.add("textures", json!({ "source": 0 }));
    file.add("materials", json!({ "name": "painted", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    let moved = file.floats(&[[0.0, 1.0, 0.0]; 6]);
    let attributes = json!({ "POSITION": 0, "NORMAL": 1 });
    let flag = json!({ "attributes": attributes, "mode": 5, "material": 1 });
    let face = json!({ "attributes": attributes, "indices": 5, "targets": [{ "POSITION": moved }] });
    file.add("meshes", json!({ "name": "flag", "primitives": [flag] }));
    file.add("meshes", json!({ "name": "face", "primitives": [face], "extras": { "targetNames": ["smile"] } }));
    file.add("nodes", json!({ "name": "top", "mesh": 1 }));
    file.add("nodes", json!({ "name": "head", "mesh": 2 }));
    file.set("/nodes/2", "children", json!([4]));
    file.push("/nodes/0/children", json!(5));
    let weights = file.floats(&[[0.0], [1.0], [0.5]]);
    let target = json!({ "node": 5, "path": "weights" });
    let channels = json!([{ "sampler": 0, "target": target }]);
    file.add(
        "animations",
        json!({ "name": "blink", "channels": channels, "samplers": [{ "input": 7, "output": weights }] }),
    );
    file
}

/// Values that unhook a part of the figure: a pointer, and what stands there then.
fn unhooks() -> Vec<(&'static str, Value)> {
    vec![
        ("/scenes/0/nodes", json!([])),
        ("/scenes/0/nodes", json!([3])),
        ("/scenes", json!([{ "nodes": [0] }, { "nodes": [3] }])),
        ("/scenes", json!([{ "nodes": [5] }, { "nodes": [0] }])),
        ("/scenes", Value::Null),
        ("/nodes/0/children", json!([1])),
        ("/nodes/0/children", json!([3, 5])),
        ("/nodes/0/children", json!([1, 3, 3, 5])),
        ("/nodes/2/children", json!([])),
        ("/nodes/2/children", json!([0])),
        ("/nodes/2/children", json!([4, 5])),
        ("/nodes/3/mesh", Value::Null),
        ("/nodes/3/skin", json!(-1)),
        ("/nodes/4/mesh", Value::Null),
        ("/nodes/5/mesh", json!(0)),
        ("/nodes/1/mesh", json!(1)),
        ("/nodes/4/extensions", json!({ "EXT_mesh_gpu_instancing": {} })),
        ("/nodes/5/extensions", json!({ "KHR_node_visibility": { "visible": false } })),
        ("/extensionsUsed", json!(["EXT_mesh_gpu_instancing", "KHR_node_visibility", "KHR_materials_sheen"])),
        ("/meshes/0/primitives/0/mode", json!(0)),
        ("/meshes/0/primitives/0/indices", json!("two")),
        ("/meshes/0/primitives/0/indices", json!("none")),
        ("/meshes/1/primitives/0/mode", json!(3)),
        ("/meshes/1/primitives/0/attributes", json!({ "NORMAL": 1 })),
        ("/meshes/1/primitives/0/material", json!(7)),
        ("/meshes/2/primitives/0/indices", json!("five")),
        ("/meshes/0/primitives/0/attributes", json!({ "POSITION": 0, "NORMAL": 1, "JOINTS_1": 3, "WEIGHTS_1": 4 })),
        ("/meshes/0/primitives/0/attributes", json!({ "POSITION": 0, "NORMAL": 1, "WEIGHTS_0": 4 })),
        ("/materials/1/pbrMetallicRoughness/baseColorTexture", json!({})),
        ("/materials/1/pbrMetallicRoughness/baseColorTexture", Value::Null),
        ("/materials/1/pbrMetallicRoughness", json!({})),
        ("/materials/1/normalTexture", json!({ "index": 0 })),
        ("/textures/0/source", json!(9)),
        ("/animations/0/channels/0/target/node", json!(9)),
        ("/animations/0/channels/0/sampler", json!(9)),
        ("/animations/0/channels/1/target/node", json!(4)),
        ("/animations/0/channels", json!([])),
        ("/animations/1/channels/0/target/node", json!(4)),
        ("/animations/1/samplers/0/output", json!("still")),
        ("/meshes/0/primitives/0/attributes/WEIGHTS_0", json!("negative")),
        ("/animations/1/channels/0/target/path", json!("pointer")),
    ]
}

/// Replaces the value at a pointer, or adds it to its object.
fn unhook(file: &mut File, pointer: &str, value: Value) {
    let value = match value.as_str() {
        Some("none") => json!(file.indices(&[])),
        Some("still") => json!(file.floats(&[[0.0]; 3])),
        Some("negative") => json!(file.floats(&[[1.5, -0.5, 0.0, 0.0]; 6])),
        Some("two") => json!(file.indices(&[0, 1])),
        Some("five") => json!(file.indices(&[0, 1, 2, 2, 1])),
        _ => value,
    };
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match file.json.pointer_mut(parent) {
        Some(Value::Array(list)) => list[key.parse::<usize>().unwrap()] = value,
        Some(Value::Object(fields)) => drop(fields.insert(key.to_owned(), value)),
        _ => {} // unhooked with what held it
    }
}

/// Returns the parts of a file that are neither in its model nor in a warning.
fn untold(file: &File, loaded: &LoadedModel) -> Vec<String> {
    let model = &loaded.model;
    let texts = warnings(loaded);
    let is_reported = |words: &str| texts.iter().any(|text| text.contains(words));
    let list = |name: &str| file.json[name].as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let mut untold = Vec::new();
    let mut expect = |what: String, is_there: bool, words: &[&str]| {
        if !is_there && !words.iter().any(|words| is_reported(words)) {
            untold.push(what);
        }
    };
    expect("other scenes".into(), list("scenes").len() < 2, &["scenes: number"]);
    for node in list("nodes") {
        let name = name(&node);
        expect(format!("node {name}"), model.skeleton.find(&name).is_some(), &[&format!("\"{name}\"")]);
    }
    for (number, mesh) in list("meshes").iter().enumerate() {
        let name = name(mesh);
        let own = model.parts.iter().filter(|part| part.name == name);
        let triangles: usize = own.map(|part| part.mesh.triangle_count()).sum();
        let words = [format!("\"{name}\""), format!("/meshes/{number}/primitives/0: ")];
        expect(format!("mesh {name}"), triangles >= 4, &words.each_ref().map(String::as_str));
        let set = model.morph_sets.iter().any(|set| set.name == name && !set.targets.is_empty());
        expect(format!("target of {name}"), set || number != 2, &[&words[0]]);
    }
    let skinned = model.parts.iter().any(|part| model.skins[part.skin].bindings.len() == 2);
    expect("skin binding".into(), skinned, &["\"binding\""]);
    for (number, animation) in list("animations").iter().enumerate() {
        let name = name(animation);
        let clip = model.clips.iter().find(|clip| clip.name == name || clip.name == "all together");
        expect(format!("clip {name}"), clip.is_some(), &[&format!("\"{name}\"")]);
        for (channel, data) in animation["channels"].as_array().into_iter().flatten().enumerate() {
            let node = data["target"]["node"].as_u64().and_then(|node| name_of_node(file, node as usize));
            let joint = node.as_ref().and_then(|node| model.skeleton.find(node));
            let is_weight = data["target"]["path"] == "weights";
            let has_track = |clip: &Clip| clip.tracks.iter().any(|tracks| Some(tracks.joint) == joint);
            let moves = clip.is_some_and(|clip| if is_weight { !clip.weights.is_empty() } else { has_track(clip) });
            let mut words = vec![format!("/animations/{number}/channels")];
            if node.is_some() && joint.is_none() {
                words.push("channels of nodes outside".into());
            } else {
                words.push(format!("\"{}\"", node.unwrap_or_default()));
                words.push(format!("/animations/{number}: 1 weights for"));
                words.push(format!("clip \"{name}\": nothing moves"));
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            expect(format!("channel {channel} of {name}"), moves, &words);
        }
    }
    let weights = file.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"].as_u64();
    expect(
        "weights below 0".into(),
        weights.is_none_or(|accessor| accessor <= 4) || model.parts.is_empty(),
        &["weight below 0", "\"cloth\"", "/meshes/0", "/nodes/3"],
    );
    let painted = model.materials.iter().any(|material| material.texture.is_some());
    expect("picture".into(), painted, &["\"paint\"", "/materials/1"]);
    for extension in list("extensionsUsed") {
        expect(format!("{extension}"), false, &[extension.as_str().unwrap()]);
    }
    for node in list("nodes") {
        for extension in node["extensions"].as_object().into_iter().flat_map(|all| all.keys()) {
            expect(format!("{extension} of a node"), false, &[extension]);
        }
    }
    for key in ["JOINTS_1", "WEIGHTS_1", "WEIGHTS_0"] {
        let attributes = &file.json["meshes"][0]["primitives"][0]["attributes"];
        let whole = key == "WEIGHTS_0" && !attributes["JOINTS_0"].is_null();
        expect(key.into(), whole || attributes[key].is_null(), &[&format!("/attributes/{key}")]);
    }
    if model.parts.is_empty() {
        expect("why nothing is to be seen".into(), false, &["\"cloth\"", "/meshes/0/primitives/0: "]);
    }
    untold
}

fn name_of_node(file: &File, node: usize) -> Option<String> {
    Some(file.json["nodes"].get(node)?["name"].as_str()?.to_owned())
}

/// Checks a file from which some parts are unhooked.
fn assert_reported(all: &[(&str, Value)]) {
    let mut file = figure();
    for (pointer, value) in all {
        unhook(&mut file, pointer, value.clone());
    }
    let loaded = file.load().unwrap_or_else(|error| panic!("{all:?}: {error}"));
    let untold = untold(&file, &loaded);
    assert!(untold.is_empty(), "{all:?}: {untold:?} is neither in the model nor in {:#?}", warnings(&loaded));
    let count = |kind: &str| {
        let tally = loaded.balance.tallies.iter().find(|tally| tally.kind == kind).unwrap();
        assert!(tally.used <= tally.offered, "{all:?}: {tally:?}");
        (tally.used, tally.offered)
    };
    let offered = |list: &str| file.json[list].as_array().map_or(0, Vec::len);
    assert_eq!(count("nodes"), (loaded.model.skeleton.len(), 6), "{all:?}");
    assert_eq!((count("meshes").1, count("skins").1, count("pictures").1), (3, 1, 1), "{all:?}");
    assert_eq!(count("extensions").1, offered("extensionsUsed"), "{all:?}");
    let channels = (0..2).map(|number| file.json["animations"][number]["channels"].as_array().map_or(0, Vec::len));
    assert_eq!(count("channels").1, channels.sum::<usize>(), "{all:?}");
}

#[test]
fn the_whole_figure_is_in_its_model() {
    let loaded = figure().load().unwrap();
    let all = "1 of 1 scenes, 6 of 6 nodes, 3 of 3 meshes, 3 of 3 primitives, 12 of 12 triangles, 1 of 1 skins, \
               1 of 1 morph targets, 2 of 2 clips, 3 of 3 channels, 2 of 2 materials, 1 of 1 pictures";
    assert_eq!(loaded.balance.to_string(), all);
    assert_eq!(warnings(&loaded).len(), 1, "the clips play together: {:?}", warnings(&loaded));
}

#[test]
fn what_is_unhooked_is_told() {
    let all = unhooks();
    for one in &all {
        assert_reported(std::slice::from_ref(one));
    }
    let mut dice = Dice(0xBA1A);
    for _ in 0..2_000 {
        let some: Vec<_> = (0..2 + dice.below(4)).map(|_| all[dice.below(all.len())].clone()).collect();
        assert_reported(&some);
    }
}
