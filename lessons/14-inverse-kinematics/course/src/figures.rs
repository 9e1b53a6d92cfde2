//! The live figures of the text.

mod turns;

use crate::finished::TOOLS;
use crate::{Chain, Ground, Hinge, Leg, Limb};
use armature::ik;
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown, ShownCase};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::PI;

/// Weight of the squared angles in the energy.
pub const WEIGHT: f32 = 0.002;

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "14.1",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("x", [0.0, 1.15], 0.6), Parameter::new("y", [-0.1, 0.5], 0.2)],
        shown: Shown::At(&[&[0.6, 0.2], &[0.95, 0.3]]),
        draw: triangle,
    },
    Figure {
        name: "14.2",
        size: [360.0, 230.0],
        parameters: &[
            Parameter::new("pole", [-180.0, 180.0], 70.0).unit("°").plays(6.0),
            Parameter::new("d", [0.0, 1.0], 0.6).unit("m"),
            Parameter::new("off", [0.0, 0.4], 0.4).unit("m"),
        ],
        shown: Shown::At(&[&[70.0, 0.6, 0.4], &[-130.0, 0.75, 0.4]]),
        draw: pole,
    },
    Figure {
        name: "14.2-turns",
        size: [360.0, 205.0],
        parameters: &[Parameter::new("turned", [0.0, 2.0], 1.0).plays(3.0)],
        shown: Shown::At(&[&[1.0], &[2.0]]),
        draw: turns::one_after_the_other,
    },
    Figure {
        name: "14.3",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("step", [0.0, 20.0], 2.0).whole().plays(5.0),
            Parameter::new("r", [0.05, 4.0], 0.4),
        ],
        shown: Shown::At(&[&[2.0, 0.4], &[2.0, 3.0]]),
        draw: downhill,
    },
    Figure {
        name: "14.4",
        size: [360.0, 215.0],
        parameters: &[
            Parameter::new("slope", [-25.0, 25.0], -18.0).unit("°"),
            Parameter::new("ground", [-0.2, 0.2], 0.0).unit("m"),
        ],
        shown: Shown::At(&[&[-18.0, 0.0], &[0.0, 0.15]]),
        draw: on_a_slope,
    },
    Figure {
        name: "14-ccd-fabrik",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("step", [0.0, 24.0], 3.0).whole().plays(18.0)],
        shown: Shown::At(&[&[4.0], &[8.0]]),
        draw: by_points,
    },
];

pub const SHOWN_CASES: &[ShownCase] = &[
    ("bones of 0.5 and 0.3, their ends 0.7 apart", &[0.7, 0.0]),
    ("bones of 0.5 and 0.3, their ends 1 apart, which is too far", &[1.0, 0.0]),
    ("bones of 0.5 and 0.3, their ends 0.1 apart, which is too near", &[0.1, 0.0]),
    // 14.2's limb is another; its pole and its target are as in the case.
    (
        "shoulder at (0, 0, 0), two bones of 1 m along x, target at (1, 0, 0), pole behind it at (2, 0, 0)",
        &[70.0, 0.6, 0.0],
    ),
    ("shoulder at (0, 0, 0), two bones of 1 m along x, target in the shoulder", &[70.0, 0.0, 0.4]),
];

pub const UPPER: f32 = 0.5;
pub const LOWER: f32 = 0.3;

/// Draws two bones with 14.1's angle between them, turned towards a target.
fn triangle(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    const SCALE: f32 = 235.0;
    let [x, y] = sheet.values();
    let shoulder = Vec2::new(60.0, 48.0);
    let [low, high] = [Vec2::new(0.0, -0.1), Vec2::new(1.15, 0.5)].map(|at| shoulder + SCALE * at);
    for radius in [UPPER + LOWER, UPPER - LOWER] {
        sheet.arc(shoulder, SCALE * radius, [-0.3, 1.3], Ink::Faint);
    }
    let target = shoulder + SCALE * Vec2::new(x, y);
    let distance = Vec2::new(x, y).length();
    sheet.dashed(&[shoulder, target], Ink::Given);
    sheet.point(shoulder, Ink::Given);
    sheet.word(shoulder.lerp(target, 0.4) - 12.0 * Vec2::Y, Align::Middle, "c", Ink::Given);
    sheet.answered();
    let angle = answers.inverse_kinematics.elbow_angle(UPPER, LOWER, distance)?;
    // Turned at the shoulder until the hand is in the target's direction.
    let hand = Vec2::X * UPPER + LOWER * Vec2::from_angle(angle - PI);
    let turn = (target - shoulder).to_angle() - hand.to_angle();
    let [elbow, hand] = [Vec2::X * UPPER, hand].map(|at| shoulder + SCALE * Vec2::from_angle(turn).rotate(at));
    sheet.line(&[shoulder, elbow, hand], Ink::Answer);
    sheet.point(elbow, Ink::Answer);
    sheet.point(hand, Ink::Answer);
    sheet.arc(elbow, 20.0, [turn + PI, turn + PI + angle], Ink::Answer);
    for (from, to, name) in [(shoulder, elbow, "a"), (elbow, hand, "b")] {
        let beside = from.midpoint(to) + 12.0 * (to - from).perp().normalize_or_zero();
        sheet.word(beside, Align::Middle, name, Ink::Answer);
    }
    let inward = Vec2::from_angle(turn + PI + angle / 2.0);
    sheet.word(elbow + 32.0 * inward, Align::Middle, "γ", Ink::Answer);
    sheet.given();
    sheet.drag(["x", "y"], low, high);
    sheet.reading("c", distance, "");
    sheet.reading("cosine", (UPPER * UPPER + LOWER * LOWER - distance * distance) / (2.0 * UPPER * LOWER), "");
    sheet.answered();
    sheet.reading("gamma", angle.to_degrees(), "°");
    Ok(())
}

/// Returns a point of 14.2's sheet, from a vector that begins at the shoulder.
fn in_space(Vec3 { x, y, z }: Vec3) -> Vec2 {
    Vec2::new(75.0, 95.0) + 230.0 * Vec2::new(1.1 * x + z, 0.25 * x + y)
}

/// Draws an arm in space as 14.2 bends it, along its axis n, so that the circle of its elbow is round.
fn pole(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, distance, off] = sheet.values();
    let (sin, cos) = turn.to_radians().sin_cos();
    // Not in the origin, nor turned as the model.
    let limb = Limb {
        model_from_parent: Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.4),
        root: Vec3::new(0.3, -0.2, 0.15),
        shoulder: Quat::from_rotation_y(0.3),
        elbow: Quat::from_rotation_x(-0.3),
        upper: Vec3::NEG_Y * 0.45,
        lower: Vec3::NEG_Y * 0.40,
    };
    let n = Vec3::X;
    let side = Vec3::new(0.0, sin, cos);
    let target = limb.root + distance * n;
    let pole = limb.root + 0.3 * n + off * side;
    let [shoulder, line_end, pole_foot] = [0.0, 1.0, 0.3].map(|along| in_space(along * n));
    sheet.area(&[shoulder, in_space(target - limb.root), in_space(pole - limb.root)], Ink::Given);
    sheet.dashed(&[shoulder, line_end], Ink::Faint);
    // The circle on which the elbow may be.
    let reached = distance.clamp(0.05, 0.85);
    let alpha = ik::elbow_angle(0.45, reached, 0.40);
    sheet.circle(in_space(0.45 * alpha.cos() * n), 230.0 * 0.45 * alpha.sin(), Ink::Given);
    for (name, direction) in [("n", n), ("s", side)] {
        let end = in_space(0.22 * direction);
        sheet.arrow(shoulder, end, Ink::MODEL);
        sheet.word(end + Vec2::new(-12.0, 10.0), Align::Middle, name, Ink::MODEL);
    }
    sheet.answered();
    let bend = answers.inverse_kinematics.reach(&limb, target, pole, &TOOLS)?;
    let points = limb.bent(&bend).points();
    let seen_points = points.map(|point| in_space(point - limb.root));
    sheet.line(&seen_points, Ink::Answer);
    for point in &seen_points {
        sheet.point(*point, Ink::Answer);
    }
    sheet.word(seen_points[1] - Vec2::new(34.0 * cos, 24.0 * sin), Align::Middle, "elbow", Ink::Answer);
    let elbow = points[1] - limb.root;
    sheet.reading("elbow along s", elbow.dot(side), "m");
    sheet.reading("elbow off the plane", elbow.dot(n.cross(side)), "m");
    sheet.reading("hand off the target", points[2].distance(target), "m");
    sheet.given();
    let beside = in_space(pole - limb.root) + Vec2::new(24.0 * cos, 16.0 * sin);
    sheet.word(beside, Align::Middle, "pole", Ink::Given);
    sheet.turn("pole", pole_foot, 230.0 * off);
    let at = sheet.slide("d", shoulder, line_end);
    sheet.word(at + Vec2::new(8.0, -12.0), Align::Left, "target", Ink::Given);
    Ok(())
}

const BONE: f32 = 50.0;

fn pull(point: Vec2, to: Vec2) -> Vec2 {
    to + BONE * (point - to).normalize_or(Vec2::Y)
}

/// Draws three bones that reach for a target step by step, by CCD on the left and by FABRIK on the right.
fn by_points(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [step] = sheet.values();
    for (name, x) in [("CCD", 95.0), ("FABRIK", 265.0)] {
        let mut points = vec![Vec2::new(x, 25.0)];
        for degrees in [130.0f32, 110.0, 90.0] {
            points.push(points[points.len() - 1] + BONE * Vec2::from_angle(degrees.to_radians()));
        }
        let target = Vec2::new(x - 50.0, 105.0);
        let mut before = points.clone();
        let mut moved = None;
        for done in 0..step as usize {
            before.clone_from(&points);
            if name == "CCD" {
                // From the last joint to the first, and again.
                let pivot = 2 - done % 3;
                let turn = (points[3] - points[pivot]).angle_to(target - points[pivot]);
                for place in pivot + 1..4 {
                    points[place] = points[pivot] + Vec2::from_angle(turn).rotate(points[place] - points[pivot]);
                }
                moved = Some(pivot);
            } else {
                // From the tip to the root, and back.
                let place = [3, 2, 1, 0, 0, 1, 2, 3][done % 8];
                points[place] = match done % 8 {
                    0 => target,
                    1..=3 => pull(points[place], points[place + 1]),
                    4 => Vec2::new(x, 25.0),
                    _ => pull(points[place], points[place - 1]),
                };
                moved = Some(place);
            }
        }
        sheet.dashed(&before, Ink::Faint);
        if let (Some(pivot), "CCD") = (moved, name) {
            sheet.dashed(&[points[pivot], target], Ink::Given);
        }
        sheet.line(&points, Ink::Series(0));
        for point in &points {
            sheet.point(*point, Ink::Series(0));
        }
        if let Some(moved) = moved {
            sheet.circle(points[moved], 8.0, Ink::Given);
        }
        sheet.key(target, Ink::Given);
        sheet.line(&[Vec2::new(x - 12.0, 21.0), Vec2::new(x + 12.0, 21.0)], Ink::Given);
        sheet.word(Vec2::new(x + 30.0, 24.0), Align::Left, name, Ink::Given);
        if name == "FABRIK" {
            sheet.reading("FABRIK's root off, in bones", points[0].distance(Vec2::new(x, 25.0)) / BONE, "");
        }
        let off = points[3].distance(target) / BONE;
        sheet.reading(if name == "CCD" { "CCD off, in bones" } else { "FABRIK off, in bones" }, off, "");
    }
    Ok(())
}

/// Returns the place on 14.3's sheet of a point of the chain.
fn chain_point(at: Vec3) -> Vec2 {
    Vec2::new(65.0, 30.0) + 115.0 * at.truncate()
}

/// Returns the positions of a chain's hinges and of its tip.
pub(crate) fn points(chain: &Chain, angles: &[f32]) -> Vec<Vec3> {
    let placed = chain.place(angles);
    let joints = placed.model_from_joint.iter().map(|joint| joint.w_axis.truncate());
    joints.chain([placed.tip]).collect()
}

/// Draws three hinges after steps of 14.3, and the energy over the steps.
fn downhill(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    const STEPS: usize = 20;
    let [step, rate] = sheet.values();
    let hinge = Hinge { axis: Vec3::Z, offset: Vec3::Y * 0.4 };
    let chain = Chain { hinges: vec![hinge; 3] };
    let target = Vec3::new(0.75, 0.35, 0.0);
    let start = [0.8, -0.9, -1.1];
    let highest = 1.3 * ik::energy(&chain.hinges, &start, target, WEIGHT);
    let plot = Plot::new([Vec2::new(215.0, 45.0), Vec2::new(325.0, 145.0)], [0.0, STEPS as f32], [0.0, highest]);
    plot.axes(sheet, "k", "E");
    let before: Vec<Vec2> = points(&chain, &start).into_iter().map(chain_point).collect();
    sheet.dashed(&before, Ink::Faint);
    sheet.key(chain_point(target), Ink::Given);
    sheet.answered();
    let mut path = vec![start.to_vec()];
    for done in 0..STEPS {
        let next = answers.inverse_kinematics.gradient_step(&chain, &path[done], target, WEIGHT, rate)?;
        // A list of another length cannot be placed.
        path.push(if next.len() == 3 { next } else { vec![f32::NAN; 3] });
    }
    let now = &path[step as usize];
    let mut curve = Vec::new();
    let mut tips = Vec::new();
    for (done, angles) in path.iter().enumerate() {
        curve.push(plot.at(done as f32, ik::energy(&chain.hinges, angles, target, WEIGHT)));
        tips.push(chain_point(chain.place(angles).tip));
    }
    sheet.line(&curve, Ink::Answer);
    sheet.point(curve[step as usize], Ink::Answer);
    sheet.dashed(&tips[..=step as usize], Ink::Answer);
    let joints = points(&chain, now);
    let seen: Vec<Vec2> = joints.iter().map(|joint| chain_point(*joint)).collect();
    let tip = joints[3];
    // How the tip moves if one hinge turns alone.
    for (number, joint) in joints[..3].iter().enumerate() {
        let moves = Vec3::Z.cross(tip - *joint);
        let end = chain_point(tip + 0.35 * moves);
        let ink = Ink::Series(number as u8);
        sheet.arrow(seen[3], end, ink);
        let beside_arrow = end + 10.0 * (end - seen[3]).normalize_or_zero();
        for place in [beside_arrow, seen[number] - 12.0 * Vec2::X] {
            sheet.word(place, Align::Middle, (number + 1).to_string(), ink);
        }
    }
    sheet.line(&seen, Ink::Answer);
    for point in &seen {
        sheet.point(*point, Ink::Answer);
    }
    sheet.reading("E", ik::energy(&chain.hinges, now, target, WEIGHT), "");
    sheet.reading("tip off", tip.distance(target), "m");
    sheet.given();
    plot.slide(sheet, "step");
    sheet.line(&[Vec2::new(215.0, 16.0), Vec2::new(325.0, 16.0)], Ink::Faint);
    sheet.slide("r", Vec2::new(215.0, 16.0), Vec2::new(325.0, 16.0));
    sheet.word(Vec2::new(205.0, 16.0), Align::Right, "r", Ink::Given);
    Ok(())
}

const HEIGHT: f32 = 0.12;

/// Returns the place on 14.4's sheet of a point of the model.
fn slope_point(at: Vec3) -> Vec2 {
    Vec2::new(180.0, 70.0) + 140.0 * at.truncate()
}

/// Returns the outline of a foot with this local rotation.
fn sole(limb: &Limb, foot: Quat) -> [Vec2; 4] {
    let turn = limb.model_from_elbow() * foot;
    let corners = [[0.0, 0.0], [-0.06, -HEIGHT], [0.16, -HEIGHT], [0.0, 0.0]];
    corners.map(|[x, y]| slope_point(limb.tip() + turn * Vec3::new(x, y, 0.0)))
}

/// Draws two legs over ground that is turned and raised, as 14.4 plants them.
fn on_a_slope(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [slope, raised] = sheet.values();
    let legs = [[26.0, -8.0], [-12.0, -12.0]].map(|angles: [f32; 2]| {
        let [hip, knee] = angles.map(|degrees| Quat::from_rotation_z(degrees.to_radians()));
        let limb = Limb {
            model_from_parent: Quat::IDENTITY,
            root: Vec3::Y * 0.94,
            shoulder: hip,
            elbow: knee,
            upper: Vec3::NEG_Y * 0.43,
            lower: Vec3::NEG_Y * 0.42,
        };
        // Flat on level ground.
        let foot = limb.model_from_elbow().inverse();
        Leg { limb, pole: Vec3::new(1.0, 0.6, 0.0), foot, ankle_height: HEIGHT }
    });
    let normal = Vec2::from_angle(slope.to_radians()).perp().extend(0.0);
    let ground = Ground::plane(Vec3::Y * raised, normal);
    let along = normal.truncate().perp() * -1.2;
    let [left, right] = [-along, along].map(|way| slope_point(Vec3::Y * raised + way.extend(0.0)));
    sheet.line(&[left, right], Ink::Given);
    for leg in &legs {
        sheet.dashed(&leg.limb.points().map(slope_point), Ink::Faint);
        sheet.dashed(&sole(&leg.limb, leg.foot), Ink::Faint);
        let hit = ground.under(leg.limb.tip());
        sheet.dashed(&[leg.limb.tip(), hit.point].map(slope_point), Ink::Faint);
        let target = slope_point(hit.point + HEIGHT * hit.normal);
        sheet.arrow(slope_point(hit.point), target, Ink::WORLD);
        sheet.word(target + Vec2::new(-10.0, 10.0), Align::Middle, "h", Ink::WORLD);
    }
    sheet.answered();
    let planted = answers.inverse_kinematics.plant(&legs, &ground, &TOOLS)?;
    for (leg, stance) in legs.iter().zip(&planted.stances) {
        let limb = leg.limb.moved(Vec3::NEG_Y * planted.lowered).bent(&stance.bend);
        let points = limb.points().map(slope_point);
        sheet.line(&points, Ink::Answer);
        for point in &points {
            sheet.point(*point, Ink::Answer);
        }
        let foot = sole(&limb, stance.foot);
        sheet.line(&foot, Ink::Answer);
    }
    sheet.reading("lowered", 100.0 * planted.lowered, "cm");
    sheet.given();
    sheet.word(slope_point(legs[0].limb.root) + Vec2::new(-14.0, 0.0), Align::Right, "hips", Ink::Given);
    sheet.turn("slope", slope_point(Vec3::Y * raised), 150.0);
    let low = Vec2::new(20.0, 42.0);
    let high = Vec2::new(20.0, 98.0);
    sheet.line(&[low, high], Ink::Faint);
    sheet.slide("ground", low, high);
    Ok(())
}
