//! A whole figure: two joints, a skin, a material, a motion. Every number below is worked out by hand
//! from banner.dae.

use crate::support::{BANNER, load, warnings};
use armature::{
    model::{Model, ModelInstance},
    skin::skin_vertices,
};
use armature_formats::collada::UpAxis;
use glam::{Affine3A, Vec3};

fn model() -> Model {
    let loaded = load(BANNER).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    loaded.model
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
