//! The live figures of the text.

mod screw;

use crate::DualQuat;
use armature::math::{DualQuaternion, slerp};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "15.1",
        size: [360.0, 170.0],
        parameters: &[Parameter::new("twist", [0.0, 180.0]).unit("°").plays(4.0), Parameter::new("w", [0.0, 1.0])],
        shown: Shown::Cases(2),
        draw: ring,
    },
    Figure {
        name: "15.2",
        size: [360.0, 215.0],
        parameters: &[
            Parameter::new("turn", [0.0, 360.0]).of("the flag").unit("°").plays(6.0),
            Parameter::new("x", [-2.0, 4.0]).unit("m"),
            Parameter::new("y", [-0.5, 2.0]).unit("m"),
        ],
        shown: Shown::Cases(3),
        draw: eight_numbers,
    },
    Figure {
        name: "15.3",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("w", [0.0, 1.0]).plays(3.0),
            Parameter::new("twist", [0.0, 360.0]).unit("°"),
            Parameter::new("away", [0.0, 3.0]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: centre,
    },
    Figure {
        name: "15.3-signs",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("second", [0.0, 360.0]).unit("°").plays(6.0),
            Parameter::new("third", [-180.0, 180.0]).unit("°"),
        ],
        shown: Shown::At(&[&[130.0, -80.0], &[80.0, -80.0]]),
        draw: signs,
    },
    Figure {
        name: "15.4",
        size: [360.0, 205.0],
        parameters: &[Parameter::new("bend", [0.0, 150.0]).unit("°").plays(4.0)],
        shown: Shown::Cases(1),
        draw: bend,
    },
    Figure {
        name: "15.2-screw",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("part", [0.0, 1.0]).plays(3.0),
            Parameter::new("θ", [10.0, 180.0]).unit("°"),
            Parameter::new("d", [-0.5, 1.5]).unit("m"),
        ],
        shown: Shown::At(&[&[0.5, 150.0, 0.8]]),
        draw: screw::flag,
    },
    Figure {
        name: "15.2-dual",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("θ", [0.0, 360.0]).unit("°"), Parameter::new("d", [-1.5, 1.5]).unit("m")],
        shown: Shown::At(&[&[120.0, 1.0]]),
        draw: screw::tangent,
    },
];

/// Position of 15.4's elbow, and distance of the skin from it, in metres.
const ELBOW: Vec3 = Vec3::new(3.0, 0.0, 0.0);
const SKIN: f32 = 0.2;
/// A vertex of that skin, as it was modelled.
pub(crate) const SKIN_VERTEX: Vec3 = Vec3::new(ELBOW.x, -SKIN, 0.0);
/// Weights of the three motions of 15.3-signs.
const WEIGHTS: [f32; 3] = [0.5, 0.3, 0.2];

/// Weights, the largest first, and their motions.
#[derive(Clone, Debug)]
pub struct Blend {
    /// Sum 1.
    pub weights: Vec<f32>,
    /// Motions with signs of either kind.
    pub motions: Vec<DualQuat>,
}

/// Returns a turn in the plane of the sheet.
fn turn(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

/// Returns two motions that leave `centre` where it is: the first moves nothing, the second turns.
fn motions_about(centre: Vec3, degrees: f32) -> [DualQuat; 2] {
    [0.0, degrees].map(|degrees| {
        let rotation = turn(degrees);
        DualQuaternion::from_rotation_translation(rotation, centre - rotation * centre).into()
    })
}

/// Returns 15.1's twist in radians, and its weight.
pub(crate) fn twisted([twist, weight]: [f32; 2]) -> (f32, f32) {
    (twist.to_radians(), weight)
}

/// Returns 15.2's rotation and translation.
pub(crate) fn rigid([degrees, x, y]: [f32; 3]) -> (Quat, Vec3) {
    (turn(degrees), Vec3::new(x, y, 0.0))
}

/// Returns 15.3's motions of upper arm and forearm, and their weights.
pub(crate) fn elbow([weight, twist, away]: [f32; 3]) -> Blend {
    let mut weights = vec![1.0 - weight, weight];
    let mut motions = motions_about(away * Vec3::X, twist).to_vec();
    if weight > 0.5 {
        weights.reverse();
        motions.reverse();
    }
    Blend { weights, motions }
}

/// Returns 15.4's motions of upper arm and forearm.
pub(crate) fn arm([bend]: [f32; 1]) -> [DualQuat; 2] {
    motions_about(ELBOW, bend)
}

/// Returns a point of the sheet's plane after a motion.
fn move_point(motion: DualQuat, point: Vec2) -> Vec2 {
    DualQuaternion::from(motion).transform_point(point.extend(0.0)).truncate()
}

/// Draws a twisted ring of the skin, seen along the bone, and the bar from the side, as thick as 15.1 says.
fn ring(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [twist, weight] = sheet.values();
    let centre = Vec2::new(88.0, 80.0);
    let radius = 66.0;
    let side = Plot::new([Vec2::new(200.0, 14.0), Vec2::new(345.0, 146.0)], [0.0, 1.0], [-1.0, 1.0]);
    let (theta, _) = twisted([twist, weight]);
    let [first, second] = [0.0, theta].map(|angle| centre + radius * Vec2::from_angle(angle));
    sheet.circle(centre, radius, Ink::Faint);
    sheet.arc(centre, radius, [0.0, theta], Ink::Given);
    sheet.line(&[first, second], Ink::Given);
    sheet.point(first, Ink::Given);
    sheet.word(first + 6.0 * Vec2::X, Align::Left, "(1, 0)", Ink::Given);
    if twist > 30.0 {
        let out = Vec2::from_angle(theta / 2.0);
        sheet.word(centre + (radius + 16.0) * out, Align::Middle, "arc", Ink::Given);
        let at = centre + Vec2::new(radius + 4.0, -48.0);
        sheet.line(&[at + Vec2::new(2.0, 8.0), first.lerp(second, 0.12)], Ink::Faint);
        sheet.word(at, Align::Middle, "chord", Ink::Given);
    }
    sheet.turn("twist", centre, radius);
    for edge in [-1.0, 1.0] {
        sheet.dashed(&[side.at(0.0, edge), side.at(1.0, edge)], Ink::Faint);
    }
    side.upright(sheet, weight, Ink::Given);
    sheet.word(side.at(weight, -1.0) - 8.0 * Vec2::Y, Align::Middle, "w", Ink::Given);
    let left = answers.dual_quaternions.thickness(theta, weight)?;
    sheet.answered();
    sheet.circle(centre, radius * left, Ink::Answer);
    for edge in [-1.0, 1.0] {
        side.try_curve(sheet, Ink::Answer, |weight| Ok(edge * answers.dual_quaternions.thickness(theta, weight)?))?;
        sheet.point(side.at(weight, edge * left), Ink::Answer);
    }
    sheet.given();
    sheet.slide("w", first, second);
    sheet.reading("radius", left, "");
    Ok(())
}

/// A plane on a sheet: its origin, and how long a metre is.
struct Plane {
    origin: Vec2,
    metre: f32,
}

impl Plane {
    fn at(&self, place: Vec2) -> Vec2 {
        self.origin + self.metre * place
    }
}

/// Returns the lower left corner of one of the eight numbers.
fn number_cell(row: usize, column: usize) -> Vec2 {
    Vec2::new(70.0 + 70.0 * column as f32, 26.0 - 24.0 * row as f32)
}

/// Draws a flag that is turned about the origin and then shifted, and the eight numbers of that motion by 15.2.
fn eight_numbers(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [degrees, x, y] = sheet.values();
    let plane = Plane { origin: Vec2::new(125.0, 96.0), metre: 46.0 };
    let flag = [(0.0, 0.0), (1.1, 0.0), (0.9, 0.4), (0.7, 0.0)].map(Vec2::from);
    let turned = flag.map(|place| plane.at(Vec2::from_angle(degrees.to_radians()).rotate(place)));
    sheet.line(&flag.map(|place| plane.at(place)), Ink::Faint);
    sheet.dashed(&turned, Ink::Given);
    sheet.point(plane.origin, Ink::Given);
    sheet.turn("turn", plane.origin, 1.1 * plane.metre);
    let end = sheet.drag(["x", "y"], plane.at(Vec2::new(-2.0, -0.5)), plane.at(Vec2::new(4.0, 2.0)));
    sheet.arrow(plane.origin, end, Ink::Given);
    sheet.word(plane.origin.lerp(end, 0.25) - 12.0 * Vec2::Y, Align::Middle, "t", Ink::Given);
    for (row, name) in ["real", "dual"].into_iter().enumerate() {
        sheet.word(number_cell(row, 0) + Vec2::new(-10.0, 11.0), Align::Right, name, Ink::Given);
        for (column, letter) in ["x", "y", "z", "w"].into_iter().enumerate() {
            let cell = number_cell(row, column);
            sheet.cell(cell, Vec2::new(66.0, 22.0), "", Ink::Faint);
            sheet.word(cell + Vec2::new(8.0, 11.0), Align::Middle, letter, Ink::Faint);
        }
    }
    let (rotation, translation) = rigid([degrees, x, y]);
    let motion = answers.dual_quaternions.from_rigid(rotation, translation)?;
    sheet.answered();
    let placed = flag.map(|place| plane.at(move_point(motion, place)));
    sheet.line(&placed, Ink::Answer);
    sheet.point(placed[0], Ink::Answer);
    for (row, part) in [motion.real, motion.dual].into_iter().enumerate() {
        for (column, number) in part.to_array().into_iter().enumerate() {
            // No -0.00.
            let number = (number * 100.0).round() / 100.0 + 0.0;
            let at = number_cell(row, column) + Vec2::new(62.0, 11.0);
            sheet.word(at, Align::Right, format!("{number:.2}"), Ink::Answer);
        }
    }
    for (name, number) in ["dual x", "dual y", "dual z", "dual w"].into_iter().zip(motion.dual.to_array()) {
        sheet.reading(name, number, "");
    }
    Ok(())
}

/// Returns where `point` comes to if 15.3's rotations and translations are blended separately.
fn blended_separately([weight, twist, away]: [f32; 3], point: Vec3) -> Vec2 {
    let c = away * Vec3::X;
    let rotation = slerp(Quat::IDENTITY, turn(twist), weight);
    (rotation * point + weight * (c - turn(twist) * c)).truncate()
}

/// Draws the point c, which two motions leave where it is, as 15.3's blend of them moves it, and as rotation and
/// translation move it if they are blended separately.
fn centre(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [weight, twist, away] = sheet.values();
    let plane = Plane { origin: Vec2::new(60.0, 102.0), metre: 40.0 };
    let reach = 40.0;
    let c = plane.at(away * Vec2::X);
    let hand = Vec3::new(away + reach / plane.metre, 0.0, 0.0);
    let farthest = plane.at(3.0 * Vec2::X);
    sheet.dashed(&[plane.origin, farthest], Ink::Faint);
    sheet.point(plane.origin, Ink::Given);
    sheet.word(plane.origin - 14.0 * Vec2::Y, Align::Middle, "origin", Ink::Given);
    let arms = [0.0, twist.to_radians()].map(|angle| c + reach * Vec2::from_angle(angle));
    sheet.arc(c, reach, [0.0, twist.to_radians()], Ink::Faint);
    for (end, name) in arms.into_iter().zip(["first", "second"]) {
        sheet.line(&[c, end], Ink::Given);
        let out = (end - c).normalize_or_zero();
        sheet.word(end + Vec2::new(28.0, 14.0) * out, Align::Middle, name, Ink::Given);
    }
    let mut way = Vec::new();
    for step in 0..=40 {
        way.push(plane.at(blended_separately([step as f32 / 40.0, twist, away], away * Vec3::X)));
    }
    let [separate, end] =
        [away * Vec3::X, hand].map(|point| plane.at(blended_separately([weight, twist, away], point)));
    sheet.dashed(&way, Ink::Series(2));
    sheet.line(&[separate, end], Ink::Series(2));
    sheet.point(separate, Ink::Series(2));
    if separate.distance(c) > 20.0 {
        sheet.word(separate + Vec2::new(14.0, -4.0), Align::Left, "separate", Ink::Series(2));
    }
    let below = if twist > 180.0 { 13.0 } else { -13.0 };
    sheet.word(c + below * Vec2::Y, Align::Middle, "c", Ink::Given);
    sheet.slide("away", plane.origin, farthest);
    sheet.turn("twist", c, reach);
    let Blend { weights, motions } = elbow([weight, twist, away]);
    let blend = answers.dual_quaternions.blend(&weights, &motions)?;
    sheet.answered();
    let [stays, end] = [away * Vec2::X, hand.truncate()].map(|point| plane.at(move_point(blend, point)));
    sheet.arrow(stays, end, Ink::Answer);
    sheet.point(stays, Ink::Answer);
    sheet.reading("c moves", stays.distance(c) / plane.metre, "m");
    sheet.reading("turned", (end - stays).to_angle().to_degrees().round(), "°");
    sheet.given();
    sheet.slide("w", arms[0], arms[1]);
    sheet.reading("separately", separate.distance(c) / plane.metre, "m");
    Ok(())
}

/// Draws the real parts of three motions about one axis on a circle, their sums with and without signs, and 15.3's blend.
fn signs(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [second, third] = sheet.values();
    let centre = Vec2::new(150.0, 102.0);
    let radius = 76.0;
    sheet.circle(centre, radius, Ink::Faint);
    // The border between the two sides of the first.
    sheet.dashed(&[90.0f32, -90.0].map(|degrees| centre + radius * Vec2::from_angle(degrees.to_radians())), Ink::Faint);
    let mut with = vec![centre];
    let mut without = vec![centre];
    for ((degrees, name), weight) in [(0.0, "first"), (second, "second"), (third, "third")].into_iter().zip(WEIGHTS) {
        let real = Vec2::from_angle(degrees.to_radians());
        let sign = if real.x < 0.0 { -1.0 } else { 1.0 };
        sheet.point(centre + radius * real, Ink::Given);
        sheet.word(centre + Vec2::new(radius + 30.0, radius + 15.0) * real, Align::Middle, name, Ink::Given);
        if sign < 0.0 {
            let opposite = centre + radius * Vec2::from_angle((degrees + 180.0).to_radians());
            sheet.dashed(&[centre + radius * real, opposite], Ink::Given);
            sheet.circle(opposite, 5.0, Ink::Given);
        }
        with.push(with[with.len() - 1] + sign * weight * radius * real);
        without.push(without[without.len() - 1] + weight * radius * real);
    }
    without.windows(2).for_each(|pair| sheet.line(pair, Ink::Series(2)));
    sheet.point(without[3], Ink::Series(2));
    with.windows(2).for_each(|pair| sheet.line(pair, Ink::Given));
    sheet.point(with[3], Ink::Given);
    sheet.word(Vec2::new(255.0, 190.0), Align::Left, "without signs", Ink::Series(2));
    sheet.turn("second", centre, radius);
    sheet.turn("third", centre, radius);
    let motions = [0.0, second, third].map(|degrees| {
        // The circle shows half of the angle.
        let half = degrees.to_radians();
        let real = Quat::from_xyzw(0.0, 0.0, half.sin(), half.cos());
        DualQuat { real, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) }
    });
    let DualQuat { real, .. } = answers.dual_quaternions.blend(&WEIGHTS, &motions)?;
    sheet.answered();
    let blend = Vec2::new(real.w, real.z);
    sheet.arrow(centre, centre + radius * blend, Ink::Answer);
    sheet.reading("blend", blend.to_angle().to_degrees(), "°");
    sheet.reading("length", blend.length(), "");
    Ok(())
}

/// Draws the skin of an elbow by matrices and by dual quaternions, as 15.4's shader moves a line of vertices.
fn bend(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [bend] = sheet.values();
    let metre = 225.0;
    let elbow = Vec2::new(150.0, 74.0);
    let reach = 0.45;
    let motions = arm([bend]).map(DualQuaternion::from);
    let tip = elbow + metre * reach * Vec2::from_angle(bend.to_radians());
    sheet.line(&[elbow - metre * reach * Vec2::X, elbow, tip], Ink::Faint);
    sheet.circle(elbow, metre * SKIN, Ink::Faint);
    sheet.turn("bend", elbow, reach * metre);
    sheet.word(elbow - 12.0 * Vec2::Y, Align::Middle, "c", Ink::Given);
    let vertex = elbow + metre * (SKIN_VERTEX - ELBOW).truncate();
    sheet.point(vertex, Ink::Given);
    sheet.word(vertex + Vec2::new(10.0, 12.0), Align::Middle, "p", Ink::Given);
    let mut middles = [0.0; 2];
    for side in [-SKIN, SKIN] {
        let mut linear = Vec::new();
        let mut dual = Vec::new();
        for step in -40..=40 {
            let along = reach * step as f32 / 40.0;
            let weight = (0.5 + 2.0 * along).clamp(0.0, 1.0);
            let vertex = ELBOW + Vec3::new(along, side, 0.0);
            let blend = DualQuaternion::blend(&[1.0 - weight, weight], &motions);
            let [first, second] = motions.map(|motion| motion.transform_point(vertex));
            let places = [first.lerp(second, weight), blend.transform_point(vertex)].map(|place| place - ELBOW);
            if step == 0 {
                middles = places.map(Vec3::length);
            }
            let [straight, round] = places.map(|place| elbow + metre * place.truncate());
            linear.push(straight);
            dual.push(round);
            if step % 8 == 0 {
                let normal = blend.transform_vector(Vec3::Y * side.signum()).truncate();
                sheet.line(&[round, round + 12.0 * normal], Ink::Given);
            }
        }
        sheet.line(&linear, Ink::Series(2));
        sheet.line(&dual, Ink::Answer);
        for line in [&linear, &dual] {
            sheet.point(line[40], Ink::Given);
        }
        if side < 0.0 {
            sheet.word(dual[40] + 20.0 * (dual[40] - elbow).normalize_or_zero(), Align::Middle, "p'", Ink::Answer);
        }
    }
    sheet.word(Vec2::new(265.0, 130.0), Align::Left, "dual", Ink::Answer);
    sheet.word(Vec2::new(265.0, 110.0), Align::Left, "linear", Ink::Series(2));
    sheet.reading("linear", middles[0], "m");
    sheet.reading("dual", middles[1], "m");
    Ok(())
}
