//! Conversion of smooth and held keys to linear keys, the only ones that a track has, so that such keys cost nothing in
//! playback, and baking, blending and writing of files need not know them.

use super::Key;
use armature::animation::Interpolation;
use armature::math::{Transform, slerp};
use glam::{Quat, Vec3};

/// Shortest time between linear keys on a smooth curve, in seconds.
const SHORTEST: f32 = 1.0 / 120.0;

/// Largest number of linear pieces between two keys. They are within a thousandth of the way from the curve.
const MAX_PIECES: f32 = 32.0;

/// Change of translation, rotation (about the joint's own axes) and scale in a second.
type Speed = [Vec3; 3];

/// Returns linear keys with the motion of `keys`: one more at the end of each held key, and up to 31 after each smooth
/// one. `interpolations` has one for each key, or is empty if all are linear.
pub(super) fn to_linear_keys(keys: &[Key], interpolations: &[Interpolation]) -> Vec<Key> {
    if interpolations.is_empty() {
        return keys.to_vec();
    }
    let mut linear = Vec::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        linear.push(*key);
        let Some(next) = keys.get(index + 1).filter(|next| next.time > key.time) else { continue };
        match interpolations[index] {
            Interpolation::Linear => {}
            Interpolation::Held => linear.push(Key { time: next.time, ..*key }),
            Interpolation::Smooth => {
                let speeds = [index, index + 1].map(|key| speed_at(keys, interpolations, key));
                add_curve(*key, *next, speeds, &mut linear);
            }
        }
    }
    linear
}

/// Adds the linear keys between two keys, on the curve with these speeds at its ends.
fn add_curve(from: Key, to: Key, speeds: [Speed; 2], linear: &mut Vec<Key>) {
    let length = to.time - from.time;
    let [a, b] = [from.local, to.local];
    let pieces = (length / SHORTEST).ceil().clamp(1.0, MAX_PIECES);
    // Offsets of the inner control points.
    let [first, last] = speeds.map(|speed| speed.map(|speed| speed * length / 3.0));
    let translations = [a.translation, a.translation + first[0], b.translation - last[0], b.translation];
    let first_rotation = a.rotation * Quat::from_scaled_axis(first[1]);
    let rotations = [a.rotation, first_rotation, b.rotation * Quat::from_scaled_axis(-last[1]), b.rotation];
    let scales = [a.scale, a.scale + first[2], b.scale - last[2], b.scale];
    for piece in 1..pieces as usize {
        let u = piece as f32 / pieces;
        let local = Transform {
            translation: bezier(translations, u, Vec3::lerp),
            rotation: bezier(rotations, u, slerp),
            scale: bezier(scales, u, Vec3::lerp),
        };
        linear.push(Key { time: from.time + length * u, local });
    }
}

/// Returns the point at `u` on the Bezier curve of four points, by De Casteljau's algorithm with any interpolation
/// `mix`. With slerp it is a curve of rotations (Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH
/// 1985).
fn bezier<T: Copy>(points: [T; 4], u: f32, mix: impl Fn(T, T, f32) -> T) -> T {
    let [a, b, c, d] = points;
    let [ab, bc, cd] = [mix(a, b, u), mix(b, c, u), mix(c, d, u)];
    mix(mix(ab, bc, u), mix(bc, cd, u), u)
}

/// Returns the speed of a joint at a key: 0 at the first and last key, beside a held key, and where the motion turns
/// back. If the last key is as the first, the motion is a cycle, and the speed at both is that between the second last
/// and the second.
///
/// Elsewhere it is the weighted harmonic mean of the speeds on both sides, by which the curve stays between the keys:
/// F. N. Fritsch and J. Butland, "A method for constructing local monotone piecewise cubic interpolants", 1984.
fn speed_at(keys: &[Key], interpolations: &[Interpolation], key: usize) -> Speed {
    let last = keys.len() - 1;
    let is_seam = (key == 0 || key == last) && is_cycle(keys);
    let sides = if is_seam { [last.checked_sub(1), Some(0)] } else { [key.checked_sub(1), Some(key)] };
    let [before, after] = sides.map(|from| even_speed(keys, interpolations, from?));
    let (Some((before, time_before)), Some((after, time_after))) = (before, after) else { return [Vec3::ZERO; 3] };
    let first = 2.0 * time_after + time_before;
    let second = time_after + 2.0 * time_before;
    [0, 1, 2].map(|part| {
        Vec3::from_array([0, 1, 2].map(|axis| {
            let a = before[part][axis];
            let b = after[part][axis];
            if a * b > 0.0 { (first + second) / (first / a + second / b) } else { 0.0 }
        }))
    })
}

/// Returns whether the last key has the transform of the first.
fn is_cycle(keys: &[Key]) -> bool {
    const NEAR: f32 = 1e-4;
    let [first, .., last] = keys else { return false };
    let turned = 1.0 - first.local.rotation.dot(last.local.rotation).abs();
    (first.local.translation - last.local.translation).abs().max_element() < NEAR
        && (first.local.scale - last.local.scale).abs().max_element() < NEAR
        && turned < NEAR * NEAR
}

/// Returns the mean speed of a joint from a key to the next one, and the time between them; `None` if the key is held.
fn even_speed(keys: &[Key], interpolations: &[Interpolation], from: usize) -> Option<(Speed, f32)> {
    let [a, b] = [keys.get(from)?, keys.get(from + 1)?];
    let length = b.time - a.time;
    if length <= 0.0 || interpolations[from] == Interpolation::Held {
        return None;
    }
    let turn = (a.local.rotation.inverse() * b.local.rotation).to_scaled_axis();
    let moved = [b.local.translation - a.local.translation, turn, b.local.scale - a.local.scale];
    Some((moved.map(|moved| moved / length), length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::convert::{local_at, tracks_of_keys};
    use armature::animation::Interpolation::{Held, Linear, Smooth};

    /// Makes a key of a time, a position along x and an angle about z in degrees.
    fn key((time, x, degrees): (f32, f32, f32)) -> Key {
        let rotation = Quat::from_rotation_z(degrees.to_radians());
        Key { time, local: Transform { rotation, ..Transform::from_translation(Vec3::X * x) } }
    }

    /// Returns the position and the angle in degrees at a time.
    fn sample(keys: &[(f32, f32, f32)], interpolations: &[Interpolation], time: f32) -> (f32, f32) {
        let keys: Vec<Key> = keys.iter().copied().map(key).collect();
        let tracks = tracks_of_keys(0, &to_linear_keys(&keys, interpolations), None).unwrap();
        let local = local_at(&tracks, &Transform::IDENTITY, time);
        (local.translation.x, local.rotation.to_scaled_axis().z.to_degrees())
    }

    /// Returns the mean speed of position and angle between two times of smooth keys.
    fn speed_between(keys: &[(f32, f32, f32)], from: f32, to: f32) -> [f32; 2] {
        let [start, end] = [from, to].map(|time| sample(keys, &vec![Smooth; keys.len()], time));
        [(end.0 - start.0) / (to - from), (end.1 - start.1) / (to - from)]
    }

    #[test]
    fn held_until_the_next_key() {
        let keys = [(0.0, 1.0, 10.0), (1.0, 2.0, 20.0), (2.0, 5.0, 50.0)];
        for (time, want, angle) in [
            (-1.0, 1.0, 10.0),
            (0.0, 1.0, 10.0),
            (0.5, 1.0, 10.0),
            (0.999_9, 1.0, 10.0),
            (1.0, 2.0, 20.0),
            (1.5, 3.5, 35.0),
        ] {
            let (x, degrees) = sample(&keys, &[Held, Linear, Linear], time);
            assert!((x - want).abs() < 1e-6 && (degrees - angle).abs() < 1e-4, "{time}: {x} {degrees}");
        }
    }

    /// The curve of two keys is `3 u^2 - 2 u^3`.
    #[test]
    fn from_rest_to_rest() {
        let keys = [(0.0, 0.0, 0.0), (0.9, 1.0, 120.0)];
        for step in 0..=90u8 {
            let u = f32::from(step) / 90.0;
            let (x, degrees) = sample(&keys, &[Smooth, Smooth], 0.9 * u);
            let want = u * u * (3.0 - 2.0 * u);
            assert!((x - want).abs() < 1e-3 && (degrees / 120.0 - want).abs() < 1e-3, "{u}: {x} {degrees} {want}");
        }
        let keys: Vec<Key> = keys.map(key).to_vec();
        assert_eq!(to_linear_keys(&keys, &[Smooth, Smooth]).len(), 33, "31 between two");
    }

    /// The speed at the last key of a cycle is that at the first.
    #[test]
    fn a_cycle_has_no_seam() {
        let keys = [(0.0, 0.0, 0.0), (0.5, 1.0, 40.0), (1.5, -1.0, -40.0), (2.0, 0.0, 0.0)];
        for (first, last) in speed_between(&keys, 0.0, 0.02).into_iter().zip(speed_between(&keys, 1.98, 2.0)) {
            assert!(first > 1.0 && (last / first - 1.0).abs() < 0.1, "{first} {last}");
        }
        let open = [keys[0], keys[1], keys[2], (2.0, 0.1, 0.0)];
        assert!(speed_between(&open, 0.0, 0.02)[0] < 0.3, "it begins at rest");
    }

    /// A smooth curve has no corners, rests where the motion turns back, and stays between the values of its keys.
    #[test]
    fn smooth_curves() {
        let keys = [(0.0, 0.0, 0.0), (0.4, 1.0, 30.0), (1.0, 3.0, 150.0), (1.5, 2.0, 100.0), (2.0, -1.0, -10.0)];
        for (before, after) in speed_between(&keys, 0.38, 0.4).into_iter().zip(speed_between(&keys, 0.4, 0.42)) {
            assert!((after / before - 1.0).abs() < 0.15, "{before} {after}");
        }
        let turning = speed_between(&keys, 0.99, 1.01);
        assert!(turning[0].abs() < 0.15, "{turning:?}");
        let mut last = (0.0, 0.0);
        for step in 0..=100u8 {
            let now = sample(&keys, &[Smooth; 5], f32::from(step) / 100.0);
            assert!(now.0 >= last.0 - 1e-5 && now.1 >= last.1 - 1e-3 && now.0 < 3.0001 && now.1 < 150.01, "{now:?}");
            last = now;
        }
    }
}
