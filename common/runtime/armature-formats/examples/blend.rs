//! Two clips at once: a fade from one to the other, one of them on some joints only, and a difference on top.

use armature::{
    animation::{Cursors, Fade, Mask, add_pose, blend_masked, make_additive},
    model::ModelInstance,
    skeleton::Pose,
};
use glam::Vec3;
use std::error::Error;

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.dae");

fn main() -> Result<(), Box<dyn Error>> {
    for (what, at) in hands()? {
        println!("{what}: the hand is at {at:.2}");
    }
    Ok(())
}

/// Returns the hand's position in each pose, with the pose's name.
fn hands() -> Result<Vec<(String, Vec3)>, Box<dyn Error>> {
    let model = armature_formats::load(ARM)?.model;
    let rest = model.skeleton.bind_pose();
    let pose = |clip: &str, seconds: f32| {
        let clip = model.clip(clip).ok_or_else(|| format!("there is no clip {clip}"))?;
        let mut pose = Pose::default();
        // In a program keep the cursors: they remember where in the clip the last pose was.
        clip.sample(clip.start + seconds, &rest, &mut Cursors::default(), &mut pose);
        Ok::<_, String>(pose)
    };
    let hand = model.skeleton.find("hand").ok_or("no hand")?;
    let mut figure = ModelInstance::new(&model);
    let mut hands = Vec::new();
    let mut show = |what: String, pose: &Pose| {
        figure.change(&model).pose_mut().set(pose); // from here on as after `sample`: palettes, joints
        let at = model.world_from_model * figure.model_from_joint()[hand];
        hands.push((what, at.translation.into()));
    };

    // A quarter of a second from the wave to the bend, whatever the frame rate.
    let mut fade = Fade::new(&pose("wave", 0.4)?);
    fade.begin(0.25);
    for frame in 1..=5u8 {
        let seconds = f32::from(frame) * 0.05;
        show(format!("faded for {seconds:.2} s"), fade.advance(0.05, &pose("bend", seconds)?));
    }

    // The wave below, the twist from the hand on.
    let mut both = Pose::default();
    let from_hand = Mask::descendants(&model.skeleton, hand);
    blend_masked(&pose("wave", 0.4)?, &pose("twist", 1.0)?, &from_hand, 1.0, &mut both);
    show("wave and twist".into(), &both);

    // The bend's difference from rest, half of it, on top of the wave.
    let mut difference = Pose::default();
    let mut sum = Pose::default();
    make_additive(&pose("bend", 0.5)?, &rest, &mut difference);
    add_pose(&pose("wave", 0.4)?, &difference, 0.5, &mut sum);
    show("wave and half a bend".into(), &sum);
    Ok(hands)
}

#[test]
fn runs() {
    let hands = hands().unwrap();
    for (pose, want) in [
        ("faded for 0.25 s", Vec3::new(-0.519, 1.923, 0.011)),
        ("wave and twist", Vec3::new(0.585, 1.890, 0.125)),
        ("wave and half a bend", Vec3::new(0.115, 1.880, 0.148)),
    ] {
        let hand = hands.iter().find(|(what, _)| what == pose);
        assert!(hand.is_some_and(|(_, at)| at.distance(want) < 1e-3), "{hand:?}");
    }
}
