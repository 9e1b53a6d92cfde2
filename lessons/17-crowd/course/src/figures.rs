//! The live figures of the text.

use crate::{BakedClip, Dancer, Moment};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3, Vec4};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "17.1",
        size: [360.0, 166.0],
        parameters: &[
            Parameter::new("upper", [-60.0, 60.0]).unit("°"),
            Parameter::new("forearm", [-60.0, 150.0]).unit("°"),
        ],
        shown: Shown::Cases(1),
        draw: rows,
    },
    Figure {
        name: "17.2",
        size: [360.0, 164.0],
        parameters: &[
            Parameter::new("c", [0.0, 2.0]).whole(),
            Parameter::new("j", [0.0, 2.0]).whole(),
            Parameter::new("w", [6.0, 14.0]).whole(),
        ],
        shown: Shown::Cases(3),
        draw: texels,
    },
    Figure {
        name: "17.3",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("seconds", [-2.0, 4.0]).unit("s").plays(6.0),
            Parameter::new("phase", [-1.0, 1.0]).unit("s"),
            Parameter::new("speed", [0.5, 2.0]),
        ],
        shown: Shown::Cases(2),
        draw: moment,
    },
    Figure {
        name: "17.3-step",
        size: [360.0, 124.0],
        parameters: &[
            Parameter::new("seconds", [0.0, 12.0]).unit("s").plays(12.0),
            Parameter::new("phases", [0.0, 2.0]).unit("s"),
            Parameter::new("speeds", [0.0, 0.3]),
        ],
        shown: Shown::At(&[&[7.3, 2.0, 0.0], &[7.3, 0.0, 0.0]]),
        draw: step,
    },
    Figure {
        name: "17.3-fade",
        size: [360.0, 124.0],
        parameters: &[Parameter::new("fade", [0.0, 0.8]).unit("s")],
        shown: Shown::At(&[&[0.0], &[0.6]]),
        draw: fade,
    },
    Figure {
        name: "17.4",
        size: [360.0, 180.0],
        parameters: &[Parameter::new("alpha", [0.0, 1.0]).plays(3.0), Parameter::new("turn", [5.0, 120.0]).unit("°")],
        shown: Shown::Cases(1),
        draw: between,
    },
];

/// The clips of the figures: the second one is danced.
pub(crate) const CLIPS: [BakedClip; 3] = [
    BakedClip { first: 0, frames: 6, rate: 4.0 },
    BakedClip { first: 6, frames: 8, rate: 4.0 },
    BakedClip { first: 14, frames: 4, rate: 4.0 },
];
/// Number of joints in the texture of 17.2.
pub(crate) const JOINTS: usize = 3;
/// Number of characters in the texture of 17.2.
const CHARACTERS: usize = 3;
/// Height of the arms in the danced clip's eight frames, in degrees.
const ARMS: [f32; 8] = [-60.0, -35.0, 10.0, 50.0, 75.0, 50.0, 10.0, -35.0];
/// Height of the feet in these frames.
const HOPS: [f32; 8] = [0.0, 0.0, 4.0, 10.0, 14.0, 10.0, 4.0, 0.0];
/// Height of the arms of one who stands, in degrees.
const STANDING_ARMS: f32 = -75.0;
/// Time in the danced clip at which one begins who stood, in seconds: with raised arms.
const DANCE_FROM: f32 = 0.8;
/// Fraction of `phases` that each of seven dancers has.
const PHASES: [f32; 7] = [0.0, 0.62, 0.21, 0.85, 0.4, 0.12, 0.72];
/// Fraction of `speeds` that each dancer has.
const UNEVEN: [f32; 7] = [0.0, 0.7, -0.9, 0.35, -0.4, 1.0, -0.7];
/// Length of 17.4's forearm, in millimetres.
const FOREARM: f32 = 300.0;
/// Length of the forearm on the sheet.
const LENGTH: f32 = 125.0;

/// Draws an empty box.
fn outlined(sheet: &mut Sheet, low: Vec2, size: Vec2, ink: Ink) {
    let corners = [low, low + size.with_y(0.0), low + size, low + size.with_x(0.0), low];
    sheet.area(&corners[..4], ink);
    sheet.line(&corners, ink);
}

/// Draws seven dancers of one clip, each on its own clock by 17.3.
fn step(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [seconds, phases, speeds] = sheet.values();
    sheet.line(&[Vec2::new(10.0, 34.0), Vec2::new(350.0, 34.0)], Ink::Faint);
    sheet.slide("phases", Vec2::new(90.0, 14.0), Vec2::new(340.0, 14.0));
    sheet.word(Vec2::new(12.0, 14.0), Align::Left, "phases", Ink::Given);
    sheet.line(&[Vec2::new(90.0, 14.0), Vec2::new(340.0, 14.0)], Ink::Faint);
    sheet.answered();
    for number in 0..7 {
        let dancer = Dancer { clip: 1, phase: PHASES[number] * phases, speed: 1.0 + UNEVEN[number] * speeds };
        let found = answers.crowd.moment(&dancer, &CLIPS, seconds)?;
        let arms = mixed(ARMS, found).to_radians();
        let hop = mixed(HOPS, found);
        draw_dancer(sheet, Vec2::new(30.0 + 50.0 * number as f32, 56.0 + hop), arms);
    }
    Ok(())
}

/// Draws a dancer in the ink of answers, with its arms at an angle in radians.
fn draw_dancer(sheet: &mut Sheet, hips: Vec2, arms: f32) {
    let shoulders = hips + 24.0 * Vec2::Y;
    for side in [-1.0, 1.0] {
        let hand = shoulders + 20.0 * Vec2::new(side * arms.cos(), arms.sin());
        sheet.line(&[shoulders, hand], Ink::Answer);
        sheet.line(&[hips, hips + Vec2::new(side * 8.0, -22.0)], Ink::Answer);
    }
    sheet.line(&[hips, shoulders], Ink::Answer);
    sheet.circle(shoulders + 9.0 * Vec2::Y, 7.0, Ink::Answer);
}

/// Draws one dancer at seven times, 0.2 s apart, who stands and from the second one on dances, by 17.3.
fn fade(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [duration] = sheet.values();
    sheet.line(&[Vec2::new(10.0, 34.0), Vec2::new(350.0, 34.0)], Ink::Faint);
    let [no_fade, longest] = [90.0, 340.0].map(|x| Vec2::new(x, 14.0));
    sheet.slide("fade", no_fade, longest);
    sheet.word(Vec2::new(12.0, 14.0), Align::Left, "fade", Ink::Given);
    sheet.line(&[no_fade, longest], Ink::Faint);
    sheet.answered();
    for number in 0..7 {
        let seconds = 0.2 * (number as f32 - 1.0);
        let weight = if seconds < duration { (seconds / duration).max(0.0) } else { 1.0 };
        let dancer = Dancer { clip: 1, phase: DANCE_FROM, speed: 1.0 };
        let found = answers.crowd.moment(&dancer, &CLIPS, seconds)?;
        let arms = STANDING_ARMS + (mixed(ARMS, found) - STANDING_ARMS) * weight;
        let hop = mixed(HOPS, found) * weight;
        draw_dancer(sheet, Vec2::new(30.0 + 50.0 * number as f32, 56.0 + hop), arms.to_radians());
    }
    Ok(())
}

/// Returns the value at this moment of a quantity given for each frame of clip 1; NaN in another clip.
fn mixed(frames: [f32; 8], moment: Moment) -> f32 {
    let [from, to] = [moment.from, moment.to].map(|frame| {
        let frame = frame.checked_sub(CLIPS[1].first);
        frame.and_then(|frame| frames.get(frame)).copied().unwrap_or(f32::NAN)
    });
    from + (to - from) * moment.alpha
}

/// Returns the index of a texel by 17.2's formula.
pub(crate) fn texel_number(character: usize, joint: usize, row: usize) -> usize {
    (character * JOINTS + joint) * 3 + row
}

/// Draws a texture of three palettes, and the three texels of a joint.
fn texels(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let values: [f32; 3] = sheet.values();
    let [character, joint, width] = values.map(|value| value as usize);
    let size = Vec2::new(24.0, 20.0);
    let mut cells = Vec::new();
    for texel in 0..texel_number(CHARACTERS, 0, 0) {
        let low = Vec2::new(12.0, 120.0) + size * Vec2::new((texel % width) as f32, -((texel / width) as f32));
        cells.push(low);
        let ink = if texel / (3 * JOINTS) == character { Ink::Given } else { Ink::Faint };
        outlined(sheet, low, size, ink);
        sheet.word(low + size / 2.0, Align::Middle, texel.to_string(), ink);
    }
    let edge = [6.0, 14.0].map(|width| Vec2::new(12.0 + size.x * width, 152.0));
    let at = sheet.slide("w", edge[0], edge[1]);
    sheet.line(&[at.with_x(12.0), at], Ink::Faint);
    sheet.answered();
    let first = texel_number(character, joint, 0);
    for low in &cells[first..first + 3] {
        outlined(sheet, *low, size, Ink::Answer);
    }
    sheet.reading("i", first as f32, "");
    sheet.reading("x", (first % width) as f32, "");
    sheet.reading("y", (first / width) as f32, "");
    let sum = format!("({character} · {JOINTS} + {joint}) · 3 + r = {first}, {}, {}", first + 1, first + 2);
    sheet.word(Vec2::new(348.0, 16.0), Align::Right, sum, Ink::Answer);
    Ok(())
}

/// Position of 17.1's elbow when it was bound.
const ELBOW_AT: Vec3 = Vec3::new(2.0, 0.0, 0.0);

/// Returns the palette of an arm in a state of 17.1.
pub(crate) fn arm_palette([upper, forearm]: [f32; 2]) -> [Mat4; 2] {
    let upper = Mat4::from_rotation_z(upper.to_radians());
    let turned = Mat4::from_rotation_z(forearm.to_radians());
    let elbow = upper.transform_point3(ELBOW_AT);
    [upper, Mat4::from_translation(elbow) * turned * Mat4::from_translation(-ELBOW_AT)]
}

/// Draws the palette of an arm, its texels by 17.1, and the arm that a shader makes of them.
fn rows(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let palette = arm_palette(sheet.values());
    let elbow = palette[0].transform_point3(ELBOW_AT);
    for (joint, matrix) in palette.iter().enumerate() {
        let top = 140.0 - 70.0 * joint as f32;
        for row in 0..4 {
            let ink = if row < 3 { Ink::Given } else { Ink::Faint };
            draw_numbers(sheet, Vec2::new(0.0, top - 15.0 * row as f32), matrix.row(row), ink);
        }
    }
    sheet.word(Vec2::new(66.0, 156.0), Align::Middle, "palette", Ink::Given);
    sheet.word(Vec2::new(192.0, 156.0), Align::Middle, "texels", Ink::Answer);
    let origin = Vec2::new(256.0, 42.0);
    sheet.turn("upper", origin, 23.0);
    sheet.turn("forearm", origin + 23.0 * elbow.truncate(), 50.0);
    let found = answers.crowd.rows(&palette)?;
    sheet.answered();
    for (texel, numbers) in found.iter().take(9).enumerate() {
        let y = 140.0 - 15.0 * texel as f32 - 10.0 * (texel / 3) as f32;
        draw_numbers(sheet, Vec2::new(126.0, y), *numbers, Ink::Answer);
    }
    for (joint, [from, to]) in [[0.0, 2.0], [2.0, 4.0]].into_iter().enumerate() {
        let corners = [(from, -0.3), (to, -0.2), (to, 0.2), (from, 0.3)].map(|(x, y)| Vec2::new(x, y));
        // As the shader reads the texels: three for each joint.
        let moved = corners.map(|at| {
            let [x, y] = [3 * joint, 3 * joint + 1]
                .map(|texel| found.get(texel).map_or(f32::NAN, |row| row.dot(at.extend(0.0).extend(1.0))));
            origin + 23.0 * Vec2::new(x, y)
        });
        sheet.area(&moved, Ink::Answer);
        sheet.line(&[moved[0], moved[1], moved[2], moved[3], moved[0]], Ink::Answer);
    }
    sheet.reading("texels", found.len() as f32, "");
    Ok(())
}

/// Writes four numbers in a row, to the right of `left`.
fn draw_numbers(sheet: &mut Sheet, left: Vec2, numbers: Vec4, ink: Ink) {
    for (column, number) in numbers.to_array().into_iter().enumerate() {
        // No -0.0.
        let rounded = (10.0 * number).round() / 10.0 + 0.0;
        let at = left + Vec2::X * 26.0 * (column + 1) as f32;
        sheet.word(at, Align::Right, format!("{rounded:.1}"), ink);
    }
}

/// Elbow of the arm of 17.4, on the sheet.
const ELBOW: Vec2 = Vec2::new(180.0, 24.0);

/// Returns z and w of the quaternion that turns by this angle about z.
fn z_and_w(angle: f32) -> Vec2 {
    Vec2::new((angle / 2.0).sin(), (angle / 2.0).cos())
}

/// Returns the wrist of an arm that points upwards, turned by this angle.
fn wrist(angle: f32) -> Vec2 {
    ELBOW + LENGTH * Vec2::new(-angle.sin(), angle.cos())
}

/// Returns the outline of a hand, turned by the quaternion whose z and w these are.
fn hand(at: Vec2, z_and_w: Vec2) -> [Vec2; 5] {
    let up = Vec2::from_angle(2.0 * z_and_w.x.atan2(z_and_w.y)).perp();
    [(-4.0, 7.0), (22.0, 3.0), (22.0, -3.0), (-4.0, -7.0), (-4.0, 7.0)]
        .map(|(along, across)| at + along * up + across * up.perp())
}

/// Draws a hand between two frames, turned the short way and the long way.
fn between(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [alpha, turn] = sheet.values();
    let directions = [-turn / 2.0, turn / 2.0].map(f32::to_radians);
    let upwards = std::f32::consts::FRAC_PI_2;
    sheet.arc(ELBOW, LENGTH, directions.map(|direction| direction + upwards), Ink::Faint);
    sheet.point(ELBOW, Ink::Faint);
    for (direction, name) in directions.into_iter().zip(["after", "before"]) {
        let place = wrist(direction);
        sheet.line(&[ELBOW, place], Ink::Faint);
        sheet.line(&hand(place, z_and_w(direction)), Ink::Given);
        let side = if name == "before" { (-1.0, Align::Right) } else { (1.0, Align::Left) };
        sheet.word(place + Vec2::new(16.0 * side.0, -14.0), side.1, name, Ink::Given);
    }
    let [to, from] = directions.map(wrist);
    let before = z_and_w(directions[1]);
    let after = -z_and_w(directions[0]);
    let nearer = if before.dot(after) < 0.0 { -after } else { after };
    let at = from.lerp(to, alpha);
    let long = before.lerp(after, alpha).normalize_or_zero();
    sheet.dashed(&hand(at, long), Ink::Given);
    sheet.dashed(&[Vec2::new(256.0, 14.0), Vec2::new(284.0, 14.0)], Ink::Given);
    sheet.word(Vec2::new(290.0, 14.0), Align::Left, "long way", Ink::Given);
    sheet.slide("alpha", from - 44.0 * Vec2::Y, to - 44.0 * Vec2::Y);
    sheet.answered();
    sheet.line(&[from, to], Ink::Faint);
    let rotation = before.lerp(nearer, alpha).normalize_or_zero();
    let corners = hand(at, rotation);
    sheet.area(&corners[..4], Ink::Answer);
    sheet.line(&corners, Ink::Answer);
    sheet.reading("off the arc", FOREARM * (1.0 - at.distance(ELBOW) / LENGTH), "mm");
    Ok(())
}

/// Returns the dancer, and the seconds that have passed, in a state of 17.3.
pub(crate) fn dancer([seconds, phase, speed]: [f32; 3]) -> (Dancer, f32) {
    (Dancer { clip: 1, phase, speed }, seconds)
}

/// Draws the frames of three clips, and the two frames between which 17.3 places a dancer, as high as their fractions.
fn moment(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (dancer, seconds) = dancer(sheet.values());
    let size = Vec2::new(19.0, 20.0);
    let begin = Vec2::new(9.0, 66.0);
    for (number, clip) in CLIPS.iter().enumerate() {
        let ink = if number == 1 { Ink::Given } else { Ink::Faint };
        for frame in clip.first..clip.first + clip.frames {
            let low = begin + size * Vec2::X * frame as f32;
            outlined(sheet, low, size, ink);
            sheet.word(low + size / 2.0, Align::Middle, frame.to_string(), ink);
        }
    }
    let ruler = Plot::new([Vec2::new(30.0, 30.0), Vec2::new(330.0, 60.0)], [-2.0, 4.0], [0.0, 1.0]);
    sheet.line(&[ruler.at(-2.0, 0.0), ruler.at(4.0, 0.0)], Ink::Given);
    ruler.x_numbers(sheet, &[-2.0, 0.0, 2.0, 4.0]);
    sheet.word(ruler.at(4.0, 0.0) + 12.0 * Vec2::X, Align::Left, "s", Ink::Given);
    ruler.slide(sheet, "seconds");
    let found = answers.crowd.moment(&dancer, &CLIPS, seconds)?;
    sheet.answered();
    let same = found.from == found.to;
    for (frame, fraction, name) in [(found.from, 1.0 - found.alpha, "from"), (found.to, found.alpha, "to")] {
        let foot = begin + size * Vec2::new(frame.min(100) as f32, 1.0);
        let head = foot + (70.0 * fraction).clamp(-20.0, 85.0) * Vec2::Y;
        outlined(sheet, foot, Vec2::new(size.x, head.y - foot.y), Ink::Answer);
        let name = if same { "from = to" } else { name };
        let middle = Vec2::new(foot.x + size.x / 2.0, if name == "to" { 168.0 } else { 180.0 });
        if !(same && name == "to") {
            sheet.word(middle, Align::Middle, name, Ink::Answer);
        }
    }
    sheet.reading("from", found.from as f32, "");
    sheet.reading("to", found.to as f32, "");
    sheet.reading("alpha", found.alpha, "");
    Ok(())
}
