//! Small glTF files that are made in code.

use armature_formats::{
    gltf,
    loading::{Error, LoadedModel},
};
use serde_json::{Value, json};
use std::path::Path;

/// A file: its JSON, and the bytes of its only buffer.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) json: Value,
    pub(crate) bytes: Vec<u8>,
}

impl File {
    /// Makes a file with a version alone.
    pub(crate) fn new() -> Self {
        Self { json: json!({ "asset": { "version": "2.0" } }), bytes: Vec::new() }
    }

    /// Appends an item to one of the file's lists, and returns its index.
    pub(crate) fn add(&mut self, list: &str, item: Value) -> usize {
        if self.json[list].is_null() {
            self.json[list] = json!([]);
        }
        let items = self.json[list].as_array_mut().unwrap();
        items.push(item);
        items.len() - 1
    }

    /// Appends bytes to the buffer, at a multiple of four, and returns the index of their buffer view.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        self.add("bufferViews", json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }))
    }

    /// Adds an accessor of numbers of the type with a code, and returns its index.
    pub(crate) fn accessor(&mut self, kind: &str, code: u32, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        let accessor = json!({ "bufferView": view, "componentType": code, "count": count, "type": kind });
        self.add("accessors", accessor)
    }

    /// Adds an accessor of floats, and returns its index.
    pub(crate) fn floats<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let kind = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let bytes: Vec<u8> = values.as_flattened().iter().flat_map(|n| n.to_le_bytes()).collect();
        self.accessor(kind, 5126, values.len(), &bytes)
    }

    /// Adds an accessor of indices, and returns its index.
    pub(crate) fn indices(&mut self, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|n| n.to_le_bytes()).collect();
        self.accessor("SCALAR", 5123, values.len(), &bytes)
    }

    /// Appends an item to the list at a pointer.
    pub(crate) fn push(&mut self, pointer: &str, item: Value) {
        let list = self.json.pointer_mut(pointer).and_then(Value::as_array_mut);
        list.unwrap_or_else(|| panic!("{pointer}")).push(item);
    }

    /// Sets a field of the object at a pointer.
    pub(crate) fn set(&mut self, pointer: &str, key: &str, value: Value) {
        let at = self.json.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}"));
        at[key] = value;
    }

    /// Returns the file as text, with the buffer as base64.
    pub(crate) fn text(&self) -> String {
        let uri = format!("data:application/octet-stream;base64,{}", base64(&self.bytes));
        let mut json = self.json.clone();
        if !self.bytes.is_empty() && json["buffers"].is_null() {
            json["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        }
        json.to_string()
    }

    /// Returns the file as .glb.
    pub(crate) fn glb(&self) -> Vec<u8> {
        glb(self.json_in_glb().as_bytes(), &self.bytes)
    }

    /// Returns the text in a .glb.
    pub(crate) fn json_in_glb(&self) -> String {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        json.to_string()
    }

    pub(crate) fn load(&self) -> Result<LoadedModel, Error> {
        load(self.text().as_bytes())
    }

    /// Loads the file, without a warning.
    pub(crate) fn clean(&self) -> LoadedModel {
        let loaded = self.load().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(warnings(&loaded), [""; 0]);
        loaded
    }
}

/// Returns a .glb with a text and a buffer.
pub(crate) fn glb(text: &[u8], buffer: &[u8]) -> Vec<u8> {
    let mut all = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content, filler) in [(b"JSON", text, b' '), (b"BIN\0", buffer, 0)] {
        let length = content.len().next_multiple_of(4);
        all.extend((length as u32).to_le_bytes());
        all.extend(kind);
        all.extend(content);
        all.extend(vec![filler; length - content.len()]);
    }
    let length = all.len() as u32;
    all[8..12].copy_from_slice(&length.to_le_bytes());
    all
}

/// Loads bytes as `model.gltf`; no other file is opened.
pub(crate) fn load(bytes: &[u8]) -> Result<LoadedModel, Error> {
    gltf::model(&gltf::parse(bytes, "model.gltf")?, Path::new("model.gltf"))
}

pub(crate) fn warnings(loaded: &LoadedModel) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
}

/// Encodes bytes as base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Returns a banner on a pole: a skin of two joints, six vertices, a clip in which the upper joint turns and the pole moves.
///
/// Node 0 `stand` has the children 1 `pole`, the parent of 2 `tip`, and 3 `cloth` with the mesh.
pub(crate) fn banner() -> File {
    let mut file = File::new();
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 2.0], [1.0, 2.0]];
    let positions = file.floats(&corners.map(|[x, y]| [x, y, 0.0]));
    let normals = file.floats(&[[0.0, 0.0, 1.0]; 6]);
    let texcoords = file.floats(&corners.map(|[x, y]| [x, y / 2.0]));
    let joints = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]];
    let joints = file.accessor("VEC4", 5121, 6, joints.as_flattened());
    let half = [0.5, 0.5, 0.0, 0.0];
    let one = [1.0, 0.0, 0.0, 0.0];
    let weights = file.floats(&[one, one, half, half, one, one]);
    let indices = file.indices(&[0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5]);
    let moved = |y: f32| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -y, 0.0, 1.0];
    let binds = file.floats(&[moved(0.0), moved(1.0)]);
    let times = file.floats(&[[0.5], [1.0], [2.0]]);
    let r = std::f32::consts::FRAC_1_SQRT_2;
    let turns = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, r, r], [0.0, 0.0, -r, -r]]);
    let steps = file.floats(&[[0.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 3.0, 4.0]]);
    file.add("nodes", json!({ "name": "stand", "children": [1, 3] }));
    file.add("nodes", json!({ "name": "pole", "children": [2] }));
    file.add("nodes", json!({ "name": "tip", "translation": [0, 1, 0] }));
    file.add("nodes", json!({ "name": "cloth", "mesh": 0, "skin": 0, "translation": [9, 9, 9] }));
    file.add("scenes", json!({ "nodes": [0] }));
    file.add("skins", json!({ "joints": [1, 2], "inverseBindMatrices": binds, "skeleton": 1 }));
    let red = json!({ "baseColorFactor": [1, 0.25, 0, 1] });
    file.add("materials", json!({ "name": "red", "pbrMetallicRoughness": red }));
    file.add(
        "meshes",
        json!({ "name": "cloth", "primitives": [{
            "attributes": {
                "POSITION": positions, "NORMAL": normals, "TEXCOORD_0": texcoords,
                "JOINTS_0": joints, "WEIGHTS_0": weights
            },
            "indices": indices,
            "material": 0
        }]}),
    );
    file.add(
        "animations",
        json!({
            "name": "wave",
            "channels": [
                { "sampler": 0, "target": { "node": 2, "path": "rotation" } },
                { "sampler": 1, "target": { "node": 1, "path": "translation" } }
            ],
            "samplers": [{ "input": times, "output": turns }, { "input": times, "output": steps }]
        }),
    );
    file
}
