//! The live figures of the text.

use crate::{PAINT, VERTICAL_FOV};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::TAU;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "00.1",
        size: [360.0, 150.0],
        parameters: &[Parameter::new("byte", [0.0, 255.0]).whole()],
        // The text's number is none of the tin's.
        shown: Shown::At(&[&[51.0]]),
        draw: paint,
    },
    Figure {
        name: "00-spaces",
        size: [360.0, 175.0],
        parameters: &[
            Parameter::new("turn", [-180.0, 180.0]).of("the crate").unit("°").plays(12.0),
            Parameter::new("distance", [1.5, 3.5]).unit("m"),
        ],
        shown: Shown::At(&[&[30.0, 3.0]]),
        draw: spaces,
    },
    Figure {
        name: "00-distance",
        size: [360.0, 165.0],
        parameters: &[Parameter::new("distance", [1.0, 8.0]).unit("m").plays(6.0)],
        shown: Shown::At(&[&[2.0], &[4.0]]),
        draw: distance,
    },
    Figure {
        name: "00.2",
        size: [360.0, 160.0],
        parameters: &[
            Parameter::new("width", [400.0, 1700.0]).whole(),
            Parameter::new("height", [400.0, 1200.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: aspect,
    },
    Figure {
        name: "00-light",
        size: [360.0, 130.0],
        parameters: &[Parameter::new("sun", [0.0, 180.0]).unit("°").plays(6.0)],
        shown: Shown::At(&[&[30.0]]),
        draw: light,
    },
];

/// Half of a side of the figures' crate, in metres.
pub(crate) const HALF: f32 = 0.5;
/// Distance of the crate from the eye in 00.2, in metres.
const AWAY: f32 = 3.2;
/// Corners of a closed square from -1 to 1.
const SQUARE: [Vec2; 5] = [Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0), Vec2::NEG_ONE];

/// Returns width and height of 00.2's picture.
pub(crate) fn picture_size(size: [f32; 2]) -> (u32, u32) {
    (size[0] as u32, size[1] as u32)
}

/// Draws the tin's bytes and the answer's numbers, on one scale for each channel.
fn paint(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [byte] = sheet.values();
    let scale = Plot::new([Vec2::new(58.0, 28.0), Vec2::new(318.0, 108.0)], [0.0, 255.0], [0.0, 3.0]);
    for (channel, name) in ["red", "green", "blue"].into_iter().enumerate() {
        let row = 2.5 - channel as f32;
        let [from, to] = [0.0, 255.0].map(|byte| scale.at(byte, row));
        sheet.line(&[from, to], Ink::Faint);
        sheet.word(from - 10.0 * Vec2::X, Align::Right, name, Ink::Given);
        let on_tin = scale.at(f32::from(PAINT[channel]), row);
        let up = 9.0 * Vec2::Y;
        sheet.line(&[on_tin - up, on_tin + up], Ink::Given);
        sheet.word(on_tin + Vec2::new(14.0, 8.0), Align::Middle, PAINT[channel].to_string(), Ink::Given);
    }
    for (byte, number) in [(0.0, "0.0"), (255.0, "1.0")] {
        sheet.word(scale.at(byte, 3.0) + 14.0 * Vec2::Y, Align::Middle, byte.to_string(), Ink::Given);
        sheet.word(scale.at(byte, 0.0) - 16.0 * Vec2::Y, Align::Middle, number, Ink::Given);
    }
    scale.upright(sheet, byte, Ink::Given);
    let at = scale.slide(sheet, "byte");
    if (20.0..235.0).contains(&byte) {
        sheet.word(at.with_y(122.0), Align::Middle, byte.to_string(), Ink::Given);
        sheet.word(at.with_y(12.0), Align::Middle, format!("{:.2}", byte / 255.0), Ink::Given);
    }
    sheet.reading("byte / 255", byte / 255.0, "");
    let paint = answers.first_frame.paint()?;
    sheet.answered();
    for (channel, number) in paint.to_array().into_iter().enumerate() {
        let at = scale.at(255.0 * number.clamp(-0.06, 1.1), 2.5 - channel as f32);
        if number > 1.1 {
            sheet.arrow(at - 16.0 * Vec2::X, at, Ink::Answer);
        } else {
            sheet.point(at, Ink::Answer);
            sheet.circle(at, 7.0, Ink::Answer);
        }
    }
    Ok(())
}

/// Draws the crate from above, with z to the right and x up. The readings are one corner's coordinates in three spaces.
fn spaces(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [turn, distance] = sheet.values();
    let camera = Ink::Series(3);
    let metre = 66.0;
    let world = Vec2::new(80.0, 90.0);
    let turned = Vec2::from_angle(turn.to_radians());
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let corners = corners.map(|corner| turned.rotate(HALF * Vec2::from(corner)));
    let [corner, ..] = corners;
    let on_sheet = corners.map(|corner| world + metre * corner);
    sheet.area(&on_sheet, Ink::MODEL);
    let eye = sheet.slide("distance", world + 1.5 * metre * Vec2::X, world + 3.5 * metre * Vec2::X);
    sheet.dashed(&[eye, on_sheet[0]], Ink::Faint);
    sheet.frame(world, 0.0, 0.85 * metre, "", Ink::WORLD);
    sheet.frame(world, turn.to_radians(), 0.5 * metre, "", Ink::MODEL);
    sheet.turn("turn", world, 0.5 * metre);
    sheet.frame(eye, 0.0, 0.4 * metre, "", camera);
    sheet.point(on_sheet[0], Ink::Given);
    for (at, letter) in [(world + Vec2::new(64.0, -9.0), "z"), (world + Vec2::new(-9.0, 60.0), "x")] {
        sheet.word(at, Align::Middle, letter, Ink::WORLD);
    }
    for (at, below, name, ink) in
        [(world, 64.0, "world", Ink::WORLD), (world, 80.0, "crate", Ink::MODEL), (eye, 20.0, "camera", camera)]
    {
        sheet.word(at - below * Vec2::Y, Align::Middle, name, ink);
    }
    for (name, value) in [
        ("crate x", HALF),
        ("crate z", HALF),
        ("world x", corner.y),
        ("world z", corner.x),
        ("camera z", corner.x - distance),
    ] {
        sheet.reading(name, value, "m");
    }
    Ok(())
}

/// Draws a metre stick at a distance from the eye, seen from the side, and the part of the picture's height that it covers.
fn distance(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [distance] = sheet.values();
    let edge = (VERTICAL_FOV / 2.0).tan();
    for side in [-1.0, 1.0] {
        sheet.dashed(&[EYE, from_eye(8.0, side * 8.0 * edge)], Ink::Faint);
        sheet.dashed(&[EYE, from_eye(distance, side * HALF)], Ink::Given);
    }
    sheet.point(EYE, Ink::Given);
    sheet.word(EYE - 16.0 * Vec2::Y, Align::Middle, "eye", Ink::Given);
    sheet.line(&[from_eye(distance, -HALF), from_eye(distance, HALF)], Ink::Given);
    sheet.slide("distance", from_eye(1.0, 0.0), from_eye(8.0, 0.0));
    sheet.line(&[on_picture(-1.0), on_picture(1.0)], Ink::Faint);
    for y in [-1.0_f32, 1.0] {
        sheet.word(on_picture(y) + 10.0 * Vec2::X, Align::Left, y.to_string(), Ink::Given);
    }
    sheet.word(Vec2::new(312.0, 10.0), Align::Middle, "picture", Ink::Given);
    let clip_from_camera = answers.first_frame.clip_from_camera(1280, 720)?;
    let [low, high] = [-HALF, HALF].map(|y| clip_from_camera.project_point3(Vec3::new(0.0, y, -distance)).y);
    sheet.answered();
    sheet.line(&[on_picture(low), on_picture(high)], Ink::Answer);
    sheet.point(on_picture(low), Ink::Answer);
    sheet.point(on_picture(high), Ink::Answer);
    sheet.reading("y'", high, "");
    Ok(())
}

/// Place of 00-distance's eye on the sheet.
const EYE: Vec2 = Vec2::new(22.0, 88.0);

/// Returns the place on the sheet that is `distance` metres before the eye, and `up` metres above it.
fn from_eye(distance: f32, up: f32) -> Vec2 {
    EYE + 29.0 * Vec2::new(distance, up)
}

/// Returns the place on the sheet of a height in the picture, from -1 below to 1 above.
fn on_picture(y: f32) -> Vec2 {
    Vec2::new(312.0, 88.0 + 60.0 * y.clamp(-1.2, 1.2))
}

/// Draws the crate's front with a circle on it, in clip space and in a picture of any size.
fn aspect(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let size: Vec2 = sheet.values().into();
    let (width, height) = picture_size(size.to_array());
    let pixel = 0.1;
    let corner = Vec2::new(180.0, 28.0);
    sheet.word(Vec2::new(70.0, 12.0), Align::Middle, "after the division", Ink::Given);
    sheet.word(Vec2::new(265.0, 12.0), Align::Middle, "picture", Ink::Given);
    let views = [(Vec2::new(70.0, 84.0), Vec2::splat(55.0)), (corner + pixel * size / 2.0, pixel * size / 2.0)];
    for (middle, half) in views {
        sheet.line(&SQUARE.map(|corner| middle + half * corner), Ink::Given);
    }
    let [low, high] = [(400.0, 400.0), (1700.0, 1200.0)].map(|size| corner + pixel * Vec2::from(size));
    sheet.drag(["width", "height"], low, high);
    let clip_from_camera = answers.first_frame.clip_from_camera(width, height)?;
    let circle: Vec<Vec2> = (0..=48).map(|step| Vec2::from_angle(step as f32 / 48.0 * TAU)).collect();
    let [square, circle] = [&SQUARE[..], &circle].map(|outline| project(&clip_from_camera, outline));
    sheet.answered();
    for (middle, half) in views {
        for outline in [&square, &circle] {
            // Points outside of the picture are drawn at its edge.
            let inside = outline.iter().map(|point| middle + half * point.clamp(Vec2::NEG_ONE, Vec2::ONE));
            sheet.line(&inside.collect::<Vec<_>>(), Ink::Answer);
        }
    }
    let in_pixels = (square[2] - square[0]) * size;
    sheet.reading("width / height of the square", in_pixels.x / in_pixels.y, "");
    sheet.reading("depth", clip_from_camera.project_point3(AWAY * Vec3::NEG_Z).z, "");
    Ok(())
}

/// Returns where a projection takes points of the crate's front, which is 2 by 2.
fn project(clip_from_camera: &Mat4, front: &[Vec2]) -> Vec<Vec2> {
    front.iter().map(|point| clip_from_camera.project_point3((HALF * point).extend(-AWAY)).truncate()).collect()
}

/// Draws a surface, its normal, and the fraction of the sun's light that it receives.
fn light(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [sun] = sheet.values();
    let at = Vec2::new(180.0, 22.0);
    let radius = 88.0;
    let to_sun = Vec2::from_angle(sun.to_radians());
    sheet.line(&[at - 120.0 * Vec2::X, at + 120.0 * Vec2::X], Ink::Given);
    sheet.word(at - Vec2::new(120.0, -10.0), Align::Middle, "surface", Ink::Given);
    sheet.arc(at, radius, [0.0, TAU / 2.0], Ink::Faint);
    sheet.arrow(at, at + radius * Vec2::Y, Ink::Given);
    sheet.word(at + (radius - 6.0) * Vec2::Y - 12.0 * Vec2::X, Align::Middle, "n", Ink::Given);
    let tip = at + radius * to_sun;
    sheet.arrow(at, tip - 7.0 * to_sun, Ink::Series(3));
    sheet.word(at + 0.6 * radius * to_sun + 12.0 * to_sun.perp(), Align::Middle, "s", Ink::Series(3));
    sheet.turn("sun", at, radius);
    let foot = at + radius * to_sun.y * Vec2::Y;
    sheet.dashed(&[tip, foot], Ink::Faint);
    sheet.line(&[at, foot], Ink::Series(0));
    sheet.point(foot, Ink::Series(0));
    sheet.word(foot - 12.0 * Vec2::X, Align::Right, format!("{:.2}", to_sun.y), Ink::Series(0));
    sheet.reading("n · s", to_sun.y, "");
    Ok(())
}
