//! Materials of meshes.

use crate::support::{BANNER, load, replace, warnings};
use armature::model::Texture;
use armature_formats::collada;
use glam::Vec2;

/// The banner with a picture, whose coordinates are the second of two sets.
fn with_picture(address: &str) -> String {
    let text = replace(
        BANNER,
        "<diffuse><color>0.8 0.2 0.1 1</color></diffuse>",
        "<diffuse><texture texture=\"cloth-sampler\" texcoord=\"WEAVE\"/></diffuse>",
    );
    let params = "<newparam sid=\"cloth-surface\"><surface type=\"2D\"><init_from>cloth-image</init_from></surface></newparam>\
        <newparam sid=\"cloth-sampler\"><sampler2D><source>cloth-surface</source></sampler2D></newparam>";
    let text = replace(&text, "<technique sid=\"common\">", &format!("{params}<technique sid=\"common\">"));
    let image = format!(
        "<library_images><image id=\"cloth-image\"><init_from>{address}</init_from></image></library_images><library_effects>"
    );
    let text = replace(&text, "<library_effects>", &image);
    let sets = "<source id=\"a\"><float_array id=\"aa\" count=\"2\">0.25 0.5</float_array><technique_common>\
        <accessor source=\"#aa\" count=\"1\" stride=\"2\"><param name=\"S\" type=\"float\"/><param name=\"T\" type=\"float\"/></accessor>\
        </technique_common></source><source id=\"b\"><float_array id=\"ba\" count=\"2\">0.75 1</float_array><technique_common>\
        <accessor source=\"#ba\" count=\"1\" stride=\"2\"><param name=\"S\" type=\"float\"/><param name=\"T\" type=\"float\"/></accessor>\
        </technique_common></source><vertices id=\"corners\">";
    let text = replace(&text, "<vertices id=\"corners\">", sets);
    let text = replace(
        &text,
        "<vcount>4 4</vcount>",
        "<input semantic=\"TEXCOORD\" source=\"#a\" offset=\"1\" set=\"0\"/>\
         <input semantic=\"TEXCOORD\" source=\"#b\" offset=\"1\" set=\"1\"/><vcount>4 4</vcount>",
    );
    replace(
        &text,
        "<instance_material symbol=\"cloth-symbol\" target=\"#cloth\"/>",
        "<instance_material symbol=\"cloth-symbol\" target=\"#cloth\">\
         <bind_vertex_input semantic=\"WEAVE\" input_semantic=\"TEXCOORD\" input_set=\"1\"/></instance_material>",
    )
}

#[test]
fn the_set_of_texture_coordinates_that_the_material_asks_for() {
    let text = with_picture("cloth.png");
    assert_eq!(first_texcoord(&text), Vec2::new(0.75, 1.0));
    let first = replace(&text, "input_set=\"1\"", "input_set=\"0\"");
    assert_eq!(first_texcoord(&first), Vec2::new(0.25, 0.5));
}

fn first_texcoord(text: &str) -> Vec2 {
    load(text).unwrap().model.parts[0].mesh.vertices[0].texcoord
}

/// Two ways from the effect to the picture: by a surface made of one, and by one made of a plane.
#[test]
fn ways_to_a_picture() {
    let text = with_picture("cloth.png");
    let plane = "<init_planar><all ref=\"cloth-image\"/></init_planar></surface>";
    let planar = replace(&text, "<init_from>cloth-image</init_from></surface>", plane);
    for text in [text, planar] {
        let document = collada::parse(text.as_bytes(), "banner.dae").unwrap();
        assert_eq!(document.pictures, [Some("cloth.png".to_owned())]);
        assert_eq!(warnings(&document.loaded), [""; 0]);
    }
}

#[test]
fn pictures_are_found_beside_the_model_or_missed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("banner.dae");
    std::fs::write(folder.path().join("my cloth.png"), "x").unwrap();
    for address in ["./my%20cloth.png", "file:///C:/art/my%20cloth.png", "..\\art\\my cloth.png"] {
        std::fs::write(&file, with_picture(address)).unwrap();
        let loaded = collada::load(&file).unwrap();
        let found = loaded.model.materials[0].texture.as_ref().expect("it is there");
        assert_eq!(*found, Texture::File(folder.path().join("my cloth.png")));
    }
    std::fs::write(&file, with_picture("lost.png")).unwrap();
    let loaded = collada::load(&file).unwrap();
    assert_eq!(loaded.model.materials[0].texture, None);
    let message = "<texture>: no picture \"lost.png\" beside the model: drawn in grey";
    assert!(loaded.warnings[0].message.contains(message), "{}", loaded.warnings[0]);
}
