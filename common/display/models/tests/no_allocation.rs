//! Playing a clip does not allocate: pose, joints, palette and skinned vertices are written in place.

use armature::{
    animation::{Clip, JointTracks, Playback, RotationTrack, Track},
    math::Transform,
    mesh::Mesh,
    model::{Model, ModelInstance, Part},
    skeleton::{Joint, Skeleton},
    skin::{Skin, skin_vertices},
};
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, VertexBlocks};
use drawing::shapes;
use glam::{Affine3A, Quat, Vec3};
use testing::allocations::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns a tube on a chain of joints, each with its own keys.
fn waving_tube(joints: usize) -> Model {
    let mut chain = Vec::new();
    let mut tracks = Vec::new();
    let turns: Vec<Quat> = (0..20).map(|key| Quat::from_rotation_z(0.1 * key as f32)).collect();
    for joint in 0..joints {
        chain.push(Joint {
            name: format!("joint {joint}"),
            parent: joint.checked_sub(1),
            bind_local: Transform::from_translation(Vec3::Y),
        });
        let times: Vec<f32> = (0..20).map(|key| 0.1 * key as f32 + 0.01 * joint as f32).collect();
        tracks.push(JointTracks {
            joint,
            translation: Some(Track::new(times.clone(), vec![Vec3::Y; 20]).unwrap()),
            rotation: Some(RotationTrack::new(times, turns.clone()).unwrap()),
            scale: None,
            shear: None,
        });
    }
    let skeleton = Skeleton::new(chain).unwrap();
    let tube = shapes::cylinder(0.2, joints as f32, 2 * joints as u32, 8);
    let mut vertices = Vec::new();
    for v in &tube.vertices {
        let joint = (v.position.y as usize).min(joints - 1) as u16;
        vertices.push(v.skinned([joint; 4], [1.0, 0.0, 0.0, 0.0]));
    }
    let mesh = Mesh { vertices, indices: tube.indices };
    Model {
        world_from_model: Affine3A::IDENTITY,
        skins: vec![Skin::bound(&skeleton)],
        parts: vec![Part { name: "tube".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None }],
        is_joint: vec![true; joints],
        skeleton,
        clips: vec![Clip::of_tracks("wave", tracks)],
        ..Model::default()
    }
}

#[test]
fn a_frame_allocates_nothing() {
    let straight = waving_tube(12);
    let mut sheared = straight.clone();
    let shear = Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap();
    sheared.clips[0].tracks[3].shear = Some(shear);
    plays_without_allocating(&sheared); // the skeleton has no room yet: the pose makes it once
    sheared.skeleton.make_room_for_shear();
    plays_without_allocating(&sheared);
    plays_without_allocating(&straight);
}

fn plays_without_allocating(model: &Model) {
    let clip = model.clip("wave").expect("the clip made above");
    let mut figure = ModelInstance::new(model);
    let mut player = Playback::for_clip(clip);
    let vertices = &model.parts[0].mesh.vertices;
    let mut positions = vec![Vec3::ZERO; vertices.len()];
    let mut normals = vec![Vec3::ZERO; vertices.len()];
    for step in 0..=200 {
        let allocated = allocations(|| {
            player.advance(if step % 7 == 0 { -0.4 } else { 0.03 }); // seeks too
            figure.sample(model, clip, player.time());
            skin_vertices(figure.palette(0), vertices, &mut positions, &mut normals);
        });
        assert!(step == 0 || allocated == 0, "{step}: {allocated}"); // in the first the cursors grow to size
    }

    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(7)))), 1, "the counter counts");
}

#[test]
fn a_fast_frame_allocates_nothing() {
    let model = waving_tube(12);
    let clip = model.clip("wave").expect("the clip made above");
    let skeleton = SimdSkeleton::new(&model.skeleton);
    let bindings = PaletteBindings::new(&skeleton, &model.skins);
    let frames = [Frames::bake(&skeleton, clip, 30.0).unwrap()];
    let vertices = VertexBlocks::new(&model.parts[0].mesh.vertices);
    let mut positions = vec![[0.0; 3]; vertices.len()];
    let mut normals = vec![[0.0; 3]; vertices.len()];
    let crowd = Crowd { skeleton: &skeleton, bindings: &bindings, clips: &frames };
    let mut members = [CrowdMember::default(); 11];
    (members[2].weight, members[9].weight) = (0.4, 0.6); // in a group of eight, and of the three left over
    let mut palettes = vec![Affine3x4::IDENTITY; members.len() * bindings.len()];
    for simd in SimdLevel::all() {
        let mut pose = skeleton.rest().to_vec();
        for step in 0..=100 {
            let allocated = allocations(|| {
                frames[0].sample(simd, (0.37 * step as f32) % 2.0, &mut pose); // seeks too
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

#[test]
fn playing_in_the_viewer_allocates_nothing() {
    let mut model = waving_tube(12);
    let shear = Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap();
    model.clips[0].tracks[3].shear = Some(shear);
    model.clips.push(model.clips[0].clone());
    model.skeleton.make_room_for_shear();
    let mut instance = ModelInstance::new(&model);
    instance.sample_clip(&model, Some(0), 0.0); // the cursors grow to size
    for step in 0..200 {
        let allocated = allocations(|| {
            instance.sample_clip(&model, Some(step % 2), (0.37 * step as f32) % 2.0); // seeks too, and changes the clip
            if step % 9 == 0 {
                instance.sample_clip(&model, None, 0.0);
            }
        });
        assert_eq!(allocated, 0, "{step}");
    }
}
