//! One node's motion as tracks: keys where the file has them, and more where straight lines and arcs
//! between them would stray.

use crate::{
    animation::{JointTracks, RotationTrack, Track},
    collada::{evaluate::Side, limits::MAX_HALVINGS},
    math::{Decomposition, shortest},
};
use glam::{Quat, Vec3, Vec4};
use std::collections::HashMap;

/// Where between two keys a track is compared with the file. Not at regular parts: a turn by many
/// full circles must not look like standing still.
const PROBES: [f32; 4] = [0.17, 0.41, 0.5, 0.79];

/// The same for whole matrices that run straight: all that can stray there is nlerp from slerp, and
/// that is farthest near a fifth of the way.
const PROBES_OF_MATRICES: [f32; 1] = [0.21];

/// In half a gap, where the curve is nearly a parabola or an S. The middle is the key that halving
/// again would add.
const PROBES_OF_HALVES: [f32; 2] = [0.5, 0.21];

/// What an `f32` cannot tell from 1, with room for a few roundings.
const ROUNDING: f64 = 4e-7;

/// How an error in a node's local transform shows in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    /// World lengths for a length in the parent's space.
    pub(super) parent: f64,
    /// How far away, in the node's own unit, things may hang on it.
    pub(super) reach: f64,
    /// The rest local, which holds where there is no track.
    pub(super) bind: Decomposition,
}

impl Lever {
    fn shift(&self, a: Vec3, b: Vec3) -> f64 {
        let noise = ROUNDING * f64::from(a.length());
        (f64::from((a - b).length()) - noise).max(0.0) * self.parent
    }

    fn stretch(&self, a: Vec3, b: Vec3) -> f64 {
        let noise = ROUNDING * f64::from(a.length());
        (f64::from((a - b).length()) - noise).max(0.0) * self.reach * self.parent
    }

    fn turn(&self, a: Quat, b: Quat) -> f64 {
        let angle = 2.0 * (Vec4::from(a) - Vec4::from(shortest(a, b))).length();
        (f64::from(angle) - ROUNDING).max(0.0) * self.unit() * self.reach * self.parent
    }

    fn lean(&self, a: Vec3, b: Vec3) -> f64 {
        let noise = ROUNDING * (1.0 + f64::from(a.length()));
        (f64::from((a - b).length()) - noise).max(0.0) * self.unit() * self.reach * self.parent
    }

    /// Lengths in the parent's space for one in the node's own.
    fn unit(&self) -> f64 {
        f64::from(self.bind.transform.scale.abs().max_element())
    }
}

/// The exact local transform at a time, computed once for each time between keys.
pub(super) struct Exact<F> {
    at: F,
    known: HashMap<(u32, bool), Decomposition>,
}

impl<F: FnMut(f32, Side) -> Decomposition> Exact<F> {
    pub(super) fn new(at: F) -> Self {
        Self { at, known: HashMap::new() }
    }

    /// At a time that is asked for once.
    fn key(&mut self, time: f32, side: Side) -> Decomposition {
        (self.at)(time, side)
    }

    fn at(&mut self, time: f32, side: Side) -> Decomposition {
        let Self { at, known } = self;
        *known.entry((time.to_bits(), side == Side::Before)).or_insert_with(|| at(time, side))
    }
}

/// What the motion is like between its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Whole matrices by translation, rotation and scale: what tracks do as well.
    Straight,
    /// Anything else.
    Curved,
}

/// The least lean (as a tangent) that is kept: far below the tolerance, and above what is left of the
/// rounding of a matrix that has none.
const LEAST_LEAN: f32 = 1e-5;

/// Whether a joint leans by more than rounding does.
pub(super) fn leans(shear: Vec3) -> bool {
    shear.abs().max_element() > LEAST_LEAN
}

/// Tracks that stay within `allowed` (in the world's unit) of `exact`.
pub(super) struct Followed {
    /// `joint` is 0; `None` if the node stays where it rests.
    pub(super) tracks: Option<JointTracks>,
    /// False if a curve was too sharp, or the keys too many.
    pub(super) within: bool,
}

/// Follows a motion with keys at `times` (sorted; two at one time are a jump). Translation, rotation,
/// scale and shear get further keys each where it needs them, up to `most` for each.
pub(super) fn follow<F: FnMut(f32, Side) -> Decomposition>(
    exact: &mut Exact<F>,
    times: &[(f32, Side)],
    between: Between,
    lever: &Lever,
    allowed: f64,
    most: usize,
) -> Followed {
    let keys: Vec<Decomposition> =
        times.iter().map(|(time, side)| exact.key(*time, *side)).collect();
    let each = allowed / 2.0; // they seldom stray at the same place and in the same direction
    let probes: &[f32] = match between {
        Between::Straight if near_enough(&keys, lever, each) => &[],
        Between::Straight => &PROBES_OF_MATRICES,
        Between::Curved => &PROBES,
    };
    // What lies between the keys is looked at for each part of the transform: computed once.
    let gaps = times.windows(2).flat_map(|pair| probes.iter().map(move |share| (pair, share)));
    let between: Vec<Decomposition> = gaps
        .map(|(pair, share)| exact.key(probe(pair[0].0, pair[1].0, *share), Side::After))
        .collect();
    let keyed = Keyed { times, keys: &keys, probes, between: &between };
    let vectors = |keys: &[(f32, Vec3)]| {
        let (times, values) = keys.iter().copied().unzip();
        Track::new(times, values).expect("keys are finite and sorted, and there is one")
    };
    let rotations = |keys: &[(f32, Quat)]| {
        let (times, values) = keys.iter().copied().unzip();
        RotationTrack::new(times, values).expect("keys are finite and sorted, and there is one")
    };
    let (translation, first) = halve(
        exact,
        keyed,
        |local| local.transform.translation,
        vectors,
        |track, time, cursor, want| lever.shift(track.sample_vector(time, cursor), want) <= each,
        most,
    );
    let (rotation, second) = halve(
        exact,
        keyed,
        |local| local.transform.rotation,
        rotations,
        |track, time, cursor, want| lever.turn(track.sample(time, cursor), want) <= each,
        most,
    );
    let (scale, third) = halve(
        exact,
        keyed,
        |local| local.transform.scale,
        vectors,
        |track, time, cursor, want| lever.stretch(track.sample_vector(time, cursor), want) <= each,
        most,
    );
    let still = allowed / 16.0;
    // Nearly no figure leans: what rounding leaves is no reason for a track.
    let bind = &lever.bind;
    let leans =
        bind.shear != Vec3::ZERO || keys.iter().chain(&between).any(|local| leans(local.shear));
    let (shear, fourth) = if leans {
        let near = |track: &Track<Vec3>, time, cursor: &mut u32, want| {
            lever.lean(track.sample_vector(time, cursor), want) <= each
        };
        let (track, within) = halve(exact, keyed, |local| local.shear, vectors, near, most);
        (vector_unless_still(track, bind.shear, |a, b| lever.lean(a, b) <= still), within)
    } else {
        (None, true)
    };
    let tracks = JointTracks {
        joint: 0,
        translation: vector_unless_still(translation, bind.transform.translation, |a, b| {
            lever.shift(a, b) <= still
        }),
        rotation: rotation_unless_still(rotation, bind.transform.rotation, |a, b| {
            lever.turn(a, b) <= still
        }),
        scale: vector_unless_still(scale, bind.transform.scale, |a, b| {
            lever.stretch(a, b) <= still
        }),
        shear,
    };
    let moves = tracks.span().is_some();
    Followed { tracks: moves.then_some(tracks), within: first && second && third && fourth }
}

/// The file's own keys, and what lies between them.
#[derive(Clone, Copy)]
struct Keyed<'a> {
    times: &'a [(f32, Side)],
    keys: &'a [Decomposition],
    /// Where between two keys to look.
    probes: &'a [f32],
    /// The exact local transforms there, gap by gap.
    between: &'a [Decomposition],
}

fn probe(before: f32, after: f32, share: f32) -> f32 {
    before + (after - before) * share
}

/// Whether whole matrices that run straight need no look between their keys: each is sound, and their
/// rotations are so close together that nlerp and slerp agree.
fn near_enough(keys: &[Decomposition], lever: &Lever, each: f64) -> bool {
    let sound = |key: &Decomposition| {
        let scale = key.transform.scale.abs();
        scale.min_element() > 1e-3 * scale.max_element() && key.transform.rotation.is_finite()
    };
    // Between keys that far apart, the two differ by 0.004 angle^3 at most: see `NLERP_LIMIT`.
    let stray = |pair: &[Decomposition]| {
        let [a, b] = [pair[0].transform.rotation, pair[1].transform.rotation];
        let angle = 2.0 * f64::from((Vec4::from(a) - Vec4::from(shortest(a, b))).length());
        0.005 * angle * angle * angle * lever.unit() * lever.reach * lever.parent
    };
    let same_hand = |pair: &[Decomposition]| {
        pair[0].transform.scale.x.is_sign_negative() == pair[1].transform.scale.x.is_sign_negative()
    };
    keys.iter().all(sound) && keys.windows(2).all(|pair| same_hand(pair) && stray(pair) <= each)
}

/// One track: made of the keys, compared with the file between them, halved where it strays, until
/// it does not. The second value is false if that did not come to an end.
fn halve<F: FnMut(f32, Side) -> Decomposition, V: Copy, T>(
    exact: &mut Exact<F>,
    keyed: Keyed<'_>,
    part: fn(&Decomposition) -> V,
    make: impl Fn(&[(f32, V)]) -> T,
    near: impl Fn(&T, f32, &mut u32, V) -> bool,
    most: usize,
) -> (T, bool) {
    let mut keys: Vec<(f32, V)> =
        keyed.times.iter().zip(keyed.keys).map(|((time, _), key)| (*time, part(key))).collect();
    let probes = keyed.probes;
    // Which of the file's gaps lies behind each key; `None` for half a gap.
    let mut gaps: Vec<Option<usize>> = (0..keys.len() - 1).map(Some).collect();
    for _ in 0..MAX_HALVINGS {
        let track = make(&keys);
        let mut more = Vec::with_capacity(keys.len());
        more.push(keys[0]);
        let mut more_gaps = Vec::with_capacity(gaps.len());
        let mut cursor = 0;
        for (pair, gap) in keys.windows(2).zip(&gaps) {
            let (before, after) = (pair[0].0, pair[1].0);
            let shares = if gap.is_some() { probes } else { &PROBES_OF_HALVES };
            let strays = shares.iter().enumerate().any(|(number, share)| {
                let time = probe(before, after, *share);
                if time <= before || time >= after {
                    return false; // a jump
                }
                let want = match gap {
                    Some(gap) => part(&keyed.between[gap * probes.len() + number]),
                    None => part(&exact.at(time, Side::After)),
                };
                !near(&track, time, &mut cursor, want)
            });
            let middle = before.midpoint(after);
            if strays && middle > before && middle < after {
                more.push((middle, part(&exact.at(middle, Side::After))));
                more_gaps.extend([None, None]);
            } else {
                more_gaps.push(*gap);
            }
            more.push(pair[1]);
        }
        if more.len() == keys.len() {
            return (track, true);
        }
        if more.len() > most {
            break;
        }
        (keys, gaps) = (more, more_gaps);
    }
    (make(&keys), false)
}

/// A track as it is, with one key if it stays where it is, or `None` if that is `bind`.
fn vector_unless_still(
    track: Track<Vec3>,
    bind: Vec3,
    same: impl Fn(Vec3, Vec3) -> bool,
) -> Option<Track<Vec3>> {
    let first = track.values()[0];
    if !track.values().iter().all(|value| same(*value, first)) {
        return Some(track);
    }
    let one = || Track::new(vec![track.start()], vec![first]).expect("one key");
    (!same(first, bind)).then(one)
}

/// As [`vector_unless_still`].
fn rotation_unless_still(
    rotation: RotationTrack,
    bind: Quat,
    same: impl Fn(Quat, Quat) -> bool,
) -> Option<RotationTrack> {
    let track = rotation.track();
    let (first, start) = (track.values()[0], track.start());
    if !track.values().iter().all(|value| same(*value, first)) {
        return Some(rotation);
    }
    let one = || RotationTrack::new(vec![start], vec![first]).expect("one key");
    (!same(first, bind)).then(one)
}
