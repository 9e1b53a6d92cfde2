//! Every kind of primitive, instances, rare transforms. The values are worked out by hand from shapes.dae.

use crate::support::{load, warnings};
use armature::{
    mesh::{Mesh, SkinnedVertex},
    model::{Model, ModelInstance},
};
use armature_formats::collada;
use glam::{Vec2, Vec3};

const SHAPES: &str = include_str!("shapes.dae");

fn model() -> Model {
    load(SHAPES).unwrap().model
}

fn corners(mesh: &Mesh<SkinnedVertex>) -> Vec<[Vec3; 3]> {
    mesh.triangles().map(|triangle| triangle.map(|corner| mesh.vertices[corner].position)).collect()
}

#[test]
fn the_warnings() {
    assert_eq!(
        warnings(&load(SHAPES).unwrap()),
        [
            "model.dae:24:7: <lines>: lines are not drawn",
            "model.dae:27:7: <source id=\"p\">: the id is taken already (line 7): it counts within its parent only",
            "model.dae:40:5: <visual_scene id=\"first\">: \"first\": not the scene that is shown: left out",
            "model.dae:40:32: <node id=\"unused\">: \"unused\": not in the scene that is shown: left out",
            "model.dae:50:26: <instance_geometry>: no material is bound to the symbol \"a\", \"b\", \"c\", \"d\": drawn in grey",
        ]
    );
}

#[test]
fn each_primitive_makes_its_triangles() {
    let model = model();
    let [a, b, c, d] = [Vec3::ZERO, Vec3::X, Vec3::new(1., 1., 0.), Vec3::Y].map(|p| p * 2.0);
    let board: Vec<_> = model.parts.iter().filter(|part| part.name == "square").collect();
    assert_eq!(board.len(), 4, "one part for each material");
    assert_eq!(corners(&board[0].mesh), [[a, b, c], [a, c, d]]);
    // The hole takes away half of the second face.
    assert_eq!(corners(&board[1].mesh), [[a, b, c], [a, c, d], [d, c, a]]);
    assert_eq!(corners(&board[2].mesh), [[a, b, d], [d, b, c]], "a strip: every other one turned");
    assert_eq!(corners(&board[3].mesh), [[a, b, c], [a, c, d]]);
}

#[test]
fn vertices_split_only_where_they_must() {
    let model = model();
    let mesh = &model.parts.iter().find(|part| part.name == "square").unwrap().mesh;
    assert_eq!(mesh.vertices.len(), 4, "two corners are shared");
    assert!(mesh.vertices.iter().all(|vertex| vertex.normal == Vec3::Z), "and made unit length");
    // The lowest set of texture coordinates, though it is named second.
    assert_eq!(mesh.vertices[2].texcoord, Vec2::ONE);
    // With other normals at two of the six corners, all six stand alone or in pairs: 0 and 2 twice.
    let other = SHAPES.replace("0 0 0 1 0 0 2 0 0  0 0 0 2 0 0 3 0 1", "0 0 0 1 0 0 2 0 0  0 1 0 2 1 0 3 1 1");
    let split = load(&other).unwrap().model;
    let mesh = &split.parts.iter().find(|part| part.name == "square").unwrap().mesh;
    assert_eq!(mesh.vertices.len(), 6);
}

#[test]
fn instances_and_order() {
    let document = collada::parse(SHAPES.as_bytes(), "shapes.dae").unwrap();
    let model = document.loaded.model;
    let ids = document.nodes.iter().map(|node| node.id.as_str());
    let nodes: Vec<_> = ids.zip(model.skeleton.joints().iter().map(|joint| joint.parent)).collect();
    assert_eq!(
        nodes,
        [
            ("eye", None),
            ("twice", None),
            ("pair", Some(1)),
            ("inner", Some(2)),
            ("late", Some(1)),
            ("pair", Some(1)),
            ("inner", Some(5)),
            ("last", Some(1)),
            ("board", None),
        ]
    );
    let figure = ModelInstance::new(&model);
    let world = figure.model_from_joint();
    // 5 along z, twice as large; the point (1, 0, 0) mirrored, scaled, turned to -y.
    let got = world[3].transform_point3(Vec3::X);
    assert!((got - Vec3::new(0.0, -2.0, 10.0)).length() < 1e-5, "{got}");
    // The eye at (5, 0, 0) looks back along x: its own -z; first the skew, which takes y to x + y.
    let got = world[0].transform_point3(Vec3::new(0.0, 1.0, -5.0));
    assert!((got - Vec3::new(0.0, 1.0, -1.0)).length() < 1e-5, "{got}");
}

#[test]
fn normals_are_made() {
    let model = model();
    let folds: Vec<_> = model.parts.iter().filter(|part| part.name == "fold").collect();
    assert_eq!(folds.len(), 4, "two nodes, twice");
    for fold in &folds {
        assert!(fold.mesh.vertices.iter().all(|vertex| vertex.normal == Vec3::Z));
    }
    let joints: Vec<_> = folds.iter().map(|part| model.skins[part.skin].bindings[0].joint).collect();
    assert_eq!(joints, [Some(2), Some(3), Some(5), Some(6)]);
    for fold in &folds {
        assert_eq!(corners(&fold.mesh), [[Vec3::ZERO, Vec3::X, Vec3::Y]], "as modelled, under a mirroring node too");
    }
}
