//! Values that the answers give for one frame: keys, an index for each loop mode, poses, and curves over time.

use crate::chain::Chain;
use crate::checks::REFERENCE;
use crate::figures::MODES;
use crate::{AnimationIndex, Clip, Joint, Keyframes, Keys, Segment, blend};
use common::exercise::report;
use common::scenes::answer_cache::AnswerCache;
use given::{Course, Lost};
use glam::{Mat4, Vec3};
use std::rc::Rc;

/// Lengths of frames when they are not measured, repeated, in seconds: as uneven as on a busy machine.
pub const FRAMES: [f32; 6] = [1.0 / 144.0, 1.0 / 30.0, 1.0 / 60.0, 1.0 / 20.0, 1.0 / 60.0, 1.0 / 10.0];

/// A step in time that is longer than this is a jump: it is played again from the start.
const JUMP: f32 = 1.0;
/// Length of the last part of a replay that is cut into uneven frames, in seconds; all before that is one frame.
const UNEVEN: f32 = 60.0;

/// Seconds that fit into a graph: it shows one page of so many after the other.
pub const SPAN: f32 = 5.0;
/// Samples of a curve in a graph.
const SAMPLES: usize = 240;
/// The joints whose heights the curves are.
const HANDS: [&str; 2] = ["hand_l", "hand_r"];

/// Everything that the four answers give for one frame, checked just enough to be drawn.
pub struct Frame {
    /// Seconds since the beginning.
    pub seconds: f32,
    /// One for each of the three modes.
    pub knights: [Knight; 3],
    /// Curves of the graphs.
    pub(crate) curves: Rc<Curves>,
}

/// One figure now. Poses are `file_from_joint` of every joint.
pub struct Knight {
    /// 05.4: his index into the keys.
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
    /// 05.1: each joint's keys.
    pub(crate) keys: Vec<Vec<Mat4>>,
    /// 05.3 and 05.2: a segment for each sample, in each mode.
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
pub struct Playing {
    pub chain: Chain,
    /// Progress of each table of answers, the latest first.
    played: Vec<Played>,
    /// Curves by answers and page.
    curves: AnswerCache<(Keyframes, f32), Rc<Curves>>,
}

impl Playing {
    /// Starts at the beginning of the clip.
    pub fn new(chain: Chain) -> Self {
        Playing { chain, played: Vec::new(), curves: AnswerCache::default() }
    }

    /// Calls all four answers for the chain, `seconds` after its beginning.
    ///
    /// # Errors
    /// If one of them cannot be used, or one of lesson 02.
    pub fn evaluate(&mut self, course: &Course, seconds: f32) -> Result<Frame, Lost> {
        let answers = &course.keyframes;
        let key = (*answers, page(seconds));
        let curves = self.curves.get_or_compute(key, || Curves::new(&self.chain, answers, seconds).map(Rc::new))?;
        // Where a clip that was clamped is now depends on the way there: the finished ones go along.
        self.advance(&REFERENCE.keyframes, seconds)?;
        let indices = self.advance(answers, seconds)?;
        let count = self.chain.keys.times.len();
        let now = indices.iter().map(|index| &index.segment);
        if let Some(segment) = now.chain(curves.segments.iter().flatten()).find(|s| s.from >= count || s.to >= count) {
            let key = segment.from.max(segment.to);
            report("05.2", format!("key {key}, where the last one is {}", count - 1));
        }
        let chain = &self.chain;
        // Three poses for each knight: now, and both keys.
        let poses = indices.iter().flat_map(|AnimationIndex { segment, .. }| {
            [*segment, still(segment.from), still(segment.to)].map(|at| locals(chain, &curves.keys, at))
        });
        let joints = chain.joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let mut posed = lesson_02::posed(&course.hierarchy, joints, &poses.collect::<Vec<_>>())?.into_iter();
        let knights = indices.map(|index| Knight {
            index,
            pose: posed.next().unwrap_or_default(),
            keys: [0, 1].map(|_| posed.next().unwrap_or_default()),
            hands: heights(chain, &curves.keys, index.segment),
        });
        Ok(Frame { seconds, knights, curves })
    }

    /// 05.4: the frames since the last time, or all of them since the beginning.
    fn advance(&mut self, answers: &Keyframes, seconds: f32) -> Result<[AnimationIndex; 3], Lost> {
        let known = self.played.iter().position(|played| played.by == *answers);
        let known = known.map(|place| self.played.remove(place));
        let known = known.filter(|played| (seconds - played.seconds).abs() <= JUMP);
        let from = known.as_ref().map_or(0.0, |played| played.seconds);
        let mut indices = known.map_or_else(Default::default, |played| played.indices);
        let clips = clips(&self.chain.keys, answers);
        for dt in frames(from, seconds) {
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
    /// Calls 05.1 to 05.3 for the page that shows `seconds`.
    fn new(chain: &Chain, answers: &Keyframes, seconds: f32) -> Result<Self, Lost> {
        let keys = Self::read_keys(chain, answers)?;
        let segments = Self::segments(&chain.keys, answers, seconds)?;
        let blended =
            segments.each_ref().map(|list| list.iter().map(|&segment| heights(chain, &keys, segment)).collect());
        let at_keys = (0..=chain.keys.times.len()).map(|key| heights(chain, &keys, still(key))).collect();
        Ok(Curves { keys, segments, blended, at_keys })
    }

    /// 05.1 for every joint that the file moves; one whose numbers are refused has no keys, and rests.
    fn read_keys(chain: &Chain, answers: &Keyframes) -> Result<Vec<Vec<Mat4>>, Lost> {
        let mut all = vec![Vec::new(); chain.floats.len()];
        let mut refused = None;
        for (joint, floats) in chain.floats.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            if let Err(error) = answers.set_keyframes(&mut all[joint], floats)? {
                refused.get_or_insert((joint, error));
            }
        }
        if let Some((joint, error)) = refused {
            report("05.1", format!("\"{}\": {error}", chain.joints[joint].name));
        }
        Ok(all)
    }

    /// 05.3 and 05.2 over the time that the graphs show: a segment for each sample.
    fn segments(keys: &Keys, answers: &Keyframes, seconds: f32) -> Result<[Vec<Segment>; 3], Lost> {
        // The methods of a clip unwind where an answer is lost: they are made for a student's code.
        given::catch_quickly(|| {
            clips(keys, answers).map(|clip| samples(seconds).map(|t| clip.segment(clip.wrap_time(t))).collect())
        })
    }
}

/// When the graphs begin, in seconds.
pub(crate) fn page(seconds: f32) -> f32 {
    (seconds / SPAN).floor() * SPAN
}

/// The times of a curve's samples, in the page that shows `seconds`.
pub(crate) fn samples(seconds: f32) -> impl Iterator<Item = f32> {
    let begin = page(seconds);
    (0..SAMPLES).map(move |sample| begin + SPAN * sample as f32 / (SAMPLES - 1) as f32)
}

/// The clip in each of the three modes.
fn clips(keys: &Keys, answers: &Keyframes) -> [Clip; 3] {
    MODES.map(|mode| keys.clip(mode, answers))
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

/// `parent_from_joint` of every joint in a segment.
fn locals(chain: &Chain, keys: &[Vec<Mat4>], segment: Segment) -> Vec<Mat4> {
    let joints = chain.joints.iter().zip(keys);
    joints.map(|(joint, keys)| local(joint, keys, segment)).collect()
}

/// Returns the heights of both hands in a segment, in world space. Only the joints from each hand to the root are
/// evaluated.
fn heights(chain: &Chain, keys: &[Vec<Mat4>], segment: Segment) -> [f32; 2] {
    HANDS.map(|hand| {
        let mut at = Vec3::ZERO;
        let mut next = chain.find(hand);
        while let Some(joint) = next {
            at = local(&chain.joints[joint], &keys[joint], segment).transform_point3(at);
            next = chain.joints[joint].parent;
        }
        chain.model.world_from_model.transform_point3(at).y
    })
}
