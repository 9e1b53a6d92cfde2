//! Small glTF files that are made in code.

use armature_formats::loading::{Error, LoadedModel};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

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

    /// Adds an accessor of elements of `width` numbers of the type with a code, and returns its index.
    pub(crate) fn accessor(&mut self, width: usize, code: u32, bytes: &[u8]) -> usize {
        let kind = ["", "SCALAR", "VEC2", "VEC3", "VEC4"].get(width).unwrap_or(&"MAT4");
        let size = match code {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            _ => 4,
        };
        let view = self.view(bytes);
        let count = bytes.len() / (width * size);
        self.add("accessors", json!({ "bufferView": view, "componentType": code, "count": count, "type": kind }))
    }

    /// Adds an accessor of floats, and returns its index.
    pub(crate) fn floats<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let bytes: Vec<u8> = values.as_flattened().iter().flat_map(|n| n.to_le_bytes()).collect();
        self.accessor(N, 5126, &bytes)
    }

    /// Returns the file as text, with the buffer as base64.
    pub(crate) fn text(&self) -> String {
        let mut json = self.json.clone();
        if !self.bytes.is_empty() && json["buffers"].is_null() {
            let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&self.bytes));
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

/// Loads bytes as `model.gltf`, without a file beside it.
pub(crate) fn load(bytes: &[u8]) -> Result<LoadedModel, Error> {
    armature_formats::load_bytes("model.gltf", bytes, &|_| None)
}

pub(crate) fn warnings(loaded: &LoadedModel) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
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
    let joints = file.accessor(4, 5121, joints.as_flattened());
    let half = [0.5, 0.5, 0.0, 0.0];
    let one = [1.0, 0.0, 0.0, 0.0];
    let weights = file.floats(&[one, one, half, half, one, one]);
    let indices = [0u16, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5].map(u16::to_le_bytes);
    let indices = file.accessor(1, 5123, indices.as_flattened());
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
