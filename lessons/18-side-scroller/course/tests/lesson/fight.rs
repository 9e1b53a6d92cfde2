//! The fight: a blow's active time, and the swept test.

use super::styles::gap;
use armature::animation::Cursors;
use armature::skeleton::{Pose, local_to_model};
use check::Random;
use glam::{Affine3A, Vec3};
use lesson_18::Moving;
use lesson_18::fight::BlowKind;
use lesson_18::finished::ANSWERS;
use lesson_18::game::Characters;
use lesson_18::mine;

/// Returns the speed of a point of a joint in a clip, in metres a second, at so many times a second.
fn speeds(figures: &Characters, clip: &str, joint: &str, point: Vec3, rate: f32) -> Vec<(f32, f32)> {
    let model = &figures.cast.model;
    let clip = model.clip(clip).expect("the clip");
    let joint = model.skeleton.find(joint).expect("the joint");
    let bind = model.skeleton.bind_pose();
    let mut cursors = Cursors::default();
    let mut pose = Pose::default();
    let mut matrices = vec![Affine3A::IDENTITY; model.skeleton.len()];
    let mut places = Vec::new();
    for step in 0..=((clip.end - clip.start) * rate) as usize {
        clip.sample(clip.start + step as f32 / rate, &bind, &mut cursors, &mut pose);
        local_to_model(&model.skeleton, &pose, Affine3A::IDENTITY, &mut matrices);
        places.push(matrices[joint].transform_point3(point));
    }
    let pairs = places.windows(2).enumerate();
    pairs.map(|(step, pair)| (step as f32 / rate, pair[0].distance(pair[1]) * rate)).collect()
}

/// Around the fastest moment, from when to when it is faster than a third of that.
fn fast(speeds: &[(f32, f32)]) -> (f32, f32) {
    let fastest = (0..speeds.len()).max_by(|a, b| speeds[*a].1.total_cmp(&speeds[*b].1));
    let fastest = fastest.expect("a clip");
    let most = speeds[fastest].1;
    let before = speeds[..fastest].iter().rev().take_while(|(_, speed)| *speed >= most / 3.0).count();
    let after = speeds[fastest..].iter().take_while(|(_, speed)| *speed >= most / 3.0).count();
    (speeds[fastest - before].0, speeds[fastest + after].0)
}

#[test]
fn a_blow_hurts_while_it_is_fast() {
    let figures = mine::default_characters().expect("the figures");
    for (kind, clip, joint, along) in
        [(BlowKind::Punch, "punch", "hand_r", 0.08), (BlowKind::Swing, "sword_swing", "sword_socket", 0.66)]
    {
        let speeds = speeds(&figures, clip, joint, Vec3::Y * along, 240.0);
        let (from, to) = fast(&speeds);
        let (begin, end) = kind.active();
        assert!((from - begin).abs() < 0.005 && (to - end).abs() < 0.005, "{clip}: {from} {to}");
    }
}

/// Against little steps: to the closest of them.
#[test]
fn the_first_touch_is_where_small_steps_find_it() {
    let mut random = Random::new(18);
    for _ in 0..300 {
        let [a, b] = [(); 2].map(|()| Moving {
            from: 2.0 * random.vector(),
            to: 2.0 * random.vector(),
            radius: random.between(0.1, 0.8),
        });
        let mut steps = (0..=4000).map(|step| step as f32 / 4000.0);
        let found = steps.find(|t| gap(&a, &b, *t) <= 0.0);
        match ((ANSWERS.swept_hit)(&a, &b), found) {
            (Some(when), Some(found)) => assert!((when - found).abs() < 3e-4, "{when} {found}"),
            (None, None) => {}
            // It grazes: between two of the small steps.
            (Some(when), None) => assert!(gap(&a, &b, when) > -1e-3, "{when}"),
            (None, Some(found)) => panic!("missed at {found}"),
        }
    }
}
