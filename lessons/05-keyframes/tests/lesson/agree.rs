//! The file's numbers as this lesson reads them, and the clip that `common` makes of them, are one.

use common::animation::Cursors;
use common::skeleton::Pose;
use glam::Mat4;
use lesson_05::chain::{CLIP, Chain};
use lesson_05::checks::REFERENCE;

#[test]
fn at_every_key_the_knight_stands_as_in_the_clip() {
    let chain = Chain::read(&Chain::knight()).expect("the knight");
    let clip = chain.model.clip(CLIP).expect("the dance");
    let bind = chain.model.skeleton.bind_pose();
    let (mut cursors, mut pose) = (Cursors::default(), Pose::default());
    assert_eq!((chain.keys.times[0], chain.keys.closes_at), (0.0, clip.duration()));
    let mut moving = 0;
    for (key, time) in chain.keys.times.iter().enumerate() {
        clip.sample(clip.start + time, &bind, &mut cursors, &mut pose);
        for ((joint, floats), local) in chain.joints.iter().zip(&chain.floats).zip(&pose.locals) {
            let mut keys = vec![joint.parent_from_joint; key + 1];
            if !floats.is_empty() {
                (REFERENCE.set_keyframes)(&mut keys, floats).expect("whole matrices");
                moving += 1;
            }
            // Six decimals in the file, and `common` stays within 1e-4 of the model's size.
            let expected = Mat4::from(local.to_affine());
            assert!(keys[key].abs_diff_eq(expected, 5e-4), "{}, key {key}", joint.name);
        }
    }
    assert_eq!(moving, 34 * chain.keys.times.len());
}

/// The loop closes: where it ends he stands as at its start.
#[test]
fn the_dance_is_a_loop() {
    let chain = Chain::read(&Chain::knight()).expect("the knight");
    let clip = chain.model.clip(CLIP).expect("the dance");
    let bind = chain.model.skeleton.bind_pose();
    let [mut first, mut last] = [Pose::default(), Pose::default()];
    clip.sample(clip.start, &bind, &mut Cursors::default(), &mut first);
    clip.sample(clip.end, &bind, &mut Cursors::default(), &mut last);
    for (a, b) in first.locals.iter().zip(&last.locals) {
        assert!(a.to_mat4().abs_diff_eq(b.to_mat4(), 1e-4), "{a:?} {b:?}");
    }
}
