//! Materials and pictures.

use super::support::{File, base64, load, warnings};
use armature::model::{Material, Opacity, Sampling, Texture, Wrap};
use armature_formats::gltf;
use glam::{Vec3, Vec4};
use serde_json::{Value, json};

fn material(value: Value) -> Material {
    let mut file = File::new();
    file.add("materials", value);
    file.clean().model.materials.remove(0)
}

#[test]
fn colours() {
    let plain = material(json!({}));
    assert_eq!((plain.diffuse, plain.opacity), (Vec4::ONE, Opacity::Opaque));
    assert!(!plain.double_sided && !plain.unlit);
    let all = material(json!({
        "name": "glass",
        "pbrMetallicRoughness": { "baseColorFactor": [0.214_041, 0, 1, 0.5] },
        "emissiveFactor": [0, 1, 0],
        "alphaMode": "BLEND",
        "doubleSided": true,
        "extensions": { "KHR_materials_unlit": {} }
    }));
    assert!(all.diffuse.abs_diff_eq(Vec4::new(0.5, 0.0, 1.0, 0.5), 1e-4), "{}", all.diffuse);
    assert_eq!((all.name.as_str(), all.emission, all.opacity), ("glass", Vec3::ZERO, Opacity::Blend));
    assert!(all.double_sided && all.unlit);
    assert_eq!(material(json!({ "emissiveFactor": [0, 1, 0] })).emission, Vec3::Y);
    let mask = |value| material(value).opacity;
    assert_eq!(mask(json!({ "alphaMode": "MASK" })), Opacity::Mask(0.5));
    assert_eq!(mask(json!({ "alphaMode": "MASK", "alphaCutoff": 0.25 })), Opacity::Mask(0.25));
    // The mask is compared with the product of all alphas.
    let factor =
        |alpha: f32| json!({ "alphaMode": "MASK", "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, alpha] } });
    assert_eq!((mask(factor(0.25)), mask(factor(0.0))), (Opacity::Mask(2.0), Opacity::Mask(f32::MAX)));
    assert_eq!(material(factor(0.25)).diffuse.w, 1.0);
    assert_eq!(mask(json!({ "alphaMode": "MASK", "alphaCutoff": 0 })), Opacity::Opaque);
    let gloss = material(json!({
        "pbrMetallicRoughness": { "baseColorFactor": [0, 0, 0, 1] },
        "extensions": { "KHR_materials_pbrSpecularGlossiness": { "diffuseFactor": [1, 0, 0, 1] } }
    }));
    assert_eq!(gloss.diffuse, Vec4::new(1.0, 0.0, 0.0, 1.0));
}

/// A material whose picture of shining parts cannot be read does not shine: its factor alone would make all parts shine.
#[test]
fn shining_by_a_picture() {
    let mut file = File::new();
    let view = file.view(b"a picture");
    file.add("images", json!({ "bufferView": view }));
    file.add("textures", json!({ "source": 0 }));
    file.add("textures", json!({}));
    let shining = |texture| json!({ "emissiveFactor": [1, 0, 1], "emissiveTexture": texture });
    file.add("materials", shining(json!({ "index": 0, "texCoord": 1 })));
    let material = file.clean().model.materials.remove(0);
    assert_eq!((material.emission, material.texture), (Vec3::new(1.0, 0.0, 1.0), None));
    assert!(matches!(material.emission_texture, Some(Texture::Bytes { bytes, .. }) if *bytes == *b"a picture"));

    file.add("materials", shining(json!({ "index": 1 })));
    let mut elsewhere = shining(json!({ "index": 0, "texCoord": 1 }));
    elsewhere["pbrMetallicRoughness"] = json!({ "baseColorTexture": { "index": 0 } });
    file.add("materials", elsewhere);
    let loaded = file.load().unwrap();
    assert_eq!(loaded.model.materials[1].emission, Vec3::ZERO);
    assert_eq!(
        warnings(&loaded),
        [
            "model.gltf: /materials/1: a picture of what shines by itself: it is of a kind that is not read here: left out",
            "model.gltf: /materials/2: a picture of what shines by itself: it has other texture coordinates than the \
             picture of its colour: left out"
        ]
    );
}

#[test]
fn samplers() {
    let mut file = File::new();
    let view = file.view(b"a picture");
    file.add("images", json!({ "bufferView": view }));
    file.json["samplers"] = json!([
        { "wrapS": 33071, "wrapT": 33648, "magFilter": 9728 },
        { "wrapS": 10497, "magFilter": 9729 },
    ]);
    for texture in [json!({ "sampler": 0, "source": 0 }), json!({ "sampler": 1, "source": 0 })] {
        let texture = file.add("textures", texture);
        let base = json!({ "baseColorTexture": { "index": texture } });
        file.add("materials", json!({ "pbrMetallicRoughness": base }));
    }
    let sampling: Vec<_> = file.clean().model.materials.iter().map(|m| m.sampling).collect();
    let first = Sampling { wrap: [Wrap::Clamp, Wrap::Mirror], square: true };
    assert_eq!(sampling, [first, Sampling::default()]);
}

/// Returns a file with a picture in its buffer, in its text, in a file beside it, and in a file outside of its folder.
fn file_with_pictures() -> File {
    let mut file = File::new();
    let view = file.view(b"in the buffer");
    for image in [
        json!({ "bufferView": view, "mimeType": "image/png" }),
        json!({ "uri": format!("data:image/png;base64,{}", base64(b"in the text")) }),
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
    std::fs::create_dir_all(folder.join("maps")).unwrap();
    std::fs::write(outer.path().join("secret.png"), "x").unwrap();
    std::fs::write(folder.join("maps/skin.png"), "x").unwrap();
    let path = folder.join("model.gltf");
    std::fs::write(&path, file_with_pictures().text()).unwrap();
    let loaded = gltf::load(&path).unwrap();
    let textures: Vec<_> = loaded.model.materials.iter().map(|m| m.texture.clone()).collect();
    let bytes = |number: usize, content: &[u8]| {
        let name = format!("{}/images/{number}", path.display());
        Some(Texture::Bytes { name: name.into(), bytes: content.into() })
    };
    assert_eq!(textures[0], bytes(0, b"in the buffer"));
    assert_eq!(textures[1], bytes(1, b"in the text"));
    assert_eq!(textures[2], Some(Texture::File(folder.join("maps/skin.png"))));
    assert_eq!(textures[3], None);
    let outside = "/materials/3: no picture \"../secret.png\" beside the model: drawn in grey";
    let long = "/materials/4: a picture with an address of 5000 bytes: drawn in grey";
    assert_eq!(warnings(&loaded), [outside, long].map(|message| format!("{}: {message}", path.display())));
}

/// Without a folder other pictures are ignored without a warning.
#[test]
fn pictures_of_bytes_alone() {
    let model = file_with_pictures().load().unwrap().model;
    assert_eq!(model.materials.iter().filter(|m| m.texture.is_some()).count(), 2);
}

#[test]
fn a_picture_that_only_an_extension_has() {
    let mut file = File::new();
    file.add("textures", json!({ "extensions": { "KHR_texture_basisu": { "source": 0 } } }));
    file.add("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    let loaded = file.load().unwrap();
    let message = "model.gltf: /materials/0: its picture is of a kind that is not read here: drawn in grey";
    assert_eq!(warnings(&loaded), [message]);
}

#[test]
fn webp_beside_another_picture_or_alone() {
    let mut file = File::new();
    let view = file.view(b"RIFF\0\0\0\0WEBPVP8L");
    file.add("images", json!({ "bufferView": view, "mimeType": "image/webp" }));
    file.add("textures", json!({ "extensions": { "EXT_texture_webp": { "source": 0 } } }));
    file.add("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    file.set("", "extensionsRequired", json!(["EXT_texture_webp"]));
    assert!(file.clean().model.materials[0].texture.is_some());
}

/// Many images share their bytes, and the model would have a copy for each.
#[test]
fn copies_of_pictures_are_limited() {
    let mut file = File::new();
    let view = file.view(&vec![1; 1 << 20]);
    for number in 0..70 {
        file.add("images", json!({ "bufferView": view, "mimeType": "image/png" }));
        file.add("textures", json!({ "source": number }));
        let texture = json!({ "baseColorTexture": { "index": number } });
        file.add("materials", json!({ "pbrMetallicRoughness": texture }));
    }
    let loaded = load(&file.glb()).unwrap();
    let with_picture = loaded.model.materials.iter().filter(|m| m.texture.is_some()).count();
    assert_eq!((with_picture, warnings(&loaded).len()), (65, 5));
    let message = "model.gltf: /materials/65: its pictures are too large together: drawn in grey";
    assert_eq!(warnings(&loaded)[0], message);
}
