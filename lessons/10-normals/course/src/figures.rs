//! The live figures of the text.

use crate::blend;
use crate::finished::ANSWERS;
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat3, Mat4, Vec2, Vec3};
use std::f32::consts::TAU;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "10.1",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("l", [-30.0, 210.0]).unit("°").plays(6.0),
            Parameter::new("v", [0.0, 180.0]).unit("°"),
            Parameter::new("e", [1.0, 60.0]),
        ],
        shown: Shown::Cases(3),
        draw: three_terms,
    },
    Figure {
        name: "10.2",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("wide", [0.4, 2.5]),
            Parameter::new("high", [0.4, 2.5]),
            Parameter::new("turn", [-180.0, 180.0]).of("the square").unit("°"),
        ],
        shown: Shown::Cases(2),
        draw: stretched,
    },
    Figure {
        name: "10.3",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("apart", [0.0, 170.0]).unit("°"),
            Parameter::new("n", [0.0, 360.0]).unit("°").plays(6.0),
        ],
        shown: Shown::Cases(2),
        draw: blended,
    },
    Figure {
        name: "10.4",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("y", [-180.0, 180.0]).unit("°"),
            Parameter::new("size", [0.5, 1.5]),
            Parameter::new("z", [0.5, 1.5]),
        ],
        shown: Shown::Cases(3),
        draw: columns,
    },
    Figure {
        name: "10-ball",
        size: [230.0, 180.0],
        parameters: &[
            Parameter::new("terms", [1.0, 3.0]).whole(),
            Parameter::new("lamp", [0.0, 360.0]).unit("°").plays(6.0),
        ],
        shown: Shown::At(&[&[1.0, 130.0], &[2.0, 130.0], &[3.0, 130.0]]),
        draw: lit_ball,
    },
];

/// A grey spot whose normal is the z axis, with its lamp and its eye in the plane of x and z.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) ambient: f32,
    pub(crate) lamp: f32,
    /// Angle of the lamp from the normal, positive to the right, where x points.
    pub(crate) lamp_degrees: f32,
    /// Angle of the eye from the normal, positive to the right.
    pub(crate) eye_degrees: f32,
    pub(crate) color: f32,
    pub(crate) mirrors: f32,
    pub(crate) exponent: f32,
}

impl Spot {
    /// Returns the ambient, the diffuse and the specular term of the light.
    pub(crate) fn terms(&self) -> [f32; 3] {
        let [l, v] = [self.lamp_degrees, self.eye_degrees]
            .map(|degrees| Vec2::Y.rotate(Vec2::from_angle(-degrees.to_radians())));
        let diffuse = self.color * self.lamp * l.y.max(0.0);
        let cosine = (-l.reflect(Vec2::Y)).dot(v).max(0.0);
        let mirrors = if l.y > 0.0 { self.mirrors * self.lamp } else { 0.0 };
        [self.color * self.ambient, diffuse, mirrors * cosine.powf(self.exponent)]
    }
}

/// Returns 10.1's spot. The angles of lamp and eye are counted from the right.
pub(crate) fn spot([l, v, exponent]: [f32; 3]) -> Spot {
    Spot { ambient: 0.15, lamp: 1.0, lamp_degrees: 90.0 - l, eye_degrees: 90.0 - v, color: 0.6, mirrors: 0.5, exponent }
}

/// Draws a surface with its lamp in the direction l and the eye in the direction v, and the three terms of its light.
fn three_terms(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [to_light, to_eye, exponent] = sheet.values();
    let terms = spot([to_light, to_eye, exponent]).terms();
    let at = Vec2::new(105.0, 45.0);
    let radius = 88.0;
    let [l, v] = [to_light, to_eye].map(|degrees: f32| Vec2::from_angle(degrees.to_radians()));
    let n = Vec2::Y;
    let r = 2.0 * n.dot(l) * n - l;
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
        let degrees = 2.0 * step as f32;
        let [_, _, highlight] = spot([to_light, degrees, exponent]).terms();
        lobe.push(at + 120.0 * highlight * Vec2::from_angle(degrees.to_radians()));
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

/// Draws a red ball in large pixels, lit by the first of the three terms, with the eye in front of it.
fn lit_ball(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [count, lamp] = sheet.values();
    let Spot { ambient, color, mirrors, exponent, .. } = spot([0.0, 0.0, 20.0]);
    let red = Vec3::new(1.4, 0.5, 0.4) * color;
    let to_light = Vec2::from_angle(lamp.to_radians()).extend(1.0).normalize();
    let centre = Vec2::new(115.0, 90.0);
    let radius = 60.0;
    let pixel = 7.5;
    for row in -8..8 {
        for column in -8..8 {
            let low = pixel * Vec2::new(column as f32, row as f32);
            let across = (low + 0.5 * pixel) / radius;
            if across.length() > 1.0 {
                continue;
            }
            let n = across.extend((1.0 - across.length_squared()).sqrt());
            let cosine = n.dot(to_light);
            let is_lit = f32::from(cosine > 0.0);
            let highlight = (-to_light).reflect(n).z.max(0.0).powf(exponent);
            let terms = [ambient * red, cosine.max(0.0) * red, Vec3::splat(is_lit * mirrors * highlight)];
            let light: Vec3 = terms.iter().take(count as usize).sum();
            let corner = centre + low;
            // A little larger, so that no gap shows between two.
            sheet.rectangle(corner, corner + pixel + 0.4, Ink::own(light, 0.0), 1.0);
        }
    }
    sheet.turn("lamp", centre, 76.0);
    Ok(())
}

/// Returns a direction of the plane as the matrix moves it.
fn moved_direction(matrix: &Mat4, way: Vec2) -> Vec2 {
    matrix.transform_vector3(way.extend(0.0)).truncate()
}

/// Returns the matrix of 10.2's square.
pub(crate) fn square([wide, high, turn]: [f32; 3]) -> Mat4 {
    Mat4::from_rotation_z(turn.to_radians()) * Mat4::from_scale(Vec3::new(wide, high, 1.0))
}

/// Draws a square that the matrix stretches and turns, and its edges' normals by the matrix itself and by 10.2.
fn stretched(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [wide, high, turn] = sheet.values();
    let centre = Vec2::new(180.0, 100.0);
    let unit = 30.0;
    let angle = turn.to_radians();
    let matrix = square([wide, high, turn]);
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

/// Returns the matrices of the two joints that 10.3's ball follows by halves, and one of its normals.
pub(crate) fn ball([apart, normal]: [f32; 2]) -> ([Mat4; 2], Vec3) {
    ([0.0, apart.to_radians()].map(Mat4::from_rotation_z), on_ball(normal.to_radians()))
}

/// Draws a ball that follows two turned joints by half, from the side, and one of its normals by both orders of blending
/// and inverting.
fn blended(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [apart, direction] = sheet.values();
    let (joints, n) = ball([apart, direction]);
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

/// Returns the end of y on 10.4's sheet, at this distance and in one of 24 directions.
fn mark(degrees: f32, distance: f32) -> Vec2 {
    let direction = Vec2::from_angle((15.0 * (degrees / 15.0).round()).to_radians());
    // A right angle is one, in spite of rounding.
    distance * (1e6 * direction).round() / 1e6
}

/// Returns a matrix whose first column is x, and whose second is y, both in the sheet's plane.
fn from_columns(x: Vec2, y: Vec2, z: f32) -> Mat4 {
    Mat4::from_mat3(Mat3::from_cols(x.extend(0.0), y.extend(0.0), z * Vec3::Z))
}

/// Returns 10.4's matrix. The columns x and y are `size` long.
pub(crate) fn axes([y_degrees, size, z]: [f32; 3]) -> Mat4 {
    from_columns(size * Vec2::X, mark(y_degrees, size), z)
}

/// Draws the columns of a matrix, and the ends of y for which 10.4 allows the shortcut.
fn columns(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [y_degrees, size, deep] = sheet.values();
    let matrix = axes([y_degrees, size, deep]);
    let centre = Vec2::new(180.0, 102.0);
    let unit = 62.0;
    let mut marks = Vec::new();
    for ring in 0..4 {
        for step in 0..24 {
            let y = mark(15.0 * step as f32, size * (0.25 * ring as f32 + 0.5));
            let at = centre + unit * y;
            sheet.line(&[at - 2.0 * Vec2::X, at + 2.0 * Vec2::X], Ink::Faint);
            marks.push(y);
        }
    }
    let [x, y] = [matrix.x_axis, matrix.y_axis].map(|column| column.truncate().truncate());
    for (name, column) in [("x", x), ("y", y)] {
        sheet.arrow(centre, centre + unit * column, Ink::Given);
        sheet.word(centre + unit * column + 10.0 * Vec2::ONE, Align::Middle, name, Ink::Given);
    }
    sheet.turn("y", centre, unit * size);
    let beside = Vec2::new(330.0, 40.0);
    sheet.line(&[beside, beside + unit * deep * Vec2::Y], Ink::Given);
    sheet.word(beside - 14.0 * Vec2::Y, Align::Middle, "z", Ink::Given);
    sheet.slide("z", beside + 0.5 * unit * Vec2::Y, beside + 1.5 * unit * Vec2::Y);
    let will_do = answers.normals.shortcut_will_do(matrix)?;
    sheet.answered();
    let mut count = 0;
    for y in marks {
        if answers.normals.shortcut_will_do(from_columns(x, y, deep))? {
            count += 1;
            sheet.point(centre + unit * y, Ink::Answer);
        }
    }
    sheet.word(Vec2::new(12.0, 185.0), Align::Left, if will_do { "right" } else { "not right" }, Ink::Answer);
    sheet.reading("places", count as f32, "");
    Ok(())
}
