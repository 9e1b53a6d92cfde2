//! An arm made in code, for tests.

use armature::animation::{Clip, JointTracks, RotationTrack, Track};
use armature::math::Transform;
use armature::mesh::Mesh;
use armature::model::{Model, Part};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::Skin;
use drawing::shapes;
use glam::{Quat, Vec3};

/// Root, shoulder, elbow, and a thumb beside the elbow; each a metre above the one before.
pub const JOINTS: [(&str, Option<usize>); 4] =
    [("root", None), ("shoulder", Some(0)), ("elbow", Some(1)), ("thumb", Some(1))];

/// Returns an arm with two clips: "bend" from 0.5 s to 2.5 s, "lift" from 0 to 1 s.
///
/// # Panics
/// Never: its tracks are sound.
pub fn arm() -> Model {
    let joints = JOINTS.iter().map(|(name, parent)| Joint {
        name: (*name).into(),
        parent: *parent,
        bind_local: Transform::from_translation(Vec3::Y),
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let tube = shapes::cylinder(0.2, 3.0, 6, 8);
    let weighted = tube.vertices.iter().map(|vertex| {
        let upper = ((vertex.position.y - 1.0) / 2.0).clamp(0.0, 1.0);
        vertex.skinned([1, 2, 0, 0], [1.0 - upper, upper, 0.0, 0.0])
    });
    let mesh = Mesh { vertices: weighted.collect(), indices: tube.indices.clone() };
    let turn = Quat::from_rotation_z(1.0);
    let keys = vec![Quat::IDENTITY, turn, Quat::IDENTITY];
    let bend = JointTracks {
        joint: 2,
        translation: None,
        rotation: Some(RotationTrack::new(vec![0.5, 1.0, 2.5], keys).unwrap()),
        ..JointTracks::default()
    };
    let lift = JointTracks {
        joint: 0,
        translation: Some(Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::Y]).unwrap()),
        rotation: None,
        ..JointTracks::default()
    };
    Model {
        name: "arm".into(),
        is_joint: vec![false, true, true, true],
        skins: vec![Skin::bound(&skeleton)],
        skeleton,
        parts: vec![Part { name: "tube".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None }],
        clips: vec![Clip::of_tracks("bend", vec![bend]), Clip::of_tracks("lift", vec![lift])],
        ..Model::default()
    }
}
