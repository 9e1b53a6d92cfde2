//! One node's motion as tracks: as few keys as will do to stay close to the file.

use super::{
    keys::{Keys, RotationBlend, Wanted, keys},
    lever::{Lever, angle},
    parts::{Part, same_side},
    samples::{self, Between, Motion, Sample, Samples},
};
use crate::{
    animation::{JointTracks, NLERP_LIMIT, RotationTrack, Track},
    collada::evaluate::Side,
};
use glam::{DVec4, Quat, Vec3, Vec4};

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
    /// How many samples it took, or keys it has in one track.
    pub(super) samples: usize,
}

/// Follows a motion that has keys at `times` (sorted; two at one time are a jump). `most` bounds the
/// samples that are taken, and what all tracks add to the file's keys and these samples.
pub(super) fn follow(
    motion: &mut impl Motion,
    times: &[(f32, Side)],
    between: Between,
    lever: &Lever,
    allowed: f64,
    most: usize,
) -> Followed {
    let Samples { all: samples, cells, taken, within } =
        samples::samples(motion, times, between, lever, allowed, most);
    let lever = &lever.among(samples.iter().map(|sample| &sample.parts).chain([&lever.bind]));
    let at: Vec<f32> = samples.iter().map(|sample| sample.time as f32).collect();
    let does = Part::ALL.map(|part| Does::of(&samples, part, lever, allowed / 16.0));

    // Parts seldom stray at the same place and in the same direction.
    let moving = does.iter().filter(|does| **does == Does::Move).count();
    let each = allowed / (moving.max(1) as f64).sqrt();
    let wanted = Wanted { samples: &samples, times: &at, cells: &cells, lever, allowed, each };
    let mut followed = Followed { tracks: None, within, samples: taken };
    let own = times.len();
    let mut room = most.saturating_sub(own);
    let mut keys_of = |part: Part, blend| match does[part as usize] {
        Does::Rest => None,
        Does::Stand => {
            let value = samples[0].parts[part as usize].as_vec4();
            Some(Keys { times: vec![at[0]], values: vec![value], within: true })
        }
        Does::Move => {
            let keys = keys(&wanted, part, blend, own + room);
            followed.within &= keys.within;
            followed.samples = followed.samples.max(keys.times.len());
            // The rotation is the last, and may be tried twice.
            if part != Part::Rotation {
                room = room.saturating_sub(keys.times.len().saturating_sub(own));
            }
            Some(keys)
        }
    };
    let mut vectors = |part| {
        let Keys { times, values, .. } = keys_of(part, RotationBlend::Nlerp)?;
        let values = values.into_iter().map(Vec4::truncate).collect();
        Some(Track::new(times, values).expect("keys are finite and sorted, and there is one"))
    };
    let [translation, scale, shear] =
        [Part::Translation, Part::Scale, Part::Shear].map(&mut vectors);
    let mut rotations = |blend| {
        let Keys { times, values, .. } = keys_of(Part::Rotation, blend)?;
        let values = values.into_iter().map(Quat::from_vec4).collect();
        Some(
            RotationTrack::new(times, values)
                .expect("keys are finite and sorted, and there is one"),
        )
    };
    // Fitted for slerp, keys may turn out to be so close together that they are joined by nlerp.
    let wide = does[Part::Rotation as usize] == Does::Move && turns_far(&wanted);
    let by_slerp = if wide { rotations(RotationBlend::Slerp) } else { None };
    let by_slerp = by_slerp.filter(RotationTrack::needs_slerp);
    let rotation = by_slerp.or_else(|| rotations(RotationBlend::Nlerp));
    let tracks = JointTracks { joint: 0, translation, rotation, scale, shear };
    followed.tracks = tracks.span().is_some().then_some(tracks);
    followed
}

/// Whether it turns far from one of the file's keys to the next, though it may come back.
fn turns_far(wanted: &Wanted<'_>) -> bool {
    let mut turned = 0.0;
    wanted.cells.iter().any(|cell| {
        turned = if cell.at_key { 0.0 } else { turned };
        let rotation = |sample: &Sample| sample.parts[Part::Rotation as usize];
        for pair in wanted.samples[cell.first..=cell.last].windows(2) {
            turned += angle(rotation(&pair[0]), rotation(&pair[1]));
        }
        turned > f64::from(NLERP_LIMIT)
    })
}

/// What a part of a transform does over all its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// It is where the node rests.
    Rest,
    /// It is somewhere else, always the same.
    Stand,
    Move,
}

impl Does {
    fn of(samples: &[Sample], part: Part, lever: &Lever, still: f64) -> Self {
        let at = part as usize;
        let mut bind = lever.bind[at];
        let values = || samples.iter().map(|sample| sample.parts[at]);
        // Nearly no figure leans: what rounding leaves is no reason for a track.
        let lean = |shear: DVec4| leans(shear.truncate().as_vec3());
        if part == Part::Shear && bind == DVec4::ZERO && !values().any(lean) {
            return Does::Rest;
        }
        let first = samples[0].parts[at];
        if part == Part::Rotation {
            bind = same_side(first, bind);
        }
        if !values().all(|value| lever.apart(part, value, first) <= still) {
            Does::Move
        } else if lever.apart(part, first, bind) <= still {
            Does::Rest
        } else {
            Does::Stand
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::build::parts::Parts;
    use crate::collada::build::parts::parts;
    use glam::{DAffine3, DMat3, DQuat, DVec3};

    /// A motion by a formula, whatever the file's keys are.
    struct Formula<F>(F);

    impl<F: Fn(f64) -> Parts> Motion for Formula<F> {
        fn key(&mut self, time: f32, _: Side) -> Parts {
            (self.0)(f64::from(time))
        }

        fn begin(&mut self, _: f32) -> bool {
            false
        }

        fn inside(&mut self, time: f64) -> Parts {
            (self.0)(time)
        }
    }

    const STILL: Parts = [DVec4::ZERO, DVec4::W, DVec4::ONE, DVec4::ZERO];
    const ALLOWED: f64 = 1e-4;

    fn followed(times: &[f32], most: usize, formula: impl Fn(f64) -> Parts) -> Followed {
        let lever = Lever::new(1.0, 1.0, STILL);
        let sided: Vec<_> = times.iter().map(|time| (*time, Side::After)).collect();
        follow(&mut Formula(formula), &sided, Between::Curved, &lever, ALLOWED, most)
    }

    /// What tracks say of a time; at rest where there is none.
    fn played(tracks: &JointTracks, time: f32) -> Parts {
        let vector = |track: &Option<Track<Vec3>>, rest| {
            let Some(track) = track else { return rest };
            track.sample_vector(time, &mut 0).as_dvec3().extend(0.0)
        };
        let rotation = tracks.rotation.as_ref().map(|track| track.sample(time, &mut 0));
        [
            vector(&tracks.translation, STILL[0]),
            rotation.map_or(STILL[1], |rotation| rotation.as_dquat().into()),
            vector(&tracks.scale, STILL[2]),
            vector(&tracks.shear, STILL[3]),
        ]
    }

    /// How far the tracks stray, in what is allowed, and how many keys they have.
    fn strays(times: &[f32], formula: impl Fn(f64) -> Parts) -> (f64, usize) {
        let lever = Lever::new(1.0, 1.0, STILL);
        let Followed { tracks, within, .. } = followed(times, 100_000, &formula);
        let tracks = tracks.expect("it moves");
        assert!(within);
        let (start, end) = (times[0], times[times.len() - 1]);
        let mut worst = 0.0f64;
        for step in 0..=10_000 {
            let time = start + (end - start) * (step as f32 / 10_000.0);
            let want = formula(f64::from(time));
            let mut got = played(&tracks, time);
            got[1] = same_side(want[1], got[1]);
            let apart = Part::ALL.map(|part| {
                let [got, want] = [got, want].map(|parts| parts[part as usize]);
                lever.apart(part, got, want) / ALLOWED
            });
            // Parts stray in directions of their own.
            worst = worst.max(DVec4::from_array(apart).length());
        }
        (worst, tracks.key_count())
    }

    fn turned(axis: DVec3, angle: f64) -> DVec4 {
        DQuat::from_axis_angle(axis.normalize(), angle).into()
    }

    #[test]
    fn what_bends_is_followed_with_few_keys() {
        // A cosine of 1 rad/s bends by 1 at most, by 2 / pi on average: over 10 s that is some 10 / sqrt(8e-4) * 0.76
        // straight lines.
        let swings =
            |time: f64| [DVec4::new(time.cos(), 0.0, 0.0, 0.0), STILL[1], STILL[2], STILL[3]];
        let (far, keys) = strays(&[0.0, 10.0], swings);
        assert!(far < 1.02 && (240..310).contains(&keys), "{far} {keys}");
        // Everything at once, over a key of the file at which nothing happens.
        let all = |time: f64| {
            let [x, y, z] = [time, 2.0 * time, time * time].map(f64::sin);
            [
                DVec4::new(x, y, z, 0.0),
                turned(DVec3::new(1.0, x, y), 2.0 * z),
                DVec4::new(1.0, 1.5 + x, 1.0, 0.0),
                DVec4::new(0.0, 0.0, 0.2 * y, 0.0),
            ]
        };
        let (far, _) = strays(&[0.0, 1.3, 4.0], all);
        assert!(far < 1.02, "{far}");
        // Late in a long clip, where times are a quarter of a millisecond apart.
        let late = |time: f64| all((time - 5000.0) / 4.0);
        let (far, _) = strays(&[5000.0, 5000.3, 5004.0, 5004.004], late);
        assert!(far < 1.02, "{far}");
    }

    #[test]
    fn sharp_bends_are_found() {
        // In an S, at the one end, at the other end.
        let places: [fn(f64) -> f64; 3] = [
            |time| (40.0 * (time - 1.0)).tanh(),
            |time| (time + 1e-3).sqrt(),
            |time| (2.0 - time + 1e-3).sqrt(),
        ];
        for place in places {
            let moves =
                |time| [DVec4::new(place(time), 0.0, 0.0, 0.0), STILL[1], STILL[2], STILL[3]];
            let (far, keys) = strays(&[0.0, 2.0], moves);
            assert!(far < 1.02 && keys < 400, "{far} {keys}");
        }
    }

    /// What samples at regular places see nothing of: on a parabola, near one end or near the other.
    #[test]
    fn bumps_between_the_samples_are_found() {
        for place in [0.117, 0.883] {
            let moves = |time: f64| {
                let beside = ((time - place) / 0.06).powi(2).min(1.0);
                let x = time * time + 0.02 * (1.0 - beside).powi(2);
                [DVec4::new(x, 0.0, 0.0, 0.0), STILL[1], STILL[2], STILL[3]]
            };
            let (far, _) = strays(&[0.0, 1.0], moves);
            assert!(far < 1.02, "{place}: {far}");
        }
    }

    #[test]
    fn turns() {
        for circles in [0.25, 1.0, 4.0, 25.0, 100.0f64] {
            let turns = |time: f64| {
                let angle = circles * std::f64::consts::TAU * time;
                [STILL[0], turned(DVec3::new(1.0, 2.0, 3.0), angle), STILL[2], STILL[3]]
            };
            let (far, keys) = strays(&[0.0, 1.0], turns);
            let most = 2.0 + circles * 6.0;
            assert!(far < 1.02 && keys as f64 <= most, "{circles}: {far} {keys}");
        }
        // Small ones at an uneven speed, fitted for nlerp.
        let uneven =
            |time: f64| [STILL[0], turned(DVec3::Y, 0.1 * time * time), STILL[2], STILL[3]];
        assert!(strays(&[0.0, 1.0], uneven).0 < 1.02);
    }

    /// Rotation * shear * scale.
    fn matrix([_, rotation, scale, shear]: Parts) -> DMat3 {
        let lean = DMat3::from_cols(
            DVec3::X,
            DVec3::new(shear.x, 1.0, 0.0),
            DVec3::new(shear.y, shear.z, 1.0),
        );
        let turn = DMat3::from_quat(DQuat::from_vec4(rotation));
        turn * lean * DMat3::from_diagonal(scale.truncate())
    }

    /// How far the matrices stray at each of many times, in what is allowed, and how many keys there are.
    fn strays_as_matrices(formula: impl Fn(f64) -> Parts) -> (Vec<f64>, usize) {
        let Followed { tracks, .. } = followed(&[0.0, 1.0], 100_000, &formula);
        let tracks = tracks.expect("it moves");
        let strays = (0..=10_000).map(|step| {
            let time = step as f32 / 10_000.0;
            let got = matrix(played(&tracks, time));
            let apart = got - matrix(formula(f64::from(time)));
            let columns = [apart.x_axis, apart.y_axis, apart.z_axis].map(DVec3::length);
            columns.into_iter().fold(0.0, f64::max) / ALLOWED
        });
        (strays.collect(), tracks.key_count())
    }

    #[test]
    fn what_grows_is_followed_more_closely() {
        let grows = |time: f64| {
            let turn = turned(DVec3::new(1.0, 2.0, 3.0), 2.0 * time * time);
            let scale = DVec4::new(1.0, 1.0 + 30.0 * time, 1.0, 0.0);
            [STILL[0], turn, scale, DVec4::new(2.0 * time * time, 0.0, 0.0, 0.0)]
        };
        let (strays, _) = strays_as_matrices(grows);
        let far = strays.iter().copied().fold(0.0, f64::max);
        assert!(far < 1.02, "{far}");
    }

    /// Little enough for a thing of its size at rest.
    #[test]
    fn what_is_large_is_not_taken_for_straight() {
        let trembles = |time: f64| {
            let turn = turned(DVec3::Z, 4e-5 * (std::f64::consts::PI * time).sin());
            [STILL[0], turn, DVec4::new(30.0, 30.0, 30.0, 0.0), STILL[3]]
        };
        let (strays, _) = strays_as_matrices(trembles);
        let far = strays.iter().copied().fold(0.0, f64::max);
        assert!(far < 1.02, "{far}");
    }

    /// Where a scale goes through 0 along no axis of the file's own, the shear has a pole.
    #[test]
    fn through_nothing_to_the_other_side() {
        let turns = |time: f64| {
            let slant = DMat3::from_quat(DQuat::from_vec4(turned(DVec3::new(1.0, 2.0, 3.0), 0.7)));
            let scale = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 1.0 - 3.0 * time));
            let turn = DMat3::from_axis_angle(DVec3::X, 2.0 * time * time);
            let matrix = turn * slant * scale * slant.transpose();
            parts(&DAffine3::from_mat3(matrix)).expect("it is small enough")
        };
        let (strays, keys) = strays_as_matrices(turns);
        assert!(keys < 3_000, "{keys}");
        for (step, far) in strays.into_iter().enumerate() {
            // As thin as that, what rounding leaves of it leans by hundreds.
            let thin = (1.0 - 3.0 * step as f64 / 10_000.0).abs() < 0.006;
            assert!(thin || far < 1.02, "{step}: {far}");
        }
    }

    #[test]
    fn no_more_samples_and_keys_than_there_may_be() {
        // Different at any two times.
        let noise = |time: f64| {
            let place = (time * 1e9).sin() * 1e3;
            [DVec4::splat(place - place.floor()), STILL[1], STILL[2], STILL[3]]
        };
        for most in [0, 2, 10, 1000] {
            let Followed { tracks, within, samples } = followed(&[0.0, 1.0], most, noise);
            let keys = tracks.expect("it moves").translation.expect("it moves").len();
            assert!(!within && samples <= most + 9 && keys <= samples, "{most}: {samples} {keys}");
        }
        // Smooth, so that few samples ask for many keys.
        let far = |time: f64| [DVec4::splat(1e6 * time * time), STILL[1], STILL[2], STILL[3]];
        let Followed { tracks, within, .. } = followed(&[0.0, 1.0], 1000, far);
        let keys = tracks.expect("it moves").translation.expect("it moves").len();
        assert!(!within && keys <= 1000, "{keys}");
    }
}
