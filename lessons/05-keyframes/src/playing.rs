//! What the answers make of the file's numbers at a moment: keys, an index for each way to loop, poses.

use crate::chain::Chain;
use crate::checks::REFERENCE;
use crate::curves::{self, Curves};
use crate::probes::MODES;
use crate::{AnimationIndex, Answers, Clip, Joint, LoopMode, Segment, blend, model_poses};
use common::app::Watchdog;
use glam::Mat4;
use std::rc::Rc;

/// How long frames are when they are not measured, over and over, in seconds: as uneven as on a machine
/// that has other things to do.
pub const FRAMES: [f32; 6] =
    [1.0 / 144.0, 1.0 / 30.0, 1.0 / 60.0, 1.0 / 20.0, 1.0 / 60.0, 1.0 / 10.0];

/// A step in time that is longer than this is a jump: it is played again from the start.
const JUMP: f32 = 1.0;
/// How much of what is played again is cut into uneven frames; all before that is one frame.
const UNEVEN: f32 = 60.0;

/// 05.1
type SetKeyframes = fn(&mut Vec<Mat4>, &[f32]) -> Result<(), String>;

/// Everything that the four answers give, checked just enough to be drawn.
pub struct Moment {
    /// Seconds since the beginning, as the clock has them.
    pub seconds: f32,
    /// 05.1: each joint's keys.
    pub keys: Vec<Vec<Mat4>>,
    /// 05.4: where each of the three is.
    pub indices: [AnimationIndex; 3],
    /// The poses there: in the middle, and of the keys on both sides.
    pub(crate) poses: [Poses; 3],
    /// 05.3 and 05.2: the heights of both hands over time.
    pub(crate) curves: Rc<Curves>,
    /// The heights of both hands now, in metres.
    pub(crate) hands: [[f32; 2]; 3],
}

/// `file_from_joint` of every joint.
pub(crate) struct Poses {
    pub(crate) now: Vec<Mat4>,
    pub(crate) from: Vec<Mat4>,
    pub(crate) to: Vec<Mat4>,
}

/// The chain's clip in one of the three modes, with somebody's 05.2 and 05.3.
pub(crate) fn clip(chain: &Chain, mode: LoopMode, answers: &Answers) -> Clip {
    Clip {
        times: chain.times.clone(),
        closes_at: chain.closes_at,
        mode,
        find_segment: answers.segment,
        find_time: answers.wrap_time,
    }
}

/// What need not be asked or computed again in every frame.
#[derive(Default)]
pub(crate) struct Memory {
    /// How far somebody's answers have played, the latest first.
    played: Vec<Played>,
    drawn: curves::Memory,
}

struct Played {
    answers: Answers,
    seconds: f32,
    indices: [AnimationIndex; 3],
}

impl Memory {
    /// From where to go on: seconds and indices; from the start for answers not known, or after a jump.
    fn recall(&self, answers: &Answers, seconds: f32) -> (f32, [AnimationIndex; 3]) {
        let known = self.played.iter().find(|known| same(&known.answers, answers));
        let known = known.filter(|known| (seconds - known.seconds).abs() <= JUMP);
        known.map_or_else(Default::default, |known| (known.seconds, known.indices))
    }

    fn note(&mut self, answers: &Answers, seconds: f32, indices: [AnimationIndex; 3]) {
        self.forget(answers);
        self.played.truncate(3);
        self.played.insert(0, Played { answers: *answers, seconds, indices });
    }

    fn forget(&mut self, answers: &Answers) {
        self.played.retain(|known| !same(&known.answers, answers));
    }
}

/// Whether two tables play with the same functions.
fn same(a: &Answers, b: &Answers) -> bool {
    std::ptr::fn_addr_eq(a.advance, b.advance)
        && std::ptr::fn_addr_eq(a.wrap_time, b.wrap_time)
        && std::ptr::fn_addr_eq(a.segment, b.segment)
}

/// Asks all four answers about the chain, `seconds` after its beginning.
pub(crate) fn ask(
    chain: &Chain,
    memory: &mut Memory,
    answers: &Answers,
    watchdog: &mut Watchdog,
    seconds: f32,
) -> Moment {
    let keys = ask_keys(chain, answers, watchdog);
    let segments = curves::ask(chain, answers, watchdog, seconds);
    let indices = ask_indices(chain, memory, answers, watchdog, seconds);
    let count = chain.times.len();
    let all = indices.iter().map(|index| index.segment).chain(segments.iter().flatten().copied());
    if let Some(segment) = all.into_iter().find(|s| s.from >= count || s.to >= count) {
        let key = segment.from.max(segment.to);
        watchdog.report(format!("05.2 segment: key {key}, where the last one is {}", count - 1));
    }
    let poses = indices.map(|AnimationIndex { segment, .. }| Poses {
        now: pose(chain, &keys, segment),
        from: pose(chain, &keys, still(segment.from)),
        to: pose(chain, &keys, still(segment.to)),
    });
    let hands = indices.map(|index| curves::heights(chain, &keys, index.segment));
    let curves = memory.drawn.curves(chain, &keys, segments);
    Moment { seconds, keys, indices, poses, curves, hands }
}

/// 05.1 for every joint that the file moves; one whose numbers are refused has no keys, and rests.
fn ask_keys(chain: &Chain, answers: &Answers, watchdog: &mut Watchdog) -> Vec<Vec<Mat4>> {
    let read = |set_keyframes: SetKeyframes, lists: &[Vec<f32>]| {
        let mut all = vec![Vec::new(); lists.len()];
        let mut refused = None;
        for (joint, floats) in lists.iter().enumerate().filter(|(_, floats)| !floats.is_empty()) {
            if let Err(error) = set_keyframes(&mut all[joint], floats) {
                refused.get_or_insert((joint, error));
            }
        }
        (all, refused)
    };
    let (mine, floats) = (answers.set_keyframes, chain.floats.clone());
    let (keys, refused) = watchdog.call(
        "05.1 set_keyframes",
        move || read(mine, &floats),
        || read(REFERENCE.set_keyframes, &chain.floats),
    );
    if let Some((joint, error)) = refused {
        watchdog.report(format!("05.1 set_keyframes: \"{}\": {error}", chain.joints[joint].name));
    }
    keys
}

/// 05.4: the frames since the last time, or all of them since the beginning.
fn ask_indices(
    chain: &Chain,
    memory: &mut Memory,
    answers: &Answers,
    watchdog: &mut Watchdog,
    seconds: f32,
) -> [AnimationIndex; 3] {
    let (from, indices) = memory.recall(answers, seconds);
    let play =
        move |answers: Answers, clips: &[Clip; 3], from: f32, mut indices: [AnimationIndex; 3]| {
            for dt in frames(from, seconds) {
                for (index, clip) in indices.iter_mut().zip(clips) {
                    (answers.advance)(index, dt, clip);
                }
            }
            indices
        };
    let (mine, clips) = (*answers, MODES.map(|mode| clip(chain, mode, answers)));
    let played =
        watchdog.call("05.4 advance", move || Some(play(mine, &clips, from, indices)), || None);
    if let Some(indices) = played {
        memory.note(answers, seconds, indices);
        return indices;
    }
    memory.forget(answers);
    let clips = MODES.map(|mode| clip(chain, mode, &REFERENCE));
    play(REFERENCE, &clips, 0.0, Default::default())
}

/// A step is one frame; from the beginning on it takes many uneven ones.
fn frames(from: f32, to: f32) -> Vec<f32> {
    if from > 0.0 {
        return vec![to - from];
    }
    let mut left = to.min(UNEVEN);
    let mut frames = vec![to - left];
    for dt in FRAMES.iter().cycle() {
        frames.push(dt.min(left));
        left -= dt;
        if left <= 0.0 {
            return frames;
        }
    }
    frames
}

/// A single key.
pub(crate) fn still(key: usize) -> Segment {
    Segment { from: key, to: key, alpha: 0.0 }
}

/// A joint's `parent_from_joint` in a segment: where it rests, if it has no such keys.
pub(crate) fn local(joint: &Joint, keys: &[Mat4], segment: Segment) -> Mat4 {
    match (keys.get(segment.from), keys.get(segment.to)) {
        (Some(&from), Some(&to)) => blend(from, to, segment.alpha),
        _ => joint.parent_from_joint,
    }
}

fn pose(chain: &Chain, keys: &[Vec<Mat4>], segment: Segment) -> Vec<Mat4> {
    let joints = chain.joints.iter().zip(keys);
    let locals: Vec<Mat4> = joints.map(|(joint, keys)| local(joint, keys, segment)).collect();
    model_poses(&chain.joints, &locals)
}
