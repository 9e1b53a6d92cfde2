//! Root motion of our own figures: nothing is lost.

use armature::{
    animation::{
        RootAxes, RootMotion,
        reduce::{SHELL, shell_distance},
        root_joint,
    },
    model::ModelInstance,
};
use armature_formats::load;
use std::path::Path;

/// Root motion and the clip in place together move every joint as the clip does, within 0.1 mm.
#[test]
fn motion_and_pose_in_place_are_the_clip() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets");
    let model = load(assets.join("knight.dae")).unwrap().model;
    let mut hips = Vec::new();
    for (index, joint) in model.skeleton.joints().iter().enumerate() {
        if joint.name == "hips" || joint.parent.is_some_and(|parent| hips.contains(&parent)) {
            hips.push(index);
        }
    }
    let follows = |joint: usize| hips.contains(&joint);
    let [mut exact, mut in_place] = [0, 1].map(|_| ModelInstance::new(&model));
    for clip in &model.clips {
        let joint = root_joint(&model.skeleton, clip).unwrap();
        assert_eq!(model.skeleton.joints()[joint].name, "hips");
        for from_bind in [false, true] {
            let axes = RootAxes { height: true, from_bind, ..RootAxes::default() };
            let motion = RootMotion::new(&model.skeleton, clip, joint, model.up(), axes);
            let rest = motion.without(&model.skeleton, clip);
            for step in 0..100u8 {
                let time = clip.start + clip.duration() * f32::from(step) / 99.0;
                exact.sample(&model, clip, time);
                in_place.sample(&model, &rest, time);
                let root = motion.origin().compose(&motion.at(time)).to_affine();
                let joints = exact.model_from_joint().iter().zip(in_place.model_from_joint());
                for (joint, (a, b)) in joints.enumerate().filter(|(joint, _)| follows(*joint)) {
                    let off = shell_distance(a, &(root * *b), SHELL);
                    assert!(off <= 1e-4, "{}: {off} at joint {joint}, {time} s", clip.name);
                }
            }
        }
    }
}
