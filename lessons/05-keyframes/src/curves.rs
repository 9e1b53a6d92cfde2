//! The curves of the graphs: how high both hands are over time, by somebody's 05.1, 05.2 and 05.3.

use crate::chain::Chain;
use crate::checks::REFERENCE;
use crate::playing::{clip, local, still};
use crate::probes::MODES;
use crate::{Answers, Clip, Segment};
use common::app::Watchdog;
use glam::{Mat4, Vec3};
use std::rc::Rc;

/// Seconds that fit into a graph.
pub const SPAN: f32 = 5.0;
/// Places in a graph that are looked at.
pub(crate) const SAMPLES: usize = 240;
/// Whose heights they are.
const HANDS: [&str; 2] = ["hand_l", "hand_r"];

/// Heights of both hands, in metres.
pub(crate) struct Curves {
    /// For each way to loop.
    pub(crate) modes: [Curve; 3],
    /// At each key.
    pub(crate) keys: Vec<[f32; 2]>,
}

/// For each place of a graph: of the mixed pose, and of the key that was passed last.
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
    /// They stay the same until the answers change, or the page is turned over.
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

/// Which second of the clock the graphs begin at: they are turned over like pages.
pub(crate) fn page(seconds: f32) -> f32 {
    (seconds / SPAN).floor() * SPAN
}

/// 05.3 and 05.2 over the time that the graphs show: a segment for each place.
pub(crate) fn ask(
    chain: &Chain,
    answers: &Answers,
    watchdog: &mut Watchdog,
    seconds: f32,
) -> [Vec<Segment>; 3] {
    let begin = page(seconds);
    let clips = MODES.map(|mode| clip(chain, mode, answers));
    let at = move |sample| begin + SPAN * sample as f32 / (SAMPLES - 1) as f32;
    let times = move |clip: &Clip| (0..SAMPLES).map(|sample| clip.wrap_time(at(sample))).collect();
    let right = MODES.map(|mode| clip(chain, mode, &REFERENCE));
    let mine = clips.clone();
    let times: [Vec<f32>; 3] = watchdog.call(
        "05.3 wrap_time",
        move || mine.each_ref().map(times),
        || right.each_ref().map(times),
    );
    let find = |clips: &[Clip; 3], times: &[Vec<f32>; 3]| {
        let segments = |mode: usize| times[mode].iter().map(|&t| clips[mode].segment(t)).collect();
        [0, 1, 2].map(segments)
    };
    let mine = times.clone();
    watchdog.call("05.2 segment", move || find(&clips, &mine), || find(&right, &times))
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
