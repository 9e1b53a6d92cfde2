//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::finished::{ANSWERS, TOOLS};
use crate::probes::{self, Posed, ProbeFile, Sampled};
use crate::{Channel, Clip, Joint, Tools, Track, Transform};
use armature::text::counted;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, called_the_answer, finite};
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
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
pub(crate) const CHECKS: &[AnyCheck] = &[
    AnyCheck::asked(TRACK, tracks, TRACKS),
    // Entries of about 2; a slerp in single precision is right to 1e-5.
    AnyCheck::asked(1e-3, sample_joint, SAMPLE_JOINT),
    // Matrices of entries about 2.
    AnyCheck::asked(1e-3, sample_pose, SAMPLE_POSE),
    // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
    AnyCheck::asked(1e-3, on_stage, ON_STAGE),
];

/// Tolerance of ticks, and of matrices that were decomposed and composed: entries of about 2, a dozen roundings.
pub(crate) const TRACK: f32 = 1e-3;
const TRACKS: &[AskedCase] = &[
    case!("a joint hip; a channel hip/transform with one key", tracks_case(&["hip"], &[("hip/transform", 16)])),
    case!(
        "joints hip and arm; channels arm/transform with two keys, then hip/transform with one",
        tracks_case(&["hip", "arm"], &[("arm/transform", 32), ("hip/transform", 16)])
    ),
    case!(
        "joints hip and arm; a channel arm/transform with one key",
        tracks_case(&["hip", "arm"], &[("arm/transform", 16)])
    ),
    case!("a joint arm; a channel arm_end/transform with one key", tracks_case(&["arm"], &[("arm_end/transform", 16)])),
    case!("a joint hat; a channel hat/visibility with three numbers", tracks_case(&["hat"], &[("hat/visibility", 3)])),
    case!(
        "a joint arm/end; a channel arm/end/transform with three keys",
        tracks_case(&["arm/end"], &[("arm/end/transform", 48)])
    ),
    case!(
        "a joint arm/end; a channel arm/end/transform with 47 numbers",
        tracks_case(&["arm/end"], &[("arm/end/transform", 47)])
    ),
];

/// Asks for the tracks of joints with these ids, from channels with these targets and these counts of numbers.
fn tracks_case(q: &mut Ask, answer: &mut Answer, ids: &[&str], targets: &[(&str, usize)]) -> Result<(), AnswerError> {
    let joints: Vec<Joint> = ids.iter().map(|id| joint(id)).collect();
    let mut channels = Vec::new();
    for &(target, count) in targets {
        let floats = Mat4::IDENTITY.to_cols_array().repeat(3)[..count].to_vec();
        let times = [0.0, 3.0, 10.0][..count.div_ceil(16)].to_vec();
        channels.push(Channel { target: target.into(), times, floats });
    }
    let tracks = match q.ask("", |course| course.playback.tracks(&joints, &channels, &TOOLS))? {
        Ok(tracks) => tracks,
        error => {
            answer.compare("the result", outcome(&error, &channels));
            return Ok(());
        }
    };
    let mut listed = Vec::new();
    for track in tracks {
        listed.push(track.map_or("no track".into(), |track| format!("keys at ticks {:?}", track.times)));
    }
    answer.compare("the list", listed.join("; "));
    Ok(())
}

fn joint(id: &str) -> Joint {
    Joint {
        name: format!("{id}_bone"),
        id: id.into(),
        matrix_sid: "transform".into(),
        parent: None,
        parent_from_joint: Mat4::from_translation(2.0 * Vec3::Y),
        in_skin: true,
    }
}

/// Asks for all channels of a file, for the same with a channel of other numbers, and with a matrix that is cut short; in
/// the last probe compares the first wrong joint of each file.
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
    let ProbeFile { joints, mut channels, visibility, family, .. } = probes::file(&q.probe);
    let lost = 1 + q.random.below(15);
    match q.ask("", |course| course.playback.tracks(&joints, &channels, &TOOLS))? {
        Ok(tracks) => compare_tracks(answer, &joints, &tracks),
        Err(error) => drop(answer.compare_error("the channels of a whole file", &error)),
    }
    let targets = listed("targets", channels.iter().map(|channel| channel.target.as_str()));
    channels.push(visibility);
    let label = format!("with a channel \"{}\"", channels[channels.len() - 1].target);
    let tracks = q.ask("", |course| course.playback.tracks(&joints, &channels, &TOOLS))?;
    answer.compare(label, outcome(&tracks, &channels));
    channels.pop();

    let mut targets_of_joints = Vec::new();
    for joint in &joints {
        targets_of_joints.push(format!("{}/{}", joint.id, joint.matrix_sid));
    }
    let mut label = String::new();
    if let Some(channel) = channels.iter_mut().filter(|channel| targets_of_joints.contains(&channel.target)).nth(1) {
        channel.floats.truncate(channel.floats.len() - lost);
        label = format!("\"{}\" with {} numbers", channel.target, channel.floats.len());
    }
    let tracks = q.ask("", |course| course.playback.tracks(&joints, &channels, &TOOLS))?;
    answer.compare(label, outcome(&tracks, &channels));
    let ids = listed("ids", joints.iter().map(|joint| joint.id.as_str()));
    answer.notes.extend([family, ids, targets]);
    Ok(())
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
        Err(_) => "an error, but not what `tools.matrices` says",
    }
}

fn are_alike((a, b): (Option<&Track>, Option<&Track>)) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    a.times == b.times
        && a.keys.len() == b.keys.len()
        && a.keys.iter().zip(&b.keys).all(|(a, b)| a.to_mat4().abs_diff_eq(b.to_mat4(), TRACK))
}

/// Compares which joints have tracks, and then all ticks and keys.
fn compare_tracks(answer: &mut Answer, joints: &[crate::Joint], tracks: &[Option<Track>]) {
    let mut names = Vec::new();
    for (index, track) in tracks.iter().enumerate() {
        names.push(match joints.get(index) {
            Some(joint) => format!("joint {index}, id \"{}\"", joint.id),
            None => format!("joint {index}"),
        });
        let count = match track {
            Some(track) => format!("a track of {}", counted(track.keys.len(), "key", "keys")),
            None => "no track".into(),
        };
        answer.compare(names[index].clone(), count);
    }
    for (name, track) in names.iter().zip(tracks) {
        let Some(track) = track else { continue };
        for (key, time) in track.times.iter().enumerate() {
            answer.compare(format!("{name}: tick of key {key}"), *time);
        }
        for (key, place) in track.keys.iter().enumerate() {
            answer.compare(format!("{name}: place of key {key}"), place.to_mat4());
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

const SAMPLE_JOINT: &[AskedCase] = &[
    case!("a single key at tick 10, at (1, 0, 0); tick 12", joint_case(&[(10.0, translated(1.0))], 12.0)),
    case!(
        "keys at ticks 10 and 20, at (0, 0, 0) and (1, 0, 0); tick 20",
        joint_case(&[(10.0, translated(0.0)), (20.0, translated(1.0))], 20.0)
    ),
    case!("the same keys, tick 15", joint_case(&[(10.0, translated(0.0)), (20.0, translated(1.0))], 15.0)),
    case!("the same keys, tick 12.5", joint_case(&[(10.0, translated(0.0)), (20.0, translated(1.0))], 12.5)),
    case!(
        "keys at ticks 0 and 5 that scale by 0.5 and by 1; tick 2.5",
        joint_case(&[(0.0, scaled(0.5)), (5.0, scaled(1.0))], 2.5)
    ),
    case!(
        "keys at ticks 0 and 5, turned by 0° and by 90° about z; tick 2.5",
        joint_case(&[(0.0, rotated(0.0)), (5.0, rotated(FRAC_PI_2))], 2.5)
    ),
    case!(
        "keys at ticks 0 and 5, turned by 0° and by 270° about z, which is -90° the short way; tick 2.5",
        joint_case(&[(0.0, rotated(0.0)), (5.0, rotated(3.0 * FRAC_PI_2))], 2.5)
    ),
    case!(
        "keys at ticks 0 and 5, turned by 0° and by 160° about z; tick 1.25",
        joint_case(&[(0.0, rotated(0.0)), (5.0, rotated(160.0_f32.to_radians()))], 1.25)
    ),
];

fn translated(x: f32) -> Transform {
    Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::IDENTITY }
}

fn rotated(angle: f32) -> Transform {
    Transform { rotation: Quat::from_rotation_z(angle), ..Transform::IDENTITY }
}

fn scaled(factor: f32) -> Transform {
    Transform { scale: Vec3::splat(factor), ..Transform::IDENTITY }
}

fn joint_case(q: &mut Ask, answer: &mut Answer, keys: &[(f32, Transform)], tick: f32) -> Result<(), AnswerError> {
    let track =
        Track { times: keys.iter().map(|(time, _)| *time).collect(), keys: keys.iter().map(|(_, key)| *key).collect() };
    let local = q.ask("", |course| course.playback.sample_joint(&track, tick, &TOOLS_FOR_JOINT))?;
    compare_point(answer, "the joint's (1, 0, 0)", local.to_mat4());
    Ok(())
}

fn compare_point(answer: &mut Answer, label: &str, matrix: Mat4) {
    answer.compare(label, finite(matrix.transform_point3(Vec3::X)));
}

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

const SAMPLE_POSE: &[AskedCase] = &[
    case!("a joint with a single key, at (1, 0, 0)", pose_case(&[joint("hip")], &[Some(&[(0.0, translated(1.0))])])),
    case!("a joint without a track, which rests at (0, 2, 0)", pose_case(&[joint("hip")], &[None])),
    case!(
        "a joint outside the skin, with a single key at (1, 0, 0)",
        pose_case(&[Joint { in_skin: false, ..joint("hip") }], &[Some(&[(0.0, translated(1.0))])])
    ),
    case!(
        "keys at ticks 0 and 10, at (40, 0, 0) and (250, 0, 0); tick 2.5",
        pose_case(&[joint("hip")], &[Some(&[(0.0, translated(40.0)), (10.0, translated(250.0))])])
    ),
    AskedCase {
        input: "a single key that stretches x by 2, turns by 90° about z and moves to (1, 0, 0)",
        ask: |q, answer| {
            let key = Transform { translation: Vec3::X, scale: Vec3::new(2.0, 1.0, 1.0), ..rotated(FRAC_PI_2) };
            pose_case(q, answer, &[joint("hip")], &[Some(&[(0.0, key)])])
        },
    },
    case!(
        "a joint and its child, each with a single key at (1, 0, 0)",
        pose_case(
            &[joint("hip"), Joint { parent: Some(0), ..joint("arm") }],
            &[Some(&[(0.0, translated(1.0))]), Some(&[(0.0, translated(1.0))])]
        )
    ),
];

/// Asks for the pose at tick 2.5.
fn pose_case(
    q: &mut Ask,
    answer: &mut Answer,
    joints: &[Joint],
    tracks: &[Option<&[(f32, Transform)]>],
) -> Result<(), AnswerError> {
    let mut listed = Vec::new();
    for track in tracks {
        listed.push(track.map(|keys| Track {
            times: keys.iter().map(|(time, _)| *time).collect(),
            keys: keys.iter().map(|(_, key)| *key).collect(),
        }));
    }
    let locals = q.ask("", |course| course.playback.sample_pose(joints, &listed, 2.5, &TOOLS))?;
    answer.compare("the number of matrices", locals.len());
    for (joint, local) in locals.into_iter().enumerate() {
        compare_point(answer, &format!("the (1, 0, 0) of joint {joint}, in its parent's space,"), local);
    }
    Ok(())
}

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
    let ProbeFile { joints, tracks, family, .. } = probes::file(&q.probe);
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

const ON_STAGE: &[AskedCase] = &[
    case!(
        "a clip from tick 0, 20 ticks a second; after 0 s, nothing moved or scaled",
        stage_case(0.0, 0.0, Transform::IDENTITY, Mat4::IDENTITY)
    ),
    case!("the same clip after 0.5 s", stage_case(0.0, 0.5, Transform::IDENTITY, Mat4::IDENTITY)),
    case!(
        "a clip from tick 63, 20 ticks a second, after 0.5 s",
        stage_case(63.0, 0.5, Transform::IDENTITY, Mat4::IDENTITY)
    ),
    case!(
        "a clip from tick 63, 20 ticks a second, after 0.52 s",
        stage_case(63.0, 0.52, Transform::IDENTITY, Mat4::IDENTITY)
    ),
    case!(
        "a clip of 1 s from tick 63, 20 ticks a second, after 1 s",
        stage_case(63.0, 1.0, Transform::IDENTITY, Mat4::IDENTITY)
    ),
    case!("the figure's place at (3, 0, 0)", stage_case(0.0, 0.0, translated(3.0), Mat4::IDENTITY)),
    case!(
        "the figure's place at (3, 0, 0), a file in centimetres",
        stage_case(0.0, 0.0, translated(3.0), Mat4::from_scale(Vec3::splat(0.01)))
    ),
    case!(
        "the figure's place at (3, 0, 0), a file whose axes are turned by 90° about z",
        stage_case(0.0, 0.0, translated(3.0), rotated(FRAC_PI_2).to_mat4())
    ),
    case!(
        "the figure's place at (3, 0, 0), turned by 90° about z and scaled by 2",
        stage_case(
            0.0,
            0.0,
            Transform { scale: Vec3::splat(2.0), rotation: rotated(FRAC_PI_2).rotation, ..translated(3.0) },
            Mat4::IDENTITY
        )
    ),
];

fn stage_case(
    q: &mut Ask,
    answer: &mut Answer,
    start: f32,
    seconds: f32,
    place: Transform,
    ours_from_file: Mat4,
) -> Result<(), AnswerError> {
    let clip = Clip { name: "walk".into(), start, end: start + 20.0, ticks_per_second: 20.0 };
    let staged = q.ask("", |course| course.playback.on_stage(&clip, seconds, &place, ours_from_file))?;
    answer.compare("the tick", finite(staged.tick));
    compare_point(answer, "the figure's (1, 0, 0) in the world", staged.world_from_model);
    Ok(())
}

/// Asks for clips at three times, the last one their end, each at another place.
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
