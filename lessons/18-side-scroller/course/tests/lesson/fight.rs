//! The fight: the spheres, the swept test, and the damage of a blow.

use crate::{fails_as, pass};
use common::animation::Cursors;
use common::check::Random;
use common::skeleton::{Pose, local_to_model};
use given::Lost;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use lesson_18::checks::REFERENCE;
use lesson_18::fight::BlowKind;
use lesson_18::finished::ANSWERS;
use lesson_18::game::Characters;
use lesson_18::{Answers, Blow, Moving, PlacedSphere, SideScroller, Sphere, Swing};

/// Returns the speed of a point of a joint in a clip, in metres a second, at so many times a second.
fn speeds(figures: &Characters, clip: &str, joint: &str, point: Vec3, rate: f32) -> Vec<(f32, f32)> {
    let model = &figures.cast.file.model;
    let clip = model.clip(clip).expect("the clip");
    let joint = model.skeleton.find(joint).expect("the joint");
    let bind = model.skeleton.bind_pose();
    let mut cursors = Cursors::default();
    let mut pose = Pose::default();
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
    let figures = Characters::load().expect("the figures");
    for (kind, clip, along) in [(BlowKind::Punch, "punch", 0.08), (BlowKind::Swing, "sword_swing", 0.66)] {
        let speeds = speeds(&figures, clip, kind.joint(), Vec3::Y * along, 240.0);
        let (from, to, most) = fast(&speeds);
        let (begin, end) = kind.active();
        assert!((from - begin).abs() < 0.005 && (to - end).abs() < 0.005, "{clip}: {from} {to}");
        if kind == BlowKind::Swing {
            crate::readme_says(&format!("from {begin:.3} s to {end:.3} s"));
            let (_, _, rate) = lesson_18::knight::part(lesson_18::State::Swing);
            let moves = most * rate / 60.0;
            crate::readme_says(&format!("The tip moves by up to {moves:.2} m in a step"));
            let question = format!("tip moves by {moves:.2} m in a step");
            assert!(include_str!("../../../lesson.toml").contains(&question), "{question}");
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

/// Right answers with other libraries, in double precision, by halves, and with other lists.
#[test]
fn right_answers_of_other_styles_pass() {
    const ONE: SideScroller = given::table!(
        lesson_18::SideScroller,
        Answers {
            spheres_at: |spheres, joints, world, placed| {
                *placed = spheres
                    .iter()
                    .map(|sphere| {
                        let joint = Affine3A::from_mat4(world) * Affine3A::from_mat4(joints[sphere.joint]);
                        Sphere { joint: 0, ..sphere.clone() }.place(&[joint])
                    })
                    .collect();
            },
            // The textbook's quadratic equation, in double precision.
            swept_hit: |a, b| {
                let [d, e] = [a.from - b.from, a.to - b.to].map(Vec3::as_dvec3);
                let m = e - d;
                let reach = f64::from(a.radius) + f64::from(b.radius);
                let p = m.dot(m);
                let q = 2.0 * d.dot(m);
                let r = d.dot(d) - reach * reach;
                let root = q * q - 4.0 * p * r;
                match () {
                    () if d.length() <= reach => Some(0.0),
                    () if p < 1e-12 || root < 0.0 => None,
                    () => {
                        let t = (-q - root.sqrt()) / (2.0 * p);
                        (0.0..=1.0).contains(&t).then_some(t as f32)
                    }
                }
            },
            damage: |swing, blow, target| {
                if blow.number > swing.number {
                    *swing = Swing { number: blow.number, hurt: vec![] };
                }
                let begin = blow.from.max(blow.active.0);
                let end = blow.to.min(blow.active.1);
                let is_new = swing.hurt.iter().all(|known| *known != target);
                if begin < end && is_new {
                    swing.hurt.insert(0, target);
                }
                begin < end && is_new
            },
            ..ANSWERS
        }
    );
    const OTHER: SideScroller = given::table!(
        lesson_18::SideScroller,
        Answers {
            spheres_at: |spheres, joints, world, placed| {
                placed.truncate(0);
                for sphere in spheres {
                    let (scale, _, _) = (world * joints[sphere.joint]).to_scale_rotation_translation();
                    let radius = sphere.radius * scale.max_element();
                    let center = world * (joints[sphere.joint] * sphere.center.extend(1.0));
                    placed.push(PlacedSphere { center: center.truncate(), radius });
                }
            },
            // Where they are closest, then by halves between there and the beginning.
            swept_hit: |a, b| {
                let apart = |t: f32| a.from.lerp(a.to, t).distance(b.from.lerp(b.to, t));
                let d = a.from - b.from;
                let m = (a.to - a.from) - (b.to - b.from);
                let nearest = (-d.dot(m) / m.length_squared().max(1e-12)).clamp(0.0, 1.0);
                let mut out = 0.0;
                let mut inside = nearest;
                if apart(nearest) > a.radius + b.radius {
                    return None;
                }
                if apart(0.0) <= a.radius + b.radius {
                    return Some(0.0);
                }
                for _ in 0..20 {
                    let middle = f32::midpoint(out, inside);
                    let touches = apart(middle) <= a.radius + b.radius;
                    *(if touches { &mut inside } else { &mut out }) = middle;
                }
                Some(inside)
            },
            damage: |swing, blow, target| {
                if blow.number != swing.number {
                    swing.hurt.drain(..);
                }
                swing.number = blow.number;
                let is_over = blow.from > blow.active.1;
                let is_to_come = blow.to < blow.active.0;
                if is_over || is_to_come {
                    return false;
                }
                let before = swing.hurt.len();
                swing.hurt.retain(|known| *known != target);
                let is_new = swing.hurt.len() == before;
                swing.hurt.push(target);
                is_new
            },
            ..ANSWERS
        }
    );
    pass(ONE, 6..9, 20);
    pass(OTHER, 6..9, 20);
}

/// 18.9.
type Damage = fn(&mut Swing, &Blow, usize) -> Result<bool, Lost>;

fn once(swing: &mut Swing, blow: &Blow, target: usize, is_active: bool) -> Result<bool, Lost> {
    if swing.number != blow.number {
        *swing = Swing { number: blow.number, hurt: vec![] };
    }
    known(swing, target, is_active)
}

/// Hurts a target that is not in the list.
fn known(swing: &mut Swing, target: usize, is_active: bool) -> Result<bool, Lost> {
    let hurts = is_active && !swing.hurt.contains(&target);
    if hurts {
        swing.hurt.push(target);
    }
    Ok(hurts)
}

fn is_active(blow: &Blow) -> bool {
    blow.from < blow.active.1 && blow.active.0 < blow.to
}

#[test]
fn wrong_blows_are_found_and_named_for_what_they_are() {
    let damages: [(Damage, &[&str]); 7] = [
        (|swing, blow, target| once(swing, blow, target, blow.active.0 < blow.to), &["ALL-THE-TIME"]),
        (
            |swing, blow, target| {
                let (begin, length) = blow.active;
                once(swing, blow, target, blow.from < begin + length && begin < blow.to)
            },
            &["ALL-THE-TIME"],
        ),
        (
            |swing, blow, target| {
                let (begin, end) = blow.active;
                once(swing, blow, target, blow.to < end + 0.1 && begin < blow.to)
            },
            &["ALL-THE-TIME"],
        ),
        (
            |swing, blow, target| {
                if blow.from == 0.0 {
                    swing.hurt.clear();
                }
                known(swing, target, is_active(blow))
            },
            &["NEW-MISSED"],
        ),
        (
            |swing, blow, target| {
                if !is_active(blow) {
                    swing.hurt.clear();
                }
                known(swing, target, is_active(blow))
            },
            &["NEW-MISSED"],
        ),
        (
            |swing, blow, target| {
                if blow.number == swing.number + 1 {
                    *swing = Swing { number: blow.number, hurt: vec![] };
                }
                known(swing, target, is_active(blow))
            },
            &["NEW-MISSED"],
        ),
        (|swing, blow, target| known(swing, target, is_active(blow) && swing.hurt.contains(&target)), &[]),
    ];
    for (damage, names) in damages {
        fails_as(8, SideScroller { damage, ..REFERENCE.side_scroller }, names, 20);
    }
}

#[test]
fn wrong_spheres_are_found_and_named_for_what_they_are() {
    // Both scales' longest axes, which need not lie along each other.
    let spheres_at = |spheres: &[Sphere], joints: &[Mat4], world: Mat4, placed: &mut Vec<PlacedSphere>| {
        (ANSWERS.spheres_at)(spheres, joints, world, placed);
        let longest = |matrix: Mat4| {
            let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec4::length);
            x.max(y).max(z)
        };
        for (sphere, placed) in spheres.iter().zip(placed) {
            placed.radius = sphere.radius * longest(world) * longest(joints[sphere.joint]);
        }
        Ok(())
    };
    fails_as(6, SideScroller { spheres_at, ..REFERENCE.side_scroller }, &["EACH-BY-ITSELF"], 20);
    let swept_hit = |a: &Moving, b: &Moving| {
        let d = a.from - b.from;
        let m = (a.to - a.from) - (b.to - b.from);
        let reach = a.radius + b.radius;
        let half = d.dot(m);
        if d.length() <= reach {
            return Ok(Some(0.0));
        }
        let t = -half / m.length_squared();
        Ok(((0.0..=1.0).contains(&t) && (d + t * m).length() <= reach).then_some(t))
    };
    fails_as(7, SideScroller { swept_hit, ..REFERENCE.side_scroller }, &["CLOSEST"], 20);
}

/// The solution's and the finished one, against a million little steps: to the closest of them.
#[test]
fn the_first_touch_is_where_small_steps_find_it() {
    let mut random = Random::new(18);
    for _ in 0..300 {
        let mut moving =
            || Moving { from: 2.0 * random.vector(), to: 2.0 * random.vector(), radius: random.between(0.1, 0.8) };
        let a = moving();
        let b = moving();
        let apart = |t: f32| a.from.lerp(a.to, t).distance(b.from.lerp(b.to, t));
        let mut steps = (0..=4000).map(|step| step as f32 / 4000.0);
        let found = steps.find(|t| apart(*t) <= a.radius + b.radius);
        match ((ANSWERS.swept_hit)(&a, &b), found) {
            (Some(when), Some(found)) => assert!((when - found).abs() < 3e-4, "{when} {found}"),
            (None, None) => {}
            // It grazes: between two of the small steps.
            (Some(when), None) => assert!(a.radius + b.radius - apart(when) < 1e-3, "{when}"),
            (None, Some(found)) => panic!("missed at {found}"),
        }
    }
}
