//! A whole figure: two joints, a skin, a material, a motion. Every number below is worked out by hand
//! from banner.dae.

use crate::support::{BANNER, load, replace, warnings};
use armature::{
    model::{Model, ModelInstance},
    skin::skin_vertices,
};
use armature_formats::collada::UpAxis;
use glam::{Affine3A, Vec3, Vec4};

fn model() -> Model {
    let loaded = load(BANNER).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    loaded.model
}

#[test]
fn nodes_are_joints() {
    let model = model();
    let names: Vec<_> = model.skeleton.joints().iter().map(|j| (j.name.as_str(), j.parent)).collect();
    assert_eq!(names, [("Stand", None), ("Pole", Some(0)), ("Tip", Some(1)), ("Hanging", None)]);
    assert_eq!(model.is_joint, [false, true, true, false]);
    let joints = model.skeleton.joints();
    let positions = [0, 1, 2].map(|joint: usize| joints[joint].bind_local.translation);
    assert_eq!(positions, [Vec3::X * 10.0, Vec3::ZERO, Vec3::Z]);
    assert_eq!(model.name, "model");
}

#[test]
fn axes_and_unit_once_at_the_root() {
    // z up to y up, half a metre to a metre.
    let up = model().world_from_model.transform_point3(Vec3::Z * 2.0);
    assert!((up - Vec3::Y).length() < 1e-6, "{up}");
    let document = armature_formats::collada::parse(BANNER.as_bytes(), "x").unwrap();
    assert_eq!(document.up_axis, UpAxis::Z);
    assert_eq!((document.unit_meter, document.authoring_tool.as_str()), (0.5, "by hand"));
}

#[test]
fn the_skin_keeps_its_own_order() {
    let model = model();
    assert_eq!(model.skins.len(), 1);
    let skin = &model.skins[0];
    let joints: Vec<_> = skin.bindings.iter().map(|binding| binding.joint).collect();
    assert_eq!(joints, [Some(2), Some(1)], "tip first, pole second, as the skin names them");
    assert_eq!(skin.bind_from_mesh, Affine3A::from_translation(Vec3::X * -0.5));
    assert_eq!(skin.bindings[0].joint_from_bind, Affine3A::from_translation(-Vec3::Z));
    let part = &model.parts[0];
    assert_eq!((part.name.as_str(), part.skin, part.material), ("Banner", 0, Some(0)));
    assert_eq!((part.mesh.vertices.len(), part.mesh.triangle_count()), (6, 4));
    // The two rows in the middle follow both joints, half and half, whichever comes first.
    let middle = part.mesh.vertices.iter().find(|v| v.position == Vec3::Z).unwrap();
    assert_eq!((middle.weights, middle.joints[0] + middle.joints[1]), ([0.5, 0.5, 0.0, 0.0], 1));
    assert_eq!(part.mesh.vertices[0].normal, Vec3::NEG_Y);
}

#[test]
fn the_material() {
    let material = &model().materials[0];
    assert_eq!(material.name, "Cloth");
    assert_eq!(material.diffuse, Vec4::new(0.8, 0.2, 0.1, 1.0));
    assert_eq!(material.emission, Vec3::new(0.0, 0.0, 0.1));
}

#[test]
fn the_motion_carries_the_vertices() {
    let model = model();
    let clip = model.clip("model").expect("named after the file");
    assert_eq!((clip.start, clip.end), (0.5, 2.0));
    assert_eq!(clip.tracks.len(), 1);
    assert!(clip.tracks[0].translation.is_none() && clip.tracks[0].scale.is_none());
    assert_eq!(clip.tracks[0].key_count(), 3, "no more keys than the file has");
    let mut figure = ModelInstance::new(&model);
    // The corner at (0, 0, 2): the bind shape takes it to x = -0.5, the stand to 9.5.
    assert!((top(&model, &figure).0 - Vec3::new(9.5, 0.0, 2.0)).length() < 1e-5);
    // At 1 s the tip has turned by 90 degrees about x: what was 1 above it is now 1 in front of it.
    figure.sample(&model, clip, 1.0);
    let (position, normal) = top(&model, &figure);
    assert!((position - Vec3::new(9.5, -1.0, 1.0)).length() < 1e-5, "{position}");
    assert!((normal - Vec3::NEG_Z).length() < 1e-5, "{normal}");
    // At 0.75 s, halfway there.
    figure.sample(&model, clip, 0.75);
    let position = top(&model, &figure).0;
    let half = 0.5f32.sqrt();
    assert!((position - Vec3::new(9.5, -half, 1.0 + half)).length() < 1e-5, "{position}");
}

/// The position and the normal of the corner at (0, 0, 2).
fn top(model: &Model, figure: &ModelInstance) -> (Vec3, Vec3) {
    let vertices = &model.parts[0].mesh.vertices;
    let mut positions = vec![Vec3::ZERO; 6];
    let mut normals = vec![Vec3::ZERO; 6];
    skin_vertices(figure.palette(0), vertices, &mut positions, &mut normals);
    let index = vertices.iter().position(|v| v.position == Vec3::new(0.0, 0.0, 2.0)).unwrap();
    (positions[index], normals[index])
}

#[test]
fn clips_have_their_ranges() {
    let range = "<library_animation_clips>\
        <animation_clip id=\"a\" name=\"out\" start=\"0.5\" end=\"1\"><instance_animation url=\"#sway\"/></animation_clip>\
        <animation_clip id=\"back\" start=\"1\"><instance_animation url=\"#sway\"/></animation_clip>\
        </library_animation_clips><library_visual_scenes>";
    let loaded = load(&replace(BANNER, "<library_visual_scenes>", range)).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    let ranges: Vec<_> = loaded.model.clips.iter().map(|clip| (clip.name.as_str(), clip.start, clip.end)).collect();
    assert_eq!(ranges, [("out", 0.5, 1.0), ("back", 1.0, 2.0)]);
    let clips = &loaded.model.clips;
    assert_eq!(clips[0].tracks[0].rotation.as_ref().unwrap().times(), [0.5, 1.0]);
    assert_eq!(clips[1].tracks[0].rotation.as_ref().unwrap().times(), [1.0, 2.0]);
    // A range between keys keeps the keys around it.
    let inner = range.replace("start=\"0.5\" end=\"1\"", "start=\"1.25\" end=\"1.5\"");
    let loaded = load(&replace(BANNER, "<library_visual_scenes>", &inner)).unwrap();
    let clip = loaded.model.clip("out").unwrap();
    assert_eq!((clip.start, clip.end), (1.25, 1.5));
    assert_eq!(clip.tracks[0].rotation.as_ref().unwrap().times(), [1.0, 2.0]);
}

#[test]
fn nested_animations_play() {
    let nested = replace(BANNER, "<animation id=\"sway\">", "<animation id=\"all\"><animation id=\"sway\">");
    let nested = replace(&nested, "</library_animations>", "</animation></library_animations>");
    let nested = replace(
        &nested,
        "<library_visual_scenes>",
        "<library_animation_clips><animation_clip id=\"c\"><instance_animation url=\"#all\"/>\
         </animation_clip></library_animation_clips><library_visual_scenes>",
    );
    let loaded = load(&nested).unwrap();
    assert_eq!(loaded.model.clips.len(), 1);
    assert_eq!((loaded.model.clips[0].end, loaded.model.clips[0].tracks.len()), (2.0, 1));
}

/// In a file without clips, animations of the same target become clips.
#[test]
fn animations_that_move_the_same_are_clips() {
    let from = BANNER.find("<animation id").unwrap();
    let to = BANNER.find("</library_animations>").unwrap();
    let own = &BANNER[from..to];
    let other =
        own.replace("sway", "bow").replace(">0.5 1 2<", ">0 1 4<").replace("<animation", "<animation name=\"Bow\"");
    let both = replace(BANNER, own, &[own, &other].concat());
    let nested = replace(BANNER, own, &["<animation>", own, &other, "</animation>"].concat());
    for text in [both, nested] {
        let loaded = load(&text).unwrap();
        let clips: Vec<_> = loaded.model.clips.iter().map(|clip| (clip.name.as_str(), clip.start, clip.end)).collect();
        assert_eq!(clips, [("sway", 0.5, 2.0), ("Bow", 0.0, 4.0)]);
        assert_eq!(warnings(&loaded).len(), 1);
        assert!(warnings(&loaded)[0].contains("2 clips, though the file names none"), "{:?}", warnings(&loaded));
    }
    // An animation of something else plays along.
    let along = own.replace("sway", "along").replace("tip/turn.ANGLE", "tip/lift.X");
    let text = replace(BANNER, own, &[own, &along].concat());
    let clips = load(&text).unwrap().model.clips;
    assert_eq!(clips.len(), 1);
}
