//! A few bytes can ask for large numbers.

use super::support::{File, banner, load, warnings};
use armature_formats::{
    collada::{self, WriteOptions},
    gltf::limits,
};
use serde_json::{Value, json};

fn message(file: &File) -> String {
    file.load().unwrap_err().to_string()
}

/// What is read can be written, and read again.
#[test]
fn nodes_inside_nodes() {
    let mut chain = File::new();
    for node in 1..limits::MAX_DEPTH {
        chain.add("nodes", json!({ "children": [node] }));
    }
    chain.add("nodes", json!({}));
    let deepest = chain.load().unwrap().model;
    let written = collada::write(&deepest, &WriteOptions::default()).unwrap();
    let again = armature_formats::load_bytes("deep.dae", written.text.as_bytes(), &|_| None).unwrap().model;
    assert_eq!(again.skeleton.len(), deepest.skeleton.len());
    chain.json["nodes"][limits::MAX_DEPTH - 1] = json!({ "children": [limits::MAX_DEPTH] });
    chain.add("nodes", json!({}));
    assert_eq!(message(&chain), "model.gltf: /nodes/990: more than 990 nodes inside one another");
    chain.json["nodes"] = json!(vec![json!({}); limits::MAX_NODES + 1]);
    assert_eq!(message(&chain), "model.gltf: /nodes: more than 200000 nodes");
}

#[test]
fn lists() {
    let mut zeros = banner();
    zeros.json["accessors"][9] = json!({ "componentType": 5126, "count": 4_000_000_000u32, "type": "VEC3" });
    let want = "model.gltf: /accessors/9: more than 67108864 bytes in sparse accessors and those without data";
    assert_eq!(message(&zeros), want);
    let mut items = File::new();
    items.json["nodes"] = json!([{ "children": vec![0; limits::MAX_ITEMS + 1] }]);
    assert_eq!(message(&items), "model.gltf: /nodes/0/children: more than 500000 items");
    let text = format!("{{\"a\":[{}0]}}", "0,".repeat(limits::MAX_JSON_VALUES + 1));
    let error = load(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "model.gltf: more than 4000000 values in the JSON text");
}

/// One mesh at many nodes, one curve for many nodes, and one picture of many images are much work for little text.
#[test]
fn products() {
    let corners = "more than 4000000 corners beyond the file's own";
    let mut meshes = File::new();
    let position = meshes.floats(&[[0.0; 3]; 3]);
    let primitive = json!({ "attributes": { "POSITION": position } });
    meshes.json["meshes"] = json!([{ "primitives": vec![primitive.clone(); 5_000] }]);
    meshes.json["nodes"] = json!(vec![json!({ "mesh": 0 }); 5_000]);
    assert!(message(&meshes).ends_with(corners));
    let mut targets = File::new();
    let position = targets.floats(&[[0.0; 3]; 3]);
    let empty: Vec<Value> = vec![json!({}); 100_000];
    let primitive = json!({ "attributes": { "POSITION": position }, "targets": empty });
    targets.json["meshes"] = json!([{ "primitives": [primitive] }]);
    targets.json["nodes"] = json!([{ "mesh": 0 }]);
    assert_eq!(targets.load().unwrap().model.morph_sets[0].targets.len(), 100_000);
    targets.json["nodes"] = json!(vec![json!({ "mesh": 0 }); 20]);
    assert!(message(&targets).ends_with(corners));

    let mut curves = File::new();
    curves.json["nodes"] = json!(vec![json!({}); 5_000]);
    let input = curves.floats(&(0..2_000u16).map(|at| [f32::from(at)]).collect::<Vec<_>>());
    let output = curves.floats(&vec![[0.0; 3]; 2_000]);
    let channels: Vec<Value> =
        (0..5_000).map(|node| json!({ "sampler": 0, "target": { "node": node, "path": "scale" } })).collect();
    let samplers = json!([{ "input": input, "output": output }]);
    curves.add("animations", json!({ "channels": channels, "samplers": samplers }));
    assert!(message(&curves).ends_with("more than 8000000 keys in all channels together"));

    let mut pictures = File::new();
    let view = pictures.view(&vec![1; 1 << 20]);
    for number in 0..70 {
        pictures.add("images", json!({ "bufferView": view, "mimeType": "image/png" }));
        pictures.add("textures", json!({ "source": number }));
        let texture = json!({ "baseColorTexture": { "index": number } });
        pictures.add("materials", json!({ "pbrMetallicRoughness": texture }));
    }
    let loaded = load(&pictures.glb()).unwrap();
    let with_picture = loaded.model.materials.iter().filter(|m| m.texture.is_some()).count();
    assert_eq!((with_picture, warnings(&loaded).len()), (65, 5));
    let want = "model.gltf: /materials/65: its pictures are too large together: drawn in grey";
    assert_eq!(warnings(&loaded)[0], want);
}
