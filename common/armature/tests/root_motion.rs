//! Root motion of our own figures: nothing is lost, and what the feet say is what the clips were made for.

use armature::{
    animation::{
        RootAxes, RootMotion,
        reduce::{SHELL, apart},
        root_joint,
    },
    load,
    model::{Model, ModelInstance},
};
use glam::Vec3;
use std::path::Path;

fn knight() -> Model {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    load(&assets.join("knight.dae")).unwrap().model
}

fn up(model: &Model) -> Vec3 {
    model.world_from_model.inverse().transform_vector3(Vec3::Y).normalize()
}

/// Every joint of every clip at a hundred times, within 0.1 mm; also from the bind pose.
#[test]
fn motion_and_pose_in_place_are_the_clip() {
    let model = knight();
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
            let motion = RootMotion::of(&model.skeleton, clip, joint, up(&model), axes);
            let rest = motion.without(&model.skeleton, clip);
            for step in 0..100u8 {
                let time = clip.start + clip.duration() * f32::from(step) / 99.0;
                exact.sample(&model, clip, time);
                in_place.sample(&model, &rest, time);
                let root = motion.origin().compose(&motion.at(time)).to_affine();
                let joints = exact.model_from_joint().iter().zip(in_place.model_from_joint());
                for (joint, (a, b)) in joints.enumerate().filter(|(joint, _)| follows(*joint)) {
                    let off = apart(a, &(root * *b), SHELL);
                    assert!(off <= 1e-4, "{}: {off} at joint {joint}, {time} s", clip.name);
                }
            }
        }
    }
}

/// His walk and his run are in place; the ground passes below his feet at the speeds that lesson 13 moves him with.
#[test]
fn feet_say_how_fast_he_walks() {
    let model = knight();
    let feet = ["toes_l", "toes_r"].map(|name| model.skeleton.find(name).unwrap());
    for (name, speed) in [("walk", 0.75), ("run", 1.75)] {
        let clip = model.clip(name).unwrap();
        let hips = root_joint(&model.skeleton, clip).unwrap();
        let motion = RootMotion::of(&model.skeleton, clip, hips, up(&model), RootAxes::default());
        assert_eq!(motion.words(1.0), "stays in place");
        let motion = RootMotion::of_feet(&model.skeleton, clip, &feet, up(&model));
        let way = model.world_from_model.transform_vector3(motion.round().translation.as_vec3());
        let got = way / clip.duration();
        assert!(got.distance(Vec3::Z * speed) < 0.05 * speed, "{name}: {got} m/s");
    }
}
