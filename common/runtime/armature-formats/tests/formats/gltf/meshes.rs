//! Meshes: component types, sparse accessors, modes, normals.

use super::support::File;
use armature_formats::gltf;
use glam::{Vec2, Vec3};
use serde_json::{Value, json};

/// Adds a node and its mesh, a primitive with some attributes and with the fields of `more`.
#[allow(clippy::needless_pass_by_value)] // the values are of the macro
fn add_mesh(file: &mut File, attributes: Value, more: Value) {
    let mut primitive = json!({ "attributes": attributes });
    for (key, value) in more.as_object().unwrap() {
        primitive[key] = value.clone();
    }
    let mesh = file.add("meshes", json!({ "primitives": [primitive] }));
    file.add("nodes", json!({ "mesh": mesh }));
}

fn positions(file: &File) -> Vec<Vec3> {
    let model = file.clean().model;
    model.parts[0].mesh.vertices.iter().map(|vertex| vertex.position).collect()
}

const CORNERS: [[f32; 3]; 5] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 2.0, 0.0]];

#[test]
fn every_type_of_numbers() {
    let numbers: [i32; 9] = [0, 1, 2, 100, 0, 3, 0, 127, 5];
    let bytes = |size: usize| -> Vec<u8> { numbers.iter().flat_map(|n| n.to_le_bytes()[..size].to_vec()).collect() };
    for (code, size, one) in [(5120, 1, 127.0), (5121, 1, 255.0), (5122, 2, 32767.0), (5123, 2, 65535.0)] {
        for normalized in [false, true] {
            let mut file = File::new();
            let position = file.accessor("VEC3", code, 3, &bytes(size));
            file.set(&format!("/accessors/{position}"), "normalized", json!(normalized));
            add_mesh(&mut file, json!({ "POSITION": position }), json!({}));
            let got = positions(&file);
            for (at, got) in got.iter().flat_map(Vec3::to_array).enumerate() {
                let want = numbers[at] as f32 / if normalized { one } else { 1.0 };
                assert!((got - want).abs() < 1e-6, "{code} {normalized}: {got} {want}");
            }
        }
    }
    // The smallest number is -1 as well.
    let mut file = File::new();
    let position = file.accessor("VEC3", 5120, 3, &[0x80, 0x81, 0, 1, 0, 0, 0, 1, 0]);
    file.set("/accessors/0", "normalized", json!(true));
    add_mesh(&mut file, json!({ "POSITION": position }), json!({}));
    assert_eq!(positions(&file)[0], Vec3::new(-1.0, -1.0, 0.0));
}

#[test]
fn strides_and_offsets() {
    let mut file = File::new();
    let mut bytes = vec![7; 4];
    for corner in &CORNERS[..3] {
        bytes.extend(corner.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend([9; 8]);
    }
    bytes.truncate(4 + 20 + 20 + 12);
    let position = file.accessor("VEC3", 5126, 3, &bytes);
    file.set("/bufferViews/0", "byteStride", json!(20));
    file.set("/accessors/0", "byteOffset", json!(4));
    add_mesh(&mut file, json!({ "POSITION": position }), json!({}));
    assert_eq!(positions(&file), CORNERS[..3].iter().map(|c| Vec3::from(*c)).collect::<Vec<_>>());
}

#[test]
fn sparse_accessors() {
    for with_base in [true, false] {
        let mut file = File::new();
        let position = file.floats(&CORNERS[..3]);
        let at = file.view(&[2]);
        let values: Vec<u8> = [7.0f32, 8.0, 9.0].iter().flat_map(|n| n.to_le_bytes()).collect();
        let values = file.view(&values);
        let sparse = json!({
            "count": 1,
            "indices": { "bufferView": at, "componentType": 5121 },
            "values": { "bufferView": values }
        });
        file.set("/accessors/0", "sparse", sparse);
        if !with_base {
            file.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
        }
        add_mesh(&mut file, json!({ "POSITION": position }), json!({}));
        let second = if with_base { Vec3::X } else { Vec3::ZERO };
        assert_eq!(positions(&file), [Vec3::ZERO, second, Vec3::new(7.0, 8.0, 9.0)]);
    }
}

#[test]
fn modes() {
    let triangles = |mode: u32, indices: Option<&[u16]>| {
        let mut file = File::new();
        let position = file.floats(&CORNERS);
        let normal = file.floats(&[[0.0, 0.0, 2.0]; 5]);
        let mut more = json!({ "mode": mode });
        if let Some(indices) = indices {
            more["indices"] = json!(file.indices(indices));
        }
        add_mesh(&mut file, json!({ "POSITION": position, "NORMAL": normal }), more);
        let loaded = file.load().unwrap();
        let rest = (mode == 4 && indices.is_none())
            .then_some("/meshes/0/primitives/0: 5 corners are not whole triangles: the rest is left out");
        assert_eq!(loaded.warnings.iter().map(|warning| &*warning.message).collect::<Vec<_>>(), Vec::from_iter(rest));
        let mesh = &loaded.model.parts[0].mesh;
        assert!(mesh.vertices.iter().all(|vertex| vertex.normal == Vec3::Z));
        mesh.indices
            .iter()
            .map(|index| {
                let position = mesh.vertices[*index as usize].position.to_array();
                CORNERS.iter().position(|corner| *corner == position).unwrap()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(triangles(4, None), [0, 1, 2], "an incomplete one is left out");
    assert_eq!(triangles(4, Some(&[4, 2, 3])), [4, 2, 3]);
    assert_eq!(triangles(5, None), [0, 1, 2, 1, 3, 2, 2, 3, 4]);
    assert_eq!(triangles(5, Some(&[0, 1, 2, 3])), [0, 1, 2, 1, 3, 2]);
    assert_eq!(triangles(6, Some(&[0, 1, 3, 2])), [1, 3, 0, 3, 2, 0]);
}

/// Vertices that no face uses are left out, also in a mesh of which little is used.
#[test]
fn only_vertices_in_use() {
    let mut many = vec![[0.0; 3]; 100];
    many[97..].copy_from_slice(&CORNERS[..3]);
    let mut file = File::new();
    let position = file.floats(&many);
    let normal = file.floats(&[[0.0, 0.0, 1.0]; 100]);
    let indices = file.indices(&[99, 97, 98]);
    add_mesh(&mut file, json!({ "POSITION": position, "NORMAL": normal }), json!({ "indices": indices }));
    let part = file.clean().model.parts.remove(0);
    assert_eq!(part.mesh.vertices.len(), 3);
    assert_eq!(part.mesh.indices, [2, 0, 1]);
    assert_eq!(part.mesh.vertices[1].position, Vec3::X);
}

#[test]
fn faces_without_normals_are_flat() {
    let mut file = File::new();
    let position = file.floats(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let indices = file.indices(&[0, 1, 2, 0, 2, 3]);
    add_mesh(&mut file, json!({ "POSITION": position }), json!({ "indices": indices }));
    let normals = |file: &File| {
        let part = file.clean().model.parts.remove(0);
        part.mesh.vertices.iter().map(|vertex| vertex.normal).collect::<Vec<_>>()
    };
    assert_eq!(normals(&file), [Vec3::Z, Vec3::Z, Vec3::Z, Vec3::X, Vec3::X, Vec3::X]);
    // Mirrored, faces turn round in the world alone.
    file.set("/nodes/0", "scale", json!([-1, 1, 1]));
    assert_eq!(normals(&file), [Vec3::Z, Vec3::Z, Vec3::Z, Vec3::X, Vec3::X, Vec3::X]);
    assert_eq!(file.clean().model.parts[0].mesh.indices, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn colours_and_texture_coordinates() {
    let mut file = File::new();
    let position = file.floats(&CORNERS[..3]);
    let color = file.accessor("VEC3", 5121, 3, &[255, 0, 55, 0, 255, 0, 9, 9, 9]);
    file.set(&format!("/accessors/{color}"), "normalized", json!(true));
    let first = file.floats(&[[0.0, 0.0]; 3]);
    let second = file.floats(&[[0.25, 0.25], [0.5, 0.0], [1.0, 1.0]]);
    let image = file.view(b"a picture");
    file.add("images", json!({ "bufferView": image, "mimeType": "image/png" }));
    file.add("textures", json!({ "source": 0 }));
    let moved = json!({ "offset": [0, 1], "rotation": std::f64::consts::FRAC_PI_2, "scale": [2, 1] });
    let texture = json!({
        "index": 0, "texCoord": 1, "extensions": { "KHR_texture_transform": moved }
    });
    file.add("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": texture } }));
    let attributes = json!({
        "POSITION": position, "COLOR_0": color, "TEXCOORD_0": first, "TEXCOORD_1": second
    });
    add_mesh(&mut file, attributes, json!({ "material": 0 }));
    let part = file.clean().model.parts.remove(0);
    assert_eq!(part.colors[..2], [[255, 0, 128, 255], [0, 255, 0, 255]], "encoded, opaque");
    // The extension's matrix: offset * rotation * scale of (0.25, 0.25) is (0.25, 1 - 0.5).
    let want = Vec2::new(0.25, 1.0 - 0.5);
    let got = part.mesh.vertices[0].texcoord;
    assert!((got - want).length() < 1e-6, "{got}");
}

#[test]
fn attributes_that_a_model_does_not_have() {
    let mut file = File::new();
    let position = file.floats(&CORNERS[..4]);
    let normal = file.floats(&[[0.0, 0.0, 1.0]; 4]);
    let tangent = file.floats(&[[1.0, 0.0, 0.0, -1.0], [0.5; 4], [0.25; 4], [0.0, 1.0, 0.0, 1.0]]);
    let heat = file.accessor("SCALAR", 5121, 4, &[10, 20, 30, 40]);
    // The second vertex is in no triangle.
    let corners = file.indices(&[3, 0, 2]);
    let attributes = json!({ "POSITION": position, "NORMAL": normal, "TANGENT": tangent });
    add_mesh(&mut file, attributes, json!({ "indices": corners, "material": 0 }));
    add_mesh(&mut file, json!({ "POSITION": position }), json!({ "mode": 0 }));
    // Flat, so that the model has a vertex for each corner.
    add_mesh(&mut file, json!({ "POSITION": position, "_HEAT": heat }), json!({ "indices": corners }));
    file.add("materials", json!({ "pbrMetallicRoughness": { "roughnessFactor": 0.25 } }));

    let document = gltf::parse(file.text().as_bytes(), "file.gltf").unwrap();
    let model = gltf::model(&document, "file.gltf").unwrap().model;
    let tangents = [vec![[1.0, 0.0, 0.0, -1.0], [0.25; 4], [0.0, 1.0, 0.0, 1.0]], vec![]];
    assert_eq!(document.attribute("TANGENT").unwrap(), tangents);
    assert_eq!(tangents[0].len(), model.parts[0].mesh.vertices.len());
    let heat = [40.0, 10.0, 30.0].map(|heat| [heat, 0.0, 0.0, 0.0]);
    assert_eq!(document.attribute("_HEAT").unwrap(), [vec![], heat.to_vec()]);
    let read = document.attribute("POSITION").unwrap().concat();
    let vertices = model.parts.iter().flat_map(|part| &part.mesh.vertices);
    assert!(read.iter().map(|[x, y, z, _]| Vec3::new(*x, *y, *z)).eq(vertices.map(|vertex| vertex.position)));

    for bytes in [file.text().into_bytes(), file.glb()] {
        let json: Value = serde_json::from_slice(gltf::json_text(&bytes, "file").unwrap()).unwrap();
        let material = model.parts[0].material.unwrap();
        assert_eq!(json["materials"][material]["pbrMetallicRoughness"]["roughnessFactor"], 0.25);
    }
}
