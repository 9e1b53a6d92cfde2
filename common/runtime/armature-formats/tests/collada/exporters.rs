//! Files in the styles of the exporters that students use.

use crate::support::{BANNER, load, load_bytes, replace, warnings};
use armature::model::{Model, ModelInstance};
use glam::Vec3;

/// Loads without warnings, and checks that the model moves like the banner.
fn as_the_banner(text: &str) -> Model {
    let loaded = load(text).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    let model = loaded.model;
    assert_eq!(model.skins[0].bindings.iter().map(|b| b.joint).collect::<Vec<_>>(), [Some(2), Some(1)]);
    assert_eq!(model.parts[0].material, Some(0));
    let mut figure = ModelInstance::new(&model);
    figure.sample(&model, &model.clips[0], 1.0);
    let tip = figure.model_from_joint()[2].transform_vector3(Vec3::Z);
    assert!((tip - Vec3::NEG_Y).length() < 1e-5, "{tip}");
    model
}

/// Reads a file as FBX Converter writes it, which Mixamo uses too.
#[test]
fn fbx_converter_and_mixamo() {
    let text = replace(BANNER, "<visual_scene id=\"hall\">", "<visual_scene id=\"\" name=\"\">");
    let text = replace(
        &text,
        "<instance_visual_scene url=\"#hall\"/>",
        "<instance_visual_scene url=\"#\"></instance_visual_scene>",
    );
    let text =
        replace(&text, "<animation id=\"sway\">", "<animation id=\"Pole-anim\" name=\"Pole\"></animation><animation>");
    let text = text.replace("<param name=\"TIME\" type=\"float\"/>", "<param type=\"float\"></param>");
    let text = text.replace("<param name=\"ANGLE\" type=\"float\"/>", "<param type=\"float\"></param>");
    as_the_banner(&text);
    // Mixamo's names have an underscore in ids and sids, and a colon in names that no reference uses.
    let text = text.replace("tip_bone", "mixamorig_Tip").replace("\"Tip\"", "\"mixamorig:Tip\"");
    as_the_banner(&text);
}

/// Line ends of two characters, tabs, and blanks around references.
#[test]
fn windows_line_ends_and_blanks() {
    let text = BANNER.replace('\n', "\r\n").replace("  ", "\t");
    as_the_banner(&text);
    let text = replace(BANNER, "<skeleton>#pole</skeleton>", "<skeleton>\r\n\t#pole\r\n</skeleton>");
    let text = replace(&text, "target=\"tip/turn.ANGLE\"", "target=\" tip/turn.ANGLE\n\"");
    as_the_banner(&text);
}

/// References are addresses: characters other than letters may be escaped there, but not in the id.
#[test]
fn escaped_references() {
    let text = BANNER
        .replace("id=\"banner\"", "id=\"my banner\"")
        .replace("\"#banner\"", "\"#my%20banner\"")
        .replace("id=\"cloth\"", "id=\"Mat&#233;riau 1\"")
        .replace("\"#cloth\"", "\"#Mat%C3%A9riau%201\"")
        .replace("id=\"hall\"", "id=\"hall+1\"")
        .replace("\"#hall\"", "\"#hall%2B1\"")
        .replace("id=\"pole\"", "id=\"pole [1]\"")
        .replace(">#pole<", ">#pole%20%5B1%5D<");
    as_the_banner(&text);
    // An id that looks escaped is found unchanged.
    let text = BANNER.replace("banner\"", "my%20banner\"");
    as_the_banner(&text);
}

/// References may include the file's own name. Another file is never read.
#[test]
fn references_with_the_file_s_own_name() {
    let text = BANNER
        .replace("\"#banner\"", "\"./model.dae#banner\"")
        .replace("\"#cloth\"", "\"..\\art\\model.dae#cloth\"")
        .replace("\"#hall\"", "\"file:///C:/art/model.dae#hall\"")
        .replace(">#pole<", ">model.dae#pole<");
    assert_eq!(text.matches("model.dae#").count(), 4);
    as_the_banner(&text);
    let text = BANNER.replace("\"#cloth\"", "\"other.dae#cloth\"");
    assert_eq!(
        warnings(&load(&text).unwrap()),
        ["model.dae:150:9: <instance_controller>: no material \"other.dae#cloth\": drawn in grey"]
    );
}

/// Blender: animations in an animation of the armature's, whole matrices, extras of its own.
#[test]
fn blender() {
    let text = replace(
        BANNER,
        "<animation id=\"sway\">",
        "<animation id=\"action_container-Armature\" name=\"Armature\"><animation id=\"Armature_tip_pose_matrix\" name=\"Armature\">",
    );
    let text = replace(&text, "</library_animations>", "</animation></library_animations>");
    let extra = "<extra><technique profile=\"blender\"><connect sid=\"connect\" type=\"bool\">1</connect>\
        <layer sid=\"layer\" type=\"string\">0</layer><tip_x sid=\"tip_x\" type=\"float\">0</tip_x></technique></extra>";
    let text = replace(
        &text,
        "<rotate sid=\"turn\">1 0 0 0</rotate>",
        &format!("<rotate sid=\"turn\">1 0 0 0</rotate>{extra}"),
    );
    as_the_banner(&text);
}

/// 3ds Max: a node in an extra is no node; `<evaluate_scene>` and physics are left out.
#[test]
fn elements_for_other_programs_are_passed_over() {
    let text = replace(
        BANNER,
        "</visual_scene>",
        "<evaluate_scene><render camera_node=\"#c\"/></evaluate_scene><extra><technique profile=\"X\">\
         <node id=\"tip\" sid=\"tip_bone\"/></technique></extra></visual_scene>",
    );
    assert_eq!(load(&text).unwrap().model.skeleton.len(), 4);
    let text = replace(BANNER, "</COLLADA>", "<library_physics_scenes/><extra/></COLLADA>");
    as_the_banner(&text);
    let text = replace(BANNER, "<node id=\"hanging\"", "<?tool x?><node id=\"hanging\"");
    as_the_banner(&text); // a processing instruction
}

/// Maya: `rotate` elements that are driven one by one beside a pivot, in degrees beyond a full turn.
#[test]
fn maya_pivots_turn_on() {
    let text = replace(
        BANNER,
        "<rotate sid=\"turn\">1 0 0 0</rotate>",
        "<translate sid=\"rotatePivot\">0 0.5 0</translate><rotate sid=\"jointOrientX\">1 0 0 30</rotate>\
         <rotate sid=\"turn\">1 0 0 0</rotate><rotate sid=\"jointOrientXInverse\">1 0 0 -30</rotate>\
         <translate sid=\"rotatePivotInverse\">0 -0.5 0</translate>",
    );
    let text = replace(&text, ">0 90 0<", ">0 720 90<");
    let model = load(&text).unwrap().model;
    let mut figure = ModelInstance::new(&model);
    // Halfway to 720 degrees it is back at its place; at 180 degrees, upside down about its pivot.
    for (time, place) in [(0.75, Vec3::new(10.0, 0.0, 1.0)), (0.625, Vec3::new(10.0, 1.0, 1.0))] {
        figure.sample(&model, &model.clips[0], time);
        let origin = Vec3::from(figure.model_from_joint()[2].translation);
        assert!((origin - place).length() < 1e-3, "{time}: {origin}");
    }
}

/// A file that ends with zero bytes, like copies by some old tools: the message locates the end of the text.
#[test]
fn zero_bytes_behind_the_end() {
    let mut bytes = BANNER.as_bytes().to_vec();
    bytes.extend([0; 3]);
    let error = load_bytes(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("model.dae:1"), "{error}");
}

/// Channels with ids in place of sids, and sources that belong to another animation.
#[test]
fn times_shared_between_animations() {
    let start = BANNER.find("<source id=\"sway-times\">").unwrap();
    let end = start + BANNER[start..].find("</source>").unwrap() + "</source>".len();
    let times = &BANNER[start..end];
    let text = replace(BANNER, times, "");
    let text = replace(
        &text,
        "</library_animations>",
        &format!("<animation id=\"later\">{times}</animation></library_animations>"),
    );
    as_the_banner(&text);
}
