//! Values that the answers give for one frame: keys, an index for each loop mode, poses, and curves over time.

use crate::chain::Chain;
use crate::figures::MODES;
use crate::{AnimationIndex, Clip, Joint, Keyframes, Keys, LoopMode, PAGE, Segment, blend};
use drawing::answer_cache::AnswerCache;
use drawing::report::report;
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use std::rc::Rc;

/// Lengths of frames when they are not measured, repeated, in seconds: as uneven as on a busy machine.
pub const FRAMES: [f32; 6] = [1.0 / 144.0, 1.0 / 30.0, 1.0 / 60.0, 1.0 / 20.0, 1.0 / 60.0, 1.0 / 10.0];

/// A step in time that is longer than this is a jump: it is played again from the start.
const JUMP: f32 = 1.0;
/// Seconds after which all three begin again: the loop and ping-pong are then at their start, so one sees only the clamped
/// one begin.
pub(crate) const REPEATS: f32 = 10.0;

/// Seconds that fit into a graph: it shows one page of so many after the other.
pub const SPAN: f32 = 5.0;
const SAMPLES: usize = 240;
/// The joints whose heights the curves are.
pub(crate) const HANDS: [&str; 2] = ["hand_l", "hand_r"];

/// Everything that the four answers give for one frame, checked just enough to be drawn.
pub struct DanceFrame {
    /// Seconds since the beginning.
    pub seconds: f32,
    pub knights: [DancingKnight; 3],
    pub(crate) curves: Rc<Curves>,
}

/// One figure now. Poses are `file_from_joint` of every joint.
pub struct DancingKnight {
    /// 06.4: his index into the keys.
    pub index: AnimationIndex,
    /// The pose there.
    pub pose: Vec<Mat4>,
    /// The poses of the keys before and after.
    pub(crate) keys: [Vec<Mat4>; 2],
    /// The heights of both hands, in metres.
    pub(crate) hands: [f32; 2],
}

/// The heights of both hands over a page of time, in metres, and what they came from.
pub(crate) struct Curves {
    /// 06.1: each joint's keys.
    pub(crate) keys: Vec<Vec<Mat4>>,
    /// 06.3 and 06.2: a segment for each sample, in each mode.
    pub(crate) segments: [Vec<Segment>; 3],
    /// Heights of both hands in each of these segments.
    pub(crate) blended: [Vec<[f32; 2]>; 3],
    /// Heights of both hands at each key; then at rest, for keys that do not exist.
    pub(crate) at_keys: Vec<[f32; 2]>,
}

/// Progress of one table of answers.
struct Played {
    by: Keyframes,
    seconds: f32,
    indices: [AnimationIndex; 3],
}

/// The chain, and what need not be computed again in every frame.
pub struct PlayingDance {
    pub chain: Chain,
    /// Progress of each table of answers, the latest first.
    played: Vec<Played>,
    /// Curves by answers and page.
    curves: AnswerCache<(Keyframes, f32), Rc<Curves>>,
}

impl PlayingDance {
    pub fn new(chain: Chain) -> Self {
        PlayingDance { chain, played: Vec::new(), curves: AnswerCache::default() }
    }

    /// Calls all four answers for the chain, `seconds` after the start. After `REPEATS` it begins again.
    ///
    /// # Errors
    /// If one of them cannot be used, or one of lesson 02.
    pub fn evaluate(&mut self, course: &Course, seconds: f32) -> Result<DanceFrame, CallError> {
        let seconds = seconds % REPEATS;
        let answers = &course.keyframes;
        let key = (*answers, page_start(seconds));
        let curves = self.curves.get_or_compute(key, || Curves::new(&self.chain, answers, seconds).map(Rc::new))?;
        // A clamped clip's time depends on all frames before, so the finished answers are advanced too.
        self.advance(&PAGE.right.keyframes, seconds)?;
        let indices = self.advance(answers, seconds)?;
        let count = self.chain.keys.times.len();
        let now = indices.iter().map(|index| &index.segment);
        if let Some(segment) = now.chain(curves.segments.iter().flatten()).find(|s| s.from >= count || s.to >= count) {
            let key = segment.from.max(segment.to);
            report("06.2", format!("key {key}, where the last one is {}", count - 1));
        }
        let chain = &self.chain;
        // Three poses for each knight: now, and both keys.
        let poses = indices.iter().flat_map(|AnimationIndex { segment, .. }| {
            [*segment, segment_at_key(segment.from), segment_at_key(segment.to)]
                .map(|at| locals(chain, &curves.keys, at))
        });
        let joints = chain.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let mut posed = lesson_02::posed(&course.hierarchy, joints, &poses.collect::<Vec<_>>())?.into_iter();
        let knights = indices.map(|index| DancingKnight {
            index,
            pose: posed.next().unwrap_or_default(),
            keys: [0, 1].map(|_| posed.next().unwrap_or_default()),
            hands: heights(chain, &curves.keys, index.segment),
        });
        Ok(DanceFrame { seconds, knights, curves })
    }

    /// Advances the three indices by 06.4: by the frames since the last call, or since the start.
    fn advance(&mut self, answers: &Keyframes, seconds: f32) -> Result<[AnimationIndex; 3], CallError> {
        let known = self.played.iter().position(|played| played.by == *answers);
        let known = known.map(|place| self.played.remove(place));
        let known = known.filter(|played| (seconds - played.seconds).abs() <= JUMP);
        let from = known.as_ref().map_or(0.0, |played| played.seconds);
        let mut indices = known.map_or_else(Default::default, |played| played.indices);
        let clips = clips_by_mode(&self.chain.keys, answers);
        for dt in frame_lengths(from, seconds) {
            for (index, clip) in indices.iter_mut().zip(&clips) {
                answers.advance(index, dt, clip)?;
            }
        }
        self.played.truncate(3);
        self.played.insert(0, Played { by: *answers, seconds, indices });
        Ok(indices)
    }
}

impl Curves {
    /// Calls 06.1 to 06.3 for the page that shows `seconds`.
    fn new(chain: &Chain, answers: &Keyframes, seconds: f32) -> Result<Self, CallError> {
        let keys = Self::read_keys(chain, answers)?;
        let segments = Self::segments(&chain.keys, answers, seconds)?;
        let blended =
            segments.each_ref().map(|list| list.iter().map(|&segment| heights(chain, &keys, segment)).collect());
        let at_keys = (0..=chain.keys.times.len()).map(|key| heights(chain, &keys, segment_at_key(key))).collect();
        Ok(Curves { keys, segments, blended, at_keys })
    }

    /// Returns the keys of each joint by 06.1. A joint that is not animated, or whose numbers give an error, has none.
    fn read_keys(chain: &Chain, answers: &Keyframes) -> Result<Vec<Vec<Mat4>>, CallError> {
        let mut all = vec![Vec::new(); chain.floats.len()];
        let mut first_error = None;
        for (joint, floats) in chain.floats.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            if let Err(error) = answers.set_keyframes(&mut all[joint], floats)? {
                first_error.get_or_insert((joint, error));
            }
        }
        if let Some((joint, error)) = first_error {
            report("06.1", format!("\"{}\": {error}", chain.joints[joint].name));
        }
        Ok(all)
    }

    /// Returns a segment for each sample of the graphs, in each mode, by 06.3 and 06.2.
    fn segments(keys: &Keys, answers: &Keyframes, seconds: f32) -> Result<[Vec<Segment>; 3], CallError> {
        // The methods of a clip panic where an answer cannot be used.
        given::catch_quickly(|| {
            clips_by_mode(keys, answers)
                .map(|clip| sample_times(seconds).map(|t| clip.segment(clip.wrap_time(t))).collect())
        })
    }
}

pub(crate) fn word(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Loop => "loop",
        LoopMode::Clamp => "clamp",
        LoopMode::PingPong => "ping-pong",
    }
}

/// Returns the beginning of the page of the graphs that shows a time, in seconds.
pub(crate) fn page_start(seconds: f32) -> f32 {
    (seconds / SPAN).floor() * SPAN
}

/// Returns the times of a curve's samples, in the page that shows `seconds`.
pub(crate) fn sample_times(seconds: f32) -> impl Iterator<Item = f32> {
    let begin = page_start(seconds);
    (0..SAMPLES).map(move |sample| begin + SPAN * sample as f32 / (SAMPLES - 1) as f32)
}

fn clips_by_mode(keys: &Keys, answers: &Keyframes) -> [Clip; 3] {
    MODES.map(|mode| keys.clip(mode, answers))
}

/// Returns the lengths of frames from one time to another: one frame, or from the start on many uneven ones.
fn frame_lengths(from: f32, to: f32) -> Vec<f32> {
    if from > 0.0 {
        return vec![to - from];
    }
    let mut left = to;
    let mut frames = Vec::new();
    for dt in FRAMES.iter().cycle() {
        frames.push(dt.min(left));
        left -= dt;
        if left <= 0.0 {
            return frames;
        }
    }
    frames
}

fn segment_at_key(key: usize) -> Segment {
    Segment { from: key, to: key, alpha: 0.0 }
}

/// Returns a joint's `parent_from_joint` in a segment, or its rest transform if it does not have these keys.
fn local(joint: &Joint, keys: &[Mat4], segment: Segment) -> Mat4 {
    match (keys.get(segment.from), keys.get(segment.to)) {
        (Some(&from), Some(&to)) => blend(from, to, segment.alpha),
        _ => joint.parent_from_joint,
    }
}

/// Returns `parent_from_joint` of every joint in a segment.
fn locals(chain: &Chain, keys: &[Vec<Mat4>], segment: Segment) -> Vec<Mat4> {
    let joints = chain.joints.iter().zip(keys);
    joints.map(|(joint, keys)| local(joint, keys, segment)).collect()
}

/// Returns the heights of both hands in a segment, in world space.
fn heights(chain: &Chain, keys: &[Vec<Mat4>], segment: Segment) -> [f32; 2] {
    HANDS.map(|hand| {
        let mut position = Vec3::ZERO;
        let mut next = chain.find(hand);
        while let Some(joint) = next {
            position = local(&chain.joints[joint], &keys[joint], segment).transform_point3(position);
            next = chain.joints[joint].parent;
        }
        chain.model.world_from_model.transform_point3(position).y
    })
}
