//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::finished::{ANSWERS, TOOLS};
use crate::probes::{self, File, Posed, Sampled};
use crate::{Channel, Clip, Tools, Track, Transform};
use common::check::{Answer, AnswerError, Ask, Check, called_the_answer, finite};
use common::text::counted;
use common::words;
use glam::{Mat4, Vec3};

common::lesson! {
    playback: Playback,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_05 {
            "05.1": "matrices out of a channel's numbers",
            "05.2": "which two keys",
            "05.3": "the time in the clip",
            "05.4": "lets time pass",
        }
        rotations: lesson_06 {
            "06.1": "the short way round",
            "06.3": "rotations between two keys",
            "06.4": "keys in three parts",
        }
        bind_pose: lesson_08 {
            "08.2": "the palette",
            "08.3": "draws what follows a single joint",
        }
        smooth_skin: lesson_09 {
            "09.2": "draws the ghosts",
        }
        normals: lesson_10 {
            "10.1": "the light on the figure",
            "10.3": "draws the figure",
        }
        collada_skin: lesson_11 {
            "11.1": "which vertex follows which joints",
            "11.2": "the skin's joints in the skeleton",
            "11.3": "how the skin was bound",
            "11.4": "at most four joints for a vertex",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    Check { tolerance: TRACK, ask: tracks, cases: &[] },
    // Entries of about 2; a slerp in single precision is right to 1e-5.
    Check { tolerance: 1e-3, ask: sample_joint, cases: &[] },
    // Matrices of entries about 2.
    Check { tolerance: 1e-3, ask: sample_pose, cases: &[] },
    // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
    Check { tolerance: 1e-3, ask: on_stage, cases: &[] },
];

/// Tolerance of ticks, and of matrices that were decomposed and composed: entries of about 2, a dozen roundings.
pub(crate) const TRACK: f32 = 1e-3;

/// All channels of a file; the same with one that has no matrices; and with one that should have some. In the last probe
/// the first joint of each file that is wrong.
pub(crate) fn tracks(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for (what, joints, channels) in probes::more_files() {
            let about = words!("file", what);
            let tracks = q.ask(about, |course| course.playback.tracks(&joints, &channels, &TOOLS))?;
            let right = (ANSWERS.tracks)(&joints, &channels, &TOOLS);
            let found = match (&tracks, &right) {
                (Ok(tracks), Ok(right)) if tracks.len() != right.len() => format!("{} tracks", tracks.len()),
                (Ok(tracks), Ok(right)) => {
                    let wrong = tracks.iter().zip(right).position(|(a, b)| !are_alike((a.as_ref(), b.as_ref())));
                    wrong.map_or("all right".into(), |at| {
                        format!("the track of joint {at}, id \"{}\", is wrong", joints[at].id)
                    })
                }
                _ => outcome(&tracks, &channels).into(),
            };
            answer.compare(what, found);
        }
        return Ok(());
    }
    let File { joints, mut channels, visibility, family, .. } = probes::file(&q.probe);
    let lost = 1 + q.random.below(15);
    let mut ask = |channels: &[Channel]| q.ask("", |course| course.playback.tracks(&joints, channels, &TOOLS));
    match ask(&channels)? {
        Ok(tracks) => compare_tracks(answer, &joints, &tracks),
        Err(error) => drop(answer.compare_error("the channels of a whole file", &error)),
    }
    let targets = listed("targets", channels.iter().map(|channel| channel.target.as_str()));
    channels.push(visibility);
    let label = format!("with a channel \"{}\"", channels[channels.len() - 1].target);
    answer.compare(label, outcome(&ask(&channels)?, &channels));
    channels.pop();

    let is_joints = |channel: &&mut Channel| {
        joints.iter().any(|joint| channel.target == format!("{}/{}", joint.id, joint.matrix_sid))
    };
    let mut label = String::new();
    if let Some(channel) = channels.iter_mut().filter(is_joints).nth(1) {
        channel.floats.truncate(channel.floats.len() - lost);
        label = format!("\"{}\" with {} numbers", channel.target, channel.floats.len());
    }
    answer.compare(label, outcome(&ask(&channels)?, &channels));
    let ids = listed("ids", joints.iter().map(|joint| joint.id.as_str()));
    answer.notes.extend([family, ids, targets]);
    Ok(())
}

/// Whether there was an error, and whether it is that of `tools.matrices` for one of the channels.
fn outcome<T>(result: &Result<T, String>, channels: &[Channel]) -> &'static str {
    let of = |channel: &Channel| TOOLS.matrices(&channel.floats).err();
    match result {
        Ok(_) => "no error",
        Err(error) if channels.iter().filter_map(of).any(|message| error.contains(&message)) => {
            "an error that says what `tools.matrices` says"
        }
        Err(_) => "an error, but not what `tools.matrices` says",
    }
}

fn are_alike((a, b): (Option<&Track>, Option<&Track>)) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    let is_same = |(a, b): (&Transform, &Transform)| a.to_mat4().abs_diff_eq(b.to_mat4(), TRACK);
    a.times == b.times && a.keys.len() == b.keys.len() && a.keys.iter().zip(&b.keys).all(is_same)
}

/// Compares the number of each joint's keys, their times and their values.
fn compare_tracks(answer: &mut Answer, joints: &[crate::Joint], tracks: &[Option<Track>]) {
    let name = |index: usize| match joints.get(index) {
        Some(joint) => format!("joint {index}, id \"{}\"", joint.id),
        None => format!("joint {index}"),
    };
    for (index, track) in tracks.iter().enumerate() {
        let count = match track {
            Some(track) => format!("a track of {}", counted(track.keys.len(), "key", "keys")),
            None => "no track".into(),
        };
        answer.compare(name(index), count);
    }
    for (index, track) in tracks.iter().enumerate() {
        let Some(track) = track else { continue };
        for (key, time) in track.times.iter().enumerate() {
            answer.compare(format!("{}: tick of key {key}", name(index)), *time);
        }
        for (key, place) in track.keys.iter().enumerate() {
            answer.compare(format!("{}: place of key {key}", name(index)), place.to_mat4());
        }
    }
}

fn listed<'a>(what: &str, words: impl Iterator<Item = &'a str>) -> String {
    format!("{what}: {}.", words.collect::<Vec<_>>().join(", "))
}

/// The tools for 12.2, in whose check its own tool is no answer.
const TOOLS_FOR_JOINT: Tools = Tools {
    sample_joint: |track, tick, tools| {
        called_the_answer();
        REFERENCE.playback.sample_joint(track, tick, tools)
    },
    ..TOOLS
};

/// A track of several keys, and one of a single key.
pub(crate) fn sample_joint(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for Sampled { what, track, ticks, size } in probes::more_tracks() {
            for tick in ticks {
                let about = words!("file", what);
                let local = q.ask(about, |course| course.playback.sample_joint(&track, tick, &TOOLS_FOR_JOINT))?;
                answer.compare(format!("{what}, tick {tick:.3}"), finite(to_metre(size) * local.to_mat4()));
            }
        }
        return Ok(());
    }
    let track = probes::track(&mut q.random);
    for tick in probes::ticks(&track, &mut q.random) {
        let local = q.ask("", |course| course.playback.sample_joint(&track, tick, &TOOLS_FOR_JOINT))?;
        answer.compare(format!("tick {tick:.2}"), local.to_mat4());
    }
    let single = Track { times: vec![track.times[1]], keys: vec![track.keys[1]] };
    for tick in [-1.0, 0.0, 2.5].map(|way| single.times[0] + way) {
        let local = q.ask("", |course| course.playback.sample_joint(&single, tick, &TOOLS_FOR_JOINT))?;
        answer.compare(format!("a single key, tick {tick:.2}"), local.to_mat4());
    }
    let times: Vec<String> = track.times.iter().map(|time| format!("{time:.2}")).collect();
    answer.notes.push(words!("keys", ticks = times.join(", ")));
    Ok(())
}

/// Returns the scale by which a figure of this size is a metre large.
fn to_metre(size: f32) -> Mat4 {
    Mat4::from_scale(Vec3::splat(1.0 / size))
}

/// All joints of a file at two ticks.
pub(crate) fn sample_pose(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for Posed { what, joints, tracks, size } in probes::more_poses() {
            for tick in [-4.0, 7.3, 76.2] {
                let about = words!("file", what);
                let locals = q.ask(about, |course| course.playback.sample_pose(&joints, &tracks, tick, &TOOLS))?;
                for (joint, local) in locals.into_iter().enumerate() {
                    answer.compare(format!("{what}: joint {joint} at tick {tick:.1}"), finite(to_metre(size) * local));
                }
            }
        }
        return Ok(());
    }
    let File { joints, tracks, family, .. } = probes::file(&q.probe);
    // Rounded and truncated, the first is another tick.
    let whole = 6.0 + q.random.below(3) as f32;
    for tick in [whole + q.random.between(0.55, 0.9), q.random.between(12.0, 15.0)] {
        let locals = q.ask("", |course| course.playback.sample_pose(&joints, &tracks, tick, &TOOLS))?;
        answer.compare(format!("matrices at tick {tick:.2}"), locals.len());
        for (index, local) in locals.into_iter().enumerate() {
            let kind = match (joints.get(index), tracks.get(index)) {
                (Some(joint), Some(track)) => {
                    let moves = if track.is_some() { "with a track" } else { "without a track" };
                    format!("{moves} and {} the skin", if joint.in_skin { "in" } else { "outside" })
                }
                _ => String::new(),
            };
            answer.compare(format!("joint {index} ({kind}) at tick {tick:.2}"), local).group(kind);
        }
    }
    answer.notes.push(family);
    Ok(())
}

/// Clips at three times, one of them the very end, each in a place of its own.
pub(crate) fn on_stage(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for (what, clip, seconds, place, ours_from_file) in probes::more_clips() {
            let about = in_words(&clip);
            let staged = q.ask(about, |course| course.playback.on_stage(&clip, seconds, &place, ours_from_file))?;
            answer.compare(format!("{what}: the tick"), finite(staged.tick));
            let size = ours_from_file.x_axis.truncate().length() * place.scale.x;
            // The place itself is metres away, however small the figure is.
            let axes = Mat4::from_scale(Vec3::splat(1.0 / size));
            answer.compare(format!("{what}: world_from_model"), finite(staged.world_from_model * axes));
        }
        return Ok(());
    }
    // Rounded, one would be too late, the other too early; truncated, both too early.
    for more in [Some(false), Some(true), None] {
        let (clip, seconds) = probes::clip(&mut q.random, more.unwrap_or(false));
        let seconds = if more.is_some() { seconds } else { clip.seconds() };
        let (place, ours_from_file) = probes::place(&mut q.random);
        let staged = q.ask("", |course| course.playback.on_stage(&clip, seconds, &place, ours_from_file))?;
        answer.compare(format!("tick after {seconds:.3} s"), staged.tick);
        answer.compare("world_from_model", staged.world_from_model);
        answer.notes.push(in_words(&clip));
    }
    Ok(())
}

fn in_words(clip: &Clip) -> String {
    let Clip { start, end, ticks_per_second: rate, .. } = clip;
    words!("clip", start, end, rate)
}
