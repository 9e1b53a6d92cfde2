//! An arm of two bones reaches for a point, by the law of cosines.

use armature::ik;
use glam::Vec3;
use std::error::Error;

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.dae");

fn main() -> Result<(), Box<dyn Error>> {
    for target in [Vec3::new(1.0, 0.2, 1.1), Vec3::new(-0.4, 0.8, 0.6), Vec3::new(0.0, 9.0, 0.0)] {
        println!("aimed at {target:.2}, the hand is at {:.2}", reach(target)?);
    }
    Ok(())
}

/// Returns the hand's position: on the target, or as near to it as the bones are long.
fn reach(target: Vec3) -> Result<Vec3, Box<dyn Error>> {
    let model = armature_formats::load(ARM)?.model;
    let [upper, lower, hand] = ["upper", "lower", "hand"].map(|name| model.skeleton.find(name));
    let limb = [upper.ok_or("no upper arm")?, lower.ok_or("no lower arm")?, hand.ok_or("no hand")?];
    let mut pose = model.skeleton.bind_pose(); // or any pose of a clip
    let pole = Vec3::new(0.0, -5.0, 0.0); // the elbow bends towards it
    ik::two_bone(&model.skeleton, &mut pose, limb, target, pole, 1.0);

    let model_from_joint = model.skeleton.model_from_joint(&pose);
    Ok(model_from_joint[limb[2]].translation.into())
}

#[test]
fn runs() {
    main().unwrap();
    let target = Vec3::new(1.0, 0.2, 1.1);
    assert!(reach(target).unwrap().distance(target) < 1e-4);
}
