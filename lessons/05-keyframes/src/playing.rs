//! What the answers make of the file's numbers at a moment: keys, an index for each way to loop, poses.

use crate::chain::Chain;
use crate::checks::REFERENCE;
use crate::probes::MODES;
use crate::{AnimationIndex, Answers, Clip, Joint, LoopMode, Segment, blend, model_poses};
use common::app::Asker;
use glam::{Mat4, Vec3};

/// How long frames are when they are not measured, over and over, in seconds: as uneven as on a machine
/// that has other things to do.
pub const FRAMES: [f32; 6] =
    [1.0 / 144.0, 1.0 / 30.0, 1.0 / 60.0, 1.0 / 20.0, 1.0 / 60.0, 1.0 / 10.0];

/// A step in time that is longer than this is a jump: it is played again from the start.
const JUMP: f32 = 1.0;

/// Seconds that fit into a graph.
pub const SPAN: f32 = 5.0;
/// Places in a graph that are looked at.
pub(crate) const SAMPLES: usize = 240;

/// Whose heights the graphs show.
pub(crate) const HANDS: [&str; 2] = ["hand_l", "hand_r"];

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
    pub(crate) graphs: [Graph; 3],
    /// The heights of both hands at each key.
    pub(crate) heights: Vec<[f32; 2]>,
    /// The heights of both hands now.
    pub(crate) hands: [[f32; 2]; 3],
}

/// `file_from_joint` of every joint.
pub(crate) struct Poses {
    pub(crate) now: Vec<Mat4>,
    pub(crate) from: Vec<Mat4>,
    pub(crate) to: Vec<Mat4>,
}

/// For each place of the graph the heights of both hands, in metres: of the mixed pose, and of the key
/// that was passed last.
pub(crate) struct Graph {
    pub(crate) mixed: Vec<[f32; 2]>,
    pub(crate) steps: Vec<[f32; 2]>,
}

/// Which second of the clock the graphs begin at: they are turned over like pages.
pub(crate) fn page(seconds: f32) -> f32 {
    (seconds / SPAN).floor() * SPAN
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

/// How far somebody's answers have played: remembered, so that a frame costs one call.
#[derive(Default)]
pub(crate) struct Memory(Vec<Remembered>);

struct Remembered {
    answers: Answers,
    seconds: f32,
    indices: [AnimationIndex; 3],
}

impl Memory {
    /// From where to go on: seconds and indices; from the start for answers not known, or after a jump.
    fn recall(&self, answers: &Answers, seconds: f32) -> (f32, [AnimationIndex; 3]) {
        let known = self.0.iter().find(|known| same(&known.answers, answers));
        let known = known.filter(|known| (seconds - known.seconds).abs() <= JUMP);
        known.map_or_else(Default::default, |known| (known.seconds, known.indices))
    }

    fn note(&mut self, answers: &Answers, seconds: f32, indices: [AnimationIndex; 3]) {
        self.forget(answers);
        self.0.truncate(3);
        self.0.insert(0, Remembered { answers: *answers, seconds, indices });
    }

    fn forget(&mut self, answers: &Answers) {
        self.0.retain(|known| !same(&known.answers, answers));
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
    asker: &mut Asker,
    seconds: f32,
) -> Moment {
    let keys = ask_keys(chain, answers, asker);
    let segments = ask_graphs(chain, answers, asker, page(seconds));
    let indices = ask_indices(chain, memory, answers, asker, seconds);
    let count = chain.times.len();
    let wrong = indices.iter().map(|index| index.segment).chain(segments.iter().flatten().copied());
    if let Some(segment) = wrong.into_iter().find(|s| s.from >= count || s.to >= count) {
        let key = segment.from.max(segment.to);
        asker.say(format!("05.2 segment: key {key}, where the last one is {}", count - 1));
    }
    let lines =
        HANDS.map(|hand| chain.find(hand).map_or_else(Vec::new, |joint| line(chain, joint)));
    let height =
        |segment: Segment| lines.each_ref().map(|line| height(chain, &keys, line, segment));
    let graphs = segments.map(|segments| Graph {
        mixed: segments.iter().map(|&segment| height(segment)).collect(),
        steps: segments.iter().map(|&segment| height(still(segment.from))).collect(),
    });
    let poses = indices.map(|AnimationIndex { segment, .. }| Poses {
        now: pose(chain, &keys, segment),
        from: pose(chain, &keys, still(segment.from)),
        to: pose(chain, &keys, still(segment.to)),
    });
    let heights = (0..count).map(|key| height(still(key))).collect();
    let hands = indices.map(|index| height(index.segment));
    Moment { seconds, keys, indices, poses, graphs, heights, hands }
}

/// 05.1 for every joint that the file moves; one whose numbers are refused has no keys, and rests.
fn ask_keys(chain: &Chain, answers: &Answers, asker: &mut Asker) -> Vec<Vec<Mat4>> {
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
    let (keys, refused) = asker.ask(
        "05.1 set_keyframes",
        move || read(mine, &floats),
        || read(REFERENCE.set_keyframes, &chain.floats),
    );
    if let Some((joint, error)) = refused {
        asker.say(format!("05.1 set_keyframes: \"{}\": {error}", chain.joints[joint].name));
    }
    keys
}

/// 05.3 and 05.2 over the time that a graph shows.
fn ask_graphs(
    chain: &Chain,
    answers: &Answers,
    asker: &mut Asker,
    begin: f32,
) -> [Vec<Segment>; 3] {
    let clips = MODES.map(|mode| clip(chain, mode, answers));
    let at = move |sample| begin + SPAN * sample as f32 / (SAMPLES - 1) as f32;
    let times = move |clip: &Clip| (0..SAMPLES).map(|sample| clip.wrap_time(at(sample))).collect();
    let right = MODES.map(|mode| clip(chain, mode, &REFERENCE));
    let mine = clips.clone();
    let times: [Vec<f32>; 3] = asker.ask(
        "05.3 wrap_time",
        move || mine.each_ref().map(times),
        || right.each_ref().map(times),
    );
    let find = |clips: &[Clip; 3], times: &[Vec<f32>; 3]| {
        let segments = |mode: usize| times[mode].iter().map(|&t| clips[mode].segment(t)).collect();
        [0, 1, 2].map(segments)
    };
    let mine = times.clone();
    asker.ask("05.2 segment", move || find(&clips, &mine), || find(&right, &times))
}

/// 05.4: the frames since the last time, or all of them since the beginning.
fn ask_indices(
    chain: &Chain,
    memory: &mut Memory,
    answers: &Answers,
    asker: &mut Asker,
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
        asker.ask("05.4 advance", move || Some(play(mine, &clips, from, indices)), || None);
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
    let mut frames = Vec::new();
    let mut at = 0.0;
    for dt in FRAMES.iter().cycle() {
        let dt = dt.min(to - at);
        frames.push(dt);
        at += dt;
        if at >= to {
            return frames;
        }
    }
    frames
}

/// A single key.
fn still(key: usize) -> Segment {
    Segment { from: key, to: key, alpha: 0.0 }
}

/// A joint's `parent_from_joint` in a segment: where it rests, if it has no such keys.
fn local(joint: &Joint, keys: &[Mat4], segment: Segment) -> Mat4 {
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

/// A joint, and all that it hangs on, up to the root.
fn line(chain: &Chain, joint: usize) -> Vec<usize> {
    std::iter::successors(Some(joint), |&joint| chain.joints[joint].parent).collect()
}

/// Of the first joint of a line, in world space.
fn height(chain: &Chain, keys: &[Vec<Mat4>], line: &[usize], segment: Segment) -> f32 {
    let up = |at: Vec3, &joint: &usize| {
        local(&chain.joints[joint], &keys[joint], segment).transform_point3(at)
    };
    let in_file = line.iter().fold(Vec3::ZERO, up);
    chain.model.world_from_model.transform_point3(in_file).y
}
