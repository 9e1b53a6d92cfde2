//! Checks of the fight.

use crate::blow_kind::BlowKind;
use crate::figures::fight::{self as figures, SphereSteps};
use crate::{Blow, Moving, PlacedSphere, Sphere, SphereKind, Swing};
use armature::math::Transform;
use check::{Case, Check, Probe, Random, finite};
use glam::{Mat3, Mat4, Quat, Vec3};

/// 18.7: spheres in several steps.
pub(super) const SPHERES_AT: Check<SphereSteps, Vec<Vec<PlacedSphere>>> = Check {
    // Metres, up to 10 from the origin; a few roundings each.
    tolerance: 1e-3,
    words: |_| String::new(),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            (
                "a figure scaled by 1.25, its joint at (1, 1, 0), a sphere at (0.5, 0, 0) in the joint, radius 0.5",
                [1.0, 1.0, 0.0],
            ),
            ("the same, the joint scaled by 0.8, 1.6 and 0.5 along its axes", [0.8, 1.6, 0.0]),
            ("the same, the joint turned by 90° about z, too", [0.8, 1.6, 90.0]),
        ] {
            cases.push(Case::at(state, figures::sphere).called(words));
        }
        let mut turned = figures::sphere([1.0, 1.0, 0.0]);
        let (joints, figure) = &mut turned.steps[0];
        let quarter = Mat4::from_rotation_z(std::f32::consts::FRAC_PI_2);
        *figure = Mat4::from_translation(5.0 * Vec3::X) * quarter;
        joints[1] *= Mat4::from_scale(Vec3::new(1.0, 1.0, 4.0));
        let mut mirrored = figures::sphere([1.0, 1.0, 0.0]);
        mirrored.steps[0].0[1] *= Mat4::from_scale(Vec3::new(-2.0, 1.0, 1.0));
        cases.push(
            Case::new(mirrored).called("the first figure, its joint mirrored: scaled by -2, 1 and 1 along its axes"),
        );
        cases.push(Case::new(turned).called("a figure at (5, 0, 0), turned by 90° about z, its joint at (1, 1, 0) and scaled by 1, 1 and 2, the same sphere"));
        cases
    },
    drawn: |probe| vec![two_steps(probe, if probe.is_last() { 40 } else { 6 })],
    call: |course, input| {
        let mut placed = input.placed.clone();
        let mut results = Vec::new();
        for (model_from_joint, world_from_model) in &input.steps {
            course.side_scroller.spheres_at(&input.spheres, model_from_joint, *world_from_model, &mut placed)?;
            results.push(placed.clone());
        }
        Ok(results)
    },
    compare: |input, results, answer| {
        for (step, placed) in results.into_iter().enumerate() {
            let step = if input.steps.len() > 1 { format!("step {}: ", step + 1) } else { String::new() };
            answer.compare(format!("{step}the number of spheres in the list"), placed.len());
            let mut names = Vec::new();
            for place in 0..placed.len() {
                names.push(match input.spheres.get(place) {
                    Some(Sphere { joint, .. }) => format!("sphere {place}, on joint {joint}"),
                    None => format!("a sphere {place} too many"),
                });
            }
            for (name, sphere) in names.iter().zip(&placed) {
                answer.compare(format!("{step}the middle of {name}"), finite(sphere.center));
            }
            for (name, sphere) in names.iter().zip(&placed) {
                answer.compare(format!("{step}the radius of {name}"), finite(sphere.radius));
            }
        }
    },
};

/// Draws two steps of a figure whose joints are scaled, each axis by another factor.
fn two_steps(probe: &Probe, joints: usize) -> SphereSteps {
    let random = &mut probe.random();
    let mut order: Vec<usize> = (0..joints).collect();
    random.shuffle(&mut order);
    if order.is_sorted() {
        order.reverse();
    }
    // Two on one joint, and none on some.
    order.truncate(joints - 2);
    order.push(order[0]);
    let kinds = [SphereKind::Hit, SphereKind::Hurt];
    let mut spheres = Vec::new();
    for (number, joint) in order.into_iter().enumerate() {
        spheres.push(Sphere {
            name: format!("sphere {number}"),
            kind: kinds[number % 2],
            joint,
            center: random.direction() * 0.4,
            radius: random.between(0.2, 0.5),
        });
    }
    let stale = PlacedSphere { center: Vec3::splat(-7.0), radius: 3.0 };
    // In every other probe the list is as it is in the game's first step.
    let placed = if probe.index.is_multiple_of(2) { vec![stale; 2] } else { Vec::new() };
    let mut steps = Vec::new();
    for _ in 0..2 {
        // In every other probe, and the last, the figure's scale is uneven as well. The joint's axes lie along other
        // axes of the figure, so that no sphere is sheared.
        let along = Quat::from_mat3(&Mat3::from_cols(Vec3::Y, Vec3::Z, Vec3::X));
        let is_uneven = probe.is_last() || !probe.index.is_multiple_of(2);
        let figure = if is_uneven { Vec3::new(0.7, 1.0, 1.5) } else { Vec3::splat(1.5) };
        let mut model_from_joint = Vec::new();
        for joint in 0..joints {
            let rigid = random.rigid();
            let rotation = if is_uneven { along } else { rigid.rotation };
            model_from_joint.push(Transform { rotation, ..rigid }.to_mat4() * uneven_scale(random, joint));
        }
        let world_from_model = random.rigid().to_mat4() * Mat4::from_scale(figure);
        steps.push((model_from_joint, world_from_model));
    }
    SphereSteps { spheres, placed, steps }
}

/// Returns a scale whose longest axis is another one for each joint in turn.
fn uneven_scale(random: &mut Random, joint: usize) -> Mat4 {
    let mut scale = [random.between(0.5, 0.7), random.between(0.9, 1.1), random.between(1.6, 2.0)];
    scale.rotate_left(joint % 3);
    Mat4::from_scale(Vec3::from(scale))
}

/// Two spheres, and how they move.
pub(crate) struct Pair {
    what: &'static str,
    a: Moving,
    b: Moving,
}

/// 18.8: two spheres.
pub(super) const SWEPT_HIT: Check<Pair, Option<f32>> = Check {
    // A fraction of the step. Those who go through it in a thousand parts have it to one of them.
    tolerance: 2e-3,
    words: |pair| pair.what.into(),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a moves from (-1, 0) to (1, 0), radius 0.3; b rests at (0, 0.3), radius 0.2", [1.0, 0.0, 0.0]),
            ("the same, but a moves to (1, -0.6), and passes b", [1.0, -0.6, 0.0]),
            ("the same, but a moves to (-0.5, 0): the step ends before they touch", [-0.5, 0.0, 0.0]),
            ("a rests at (-1, 0), and b moves from (0, 0.3) to (-1, 0.3)", [-1.0, 0.0, -1.0]),
            ("a moves from (-1, 0) to (0, 0), and b from (0, 0.3) to (-1, 0.3)", [0.0, 0.0, -1.0]),
            ("a rests at (-1, 0), and b at (0, 0.3)", [-1.0, 0.0, 0.0]),
            ("a moves away from b: from (-1, 0) to (-1.2, 0)", [-1.2, 0.0, 0.0]),
        ] {
            cases.push(
                Case::at(state, |state| {
                    let [a, b] = figures::pair(state);
                    Pair { what: "", a, b }
                })
                .called(words),
            );
        }
        let [a, b] = figures::pair([-1.0, 0.0, 0.0]);
        let a = Moving { from: Vec3::ZERO, ..a };
        let words = "a at (0, 0) and b at (0, 0.3) touch already, and a moves away to (-1, 0)";
        cases.push(Case::new(Pair { what: "", a, b }).called(words));
        cases
    },
    drawn: |probe| pairs(probe, if probe.is_last() { 2 } else { 1 }),
    call: |course, Pair { a, b, .. }| Ok(course.side_scroller.swept_hit(a, b)?),
    compare: |pair, time, answer| {
        answer.compare("the time of the first touch", time.map_or("None".into(), finite)).group(pair.what);
    },
};

/// Returns two spheres in every situation. Nothing grazes, and nothing touches just as a step begins or ends.
fn pairs(probe: &Probe, sizes: usize) -> Vec<Pair> {
    let random = &mut probe.random();
    let mut all = Vec::new();
    // From slow ones that only just come to touch to fast ones that have passed when the step ends.
    for when in random.spread(8, 0.04, 0.96) {
        for (what, reaches) in [("they meet", 0.6), ("they meet and pass in one step", 12.0)] {
            all.push(meeting(random, what, when, reaches));
        }
    }
    for when in random.spread(3, 1.1, 1.9) {
        all.push(meeting(random, "they would meet after the step", when, 1.5));
    }
    for when in random.spread(3, 0.15, 0.9) {
        all.push(meeting(random, "they part, and had met before the step", -when, 20.0));
    }
    // How far apart they are, in both radii together, and the motions of a and b along a direction.
    for (what, apart, motions) in [
        ("apart, and side by side", 1.4, [1.0, 1.0]),
        ("touching, and side by side", 0.7, [1.0, 1.0]),
        ("one in the other, and then apart", 0.3, [2.0, -1.0]),
        ("one in the other, and hardly moving", 0.8, [0.01, 0.0]),
        ("at rest, apart", 1.5, [0.0; 2]),
        ("at rest, touching", 0.6, [0.0; 2]),
    ] {
        let mut pair = meeting(random, what, 0.0, 1.0);
        let reach = pair.a.radius + pair.b.radius;
        pair.a.from = pair.b.from + random.direction() * apart * reach;
        let direction = random.direction();
        pair.a.to = pair.a.from + motions[0] * direction;
        pair.b.to = pair.b.from + motions[1] * direction;
        all.push(pair);
    }
    let small = ("a hundredth as large, and as slow", 0.01, Vec3::ZERO);
    let far = ("far from the origin", 1.0, Vec3::new(60.0, 3.0, 0.0));
    for (what, size, by) in [small, far].into_iter().take(sizes) {
        let mut pair = meeting(random, what, 0.5, 1.5);
        for moving in [&mut pair.a, &mut pair.b] {
            moving.from = size * moving.from + by;
            moving.to = size * moving.to + by;
            moving.radius *= size;
        }
        all.push(pair);
    }
    let mut passing = meeting(random, "they pass each other", 0.5, 6.0);
    let reach = passing.a.radius + passing.b.radius;
    let across = (passing.a.to - passing.a.from) - (passing.b.to - passing.b.from);
    let aside = across.normalize().any_orthonormal_vector() * 1.3 * reach;
    // Halfway through the step they are next to each other.
    passing.a.from = passing.b.from + aside - 0.5 * across;
    passing.a.to = passing.a.from + across + (passing.b.to - passing.b.from);
    all.push(passing);
    all
}

/// Returns two spheres that touch first at `when`, in steps; as seen from b, a moves by `reaches` times both radii.
fn meeting(random: &mut Random, what: &'static str, when: f32, reaches: f32) -> Pair {
    let radii = [random.between(0.08, 0.14), random.between(0.25, 0.4)];
    let [a, b] = if random.below(2) == 0 { radii } else { [radii[1], radii[0]] };
    let reach = a + b;
    let out = random.direction();
    // At most 50 degrees from the straight way in.
    let aside = out.cross(random.direction()).normalize_or(out.any_orthonormal_vector());
    let motion = Quat::from_axis_angle(aside, random.between(0.2, 0.85)) * -out * reaches * reach;
    let b_from = random.vector();
    let b_moves = 1.5 * random.direction();
    let a_from = b_from + reach * out - when * motion;
    Pair {
        what,
        a: Moving { from: a_from, to: a_from + motion + b_moves, radius: a },
        b: Moving { from: b_from, to: b_from + b_moves, radius: b },
    }
}

/// 18.9: blows in their steps, and the target that each touches.
pub(super) const DAMAGE: Check<Vec<(Blow, usize)>, Vec<bool>> = Check {
    tolerance: 0.0,
    words: |_| String::new(),
    by_hand: || {
        let first = (1, 0.408, 0.617, 0);
        let mut cases = vec![
            by_touches("blow 1, active from 0.458 to 0.583 s; a step from 0.408 to 0.617 s touches target 0", &[first]),
            by_touches("the same blow, a step from 0.2 to 0.408 s", &[(1, 0.2, 0.408, 0)]),
            by_touches("the same blow, a step from 0.617 to 0.825 s", &[(1, 0.617, 0.825, 0)]),
            by_touches("the same blow, a step from 0.48 to 0.5 s", &[(1, 0.48, 0.5, 0)]),
            by_touches("the same blow, a step from 0.44 to 0.48 s", &[(1, 0.44, 0.48, 0)]),
            by_touches("target 0 and then target 1 are touched in one active step", &[first, (1, 0.408, 0.617, 1)]),
            by_touches("target 0 is touched in two active steps of one blow", &[(1, 0.48, 0.5, 0), (1, 0.5, 0.52, 0)]),
            by_touches(
                "target 0 is touched before the blow is active, and again in an active step",
                &[(1, 0.2, 0.408, 0), first],
            ),
            by_touches(
                "blow 1 has hurt target 0, and blow 2 touches it in two active steps",
                &[first, (2, 0.48, 0.5, 0), (2, 0.5, 0.52, 0)],
            ),
        ];
        for (words, state) in [
            ("two blows touch targets 0 and 1, at 6 steps a second", [0.42, 6.0]),
            ("two blows touch targets 0 and 1, at 60 steps a second", [0.42, 60.0]),
        ] {
            cases.push(Case::at(state, figures::touches).called(words));
        }
        cases
    },
    drawn: |probe| vec![script(probe, if probe.is_last() { 6 } else { 4 })],
    call: |course, touches| {
        // The first blow is under way already, and has hurt nobody.
        let mut swing = Swing { number: touches[0].0.number, hurt: Vec::new() };
        let mut results = Vec::new();
        for (blow, target) in touches {
            results.push(course.side_scroller.damage(&mut swing, blow, *target)?);
        }
        Ok(results)
    },
    compare: |touches, results, answer| {
        if let [result] = results[..] {
            answer.compare("the result", result.to_string());
        } else if results.len() < 4 {
            let results: Vec<_> = results.iter().map(bool::to_string).collect();
            answer.compare("the list of results", results.join(", "));
        } else {
            for ((blow, target), result) in touches.iter().zip(results) {
                let Blow { number, from, to, active: (begin, end) } = blow;
                let label = format!(
                    "the result for blow {number}, from {from:.3} s to {to:.3} s of its clip, active from {begin:.3} s to \
                     {end:.3} s, which touches {target}"
                );
                let group = if to - from < 0.05 { "short steps" } else { "long steps" };
                answer.compare(label, result.to_string()).group(group);
            }
        }
    },
};

/// A case of touches, each a blow's number, its times from and to, and the target.
fn by_touches(words: &str, touches: &[(usize, f32, f32, usize)]) -> Case<Vec<(Blow, usize)>> {
    let active = BlowKind::Swing.active();
    let touches = touches.iter().map(|&(number, from, to, target)| (Blow { number, from, to, active }, target));
    Case::new(touches.collect()).called(words)
}

/// Returns blow after blow: swings of up to 30 steps against targets that are touched all the time, early, late, in one
/// step only, or when it is over. One is broken off; the next is first seen halfway, and after it two are not seen at
/// all. The last has so few steps a second that its active time lies within one.
fn script(probe: &Probe, blows: usize) -> Vec<(Blow, usize)> {
    let random = &mut probe.random();
    let mut script: Vec<(Blow, usize)> = Vec::new();
    let others = random.spread(5, 3.0, 60.0);
    let [always, early, first, last, late] = std::array::from_fn(|place| others[place] as usize * 7 + place);
    let first_number = 2 + random.below(5);
    // Its number, from the first one's on, and its steps: the second one ends when it has just hurt somebody.
    let seen = [(0, 0..30), (1, 0..12), (2, 9..30), (5, 0..30), (6, 0..12), (8, 10..30)];
    for (place, steps) in seen.into_iter().take(blows) {
        let number = first_number + place;
        // Neither begins nor ends with a step.
        let active = (random.between(7.2, 7.8) / 60.0, random.between(15.2, 15.8) / 60.0);
        for step in steps {
            let touches = [
                (always, true),
                (early, step < 5),
                (0, step > 9),
                (first, step == 7 && place > 0),
                (last, step == 15),
                (late, step > 15),
            ];
            let blow = Blow { number, from: step as f32 / 60.0, to: (step + 1) as f32 / 60.0, active };
            let targets = touches.iter().filter(|(_, touches)| *touches);
            script.extend(targets.map(|(target, _)| (blow, *target)));
        }
    }
    let number = script.last().map_or(0, |(blow, _)| blow.number) + 1;
    let active = (random.between(0.11, 0.14), random.between(0.15, 0.17));
    for (from, to) in [(0.0, 0.1), (0.1, 0.2), (0.2, 0.3)] {
        let blow = Blow { number, from, to, active };
        script.extend([(blow, always), (blow, 0)]);
    }
    script
}
