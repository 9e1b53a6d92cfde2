//! What the answers give for one frame: keys, an index for each loop mode, poses.

use crate::chain::{Chain, Keys};
use crate::checks::REFERENCE;
use crate::curves::{self, Curves};
use crate::probes::MODES;
use crate::{AnimationIndex, Answers, Clip, Joint, Segment, blend, model_poses};
use common::app::GuardedAnswers;
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

/// Everything that the four answers give for one frame, checked just enough to be drawn.
pub struct Frame {
    /// Seconds since the beginning.
    pub seconds: f32,
    /// 05.1: each joint's keys.
    pub keys: Vec<Vec<Mat4>>,
    /// 05.4: for each of the three, its index into the keys.
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

/// The chain's clip in each of the three modes, with the 05.2 and 05.3 of `answers`.
pub(crate) fn clips((times, closes_at): &Keys, answers: &Answers) -> [Clip; 3] {
    MODES.map(|mode| Clip {
        times: times.clone(),
        closes_at: *closes_at,
        mode,
        find_segment: answers.segment,
        find_time: answers.wrap_time,
    })
}

/// What need not be computed again in every frame.
#[derive(Default)]
pub(crate) struct Memory {
    /// How far tables of answers have played, the latest first.
    played: Vec<Played>,
    drawn: curves::Memory,
}

struct Played {
    answers: Answers,
    seconds: f32,
    indices: [AnimationIndex; 3],
}

impl Memory {
    /// Seconds and indices to continue from; the start for answers not known, or after a jump.
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

/// Calls all four answers for the chain, `seconds` after its beginning.
pub(crate) fn evaluate(
    chain: &Chain,
    memory: &mut Memory,
    answers: &mut GuardedAnswers<'_, Answers>,
    seconds: f32,
) -> Frame {
    let keys = read_keys(chain, answers);
    let segments = curves::evaluate(chain, answers, seconds);
    let indices = advance(chain, memory, answers, seconds);
    let count = chain.times.len();
    let all = indices.iter().map(|index| index.segment).chain(segments.iter().flatten().copied());
    if let Some(segment) = all.into_iter().find(|s| s.from >= count || s.to >= count) {
        let key = segment.from.max(segment.to);
        answers.report("05.2", format!("key {key}, where the last one is {}", count - 1));
    }
    let poses = indices.map(|AnimationIndex { segment, .. }| Poses {
        now: pose(chain, &keys, segment),
        from: pose(chain, &keys, still(segment.from)),
        to: pose(chain, &keys, still(segment.to)),
    });
    let hands = indices.map(|index| curves::heights(chain, &keys, index.segment));
    let curves = memory.drawn.curves(chain, &keys, segments);
    Frame { seconds, keys, indices, poses, curves, hands }
}

/// 05.1 for every joint that the file moves; one whose numbers are refused has no keys, and rests.
fn read_keys(chain: &Chain, answers: &mut GuardedAnswers<'_, Answers>) -> Vec<Vec<Mat4>> {
    let (keys, refused) = answers.call("05.1", chain.floats.clone(), |answers, lists| {
        let mut all = vec![Vec::new(); lists.len()];
        let mut refused = None;
        for (joint, floats) in lists.iter().enumerate().filter(|(_, floats)| !floats.is_empty()) {
            if let Err(error) = (answers.set_keyframes)(&mut all[joint], floats) {
                refused.get_or_insert((joint, error));
            }
        }
        (all, refused)
    });
    if let Some((joint, error)) = refused {
        answers.report("05.1", format!("\"{}\": {error}", chain.joints[joint].name));
    }
    keys
}

/// 05.4: the frames since the last time, or all of them since the beginning.
fn advance(
    chain: &Chain,
    memory: &mut Memory,
    answers: &mut GuardedAnswers<'_, Answers>,
    seconds: f32,
) -> [AnimationIndex; 3] {
    let play = move |answers: &Answers, keys: &Keys, from, mut indices: [AnimationIndex; 3]| {
        let clips = clips(keys, answers);
        for dt in frames(from, seconds) {
            for (index, clip) in indices.iter_mut().zip(&clips) {
                (answers.advance)(index, dt, clip);
            }
        }
        indices
    };
    let table = answers.table;
    let (from, indices) = memory.recall(&table, seconds);
    let played =
        answers.try_call("05.4", chain.keys(), move |a, keys| play(a, keys, from, indices));
    if let Some(indices) = played {
        memory.note(&table, seconds, indices);
        return indices;
    }
    memory.forget(&table);
    play(&REFERENCE, &chain.keys(), 0.0, Default::default())
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
