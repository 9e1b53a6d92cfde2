//! The live figures of the text.

use crate::blend;
use crate::finished::ANSWERS;
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown, ShownCase};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::TAU;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "10.1",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("l", [-30.0, 210.0], 130.0).unit("°").plays(6.0),
            Parameter::new("v", [0.0, 180.0], 60.0).unit("°"),
            Parameter::new("e", [1.0, 60.0], 20.0),
        ],
        shown: Shown::At(&[&[130.0, 60.0, 20.0], &[200.0, 60.0, 20.0]]),
        draw: three_terms,
    },
    Figure {
        name: "10.2",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("wide", [0.4, 2.5], 2.0),
            Parameter::new("high", [0.4, 2.5], 1.0),
            Parameter::new("turn", [-180.0, 180.0], 0.0).unit("°"),
        ],
        shown: Shown::At(&[&[1.0, 1.0, 0.0], &[2.0, 1.0, 0.0]]),
        draw: stretched,
    },
    Figure {
        name: "10.3",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("apart", [0.0, 170.0], 90.0).unit("°"),
            Parameter::new("n", [0.0, 360.0], 45.0).unit("°").plays(6.0),
        ],
        shown: Shown::Start,
        draw: blended,
    },
    Figure {
        name: "10.4",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("turn", [-180.0, 180.0], 20.0).unit("°"),
            Parameter::new("size", [0.5, 1.5], 1.0),
            Parameter::new("deep", [0.5, 1.5], 1.0),
        ],
        shown: Shown::At(&[&[20.0, 1.0, 1.0], &[20.0, 1.0, 1.2]]),
        draw: columns,
    },
];

pub const SHOWN_CASES: &[ShownCase] = &[
    // Of 10.1's three terms each case is about one or two; the figure's ambient light is 0.15.
    ("no ambient light, a lamp of 1 straight above the colour 0.6", &[90.0, 90.0, 20.0]),
    ("the same, the lamp 60° to the left of the normal", &[150.0, 90.0, 20.0]),
    ("black paint that mirrors 0.5, the lamp 40° to the left and the eye 40° to the right", &[130.0, 50.0, 20.0]),
    ("the same, the eye 30° to the right, an exponent of 20", &[130.0, 60.0, 20.0]),
    ("the colour 0.6 that mirrors 0.5, the lamp and the eye both 60° to the left", &[150.0, 150.0, 20.0]),
    (
        "black paint that mirrors 0.5, the lamp 100° to the left, behind the surface, the eye 80° to the right",
        &[190.0, 10.0, 20.0],
    ),
    ("the identity, normal (0.707, 0.707, 0)", &[1.0, 1.0, 0.0]),
    ("a turn by 90° about z, normal (0.707, 0.707, 0)", &[1.0, 1.0, 90.0]),
    ("x stretched by 2, normal (0.707, 0.707, 0)", &[2.0, 1.0, 0.0]),
    ("x stretched by 2, then a turn by 90° about z, normal (0.707, 0.707, 0)", &[2.0, 1.0, 90.0]),
    // 10.4's figure has the case's y among its points.
    ("the identity", &[0.0, 1.0, 1.0]),
    ("y halved", &[0.0, 1.0, 1.0]),
    ("a turn by 90° about z", &[90.0, 1.0, 1.0]),
    ("everything scaled by 1.5", &[0.0, 1.5, 1.5]),
    ("a shear with the columns (1, 0, 0), (-0.5, 0.866, 0) and (0, 0, 1), all 1 long", &[0.0, 1.0, 1.0]),
];

/// Draws a surface with its lamp in the direction l and the eye in the direction v, and the three terms of its light.
fn three_terms(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [to_light, to_eye, exponent] = sheet.values();
    let ambient = 0.15;
    let paint = 0.6;
    let lamp = 1.0;
    let specular = 0.5;
    let at = Vec2::new(105.0, 45.0);
    let radius = 88.0;
    let [l, v] = [to_light, to_eye].map(|degrees: f32| Vec2::from_angle(degrees.to_radians()));
    let n = Vec2::Y;
    let r = 2.0 * n.dot(l) * n - l;
    let mirrored = if n.dot(l) > 0.0 { specular * lamp } else { 0.0 };
    let highlight = mirrored * r.dot(v).max(0.0).powf(exponent);
    let terms = [paint * ambient, paint * lamp * n.dot(l).max(0.0), highlight];
    sheet.line(&[at - 100.0 * Vec2::X, at + 100.0 * Vec2::X], Ink::Given);
    sheet.arrow(at, at + 60.0 * n, Ink::Given);
    sheet.word(at + 72.0 * n, Align::Middle, "n", Ink::Given);
    for (name, way) in [("l", l), ("v", v)] {
        sheet.arrow(at, at + (radius - 8.0) * way, Ink::Given);
        sheet.word(at + (radius + 15.0) * way, Align::Middle, name, Ink::Given);
        sheet.turn(name, at, radius);
    }
    if n.dot(l) > 0.0 {
        sheet.dashed(&[at, at + 75.0 * r], Ink::Series(2));
        sheet.word(at + 84.0 * r, Align::Middle, "r", Ink::Series(2));
    }
    // How bright the highlight is, for an eye in each direction.
    let mut lobe = Vec::new();
    for step in 0..=90 {
        let way = Vec2::from_angle(TAU * step as f32 / 180.0);
        let highlight = mirrored * r.dot(way).max(0.0).powf(exponent);
        lobe.push(at + 120.0 * highlight * way);
    }
    sheet.line(&lobe, Ink::Series(2));
    let left = 232.0;
    let mut sum = 0.0;
    for (number, (name, term)) in ["ambient", "diffuse", "specular"].into_iter().zip(terms).enumerate() {
        let ink = Ink::Series(number as u8);
        let y = 138.0 - 40.0 * number as f32;
        sheet.word(Vec2::new(left, y + 27.0), Align::Left, name, ink);
        if term > 0.0 {
            sheet.cell(Vec2::new(left, y), Vec2::new(100.0 * term, 16.0), "", ink);
            sheet.cell(Vec2::new(left + 100.0 * sum, 18.0), Vec2::new(100.0 * term, 16.0), "", ink);
        }
        sum += term;
        sheet.reading(name, term, "");
    }
    Ok(())
}

/// Returns a direction of the plane as the matrix moves it.
fn moved_direction(matrix: &Mat4, way: Vec2) -> Vec2 {
    matrix.transform_vector3(way.extend(0.0)).truncate()
}

/// Draws a square that the matrix stretches and turns, and its edges' normals by the matrix itself and by 10.2.
fn stretched(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [wide, high, turn] = sheet.values();
    let centre = Vec2::new(180.0, 100.0);
    let unit = 30.0;
    let angle = turn.to_radians();
    let matrix = Mat4::from_rotation_z(angle) * Mat4::from_scale(Vec3::new(wide, high, 1.0));
    let corners = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y];
    let places: Vec<Vec2> =
        corners.iter().chain([&Vec2::X]).map(|way| centre + unit * moved_direction(&matrix, *way)).collect();
    sheet.area(&places[..4], Ink::Given);
    sheet.line(&places, Ink::Given);
    let normals = [0, 1, 2, 3].map(|edge| (corners[edge] + corners[(edge + 1) % 4]) / 2.0);
    for normal in normals {
        let foot = centre + unit * moved_direction(&matrix, normal);
        let way = moved_direction(&matrix, normal).normalize_or_zero();
        sheet.dashed(&[foot, foot + 36.0 * way], Ink::Given);
    }
    // At another edge than N, on which it would lie where nothing is stretched.
    let below = moved_direction(&matrix, normals[3]);
    sheet.word(centre + unit * below + 50.0 * below.normalize_or_zero(), Align::Middle, "M", Ink::Given);
    let axes = [Vec2::from_angle(angle), Vec2::from_angle(angle).perp()];
    for (name, axis) in ["wide", "high"].into_iter().zip(axes) {
        sheet.slide(name, centre + 0.4 * unit * axis, centre + 2.5 * unit * axis);
    }
    sheet.turn("turn", centre, 97.0);
    let turns = answers.normals.normal_matrix(matrix)?;
    sheet.answered();
    for (edge, normal) in normals.into_iter().enumerate() {
        let foot = centre + unit * moved_direction(&matrix, normal);
        let way = (turns * normal.extend(0.0)).truncate().normalize_or_zero();
        sheet.arrow(foot, foot + 40.0 * way, Ink::Answer);
        if edge == 0 {
            sheet.word(foot + 50.0 * way, Align::Middle, "N", Ink::Answer);
            sheet.reading("N.x", way.x, "");
            sheet.reading("N.y", way.y, "");
            let along_edge = moved_direction(&matrix, Vec2::new(1.0, -1.0));
            sheet.reading("angle", way.angle_to(along_edge).to_degrees().abs(), "°");
        }
    }
    Ok(())
}

/// Returns the point of a ball at this angle from the x axis, on the circle through x and z.
fn on_ball(angle: f32) -> Vec3 {
    let (z, x) = angle.sin_cos();
    Vec3::new(x, 0.0, z)
}

/// Draws a ball that follows two turned joints by half, from the side, and one of its normals by both orders of blending
/// and inverting.
fn blended(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [apart, direction] = sheet.values();
    let joints = [0.0, apart.to_radians()].map(Mat4::from_rotation_z);
    let matrix = blend(&joints, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0]);
    let turns = joints.map(ANSWERS.normal_matrix);
    let sum = 0.5 * (turns[0] + turns[1]);
    let right = (ANSWERS.normal_matrix)(matrix);
    // Both lie in the plane of the bend's axis and of where x goes.
    let across = matrix.x_axis.truncate().normalize_or_zero();
    let centre = Vec2::new(120.0, 95.0);
    let radius = 62.0;
    let mut outline = Vec::new();
    for step in 0..=72 {
        let point = matrix.transform_vector3(on_ball(TAU * step as f32 / 72.0));
        outline.push(centre + radius * in_side_view(point, across));
    }
    sheet.line(&outline, Ink::Given);
    sheet.dashed(&[centre - 85.0 * Vec2::Y, centre + 85.0 * Vec2::Y], Ink::Faint);
    let n = on_ball(direction.to_radians());
    let foot = centre + radius * in_side_view(matrix.transform_vector3(n), across);
    let [right, sum] = [right, sum].map(|turns| in_side_view(turns * n, across).normalize_or_zero());
    sheet.turn("n", centre, radius);
    let tangent = 40.0 * right.perp();
    sheet.line(&[foot - tangent, foot + tangent], Ink::Faint);
    for (way, ink, name, y) in
        [(right, Ink::Series(0), "blend, then invert", 120.0), (sum, Ink::Series(2), "invert, then blend", 85.0)]
    {
        sheet.arrow(foot, foot + 60.0 * way, ink);
        sheet.arrow(Vec2::new(202.0, y), Vec2::new(222.0, y), ink);
        sheet.word(Vec2::new(228.0, y), Align::Left, name, ink);
    }
    sheet.reading("off", right.angle_to(sum).to_degrees().abs(), "°");
    Ok(())
}

/// Returns a vector's coordinates along a direction at right angles to the z axis, and along the z axis.
fn in_side_view(v: Vec3, across: Vec3) -> Vec2 {
    Vec2::new(v.dot(across), v.z)
}

/// Draws the columns x and z of a matrix, and the ends of y for which 10.4 allows the shortcut.
fn columns(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, size, deep] = sheet.values();
    let centre = Vec2::new(180.0, 102.0);
    let unit = 62.0;
    let x = size * Vec2::from_angle(turn.to_radians());
    let mut places = Vec::new();
    for ring in 0..4 {
        for step in 0..24 {
            let direction = Vec2::from_angle(turn.to_radians() + TAU * step as f32 / 24.0);
            let y = size * (0.25 * ring as f32 + 0.5) * direction;
            let at = centre + unit * y;
            sheet.line(&[at - 2.0 * Vec2::X, at + 2.0 * Vec2::X], Ink::Faint);
            places.push(y);
        }
    }
    sheet.arrow(centre, centre + unit * x, Ink::Given);
    sheet.word(centre + (unit + 12.0) * x + 10.0 * x.perp(), Align::Middle, "x", Ink::Given);
    sheet.turn("turn", centre, unit * size);
    let beside = Vec2::new(330.0, 40.0);
    sheet.line(&[beside, beside + unit * deep * Vec2::Y], Ink::Given);
    sheet.word(beside - 14.0 * Vec2::Y, Align::Middle, "z", Ink::Given);
    sheet.slide("deep", beside + 0.5 * unit * Vec2::Y, beside + 1.5 * unit * Vec2::Y);
    sheet.answered();
    let mut count = 0;
    for y in places {
        let [x, y] = [x, y].map(|column| column.extend(0.0).extend(0.0));
        let matrix = Mat4::from_cols(x, y, (deep * Vec3::Z).extend(0.0), glam::Vec4::W);
        if answers.normals.shortcut_will_do(matrix)? {
            count += 1;
            sheet.point(centre + unit * y.truncate().truncate(), Ink::Answer);
        }
    }
    sheet.reading("places", count as f32, "");
    Ok(())
}
