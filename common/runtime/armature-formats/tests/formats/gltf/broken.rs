//! Broken files, and the exact message about each.

use super::support::{File, banner, glb, load, warnings};
use armature_formats::{
    collada::{self, WriteOptions},
    gltf::limits,
};
use serde_json::{Value, json};
use std::fs;

/// Each entry of `broken.txt`, a value of the banner that is replaced, gives the messages of the entry. With
/// `ARMATURE_UPDATE` set, they are written instead of compared: read them before keeping them.
#[test]
fn golden_messages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/formats/gltf/broken.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut got = format!("{}\n", lines[0]);
    for entry in lines[1..].iter().filter(|line| line.starts_with('/')) {
        let (pointer, value) = entry.split_once(" = ").unwrap();
        let value: Value = serde_json::from_str(value).unwrap();
        let mut file = banner();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match file.json.pointer_mut(pointer) {
            Some(at) => *at = value,
            None => file.set(parent, key, value),
        }
        let messages = match file.load() {
            Ok(loaded) => warnings(&loaded),
            Err(error) => vec![format!("refused: {error}")],
        };
        got += &format!("{entry}\n");
        for message in messages {
            got += &format!("    {}\n", message.replace("model.gltf: ", ""));
        }
    }
    if std::env::var_os("ARMATURE_UPDATE").is_some() {
        fs::write(path, &got).unwrap();
    }
    for (number, (got, want)) in got.lines().zip(text.lines()).enumerate() {
        assert_eq!(got, want, "line {}", number + 1);
    }
    assert_eq!(got.len(), text.len());
}

#[test]
fn text() {
    let message = |text: &str| load(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(message("{ \"asset\": \n { version } }"), "model.gltf:2:4: not well-formed JSON: key must be a string");
    assert_eq!(message("{"), "model.gltf:1:1: not well-formed JSON: EOF while parsing an object");
    assert_eq!(load(&glb(b"[]", b"")).unwrap_err().to_string(), "model.gltf: no JSON object");
    assert_eq!(message("{}"), "model.gltf: not a glTF 2.0 file: \"asset\" is missing");
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    assert_eq!(message(&deep), "model.gltf:1:132: not well-formed JSON: recursion limit exceeded");
    // Lines and columns count from 1, and columns in characters.
    for (text, location) in [("{\n\"a\": \n", "2:6"), ("{\"\u{e9}\": tru}", "1:10"), ("{\"a\n\"", "1:4")] {
        assert!(
            message(text).starts_with(&format!("model.gltf:{location}: not well-formed JSON: ")),
            "{}",
            message(text)
        );
    }
    assert!(load(b"{\"asset\":\"\xFF\"}").is_err());
    // The last of two fields with one name counts, however that is escaped.
    let [old, new] = ["\"asset\":{\"version\":\"1.0\"}", "\"\\u0061sset\":{\"version\":\"2.0\"}"];
    assert!(load(format!("{{{old},{new}}}").as_bytes()).is_ok());
    assert!(message(&format!("{{{new},{old}}}")).contains("glTF 1.0: only 2.0 is read"));
}

/// A few bytes can ask for large numbers.
#[test]
fn large_numbers() {
    let mut file = banner();
    file.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    file.set("/accessors/0", "count", json!(4_000_000_000u32));
    let message = file.load().unwrap_err().message;
    assert_eq!(message, "/accessors/0: more than 67108864 bytes in sparse accessors and those without data");

    let mut nodes = File::new();
    let all: Vec<Value> = vec![json!({}); limits::MAX_NODES + 1];
    nodes.json["nodes"] = json!(all);
    assert_eq!(nodes.load().unwrap_err().to_string(), "model.gltf: /nodes: more than 200000 nodes");

    let mut chain = File::new();
    for node in 1..limits::MAX_DEPTH {
        chain.add("nodes", json!({ "children": [node] }));
    }
    chain.add("nodes", json!({}));
    let deepest = chain.load().unwrap().model;
    let written = collada::write(&deepest, &WriteOptions::default()).unwrap();
    let again = armature_formats::load_bytes("deep.dae", written.text.as_bytes(), &|_| None).unwrap().model;
    assert_eq!(again.skeleton.len(), deepest.skeleton.len(), "what is read can be written, and read again");
    chain.json["nodes"][limits::MAX_DEPTH - 1] = json!({ "children": [limits::MAX_DEPTH] });
    chain.add("nodes", json!({}));
    let message = chain.load().unwrap_err().to_string();
    assert_eq!(message, "model.gltf: /nodes/990: more than 990 nodes inside one another");

    // One mesh at many nodes, and one curve for many nodes, are much work for little text.
    let mut products = File::new();
    products.json["meshes"] = json!([{ "primitives": vec![json!({ "attributes": {} }); 5_000] }]);
    products.json["nodes"] = json!(vec![json!({ "mesh": 0 }); 5_000]);
    let message = products.load().unwrap_err().message;
    assert!(message.ends_with(": more than 4000000 corners beyond the file's own"), "{message}");
    let mut products = File::new();
    products.json["nodes"] = json!(vec![json!({}); 5_000]);
    let input = products.floats(&(0..2_000u16).map(|at| [f32::from(at)]).collect::<Vec<_>>());
    let output = products.floats(&vec![[0.0; 3]; 2_000]);
    let channels: Vec<Value> =
        (0..5_000).map(|node| json!({ "sampler": 0, "target": { "node": node, "path": "scale" } })).collect();
    let samplers = json!([{ "input": input, "output": output }]);
    products.add("animations", json!({ "channels": channels, "samplers": samplers }));
    let message = products.load().unwrap_err().message;
    assert!(message.ends_with(": more than 8000000 keys in all channels together"), "{message}");

    let mut items = File::new();
    items.json["scenes"] = json!(vec![0; limits::MAX_ITEMS + 1]);
    assert!(items.load().unwrap_err().message.ends_with("more than 500000 items"));

    let text = format!("{{\"a\":[{}0]}}", "0,".repeat(limits::MAX_JSON_VALUES + 1));
    let message = load(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(message, "model.gltf: more than 4000000 values in the JSON text");
}

#[test]
fn indices_beyond_the_vertices() {
    let indices = |list: &[u16]| {
        let mut file = banner();
        let indices = file.indices(list);
        file.set("/meshes/0/primitives/0", "indices", json!(indices));
        file.load().unwrap_err().to_string()
    };
    assert_eq!(indices(&[0, 1, 6]), "model.gltf: /accessors/10: vertex 6 of a primitive that has 6");
    assert_eq!(indices(&[0, 1, 65535]), "model.gltf: /accessors/10: vertex 65535 of a primitive that has 6");
}

#[test]
fn keys() {
    let times = |times: &[[f32; 1]]| {
        let mut file = banner();
        let input = file.floats(times);
        file.set("/animations/0/samplers/0", "input", json!(input));
        let loaded = file.load().unwrap();
        assert!(!loaded.model.parts.is_empty());
        warnings(&loaded).join("; ")
    };
    assert_eq!(
        times(&[[0.0], [2.0], [1.0]]),
        "model.gltf: /accessors/10: key 2 is at 1 s, after 2 s: key times must be finite and never go back: the channel \
         is left out"
    );
    assert!(times(&[[0.0], [f32::NAN], [1.0]]).contains("key 1 is at NaN s"));
    assert_eq!(
        times(&[[0.0], [1.0], [2.0], [3.0]]),
        "model.gltf: /animations/0/samplers/0: 4 keys need 4 values in accessor 8, which has 3: the channel is left out"
    );
}

#[test]
fn positions_that_are_none() {
    let mut file = banner();
    let positions = file.floats(&[[f32::NAN, 0.0, 1.0]; 6]);
    file.set("/meshes/0/primitives/0/attributes", "POSITION", json!(positions));
    let message = "model.gltf: /meshes/0/primitives/0: 6 positions are not finite: read as 0";
    assert_eq!(warnings(&file.load().unwrap()), [message]);
}

/// A compressed buffer view is read if its own bytes are there, for programs that cannot decompress.
#[test]
fn compressed_views() {
    let mut file = banner();
    file.set("/bufferViews/0", "extensions", json!({ "EXT_meshopt_compression": { "buffer": 0 } }));
    assert_eq!(
        file.load().unwrap().model.parts[0].mesh.vertices,
        banner().load().unwrap().model.parts[0].mesh.vertices
    );
    let mut json: Value = serde_json::from_str(&file.text()).unwrap();
    json["buffers"].as_array_mut().unwrap().push(json!({ "byteLength": 72 }));
    json["bufferViews"][0]["buffer"] = json!(1);
    let message = load(json.to_string().as_bytes()).unwrap_err().to_string();
    assert_eq!(message, "model.gltf: /bufferViews/0: compressed by EXT_meshopt_compression");
}
