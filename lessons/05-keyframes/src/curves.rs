//! The curves of the graphs: the heights of both hands over time, by the answers to 05.1, 05.2 and 05.3.

use crate::chain::Chain;
use crate::playing::{clips, local, still};
use crate::{Answers, Segment};
use common::app::GuardedAnswers;
use glam::{Mat4, Vec3};
use std::rc::Rc;
use std::sync::Arc;

/// Seconds that fit into a graph.
pub const SPAN: f32 = 5.0;
/// Samples of a curve in a graph.
pub(crate) const SAMPLES: usize = 240;
/// The joints whose heights they are.
const HANDS: [&str; 2] = ["hand_l", "hand_r"];

/// Heights of both hands, in metres.
pub(crate) struct Curves {
    /// For each way to loop.
    pub(crate) modes: [Curve; 3],
    /// At each key.
    pub(crate) keys: Vec<[f32; 2]>,
}

/// For each sample: of the blended pose, and of the key that was passed last.
pub(crate) struct Curve {
    pub(crate) mixed: Vec<[f32; 2]>,
    pub(crate) steps: Vec<[f32; 2]>,
}

/// Curves that have been computed, the latest first.
#[derive(Default)]
pub(crate) struct Memory(Vec<Known>);

/// Curves, and what they came from.
struct Known {
    keys: Vec<Vec<Mat4>>,
    segments: [Vec<Segment>; 3],
    curves: Rc<Curves>,
}

impl Memory {
    /// The known curves of these inputs, which stay the same until the answers or the page change; else new ones.
    pub(crate) fn curves(
        &mut self,
        chain: &Chain,
        keys: &[Vec<Mat4>],
        segments: [Vec<Segment>; 3],
    ) -> Rc<Curves> {
        let is_known = |known: &&Known| known.keys == keys && known.segments == segments;
        if let Some(known) = self.0.iter().find(is_known) {
            return known.curves.clone();
        }
        let curves = Rc::new(curves(chain, keys, &segments));
        self.0.truncate(1); // the student's and the finished ones, for F3
        self.0.insert(0, Known { keys: keys.to_vec(), segments, curves: curves.clone() });
        curves
    }
}

/// When the graphs begin, in seconds: they show one page of [`SPAN`] after the other.
pub(crate) fn page(seconds: f32) -> f32 {
    (seconds / SPAN).floor() * SPAN
}

/// 05.3 and 05.2 over the time that the graphs show: a segment for each sample.
pub(crate) fn evaluate(
    chain: &Chain,
    answers: &mut GuardedAnswers<'_, Answers>,
    seconds: f32,
) -> [Vec<Segment>; 3] {
    let keys = Arc::new(chain.keys());
    let begin = page(seconds);
    let times = answers.call("05.3", keys.clone(), move |answers, keys| {
        let at = |sample| begin + SPAN * sample as f32 / (SAMPLES - 1) as f32;
        clips(keys, answers).map(|clip| (0..SAMPLES).map(|n| clip.wrap_time(at(n))).collect())
    });
    answers.call("05.2", (keys, times), |answers, (keys, times): &(_, [Vec<f32>; 3])| {
        let clips = clips(keys, answers);
        [0, 1, 2].map(|mode| times[mode].iter().map(|&t| clips[mode].segment(t)).collect())
    })
}

fn curves(chain: &Chain, keys: &[Vec<Mat4>], segments: &[Vec<Segment>; 3]) -> Curves {
    let height = |segment: Segment| heights(chain, keys, segment);
    let modes = segments.each_ref().map(|segments| Curve {
        mixed: segments.iter().map(|&segment| height(segment)).collect(),
        steps: segments.iter().map(|&segment| height(still(segment.from))).collect(),
    });
    let keys = (0..chain.times.len()).map(|key| height(still(key))).collect();
    Curves { modes, keys }
}

/// Of both hands in a segment, in world space.
pub(crate) fn heights(chain: &Chain, keys: &[Vec<Mat4>], segment: Segment) -> [f32; 2] {
    HANDS.map(|hand| {
        let mut at = Vec3::ZERO;
        let mut next = chain.find(hand);
        // From the hand's own space to its parent's, and on to the root's: the file's.
        while let Some(joint) = next {
            at = local(&chain.joints[joint], &keys[joint], segment).transform_point3(at);
            next = chain.joints[joint].parent;
        }
        chain.model.world_from_model.transform_point3(at).y
    })
}
