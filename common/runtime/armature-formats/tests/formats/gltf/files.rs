//! The forms of a file, and the files beside it.

use super::support::{File, banner, load, warnings};
use armature::model::{Model, Texture};
use armature_formats::{collada, container, gltf, load_bytes};
use glam::Vec3;
use serde_json::json;
use std::cell::RefCell;

#[test]
fn the_banner() {
    let model = banner().clean().model;
    let joints = model.skeleton.joints();
    let names: Vec<_> = joints.iter().map(|joint| (joint.name.as_str(), joint.parent)).collect();
    let want = [("stand", None), ("pole", Some(0)), ("tip", Some(1)), ("cloth", Some(0))];
    assert_eq!(names, want);
    assert_eq!(model.is_joint, [false, true, true, false]);
    assert_eq!(joints[2].bind_local.translation, Vec3::Y);
    assert_eq!(model.name, "model");
    let [part] = model.parts.as_slice() else { panic!("{}", model.parts.len()) };
    assert_eq!((part.name.as_str(), part.material), ("cloth", Some(0)));
    assert_eq!((part.mesh.vertices.len(), part.mesh.triangle_count()), (6, 4));
    assert_eq!(part.mesh.vertices[2].weights, [0.5, 0.5, 0.0, 0.0]);
    assert_eq!(part.mesh.vertices[4].texcoord.to_array(), [0.0, 0.0], "v points up here");
    let [clip] = model.clips.as_slice() else { panic!() };
    assert_eq!((clip.name.as_str(), clip.start, clip.end), ("wave", 0.5, 2.0));
    assert_eq!(clip.key_times(2), [0.5, 1.0, 2.0]);
}

/// Text with base64, a .glb, and a buffer in another file give equal models.
#[test]
fn models_of_all_containers_are_equal() {
    let file = banner();
    let printed = |model: &Model| format!("{:?} {:?} {:?}", model.skeleton.joints(), model.parts, model.clips);
    let want = printed(&file.clean().model);
    assert_eq!(printed(&load(&file.glb()).unwrap().model), want);
    let folder = tempfile::tempdir().unwrap();
    let mut apart = file.clone();
    apart.json["buffers"] = json!([{ "byteLength": file.bytes.len(), "uri": "the%20bytes.bin" }]);
    std::fs::write(folder.path().join("the bytes.bin"), &file.bytes).unwrap();
    let path = folder.path().join("model.gltf");
    std::fs::write(&path, apart.json.to_string()).unwrap();
    let loaded = gltf::load(&path).unwrap();
    assert_eq!(printed(&loaded.model), want);
    assert_eq!(loaded.files, [folder.path().join("the bytes.bin")]);
    let with_mark = [b"\xEF\xBB\xBF", file.text().as_bytes()].concat();
    assert_eq!(printed(&load(&with_mark).unwrap().model), want);

    let alone = gltf::parse(apart.json.to_string().as_bytes(), "model.gltf").unwrap_err();
    let message = "model.gltf: /buffers/0: the buffer \"the%20bytes.bin\" is another file, and only this one is read";
    assert_eq!(alone.to_string(), message);
    std::fs::write(folder.path().join("the bytes.bin"), &file.bytes[..100]).unwrap();
    let short = gltf::load(&path).unwrap_err();
    assert_eq!(short.message, "/buffers/0: 560 bytes, of which there are only 100");
    apart.json["buffers"][0]["uri"] = json!("x".repeat(5_000));
    let long = gltf::parse(apart.json.to_string().as_bytes(), "model.gltf").unwrap_err();
    assert!(long.message.starts_with("/buffers/0: an address of 5000 bytes: \"xxx"), "{long}");
}

/// Whole numbers may be written with a point, and `extras` may be anything.
#[test]
fn what_other_readers_refuse() {
    let mut file = banner();
    file.set("", "extras", json!(["anything"]));
    file.set("/nodes/0", "extras", json!("anything"));
    file.set("/accessors/0", "count", json!(6.0));
    file.set("/nodes/0", "children", json!([1.0, 3.0]));
    file.clean();
    file.json["scenes"] = json!([{}]);
    let empty = file.load().unwrap();
    assert_eq!(empty.model.skeleton.len(), 0, "a scene without nodes");
    let missing =
        "model.gltf: /nodes/0: \"stand\", \"pole\", \"tip\", \"cloth\": not in the scene that is shown: left out";
    assert!(warnings(&empty).contains(&missing.into()), "{:?}", warnings(&empty));
}

/// A VRM 0.x looks along -z, and a VRM 1.0 along z, also if the file is a VRM 0.x as well.
#[test]
fn a_vrm_is_seen_from_the_front() {
    for (extensions, front) in [
        (json!({}), Vec3::Z),
        (json!({ "VRM": {} }), Vec3::NEG_Z),
        (json!({ "VRMC_vrm": {} }), Vec3::Z),
        (json!({ "VRM": {}, "VRMC_vrm": {} }), Vec3::Z),
    ] {
        let mut file = banner();
        file.set("", "extensions", extensions);
        let world_from_model = file.clean().model.world_from_model;
        assert_eq!(world_from_model.transform_vector3(front), Vec3::Z);
        assert_eq!(world_from_model.transform_vector3(Vec3::Y), Vec3::Y);
        assert!(world_from_model.matrix3.determinant() == 1.0);
    }
}

#[test]
fn scenes() {
    let mut file = banner();
    file.add("scenes", json!({ "nodes": [3] }));
    file.set("", "scene", json!(1));
    let loaded = file.load().unwrap();
    assert_eq!(loaded.model.skeleton.joints()[0].name, "cloth");
    assert_eq!(
        warnings(&loaded),
        [
            "model.gltf: /scenes: 2 scenes: number 1 is shown",
            "model.gltf: /skins/0: 2 of 2 joints are not in the scene: vertices bound to them keep their places",
            "model.gltf: clip \"wave\": nothing moves in it",
            "model.gltf: /nodes/0: \"stand\", \"pole\", \"tip\": not in the scene that is shown: left out",
            "model.gltf: /animations/0: \"pole\", \"tip\": channels of nodes outside the scene: left out",
        ]
    );
    let mut twice = banner();
    twice.set("/scenes/0", "nodes", json!([0, 2, 1]));
    let loaded = twice.load().unwrap();
    assert_eq!(loaded.model.skeleton.joints(), banner().clean().model.skeleton.joints());
    let message = "2 of its roots are there twice, or are children of others: each is shown once, where its parent is";
    assert_eq!(warnings(&loaded), [format!("model.gltf: /scenes: {message}")]);
    let mut none = banner();
    none.json.as_object_mut().unwrap().remove("scenes");
    assert_eq!(none.clean().model.skeleton.len(), 4, "without a scene all nodes");
    none.set("/nodes/2", "children", json!([0]));
    let message = "its own descendant: left out";
    assert!(warnings(&none.load().unwrap()).iter().any(|warning| warning.ends_with(message)));
}

/// The banner is the seed of the fuzz target, and the figure in tests of viewer, lessons and command.
/// `ARMATURE_RENEW_SEEDS=1` writes the files.
#[test]
fn seeds_are_this_banner() {
    for (ending, bytes) in [("gltf", banner().text().into_bytes()), ("glb", banner().glb())] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/corpus/gltf/");
        let file = format!("{folder}seed-banner.{ending}");
        if std::env::var_os("ARMATURE_RENEW_SEEDS").is_some() {
            std::fs::write(&file, &bytes).unwrap();
        }
        assert!(std::fs::read(&file).unwrap() == bytes, "{file}");
    }
}

/// Each loader rejects files of the other format, and `armature_formats::load` takes both, whatever their names are.
#[test]
fn formats_are_recognised() {
    let file = banner();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Füchs.DAE");
    for (bytes, is_container) in [(&b"words"[..], false), (b"ARMA", true)] {
        std::fs::write(&path, bytes).unwrap();
        assert!(armature_formats::load(&path).is_err() && container::is_container(&path) == is_container);
    }
    std::fs::File::create(&path).unwrap().set_len(gltf::limits::MAX_FILE_BYTES + 1).unwrap();
    assert_eq!(armature_formats::load(&path).unwrap_err().message, "larger than 536870912 bytes");
    std::fs::write(&path, file.glb()).unwrap();
    assert_eq!(armature_formats::load(&path).unwrap().model.clips[0].name, "wave");
    assert!(gltf::is_gltf(&file.glb()) && gltf::is_gltf(file.text().as_bytes()));
    assert!(gltf::is_gltf(b"\xEF\xBB\xBF \n{}") && !gltf::is_gltf(b"<COLLADA/>"));
    assert!(collada::parse(&file.glb(), "a.dae").is_err());
    let error = load(b"<COLLADA/>").unwrap_err().to_string();
    assert_eq!(error, "model.gltf: not a glTF file: it begins neither as a .glb nor as JSON text");
}

#[test]
fn a_matrix_and_its_parts() {
    let mut file = File::new();
    let matrix = [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
    file.add("nodes", json!({ "matrix": matrix, "scale": [3, 3, 3] }));
    file.add("nodes", json!({ "scale": [1, -2, 1], "rotation": [0, 0, 2, 0] }));
    let loaded = file.load().unwrap();
    let message = "model.gltf: /nodes/0: a matrix beside translation, rotation or scale: the matrix counts";
    assert_eq!(warnings(&loaded), [message]);
    let [first, second] = loaded.model.skeleton.joints() else { panic!() };
    let moved = first.bind_local.transform_point(Vec3::new(1.0, 10.0, 100.0));
    assert!((moved - Vec3::new(-5.0, 8.0, 107.0)).length() < 1e-4, "{moved}");
    assert_eq!(second.bind_local.scale, Vec3::new(1.0, -2.0, 1.0), "as the file says");
    assert_eq!(second.bind_local.rotation.to_array(), [0.0, 0.0, 1.0, 0.0], "of unit length");
    assert_eq!(second.name, "node 1");
    let mut folded = File::new();
    folded.add("nodes", json!({ "matrix": [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }));
    let message = "model.gltf: /nodes/0: its matrix folds axes onto one another, which no skeleton holds: \
                   it is drawn differently";
    assert_eq!(warnings(&folded.load().unwrap()), [message]);
    folded.set("/nodes/0", "matrix", json!([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]));
    folded.clean();
}

/// The caller returns the buffer and the picture of a .gltf, and the picture of a Collada file.
#[test]
fn other_files_from_the_caller() {
    let mut file = banner();
    file.add("images", json!({ "uri": "maps/our%20skin.png" }));
    file.add("textures", json!({ "source": 0 }));
    let texture = json!({ "baseColorTexture": { "index": 0 } });
    file.json["materials"] = json!([{ "pbrMetallicRoughness": texture }, { "pbrMetallicRoughness": texture }]);
    file.json["buffers"] = json!([{ "byteLength": file.bytes.len(), "uri": "banner.bin" }]);
    let text = file.json.to_string();
    let read = RefCell::new(Vec::new());
    let loaded = load_bytes("figures/banner.gltf", text.as_bytes(), &|path| {
        read.borrow_mut().push(path.to_owned());
        match path {
            "banner.bin" => Some(file.bytes.clone()),
            "maps/our skin.png" => Some(b"a picture".to_vec()),
            _ => None,
        }
    })
    .unwrap();
    assert_eq!(loaded.model.name, "banner");
    assert_eq!(loaded.model.clips, banner().clean().model.clips);
    for material in &loaded.model.materials {
        let Some(Texture::Bytes { name, bytes }) = &material.texture else { panic!("{material:?}") };
        assert_eq!((&**name, &**bytes), ("figures/banner.gltf/maps/our skin.png", &b"a picture"[..]));
    }
    assert_eq!(*read.borrow(), ["banner.bin", "maps/our skin.png"], "each once");
    assert_eq!((warnings(&loaded), loaded.files), (Vec::<String>::new(), Vec::new()));

    let error = load_bytes("banner.gltf", text.as_bytes(), &|_| None).unwrap_err().to_string();
    let missing = "no file \"banner.bin\" beside the model: a .gltf needs the files that came with it";
    assert_eq!(error, format!("banner.gltf: /buffers/0: {missing}"));

    let arm = include_bytes!("../../../examples/arm.dae");
    let loaded = load_bytes("arm.dae", arm, &|path| (path == "arm.png").then(|| b"a picture".to_vec())).unwrap();
    let textures: Vec<String> =
        loaded.model.materials.iter().filter_map(|it| Some(it.texture.as_ref()?.to_string())).collect();
    assert_eq!(textures, ["arm.dae/arm.png"]);
    let loaded = load_bytes("arm.dae", arm, &|_| None).unwrap();
    assert!(warnings(&loaded)[0].contains("no picture \"arm.png\" beside the model"), "{:?}", warnings(&loaded));
}
