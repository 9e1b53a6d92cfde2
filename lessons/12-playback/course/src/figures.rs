//! The live figures of the text.

use crate::finished::TOOLS;
use crate::{Channel, Clip, Joint, KeyList, OnStage, Track, Transform};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "12.1",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("key", [1.0, 9.0]),
            Parameter::new("numbers", [16.0, 64.0]).whole(),
            Parameter::new("joints", [2.0, 3.0]).whole(),
        ],
        shown: Shown::Cases(3),
        draw: addresses,
    },
    Figure {
        name: "12.2",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("tick", [0.0, 10.0]).plays(4.0),
            Parameter::new("apart", [0.0, 360.0]).unit("°"),
            Parameter::new("rotation", [1.0, 10.0]).of("the last rotation"),
            Parameter::new("scale", [2.5, 10.0]).of("the last scale"),
            Parameter::new("scales", [0.0, 2.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: between_keys,
    },
    Figure {
        name: "12.3",
        size: [360.0, 170.0],
        parameters: &[Parameter::new("tick", [0.0, 10.0]).plays(4.0)],
        shown: Shown::Cases(1),
        draw: sampled_cart,
    },
    Figure {
        name: "12.4",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("x", [0.0, 280.0]),
            Parameter::new("y", [0.0, 80.0]),
            Parameter::new("turn", [-90.0, 90.0]).of("the figure").unit("°"),
        ],
        shown: Shown::Cases(2),
        draw: lying_figure,
    },
    Figure {
        name: "12.4-tick",
        size: [360.0, 150.0],
        parameters: &[
            Parameter::new("s", [0.0, 1.0]).unit("s").plays(4.0),
            Parameter::new("rate", [12.0, 60.0]).whole(),
        ],
        shown: Shown::At(&[&[SECONDS, 24.0], &[SECONDS, 40.0]]),
        draw: clocks,
    },
];

/// A track, and a tick.
pub(crate) type Sampled = (Track, f32);
/// Joints, their tracks, and a tick.
pub(crate) type Posed = (Vec<Joint>, Vec<Option<Track>>, f32);
/// A clip, the seconds for which it has played, the figure's place, and the file's axes and unit.
pub(crate) type Staged = (Clip, f32, Transform, Mat4);

/// Returns 12.1's joints and channels. The x of a channel's translations is the channel's index, the y is 5.
pub(crate) fn file([key, numbers, count]: [f32; 3]) -> (Vec<Joint>, Vec<Channel>) {
    let mut ids = vec!["arm", "arm/end"];
    let mut contents =
        vec![("arm/transform", [0.0, 5.0, 10.0], 48), ("arm/end/transform", [0.0, key, 10.0], numbers as usize)];
    if count > 2.0 {
        ids.push("hat");
        contents.insert(0, ("hat/visibility", [0.0, 2.0, 6.0], 3));
    }
    let mut joints: Vec<Joint> = Vec::new();
    for id in ids {
        let rest = Transform::from_translation(Vec3::NEG_X * (1 + joints.len()) as f32);
        joints.push(joint(id, joints.len().checked_sub(1), rest));
    }
    let mut channels = Vec::new();
    for (target, times, numbers) in contents {
        let key = Mat4::from_translation(Vec3::new(channels.len() as f32, 5.0, 0.0));
        let matrix = key.transpose().to_cols_array();
        let floats = matrix.into_iter().cycle().take(numbers).collect();
        channels.push(Channel { target: target.into(), times: times.to_vec(), floats });
    }
    (joints, channels)
}

/// Returns 12.2's track, whose second rotation is by `apart` at the tick `rotation`, and whose second scale is at `scale`, and
/// the tick.
pub(crate) fn keyed([tick, apart, rotation, scale, scales]: [f32; 5]) -> Sampled {
    let turns = [0.0, apart].map(|degrees| Quat::from_rotation_z(degrees.to_radians()));
    let mut track = Track {
        rest: turned(PLACES[0], 0.0, 0.8),
        translations: KeyList { times: vec![0.0, 5.0, 10.0], values: PLACES.map(|place| place.extend(0.0)).to_vec() },
        rotations: KeyList { times: vec![0.0, rotation], values: turns.to_vec() },
        scales: KeyList { times: vec![2.0, scale], values: vec![Vec3::splat(0.5), Vec3::ONE] },
    };
    track.scales.times.truncate(scales as usize);
    track.scales.values.truncate(scales as usize);
    (track, tick)
}

/// The translations of 12.2.
const PLACES: [Vec2; 3] = [Vec2::new(60.0, 120.0), Vec2::new(180.0, 130.0), Vec2::new(275.0, 120.0)];

/// Returns 12.3's arm on a cart: no vertex follows the cart, and no channel moves the socket that holds the sword.
pub(crate) fn cart([tick]: [f32; 1]) -> Posed {
    let joints = vec![
        joint("cart", None, turned(Vec2::new(40.0, 0.0), 0.0, 1.0)),
        joint("arm", Some(0), turned(Vec2::new(0.0, 55.0), -70.0, 1.0)),
        joint("hand", Some(1), turned(Vec2::new(48.0, 0.0), 0.0, 1.0)),
        joint("socket", Some(2), turned(Vec2::new(14.0, 0.0), 90.0, 1.0)),
    ];
    let mut cart = Track::at_rest(turned(Vec2::new(40.0, 0.0), 0.0, 1.0));
    cart.translations = KeyList { times: vec![0.0, 10.0], values: [40.0, 250.0].map(|x| Vec3::X * x).to_vec() };
    let mut tracks = vec![Some(cart)];
    for (place, degrees) in [(Vec2::new(0.0, 55.0), [-70.0, 50.0]), (Vec2::new(48.0, 0.0), [0.0, -45.0])] {
        let mut track = Track::at_rest(turned(place, degrees[0], 1.0));
        let turns = degrees.map(|degrees: f32| Quat::from_rotation_z(degrees.to_radians()));
        track.rotations = KeyList { times: vec![0.0, 10.0], values: turns.to_vec() };
        tracks.push(Some(track));
    }
    if let Some(arm) = &mut tracks[1] {
        arm.scales = KeyList { times: vec![0.0, 10.0], values: vec![Vec3::ONE, Vec3::new(1.5, 1.0, 1.0)] };
    }
    tracks.push(None);
    (joints, tracks, tick)
}

/// Returns the walk at [`SECONDS`] of a figure that lies in its file, twice as large, at a place in the world.
pub(crate) fn placed([x, y, turn]: [f32; 3]) -> Staged {
    let (walk, ..) = clocked([SECONDS, 24.0]);
    let ours_from_file = Mat4::from_rotation_z(FRAC_PI_2) * Mat4::from_scale(Vec3::splat(0.5));
    (walk, SECONDS, turned(Vec2::new(x, y), turn, 1.0), ours_from_file)
}

/// Returns the walk at a time, with as many ticks as its second has, of a figure that is not placed.
pub(crate) fn clocked([seconds, rate]: [f32; 2]) -> Staged {
    let walk = Clip { name: "walk".into(), start: 63.0, end: 63.0 + rate, ticks_per_second: rate };
    (walk, seconds, Transform::IDENTITY, Mat4::IDENTITY)
}

/// Time of the text's example.
const SECONDS: f32 = 0.55;
/// Distance from the feet to the head of 12.4's figure, in its file.
pub(crate) const HEAD: f32 = 147.0;

/// The knight's motions on the clock of his file, in ticks.
pub const CLIPS: [(&str, [f32; 2]); 9] = [
    ("idle", [0.0, 60.0]),
    ("walk", [63.0, 87.0]),
    ("run", [90.0, 105.0]),
    ("jump", [108.0, 126.0]),
    ("fall", [129.0, 147.0]),
    ("land", [150.0, 168.0]),
    ("punch", [171.0, 189.0]),
    ("sword_swing", [192.0, 216.0]),
    ("dance", [219.0, 267.0]),
];

fn turned(at: Vec2, degrees: f32, scale: f32) -> Transform {
    let rotation = Quat::from_rotation_z(degrees.to_radians());
    Transform { translation: at.extend(0.0), rotation, scale: Vec3::splat(scale) }
}

fn joint(id: &str, parent: Option<usize>, rest: Transform) -> Joint {
    let id = id.to_owned();
    let name = format!("the {id}");
    let matrix_sid = "transform".into();
    Joint { name, id, matrix_sid, parent, parent_from_joint: rest.to_mat4(), in_skin: parent.is_some() }
}

/// Draws the channels with their keys on the left, and on the right the joints with the keys that 12.1 gives them.
fn addresses(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (joints, channels) = file(sheet.values());
    let rows = [170.0, 118.0, 66.0];
    for (channel, y) in channels.iter().zip(rows) {
        sheet.word(Vec2::new(10.0, y + 19.0), Align::Left, channel.target.clone(), Ink::Given);
        sheet.line(&[Vec2::new(10.0, y), Vec2::new(150.0, y)], Ink::Faint);
        for time in &channel.times {
            sheet.key(Vec2::new(10.0 + 14.0 * time, y), Ink::Given);
        }
    }
    let last = channels.len() - 1;
    let end = rows[last];
    let numbers = format!("{} numbers", channels[last].floats.len());
    sheet.word(Vec2::new(10.0, end - 22.0), Align::Left, numbers, Ink::Given);
    sheet.slide("key", Vec2::new(24.0, end), Vec2::new(136.0, end));
    for (joint, y) in joints.iter().zip(rows) {
        sheet.word(Vec2::new(212.0, y + 24.0), Align::Left, joint.id.clone(), Ink::Given);
        for (part, above) in [("T", 10.0), ("R", 0.0), ("S", -10.0)] {
            sheet.word(Vec2::new(202.0, y + above), Align::Middle, part, Ink::Faint);
            sheet.line(&[Vec2::new(212.0, y + above), Vec2::new(352.0, y + above)], Ink::Faint);
        }
    }
    let tracks = answers.playback.tracks(&joints, &channels, &TOOLS)?;
    sheet.answered();
    if let Err(error) = &tracks {
        let count = channels[last].floats.len();
        let word = if count.is_multiple_of(16) { String::new() } else { count.to_string() };
        sheet.error(Vec2::new(10.0, end - 44.0), error, &word);
    }
    let tracks = tracks.unwrap_or_default();
    for (track, y) in tracks.iter().zip(rows) {
        let Some(Track { translations, rotations, scales, .. }) = track else { continue };
        let from = translations.values.first().map_or(f32::NAN, |place| place.x);
        if (-0.5..2.5).contains(&from) {
            sheet.arrow(Vec2::new(156.0, rows[from.round() as usize]), Vec2::new(194.0, y), Ink::Answer);
        }
        for (times, above) in [(&translations.times, 10.0), (&rotations.times, 0.0), (&scales.times, -10.0)] {
            for time in times {
                sheet.key(Vec2::new(212.0 + 14.0 * time.clamp(-1.0, 11.0), y + above), Ink::Answer);
            }
        }
    }
    sheet.reading("tracks", tracks.iter().flatten().count() as f32, "");
    if let Some(Track { rest, scales, .. }) = tracks.iter().flatten().last() {
        sheet.reading("rest x", rest.translation.x, "");
        sheet.reading("scale", scales.values.first().map_or(0.0, |scale| scale.y), "");
    }
    Ok(())
}

const LENGTH: f32 = 64.0;

fn ends(matrix: Mat4) -> [Vec2; 2] {
    [0.0, LENGTH].map(|x| matrix.transform_point3(Vec3::X * x).truncate())
}

/// Draws a joint's three lists of keys on a strip, and above it the path of its tip by 12.2, and the joint at a tick.
fn between_keys(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (track, tick) = keyed(sheet.values());
    for (name, times, y) in [
        ("translation", &track.translations.times, 60.0),
        ("rotation", &track.rotations.times, 44.0),
        ("scale", &track.scales.times, 28.0),
    ] {
        sheet.word(Vec2::new(8.0, y), Align::Left, name, Ink::Given);
        sheet.line(&[on_strip(0.0, y), on_strip(10.0, y)], Ink::Faint);
        for time in times {
            sheet.key(on_strip(*time, y), Ink::Given);
        }
    }
    sheet.slide("rotation", on_strip(1.0, 44.0), on_strip(10.0, 44.0));
    if track.scales.times.len() == 2 {
        sheet.slide("scale", on_strip(2.5, 28.0), on_strip(10.0, 28.0));
    }
    let at = sheet.slide("tick", on_strip(0.0, 11.0), on_strip(10.0, 11.0));
    sheet.dashed(&[at, at.with_y(69.0)], Ink::Given);
    for place in PLACES {
        sheet.point(place, Ink::Given);
    }
    sheet.line(&PLACES, Ink::Faint);
    let dial = PLACES[1];
    sheet.line(&[dial, dial + LENGTH * Vec2::X], Ink::Given);
    let second = sheet.turn("apart", dial, LENGTH);
    sheet.line(&[dial, second], Ink::Given);
    let now = answers.playback.sample_joint(&track, tick, &TOOLS)?;
    sheet.answered();
    let mut trail = Vec::new();
    for step in 0..=100 {
        let Ok(then) = answers.playback.sample_joint(&track, step as f32 / 10.0, &TOOLS) else { break };
        trail.push(ends(then.to_mat4())[1]);
    }
    sheet.line(&trail, Ink::Answer);
    let [root, tip] = ends(now.to_mat4());
    sheet.arrow(root, tip, Ink::Answer);
    sheet.point(root, Ink::Answer);
    sheet.reading("x", now.translation.x, "");
    sheet.reading("turned", (tip - root).to_angle().to_degrees(), "°");
    sheet.reading("scale", now.scale.x, "");
    Ok(())
}

/// Returns the place of a tick on the strip of 12.2.
fn on_strip(tick: f32, y: f32) -> Vec2 {
    Vec2::new(92.0 + 25.0 * tick, y)
}

/// Draws the cart at rest, and by 12.3 at a tick.
fn sampled_cart(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (joints, tracks, tick) = cart(sheet.values());
    let rest: Vec<Mat4> = joints.iter().map(|joint| joint.parent_from_joint).collect();
    draw_cart(sheet, &joints, &rest, Ink::Faint);
    sheet.word(Vec2::new(60.0, 135.0), Align::Middle, "rest", Ink::Given);
    let [from, to] = [60.0, 270.0].map(|x| Vec2::new(x, 12.0));
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("tick", from, to);
    let locals = answers.playback.sample_pose(&joints, &tracks, tick, &TOOLS)?;
    sheet.answered();
    let socket = draw_cart(sheet, &joints, &locals, Ink::Answer);
    sheet.word(socket + Vec2::new(10.0, -8.0), Align::Left, "socket", Ink::Answer);
    sheet.reading("matrices", locals.len() as f32, "");
    sheet.reading("cart x", locals.first().map_or(f32::NAN, |cart| cart.w_axis.x), "");
    Ok(())
}

/// Draws the cart with its arm and sword. Returns the place of the socket.
fn draw_cart(sheet: &mut Sheet, joints: &[Joint], locals: &[Mat4], ink: Ink) -> Vec2 {
    let mut models: Vec<Mat4> = Vec::new();
    let mut points = Vec::new();
    for (number, joint) in joints.iter().enumerate() {
        let local = locals.get(number).copied().unwrap_or(Mat4::NAN);
        let model = joint.parent.map_or(Mat4::IDENTITY, |parent| models[parent]) * local;
        models.push(model);
        points.push(on_sheet(CART, model, [0.0, 0.0]));
    }
    sheet.line(&[[-22.0, 0.0], [22.0, 0.0]].map(|at| on_sheet(CART, models[0], at)), ink);
    for x in [-14.0, 14.0] {
        sheet.circle(on_sheet(CART, models[0], [x, -7.0]), 6.0, ink);
    }
    sheet.line(&points, ink);
    // The sword: its blade with its hilt, and its guard.
    for ends in [[[-12.0, 0.0], [55.0, 0.0]], [[8.0, -7.0], [8.0, 7.0]]] {
        sheet.line(&ends.map(|at| on_sheet(CART, models[3], at)), ink);
    }
    for point in &points {
        sheet.point(*point, ink);
    }
    points[3]
}

/// Origin of the model in 12.3, and in 12.4.
const CART: Vec2 = Vec2::new(20.0, 35.0);
const FILE: Vec2 = Vec2::new(35.0, 50.0);

/// Returns the place on the sheet to which `matrix` takes a point.
fn on_sheet(origin: Vec2, matrix: Mat4, [x, y]: [f32; 2]) -> Vec2 {
    origin + matrix.transform_point3(Vec3::new(x, y, 0.0)).truncate()
}

fn on_file(tick: f32, y: f32) -> Vec2 {
    Vec2::new(15.0 + 1.08 * tick.clamp(-10.0, 315.0), y)
}

fn on_walk(walk: &Clip, tick: f32, y: f32) -> Vec2 {
    let fraction = (tick - walk.start) / walk.ticks_per_second;
    Vec2::new(40.0 + 280.0 * fraction.clamp(-0.1, 1.1), y)
}

/// Draws the clock of the file with all motions, and below it the second of the walk, with the tick that 12.4 returns.
fn clocks(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (walk, seconds, place, ours_from_file) = clocked(sheet.values());
    let rate = walk.ticks_per_second;
    let top = 95.0;
    let bottom = 45.0;
    for (name, [start, end]) in CLIPS {
        // What follows the walk comes later by what it is longer.
        let later = if start > walk.start { rate - 24.0 } else { 0.0 };
        let end = if name == "walk" { walk.end } else { end + later };
        let start = if name == "walk" { start } else { start + later };
        let [low, high] = [on_file(start, top), on_file(end, top + 18.0)];
        sheet.area(&[low, low.with_x(high.x), high, low.with_y(high.y)], Ink::Given);
        if ["idle", "walk", "dance"].contains(&name) {
            sheet.word(Vec2::new(f32::midpoint(low.x, high.x), top + 47.0), Align::Middle, name, Ink::Given);
        }
    }
    for tick in [walk.start, walk.end] {
        sheet.line(&[on_file(tick, top), on_walk(&walk, tick, bottom)], Ink::Faint);
        sheet.word(on_walk(&walk, tick, bottom - 33.0), Align::Middle, tick.to_string(), Ink::Given);
    }
    sheet.line(&[walk.start, walk.end].map(|tick| on_walk(&walk, tick, bottom)), Ink::Given);
    for tick in 0..=rate as u32 {
        let at = on_walk(&walk, walk.start + tick as f32, bottom);
        sheet.line(&[at - 4.0 * Vec2::Y, at + 4.0 * Vec2::Y], Ink::Given);
    }
    let [left, right] = [walk.start, walk.end].map(|tick| on_walk(&walk, tick, bottom - 14.0));
    let at = sheet.slide("s", left, right);
    sheet.dashed(&[at, at.with_y(bottom + 14.0)], Ink::Given);
    let tick = answers.playback.on_stage(&walk, seconds, &place, ours_from_file)?.tick;
    sheet.answered();
    sheet.line(&[on_file(tick, top - 5.0), on_file(tick, top + 23.0)], Ink::Answer);
    sheet.word(on_file(tick, top + 32.0), Align::Middle, format!("{tick:.1}"), Ink::Answer);
    sheet.arrow(on_walk(&walk, tick, bottom + 26.0), on_walk(&walk, tick, bottom + 5.0), Ink::Answer);
    sheet.reading("tick", tick, "");
    Ok(())
}

/// Draws a figure that lies in its file, twice as large, and the figure at its place in the world by 12.4.
fn lying_figure(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, turn] = sheet.values();
    draw_lying(sheet, Mat4::IDENTITY, Ink::Faint);
    sheet.frame(FILE, 0.0, 30.0, "file", Ink::Given);
    let at = sheet.drag(["x", "y"], FILE, FILE + Vec2::new(280.0, 80.0));
    sheet.turn("turn", at, 55.0);
    sheet.frame(at, turn.to_radians(), 50.0, "", Ink::WORLD);
    sheet.word(at - 25.0 * Vec2::from_angle((turn + 45.0).to_radians()), Align::Middle, "place", Ink::WORLD);
    let (walk, seconds, place, ours_from_file) = placed([x, y, turn]);
    let OnStage { tick, world_from_model } = answers.playback.on_stage(&walk, seconds, &place, ours_from_file)?;
    sheet.answered();
    draw_lying(sheet, world_from_model, Ink::Answer);
    let head = world_from_model.transform_point3(HEAD * Vec3::X);
    sheet.reading("head x", head.x, "");
    sheet.reading("head y", head.y, "");
    sheet.reading("tick", tick, "");
    Ok(())
}

/// Draws a figure that lies along x in the file, as the matrix places it.
fn draw_lying(sheet: &mut Sheet, matrix: Mat4, ink: Ink) {
    let mut head = Vec::new();
    for step in 0..=24 {
        let direction = Vec2::from_angle(0.25 * step as f32 * std::f32::consts::PI / 3.0);
        head.push([HEAD + 17.0 * direction.x, 17.0 * direction.y]);
    }
    for line in [
        &[[0.0, -22.0], [70.0, 0.0], [0.0, 22.0]][..],
        &[[70.0, 0.0], [130.0, 0.0]],
        &[[120.0, 0.0], [80.0, -35.0]],
        &head,
    ] {
        let points: Vec<Vec2> = line.iter().map(|point| on_sheet(FILE, matrix, *point)).collect();
        sheet.line(&points, ink);
    }
}
