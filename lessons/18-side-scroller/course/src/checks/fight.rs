//! Checks of the fight, and their questions.

use crate::{Blow, Moving, PlacedSphere, Sphere, SphereKind, Swing};
use armature::math::Transform;
use check::words;
use check::{Answer, AnswerError, Ask, AskedCase, Random, finite};
use given::CallError;
use glam::{Mat3, Mat4, Quat, Vec3};
pub(super) const SPHERES_AT: &[AskedCase] = cases![
    "a sphere in the joint's origin, radius 1; the joint at (0, 2, 0)" =>
        spheres_case(Mat4::IDENTITY, moved(2.0 * Vec3::Y), Vec3::ZERO),
    "the same, and the figure at (5, 0, 0)" => spheres_case(moved(5.0 * Vec3::X), moved(2.0 * Vec3::Y), Vec3::ZERO),
    "a sphere at (1, 0, 0) in the joint, which is turned by 90° about z" =>
        spheres_case(Mat4::IDENTITY, quarter(), Vec3::X),
    "a figure turned by 90° about z, its joint at (2, 0, 0)" =>
        spheres_case(quarter(), moved(2.0 * Vec3::X), Vec3::ZERO),
    "a joint scaled by 2" => spheres_case(Mat4::IDENTITY, Mat4::from_scale(Vec3::splat(2.0)), Vec3::ZERO),
    "a figure scaled by 2" => spheres_case(Mat4::from_scale(Vec3::splat(2.0)), Mat4::IDENTITY, Vec3::ZERO),
    "a joint scaled by 1, 3 and 2 along its axes, and turned by 90° about z" =>
        spheres_case(Mat4::IDENTITY, quarter() * Mat4::from_scale(Vec3::new(1.0, 3.0, 2.0)), Vec3::ZERO),
];

fn moved(offset: Vec3) -> Mat4 {
    Mat4::from_translation(offset)
}

fn quarter() -> Mat4 {
    Mat4::from_rotation_z(std::f32::consts::FRAC_PI_2)
}

/// Asks for a sphere of radius 1 on joint 1 of 2. The list has a sphere of an earlier step in it.
fn spheres_case(
    q: &mut Ask,
    answer: &mut Answer,
    world_from_model: Mat4,
    joint: Mat4,
    center: Vec3,
) -> Result<(), AnswerError> {
    let sphere = Sphere { name: "head".into(), kind: SphereKind::Hurt, joint: 1, center, radius: 1.0 };
    let mut placed = vec![PlacedSphere { center: Vec3::splat(-7.0), radius: 3.0 }];
    let placed = q.ask("", |course| {
        let palette = [Mat4::IDENTITY, joint];
        course.side_scroller.spheres_at(&[sphere], &palette, world_from_model, &mut placed)?;
        Ok::<_, CallError>(placed)
    })?;
    answer.compare("the number of spheres in the list", placed.len());
    for sphere in placed {
        answer.compare("the sphere's middle", finite(sphere.center));
        answer.compare("the sphere's radius", finite(sphere.radius));
    }
    Ok(())
}

/// Asks for two steps of a figure whose joints are scaled, each axis by another factor.
pub(crate) fn spheres_at(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let probe = q.probe;
    let random = &mut q.random;
    let joints = if probe.is_last() { 40 } else { 6 };
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
    // In every other question the list is as it is in the game's first step.
    let mut placed = if probe.index.is_multiple_of(2) { vec![stale; 2] } else { Vec::new() };
    for step in ["first", "second"] {
        let random = &mut q.random;
        // In every other question, and the last, the figure's scale is uneven as well. The joint's axes lie along other
        // axes of the figure, so that no sphere is sheared.
        let along = Quat::from_mat3(&Mat3::from_cols(Vec3::Y, Vec3::Z, Vec3::X));
        let is_uneven = probe.is_last() || !probe.index.is_multiple_of(2);
        let figure = if is_uneven { Vec3::new(0.7, 1.0, 1.5) } else { Vec3::splat(1.5) };
        let mut model_from_joint = Vec::new();
        for joint in 0..joints {
            let rigid = random.rigid();
            let rotation = if is_uneven { along } else { rigid.rotation };
            model_from_joint.push(Transform { rotation, ..rigid }.to_mat4() * scale(random, joint));
        }
        let world_from_model = random.rigid().to_mat4() * Mat4::from_scale(figure);
        placed = q.ask(words!("spheres", count = spheres.len(), joints, step), |course| {
            let mut placed = placed;
            course.side_scroller.spheres_at(&spheres, &model_from_joint, world_from_model, &mut placed)?;
            Ok::<_, CallError>(placed)
        })?;
        let mut labels = Vec::new();
        for place in 0..placed.len() {
            labels.push(match spheres.get(place) {
                Some(Sphere { joint, .. }) => format!("of sphere {place}, on joint {joint}"),
                None => format!("of a sphere {place} too many"),
            });
        }
        answer.compare(format!("{step} step: spheres"), placed.len());
        for (label, sphere) in labels.iter().zip(&placed) {
            answer.compare(format!("{step} step: the middle {label}"), finite(sphere.center));
        }
        for (label, sphere) in labels.iter().zip(&placed) {
            answer.compare(format!("{step} step: the radius {label}"), finite(sphere.radius));
        }
    }
    Ok(())
}

/// Returns a scale whose longest axis is another one for each joint in turn.
fn scale(random: &mut Random, joint: usize) -> Mat4 {
    let mut scale = [random.between(0.5, 0.7), random.between(0.9, 1.1), random.between(1.6, 2.0)];
    scale.rotate_left(joint % 3);
    Mat4::from_scale(Vec3::from(scale))
}

pub(super) const SWEPT_HIT: &[AskedCase] = cases![
    "radii 0.5 and 0.5; a moves from x = 0 to 4, b rests at 9" => hit_case((0.0, 4.0), (9.0, 9.0), 0.0),
    "the same, b rests at 3" => hit_case((0.0, 4.0), (3.0, 3.0), 0.0),
    "a rests at 0, b moves from 3 to -1" => hit_case((0.0, 0.0), (3.0, -1.0), 0.0),
    "a moves from 0 to 2, b from 3 to 1" => hit_case((0.0, 2.0), (3.0, 1.0), 0.0),
    "a moves from 0 to 8 and through b, which rests at 3" => hit_case((0.0, 8.0), (3.0, 3.0), 0.0),
    "a moves from 0 to 4 and passes b, which rests at (2, 3, 0)" => hit_case((0.0, 4.0), (2.0, 2.0), 3.0),
    "a at 0 and b at 0.5 touch already, and move apart" => hit_case((0.0, -2.0), (0.5, 2.5), 0.0),
    "a at 0 and b at 3, both at rest" => hit_case((0.0, 0.0), (3.0, 3.0), 0.0),
    "a moves away from b: from 0 to -4, b rests at 3" => hit_case((0.0, -4.0), (3.0, 3.0), 0.0),
];

/// Asks for two spheres of radius 0.5 that move along x from the first number to the second; `b` is at a height of `y`.
fn hit_case(q: &mut Ask, answer: &mut Answer, a: (f32, f32), b: (f32, f32), y: f32) -> Result<(), AnswerError> {
    let a = Moving { from: Vec3::new(a.0, 0.0, 0.0), to: Vec3::new(a.1, 0.0, 0.0), radius: 0.5 };
    let b = Moving { from: Vec3::new(b.0, y, 0.0), to: Vec3::new(b.1, y, 0.0), radius: 0.5 };
    let when = q.ask("", |course| course.side_scroller.swept_hit(&a, &b))?;
    answer.compare("the time of the first touch", when.map_or("None".into(), finite));
    Ok(())
}

pub(crate) fn swept_hit(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Pair { what, a, b } in pairs(&mut q.random, q.probe.is_last()) {
        let when = q.ask(words!("pair", what), |course| course.side_scroller.swept_hit(&a, &b))?;
        answer.compare(format!("{what}: when they touch"), when.map_or("never".into(), finite)).group(what);
    }
    Ok(())
}

/// Two spheres, and how they move.
struct Pair {
    what: &'static str,
    a: Moving,
    b: Moving,
}

/// Returns two spheres in every situation. Nothing grazes, and nothing touches just as a step begins or ends.
fn pairs(random: &mut Random, is_last: bool) -> Vec<Pair> {
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
    for (what, size, by) in [small, far].into_iter().take(if is_last { 2 } else { 1 }) {
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
    // Half way through the step they are next to each other.
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

pub(super) const DAMAGE: &[AskedCase] = cases![
    "blow 1, active from 0.1 to 0.4 s; a step from 0.2 to 0.3 s touches target 0" => damage_case(&[(1, 0.2, 0.3, 0)]),
    "the same blow, a step from 0 to 0.05 s" => damage_case(&[(1, 0.0, 0.05, 0)]),
    "the same blow, a step from 0.5 to 0.6 s" => damage_case(&[(1, 0.5, 0.6, 0)]),
    "the same blow, a step from 0 to 0.2 s" => damage_case(&[(1, 0.0, 0.2, 0)]),
    "the same blow, a step from 0 to 0.5 s" => damage_case(&[(1, 0.0, 0.5, 0)]),
    "target 0 is touched in two active steps of one blow" => damage_case(&[(1, 0.2, 0.3, 0), (1, 0.3, 0.35, 0)]),
    "target 0 and then target 1 are touched in one active step" => damage_case(&[(1, 0.2, 0.3, 0), (1, 0.2, 0.3, 1)]),
    "target 0 is touched before the blow is active, and again in an active step" =>
        damage_case(&[(1, 0.0, 0.05, 0), (1, 0.2, 0.3, 0)]),
    "blow 1 has hurt target 0, and blow 2 touches it in two active steps" =>
        damage_case(&[(1, 0.2, 0.3, 0), (2, 0.2, 0.3, 0), (2, 0.3, 0.35, 0)]),
];

/// Asks for touches one after the other, each a blow's number, its times from and to, and the target.
fn damage_case(q: &mut Ask, answer: &mut Answer, touches: &[(usize, f32, f32, usize)]) -> Result<(), AnswerError> {
    let mut swing = Swing { number: 1, hurt: Vec::new() };
    let mut results = Vec::new();
    for &(number, from, to, target) in touches {
        let blow = Blow { number, from, to, active: (0.1, 0.4) };
        let hurts;
        (hurts, swing) = q.ask("", |course| {
            let mut swing = swing;
            let hurts = course.side_scroller.damage(&mut swing, &blow, target)?;
            Ok::<_, CallError>((hurts, swing))
        })?;
        results.push(hurts.to_string());
    }
    answer.compare(if touches.len() == 1 { "the result" } else { "the list of results" }, results.join(", "));
    Ok(())
}

pub(crate) fn damage(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let script = script(&mut q.random, q.probe.is_last());
    // The first blow is under way already, and has hurt nobody.
    let first = script.first().map_or(0, |touch| touch.blow.number);
    let mut swing = Swing { number: first, hurt: Vec::new() };
    for Touch { what, blow, targets } in script {
        let Blow { number, from, to, active: (begin, end) } = blow;
        for target in targets {
            let hurts;
            (hurts, swing) = q.ask(words!("touch", number, from, to, begin, end, target), |course| {
                let mut swing = swing;
                let hurts = course.side_scroller.damage(&mut swing, &blow, target)?;
                Ok::<_, CallError>((hurts, swing))
            })?;
            let label = format!(
                "blow {number}, from {from:.3} s to {to:.3} s of its clip, active from {begin:.3} s to {end:.3} s, \
                 touches {target}"
            );
            answer.compare(label, if hurts { "it hurts" } else { "it does not hurt" }).group(what);
        }
    }
    Ok(())
}

/// A step of a blow, and whom it touches.
struct Touch {
    what: &'static str,
    blow: Blow,
    targets: Vec<usize>,
}

/// Returns blow after blow: swings of up to 30 steps against targets that are touched all the time, early, late, in one
/// step only, or when it is over. One is broken off; the next is first seen half way, and after it two are not seen at
/// all. The last has so few steps a second that its active time lies within one.
fn script(random: &mut Random, is_last: bool) -> Vec<Touch> {
    let mut script = Vec::new();
    let others = random.spread(5, 3.0, 60.0);
    let [always, early, first, last, late] = std::array::from_fn(|place| others[place] as usize * 7 + place);
    let first_number = 2 + random.below(5);
    // Its number, from the first one's on, and its steps: the second one ends when it has just hurt somebody.
    let seen = [(0, 0..30), (1, 0..12), (2, 9..30), (5, 0..30), (6, 0..12), (8, 10..30)];
    for (place, steps) in seen.into_iter().take(if is_last { 6 } else { 4 }) {
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
            let targets = touches.iter().filter(|(_, touches)| *touches).map(|(who, _)| *who);
            script.push(Touch {
                what: "30 steps",
                blow: Blow { number, from: step as f32 / 60.0, to: (step + 1) as f32 / 60.0, active },
                targets: targets.collect(),
            });
        }
    }
    let number = script.last().map_or(0, |touch| touch.blow.number) + 1;
    let active = (random.between(0.11, 0.14), random.between(0.15, 0.17));
    for (from, to) in [(0.0, 0.1), (0.1, 0.2), (0.2, 0.3)] {
        let blow = Blow { number, from, to, active };
        script.push(Touch { what: "10 steps a second", blow, targets: vec![always, 0] });
    }
    script
}
