//! A frame allocates nothing: a pose of another figure, once its memory has grown to size.

use armature::skeleton::Pose;
use armature_offline::retarget::{PoseMemory, Retarget, Rig};
use std::path::Path;
use testing::allocations::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_pose_of_another_figure() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/knight.dae");
    let knight = armature_formats::load(&file).unwrap().model;
    let (from, _) = Rig::from_model(&knight);
    let retarget = Retarget::new(from.clone(), from);
    let mut source = knight.skeleton.bind_pose();
    // A knee that bends lifts a foot; the other is put on the ground.
    let shin = knight.skeleton.find("shin_l").unwrap();
    source.locals[shin].rotation *= glam::Quat::from_rotation_x(0.7);
    let mut memory = PoseMemory::default();
    let mut posed = Pose::default();
    retarget.pose_into(&source, &mut memory, &mut posed);
    assert_eq!(posed, retarget.pose(&source));
    assert_eq!(allocations(|| retarget.pose_into(&source, &mut memory, &mut posed)), 0);
}
