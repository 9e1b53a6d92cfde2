//! Keys that are smooth or held, as the linear keys that a track plays.
//!
//! Tracks know linear interpolation only. So a smooth or held key costs nothing where a clip is played, and all that reads
//! tracks (baking, blending, writing of files) sees it as it is.

use super::Key;
use armature::{
    animation::Interpolation,
    math::{Transform, slerp},
};
use glam::{Quat, Vec3};

/// A smooth piece of the way is no shorter than this, in seconds.
const SHORTEST: f32 = 1.0 / 120.0;

/// And there are no more between two keys: linear between them, the joint is within a thousandth of the way from the
/// curve.
const MAX_PIECES: f32 = 32.0;

/// Speed of translation, rotation (about the joint's own axes) and scale, for each second.
type Speed = [Vec3; 3];

/// The linear keys of `keys`: one more at the end of each held key, and up to 31 after each smooth one.
/// `interpolations`: one for each key, or none where all are linear.
pub(super) fn baked(keys: &[Key], interpolations: &[Interpolation]) -> Vec<Key> {
    if interpolations.is_empty() {
        return keys.to_vec();
    }
    let mut baked = Vec::with_capacity(keys.len());
    for (at, key) in keys.iter().enumerate() {
        baked.push(*key);
        let Some(next) = keys.get(at + 1).filter(|next| next.time > key.time) else { continue };
        match interpolations[at] {
            Interpolation::Linear => {}
            Interpolation::Held => baked.push(Key { time: next.time, ..*key }),
            Interpolation::Smooth => {
                let speeds = [at, at + 1].map(|key| speed(keys, interpolations, key));
                add_smooth(*key, *next, speeds, &mut baked);
            }
        }
    }
    baked
}

/// The keys between two, along the curve that leaves and reaches them at these speeds.
fn add_smooth(from: Key, to: Key, speeds: [Speed; 2], baked: &mut Vec<Key>) {
    let length = to.time - from.time;
    let [a, b] = [from.local, to.local];
    let pieces = (length / SHORTEST).ceil().clamp(1.0, MAX_PIECES);
    let [leaves, arrives] = speeds.map(|speed| speed.map(|speed| speed * length / 3.0));
    let left = a.rotation * Quat::from_scaled_axis(leaves[1]);
    let right = b.rotation * Quat::from_scaled_axis(-arrives[1]);
    for piece in 1..pieces as usize {
        let u = piece as f32 / pieces;
        let vector = |a: Vec3, b: Vec3, part: usize| bezier([a, a + leaves[part], b - arrives[part], b], u, Vec3::lerp);
        let local = Transform {
            translation: vector(a.translation, b.translation, 0),
            rotation: bezier([a.rotation, left, right, b.rotation], u, slerp),
            scale: vector(a.scale, b.scale, 2),
        };
        baked.push(Key { time: from.time + length * u, local });
    }
}

/// De Casteljau's algorithm: the point at `u` on the Bezier curve of four points, whatever they are mixed by. With slerp it
/// is a curve through rotations (Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985).
fn bezier<T: Copy>(points: [T; 4], u: f32, mix: impl Fn(T, T, f32) -> T) -> T {
    let [a, b, c, d] = points;
    let [ab, bc, cd] = [mix(a, b, u), mix(b, c, u), mix(c, d, u)];
    mix(mix(ab, bc, u), mix(bc, cd, u), u)
}

/// How fast a joint passes a key: 0 at the first and the last, beside a held one, and where it turns back. A motion that ends
/// as it begins is a cycle: its last key is passed as its first, between the second last and the second.
///
/// Else the weighted harmonic mean of what it would be on either side, which goes no further than the keys: F. N. Fritsch
/// and J. Butland, "A method for constructing local monotone piecewise cubic interpolants", 1984.
fn speed(keys: &[Key], interpolations: &[Interpolation], key: usize) -> Speed {
    let last = keys.len() - 1;
    let is_seam = (key == 0 || key == last) && is_cycle(keys);
    let sides = if is_seam { [last.checked_sub(1), Some(0)] } else { [key.checked_sub(1), Some(key)] };
    let [before, after] = sides.map(|from| slope(keys, interpolations, from?));
    let (Some((before, short)), Some((after, long))) = (before, after) else { return [Vec3::ZERO; 3] };
    let first = 2.0 * long + short;
    let second = long + 2.0 * short;
    let mean = |a: f32, b: f32| if a * b > 0.0 { (first + second) / (first / a + second / b) } else { 0.0 };
    [0, 1, 2].map(|part| {
        let a = before[part];
        let b = after[part];
        Vec3::new(mean(a.x, b.x), mean(a.y, b.y), mean(a.z, b.z))
    })
}

/// Whether the last key is as the first.
fn is_cycle(keys: &[Key]) -> bool {
    const NEAR: f32 = 1e-4;
    let [first, .., last] = keys else { return false };
    let turned = 1.0 - first.local.rotation.dot(last.local.rotation).abs();
    (first.local.translation - last.local.translation).abs().max_element() < NEAR
        && (first.local.scale - last.local.scale).abs().max_element() < NEAR
        && turned < NEAR * NEAR
}

/// Returns the even speed of a joint from a key to the next one, and its duration; `None` if it does not move.
fn slope(keys: &[Key], interpolations: &[Interpolation], from: usize) -> Option<(Speed, f32)> {
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
    use crate::edit::convert::{local_at, tracks_of};
    use armature::animation::Interpolation::{Held, Linear, Smooth};

    fn key((time, x, degrees): (f32, f32, f32)) -> Key {
        let rotation = Quat::from_rotation_z(degrees.to_radians());
        Key { time, local: Transform { rotation, ..Transform::from_translation(Vec3::X * x) } }
    }

    /// Place and turn in degrees at a time.
    fn at(keys: &[(f32, f32, f32)], interpolations: &[Interpolation], time: f32) -> (f32, f32) {
        let keys: Vec<Key> = keys.iter().copied().map(key).collect();
        let tracks = tracks_of(0, &baked(&keys, interpolations), None).unwrap();
        let local = local_at(&tracks, &Transform::IDENTITY, time);
        (local.translation.x, local.rotation.to_scaled_axis().z.to_degrees())
    }

    #[test]
    fn held_until_the_next_key() {
        let keys = [(0.0, 1.0, 10.0), (1.0, 2.0, 20.0), (2.0, 5.0, 50.0)];
        let at = |time| at(&keys, &[Held, Linear, Linear], time);
        for time in [-1.0, 0.0, 0.5, 0.999_9] {
            let (x, degrees) = at(time);
            assert!((x - 1.0).abs() < 1e-6 && (degrees - 10.0).abs() < 1e-4, "{time}: {x} {degrees}");
        }
        assert!((at(1.0).0 - 2.0).abs() < 1e-6 && (at(1.5).0 - 3.5).abs() < 1e-6);
    }

    /// A motion from rest to rest is 7/27 of the way at a third of the time, within a thousandth.
    #[test]
    fn from_rest_to_rest() {
        let keys = [(0.0, 0.0, 0.0), (0.9, 1.0, 120.0)];
        for step in 0..=90u8 {
            let u = f32::from(step) / 90.0;
            let (x, degrees) = at(&keys, &[Smooth, Smooth], 0.9 * u);
            let want = u * u * (3.0 - 2.0 * u);
            assert!((x - want).abs() < 1e-3 && (degrees / 120.0 - want).abs() < 1e-3, "{u}: {x} {degrees} {want}");
        }
        let keys: Vec<Key> = keys.map(key).to_vec();
        assert_eq!(baked(&keys, &[Smooth, Smooth]).len(), 33, "31 between two");
    }

    /// The last key of a cycle is passed as the first: no stop in between.
    #[test]
    fn a_cycle_has_no_seam() {
        let keys = [(0.0, 0.0, 0.0), (0.5, 1.0, 40.0), (1.5, -1.0, -40.0), (2.0, 0.0, 0.0)];
        let speed = |keys: &[(f32, f32, f32)], time: f32| {
            let [(x, turn), (later, further)] = [time, time + 0.02].map(|time| at(keys, &[Smooth; 4], time));
            [(later - x) / 0.02, (further - turn) / 0.02]
        };
        for (first, last) in speed(&keys, 0.0).into_iter().zip(speed(&keys, 1.98)) {
            assert!(first > 1.0 && (last / first - 1.0).abs() < 0.1, "{first} {last}");
        }
        let open = [keys[0], keys[1], keys[2], (2.0, 0.1, 0.0)];
        assert!(speed(&open, 0.0)[0] < 0.3, "it begins at rest");
    }

    /// A motion has no corner at a key that is passed, rests where it turns back, and stays between its keys.
    #[test]
    fn no_corner_and_no_further() {
        let keys = [(0.0, 0.0, 0.0), (0.4, 1.0, 30.0), (1.0, 3.0, 150.0), (1.5, 2.0, 100.0), (2.0, -1.0, -10.0)];
        let all = [Smooth; 5];
        let speed = |from: f32, to: f32| {
            let ((x, turn), (later, further)) = (at(&keys, &all, from), at(&keys, &all, to));
            [(later - x) / (to - from), (further - turn) / (to - from)]
        };
        for (before, after) in speed(0.38, 0.4).into_iter().zip(speed(0.4, 0.42)) {
            assert!((after / before - 1.0).abs() < 0.15, "{before} {after}");
        }
        assert!(speed(0.99, 1.01)[0].abs() < 0.15, "{:?}: it stops", speed(0.99, 1.01));
        let mut last = (0.0, 0.0);
        for step in 0..=100u8 {
            let now = at(&keys, &all, f32::from(step) / 100.0);
            assert!(now.0 >= last.0 - 1e-5 && now.1 >= last.1 - 1e-3 && now.0 < 3.0001 && now.1 < 150.01, "{now:?}");
            last = now;
        }
    }
}
