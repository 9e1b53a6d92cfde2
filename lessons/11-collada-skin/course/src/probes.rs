//! Inputs of the checks, made from a seed; for the last probe the lesson's own figures and the limits of each TODO's
//! promises.

use crate::FigureFile;
use crate::figures::{Names, inputs};
use crate::finished;
use crate::read::files;
use crate::{Influence, VertexWeights, rows};
use check::Probe;
use glam::{Mat4, Vec3};
use std::sync::LazyLock;

static FIGURES: LazyLock<Vec<FigureFile>> =
    LazyLock::new(|| files().iter().map(|path| FigureFile::read(path).expect("the lesson's own file")).collect());

/// Orders of the inputs, with numbers for another program, or a gap. No layout is the usual one, so that an answer that
/// knows only the usual one is wrong everywhere in the same way.
const LAYOUTS: [&[(&str, usize)]; Probe::COUNT] = [
    &[("MASK", 2), ("JOINT", 1), ("WEIGHT", 0)],
    &[("WEIGHT", 2), ("JOINT", 0)],
    &[("JOINT", 3), ("WEIGHT", 1), ("MASK", 0)],
    &[("WEIGHT", 1), ("MASK", 6), ("JOINT", 4)],
];

/// Number of weights. There are fewer influences: an answer that takes weights in order, or uses another number as a
/// weight's index, finds one.
const POOL: usize = 48;

/// Returns a skin for each step: one influence for each vertex, several, and some of joint -1.
pub fn weights(probe: &Probe) -> [VertexWeights; 3] {
    let mut vcount = vec![1, 3, 0, 5 + probe.index % 2, 2];
    probe.random().shuffle(&mut vcount);
    vcount.push(2 + probe.index % 2);
    [
        random_weights(probe, vec![1; 6], false),
        random_weights(probe, vcount.clone(), false),
        random_weights(probe, vcount, true),
    ]
}

/// Returns a skin in which each number of `v` but -1 is a valid index of a weight, so that a mistake reads a wrong weight
/// instead of panicking.
fn random_weights(probe: &Probe, vcount: Vec<usize>, with_nothing: bool) -> VertexWeights {
    let mut random = probe.random();
    let layout = LAYOUTS[probe.index % Probe::COUNT];
    let inputs = inputs(layout);
    let joints = 8 + random.below(4);
    let stride = inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1);
    let total: usize = vcount.iter().sum();
    let mut v: Vec<i32> = (0..total * stride).map(|_| random.below(POOL) as i32).collect();
    let joint_at = layout.iter().find(|(semantic, _)| *semantic == "JOINT").map_or(0, |i| i.1);
    for group in v.chunks_mut(stride) {
        // The first and the last are left to those who take -1 for one of them.
        group[joint_at] = 1 + random.below(joints - 2) as i32;
    }
    if with_nothing {
        // One of them early, so that it is seen if the walk does not get past it; one is all that its vertex has.
        let alone = vcount.iter().take_while(|count| **count != 1).sum();
        let groups = [random.below(total / 2), random.below(total), alone];
        for group in groups {
            v[group * stride + joint_at] = -1;
        }
    }
    let weights = (0..POOL).map(|_| random.between(0.05, 0.95)).collect();
    VertexWeights { inputs, vcount, v, weights, joints }
}

/// Returns further weights: no vertex at all; -1 alone, of a single joint; the first and the last of both lists; inputs
/// that share an offset; and the lesson's own skins.
pub fn more_weights() -> Vec<VertexWeights> {
    type Row = (&'static [(&'static str, usize)], &'static [usize], &'static [i32], usize);
    const PLAIN: &[(&str, usize)] = &[("JOINT", 0), ("WEIGHT", 1)];
    const ROWS: [Row; 5] = [
        (PLAIN, &[], &[], 3),
        (PLAIN, &[1, 1, 2], &[-1, 3, 0, 2, 0, 0, -1, 1], 1),
        (PLAIN, &[2, 0, 1, 1], &[0, 0, 2, 3, 2, 0, 0, 3], 3),
        (&[("MASK", 1), ("WEIGHT", 1), ("JOINT", 0)], &[1, 2, 2], &[0, 0, 1, 3, 2, 1, 0, 2, -1, 0], 3),
        (&[("JOINT", 0), ("WEIGHT", 0)], &[2, 1, 1], &[0, 1, 2, 3], 4),
    ];
    let mut all = Vec::new();
    for (layout, vcount, v, joints) in ROWS {
        let weights = vec![0.1, 0.2, 0.3, 0.4];
        let vcount = vcount.to_vec();
        all.push(VertexWeights { inputs: inputs(layout), vcount, v: v.to_vec(), weights, joints });
    }
    all.extend(FIGURES.iter().map(|file| file.skins[0].weights.clone()));
    all
}

/// Pairs of names. One is a part of the other, at its beginning or its end, listed before it or behind it; the last two
/// differ only in a capital. Both kinds of search (which contains which, the first that fits or the last) go wrong
/// somewhere.
const PAIRS: [[&str; 2]; 5] =
    [["forearm", "arm"], ["tail", "tail_tip"], ["fingertip", "finger"], ["head", "forehead"], ["Hip", "hip"]];

/// The pairs that each probe's skin names, both names of each: every pair is in two probes or more.
const CHOSEN: [[usize; 3]; Probe::COUNT] = [[0, 1, 4], [2, 3, 4], [0, 3, 2], [1, 2, 0]];

const SINGLES: [&str; 4] = ["wing", "jaw", "rib", "eye"];

/// Returns a skeleton and a skin whose order is neither the skeleton's nor its inverse; the first joint is not in the skin.
/// The id of a joint in the skin is the sid of the next one there: who looks for ids finds all, and all wrong.
pub(crate) fn names(probe: &Probe) -> Names {
    let mut random = probe.random();
    let sids: Vec<&str> = ["root"].iter().chain(PAIRS.iter().flatten()).chain(&SINGLES).copied().collect();
    let mut joints = Names::new(&[], &sids).joints;
    let chosen = CHOSEN[probe.index % Probe::COUNT];
    let first_single = 1 + 2 * PAIRS.len();
    loop {
        let mut order: Vec<usize> = chosen.iter().flat_map(|pair| [1 + 2 * pair, 2 + 2 * pair]).collect();
        let mut singles: Vec<usize> = (first_single..joints.len()).collect();
        random.shuffle(&mut singles);
        order.extend(singles.iter().take(1 + random.below(3)));
        random.shuffle(&mut order);
        let back: Vec<usize> = (0..joints.len()).filter_map(|j| order.iter().position(|o| *o == j)).collect();
        let mut by_ids = order.clone();
        by_ids.rotate_right(1);
        if [&order, &by_ids].iter().all(|wrong| !wrong.is_sorted() && back != **wrong) {
            let names: Vec<String> = order.iter().map(|index| joints[*index].sid.clone()).collect();
            for (index, name) in by_ids.into_iter().zip(&names) {
                joints[index].id.clone_from(name);
            }
            return Names { names, joints };
        }
    }
}

/// Returns further lists of names: none at all, one name twice, and the lesson's own skins; then skins that name a
/// missing joint, which is the first, the last or the only one, and part of a sid or more than one.
pub(crate) fn more_names() -> Vec<Names> {
    let mut all = Vec::new();
    for names in [&[][..], &["hip", "arm", "hip"], &["tai", "hip", "arm"], &["hip", "tail", "arms"], &["ip"]] {
        all.push(Names::new(names, &["root", "arm", "tail", "hip"]));
    }
    for file in FIGURES.iter() {
        let names = file.skins[0].names.clone();
        all.push(Names { names, joints: file.skins[0].joints.clone() });
    }
    all
}

/// Names that no joint of any probe has.
pub const GHOSTS: [&str; 4] = ["tusk", "antler", "gill", "hoof"];

/// The matrices of a skin, and how large what they lead to is.
pub struct Binds {
    pub inverse_binds: Vec<f32>,
    pub bind_from_mesh: Mat4,
    /// Size of the figure, in metres.
    pub size: f32,
}

impl Binds {
    pub fn new(inverse: &[Mat4], bind_from_mesh: Mat4, size: f32) -> Self {
        Binds { inverse_binds: rows(inverse), bind_from_mesh, size }
    }
}

/// Returns random inverse bind matrices, and a bind shape that turns, stretches and moves.
pub fn binds(probe: &Probe) -> Binds {
    let mut random = probe.random();
    let mut matrix = || {
        let factor = random.between(0.6, 0.8);
        let stretch = Vec3::new(factor, 1.0, 1.0 / factor);
        random.rigid().to_mat4() * Mat4::from_scale(stretch)
    };
    let inverse: Vec<Mat4> = (0..4).map(|_| matrix()).collect();
    Binds::new(&inverse, matrix(), 1.0)
}

/// Returns matrices that shear, mirror and scale unevenly, figures of a millimetre and of a kilometre, a skin without
/// joints, and the lesson's own skins.
pub fn more_binds(probe: &Probe) -> Vec<Binds> {
    let mut random = probe.random();
    let mut rigid = || random.rigid().to_mat4();
    let shear = Mat4::from_cols_array_2d(&[
        [1.0, 0.0, 0.0, 0.0],
        [0.7, 1.0, 0.0, 0.0],
        [-0.4, 0.3, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]);
    let mirror = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let uneven = Mat4::from_scale(Vec3::new(0.05, 3.0, 0.5));
    let sheared = [rigid() * shear, rigid() * mirror, rigid() * uneven, mirror * shear * rigid()];
    let mut all = vec![
        Binds::new(&sheared, rigid() * uneven * shear, 1.0),
        Binds::new(&sheared, mirror * rigid(), 1.0),
        Binds::new(&[], rigid(), 1.0),
    ];
    for size in [0.001, 1000.0] {
        let scale = Mat4::from_scale(Vec3::splat(size));
        let there = scale * rigid() * scale.inverse(); // moved by as little, or as much
        all.push(Binds::new(&[there, there * rigid()], scale * rigid(), size));
    }
    for file in FIGURES.iter() {
        let skin = &file.skins[0];
        let inverse_binds = skin.inverse_binds.clone();
        all.push(Binds { inverse_binds, bind_from_mesh: skin.bind_from_mesh, size: 1.0 });
    }
    all
}

/// Returns vertices of one, two, three, four, five and eight influences. Of more than four the first is the weakest and
/// the strongest is not among the first four. One of the two is so weak that an answer that drops weak ones drops it.
pub fn vertices(probe: &Probe) -> Vec<Vec<Influence>> {
    let mut random = probe.random();
    let mut vertices = Vec::new();
    for count in [1, 2, 3, 4, 5, 8] {
        let mut slots: Vec<usize> = (0..12).collect();
        random.shuffle(&mut slots);
        // A step apart at least, so that it is plain which is stronger.
        let mut weights: Vec<f32> =
            (0..count).map(|step| 0.06 + 0.05 * step as f32 + random.between(0.0, 0.03)).collect();
        if count == 2 {
            weights = vec![0.003, random.between(0.5, 0.9)];
        }
        let strongest = if count > 4 { 4 + random.below(count - 4) } else { count - 1 };
        let mut order: Vec<usize> = (1..count - usize::from(count > 1)).collect();
        random.shuffle(&mut order);
        if count > 4 {
            // Among the first four, so that these are not just the weakest.
            order.retain(|weight| *weight != count - 2);
            order.insert(0, count - 2);
        }
        if count > 1 {
            order.insert(0, 0); // the weakest
        }
        order.insert(strongest, count - 1);
        let pairs = slots.iter().zip(&order);
        vertices.push(pairs.map(|(&slot, &weight)| Influence { slot, weight: weights[weight] }).collect());
    }
    vertices
}

/// Returns vertices with weights that are equal, close, tiny or large, and the lesson's own vertices.
pub fn more_vertices() -> Vec<Vec<Vec<Influence>>> {
    let mut special = Vec::new();
    for weights in [
        vec![0.2; 5],
        vec![0.1, 0.3, 0.05, 0.1, 0.2, 0.25],
        vec![0.15, 0.3, 0.15, 0.25, 0.15],
        vec![0.25; 4],
        vec![0.20003, 0.20001, 0.20005, 0.20002, 0.20004, 0.2],
        vec![0.6, 0.00002, 0.4],
        vec![0.0002, 0.0004, 0.0001, 0.0005, 0.0003],
        vec![30.0, 5.0, 20.0, 25.0, 10.0, 10.0], // percent
        vec![0.3],
        vec![0.5, 0.6, 0.3, 0.2],
        vec![0.9, 0.1, 0.4, 0.5],
    ] {
        let slots = weights.into_iter().enumerate();
        special.push(slots.map(|(index, weight)| Influence { slot: 7 * (index + 3) % 11, weight }).collect());
    }
    let mut all = vec![special];
    for file in FIGURES.iter() {
        let VertexWeights { inputs, vcount, v, weights, joints } = &file.skins[0].weights;
        let mut vertices = (finished::ANSWERS.influences)(inputs, vcount, v, weights, *joints);
        // A weight of 0 may be kept or dropped.
        vertices.retain(|list| !list.is_empty() && list.iter().all(|i| i.weight > 0.0));
        all.push(vertices);
    }
    all
}
