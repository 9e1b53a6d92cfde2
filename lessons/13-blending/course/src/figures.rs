//! The live figures of the text.

mod gaits;
mod heads;

use crate::finished::{ANSWERS, TOOLS};
use crate::motion::part;
use crate::{Fade, Now, State, Transform};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec2, Vec3};
use std::f32::consts::TAU;

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "13.1",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("u", [0.0, 1.0]).plays(2.0),
            Parameter::new("b", [-60.0, 20.0]).unit("°"),
            Parameter::new("-q", [0.0, 1.0]).whole(),
        ],
        shown: Shown::Cases(1),
        draw: arm,
    },
    Figure {
        name: "13.2",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("jump", [0.15, 0.7]).unit("s"),
            Parameter::new("rate", [20.0, 120.0]).unit("/s").whole(),
        ],
        shown: Shown::Cases(2),
        draw: interrupted,
    },
    Figure {
        name: "13.3",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("J", [0.1, 3.9]).unit("s"),
            Parameter::new("K", [0.1, 3.9]).unit("s"),
            Parameter::new("t", [0.0, 3.98]).unit("s"),
        ],
        shown: Shown::Cases(2),
        draw: states,
    },
    Figure {
        name: "13.4",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("first", [0.0, 11.0]).whole()],
        shown: Shown::Cases(2),
        draw: mask,
    },
    Figure {
        name: "13-flags",
        size: [360.0, 160.0],
        parameters: &[Parameter::new("J", [0.1, 2.9]).unit("s"), Parameter::new("K", [0.1, 2.9]).unit("s")],
        shown: Shown::At(&[&[0.4, 2.2], &[0.4, 0.8]]),
        draw: flags,
    },
    Figure {
        name: "13-both",
        size: [360.0, 170.0],
        parameters: &[Parameter::new("t0", [0.3, 0.9]).unit("s"), Parameter::new("tf", [0.1, 0.6]).unit("s")],
        shown: Shown::At(&[&[0.6, 0.5]]),
        draw: both,
    },
    Figure {
        name: "13.1-step",
        size: [360.0, 212.0],
        parameters: &[
            Parameter::new("t", [0.0, 2.5]).unit("s").plays(2.5),
            Parameter::new("in step", [0.0, 1.0]).whole(),
        ],
        shown: Shown::At(&[&[0.9, 1.0], &[0.9, 0.0]]),
        draw: gaits::blended,
    },
    Figure {
        name: "13-sides",
        size: [360.0, 165.0],
        parameters: &[
            Parameter::new("base", [-80.0, 80.0]).unit("°").plays(4.0),
            Parameter::new("nod", [0.0, 60.0]).unit("°"),
        ],
        shown: Shown::At(&[&[75.0, 30.0]]),
        draw: heads::nodding,
    },
];

/// Two poses, and how far from one to the other.
pub(crate) type Between = (Vec<Transform>, Vec<Transform>, f32);

/// Returns 13.1's arm, hanging and stretched out. Its joints are shoulder, elbow and hand.
pub(crate) fn arms([u, b, opposite]: [f32; 3]) -> Between {
    let sign = if opposite > 0.0 { -1.0 } else { 1.0 };
    let [hanging, stretched] = [([-90.0, 0.0], 1.0), ([b, 20.0], sign)].map(|([shoulder, elbow], sign)| {
        let mut pose = Vec::new();
        for (bone, degrees) in [(0.0, shoulder), (UPPER_ARM, elbow), (FOREARM, 0.0)] {
            let rotation = turned(degrees) * sign;
            pose.push(Transform { translation: bone * Vec3::X, ..Transform::from_rotation(rotation) });
        }
        pose
    });
    (hanging, stretched, u)
}

/// Lengths of the bones in metres.
const UPPER_ARM: f32 = 0.30;
const FOREARM: f32 = 0.24;

/// A pose, and the frames that follow: the animation's pose, the duration of the fade that begins, and the frame's own.
pub(crate) type Script = (Vec<Transform>, Vec<(Vec<Transform>, Option<f32>, f32)>);

/// Clips of 13.2, whose poses are at 0, 1 and 2; when the second begins, and how long each fade takes, in seconds.
pub(crate) const CLIPS: [&str; 3] = ["stand", "walk", "jump"];
const WALK_AT: f32 = 0.15;
const LASTS: f32 = 0.2;

/// Returns 13.2's frames from the beginning of the walk up to 1 s.
pub(crate) fn script([jump, rate]: [f32; 2]) -> Script {
    let mut frames = Vec::new();
    let mut clip = 0_u8;
    for frame in 0..((1.0 - WALK_AT) * rate) as usize {
        // A rounding must not move a beginning by a frame.
        let plays = if WALK_AT + frame as f32 / rate + 1e-4 < jump { 1 } else { 2 };
        frames.push((pose_at(f32::from(plays)), (plays != clip).then_some(LASTS), 1.0 / rate));
        clip = plays;
    }
    (pose_at(0.0), frames)
}

/// Returns the memory of a fade to `pose` that has just ended.
pub(crate) fn ended(pose: &[Transform]) -> Fade {
    Fade { elapsed: 0.16, duration: 0.15, ..Fade::new(pose) }
}

/// A frame of 13.3's figure, in seconds.
const DT: f32 = 1.0 / 60.0;

/// Plays four seconds with the keys J and K pressed at two times: the walk is held from 0.3 to 3.3 s, and at 3 s he walks
/// over an edge. Returns each frame's input, and the state that begins by `next_state`.
fn play_keys(
    keys: [f32; 2],
    mut next_state: impl FnMut(State, Now) -> Result<Option<State>, CallError>,
) -> Result<Vec<(State, Now, Option<State>)>, CallError> {
    use State::{Idle, Jump, Punch, Walk};
    let [jump, punch] = keys.map(frame_at);
    let mut frames = Vec::new();
    let mut state = Idle;
    let mut since = 0;
    let mut ground_at = 0;
    for frame in 0..frame_at(4.0) {
        let wanted = match frame {
            _ if frame == jump => Jump,
            _ if frame == punch => Punch,
            18..198 => Walk,
            _ => Idle,
        };
        if frame == 180 {
            ground_at = ground_at.max(frame + 18);
        }
        let [from, to] = part(state);
        let ended = state.is_played_once() && since as f32 * DT >= to - from;
        let now = Now { supported: frame >= ground_at, ended, wanted };
        let next = next_state(state, now)?;
        frames.push((state, now, next));
        if let Some(next) = next {
            state = next;
            since = 0;
            if next == Jump {
                ground_at = frame + 42;
            }
        }
        since += 1;
    }
    Ok(frames)
}

fn frame_at(seconds: f32) -> usize {
    (seconds / DT).round() as usize
}

/// Draws three booleans over time, of a program that begins whatever a key asks for, and when two of them are true.
fn flags(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [jump, punch] = sheet.values();
    let plot = Plot::new([Vec2::new(105.0, 32.0), Vec2::new(330.0, 140.0)], [0.0, 4.0], [0.0, 3.0]);
    plot.axes(sheet, "t", "");
    plot.x_numbers(sheet, &[1.0, 2.0, 3.0]);
    let lands = jump + 0.7;
    let [landing, punching] = [State::Land, State::Punch].map(|state| {
        let [from, to] = part(state);
        to - from
    });
    let rows =
        [("is_jumping", jump, lands), ("is_landing", lands, lands + landing), ("is_punching", punch, punch + punching)];
    for (row, (name, from, to)) in rows.into_iter().enumerate() {
        let y = 2.2 - row as f32;
        sheet.word(plot.at(-0.1, y + 0.3), Align::Right, name, Ink::Given);
        sheet.rectangle(plot.at(from, y), plot.at(to, y + 0.6), Ink::Series(row as u8), 1.0);
        // The punch with each of the two others: which clip is played?
        let [begin, end] = [from.max(punch), to.min(punch + punching)];
        if row < 2 && begin < end {
            sheet.area(&[plot.at(begin, 0.0), plot.at(end, 0.0), plot.at(end, 3.0), plot.at(begin, 3.0)], Ink::Given);
            sheet.word(plot.at(0.5 * (begin + end), 3.25), Align::Middle, "?", Ink::Given);
        }
    }
    sheet.slide("J", plot.at(0.1, 2.5), plot.at(2.9, 2.5));
    sheet.slide("K", plot.at(0.1, 0.5), plot.at(2.9, 0.5));
    Ok(())
}

/// Returns 13.3's input at a time `t`, after the states of the finished function.
pub(crate) fn moment([jump, punch, t]: [f32; 3]) -> (State, Now) {
    let frames = play_keys([jump, punch], |state, now| Ok((ANSWERS.next_state)(state, now)));
    let (state, now, _) = frames.unwrap_or_default()[frame_at(t)];
    (state, now)
}

/// Two poses, the joints' parents, and the first joint that the second pose has.
pub(crate) type Masking = (Vec<Transform>, Vec<Transform>, Vec<Option<usize>>, usize);

/// Returns 13.4's walk and punch.
pub(crate) fn masking([first]: [f32; 1]) -> Masking {
    (figure(WALK_ANGLES, 165.0), figure(PUNCH_ANGLES, 165.0), PARENTS.to_vec(), first as usize)
}

fn turned(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

/// Returns the model matrices of joints with these parents; NaN for joints that the pose lacks, and their descendants.
fn model_matrices(pose: &[Transform], parents: &[Option<usize>]) -> Vec<Mat4> {
    let nowhere = Mat4::from_cols_array(&[f32::NAN; 16]);
    let mut matrices: Vec<Mat4> = Vec::new();
    for (joint, parent) in parents.iter().enumerate() {
        let local = pose.get(joint).map_or(nowhere, Transform::to_mat4);
        let model_from_parent = parent.map_or(Mat4::IDENTITY, |parent| matrices[parent]);
        matrices.push(model_from_parent * local);
    }
    matrices
}

fn point(matrix: &Mat4) -> Vec2 {
    matrix.w_axis.truncate().truncate()
}

/// Returns the places on 13.1's sheet of an arm's joints.
fn arm_points(pose: &[Transform]) -> Vec<Vec2> {
    let matrices = model_matrices(pose, &[None, Some(0), Some(1)]);
    matrices.iter().map(|matrix| Vec2::new(130.0, 122.0) + METRE * point(matrix)).collect()
}

const METRE: f32 = 200.0;

/// Draws an arm between two poses by 13.1, and between the positions of its joints.
fn arm(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (hanging, stretched, u) = arms(sheet.values());
    let [from, to] = [&hanging, &stretched].map(|pose| arm_points(pose));
    for (name, ends, beside) in [("a", &from, -12.0), ("b", &to, 12.0)] {
        sheet.line(ends, Ink::Given);
        sheet.word(ends[2] + beside * Vec2::X, Align::Middle, name, Ink::Given);
    }
    let straight: Vec<Vec2> = from.iter().zip(&to).map(|(from, to)| from.lerp(*to, u)).collect();
    sheet.dashed(&[from[2], to[2]], Ink::MODEL);
    sheet.line(&straight, Ink::MODEL);
    for joint in &straight[1..] {
        sheet.circle(*joint, 5.0, Ink::MODEL);
    }
    sheet.word(from[2].lerp(to[2], 0.72) + Vec2::new(-8.0, 2.0), Align::Right, "model", Ink::MODEL);
    sheet.answered();
    let mut way = Vec::new();
    for step in 0..=24 {
        let between = answers.blending.blend(&hanging, &stretched, step as f32 / 24.0, &TOOLS)?;
        way.push(arm_points(&between)[2]);
    }
    sheet.dashed(&way, Ink::Answer);
    let now = arm_points(&answers.blending.blend(&hanging, &stretched, u, &TOOLS)?);
    sheet.line(&now, Ink::Answer);
    for joint in &now {
        sheet.point(*joint, Ink::Answer);
    }
    sheet.word(now[2] + Vec2::new(10.0, -8.0), Align::Left, "local", Ink::Answer);
    sheet.given();
    sheet.turn("b", from[0], 60.0);
    sheet.line(&[Vec2::new(230.0, 16.0), Vec2::new(340.0, 16.0)], Ink::Faint);
    let at = sheet.slide("u", Vec2::new(230.0, 16.0), Vec2::new(340.0, 16.0));
    sheet.word(at + 16.0 * Vec2::Y, Align::Middle, "u", Ink::Given);
    sheet.line(&[Vec2::new(40.0, 16.0), Vec2::new(70.0, 16.0)], Ink::Faint);
    sheet.slide("-q", Vec2::new(40.0, 16.0), Vec2::new(70.0, 16.0));
    sheet.word(Vec2::new(26.0, 16.0), Align::Right, "-q", Ink::Given);
    sheet.reading("shoulder", (now[1] - now[0]).to_angle().to_degrees(), "°");
    sheet.reading("upper arm", now[0].distance(now[1]) / METRE, "m");
    sheet.reading("forearm", now[1].distance(now[2]) / METRE, "m");
    sheet.reading("straight: upper arm", straight[0].distance(straight[1]) / METRE, "m");
    sheet.reading("straight: forearm", straight[1].distance(straight[2]) / METRE, "m");
    Ok(())
}

pub(crate) fn pose_at(x: f32) -> Vec<Transform> {
    vec![Transform::from_translation(Vec3::X * x)]
}

fn pose_x(pose: &[Transform]) -> f32 {
    pose.first().map_or(f32::NAN, |joint| joint.translation.x)
}

/// Value of the clip that plays before the fade, and of the clip after it, at a time in seconds.
fn old(t: f32) -> f32 {
    0.6 * (TAU * t / 0.6).sin()
}

fn new(t: f32) -> f32 {
    1.4 + 0.25 * (TAU * t / 0.9).cos()
}

/// Draws a fade from the old clip that plays on, and from the pose in which the fade began.
fn both(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [begins, lasts] = sheet.values();
    let plot = Plot::new([Vec2::new(20.0, 24.0), Vec2::new(315.0, 140.0)], [0.0, 1.5], [-0.7, 1.9]);
    plot.axes(sheet, "t", "");
    plot.curve(sheet, Ink::Faint, old);
    plot.curve(sheet, Ink::Faint, |t| if t < begins { f32::NAN } else { new(t) });
    sheet.word(plot.at(1.52, old(1.5)), Align::Left, "old", Ink::Given);
    sheet.word(plot.at(1.52, new(1.5)), Align::Left, "new", Ink::Given);
    plot.upright(sheet, begins, Ink::Given);
    plot.upright(sheet, begins + lasts, Ink::Given);
    sheet.answered();
    for (ink, is_frozen) in [(Ink::Series(0), false), (Ink::Series(3), true)] {
        plot.try_curve(sheet, ink, |t| {
            if t < begins {
                return Ok(old(t));
            }
            let u = ((t - begins) / lasts).min(1.0);
            let from = old(if is_frozen { begins } else { t });
            answers.blending.blend(&pose_at(from), &pose_at(new(t)), u, &TOOLS).map(|pose| pose_x(&pose))
        })?;
    }
    sheet.given();
    sheet.word(Vec2::new(40.0, 158.0), Align::Left, "both play on", Ink::Series(0));
    sheet.word(Vec2::new(200.0, 158.0), Align::Left, "frozen", Ink::Series(3));
    sheet.slide("t0", plot.at(0.3, -0.7), plot.at(0.9, -0.7));
    sheet.slide("tf", plot.at(begins + 0.1, -0.7), plot.at(begins + 0.6, -0.7));
    Ok(())
}

/// Draws the fade from standing to walking by 13.2, and the fade into a jump that interrupts it.
fn interrupted(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [jump, rate] = sheet.values();
    let plot = Plot::new([Vec2::new(50.0, 28.0), Vec2::new(325.0, 140.0)], [0.0, 1.0], [0.0, 2.0]);
    plot.axes(sheet, "t", "");
    for (clip, name) in CLIPS.into_iter().enumerate() {
        let y = clip as f32;
        sheet.dashed(&[plot.at(0.0, y), plot.at(1.0, y)], Ink::Faint);
        sheet.word(plot.at(0.0, y) - 6.0 * Vec2::X, Align::Right, name, Ink::Given);
    }
    plot.x_numbers(sheet, &[0.2, 0.4, 0.6, 0.8]);
    plot.upright(sheet, WALK_AT, Ink::Faint);
    plot.upright(sheet, jump, Ink::Given);
    let (first, frames) = script([jump, rate]);
    let mut fade = ended(&first);
    let mut shown = vec![Vec2::ZERO, Vec2::new(WALK_AT, 0.0)];
    sheet.answered();
    for (number, (pose, begins, dt)) in frames.iter().enumerate() {
        answers.blending.fade(&mut fade, pose, *begins, *dt, &TOOLS)?;
        shown.push(Vec2::new(WALK_AT + (number + 1) as f32 / rate, pose_x(&fade.shown)));
    }
    let places: Vec<Vec2> = shown.iter().map(|at| plot.at(at.x, at.y)).collect();
    sheet.line(&places, Ink::Answer);
    for place in &places {
        sheet.circle(*place, 2.0, Ink::Answer);
    }
    sheet.given();
    sheet.slide("jump", plot.at(0.15, 0.0), plot.at(0.7, 0.0));
    Ok(())
}

/// Returns the point of 13.3's figure at a time, in seconds.
fn on_script(t: f32, y: f32) -> Vec2 {
    Vec2::new(60.0 + 72.0 * t, y)
}

/// Returns the height of a state's line in 13.3's figure.
fn row(state: State) -> f32 {
    let place = match state {
        State::Idle => 0.0,
        State::Walk => 1.0,
        State::Run => 1.5,
        State::Punch => 2.0,
        State::Swing => 2.5,
        State::Land => 3.0,
        State::Fall => 4.0,
        State::Jump => 5.0,
    };
    52.0 + 20.0 * place
}

/// Draws the states that keys and ground lead to. A ring marks the input at `t`, and beside it stands the state that begins.
fn states(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    use State::{Fall, Idle, Jump, Land, Punch, Walk};
    let [jump, punch, t] = sheet.values();
    for state in [Idle, Walk, Punch, Land, Fall, Jump] {
        sheet.word(Vec2::new(52.0, row(state)), Align::Right, state.name(), Ink::Given);
        sheet.line(&[0.0, 4.0].map(|t| on_script(t, row(state))), Ink::Faint);
    }
    // Above: the keys.
    sheet.area(&[[0.3, 172.0], [3.3, 172.0], [3.3, 188.0], [0.3, 188.0]].map(|[t, y]| on_script(t, y)), Ink::Given);
    for (name, time, from) in [("J", jump, Jump), ("K", punch, Punch)] {
        sheet.dashed(&[row(from), 180.0].map(|y| on_script(time, y)), Ink::Given);
        let at = sheet.slide(name, on_script(0.1, 180.0), on_script(3.9, 180.0));
        sheet.word(at + 12.0 * Vec2::X, Align::Middle, name, Ink::Given);
    }
    let frames = play_keys([jump, punch], |state, now| answers.blending.next_state(state, now))?;
    let mut line = Vec::new();
    let mut begins = Vec::new();
    let mut ground = Vec::new();
    for (number, (state, now, next)) in frames.iter().enumerate() {
        let time = number as f32 * DT;
        ground.push(on_script(time, if now.supported { 22.0 } else { f32::NAN }));
        line.push(on_script(time, row(*state)));
        if let Some(next) = next {
            line.push(on_script(time, row(*next)));
            begins.push(on_script(time, row(*next)));
        }
    }
    let (state, now) = moment([jump, punch, t]);
    let returned = answers.blending.next_state(state, now)?.map_or("None", State::name);
    sheet.answered();
    sheet.line(&ground, Ink::Given);
    sheet.word(Vec2::new(52.0, 22.0), Align::Right, "ground", Ink::Given);
    sheet.line(&line, Ink::Answer);
    for at in &begins {
        sheet.key(*at, Ink::Answer);
    }
    sheet.word(on_script(t, row(state)) + Vec2::new(10.0, 12.0), Align::Left, returned, Ink::Answer);
    sheet.reading("begun", begins.len() as f32, "");
    sheet.given();
    sheet.circle(on_script(t, row(state)), 7.0, Ink::Given);
    sheet.dashed(&[8.0, 166.0].map(|y| on_script(t, y)), Ink::Faint);
    let at = sheet.slide("t", on_script(0.0, 8.0), on_script(3.98, 8.0));
    sheet.word(at + 12.0 * Vec2::X, Align::Middle, "t", Ink::Given);
    Ok(())
}

/// Twelve joints of 13.4: their parents, lengths of their bones, and their angles in degrees in a walk and in a punch.
const PARENTS: [Option<usize>; 12] =
    [None, Some(0), Some(0), Some(1), Some(2), Some(0), Some(4), Some(4), Some(5), Some(6), Some(4), Some(7)];
const BONES: [f32; 12] = [0.0, -32.0, 22.0, -32.0, 22.0, -32.0, -24.0, -24.0, -32.0, -24.0, 14.0, -24.0];
const WALK_ANGLES: [f32; 12] = [0.0, 28.0, 0.0, -12.0, 0.0, -18.0, -35.0, 32.0, -25.0, 25.0, 0.0, 25.0];
const PUNCH_ANGLES: [f32; 12] = [3.0, 5.0, -14.0, -7.0, -10.0, -8.0, 112.0, -40.0, -5.0, 4.0, 12.0, 120.0];

const WALK_INK: Ink = Ink::Series(0);
const PUNCH_INK: Ink = Ink::Series(3);

/// Returns the pose of the twelve joints with these angles, its root at `x`.
fn figure(angles: [f32; 12], x: f32) -> Vec<Transform> {
    let mut pose = Vec::new();
    for (parent, angle) in PARENTS.into_iter().zip(angles) {
        let translation = parent.map_or(Vec3::new(x, 105.0, 0.0), |parent| Vec3::Y * BONES[parent]);
        pose.push(Transform { translation, rotation: turned(angle), scale: Vec3::ONE });
    }
    pose
}

fn draw_figure(sheet: &mut Sheet, pose: &[Transform], inks: &[Ink; 12]) {
    for (joint, matrix) in model_matrices(pose, &PARENTS).iter().enumerate() {
        let tip = matrix.transform_point3(Vec3::Y * BONES[joint]);
        sheet.line(&[point(matrix), tip.truncate()], inks[joint]);
        // Not told apart by colour alone.
        if inks[joint] == PUNCH_INK {
            sheet.point(point(matrix), PUNCH_INK);
        }
    }
}

/// Draws a walk, a punch, and between them 13.4's pose, with each joint in the colour of its pose.
fn mask(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (base, over, parents, first) = masking(sheet.values());
    draw_figure(sheet, &figure(WALK_ANGLES, 60.0), &[WALK_INK; 12]);
    draw_figure(sheet, &figure(PUNCH_ANGLES, 270.0), &[PUNCH_INK; 12]);
    sheet.word(Vec2::new(20.0, 172.0), Align::Left, "walk", WALK_INK);
    sheet.word(Vec2::new(340.0, 172.0), Align::Right, "punch", PUNCH_INK);
    sheet.answered();
    let mixed = answers.blending.masked(&base, &over, &parents, first)?;
    let inks: [Ink; 12] = std::array::from_fn(|joint| match mixed.get(joint) {
        Some(got) if got.rotation == over[joint].rotation => PUNCH_INK,
        Some(got) if got.rotation == base[joint].rotation => WALK_INK,
        _ => Ink::Answer,
    });
    draw_figure(sheet, &mixed, &inks);
    for (joint, ink) in inks.into_iter().enumerate() {
        let low = Vec2::new(14.0 + 28.0 * joint as f32, 6.0);
        sheet.cell(low, Vec2::new(26.0, 18.0), joint.to_string(), ink);
        if ink == PUNCH_INK {
            sheet.line(&[low - 3.0 * Vec2::Y, low + Vec2::new(26.0, -3.0)], PUNCH_INK);
        }
    }
    let taken = inks.iter().filter(|ink| **ink == PUNCH_INK).count();
    sheet.reading("joints of the punch", taken as f32, "");
    sheet.given();
    let right = model_matrices(&(ANSWERS.masked)(&base, &over, &parents, first), &parents);
    sheet.circle(point(&right[first]), 7.0, Ink::Given);
    sheet.slide("first", Vec2::new(27.0, 31.0), Vec2::new(335.0, 31.0));
    Ok(())
}
