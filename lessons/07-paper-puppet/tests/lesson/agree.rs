//! A turn about a pivot is a skinning matrix: the plane's arm and `common`'s skeleton and skin are one.

use common::check::Random;
use common::math::Transform;
use common::skeleton::{Joint, Pose, Skeleton, local_to_model};
use glam::{Affine3A, Mat3, Quat, Vec2, Vec3};
use lesson_07::Corner;
use lesson_07::checks::REFERENCE;

#[test]
fn the_inverse_bind_in_disguise() {
    let mut random = Random::new(70);
    for _ in 0..50 {
        let count = 2 + random.below(6);
        let mut place = || Vec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        let pivots: Vec<Vec2> = (0..count).map(|_| place()).collect();
        let corners: Vec<Corner> = (0..count).map(|bone| Corner { at: place(), bone }).collect();
        let angles: Vec<f32> = (0..count).map(|_| random.between(-3.0, 3.0)).collect();

        let turns: Vec<Mat3> =
            pivots.iter().zip(&angles).map(|(&p, &a)| (REFERENCE.rotate_about)(p, a)).collect();
        let flat = (REFERENCE.segmented_arm)(&corners, &turns);

        // The same arm in space: joints at the pivots, unturned in the bind pose.
        let skeleton = Skeleton::new(joints(&pivots)).expect("a chain");
        let mut pose = skeleton.bind_pose();
        for (local, &angle) in pose.locals.iter_mut().zip(&angles) {
            local.rotation = Quat::from_rotation_z(angle);
        }
        let model_poses = |pose: &Pose| {
            let mut model_from_joint = vec![Affine3A::IDENTITY; skeleton.len()];
            local_to_model(&skeleton, pose, Affine3A::IDENTITY, &mut model_from_joint);
            model_from_joint
        };
        let (now, bind) = (model_poses(&pose), model_poses(&skeleton.bind_pose()));
        for (corner, flat) in corners.iter().zip(flat) {
            let skinning = now[corner.bone] * bind[corner.bone].inverse();
            let moved = skinning.transform_point3(corner.at.extend(0.0));
            // Seven turns of places up to 40 away: a hundred roundings of 4e-6 at the very most.
            assert!(moved.distance(flat.extend(0.0)) < 4e-4, "{moved} {flat}");
        }
    }
}

fn joints(pivots: &[Vec2]) -> Vec<Joint> {
    let joint = |(index, &pivot): (usize, &Vec2)| {
        let before = index.checked_sub(1).map_or(Vec2::ZERO, |parent| pivots[parent]);
        let translation = (pivot - before).extend(0.0);
        Joint {
            name: format!("bone {index}"),
            parent: index.checked_sub(1),
            bind_local: Transform { translation, rotation: Quat::IDENTITY, scale: Vec3::ONE },
        }
    };
    pivots.iter().enumerate().map(joint).collect()
}
