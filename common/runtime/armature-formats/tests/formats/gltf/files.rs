//! The containers of a file, and the files beside it.

use super::{
    digest::digest,
    support::{File, banner, glb, load, warnings},
};
use armature::model::Texture;
use armature_formats::{collada, container, gltf, load_bytes};
use serde_json::json;
use std::{cell::RefCell, fs};

/// Text with base64, a .glb, UTF-16, and a buffer in another file give equal models.
#[test]
fn models_of_all_containers_are_equal() {
    let file = banner();
    let want = digest(&file.load().unwrap().model);
    let utf16: Vec<u8> = file.text().encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [file.glb(), [b"\xEF\xBB\xBF", file.text().as_bytes()].concat(), [b"\xFE\xFF", &*utf16].concat()] {
        assert_eq!(digest(&load(&bytes).unwrap().model), want);
    }
    let folder = tempfile::tempdir().unwrap();
    let beside = folder.path().join("the bytes.bin");
    let path = folder.path().join("model.gltf");
    let mut apart = file.clone();
    apart.json["buffers"] = json!([{ "byteLength": file.bytes.len(), "uri": "the%20bytes.bin" }]);
    fs::write(&path, apart.json.to_string()).unwrap();
    fs::write(&beside, &file.bytes).unwrap();
    let loaded = gltf::load(&path).unwrap();
    assert_eq!((digest(&loaded.model), loaded.files), (want, vec![beside.clone()]));
    for (bytes, message) in [
        (&file.bytes[..100], "560 bytes, of which there are only 100"),
        (b"version https://git-lfs.github.com/spec/v1\n", "`git lfs pull` fetches the file"),
        (b"<!DOCTYPE html>", "this is a web page"),
    ] {
        fs::write(&beside, bytes).unwrap();
        let error = gltf::load(&path).unwrap_err().to_string();
        assert!(error.contains("/buffers/0: ") && error.contains(message), "{error}");
    }
}

/// A .glb is read up to its end, whatever follows, and what is cut or old is refused.
#[test]
fn chunks_of_a_glb() {
    let file = banner();
    let whole = file.glb();
    let message = |bytes: &[u8]| match load(bytes) {
        Ok(loaded) => warnings(&loaded).join("; "),
        Err(error) => format!("refused: {error}"),
    };
    let length = |bytes: &[u8]| [&bytes[..8], &(bytes.len() as u32).to_le_bytes(), &bytes[12..]].concat();
    let mut odd_length = whole.clone();
    odd_length[8] += 4;
    let mut old = whole.clone();
    old[4] = 1;
    let mut zeros = glb(file.json_in_glb().as_bytes(), &file.bytes);
    let end = 19 + file.json_in_glb().len().next_multiple_of(4);
    let blank = zeros[end] == b' ';
    zeros[end] = if blank { 0 } else { zeros[end] };
    for (bytes, want) in [
        (length(&[&*whole, b"\x04\0\0\0MORE1234"].concat()), ""),
        ([&*whole, b"more"].concat(), "model.gltf: 4 bytes after the end of the .glb"),
        (odd_length, "model.gltf: a length in the .glb is a few bytes too long: it is read up to its end"),
        (zeros, if blank { "model.gltf: zero bytes after the JSON text: they are skipped" } else { "" }),
        (old, "refused: model.gltf: binary glTF version 1: only 2 is read"),
        (whole[..11].to_vec(), "refused: model.gltf: the file ends inside the header of a .glb"),
        (
            b"glTF\x02\0\0\0\x14\0\0\0\0\0\0\0BIN\0".to_vec(),
            "refused: model.gltf: a .glb whose first chunk is not JSON",
        ),
        (glb(b"[]", b""), "refused: model.gltf: no JSON object"),
    ] {
        assert_eq!(message(&bytes), want);
    }
    for cut in 12..whole.len() - 8 {
        let message = message(&whole[..cut]);
        assert!(message.contains("of which there are only"), "{cut}: {message}");
        assert!(load(&length(&whole[..cut])).is_err(), "{cut}");
    }
}

#[test]
fn text() {
    for (text, want) in [
        ("{ \"asset\": \n { version } }", "model.gltf:2:4: not well-formed JSON: key must be a string"),
        ("{", "model.gltf:1:1: not well-formed JSON: EOF while parsing an object"),
        ("{\n\"a\": \n", "model.gltf:2:6: not well-formed JSON: EOF while parsing a value"),
        ("{\"\u{e9}\": tru}", "model.gltf:1:10: not well-formed JSON: expected ident"),
        ("{}", "model.gltf: not a glTF 2.0 file: \"asset\" is missing"),
        // The last of two fields with one name counts, however that is escaped.
        (
            r#"{"\u0061sset":{"version":"2.0"},"asset":{"version":"1.0"}}"#,
            "model.gltf: /asset/version: glTF 1.0: only 2.0 is read",
        ),
    ] {
        assert_eq!(load(text.as_bytes()).unwrap_err().to_string(), want);
    }
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    assert!(load(deep.as_bytes()).unwrap_err().to_string().contains("recursion limit exceeded"));
    // Numbers that JSON does not have are as if they were missing, and matter only where they are read.
    let text = banner().text().replace("\"translation\":[0,1,0]", "\"translation\":[NaN,-Infinity,0],\"extras\":[NaN]");
    let message = "model.gltf: /nodes/2/translation/0: a number was expected here, and this is \"NaN\": left out";
    assert_eq!(warnings(&load(text.as_bytes()).unwrap())[0], message);
}

/// The banner is the seed of the fuzz target, and the figure in tests of viewer, lessons and command.
/// `ARMATURE_RENEW_SEEDS=1` writes the files.
#[test]
fn seeds_are_this_banner() {
    for (ending, bytes) in [("gltf", banner().text().into_bytes()), ("glb", banner().glb())] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/corpus/gltf/");
        let file = format!("{folder}seed-banner.{ending}");
        if std::env::var_os("ARMATURE_RENEW_SEEDS").is_some() {
            fs::write(&file, &bytes).unwrap();
        }
        assert!(fs::read(&file).unwrap() == bytes, "{file}");
    }
}

/// Each loader rejects files of the other format, and `armature_formats::load` takes both, whatever their names are.
#[test]
fn formats_are_recognised() {
    let file = banner();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Füchs.DAE");
    for (bytes, is_container) in [(&b"words"[..], false), (b"ARMA", true)] {
        fs::write(&path, bytes).unwrap();
        assert!(armature_formats::load(&path).is_err() && container::is_container(&path) == is_container);
    }
    fs::File::create(&path).unwrap().set_len(gltf::limits::MAX_FILE_BYTES + 1).unwrap();
    assert_eq!(armature_formats::load(&path).unwrap_err().message, "larger than 536870912 bytes");
    fs::write(&path, file.glb()).unwrap();
    assert_eq!(armature_formats::load(&path).unwrap().model.clips[0].name, "wave");
    assert!(gltf::is_gltf(b"\xEF\xBB\xBF \n{}") && !gltf::is_gltf(b"<COLLADA/>"));
    assert!(collada::parse(&file.glb(), "a.dae").is_err());
    fs::write(&path, "<COLLADA/>").unwrap();
    let error = gltf::load(&path).unwrap_err().to_string();
    assert!(error.ends_with("not a glTF file: it begins neither as a .glb nor as JSON text"), "{error}");
}

/// Returns a file with a picture in its buffer, in its text, in a file beside it, and in one outside of its folder.
fn file_with_pictures() -> File {
    let mut file = File::new();
    let view = file.view(b"in the buffer");
    for image in [
        json!({ "bufferView": view, "mimeType": "image/png" }),
        json!({ "uri": "data:image/png;base64,aW4gdGhl\nIHRleHQ" }),
        json!({ "uri": "maps/skin.png" }),
        json!({ "uri": "../secret.png" }),
        json!({ "uri": "x".repeat(5_000) }),
    ] {
        let image = file.add("images", image);
        let texture = file.add("textures", json!({ "source": image }));
        file.add("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": texture } } }));
    }
    file
}

#[test]
fn pictures_of_every_kind() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("model");
    fs::create_dir_all(folder.join("maps")).unwrap();
    fs::write(outer.path().join("secret.png"), "x").unwrap();
    fs::write(folder.join("maps/skin.png"), "x").unwrap();
    let path = folder.join("model.gltf");
    fs::write(&path, file_with_pictures().text()).unwrap();
    let loaded = gltf::load(&path).unwrap();
    let textures: Vec<_> = loaded.model.materials.iter().map(|m| m.texture.clone()).collect();
    let bytes = |number: usize, content: &[u8]| {
        let name = format!("{}/images/{number}", path.display());
        Some(Texture::Bytes { name: name.into(), bytes: content.into() })
    };
    let file = Some(Texture::File(folder.join("maps/skin.png")));
    assert_eq!(textures, [bytes(0, b"in the buffer"), bytes(1, b"in the text"), file, None, None]);
    let outside = "/materials/3: no picture \"../secret.png\" beside the model: drawn in grey";
    let long = "/materials/4: a picture with an address of 5000 bytes: drawn in grey";
    assert_eq!(warnings(&loaded), [outside, long].map(|message| format!("{}: {message}", path.display())));
    fs::write(folder.join("maps/skin.png"), "DDS |").unwrap();
    let message = "/materials/2: DDS pictures are not read here: save it as PNG: drawn in grey";
    assert!(warnings(&gltf::load(&path).unwrap())[0].ends_with(message));
    fs::remove_file(folder.join("maps/skin.png")).unwrap();
    fs::write(folder.join("maps/Skin.PNG"), "x").unwrap();
    let loaded = gltf::load(&path).unwrap();
    assert!(loaded.model.materials[2].texture.is_some());
    #[cfg(target_os = "linux")] // on other systems the two names are one
    assert!(warnings(&loaded)[0].ends_with("which is spelled otherwise"), "{:?}", warnings(&loaded));
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
    assert_eq!((&*loaded.model.name, warnings(&loaded), loaded.files), ("banner", Vec::new(), Vec::new()));
    for material in &loaded.model.materials {
        let Some(Texture::Bytes { name, bytes }) = &material.texture else { panic!("{material:?}") };
        assert_eq!((&**name, &**bytes), ("figures/banner.gltf/maps/our skin.png", &b"a picture"[..]));
    }
    assert_eq!(*read.borrow(), ["banner.bin", "maps/our skin.png"], "each once");
    let error = load(text.as_bytes()).unwrap_err().to_string();
    let missing = "no file \"banner.bin\" beside the model: a .gltf needs the files that came with it";
    assert_eq!(error, format!("model.gltf: /buffers/0: {missing}"));

    let arm = include_bytes!("../../../examples/arm.dae");
    let loaded = load_bytes("arm.dae", arm, &|path| (path == "arm.png").then(|| b"a picture".to_vec())).unwrap();
    let textures: Vec<String> =
        loaded.model.materials.iter().filter_map(|it| Some(it.texture.as_ref()?.to_string())).collect();
    assert_eq!(textures, ["arm.dae/arm.png"]);
    let loaded = load_bytes("arm.dae", arm, &|_| None).unwrap();
    assert!(warnings(&loaded)[0].contains("no picture \"arm.png\" beside the model"), "{:?}", warnings(&loaded));
}
