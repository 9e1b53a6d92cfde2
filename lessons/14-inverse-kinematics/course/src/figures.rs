//! The live figures of the text.

mod turns;

use crate::finished::{ANSWERS, TOOLS};
use crate::{Chain, Ground, Hinge, Leg, Limb};
use armature::ik;
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::PI;

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "14.1",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("x", [0.0, 1.15]), Parameter::new("y", [-0.1, 0.5])],
        shown: Shown::Cases(2),
        draw: triangle,
    },
    Figure {
        name: "14.2",
        size: [360.0, 222.0],
        parameters: &[
            Parameter::new("pole", [-180.0, 180.0]).unit("°").plays(6.0),
            Parameter::new("d", [0.0, 1.0]).unit("m"),
            Parameter::new("off", [0.0, 0.4]).unit("m"),
        ],
        // In reach at first, although step 1 is about the target too far away.
        shown: Shown::At(&[&[90.0, 0.5, 0.4], &[90.0, 1.0, 0.4]]),
        draw: pole,
    },
    Figure {
        name: "14.2-turns",
        size: [360.0, 205.0],
        parameters: &[Parameter::new("turned", [0.0, 2.0]).plays(3.0)],
        shown: Shown::At(&[&[1.0], &[2.0]]),
        draw: turns::one_after_the_other,
    },
    Figure {
        name: "14.3",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("step", [0.0, 20.0]).whole().plays(5.0),
            Parameter::new("r", [0.05, 1.0]),
            Parameter::new("weight", [0.0, 0.5]),
        ],
        shown: Shown::Cases(2),
        draw: downhill,
    },
    Figure {
        name: "14.4",
        size: [360.0, 215.0],
        parameters: &[
            Parameter::new("slope", [-25.0, 25.0]).unit("°"),
            Parameter::new("ground", [-0.2, 0.2]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: on_a_slope,
    },
    Figure {
        name: "14-ccd-fabrik",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("step", [0.0, 24.0]).whole().plays(18.0)],
        shown: Shown::At(&[&[4.0], &[8.0]]),
        draw: by_points,
    },
];

/// Returns 14.1's bones, and the distance to the target.
pub(crate) fn sides([x, y]: [f32; 2]) -> [f32; 3] {
    [0.5, 0.3, Vec2::new(x, y).length()]
}

/// Returns 14.2's limb, its target and its pole.
pub(crate) fn reaching([turn, distance, off]: [f32; 3]) -> (Limb, Vec3, Vec3) {
    let limb = Limb {
        model_from_parent: Quat::IDENTITY,
        root: Vec3::Y,
        shoulder: Quat::IDENTITY,
        elbow: Quat::IDENTITY,
        upper: 0.4 * Vec3::NEG_Y,
        lower: 0.3 * Vec3::NEG_Y,
    };
    let (sin, cos) = turn.to_radians().sin_cos();
    let pole = Vec3::new(0.2, off * sin, off * cos);
    (limb, limb.root + distance * Vec3::X, limb.root + pole)
}

/// A chain of hinges before a step of 14.3.
#[derive(Clone)]
pub(crate) struct Descent {
    pub(crate) chain: Chain,
    pub(crate) angles: Vec<f32>,
    pub(crate) target: Vec3,
    pub(crate) weight: f32,
    pub(crate) rate: f32,
}

pub(crate) const HINGE: Hinge = Hinge { axis: Vec3::Z, offset: Vec3::X };

/// Returns 14.3's chain before its first step.
pub(crate) fn descent([_, rate, weight]: [f32; 3]) -> Descent {
    let chain = Chain { hinges: vec![HINGE; 2] };
    Descent { chain, angles: vec![0.0; 2], target: Vec3::new(1.0, 1.0, 0.0), weight, rate }
}

/// Returns 14.4's legs and its ground.
pub(crate) fn standing([slope, raised]: [f32; 2]) -> (Vec<Leg>, Ground) {
    let mut legs = Vec::new();
    for x in [0.25, -0.25] {
        let (hanging, ..) = reaching([0.0; 3]);
        let limb = Limb { root: 0.88 * Vec3::Y, upper: 0.43 * Vec3::NEG_Y, lower: 0.42 * Vec3::NEG_Y, ..hanging };
        let pole = Vec3::new(1.0, 0.6, 0.0);
        let limb = limb.bent(&(ANSWERS.reach)(&limb, Vec3::new(x, HEIGHT, 0.0), pole, &TOOLS));
        // Flat on level ground.
        let foot = limb.model_from_elbow().inverse();
        legs.push(Leg { limb, pole, foot, ankle_height: HEIGHT });
    }
    let normal = Vec2::from_angle(slope.to_radians()).perp().extend(0.0);
    (legs, Ground::plane(raised * Vec3::Y, normal))
}

/// Draws two bones with 14.1's angle between them, turned towards a target.
fn triangle(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    const SCALE: f32 = 235.0;
    let [x, y] = sheet.values();
    let shoulder = Vec2::new(60.0, 48.0);
    let [low, high] = [Vec2::new(0.0, -0.1), Vec2::new(1.15, 0.5)].map(|at| shoulder + SCALE * at);
    let [upper, lower, distance] = sides([x, y]);
    for radius in [upper + lower, upper - lower] {
        sheet.arc(shoulder, SCALE * radius, [-0.3, 1.3], Ink::Faint);
    }
    let target = shoulder + SCALE * Vec2::new(x, y);
    sheet.dashed(&[shoulder, target], Ink::Given);
    sheet.point(shoulder, Ink::Given);
    sheet.word(shoulder.lerp(target, 0.25) - 12.0 * Vec2::Y, Align::Middle, "c", Ink::Given);
    sheet.answered();
    let angle = answers.inverse_kinematics.elbow_angle(upper, lower, distance)?;
    // Turned at the shoulder until the hand is in the target's direction.
    let hand = Vec2::X * upper + lower * Vec2::from_angle(angle - PI);
    let turn = (target - shoulder).to_angle() - hand.to_angle();
    let [elbow, hand] = [Vec2::X * upper, hand].map(|at| shoulder + SCALE * Vec2::from_angle(turn).rotate(at));
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
    sheet.reading("cosine", (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower), "");
    sheet.answered();
    sheet.reading("gamma", angle.to_degrees(), "°");
    Ok(())
}

/// Size of a metre on 14.2's sheet: an arm that hangs down is on it whole.
const METRE: f32 = 165.0;

/// Returns a point of 14.2's sheet, from a vector that begins at the shoulder.
fn in_space(Vec3 { x, y, z }: Vec3) -> Vec2 {
    Vec2::new(80.0, 121.0) + METRE * Vec2::new(1.1 * x + z, 0.25 * x + y)
}

/// Draws an arm in space as 14.2 bends it, along its axis n, so that the circle of its elbow is round.
fn pole(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, distance, off] = sheet.values();
    let (limb, target, pole) = reaching([turn, distance, off]);
    let (sin, cos) = turn.to_radians().sin_cos();
    let n = Vec3::X;
    let side = Vec3::new(0.0, sin, cos);
    let [shoulder, line_end, pole_foot] = [0.0, 1.0, 0.2].map(|along| in_space(along * n));
    sheet.area(&[shoulder, in_space(target - limb.root), in_space(pole - limb.root)], Ink::Given);
    sheet.dashed(&[shoulder, line_end], Ink::Faint);
    // The circle on which the elbow may be.
    let [upper, lower] = [limb.upper, limb.lower].map(Vec3::length);
    let alpha = ik::elbow_angle(upper, distance.max(0.05), lower);
    sheet.circle(in_space(upper * alpha.cos() * n), METRE * upper * alpha.sin(), Ink::Given);
    for (name, direction, beside) in
        [("n", n, Vec2::new(4.0, -14.0 * sin.signum())), ("s", side, Vec2::new(-12.0, 10.0))]
    {
        let end = in_space(0.22 * direction);
        sheet.arrow(shoulder, end, Ink::MODEL);
        sheet.word(end + beside, Align::Middle, name, Ink::MODEL);
    }
    sheet.answered();
    let bend = answers.inverse_kinematics.reach(&limb, target, pole, &TOOLS)?;
    let points = limb.bent(&bend).points();
    let seen_points = points.map(|point| in_space(point - limb.root));
    sheet.line(&seen_points, Ink::Answer);
    for point in &seen_points {
        sheet.point(*point, Ink::Answer);
    }
    let beside = seen_points[1] - Vec2::new(34.0 * cos, 24.0 * sin);
    sheet.word(beside.max(Vec2::new(22.0, 8.0)), Align::Middle, "elbow", Ink::Answer);
    let elbow = points[1] - limb.root;
    if distance == 0.0 {
        // Any direction of the folded arm is right.
    } else if off == 0.0 {
        // With the pole on the line, any side is right.
        sheet.reading("elbow off line", elbow.reject_from(n).length(), "m");
    } else {
        sheet.reading("elbow along s", elbow.dot(side), "m");
        sheet.reading("elbow off plane", elbow.dot(n.cross(side)), "m");
    }
    sheet.reading("hand off target", points[2].distance(target), "m");
    sheet.given();
    let beside = in_space(pole - limb.root) + Vec2::new(24.0 * cos, 13.0 * sin);
    sheet.word(beside, Align::Middle, "pole", Ink::Given);
    sheet.turn("pole", pole_foot, METRE * off);
    let at = sheet.slide("d", shoulder, line_end);
    // On the side of the line on which the elbow is not.
    sheet.word(at - sin.signum() * 14.0 * Vec2::Y, Align::Middle, "target", Ink::Given);
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
    Vec2::new(92.0, 62.0) + 42.0 * at.truncate()
}

/// Returns the positions of a chain's hinges and of its tip.
pub(crate) fn points(chain: &Chain, angles: &[f32]) -> Vec<Vec3> {
    let placed = chain.place(angles);
    let joints = placed.model_from_joint.iter().map(|joint| joint.w_axis.truncate());
    joints.chain([placed.tip]).collect()
}

/// Draws two hinges after steps of 14.3, and the energy over the steps.
fn downhill(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    const STEPS: usize = 20;
    let Descent { chain, angles, target, weight, rate } = descent(sheet.values());
    let [step, ..] = sheet.values::<3>();
    let plot = Plot::new([Vec2::new(225.0, 60.0), Vec2::new(335.0, 160.0)], [0.0, STEPS as f32], [0.0, 3.0]);
    plot.axes(sheet, "k", "E");
    let before: Vec<Vec2> = points(&chain, &angles).into_iter().map(chain_point).collect();
    sheet.dashed(&before, Ink::Faint);
    sheet.key(chain_point(target), Ink::Given);
    sheet.answered();
    let mut path = vec![angles];
    for done in 0..STEPS {
        let next = answers.inverse_kinematics.gradient_step(&chain, &path[done], target, weight, rate)?;
        // A list of another length cannot be placed.
        path.push(if next.len() == 2 { next } else { vec![f32::NAN; 2] });
    }
    let now = &path[step as usize];
    let mut curve = Vec::new();
    let mut tips = Vec::new();
    for (done, angles) in path.iter().enumerate() {
        curve.push(plot.at(done as f32, ik::energy(&chain.hinges, angles, target, weight)));
        tips.push(chain_point(chain.place(angles).tip));
    }
    sheet.line(&curve, Ink::Answer);
    sheet.point(curve[step as usize], Ink::Answer);
    sheet.dashed(&tips[..=step as usize], Ink::Answer);
    let joints = points(&chain, now);
    let seen: Vec<Vec2> = joints.iter().map(|joint| chain_point(*joint)).collect();
    let tip = joints[2];
    // How the tip moves if one hinge turns alone.
    for (number, joint) in joints[..2].iter().enumerate() {
        let moves = Vec3::Z.cross(tip - *joint);
        let end = chain_point(tip + 0.5 * moves);
        let ink = Ink::Series(number as u8);
        sheet.arrow(seen[2], end, ink);
        let along = (end - seen[2]).normalize_or_zero();
        let beside_arrow = end + if number == 0 { 10.0 * along } else { -10.0 * along.perp() };
        for place in [beside_arrow, seen[number] - Vec2::new(6.0, 12.0)] {
            sheet.word(place, Align::Middle, number.to_string(), ink);
        }
    }
    sheet.line(&seen, Ink::Answer);
    for point in &seen {
        sheet.point(*point, Ink::Answer);
    }
    sheet.reading("E", ik::energy(&chain.hinges, now, target, weight), "");
    for (name, angle) in ["angle 0", "angle 1"].into_iter().zip(now) {
        sheet.reading(name, *angle, "");
    }
    sheet.given();
    plot.slide(sheet, "step");
    for (name, y) in [("r", 32.0), ("weight", 14.0)] {
        let [from, to] = [225.0, 335.0].map(|x| Vec2::new(x, y));
        sheet.line(&[from, to], Ink::Faint);
        sheet.slide(name, from, to);
        sheet.word(from - 10.0 * Vec2::X, Align::Right, name, Ink::Given);
    }
    Ok(())
}

/// Height of an ankle above its sole in 14.4.
const HEIGHT: f32 = 0.1;

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
    let (legs, ground) = standing([slope, raised]);
    let normal = ground.faces[0].on.normal;
    let along = normal.truncate().perp() * -1.2;
    let [left, right] = [-along, along].map(|way| slope_point(Vec3::Y * raised + way.extend(0.0)));
    sheet.line(&[left, right], Ink::Given);
    for leg in &legs {
        sheet.dashed(&leg.limb.points().map(slope_point), Ink::Faint);
        sheet.dashed(&sole(&leg.limb, leg.foot), Ink::Faint);
        let hit = ground.under(leg.limb.tip());
        sheet.dashed(&[leg.limb.tip(), hit.point].map(slope_point), Ink::Faint);
        let target = slope_point(ik::ankle_target(hit.point, hit.normal, leg.ankle_height));
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
