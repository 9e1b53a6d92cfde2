//! Broken files, and exactly what is said about each.

use crate::support::{File, banner, load, warnings};
use armature::gltf::limits;
use serde_json::{Value, json};

/// The value at `pointer` is replaced; loading must fail with this message.
#[track_caller]
fn refused(pointer: &str, value: Value, message: &str) {
    let mut file = banner();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match file.json.pointer_mut(pointer) {
        Some(at) => *at = value,
        None => file.set(parent, key, value),
    }
    let error = file.load().expect_err(message);
    assert_eq!(error.to_string(), format!("model.gltf: {message}"));
}

#[test]
fn text() {
    let message = |text: &str| load(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        message("{ \"asset\": \n { version } }"),
        "model.gltf:2:4: not well-formed JSON: key must be a string"
    );
    assert_eq!(message("{"), "model.gltf:1:1: not well-formed JSON: EOF while parsing an object");
    assert_eq!(message("{}"), "model.gltf: not a glTF 2.0 file: \"asset\" is missing");
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    assert_eq!(message(&deep), "model.gltf:1:132: not well-formed JSON: recursion limit exceeded");
    assert!(load(b"{\"asset\":\"\xFF\"}").is_err());
}

#[test]
fn versions_and_extensions() {
    refused("/asset/version", json!("1.0"), "/asset/version: glTF 1.0: only 2.0 is read");
    refused(
        "/asset/version",
        json!(2.0),
        "/asset/version: a text was expected here, and this is 2.0",
    );
    refused("/asset/minVersion", json!("2.1"), "/asset/minVersion: glTF 2.1: only 2.0 is read");
    refused(
        "/extensionsRequired",
        json!(["KHR_texture_transform", "KHR_draco_mesh_compression"]),
        "/extensionsRequired/1: KHR_draco_mesh_compression is not read here: its meshes are compressed by Draco. \
         Open it in Blender and export it again without compression (in the export dialog: Data, Draco Compression off)",
    );
    refused(
        "/extensionsRequired",
        json!(["EXT_meshopt_compression"]),
        "/extensionsRequired/0: EXT_meshopt_compression is not read here: its data is compressed by meshoptimizer. \
         Export it again without compression (in Blender: Data, Meshopt Compression off; gltfpack without -c and -cc)",
    );
    refused(
        "/extensionsRequired",
        json!(["ACME_teapot"]),
        "/extensionsRequired/0: the file requires ACME_teapot, which is not read here",
    );
    let mut file = banner();
    file.set("", "extensionsRequired", json!(["KHR_mesh_quantization", "KHR_materials_clearcoat"]));
    let message = "model.gltf: /extensionsRequired/1: KHR_materials_clearcoat is left out: surfaces may look different";
    assert_eq!(warnings(&file.load().unwrap()), [message]);
}

#[test]
fn types() {
    refused("/nodes", json!({}), "/nodes: a list was expected here, and this is an object");
    refused("/nodes/0", json!(7), "/nodes/0: an object was expected here, and this is 7");
    refused(
        "/nodes/1/name",
        json!([]),
        "/nodes/1/name: a text was expected here, and this is a list",
    );
    refused(
        "/nodes/1/mesh",
        json!(-1),
        "/nodes/1/mesh: a whole number from 0 was expected here, and this is -1",
    );
    refused(
        "/nodes/1/mesh",
        json!(0.5),
        "/nodes/1/mesh: a whole number from 0 was expected here, and this is 0.5",
    );
    refused(
        "/nodes/1/scale",
        json!([1, 1]),
        "/nodes/1/scale: 3 numbers were expected here, and there are 2",
    );
    refused(
        "/nodes/1/scale",
        json!([1, 1e39, 1]),
        "/nodes/1/scale/1: a number was expected here, and this is 1e+39",
    );
    refused(
        "/materials/0/doubleSided",
        json!("yes"),
        "/materials/0/doubleSided: true or false was expected here, and this is \"yes\"",
    );
    refused(
        "/materials/0/alphaMode",
        json!("GLASS"),
        "/materials/0/alphaMode: one of OPAQUE, MASK, BLEND was expected here",
    );
}

#[test]
fn references() {
    refused(
        "/nodes/1/mesh",
        json!(1),
        "/nodes/1/mesh: there is no number 1: they are numbered from 0 to 0",
    );
    // 2^32 must not become 0.
    refused(
        "/nodes/1/mesh",
        json!(4_294_967_296u64),
        "/nodes/1/mesh: there is no number 4294967296: they are numbered from 0 to 0",
    );
    refused("/scene", json!(7), "/scene: there is no number 7: they are numbered from 0 to 0");
    refused(
        "/nodes/3/skin",
        json!(1),
        "/nodes/3/skin: there is no number 1: they are numbered from 0 to 0",
    );
    refused(
        "/skins/0/joints/1",
        json!(9),
        "/skins/0/joints/1: there is no number 9: they are numbered from 0 to 3",
    );
    refused(
        "/animations/0/channels/1/target/node",
        json!(4),
        "/animations/0/channels/1/target/node: there is no number 4: they are numbered from 0 to 3",
    );
    refused(
        "/animations/0/channels/1/sampler",
        json!(2),
        "/animations/0/channels/1/sampler: there is no number 2: they are numbered from 0 to 1",
    );
    refused("/nodes/2/children", json!([1]), "/nodes/1: a child of node 2 and of node 0");
    refused("/nodes/2/children", json!([0]), "/nodes/0: in the scene twice, or its own descendant");
    refused(
        "/scenes/0/nodes",
        json!([0, 0]),
        "/nodes/0: in the scene twice, or its own descendant",
    );
}

#[test]
fn data() {
    refused(
        "/accessors/0/count",
        json!(7),
        "/accessors/0: 7 elements of 12 bytes from byte 0 of buffer view 0, which has 72 bytes",
    );
    let most = usize::MAX >> 12;
    refused(
        "/accessors/0/count",
        json!(most),
        &format!(
            "/accessors/0: {most} elements of 12 bytes from byte 0 of buffer view 0, which has 72 bytes"
        ),
    );
    refused(
        "/accessors/0/byteOffset",
        json!(1),
        "/accessors/0: 6 elements of 12 bytes from byte 1 of buffer view 0, which has 72 bytes",
    );
    refused(
        "/accessors/0/componentType",
        json!(5124),
        "/accessors/0/componentType: no type of numbers has code 5124",
    );
    refused(
        "/accessors/0/type",
        json!("VEC9"),
        "/accessors/0/type: one of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4 was expected here",
    );
    refused("/accessors/0/type", json!("VEC2"), "/accessors/0: POSITION is VEC3, and this is VEC2");
    refused(
        "/bufferViews/0/buffer",
        json!(1),
        "/bufferViews/0/buffer: there is no number 1: they are numbered from 0 to 0",
    );
    refused(
        "/bufferViews/0/byteLength",
        json!(9_000_000),
        "/bufferViews/0: bytes 0 to 9000000 of a buffer that has 560",
    );
    refused(
        "/meshes/0/primitives/0/attributes/NORMAL",
        json!(10),
        "/meshes/0/primitives/0/attributes/NORMAL: there is no number 10: they are numbered from 0 to 9",
    );
}

/// Numbers that few bytes can ask for.
#[test]
fn large_numbers() {
    let mut file = banner();
    file.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    file.set("/accessors/0", "count", json!(4_000_000_000u32));
    let message = file.load().unwrap_err().message;
    assert!(message.contains("bytes in sparse"), "{message}");

    let mut nodes = File::new();
    let all: Vec<Value> = vec![json!({}); limits::MAX_NODES + 1];
    nodes.json["nodes"] = json!(all);
    assert_eq!(nodes.load().unwrap_err().to_string(), "model.gltf: /nodes: more than 200000 nodes");

    let mut chain = File::new();
    for node in 0..=limits::MAX_DEPTH + 1 {
        chain.add("nodes", json!({ "children": [node + 1] }));
    }
    chain.add("nodes", json!({}));
    let message = chain.load().unwrap_err().to_string();
    assert_eq!(message, "model.gltf: /nodes/1001: more than 1000 nodes inside one another");

    // Little text for much work: one mesh at many nodes, one curve for many nodes.
    let mut products = File::new();
    products.json["meshes"] = json!([{ "primitives": vec![json!({ "attributes": {} }); 5_000] }]);
    products.json["nodes"] = json!(vec![json!({ "mesh": 0 }); 5_000]);
    let message = products.load().unwrap_err().message;
    assert_eq!(message, "more than 4000000 corners beyond the file's own");
    let mut products = File::new();
    products.json["nodes"] = json!(vec![json!({}); 5_000]);
    let input = products.floats(&(0..2_000u16).map(|at| [f32::from(at)]).collect::<Vec<_>>());
    let output = products.floats(&vec![[0.0; 3]; 2_000]);
    let channel = |node| json!({ "sampler": 0, "target": { "node": node, "path": "scale" } });
    let channels: Vec<Value> = (0..5_000).map(channel).collect();
    let samplers = json!([{ "input": input, "output": output }]);
    products.add("animations", json!({ "channels": channels, "samplers": samplers }));
    let message = products.load().unwrap_err().message;
    assert_eq!(message, "more than 8000000 keys in all channels together");

    let text = format!("{{\"a\":[{}0]}}", "0,".repeat(limits::MAX_JSON_VALUES + 1));
    let message = load(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(message, "model.gltf: more than 4000000 values in the JSON text");
}

#[test]
fn geometry_and_skins() {
    let indices = |list: &[u16]| {
        let mut file = banner();
        let indices = file.indices(list);
        file.set("/meshes/0/primitives/0", "indices", json!(indices));
        file.load().unwrap_err().to_string()
    };
    assert_eq!(
        indices(&[0, 1, 6]),
        "model.gltf: /accessors/10: vertex 6 of a primitive that has 6"
    );
    assert_eq!(
        indices(&[0, 1, 65535]),
        "model.gltf: /accessors/10: vertex 65535 of a primitive that has 6"
    );
    refused(
        "/meshes/0/primitives/0/indices",
        json!(0),
        "/accessors/0: a list of indices is SCALAR, and this is VEC3",
    );
    refused(
        "/meshes/0/primitives/0/indices",
        json!(7),
        "/accessors/7: indices are whole numbers without a sign",
    );
    refused(
        "/meshes/0/primitives/0/mode",
        json!(7),
        "/meshes/0/primitives/0/mode: no mode has number 7: they are 0 to 6",
    );
    refused(
        "/accessors/1/count",
        json!(5),
        "/meshes/0/primitives/0: NORMAL has 5 elements for 6 vertices",
    );
    refused(
        "/skins/0/joints",
        json!([0, 1, 2]),
        "/skins/0/inverseBindMatrices: 2 matrices for 3 joints",
    );
    let mut file = banner();
    file.json["meshes"][0]["primitives"][0]["attributes"]
        .as_object_mut()
        .unwrap()
        .remove("WEIGHTS_0");
    let message =
        "model.gltf: /meshes/0/primitives/0/attributes: JOINTS_0 and WEIGHTS_0 belong together";
    assert_eq!(file.load().unwrap_err().to_string(), message);
}

#[test]
fn keys() {
    let times = |times: &[[f32; 1]]| {
        let mut file = banner();
        let input = file.floats(times);
        file.set("/animations/0/samplers/0", "input", json!(input));
        file.load().unwrap_err().to_string()
    };
    let order = "key times must be finite and never go back";
    assert_eq!(
        times(&[[0.0], [2.0], [1.0]]),
        format!("model.gltf: /accessors/10: key 2 is at 1 s, after 2 s: {order}")
    );
    assert!(times(&[[0.0], [f32::NAN], [1.0]]).contains("key 1 is at NaN s"));
    assert_eq!(times(&[]), "model.gltf: /accessors/10: 0 keys: 1 to 8000000 were expected");
    assert_eq!(
        times(&[[0.0], [1.0], [2.0], [3.0]]),
        "model.gltf: /animations/0/samplers/0: 4 keys need 4 values in accessor 8, which has 3"
    );
    refused(
        "/animations/0/samplers/0/interpolation",
        json!("BEZIER"),
        "/animations/0/samplers/0/interpolation: one of LINEAR, STEP, CUBICSPLINE was expected here",
    );
    refused(
        "/animations/0/samplers/0/interpolation",
        json!("CUBICSPLINE"),
        "/animations/0/samplers/0: 3 keys need 9 values in accessor 8, which has 3",
    );
}
