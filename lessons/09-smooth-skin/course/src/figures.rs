//! The live figures of the text.

use crate::{Swing, four_influences, wave};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat3, Mat4, Vec2, Vec3};

/// Swings of the middle and the head: the head farther, and later.
pub(crate) const LEANS: [Swing; 2] = [
    Swing { middle: 0.0, reach: 0.75, period: 3.2, delay: 0.0 },
    Swing { middle: 0.0, reach: 1.1, period: 3.2, delay: 1.2 },
];

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "09.1",
        size: [360.0, 185.0],
        parameters: &[Parameter::new("h", [0.0, 1.0]).plays(4.0), Parameter::new("m", [0.01, WIDEST])],
        shown: Shown::Cases(2),
        draw: ramps,
    },
    Figure {
        name: "09.1-bend",
        size: [360.0, 220.0],
        parameters: &[
            Parameter::new("m", [0.01, WIDEST]),
            Parameter::new("middle", [0.0, 110.0]).unit("°").plays(3.0),
            Parameter::new("head", [-45.0, 110.0]).unit("°"),
        ],
        shown: Shown::At(&[&[0.01, 90.0, -30.0], &[WIDEST, 90.0, -30.0]]),
        draw: bent,
    },
    Figure { name: "09.2", size: [360.0, 205.0], parameters: BLEND, shown: Shown::Cases(2), draw: between },
    Figure {
        name: "09.2-sum",
        size: [360.0, 205.0],
        parameters: BLEND,
        shown: Shown::At(&[&[0.25, 0.55, 90.0]]),
        draw: between,
    },
    Figure {
        name: "09.2-four",
        size: [360.0, 185.0],
        parameters: &[Parameter::new("h", [0.0, 1.0]).plays(4.0), Parameter::new("m", [0.01, WIDEST])],
        shown: Shown::At(&[&[0.7, 1.0 / 12.0]]),
        draw: four_pairs,
    },
    Figure {
        name: "09.2-one",
        size: [360.0, 220.0],
        parameters: &[
            Parameter::new("influences", [1.0, 4.0]).whole(),
            Parameter::new("middle", [0.0, 110.0]).unit("°").plays(3.0),
        ],
        shown: Shown::At(&[&[1.0, 90.0], &[4.0, 90.0]]),
        draw: by_influences,
    },
    Figure {
        name: "09.3",
        size: [360.0, 175.0],
        parameters: &[Parameter::new("t", [0.0, 3.2]).unit("s").plays(3.2)],
        shown: Shown::Cases(3),
        draw: leaning,
    },
];

const BLEND: &[Parameter] = &[
    Parameter::new("w0", [0.0, 1.0]),
    Parameter::new("w1", [0.0, 1.0]),
    Parameter::new("bend", [0.0, 120.0]).unit("°").plays(3.0),
];

/// The largest margin: the ramps touch.
const WIDEST: f32 = 1.0 / 6.0;
/// Heights of the middle joint and the head's, as fractions of the whole.
pub(crate) const JOINTS: [f32; 2] = [1.0 / 3.0, 2.0 / 3.0];

/// Returns a turn about a point.
fn about(at: Vec2, degrees: f32) -> Mat3 {
    Mat3::from_translation(at) * Mat3::from_angle(degrees.to_radians()) * Mat3::from_translation(-at)
}

/// Position of 09.2's vertex as it was modelled.
pub(crate) const VERTEX: Vec3 = Vec3::new(3.0, -2.0, 0.0);
/// Position of the joint that bends.
const BENDING: Vec3 = Vec3::new(3.0, 0.0, 0.0);

/// Returns the skinning matrices of 09.2's two joints. The first does not move.
pub(crate) fn two_joints([_, _, bend]: [f32; 3]) -> [Mat4; 2] {
    let turn = Mat4::from_rotation_z(bend.to_radians());
    [Mat4::IDENTITY, Mat4::from_translation(BENDING) * turn * Mat4::from_translation(-BENDING)]
}

/// Draws a vertex where either joint would move it, and the blend, computed as the shader does.
fn between(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [w0, w1, bend] = sheet.values();
    let origin = Vec2::new(40.0, 110.0);
    let [tail, middle] = two_joints([w0, w1, bend]);
    let [joint, by_tail, by_middle, end] = [
        BENDING,
        tail.transform_point3(VERTEX),
        middle.transform_point3(VERTEX),
        middle.transform_point3(BENDING + 2.3 * Vec3::X),
    ]
    .map(|point| origin + 35.0 * point.truncate());
    for (from, to) in [(origin, joint), (joint, end)] {
        sheet.line(&[from, to], Ink::Given);
    }
    for at in [origin, joint] {
        sheet.circle(at, 5.0, Ink::Given);
    }
    sheet.word(origin - 16.0 * Vec2::Y, Align::Middle, "origin", Ink::Given);
    sheet.turn("bend", joint, 55.0);
    sheet.arc(joint, 70.0, [0.0, bend].map(|turned| (turned - 90.0).to_radians()), Ink::Faint);
    sheet.dashed(&[by_tail, by_middle], Ink::Given);
    // Where both are at one place, their names stand beside each other.
    let apart = (22.0 - 0.4 * by_tail.distance(by_middle)).max(0.0);
    for (at, word, side) in [(by_tail, "S0 p", -apart), (by_middle, "S1 p", apart)] {
        sheet.point(at, Ink::Given);
        let aside = 24.0 * (at - joint).normalize() + side * Vec2::X;
        sheet.word(at + aside, Align::Middle, word, Ink::Given);
    }
    for (name, weight, x) in [("w0", w0, 285.0), ("w1", w1, 330.0)] {
        let [low, high] = [40.0, 160.0].map(|y| Vec2::new(x, y));
        sheet.line(&[low, high], Ink::Faint);
        sheet.line(&[low, low.lerp(high, weight)], Ink::Given);
        sheet.word(low - 16.0 * Vec2::Y, Align::Middle, name, Ink::Given);
        sheet.slide(name, low, high);
    }
    sheet.answered();
    let sum = w0 + w1;
    let blend = origin + w0 * (by_tail - origin) + w1 * (by_middle - origin);
    // Where it would be if the weights summed to 1.
    let on_line = origin + (blend - origin) / sum;
    sheet.dashed(&[blend, on_line], Ink::Answer);
    sheet.point(blend, Ink::Answer);
    sheet.word(blend + 15.0 * Vec2::Y, Align::Middle, "p'", Ink::Answer);
    sheet.reading("sum", sum, "");
    Ok(())
}

/// Draws the three weights over the worm's height.
fn ramps(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [height, margin] = sheet.values();
    let plot = Plot::new([Vec2::new(40.0, 40.0), Vec2::new(330.0, 135.0)], [0.0, 1.0], [0.0, 1.0]);
    plot.axes(sheet, "h", "w");
    plot.y_numbers(sheet, &[0.0, 0.5, 1.0]);
    for (joint, name) in JOINTS.into_iter().zip(["1/3", "2/3"]) {
        let [low, high] = [-margin, margin].map(|side| joint + side);
        sheet.area(&[plot.at(low, 0.0), plot.at(high, 0.0), plot.at(high, 1.0), plot.at(low, 1.0)], Ink::Faint);
        sheet.word(plot.at(joint, 0.0) - 14.0 * Vec2::Y, Align::Middle, name, Ink::Given);
    }
    sheet.slide("m", plot.at(JOINTS[0] + 0.01, 1.0), plot.at(JOINTS[0] + WIDEST, 1.0));
    plot.slide(sheet, "h");
    plot.upright(sheet, height, Ink::Given);
    sheet.answered();
    let weights = answers.smooth_skin.weights(height, margin)?;
    let mut middles: Vec<f32> = Vec::new();
    for (joint, name) in ["tail", "middle", "head"].into_iter().enumerate() {
        let ink = Ink::Series(joint as u8);
        plot.try_curve(sheet, ink, |height| answers.smooth_skin.weights(height, margin).map(|weights| weights[joint]))?;
        sheet.point(plot.at(height, weights[joint]), ink);
        // Its name stands above the heights at which it pulls.
        let mut heights = 0.0;
        let mut pulls = 0.0;
        for step in 0..=24 {
            let height = step as f32 / 24.0;
            let pull = answers.smooth_skin.weights(height, margin)?[joint].clamp(0.0, 1.0);
            heights += pull * height;
            pulls += pull;
        }
        let middle = if pulls > 0.0 { heights / pulls } else { (joint as f32 + 0.5) / 3.0 };
        // A name that would lie on another one stands below it.
        let below = middles.iter().filter(|other| (middle - **other).abs() < 0.16).count();
        middles.push(middle);
        sheet.word(plot.at(middle, 1.0).with_y(167.0 - 12.0 * below as f32), Align::Middle, name, ink);
        sheet.reading(name, weights[joint], "");
    }
    sheet.reading("sum", weights.iter().sum(), "");
    Ok(())
}

const RADIUS: f32 = 27.0;

/// Returns the place of a height in the lying worm, from its lower end.
fn lying(height: f32) -> Vec2 {
    Vec2::new(190.0 * height, 0.0)
}

/// A worm that lies and bends.
struct Bend {
    /// Degrees by which the middle and the head are turned.
    middle: f32,
    head: f32,
    margin: f32,
    /// Number of influences of a vertex that are used.
    influences: usize,
}

/// Returns where the weights move a point of the skin. It is at this height of the worm, on the side above the bones (1) or below
/// them (-1).
fn skin_point(
    answers: &Course,
    palette: [Mat3; 3],
    &Bend { margin, influences: count, .. }: &Bend,
    [height, side]: [f32; 2],
) -> Result<Vec2, CallError> {
    let modelled = lying(height) + side * RADIUS * Vec2::Y;
    let (joints, weights) = four_influences(answers.smooth_skin.weights(height, margin)?);
    let mut moved = Vec2::ZERO;
    for (joint, weight) in joints.into_iter().zip(weights).take(count) {
        moved += weight * palette[usize::from(joint)].transform_point2(modelled);
    }
    // One influence alone has the whole weight.
    Ok(if count == 1 { moved / weights[0] } else { moved })
}

fn bent(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [margin, middle, head] = sheet.values();
    let low = Vec2::new(240.0, 18.0);
    let high = Vec2::new(340.0, 18.0);
    sheet.line(&[low, high], Ink::Faint);
    let handle = sheet.slide("m", low, high);
    sheet.word(handle + 16.0 * Vec2::Y, Align::Middle, "m", Ink::Given);
    draw_bend(sheet, answers, &Bend { middle, head, margin, influences: 4 })
}

fn by_influences(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [count, middle] = sheet.values();
    draw_bend(sheet, answers, &Bend { middle, head: -30.0, margin: WIDEST, influences: count as usize })
}

/// Draws the lying worm, whose skin bends by its weights.
fn draw_bend(sheet: &mut Sheet, answers: &Course, bend: &Bend) -> Result<(), CallError> {
    let &Bend { middle, head, .. } = bend;
    let first = about(lying(JOINTS[0]), middle);
    let palette = [Mat3::IDENTITY, first, first * about(lying(JOINTS[1]), head)];
    let origin = Vec2::new(95.0, 68.0);
    let bones = [0, 1, 2].map(|joint| origin + palette[joint].transform_point2(lying(joint as f32 / 3.0)));
    let end = origin + palette[2].transform_point2(lying(1.0));
    sheet.line(&[bones[0], bones[1], bones[2], end], Ink::Given);
    for bone in bones {
        sheet.circle(bone, 5.0, Ink::Given);
    }
    sheet.turn("middle", bones[1], 40.0);
    sheet.answered();
    let mut sides = [Vec::new(), Vec::new()];
    for ring in 0..=48 {
        for (points, side) in sides.iter_mut().zip([-1.0, 1.0]) {
            points.push(origin + skin_point(answers, palette, bend, [ring as f32 / 48.0, side])?);
        }
    }
    for ring in (0..48).step_by(4) {
        let [below, above] = [&sides[0][ring..=ring + 2], &sides[1][ring..=ring + 2]];
        sheet.area(&[below[0], below[2], above[2], above[0]], Ink::Answer);
    }
    for side in &sides {
        sheet.line(side, Ink::Answer);
    }
    let above = skin_point(answers, palette, bend, [JOINTS[0], 1.0])?;
    let below = skin_point(answers, palette, bend, [JOINTS[0], -1.0])?;
    sheet.reading("thickness at the middle's joint", above.distance(below) / (2.0 * RADIUS), "");
    Ok(())
}

/// Draws the attributes of a vertex at a height, and the sum that the shader has to compute from them.
fn four_pairs(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [height, margin] = sheet.values();
    let low = Vec2::new(30.0, 30.0);
    let high = Vec2::new(330.0, 30.0);
    sheet.line(&[low, high], Ink::Given);
    for (joint, name) in ["tail 0", "middle 1", "head 2"].into_iter().enumerate() {
        let at = low.lerp(high, joint as f32 / 3.0);
        sheet.key(at, Ink::Given);
        sheet.word(at + Vec2::new(0.0, -18.0), Align::Middle, name, Ink::Given);
    }
    let at = sheet.slide("h", low, high);
    sheet.word(at + 15.0 * Vec2::Y, Align::Middle, "h", Ink::Given);
    let (joints, weights) = four_influences(answers.smooth_skin.weights(height, margin)?);
    for (row, name) in ["a_weights", "a_joints"].into_iter().enumerate() {
        sheet.word(Vec2::new(85.0, 107.0 + 28.0 * row as f32), Align::Right, name, Ink::Given);
    }
    sheet.answered();
    let mut terms = Vec::new();
    for (slot, name) in ["x", "y", "z", "w"].into_iter().enumerate() {
        let joint = joints[slot];
        let weight = weights[slot];
        let corner = Vec2::new(95.0 + 64.0 * slot as f32, 96.0);
        let size = Vec2::new(58.0, 22.0);
        sheet.word(corner + Vec2::new(29.0, 66.0), Align::Middle, name, Ink::Given);
        sheet.cell(corner + 28.0 * Vec2::Y, size, joint.to_string(), Ink::Answer);
        sheet.cell(corner, size, format!("{weight:.2}"), Ink::Answer);
        terms.push(format!("{weight:.2} S{joint}"));
    }
    sheet.word(Vec2::new(30.0, 76.0), Align::Left, format!("({}) p", terms.join(" + ")), Ink::Answer);
    Ok(())
}

const BONE: f32 = 46.0;

/// Returns the bone that leans by this angle, from its joint to its end.
fn leaning_bone(lean: f32) -> Vec2 {
    BONE * Vec2::Y.rotate(Vec2::from_angle(lean))
}

/// Draws the worm's bones by 09.3's angles, and leans and angles over time.
fn leaning(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [t] = sheet.values();
    let plot = Plot::new([Vec2::new(165.0, 35.0), Vec2::new(335.0, 145.0)], [0.0, 3.2], [-115.0, 115.0]);
    plot.axes(sheet, "t", "");
    plot.y_numbers(sheet, &[-90.0, 0.0, 90.0]);
    plot.x_numbers(sheet, &[0.0, 1.0, 2.0, 3.0]);
    plot.slide(sheet, "t");
    plot.upright(sheet, t, Ink::Given);
    let foot = Vec2::new(75.0, 20.0);
    // Where it should stand: each bone by its lean, from the upright.
    let leans = LEANS.map(|lean| wave(t, &lean));
    let first = foot + leaning_bone(0.0);
    for (joint, lean) in [first, first + leaning_bone(leans[0])].into_iter().zip(leans) {
        sheet.dashed(&[joint, joint + BONE * Vec2::Y], Ink::Faint);
        let upright = std::f32::consts::FRAC_PI_2;
        sheet.arc(joint, 0.7 * BONE, [upright, upright + lean], Ink::Given);
    }
    for lean in LEANS {
        let mut curve = Vec::new();
        for step in 0..=32 {
            let time = 0.1 * step as f32;
            curve.push(plot.at(time, wave(time, &lean).to_degrees()));
        }
        sheet.dashed(&curve, Ink::Faint);
    }
    sheet.reading("head leans", leans[1].to_degrees(), "°");
    sheet.word(plot.at(2.05, 38.0), Align::Middle, "lean", Ink::Given);
    sheet.answered();
    let angles = answers.smooth_skin.joint_angles(t, &LEANS)?;
    for (joint, name) in [(0, "middle"), (1, "head")] {
        let ink = Ink::Series(joint as u8 + 1);
        plot.try_curve(sheet, ink, |time| {
            answers.smooth_skin.joint_angles(time, &LEANS).map(|angles| angles[joint].to_degrees())
        })?;
        sheet.point(plot.at(t, angles[joint].to_degrees()), ink);
        sheet.word(Vec2::new(200.0 + 80.0 * joint as f32, 163.0), Align::Left, name, ink);
        sheet.reading(name, angles[joint].to_degrees(), "°");
    }
    let [middle, head] = angles;
    let second = first + leaning_bone(middle);
    let chain = [foot, first, second, second + leaning_bone(middle + head)];
    sheet.line(&chain, Ink::Answer);
    for joint in chain {
        sheet.point(joint, Ink::Answer);
    }
    Ok(())
}
