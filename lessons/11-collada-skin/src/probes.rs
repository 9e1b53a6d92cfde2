//! What the checks ask about, made from a seed.

use crate::{Influence, Input, Joint, rows};
use common::check::{Probe, Random};
use glam::{Mat4, Vec3};

/// What `<vertex_weights>` holds.
pub struct Weights {
    /// In the order in which the file has them.
    pub inputs: Vec<Input>,
    /// Influences of each vertex.
    pub vcount: Vec<usize>,
    /// Groups of numbers.
    pub v: Vec<i32>,
    /// What the groups' weights are numbers in.
    pub weights: Vec<f32>,
    /// How many the skin has.
    pub joints: usize,
}

/// Where the inputs stand, in the order in which they are written: with numbers for another program, or a
/// gap. None is as most files are, so that who knows only those goes wrong everywhere in the same way.
const LAYOUTS: [&[(&str, usize)]; Probe::COUNT] = [
    &[("MASK", 2), ("JOINT", 1), ("WEIGHT", 0)],
    &[("WEIGHT", 2), ("JOINT", 0)],
    &[("JOINT", 3), ("WEIGHT", 1), ("MASK", 0)],
    &[("WEIGHT", 1), ("MASK", 6), ("JOINT", 4)],
];

/// More than influences: an answer that takes weights in order, or uses another number as a weight's index,
/// finds one.
const POOL: usize = 48;

/// Vertices with none, one and more than four influences. Every number of `v` could be a weight's, but
/// for -1, so that a mistake finds something wrong rather than nothing.
pub fn weights(probe: &Probe, with_nothing: bool) -> Weights {
    let mut random = probe.random();
    let layout = LAYOUTS[probe.index % Probe::COUNT];
    let inputs: Vec<Input> = layout
        .iter()
        .map(|(semantic, offset)| Input { semantic: (*semantic).into(), offset: *offset })
        .collect();
    let joints = 8 + random.below(4);
    let mut vcount = vec![1, 3, 0, 5 + random.below(2), 2];
    shuffle(&mut random, &mut vcount);
    vcount.push(2 + random.below(2));
    let stride = inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1);
    let total: usize = vcount.iter().sum();
    let mut v: Vec<i32> = (0..total * stride).map(|_| random.below(POOL) as i32).collect();
    let joint_at = layout.iter().find(|(semantic, _)| *semantic == "JOINT").map_or(0, |i| i.1);
    for group in v.chunks_mut(stride) {
        // The first and the last are left to those who take -1 for one of them.
        group[joint_at] = 1 + random.below(joints - 2) as i32;
    }
    if with_nothing {
        // One of them early, so that it is seen if the walk does not get past it.
        let groups = [random.below(total / 2), random.below(total), random.below(total)];
        for group in groups {
            v[group * stride + joint_at] = -1;
        }
    }
    let weights = (0..POOL).map(|_| random.between(0.05, 0.95)).collect();
    Weights { inputs, vcount, v, weights, joints }
}

/// Where one is a part of the other it is so at the beginning and at the end, and stands before it and
/// behind it; and two differ in nothing but a capital. Both ways of looking (which holds which, the first
/// that fits or the last) go wrong somewhere.
const PAIRS: [[&str; 2]; 5] = [
    ["forearm", "arm"],
    ["tail", "tail_tip"],
    ["fingertip", "finger"],
    ["head", "forehead"],
    ["Hip", "hip"],
];

/// Which of them a probe's skin names, both of each: all are known by two probes or more.
const CHOSEN: [[usize; 3]; Probe::COUNT] = [[0, 1, 4], [2, 3, 4], [0, 3, 2], [1, 2, 0]];

/// Nothing about these is like another.
const SINGLES: [&str; 4] = ["wing", "jaw", "rib", "eye"];

/// A skeleton, and a skin that names some of its joints in another order.
pub struct Names {
    /// The skin's.
    pub names: Vec<String>,
    /// The skeleton's. The id of one that is in the skin is the sid of the next in the skin: who looks for
    /// ids finds all, and all wrong.
    pub joints: Vec<Joint>,
}

impl Names {
    /// The skeleton with one joint more, at the end: it has the sid of one that the skin names. And that
    /// name's place in the skin.
    pub fn with_twin(&self, probe: &Probe) -> (Vec<Joint>, usize) {
        let slot = probe.random().below(self.names.len());
        let mut joints = self.joints.clone();
        joints.push(Joint { id: "Beast_twin".into(), sid: self.names[slot].clone() });
        (joints, slot)
    }
}

/// The skin's order is not the skeleton's, nor that of the way back; the first joint is not in the skin.
pub fn names(probe: &Probe) -> Names {
    let mut random = probe.random();
    let mut joints = vec![joint("root")];
    joints.extend(PAIRS.iter().flatten().chain(&SINGLES).map(|sid| joint(sid)));
    let chosen = CHOSEN[probe.index % Probe::COUNT];
    let first_single = 1 + 2 * PAIRS.len();
    loop {
        let mut order: Vec<usize> =
            chosen.iter().flat_map(|pair| [1 + 2 * pair, 2 + 2 * pair]).collect();
        let mut singles: Vec<usize> = (first_single..joints.len()).collect();
        shuffle(&mut random, &mut singles);
        order.extend(singles.iter().take(1 + random.below(3)));
        shuffle(&mut random, &mut order);
        let back: Vec<usize> =
            (0..joints.len()).filter_map(|j| order.iter().position(|o| *o == j)).collect();
        let mut by_ids = order.clone();
        by_ids.rotate_right(1);
        let is_telling = |wrong: &[usize]| !wrong.is_sorted() && back != wrong;
        if is_telling(&order) && is_telling(&by_ids) {
            let names: Vec<String> = order.iter().map(|index| joints[*index].sid.clone()).collect();
            for (index, name) in by_ids.into_iter().zip(&names) {
                joints[index].id.clone_from(name);
            }
            return Names { names, joints };
        }
    }
}

fn joint(sid: &str) -> Joint {
    Joint { id: format!("Beast_{sid}"), sid: sid.into() }
}

/// No joint of any probe is called this.
pub const GHOSTS: [&str; 4] = ["tusk", "antler", "gill", "hoof"];

/// The numbers of some inverse bind matrices, and a bind shape that turns, stretches and moves.
pub fn binds(probe: &Probe) -> (Vec<f32>, Mat4) {
    let mut random = probe.random();
    let mut matrix = || {
        let factor = random.between(0.6, 0.8);
        let stretch = Vec3::new(factor, 1.0, 1.0 / factor);
        random.rigid().to_mat4() * Mat4::from_scale(stretch)
    };
    let inverse: Vec<Mat4> = (0..4).map(|_| matrix()).collect();
    (rows(&inverse), matrix())
}

/// Influences of some vertices: one, two, three, four, five, eight. Where there are more than four the
/// strongest is not among the first four, and the first is the weakest. Of the two one is so weak
/// that who leaves out weak ones, though there is room, leaves out that.
pub fn vertices(probe: &Probe) -> Vec<Vec<Influence>> {
    let mut random = probe.random();
    let mut vertices = Vec::new();
    for count in [1, 2, 3, 4, 5, 8] {
        let mut slots: Vec<usize> = (0..12).collect();
        shuffle(&mut random, &mut slots);
        // A step apart at least, so that it is plain which is stronger.
        let mut weights: Vec<f32> =
            (0..count).map(|step| 0.06 + 0.05 * step as f32 + random.between(0.0, 0.03)).collect();
        if count == 2 {
            weights = vec![0.003, random.between(0.5, 0.9)];
        }
        let strongest = if count > 4 { 4 + random.below(count - 4) } else { count - 1 };
        let mut order: Vec<usize> = (1..count - usize::from(count > 1)).collect();
        shuffle(&mut random, &mut order);
        if count > 4 {
            // Among the first four, so that these are not just the weakest.
            order.retain(|weight| *weight != count - 2);
            order.insert(0, count - 2);
        }
        if count > 1 {
            order.insert(0, 0); // the weakest
        }
        order.insert(strongest, count - 1);
        let influence =
            |(slot, weight): (&usize, &usize)| Influence { slot: *slot, weight: weights[*weight] };
        vertices.push(slots.iter().zip(&order).map(influence).collect());
    }
    vertices
}

fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for place in (1..list.len()).rev() {
        list.swap(place, random.below(place + 1));
    }
}
