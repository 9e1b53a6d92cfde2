//! A frame of a crowd does not allocate: poses, palettes and skinned vertices are written in place.

use armature::{
    animation::{Clip, JointTracks, RotationTrack},
    math::Transform,
    mesh::SkinnedVertex,
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, VertexBlocks};
use glam::{Quat, Vec3};
use testing::allocations::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const JOINTS: usize = 12;

#[test]
fn a_frame_allocates_nothing() {
    let mut joints = Vec::new();
    let mut tracks = Vec::new();
    let mut vertices = Vec::new();
    for joint in 0..JOINTS {
        let parent = joint.checked_sub(1);
        joints.push(Joint { name: format!("joint {joint}"), parent, bind_local: Transform::from_translation(Vec3::Y) });
        let turns = vec![Quat::IDENTITY, Quat::from_rotation_z(0.1 * joint as f32)];
        let rotation = Some(RotationTrack::new(vec![0.0, 2.0], turns).unwrap());
        tracks.push(JointTracks { joint, rotation, ..JointTracks::default() });
        let weights = [0.5, 0.5, 0.0, 0.0];
        let vertex = SkinnedVertex { joints: [joint as u16, 0, 0, 0], weights, ..SkinnedVertex::default() };
        vertices.extend([vertex; 9]);
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let clip = Clip::of_tracks("wave", tracks);
    let skins = [Skin::bound(&skeleton)];
    let skeleton = SimdSkeleton::new(&skeleton);
    let bindings = PaletteBindings::new(&skeleton, &skins);
    let frames = [Frames::bake(&skeleton, &clip, 30.0).unwrap()];
    let vertices = VertexBlocks::new(&vertices);
    let mut positions = vec![[0.0; 3]; vertices.len()];
    let mut normals = positions.clone();
    let crowd = Crowd { skeleton: &skeleton, bindings: &bindings, clips: &frames };
    let mut members = [CrowdMember::default(); 11];
    (members[2].weight, members[9].weight) = (0.4, 0.6); // in a group of eight, and of the three left over
    let mut palettes = vec![Affine3x4::IDENTITY; members.len() * bindings.len()];
    for simd in SimdLevel::all() {
        for step in 0..=100 {
            let allocated = allocations(|| {
                for member in &mut members {
                    member.time += 0.1;
                }
                crowd.write_on_this_thread(simd, &members, &mut palettes);
                vertices.skin(simd, &palettes, &mut positions, &mut normals);
            });
            assert!(step == 0 || allocated == 0, "{step}: {allocated}"); // in the first the crowd's memory grows to size
        }
    }
}
