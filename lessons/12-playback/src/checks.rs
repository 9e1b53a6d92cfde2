//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, File};
use crate::{Answers, Channel, Clip, Tools, Track, Transform, finished};
use common::check::{Answer, Check, Lesson, Probe, announce, called_the_answer};
use common::collada::counted;
use common::{lesson, words};
use glam::{Mat4, Vec3};

/// Lesson 12, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(TRACKS, JOINT, POSE, STAGE);

/// The finished answers.
pub const REFERENCE: Answers = finished::ANSWERS;

const TRACKS: Check<Answers> = Check {
    // Ticks, and matrices that were taken apart and put together: entries of about 2, a dozen roundings.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(if probe.is_last() { more_tracks(answers) } else { tracks(answers, probe) }),
};

const JOINT: Check<Answers> = Check {
    // Entries of about 2; a slerp in single precision is right to 1e-5.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(if probe.is_last() { more_sampled(answers) } else { sampled(answers, probe) }),
};

const POSE: Check<Answers> = Check {
    // Matrices of entries about 2.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(if probe.is_last() { more_posed(answers) } else { posed(answers, probe) }),
};

const STAGE: Check<Answers> = Check {
    // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(if probe.is_last() { more_staged(answers) } else { staged(answers, probe) }),
};

/// All channels of a file; the same with one that has no matrices; and with one that should have some.
fn tracks(answers: &Answers, probe: &Probe) -> Answer {
    let File { joints, mut channels, visibility, family, .. } = probes::file(probe);
    let ask = |channels: &[Channel]| (answers.tracks)(&joints, channels, &finished::TOOLS);
    let answer = match ask(&channels) {
        Ok(tracks) => found(&joints, &tracks),
        Err(error) => Answer::error("the channels of a whole file", &error),
    };
    let targets = listed("targets", channels.iter().map(|channel| channel.target.as_str()));
    channels.push(visibility);
    let label = |_| format!("with a channel \"{}\"", channels[channels.len() - 1].target);
    let answer = answer.and(Answer::words(label, [outcome(&ask(&channels), &channels)]));
    channels.pop();

    let is_joints = |channel: &&mut Channel| {
        joints.iter().any(|joint| channel.target == format!("{}/{}", joint.id, joint.matrix_sid))
    };
    let lost = 1 + probe.random().below(15);
    let mut label = String::new();
    if let Some(channel) = channels.iter_mut().filter(is_joints).nth(1) {
        channel.floats.truncate(channel.floats.len() - lost);
        label = format!("\"{}\" with {} numbers", channel.target, channel.floats.len());
    }
    let answer = answer.and(Answer::words(|_| label.clone(), [outcome(&ask(&channels), &channels)]));
    let ids = listed("ids", joints.iter().map(|joint| joint.id.as_str()));
    answer.noting(vec![family, ids, targets])
}

/// Whether there was an error, and whether it is that of `tools.matrices` for one of the channels.
fn outcome<T>(result: &Result<T, String>, channels: &[Channel]) -> &'static str {
    let of = |channel: &Channel| finished::TOOLS.matrices(&channel.floats).err();
    match result {
        Ok(_) => "no error",
        Err(error) if channels.iter().filter_map(of).any(|said| error.contains(&said)) => {
            "an error that says what `tools.matrices` says"
        }
        Err(_) => "an error, but not what `tools.matrices` says",
    }
}

/// In each file the first joint that is wrong.
fn more_tracks(answers: &Answers) -> Answer {
    let mut answer = Answer::default();
    for (what, joints, channels) in probes::more_files() {
        announce(words!("file", what));
        let ask = |answers: &Answers| (answers.tracks)(&joints, &channels, &finished::TOOLS);
        let (mine, right) = (ask(answers), ask(&REFERENCE));
        let found = match (&mine, &right) {
            (Ok(mine), Ok(right)) if mine.len() != right.len() => format!("{} tracks", mine.len()),
            (Ok(mine), Ok(right)) => {
                let wrong = mine.iter().zip(right).position(|(a, b)| !are_alike((a.as_ref(), b.as_ref())));
                wrong.map_or("all right".into(), |at| {
                    format!("the track of joint {at}, id \"{}\", is wrong", joints[at].id)
                })
            }
            _ => outcome(&mine, &channels).into(),
        };
        answer = answer.and(Answer::words(|_| what.into(), [found]));
    }
    answer
}

fn are_alike((a, b): (Option<&Track>, Option<&Track>)) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    let is_same = |(a, b): (&Transform, &Transform)| a.to_mat4().abs_diff_eq(b.to_mat4(), TRACKS.tolerance);
    a.times == b.times && a.keys.len() == b.keys.len() && a.keys.iter().zip(&b.keys).all(is_same)
}

/// How many keys each joint has, when, and what they hold.
fn found(joints: &[crate::Joint], tracks: &[Option<Track>]) -> Answer {
    let name = |index: usize| match joints.get(index) {
        Some(joint) => format!("joint {index}, id \"{}\"", joint.id),
        None => format!("joint {index}"),
    };
    let count = |track: &Option<Track>| match track {
        Some(track) => format!("a track of {}", counted(track.keys.len(), "key", "keys")),
        None => "no track".into(),
    };
    let mut answer = Answer::words(name, tracks.iter().map(count)).counted("tracks");
    for (index, track) in tracks.iter().enumerate() {
        let Some(track) = track else { continue };
        let key = |what: &str, key: usize| format!("{}: {what} of key {key}", name(index));
        answer = answer
            .and(Answer::numbers(|at| key("tick", at), track.times.iter().copied()))
            .and(Answer::transforms(|at| key("place", at), track.keys.iter().map(Transform::to_mat4)));
    }
    answer
}

fn listed<'a>(what: &str, words: impl Iterator<Item = &'a str>) -> String {
    format!("{what}: {}.", words.collect::<Vec<_>>().join(", "))
}

/// For 12.2, whose own tool is no answer.
const TOOLS_FOR_JOINT: Tools = Tools {
    sample_joint: |track, tick, tools| {
        called_the_answer();
        (REFERENCE.sample_joint)(track, tick, tools)
    },
    ..finished::TOOLS
};

/// A track of several keys, and one of a single key.
fn sampled(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let track = probes::track(random);
    let ticks = probes::ticks(&track, random);
    let ask = |track: &Track, tick: f32| (answers.sample_joint)(track, tick, &TOOLS_FOR_JOINT).to_mat4();
    let places: Vec<_> = ticks.iter().map(|&tick| ask(&track, tick)).collect();
    let answer = Answer::transforms(|index| format!("tick {:.2}", ticks[index]), places);
    let single = Track { times: vec![track.times[1]], keys: vec![track.keys[1]] };
    let around = [-1.0, 0.0, 2.5].map(|way| single.times[0] + way);
    let label = |index: usize| format!("a single key, tick {:.2}", around[index]);
    let times: Vec<String> = track.times.iter().map(|time| format!("{time:.2}")).collect();
    answer
        .and(Answer::transforms(label, around.map(|tick| ask(&single, tick))))
        .noting(vec![words!("keys", ticks = times.join(", "))])
}

fn more_sampled(answers: &Answers) -> Answer {
    let mut answer = Answer::default();
    for probes::Sampled { what, track, ticks, size } in probes::more_tracks() {
        announce(words!("file", what));
        let ask = |tick: &f32| (answers.sample_joint)(&track, *tick, &TOOLS_FOR_JOINT).to_mat4();
        let label = |index: usize| format!("{what}, tick {:.3}", ticks[index]);
        let places = ticks.iter().map(|tick| to_metre(size) * ask(tick));
        answer = answer.and(Answer::finite_transforms(label, places));
    }
    answer
}

/// As if a figure of this size were a metre large.
fn to_metre(size: f32) -> Mat4 {
    Mat4::from_scale(Vec3::splat(1.0 / size))
}

/// All joints of a file at two ticks.
fn posed(answers: &Answers, probe: &Probe) -> Answer {
    let File { joints, tracks, family, .. } = probes::file(probe);
    let random = &mut probe.random();
    let mut answer = Answer::default();
    // Rounded and truncated, the first is another tick.
    let whole = 6.0 + random.below(3) as f32;
    for tick in [whole + random.between(0.55, 0.9), random.between(12.0, 15.0)] {
        let locals = (answers.sample_pose)(&joints, &tracks, tick, &finished::TOOLS);
        let kind = |index: usize| match (joints.get(index), tracks.get(index)) {
            (Some(joint), Some(track)) => {
                let moves = if track.is_some() { "with a track" } else { "without a track" };
                format!("{moves} and {} the skin", if joint.in_skin { "in" } else { "outside" })
            }
            _ => String::new(),
        };
        let label = |index: usize| format!("joint {index} ({}) at tick {tick:.2}", kind(index));
        answer = answer
            .and(Answer::words(|_| format!("matrices at tick {tick:.2}"), [locals.len()]))
            .and(Answer::transforms(label, locals).grouped(kind));
    }
    answer.noting(vec![family])
}

fn more_posed(answers: &Answers) -> Answer {
    let mut answer = Answer::default();
    for probes::Posed { what, joints, tracks, size } in probes::more_poses() {
        announce(words!("file", what));
        for tick in [-4.0, 7.3, 76.2] {
            let locals = (answers.sample_pose)(&joints, &tracks, tick, &finished::TOOLS);
            let label = |index: usize| format!("{what}: joint {index} at tick {tick:.1}");
            let locals = locals.into_iter().map(|local| to_metre(size) * local);
            answer = answer.and(Answer::finite_transforms(label, locals));
        }
    }
    answer
}

/// Clips at three times, one of them the very end, each in a place of its own.
fn staged(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let mut answer = Answer::default();
    let mut notes = Vec::new();
    // Rounded, one would be too late, the other too early; truncated, both too early.
    for more in [Some(false), Some(true), None] {
        let (clip, seconds) = probes::clip(random, more.unwrap_or(false));
        let seconds = if more.is_some() { seconds } else { clip.seconds() };
        let (place, ours_from_file) = probes::place(random);
        let staged = (answers.on_stage)(&clip, seconds, &place, ours_from_file);
        answer = answer
            .and(Answer::numbers(|_| format!("tick after {seconds:.3} s"), [staged.tick]))
            .and(Answer::transforms(|_| "world_from_model".into(), [staged.world_from_model]));
        let Clip { start, end, ticks_per_second: rate, .. } = clip;
        notes.push(words!("clip", start, end, rate));
    }
    answer.noting(notes)
}

fn more_staged(answers: &Answers) -> Answer {
    let mut answer = Answer::default();
    for (what, clip, seconds, place, ours_from_file) in probes::more_clips() {
        let Clip { start, end, ticks_per_second: rate, .. } = clip;
        announce(words!("clip", start, end, rate));
        let staged = (answers.on_stage)(&clip, seconds, &place, ours_from_file);
        let size = ours_from_file.x_axis.truncate().length() * place.scale.x;
        // The place itself is metres away, however small the figure is.
        let axes = Mat4::from_scale(Vec3::splat(1.0 / size));
        answer = answer
            .and(Answer::finite_numbers(|_| format!("{what}: the tick"), [staged.tick]))
            .and(Answer::finite_transforms(|_| format!("{what}: world_from_model"), [staged.world_from_model * axes]));
    }
    answer
}
