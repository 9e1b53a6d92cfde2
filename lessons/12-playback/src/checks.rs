//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::probes::{self, File};
use crate::{Answers, Channel, Track, Transform, exercise, finished, mistakes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Task};

/// Lesson 12, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "12",
    folder: "12-playback",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "12-playback/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[TRACKS, JOINT, POSE, STAGE],
};

/// The first day's answers.
pub const STARTER: Answers = starter::ANSWERS;

/// The finished answers.
pub const REFERENCE: Answers = finished::ANSWERS;

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const TRACKS: Check<Answers> = Check {
    id: "12.1",
    task: Task::Function("tracks"),
    // Ticks, and matrices that were taken apart and put together: entries of about 2, a dozen roundings.
    tolerance: 1e-3,
    finished_in: "common::collada::scene::Driven",
    ask: |answers, probe| Ok(tracks(answers, probe)),
    flaws: &[
        ours(
            "BY-NAME",
            "target",
            "the target's first part is taken for the joint's name. It is the id of its node.",
            "What does a skin call a joint, and what does a channel?",
        ),
        ours(
            "BEGINS-WITH",
            "target",
            "a joint is moved by every target that begins with its id, \"arm\" by \"arm_end/transform\" too.",
            "What comes right after the id in a target?",
        ),
        ours(
            "ANY-MATRIX",
            "target",
            "only the id is compared. Whatever else is in the node moves the joint, too.",
            "What does the target say behind the slash?",
        ),
        ours(
            "FIRST-SLASH",
            "target",
            "the target is cut at its first slash: an id that holds a slash itself is not found.",
            "Do you have to take the target apart? What should it be, for a joint whose id and sid you know?",
        ),
        ours(
            "CHANNEL-ORDER",
            "target",
            "channel number i moves joint number i: their order is taken for the joints'.",
            "Who says which joint a channel moves?",
        ),
        ours(
            "FIRST-TIMES",
            "times",
            "every joint has the times of the first channel.",
            "Whose keys are at `channels[0].times`?",
        ),
        ours(
            "MISSING-IS-IDENTITY",
            "missing",
            "a joint that no channel moves gets a key of its own, the identity: it is pulled into its parent's origin.",
            "Where should a joint be that nothing moves, and who knows that place?",
        ),
        ours(
            "EVERY-CHANNEL-READ",
            "foreign",
            "the numbers of every channel are read as matrices, also of those that move no joint: one lamp, and nothing plays.",
            "How many numbers has a key of \"hat/visibility\", and does it matter?",
        ),
        ours(
            "PASSED-OVER",
            "error",
            "a joint's channel whose numbers are no matrices is passed over, and nobody is told.",
            "What does `tools.matrices` give for 15 numbers, and who should hear of it?",
        ),
    ],
};

const JOINT: Check<Answers> = Check {
    id: "12.2",
    task: Task::Function("sample_joint"),
    // Entries of about 2; a slerp in single precision is right to 1e-5.
    tolerance: 1e-3,
    finished_in: "common::animation::Track::sample_vector",
    ask: |answers, probe| Ok(sampled(answers, probe)),
    flaws: &[
        ours(
            "MATRIX-LERP",
            "rotation",
            "the matrices of the two keys are mixed: between them the joint shrinks.",
            "What did lesson 06 say of mixing the sixteen numbers of two rotations?",
        ),
        ours(
            "LONG-WAY",
            "rotation",
            "some rotations go the long way round.",
            "What has to be asked about two quaternions before `slerp` gets them?",
        ),
        ours(
            "ALWAYS-LONG",
            "rotation",
            "the rotation always goes the long way round: of the nearer quaternion the opposite is taken.",
            "Which of b and -b does `tools.shortest` give?",
        ),
        ours(
            "NLERP",
            "rotation",
            "the rotation runs straight and is normalised (nlerp, which is also what `Transform::blend` does): faster in the middle than at the ends.",
            "Which of lesson 06's two ways keeps an even speed over 120 degrees?",
        ),
        ours(
            "SHARE-OF-CLIP",
            "alpha",
            "the share of the way is counted over the whole track, not from key to key.",
            "What is alpha at a key in the middle of the track, and what does `tools.segment` say?",
        ),
        ours(
            "ALPHA-FORGOTTEN",
            "alpha",
            "the joint jumps from key to key: nothing is mixed.",
            "What is `alpha` for?",
        ),
        ours(
            "OTHER-WAY",
            "alpha",
            "the two keys are exchanged: between them the joint runs backwards.",
            "At which of the two keys is alpha 0?",
        ),
        ours(
            "TRANSLATION-STEPS",
            "translation",
            "only the rotation is mixed: the translation stays that of the key before, and then jumps.",
            "How does a figure's hip go up and down as it walks?",
        ),
        ours(
            "SCALE-FORGOTTEN",
            "scale",
            "the scale is always 1.",
            "How many parts has a `Transform`?",
        ),
        ours(
            "LAST-UNREACHABLE",
            "end",
            "from the last key on, the one before it holds.",
            "What are `from` and `to` at the very last key?",
        ),
    ],
};

const POSE: Check<Answers> = Check {
    id: "12.3",
    task: Task::Function("sample_pose"),
    // Matrices of entries about 2.
    tolerance: 1e-3,
    finished_in: "common::animation::Clip::sample",
    ask: |answers, probe| Ok(posed(answers, probe)),
    flaws: &[
        ours(
            "MISSING-IS-IDENTITY",
            "missing",
            "a joint without a track gets the identity: it is pulled into its parent's origin.",
            "Where should a joint be that nothing moves, and who knows that place?",
        ),
        ours(
            "SKIN-ONLY",
            "which",
            "joints that are not in the skin are left at rest, although they have a track: what hangs on them does not go along.",
            "No vertex follows the hips' parent. What follows it all the same?",
        ),
        ours(
            "TRACKED-ONLY",
            "which",
            "the list holds the joints with a track only: from the first one without, every matrix is another joint's.",
            "Which joint is number i of your list?",
        ),
        ours(
            "ON-TOP-OF-REST",
            "space",
            "the sampled transform is put on top of where the joint rests: a key says where it is, not how far it has gone.",
            "What would a key have to hold for a joint that stays at rest?",
        ),
        ours(
            "PARENTS-TOO",
            "space",
            "the matrices of the parents are in it already; lesson 02's walk will multiply them once more.",
            "Into which space does `parent_from_joint` lead?",
        ),
        ours(
            "TRANSLATED-FIRST",
            "order",
            "the three parts are multiplied in the other order: moved first, then turned and scaled.",
            "Which of the three should meet the point first?",
        ),
        ours(
            "SCALE-DROPPED",
            "scale",
            "the scale is left out of the matrix.",
            "How many parts has a `Transform`?",
        ),
    ],
};

const STAGE: Check<Answers> = Check {
    id: "12.4",
    task: Task::Function("on_stage"),
    // Ticks up to 200, of which single precision knows hundred-thousandths, and entries of about 3.
    tolerance: 1e-3,
    finished_in: "common::animation::Player",
    ask: |answers, probe| Ok(staged(answers, probe)),
    flaws: &[
        ours(
            "MILLISECONDS",
            "seconds",
            "the seconds are taken for milliseconds: the figure hardly moves.",
            "In which unit does `seconds` come?",
        ),
        ours(
            "SECONDS-FOR-TICKS",
            "rate",
            "seconds are taken for ticks: the figure plays many times too slow.",
            "How many ticks pass in a second?",
        ),
        ours(
            "DIVIDED",
            "rate",
            "the seconds are divided by the ticks per second.",
            "Are there more ticks than seconds, or fewer?",
        ),
        ours(
            "START-FORGOTTEN",
            "start",
            "ticks are counted from the file's beginning, not the clip's: another motion plays.",
            "On the tracks' clock, when does this clip begin?",
        ),
        ours(
            "START-IN-SECONDS",
            "start",
            "the clip's start is multiplied by the ticks per second, too: it is in ticks already.",
            "In which unit is `clip.start`, and in which is `seconds`?",
        ),
        ours(
            "WRAPPED-AGAIN",
            "start",
            "the time is wrapped once more: at the clip's very end the figure is back at its beginning.",
            "Up to which number do the seconds go, and which tick is that?",
        ),
        ours(
            "ROUNDED",
            "whole",
            "the tick is rounded to a whole one: the figure moves in jerks.",
            "What is between two ticks, and who mixes it?",
        ),
        ours(
            "TRUNCATED",
            "whole",
            "the tick's digits behind the point are cut off: the figure moves in jerks, and lags.",
            "What is between two ticks, and who mixes it?",
        ),
        ours(
            "WRONG-SIDE",
            "side",
            "the place is applied first and then the file's axes: the place is turned and scaled along with the figure.",
            "Into which space does `place` lead, and which matrix should meet the point first?",
        ),
        ours(
            "AXES-FORGOTTEN",
            "side",
            "the figure is placed in the world with the file's axes and unit: it may lie on its back, and be a hundred times too large.",
            "Which way is up in the file?",
        ),
        ours(
            "NOT-PLACED",
            "side",
            "the figure stands where the file has it, wherever it should be in the world.",
            "What is `place` for?",
        ),
        ours(
            "TRANSLATED-FIRST",
            "order",
            "the place's three parts are multiplied in the other order: moved first, then turned and scaled.",
            "Which of the three should meet the point first?",
        ),
    ],
};

/// All channels of a file; the same with one that has no matrices; and with one that should have some.
fn tracks(answers: &Answers, probe: &Probe) -> Answer {
    let File { joints, mut channels, visibility, family, .. } = probes::file(probe);
    let ask = |channels: &[Channel]| (answers.tracks)(&joints, channels, &finished::TOOLS);
    let answer = match ask(&channels) {
        Ok(tracks) => found(&joints, &tracks),
        Err(error) => Answer::words(|_| "the channels of a whole file".into(), ["an error"])
            .noting(vec![format!("the error says: {error}")]),
    };
    let word = |tracks: Result<_, String>| match tracks {
        Ok(_) => "no error",
        Err(_) => "an error",
    };
    let targets = listed("targets", channels.iter().map(|channel| channel.target.as_str()));
    channels.push(visibility);
    let label = |_| format!("with a channel \"{}\"", channels[channels.len() - 1].target);
    let answer = answer.and(Answer::words(label, [word(ask(&channels))]));
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
    let answer = answer.and(Answer::words(|_| label.clone(), [word(ask(&channels))]));
    let ids = listed("ids", joints.iter().map(|joint| joint.id.as_str()));
    answer.noting(vec![family, ids, targets])
}

/// How many keys each joint has, when, and what they hold.
fn found(joints: &[crate::Joint], tracks: &[Option<Track>]) -> Answer {
    let name = |index: usize| match joints.get(index) {
        Some(joint) => format!("joint {index}, id \"{}\"", joint.id),
        None => format!("joint {index}"),
    };
    let count = |track: &Option<Track>| match track {
        Some(track) => format!("a track of {} keys", track.keys.len()),
        None => "no track".into(),
    };
    let mut answer = Answer::words(name, tracks.iter().map(count)).counted("tracks");
    for (index, track) in tracks.iter().enumerate() {
        let Some(track) = track else { continue };
        let key = |what: &str, key: usize| format!("{}: {what} of key {key}", name(index));
        answer = answer
            .and(Answer::numbers(|at| key("tick", at), track.times.iter().copied()))
            .and(Answer::transforms(
                |at| key("place", at),
                track.keys.iter().map(Transform::to_mat4),
            ));
    }
    answer
}

fn listed<'a>(what: &str, words: impl Iterator<Item = &'a str>) -> String {
    format!("{what}: {}.", words.collect::<Vec<_>>().join(", "))
}

/// A track of several keys, and one of a single key.
fn sampled(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let track = probes::track(random);
    let ticks = probes::ticks(&track, random);
    let ask =
        |track: &Track, tick: f32| (answers.sample_joint)(track, tick, &finished::TOOLS).to_mat4();
    let places: Vec<_> = ticks.iter().map(|&tick| ask(&track, tick)).collect();
    let answer = Answer::transforms(|index| format!("tick {:.2}", ticks[index]), places);
    let single = Track { times: vec![track.times[1]], keys: vec![track.keys[1]] };
    let around = [-1.0, 0.0, 2.5].map(|way| single.times[0] + way);
    let label = |index: usize| format!("a single key, tick {:.2}", around[index]);
    let times: Vec<String> = track.times.iter().map(|time| format!("{time:.2}")).collect();
    answer
        .and(Answer::transforms(label, around.map(|tick| ask(&single, tick))))
        .noting(vec![format!("asked about keys at the ticks {}.", times.join(", "))])
}

/// All joints of a file at two ticks.
fn posed(answers: &Answers, probe: &Probe) -> Answer {
    let File { joints, tracks, family, .. } = probes::file(probe);
    let random = &mut probe.random();
    let mut answer = Answer::default();
    for tick in [random.between(6.0, 9.0), random.between(12.0, 15.0)] {
        let locals = (answers.sample_pose)(&joints, &tracks, tick, &finished::TOOLS);
        let kind = |index: usize| match (joints.get(index), tracks.get(index)) {
            (Some(joint), Some(track)) => {
                let moves = if track.is_some() { "with a track" } else { "without a track" };
                format!("{moves}, {} the skin", if joint.in_skin { "in" } else { "outside" })
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
        notes.push(format!(
            "asked about a clip from tick {} to {}, {} ticks a second.",
            clip.start, clip.end, clip.ticks_per_second
        ));
    }
    answer.noting(notes)
}
