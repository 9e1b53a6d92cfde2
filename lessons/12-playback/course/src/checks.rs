//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Posed, Sampled, Staged};
use crate::finished::TOOLS;
use crate::probes::{self, ProbeFile};
use crate::{Channel, Clip, Joint, KeyList, OnStage, Playback, Tools, Track, Transform};
use check::{Answer, AnyCheck, Case, Check, Value, called_the_answer, finite};
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use verdict::wording::counted;

check::lesson! {
    playback: Playback,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_06 {
            "06.1": "matrices out of a channel's numbers",
            "06.2": "which two keys",
            "06.3": "the time in the clip",
            "06.4": "lets time pass",
        }
        rotations: lesson_07 {
            "07.1": "the short way round",
            "07.3": "rotations between two keys",
            "07.4": "keys in three parts",
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

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&TRACKS, &SAMPLE_JOINT, &SAMPLE_POSE, &STAGE];

/// Joints, and the channels of their file.
type File = (Vec<Joint>, Vec<Channel>);

/// 12.1.
const TRACKS: Check<File, Result<Vec<Option<Track>>, String>> = Check {
    // Ticks, and matrices that were decomposed and composed: entries of about 2, a dozen roundings.
    tolerance: 1e-3,
    words: |(joints, channels)| {
        let ids = listed(joints.iter().map(|joint| joint.id.clone()));
        let targets = channels.iter().map(|channel| format!("{} ({} numbers)", channel.target, channel.floats.len()));
        format!("ids: {ids}; targets: {}", listed(targets))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            (
                "joints arm and arm/end; channels arm/transform and arm/end/transform, each with three keys",
                [3.0, 48.0, 2.0],
            ),
            (
                "the same, with a joint hat, and a channel hat/visibility of three numbers before the others",
                [3.0, 48.0, 3.0],
            ),
            ("joints arm and arm/end; channels arm/transform, and arm/end/transform with 47 numbers", [3.0, 47.0, 2.0]),
        ] {
            cases.push(Case::at(state, figures::file).called(words));
        }
        let (joints, mut channels) = figures::file([3.0, 48.0, 2.0]);
        channels.remove(0);
        cases.push(Case::new((joints, channels)).called("joints arm and arm/end; only a channel arm/end/transform"));
        let (mut joints, mut channels) = figures::file([3.0, 48.0, 2.0]);
        joints[0].matrix_sid = "matrix".into();
        channels[0].target = "arm/matrix".into();
        cases.push(Case::new((joints, channels)).called(
            "joints arm, whose matrix has the sid matrix, and arm/end; channels arm/matrix and arm/end/transform",
        ));
        cases
    },
    // A whole file, the same with a channel of other numbers, and with a matrix that is cut short.
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_files();
        }
        let ProbeFile { joints, mut channels, visibility, .. } = probes::file(probe);
        let whole = (joints.clone(), channels.clone());
        channels.push(visibility);
        let visible = (joints.clone(), channels.clone());
        channels.pop();
        let mut targets = Vec::new();
        for joint in &joints {
            targets.push(format!("{}/{}", joint.id, joint.matrix_sid));
        }
        if let Some(channel) = channels.iter_mut().filter(|channel| targets.contains(&channel.target)).nth(1) {
            let missing = 1 + probe.random().below(15);
            channel.floats.truncate(channel.floats.len() - missing);
        }
        vec![whole, visible, (joints, channels)]
    },
    call: |course, (joints, channels)| Ok(course.playback.tracks(joints, channels, &TOOLS)?),
    compare: |(joints, channels), tracks, answer| {
        let item = answer.compare("the result", outcome(&tracks, channels));
        let tracks = match tracks {
            Ok(tracks) => tracks,
            Err(error) => {
                item.note(format!("the error says: {error:?}."));
                return;
            }
        };
        answer.compare("the number of elements", tracks.len());
        let mut names = Vec::new();
        for (index, track) in tracks.iter().enumerate() {
            names.push(match joints.get(index) {
                Some(joint) => format!("joint {index}, id \"{}\"", joint.id),
                None => format!("joint {index}"),
            });
            let lists = match track {
                Some(Track { translations, rotations, scales, .. }) => format!(
                    "{}, {}, {}",
                    counted(translations.values.len(), "translation", "translations"),
                    counted(rotations.values.len(), "rotation", "rotations"),
                    counted(scales.values.len(), "scale", "scales")
                ),
                None => "no track".into(),
            };
            answer.compare(names[index].clone(), lists);
        }
        for (name, track) in names.iter().zip(&tracks) {
            let Some(Track { rest, translations, rotations, scales }) = track else { continue };
            answer.compare(format!("{name}: the rest"), rest.to_mat4());
            compare_keys(answer, &format!("{name}: translation"), translations, Value::from);
            compare_keys(answer, &format!("{name}: rotation"), rotations, |turn| Mat4::from_quat(turn).into());
            compare_keys(answer, &format!("{name}: scale"), scales, Value::from);
        }
    },
};

/// Compares the ticks and the values of a list of keys.
fn compare_keys<T: Copy>(answer: &mut Answer, name: &str, list: &KeyList<T>, value_of: fn(T) -> Value) {
    for (key, time) in list.times.iter().enumerate() {
        answer.compare(format!("{name} {key}: its tick"), *time);
    }
    for (key, value) in list.values.iter().enumerate() {
        answer.compare(format!("{name} {key}"), value_of(*value));
    }
}

/// Describes whether there was an error, and whether it contains what `tools.matrices` says of one of the channels.
fn outcome<T>(result: &Result<T, String>, channels: &[Channel]) -> &'static str {
    match result {
        Ok(_) => "no error",
        Err(error)
            if channels
                .iter()
                .filter_map(|channel| TOOLS.matrices(&channel.floats).err())
                .any(|message| error.contains(&message)) =>
        {
            "an error that says what `tools.matrices` says"
        }
        Err(_) => "an error, but not that of `tools.matrices`",
    }
}

/// Lists words, of more than twelve the first ones.
fn listed(words: impl Iterator<Item = String>) -> String {
    let mut list: Vec<String> = words.take(13).collect();
    if list.len() > 12 {
        list[12] = "..".into();
    }
    if list.is_empty() { "none".into() } else { list.join(", ") }
}

/// The tools for 12.2, in whose check its own tool is no answer.
const TOOLS_FOR_JOINT: Tools = Tools {
    playback: Playback {
        sample_joint: |track, tick, tools| {
            called_the_answer();
            REFERENCE.playback.sample_joint(track, tick, tools)
        },
        ..TOOLS.playback
    },
    ..TOOLS
};

/// Returns the scale by which a figure of this size is a metre large.
fn to_metre(size: f32) -> Mat4 {
    Mat4::from_scale(Vec3::splat(1.0 / size))
}

/// 12.2: a track and a tick, and the size of the joint in metres.
const SAMPLE_JOINT: Check<(Sampled, f32), Transform> = Check {
    // Entries of about 2; a slerp in single precision is right to 1e-5.
    tolerance: 1e-3,
    words: |((track, tick), _)| {
        let Track { translations, rotations, scales, .. } = track;
        format!(
            "translations at the ticks {}; rotations at {}; scales at {}; tick {tick:.2}",
            ticks(&translations.times),
            ticks(&rotations.times),
            ticks(&scales.times)
        )
    },
    by_hand: || {
        let places = "translations (60, 120), (180, 130), (275, 120) at 0, 5, 10";
        let mut cases = Vec::new();
        for (words, state) in [
            ("rotations 0°, 120° at 0, 10; scales 0.5, 1 at 2, 3; tick 2.5", [2.5, 120.0, 10.0, 3.0, 2.0]),
            (
                "rotations 0°, 230° (-130° the short way) at 0, 10; scales 0.5, 1 at 2, 3; tick 2.5",
                [2.5, 230.0, 10.0, 3.0, 2.0],
            ),
            ("rotations 0°, 160° at 0, 8; no scales, at rest 0.8; tick 2", [2.0, 160.0, 8.0, 3.0, 0.0]),
            ("rotations 0°, 120° at 0, 4; a scale 0.5 at 2; tick 7", [7.0, 120.0, 4.0, 3.0, 1.0]),
            ("rotations 0°, 120° at 0, 10; scales 0.5, 1 at 2, 5; tick 5", [5.0, 120.0, 10.0, 5.0, 2.0]),
        ] {
            cases.push(Case::at(state, |state| (figures::keyed(state), 1.0)).called(format!("{places}; {words}")));
        }
        let rotation = Quat::from_rotation_z(FRAC_PI_2);
        let mut track = Track::at_rest(Transform { translation: Vec3::Y, rotation, scale: Vec3::splat(2.0) });
        let rest = "at rest at (0, 1, 0), turned by 90° about z and scaled by 2";
        cases.push(Case::new(((track.clone(), 4.0), 1.0)).called(format!("three empty lists, {rest}; tick 4")));
        track.translations = KeyList { times: vec![10.0], values: vec![Vec3::X] };
        let words = format!("a single translation, (1, 0, 0) at tick 10; two empty lists, {rest}; tick 12");
        cases.push(Case::new(((track, 12.0), 1.0)).called(words));
        cases
    },
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_tracks();
        }
        let mut random = probe.random();
        // Every second probe has lists that are not equally long, or empty.
        let is_uneven = probe.index % 2 == 1;
        let track = probes::track(&mut random, if is_uneven { [5, 3, 2] } else { [3; 3] });
        let mut inputs = Vec::new();
        for tick in probes::ticks(&track, &mut random) {
            inputs.push(((track.clone(), tick), 1.0));
        }
        if is_uneven {
            inputs.extend(probes::short_tracks(&track).into_iter().map(|input| (input, 1.0)));
        }
        inputs
    },
    call: |course, ((track, tick), _)| Ok(course.playback.sample_joint(track, *tick, &TOOLS_FOR_JOINT)?),
    compare: |(_, size), local, answer| {
        answer.compare("the joint's matrix", finite(to_metre(*size) * local.to_mat4()));
    },
};

/// Lists the ticks of keys.
fn ticks(times: &[f32]) -> String {
    listed(times.iter().map(|time| format!("{time:.2}")))
}

/// 12.3: joints, their tracks and a tick, and the size of the figure in metres.
const SAMPLE_POSE: Check<(Posed, f32), Vec<Mat4>> = Check {
    // Matrices of entries about 2.
    tolerance: 1e-3,
    words: |((joints, _, tick), _)| format!("{}, tick {tick:.2}", counted(joints.len(), "joint", "joints")),
    by_hand: || {
        let cart = "from tick 0 to 10 a cart rolls from x = 40 to 250, its arm turns from -70° to 50° and grows to 1.5 times its \
                    length, and its hand turns from 0° to -45°; a socket without keys rests at (14, 0, 0) in the hand";
        let mut cases = Vec::new();
        for tick in [5.0, 0.0, 10.0, 2.5] {
            cases.push(Case::at([tick], |state| (figures::cart(state), 1.0)).called(format!("{cart}; tick {tick}")));
        }
        let (joints, ..) = figures::cart([0.0]);
        let rotation = Quat::from_rotation_z(FRAC_PI_2);
        let mut track = Track::at_rest(Transform { translation: Vec3::X, rotation, scale: Vec3::ONE });
        track.scales = KeyList { times: vec![0.0], values: vec![Vec3::new(2.0, 1.0, 1.0)] };
        cases.push(Case::new(((joints[..1].to_vec(), vec![Some(track)], 2.5), 1.0)).called(
            "a cart alone, in whose track a single scale stretches x by 2; at rest there, it is turned by 90° about z at (1, 0, 0)",
        ));
        cases
    },
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_poses();
        }
        let ProbeFile { joints, tracks, .. } = probes::file(probe);
        let mut random = probe.random();
        // Rounded and truncated, the first is another tick.
        let whole = 6.0 + random.below(3) as f32;
        let ticks = [whole + random.between(0.55, 0.9), random.between(12.0, 15.0)];
        ticks.map(|tick| ((joints.clone(), tracks.clone(), tick), 1.0)).into()
    },
    call: |course, ((joints, tracks, tick), _)| Ok(course.playback.sample_pose(joints, tracks, *tick, &TOOLS)?),
    compare: |((joints, tracks, _), size), locals, answer| {
        answer.compare("the number of matrices", locals.len());
        for (index, local) in locals.into_iter().enumerate() {
            let kind = match (joints.get(index), tracks.get(index)) {
                (Some(joint), Some(track)) => {
                    let moves = if track.is_some() { "with a track" } else { "without a track" };
                    format!("{moves} and {} the skin", if joint.in_skin { "in" } else { "outside" })
                }
                _ => String::new(),
            };
            answer.compare(format!("joint {index} ({kind})"), finite(to_metre(*size) * local)).group(kind);
        }
    },
};

/// 12.4: a clip, seconds, a place and a file's axes, and the size of the figure in metres.
const STAGE: Check<(Staged, f32), OnStage> = Check {
    // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
    tolerance: 1e-3,
    words: |((clip, seconds, ..), _)| {
        let Clip { start, end, ticks_per_second: rate, .. } = clip;
        format!("a clip from tick {start} to {end}, {rate} ticks a second, after {seconds:.3} s")
    },
    by_hand: || {
        let walk = "a clip from tick 63, 24 ticks a second, after 0.55 s; a file that is turned by 90° about z and scaled by 0.5";
        let mut cases = Vec::new();
        for (place, state) in [
            ("a place at (230, 20, 0)", [230.0, 20.0, 0.0]),
            ("the same place, turned by 40° about z", [230.0, 20.0, 40.0]),
        ] {
            cases.push(Case::at(state, |state| (figures::placed(state), 1.0)).called(format!("{walk}; {place}")));
        }
        for (words, state) in [
            ("a clip from tick 63, 24 ticks a second, at its start; nothing is turned or scaled", [0.0, 24.0]),
            ("a clip from tick 63, 24 ticks a second, at its end, after 1 s; nothing is turned or scaled", [1.0, 24.0]),
            ("a clip from tick 63, 48 ticks a second, after 0.55 s", [0.55, 48.0]),
        ] {
            cases.push(Case::new((figures::clocked(state), 1.0)).called(words));
        }
        let (clip, seconds, _, axes) = figures::clocked([0.0, 24.0]);
        let twice = (clip, seconds, Transform { scale: Vec3::splat(2.0), ..Transform::IDENTITY }, axes);
        cases.push(Case::new((twice, 1.0)).called("a clip from tick 63 at its start, a place that scales by 2"));
        cases
    },
    // Clips at three times, the last one their end, each at another place.
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_clips();
        }
        let mut random = probe.random();
        let mut inputs = Vec::new();
        // Rounded, one would be too late, the other too early; truncated, both too early.
        for more in [Some(false), Some(true), None] {
            let (clip, seconds) = probes::clip(&mut random, more.unwrap_or(false));
            let seconds = if more.is_some() { seconds } else { clip.seconds() };
            let (place, ours_from_file) = probes::place(&mut random);
            inputs.push(((clip, seconds, place, ours_from_file), 1.0));
        }
        inputs
    },
    call: |course, ((clip, seconds, place, ours_from_file), _)| {
        Ok(course.playback.on_stage(clip, *seconds, place, *ours_from_file)?)
    },
    compare: |(_, size), staged, answer| {
        answer.compare("the tick", finite(staged.tick));
        // The place itself is metres away, however small the figure is.
        answer.compare("world_from_model", finite(staged.world_from_model * to_metre(*size)));
    },
};
