//! Skins in the styles of exporters.

use crate::support::{BANNER, at_rest, load, replace, warnings};
use armature::model::{Model, ModelInstance};
use glam::{Affine3A, Vec3};

fn joints(model: &Model) -> Vec<Option<usize>> {
    model.skins[0].bindings.iter().map(|binding| binding.joint).collect()
}

#[test]
fn joints_by_sid_then_id_then_name() {
    for names in ["tip_bone pole_bone", "tip pole", "Tip Pole", "tip Pole"] {
        let text = replace(BANNER, ">tip_bone pole_bone<", &format!(">{names}<"));
        let loaded = load(&text).unwrap();
        assert_eq!(joints(&loaded.model), [Some(2), Some(1)], "{names}");
        assert_eq!(warnings(&loaded), [""; 0]);
    }
}

#[test]
fn a_sid_below_the_skeleton_comes_before_one_elsewhere() {
    let decoy = "<node id=\"stand\" name=\"Stand\"><node id=\"decoy\" sid=\"tip_bone\"/>";
    let text = replace(BANNER, "<node id=\"stand\" name=\"Stand\">", decoy);
    assert_eq!(joints(&load(&text).unwrap().model), [Some(3), Some(2)], "one further down");
    let anywhere = replace(&text, "<skeleton>#pole</skeleton>", "");
    assert_eq!(joints(&load(&anywhere).unwrap().model), [Some(1), Some(2)], "the first in the scene");
    // For ids (IDREF_array) an id below the skeleton comes first.
    let ids = text.replace("Name_array id=\"names", "IDREF_array id=\"names");
    let ids = replace(&ids, "tip_bone pole_bone</Name_array>", "tip pole</IDREF_array>");
    assert_eq!(joints(&load(&ids).unwrap().model), [Some(3), Some(2)]);
}

#[test]
fn a_sid_comes_before_an_id_and_an_id_before_a_name() {
    // First in the scene, but with less: only its name, only its id.
    let pole = "name=\"Pole\" type=\"JOINT\">";
    for (decoys, tip) in [
        ("<node name=\"tip_bone\"/>", 3),
        ("<node id=\"tip_bone\"/>", 3),
        ("<node name=\"tip\"/><node name=\"tip_bone\"/>", 4),
    ] {
        let text = replace(BANNER, pole, &format!("{pole}{decoys}"));
        assert_eq!(joints(&load(&text).unwrap().model)[0], Some(tip), "{decoys}");
    }
    let by_id = replace(BANNER, ">tip_bone pole_bone<", ">tip pole_bone<");
    let text = replace(&by_id, pole, &format!("{pole}<node name=\"tip\"/>"));
    assert_eq!(joints(&load(&text).unwrap().model)[0], Some(3));
}

#[test]
fn names_with_blanks_are_put_together() {
    let text = replace(BANNER, "sid=\"tip_bone\"", "sid=\"tip bone 2\"");
    let text = replace(&text, ">tip_bone pole_bone<", ">tip bone 2 pole_bone<");
    let loaded = load(&text).unwrap();
    assert_eq!(joints(&loaded.model), [Some(2), Some(1)]);
    assert_eq!(warnings(&loaded), [""; 0]);
}

/// The accessor's count decides, though the array has one name more than there are matrices.
#[test]
fn the_accessor_counts_the_joints() {
    for count in ["2", "3"] {
        let names = format!("count=\"{count}\">tip_bone pole_bone stand<");
        let loaded = load(&replace(BANNER, "count=\"2\">tip_bone pole_bone<", &names)).unwrap();
        assert_eq!(joints(&loaded.model), [Some(2), Some(1)]);
        let message = "model.dae:92:11: <input>: 3 names for 2 joints: the first 2 are used";
        assert_eq!(warnings(&loaded), [message]);
    }
}

/// Names are read by the accessor's offset and stride, like numbers.
#[test]
fn names_between_others() {
    let text = replace(BANNER, "count=\"2\">tip_bone pole_bone<", "count=\"5\">stand tip_bone 1 pole_bone 2<");
    let accessor = "#names-array\" count=\"2\" stride=\"1\"";
    let text = replace(&text, accessor, "#names-array\" count=\"2\" offset=\"1\" stride=\"2\"");
    let loaded = load(&text).unwrap();
    assert_eq!(joints(&loaded.model), [Some(2), Some(1)]);
    assert_eq!(warnings(&loaded), [""; 0]);
}

#[test]
fn a_skin_without_the_number_sign() {
    let text = replace(BANNER, "<skin source=\"#banner\">", "<skin source=\"banner\">");
    assert_eq!(load(&text).unwrap().model.parts.len(), 1);
}

#[test]
fn joint_minus_one_stays_in_the_bind_shape() {
    let text = replace(BANNER, "<v>0 1 0 1", "<v>0 -1 0 1");
    let loaded = load(&text).unwrap();
    assert_eq!(joints(&loaded.model), [Some(2), Some(1), None], "a place of its own");
    let vertex = loaded.model.parts[0].mesh.vertices[0];
    assert_eq!((vertex.position, vertex.joints[0]), (Vec3::ZERO, 2));
    assert_eq!(at_rest(&text)[0], Vec3::new(-0.5, 0.0, 0.0), "the stand's 10 does not carry it");
    let palette = ModelInstance::new(&loaded.model).palette(0)[2];
    assert_eq!(palette, Affine3A::from_translation(Vec3::X * -0.5));
}

#[test]
fn weights_are_normalised() {
    let text = replace(BANNER, ">1 0.5</float_array>", ">2 0</float_array>");
    // A weight of 2 for the corner, and of 0 for the middle.
    let rest = at_rest(&text);
    assert_eq!((rest[0], rest[2]), (Vec3::new(9.5, 0.0, 0.0), Vec3::new(9.5, 0.0, 1.0)));
    let loaded = load(&text).unwrap();
    assert_eq!(
        warnings(&loaded),
        [
            "model.dae:62:7: <skin id=\"hung\">: 2 vertices with weight sum 0: drawn on the skin's first joint",
            "model.dae:62:7: <skin id=\"hung\">: 4 vertices with weights that do not sum to 1: normalised for drawing",
        ]
    );
    let vertices = &loaded.model.parts[0].mesh.vertices;
    for (z, joint) in [(0.0, 1), (1.0, 0)] {
        let vertex = vertices.iter().find(|v| v.position == Vec3::new(0.0, 0.0, z)).unwrap();
        assert_eq!((vertex.joints[0], vertex.weights[0]), (joint, 1.0));
    }
}

#[test]
fn more_than_four_influences() {
    // Six joints, all of them the pole; one vertex follows five of them.
    let text =
        replace(BANNER, "count=\"2\">tip_bone pole_bone<", "count=\"6\">tip_bone pole_bone stand tip pole hanging<");
    let text = replace(&text, "source=\"#names-array\" count=\"2\"", "source=\"#names-array\" count=\"6\"");
    let matrix = " 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1".repeat(6);
    let start = text.find("<float_array id=\"inverses-array\"").unwrap();
    let end = start + text[start..].find("</float_array>").unwrap();
    let text = format!("{}<float_array id=\"inverses-array\" count=\"96\">{matrix}{}", &text[..start], &text[end..]);
    let text = replace(&text, "source=\"#inverses-array\" count=\"2\"", "source=\"#inverses-array\" count=\"6\"");
    let text = replace(&text, "count=\"2\">1 0.5<", "count=\"3\">1 0.5 0.2<");
    let text = replace(&text, "source=\"#weights-array\" count=\"2\"", "source=\"#weights-array\" count=\"3\"");
    let text = replace(&text, "<vcount>1 1 2 2 1 1</vcount>", "<vcount>5 1 2 2 1 1</vcount>");
    let text = replace(&text, "<v>0 1 ", "<v>2 0 2 1 2 2 2 3 2 4 ");
    let loaded = load(&text).unwrap();
    assert_eq!(
        warnings(&loaded),
        ["model.dae:62:7: <skin id=\"hung\">: 1 vertex with more than 4 joints: the best 4 are drawn \
         (at most 20.0 % of a vertex's weight is left out)"]
    );
    assert_eq!(loaded.model.parts[0].mesh.vertices[0].weights, [0.25; 4]);
}

#[test]
fn without_inverse_binds_the_rest_place_counts() {
    let text = replace(BANNER, "<input semantic=\"INV_BIND_MATRIX\" source=\"#inverses\"/>", "");
    let loaded = load(&text).unwrap();
    assert_eq!(
        warnings(&loaded),
        ["model.dae:62:7: <skin id=\"hung\">: no inverse bind matrices: the joints' rest places are used"]
    );
    // Nothing moves at rest: every corner is where the bind shape puts it.
    assert_eq!(at_rest(&text)[4], Vec3::new(-0.5, 0.0, 2.0));
}

#[test]
fn a_missing_joint_leaves_its_vertices_in_the_bind_shape() {
    let text = replace(BANNER, ">tip_bone pole_bone<", ">lost_bone pole_bone<");
    let loaded = load(&text).unwrap();
    assert_eq!(joints(&loaded.model), [None, Some(1)]);
    assert_eq!(
        warnings(&loaded),
        ["model.dae:150:9: <instance_controller>: node \"hanging\": 1 of 2 joints are not in the scene \
         (the first is \"lost_bone\"): vertices bound to them keep the bind shape"]
    );
    assert_eq!(at_rest(&text)[4], Vec3::new(-0.5, 0.0, 2.0));
}

#[test]
fn each_instance_of_a_figure_moves_its_own_skin() {
    // The whole figure as one library node, instanced twice.
    let text = replace(
        BANNER,
        "<library_visual_scenes>\n    <visual_scene id=\"hall\">",
        "<library_nodes><node id=\"figure\">",
    );
    let text = replace(
        &text,
        "</visual_scene>\n  </library_visual_scenes>",
        "</node></library_nodes><library_visual_scenes><visual_scene id=\"hall\">\
         <node id=\"a\"><instance_node url=\"#figure\"/></node>\
         <node id=\"b\"><translate>0 5 0</translate><instance_node url=\"#figure\"/></node>\
         </visual_scene></library_visual_scenes>",
    );
    let model = load(&text).unwrap().model;
    assert_eq!(model.skins.len(), 2);
    for (skin, joints) in model.skins.iter().zip([[Some(4), Some(3)], [Some(10), Some(9)]]) {
        assert!(skin.bindings.iter().map(|binding| binding.joint).eq(joints), "{:?}", skin.bindings);
    }
    assert_eq!(model.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [4, 10]);
}

#[test]
fn joints_below_any_of_several_skeletons() {
    let text = replace(BANNER, "<skeleton>#pole", "<skeleton>#tip</skeleton><skeleton>#pole");
    assert_eq!(joints(&load(&text).unwrap().model), [Some(2), Some(1)]);
}

#[test]
fn a_morph_is_its_base_shape() {
    let text = replace(
        BANNER,
        "<library_controllers>",
        "<library_controllers><controller id=\"swell\"><morph source=\"#banner\"/></controller>",
    );
    let text = replace(&text, "<skin source=\"#banner\">", "<skin source=\"#swell\">");
    let loaded = load(&text).unwrap();
    assert_eq!(
        warnings(&loaded),
        ["model.dae:60:47: <morph id=\"swell\">: morph targets are not read: the base shape is used"]
    );
    assert_eq!(loaded.model.parts[0].mesh.vertices.len(), 6, "a skin on a morph on a mesh");
}

/// A morph of a skin is skinned, in its base shape.
#[test]
fn a_skin_below_a_morph() {
    let morph = "<controller id=\"mood\"><morph source=\"#hung\"/></controller></library_controllers>";
    let text = replace(BANNER, "  </library_controllers>", morph);
    let loaded = load(&replace(&text, "url=\"#hung\"", "url=\"#mood\"")).unwrap();
    let [part] = &*loaded.model.parts else { panic!("{:?}", loaded.model.parts) };
    assert_eq!(loaded.model.skins[part.skin].bindings.len(), 2);
    assert!(warnings(&loaded)[0].contains("morph targets are not read"));
}

/// Elements of two names may have one id, and a sampler may stand in any animation.
#[test]
fn equal_ids() {
    let text = BANNER.replace("id=\"banner\"", "id=\"tip\"").replace("source=\"#banner\"", "source=\"#tip\"");
    let loaded = load(&text).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!((loaded.model.parts.len(), loaded.model.clips[0].tracks.len()), (1, 1));
    let text = replace(BANNER, "<channel source=\"#sway-sampler\"", "<animation><channel source=\"#sway-sampler\"");
    let text = replace(&text, "target=\"tip/turn.ANGLE\"/>", "target=\"tip/turn.ANGLE\"/></animation>");
    let loaded = load(&text).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!(loaded.model.clips[0].tracks.len(), 1);
}
