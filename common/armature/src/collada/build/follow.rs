//! One node's motion as tracks: as few keys as will do to stay close to the file.

use super::{
    fit,
    lever::{Lever, angle},
    samples::{self, Between, Motion, Sample, Samples},
};
use crate::{
    animation::{JointTracks, NLERP_LIMIT, RotationBlend, RotationTrack, Track},
    collada::evaluate::Side,
    math::{nlerp, shortest},
};
use glam::{Quat, Vec3, Vec3A, Vec4};

/// The least lean (as a tangent) that is kept: far below the tolerance, and above what is left of the
/// rounding of a matrix that has none.
const LEAST_LEAN: f32 = 1e-5;

/// Whether a joint leans by more than rounding does.
pub(super) fn leans(shear: Vec3) -> bool {
    shear.abs().max_element() > LEAST_LEAN
}

/// Tracks that stay within `allowed` (in the world's unit) of a motion.
pub(super) struct Followed {
    /// `joint` is 0; `None` if the node stays where it rests.
    pub(super) tracks: Option<JointTracks>,
    /// False if a curve was too sharp, or the keys too many.
    pub(super) within: bool,
    /// How many samples it took.
    pub(super) samples: usize,
}

/// Follows a motion that has keys at `times` (sorted; two at one time are a jump). `most` bounds the
/// samples that are taken, and so the keys of each track.
pub(super) fn follow(
    motion: &mut impl Motion,
    times: &[(f32, Side)],
    between: Between,
    lever: &Lever,
    allowed: f64,
    most: usize,
) -> Followed {
    let Samples { all: samples, within, blend } =
        samples::samples(motion, times, between, lever, allowed / 2.0, most);
    let at: Vec<f32> = samples.iter().map(|sample| sample.time).collect();
    let still = allowed / 16.0;
    let bind = &lever.bind;
    let [shift, stretch, lean] = [Lever::shift, Lever::stretch, Lever::lean]
        .map(|of| move |a: Vec3A, b: Vec3A| of(lever, a.into(), b.into()));
    let turn = |a, b| lever.turn(a, b);

    let parts = Parts::of(&samples);
    let translation =
        Part::of(&parts.translation, bind.transform.translation.into(), &shift, still);
    let rotation = Part::of(&parts.rotation, bind.transform.rotation, &turn, still);
    let scale = Part::of(&parts.scale, bind.transform.scale.into(), &stretch, still);
    // Nearly no figure leans: what rounding leaves is no reason for a track.
    let leans = bind.shear != Vec3::ZERO || parts.shear.iter().any(|shear| leans((*shear).into()));
    let shear =
        if leans { Part::of(&parts.shear, bind.shear.into(), &lean, still) } else { Part::Rests };

    // Parts seldom stray at the same place and in the same direction. A quarter of the samples' own
    // tolerance may lie between them.
    let moving =
        [translation, rotation, scale, shear].iter().filter(|p| **p == Part::Moves).count();
    let each = allowed / (moving.max(1) as f64).sqrt() - allowed / 8.0;
    // What is near enough even without a thought to rounding is so at once.
    let weights = lever.weights;
    let [near_shift, near_turn, near_stretch] =
        [weights.shift, weights.turn, weights.stretch].map(|weight| {
            let limit = (each / weight) as f32;
            move |difference: f32| difference < limit * limit
        });
    let tracks = JointTracks {
        joint: 0,
        translation: vector_track(translation, &at, &parts.translation, |a, b| {
            near_shift(a.distance_squared(b)) || shift(a, b) <= each
        }),
        rotation: rotation_track(
            rotation,
            &at,
            &parts.rotation,
            &Rotations {
                blend,
                near: |a: Quat, b: Quat| {
                    // Twice the chord is the angle.
                    near_turn(4.0 * (Vec4::from(a) - Vec4::from(b)).length_squared())
                        || turn(a, b) <= each
                },
                // Where a key has few samples behind it, nlerp's uneven speed would not be seen.
                even: |angle| angle < FITTED_LIMIT && lever.nlerp_strays(angle) <= allowed / 2.0,
            },
        ),
        scale: vector_track(scale, &at, &parts.scale, |a, b| {
            near_stretch(a.distance_squared(b)) || stretch(a, b) <= each
        }),
        shear: vector_track(shear, &at, &parts.shear, |a, b| {
            near_turn(a.distance_squared(b)) || lean(a, b) <= each
        }),
    };
    let moves = tracks.span().is_some();
    Followed { tracks: moves.then_some(tracks), within, samples: samples.len() }
}

/// Samples, part by part: vectors in whole registers, for they are looked at many times.
struct Parts {
    translation: Vec<Vec3A>,
    rotation: Vec<Quat>,
    scale: Vec<Vec3A>,
    shear: Vec<Vec3A>,
}

impl Parts {
    fn of(samples: &[Sample]) -> Self {
        let locals = || samples.iter().map(|sample| &sample.local);
        let mut rotation: Vec<Quat> = Vec::with_capacity(samples.len());
        for local in locals() {
            let before = rotation.last().copied().unwrap_or(local.transform.rotation);
            rotation.push(shortest(before, local.transform.rotation));
        }
        Self {
            translation: locals().map(|local| local.transform.translation.into()).collect(),
            rotation,
            scale: locals().map(|local| local.transform.scale.into()).collect(),
            shear: locals().map(|local| local.shear.into()).collect(),
        }
    }
}

/// What a part of a transform does over all its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// It is where the node rests.
    Rests,
    /// It is somewhere else, always the same.
    Stands,
    Moves,
}

impl Part {
    fn of<V: Copy>(values: &[V], bind: V, far: &impl Fn(V, V) -> f64, still: f64) -> Self {
        let first = values[0];
        if !values.iter().all(|value| far(*value, first) <= still) {
            Part::Moves
        } else if far(first, bind) <= still {
            Part::Rests
        } else {
            Part::Stands
        }
    }
}

fn vector_track(
    part: Part,
    times: &[f32],
    values: &[Vec3A],
    near: impl Fn(Vec3A, Vec3A) -> bool,
) -> Option<Track<Vec3>> {
    let kept = match part {
        Part::Rests => return None,
        Part::Stands => vec![0],
        Part::Moves => fit::keep(times, |from, to| {
            let (start, length) = (times[from], times[to] - times[from]);
            let rise = values[to] - values[from];
            let first = values[from];
            let near = |(time, value): (&f32, &Vec3A)| {
                near(first + rise * ((time - start) / length), *value)
            };
            let middle = from.midpoint(to);
            let inside = from + 1..to;
            near((&times[middle], &values[middle]))
                && times[inside.clone()].iter().zip(&values[inside]).all(near)
        }),
    };
    let (times, values) = kept.into_iter().map(|at| (times[at], Vec3::from(values[at]))).unzip();
    Some(Track::new(times, values).expect("samples are finite and sorted, and there is one"))
}

/// What is asked of a rotation track.
struct Rotations<N, E> {
    /// How the keys will be joined, if none is left out.
    blend: RotationBlend,
    /// Whether two rotations are near enough.
    near: N,
    /// Whether keys so far apart may be joined by nlerp.
    even: E,
}

fn rotation_track(
    part: Part,
    times: &[f32],
    values: &[Quat],
    wanted: &Rotations<impl Fn(Quat, Quat) -> bool, impl Fn(f32) -> bool>,
) -> Option<RotationTrack> {
    let track = |kept: Vec<usize>| {
        let (times, values) = kept.into_iter().map(|at| (times[at], values[at])).unzip();
        RotationTrack::new(times, values).expect("samples are finite and sorted, and there is one")
    };
    match part {
        Part::Rests => return None,
        Part::Stands => return Some(track(vec![0])),
        Part::Moves => {}
    }
    let fit = |blend: RotationBlend| {
        fit::keep(times, |from, to| {
            let (a, b) = (values[from], shortest(values[from], values[to]));
            let arc = match blend {
                RotationBlend::Nlerp if !(wanted.even)(angle(a, b)) => return false,
                RotationBlend::Nlerp => None,
                // Half a turn could go either way.
                RotationBlend::Slerp if a.dot(b) < 0.2 => return false,
                RotationBlend::Slerp => Arc::new(a, b),
            };
            let (start, length) = (times[from], times[to] - times[from]);
            let near = |(time, value): (&f32, &Quat)| {
                let u = (time - start) / length;
                (wanted.near)(arc.as_ref().map_or_else(|| nlerp(a, b, u), |arc| arc.at(u)), *value)
            };
            let middle = from.midpoint(to);
            let inside = from + 1..to;
            // The middle first: there it strays most, mostly.
            near((&times[middle], &values[middle]))
                && times[inside.clone()].iter().zip(&values[inside]).all(near)
        })
    };
    let track_by = |blend| track(fit(blend));
    // Fitted for slerp, keys may turn out to be so close together that they are joined by nlerp.
    let by_slerp = (wanted.blend == RotationBlend::Slerp).then(|| track_by(RotationBlend::Slerp));
    let by_slerp = by_slerp.filter(|track| track.blend() == RotationBlend::Slerp);
    Some(by_slerp.unwrap_or_else(|| track_by(RotationBlend::Nlerp)))
}

/// [`slerp`](crate::math::slerp) between two rotations, for many times: what depends on the two alone
/// is worked out once.
struct Arc {
    from: Vec4,
    to: Vec4,
    /// Between the two as points on the sphere.
    angle: f32,
    sin: f32,
}

impl Arc {
    /// `None` if the two are so close together that nlerp is as good.
    fn new(from: Quat, to: Quat) -> Option<Self> {
        const CLOSE: f32 = 0.01; // 0.004 * 0.01^3 rad is beyond an f32
        let (from, to) = (Vec4::from(from), Vec4::from(to));
        let angle = 2.0 * (from - to).length().atan2((from + to).length());
        (angle > CLOSE).then(|| Self { from, to, angle, sin: angle.sin() })
    }

    fn at(&self, u: f32) -> Quat {
        let shares = [(1.0 - u) * self.angle, u * self.angle].map(f32::sin);
        Quat::from_vec4((self.from * shares[0] + self.to * shares[1]) / self.sin)
    }
}

/// A little below, so that a track that was fitted with nlerp is played with it.
const FITTED_LIMIT: f32 = 0.99 * NLERP_LIMIT;
