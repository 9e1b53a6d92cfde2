//! Inputs of the checks.

use crate::Transform;
use crate::figures::{Between, Masking, Script};
use check::{Probe, Random};
use glam::{Quat, Vec3};

/// Joints that are turned, moved and scaled, some by the quaternion on the other side. In the last probe every `u`,
/// turns of every size, and no joint at all.
pub(crate) fn between(probe: &Probe) -> Vec<Between> {
    let random = &mut probe.random();
    if !probe.is_last() {
        let u = if probe.index.is_multiple_of(2) { (0.2, 0.4) } else { (0.6, 0.8) };
        return vec![pair(random, &[35.0, 70.0, 105.0, 140.0], u)];
    }
    let mut all = vec![(Vec::new(), Vec::new(), 0.3)];
    for u in random.spread(16, 0.0, 1.0).into_iter().chain([0.0, 1.0, 0.5]) {
        let turns = random.spread(8, 0.0, 178.0);
        all.push(pair(random, &turns, (u, u)));
    }
    // From no turn at all to the other quaternion, and back.
    for turn in [50.0, -50.0f32] {
        let (mut a, mut b, u) = pair(random, &[0.0], (0.4, 0.4));
        a[0].rotation = Quat::IDENTITY;
        b[0].rotation = -Quat::from_rotation_y(turn.to_radians());
        all.extend([(a.clone(), b.clone(), u), (b, a, u)]);
    }
    // Joints that do not turn at all: slerp has nothing to divide by.
    let (a, mut b, u) = pair(random, &[0.0; 6], (0.3, 0.3));
    for (a, b) in a.iter().zip(&mut b) {
        b.rotation = if b.rotation.dot(a.rotation) < 0.0 { -a.rotation } else { a.rotation };
    }
    all.push((a, b, u));
    all
}

/// Returns two poses of so many joints, each turned by an angle in degrees; every other by the other quaternion.
fn pair(random: &mut Random, turns: &[f32], (low, high): (f32, f32)) -> Between {
    let mut a = Vec::new();
    let mut b = Vec::new();
    for (joint, turn) in turns.iter().enumerate() {
        let from = scaled(random);
        let turn = Quat::from_axis_angle(random.direction(), turn.to_radians());
        let to = Transform { rotation: from.rotation * turn, ..scaled(random) };
        let sign = if joint % 2 == 0 { -1.0 } else { 1.0 };
        a.push(from);
        b.push(Transform { rotation: to.rotation * sign, ..to });
    }
    (a, b, random.between(low, high))
}

fn scaled(random: &mut Random) -> Transform {
    let scale = Vec3::from_array([0; 3].map(|_: i32| random.between(0.6, 1.8)));
    Transform { scale, ..random.rigid() }
}

/// An animation of a script: seconds of the fade to it, and until the next one begins.
type FadePart = (f32, f32);

/// Returns a script of fades and cuts, one of each in the middle of a fade, in frames of unequal durations; in the last
/// probe scripts with fades of all durations, some of them shorter than a frame.
pub fn scripts(probe: &Probe) -> Vec<Script> {
    let random = &mut probe.random();
    if !probe.is_last() {
        let fade = random.between(0.38, 0.46);
        let parts = [
            (0.0, 0.12),
            (fade, 0.4 * fade),
            (random.between(0.26, 0.34), 0.5),
            (0.0, 0.1),
            (random.between(0.3, 0.4), 0.15),
            (0.0, 0.1),
        ];
        return vec![script(random, &parts, &[0.03, 0.061, 0.0, 0.042])];
    }
    let frames: [&[f32]; 4] = [&[0.05], &[0.005], &[1.0 / 60.0], &[0.09, 0.0, 0.02]];
    let all = frames.into_iter().map(|steps| {
        let fades = random.spread(8, 0.0, 0.5);
        let mut parts: Vec<FadePart> = fades.iter().map(|fade| (*fade, 0.7 * fade + 0.02)).collect();
        parts.extend([(0.0, 0.1), (0.4, 0.6)]);
        script(random, &parts, steps)
    });
    all.collect()
}

/// Returns a script of these parts, each with a moving pose of its own. `steps` are the durations of the frames, repeated.
fn script(random: &mut Random, parts: &[FadePart], steps: &[f32]) -> Script {
    let first: Vec<Transform> = (0..2).map(|_| random.rigid()).collect();
    let mut steps = steps.iter().copied().cycle();
    let mut frames = Vec::new();
    for &(fade, plays) in parts {
        // From one animation to the next 40 degrees at most, where nlerp and slerp differ by 0.0013.
        let pose: Vec<Transform> = first
            .iter()
            .map(|joint| {
                let turn = random.between(12.0, 20.0).to_radians();
                let turn = Quat::from_axis_angle(random.direction(), turn);
                let translation = 2.0 * random.vector();
                Transform { translation, rotation: joint.rotation * turn, ..*joint }
            })
            .collect();
        let mut elapsed = 0.0;
        let mut begins = Some(fade);
        while elapsed < plays {
            let next = steps.next().unwrap_or(0.05);
            // A cut in no time: 0 seconds of 0.
            let dt = if begins == Some(0.0) { 0.0 } else { next };
            elapsed += dt;
            let pose = pose
                .iter()
                .map(|joint| Transform {
                    translation: joint.translation + 3.0 * elapsed * (Vec3::X - Vec3::Z),
                    ..*joint
                })
                .collect();
            frames.push((pose, begins.take(), dt));
        }
    }
    (first, frames)
}

/// Returns poses of joints whose masks show every mistake; in the last probe a root with its descendants, a joint without
/// any, and three chains side by side, 50 joints deep, too.
pub(crate) fn maskings(probe: &Probe) -> Vec<Masking> {
    let mut random = probe.random();
    let mut cases = Vec::new();
    for _ in 0..if probe.is_last() { 4 } else { 3 } {
        let (parents, first) = family(&mut random);
        cases.push(masking(&mut random, parents, first));
    }
    let parents = roots(&mut random);
    cases.push(masking(&mut random, parents, 0));
    if probe.is_last() {
        for first in [0, 3] {
            cases.push(masking(&mut random, vec![None, Some(0), None, Some(1)], first));
        }
        let chains = (0..150).map(|joint: usize| joint.checked_sub(3)).collect();
        cases.push(masking(&mut random, chains, 3));
    }
    cases
}

/// Returns random poses of joints with these parents, masked from `first` on.
fn masking(random: &mut Random, parents: Vec<Option<usize>>, first: usize) -> Masking {
    let [base, over] = [0, 1].map(|_| parents.iter().map(|_| scaled(random)).collect());
    (base, over, parents, first)
}

/// Returns the parents of joints, and a joint whose mask shows every mistake: it has grandchildren, and its descendants are
/// not consecutive.
fn family(random: &mut Random) -> (Vec<Option<usize>>, usize) {
    loop {
        let parents = parents(random);
        if let Some(first) = (1..8).find(|first| shows_every_mistake(&parents, *first)) {
            return (parents, first);
        }
    }
}

/// Returns the parents of joints of which joint 0 has grandchildren, and another root has children.
fn roots(random: &mut Random) -> Vec<Option<usize>> {
    loop {
        let parents = parents(random);
        let mut roots = Vec::new();
        for (joint, parent) in parents.iter().enumerate() {
            roots.push(parent.map_or(joint, |parent| roots[parent]));
        }
        let in_another = roots.iter().filter(|root| **root != 0).count();
        if in_another >= 2 && parents.iter().any(|parent| parent.is_some_and(|at| parents[at] == Some(0))) {
            return parents;
        }
    }
}

/// Returns random parents of twelve joints, some of them roots.
fn parents(random: &mut Random) -> Vec<Option<usize>> {
    let mut parents: Vec<Option<usize>> = vec![None];
    for joint in 1..12 {
        parents.push((random.below(7) > 0).then(|| joint - 1 - random.below(joint.min(5))));
    }
    parents
}

/// Returns whether masking from `first` on tells all known mistakes from the right answer.
fn shows_every_mistake(parents: &[Option<usize>], first: usize) -> bool {
    let mut depths: Vec<Option<usize>> = Vec::new();
    for (joint, parent) in parents.iter().enumerate() {
        let depth = parent.and_then(|parent| depths[parent]).map(|depth| depth + 1);
        depths.push(if joint == first { Some(0) } else { depth });
    }
    let below: Vec<bool> = depths.iter().map(Option::is_some).collect();
    let is_deep = depths.contains(&Some(3));
    let next = (first + 1..parents.len()).find(|joint| !below[*joint]);
    let is_interleaved = next.is_some_and(|next| below[next..].contains(&true)) && below.get(first + 1) == Some(&true);
    // A joint that is not masked, whose parent has a larger index than the first masked joint.
    let is_misleading = (0..parents.len()).any(|joint| parents[joint] > Some(first) && !below[joint]);
    parents[first].is_some_and(|parent| parents[parent].is_some())
        && is_misleading
        && is_deep
        && is_interleaved
        && below.last() == Some(&false)
}
