//! The fight.

use common::animation::Cursors;
use common::skeleton::{Pose, local_to_model};
use glam::{Affine3A, Vec3};
use lesson_18::Sphere;
use lesson_18::fight::BlowKind;
use lesson_18::game::Figures;

/// How fast a point of a joint is in a clip, in metres a second, at so many times a second.
fn speeds(figures: &Figures, clip: &str, joint: &str, point: Vec3, rate: f32) -> Vec<(f32, f32)> {
    let model = &figures.cast.file.model;
    let clip = model.clip(clip).expect("the clip");
    let joint = model.skeleton.find(joint).expect("the joint");
    let bind = model.skeleton.bind_pose();
    let (mut cursors, mut pose) = (Cursors::default(), Pose::default());
    let mut matrices = vec![Affine3A::IDENTITY; model.skeleton.len()];
    let mut at = |seconds: f32| {
        clip.sample(clip.start + seconds, &bind, &mut cursors, &mut pose);
        local_to_model(&model.skeleton, &pose, Affine3A::IDENTITY, &mut matrices);
        matrices[joint].transform_point3(point)
    };
    let count = ((clip.end - clip.start) * rate) as usize;
    let times = (0..count).map(|step| step as f32 / rate);
    times.map(|time| (time, at(time).distance(at(time + 1.0 / rate)) * rate)).collect()
}

/// Around the fastest moment, from when to when it is faster than a third of that; and that speed.
fn fast(speeds: &[(f32, f32)]) -> (f32, f32, f32) {
    let fastest = (0..speeds.len()).max_by(|a, b| speeds[*a].1.total_cmp(&speeds[*b].1));
    let fastest = fastest.expect("a clip");
    let most = speeds[fastest].1;
    let is_slow = |(_, speed): &&(f32, f32)| *speed < most / 3.0;
    let before = speeds[..fastest].iter().rev().take_while(|s| !is_slow(s)).count();
    let after = speeds[fastest..].iter().take_while(|s| !is_slow(s)).count();
    (speeds[fastest - before].0, speeds[fastest + after].0, most)
}

#[test]
fn a_blow_hurts_while_it_is_fast() {
    let figures = Figures::load().expect("the figures");
    for (kind, clip, along) in
        [(BlowKind::Punch, "punch", 0.08), (BlowKind::Swing, "sword_swing", 0.66)]
    {
        let speeds = speeds(&figures, clip, kind.joint(), Vec3::Y * along, 240.0);
        let (from, to, most) = fast(&speeds);
        let (begin, end) = kind.active();
        assert!((from - begin).abs() < 0.005 && (to - end).abs() < 0.005, "{clip}: {from} {to}");
        crate::readme_says(&format!("from {begin:.3} s to {end:.3} s"));
        if kind == BlowKind::Swing {
            let (_, _, rate) = lesson_18::knight::part(lesson_18::State::Swing);
            crate::readme_says(&format!("comes to {most:.1} m/s"));
            crate::readme_says(&format!("at {rate} times its speed"));
            crate::readme_says(&format!("the tip goes {:.2} m in one step", most * rate / 60.0));
        }
    }
    // As thick as the blade's outermost sphere and a creature's head are.
    let largest = |spheres: &[Sphere], joint: &str| {
        let of_joint = spheres.iter().filter(|sphere| sphere.name == joint);
        of_joint.map(|sphere| sphere.radius).fold(0.0, f32::max)
    };
    let blade = largest(&figures.knight_spheres, "sword_socket");
    let head = 1.25 * largest(&figures.species.spheres, "head");
    crate::readme_says(&format!("together {:.2} m thick", 2.0 * (blade + head)));
}
