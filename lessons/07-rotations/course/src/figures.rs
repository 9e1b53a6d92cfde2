//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::{Transform, matrix_lerp};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec2, Vec2Swizzles, Vec3, Vec3Swizzles};
use std::f32::consts::FRAC_PI_2;

const U: Parameter = Parameter::new("u", [0.0, 1.0]).plays(3.0);
/// Half the turn between two keys, which is their distance on the circle.
const THETA: Parameter = Parameter::new("theta", [0.0, 90.0]).unit("°");

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "07.1",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("from", [0.0, 360.0]).unit("°"),
            Parameter::new("to", [0.0, 720.0]).unit("°").plays(10.0),
        ],
        shown: Shown::Cases(2),
        draw: signs,
    },
    Figure { name: "07.2", size: [360.0, 190.0], parameters: &[U, THETA], shown: Shown::Cases(1), draw: straight },
    Figure {
        name: "07.3",
        size: [360.0, 190.0],
        // At its low end a · a rounds to more than 1.
        parameters: &[U, THETA, Parameter::new("first", [-76.0, 76.0]).unit("°")],
        shown: Shown::Cases(1),
        draw: along_the_arc,
    },
    Figure {
        name: "07.4",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("turn", [-180.0, 180.0]).of("the sheet").unit("°"),
            Parameter::new("s1", [-1.4, 1.4]),
            Parameter::new("s2", [0.3, 1.3]),
        ],
        shown: Shown::Cases(2),
        draw: parts,
    },
    Figure {
        name: "07-shrinking",
        size: [360.0, 160.0],
        parameters: &[U, Parameter::new("apart", [0.0, 180.0]).unit("°")],
        shown: Shown::At(&[&[0.5, 150.0]]),
        draw: shrinking,
    },
    Figure {
        name: "07-mirrors",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("first", [0.0, 180.0]).unit("°"),
            Parameter::new("second", [0.0, 360.0]).unit("°").plays(10.0),
        ],
        shown: Shown::At(&[&[15.0, 60.0], &[15.0, 240.0]]),
        draw: mirrors,
    },
    Figure {
        name: "07-die",
        size: [200.0, 180.0],
        parameters: &[U],
        shown: Shown::At(&[&[0.0], &[0.5], &[1.0]]),
        draw: die,
    },
];

/// Position of 07.4's sheet of paper.
const PAPER_AT: Vec3 = Vec3::new(3.0, 1.0, 0.0);

/// Returns the quaternions of two turns about z, in degrees. Past 360 degrees it is the other of the two.
pub(crate) fn two_turns(degrees: [f32; 2]) -> [Quat; 2] {
    degrees.map(|degrees| Quat::from_rotation_z(degrees.to_radians()))
}

/// Returns the keys of 07.2 and 07.3, which are `theta` degrees apart on the circle. The first is turned by `first` degrees.
pub(crate) fn arc_ends(theta: f32, first: f32) -> [Quat; 2] {
    two_turns([first, first + 2.0 * theta])
}

/// Returns 07.4's matrix: a scale, a turn about z and a move.
pub(crate) fn placed([turn, s1, s2]: [f32; 3]) -> Mat4 {
    // No scale is 0.
    let s1 = if s1 < 0.0 { s1.min(-0.05) } else { s1.max(0.05) };
    Mat4::from_scale_rotation_translation(Vec3::new(s1, s2, 1.0), Quat::from_rotation_z(turn.to_radians()), PAPER_AT)
}

/// Returns the coordinates of a quaternion in the plane of the turns about z, where that by `first` degrees is (1, 0).
pub(crate) fn from_first(q: Quat, first: f32) -> Vec2 {
    Vec2::from_angle((-first / 2.0).to_radians()).rotate(Vec2::new(q.w, q.z))
}

/// Returns the angle by which a rotation has turned from the first key, in degrees.
fn turned(q: Quat, first: f32) -> f32 {
    2.0 * from_first(q, first).to_angle().to_degrees()
}

/// Returns how far nlerp is ahead of even speed at `u`, in degrees.
fn nlerp_ahead(theta: f32, u: f32) -> f32 {
    let [a, b] = arc_ends(theta, 0.0);
    turned((ANSWERS.nlerp)(a, b, u), 0.0) - 2.0 * u * theta
}

fn direction(matrix: Mat4) -> Vec2 {
    matrix.transform_vector3(Vec3::X).truncate()
}

/// Draws an arm between two keys whose matrices are blended number by number, which makes it shorter.
fn shrinking(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [u, apart] = sheet.values();
    let shoulder = Vec2::new(190.0, 25.0);
    let reach = 115.0;
    let keys = [0.0, apart.to_radians()].map(Mat4::from_rotation_z);
    let [first, second] = keys.map(|key| shoulder + reach * direction(key));
    sheet.arc(shoulder, reach, [0.0, apart.to_radians()], Ink::Faint);
    sheet.line(&[shoulder, first], Ink::Given);
    sheet.line(&[shoulder, second], Ink::Given);
    sheet.dashed(&[first, second], Ink::Given);
    sheet.word(first - 12.0 * Vec2::Y, Align::Middle, "key 0", Ink::Given);
    sheet.turn("apart", shoulder, reach);
    sheet.word(second + 14.0 * direction(keys[1]), Align::Right, "key 1", Ink::Given);
    let blend = direction(matrix_lerp(keys[0], keys[1], u));
    sheet.arrow(shoulder, shoulder + reach * blend, Ink::Series(0));
    sheet.slide("u", first, second);
    sheet.reading("length of the result", blend.length(), "");
    Ok(())
}

/// Draws a die that two Euler angles turn, each by a fraction of a right angle, and the corner that both leave in its place.
fn die(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [u] = sheet.values();
    let turn = Quat::from_rotation_z(u * FRAC_PI_2) * Quat::from_rotation_x(u * FRAC_PI_2);
    let view = Quat::from_rotation_x(0.26) * Quat::from_rotation_y(-0.35);
    let place = |point: Vec3| Vec2::new(100.0, 95.0) + 42.0 * (view * point).truncate();
    sheet.dashed(&[place(-1.9 * Vec3::ONE), place(1.9 * Vec3::ONE)], Ink::Series(0));
    for (number, side) in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_Z, Vec3::NEG_Y, Vec3::NEG_X].into_iter().enumerate() {
        if (view * turn * side).z < 0.0 {
            continue;
        }
        let across = side.yzx().abs();
        let at = |x: f32, y: f32| place(turn * (side + x * across + y * across.yzx()));
        let corners = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0), at(-1.0, -1.0)];
        sheet.fill(&corners[..4], Ink::PAPER, 1.0);
        sheet.line(&corners, Ink::Given);
        let pairs = [(0.5, 0.5), (0.5, -0.5), (0.5, 0.0)];
        let spots = number + 1;
        for (x, y) in pairs.into_iter().take(spots / 2) {
            sheet.point(at(x, y), Ink::Given);
            sheet.point(at(-x, -y), Ink::Given);
        }
        if spots % 2 == 1 {
            sheet.point(at(0.0, 0.0), Ink::Given);
        }
    }
    let corner = turn * Vec3::ONE;
    sheet.line(&[place(Vec3::ONE), place(1.9 * Vec3::ONE)], Ink::Series(0));
    sheet.circle(place(Vec3::ONE), 6.0, Ink::Series(0));
    sheet.disc(place(corner), 6.0, Ink::Series(0));
    // By the chord, which rounding does not spoil where it is 0.
    let off = 2.0 * (0.5 * corner.distance(Vec3::ONE) / Vec3::ONE.length()).asin();
    sheet.reading("corner off", off.to_degrees(), "°");
    Ok(())
}

/// Draws a flag, its image in a first mirror, and that one's image in a second mirror, which is only turned.
fn mirrors(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [first, second] = sheet.values();
    let centre = Vec2::new(180.0, 100.0);
    let reach = 80.0;
    // It is no mirror image of itself.
    let mut flag = [Vec2::new(35.0, 0.0), Vec2::new(72.0, 0.0), Vec2::new(72.0, 20.0), Vec2::new(35.0, 0.0)]
        .map(|corner| Vec2::from_angle(-0.2).rotate(corner));
    draw_flag(sheet, &flag.map(|corner| centre + corner), Ink::Given);
    for (name, degrees, ink) in [("first", first, Ink::Faint), ("second", second, Ink::Series(0))] {
        let mirror = Vec2::from_angle(degrees.to_radians());
        sheet.line(&[centre - reach * mirror, centre + reach * mirror], Ink::Given);
        sheet.word(centre + (reach + 24.0) * mirror, Align::Middle, name, Ink::Given);
        flag = flag.map(|corner| 2.0 * corner.dot(mirror) * mirror - corner);
        draw_flag(sheet, &flag.map(|corner| centre + corner), ink);
        sheet.turn(name, centre, reach);
    }
    let between = (second - first).to_radians();
    sheet.reading("between the mirrors", second - first, "°");
    sheet.reading("the flag has turned by", 2.0 * (second - first), "°");
    sheet.reading("z", between.sin(), "");
    sheet.reading("w", between.cos(), "");
    Ok(())
}

fn draw_flag(sheet: &mut Sheet, corners: &[Vec2], ink: Ink) {
    sheet.area(corners, ink);
    sheet.line(corners, ink);
}

/// Draws the two keys of an arm, on the left as quaternions, each at half its angle, and which of `to` and `-to` 07.1 returns.
fn signs(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [from, to] = sheet.values();
    let sphere = Vec2::new(88.0, 85.0);
    let shoulder = Vec2::new(258.0, 85.0);
    let radius = 62.0;
    sheet.word(Vec2::new(sphere.x, 180.0), Align::Middle, "quaternions", Ink::Given);
    sheet.word(Vec2::new(shoulder.x, 180.0), Align::Middle, "the arm", Ink::Given);
    for (axis, name) in [(Vec2::X, "w"), (Vec2::Y, "z")] {
        sheet.line(&[sphere - radius * axis, sphere + radius * axis], Ink::Faint);
        sheet.word(sphere + (radius - 10.0) * axis - 9.0 * axis.yx(), Align::Middle, name, Ink::Faint);
    }
    sheet.circle(sphere, radius, Ink::Faint);
    sheet.circle(shoulder, radius, Ink::Faint);
    for (degrees, name) in [(from, "from"), (to, "to"), (to + 360.0, "-to")] {
        let at = Vec2::from_angle((degrees / 2.0).to_radians());
        sheet.line(&[sphere, sphere + radius * at], Ink::Given);
        sheet.point(sphere + radius * at, Ink::Given);
        sheet.word(sphere + Vec2::new(radius + 22.0, radius + 15.0) * at, Align::Middle, name, Ink::Given);
    }
    for (name, degrees) in [("from", from), ("to", to)] {
        let direction = Vec2::from_angle(degrees.to_radians());
        sheet.line(&[shoulder, shoulder + radius * direction], Ink::Given);
        sheet.word(shoulder + Vec2::new(radius + 22.0, radius + 15.0) * direction, Align::Middle, name, Ink::Given);
        sheet.turn(name, shoulder, radius);
    }
    let [a, b] = two_turns([from, to]);
    let taken = answers.rotations.shortest(a, b)?;
    sheet.answered();
    let taken = from_first(taken, 0.0);
    sheet.arrow(sphere, sphere + (radius - 4.0) * taken, Ink::Answer);
    let angle = from_first(a, 0.0).angle_to(taken);
    sheet.arc(sphere, 20.0, [(from / 2.0).to_radians(), (from / 2.0).to_radians() + angle], Ink::Answer);
    // On the arm twice as much.
    let end = from.to_radians() + 2.0 * angle;
    sheet.arc(shoulder, 30.0, [from.to_radians(), end], Ink::Answer);
    sheet.arrow(shoulder, shoulder + (radius - 6.0) * Vec2::from_angle(end), Ink::Answer);
    sheet.reading("turn", 2.0 * angle.to_degrees().abs(), "°");
    Ok(())
}

/// Draws equal steps on the straight line from a to b, and where nlerp moves each of them on the circle.
fn straight(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [u, theta] = sheet.values();
    let centre = Vec2::new(110.0, 25.0);
    let radius = 140.0;
    let [a, b] = arc_ends(theta, 0.0);
    let [start, end] = [a, b].map(|q| centre + radius * from_first(q, 0.0));
    sheet.arc(centre, radius, [0.0, theta.to_radians()], Ink::Faint);
    sheet.line(&[start, centre, end], Ink::Given);
    sheet.line(&[start, end], Ink::Given);
    sheet.word(start + Vec2::new(14.0, -4.0), Align::Middle, "a", Ink::Given);
    sheet.word(end + 15.0 * from_first(b, 0.0), Align::Middle, "b", Ink::Given);
    for step in 1..10 {
        let on_line = start.lerp(end, step as f32 / 10.0);
        let out = centre + radius * (on_line - centre).normalize_or_zero();
        sheet.line(&[on_line, out], Ink::Faint);
    }
    let now = from_first(answers.rotations.nlerp(a, b, u)?, 0.0);
    sheet.answered();
    for step in 0..=10 {
        let blend = answers.rotations.nlerp(a, b, step as f32 / 10.0)?;
        sheet.point(centre + radius * from_first(blend, 0.0), Ink::Answer);
    }
    sheet.arrow(centre, centre + radius * now, Ink::Answer);
    sheet.given();
    sheet.turn("theta", centre, radius);
    sheet.slide("u", start, end);
    sheet.reading("length of the result", now.length(), "");
    sheet.reading("turned", 2.0 * now.to_angle().to_degrees(), "°");
    sheet.reading("at even speed", 2.0 * u * theta, "°");
    Ok(())
}

/// Draws slerp's steps on the circle, and beside it how far slerp and nlerp are ahead of even speed.
fn along_the_arc(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [u, theta, first] = sheet.values();
    let centre = Vec2::new(20.0, 30.0);
    let radius = 120.0;
    let [a, b] = arc_ends(theta, first);
    sheet.arc(centre, radius, [0.0, theta.to_radians()], Ink::Faint);
    for step in 0..=10 {
        let ray = Vec2::from_angle((theta * step as f32 / 10.0).to_radians());
        sheet.line(&[centre, centre + radius * ray], if step % 10 == 0 { Ink::Given } else { Ink::Faint });
    }
    sheet.word(centre + Vec2::new(radius, -14.0), Align::Middle, "a", Ink::Given);
    sheet.word(centre + (radius + 14.0) * from_first(b, first), Align::Middle, "b", Ink::Given);
    // From the centre along a, then in b's direction: both together lead to the point of the arc.
    let [goal, end] = [u * theta, theta].map(|degrees| Vec2::from_angle(degrees.to_radians()));
    if end.y > 0.1 {
        let corner = (goal.x - goal.y * end.x / end.y) * Vec2::X;
        sheet.line(&[centre, centre + radius * corner], Ink::Series(1));
        sheet.line(&[centre + radius * corner, centre + radius * goal], Ink::Series(1));
        sheet.word(centre + 0.5 * radius * corner - 12.0 * Vec2::Y, Align::Middle, "A", Ink::Series(1));
        let side = centre + 0.5 * radius * (corner + goal) + 22.0 * Vec2::X;
        sheet.word(side, Align::Middle, "B", Ink::Series(1));
        sheet.word(centre - Vec2::new(10.0, 10.0), Align::Middle, "O", Ink::Series(1));
        sheet.word(centre + radius * corner - 14.0 * Vec2::Y, Align::Middle, "Q", Ink::Series(1));
        sheet.word(centre + (radius + 10.0) * goal, Align::Middle, "P", Ink::Series(1));
    }
    let plot = Plot::new([Vec2::new(200.0, 30.0), Vec2::new(335.0, 150.0)], [0.0, 1.0], [-8.0, 8.0]);
    plot.axes(sheet, "u", "degrees ahead");
    plot.x_numbers(sheet, &[0.0, 0.5, 1.0]);
    plot.y_numbers(sheet, &[-8.0, 0.0, 8.0]);
    plot.upright(sheet, u, Ink::Given);
    plot.curve(sheet, Ink::Series(0), |u| nlerp_ahead(theta, u));
    sheet.word(plot.at(0.75, nlerp_ahead(theta, 0.75)) + 14.0 * Vec2::Y, Align::Middle, "nlerp", Ink::Series(0));
    let now = answers.rotations.slerp(a, b, u)?;
    sheet.answered();
    for step in 0..=10 {
        let blend = answers.rotations.slerp(a, b, step as f32 / 10.0)?;
        sheet.point(centre + radius * from_first(blend, first), Ink::Answer);
    }
    sheet.arrow(centre, centre + radius * from_first(now, first), Ink::Answer);
    plot.try_curve(sheet, Ink::Answer, |u| Ok(turned(answers.rotations.slerp(a, b, u)?, first) - 2.0 * u * theta))?;
    sheet.word(plot.at(0.75, -4.5), Align::Middle, "slerp", Ink::Answer);
    if !now.is_finite() {
        sheet.word(centre + 50.0 * Vec2::ONE, Align::Middle, "NaN", Ink::Answer);
    }
    sheet.given();
    plot.slide(sheet, "u");
    sheet.turn("theta", centre, radius);
    sheet.reading("turned", turned(now, first), "°");
    let widest = (0..=200).map(|step| nlerp_ahead(theta, step as f32 / 200.0).abs()).fold(0.0, f32::max);
    sheet.reading("nlerp's widest gap", widest, "°");
    Ok(())
}

const ORIGIN: Vec2 = Vec2::new(16.0, 22.0);
const UNIT: f32 = 60.0;

/// Returns the place on the sheet to which a matrix moves (x, y).
fn moved(matrix: &Mat4, x: f32, y: f32) -> Vec2 {
    ORIGIN + UNIT * matrix.transform_point3(Vec3::new(x, y, 0.0)).truncate()
}

/// Draws a piece of paper moved by a matrix, the axes of the rotation that 07.4 finds, and the paper's edge by its three parts.
fn parts(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, s1, s2] = sheet.values();
    let matrix = placed([turn, s1, s2]);
    let joint = placed([turn, 1.0, 1.0]);
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 1.0), (0.0, 0.0)];
    sheet.area(&corners.map(|(x, y)| moved(&matrix, x, y)), Ink::Given);
    sheet.line(&[moved(&joint, 0.0, 0.0), moved(&joint, 1.6, 0.0)], Ink::Faint);
    sheet.dashed(&[ORIGIN, moved(&matrix, 0.0, 0.0)], Ink::Faint);
    let Transform { translation, rotation, scale } = answers.rotations.decompose(matrix)?;
    sheet.answered();
    let joined = Mat4::from_scale_rotation_translation(scale, rotation, translation);
    sheet.line(&corners.map(|(x, y)| moved(&joined, x, y)), Ink::Answer);
    for (axis, name) in [(Vec3::X, "x"), (Vec3::Y, "y")] {
        let [from, to, label] = [Vec3::ZERO, axis, axis - 0.2 * axis.yxz()]
            .map(|point| ORIGIN + UNIT * (translation + rotation * point).truncate());
        sheet.arrow(from, to, Ink::Answer);
        sheet.word(label, Align::Middle, name, Ink::Answer);
    }
    sheet.given();
    sheet.slide("s1", moved(&joint, -1.4, 0.0), moved(&joint, 1.4, 0.0));
    sheet.slide("s2", moved(&joint, 0.0, 0.3), moved(&joint, 0.0, 1.3));
    sheet.turn("turn", moved(&joint, 0.0, 0.0), 1.6 * UNIT);
    sheet.reading("scale x", scale.x, "");
    sheet.reading("scale y", scale.y, "");
    sheet.reading("turned", rotation.to_scaled_axis().z.to_degrees(), "°");
    Ok(())
}
