//! The live figures of the text.

use crate::{Corner, Part, Sprite, Swing};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat3, Vec2};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "03.1",
        size: [360.0, 210.0],
        parameters: &[
            Parameter::new("a", [-30.0, 150.0]).unit("°").plays(4.0),
            Parameter::new("px", [0.0, 3.0]),
            Parameter::new("py", [0.0, 1.5]),
        ],
        shown: Shown::Cases(2),
        draw: about_a_pivot,
    },
    Figure {
        name: "03.2",
        size: [360.0, 165.0],
        parameters: &[
            Parameter::new("t", [0.0, 4.0]).unit("s").plays(4.0),
            Parameter::new("d", [0.0, 1.6]).unit("s"),
            Parameter::new("s", [0.8, 2.4]).unit("s"),
        ],
        shown: Shown::Cases(2),
        draw: pendulum,
    },
    Figure {
        name: "03.2-vine",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("d", [0.0, 0.2]).unit("s"),
            Parameter::new("t", [0.0, PERIOD]).unit("s").plays(1.6),
        ],
        shown: Shown::At(&[&[0.0, 0.2], &[0.1, 0.2]]),
        draw: vine,
    },
    Figure {
        name: "03.3",
        size: [360.0, 222.0],
        parameters: &[
            Parameter::new("root", [-20.0, 90.0]).unit("°"),
            Parameter::new("child", [-110.0, 150.0]).unit("°"),
            Parameter::new("bone", [0.0, 1.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: bow,
    },
    Figure {
        name: "03.4",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("torso", [-45.0, 90.0]).unit("°"),
            Parameter::new("arm", [-150.0, 150.0]).unit("°"),
            Parameter::new("p", [10.0, 80.0]),
        ],
        shown: Shown::Cases(2),
        draw: on_a_pin,
    },
    Figure {
        name: "03.4-layers",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("layer", [0.0, 9.0]).whole()],
        shown: Shown::At(&[&[7.0], &[0.0]]),
        draw: layers,
    },
    Figure {
        name: "03-seen",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("root", [-20.0, 90.0]).unit("°").plays(4.0),
            Parameter::new("child", [-110.0, 60.0]).unit("°"),
        ],
        shown: Shown::At(&[&[50.0, -70.0]]),
        draw: seen_from_the_bone,
    },
];

/// A bow's five corners at rest, as in the text's table.
pub(crate) const BOW: [Corner; 5] = [
    Corner { at: Vec2::new(-0.25, 0.5), bone: 0 },
    Corner { at: Vec2::new(0.25, -0.5), bone: 0 },
    Corner { at: Vec2::new(2.0, 1.0), bone: 0 },
    Corner { at: Vec2::new(3.25, 2.25), bone: 1 },
    Corner { at: Vec2::new(3.75, 1.25), bone: 1 },
];
const PERIOD: f32 = 1.6;

/// The drawing of a figure: where its origin is on the sheet, and its unit there.
struct Drawing {
    origin: Vec2,
    unit: f32,
}

impl Drawing {
    fn at(&self, point: Vec2) -> Vec2 {
        self.origin + self.unit * point
    }
}

fn outline(corners: &[Vec2]) -> Vec<Vec2> {
    corners.iter().chain(corners.first()).copied().collect()
}

/// Returns 03.1's pivot, and its angle in radians.
pub(crate) fn pivot_and_angle([a, x, y]: [f32; 3]) -> (Vec2, f32) {
    (Vec2::new(x, y), a.to_radians())
}

/// Draws a triangle that is turned about a point, and the three moves that this takes.
fn about_a_pivot(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (pivot, angle) = pivot_and_angle(sheet.values());
    let turn = Vec2::from_angle(angle);
    let drawing = Drawing { origin: Vec2::new(110.0, 56.0), unit: 34.0 };
    sheet.line(&[drawing.at(Vec2::X * -2.0), drawing.at(Vec2::X * 5.0)], Ink::Faint);
    sheet.line(&[drawing.at(Vec2::Y * -1.2), drawing.at(Vec2::Y * 4.5)], Ink::Faint);
    let rest = [2, 3, 4].map(|corner| BOW[corner].at);
    let moves = [rest, rest.map(|corner| corner - pivot), rest.map(|corner| turn.rotate(corner - pivot))];
    for (number, corners) in moves.iter().enumerate() {
        let corners = corners.map(|corner| drawing.at(corner));
        if number == 0 {
            sheet.line(&outline(&corners), Ink::Given);
        } else if pivot == Vec2::ZERO {
            continue; // the shifts do nothing
        } else {
            sheet.dashed(&outline(&corners), Ink::Given);
        }
        sheet.word(corners.iter().sum::<Vec2>() / 3.0, Align::Middle, number.to_string(), Ink::Given);
    }
    sheet.word(drawing.at(Vec2::ZERO) - Vec2::new(6.0, 10.0), Align::Right, "origin", Ink::Given);
    let p = sheet.drag(["px", "py"], drawing.at(Vec2::ZERO), drawing.at(Vec2::new(3.0, 1.5)));
    sheet.word(p - Vec2::new(-10.0, 12.0), Align::Middle, "p", Ink::Given);
    sheet.turn("a", p, 34.0);
    let matrix = answers.paper_puppet.rotate_about(pivot, angle)?;
    sheet.answered();
    let corners = rest.map(|corner| drawing.at(matrix.transform_point2(corner)));
    sheet.area(&corners, Ink::Answer);
    sheet.line(&outline(&corners), Ink::Answer);
    sheet.word(corners.iter().sum::<Vec2>() / 3.0, Align::Middle, "3", Ink::Answer);
    // Where the pivot goes.
    let stays = drawing.at(matrix.transform_point2(pivot));
    sheet.dashed(&[p, stays], Ink::Answer);
    sheet.point(stays, Ink::Answer);
    let corner = matrix.transform_point2(rest[1]);
    sheet.reading("corner x", corner.x, "");
    sheet.reading("y", corner.y, "");
    Ok(())
}

/// Draws a bow at rest and turned, and on both the steps from the child's pin to a corner, along the bone's own axes.
fn seen_from_the_bone(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [root, child] = sheet.values();
    for (x, [root, child], name) in [(24.0, [0.0, 0.0], "at rest"), (220.0, [root, child], "now")] {
        let drawing = Drawing { origin: Vec2::new(x, 58.0), unit: 30.0 };
        let turns = [root, root + child].map(|degrees| Vec2::from_angle(degrees.to_radians()));
        let pin = turns[0].rotate(BOW[2].at);
        let [a, b, c, d, e] = BOW.map(|corner| match corner.bone {
            0 => drawing.at(turns[0].rotate(corner.at)),
            _ => drawing.at(pin + turns[1].rotate(corner.at - BOW[2].at)),
        });
        sheet.line(&[c, a, b, c, d, e, c], Ink::Given);
        sheet.frame(c, (root + child).to_radians(), 20.0, "", Ink::Faint);
        let steps = BOW[3].at - BOW[2].at;
        let between = drawing.at(pin + turns[1].rotate(steps.with_y(0.0)));
        sheet.dashed(&[c, between, d], Ink::Series(0));
        sheet.point(d, Ink::Series(0));
        sheet.word(Vec2::new(x + 50.0, 12.0), Align::Middle, name, Ink::Given);
        if name == "now" {
            sheet.turn("root", drawing.origin, 36.0);
            sheet.turn_from("child", c, 36.0, root);
            let [on_stage, seen] = [(drawing.origin, 0.0), (c, root + child)].map(|(from, turn): (Vec2, f32)| {
                Vec2::from_angle(-turn.to_radians()).rotate((d - from) / drawing.unit)
            });
            sheet.reading("corner 3 on the stage: x", on_stage.x, "");
            sheet.reading("y", on_stage.y, "");
            sheet.reading("seen from the bone: x", seen.x, "");
            sheet.reading("y", seen.y, "");
        }
    }
    Ok(())
}

/// Returns the direction of a pendulum, which hangs down at the angle 0.
fn hanging(degrees: f32) -> Vec2 {
    Vec2::from_angle((degrees - 90.0).to_radians())
}

/// Returns 03.2's time, and its pendulum's swing: about 20 degrees, by 40 to either side.
pub(crate) fn time_and_swing([t, delay, period]: [f32; 3]) -> (f32, Swing) {
    (t, Swing { middle: 20f32.to_radians(), reach: 40f32.to_radians(), period, delay })
}

/// Draws a pendulum that swings by 03.2, and its angle over time.
fn pendulum(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [_, delay, period] = sheet.values();
    let (t, swing) = time_and_swing(sheet.values());
    let [middle, reach] = [swing.middle, swing.reach].map(f32::to_degrees);
    let pin = Vec2::new(45.0, 130.0);
    let length = 85.0;
    for degrees in [middle - reach, middle, middle + reach] {
        sheet.line(&[pin, pin + length * hanging(degrees)], Ink::Faint);
    }
    sheet.word(pin + (length + 12.0) * hanging(middle), Align::Middle, "m", Ink::Given);
    sheet.arc(pin, 0.8 * length, [middle, middle + reach].map(|degrees| (degrees - 90.0).to_radians()), Ink::Given);
    sheet.word(pin + 0.92 * length * hanging(middle + 0.7 * reach), Align::Middle, "r", Ink::Given);
    let plot = Plot::new([Vec2::new(165.0, 35.0), Vec2::new(335.0, 135.0)], [0.0, 4.0], [-30.0, 70.0]);
    plot.axes(sheet, "t", "a");
    plot.x_numbers(sheet, &[0.0, 1.0, 2.0, 3.0, 4.0]);
    plot.y_numbers(sheet, &[middle - reach, middle + reach]);
    // Beside the handle of d.
    sheet.line(&[plot.at(0.0, middle), plot.at(4.0, middle)], Ink::Faint);
    sheet.word(plot.at(0.0, middle) - 14.0 * Vec2::X, Align::Right, middle.to_string(), Ink::Given);
    // One period, from the delay on.
    let ends = [delay, delay + period].map(|time| plot.at(time, middle - reach));
    sheet.dashed(&ends, Ink::Given);
    for (end, level) in ends.into_iter().zip([delay, delay + period].map(|time| plot.at(time, middle))) {
        sheet.dashed(&[end, level], Ink::Given);
    }
    sheet.word(ends[0].lerp(ends[1], 0.5) + 9.0 * Vec2::Y, Align::Middle, "s", Ink::Given);
    sheet.slide("d", plot.at(0.0, middle), plot.at(1.6, middle));
    plot.slide(sheet, "t");
    plot.upright(sheet, t, Ink::Given);
    sheet.answered();
    plot.try_curve(sheet, Ink::Answer, |time| Ok(answers.paper_puppet.wave(time, &swing)?.to_degrees()))?;
    let angle = answers.paper_puppet.wave(t, &swing)?.to_degrees();
    sheet.point(plot.at(t, angle), Ink::Answer);
    let bob = pin + length * hanging(angle);
    sheet.line(&[pin, bob], Ink::Answer);
    sheet.point(bob, Ink::Answer);
    sheet.reading("a", angle, "°");
    Ok(())
}

/// Draws a vine of nine bones, each of which swings a little later than the one before it.
fn vine(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [d, t] = sheet.values();
    let drawing = Drawing { origin: Vec2::new(180.0, 18.0), unit: 17.5 };
    // Bone k begins k above the root.
    let mut corners = Vec::new();
    for end in 0..=9 {
        corners.push(Corner { at: end as f32 * Vec2::Y, bone: end.min(8) });
    }
    sheet.dashed(&[drawing.origin, drawing.at(corners[9].at)], Ink::Faint);
    sheet.word(drawing.origin - 14.0 * Vec2::X, Align::Right, "root", Ink::Given);
    let from = Vec2::new(250.0, 20.0);
    let to = Vec2::new(345.0, 20.0);
    sheet.line(&[from, to], Ink::Faint);
    let handle = sheet.slide("d", from, to);
    sheet.word(handle + 16.0 * Vec2::Y, Align::Middle, "d", Ink::Given);
    let mut angles = Vec::new();
    let mut turns = Vec::new();
    for (bone, corner) in corners[..9].iter().enumerate() {
        let swing = Swing { middle: 0.0, reach: 14f32.to_radians(), period: PERIOD, delay: d * bone as f32 };
        let angle = answers.paper_puppet.wave(t, &swing)?;
        angles.push(angle);
        turns.push(answers.paper_puppet.rotate_about(corner.at, angle)?);
    }
    let places = answers.paper_puppet.segmented_arm(&corners, &turns)?;
    sheet.answered();
    let places: Vec<Vec2> = places.into_iter().take(10).map(|place| drawing.at(place)).collect();
    sheet.line(&places, Ink::Answer);
    for place in &places {
        sheet.point(*place, Ink::Answer);
    }
    if let [.., before, tip] = places[..] {
        sheet.word(tip + 16.0 * (tip - before).normalize_or_zero(), Align::Middle, "tip", Ink::Answer);
    }
    sheet.reading("root", angles[0].to_degrees(), "°");
    sheet.reading("tip", angles[8].to_degrees(), "°");
    Ok(())
}

/// Returns the corners of 03.3's bow, corner 2 on this bone, and for each bone its pivot and its angle in radians.
pub(crate) fn bow_and_angles([root, child, bone]: [f32; 3]) -> ([Corner; 5], [Vec2; 2], [f32; 2]) {
    let mut corners = BOW;
    corners[2].bone = bone as usize;
    (corners, [Vec2::ZERO, BOW[2].at], [root, child].map(f32::to_radians))
}

/// Draws a bow at rest, and bent by 03.3.
fn bow(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (corners, pivots, angles) = bow_and_angles(sheet.values());
    let drawing = Drawing { origin: Vec2::new(110.0, 62.0), unit: 36.0 };
    let rest = BOW.map(|corner| drawing.at(corner.at));
    for triangle in [[0, 1, 2], [2, 3, 4]] {
        sheet.line(&outline(&triangle.map(|corner| rest[corner])), Ink::Faint);
    }
    for ((pivot, angle), name) in pivots.into_iter().zip(angles).zip(["root", "child"]) {
        let pin = drawing.at(pivot);
        sheet.arc(pin, 30.0, [0.0, angle], Ink::Given);
        sheet.line(&[pin, pin + 30.0 * Vec2::X], Ink::Faint);
        sheet.turn(name, pin, 30.0);
        sheet.circle(pin, 6.0, Ink::Given);
    }
    let mut turns = Vec::new();
    for (pivot, angle) in pivots.into_iter().zip(angles) {
        turns.push(answers.paper_puppet.rotate_about(pivot, angle)?);
    }
    let places = answers.paper_puppet.segmented_arm(&corners, &turns)?;
    let places: Vec<Vec2> = places.into_iter().map(|place| drawing.at(place)).collect();
    sheet.answered();
    for triangle in [[0, 1, 2], [2, 3, 4]] {
        let corners: Vec<Vec2> = triangle.iter().filter_map(|&corner| places.get(corner).copied()).collect();
        sheet.area(&corners, Ink::Answer);
        sheet.line(&outline(&corners), Ink::Answer);
    }
    let middle = [1, 1, 2, 2, 2].map(|corner| places.get(corner).copied().unwrap_or_default());
    for (number, (place, middle)) in places.iter().zip(middle).enumerate() {
        let aside = if number == 2 { Vec2::new(-14.0, 4.0) } else { 12.0 * (place - middle).normalize_or(Vec2::NEG_Y) };
        sheet.word(place + aside, Align::Middle, number.to_string(), Ink::Answer);
    }
    let pin = places.get(2).map_or(Vec2::NAN, |place| (place - drawing.origin) / 36.0);
    sheet.reading("corner 2: x", pin.x, "");
    sheet.reading("y", pin.y, "");
    Ok(())
}

/// A picture with its size: its origin is its lower left corner.
type Picture = (&'static str, Vec2);
const TORSO: Picture = ("torso", Vec2::new(62.0, 92.0));
const ARM: Picture = ("arm", Vec2::new(24.0, 90.0));
const TAIL: Picture = ("tail", Vec2::new(110.0, 26.0));

/// Returns the corners of a picture that this matrix moves.
fn corners((_, size): Picture, matrix: Mat3) -> [Vec2; 4] {
    [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)].map(|corner| matrix.transform_point2(corner))
}

/// Returns 03.4's torso, on the stage, and its arm, which has the pin at the height p, and their angles in radians.
pub(crate) fn torso_and_arm([torso, arm, p]: [f32; 3]) -> ([Part; 2], [f32; 2]) {
    let parts = [
        Part { parent: None, pivot: Vec2::new(31.0, 8.0), pin: Vec2::new(205.0, 12.0), layer: 0 },
        Part { parent: Some(0), pivot: Vec2::new(12.0, p), pin: Vec2::new(54.0, 80.0), layer: 0 },
    ];
    (parts, [torso, arm].map(f32::to_radians))
}

/// Draws a torso on the stage and an arm on the torso, first as pictures at the origin, then as 03.4 places them.
fn on_a_pin(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (parts, angles) = torso_and_arm(sheet.values());
    let [p, q] = [parts[1].pivot, parts[1].pin];
    let stage = Vec2::new(20.0, 30.0);
    // As the pictures are: each with its lower left corner at the stage's origin.
    for picture in [TORSO, ARM] {
        sheet.line(&outline(&corners(picture, Mat3::IDENTITY).map(|corner| stage + corner)), Ink::Faint);
    }
    sheet.point(stage + q, Ink::Given);
    sheet.word(stage + q + 12.0 * Vec2::X, Align::Left, "q", Ink::Given);
    let handle = sheet.slide("p", stage + Vec2::new(12.0, 10.0), stage + Vec2::new(12.0, 80.0));
    sheet.word(handle + 15.0 * Vec2::X, Align::Middle, "p", Ink::Given);
    sheet.word(stage - Vec2::new(12.0, 14.0), Align::Left, "origin", Ink::Given);
    let mut turns = Vec::new();
    for (part, angle) in parts.iter().zip(angles) {
        turns.push(answers.paper_puppet.rotate_about(part.pivot, angle)?);
    }
    let sprites = answers.paper_puppet.sprite_transforms(&parts, &turns)?;
    sheet.turn("torso", stage + parts[0].pin, 26.0);
    sheet.answered();
    let matrices = [0, 1].map(|part| {
        let sprite = sprites.iter().find(|sprite| sprite.part == part);
        sprite.map_or(Mat3::NAN, |sprite| sprite.stage_from_picture)
    });
    // The torso's name is beside the arm.
    for (matrix, (picture, name_x)) in matrices.into_iter().zip([(TORSO, 20.0), (ARM, 12.0)]) {
        let placed = corners(picture, matrix).map(|corner| stage + corner);
        sheet.area(&placed, Ink::Answer);
        sheet.line(&outline(&placed), Ink::Answer);
        let middle = matrix.transform_point2(Vec2::new(name_x, picture.1.y / 2.0));
        sheet.word(stage + middle, Align::Middle, picture.0, Ink::Answer);
    }
    let pin = matrices[0].transform_point2(q);
    let pivot = matrices[1].transform_point2(p);
    sheet.circle(stage + pin, 8.0, Ink::Answer);
    sheet.point(stage + pivot, Ink::Answer);
    sheet.reading("from p to q", pin.distance(pivot), "");
    sheet.given();
    let held = parts[0].pin + Vec2::from_angle(angles[0]).rotate(q - parts[0].pivot);
    sheet.turn("arm", stage + held, 40.0);
    Ok(())
}

const PICTURES: [Picture; 3] = [TORSO, ARM, TAIL];

/// Returns whether one of these pictures covers a point of the stage.
fn covers(sprite: &Sprite, point: Vec2) -> bool {
    let Some((_, size)) = PICTURES.get(sprite.part) else { return false };
    let own = sprite.stage_from_picture.inverse().transform_point2(point);
    own.cmpgt(Vec2::ZERO).all() && own.cmplt(*size).all()
}

/// Draws three pictures in the order of 03.4, each over those before it.
fn layers(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [layer] = sheet.values();
    let parts = [
        Part { parent: None, pivot: Vec2::new(31.0, 0.0), pin: Vec2::new(90.0, 0.0), layer: 5 },
        Part { parent: Some(0), pivot: Vec2::new(12.0, 80.0), pin: Vec2::new(38.0, 80.0), layer: layer as usize },
        Part { parent: Some(0), pivot: Vec2::new(4.0, 13.0), pin: Vec2::new(14.0, 16.0), layer: 2 },
    ];
    let ruler = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|layer| Vec2::new(25.0 + 34.0 * layer as f32, 36.0));
    sheet.line(&[ruler[0], ruler[9]], Ink::Given);
    for (number, at) in ruler.into_iter().enumerate() {
        sheet.word(at - 18.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
    }
    for (part, name) in [(0, "torso"), (2, "tail")] {
        let at = ruler[parts[part].layer];
        sheet.key(at, Ink::Given);
        sheet.word(at + 15.0 * Vec2::Y, Align::Middle, name, Ink::Given);
    }
    let at = sheet.slide("layer", ruler[0], ruler[9]);
    sheet.word(at + if [2.0, 5.0].contains(&layer) { 28.0 } else { 15.0 } * Vec2::Y, Align::Middle, "arm", Ink::Given);
    let mut turns = Vec::new();
    for (part, angle) in parts.iter().zip([0.0, -0.5, 0.15]) {
        turns.push(answers.paper_puppet.rotate_about(part.pivot, angle)?);
    }
    let mut sprites = answers.paper_puppet.sprite_transforms(&parts, &turns)?;
    sprites.truncate(9);
    sheet.answered();
    let stage = Vec2::new(30.0, 82.0);
    for (number, sprite) in sprites.iter().enumerate() {
        let Some(&picture) = PICTURES.get(sprite.part) else { continue };
        let edge = outline(&corners(picture, sprite.stage_from_picture));
        for ends in edge.windows(2) {
            let mut dots = Vec::new();
            for step in 0..=60 {
                let dot = ends[0].lerp(ends[1], step as f32 / 60.0);
                // Paper hides: what lies below a later picture is left out.
                let is_hidden = sprites[number + 1..].iter().any(|later| covers(later, dot));
                dots.push(if is_hidden { Vec2::NAN } else { stage + dot });
            }
            sheet.line(&dots, Ink::Answer);
        }
        let cell = Vec2::new(255.0, 82.0 + 26.0 * number as f32);
        sheet.cell(cell, Vec2::new(80.0, 22.0), format!("{} {}", number + 1, picture.0), Ink::Answer);
    }
    Ok(())
}
