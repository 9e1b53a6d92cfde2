//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Posed, Sampled, Staged};
use crate::finished::TOOLS;
use crate::probes::{self, ProbeFile};
use crate::{Channel, Joint, OnStage, Tools, Track, Transform};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, called_the_answer, finite};
use given::Course;
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

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Tracks>(), check::of::<SampleJoint>(), check::of::<SamplePose>(), check::of::<Stage>()];

/// 12.1: joints, and the channels of their file.
pub(crate) struct Tracks;

impl Check for Tracks {
    type Input = (Vec<Joint>, Vec<Channel>);
    type Output = Result<Vec<Option<Track>>, String>;
    // Ticks, and matrices that were decomposed and composed: entries of about 2, a dozen roundings.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
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
            cases.push(Case::at(words, state, figures::file));
        }
        let (joints, mut channels) = figures::file([3.0, 48.0, 2.0]);
        channels.remove(0);
        cases.push(Case::new("joints arm and arm/end; only a channel arm/end/transform", (joints, channels)));
        let (mut joints, mut channels) = figures::file([3.0, 48.0, 2.0]);
        joints[0].matrix_sid = "matrix".into();
        channels[0].target = "arm/matrix".into();
        cases.push(Case::new(
            "joints arm, whose matrix has the sid matrix, and arm/end; channels arm/matrix and arm/end/transform",
            (joints, channels),
        ));
        cases
    }

    /// A whole file, the same with a channel of other numbers, and with a matrix that is cut short.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let ProbeFile { joints, mut channels, visibility, family, .. } = probes::file(probe);
        let ids = listed(joints.iter().map(|joint| joint.id.as_str()));
        let targets = listed(channels.iter().map(|channel| channel.target.as_str()));
        let details = format!("{family} ids: {ids}. targets: {targets}.");
        let whole = Case::new("a whole file", (joints.clone(), channels.clone())).details(&details);
        channels.push(visibility);
        let words = format!("with a channel \"{}\"", channels[channels.len() - 1].target);
        let visible = Case::new(words, (joints.clone(), channels.clone())).details(&details);
        channels.pop();
        let mut targets = Vec::new();
        for joint in &joints {
            targets.push(format!("{}/{}", joint.id, joint.matrix_sid));
        }
        let mut words = String::new();
        if let Some(channel) = channels.iter_mut().filter(|channel| targets.contains(&channel.target)).nth(1) {
            let missing = 1 + probe.random().below(15);
            channel.floats.truncate(channel.floats.len() - missing);
            words = format!("\"{}\" with {} numbers", channel.target, channel.floats.len());
        }
        vec![whole, visible, Case::new(words, (joints, channels)).details(details)]
    }

    fn corners(_: &Probe) -> Vec<Case<Self::Input>> {
        probes::more_files()
    }

    fn call(course: &Course, (joints, channels): &Self::Input) -> Result<Self::Output, AnswerError> {
        Ok(course.playback.tracks(joints, channels, &TOOLS)?)
    }

    /// Compares which joints have tracks, and then all ticks and keys.
    fn compare((joints, channels): &Self::Input, tracks: Self::Output, answer: &mut Answer) {
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
            let count = match track {
                Some(track) => format!("a track of {}", counted(track.keys.len(), "key", "keys")),
                None => "no track".into(),
            };
            answer.compare(names[index].clone(), count);
        }
        for (name, track) in names.iter().zip(tracks) {
            let Some(track) = track else { continue };
            for (key, time) in track.times.iter().enumerate() {
                answer.compare(format!("{name}: the tick of key {key}"), *time);
            }
            for (key, place) in track.keys.iter().enumerate() {
                answer.compare(format!("{name}: the place of key {key}"), place.to_mat4());
            }
        }
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

fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The tools for 12.2, in whose check its own tool is no answer.
const TOOLS_FOR_JOINT: Tools = Tools {
    sample_joint: |track, tick, tools| {
        called_the_answer();
        REFERENCE.playback.sample_joint(track, tick, tools)
    },
    ..TOOLS
};

/// Returns the scale by which a figure of this size is a metre large.
fn to_metre(size: f32) -> Mat4 {
    Mat4::from_scale(Vec3::splat(1.0 / size))
}

/// 12.2: a track and a tick, and the size of the joint in metres.
pub(crate) struct SampleJoint;

impl Check for SampleJoint {
    type Input = (Sampled, f32);
    type Output = Transform;
    // Entries of about 2; a slerp in single precision is right to 1e-5.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let keys =
            "keys at ticks 0 and 5: one that scales by 0.5 at (60, 120, 0); one at (180, 130, 0), turned about z by";
        let mut cases = Vec::new();
        for (words, state) in [
            ("120°; tick 2.5", [2.5, 120.0]),
            ("230°, which is -130° the short way; tick 2.5", [2.5, 230.0]),
            ("160°; tick 1.25", [1.25, 160.0]),
            ("120°; tick 5", [5.0, 120.0]),
        ] {
            cases.push(Case::at(format!("{keys} {words}"), state, |state| (figures::keyed(state), 1.0)));
        }
        let track = Track { times: vec![10.0], keys: vec![Transform::from_translation(Vec3::X)] };
        cases.push(Case::new("a single key at tick 10, at (1, 0, 0); tick 12", ((track, 12.0), 1.0)));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut random = probe.random();
        let track = probes::track(&mut random);
        let ticks = probes::ticks(&track, &mut random);
        let times: Vec<String> = track.times.iter().map(|time| format!("{time:.2}")).collect();
        let single = Track { times: vec![track.times[1]], keys: vec![track.keys[1]] };
        let mut cases = Vec::new();
        for tick in ticks {
            let case = Case::new(format!("tick {tick:.2}"), ((track.clone(), tick), 1.0));
            cases.push(case.details(format!("keys at the ticks {}.", times.join(", "))));
        }
        for tick in [-1.0, 0.0, 2.5].map(|way| single.times[0] + way) {
            let case = Case::new(format!("a single key, tick {tick:.2}"), ((single.clone(), tick), 1.0));
            cases.push(case.details(format!("a key at the tick {}.", times[1])));
        }
        cases
    }

    fn corners(_: &Probe) -> Vec<Case<Self::Input>> {
        probes::more_tracks()
    }

    fn call(course: &Course, ((track, tick), _): &Self::Input) -> Result<Transform, AnswerError> {
        Ok(course.playback.sample_joint(track, *tick, &TOOLS_FOR_JOINT)?)
    }

    fn compare((_, size): &Self::Input, local: Transform, answer: &mut Answer) {
        answer.compare("the joint's matrix", finite(to_metre(*size) * local.to_mat4()));
    }
}

/// 12.3: joints, their tracks and a tick, and the size of the figure in metres.
pub(crate) struct SamplePose;

impl Check for SamplePose {
    type Input = (Posed, f32);
    type Output = Vec<Mat4>;
    // Matrices of entries about 2.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let cart = "from tick 0 to 10 a cart rolls from x = 40 to 250, its arm turns from -70° to 50°, and its hand from 0° to \
                    -45°; a socket without keys rests at (14, 0, 0) in the hand";
        let mut cases = Vec::new();
        for tick in [5.0, 0.0, 10.0] {
            cases.push(Case::at(format!("{cart}; tick {tick}"), [tick], |state| (figures::cart(state), 1.0)));
        }
        let (joints, ..) = figures::cart([0.0]);
        let rotation = Quat::from_rotation_z(FRAC_PI_2);
        let key = Transform { translation: Vec3::X, rotation, scale: Vec3::new(2.0, 1.0, 1.0) };
        let track = Track { times: vec![0.0], keys: vec![key] };
        cases.push(Case::new(
            "a cart alone, with a single key that stretches x by 2, turns by 90° about z and moves to (1, 0, 0)",
            ((joints[..1].to_vec(), vec![Some(track)], 2.5), 1.0),
        ));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let ProbeFile { joints, tracks, family, .. } = probes::file(probe);
        let mut random = probe.random();
        // Rounded and truncated, the first is another tick.
        let whole = 6.0 + random.below(3) as f32;
        let mut cases = Vec::new();
        for tick in [whole + random.between(0.55, 0.9), random.between(12.0, 15.0)] {
            let input = ((joints.clone(), tracks.clone(), tick), 1.0);
            cases.push(Case::new(format!("tick {tick:.2}"), input).details(&family));
        }
        cases
    }

    fn corners(_: &Probe) -> Vec<Case<Self::Input>> {
        probes::more_poses()
    }

    fn call(course: &Course, ((joints, tracks, tick), _): &Self::Input) -> Result<Vec<Mat4>, AnswerError> {
        Ok(course.playback.sample_pose(joints, tracks, *tick, &TOOLS)?)
    }

    fn compare(((joints, tracks, _), size): &Self::Input, locals: Vec<Mat4>, answer: &mut Answer) {
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
    }
}

/// 12.4: a clip, seconds, a place and a file's axes, and the size of the figure in metres.
pub(crate) struct Stage;

impl Check for Stage {
    type Input = (Staged, f32);
    type Output = OnStage;
    // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let walk = "a clip from tick 63, 24 ticks a second, after 0.55 s; a file that is turned by 90° about z and scaled by 0.5";
        let mut cases = Vec::new();
        for (place, state) in [
            ("a place at (230, 20, 0)", [230.0, 20.0, 0.0]),
            ("the same place, turned by 40° about z", [230.0, 20.0, 40.0]),
        ] {
            cases.push(Case::at(format!("{walk}; {place}"), state, |state| (figures::placed(state), 1.0)));
        }
        for (words, state) in [
            ("a clip from tick 63, 24 ticks a second, at its start; nothing is turned or scaled", [0.0, 24.0]),
            ("a clip from tick 63, 24 ticks a second, at its end, after 1 s; nothing is turned or scaled", [1.0, 24.0]),
            ("a clip from tick 63, 48 ticks a second, after 0.55 s", [0.55, 48.0]),
        ] {
            cases.push(Case::new(words, (figures::clocked(state), 1.0)));
        }
        cases
    }

    /// Clips at three times, the last one their end, each at another place.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut random = probe.random();
        let mut cases = Vec::new();
        // Rounded, one would be too late, the other too early; truncated, both too early.
        for more in [Some(false), Some(true), None] {
            let (clip, seconds) = probes::clip(&mut random, more.unwrap_or(false));
            let seconds = if more.is_some() { seconds } else { clip.seconds() };
            let (place, ours_from_file) = probes::place(&mut random);
            cases.push(probes::staged("", (clip, seconds, place, ours_from_file), 1.0));
        }
        cases
    }

    fn corners(_: &Probe) -> Vec<Case<Self::Input>> {
        probes::more_clips()
    }

    fn call(
        course: &Course,
        ((clip, seconds, place, ours_from_file), _): &Self::Input,
    ) -> Result<OnStage, AnswerError> {
        Ok(course.playback.on_stage(clip, *seconds, place, *ours_from_file)?)
    }

    fn compare((_, size): &Self::Input, staged: OnStage, answer: &mut Answer) {
        answer.compare("the tick", finite(staged.tick));
        // The place itself is metres away, however small the figure is.
        answer.compare("world_from_model", finite(staged.world_from_model * to_metre(*size)));
    }
}
