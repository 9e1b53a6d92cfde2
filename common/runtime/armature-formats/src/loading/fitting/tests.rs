//! Tracks stay within the bound of motions given by formulas.

use super::{sampling::IDENTITY, *};
use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};

/// A motion given by a formula.
struct Formula<F>(F);

impl<F: Fn(f64) -> Parts + Sync> Motion for Formula<F> {
    fn key_times(&self) -> Vec<(f32, Side)> {
        Vec::new()
    }

    fn sample(&self, time: f32, _: Side) -> Option<Parts> {
        Some((self.0)(f64::from(time)))
    }
}

const ALLOWED: f64 = 1e-4;

fn fitted(times: &[f32], max_samples: usize, formula: impl Fn(f64) -> Parts + Sync) -> Fit {
    let scale = ErrorScale::new(1.0, 1.0, IDENTITY);
    let sided: Vec<_> = times.iter().map(|time| (*time, Side::After)).collect();
    fit(&Formula(formula), &sided, KeyInterpolation::Curved, &scale, ALLOWED, max_samples)
}

/// Returns the tracks' transform at a time; at rest without a track.
fn played(tracks: &JointTracks, time: f32) -> Parts {
    let vector = |track: &Option<Track<Vec3>>, rest| {
        let Some(track) = track else { return rest };
        track.sample_vector(time, &mut 0).as_dvec3().extend(0.0)
    };
    let rotation = tracks.rotation.as_ref().map(|track| track.sample(time, &mut 0));
    [
        vector(&tracks.translation, IDENTITY[0]),
        rotation.map_or(IDENTITY[1], |rotation| rotation.as_dquat().into()),
        vector(&tracks.scale, IDENTITY[2]),
        vector(&tracks.shear, IDENTITY[3]),
    ]
}

/// Fits tracks to a motion and returns their largest error relative to the bound, and their number of keys.
fn fit_error(times: &[f32], formula: impl Fn(f64) -> Parts + Sync) -> (f64, usize) {
    let scale = ErrorScale::new(1.0, 1.0, IDENTITY);
    let Fit { tracks, within_bound, .. } = fitted(times, 100_000, &formula);
    let tracks = tracks.expect("it moves");
    assert!(within_bound);
    let start = times[0];
    let end = times[times.len() - 1];
    let mut worst = 0.0f64;
    for step in 0..=10_000 {
        let time = start + (end - start) * (step as f32 / 10_000.0);
        let want = formula(f64::from(time));
        let mut got = played(&tracks, time);
        got[1] = same_hemisphere(want[1], got[1]);
        let apart = Part::ALL.map(|part| {
            let [got, want] = [got, want].map(|parts| parts[part as usize]);
            got.distance(want) * scale.weights[part as usize] / ALLOWED
        });
        // The errors of parts have different directions.
        worst = worst.max(DVec4::from_array(apart).length());
    }
    (worst, tracks.key_count())
}

fn turned(axis: DVec3, angle: f64) -> DVec4 {
    DQuat::from_axis_angle(axis.normalize(), angle).into()
}

#[test]
fn curves_take_few_keys() {
    // The second derivative of a cosine of 1 rad/s is 1 at most, 2 / pi on average: 10 s take about
    // 10 / sqrt(8e-4) * 0.76 segments.
    let (far, keys) =
        fit_error(&[0.0, 10.0], |time| [DVec4::new(time.cos(), 0.0, 0.0, 0.0), IDENTITY[1], IDENTITY[2], IDENTITY[3]]);
    assert!(far < 1.02 && (240..310).contains(&keys), "{far} {keys}");
    // All parts at once, across a key of the file.
    let all = |time: f64| {
        let [x, y, z] = [time, 2.0 * time, time * time].map(f64::sin);
        [
            DVec4::new(x, y, z, 0.0),
            turned(DVec3::new(1.0, x, y), 2.0 * z),
            DVec4::new(1.0, 1.5 + x, 1.0, 0.0),
            DVec4::new(0.0, 0.0, 0.2 * y, 0.0),
        ]
    };
    let (far, _) = fit_error(&[0.0, 1.3, 4.0], all);
    assert!(far < 1.02, "{far}");
    // Late in a long clip, where times are a quarter of a millisecond apart.
    let (far, _) = fit_error(&[5000.0, 5000.3, 5004.0, 5004.004], |time| all((time - 5000.0) / 4.0));
    assert!(far < 1.02, "{far}");
}

#[test]
fn sharp_bends_are_found() {
    // In an S, at the one end, at the other end.
    let places: [fn(f64) -> f64; 3] =
        [|time| (40.0 * (time - 1.0)).tanh(), |time| (time + 1e-3).sqrt(), |time| (2.0 - time + 1e-3).sqrt()];
    for place in places {
        let (far, keys) = fit_error(&[0.0, 2.0], |time| {
            [DVec4::new(place(time), 0.0, 0.0, 0.0), IDENTITY[1], IDENTITY[2], IDENTITY[3]]
        });
        assert!(far < 1.02 && keys < 400, "{far} {keys}");
    }
}

/// Bumps between regular samples: on a parabola, near one end or near the other.
#[test]
fn bumps_between_the_samples_are_found() {
    for place in [0.117, 0.883] {
        let (far, _) = fit_error(&[0.0, 1.0], |time| {
            let beside = ((time - place) / 0.06).powi(2).min(1.0);
            let x = time * time + 0.02 * (1.0 - beside).powi(2);
            [DVec4::new(x, 0.0, 0.0, 0.0), IDENTITY[1], IDENTITY[2], IDENTITY[3]]
        });
        assert!(far < 1.02, "{place}: {far}");
    }
}

#[test]
fn turns() {
    for circles in [0.25, 1.0, 4.0, 16.0, 25.0, 100.0, 128.0f64] {
        let (far, keys) = fit_error(&[0.0, 1.0], |time| {
            let angle = circles * std::f64::consts::TAU * time;
            [IDENTITY[0], turned(DVec3::new(1.0, 2.0, 3.0), angle), IDENTITY[2], IDENTITY[3]]
        });
        let most = 2.0 + circles * 6.0;
        assert!(far < 1.02 && keys as f64 <= most, "{circles}: {far} {keys}");
    }
    // Small ones at an uneven speed, fitted for nlerp.
    let uneven = |time: f64| [IDENTITY[0], turned(DVec3::Y, 0.1 * time * time), IDENTITY[2], IDENTITY[3]];
    assert!(fit_error(&[0.0, 1.0], uneven).0 < 1.02);
}

/// The file has many keys on one arc, the first two far apart. The search for the farthest key must not end at a pair so
/// near that a track joins the two by nlerp.
#[test]
fn keys_on_one_arc_take_few_keys() {
    let dense = (20..=100).map(|key| key as f32 / 100.0);
    let times: Vec<_> = [0.0].into_iter().chain(dense).map(|time| (time, Side::After)).collect();
    let turns = |time: f64| [IDENTITY[0], turned(DVec3::Y, 6.0 * time), IDENTITY[2], IDENTITY[3]];
    let scale = ErrorScale::new(1.0, 1.0, IDENTITY);
    let fit = fit(&Formula(turns), &times, KeyInterpolation::Curved, &scale, ALLOWED, 1000);
    let tracks = fit.tracks.expect("it turns");
    assert!(fit.within_bound && tracks.key_count() <= 5, "{}", tracks.key_count());
}

/// Fits tracks to a motion and returns the errors of their matrices relative to the bound, and their number of keys.
fn matrix_errors(formula: impl Fn(f64) -> Parts + Sync) -> (Vec<f64>, usize) {
    let Fit { tracks, .. } = fitted(&[0.0, 1.0], 100_000, &formula);
    let tracks = tracks.expect("it moves");
    let errors = (0..=10_000).map(|step| {
        let time = step as f32 / 10_000.0;
        let got = double::compose(&played(&tracks, time)).matrix3;
        let apart = got - double::compose(&formula(f64::from(time))).matrix3;
        let columns = [apart.x_axis, apart.y_axis, apart.z_axis].map(DVec3::length);
        columns.into_iter().fold(0.0, f64::max) / ALLOWED
    });
    (errors.collect(), tracks.key_count())
}

#[test]
fn large_scales_need_smaller_local_errors() {
    let (errors, _) = matrix_errors(|time| {
        let turn = turned(DVec3::new(1.0, 2.0, 3.0), 2.0 * time * time);
        let scale = DVec4::new(1.0, 1.0 + 30.0 * time, 1.0, 0.0);
        [IDENTITY[0], turn, scale, DVec4::new(2.0 * time * time, 0.0, 0.0, 0.0)]
    });
    let far = errors.iter().copied().fold(0.0, f64::max);
    assert!(far < 1.02, "{far}");
}

/// A rotation has an error that is small at rest, but not at a scale of 30.
#[test]
fn large_scales_are_not_taken_for_linear() {
    let (errors, _) = matrix_errors(|time| {
        let turn = turned(DVec3::Z, 4e-5 * (std::f64::consts::PI * time).sin());
        [IDENTITY[0], turn, DVec4::new(30.0, 30.0, 30.0, 0.0), IDENTITY[3]]
    });
    let far = errors.iter().copied().fold(0.0, f64::max);
    assert!(far < 1.02, "{far}");
}

/// A track joins near keys by nlerp, whose uneven speed is above the bound at a scale of 30.
#[test]
fn near_keys_turn_evenly() {
    let (errors, keys) = matrix_errors(|time| {
        let turn = turned(DVec3::Z, 0.28 * time);
        [IDENTITY[0], turn, DVec4::new(30.0, 30.0, 30.0, 0.0), IDENTITY[3]]
    });
    let far = errors.iter().copied().fold(0.0, f64::max);
    assert!(far < 1.02 && keys < 10, "{far} {keys}");
}

/// A scale that goes through 0 along none of the node's axes gives the shear a pole.
#[test]
fn through_a_singular_matrix() {
    let (errors, keys) = matrix_errors(|time| {
        let slant = DMat3::from_quat(DQuat::from_vec4(turned(DVec3::new(1.0, 2.0, 3.0), 0.7)));
        let scale = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 1.0 - 3.0 * time));
        let turn = DMat3::from_axis_angle(DVec3::X, 2.0 * time * time);
        let matrix = turn * slant * scale * slant.transpose();
        double::try_decompose(&DAffine3::from_mat3(matrix)).expect("it is small enough")
    });
    assert!(keys < 3_000, "{keys}");
    for (step, far) in errors.into_iter().enumerate() {
        // Near the pole rounding errors of the shear are in the hundreds.
        let thin = (1.0 - 3.0 * step as f64 / 10_000.0).abs() < 0.006;
        assert!(thin || far < 1.02, "{step}: {far}");
    }
}

#[test]
fn no_more_samples_and_keys_than_there_may_be() {
    // Different at any two times.
    for max_samples in [0, 2, 10, 1000] {
        let Fit { tracks, within_bound, samples, .. } = fitted(&[0.0, 1.0], max_samples, |time| {
            let place = (time * 1e9).sin() * 1e3;
            [DVec4::splat(place - place.floor()), IDENTITY[1], IDENTITY[2], IDENTITY[3]]
        });
        let keys = tracks.expect("it moves").translation.expect("it moves").len();
        assert!(!within_bound && samples <= max_samples + 9 && keys <= samples, "{max_samples}: {samples} {keys}");
    }
    // Smooth, so that few samples ask for many keys.
    let Fit { tracks, within_bound, .. } =
        fitted(&[0.0, 1.0], 1000, |time| [DVec4::splat(1e6 * time * time), IDENTITY[1], IDENTITY[2], IDENTITY[3]]);
    let keys = tracks.expect("it moves").translation.expect("it moves").len();
    assert!(!within_bound && keys <= 1000, "{keys}");
}

#[test]
fn numbers_beyond_those_of_keys_are_told() {
    let moved = |largest: f64| {
        fitted(&[0.0, 1.0], 100, move |time| {
            [DVec4::new(time * largest, 0.0, 0.0, 0.0), IDENTITY[1], IDENTITY[2], IDENTITY[3]]
        })
    };
    assert!(moved(1e38).finite);
    assert!(!moved(3e38).finite);
}
